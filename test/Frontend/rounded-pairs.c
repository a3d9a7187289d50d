// Two numbers that one iteration rounds to float and uses as double again: gcc 12 forgets the rounding where it
// makes a vector of them, in a tile or in the user's own loop, and not always in both.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s
#include <complex.h>

// CHECK: :[[#@LINE+2]]:3: remark: loop not parallelized: two numbers are rounded to 'float' and used as 'double' again in one iteration, which gcc 12 may compile differently here and there: 'A[i][j]' at [[#@LINE+5]]:{{[0-9]+}}; compute in one type (0.5f instead of 0.5) [tp-rounded-pairs]
void again(int n, int m, float complex (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = 0.5 * conj(A[i][j]) + 0.25 * A[i][j - 1];
      A[i][j] = 0.5 * A[i][j];
    }
}
// CHECK: :[[#@LINE+2]]:3: {{.*}}[tp-rounded-pairs]
void other_name(int n, int m, float complex (*A)[m], double complex (*B)[m]) {
  for (int i = 1; i < n; i++) {
    int at = i;
    for (int j = 1; j < m; j++) {
      A[at][j] = 0.5 * B[i][j - 1];
      B[i][j] = 0.25 * A[i][j];
    }
  }
}
// Whether both are one element, the sizes tell.
// CHECK: :[[#@LINE+2]]:3: {{.*}}[tp-rounded-pairs]
void perhaps(int n, int m, int k, float complex (*A)[n][m], double complex (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[k][i][j] = 0.5 * B[i][j - 1];
      B[i][j] = 0.25 * A[n / 2][i][j];
    }
}
// CHECK: :[[#@LINE+2]]:3: {{.*}}[tp-rounded-pairs]
void cast(int n, int m, double complex (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = 0.5 * (float complex)(A[i][j - 1] + A[i - 1][j]);
}
// CHECK: :[[#@LINE+2]]:3: {{.*}}[tp-rounded-pairs]
void variables(int n, int m, double (*A)[m][2]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      float x = 0.5 * A[i][j - 1][0], y = 0.5 * A[i][j - 1][1], z = y;
      A[i][j][0] = 0.25 * x;
      A[i][j][1] = 0.25 * z;
    }
}
static inline double shorter(double x) { float y = x; return y; }
// CHECK: :[[#@LINE+2]]:3: {{.*}}[tp-rounded-pairs]
void callee(int n, int m, double (*A)[m][2]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j][0] = shorter(A[i][j - 1][0]);
      A[i][j][1] = shorter(A[i][j - 1][1]);
    }
}
static inline float half(double x) { return 0.5 * x; }
// CHECK: :[[#@LINE+2]]:3: {{.*}}[tp-rounded-pairs]
void answer(int n, int m, double (*A)[m][2]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j][0] = half(A[i][j - 1][0]) * 0.3;
      A[i][j][1] = half(A[i][j - 1][1]) * 0.3;
    }
}
// CHECK: :[[#@LINE+2]]:3: {{.*}}[tp-rounded-pairs]
void compound(int n, int m, float (*A)[m][2]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j][0] = 0.5f * A[i][j - 1][0];
      A[i][j][1] = 0.5f * A[i][j - 1][1];
      A[i][j][0] *= 0.5;
      A[i][j][1] *= 0.5;
      A[i][j][0] += 0.5 * A[i - 1][j][0];
      A[i][j][1] += 0.5 * A[i - 1][j][1];
    }
}

// Another element, or one of them alone, shares no vector; what is stored last is not used; float arithmetic stands in between.
// CHECK-NOT: tp-rounded-pairs
void stored(int n, int m, float complex (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = (float complex)(0.5 * A[i][j - 1]);
}
void earlier(int n, int m, float complex (*A)[m], double complex (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = 0.5 * B[i][j - 1];
      B[i][j] = 0.25 * A[i][j - 1];
    }
}
void neighbours(int n, int m, float (*A)[m][2]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j][0] = half(A[i][j - 1][0]);
      A[i][j][1] = 0.5 * A[i][j - 1][1];
    }
}
static inline float blend(float x, float y) {
  if (x > y)
    return x;
  return 0.3 * x + 0.7 * y;
}
void blended(int n, int m, float (*A)[m][2]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j][0] = blend(A[i][j - 1][0], A[i - 1][j][0]);
      A[i][j][1] = blend(A[i][j - 1][1], A[i - 1][j][1]);
    }
}
void diffusion(int n, int m, float (*A)[m]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      float old = A[i][j], now = old > 0.5 ? 1.0 : 0.0, error = old - now;
      A[i][j] = now;
      A[i][j + 1] += error * 7 / 16.0;
      A[i + 1][j] += error * 5 / 16.0;
      A[i + 1][j + 1] += error / 16.0;
    }
}
void grey(int n, int m, float (*A)[m][3]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      float y = 0.3 * A[i][j - 1][0] + 0.6 * A[i][j - 1][1] + 0.1 * A[i][j - 1][2];
      A[i][j][0] = 0.5 * y;
      A[i][j][1] = 0.25 * y;
    }
}
void single(int n, int m, float (*A)[m], float (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = 0.5 * A[i][j - 1];
      B[i][j] = 0.25 * A[i][j] + 0.5 * B[i - 1][j];
    }
}
