// Iterators declared outside the nest have their exit values, zero trips included.
// REQUIRES: gcc
// RUN: tilepipe-cc %s -o %t.c
// RUN: grep -q 'tp_fill_run' %t.c
// RUN: %cc_seq %s -o %t.seq
// RUN: gcc -O2 -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -o %t.par
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_STATS=1 %t.par > %t.got 2> %t.stats
// RUN: diff %t.expected %t.got
// RUN: FileCheck %s --check-prefix=STATS < %t.stats
// STATS: region=fill {{.*}}ran={{[1-9]}}
#include <stdio.h>
static int grid[64][64];
static void fill(int n, int m, int from) {
  int i = -7, j = -8, k = -9;
  for (i = from; i < n; i++)
    for (j = m - 1; j >= i; j--)
      for (k = j; k < 60; k += 7)
        grid[i][j] = i + j;
  printf("%d %d %d: %d %d %d\n", n, m, from, i, j, k);
}
int main(void) {
  for (int n = -1; n < 20; n += 3)
    for (int m = -2; m < 40; m += 7)
      for (int from = 0; from < 6; from += 5)
        fill(n, m, from);
  return 0;
}
