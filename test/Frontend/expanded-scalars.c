// Scalars that carry values along an inner loop become arrays where no other reading of the nest is a region, or tiles gain by it.
//
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe -Rpass-analysis=tilepipe --tp-print-after=frontend > %t.nests 2> %t.remarks
// RUN: FileCheck %s --check-prefix=NEST < %t.nests && FileCheck %s < %t.remarks && FileCheck %s --check-prefix=CODE < %t.c
#include <stdbool.h>
typedef double row[100];
typedef enum { NONE, SOME } kind;

// CHECK: region 'in_place': region of 2 loops and 3 statements, distances up to (1,1) along the rows, tiling rows (1,0) (1,1)
// CHECK-NOT: 'in_place' runs on threads only
void in_place(int n, int m, double *restrict last, double *restrict ends) {
  for (int i = 1; i <= n; i++) {
    double before = last[0];
    last[0] = i;
    for (int j = 1; j <= m; j++) {
      double old = last[j];
      last[j] = before + last[j - 1];
      before = old;
    }
    ends[i] = before;
  }
}
// CODE-LABEL: tp_in_place_tile_scan(
// CODE: TP_STATEMENT(0);
// CODE-NEXT: double before = last[0];
// CODE: last[0] = i;
// CODE-NEXT: tp_own_before[i] = before;
// CODE: TP_STATEMENT(1);
// CODE-NEXT: double before = tp_own_before[i];
// CODE-NEXT: double old = last[j];
// CODE: before = old;
// CODE-NEXT: tp_own_before[i] = before;
// CODE: TP_STATEMENT(2);
// CODE-NEXT: double before = tp_own_before[i];
// CODE-NEXT: ends[i] = before;
// The runtime has the memory; the program passes none.
// CODE: {"tp_own_before", 8, __builtin_offsetof(struct tp_in_place_args, tp_base_tp_own_before), TP_ARRAY_OWN, 1}
// CODE: if ((tp_int)m <= 0) /* a loop has no iterations */
// CODE: TP_OTHERWISE(tp_in_place_run(n, m, (void *)last, (void *)ends, (void *)0))

// What is computed from such a scalar is computed once, not by each statement behind it.
// NEST-LABEL: nest declared in declared at {{.*}} depth 2
// NEST: statement [n] -> { S[0, i1, 0, 0, 0] : 0 < i1 < n }
// NEST-NEXT: statement [n] -> { S[0, i1, 1, i3, 0] : 0 < i1 < n and 0 < i3 <= 99 }
// NEST: expanded unsigned char p = tp_own_p[i]
// NEST-NEXT: expanded double q = tp_own_q[i]
// CHECK: region 'declared': region of 3 loops and 2 statements
void declared(int n, row *A) {
  int i, j, k;
  unsigned char p;
  double q;
  for (i = 1; i < n; i++) {
    p = 0, q = 1;
    for (j = 1; j < 100; j++) {
      const double sum = p + q;
      for (k = 0; k < 2; k++) {
        A[i][j] = 0.5 * A[i - 1][j] + sum;
        q *= 0.5;
      }
      p++;
    }
  }
}

// What one declaration declares with it, or computes from it, is an array, too.
// NEST-LABEL: nest together in together at
// NEST: expanded double corner = tp_own_corner[i]
// NEST-NEXT: expanded int first = tp_own_first[i]
// NEST-NEXT: expanded double scale = tp_own_scale[i]
// NEST-NEXT: expanded double up = tp_own_up[i]
// CHECK: region 'together': region of 2 loops and 2 statements
void together(int n, int m, double *restrict last) {
  for (int i = 1; i <= n; i++) {
    double up, corner = last[0], scale = 0.5 * i;
    const int first = corner > 0;
    last[0] = i;
    for (int j = 1; j <= m; j++) {
      up = last[j];
      last[j] = corner * scale + last[j - 1] + first;
      corner = up;
    }
  }
}

// A nest without statements between its loops.
// NEST-LABEL: nest perfect in perfect at {{.*}} depth 2
// NEST: expanded double p = tp_own_p[i]
// CHECK: region 'perfect': distances (1,0) (0,1)
void perfect(int n, row *A) {
  for (int i = 1; i < n; i++) {
    double p;
    for (int j = 1; j < 100; j++) {
      if (j == 1)
        p = i;
      A[i][j] = 0.5 * A[i - 1][j] + p;
      p = A[i][j];
    }
  }
}

// Behind the text 'i' would be another variable.
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: its dependences leave nothing
void namesake(int n, row *A) {
  for (int i = 1; i < n; i++) {
    double p = A[i][0];
    A[i][0] = 0;
    for (int j = 1; j < 100; j++) {
      int i = j;
      A[1][i] = 0.5 * A[1][i] + p;
      p = A[1][i];
    }
  }
}

