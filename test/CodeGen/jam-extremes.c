// Results that any order of points gives leave rows jammed: the greatest change of a sweep, and how many points change.
// REQUIRES: gcc
// RUN: tilepipe-cc %s -o %t.c -Rpass-analysis=tilepipe 2>&1 | FileCheck %s --check-prefix=REMARKS --allow-empty
// RUN: grep -v CHECK %t.c | FileCheck %s
// RUN: %cc_seq %s -o %t.seq -lm
// RUN: gcc -O3 -Wall -Wextra -Werror -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -lm -o %t.gcc
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=jam OMP_NUM_THREADS=1 TILEPIPE_STATS=1 %t.gcc 2>&1 > %t.got | FileCheck %s --check-prefix=RAN
// RUN: diff %t.expected %t.got
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=jam OMP_NUM_THREADS=3 TILEPIPE_TILE=13,40 %t.gcc > %t.got && diff %t.expected %t.got
// REMARKS-NOT: not-held
// RAN-DAG: region=relax {{.*}} jammed={{[1-9]}}
// RAN-DAG: region=zeros {{.*}} jammed={{[1-9]}}
#include <math.h>
#include <stdio.h>

enum { N = 83, M = 131 };
static double u[N][M];

// CHECK-LABEL: static TP_OPAQUE void tp_relax_jam_scan(
// CHECK: TP_RESULT_SO_FAR(most, tp_results->most);
// CHECK: double tp_held[1][7];
// CHECK: const double tp_value0 = TP_HELD(u[i][j - 1], tp_held[0][tp_k + 1]);
// CHECK: if (change > most) most = change;
// CHECK: TP_COMBINE_MAX(tp_results->most, most);
static double relax(int *count) {
  double most = 0;
  int changed = 0;
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < M - 1; j++) {
      double old = u[i][j];
      u[i][j] = .25 * (u[i - 1][j] + u[i][j - 1] + u[i][j + 1] + u[i + 1][j]);
      double change = fabs(u[i][j] - old);
      if (change > most) most = change;
      changed += change > .5;
    }
  *count = changed;
  return most;
}

// Which zero of several a result is, the program's order says. NaNs are not taken.
static double zeros(double start) {
  double most = start;
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++) {
      u[i][j] = u[i][j] - .5 * u[i][j - 1] * u[i - 1][j];
      if (u[i][j] > most) most = u[i][j];
    }
  return most;
}

// The place of an extreme is that of the first point that has it.
// CHECK-LABEL: static {{.*}}void tp_greatest_tile_scan(
// CHECK-NOT: tp_greatest_jam
// CHECK-LABEL: static void tp_greatest_pipeline(
static int greatest(void) {
  double most = -1;
  int place = -1;
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++) {
      u[i][j] = .5 * (u[i - 1][j] + u[i][j - 1]);
      if (u[i][j] > most) {
        most = u[i][j];
        place = i * M + j;
      }
    }
  return place;
}

static void fill(double zero, double other) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      u[i][j] = (i * j) % 3 == 1 ? zero : (i + j) % 7 ? -1. * ((i * 5 + j) % 3) : other;
}

int main(void) {
  int count = 0;
  fill(4, 9);
  for (int t = 0; t < 9; t++) {
    const double most = relax(&count);
    printf("%a %d\n", most, count);
  }
  fill(0, -0.);
  printf("%a\n", zeros(-0.));
  fill(-0., -3);
  printf("%a\n", zeros(0));
  fill(-0., NAN);
  printf("%a\n", zeros(-1));
  fill(3, 1);
  printf("%d\n", greatest());
  fwrite(u, 1, sizeof u, stdout);
  return 0;
}
