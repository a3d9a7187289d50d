/* spans.h - sets of bytes as sorted spans of addresses. Plain data. */
#ifndef TP_SPANS_H
#define TP_SPANS_H

#include <stddef.h>
#include <stdint.h>

typedef struct tp_span {
  uintptr_t first, past;
} tp_span;

typedef struct tp_spans {
  tp_span *at;
  int count, room;
  int apart;  /* 1: in memory that is none of the C library's */
  int failed; /* out of memory, or more spans than TP_SPANS_MOST: the set is not to be used */
} tp_spans;

enum { TP_SPANS_MOST = 1 << 20 };

/* Adds bytes in any order; spans that follow each other directly are joined at once. */
void tp_spans_add(tp_spans *s, uintptr_t first, uintptr_t past);
/* Sorts, and joins spans that touch, overlap or lie less than `gap` bytes apart (1: touch). */
void tp_spans_close(tp_spans *s, uintptr_t gap);
void tp_spans_free(tp_spans *s);
/* Adds to out what two closed sets have in common. */
void tp_spans_meet(const tp_spans *a, const tp_spans *b, tp_spans *out);

/* Of `count` closed sets, which do not overlap: gaps of less than `gap` bytes inside a set that no other set reaches
   into are filled, and added to filler[i] (not closed). */
void tp_spans_fill(tp_spans *set, tp_spans *filler, int count, uintptr_t gap);

#endif
