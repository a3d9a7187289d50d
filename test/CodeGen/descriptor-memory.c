// What the descriptor says for plans and memory: arrays that are filled, and where the outermost loop lies in the tiling.
// RUN: tilepipe-cc %s -o %t.c
// RUN: grep -v CHECK %t.c | FileCheck %s

// Two statements; an element of A that lies anywhere. B is read a few elements beyond the box.
// CHECK-LABEL: tp_array_info tp_steps_arrays[] = {
// CHECK-DAG: {"A", 8, {{.*}}, TP_ARRAY_WRITTEN | TP_ARRAY_FILLED, 2}
// CHECK-DAG: {"B", 8, {{.*}}, TP_ARRAY_WRITTEN | TP_ARRAY_FILLED, 2}
// CHECK: {0}, 0,
void steps(int n, int steps, int at, double (*restrict A)[n], double (*restrict B)[n]) {
  for (int t = 0; t < steps; t++) {
    for (int i = 2; i < n - 2; i++)
      for (int j = 1; j < n - 1; j++)
        B[i][j] = A[i - 1][j] + A[i + 1][j] + A[i][j - 1];
    for (int i = 2; i < n - 2; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = B[i - 2][j] + B[i + 2][j];
    A[at][at] = 1;
  }
}

// A triangle, every second element, a condition, half of what is read.
// CHECK-LABEL: tp_array_info tp_triangle_arrays[] = {
// CHECK-NEXT: TP_ARRAY_WRITTEN, 2}
void triangle(int n, int steps, double (*A)[n]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n; i++)
      for (int j = 1; j < i; j++)
        A[i][j] = A[i - 1][j] + A[i][j - 1];
}

// CHECK-LABEL: tp_array_info tp_second_arrays[] = {
// CHECK-NEXT: TP_ARRAY_WRITTEN, 2}
void second(int n, int steps, double (*A)[n]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n / 2; i++)
      for (int j = 1; j < n; j++)
        A[2 * i][j] = A[2 * i - 2][j] + A[2 * i][j - 1];
}

// CHECK-LABEL: tp_array_info tp_condition_arrays[] = {
// CHECK-NEXT: TP_ARRAY_WRITTEN | TP_ARRAY_MAYBE_WRITTEN
// CHECK-NOT: TP_ARRAY_FILLED
// CHECK: TP_REGION(
void condition(int n, int steps, double (*A)[n]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n; i++)
      for (int j = 1; j < n; j++)
        if (A[i][j] < 1)
          A[i][j] = A[i - 1][j] + A[i][j - 1];
}

// CHECK-LABEL: tp_array_info tp_half_arrays[] = {
// CHECK-NEXT: TP_ARRAY_WRITTEN, 2}
void half(int n, int steps, double (*A)[2 * n]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n; i++)
      for (int j = 1; j < n; j++)
        A[i][j] = A[i - 1][j] + A[i][j + n];
}

// Diamonds: t = (row 1 + row 2) / 2, and a point in each fourth place.
// CHECK-LABEL: TP_REGION(tp_levels) = {
// CHECK: "t-i-j;t-i+j;t+i-j"
// CHECK: {0, 2, 2}, 4,
void levels(int n, int steps, double (*A)[n][n]) {
#pragma tilepipe shape((1,-1,-1), (1,-1,1), (1,1,-1))
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[(t + 1) % 2][i][j] = A[t % 2][i - 1][j] + A[t % 2][i + 1][j] + A[t % 2][i][j - 1] + A[t % 2][i][j + 1];
}

// CHECK-LABEL: TP_REGION(tp_line) = {
// CHECK: {1, 1}, 2,
void line(int n, double (*A)[n]) {
#pragma tilepipe shape((1,-1), (1,1))
  for (int t = 1; t < n; t++)
    for (int i = 1; i < n - 1; i++)
      A[t][i] = A[t - 1][i - 1] + A[t - 1][i + 1];
}
