// One variable may step several loops: those of the nest beside each other, and those inside a statement. What it
// holds behind the nest must not be needed.
//
// RUN: tilepipe-cc %s -Rpass=tilepipe -Rpass-missed=tilepipe -o %t.c 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=EMITTED %s < %t.c

// CHECK: region 'both': region of 4 loops and 2 statements
// EMITTED-LABEL: void tp_both_tile_scan(
// EMITTED: int k;
// EMITTED: for (k =
// EMITTED: TP_STATEMENT(1);
// EMITTED: for (k = 0; k < m; k++) s += A[i][k] * x[k];
// EMITTED-LABEL: void tp_both_reference(
// EMITTED-NEXT: tp_a
// EMITTED-NEXT: int m = tp_a->m, n = tp_a->n;
// EMITTED-NEXT: tp_int tp_A_1
// EMITTED-NEXT: int i, k, j;
// EMITTED-NEXT: double s;
void both(int n, int m, double (*restrict A)[m], double *restrict x, double (*restrict B)[m]) {
  int i, j, k;
  double s;
  for (i = 0; i < n; i++) {
    for (k = 0; k < m; k++)
      B[i][k] = A[i][k] * 2;
    for (j = 0; j < m; j++) {
      s = 0;
      for (k = 0; k < m; k++) s += A[i][k] * x[k];
      B[i][j] += s;
    }
  }
}
// What a condition on it says is known where it steps a loop of the nest.
// CHECK: region 'condition': region of 5 loops and 2 statements
void condition(int n, int m, int steps, double (*restrict A)[m], double (*restrict B)[m]) {
  int i, k, t;
  for (t = 0; t < steps; t++) {
    for (i = 1; i < n; i++)
      for (k = 0; k < m; k++)
        if (k > 2)
          A[i][k] = B[i - 1][k - 3];
    for (i = 0; i < n; i++) {
      double s = 0;
      for (k = 0; k < 3; k++)
        s += A[i][k];
      B[i][0] = s;
    }
  }
}
// CHECK: :[[@LINE+3]]:3: remark: loop not parallelized: 'k' is read outside of the loop that steps it
void left(int n, int m, double (*restrict B)[m], double *restrict y) {
  int i, k;
  for (i = 0; i < n; i++) {
    for (k = 0; k < m; k++)
      B[i][k] = 1;
    y[i] = k;
  }
}
// The loop of the statement would change the iterator of the loop around it.
// CHECK: :[[@LINE+3]]:3: remark: loop not parallelized: iterator 'i' is changed outside its loop header
void same(int n, int m, double (*restrict B)[m], double *restrict y) {
  int i;
  for (i = 0; i < n; i++) {
    double s = 0;
    for (i = 0; i < m; i++)
      s += B[0][i];
    y[i] = s;
  }
}
// CHECK: region 'later': region of 4 loops and 2 statements
int later(int n, int m, double (*restrict A)[m], double (*restrict B)[m]) {
  int i, j, t, count = 0;
  for (t = 0; t < 10; t++) {
    for (i = 1; i < n; i++)
      for (j = 0; j < m; j++)
        A[i][j] = B[i][j];
    for (j = 0; j < m; j++)
      B[0][j] = A[1][j];
  }
  i = 0;
  while (i < n)
    count += i++;
  return count;
}
// CHECK: :[[@LINE+3]]:3: remark: loop not parallelized: 'i' is used behind the nest
int behind(int n, int m, double (*restrict A)[m], double (*restrict B)[m]) {
  int i, j, t;
  for (t = 0; t < 10; t++) {
    for (i = 1; i < n; i++)
      for (j = 0; j < m; j++)
        A[i][j] = B[i][j];
    for (j = 0; j < m; j++)
      B[0][j] = A[1][j];
  }
  while (i < n)
    A[0][i++] = 0;
  return 0;
}
// The next turn of the loop around reads it.
// CHECK: :[[@LINE+4]]:5: remark: loop not parallelized: 'i' is used behind the nest
void around(int n, int m, int more(int), double (*restrict A)[m], double (*restrict B)[m]) {
  int i = 0, j, t;
  while (more(i))
    for (t = 0; t < 10; t++) {
      for (i = 1; i < n; i++)
        for (j = 0; j < m; j++)
          A[i][j] = B[i][j];
      for (j = 0; j < m; j++)
        B[0][j] = A[1][j];
    }
}
// CHECK: :[[@LINE+4]]:3: remark: loop not parallelized: 'i' is used behind the nest
void reached(int n, int m, void see(int *), double (*restrict A)[m], double (*restrict B)[m]) {
  int i, j, t;
  see(&i);
  for (t = 0; t < 10; t++) {
    for (i = 1; i < n; i++)
      for (j = 0; j < m; j++)
        A[i][j] = B[i][j];
    for (j = 0; j < m; j++)
      B[0][j] = A[1][j];
  }
}
// CHECK: :[[@LINE+4]]:3: remark: loop not parallelized: 'i' is used behind the nest
void jumped(int n, int m, int more(int), double (*restrict A)[m], double (*restrict B)[m]) {
  int i = 0, j, t;
again:
  for (t = 0; t < 10; t++) {
    for (i = 1; i < n; i++)
      for (j = 0; j < m; j++)
        A[i][j] = B[i][j];
    for (j = 0; j < m; j++)
      B[0][j] = A[1][j];
  }
  if (n > 5)
    goto out;
  i = 0;
out:
  if (more(i))
    goto again;
}
// A declaration without a value, named and never written: a part of a statement.
// CHECK: region 'named': region of 2 loops and 3 statements
void named(int n, int m, double (*restrict A)[m], double *restrict y) {
  for (int i = 1; i < n; i++) {
    y[i] = 1;
    for (int k = 0; k < m; k++)
      A[i][k] = A[i - 1][k];
    int unused;
    (void)unused;
  }
}
