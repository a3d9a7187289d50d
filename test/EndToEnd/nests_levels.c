/* nests_levels.c - a few time steps in one array, chosen by the remainder of the step. */
#include "nests.h"

enum { T = 7, N = 15, M = 17, L = 5, W = 97 };

static void wave(int steps, int n, int m, double (*u)[N][M]) {
  for (int t = 1; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        u[(t + 1) % 3][i][j] = 2 * u[t % 3][i][j] - u[(t + 2) % 3][i][j] +
                               0.1 * (u[t % 3][i + 1][j] + u[t % 3][i - 1][j] + u[t % 3][i][j + 1] + u[t % 3][i][j - 1] - 4 * u[t % 3][i][j]);
}

static void heat(int steps, int n, double (*a)[L + 2][L + 2][L + 2]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i <= n; i++)
      for (int j = 1; j <= n; j++)
        for (int k = 1; k <= n; k++)
          a[(t + 1) % 2][i][j][k] = 0.125 * (a[t % 2][i - 1][j][k] + a[t % 2][i + 1][j][k] + a[t % 2][i][j - 1][k] + a[t % 2][i][j + 1][k] +
                                             a[t % 2][i][j][k - 1] + a[t % 2][i][j][k + 1]) + 0.25 * a[t % 2][i][j][k];
}

/* The other one of two, written so; far neighbours, and the step before the last one of four. */
static void other(int steps, int n, float (*a)[W]) {
  for (int t = 0; t < steps; t++)
    for (int i = 2; i < n - 2; i++)
      a[1 - t % 2][i] = 0.25f * (a[t % 2][i - 2] + a[t % 2][i + 2] + a[t % 2][i] + 1);
}

static void four(int steps, int n, double (*a)[W]) {
  for (int t = 3; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      a[t % 4][i] = 0.5 * a[(t + 3) % 4][i - 1] + 0.25 * a[(t + 1) % 4][i + 1] + 0.125 * a[(t + 2) % 4][i];
}

/* Diamonds, which are asked for: rows that mention all loops, and places without points. */
static void diamonds(int steps, int n, int m, double (*u)[N][M]) {
#pragma tilepipe shape((1, -1, -1), (1, -1, 1), (1, 1, -1))
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        u[(t + 1) % 2][i][j] = 0.25 * (u[t % 2][i - 1][j] + u[t % 2][i + 1][j] + u[t % 2][i][j - 1] + u[t % 2][i][j + 1]);
}

static void line(int steps, int n, double (*a)[W]) {
#pragma tilepipe shape((1, -1), (1, 1))
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      a[(t + 1) % 2][i] = 0.5 * a[t % 2][i - 1] + 0.25 * a[t % 2][i + 1];
}

/* In place as well: what this step has written is read. */
static void sweep(int steps, int n, int m, double (*a)[N][M]) {
  for (int t = 1; t < steps; t++)
    for (int i = 1; i < n; i++)
      for (int j = 1; j < m - 1; j++)
        a[t % 2][i][j] = 0.3 * a[t % 2][i - 1][j] + 0.3 * a[t % 2][i][j - 1] + 0.3 * a[(t + 1) % 2][i][j + 1];
}

/* Borders by statements of their own, another array beside it, and every second row. */
static void borders(int steps, int n, int m, double (*restrict u)[N][M], double (*restrict sum)[M]) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      u[(t + 1) % 2][i][0] = u[t % 2][i][1];
      for (int j = 1; j < m - 1; j++) {
        u[(t + 1) % 2][i][j] = 0.5 * u[t % 2][i - 1][j] + 0.25 * u[t % 2][i][j - 1];
        sum[i][j] += u[t % 2][i][j];
      }
    }
  }
}

static void rows(int steps, int n, int m, unsigned (*u)[N][M]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i += 2)
      for (int j = m - 2; j >= 1; j--)
        u[(t + 1) % 3][i][j] = u[t % 3][i][j + 1] + 3u * u[(t + 2) % 3][i][j - 1];
}

/* Two steps of one element at each point: what an element stands for is not the point's alone. */
static void two(int steps, int n, double (*u)[W]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++) {
      u[t % 3][i] = 0.5 * u[(t + 2) % 3][i - 1] + 0.25 * u[(t + 2) % 3][i] + i;
      u[(t + 1) % 3][i] = 0.3 * u[t % 3][i] + t + 1;
    }
}

static void some(int steps, int n, int m, double (*u)[N][M]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++) {
        u[(t + 1) % 3][i][j] = 0.25 * (u[t % 3][i - 1][j] + u[t % 3][i + 1][j]) + 0.125;
        if (i > 5)
          u[(t + 2) % 3][i][j] = 0.5 * u[(t + 1) % 3][i][j];
      }
}

static void run_two(void **b) { two(T, W, b[0]); }
static void run_some(void **b) { some(T, N, M, b[0]); }
static void run_wave(void **b) { wave(T, N, M, b[0]); }
static void run_heat(void **b) { heat(4, L, b[0]); }
static void run_other(void **b) { other(5 * T, W, b[0]); }
static void run_four(void **b) { four(5 * T, W, b[0]); }
static void run_diamonds(void **b) { diamonds(T, N, M, b[0]); }
static void run_line(void **b) { line(5 * T, W, b[0]); }
static void run_sweep(void **b) { sweep(T, N, M, b[0]); }
static void run_borders(void **b) { borders(T, N, M, b[0], b[1]); }
static void run_rows(void **b) { rows(T, N, M, b[0]); }

const struct nest nests_levels[] = {
    {"levels-wave", run_wave, {{F64, 3 * N * M, 0}}, 3, {3, 3, 3}, 1, 0, 0, 0, 0},
    {"levels-heat", run_heat, {{F64, 2 * (L + 2) * (L + 2) * (L + 2), 0}}, 4, {2, 2, 2, 2}, 1, 0, 1, 0, 0},
    {"levels-other", run_other, {{F32, 2 * W, 0}}, 2, {2, 4}, 1, 0, 0, 0, 0},
    {"levels-four", run_four, {{F64, 4 * W, 0}}, 2, {4, 4}, 1, 0, 0, 0, 0},
    {"levels-diamonds", run_diamonds, {{F64, 2 * N * M, 0}}, 3, {2, 2, 2}, 1, 0, 0, 0, 0},
    {"levels-line", run_line, {{F64, 2 * W, 0}}, 2, {2, 2}, 1, 0, 0, 0, 0},
    {"levels-sweep", run_sweep, {{F64, 2 * N * M, 0}}, 3, {2, 2, 2}, 1, 0, 0, 0, 0},
    {"levels-borders", run_borders, {{F64, 2 * N * M, 0}, {F64, N * M, 0}}, 3, {2, 2, 2}, 1, 0, 0, 0, 0},
    {"levels-two", run_two, {{F64, 3 * W, 0}}, 2, {3, 3}, 1, 0, 0, 0, 1},
    {"levels-some", run_some, {{F64, 3 * N * M, 0}}, 3, {3, 3, 3}, 1, 0, 0, 0, 0},
    {"levels-rows", run_rows, {{U32, 3 * N * M, 0}}, 3, {3, 3, 3}, 1, 0, 0, 0, 0},
    {0},
};
