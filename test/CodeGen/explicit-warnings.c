// What the explicit style inserts adds no warning of -Wall, wherever the arrays are.
//
// RUN: tilepipe-cc -O2 --tp-style=explicit -DSTATIC %s -o %t.static.c && grep -c '^#include <mpi.h>' %t.static.c | FileCheck %s
// RUN: tilepipe-cc -O2 --tp-style=explicit %s -o %t.c && grep -c '^#include <mpi.h>' %t.c | FileCheck %s
// CHECK: {{^}}1{{$}}
// RUN: mpicc -O2 -Wall -Werror -fopenmp -DSTATIC -c %t.static.c -o %t.o
// RUN: mpicc -O2 -Wall -Werror -fopenmp -c %t.c -o %t.o
// RUN: mpicc -O2 -Wall -Werror -Wno-unknown-pragmas -c %t.c -o %t.o
#ifdef STATIC
double A[200][200];
void nest(void) {
#else
void nest(double A[200][200]) {
#endif
  for (int i = 1; i < 200; i++)
    for (int j = 1; j < 200; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1] + 1;
}

#ifndef STATIC
// What is read under a condition has no bound of its own.
void condition(int n, int m, double (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      double r = i + 1 < n ? B[i + 1][j] : 0.5;
      B[i][j] = 0.5 * B[i - 1][j] + 0.25 * B[i][j - 1] + r;
    }
}
#endif
