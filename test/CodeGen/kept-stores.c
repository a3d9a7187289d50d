// A tile whose stores gcc 12 loses sight of (their addresses differ from its loads' by a factor)
// must not be dropped as a function without effects.
// REQUIRES: gcc
// RUN: tilepipe-cc %s -o %t.c
// RUN: grep -q 'tp_spread_run' %t.c
// RUN: %cc_seq %s -o %t.seq
// RUN: gcc -O1 -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -o %t.par1
// RUN: gcc -O2 -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -o %t.par2
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 OMP_NUM_THREADS=1 %t.par1 > %t.got1
// RUN: env TILEPIPE_ALWAYS=1 OMP_NUM_THREADS=1 TILEPIPE_STATS=1 %t.par2 > %t.got2 2> %t.stats
// RUN: diff %t.expected %t.got1
// RUN: diff %t.expected %t.got2
// RUN: FileCheck %s --check-prefix=STATS < %t.stats
// STATS: region=spread {{.*}}ran={{[1-9]}}
#include <stdio.h>

static double A[26][26];

static void spread(void) {
  int i, j;
  for (i = 0; i < 13; i++)
    for (j = 0; j < 13; j++)
      A[2 * i][2 * j] = A[i][j] * .5 + 1;
}

int main(void) {
  double Sum = 0;
  for (int q = 0; q < 676; q++)
    A[q / 26][q % 26] = q * 1.25 + 134;
  spread();
  for (int q = 0; q < 676; q++)
    Sum = Sum * 1.1 + A[q / 26][q % 26];
  printf("%a\n", Sum);
  return 0;
}
