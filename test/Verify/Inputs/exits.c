/* Iterators that live on: a loop that counts down past zero in an unsigned type, and one with a stride. */
struct grid {
  int n;
};
void fill(struct grid *g, unsigned m, int (*A)[40], unsigned *left) {
  int i;
  unsigned j = 7, k = 9;
  for (i = 2; i < g->n; i++)
    for (j = m; j-- > 0;)
      for (k = j; k < 30; k += 7)
        A[i][k] = A[i - 1][k] + A[i - 2][k] + (int)j;
  left[0] = (unsigned)i;
  left[1] = j;
  left[2] = k;
}
