// A nest that is a region in its second reading alone, with rows of M elements, is one in that reading when it is emitted
// again without held values.
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-analysis=tilepipe 2>&1 | FileCheck %s
enum { M = 31 };

// CHECK: held-again.c:[[@LINE+3]]:3: remark: loop nest of depth 2 parallelized as region 'split': distances (0,1) (1,0)
// CHECK: region 'split' runs points as they stand: no proof was found for values that tile functions would hold, or for another order ({{.*}}) [tp-not-held]
void split(int n, int m, int *a) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i * M + j] = ({ __typeof__(a[i * M + j - 1]) x = a[i * M + j - 1]; x += a[(i - 1) * M + j] % 5; x; });
}

// Values in memory, and constants of enumerations, are names of elements, too.
// CHECK-NOT: not-held
// CHECK: parallelized as region 'bounded'
// CHECK-NOT: not-held
// CHECK: parallelized as region 'converted'
// CHECK-NOT: not-held
// CHECK: parallelized as region 'dereferenced'
// CHECK-NOT: not-held
void bounded(const int *d, int *a) {
  for (int i = 1; i < d[0]; i++)
    for (int j = 1; j < d[1]; j++)
      a[i * M + j] = (a[(i - 1) * M + j] / 2 + a[i * M + j - 1] / 4) % 19 + 3;
}

#define AT(i, j) a[(unsigned long)(i) * (unsigned long)m + (unsigned long)(j)]
void converted(int n, int m, double *a) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      AT(i, j) = 0.5 * AT(i - 1, j) + 0.25 * AT(i, j - 1);
}

void dereferenced(const int *n, const int *m, double *a) {
  for (int i = 1; i < *n; i++)
    for (int j = 1; j < *m; j++)
      a[i * *m + j] = 0.5 * a[(i - 1) * *m + j] + 0.25 * a[i * *m + j - 1];
}
