/* A program whose main holds no nest: prints a sum over what sweep makes, and whether the runtime is
   linked. */
#include "size.h"
#include <stdio.h>

extern double field[SIZE][SIZE];
void sweep(int n);
extern __attribute__((weak)) int tp_region_run();

int main(int argc, char **argv)
{
    double sum = 0, *at = &field[0][0];
    int last = 0;
    while (last < SIZE * SIZE) {
        at[last] = last % 17 + 1.0 / (1 + last);
        last++;
    }
    sweep(SIZE);
    for (int i = 0; i < SIZE * SIZE; i++)
        sum += at[i] * (1 + i % 3);
    printf("%.17g\n", sum);
    fprintf(stderr, "runtime %s\n", &tp_region_run ? "linked" : "absent");
    return argc > 1 ? argv[1][0] - '0' : 0;
}
