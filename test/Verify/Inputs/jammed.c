void lines(int n, int m, double (*restrict c)[m], double (*restrict d)[m], float *restrict y)
{
    for (int i = 0; i < n; i++) {
        double s = c[i][0];
        for (int j = 1; j < m; j++) {
            s = s * 0.5 + d[i][j - 1];
            d[i][j] = s;
        }
        for (int j = m - 2; j >= 0; j--)
            c[i][j] -= d[i][j] * c[i][j + 1];
        y[i] = s * 2;
    }
}
