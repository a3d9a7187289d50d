// A nest that shares its line with the user's other text adds no warning of misleading
// indentation.
// REQUIRES: gcc
// RUN: tilepipe-cc %s -o %t.c
// RUN: FileCheck %s < %t.c
// RUN: gcc -O2 -Wall -Wextra -Werror -fopenmp %tilepipe_flags -c %t.c -o %t.o
// CHECK: void f(double (*a)[40], int n) { int r = 0; TP_OTHERWISE(tp_f_run({{.*}})) for (int i
void f(double (*a)[40], int n);
void f(double (*a)[40], int n) { int r = 0; for (int i = 1; i < n; i++) for (int j = 1; j < 40; j++) a[i][j] = a[i - 1][j] * .5; r += a[1][1] > 2; a[0][0] = r; }
