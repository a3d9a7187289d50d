/* roofs - what the machine does at most, with OMP_NUM_THREADS threads: a name and a rate a line, all threads together.
 *
 * bytes: read from memory and written back. additions, divisions: of independent doubles, in vectors of the compiler's
 * flags. integers: additions of independent ones in vectors. scalar divisions: one at a time. operations: independent ones of
 * integers. roots: of floats, in vectors; scalar roots: independent ones. past: written past the caches. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

enum { WORDS = 1 << 25, TIMES = 1 << 20, TURNS = 5 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double *memory;

/* Each reads all of the memory and writes it. */
static double move(void)
{
    #pragma omp parallel for schedule(static)
    for (long i = 0; i < WORDS; i++)
        memory[i] += 1;
    return 16. * WORDS;
}

/* Each writes all of the memory past the caches, where the processor can. */
static double write_past(void)
{
#if defined(__AVX512F__)
    #pragma omp parallel for schedule(static)
    for (long i = 0; i < WORDS; i += 8)
        _mm512_stream_pd(memory + i, _mm512_set1_pd(1));
#elif defined(__SSE2__)
    #pragma omp parallel for schedule(static)
    for (long i = 0; i < WORDS; i += 2)
        _mm_stream_pd(memory + i, _mm_set1_pd(1));
#else
    #pragma omp parallel for schedule(static)
    for (long i = 0; i < WORDS; i++)
        memory[i] = 1;
#endif
    return 8. * WORDS;
}

#if defined(__AVX512F__)
typedef double vector __attribute__((vector_size(64)));
typedef int integers __attribute__((vector_size(64)));
#elif defined(__AVX__)
typedef double vector __attribute__((vector_size(32)));
typedef int integers __attribute__((vector_size(32)));
#else
typedef double vector __attribute__((vector_size(16)));
typedef int integers __attribute__((vector_size(16)));
#endif
#if defined(__AVX512F__)
#define IN_REGISTERS(a, b, c, d, e, f, g, h) \
    __asm__ volatile("" : "+v"(a), "+v"(b), "+v"(c), "+v"(d), "+v"(e), "+v"(f), "+v"(g), "+v"(h))
#elif defined(__x86_64__)
#define IN_REGISTERS(a, b, c, d, e, f, g, h) \
    __asm__ volatile("" : "+x"(a), "+x"(b), "+x"(c), "+x"(d), "+x"(e), "+x"(f), "+x"(g), "+x"(h))
#else
#define IN_REGISTERS(a, b, c, d, e, f, g, h) \
    __asm__ volatile("" : "+w"(a), "+w"(b), "+w"(c), "+w"(d), "+w"(e), "+w"(f), "+w"(g), "+w"(h))
#endif

/* Eight chains, which are more than a processor runs at once: TYPE variables that STEP changes. */
#define CHAINS(TYPE, STEP) \
    double work = 0; \
    _Pragma("omp parallel reduction(+ : work)") \
    { \
        TYPE a = {1.5}, b = {2.5}, c = {3.5}, d = {4.5}, e = {5.5}, f = {6.5}, g = {7.5}, h = {8.5}; \
        for (int t = 0; t < TIMES; t++) { \
            STEP(a), STEP(b), STEP(c), STEP(d), STEP(e), STEP(f), STEP(g), STEP(h); \
            IN_REGISTERS(a, b, c, d, e, f, g, h); \
        } \
        work += 8. * TIMES; \
    } \
    return work

#define ADD(v) (v) += 0.5
#define COUNT(v) (v) += 1
/* Between two numbers: tiny ones take many processors a hundred times as long. */
#define DIVIDE(v) (v) = 1.7 / (v)
#define ROOT(v) (v) = sqrtf(v)

static double add(void) { CHAINS(vector, ADD) * (double)(sizeof(vector) / sizeof(double)); }
static double count(void) { CHAINS(integers, COUNT) * (double)(sizeof(integers) / sizeof(int)); }
static double divide(void) { CHAINS(vector, DIVIDE) * (double)(sizeof(vector) / sizeof(double)); }
static double divide_alone(void) { CHAINS(double, DIVIDE); }
static double root_alone(void) { CHAINS(float, ROOT); }

static double root(void)
{
    enum { SOME = 1024 };
    double work = 0;
    #pragma omp parallel reduction(+ : work)
    {
        float some[SOME];
        for (int k = 0; k < SOME; k++)
            some[k] = 1.5f + (float)k;
        for (int t = 0; t < TIMES / 64; t++) {
            for (int k = 0; k < SOME; k++)
                some[k] = sqrtf(some[k]);
            __asm__ volatile("" : : "r"(some) : "memory");
        }
        work += (double)SOME * (TIMES / 64);
    }
    return work;
}

static double operate(void)
{
    double work = 0;
    #pragma omp parallel reduction(+ : work)
    {
        unsigned long a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
        for (int t = 0; t < TIMES * 16; t++) {
            a++, b++, c++, d++, e++, f++, g++, h++;
            __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h));
        }
        work += 8. * 16 * TIMES;
    }
    return work;
}

/* The greatest rate of some turns. */
static void measure(const char *name, double (*work)(void))
{
    double best = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        double start = now(), done = work(), rate = done / (now() - start);
        best = rate > best ? rate : best;
    }
    printf("%s %g\n", name, best);
}

int main(void)
{
    memory = aligned_alloc(64, sizeof *memory * WORDS);
    if (!memory)
        return 1;
    memset(memory, 0, sizeof *memory * WORDS);
    measure("bytes", move);
    measure("past", write_past);
    measure("additions", add);
    measure("integers", count);
    measure("divisions", divide);
    measure("scalar divisions", divide_alone);
    measure("operations", operate);
    measure("roots", root);
    measure("scalar roots", root_alone);
    return 0;
}
