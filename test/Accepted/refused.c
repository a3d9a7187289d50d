// Nests that must not be accepted: parallel tiles would give other results, or cannot be proved safe.
//
// RUN: tilepipe-cc -Rpass=tilepipe -Rpass-missed=tilepipe %s -o %t.c 2>%t.remarks
// RUN: FileCheck %s --implicit-check-not="parallelized as" <%t.remarks
// RUN: cmp %s %t.c

#include <stdio.h>
#include <stdlib.h>

enum { N = 100 };
double unknown(double);
void touch(void);
extern volatile int stop;
static int counter;
static double counted(double x) { counter++; return x; }

void not_uniform(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[n - i][m - j] + 1.0;
}

void symbolic_distance(int n, int m, int k, double *a) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 0; i < n; i++)
    for (int j = k; j < m; j++)
      a[j] = a[j - k] + 1.0;
}

void both_directions(int t, int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int k = 0; k < t; k++) {
    for (int i = 0; i < n; i++)
      A[i][0] = A[n - 1 - i][m - 1];
    A[0][m - 1] = A[n - 1][0];
  }
}

double scalar_reduction(int n, int m, double (*A)[m]) {
  double sum = 0;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum += A[i][j];
  return sum;
}

void carried_scalar(int n, int m, double (*A)[m]) {
  double left = 0;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      A[i][j] += left;
      left = A[i][j];
    }
}

void non_affine_subscript(int n, int m, double (*A)[m], const int *index) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][index[j]] = 1.0;
}

void product_subscript(int n, int m, double *A) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i * j] = A[i * j - i];
}

void data_bound(int n, const int *length, double (*A)[N]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < length[i]; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1];
}

void unknown_call(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = unknown(A[i - 1][j]);
}

void call_with_effect(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = counted(A[i - 1][j]);
}

void output_in_body(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      printf("%g\n", A[i][j]);
}

void volatile_array(int n, int m, volatile double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j];
}

void volatile_scalar(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] + stop;
}

void atomic_element(int n, int m, _Atomic int (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j];
}

void one_loop(int n, double *A) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    A[i] = A[i - 1] * 0.5;
}

void call_between(int n, char A[N][N][N][N][N][N]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int a = 1; a < n; a++) {
    touch();
    for (int b = 1; b < n; b++)
      A[a][b][0][0][0][0] = A[a][b - 1][0][0][0][0];
  }
}

int leaves_early(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      if (A[i][j] < 0)
        return i;
      A[i][j] = A[i - 1][j];
    }
  return 0;
}

void breaks(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      if (A[i][j] < 0)
        break;
      A[i][j] = A[i - 1][j];
    }
}

void jumps_in(int n, int m, double (*A)[m], int skip) {
  if (skip)
    goto inside;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = A[i - 1][j];
    inside:;
    }
}

void changes_iterator(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = A[i - 1][j];
      j += A[i][j] > 1.0;
    }
}

void changes_bound(int n, int m, double (*A)[N]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = A[i - 1][j];
      n = A[i][j] > 1.0 ? m : n;
    }
}

void static_local(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      static double last;
      A[i][j] = A[i - 1][j] + last;
      last = A[i][j];
    }
}

void assembler(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      __asm__ volatile("" ::: "memory");
      A[i][j] = A[i - 1][j];
    }
}

void rebound_pointer(int n, int m, double *A) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      *A++ = i + j;
}

void pointers_in_memory(int n, int m, double ****A) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j][0][0] = A[i - 1][j][0][0];
}

void alias_unknown(int n, int m, int (*A)[m], const int *index) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-possible-alias] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] + index[index[j]];
}

union both { double d; long long bits; };
void type_punning(int n, int m, union both (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j].bits = A[i - 1][j].d > 0;
}

void address_taken(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      double mean = A[i - 1][j], *p = &mean;
      *p += 1;
      A[i][j] = mean;
    }
}

void annotated(int n, int m, double (*A)[m]) {
#pragma acc parallel loop
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i][j - 1];
}

void in_parallel_already(int n, int m, double (*A)[m]) {
#pragma omp parallel for
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i][j] * 2;
}

void random_numbers(int n, int m, int (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = rand();
}

void geometric_step(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i *= 2)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i][j - 1];
}

void real_iterator(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-{{.*}}] [-Rpass-missed=tilepipe]
  for (double x = 1; x < n; x += 0.5)
    for (int j = 1; j < m; j++)
      A[(int)x][j] = j;
}
