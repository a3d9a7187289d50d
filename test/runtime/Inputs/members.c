/* A member of 16 bytes, 8 bytes into structures of 24. */
#include <complex.h>
#include <stdio.h>

struct cell {
  double a;
  double complex z;
};
static struct cell c[40][40];

int main(void) {
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 40; j++)
      c[i][j].z = 1.0 / (1 + i * 7 % 5 + j);
  for (int i = 1; i < 40; i++)
    for (int j = 1; j < 40; j++)
      c[i][j].z = 0.5 * c[i - 1][j].z + 0.3 * c[i][j - 1].z;
  printf("%a\n", creal(c[39][39].z));
  return 0;
}
