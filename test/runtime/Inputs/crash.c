/* A program that handles a division by zero, or damages its heap: its first argument. */
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N = 60 };
static int a[N][N], divisor[N][N];

static void divide(int n)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i][j] = (a[i - 1][j] + a[i][j - 1] + 1000) / divisor[i][j];
}

static void leave(int number)
{
    (void)number;
    if (write(1, "handled\n", 8) == 8)
        _exit(3);
    _exit(4);
}

int main(int argc, char **argv)
{
    for (int e = 0; e < N * N; e++)
        (&divisor[0][0])[e] = 1 + e % 3;
    divide(N);
    fprintf(stderr, "first\n");
    if (argc > 1 && strcmp(argv[1], "divides") == 0) {
        signal(SIGFPE, leave);
        divisor[N - 1][N - 1] = 0;
        divide(N);
    }
    if (argc > 1 && strcmp(argv[1], "damages") == 0) {
        /* What lies behind the last piece is the heap's own; it is noticed in the next call, under the heap's lock. */
        volatile char *some = malloc(90000);
        for (size_t e = malloc_usable_size((void *)some), end = e + 8; e < end; e++)
            some[e] = (char)0xff;
        volatile char *more = malloc(100000);
        more[0] = 0;
    }
    signal(SIGFPE, SIG_DFL);
    divide(N);
    return 0;
}
