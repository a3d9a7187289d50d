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

// The nest may read the array elsewhere, and the last statement compute with the scalar. One scalar may have an element in each
// of several loops.
// CHECK: nest lower_and_upper in lower_and_upper at
// CHECK: expanded double w = a[i][j]
// CHECK: expanded double w = a[i][j]
void lower_and_upper(int n, double (*restrict a)[n]) {
  double w;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      w = a[i][j];
      for (int k = 0; k < j; k++)
        w -= a[i][k] * a[k][j];
      a[i][j] = w / a[j][j];
    }
    for (int j = i; j < n; j++) {
      w = a[i][j];
      for (int k = 0; k < i; k++)
        w -= a[i][k] * a[k][j];
      a[i][j] = w;
    }
  }
}

// CHECK: nest declared_twice in declared_twice at
// CHECK: expanded double w = a[i][j]
// CHECK: expanded double w = a[i][j]
void declared_twice(int n, double (*restrict a)[n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      double w = a[i][j];
      for (int k = 0; k < j; k++)
        w -= a[i][k] * a[k][j];
      a[i][j] = w / a[j][j];
    }
    for (int j = i; j < n; j++) {
      double w = a[i][j];
      for (int k = 0; k < i; k++)
        w -= a[i][k] * a[k][j];
      a[i][j] = w;
    }
  }
}

// Two scalars, each with its element.
// CHECK: nest two in two at
// CHECK: expanded double s = c[i][j]
// CHECK: expanded double t = d[i][j]
void two(int n, double (*restrict c)[n], double (*restrict d)[n], double (*restrict a)[n], double (*restrict b)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      double t = 0;
      for (int k = 0; k < n; k++) {
        s += a[i][k] * b[k][j];
        t += a[k][i] * b[j][k];
      }
      c[i][j] = s;
      d[i][j] = t;
    }
}

// The element is read meanwhile, under another text or the same; it would stand for two scalars; another loop names the scalar.
// The scalar has another type, is named behind, behind the nest as well, or has a value from the iteration before; an iteration
// may end before; the element is another one by then; it is written under a condition.
// CHECK-NOT: expanded
void meanwhile(int n, double (*restrict c)[n], double (*restrict b)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += c[i][k] * b[k][j];
      c[i][j] = s;
    }
}

void same_text(int n, double (*restrict c)[n], double (*restrict a)[n], double (*restrict b)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = 0.5 * c[i][j] + s;
    }
}

void two_at_once(int n, double (*restrict c)[n], double (*restrict a)[n], double (*restrict b)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      double t = 0;
      for (int k = 0; k < n; k++) {
        s += a[i][k] * b[k][j];
        t += a[k][i] * b[j][k];
      }
      c[i][j] = s / t;
    }
}

void named_elsewhere(int n, double (*restrict c)[n], double (*restrict a)[n], double (*restrict b)[n], double *restrict d) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
    d[i] = s;
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

void behind(int n, double (*restrict c)[n], double (*restrict a)[n], double (*restrict b)[n], float *restrict d) {
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
