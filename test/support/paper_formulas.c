/* paper_formulas.c - steps, tiles, groups, communication. */
#include "support/paper_formulas.h"

#include <math.h>

tp_int tp_steps_blocking(int n, const tp_int *last) {
  tp_int steps = 1;
  for (int k = 0; k < n; k++)
    steps = tp_add_sat(steps, last[k]);
  return steps;
}

tp_int tp_steps_overlapping(int n, int i, const tp_int *last) {
  tp_int steps = 1;
  for (int k = 0; k < n; k++)
    steps = tp_add_sat(steps, k == i ? last[k] : tp_mul_sat(2, last[k]));
  return steps;
}

/* --- tiles and groups ------------------------------------------------------------------------- */

/* Determinant of an n x n matrix by elimination with the largest pivot. */
static double determinant(int n, const tp_int *h) {
  double a[TP_DIMS][TP_DIMS], det = 1;
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++)
      a[r][c] = (double)h[r * n + c];
  for (int c = 0; c < n; c++) {
    int pivot = c;
    for (int r = c + 1; r < n; r++)
      if (fabs(a[r][c]) > fabs(a[pivot][c]))
        pivot = r;
    if (a[pivot][c] == 0)
      return 0;
    for (int k = 0; pivot != c && k < n; k++) {
      double other = a[c][k];
      a[c][k] = a[pivot][k];
      a[pivot][k] = other;
    }
    det *= pivot == c ? a[c][c] : -a[c][c];
    for (int r = c + 1; r < n; r++) {
      double factor = a[r][c] / a[c][c];
      for (int k = c; k < n; k++)
        a[r][k] -= factor * a[c][k];
    }
  }
  return det;
}

double tp_comm_volume(int n, const tp_int *h, const tp_int *s, int q, const tp_int *D, int i) {
  double volume = 1 / fabs(determinant(n, h)), crossing = 0;
  for (int r = 0; r < n; r++) {
    volume *= (double)s[r];
    for (int j = 0; r != i && j < q; j++) {
      tp_int dot = 0;
      for (int k = 0; k < n; k++)
        dot += h[r * n + k] * D[k * q + j];
      crossing += (double)dot / (double)s[r];
    }
  }
  return volume * crossing;
}

void tp_group_rows(int n, int i, const tp_int *m, double *HG) {
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++)
      HG[r * n + c] = r == i ? 1 : r == c ? 1 / (double)m[r] : 0;
}

void tp_group_sides(int n, int i, const tp_int *m, tp_int *PG) {
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++) {
      tp_int side = 0;
      if (r == i)
        side = c == i ? 1 : -m[c];
      else if (r == c)
        side = m[r];
      PG[r * n + c] = side;
    }
}

double tp_message_time(double x, double startup, double bandwidth) { return startup + x / bandwidth; }

double tp_comm_total(int n, const double *X, const double *d, const tp_int *mesh, double z,
                     unsigned active, double startup, double element) {
  double volume = z, processes = 1, total = 0;
  for (int k = 0; k < n; k++) {
    volume *= X[k];
    processes *= (double)mesh[k];
  }
  for (int k = 0; k < n; k++)
    if (active >> k & 1)
      total += startup + element * d[k] * (double)mesh[k] * volume / (X[k] * processes);
  return total;
}
