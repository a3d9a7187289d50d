// Options that let gcc make conditional stores unconditional do not reach tile functions, for the elements in
// between may be another thread's.
// REQUIRES: gcc, x86
// RUN: gcc -Ofast -fno-allow-store-data-races -I%include -S %s -o %t.none
// RUN: gcc -Ofast -I%include -S %s -o %t.fast
// RUN: cmp %t.none %t.fast
// RUN: gcc -O3 -I%include -S %s -o %t.none
// RUN: gcc -O3 -fallow-store-data-races -I%include -S %s -o %t.asked
// RUN: cmp %t.none %t.asked
// The same function without the attribute.
// RUN: gcc -Ofast -I%include -S -DPLAIN %s -o %t.plain
// RUN: not cmp -s %t.fast %t.plain
#include <tilepipe/runtime.h>
#ifdef PLAIN
#undef TP_OPAQUE
#define TP_OPAQUE __attribute__((noipa, aligned(64)))
#endif
static int A[32];
int *known(void) { return A; }
TP_OPAQUE void tile(int lo, int hi, int first, int end, const int (*__restrict given)[32]) {
  for (int i = first; i < end; i++)
    for (int j = lo; j <= hi; j++)
      if (j % 2 == 0)
        A[0] += given[i][j];
}
