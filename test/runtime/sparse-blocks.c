// A band fills next to nothing of its tiles: blocks of these would be empty, and so many that a run would not end.
// REQUIRES: gcc
// RUN: %cc_seq %s -o %t.seq
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_BACKEND=gcc tilepipe-cc -O2 %s -o %t.par
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=blocks OMP_NUM_THREADS=2 TILEPIPE_STATS=1 %t.par > %t.got 2> %t.stats
// RUN: diff %t.expected %t.got
// RUN: FileCheck %s < %t.stats
// CHECK: region=window {{.*}}ran=1 {{.*}} blocked=0
// Small tiles within the band are full.
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=blocks TILEPIPE_TILE=4,4 OMP_NUM_THREADS=2 TILEPIPE_STATS=1 %t.par 4000 > %t.few 2> %t.stats
// RUN: FileCheck %s --check-prefix=FEW < %t.stats
// FEW: region=window {{.*}}ran=1 {{.*}} blocked={{[1-9]}}
#include <stdio.h>
#include <stdlib.h>

enum { N = 4000000 };
static double A[N + 100];

static void window(int steps) {
  for (int t = 0; t < steps; t++)
    for (int j = t; j < t + 8; j++)
      A[j] = A[j] * 0.5 + 1.0;
}

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++)
    A[i] = i % 17;
  window(argc > 1 ? atoi(argv[1]) : N);
  for (int i = 0; i < N; i += 4999)
    printf("%a\n", A[i]);
  return 0;
}
