// A loop with a step that starts elsewhere from run to run: its iterator is the coordinate, and the points
// lie on a grid. So distances are constant.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

// The grid leaves the remainder out of the first bound.
// CHECK-LABEL: nest colour in colour at
// CHECK: loop int j step 2, value {{.*}}[(i1)]
// CHECK: domain {{.*}}(1 + color + i0 + i1) mod 2 = 0 and 0 < i0 <= -2 + n and 0 < i1 <= -2 + n }
// CHECK: assume not [n, color] -> {  : color <= -2 } (a conversion or a negative dividend in '1 + (i + color) % 2')
void colour(int n, int color, double (*u)[n]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + (i + color) % 2; j < n - 1; j += 2)
      u[i][j] = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1];
}
// Downwards, iterations in order of the coordinate.
// CHECK-LABEL: nest down in down at
// CHECK: loop int j step -3, value {{.*}}[(-i1)]
// CHECK: domain {{.*}}mod 3 = 0
void down(int n, double (*u)[n]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = n - 2 - i % 3; j > 0; j -= 3)
      u[i][j] = u[i - 1][j] + u[i + 1][j];
}
// The lowest bit of an exclusive or is that of the sum, and no dividend.
// CHECK-LABEL: nest bits in bits at
// CHECK: loop int j step 2, value {{.*}}[(i1)]
// CHECK: domain {{.*}}(1 + color + i0 + i1) mod 2 = 0 and 0 < i0 <= -2 + n and 0 < i1 <= -2 + n }
// CHECK-NOT: assume not {{.*}}dividend
void bits(int n, int color, double (*u)[n]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + ((i ^ color) & 1); j < n - 1; j += 2)
      u[i][j] = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1];
}
// Where every dividend is negative C's remainder is taken as it is.
// CHECK-LABEL: nest negative in negative at
// CHECK: domain
// CHECK-NOT: negative dividend
void negative(int n, double (*u)[100]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 2 + (-i) % 2; j < 98; j += 2)
      u[i][j] = u[i - 1][j] + u[i + 1][j];
}
// A start that moves evenly needs no grid: the coordinate counts iterations.
// CHECK-LABEL: nest even in even at
// CHECK: loop int j step 2, value {{.*}}[({{.*}}2i1)]
// CHECK: loop int k step 4, value {{.*}}4i2
void even(int n, double (*u)[n][n]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 2 * i + 1; j < n - 1; j += 2)
      for (int k = n / 2; k < n; k += 4)
        u[i][j][k] = u[i - 1][j][k];
}
