/* squares.h - squares of elements that are turned in registers: rows become lines */
#ifndef TP_SQUARES_H
#define TP_SQUARES_H

#include "tilepipe/runtime.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

/* Row number `row` of an array. No stride: rows are pointers to each. */
INLINE char *row_of(const void *rows, tp_int stride, tp_int row) {
  return stride ? (char *)rows + row * stride : ((char *const *)rows)[row];
}

/* The processor is asked for what lies there. */
INLINE void ask(const char *address, int is_written) {
  if (is_written)
    __builtin_prefetch(address, 1);
  else
    __builtin_prefetch(address);
}

#define SHUFFLE __builtin_shufflevector
#define UNROLL _Pragma("GCC unroll 16") /* squares are registers then */
typedef int eight __attribute__((vector_size(32)));
typedef int eight_anywhere __attribute__((vector_size(32), aligned(4), may_alias));
typedef long long four __attribute__((vector_size(32)));
typedef long long four_anywhere __attribute__((vector_size(32), aligned(8), may_alias));
typedef int sixteen __attribute__((vector_size(64)));
typedef long long eight_longs __attribute__((vector_size(64)));
typedef long long eight_longs_anywhere __attribute__((vector_size(64), aligned(4), may_alias));

/* Number b of vector a becomes number a of vector b: of four bytes each. */
INLINE void turn_eight(eight square[8]) {
  eight pair[8], quad[8];
  UNROLL
  for (int k = 0; k < 8; k += 2) {
    pair[k] = SHUFFLE(square[k], square[k + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    pair[k + 1] = SHUFFLE(square[k], square[k + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  UNROLL
  for (int k = 0; k < 8; k += 4)
    UNROLL
    for (int h = 0; h < 2; h++) {
      quad[k + 2 * h] = SHUFFLE(pair[k + h], pair[k + h + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      quad[k + 2 * h + 1] = SHUFFLE(pair[k + h], pair[k + h + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  UNROLL
  for (int r = 0; r < 4; r++) {
    square[r] = SHUFFLE(quad[r], quad[r + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    square[r + 4] = SHUFFLE(quad[r], quad[r + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

/* The same of eight bytes. */
INLINE void turn_four(four square[4]) {
  four pair[4];
  UNROLL
  for (int k = 0; k < 4; k += 2) {
    pair[k] = SHUFFLE(square[k], square[k + 1], 0, 4, 2, 6);
    pair[k + 1] = SHUFFLE(square[k], square[k + 1], 1, 5, 3, 7);
  }
  UNROLL
  for (int r = 0; r < 2; r++) {
    square[r] = SHUFFLE(pair[r], pair[r + 2], 0, 1, 4, 5);
    square[r + 2] = SHUFFLE(pair[r], pair[r + 2], 2, 3, 6, 7);
  }
}

/* Quarters of four vectors, which are `apart`: those of number b of each become vector a + b * to. */
INLINE void turn_quarters(const eight_longs *of, int apart, eight_longs *into, int to) {
  eight_longs half[4];
  UNROLL
  for (int k = 0; k < 2; k++) {
    half[k] = SHUFFLE(of[2 * k * apart], of[(2 * k + 1) * apart], 0, 1, 2, 3, 8, 9, 10, 11);
    half[k + 2] = SHUFFLE(of[2 * k * apart], of[(2 * k + 1) * apart], 4, 5, 6, 7, 12, 13, 14, 15);
  }
  UNROLL
  for (int k = 0; k < 2; k++) {
    into[2 * k * to] = SHUFFLE(half[2 * k], half[2 * k + 1], 0, 1, 4, 5, 8, 9, 12, 13);
    into[(2 * k + 1) * to] = SHUFFLE(half[2 * k], half[2 * k + 1], 2, 3, 6, 7, 10, 11, 14, 15);
  }
}

/* The same of sixteen, and of eight of eight bytes. */
INLINE void turn_sixteen(eight_longs square[16]) {
  sixteen pair[16];
  eight_longs quad[16];
  UNROLL
  for (int k = 0; k < 16; k += 2) {
    const sixteen even = (sixteen)square[k], odd = (sixteen)square[k + 1];
    pair[k] = SHUFFLE(even, odd, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
    pair[k + 1] = SHUFFLE(even, odd, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
  }
  UNROLL
  for (int k = 0; k < 16; k += 4)
    UNROLL
    for (int h = 0; h < 2; h++) {
      const eight_longs even = (eight_longs)pair[k + h], odd = (eight_longs)pair[k + h + 2];
      quad[k + 2 * h] = SHUFFLE(even, odd, 0, 8, 2, 10, 4, 12, 6, 14);
      quad[k + 2 * h + 1] = SHUFFLE(even, odd, 1, 9, 3, 11, 5, 13, 7, 15);
    }
  UNROLL
  for (int k = 0; k < 4; k++)
    turn_quarters(quad + k, 4, square + k, 4);
}

INLINE void turn_eight_longs(eight_longs square[8]) {
  eight_longs pair[8];
  UNROLL
  for (int k = 0; k < 8; k += 2) {
    pair[k] = SHUFFLE(square[k], square[k + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    pair[k + 1] = SHUFFLE(square[k], square[k + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  UNROLL
  for (int k = 0; k < 2; k++)
    turn_quarters(pair + k, 2, square + k, 2);
}

/* Rows and lines of a square of vectors with 32 bytes, and of any. */
INLINE int side_of(int size) { return 32 / size; }
enum { MOST_SIDE = 16 };

/* Where rows or lines of a square are: at[k] + more. Addresses are looked up where they are used: there are too many for the
   processor's registers. */
typedef struct {
  char *const *at;
  tp_int more;
} places;

#define LOAD(type)                                                                                                           \
  UNROLL                                                                                                                     \
  for (int k = 0; k < side; k++) {                                                                                           \
    const char *at = from.at[k] + from.more;                                                                                 \
    square[k] = *(const type##_anywhere *)(const void *)at;                                                                  \
    if (ahead > 0 && !to_rows)                                                                                               \
      ask(at + ahead, 0);                                                                                                    \
  }
#define STORE(type)                                                                                                          \
  UNROLL                                                                                                                     \
  for (int k = 0; k < side; k++) {                                                                                           \
    char *at = to.at[k] + to.more;                                                                                           \
    *(type##_anywhere *)(void *)at = square[k];                                                                              \
    if (ahead > 0 && to_rows)                                                                                                \
      ask(at + ahead, 1);                                                                                                    \
  }

/* A square of elements, by vectors of so many bytes: row k has those of row k, and cell k is to have those of line k; or the other
   way. All is loaded before anything is stored. The processor is asked for what lies so many bytes ahead in each row; 0: not. */
INLINE void turn_square(places row, places cell, int bytes, int size, int to_rows, int ahead) {
  const places from = to_rows ? cell : row, to = to_rows ? row : cell;
  const int side = bytes / size;
  if (bytes == 64) {
    eight_longs square[16];
    LOAD(eight_longs)
    if (size == 4)
      turn_sixteen(square);
    else
      turn_eight_longs(square);
    STORE(eight_longs)
  } else if (size == 4) {
    eight square[8];
    LOAD(eight)
    turn_eight(square);
    STORE(eight)
  } else {
    four square[4];
    LOAD(four)
    turn_four(square);
    STORE(four)
  }
}

#if defined(__x86_64__)
/* A square into rows, of row k the elements from number begin - k up to past - k, as far as the square has them; nothing of the
   first rows. */
__attribute__((target("avx512f"))) static inline void store_pieces_avx512(places row, places cell, int size, int begin, int past, int first) {
  const int side = 64 / size, to_rows = 1, ahead = 0;
  const places from = cell;
  eight_longs square[16];
  LOAD(eight_longs)
  if (size == 4)
    turn_sixteen(square);
  else
    turn_eight_longs(square);
  UNROLL
  for (int k = 0; k < side; k++) {
    const int before = begin - k > side ? side : begin - k > 0 ? begin - k : 0, end = past - k > side ? side : past - k > 0 ? past - k : 0;
    const unsigned which = k < first ? 0 : ((1u << end) - 1) & ~((1u << before) - 1);
    char *at = row.at[k] + row.more;
    if (size == 4)
      _mm512_mask_storeu_epi32(at, (__mmask16)which, (__m512i)square[k]);
    else
      _mm512_mask_storeu_epi64(at, (__mmask8)which, (__m512i)square[k]);
  }
}
#endif
#undef LOAD
#undef STORE

#endif
