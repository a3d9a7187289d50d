// Rows behind pointers are looked at when a region is about to run: those that meet keep the program's own loop.
// REQUIRES: gcc
// RUN: %cc_seq %s -o %t.seq
// RUN: %t.seq order mixed alias pair holes > %t.expected
// RUN: env TILEPIPE_BACKEND=gcc tilepipe-cc -O2 %s -o %t.par
// RUN: env TILEPIPE_ALWAYS=1 OMP_NUM_THREADS=3 TILEPIPE_STATS=1 %t.par order mixed alias pair holes > %t.got 2> %t.stats
// RUN: diff %t.expected %t.got
// RUN: env TILEPIPE_ALWAYS=1 OMP_NUM_THREADS=3 TILEPIPE_STATS=1 %t.par order 2>&1 | FileCheck %s --check-prefix=RAN
// RUN: env TILEPIPE_ALWAYS=1 OMP_NUM_THREADS=3 TILEPIPE_STATS=1 %t.par mixed 2>&1 | FileCheck %s --check-prefix=RAN
// RAN: region=smooth {{.*}}ran=4 declined=0
// RUN: env TILEPIPE_ALWAYS=1 OMP_NUM_THREADS=3 TILEPIPE_STATS=1 %t.par alias 2>&1 | FileCheck %s --check-prefix=MEET
// RUN: env TILEPIPE_ALWAYS=1 OMP_NUM_THREADS=3 TILEPIPE_STATS=1 %t.par pair 2>&1 | FileCheck %s --check-prefix=MEET
// MEET: region=smooth {{.*}}ran=0 declined=4 reason="rows overlap"
// A pointer that the nest does not read may lead nowhere.
// RUN: env TILEPIPE_ALWAYS=1 OMP_NUM_THREADS=3 TILEPIPE_STATS=1 %t.par holes 2>&1 | FileCheck %s --check-prefix=HOLES
// HOLES: region=every_other {{.*}}ran=0 declined=1 reason="rows are not readable"
// Nothing is looked at where the region declines for another reason.
// RUN: env OMP_NUM_THREADS=1 TILEPIPE_STATS=1 %t.par alias 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE-NOT: rows overlap
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { P = 6, R = 70, C = 90 };

static void smooth(int p, int r, int c, double ***a, double ***b) {
  for (int i = 0; i < p; i++)
    for (int j = 1; j < r - 1; j++)
      for (int k = 1; k < c - 1; k++)
        a[i][j][k] = 0.25 * (b[i][j - 1][k] + b[i][j + 1][k] + b[i][j][k - 1] + b[i][j][k + 1]) + 0.5 * a[i][j][k];
}

static void every_other(int p, int r, int c, double ***a) {
  for (int i = 0; i < p; i += 2)
    for (int j = 0; j < r; j++)
      for (int k = 0; k < c; k++)
        a[i][j][k] = 0.5 * a[i][j][k] + i;
}

/* Rows in order of address, or the other way round in one block for both arrays by turns. */
static double ***rows(double *block, int step, int at) {
  double ***a = malloc(P * sizeof *a);
  for (int i = 0; i < P; i++) {
    a[i] = malloc(R * sizeof *a[i]);
    for (int j = 0; j < R; j++) {
      int row = i * R + j;
      a[i][j] = block + (size_t)(step > 0 ? row : step < -1 ? 2 * (P * R - 1 - row) + at : P * R - 1 - row) * C;
    }
  }
  return a;
}

static void fill(double *block, int count) {
  for (int i = 0; i < count; i++)
    block[i] = i % 23 * 0.125;
}

static void show(double ***a, const char *name) {
  double sum = 0;
  for (int i = 0; i < P; i++)
    for (int j = 0; j < R; j++)
      for (int k = 0; k < C; k++)
        sum += a[i][j][k] * (k % 7 + 1);
  printf("%s %a\n", name, sum);
}

int main(int argc, char **argv) {
  static double one[2 * P * R * C], other[P * R * C];
  for (int n = 1; n < argc; n++) {
    int is_mixed = strcmp(argv[n], "mixed") == 0;
    fill(one, 2 * P * R * C);
    fill(other, P * R * C);
    double ***a = rows(one, is_mixed ? -2 : 1, 0), ***b = is_mixed ? rows(one, -2, 1) : rows(other, 1, 0);
    if (strcmp(argv[n], "holes") == 0) {
      double **kept = a[1];
      a[1] = (double **)64;
      every_other(P, R, C, a);
      a[1] = kept;
    } else {
      if (strcmp(argv[n], "alias") == 0) /* a row that is written begins within another one */
        a[2][30] = a[2][29] + C / 2;
      if (strcmp(argv[n], "pair") == 0) /* a row of the other array */
        b[3][11] = a[5][60];
      for (int t = 0; t < 4; t++)
        smooth(P, R, C, a, b);
    }
    show(a, argv[n]);
  }
  return 0;
}
