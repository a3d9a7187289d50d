// A parameter that nothing is known about keeps its place in a remainder: the test in front of the nest
// would let pass, or decline, what it should not.
// RUN: tilepipe-cc %s -o %t.c
// RUN: FileCheck --input-file=%t.c %s
#include <stddef.h>
void sweep(int n, size_t l, size_t m, int p, double (*a)[p], const double *b) {
  for (int i = 1; i < n; i++)
    for (size_t j = l; j < m; j += 3)
      a[i][j] = a[i - 1][j] + b[j];
}
// CHECK: if (((tp_int)l >= tp_a_1) || {{.*}}tp_floord((-tp_a_1) + (tp_int)l, 3){{.*}} /* 'a[i - 1][j]' may leave a dimension of a */
