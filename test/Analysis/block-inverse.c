// A called function of some hundred statements on small blocks: an iteration's accesses to one element count
// once. Block tridiagonal elimination along i, with blocks of 5 x 5.
//
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: parallelized as region 'forward': distances (1,0),
// REMARK: parallelized as region 'neighbours': distances (0,1) (1,0) (1,1),
//
// RUN: tilepipe-cc %s -o /dev/null --tp-stop-after=frontend --tp-print-after=frontend > %t.nests
// RUN: grep -c '^  read.*-> blocks\[' %t.nests | grep -x 100 && grep -c '^  write.*-> blocks\[' %t.nests | grep -x 50
// RUN: grep -c '^  read.*-> plain\[' %t.nests | grep -x 4 && grep -c '^  write.*-> plain\[' %t.nests | grep -x 1
//
// RUN: gcc -O1 -ffp-contract=off %s -o %t.sequential && %t.sequential > %t.expected
// RUN: tilepipe-cc -O1 %s -o %t.parallel
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_STATS=1 OMP_NUM_THREADS=2 %t.parallel > %t.out 2> %t.stats
// RUN: grep -q 'region=forward .*ran=1 ' %t.stats && diff %t.expected %t.out
#include <stdio.h>

enum { N = 40, M = 30 };
static double blocks[N][M][3][5][5], right[N][M][5];

#define EACH(DO, ...) DO(0, __VA_ARGS__) DO(1, __VA_ARGS__) DO(2, __VA_ARGS__) DO(3, __VA_ARGS__) DO(4, __VA_ARGS__)
#define AGAIN(DO, ...) DO(0, __VA_ARGS__) DO(1, __VA_ARGS__) DO(2, __VA_ARGS__) DO(3, __VA_ARGS__) DO(4, __VA_ARGS__)

#define TERM(k, i) -a[i][k] * x[k]
#define ROW(i, ...) b[i] = b[i] TERM(0, i) TERM(1, i) TERM(2, i) TERM(3, i) TERM(4, i);
static void matvec_sub(double a[5][5], double x[5], double b[5])
{
  EACH(ROW, )
}

#define ELEMENT(j, i) \
  c[i][j] = c[i][j] - a[i][0] * b[0][j] - a[i][1] * b[1][j] - a[i][2] * b[2][j] - a[i][3] * b[3][j] - a[i][4] * b[4][j];
#define ELEMENTS(i, ...) EACH(ELEMENT, i)
static void matmul_sub(double a[5][5], double b[5][5], double c[5][5])
{
  ELEMENTS(0) ELEMENTS(1) ELEMENTS(2) ELEMENTS(3) ELEMENTS(4)
}

#define SCALE(j, p) l[p][j] = l[p][j] * pivot; c[p][j] = c[p][j] * pivot;
#define SUBTRACT(j, p, i) l[i][j] = l[i][j] - factor * l[p][j]; c[i][j] = c[i][j] - factor * c[p][j];
#define ELIMINATE(p, i) factor = l[i][p]; AGAIN(SUBTRACT, p, i) r[i] = r[i] - factor * r[p];
#define PIVOT(p, a, b, c, d) \
  pivot = 1.0 / l[p][p]; \
  EACH(SCALE, p) \
  r[p] = r[p] * pivot; \
  ELIMINATE(p, a) ELIMINATE(p, b) ELIMINATE(p, c) ELIMINATE(p, d)
static void binvcrhs(double l[5][5], double c[5][5], double r[5])
{
  double pivot, factor;
  PIVOT(0, 1, 2, 3, 4)
  PIVOT(1, 0, 2, 3, 4)
  PIVOT(2, 0, 1, 3, 4)
  PIVOT(3, 0, 1, 2, 4)
  PIVOT(4, 0, 1, 2, 3)
}

static void forward(int n, int m)
{
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++) {
      matvec_sub(blocks[i][j][0], right[i - 1][j], right[i][j]);
      matmul_sub(blocks[i][j][0], blocks[i - 1][j][2], blocks[i][j][1]);
      binvcrhs(blocks[i][j][1], blocks[i][j][2], right[i][j]);
    }
}

// What other iterations wrote is read once, and before that nothing is left out.
#define MORE(x) x x x x x x x x x x
static double plain[N][M];
static void neighbours(int n, int m)
{
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      MORE(plain[i][j] = 0.5 * plain[i][j] + plain[i][j - 1];)
      MORE(plain[i][j] = 0.5 * plain[i][j] + plain[i - 1][j];)
      MORE(plain[i][j] = 0.5 * plain[i][j] + plain[i - 1][j - 1];)
      MORE(plain[i][j] = 0.25 * plain[i][j];)
    }
}

int main(void)
{
  for (int k = 0; k < N * M * 75; k++)
    (&blocks[0][0][0][0][0])[k] = 0.001 * (k % 97) + (k % 25 % 6 == 0 ? 3 : 0);
  int k = N * M;
  while (k-- > 0) // one loop is not what is tested
    plain[k / M][k % M] = k % 13;
  for (int k = 0; k < N * M * 5; k++)
    (&right[0][0][0])[k] = k % 31;
  forward(N, M);
  neighbours(N, M);
  for (int j = 0; j < M; j++)
    printf("%a %a %a\n", right[N - 1][j][j % 5], blocks[N - 1][j][2][j % 5][4], plain[N - 1][j]);
  return 0;
}
