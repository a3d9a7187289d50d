// Calls that stay, for a function's body would mean something else in the caller, or be compiled in another way.
//
// RUN: tilepipe-cc %s -Rpass=tilepipe -Rpass-missed=tilepipe -o %t.c 2>&1 | FileCheck %s --implicit-check-not='of called functions included'
// RUN: gcc -O2 -Wall -Wextra -Werror -Wno-unused-function -c %t.c -I %include -I %S -o /dev/null

// A macro takes an argument for the name of a member, too: a variable's new name would name another one, or none.
struct agent { int age, mass; };
static struct agent agents[400];
#define GAIN(p, f) ((p).f + f)
static void feed(int n, int *load) {
  for (int k = 0; k < n; k++) {
    int mass = load[k] / 2;
    load[k] = GAIN(agents[k], mass);
  }
}
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the loops that it repeats are in 'feed'
void season(int years, int mass, int *load) {
  for (int t = 0; t < years; t++)
    feed(mass, load);
}

// A macro makes a name of its argument.
static double from_scale[400], a_scale[400];
#define SCALED(x, j) ((x)[j] * x##_scale[j])
static void scale(int n, double *from) {
  for (int j = 0; j < n; j++)
    from[j] = SCALED(from, j);
}
// CHECK: :[[@LINE+3]]:3: remark: loop not parallelized: the loops that it repeats are in 'scale'
void scales(int n, int steps, double *a) {
  a_scale[0] = 1;
  for (int t = 0; t < steps; t++)
    scale(n, a);
}

// A cast makes rows of another length.
static void relax(int n, int m, double (*a)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i][j] = a[i - 1][j] + a[i][j - 1];
}
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the loops that it repeats are in 'relax'
void levels(int n, int m, int steps, double (*b)[m]) {
  for (int t = 0; t < steps; t++)
    relax(n, m / 2, (double (*)[m / 2])b);
}

// Each read of what the parameter points to counts.
static void poll(int n, double *a, volatile double *flags) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] + flags[i];
}
static void poll_rows(int n, double *a, volatile double (*flags)[4]) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] + flags[i][0];
}
// CHECK: :[[@LINE+3]]:3: remark: loop not parallelized: {{.*}} 'poll{{.*}}'
// CHECK: :[[@LINE+4]]:3: remark: loop not parallelized: {{.*}} 'poll_rows{{.*}}'
void polls(int n, int steps, double *a, double *flags, double (*rows)[4]) {
  for (int t = 0; t < steps; t++)
    poll(n, a, flags);
  for (int t = 0; t < steps; t++)
    poll_rows(n, a, rows);
}

// The function calls itself: an array of the body in its place would take of the stack each time.
static void mix(int n, double *restrict a, const double *restrict b) {
  double part[3];
  for (int i = 1; i < n; i++) {
    for (int m = 0; m < 3; m++)
      part[m] = a[i - 1] * m;
    a[i] = b[i] + part[1] * part[2];
  }
}
// CHECK: :[[@LINE+3]]:3: remark: loop not parallelized: the loops that it repeats are in 'mix'
double descend(int depth, int n, double *restrict a, const double *restrict b) {
  // a line
  for (int t = 0; t < depth; t++)
    mix(n, a, b);
  return depth > 0 ? descend(depth - 1, n, a, b) + a[0] : 0;
}

// Options change between function and call.
static void precise(int n, double *a) {
  for (int i = 0; i < n; i++)
    a[i] = (a[i] + 1e16) - 1e16;
}
#pragma GCC push_options
#pragma GCC optimize("fast-math")
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the loops that it repeats are in 'precise'
void fast(int n, int steps, double *a) {
  for (int t = 0; t < steps; t++)
    precise(n, a);
}
#pragma GCC pop_options

// The header in between changes them, too.
static void exact(int n, double *a) {
  for (int i = 0; i < n; i++)
    a[i] = (a[i] + 1e15) - 1e15;
}
#include "Inputs/options-between.h"
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the loops that it repeats are in 'exact'
void inexact(int n, int steps, double *a) {
  for (int t = 0; t < steps; t++)
    exact(n, a);
}
#pragma GCC pop_options

// A macro gives a hint, and a loop.
#define SIMD(...) _Pragma("GCC ivdep") for (__VA_ARGS__)
static void hinted(int n, double *restrict a, const double *restrict b) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] + b[i];
  SIMD(int i = 0; i < n; i++)
    a[i] = 0.5 * a[i];
}
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the loops that it repeats are in 'hinted'
void hints(int n, int steps, double *restrict a, const double *restrict b) {
  for (int t = 0; t < steps; t++)
    hinted(n, a, b);
}

// A member's name and a variable's, by way of another macro.
#define OF .
#define AGED(p, f) ((p) OF f + f)
static void age_all(int n, int *load) {
  for (int k = 0; k < n; k++) {
    int age = load[k] / 2;
    load[k] = AGED(agents[k], age);
  }
}
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the loops that it repeats are in 'age_all'
void ages(int years, int age, int *load) {
  for (int t = 0; t < years; t++)
    age_all(age, load);
}

