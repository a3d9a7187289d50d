/* text.h - text that grows in a buffer, without memory of its own or a lock. */
#ifndef TP_TEXT_H
#define TP_TEXT_H

#include <stddef.h>

typedef struct tp_text {
  char at[6144]; /* ends in a null */
  size_t used;
  void (*flush)(struct tp_text *); /* takes what is there when it is full; null: what does not fit is left out */
  int file, error;                 /* for flush */
} tp_text;

__attribute__((format(printf, 2, 3))) void tp_text_put(tp_text *out, const char *format, ...);
void tp_text_flush(tp_text *out);

#endif
