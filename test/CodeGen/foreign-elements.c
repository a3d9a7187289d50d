// A tile function stores nothing into elements of other tiles, not even the values that they have. After each
// machine instruction the test changes every such element, as another thread might.
// REQUIRES: gcc, clang, x86
// RUN: tilepipe-cc %s -o %t.c
// RUN: FileCheck %s < %t.c
// RUN: gcc -O2 -DTRANSLATED='"%t.c"' %S/Inputs/foreign-elements.c -I%include -o %t.gcc2
// RUN: gcc -O3 -DTRANSLATED='"%t.c"' %S/Inputs/foreign-elements.c -I%include -o %t.gcc3
// RUN: gcc -O3 -march=native -DTRANSLATED='"%t.c"' %S/Inputs/foreign-elements.c -I%include -o %t.native
// RUN: clang-19 -O3 -DTRANSLATED='"%t.c"' %S/Inputs/foreign-elements.c -I%include -o %t.clang
// RUN: %t.gcc2
// RUN: %t.gcc3
// RUN: %t.native
// RUN: %t.clang

/// Rows of three bytes: stores of neighbouring rows are three iterations apart.
// CHECK: TP_ROWS_APART void tp_box_tile_scan
void box(int n, int *sum, unsigned char *out, const unsigned char *in) {
  for (int x = 0; x < n; x++)
    for (int c = 0; c < 3; c++) {
      out[x * 3 + c] = sum[c] / 5;
      sum[c] += in[(x + 3) * 3 + c] - in[x * 3 + c];
    }
}

/// The same with channels outside; compilers may exchange the loops.
// CHECK: TP_ROWS_APART void tp_planes_tile_scan
void planes(int n, short (*out)[4], const short (*in)[4]) {
  for (int c = 0; c < 4; c++)
    for (int x = 1; x < n; x++)
      out[x][c] = (out[x - 1][c] + in[x][c]) / 2;
}

/// Members of structures, three of them in an array.
// CHECK: TP_ROWS_APART void tp_vectors_tile_scan
struct vector {
  float v[3];
};
void vectors(int n, float *sum, struct vector *out, const struct vector *in) {
  for (int x = 0; x < n; x++)
    for (int c = 0; c < 3; c++) {
      out[x].v[c] = sum[c] * 0.25f;
      sum[c] += in[x + 3].v[c] - in[x].v[c];
    }
}

/// Rows advance together.
// CHECK: TP_ROWS_APART void tp_narrow_tile_scan
// CHECK: TP_STORES_APART void tp_narrow_jam_scan
void narrow(int n, int (*A)[4]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 4; j++)
      A[i][j] = A[i - 1][j] - 3 * A[i][j - 1];
}

/// Two stores of one iteration.
// CHECK: TP_STORES_APART void tp_ahead_tile_scan
void ahead(int n, double (*A)[32], double (*B)[32]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 29; j++) {
      A[i][j + 3] = B[i][j - 1] * 0.5;
      B[i][j] = A[i][j] = B[i][j - 1] * 0.25 + 1;
    }
}
