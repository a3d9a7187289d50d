// The explicit style: a region in MPI calls and OpenMP pragmas, which needs no header of ours.
//
// RUN: tilepipe-cc -O2 --tp-style=explicit -Rpass=tilepipe -Rpass-missed=tilepipe %s -o %t.c 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: sed '1,/^#include/d' %t.c > %t.text && FileCheck %s < %t.text
// REMARK: loop nest of depth 2 parallelized as region 'relax'
// REMARK: no values flow from rank to rank{{.*}}[tp-explicit-style]
//
// A lecturer shows it on two pages.
// RUN: not diff %s %t.c > %t.diff
// RUN: grep -c '^>' %t.diff | FileCheck %s --check-prefix=LINES
// LINES: {{^(1[01][0-9]|120)$}}
//
// CHECK-NOT: tilepipe/runtime.h
// CHECK: #include <mpi.h>
// CHECK: #include <omp.h>
// CHECK: MPI_Irecv({{.*}}
// CHECK: MPI_Isend({{.*}}
// CHECK: the loop nest at line [[# @LINE + 34]] of relax
// CHECK: void tp_relax_tile_scan(const tp_box *__restrict tp_b, int n, int m, tp_int tp_A_1, double (*__restrict A)[tp_A_1])
// CHECK: if (tp_is_face &&
// CHECK: if (!tp_is_face &&
// CHECK: MPI_Bcast(tp_a, sizeof *tp_a, MPI_BYTE, 0, MPI_COMM_WORLD);
// CHECK: tp_tiles = (tp_all.tp_hi[1] - tp_all.tp_lo[1] - 1) / 64 + 1;
// CHECK: for (tp_int tp_s = -1;
// CHECK-NEXT: if (tp_rank > 0 && tp_s + 1 < tp_tiles)
// CHECK-NEXT: tp_share(&tp_before, 1, 64, tp_s + 1)
// CHECK-NEXT: tp_s - tp_threads >= 0
// CHECK-NEXT: tp_share(&tp_mine, 1, 64, tp_s - tp_threads)
// CHECK-NEXT: #pragma omp parallel for schedule(static, 1)
// CHECK: for (int tp_ran = tp_relax_run(n, m, {{.*}}); !tp_ran; tp_ran = 1)
// CHECK: __attribute__((__destructor__(101))) static void tp_end(void)
// CHECK: MPI_Finalize();
// CHECK-NOT: pthread
// CHECK: __attribute__((__constructor__(101))) static void tp_start(void)
// CHECK: MPI_Finalize(), _Exit(0);
//
// What binds plans is fixed in the text: the dimension that ranks share, extents, the schedule.
// RUN: tilepipe-cc -O2 --tp-style=explicit --tp-schedule=blocking --tp-mesh=1,4 --tp-tile=32,'*' %s -o %t.fixed.c
// RUN: FileCheck %s --check-prefix=FIXED < %t.fixed.c
// FIXED: tp_tiles = (tp_all.tp_hi[0] - tp_all.tp_lo[0] - 1) / 32 + 1;
// FIXED: tp_min(tp_min(4, tp_ranks), tp_length)
// FIXED: for (tp_int tp_s = 0;
// FIXED: tp_share(&tp_before, 0, 32, tp_s)
// FIXED-NEXT: tp_wait();
// FIXED-NEXT: #pragma omp parallel for
// FIXED: tp_share(&tp_mine, 0, 32, tp_s - tp_threads + 1)
// FIXED-NEXT: tp_wait();
#include <stdio.h>
#include <stdlib.h>

static void relax(int n, int m, double A[n][m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = 0.25 * (A[i - 1][j] + A[i][j - 1] + A[i - 1][j - 1]) + A[i][j];
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100, m = argc > 2 ? atoi(argv[2]) : 120;
  double(*A)[m] = malloc(sizeof(double[n][m]));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = (i * 7 + j * 3) % 11;
  relax(n, m, A);
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s = s * 0.5 + A[i][j];
  printf("%.17g\n", s);
}
