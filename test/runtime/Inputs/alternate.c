/* Two regions take turns on different ranks, with plans that are made, kept, found again and replaced.
 * argv[1]: rounds. Prints what differs from the sequential nest, and how much shared memory is still taken
 * at the end. */
#include "tilepipe/runtime.h"
#include "tilepipe/testing.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { N = 260 };
static double a[N][N], b[N][N];

__attribute__((noinline)) static void down(int n)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i][j] = a[i][j] * 0.5 + a[i - 1][j] * 0.3 + a[i][j - 1] * 0.2;
}

__attribute__((noinline)) static void across(int n)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i][j] = a[i][j] * 0.25 + a[i - 1][j - 1] * 0.5 + a[i][j - 1] * 0.25;
}

static void check(int which, int n)
{
#pragma tilepipe off
    for (int i = 1; i < n; i++)
#pragma tilepipe off
        for (int j = 1; j < n; j++)
            b[i][j] = which ? b[i][j] * 0.25 + b[i - 1][j - 1] * 0.5 + b[i][j - 1] * 0.25
                            : b[i][j] * 0.5 + b[i - 1][j] * 0.3 + b[i][j - 1] * 0.2;
}

/* Bytes in files that have no name any more and are ours. */
static long taken(void)
{
    long bytes = 0;
    DIR *folder = opendir("/proc/self/fd");
    for (struct dirent *e = readdir(folder); e; e = readdir(folder)) {
        char path[300], name[300] = "";
        struct stat s;
        snprintf(path, sizeof path, "/proc/self/fd/%s", e->d_name);
        if (readlink(path, name, sizeof name - 1) > 0 && strncmp(name, "/dev/shm/tilepipe.", 18) == 0 &&
            stat(path, &s) == 0)
            bytes += s.st_blocks * 512L;
    }
    closedir(folder);
    return bytes;
}

int main(int argc, char **argv)
{
    static const char *const protocols[] = {"eager", "synchronous"};
    int rounds = argc > 1 ? atoi(argv[1]) : 100;
    long wrong = 0;
    (void)argc;
    for (int e = 0; e < N * N; e++)
        (&a[0][0])[e] = (&b[0][0])[e] = e % 97 * 0.37 - 11;
    tp_set_region("across", "ranks", "2");
    for (int k = 0; k < rounds; k++) {
        int n = N - k % 3 * 7;
        if (k % 4 == 0) /* rank 0 makes all its plans anew */
            tp_set("protocol", protocols[k / 4 % 2]);
        if (k % 10 == 5) /* other plans in the same places */
            tp_set_region("down", "ranks", k % 20 == 5 ? "2" : "3");
        down(n);
        check(0, n);
        for (int again = 0; again <= k % 3; again++) {
            across(n);
            check(1, n);
        }
        wrong += memcmp(a, b, sizeof a) != 0;
    }
    tp_test_report r;
    tp_test_last(&r);
    printf("wrong=%ld declined=%ld ran=%ld shared=%s\n", wrong, r.tp_declined, r.tp_ran,
           taken() < 1 << 20 ? "little" : "much");
    return 0;
}
