// A loop around calls: the called function's nests have outcomes of their own, and the bodies in place of the calls make the
// loop a region where they can.
//
// RUN: tilepipe-cc %s -Rpass=tilepipe -Rpass-missed=tilepipe -o %t.c 2>&1 | FileCheck %s
// RUN: tilepipe-cc %s --tp-print-after=frontend -o /dev/null 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: FileCheck %s --check-prefix=EMITTED --input-file=%t.c
// RUN: gcc -O2 -Wall -Werror -c %t.c -I %include -o /dev/null

// CHECK: region 'step'
// The function is called no more, which is no mistake of the user's.
// EMITTED: __attribute__((__unused__)) static void step
static void step(int n, double (*restrict a)[n], double (*restrict b)[n]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) // a comment
      b[i][j] = a[i - 1][j] + a[i + 1][j];
}
static double smooth(double x) { return 0.5 * x; }
// CHECK: :[[@LINE+8]]:3: remark: loop nest of depth 3 parallelized as region 'run': region of 5 loops and 2 statements, {{.*}}, 4 loops of called functions included
// Names of the function's variables are new to the file; each line keeps its number.
// TEXT: // calls replaced in line [[@LINE+7]]
// TEXT-NEXT: {{^}}    ; for (int [[I:i_[0-9]+]] = 1; [[I]] < n - 1; [[I]]++) for (int [[J:j_[0-9]+]] = 1; [[J]] < n - 1; [[J]]++) b{{.}}[[I]]][[[J]]] = a{{.}}[[I]] - 1][[[J]]] + a{{.}}[[I]] + 1][[[J]]];
// TEXT-NEXT: // calls replaced in line [[@LINE+6]]
// TEXT-NEXT: {{^}}    ; for (int [[I2:i_[0-9]+]] = 1; [[I2]] < n - 1; {{.*}} a{{.}}[[I2]]]{{.*}} = b{{.}}[[I2]] - 1]{{.*}} + b{{.}}[[I2]] + 1]
void run(int n, int steps, double (*a)[n], double (*b)[n]) {
  
  for (int t = 0; t < steps; t++) {
    step(n, a, b);
    step(n, b, a);
  }
}
// CHECK: :[[@LINE+2]]:3: remark: loop nest of depth 1 parallelized as region 'apply'
void apply(int n, double *a) {
  for (int i = 0; i < n; i++)
    a[i] = smooth(a[i]);
}

// A loop whose whole body is the call holds all of the function's statements.
static void both(int n, double *a, double *b) {
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
  for (int i = 1; i < n - 1; i++)
    a[i] = b[i];
}
// CHECK: region 'all': region of 3 loops and 2 statements, {{.*}}, 2 loops of called functions included
// TEXT: {{^}}  for (int t = 0; t < steps; t++) { ; for (int i_{{[0-9]+}} = 1; {{.*}} for {{.*}} a[i_{{[0-9]+}}] = b[i_{{[0-9]+}}]; }
void all(int n, int steps, double *restrict a, double *restrict b) {
  for (int t = 0; t < steps; t++) both(n, a, b);
}

// A variable of the caller hides what the function names.
static double scale;
static void scaled(int n, double *a) {
  for (int i = 1; i < n; i++)
    a[i] = scale * a[i - 1];
}
// CHECK: :[[@LINE+4]]:3: remark: loop not parallelized: the loops that it repeats are in 'scaled'
// CHECK-NOT: calls replaced
void hidden(int n, int steps, double *a) {
  int scale = steps;
  for (int t = 0; t < scale; t++)
    scaled(n, a);
}

// A variable of the caller hides what a function hands on to another one.
static double field[400];
static void shift(int n, double *x) {
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1] + 1;
}
static void all_fields(int n) { shift(n, field); }
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: {{.*}}
void shifted(int n, int steps, double *field) {
  for (int t = 0; t < steps; t++) {
    all_fields(n);
    field[t] = t;
  }
}

// What a directive leaves out of a function's body does not come along.
static void lines(int n, double *x) {
#ifdef NOT_DEFINED
  while (x[0] > 0) {
#else
  for (int i = 1; i < n; i++) {
#endif
    x[i] = x[i - 1] + 1;
  }
}
// CHECK: region 'directives': region of 3 loops and 2 statements, {{.*}}, 1 loop of called functions included
// TEXT: {{^}}    ; for (int i_{{[0-9]+}} = 1; i_{{[0-9]+}} < n; i_{{[0-9]+}}++) { x[i_{{[0-9]+}}] = x[i_{{[0-9]+}} - 1] + 1; }
void directives(int n, int steps, double *x) {
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      x[i] = 0.5 * x[i];
    lines(n, x);
  }
}

