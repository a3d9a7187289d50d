// A nest that is the body of an unbraced `if` stays with that `if`, and its `else` too.
// REQUIRES: gcc, clang
// RUN: tilepipe-cc %s -o %t.c
// RUN: gcc -O2 -Wall -Wextra -Werror -fopenmp %t.c %tilepipe_flags -lmpi -o %t.par
// RUN: env TILEPIPE_ALWAYS=1 %t.par | FileCheck %s
// RUN: env TILEPIPE_BACKEND=clang-19 tilepipe-cc -c -Wall -Wextra -Rpass-missed=tilepipe %s -o %t.o 2>&1 | count 0
// CHECK: 1 2
#include <stdio.h>
static int a[50][50];
static int f(int which) {
  if (which)
    for (int i = 0; i < 50; i++)
      for (int j = 0; j < 50; j++)
        a[i][j] = 1;
  else
    for (int i = 0; i < 50; i++)
      for (int j = 0; j < 50; j++)
        a[i][j] = 2;
  return a[49][49];
}
/* Iterators that keep their exit values. */
static int g(int which) {
  int i = 0, j = 0;
  if (which)
    for (i = 0; i < 50; i++)
      for (j = 0; j < 50; j++)
        a[i][j] = 4;
  else
    for (i = 0; i < 50; i++)
      for (j = 0; j < 50; j++)
        a[i][j] = 5;
  return a[49][49] + i + j;
}
int main(void) {
  int one = f(1), two = f(0);
  printf("%d %d\n", one, two);
  return g(1) + g(0) == 209 ? 0 : 1;
}
