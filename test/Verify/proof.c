// Each region has a proof, made from the emitted text alone; --tp-emit-proof writes it down.
// RUN: tilepipe-cc %s -o %t.tp.c --tp-emit-proof=%t.proof -Rpass=tilepipe 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.proof
// Without a proof asked for the text is the same.
// RUN: tilepipe-cc %s -o %t.other.c && cmp %t.tp.c %t.other.c
// As a compiler too.
// RUN: tilepipe-cc -c %s -o %t.o --tp-emit-proof=%t.compiled && FileCheck %s < %t.compiled

// REMARK-COUNT-3: loop nest of depth {{[23]}} parallelized
// CHECK-LABEL: region sweep: proved
// CHECK: rows (1,0) (0,1)
// CHECK: 1 every dependence goes forward: proved
// CHECK: flow of A goes forward in tp_sweep_tile
// CHECK: flow of A goes forward in tp_sweep_jam
// CHECK: 2 no dependence passes over a tile: proved
// CHECK: 3 every iteration runs exactly once: proved
// CHECK: 4 every value read is there: proved
// CHECK: 5 no face carries an older value over a newer one: proved
// CHECK: 6 every wait ends: proved
// CHECK: 7 every element written is owned once: proved
void sweep(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1] - A[i - 1][j - 1];
}

// CHECK-LABEL: region relax: proved
// CHECK: 7 every element written is owned once: proved
void relax(int steps, int n, double (*A)[n]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = (A[i - 1][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j]) / 4.1;
}

// CHECK-LABEL: region triangle: proved
// CHECK: 7 every element written is owned once: proved
void triangle(int n, double A[restrict 40][40], const double B[restrict 40][40]) {
  for (int i = 39; i > n; i -= 2)
    for (int j = 1; j <= i; j++)
      A[i][j] = (i < 38 ? A[i + 2][j] : 1) + A[i][j - 1] * B[j][i];
}
