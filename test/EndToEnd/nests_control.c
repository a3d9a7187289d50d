/* nests_control.c - paths through the body: branches that meet, continue, switch. */
#include "nests.h"

#include <math.h>

enum { N = 35, M = 41 };
typedef double row[M];
#define MAX(a, b) ((a) > (b) ? (a) : (b))

/* Both branches write the element: nothing of it is live-in. */
static void if_else(int n, int m, int (*L)[M], const unsigned char *a, const unsigned char *b) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      if (a[i - 1] % 4 == b[j - 1] % 4)
        L[i][j] = L[i - 1][j - 1] + 1;
      else
        L[i][j] = MAX(L[i - 1][j], L[i][j - 1]);
}

/* The same behind one pointer. */
static void if_else_linear(int n, int m, int *L, const unsigned char *a, const unsigned char *b) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      if (a[i - 1] % 4 == b[j - 1] % 4)
        L[i * m + j] = L[(i - 1) * m + j - 1] + 1;
      else
        L[i * m + j] = MAX(L[(i - 1) * m + j], L[i * m + j - 1]);
}

/* One branch reads what it then writes, another writes twice and reads in between. */
static void chain(int n, int m, row *A, row *B) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      if (A[i - 1][j] > 1.25) {
        A[i][j] = 0.75;
      } else if (A[i][j - 1] > 0.75) {
        A[i][j] = 0.5 * A[i][j] + A[i - 1][j];
        if (A[i][j] > 1.5)
          A[i][j] = A[i][j] * 0.25 + A[i][j - 1];
      } else {
        A[i][j] = A[i - 1][j - 1] + 0.375;
      }
      B[i][j] = A[i][j] * 0.5 + B[i - 1][j] * 0.25;
    }
}

/* One path leaves the old value. */
static void hole(int n, int m, row *A, row *B) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      if (A[i - 1][j] > 1.0)
        A[i][j] = A[i - 1][j] * 0.5;
      else if (A[i][j - 1] > 1.0)
        A[i][j] = A[i][j - 1] * 0.5;
      else if (B[i][j] > 1.0)
        B[i][j] = A[i][j] + 0.125;
    }
}

/* What every path writes, mixed with affine conditions. */
static void mixed(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      if (i > j) {
        if (A[i - 1][j] > 1.0)
          A[i][j] = 0.5 * A[i - 1][j];
        else
          A[i][j] = 0.25 + A[i][j - 1];
      } else if (i == j && A[i][j - 1] > 0.5) {
        A[i][j] = 1.0 - A[i - 1][j - 1] * 0.5;
      } else {
        A[i][j] += 0.0625 * A[i - 1][j];
      }
    }
}

static void choice(int n, int m, row *A, row *B) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      double up = A[i - 1][j] > 1.0 ? (A[i][j] = A[i - 1][j] * 0.5) : (A[i][j] = A[i][j - 1]);
      B[i][j] = up + A[i][j] + (B[i - 1][j] > 1.0 && (A[i][j] = 0.875) > 0.5);
    }
}

static void skip(int n, int m, row *A, row *B) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      if (i == j)
        continue;
      A[i][j] = A[i - 1][j] * 0.5 + A[i][j - 1] * 0.25;
      if (A[i][j] > 0.75)
        continue;
      B[i][j] = A[i][j] + B[i][j - 1] * 0.5;
      if (B[i][j] > 1.0) {
        A[i][j] += 0.75;
        continue;
      }
      A[i][j] += 0.625;
    }
}

/* The loop inside has one iteration: emitted code has none there. */
static void skip_single(int n, int m, row *A) {
  for (int k = 3; k < 4; k++)
    for (int i = 1; i < n; i++)
      for (int j = 1; j < m; j++)
        for (int l = i; l <= i; l++) {
          if (A[l - 1][j] > 0.75)
            continue;
          A[i][j] = A[l - 1][j] * 0.5 + A[i][j - 1] * 0.25 + k;
        }
}

static void switch_data(int n, int m, row *A, const int (*K)[M]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      switch (K[i][j] & 7) {
      case 0:
        A[i][j] = A[i - 1][j] * 0.5;
        break;
      default:
        A[i][j] = A[i - 1][j - 1] * 0.75;
        break;
      case 1:
      case 2:
        A[i][j] = A[i][j - 1] * 0.5 + 0.25;
        if (A[i][j] > 0.5)
          break;
        /* falls through */
      case 3:
        A[i][j] += 0.125;
      }
      A[i][j] += 0.5 * A[i - 1][j];
    }
}

