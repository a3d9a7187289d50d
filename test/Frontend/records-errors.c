// Structures whose members cannot be taken along, or are not fixed.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

struct grid { int n; volatile int v; int bits : 4; double *u; double a[100][100];
              union { int i; float f; }; struct grid *next; };
void pointers(struct grid *g, double (*A)[50], int *flag, struct grid ****all) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: loop bound is not affine {{.*}}: 'g->v' at
  for (int i = 0; i < g->v; i++)
    for (int j = 0; j < 50; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: loop bound is not affine {{.*}}: 'g->bits' at
  for (int i = 0; i < g->bits; i++)
    for (int j = 0; j < 50; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: loop bound is not affine {{.*}}: 'g->i' at
  for (int i = 0; i < g->i; i++)
    for (int j = 0; j < 50; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: loop bound is not affine {{.*}}: 'g->n' at
  for (int i = 0; i < g->n; i++)
    for (int j = 0; j < 50; j++)
      g->n = 3;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'g' is reached under another name, too: 'h->n' at {{.*}}; use one name for it [tp-unsupported-expression]
  for (int i = 0; i < g->n; i++)
    for (int j = 0; j < 50; j++) {
      struct grid *h = g;
      A[i][j] = h->n;
    }
  struct pair { double *u, x; } pair = {g->u, 1}, other;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: {{.*}} [tp-
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 50; j++) {
      other = pair;
      A[i][j] = pair.u[i];
    }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'g' is used under a condition only: {{.*}}; copy the member into a local variable before the nest [tp-unsupported-expression]
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 50; j++)
      if (flag[i])
        A[i][j] = g->n;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: memory is reached through a pointer that is an array's element: 'all[i][j][0]' at
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 50; j++)
      A[i][j] = all[i][j][0]->n;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: elements of type 'union' are not supported
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 50; j++)
      A[i][j] = g->f;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: pointer 'g' changes inside the nest
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 50; j++) {
      A[i][j] = g->n;
      g = g->next;
    }
}
