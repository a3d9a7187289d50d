// Rows of one member of a structure hold the other members, which other tiles may write: gcc must not store again what lies
// between two stores of such a row.
// REQUIRES: gcc
// RUN: tilepipe-cc %s -o %t.c
// RUN: FileCheck %s < %t.c
// RUN: gcc -O3 -ffp-contract=off %s -o %t.seq
// RUN: env TILEPIPE_BACKEND=gcc tilepipe-cc -O3 %s -o %t.par
// RUN: %t.seq > %t.expected
// RUN: env OMP_NUM_THREADS=2 TILEPIPE_ALWAYS=1 %t.par > %t.two
// RUN: cmp %t.expected %t.two
// RUN: env OMP_NUM_THREADS=4 TILEPIPE_ALWAYS=1 %t.par > %t.four
// RUN: cmp %t.expected %t.four
#include <stdio.h>
#include <stdlib.h>

enum { N = 256, M = 64 };
struct cell {
  long v[2], w[1];
};
static long a[N][M + 2][2], b[N][M + 2];

// CHECK: static TP_STORES_APART void tp_turned_tile_scan(
static void turned(int n, int m, int l, int count, struct cell *restrict c) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      for (int k = 0; k < count; k++) {
        c[i * l + j + 1].v[k] = a[i][j + 1][k] % 100;
        c[i * l + j].v[k] = a[i][j][k] % 777 + j;
      }
    for (int j = m - 1; j >= 0; j--)
      for (int k = 0; k < count; k++)
        a[i][j][k] = a[i][j + 1][0] % 777 + c[i * l + j].v[k];
    for (int j = 0; j < m; j++)
      c[(n - 1 - i) * l + j].w[0] = b[i][j] % 55;
  }
}

int main(void) {
  unsigned long sum = 0;
  struct cell *c = calloc(N * (M + 2), sizeof *c);
  for (int r = 0; r < 300; r++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < M + 2; j++) {
        b[i][j] = i * 3 + j + r;
        a[i][j][0] = i + j * 7 + r;
        a[i][j][1] = i + j * 7 + r + 1;
      }
    turned(N, M, M + 2, 1 + r % 2, c);
    for (int x = 0; x < N * (M + 2); x++)
      sum = sum * 31 + (unsigned long)(c[x].v[0] + 7 * c[x].v[1] + 11 * c[x].w[0]);
  }
  printf("%lx\n", sum);
  free(c);
  return 0;
}
