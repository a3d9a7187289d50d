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