// Rows that are parallel by themselves keep the scalar, unless several that advance together are faster.
// NEST-LABEL: nest rows in rows at
// NEST: expanded double p = tp_own_p[i]
// CHECK: remark: loop nest of depth 2 parallelized as region 'rows': region of 2 loops and 2 statements
// CODE-LABEL: tp_rows_jam_scan(
// CODE: for (; tp_row + 3 <= tp_last0; tp_row += 4) {
void rows(int n, row *A) {
  for (int i = 1; i < n; i++) {
    double p = 0;
    for (int j = 1; j < 100; j++)
      A[i][j] = p = 0.5 * p + A[i][j];
  }
}

// Sums of integers have no latency to hide.
// NEST-LABEL: nest counts in counts at
// NEST-NOT: expanded
// CHECK: remark: loop nest of depth 1 parallelized as region 'counts'
void counts(int n, int m, int (*restrict A)[m], long *restrict c) {
  for (int i = 1; i < n; i++) {
    int p = 0;
    for (int j = 1; j < m; j++)
      p += A[i][j];
    c[i] = 2 * p;
  }
}

// Its value is used behind the nest; its address is taken.
// CHECK: remark: loop not parallelized: {{.*}}'p'
double behind(int n, row *A) {
  double p = 0;
  for (int i = 1; i < n; i++) {
    p = 0;
    for (int j = 1; j < 100; j++) {
      A[i][j] = 0.5 * A[i - 1][j] + p;
      p = A[i][j];
    }
  }
  return p;
}

// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized
void pointed(int n, row *A) {
  for (int i = 1; i < n; i++) {
    double p = 0, *q = &p;
    for (int j = 1; j < 100; j++) {
      A[i][j] = 0.5 * A[i - 1][j] + *q;
      *q = A[i][j];
    }
  }
}

// Behind the text of the inner loop, `i` and `p` are other variables: the element could not be named there.
// NEST: {{^//.*}}: hidden_iterator
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: its dependences leave nothing to run at the same time
void hidden_iterator(int n, row *A, row *B) {
  for (int i = 1; i < n; i++) {
    double p = A[i][0];
    for (int j = 1; j < 99; j++) {
      A[i][j] = A[i - 1][j + 1] + p;
      p = 0.5 * A[i][j];
      int i = p > 3;
      B[j][j] = i;
    }
  }
}

// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: its dependences leave nothing to run at the same time
void hidden_scalar(int n, row *A) {
  for (int i = 1; i < n; i++) {
    double p = A[i][0];
    for (int j = 1; j < 99; j++) {
      double sum = A[i - 1][j + 1] + p;
      p = 0.5 * A[i][j];
      double p = 3 * sum;
      A[i][j] = p;
    }
  }
}

// In a block of its own the other variable ends with that.
// CHECK: region 'hidden_inside'
void hidden_inside(int n, row *A) {
  for (int i = 1; i < n; i++) {
    double p = A[i][0];
    for (int j = 1; j < 99; j++) {
      double sum = A[i - 1][j + 1] + p;
      p = 0.5 * A[i][j];
      {
        double p = 3 * sum;
        A[i][j] = p;
      }
    }
  }
}

// Types that emitted text spells in another way; a scalar without a value at first.
// NEST-LABEL: nest types in types at
// NEST: expanded _Bool above = tp_own_above[i]
// NEST: expanded unsigned int of = tp_own_of[i]
// NEST: expanded double unset = tp_own_unset[i]
// CHECK: region 'types': region of 2 loops and 3 statements
void types(int n, row *restrict A, row *restrict B, double *restrict y) {
  for (int i = 1; i < n; i++) {
    double p = 0, unset;
    bool above = false;
    kind of = NONE;
    for (int j = 1; j < 100; j++) {
      unset = p;
      p = 0.5 * p + A[i][j];
      B[i][j] = p + above + of + unset;
      above = p > 0;
      of = above ? SOME : NONE;
    }
    y[i] = p;
  }
}

// A scalar that stands for arithmetic is computed where it is read, and has no elements.
// CHECK: region 'constants': region of 4 loops and 2 statements
void constants(int n, double (*restrict u)[100][100], double (*restrict v)[100]) {
  double share;
  for (int k = 1; k < 100; k++) {
    share = 0.25 * k + (double)n / 3;
    for (int i = n; i > 0; i--)
      for (int j = 1; j < 100; j++)
        u[i][j][k] = u[i][j][k - 1] * share;
    for (int i = 1; i < n; i++)
      v[i][k] = u[i][1][k] * share + v[i - 1][k];
  }
}
// CODE-LABEL: tp_constants_tile_scan(
// CODE-NOT: tp_own_share
// CODE: share = 0.25 * k + (double)n / 3;
// CODE: u[i][j][k] =
// CODE: share = 0.25 * k + (double)n / 3;
// CODE: v[i][k] = u[i][1][k] * share
