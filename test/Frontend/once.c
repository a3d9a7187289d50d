// Statements in `do ... while (0)`, as macros have them, are run once; constants that are calls.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

#include <math.h>
#define SET(x, y) do { (x) = (y); } while (0)
#define SEMICOLON(x, y) do (x) = (y); while (0);

// CHECK-LABEL: nest macros in macros at
// CHECK: read [m, n] -> { S[i0, i1] -> A[-1 + i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: read [m, n] -> { S[i0, i1] -> A[i0, -1 + i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> B[i0, i1] : 0 < i0 < n and 0 < i1 < m }
void macros(int n, int m, double (*A)[m], double (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      SET(A[i][j], A[i - 1][j]);
      SEMICOLON(B[i][j], A[i][j - 1])
    }
}
// Alone, without braces; both branches write.
// CHECK-LABEL: nest alone in alone at
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK-NOT: read
void alone(int n, int m, double (*A)[m], double up) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      do {
        if (up > 0)
          SET(A[i][j], 1);
        else
          SET(A[i][j], 2);
      } while (0);
}
// A switch inside has its own `break`.
// CHECK-LABEL: nest chosen in chosen at
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
void chosen(int n, int m, double (*A)[m], const int *kind) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      do {
        switch (kind[j]) {
        case 1:
          A[i][j] = A[i - 1][j];
          break;
        default:
          A[i][j] = 0;
        }
      } while (0);
}
static double stored;
static void store(double (*A)[50], int i, int j) {
  do {
    A[i][j] = A[i - 1][j] + stored;
  } while (0);
}
// CHECK-LABEL: nest called in called at
// CHECK: read [n] -> { S[i0, i1] -> A[-1 + i0, i1] :
// CHECK: write [n] -> { S[i0, i1] -> A[i0, i1] :
void called(int n, double (*A)[50]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 50; j++)
      store(A, i, j);
}
static double worst(void) { return -HUGE_VAL; }
// CHECK-LABEL: nest constants in constants at
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] :
void constants(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      double unknown = NAN, best = INFINITY, most = HUGE_VAL;
      A[i][j] = isnan(A[i - 1][j]) ? unknown : fmin(best, most) + worst();
    }
}
// CHECK-NOT: not parallelized
