// A file with assembler outside of functions: static arrays may have other names there, as memory behind pointers has.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -o /dev/null 2>&1 | FileCheck %s
double A[100][100];
extern double B[100][100];
extern const double C[100][100];
__asm__(".globl B, C\n.set B, A\n.set C, A");
// CHECK-LABEL: nest names in names at
// CHECK-DAG: array A : double [100][100] pointer written
// CHECK-DAG: array B : double [100][100] pointer{{$}}
// CHECK-DAG: array C : double [100][100] pointer const
// CHECK-DAG: array own : double [100][100] object{{$}}
void names(void) {
  double own[100][100];
  for (int i = 1; i < 100; i++)
    for (int j = 1; j < 100; j++)
      A[i][j] = B[i - 1][j] + C[i][j] + own[i][j];
}
