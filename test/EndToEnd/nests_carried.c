/* nests_carried.c - scalars that carry values along rows, in nests where no loop around them is parallel by itself. */
#include "nests.h"

#include <complex.h>

enum { N = 27, M = 31 };
typedef double row[M];

/* One row of a table, overwritten in place. */
static void distance(int n, int m, const unsigned char *x, const unsigned char *y, int *last) {
  for (int i = 1; i < n; i++) {
    int before = last[0];
    last[0] = i;
    for (int j = 1; j < m; j++) {
      int old = last[j], best = before + (x[i] != y[j]);
      if (best > old + 1)
        best = old + 1;
      if (best > last[j - 1] + 1)
        best = last[j - 1] + 1;
      last[j] = best;
      before = old;
    }
  }
}

/* Three of them, declared in front as in C89; a greatest value beside. */
static int aligned(int n, int m, const unsigned char *x, const unsigned char *y, int *above, int *gap) {
  int i, j, across, left, corner, score, most = 0;
  for (i = 0; i < n; i++) {
    across = -100;
    left = corner = 0;
    for (j = 0; j < m; j++) {
      across = across - 1 > left - 4 ? across - 1 : left - 4;
      gap[j] = gap[j] - 1 > above[j] - 4 ? gap[j] - 1 : above[j] - 4;
      score = corner + (x[i] == y[j] ? 5 : -3);
      score = score < 0 ? 0 : score;
      score = score < across ? across : score;
      score = score < gap[j] ? gap[j] : score;
      corner = above[j];
      above[j] = left = score;
      most = most < score ? score : most;
    }
  }
  return most;
}

static void summed(int n, int m, row *A, row *S) {
  for (int y = 1; y < n; y++) {
    double sum = 0;
    for (int x = 0; x < m; x++) {
      sum += A[y][x];
      S[y][x] = sum + S[y - 1][x];
    }
  }
}

/* Upwards, from the right, in steps; what the row leaves is stored behind it. */
static void reversed(int n, int m, row *A, double *left) {
  for (int i = n - 3; i >= 0; i -= 2) {
    double p = A[i][0], q;
    q = 0.5 * p;
    for (int j = m - 1; j > 0; j -= 3) {
      const double mean = 0.5 * (p + q);
      A[i][j] += 0.5 * A[i + 2][j] + 0.25 * mean;
      q = p;
      p = A[i][j];
    }
    left[i] = p - q;
  }
}

enum state { QUIET, RISING, FALLING };

/* States that data choose, and parts of the row that are skipped. */
static void states(int n, int m, row *A, const double *restrict W) {
  for (int i = 1; i < n; i++) {
    unsigned char seen = 3;
    enum state state = QUIET;
    for (int j = 1; j < m; j++) {
      if (W[j] < 0.6)
        continue;
      seen = seen * 7 + j;
      A[i][j] = 0.5 * A[i - 1][j - 1] + seen * 0.001;
      if (state == RISING)
        A[i][j] *= 0.75;
      state = A[i][j] > A[i - 1][j] ? RISING : state == RISING ? FALLING : QUIET;
    }
  }
}

/* Numbers of other types, over a triangle. */
static void mixed(int n, int m, row *A) {
  for (int i = 1; i < n; i++) {
    float p = 0;
    long double z = 0.5L;
    double complex c = 1;
    for (int j = 1; j < m && j <= i; j++) {
      z = z * 0.5L + A[i - 1][j];
      c = c * (0.25 + 0.5 * I) + A[i - 1][j];
      p = p * 0.5f + (float)j;
      A[i][j] = 0.25 * A[i - 1][j] + p * 0.01 + (double)z + creal(c);
    }
  }
}

/* Two rows that are exchanged. */
static int common(int n, int m, const unsigned char *x, const unsigned char *y, int *above, int *here) {
  int longest = 0;
  for (int i = 0; i < n; i++) {
    int left = 0, corner = 0;
    for (int j = 0; j < m; j++) {
      int length = x[i] == y[j] ? corner + 1 : above[j] > left ? above[j] : left;
      corner = above[j];
      here[j] = left = length;
      longest = length > longest ? length : longest;
    }
    int *other = above;
    above = here;
    here = other;
  }
  return longest;
}

