/* The loops of P3: dependences (D,0,0), (0,D,0), (0,0,D) with D = 1 (as ADI) or 3 (the synthetic one).
   usage: steps D NI NJ NK. The last thing it does is to print a sum over the bits of all results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef PAPER_POINT /* seconds that a point takes: CPUs sleep them, see hosts.py */
#include "../../../test/support/sleep.h"
#endif

static void near(int ni, int nj, int nk, float A[ni + 3][nj + 3][nk + 3]) {
  for (int i = 3; i < ni + 3; i++)
    for (int j = 3; j < nj + 3; j++)
      for (int k = 3; k < nk + 3; k++)
        A[i][j][k] = 0.3f * A[i - 1][j][k] + 0.4f * A[i][j - 1][k] + 0.25f * A[i][j][k - 1];
}

static void far(int ni, int nj, int nk, float A[ni + 3][nj + 3][nk + 3]) {
  for (int i = 3; i < ni + 3; i++)
    for (int j = 3; j < nj + 3; j++)
      for (int k = 3; k < nk + 3; k++)
        A[i][j][k] = 0.3f * A[i - 3][j][k] + 0.4f * A[i][j - 3][k] + 0.25f * A[i][j][k - 3];
}

int main(int argc, char **argv) {
  if (argc != 5)
    return 2;
  int ni = atoi(argv[2]), nj = atoi(argv[3]), nk = atoi(argv[4]);
  size_t points = (size_t)(ni + 3) * (size_t)(nj + 3) * (size_t)(nk + 3);
  float(*A)[nj + 3][nk + 3] = calloc(points, sizeof(float));
  if (!A)
    return 1;
#pragma tilepipe off
  for (int i = 0; i < ni + 3; i++)
    for (int j = 0; j < nj + 3; j++)
      for (int k = 0; k < nk + 3; k++)
        if (i < 3 || j < 3 || k < 3)
          A[i][j][k] = (float)(1 + (i * 7 + j * 3 + k) % 11);
  if (argv[1][0] == '3')
    far(ni, nj, nk, A);
  else
    near(ni, nj, nk, A);
  unsigned long sum = 0;
  for (const char *at = (const char *)A, *end = at + points * sizeof(float); at < end; at += 4) {
    unsigned bits;
    memcpy(&bits, at, sizeof bits);
    sum = sum * 31 + bits;
  }
  printf("sum %lx\n", sum);
  return 0;
}
