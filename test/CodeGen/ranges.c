// What a nest touches of its arrays. The subscripts share the least and greatest values of the
// coordinates; of a remainder all values are taken to occur.
//
// RUN: tilepipe-cc %s -o - | FileCheck %s

void steps(int n, int m, int l, double (*a)[m], double (*b)[n], const double *table) {
  for (int i = n - 2; i > l; i -= 3)
    for (int j = i; j < m; j++) {
      a[i][j - 1] = b[j + 1][i] + table[(j * 7) & 31];
      b[j][i] = a[i][j - 1];
    }
}

// CHECK-LABEL: tp_steps_ranges(
// CHECK:       const tp_int [[J:tp_least[0-9]+]] = tp_max(l + 1,
// CHECK-SAME:  , [[I:tp_most[0-9]+]] = ((-l) + tp_floord(
// CHECK:       tp_out[0].tp_first = {{.*}} ? ([[J]] * tp_b_1 + (n - 3 * [[I]] - 2)) * 8 : 0; {{.*}}/* b */
// CHECK:       tp_out[1].tp_first = {{.*}} ? (0) * 8 : 0; {{.*}}tp_out[1].tp_past = {{.*}} ? (31) * 8 + 8 : 0; /* table */
// CHECK:       tp_out[2].tp_first = {{.*}} ? ((n - 3 * [[I]] - 2) * tp_a_1 + ([[J]] - 1)) * 8 : 0; {{.*}}/* a */

// A condition that not all points meet: only those that do count.
void inside(int n, double a[n + 1]) {
  for (int t = 0; t < n; t++)
    for (int i = 0; i < n; i++)
      if (i > 0)
        a[i] = 0.5 * a[i - 1];
}

// CHECK-LABEL: tp_inside_ranges(
// CHECK:       tp_out[0].tp_first = {{.*}} ? (0) * 8 : 0; {{.*}}tp_out[0].tp_past = {{.*}}(n - 1) * 8 + 8 : 0; /* a */

// The first row is a piece of its own, in which subscripts are numbers.
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
void pieces(int n, int m, double *a, const double *d) {
  for (int i = 8; i < 30; i += 2)
    for (int j = MAX(8, i - 2); j <= MIN(i + 1, n - 2); j++)
      a[i * m + j] = d[j] + a[(i - 2) * m + j - 1];
}

// CHECK-LABEL: tp_pieces_ranges(
// CHECK:       const tp_int [[J:tp_most[0-9]+]] = {{.*}}n - 2
// CHECK-SAME:  , [[I:tp_most[0-9]+]] = {{.*}}n / 2
// CHECK:       {{.*}}tp_out[1].tp_past = ((2 * [[I]] + 8) * m + [[J]]) * 8 + 8; /* a */

// A remainder takes few values. i is odd wherever the nest runs, so k begins at 9 and row 7 is not touched.
double parity[8][20];
void by_parity(int n) {
  for (int i = n - 1; i > 9; i -= 2)
    for (int k = 8 + (i + 2) % 2; k <= 15; k += 2)
      parity[15 - k][i - 11] += parity[15 - k][i - 9];
}

// CHECK-LABEL: tp_by_parity_ranges(
// CHECK:       tp_out[0].tp_first = (0 * 20 + {{.*}}; tp_out[0].tp_past = (6 * 20 + (n - 10)) * 8 + 8; /* parity */

// A guard leaves a thousand values of a subscript in a loop of the statement; those of the parameters are fewer.
// CHECK-LABEL: tp_guarded_ranges(
// CHECK: tp_past = ((n - 1) * 24 + (n - 1)) * 8 + 8; /* A */
static void one(double *a, double s, int j) {
  if (j > 1000)
    return;
  a[j - 1] += s;
}
void guarded(int n, double (*restrict A)[24]) {
  for (int i = 1; i < n; i++) {
    double s = 0;
    for (int q = i; q >= 1; q--) {
      s = s * 0.5 + q;
      one(A[i], s, q + 1);
    }
  }
}
