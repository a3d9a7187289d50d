// Every character of the user's file stays where it was; two insertions per nest.
//
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: grep -v TEXT %t.c | FileCheck %s --check-prefix=TEXT
// RUN: python3 %S/Inputs/is_subsequence.py %s %t.c
// RUN: mpicc -O2 -Wall -Wextra -Werror -fopenmp -c %t.c -o %t.o %tilepipe_flags
//
// REMARK: source-to-source.c:[[@LINE+10]]:5: remark: loop nest of depth 2 parallelized as region 'sweep': distances (0,1) (1,0), tiling rows (1,0) (0,1) [-Rpass=tilepipe]
// TEXT: tp_sweep_tile
// TEXT: void sweep(int n, double a[n][n])
// TEXT: TP_OTHERWISE({{.*}}))
// TEXT-NEXT: for (int i = 1; i < n; i++)

void sweep(int n, double a[n][n]);

void sweep(int n, double a[n][n])
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++) /* stays */
            a[i][j] += a[i - 1][j] * a[i][j - 1];
}
