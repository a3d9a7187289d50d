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
// STATS: region=count {{.*}}ran={{[1-9]}}
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
// Where a bound is a product of members.
struct boxes {
  struct { int i, j; } in;
  int *rank;
};
static void count(struct boxes *b) {
  int box;
  for (box = 0; box < b->in.i * b->in.j; box++)
    b->rank[box] += box;
  printf("%d\n", box);
}
int main(void) {
  for (int n = -1; n < 20; n += 3)
    for (int m = -2; m < 40; m += 7)
      for (int from = 0; from < 6; from += 5)
        fill(n, m, from);
  for (int n = 0; n < 40; n += 3) {
    struct boxes b = {{n, 64 - n}, &grid[3][0]};
    count(&b);
    printf("%d\n", grid[5][7]);
  }
  return 0;
}
