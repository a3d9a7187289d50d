/* directory.h - which ranks hold valid bytes of an array, byte for byte. Plain data.
 *
 * An area is the range of an array on rank 0. Each of its bytes is held by some ranks, at least one:
 *   home    rank 0 alone
 *   shared  rank 0 and others
 *   away    others alone */
#ifndef TP_DIRECTORY_H
#define TP_DIRECTORY_H

#include "residency/holders.h"
#include "residency/spans.h"

/* From here to the next segment. */
typedef struct tp_segment {
  uintptr_t first;
  tp_holders holders;
} tp_segment;

/* Segments in order, neighbours differ; the last one ends at `past`. */
typedef struct tp_directory {
  uintptr_t first, past;
  tp_segment *at;
  int count, room;
  int failed; /* out of memory: nothing in it may be trusted */
} tp_directory;

/* Everything is home. */
void tp_directory_begin(tp_directory *d, uintptr_t first, uintptr_t past);
void tp_directory_free(tp_directory *d);
void tp_directory_copy(tp_directory *to, const tp_directory *from);
int tp_directory_equal(const tp_directory *a, const tp_directory *b);

/* Of [first, past), clipped to the area: the rank holds it alone; it holds it, too; it holds it no more where others do. */
void tp_directory_set(tp_directory *d, uintptr_t first, uintptr_t past, int rank);
void tp_directory_add(tp_directory *d, uintptr_t first, uintptr_t past, int rank);
void tp_directory_remove(tp_directory *d, uintptr_t first, uintptr_t past, int rank);

/* The area is [first, past) now, which has all that it was; what is new is home. */
void tp_directory_grow(tp_directory *d, uintptr_t first, uintptr_t past);

/* Index of the segment that holds the byte, and where segment i ends. */
int tp_directory_find(const tp_directory *d, uintptr_t at);
static inline uintptr_t tp_directory_end(const tp_directory *d, int i) {
  return i + 1 < d->count ? d->at[i + 1].first : d->past;
}

/* Adds to bytes[r] what rank r alone holds, for each rank but rank 0. */
void tp_directory_alone(const tp_directory *d, long long *bytes);

/* 1: rank 0 holds the segment; it alone. */
static inline int tp_segment_home(const tp_segment *s) { return s->holders.range[0].first == 0; }
static inline int tp_segment_only_home(const tp_segment *s) { return tp_holders_are(&s->holders, 0); }

/* Bytes that rank 0 does not hold. */
size_t tp_directory_away(const tp_directory *d);

#endif