/* Several in one declaration, with and without a value, and one that is computed from them. */
static void together(int n, int m, row *A, double *last) {
  for (int i = 1; i < n; i++) {
    double up, corner = last[0], scale = 0.5 + 0.01 * i;
    const _Bool low = corner < 0.5;
    last[0] = A[i][0];
    for (int j = 1; j < m; j++) {
      up = last[j];
      last[j] = corner * scale + 0.25 * last[j - 1] + low;
      corner = up;
    }
    A[i][0] = corner + scale;
  }
}

/* No statement between the loops: the first iteration begins the row. */
static void begun(int n, int m, row *A) {
  for (int i = 1; i < n; i++) {
    double p, q;
    for (int j = 1; j < m; j++) {
      if (j == 1)
        p = i, q = A[i][0];
      A[i][j] += 0.5 * A[i - 1][j] + p;
      p = 0.25 * q;
      q = A[i][j];
    }
  }
}

/* The inner loop of some calls has no iteration. */
static void narrow(int n, int m, row *A, double *left) {
  for (int i = 1; i < n; i++) {
    double p = i;
    for (int j = 1; j < m; j++) {
      p = 0.5 * p + A[i - 1][j];
      A[i][j] = p;
    }
    left[i] = p;
  }
}

/* A sum in order beside it. */
static double total(int n, int m, row *A) {
  double sum = 0;
  for (int i = 1; i < n; i++) {
    double p = 0;
    for (int j = 1; j < m; j++) {
      A[i][j] = 0.5 * A[i - 1][j] + p;
      p = 0.25 * A[i][j];
      sum += A[i][j];
    }
  }
  return sum;
}

static void run_distance(void **b) { distance(N, M, b[0], b[1], b[2]); }
static void run_aligned(void **b) { *(int *)b[3] = aligned(N, M, b[0], b[1], b[2], (int *)b[2] + M); }
static void run_summed(void **b) { summed(N, M, b[0], b[1]); }
static void run_reversed(void **b) { reversed(N, M, b[0], b[1]); }
static void run_states(void **b) { states(N, M, b[0], b[1]); }
static void run_mixed(void **b) { mixed(N, M, b[0]); }
static void run_common(void **b) { *(int *)b[3] = common(N, M, b[0], b[1], b[2], (int *)b[2] + M); }
static void run_together(void **b) { together(N, M, b[0], b[1]); }
static void run_begun(void **b) { begun(N, M, b[0]); }
static void run_narrow(void **b) { narrow(N, M, b[0], b[1]); }
static void run_none(void **b) { narrow(N, 1, b[0], b[1]); }
static void run_total(void **b) { *(double *)b[1] = total(N, M, b[0]); }

static unsigned char first[M] = "gattacagattacacagattacagatta", second[M] = "catgattacacatgattacagagattcag";
static int rows[2 * M], other_rows[2 * M], zeros[2 * M];

#define LETTERS {U8, M, first}, {U8, M, second}
const struct nest nests_carried[] = {
    {"carried-distance", run_distance, {LETTERS, {I32, M, rows}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"carried-aligned", run_aligned, {LETTERS, {I32, 2 * M, other_rows}, {I32, 1, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"carried-summed", run_summed, {{F64, N * M, 0}, {F64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"carried-reversed", run_reversed, {{F64, N * M, 0}, {F64, N, 0}}, 2, {1, 3}, 1, 0, 0, 0, 0},
    {"carried-states", run_states, {{F64, N * M, 0}, {F64, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"carried-mixed", run_mixed, {{F64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"carried-common", run_common, {LETTERS, {I32, 2 * M, zeros}, {I32, 1, 0}}, 2, {2, 1}, 1, 0, 0, 0, 0},
    {"carried-together", run_together, {{F64, N * M, 0}, {F64, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"carried-begun", run_begun, {{F64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"carried-narrow", run_narrow, {{F64, N * M, 0}, {F64, N, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"carried-none", run_none, {{F64, N * M, 0}, {F64, N, 0}}, 2, {1, 1}, 0, 0, 0, 0, 0},
    {"carried-total", run_total, {{F64, N * M, 0}, {F64, 1, 0}}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {0},
};
