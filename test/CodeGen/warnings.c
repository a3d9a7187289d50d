// What is inserted adds no warning, whatever the user's loops look like.
// REQUIRES: gcc, clang
// DEFINE: %{strict} = -O2 -Wall -Wextra -Wshadow -Wconversion -Wcast-qual -Wdouble-promotion -Wredundant-decls -Wundef -Wmissing-prototypes -pedantic -Werror
// RUN: tilepipe-cc %s -o %t.c
// RUN: tilepipe-cc %s -DSTRICT -o %t.strict.c
// RUN: grep -c 'if (tp_strict' %t.strict.c
// RUN: gcc %{strict} -DSTRICT -fopenmp %tilepipe_flags -c %t.strict.c -o %t.o
// RUN: gcc %{strict} -DSTRICT %tilepipe_flags -c %t.strict.c -o %t.o
// RUN: clang-19 %{strict} -DSTRICT -fopenmp -I%include -c %t.strict.c -o %t.o
// RUN: gcc -O2 -Wall -Wextra -Werror -fopenmp %tilepipe_flags -c %t.c -o %t.o
// RUN: gcc -O2 -Wall -Wextra -Werror %tilepipe_flags -c %t.c -o %t.o
// RUN: clang-19 -O2 -Wall -Wextra -Werror -fopenmp -I%include -c %t.c -o %t.o
// RUN: clang-19 -O2 -Wall -Wextra -Werror -I%include -c %t.c -o %t.o
//
// The user is warned of his own text as ever, behind the block too.
// RUN: not gcc -O2 -Wconversion -Werror -DSTRICT -DNARROW %tilepipe_flags -c %t.strict.c -o %t.o 2>&1 | FileCheck %s
// CHECK: error: conversion from 'double' to 'float' may change value
// CHECK-NOT: error: conversion
#ifdef STRICT
void strict(int n, const double *in, double out[40][40]);
void strict(int n, const double *in, double out[40][40])
{
  int i, j;
  for (i = 1; i < n; i++)
    for (j = 1; j < n; j++) {
      switch (n) {
      case 1:
        out[i][j] = in[i];
        break;
      default:
        out[i][j] = out[i - 1][j] + in[j];
      }
    }
#ifdef NARROW
  float narrow = in[0] * n;
  (void)narrow;
#endif
}
#else
#include <math.h>
#include <stddef.h>
static double weights[40][50];
double scale = 2;
static double mix(double a, double b) { return scale * a + b; }
void all(int n, size_t m, const double *in, double *out, float F[n][m], int flag) {
  int i, j;
  for (i = n - 1; i > 0; i -= 2)
    for (j = 1; j < 50; j++)
      weights[j % 1 + i % 1 + 1][j] = 1;
  for (i = 1; i < 40; i++)
    for (j = 1; j < 50; j++)
      weights[i][j] = mix(weights[i - 1][j], sqrt(weights[i][j - 1]));
  if (flag)
    for (size_t a = 1; a < m; a++)
      for (unsigned b = 0; b < 7; b++)
        F[b][a] = F[b][a - 1] * 0.5f;
  else
    for (long a = n - 1; a >= 0; --a)
      for (int b = 0; b < 9; ++b)
        out[a * 9 + b] = in[a * 9 + b] > 0 ? in[a * 9 + b] : 0;
  for (int unused = 0; unused < 3; unused++)
    for (int k = 1; k < n; k++)
      out[k] = out[k] + out[0] * 0;
}
#endif
