/* Elements under subscripts that depend on data, combined with values: counts, sums beside a sweep, extremes. */
#include "data.h"

static int a[41][47];
static int counted[23];
static unsigned char marks[23];
static short lows[3][23];

static int of(int value) { return (int)((unsigned)value % 23); }

static void count(int n, int m, int A[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      counted[of(A[i][j])]++;
      if (A[i][j] & 4)
        counted[of(A[i][j] >> 3)] += j;
    }
}

static void mark(int n, int m, int A[n][m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = (int)((unsigned)A[i - 1][j] / 3 + (unsigned)A[i][j - 1] / 5 + (unsigned)A[i][j] / 7);
      marks[of(A[i][j])] ^= (unsigned char)j;
    }
}

static void least(int n, int m, int A[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if ((short)A[i][j] < lows[i % 3][of(A[i][j])])
        lows[i % 3][of(A[i][j])] = (short)A[i][j];
}

static void fill(int *p, int n) {
  while (n-- > 0)
    *p++ = (int)(data_next() * 1e9);
}

int main(void) {
  fill(a[0], 41 * 47);
  fill(counted, 23);
  count(41, 47, a);
  mark(41, 47, a);
  least(41, 47, a);
  data_show("counted", counted, sizeof counted);
  data_show("marks", marks, sizeof marks);
  data_show("lows", lows, sizeof lows);
  data_show("a", a, sizeof a);
  return 0;
}
