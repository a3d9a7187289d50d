/* nests_colours.c - loops with steps that start elsewhere from run to run: red and black points. */
#include "nests.h"

#include <stdint.h>

enum { N = 29, M = 33, L = 11, T = 4 };
typedef double row[M];
typedef double plane[L][L];
#define AROUND (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1])

static void one_colour(int n, int m, row *A, int colour) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 2 + (i + colour) % 2; j < m - 1; j += 2)
      A[i][j] = 0.3 * A[i][j] + 0.17 * AROUND;
}

static void colour_of_bits(int n, int m, row *A, int colour) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + ((i ^ colour) & 1); j < m - 1; j += 2)
      A[i][j] = 0.3 * A[i][j] + 0.17 * AROUND;
}

static void both_colours(int n, int m, row *A, row *F) {
  for (int colour = 0; colour < 2; colour++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1 + (i + colour) % 2; j < m - 1; j += 2)
        A[i][j] = 0.25 * (AROUND - F[i][j]);
}

static void colours_in_time(int steps, int n, int m, row *A) {
  for (int t = 0; t < steps; t++)
    for (int colour = 0; colour < 2; colour++)
      for (int i = 1; i < n - 1; i++)
        for (int j = 1 + (i + colour) % 2; j < m - 1; j += 2)
          A[i][j] += 1.2 * (0.25 * AROUND - A[i][j]);
}

static void colours_downwards(int n, int m, row *A) {
  for (int colour = 0; colour < 2; colour++)
    for (int i = n - 2; i > 0; i--)
      for (int j = m - 2 - (i + colour) % 2; j >= 1; j -= 2)
        A[i][j] = 0.3 * A[i][j] + 0.17 * AROUND;
}

/* Exit values of iterators whose last run may have no iteration. */
static void colours_of_three(int n, int m, row *A, int64_t *out) {
  int i, j;
  for (i = 1; i < n - 1; i++)
    for (j = 1 + 2 * i % 3; j < m - 1; j += 3)
      A[i][j] = 0.3 * A[i][j] + 0.17 * AROUND;
  out[0] = i;
  out[1] = j;
}

static void blocks_of_four(int n, int m, row *A, int64_t *out) {
  int i, j;
  for (i = n - 2; i > 0; i--)
    for (j = i / 4 * 4 + 1; j < m - 1; j += 4)
      A[i][j] = 0.3 * A[i][j] + 0.17 * AROUND;
  out[0] = i;
  out[1] = j;
}

/* The last one is met exactly or the loop does not end. */
static void colours_to_the_end(int n, int m, row *A) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + i % 2; j != m + i % 2; j += 2)
      A[i][j] = 0.3 * A[i - 1][j] + 0.17 * A[i + 1][j];
}

static void colours_of_a_volume(int n, plane *A, plane *F, int colour) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1 + (i + j + colour) % 2; k < n - 1; k += 2)
        A[i][j][k] = (F[i][j][k] + A[i - 1][j][k] + A[i + 1][j][k] + A[i][j - 1][k] + A[i][j + 1][k] +
                      A[i][j][k - 1] + A[i][j][k + 1]) / 7;
}

static void run_one_colour(void **b) {
  one_colour(N, M, b[0], 0);
  one_colour(N, M, b[0], 1);
  one_colour(N, M, b[0], -2); /* it assumes that no dividend is negative, and runs as it stands here */
}
static void run_colour_of_bits(void **b) {
  colour_of_bits(N, M, b[0], 0);
  colour_of_bits(N, M, b[0], 1);
  colour_of_bits(N, M, b[0], -3);
}
static void run_both_colours(void **b) { both_colours(N, M, b[0], b[1]); }
static void run_colours_in_time(void **b) { colours_in_time(T, N, M, b[0]); }
static void run_colours_downwards(void **b) { colours_downwards(N, M, b[0]); }
static void run_colours_of_three(void **b) { colours_of_three(N, M, b[0], b[1]); }
static void run_blocks_of_four(void **b) { blocks_of_four(N, M, b[0], b[1]); }
static void run_colours_to_the_end(void **b) { colours_to_the_end(N, M - 2, b[0]); }
static void run_colours_of_a_volume(void **b) {
  colours_of_a_volume(L, b[0], b[1], 0);
  colours_of_a_volume(L, b[0], b[1], 1);
}

#define A1 {{F64, N * M, 0}}
#define A2 {{F64, N * M, 0}, {F64, N * M, 0}}
#define AE {{F64, N * M, 0}, {I64, 3, 0}}
const struct nest nests_colours[] = {
    {"colour-one", run_one_colour, A1, 2, {1, 1}, 2, 0, 0, 0, 0},
    {"colour-bits", run_colour_of_bits, A1, 2, {1, 1}, 3, 0, 0, 0, 0},
    {"colour-both", run_both_colours, A2, 3, {2, 2, 2}, 1, 0, 0, 0, 0},
    {"colour-time", run_colours_in_time, A1, 4, {1, 1, 2, 2}, 1, 0, 1, 0, 0},
    {"colour-down", run_colours_downwards, A1, 3, {2, 2, 2}, 1, 0, 0, 0, 0},
    {"colour-three", run_colours_of_three, AE, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"colour-four", run_blocks_of_four, AE, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"colour-end", run_colours_to_the_end, A1, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"colour-volume", run_colours_of_a_volume, {{F64, L * L * L, 0}, {F64, L * L * L, 0}}, 3, {1, 1, 1}, 2, 0, 1, 0, 0},
    {0},
};
