/* crowd gemm|syrk|lu|wave [REPEATS] - kernels of about a millisecond and less, called often. For bench/busy.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 220, L = 400 };
static double a[N][N], b[N][N], c[N][N], lu[L][L], w[L][L];

static double gemm(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            c[i][j] = (i * j + 1) % N * 0.01;
            a[i][j] = i * (j + 1) % N * 0.01;
            b[i][j] = i * (j + 2) % N * 0.01;
        }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            c[i][j] *= 1.2;
        for (int k = 0; k < N; k++)
            for (int j = 0; j < N; j++)
                c[i][j] += 1.5 * a[i][k] * b[k][j];
    }
    return c[N / 2][N / 3];
}

static double syrk(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            c[i][j] = (i * j + 2) % N * 0.01;
            a[i][j] = (i * j + 1) % N * 0.01;
        }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= i; j++)
            c[i][j] *= 1.2;
        for (int k = 0; k < N; k++)
            for (int j = 0; j <= i; j++)
                c[i][j] += 1.5 * a[i][k] * a[j][k];
    }
    return c[N / 2][N / 3];
}

static double factor(void)
{
    for (int i = 0; i < L; i++)
        for (int j = 0; j < L; j++)
            lu[i][j] = i == j ? L : 1.0 / (1 + i + j);
    for (int k = 0; k < L; k++) {
        for (int i = k + 1; i < L; i++)
            lu[i][k] /= lu[k][k];
        for (int i = k + 1; i < L; i++)
            for (int j = k + 1; j < L; j++)
                lu[i][j] -= lu[i][k] * lu[k][j];
    }
    return lu[L - 1][L - 1];
}

static double wave(void)
{
    for (int call = 0; call < 20; call++)
        for (int i = 1; i < L; i++)
            for (int j = 1; j < L; j++)
                w[i][j] = 0.4 * w[i][j] + 0.3 * w[i - 1][j] + 0.2 * w[i][j - 1] + 0.1;
    return w[L / 2][L / 3];
}

int main(int argc, char **argv)
{
    static const struct { const char *name; double (*run)(void); } all[] = {{"gemm", gemm}, {"syrk", syrk}, {"lu", factor}, {"wave", wave}};
    double sum = 0;
    int repeats = argc > 2 ? atoi(argv[2]) : 10;
    for (int r = 0; r < repeats; r++)
        for (int k = 0; k < 4; k++)
            if (argc > 1 && strcmp(argv[1], all[k].name) == 0)
                sum += all[k].run();
    printf("%.17g\n", sum);
    return 0;
}
