// Declared arrays: extents are constants, or computed from the declaration at the call.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

typedef double row[40];
typedef row grid[30];
static float matrix[20][30];
const double table[4] = {1, 2, 3, 4};
extern int unbounded[][50];
grid by_typedef;
// CHECK-LABEL: nest of_static_storage in of_static_storage at
// CHECK: array by_typedef : double [30][40] static
// CHECK: array unbounded : int [?][50] static
// CHECK: array inner : short [20][30] object
// CHECK: array table : double [4] static const
// CHECK: array matrix : float [20][30] static written
void of_static_storage(int n) {
  static short inner[20][30];
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++)
      matrix[i][j] = by_typedef[i][j] + unbounded[i][j] + inner[i][j] + table[j % 4];
}
// CHECK-LABEL: nest variable_length in variable_length at
// CHECK: symbol n = n
// CHECK: symbol m = m
// CHECK: symbol tp_B_1 = tp_B_1
// CHECK: symbol tp_A_1 = tp_A_1
// CHECK: capture int n = n
// CHECK: capture int m = m
// CHECK: capture tp_int tp_B_1 = (tp_int)(sizeof(B[0]) / sizeof(B[0][0]))
// CHECK: capture tp_int tp_A_1 = (tp_int)(sizeof(A[0]) / sizeof(A[0][0]))
// CHECK: array B : double [?][tp_B_1] object
// CHECK: array A : double [?][tp_A_1][3] pointer written
void variable_length(int n, int m, double A[n][m + 1][3]) {
  double B[n][m];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j][2] = B[i][j];
}
// CHECK-LABEL: nest pointers_to_rows in pointers_to_rows at
// CHECK: array B : char [?][9] pointer const
// CHECK: array C : double [?] pointer
// CHECK: array A : double [?][tp_A_1][7] pointer written
void pointers_to_rows(int n, double (*A)[n][7], const char B[][9], double *C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 7; j++)
      A[i][i][j] = B[i][j] + *C;
}
// CHECK-LABEL: nest element_types in element_types at
// CHECK: array c : _Complex float [?][tp_c_1] pointer
// CHECK: array l : long double [?][tp_l_1] x 16 bytes pointer
// CHECK: array u : unsigned long long [?][tp_u_1] pointer
// CHECK: array b : _Bool [?][tp_b_1] pointer written
void element_types(int n, _Bool (*b)[n], float _Complex (*c)[n], long double (*l)[n],
                   unsigned long long (*u)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i][j] = c[i][j] + l[i][j] + u[i][j];
}
// CHECK-LABEL: nest inner_dimension in inner_dimension at
// CHECK: assume not [m] -> {  : m >= 31 } ('matrix[i][j]' may leave a dimension of matrix)
void inner_dimension(int n, int m) {
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < m; j++)
      matrix[i][j] = 1;
}
// CHECK-LABEL: nest other_spellings in other_spellings at
// CHECK: read [m, n] -> { S[i0, i1] -> A[-1 + i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: read [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: read [m, n] -> { S[i0, i1] -> A[i0, -1 + i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
void other_spellings(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      (*(A + i))[j] = *(*(A + i - 1) + j) + j[A[i]] + *(A[i] + j - 1);
}
