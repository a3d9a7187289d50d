/* Arrays that are members of one structure, and sizes in another. */
#include "data.h"

struct cell {
  double v, w;
};
struct sizes {
  int n, m;
};

static struct cell g[39][41];

static void members(const struct sizes *z, struct cell (*G)[41], double p) {
  for (int i = 1; i < z->n; i++)
    for (int j = 1; j < z->m; j++) {
      G[i][j].v = p * G[i - 1][j].v + 0.25 * G[i][j - 1].w;
      G[i][j].w = G[i][j].v * 0.5 + 0.375 * G[i - 1][j - 1].w;
    }
}

int main(void) {
  struct sizes z = {39, 41};
  data_fill(&g[0][0].v, 2 * 39 * 41);
  members(&z, g, 0.625);
  data_show("g", g, sizeof g);
  return 0;
}
