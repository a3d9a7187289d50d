/* counted.c - bounds that are numbers of elements, by the usual macros. */
#include <stddef.h>
#include <stdio.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define COUNT_OF(x) ((sizeof(x) / sizeof(0 [x])) / ((size_t)(!(sizeof(x) % sizeof(0 [x])))))
static double A[70][90];

static void unsigned_bounds(void) {
  for (int i = 1; i < sizeof A / sizeof *A; i++)
    for (size_t j = 1; j < COUNT_OF(A[0]); j++)
      A[i][j] += A[i - 1][j] * 0.5 + A[i][j - 1] * 0.25;
}

static void downwards(void) {
  for (int i = ARRAY_SIZE(A) - 2; i >= 0; i--)
    for (int j = (int)ARRAY_SIZE(*A) - 1; j-- > 0;)
      A[i][j] += A[i + 1][j] * 0.5 + A[i][j + 1] * 0.25;
}

static void of_local(void) {
  double L[60][80];
  for (int i = 0; i < (int)ARRAY_SIZE(L); i++)
    for (int j = 0; j < (int)ARRAY_SIZE(L[0]); j++)
      L[i][j] = A[i + 1][j + 2];
  for (unsigned i = 0; i != ARRAY_SIZE(L); i++)
    for (short j = 0; j < ARRAY_SIZE(L[0]); j++)
      A[i][j] = L[i][j] + 1;
}

/* Here it is the size of a pointer. */
static void of_parameter(double X[70][90]) {
  for (int i = 1; i < sizeof X; i++)
    for (int j = 1; j < sizeof X[0] / sizeof X[0][0]; j++)
      X[i][j] += X[i - 1][j] * 0.5;
}

static void of_variable(int n) {
  double V[n][90];
  for (int i = 0; i < ARRAY_SIZE(V); i++)
    for (int j = 0; j < 90; j++)
      V[i][j] = i + j;
  A[3][4] = V[n - 1][5];
}

/* As unsigned numbers, -1 is not less than any of them. */
static void wraps(void) {
  for (int i = 0; i < ARRAY_SIZE(A); i++)
    for (int j = -1; j < ARRAY_SIZE(*A); j++)
      A[i][j] += 1;
  for (int i = 0; i < ARRAY_SIZE(A); i++)
    for (int j = 0; j - 1 < ARRAY_SIZE(*A); j++)
      A[i][j] += 1;
}

int main(void) {
  for (int k = 0; k < 70 * 90; k++)
    A[k / 90][k % 90] = k * 7 % 17;
  unsigned_bounds();
  downwards();
  of_local();
  of_parameter(A);
  of_variable(40);
  wraps();
  double sum = 0;
  for (int k = 0; k < 70 * 90; k++)
    sum = sum * 0.999 + A[k / 90][k % 90];
  printf("%a\n", sum);
  return 0;
}
