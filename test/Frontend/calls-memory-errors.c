// Functions that read and write memory, and more than that.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

static double *moving(double *p, int i) { p += i; return p; }
static double looped(const double *p, int n) { double s = 0; while (n-- > 0) s += p[n]; return s; }
static double behind(const double *p, int n) { int k; double s = 0; for (k = 0; k < n; k++) s += p[k]; return k * s; }
static double searched(const double *p, int n) { for (int k = 0; k < n; k++) if (p[k] > 0) return p[k]; return 0; }
static double again(const double *p, int n) { return n ? again(p, n - 1) : *p; }
static double through(double (*f)(double), const double *p) { return f(*p); }
static void hold(double *p, double **q) { *q = p; }
static double keep(const double *p) { static double last; double x = last; last = *p; return x; }
static double watch(volatile double *p) { return *p; }
static void count(int *p) { ++*p; }
static double step(double *p) { return p[0] = p[-1]; }
static double told(const double *p) {
#ifdef __clang__
  return *p;
#else
  return p[1];
#endif
}
static double *line;
static double of_line(int i) { return line[i]; }
static double id(double x) { return x; }

void calls(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: call of 'moving', which changes the pointer 'p': 'moving(A[i], j)' at [[@LINE+3]]:18 [tp-impure-call]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = *moving(A[i], j);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: call of 'looped', which has a 'while' loop: {{.*}} [tp-impure-call]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = looped(A[i], 3);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: call of 'behind', which has a loop whose iterator is not understood: {{.*}} [tp-impure-call]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = behind(A[i], 3);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: call of 'searched', which returns from inside a loop: {{.*}} [tp-impure-call]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = searched(A[i], n);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: call of 'again', which calls 'again', which is recursive: {{.*}} [tp-impure-call]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = again(A[i], 3);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: call of 'through', which calls through a pointer: {{.*}} [tp-impure-call]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = through(id, A[i]);
  double *q;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: call of 'hold', which writes 'q': {{.*}} [tp-impure-call]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      hold(&A[i][j], &q);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: call of 'keep', which keeps the static variable 'last': {{.*}} [tp-impure-call]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = keep(&A[i][j]);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: call of 'watch', which uses volatile memory: {{.*}} [tp-impure-call]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = watch(&A[i][j]);
  int calls = 0, i;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: call of 'count', which writes 'calls': {{.*}} [tp-impure-call]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      count(&calls);
  // The iterator: its address is taken.
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: call of 'count', which writes 'i': {{.*}} [tp-impure-call]
  for (i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      count(&i);
  // Nobody knows which operand comes first.
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: call of 'step', which writes memory in the midst of an expression: {{.*}} [tp-impure-call]
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j - 1] = A[i][j] + step(&A[i][j]);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: the declaration of 'told' depends on '#if', which may be another for the backend compiler [tp-local-macro]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = told(&A[i][j]);
}

// Emitted text would name this variable.
void hides(int n, int m, double (*A)[m], double *line) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: two variables named 'line' are used by the nest; rename one of them [tp-unsupported-expression]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = of_line(i);
  line[0] = 1;
}
