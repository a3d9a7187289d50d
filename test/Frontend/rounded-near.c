// Numbers that one iteration rounds to float and a near one uses as double: gcc 12 at -O3 unrolls short loops, and some
// iterations of the loop around the innermost one, and forgets the rounding between them.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s
#include <complex.h>
#include <math.h>

// CHECK: :[[#@LINE+2]]:3: remark: loop not parallelized: numbers are rounded to 'float' and used as 'double' again in an iteration close by, which gcc 12 may compile differently here and there: 'A[i][j]' at {{.*}}; compute in one type (0.5f instead of 0.5) [tp-rounded-near]
void again(int n, int m, float complex (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 0; k < 2; k++)
        A[i][j] = 0.5 * A[i][j] + 0.25 * A[i][j];
}
// No iteration of i has more than ten of k.
// The nest inside is no region either.
// CHECK: :[[#@LINE+3]]:3: {{.*}}[tp-rounded-near]
// CHECK: :[[#@LINE+3]]:5: {{.*}}[tp-rounded-near]
void bounded(int n, int m, float complex (*A)[m]) {
  for (int i = 10; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 8; k < 28 - i; k++)
        A[i][j] = 0.5 * A[i][j] + 0.25 * A[i][j];
}
// CHECK: :[[#@LINE+2]]:3: {{.*}}[tp-rounded-near]
void pairs(int n, int m, float (*A)[m][2], double *w) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 0; k < 4; k++) {
        A[i][j][0] += w[k];
        A[i][j][1] += w[k];
      }
}
// CHECK: :[[#@LINE+2]]:3: {{.*}}[tp-rounded-near]
void carried(int n, float complex (*A)[16], float complex (*B)[16]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 16; j++)
      A[i][j] = 0.5 * A[i][j - 1] + 0.25 * B[i][j];
}
// Loops of any length around the innermost one.
// CHECK: :[[#@LINE+2]]:3: {{.*}}[tp-rounded-near]
void jammed(int n, int m, float complex (*A)[m], float complex (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * B[i][j];
}
// CHECK: :[[#@LINE+2]]:3: {{.*}}[tp-rounded-near]
void every_other(int n, int m, float complex (*A)[m], float complex (*B)[m]) {
  for (int i = 1; i < n; i += 2)
    for (int j = 1; j < m; j++)
      A[i + 1][j] = 0.5 * A[i - 1][j] + 0.25 * B[i][j];
}
// CHECK: :[[#@LINE+2]]:3: {{.*}}[tp-rounded-near]
void variable(int n, int m, float complex (*A)[m], float complex (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      float complex above = A[i - 1][j];
      A[i][j] = 0.5 * above + 0.25 * B[i][j];
    }
}
static inline float mean(float x, float y) { return 0.5 * x + 0.5 * y; }
// CHECK: :[[#@LINE+2]]:3: {{.*}}[tp-rounded-near]
void callee(int n, int m, float (*A)[m][2]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j][0] = mean(A[i - 1][j][0], A[i][j - 1][0]);
      A[i][j][1] = mean(A[i - 1][j][1], A[i][j - 1][1]);
    }
}
// The neighbours are those of a loop that is unrolled.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[tp-rounded-near]
// CHECK: :[[#@LINE+4]]:5: {{.*}}[tp-rounded-near]
// CHECK: :[[#@LINE+4]]:7: {{.*}}[tp-rounded-near]
void colours(int n, int m, float (*A)[m][3], float (*B)[m][3]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int c = 0; c < 3; c++)
        A[i][j][c] = 0.5 * A[i - 1][j][c] + 0.25 * B[i][j][c];
}

// Several statements: wherever they round.
// CHECK: :[[#@LINE+3]]:3: {{.*}}[tp-rounded-near]
// CHECK: :[[#@LINE+4]]:5: {{.*}}[tp-rounded-near]
void statements(int n, int m, float (*A)[m]) {
  for (int i = 1; i < n; i++) {
    A[i][0] = 1;
    for (int j = 1; j < m; j++)
      A[i][j] += 0.5;
  }
}

// Too long to be unrolled as a whole; in one type; single numbers; iterations that must not change places.
// CHECK-NOT: tp-rounded
void longer(int n, int m, float complex (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 0; k < 18; k++)
        A[i][j] = 0.5 * A[i][j] + 0.25 * A[i][j];
}
void unknown(int n, int m, int l, float complex (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 0; k < l; k++)
        A[i][j] = 0.5 * A[i][j] + 0.25 * A[i][j];
}
void in_float(int n, int m, float complex (*C)[m], float complex (*A)[m], float complex (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 0; k < 8; k++)
        C[i][j] += 0.5f * A[i][k] + B[k][j];
}
void in_double(int n, int m, double complex (*C)[m], float complex (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 0; k < 8; k++)
        C[i][j] += 0.5 * A[i][k];
}
void single(int n, int m, float (*C)[m], float (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 0; k < 8; k++)
        C[i][j] += 0.5 * A[i][k];
}
void further(int n, int m, float complex (*A)[m], float complex (*B)[m]) {
  for (int i = 4; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = 0.5 * A[i - 4][j] + 0.25 * B[i][j];
}
void skewed(int n, int m, float complex (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m - 1; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i - 1][j + 1];
}
void called_by_statements(int n, double (*A)[n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++)
      A[i][j] -= A[j][j];
    A[i][i] = sqrt(A[i][i]);
  }
}
