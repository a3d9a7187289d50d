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
// CHECK: {{^}}static TP_ROWS_APART void tp_box_tile_scan
void box(int n, int *sum, unsigned char *out, const unsigned char *in) {
  for (int x = 0; x < n; x++)
    for (int c = 0; c < 3; c++) {
      out[x * 3 + c] = sum[c] / 5;
      sum[c] += in[(x + 3) * 3 + c] - in[x * 3 + c];
    }
}

/// The same with channels outside; compilers may exchange the loops.
// CHECK: {{^}}static TP_ROWS_APART void tp_planes_tile_scan
void planes(int n, short (*out)[4], const short (*in)[4]) {
  for (int c = 0; c < 4; c++)
    for (int x = 1; x < n; x++)
      out[x][c] = (out[x - 1][c] + in[x][c]) / 2;
}

/// Members of structures, three of them in an array.
// CHECK: {{^}}static TP_ROWS_APART void tp_vectors_tile_scan
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
// CHECK: {{^}}static TP_ROWS_APART void tp_narrow_tile_scan
// CHECK: {{^}}static TP_STORES_APART void tp_narrow_jam_scan
void narrow(int n, int (*A)[4]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 4; j++)
      A[i][j] = A[i - 1][j] - 3 * A[i][j - 1];
}

/// Two stores of one iteration, into rows that no two tiles write into at a time.
// CHECK: {{^}}static TP_ROWS_APART void tp_ahead_tile_scan
void ahead(int n, double (*A)[32], double (*B)[32]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 29; j++) {
      A[i][j + 3] = B[i][j - 1] * 0.5;
      B[i][j] = A[i][j] = B[i][j - 1] * 0.25 + 1;
    }
}

/// Several statements, but one store in each innermost loop: nothing lies between.
// CHECK: {{^}}static TP_OPAQUE void tp_sums_tile_scan
void sums(int n, int m, double *restrict x, const double *restrict y) {
  for (int l = 0; l < n; l++) {
    x[0] = y[0];
    for (int k = 1; k < m; k++)
      x[k] = x[k - 1] + y[k];
  }
}

/// Two stores of one innermost loop.
// CHECK: {{^}}static TP_STORES_APART void tp_apart_tile_scan
void apart(int n, double *restrict u, const double (*restrict v)[32]) {
  for (int i = 0; i < n; i++) {
    u[32 * i] = 0;
    for (int j = 1; j < 29; j++) {
      u[32 * i + j + 2] = v[i][j] * 0.5;
      u[32 * i + j] = v[i][j] * 0.25 - 1;
    }
  }
}

/// The same in such rows.
// CHECK: {{^}}static TP_ROWS_APART void tp_lines_tile_scan
void lines(int n, int m, double (*restrict u)[32], const double (*restrict v)[32]) {
  for (int i = 0; i < n; i++) {
    u[i][0] = 0;
    for (int j = 1; j < m; j++) {
      u[i][j + 2] = v[i][j] * 0.5;
      u[i][j] = v[i][j] * 0.25 - 1;
    }
  }
}

/// Rows wait for each other: elements of this one may arrive while the one before is written.
// CHECK: {{^}}static TP_STORES_APART void tp_waiting_tile_scan
void waiting(int n, int m, double (*restrict u)[32], const double (*restrict v)[32]) {
  for (int i = 1; i < n; i++) {
    u[i][0] = u[i - 1][0];
    for (int j = 1; j < m; j++) {
      u[i][j + 2] = u[i - 1][j] * 0.5;
      u[i][j] = v[i][j] * 0.25 - 1;
    }
  }
}

/// Each step writes into two rows, and two steps into each row.
// CHECK: {{^}}static TP_STORES_APART void tp_neighbours_tile_scan
void neighbours(int n, double (*restrict u)[4], const double (*restrict v)[32]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++) {
      u[i + 1][j] = v[i][j] * 0.5;
      u[i][j] = v[i][j] * 0.25 - 1;
    }
}

/// Even and odd elements of a row belong to different tiles.
// CHECK: {{^}}static TP_STORES_APART void tp_interlaced_tile_scan
void interlaced(int n, int m, double (*restrict u)[32], const double (*restrict v)[32]) {
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 2; c++)
      for (int j = 1; j < m; j++) {
        u[i][2 * j + c + 4] = v[i][j] * 0.5;
        u[i][2 * j + c] = v[i][j] * 0.25 - 1;
      }
}

/// Short loops that compilers unroll: their stores meet in the body of the loop around them.
// CHECK: {{^}}static TP_STORES_APART void tp_unrolled_tile_scan
void unrolled(int n, double *restrict out, const double *restrict in) {
  for (int i = 0; i < n; i++) {
    for (int c = 0; c < 3; c++)
      out[3 * i + c] = in[i] * c;
    for (int c = 0; c < 3; c++)
      out[3 * i + 6 + c] = in[i + 1] + c;
  }
}
