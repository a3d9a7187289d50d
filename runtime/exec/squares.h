/* squares.h - squares of elements that are turned in registers: rows become lines */
#ifndef TP_SQUARES_H
#define TP_SQUARES_H

#include "tilepipe/runtime.h"

#define INLINE static inline __attribute__((always_inline))

/* Row number `row` of an array. No stride: rows are pointers to each. */
INLINE char *row_of(const void *rows, tp_int stride, tp_int row) {
  return stride ? (char *)rows + row * stride : ((char *const *)rows)[row];
}

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define HAS_VECTORS 1
#endif
#endif
#ifndef HAS_VECTORS
#define HAS_VECTORS 0
#endif

#if HAS_VECTORS
#define SHUFFLE __builtin_shufflevector
#define UNROLL _Pragma("GCC unroll 8") /* squares are registers then */
typedef int eight __attribute__((vector_size(32)));
typedef int eight_anywhere __attribute__((vector_size(32), aligned(4), may_alias));
typedef long long four __attribute__((vector_size(32)));
typedef long long four_anywhere __attribute__((vector_size(32), aligned(8), may_alias));

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

/* Rows and lines of a square. */
INLINE int side_of(int size) { return 32 / size; }

/* A square of elements: row[k] has those of row k, and cell[k] is to have those of line k; or the other way. All is loaded before
   anything is stored. */
INLINE void turn_square(char *const row[8], char *const cell[8], int size, int to_rows) {
  eight of_four[8];
  four of_eight[4];
  UNROLL
  for (int k = 0; k < side_of(size); k++)
    if (size == 4)
      of_four[k] = *(const eight_anywhere *)(const void *)(to_rows ? cell[k] : row[k]);
    else
      of_eight[k] = *(const four_anywhere *)(const void *)(to_rows ? cell[k] : row[k]);
  if (size == 4)
    turn_eight(of_four);
  else
    turn_four(of_eight);
  UNROLL
  for (int k = 0; k < side_of(size); k++)
    if (size == 4)
      *(eight_anywhere *)(void *)(to_rows ? row[k] : cell[k]) = of_four[k];
    else
      *(four_anywhere *)(void *)(to_rows ? row[k] : cell[k]) = of_eight[k];
}
#else
INLINE int side_of(int size) { return size / size; }
#endif

#endif
