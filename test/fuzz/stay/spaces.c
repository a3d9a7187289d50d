/* spaces.c - see stay.h. Regions that see a matrix in one or three dimensions, that have several statements, or several
 * arrays at once. */
#include "stay.h"

/* --- three dimensions --------------------------------------------------------------------------- */

static void cube_sweep(int n, int m, int l, double (*a)[m][l]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 1; k < l; k++)
        a[i][j][k] = 0.25 * (a[i - 1][j][k] + a[i][j - 1][k] + a[i][j][k - 1]) + 0.2 * a[i][j][k];
}

static void cube_sweep_back(int n, int m, int l, double (*a)[m][l]) {
  for (int i = n - 2; i >= 0; i--)
    for (int j = 1; j < m; j++)
      for (int k = l - 2; k >= 0; k--)
        a[i][j][k] = 0.25 * (a[i + 1][j][k] + a[i][j - 1][k] + a[i][j][k + 1]) + 0.2 * a[i][j][k];
}

static void cube_scaled(int n, int m, int l, double (*a)[m][l]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++)
        a[i][j][k] = a[i][j][k] * 0.75 + i - j;
}

/* A slice from the one before. */
static void slice(int t, int m, int l, double (*a)[m][l]) {
  for (int j = 1; j < m - 1; j++)
    for (int k = 1; k < l - 1; k++)
      a[t][j][k] = 0.25 * (a[t - 1][j - 1][k] + a[t - 1][j + 1][k] + a[t - 1][j][k - 1] + a[t - 1][j][k + 1]);
}

static void slices(int n, int m, int l, double (*a)[m][l]) {
  for (int t = 1; t < n; t++)
    for (int j = 1; j < m - 1; j++)
      for (int k = 1; k < l - 1; k++)
        a[t][j][k] = 0.25 * (a[t - 1][j - 1][k] + a[t - 1][j + 1][k] + a[t - 1][j][k - 1] + a[t - 1][j][k + 1]);
}

/* A plane in each direction. */
static void plane_first(int at, int m, int l, double *restrict out, double (*restrict a)[m][l]) {
  for (int j = 0; j < m; j++)
    for (int k = 0; k < l; k++)
      out[j * l + k] = 0.5 * a[at][j][k] + 1;
}

static void plane_second(int n, int at, int m, int l, double *restrict out, double (*restrict a)[m][l]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < l; k++)
      out[i * l + k] = 0.5 * a[i][at][k] + 1;
}

static void plane_third(int n, int m, int at, int l, double *restrict out, double (*restrict a)[m][l]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      out[i * m + j] = 0.5 * a[i][j][at] + 1;
}

static void into_plane(int n, int at, int m, int l, double (*a)[m][l]) {
  for (int i = 1; i < n; i++)
    for (int k = 0; k < l; k++)
      a[i][at][k] = 0.5 * a[i - 1][at][k] + 2;
}

static void cube_region(slot *a, slot *b) {
  static const int deep[] = {3, 8, 20, 37, 512};
  long most = count(a) < count(b) ? count(a) : count(b);
  int l = deep[draw(5)], m = 3 + (int)draw(30), n;
  while ((n = (int)(count(a) / ((long)m * l))) < 3 && m > 3)
    m = m / 2 > 3 ? m / 2 : 3;
  if (n < 3)
    return;
  n = n < 100 ? n : 100;
  switch (draw(9)) {
  case 0: cube_sweep(n, m, l, (void *)a->p); break;
  case 1: cube_sweep_back(n, m, l, (void *)a->p); break;
  case 2: cube_scaled(n, m, l, (void *)a->p); break;
  case 3:
    for (int t = 1, past = n < 8 ? n : 8; t < past; t++)
      slice(t, m, l, (void *)a->p);
    break;
  case 4: slices(n, m, l, (void *)a->p); break;
  case 5:
    if (a != b && (long)m * l <= most)
      plane_first((int)draw((unsigned)n), m, l, b->p, (void *)a->p);
    break;
  case 6:
    if (a != b && (long)n * l <= most)
      plane_second(n, (int)draw((unsigned)m), m, l, b->p, (void *)a->p);
    break;
  case 7:
    if (a != b && (long)n * m <= most)
      plane_third(n, m, (int)draw((unsigned)l), l, b->p, (void *)a->p);
    break;
  case 8: into_plane(n, (int)draw((unsigned)m), m, l, (void *)a->p); break;
  }
}

/* --- places in an array ------------------------------------------------------------------------- */

static void shifted(long n, long by, double *restrict b, double *restrict a) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < 8; j++)
      b[i * 8 + j] = a[i * 8 + j + by] * 0.5 + 1;
}

static void strided_rows(int n, int m, int wide, int from, double *a) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * wide + j + from] = 0.5 * a[(i - 1) * wide + j + from] + 0.25 * a[i * wide + j + from];
}

static void by_columns(int n, int m, double (*a)[m]) {
  for (int j = 0; j < m; j++)
    for (int i = 1; i < n; i++)
      a[i][j] = 0.5 * a[i - 1][j] + 0.25 * a[i][j];
}

