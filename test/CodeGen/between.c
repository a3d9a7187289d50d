// Declarations between the loops stand in front of each copy of the body, at the beginning of a block.
// REQUIRES: gcc, clang
// RUN: tilepipe-cc %s -o %t.c
// RUN: FileCheck %s < %t.c
// DEFINE: %{warn} = -O2 -Wall -Wextra -Wshadow -Werror -c
// DEFINE: %{old} = -std=gnu90 -Wdeclaration-after-statement --tp-require %{warn} %s -o %t.o
// RUN: gcc %{warn} -fopenmp %tilepipe_flags %t.c -o %t.o
// RUN: clang-19 %{warn} -fopenmp -I%include %t.c -o %t.o
// RUN: env TILEPIPE_BACKEND=gcc tilepipe-cc %{old}
// RUN: env TILEPIPE_BACKEND=clang-19 tilepipe-cc %{old}

void sweep(int n, int m, double *a);
// CHECK-LABEL: {{^}}static TP_OPAQUE void tp_sweep_tile_scan
// CHECK: for (j = {{.*}} {
// CHECK-NEXT: {{^ +}}{
// CHECK-NEXT: {{^ +}}double *row = a + i * m, *above = row - m;
// CHECK-NEXT: {{^ +}}int before = i - 1, last = m - 1;
// CHECK-NEXT: {{^ +}}do {
// CHECK-NEXT: {{^ +}}{
// CHECK: } while (0);
// CHECK-NEXT: {{^ +}}}
void sweep(int n, int m, double *a)
{
  int i, j;
  for (i = 1; i < n; i++) {
    double t;
    double *row = a + i * m, *above = row - m;
    int before = i - 1, last = m - 1;
    for (j = 1; j < last; j++) {
      if (j == before)
        continue;
      t = above[j + 1];
      row[j] = 0.5 * row[j - 1] + 0.25 * t;
    }
  }
}
