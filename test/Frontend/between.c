// Declarations between the loops of variables that keep their initial value belong to the innermost body.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: nest rows in rows at
// CHECK: read {{.*}}{ S[i0, i1] -> w[i0] :
// CHECK: read {{.*}}{ S[i0, i1] -> A[-1 + i0, i1] :
// CHECK: write {{.*}}{ S[i0, i1] -> A[i0, i1] :
void rows(int n, int m, double (*A)[m], const double *w) {
  for (int i = 1; i < n; i++) {
    double *row = A[i], *above = A[i - 1];
    const double weight = 0.5 * w[i];
    for (int j = 1; j < m; j++)
      row[j] = weight * row[j - 1] + above[j];
  }
}
// Bounds may name them.
// CHECK-LABEL: nest band in band at
// CHECK: domain {{.*}}-2 + i0 <= i1 <= 2 + i0
void band(int n, double (*A)[n]) {
  for (int i = 4; i < n - 4; i++) {
    const int first = i - 2;
    int last = first + 4;
    ;
    {
      for (int j = first; j <= last; j++)
        A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
    }
  }
}
// CHECK-LABEL: nest private in private at
void private(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++) {
    double t;
    for (int j = 1; j < m; j++) {
      t = 0.5 * A[i - 1][j];
      A[i][j] = t + 0.25 * A[i][j - 1];
    }
  }
}
// Of the same array, but not written meanwhile.
// CHECK-LABEL: nest column in column at
void column(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++) {
    double first = A[i - 1][1], last = A[i][m - 1];
    for (int j = 1; j < m; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * first + last;
  }
}
static double half(const double *w, int i) { return 0.5 * w[i]; }
// CHECK-LABEL: nest called in called at
// CHECK: read {{.*}}{ S[i0, i1, i2] -> w[i0]
void called(int l, int n, int m, double (*A)[n][m], const double *w) {
  for (int k = 1; k < l; k++) {
    double weight = half(w, k);
    for (int i = 1; i < n; i++) {
      int before = i - 1;
      for (int j = 1; j < m; j++)
        A[k][i][j] = weight * A[k][before][j] + 0.25 * A[k - 1][i][j];
    }
  }
}
// Each iteration of 'i' has its own.
// CHECK-LABEL: nest carried in carried at
// CHECK: expanded double t = tp_own_t[i]
void carried(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++) {
    double t;
    for (int j = 1; j < m; j++) {
      if (A[i - 1][j] > 0)
        t = A[i - 1][j];
      A[i][j] = t;
    }
  }
}
// CHECK: 'j' is read outside of the loop that steps it: 'j' at [[#@LINE+4]]:{{.*}}[tp-imperfect-nest]
void stale(int n, int m, double (*A)[m]) {
  int j = 3;
  for (int i = 1; i < n; i++) {
    int before = j;
    for (j = 1; j < m; j++)
      A[i][j] = before + 0.25 * A[i - 1][j];
  }
}
// CHECK: [[#@LINE+2]]:3: remark: loop not parallelized: 'k' is declared outside the nest and written in it: 'k' at
void counted(int n, int m, int k, double (*A)[m]) {
  for (int i = 1; i < n; i++) {
    int now = k++;
    for (int j = 1; j < m; j++)
      A[i][j] = now + 0.5 * A[i - 1][j];
  }
}
static int calls;
static int next(void) { return ++calls; }
// CHECK: remark: loop not parallelized: {{.*}}'next(){{.*}}at [[#@LINE+3]]:
void stepped(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++) {
    int now = next();
    for (int j = 1; j < m; j++)
      A[i][j] = now + 0.5 * A[i - 1][j];
  }
}
// Copies of the body have one place for all declarations.
// CHECK: remark: loop not parallelized: two variables named 'k' are used by the nest
void twice(int l, int n, int m, double (*A)[n][m]) {
  for (int h = 1; h < l; h++) {
    int k = h - 1;
    for (int i = 1 + k; i < n; i++)
      for (int k = 1; k < m; k++)
        A[h][i][k] = 0.5 * A[h - 1][i][k];
  }
}
