/* bench.h - what the kernels of bench/run share: arguments, data, time, checksum.
 *
 * A kernel's program is `kernel SIZES... CALLS`: it touches and fills its memory, calls the nest CALLS
 * times on freshly filled data, and prints one line `seconds checksum` per call. Only the nest is
 * timed. The fillers carry a state from element to element, so that no compiler makes them parallel.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline int bench_size(int argc, char **argv, int i)
{
    int n = i < argc ? atoi(argv[i]) : 0;
    if (n < 1) {
        fprintf(stderr, "usage: %s SIZES... CALLS, all positive\n", argv[0]);
        exit(2);
    }
    return n;
}

/* Arrays of 128 MB that malloc places one after the other lie 128 MB and 4 KB apart. Some processors predict by a hash of the
 * address where in the nearest cache an element is. It is the same for elements that far apart, which evict each other.
 * BENCH_APART more bytes keep them apart. */
#ifndef BENCH_APART
#define BENCH_APART 65536
#endif

static inline void *bench_alloc(size_t bytes)
{
    void *p = malloc(bytes + BENCH_APART);
    if (!p) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(2);
    }
    memset(p, 0, bytes);
    return p;
}

static inline uint32_t bench_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Values in [1, 2), each with all its bits in use. */
static inline void bench_fill_float(float *x, size_t count, uint32_t seed)
{
    while (count--)
        *x++ = 1.0f + (float)(bench_random(&seed) & 0x7fffff) / 8388608.0f;
}

static inline void bench_fill_double(double *x, size_t count, uint32_t seed)
{
    while (count--)
        *x++ = 1.0 + (double)bench_random(&seed) / 16777259.0;
}

static inline void bench_fill_bases(char *x, size_t count, uint32_t seed)
{
    while (count--)
        *x++ = "ACGT"[bench_random(&seed) >> 22 & 3];
}

/* A hash over all bits, eight bytes a step. */
static inline uint64_t bench_checksum(const void *data, size_t bytes, uint64_t sum)
{
    const char *p = data;
    while (bytes >= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 29;
        p += 8;
        bytes -= 8;
    }
    while (bytes--)
        sum = (sum ^ (unsigned char)*p++) * 0x100000001b3u;
    return sum;
}

#ifdef BENCH_PLANS /* bench/planner: see there */
#include "tilepipe/testing.h"

/* Waits for a line "CALLS setting=value ..." and applies it; the program ends with its input. */
static inline int bench_next_plan(void)
{
    static const char *const names[] = {"tile", "mesh", "group", "grouping", "schedule", "always", "tune", "plans"};
    static char before[1024];
    char line[1024], *rest;
    if (!fgets(line, sizeof line, stdin))
        exit(0);
    int calls = (int)strtol(line, &rest, 10);
    if (strcmp(rest, before) == 0)
        return calls;
    strcpy(before, rest);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        tp_set(names[i], "");
    tp_test_forget(); /* a plan is to be what a program would have that knows nothing else */
    for (char *word = strtok(rest, " \n"); word; word = strtok(NULL, " \n")) {
        char *value = strchr(word, '=');
        *value++ = 0;
        tp_set(word, value);
    }
    return calls;
}

/* The first call only touches memory. */
static inline void bench_report(double seconds, uint64_t sum)
{
    static int calls, left;
    static double least;
    tp_test_report report;
    if (calls && (left == calls || seconds < least))
        least = seconds;
    if (calls && --left > 0)
        return;
    tp_test_last(&report);
    if (calls)
        printf("%.9f %016llx %s predicted=%.9g\n", least, (unsigned long long)sum,
               report.tp_reason ? "declined=1" : report.tp_plan, report.tp_predicted);
    fflush(stdout);
    calls = left = bench_next_plan();
}
#else
static inline void bench_report(double seconds, uint64_t sum)
{
    printf("%.9f %016llx\n", seconds, (unsigned long long)sum);
    fflush(stdout);
}
#endif

#endif
