// Static numbers that no function hands to another are each iteration's own, as locals are.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s
// CHECK-NOT: remark

double sqrt(double);
static double tmp1, tmp2;
static double one;
static int turns;
static double other(double x) { return 2 * x; }

// CHECK: nest fills in fills
// CHECK: private double tmp1
// CHECK: private double tmp2
void fills(int n, double (*u)[n], double (*f)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      tmp1 = 1.0 / u[i][j];
      tmp2 = tmp1 * tmp1;
      f[i][j] = sqrt(tmp1) + tmp2;
    }
}

// A call comes between a write and a read only where the value does not matter any more.
// CHECK: nest follows in follows
// CHECK: private double tmp1
void follows(int n, double (*u)[n], double (*f)[n]) {
  tmp1 = u[0][0];
  f[0][0] = other(tmp1);
  if (n > 3) {
    tmp1 = sqrt(f[0][0]);
    f[0][1] = tmp1 * sqrt(tmp1);
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      tmp1 = 1.0 / u[i][j];
      f[i][j] = tmp1;
    }
}

// The loops of a tree have one each.
// CHECK: nest tree in tree
// CHECK: statement {{.*}}S[0, i1, 0, i3, 0]
// CHECK: statement {{.*}}S[0, i1, 1, i3, 0]
// CHECK: private double one
void tree(int n, double (*u)[n], double (*f)[n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      one = 1.0 / u[i][j];
      f[i][j] = one;
    }
    for (int j = 1; j < n; j++) {
      one = 2.0 / u[i][j];
      f[i][j] += one + f[i][j - 1];
    }
  }
}

// A function's own, one that is counted behind the nest included.
// CHECK: nest own in own
// CHECK: private double t
void own(int n, double (*u)[n], double (*f)[n]) {
  static double t;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      t = 1.0 / u[i][j];
      f[i][j] = t;
    }
  for (turns = 0; turns < 3; turns++)
    f[0][turns] += turns;
}
