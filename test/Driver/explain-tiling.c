// --tp-explain draws D, the cone of legal rows, H, the tile dependences and the schedule vectors.
//
// RUN: tilepipe-cc --tp-explain %s -o %t.c | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:Matrices
// CHECK-NEXT:  H = [ 1 0 ]
// CHECK-NEXT:      [ 2 1 ]
// CHECK-NEXT:  D = [  0  1 ]
// CHECK-NEXT:      [  1 -2 ]
// CHECK-NEXT:  H D = [ 0 1 ]
// CHECK-NEXT:        [ 1 0 ]
// CHECK-NEXT:Cone of legal rows { h : h . d >= 0 for all d }
// CHECK-NEXT:  rays (1,0) (2,1)
// CHECK-NEXT:  rows (x,y), x down and y to the right: o = (0,0), + legal, H chosen
// CHECK-NEXT:    . . . . .
// CHECK-NEXT:    . . o . .
// CHECK-NEXT:    . . H . .
// CHECK-NEXT:    . . + H .
// CHECK-NEXT:Tile dependences, no extent being below the farthest dependence
// CHECK-NEXT:  (0,1) (1,0)
// CHECK-NEXT:Schedule vectors, if tiles are mapped along the last row: tile t runs in step Pi . t
// CHECK-NEXT:  blocking     Pi = (1,1)
// CHECK-NEXT:  overlapping  Pi = (2,1)
void two(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n - 2; j++)
      A[i][j] += A[i - 1][j + 2] + A[i][j - 1];
}

//      CHECK:  rays (1,0,0) (1,0,1) (1,1,0) (1,1,1)
// CHECK-NEXT:Tile dependences, no extent being below the farthest dependence
// CHECK-NEXT:  (0,0,1) (0,1,0) (0,1,1) (1,0,0) (1,0,1) (1,1,0) (1,1,1)
//      CHECK:  overlapping  Pi = (2,2,1)
void three(int n, double (*A)[n]) {
  for (int t = 0; t < 100; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = A[i - 1][j] + A[i][j - 1] + A[i][j] + A[i][j + 1] + A[i + 1][j];
}

// Without dependences there is nothing to draw.
//      CHECK:  H = [ 1 0 ]
// CHECK-NEXT:      [ 0 1 ]
// CHECK-NEXT:Tiling: tile coordinate d of a point S is floor(h_d . S / s_d)
void none(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = i + j;
}
