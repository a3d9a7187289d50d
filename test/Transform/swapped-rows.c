// Arrays that swap: which of them was written last depends on a remainder, and is still rows. Ranks get what their tiles read.
// RUN: split-file %s %t.d && tilepipe-cc %t.d/heat.c -o %t.c
// RUN: FileCheck %s < %t.c
// RUN: gcc -O0 -Wall -Wextra -Werror -fopenmp %tilepipe_flags -c %t.c -o %t.o
// RUN: tilepipe-cc -O2 %t.d/heat.c -o %t.d/heat && gcc -O2 -ffp-contract=off %t.d/heat.c -o %t.d/seq
// RUN: env OMP_NUM_THREADS=1 TILEPIPE_ALWAYS=1 TILEPIPE_TILE=3,4,5 TILEPIPE_VERIFY=1 %mpirun -np 3 %t.d/heat > %t.out
// RUN: %t.d/seq > %t.expected && cmp %t.expected %t.out
// RUN: env OMP_NUM_THREADS=2 TILEPIPE_ALWAYS=1 TILEPIPE_MESH=1,1,2 %mpirun -np 2 %t.d/heat > %t.out && cmp %t.expected %t.out

// CHECK-LABEL: static void tp_heat_livein(
// CHECK: for (tp_x0 = tp_max(tp_b->tp_lo[1] - 1, 0); tp_x0 <= tp_min(n - 1, tp_b->tp_hi[1]); tp_x0++)
// CHECK-NEXT: tp_run(tp_s, 0, {{.*}} + tp_max(tp_b->tp_lo[2] - 1, 0)) * 8, (tp_min(tp_b->tp_hi[2], n - 1) -
// CHECK-LABEL: static void tp_heat_owned(
// CHECK: for (tp_x0 =
// CHECK-NEXT: tp_run(tp_s, 0, {{.*}} + 1) * 8);
// CHECK-NEXT: if (
// CHECK-NEXT: for (tp_x0 =
// CHECK-NEXT: tp_run(tp_s, 1, {{.*}} + 1) * 8);
// CHECK-NEXT: }

//--- heat.c
#include <stdio.h>
#include <stdlib.h>

double *heat(int n, int steps, double *from, double *to) {
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        double here = from[i * n + j], up = i > 0 ? from[(i - 1) * n + j] : here, down = i < n - 1 ? from[(i + 1) * n + j] : here;
        double left = j > 0 ? from[i * n + j - 1] : here, right = j < n - 1 ? from[i * n + j + 1] : here;
        to[i * n + j] = here + 0.2 * (up + down - 2 * here) + 0.1 * (left + right - 2 * here);
      }
    double *swap = from;
    from = to;
    to = swap;
  }
  return from;
}

int main(void) {
  for (int n = 1; n < 40; n += 6)
    for (int steps = 0; steps < 9; steps++) {
      double *a = malloc(sizeof *a * n * n), *b = malloc(sizeof *b * n * n);
      for (int i = 0; i < n * n; i++) {
        a[i] = (i * 37 % 101) / 7.0;
        b[i] = -a[i];
      }
      double *last = heat(n, steps, a, b);
      for (int i = 0; i < n * n; i++)
        printf("%a %a %a\n", last[i], a[i], b[i]);
      free(a);
      free(b);
    }
  return 0;
}
