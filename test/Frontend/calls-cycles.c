// Functions that call each other: what is known of one is known of all, in whatever order nests
// ask for them.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -o /dev/null 2>&1 | FileCheck %s
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REFUSED

static int count;
static double ping(double x, int k);
static double pong(double x, int k) { double r = k <= 0 ? x : ping(x, k - 1); count++; return r; }
static double ping(double x, int k) { return k <= 0 ? x : pong(x, k - 1); }
// REFUSED: :[[@LINE+2]]:3: remark: {{.*}}call of 'pong', which calls 'ping', which calls 'pong'{{.*}} [tp-impure-call]
void effect_first(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = pong(A[i - 1][j], 3);
}
// REFUSED: :[[@LINE+2]]:3: remark: {{.*}}call of 'ping', which calls 'pong', which calls 'ping'{{.*}} [tp-impure-call]
void effect_second(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = ping(A[i - 1][j], 3);
}

static double factor = 1;
static double odd(double x, int k);
static double even(double x, int k) { double r = k == 0 ? x : odd(x, k - 1); return r * factor; }
static double odd(double x, int k) { return k == 0 ? x : even(x, k - 1); }
// CHECK-LABEL: nest global_first in global_first at
// CHECK: called global double factor
void global_first(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = even(A[i - 1][j], 4);
}
// CHECK-LABEL: nest global_second in global_second at
// CHECK: called global double factor
void global_second(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = odd(A[i - 1][j], 4);
}

// Three in a ring, asked for from inside; a function outside of it that leads in.
static double one(double x, int k), two(double x, int k);
static double three(double x, int k) { return k ? one(x, k - 1) : x; }
static double two(double x, int k) { return three(x, k) * factor; }
static double one(double x, int k) { return two(x, k); }
static double enter(double x) { return three(x, 2); }
// CHECK-LABEL: nest ring in ring at
// CHECK: called global double factor
void ring(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = three(A[i - 1][j], 3);
}
// CHECK-LABEL: nest into_ring in into_ring at
// CHECK: called global double factor
void into_ring(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = enter(A[i - 1][j]);
}
