// A declared array under one linear subscript is read as rows, where its own reading gives distances that need skewed
// tiles: then an index that leaves its row is excluded at run time. Where no rows show, it keeps its dimension.
//
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=EMITTED --input-file=%t.c
#define LD 97
#define AT(i, j) ((i) + (j) * LD)
static double a[LD * 90], b[LD * 90], c[LD * 90];

// CHECK: region 'product': distances (0,0,1), tiling rows (1,0,0) (0,1,0) (0,0,1)
// EMITTED: if {{[(]}}(tp_int)n >= 98) /* 'a[AT(i, k)]' may leave a dimension of a */
void product(int n, int m, int l) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++)
        c[AT(i, j)] += a[AT(i, k)] * b[AT(k, j)];
}
// CHECK: region 'sweep': distances (0,1) (1,0), tiling rows (1,0) (0,1)
void sweep(int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      c[AT(i, j)] = .5 * (c[AT(i - 1, j)] + c[AT(i, j - 1)]);
}
// CHECK: region 'line': distances (0,1) (1,-1) (1,0), tiling rows (1,0) (1,1)
void line(int n, int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      c[i] = .25 * (c[i - 1] + c[i + 1]) + c[i] * .5;
}
// CHECK: region 'straight': distances (1,0), tiling rows (1,0) (0,1)
void straight(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < LD; j++)
      c[i * LD + j] = c[(i - 1) * LD + j] * .5;
}
