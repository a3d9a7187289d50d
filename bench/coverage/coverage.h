/* coverage.h - what the kernels of bench/coverage share: sizes, data, time, checksum.
 *
 * A kernel's program is `kernel [SIZES...]`. It fills its data, runs the kernel between cover_start and
 * cover_stop, and prints one line `seconds checksum`. The checksum covers all bits of all results.
 * Sizes that are left out are those of bench/coverage/run --quick.
 */
#ifndef COVERAGE_H
#define COVERAGE_H

#include "../kernels/bench.h"

#include <math.h>

static inline int cover_size(int argc, char **argv, int i, int otherwise)
{
    return i < argc ? bench_size(argc, argv, i) : otherwise;
}

/* Values in [1, 2). */
static inline double *cover_doubles(size_t count, uint32_t seed)
{
    double *x = bench_alloc(count * sizeof *x);
    bench_fill_double(x, count, seed);
    return x;
}

static inline float *cover_floats(size_t count, uint32_t seed)
{
    float *x = bench_alloc(count * sizeof *x);
    bench_fill_float(x, count, seed);
    return x;
}

/* Values in [0, limit). */
static inline int *cover_ints(size_t count, uint32_t seed, int limit)
{
    int *x = bench_alloc(count * sizeof *x);
    for (size_t i = 0; i < count; i++)
        x[i] = (int)(bench_random(&seed) % (uint32_t)limit);
    return x;
}

static double cover_seconds;
static uint64_t cover_sum;

static inline void cover_start(void)
{
    cover_seconds -= bench_now();
}

static inline void cover_stop(void)
{
    cover_seconds += bench_now();
}

static inline void cover_result(const void *data, size_t bytes)
{
    cover_sum = bench_checksum(data, bytes, cover_sum);
}

static inline int cover_end(void)
{
    bench_report(cover_seconds, cover_sum);
    return 0;
}

#endif
