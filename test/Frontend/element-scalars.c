// Scalars for which the element stands that they become at last.
// RUN: tilepipe-cc %s --tp-print-after=frontend -o /dev/null 2>&1 | FileCheck %s

// CHECK: nest product in product at
// CHECK: expanded double s = c[i][j]
void product(int n, double (*restrict c)[n], double (*restrict a)[n], double (*restrict b)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

// Arrays are what they are, and constants of enumerations.
// CHECK: nest fixed in fixed at
// CHECK: expanded double s = sc[i][j + ONE]
enum { ONE = 1 };
static double sa[90][90], sc[90][91];
void fixed(void) {
  for (int i = 0; i < 90; i++)
    for (int j = 0; j < 90; j++) {
      double s = 0;
      for (int k = 0; k < 90; k++)
        s += sa[i][k] * sa[k][j];
      sc[i][j + ONE] = s;
    }
}

// Other statements may stand beside.
// CHECK: nest beside in beside at
// CHECK: expanded float s = c[i * n + j]
void beside(int n, float *restrict c, float *restrict a, float *restrict b, float *restrict d) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      d[i * n + j] = 0;
      float s = b[i * n + j];
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
      d[i * n + j] += 1;
    }
}

// Each iteration sets it first.
// CHECK: nest outside in outside at
// CHECK: expanded double s = c[i][j]
void outside(int n, double (*restrict c)[n], double (*restrict a)[n], double (*restrict b)[n]) {
  double s;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

// The nest reads the array; the scalar has another type, is named behind, behind the nest as well, or has a value from the
// iteration before; an iteration may end before; the element is another one by then; it is written under a condition.
// CHECK-NOT: expanded
void reads(int n, double (*restrict c)[n], double (*restrict a)[n], double (*restrict b)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = c[i][j];
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

void type(int n, float (*restrict c)[n], float (*restrict a)[n], float (*restrict b)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

void behind(int n, double (*restrict c)[n], double (*restrict a)[n], double (*restrict b)[n], double *restrict d) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
      d[j] = s + 1;
    }
}

double after(int n, double (*restrict c)[n], double (*restrict a)[n], double (*restrict b)[n]) {
  double s = 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
  return s;
}

void goes_on(int n, double (*restrict c)[n], double (*restrict a)[n], double (*restrict b)[n]) {
  double s = 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      s = 0.5 * s;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

void sometimes(int n, double (*restrict c)[n], double (*restrict a)[n], double (*restrict b)[n]) {
  double s = 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      if (j)
        s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

void leaves(int n, double (*restrict c)[n], double (*restrict a)[n], double (*restrict b)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      if (i == j)
        continue;
      c[i][j] = s;
    }
}

void moves(int n, double (*restrict c)[n], double (*restrict a)[n], double (*restrict b)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int l = 0;
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      l = j;
      c[i][l] = s;
    }
}

void perhaps(int n, double (*restrict c)[n], double (*restrict a)[n], double (*restrict b)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      if (s > 0)
        c[i][j] = s;
    }
}
