struct rows { double *u, *v; int pitch, other; };
struct grid { int n, m; struct rows rows; double *f; };
void relax(const struct grid *g, int sweeps) {
  for (int t = 0; t < sweeps; t++)
    for (int i = 1; i < g->n - 1; i++)
      for (int j = 1; j < g->m - 1; j++)
        g->rows.u[i * g->rows.pitch + j] = .25 * (g->rows.u[(i - 1) * g->rows.pitch + j] + g->rows.u[i * g->rows.pitch + j - 1] +
                                                  g->rows.u[i * g->rows.pitch + j + 1] + g->rows.u[(i + 1) * g->rows.pitch + j] -
                                                  g->rows.v[i * g->rows.other + j] + g->f[i * g->m + j]);
}

// No initializer has the bits; the empty array lies where the other one does.
struct bits { int : 5; double **u, **f; int n, m; };
void settle(const struct bits *g, int sweeps) {
  for (int t = 0; t < sweeps; t++)
    for (int i = 1; i < g->n - 1; i++)
      for (int j = 1; j < g->m - 1; j++)
        g->u[i][j] = .25 * (g->u[i - 1][j] + g->u[i][j - 1] + g->u[i][j + 1] + g->u[i + 1][j] - g->f[i][j]);
}
static struct { int before; double none[0][400]; double u[300][410]; } fixed;
void proceed(int sweeps) {
  for (int t = 0; t < sweeps; t++)
    for (int i = 1; i < 299; i++)
      for (int j = 1; j < 399; j++)
        fixed.u[i][j] = .25 * (fixed.u[i - 1][j] + fixed.u[i][j - 1] + fixed.u[i][j + 1] + fixed.u[i + 1][j]);
}
