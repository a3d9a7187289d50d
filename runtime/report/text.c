/* text.c - see text.h. */
#include "report/text.h"

#include <stdarg.h>
#include <stdio.h>

void tp_text_put(tp_text *out, const char *format, ...) {
  for (int again = 0; again < 2; again++) {
    va_list values;
    va_start(values, format);
    int length = vsnprintf(out->at + out->used, sizeof out->at - out->used, format, values);
    va_end(values);
    size_t room = sizeof out->at - out->used - 1, all = length < 0 ? 0 : (size_t)length;
    if (all <= room || again || !out->flush || out->used == 0) {
      out->used += all < room ? all : room;
      return;
    }
    tp_text_flush(out);
  }
}

void tp_text_flush(tp_text *out) {
  if (out->flush && out->used)
    out->flush(out);
  if (out->flush)
    out->used = 0;
}
