// An array that no cache holds goes from lanes to memory past the caches: on threads, on ranks, in tiles that end anywhere.
// REQUIRES: gcc
// RUN: gcc -O2 %s -o %t.seq
// RUN: env TILEPIPE_BACKEND=gcc tilepipe-cc -O2 %s -o %t.par
// RUN: %t.seq 2 > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew TILEPIPE_STATS=1 OMP_NUM_THREADS=1 %t.par 2 2> %t.stats > %t.one && cmp %t.expected %t.one
// RUN: FileCheck %s < %t.stats
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew TILEPIPE_TILE=128,1000 OMP_NUM_THREADS=2 %t.par 2 > %t.two && cmp %t.expected %t.two
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew TILEPIPE_TILE=130,61 OMP_NUM_THREADS=3 %t.par 1 > %t.short
// RUN: %t.seq 1 > %t.expected && cmp %t.expected %t.short
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=1 %mpirun -np 2 %t.par 1 > %t.ranks && cmp %t.expected %t.ranks
// CHECK: region=align {{.*}} skewed={{[1-9]}}
#include <stdio.h>
#include <stdlib.h>

enum { N = 2111, M = 4099 };
static int H[N][M];
static short a[N];
static unsigned char b[M];

static void align(int n, int m, int (*H)[M], const short *a, const unsigned char *b) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      int best = H[i - 1][j - 1] + (a[i] == b[j] ? 5 : -3);
      best = best > H[i - 1][j] - 2 ? best : H[i - 1][j] - 2;
      H[i][j] = best > H[i][j - 1] - 2 ? best : H[i][j - 1] - 2;
    }
}

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++)
    a[i] = (short)(i * i % 7 - i % 2);
  for (int j = 0; j < M; j++)
    b[j] = (unsigned char)(j * 5 % 11 % 6);
  for (int calls = argc > 1 ? atoi(argv[1]) : 1; calls > 0; calls--) {
    align(N - calls, M - calls, H, a, b);
    unsigned hash = 1;
    for (int i = 0; i < N; i++)
      for (int j = 0; j < M; j++)
        hash = hash * 31 + (unsigned)H[i][j];
    printf("%u\n", hash);
  }
  return 0;
}