// The calls of a loop that is no region stay, and those of the loops in it are replaced. A function's array is declared in
// front of the loop: it ties no other loops together.
void report(int);
static void solve(int n, int k, double (*restrict d)[40], double (*restrict v)[40][40]) {
  int i, j, m;
  double half, part[3], most;
  half = 1.0 / 2.0;
  most = half + 1;
  for (i = n - 1; i > 0; i--)
    for (j = n - 1; j > 0; j--)
      d[i][j] = half * v[i][j][k - 1];
  for (i = 1; i < n; i++)
    for (j = 1; j < n; j++) {
      for (m = 0; m < 2; m++)
        part[m] = v[i - 1][j - m][k] * m;
      v[i][j][k] = d[i][j] + part[0] * most + part[1];
    }
}
// TEXT: calls replaced in line [[@LINE+5]]
// TEXT-NEXT: void sweeps(int n, int steps, double (*restrict d)[40], double (*restrict v)[40][40]) { double part_[[P:[0-9]+]][3];{{ *$}}
// TEXT: int i_{{[0-9]+}}, j_{{[0-9]+}}, m_{{[0-9]+}}; double half_{{[0-9]+}}; double most_{{[0-9]+}}; half_{{.*}} part_[[P]][m_{{[0-9]+}}] = v[
// CHECK: :[[@LINE+3]]:3: remark: loop not parallelized: call of 'report'
// CHECK: :[[@LINE+4]]:5: remark: loop nest of depth 3 parallelized as region 'sweeps': region of 6 loops and 2 statements, distances up to (1,1,1) along the rows, {{.*}}, 5 loops of called functions included
void sweeps(int n, int steps, double (*restrict d)[40], double (*restrict v)[40][40]) {
  for (int t = 0; t < steps; t++) {
    report(t);
    for (int k = 1; k < 40; k++)
      solve(n, k, d, v);
  }
}

// Arrays of more than a kilobyte stay where the body is: the caller may call itself.
static void fill(int n, double (*restrict u)[40], double (*restrict v)[40]) {
  double big[40][40];
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 40; j++)
      big[i][j] = u[i - 1][j] * 0.5;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 40; j++)
      v[i][j] = big[i][j] + 0.25 * v[i][j - 1];
}
// CHECK: :[[@LINE+3]]:3: remark: loop not parallelized: the loops that it repeats are in 'fill'
void filled(int n, int steps, double (*restrict u)[40], double (*restrict v)[40]) {
  // a line
  for (int t = 0; t < steps; t++)
    fill(n, u, v);
}

// A directive between arguments would be lost.
// CHECK: :[[@LINE+3]]:3: remark: loop not parallelized: the loops that it repeats are in 'lines'
#define LENGTH 30
void between_arguments(int n, int steps, double *x) {
  for (int t = 0; t < steps; t++)
    lines(n,
#undef LENGTH
          x);
}

// A parameter without a use is nothing that a compiler would warn of.
static void spare(int n, int unused, double *x) {
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1] + 1;
}
// CHECK: region 'spared': distances (0,1) (1,-1) (1,0), {{.*}}, 1 loop of called functions included
// EMITTED-NOT: unused_1
void spared(int n, int steps, double *x) {
  for (int t = 0; t < steps; t++)
    spare(n, 3, x);
}

// CHECK-NOT: error
// What a body names is declared behind the caller: that loop keeps its call, and others do not.
void later(int n, double *x);
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the loops that it repeats are in 'later'
void too_early(int n, int steps, double *x) {
  for (int t = 0; t < steps; t++)
    later(n, x);
}
static const double declared_late = 0.5;
void later(int n, double *x) {
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1] + declared_late;
}

// Two parameters with one argument: compilers warn of a comparison of a variable with itself.
static void between(int low, int high, double *x) {
  for (int i = 1; i < high; i++)
    if (low == high)
      x[i] = x[i - 1] + 1;
}
// CHECK: region 'same': {{.*}}, 1 loop of called functions included
void same(int n, int steps, double *x) {
  for (int t = 0; t < steps; t++)
    between(n, n, x);
}

// A name with an escape, which Clang knows by another spelling.
static void escaped(int n, double *caf\u00e9) {
  for (int i = 1; i < n; i++)
    caf\u00e9[i] = caf\u00e9[i - 1] + 1;
}
// CHECK: region 'escapes': {{.*}}, 1 loop of called functions included
void escapes(int n, int steps, double *x) {
  for (int t = 0; t < steps; t++)
    escaped(n, x);
}

// A function that answers the same each time, and is not asked.
static int advance(int n, double *x) {
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1] + 0.5 * x[i];
  return 0;
}
// CHECK: region 'advances': {{.*}}, 1 loop of called functions included
void advances(int n, int steps, double *x) {
  for (int t = 0; t < steps; t++)
    advance(n, x);
}

// A function that begins with a call.
static void spread(int n, double *x, double by) {
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1] * by + x[i];
}
static void spread_twice(int n, double *x) {
  spread(n, x, 0.25 * n);
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1] * 0.5 + x[i];
}
// CHECK: region 'spreads': {{.*}}, 2 loops of called functions included
void spreads(int n, int steps, double *x) {
  for (int t = 0; t < steps; t++)
    spread_twice(n, x);
}
