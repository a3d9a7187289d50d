// Whether next points of the innermost loop write other rows: tiles cut such loops, also on one CPU.
// RUN: tilepipe-cc %s -o %t.c && grep -v CHECK %t.c | FileCheck %s
// RUN: %cc_seq %s -o %t.seq && %t.seq > %t.expected
// RUN: gcc -O2 -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -o %t.out
// RUN: env OMP_NUM_THREADS=1 TILEPIPE_STATS=1 %t.out 2>&1 > %t.got | FileCheck %s --check-prefix=RAN
// RUN: diff %t.expected %t.got
// RAN: region=diagonals {{.*}} ran=1 {{.*}} extents={{[0-9]*}},256
#include <stdio.h>

// CHECK: TP_ABI, 0{{.*}} | TP_REGION_ACROSS_ROWS, "diagonals"
static void diagonals(int n, int *t) {
  for (int k = 0; k < n - 1; k++)
    for (int i = 0; i <= k; i++)
      t[(i + 1) * n + k + 1 - i] = t[i * n + k - i] + t[(i + 1) * n + k - i] - t[i * n + k + 1 - i];
}

// CHECK: TP_ABI, 0{{.*}} | TP_REGION_ACROSS_ROWS, "columns"
static void columns(int n, int (*t)[n]) {
  for (int j = 1; j < n; j++)
    for (int i = 1; i < n; i++)
      t[i][j] = t[i - 1][j] ^ t[i][j - 1] + 1;
}

// CHECK-NOT: TP_REGION_ACROSS_ROWS
static void rows(int n, int (*t)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      t[i][j] = t[i - 1][j] ^ t[i][j - 1] + 1;
}

// Points of a colour are two apart, but in one row.
// CHECK-NOT: TP_REGION_ACROSS_ROWS
static void colours(int n, int (*t)[n]) {
  for (int colour = 0; colour < 2; colour++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2)
        t[i][j] = t[i - 1][j] + t[i + 1][j] + t[i][j - 1] + t[i][j + 1];
}

static int t[2400 * 2400];

int main(void) {
  enum { N = 2400 };
  for (int i = 0; i < N * N; i++)
    t[i] = i % 7;
  diagonals(N, t);
  columns(N / 4, (void *)t);
  rows(N / 4, (void *)t);
  colours(N / 4, (void *)t);
  unsigned hash = 1;
  for (int i = 0; i < N * N; i++)
    hash = hash * 31 + t[i];
  printf("%u\n", hash);
  return 0;
}
