#include <stdio.h>
#include <stdlib.h>
void chain(double *p, const double *q) {
  for (int i = 0; i < 300000000; i += 100000)
    p[i + 100000] = q[i] + 1;
}
int main(void) {
  double *p = calloc(300100001, sizeof *p);
  chain(p, p);
  printf("%g\n", p[300000000]);
  return 0;
}
