/* regions.c - see stay.h. Regions of matrices. */
#include "stay.h"


static void fill(int n, int m, double (*a)[m], double c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = c + i * 0.5 - j * 0.25;
}

static void relax(int n, int m, double (*restrict b)[m], double (*restrict a)[m]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

static void sweep(int n, int m, double (*a)[m]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      a[i][j] = (a[i - 1][j] + a[i][j - 1] + a[i][j] + a[i + 1][j] + a[i][j + 1]) / 5;
}

static void sweeps(int t, int n, int m, double (*a)[m]) {
  for (int k = 0; k < t; k++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        a[i][j] = (a[i - 1][j] + a[i][j - 1] + a[i][j] + a[i + 1][j] + a[i][j + 1]) / 5;
}

static void scaled(int n, int m, double (*restrict b)[m], double (*restrict a)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i][j] = 0.5 * a[i][j] + 1;
}

static void carried(int n, int m, double (*a)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = 0.5 * a[i - 1][j] + 0.25 * a[i][j];
}

static void some_rows(int first, int past, int m, double (*a)[m]) {
  for (int i = first; i < past; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = a[i][j] * 0.75 + i;
}

static void some_columns(int n, int first, int past, int m, double (*a)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = first; j < past; j++)
      a[i][j] = a[i][j] * 0.5 - j;
}

static void each_second(int n, int m, double (*a)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j += 2)
      a[i][j] = a[i][j] * 0.5 + 3;
}

static void positive(int n, int m, double (*restrict b)[m], double (*restrict a)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i][j] > 0)
        b[i][j] = a[i][j] * 0.5;
}

/* Calls that reach a little further each time. */
static void growing(int n, int m, double (*a)[m], int upwards) {
  for (int k = n / 4; k > 0; k -= 1 + n / 16)
    if (upwards)
      some_rows(n / 4, n - k, m, a);
    else
      some_rows(k, n - n / 4, m, a);
}

static void line(long n, double *x) {
  for (long i = 1; i < n; i++)
    x[i] = x[i] * 0.5 + x[i - 1] * 0.25;
}

static void of_file_scope(void) {
  for (int i = 1; i < SN; i++)
    for (int j = 1; j < SM; j++)
      fixed[i][j] = 0.5 * fixed[i][j] + 0.25 * fixed[i - 1][j - 1];
}

static void of_floats(float c) {
  for (int i = 1; i < SN * SM; i++)
    single[i] = single[i] * 0.5f + c;
}

static void from_floats(int n, double *restrict x) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 0.5 + single[i];
}

/* --- of which the program sees a number: each rank has a part of it --- */

static double roughness(int n, int m, double (*a)[m]) {
  double most = 0;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      double d = 4 * a[i][j] - a[i - 1][j] - a[i + 1][j] - a[i][j - 1] - a[i][j + 1];
      if (d > most)
        most = d;
    }
  return most;
}

static long above(int n, int m, double (*a)[m], double bound) {
  long number = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i][j] > bound)
        number++;
  return number;
}

static int place_of_least(int n, int m, double (*a)[m]) {
  double least = 1e300;
  int row = -1, column = -1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i][j] < least) {
        least = a[i][j];
        row = i;
        column = j;
      }
  return row * m + column;
}

static unsigned damped(int n, int m, double (*a)[m], double bound) {
  unsigned number = 0;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      a[i][j] = 0.5 * a[i][j] + 0.25 * a[i - 1][j] - 0.125 * a[i][j - 1];
      number += a[i][j] > bound;
    }
  return number;
}

static void number_of(slot *a) {
  double most = draw(2) ? roughness(a->n, a->m, (void *)a->p) : damped(a->n, a->m, (void *)a->p, value());
  long number = draw(2) ? above(a->n, a->m, (void *)a->p, value()) : place_of_least(a->n, a->m, (void *)a->p);
  see(&most, sizeof most);
  see(&number, sizeof number);
}

/* On the stack. */
static void local(double c) {
  double a[150][130];
  fill(150, 130, a, c);
  for (int k = 0; k < 3; k++) {
    sweep(150, 130, a);
    a[70][5] += c;
  }
  see(a, sizeof a);
}

void matrix_region(void) {
  slot *a = any(), *b;
  int lo = (int)draw((unsigned)a->n), hi = lo + 1 + (int)draw((unsigned)(a->n - lo));
  switch (last = 100 + draw(21), last - 100) {
  case 0: fill(a->n, a->m, (void *)a->p, value()); break;
  case 1: case 2: case 3:
    if (same_shape(&a, &b))
      relax(a->n, a->m, (void *)b->p, (void *)a->p);
    break;
  case 4: sweep(a->n, a->m, (void *)a->p); break;
  case 5: sweeps(3, a->n, a->m, (void *)a->p); break;
  case 6:
    if (same_shape(&a, &b))
      scaled(a->n, a->m, (void *)b->p, (void *)a->p);
    break;
  case 7: carried(a->n, a->m, (void *)a->p); break;
  case 8: some_rows(lo, hi, a->m, (void *)a->p); break;
  case 9: some_columns(a->n, (int)draw((unsigned)a->m), a->m, a->m, (void *)a->p); break;
  case 10: each_second(a->n, a->m, (void *)a->p); break;
  case 11:
    if (same_shape(&a, &b))
      positive(a->n, a->m, (void *)b->p, (void *)a->p);
    break;
  case 12: line(count(a), a->p); break;
  case 13: of_file_scope(); break;
  case 14: sweep(SN, SM, fixed); break;
  case 16: local(value()); break;
  case 19: case 20: number_of(a); break;
  case 18: growing(a->n, a->m, (void *)a->p, (int)draw(2)); break;
  case 17: /* halves of one array, which other regions see as one */
    relax(a->n / 2, a->m, (void *)(a->p + (long)(a->n / 2) * a->m), (void *)a->p);
    break;
  case 15:
    of_floats((float)value());
    from_floats((int)(count(a) < SN * SM ? count(a) : SN * SM), a->p);
    break;
  }
}

/* Calls of a time loop, with little in between. */
void time_loop(void) {
  slot *a, *b, swap;
  int calls = 2 + (int)draw(6), touches = (int)draw(4);
  if (!same_shape(&a, &b))
    return;
  for (int k = 0; k < calls; k++) {
    relax(a->n, a->m, (void *)b->p, (void *)a->p);
    swap = *a;
    *a = *b;
    *b = swap;
    if (touches == 1)
      a->p[count(a) / 3] += 1;
    if (touches == 2)
      see(&a->p[count(a) / 2], 8);
    if (touches == 3) {
      double most = roughness(a->n, a->m, (void *)a->p);
      see(&most, sizeof most);
    }
  }
}