// Each call counts.
int calls;
static void counted(int n, double x[calls++]) {
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1] + x[i];
}
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the loops that it repeats are in 'counted'
void counts(int n, int steps, double *x) {
  for (int t = 0; t < steps; t++)
    counted(n, x);
}

// A macro of the callee's names what a variable of the caller hides.
static double weight = 0.25;
#define WEIGHTED(x) ((x) * weight)
static void weigh(int n, double *x) {
  for (int i = 1; i < n; i++)
    x[i] = WEIGHTED(x[i - 1]) + x[i];
}
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the loops that it repeats are in 'weigh'
void weighs(int n, int steps, double weight, double *x) {
  for (int t = 0; t < steps; t++)
    weigh(n, x);
  x[0] = weight;
}

// A type of the caller hides the one that the callee converts to.
typedef float narrow;
static void narrow_all(int n, double *x) {
  for (int i = 1; i < n; i++)
    x[i] = (narrow)x[i - 1] + x[i];
}
// CHECK: :[[@LINE+3]]:3: remark: loop not parallelized: the loops that it repeats are in 'narrow_all'
void narrows(int n, int steps, double *x) {
  typedef double narrow;
  for (int t = 0; t < steps; t++)
    narrow_all(n, x);
  x[0] = (narrow)n;
}

// A structure of the caller's has the tag of the callee's, and other members at the same place.
struct pair { double first, second; };
static void sum_pairs(int n, double *x) {
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1] + sizeof(struct pair);
}
// CHECK: :[[@LINE+3]]:3: remark: loop not parallelized: the loops that it repeats are in 'sum_pairs'
void sums_pairs(int n, int steps, double *x) {
  struct pair { double second; } p = {1};
  for (int t = 0; t < steps; t++)
    sum_pairs(n, x);
  x[0] = p.second;
}

// What the function answers hangs on its loop.
static double added(int n, double *x) {
  double sum = 0;
  for (int i = 1; i < n; i++) {
    x[i] = x[i - 1] + x[i];
    sum += x[i];
  }
  return sum;
}
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the loops that it repeats are in 'added'
void adds(int n, int steps, double *x) {
  for (int t = 0; t < steps; t++)
    added(n, x);
}

// A header gives the caller variables by the names that the callee has from the file's beginning.
#include "Inputs/declares-factor.h"
static void scale_by(int n, double *x) {
  for (int i = 1; i < n; i++)
    x[i] = factor * x[i - 1] + x[i];
}
// CHECK: :[[@LINE+4]]:3: remark: loop not parallelized: the loops that it repeats are in 'scale_by'
void scales_by(int n, int steps, double *x) {
#include "Inputs/declares-factor.h"
  factor = 0.25;
  for (int t = 0; t < steps; t++)
    scale_by(n, x);
  x[0] += factor;
}

// An argument that compilers read differently.
static void weaken(int n, double *x, double by) {
  for (int i = 1; i < n; i++)
    x[i] = by * x[i - 1] + x[i];
}
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the loops that it repeats are in 'weaken'
void weakens(int n, int steps, double *x) {
  for (int t = 0; t < steps; t++)
    weaken(n, x,
#if __GNUC__ < 6
           0.5
#else
           0.25
#endif
    );
}

// The type of a parameter, which compilers read differently.
#if __GNUC__ < 6
typedef float amount;
#else
typedef double amount;
#endif
static void add_amount(int n, double *x, amount by) {
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1] * by + x[i];
}
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the loops that it repeats are in 'add_amount'
void adds_amount(int n, int steps, double *x) {
  for (int t = 0; t < steps; t++)
    add_amount(n, x, 0.1 * t);
}

// Attributes of the parameter's type are not those of its canonical type.
typedef float __attribute__((may_alias)) bits;
static void halve(int n, bits *p) {
  for (int i = 1; i < n; i++)
    p[i] = p[i] * 0.5f + p[i - 1];
}
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the loops that it repeats are in 'halve'
void halves(int n, int steps, float *x) {
  for (int t = 0; t < steps; t++)
    halve(n, x);
}

// What a builtin asks about types.
typedef double wide;
static void ask_type(int n, double *x) {
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1] * (__builtin_types_compatible_p(wide, double) ? 0.5 : 0.25) + x[i];
}
// CHECK: :[[@LINE+3]]:3: remark: loop not parallelized: the loops that it repeats are in 'ask_type'
void asks_type(int n, int steps, double *x) {
  typedef float wide;
  for (int t = 0; t < steps; t++)
    ask_type(n, x);
  x[0] += (wide)n;
}

// A name that is a macro between function and call, for one compiler.
static double plain = 0.25, other_plain = 0.5;
static void use_plain(int n, double *x) {
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1] * plain + x[i];
}
#if __GNUC__ > 6
#define plain other_plain
#endif
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the loops that it repeats are in 'use_plain'
void uses_plain(int n, int steps, double *x) {
  for (int t = 0; t < steps; t++)
    use_plain(n, x);
  x[0] = plain + other_plain;
}
