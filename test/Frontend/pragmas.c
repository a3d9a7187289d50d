// Pragmas that leave a nest alone.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

// CHECK: nest behind_declaration in behind_declaration at
#pragma omp declare simd
void behind_declaration(double (*A)[10]) {
#pragma omp barrier
  int n = 10;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = 1;
}
// CHECK: nest hints in hints at
void hints(double (*A)[10]) {
#pragma tilepipe parallel
#pragma scop
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = 1;
#pragma endscop
}
