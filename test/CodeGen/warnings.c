// What is inserted adds no warning, whatever the user's loops look like.
// REQUIRES: gcc, clang
// RUN: tilepipe-cc %s -o %t.c
// RUN: gcc -O2 -Wall -Wextra -Werror -fopenmp %tilepipe_flags -c %t.c -o %t.o
// RUN: gcc -O2 -Wall -Wextra -Werror %tilepipe_flags -c %t.c -o %t.o
// RUN: clang-19 -O2 -Wall -Wextra -Werror -fopenmp -I%include -c %t.c -o %t.o
// RUN: clang-19 -O2 -Wall -Wextra -Werror -I%include -c %t.c -o %t.o
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
