// All cases of a condition together ask one question about an element.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: nest cases in cases at
// CHECK-NOT: assume not
// CHECK: assume not [n, tp_a_1] -> {  : tp_a_1 <= 19 } ('a[i][j]' may leave a dimension of a)
// CHECK-NOT: assume not
void cases(long n, long m, double a[n][m], const double *b) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 20; j++) {
      switch ((i + j) % 3) {
      case 0:
        a[i][j] = b[i];
        break;
      case 1:
        a[i][j] = 2 * b[j];
        break;
      default:
        a[i][j] *= 0.5;
        break;
      }
    }
}
