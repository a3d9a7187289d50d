/* roofs - what the machine does at most, with OMP_NUM_THREADS threads: a name and a rate a line, all threads together.
 *
 * bytes: read from memory and written back. additions, divisions: of independent doubles, in vectors of the compiler's
 * flags. integers: additions of independent ones in vectors. scalar divisions: one at a time. operations: independent ones of
 * integers. roots: independent ones of float. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

#if defined(__AVX__)
typedef double vector __attribute__((vector_size(32)));
typedef int integers __attribute__((vector_size(32)));
#else
typedef double vector __attribute__((vector_size(16)));
typedef int integers __attribute__((vector_size(16)));
#endif
#if defined(__x86_64__)
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
#define DIVIDE(v) (v) /= 1.0625
#define ROOT(v) (v) = sqrtf(v)

static double add(void) { CHAINS(vector, ADD) * (double)(sizeof(vector) / sizeof(double)); }
static double count(void) { CHAINS(integers, COUNT) * (double)(sizeof(integers) / sizeof(int)); }
static double divide(void) { CHAINS(vector, DIVIDE) * (double)(sizeof(vector) / sizeof(double)); }
static double divide_alone(void) { CHAINS(double, DIVIDE); }
static double root(void) { CHAINS(float, ROOT); }

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
    memory = malloc(sizeof *memory * WORDS);
    if (!memory)
        return 1;
    memset(memory, 0, sizeof *memory * WORDS);
    measure("bytes", move);
    measure("additions", add);
    measure("integers", count);
    measure("divisions", divide);
    measure("scalar divisions", divide_alone);
    measure("operations", operate);
    measure("roots", root);
    return 0;
}
