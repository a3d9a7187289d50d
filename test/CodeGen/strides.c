// What ranks exchange has gaps where loops have steps: outer loops over it have the step, elements
// behind an innermost step go one by one.
// RUN: tilepipe-cc %s -o %t.c
// RUN: FileCheck --input-file=%t.c %s
double a[100][100], b[100][100];
void rows(int n, int m) {
  for (int i = 2; i < n; i += 2)
    for (int j = 1; j < m; j++)
      a[i][j] = a[i - 2][j] + a[i][j - 1];
}
void columns(int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 3; j < m; j += 3)
      b[i][j] = b[i - 1][j] + b[i][j - 3];
}
// CHECK-LABEL: static void tp_rows_owned(
// CHECK: for (tp_x0 = {{.*}}; tp_x0 <= {{.*}}; tp_x0 += 2){{$}}
// CHECK-NEXT: tp_run(tp_s, 0, {{.*}}) + 1) * 8);
// CHECK-LABEL: static void tp_columns_owned(
// CHECK: for (tp_x1 = {{.*}}; tp_x1 <= {{.*}}; tp_x1 += 3)
// CHECK-NEXT: tp_run(tp_s, 0, {{.*}}, 8);
