// Variables that the body reads travel by value; constants of file scope stay where they are.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

enum color { RED, GREEN };
struct point { double x, y; };
static const int file_constant = 3;
double weight;
// CHECK-LABEL: nest scalars in scalars at
// CHECK: capture float factor = factor (body)
// CHECK: capture double weight = weight (body) (reachable)
// CHECK: capture unsigned char byte = byte (body)
// CHECK: capture enum color color = color (body)
// CHECK: capture struct point p = p (body)
// CHECK: capture int local_constant = local_constant (body)
// CHECK: capture long counter = counter (body)
// CHECK: capture double address_taken = address_taken (body) (reachable)
// CHECK: capture int n = n
// CHECK: capture int m = m
// CHECK: capture tp_int tp_A_1 = (tp_int)(sizeof(A[0]) / sizeof(A[0][0]))
// CHECK: array A : double [?][tp_A_1] pointer written
void scalars(int n, int m, float factor, unsigned char byte, enum color color, struct point p,
             double (*A)[m]) {
  const int local_constant = 4;
  static long counter;
  double address_taken = 0, *q = &address_taken;
  *q = 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = factor * weight + byte + color + GREEN + p.x + file_constant + local_constant +
                counter + address_taken;
}
// CHECK-LABEL: nest arrays in arrays at
// CHECK: array q : double [?][tp_q_1] pointer
// CHECK: array r : float [?] pointer const
// CHECK: array s : int [10][10] object
// CHECK: array local : int [10] object
// CHECK: array global_pointer : double [?] pointer written
double *restrict global_pointer;
void arrays(int n, const float *r, double (*q)[n]) {
  static int s[10][10];
  int local[10];
  double (**address)[n] = &q;
  (void)address;
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      global_pointer[j] = q[i][j] + r[i] + s[i][j] + local[j];
}
