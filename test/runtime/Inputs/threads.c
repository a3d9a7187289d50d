/* Regions where programs may call them: threads, parallel regions, recursion, long jumps, handlers. */
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 150 };
typedef double grid[N][N];

__attribute__((noinline)) static void sweep(int n, double (*restrict a)[N], double w)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i][j] = a[i][j] * w + a[i - 1][j] * 0.3 + a[i][j - 1] * 0.2;
}

__attribute__((noinline)) static void mirror(int n, double (*restrict a)[N])
{
    for (int i = 1; i < n; i++)
        for (int j = 2; j < n; j++)
            a[i][j] = a[i - 1][j - 1] - a[i][j - 2] * 0.5;
}

static void fill(grid a, int seed)
{
    double *at = &a[0][0];
    for (int e = 0; e < N * N; e++)
        at[e] = (e * 7919L + seed) % 1013 * 0.37;
}

static unsigned long long hash(grid a)
{
    unsigned long long h = 14695981039346656037ull, word;
    const double *at = &a[0][0];
    for (int e = 0; e < N * N; e++) {
        memcpy(&word, &at[e], 8);
        h = (h ^ word) * 1099511628211ull;
    }
    return h;
}

static void *many(void *seed)
{
    grid *a = malloc(sizeof *a);
    unsigned long long *result = malloc(sizeof *result);
    fill(*a, *(int *)seed);
    for (int round = 0; round < 200; round++) {
        sweep(N, *a, 0.5 + round * 0.001);
        mirror(N, *a);
    }
    *result = hash(*a);
    free(a);
    return result;
}

static void in_threads(void)
{
    pthread_t thread[4];
    int seed[4] = {1, 2, 3, 4};
    for (int t = 0; t < 4; t++)
        pthread_create(&thread[t], 0, many, &seed[t]);
    for (int t = 0; t < 4; t++) {
        void *result;
        pthread_join(thread[t], &result);
        printf("thread %d %llx\n", t, *(unsigned long long *)result);
        free(result);
    }
}

static void recurse(grid a, int depth)
{
    sweep(N - depth, a, 0.25);
    if (depth < 5)
        recurse(a, depth + 1);
    mirror(N - depth, a);
}

static jmp_buf back;
static void jump(grid a, int round)
{
    sweep(N, a, 0.125);
    longjmp(back, round);
}

static void with_jumps(grid a)
{
    volatile int round = 1;
    int from = setjmp(back);
    printf("from %d\n", from);
    if (round < 4)
        jump(a, round++);
}

static grid shared;
static void on_signal(int number) { (void)number; mirror(N, shared); }

/* NaN with a payload, infinities, denormals, negative zero: moved and computed. */
static void special(void)
{
    double *at = &shared[0][0];
    for (int e = 0; e < N * N; e += 97)
        at[e] = e % 5 == 0 ? nan("77") : e % 5 == 1 ? -INFINITY : e % 5 == 2 ? 5e-324 : e % 5 == 3 ? -0.0 : 1e-310;
    mirror(N, shared);
    printf("special %llx\n", hash(shared));
    fill(shared, 9);
    for (int e = 0; e < N * N; e++)
        at[e] *= 1e-308;
    sweep(N, shared, 0.5);
    printf("denormal %llx\n", hash(shared));
}

static void modes(void)
{
    static const int mode[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};
    for (int m = 0; m < 4; m++) {
        fesetround(mode[m]);
        fill(shared, m);
        sweep(N, shared, 0.7);
        unsigned long long h = hash(shared);
        printf("rounding %d %llx %d\n", m, h, fegetround() == mode[m]);
    }
    fesetround(FE_TONEAREST);
#if defined(__x86_64__)
    unsigned csr = __builtin_ia32_stmxcsr();
    __builtin_ia32_ldmxcsr(csr | 0x8040);
    fill(shared, 5);
    for (int e = 0; e < N * N; e++)
        (&shared[0][0])[e] *= 1e-308;
    sweep(N, shared, 0.5);
    int kept = (__builtin_ia32_stmxcsr() & 0x8040) == 0x8040;
    __builtin_ia32_ldmxcsr(csr);
    printf("flushed %llx %d\n", hash(shared), kept);
#endif
    feclearexcept(FE_ALL_EXCEPT);
    errno = 17;
    fill(shared, 6);
    sweep(N, shared, 1e307);
    printf("errno %d overflow %d invalid %d\n", errno, !!fetestexcept(FE_OVERFLOW), !!fetestexcept(FE_INVALID));
}

int main(void)
{
    in_threads();
    fill(shared, 7);
    recurse(shared, 0);
    printf("recursion %llx\n", hash(shared));
    with_jumps(shared);
    printf("jumps %llx\n", hash(shared));
    signal(SIGUSR1, on_signal);
    raise(SIGUSR1);
    printf("handler %llx\n", hash(shared));
    special();
    modes();
#pragma omp parallel num_threads(3)
    {
        grid *a = malloc(sizeof *a);
        fill(*a, 3);
        sweep(N, *a, 0.5);
        unsigned long long h = hash(*a);
#pragma omp critical
        printf("parallel %llx\n", h);
        free(a);
    }
    return 0;
}