/* No default: what no case takes keeps its value. A continue inside leaves the body. */
static void switch_continue(int n, int m, row *A, int (*K)[M]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      switch (K[i - 1][j] & 3) {
      case 0:
        K[i][j] = K[i][j - 1] + 1;
        break;
      case 1:
        K[i][j] = K[i - 1][j - 1] - 1;
        continue;
      case 2: {
        int k = K[i][j];
        K[i][j] = k / 2 + K[i - 1][j];
      }
      }
      A[i][j] = A[i - 1][j] * 0.5 + K[i][j] % 5;
    }
}

static void switch_affine(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      switch ((i + 2 * j) % 4) {
      case 0:
        A[i][j] = A[i - 1][j] * 0.5 + 0.5;
        break;
      case 2:
        A[i][j] = A[i][j - 1] * 0.5 + 0.25;
        break;
      default:
        A[i][j] += 0.25 * A[i - 1][j - 1];
      }
}

/* All rows write the same elements, only the first ones read what the row before wrote: the others
   depend on the last readers, and receive nothing from them. */
static void overwritten(int n, int m, row *A, row *B) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      if (i < 9)
        A[i][j] = B[0][j];
      B[0][j] = B[i][j] * 0.5 + 0.25;
    }
}

/* Statements that no iteration reaches. */
static void never(int n, int m, row *A, row *B) {
  for (int i = 1; i < n; i++)
    for (int j = 2; j < m; j += 2) {
      if (j & 1)
        B[i][j] = 0.5 * B[i - 1][j];
      if (i > 0)
        A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 2];
      else
        B[i][j] = A[i][j];
    }
}

/* Macros that are statements. */
#define KEEP_LESS(x, y) \
  do { \
    const double other_ = (y); \
    if (other_ < (x)) \
      (x) = other_; \
  } while (0)
#define SWAP(x, y) do { double kept_ = x; x = y; y = kept_; } while (0)
static void statements(int n, int m, row *A, row *B) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      double least = INFINITY, most = NAN;
      KEEP_LESS(least, A[i - 1][j]);
      KEEP_LESS(least, A[i][j - 1]);
      SWAP(least, B[i][j]);
      if (!isnan(most))
        SWAP(least, most);
      A[i][j] = 0.5 * least + 0.25 * B[i - 1][j];
    }
}

#define RUN1(f) static void run_##f(void **b) { f(N, M, b[0]); }
#define RUN2(f) static void run_##f(void **b) { f(N, M, b[0], b[1]); }
#define RUN3(f) static void run_##f(void **b) { f(N, M, b[0], b[1], b[2]); }
RUN3(if_else) RUN3(if_else_linear) RUN2(chain) RUN2(hole) RUN1(mixed) RUN2(choice) RUN2(skip)
RUN1(skip_single) RUN2(switch_data) RUN2(switch_continue) RUN1(switch_affine)
RUN2(overwritten) RUN2(never) RUN2(statements)

#define LAB {{I32, N * M, 0}, {U8, N, 0}, {U8, M, 0}}
#define A1 {{F64, N * M, 0}}
#define A2 {{F64, N * M, 0}, {F64, N * M, 0}}
#define AK {{F64, N * M, 0}, {I32, N * M, 0}}
#define NEST(name, f, arrays) {name, run_##f, arrays, 2, {1, 1}, 1, 0, 0, 0, 0}
const struct nest nests_control[] = {
    NEST("if-else", if_else, LAB),
    NEST("if-else-linear", if_else_linear, LAB),
    NEST("else-if-chain", chain, A2),
    {"else-if-hole", run_hole, A2, 2, {1, 1}, 1, 0, 0, 0, 1},
    NEST("if-mixed", mixed, A1),
    NEST("choice-writes", choice, A2),
    {"continue", run_skip, A2, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"continue-single", run_skip_single, A1, 4, {0, 1, 1, 1}, 1, 0, 0, 0, 1},
    NEST("switch-data", switch_data, AK),
    {"switch-continue", run_switch_continue, AK, 2, {1, 1}, 1, 0, 0, 0, 1},
    NEST("switch-affine", switch_affine, A1),
    NEST("overwritten", overwritten, A2),
    NEST("never", never, A2),
    NEST("statements", statements, A2),
    {0},
};
