/* crowd gemm|syrk|lu|wave|seidel [REPEATS] - kernels of about a millisecond and less, called often; seidel takes ten
 * times as long, and may pay on several ranks. On stderr: seconds that they took, without the start of the program. For
 * bench/busy.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N = 220, L = 400, S = 500, STEPS = 20 };
static double s[S][S];
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

static double seidel(void)
{
    for (int i = 0; i < S; i++)
        for (int j = 0; j < S; j++)
            s[i][j] = (i * j + 1) % S * 0.01;
    for (int t = 0; t < STEPS; t++)
        for (int i = 1; i < S - 1; i++)
            for (int j = 1; j < S - 1; j++)
                s[i][j] = 0.2 * (s[i][j] + s[i - 1][j] + s[i + 1][j] + s[i][j - 1] + s[i][j + 1]);
    return s[S / 2][S / 3];
}

static double now(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char **argv)
{
    static const struct { const char *name; double (*run)(void); } all[] = {
        {"gemm", gemm}, {"syrk", syrk}, {"lu", factor}, {"wave", wave}, {"seidel", seidel}};
    double sum = 0, start = now();
    int repeats = argc > 2 ? atoi(argv[2]) : 10;
    for (int r = 0; r < repeats; r++)
        for (int k = 0; k < 5; k++)
            if (argc > 1 && strcmp(argv[1], all[k].name) == 0)
                sum += all[k].run();
    fprintf(stderr, "seconds %.6f\n", now() - start);
    printf("%.17g\n", sum);
    return 0;
}
