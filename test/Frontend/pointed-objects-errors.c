// Pointers that may lead to one object.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

#include <stdlib.h>

static double from[100], to[100];
static int column[1000];
double *unseen(void);

// Whoever may call it.
void external(int n, const double *x, double *y) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}} [tp-possible-alias]
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]];
}
static void same_object(int n, const double *x, double *y) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}} [tp-possible-alias]
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]];
}
static void through(int n, double *x, double *y) { same_object(n, x, y); }
static void global(int n, const double *x) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}} [tp-possible-alias]
  for (int i = 0; i < n; i++)
    to[i] = x[column[i]];
}
static void passed_on(int n, const double *x, double *y) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}} [tp-possible-alias]
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]];
}
static void changed(int n, double *x, double *y) {
  x = y;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}} [tp-possible-alias]
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]];
}
static void reached(int n, double *x, double *y) {
  double **p = &x;
  *p = y;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}} [tp-possible-alias]
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]];
}
static void from_memory(int n, const double *x, double *y) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}} [tp-possible-alias]
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]];
}
// Exchanges both on its way down.
static void twisted(int turns, int n, double *x, double *y, double *z) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}} [tp-possible-alias]
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]];
  if (turns > 0)
    twisted(turns - 1, n, z, y, x);
}
void (*keep)(int, const double *, double *) = passed_on;
void calls(int n, double **table) {
  through(n, from, to);
  through(n, from + 10, from);
  global(n, from);
  global(n, &to[50]);
  passed_on(n, from, to);
  changed(n, from, to);
  reached(n, from, to);
  from_memory(n, table[0], to);
  twisted(n, n, from, to, to);
}

static double *first, *second;
void sets(int n) {
  first = malloc(n);
  second = malloc(n);
  if (n > 10)
    second = first;
}
void reads(int n) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}} [tp-possible-alias]
  for (int i = 0; i < n; i++)
    first[i] = second[column[i]];
}
void grows(int n, double *x) {
  double *y = realloc(x, n);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}} [tp-possible-alias]
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]];
}
void fetched(int n) {
  double *x = malloc(n), *y = unseen();
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}} [tp-possible-alias]
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]];
}

// The same memory each time.
static double *pool(int n) {
  static double *all;
  if (!all)
    all = malloc(n);
  return all;
}
static double *either(int n, double *given) {
  double *made = malloc(n);
  if (n > 3)
    return given;
  return made;
}
void pools(int n) {
  double *x = pool(n), *y = pool(n);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}} [tp-possible-alias]
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]];
}
void eithers(int n) {
  double *x = malloc(n), *y = either(n, x);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}} [tp-possible-alias]
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]];
}
