/* The loop of P1, P2 and P0: sums of square roots, dependences (1,0,0), (0,1,0) and (0,0,1).
   usage: roots NI NJ NK [touch] [CALLS]; touch: all memory before; CALLS: of the loop, in a loop. The last thing it does
   is to print a sum over the bits of all results. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef PAPER_POINT /* seconds that a point takes: CPUs sleep them, see hosts.py */
#include "../../../test/support/sleep.h"
#endif

static void sweep(int ni, int nj, int nk, float A[ni + 1][nj + 1][nk + 1]) {
  for (int i = 1; i <= ni; i++)
    for (int j = 1; j <= nj; j++)
      for (int k = 1; k <= nk; k++)
        A[i][j][k] = sqrtf(A[i - 1][j][k]) + sqrtf(A[i][j - 1][k]) + sqrtf(A[i][j][k - 1]);
}

/* Of a translated program: simulated ranks are one process, whose pages are not protected for one of them. */
extern void tp_gather(const void *pointer) __attribute__((weak));

static float start(int i, int j, int k) { return (float)(1 + (i * 7 + j * 3 + k) % 11); }

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  int ni = atoi(argv[1]), nj = atoi(argv[2]), nk = atoi(argv[3]);
  size_t points = (size_t)(ni + 1) * (size_t)(nj + 1) * (size_t)(nk + 1);
  float(*A)[nj + 1][nk + 1] = calloc(points, sizeof(float));
  if (!A)
    return 1;
  int calls = 1;
  for (int a = 4; a < argc; a++)
    if (isdigit((unsigned char)argv[a][0]))
      calls = atoi(argv[a]);
    else
      memset(A, 1, points * sizeof(float));
#pragma tilepipe off
  for (int i = 0; i <= ni; i++)
    for (int j = 0; j <= nj; j++) {
      A[i][j][0] = start(i, j, 0);
      if (i == 0 || j == 0)
        for (int k = 1; k <= nk; k++)
          A[i][j][k] = start(i, j, k);
    }
#pragma tilepipe off
  for (int c = 0; c < calls; c++)
    sweep(ni, nj, nk, A);
  if (tp_gather)
    tp_gather(NULL);
  unsigned long sum = 0;
  for (const char *at = (const char *)A, *end = at + points * sizeof(float); at < end; at += 4) {
    unsigned bits;
    memcpy(&bits, at, sizeof bits);
    sum = sum * 31 + bits;
  }
  printf("sum %lx\n", sum);
  return 0;
}