static void upper(int n, int m, double (*a)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = i; j < m; j++)
      a[i][j] = 0.5 * a[i - 1][j] + 0.25 * a[i][j];
}

/* --- several arrays ----------------------------------------------------------------------------- */

enum { G = 180 };
static double x[G][G], r[G][G], p[G][G], q[G][G];

static void product(void) {
  for (int i = 1; i < G - 1; i++)
    for (int j = 1; j < G - 1; j++)
      q[i][j] = 4 * p[i][j] - p[i - 1][j] - p[i + 1][j] - p[i][j - 1] - p[i][j + 1];
}

static void advance(double alpha) {
  for (int i = 0; i < G; i++)
    for (int j = 0; j < G; j++) {
      x[i][j] += alpha * p[i][j];
      r[i][j] -= alpha * q[i][j];
    }
}

static void direct(double beta) {
  for (int i = 0; i < G; i++)
    for (int j = 0; j < G; j++)
      p[i][j] = r[i][j] + beta * p[i][j];
}

static void start(const double *from, long n) {
  for (long i = 0; i < (long)G * G; i++)
    ((double *)r)[i] = ((double *)p)[i] = i < n ? from[i] * 1e-3 : 1;
}

/* Steps like those of conjugate gradients. */
static void vectors(slot *a) {
  double before = 1;
  int steps = 1 + (int)draw(3), looks = draw(2) == 0;
  if (draw(2))
    start(a->p, count(a));
  for (int k = 0; k < steps; k++) {
    product();
    advance(0.125);
    for (int i = 0; looks && i < G; i++)
      before = before * 0.5 + r[i][i] * 0.25;
    direct(looks ? 0.5 : 0.25);
  }
  see(&before, sizeof before);
  see(x[G / 2], sizeof x[0]);
  see(p[draw(G)], sizeof p[0]);
}

/* --- several statements ------------------------------------------------------------------------- */

static void back_and_forth(int t, int n, int m, double (*restrict b)[m], double (*restrict a)[m]) {
  for (int k = 0; k < t; k++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        a[i][j] = b[i][j] * 0.5 + 1;
  }
}

static void in_turns(int t, int n, int m, double *restrict b, double *restrict a) {
  double *c;
  for (int k = 0; k < t; k++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        b[i * m + j] = 0.25 * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]);
    c = a;
    a = b;
    b = c;
  }
}

static void begun_and_added(int n, int m, double (*restrict b)[m], double (*restrict a)[m]) {
  for (int i = 0; i < n; i++) {
    b[i][0] = a[i][0];
    for (int j = 1; j < m; j++)
      b[i][j] = a[i][j] * 0.5 + b[i][j - 1] * 0.25;
  }
}

static void two_results(int n, int m, double (*restrict b)[m], double (*restrict a)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++) {
      b[i][j] = 0.5 * b[i - 1][j] + 0.25 * a[i][j];
      a[i][j] = a[i][j] * 0.5 + b[i - 1][j] * 0.125;
    }
}

/* --- what runs on threads: its arrays come back first --------------------------------------------- */

static double greatest(int n, int m, double (*a)[m], int *row) {
  double most = a[0][0];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i][j] > most) {
        most = a[i][j];
        *row = i;
      }
  return most;
}

static void rows_of(int n, int m, double **row) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      row[i][j] = row[i][j] * 0.5 + row[i][j - 1] * 0.25;
}

static void by_rows(slot *a) {
  double *row[512];
  int n = a->n < 512 ? a->n : 512;
  for (int i = 0; i < n; i++)
    row[i] = a->p + (long)i * a->m;
  rows_of(n, a->m, row);
}

void space_region(void) {
  slot *a = any(), *b = any(), *c;
  int row = -1;
  long most = count(a) < count(b) ? count(a) : count(b);
  switch (last = 400 + draw(15), last - 400) {
  case 0: case 1: case 2: case 3: cube_region(a, b); break;
  case 4:
    if (a != b)
      shifted(most / 16, (long)draw((unsigned)(most / 3) + 1), b->p, a->p);
    break;
  case 5: {
    int from = (int)draw((unsigned)a->m);
    strided_rows(a->n, a->m - from, a->m, from, a->p);
    break;
  }
  case 6: by_columns(a->n, a->m, (void *)a->p); break;
  case 7: upper(a->n < a->m ? a->n : a->m, a->m, (void *)a->p); break;
  case 8: case 9: vectors(a); break;
  case 10:
    if (same_shape(&b, &c))
      back_and_forth(3, b->n, b->m, (void *)c->p, (void *)b->p);
    break;
  case 11:
    if (same_shape(&b, &c))
      in_turns(3 + (int)draw(2), b->n, b->m, c->p, b->p);
    break;
  case 12:
    if (same_shape(&b, &c))
      begun_and_added(b->n, b->m, (void *)c->p, (void *)b->p);
    break;
  case 13:
    if (same_shape(&b, &c))
      two_results(b->n, b->m, (void *)c->p, (void *)b->p);
    break;
  case 14: {
    double found = greatest(a->n, a->m, (void *)a->p, &row);
    see(&found, sizeof found);
    see(&row, sizeof row);
    by_rows(a);
    break;
  }
  }
}
