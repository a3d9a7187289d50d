/* Local alignment: integers, arrays that are only read, comparisons. */
#include "data.h"

#define MAX(x, y) ((x) > (y) ? (x) : (y))

static int h[61][58];
static unsigned char s[61], t[58];

static void align(int n, int m, const unsigned char *first, const unsigned char *second,
                  int (*H)[58], int gap) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      int here = H[i - 1][j - 1] + (first[i] == second[j] ? 3 : -2);
      here = MAX(here, H[i - 1][j] - gap);
      here = MAX(here, H[i][j - 1] - gap);
      H[i][j] = MAX(here, 0);
    }
}

int main(void) {
  data_letters(s, 61);
  data_letters(t, 58);
  align(61, 58, s, t, h, 1);
  data_show("h", h, sizeof h);
  return 0;
}
