// A multiply-add body built as pkg-config says, for a machine with fused multiply-add: the bits are
// those of the reference build.
// REQUIRES: gcc, mpicc
// RUN: tilepipe-cc %s -o %t.c
// RUN: gcc -O3 -march=native -ffp-contract=off %s -o %t.seq
// RUN: mpicc -O3 -march=native -fopenmp %t.c $(pkg-config --cflags --libs tilepipe) -o %t.par
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_TILE=7,13 OMP_NUM_THREADS=3 %t.par > %t.got
// RUN: diff %t.expected %t.got
#include <stdio.h>
static double a[300][400], b[300][400];
int main(void) {
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < 400; j++) {
      a[i][j] = (i * 37 % 101) / 7.0;
      b[i][j] = (j * 53 % 97) / 97.0;
    }
  for (int i = 1; i < 300; i++)
    for (int j = 1; j < 400; j++)
      a[i][j] = a[i - 1][j] * 0.3 + a[i][j - 1] * 0.4 + a[i - 1][j - 1] * b[i][j] * 0.2;
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < 400; j++)
      printf("%a\n", a[i][j]);
  return 0;
}
