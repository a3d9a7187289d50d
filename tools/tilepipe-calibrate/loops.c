/* loops.c - reference loops: seconds per operation of chains, vectors and registers.
 *
 * Compiled with the usual options of a release build; chains and registers are kept from being
 * vectorised, as loops with dependences are. */
#include "calibrate.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef uint32_t word;

/* Results end here, so that nothing is computed in vain. */
static volatile double kept_double;
static volatile word kept_word;

#define KEEP_TOGETHER(x) __asm__ volatile("" : "+r"(x))

/* gcc makes vectors of registers that go the same way. */
#if defined(__clang__)
#define SCALAR
#else
#define SCALAR __attribute__((optimize("no-tree-vectorize")))
#endif

#define CHAIN(name, next)                                                                          \
  static void chain_##name(const void *from, void *to, long n) {                                   \
    const double *a = from;                                                                        \
    double s = 1;                                                                                  \
    (void)to;                                                                                      \
    for (long i = 0; i < n; i++)                                                                   \
      s = next;                                                                                    \
    kept_double = s;                                                                               \
  }
CHAIN(add, s + a[i])
CHAIN(mul, s *a[i])
CHAIN(div, s / a[i])
CHAIN(sqrt, sqrt(s) * a[i])

static void chain_int(const void *from, void *to, long n) {
  const word *a = from;
  word s = 1;
  (void)to;
  for (long i = 0; i < n; i++) {
    s += a[i];
    KEEP_TOGETHER(s);
  }
  kept_word = s;
}

/* A linear congruence decides: no predictor learns it. */
static void chain_branch(const void *from, void *to, long n) {
  const word *a = from;
  word s = 1, t = 0;
  (void)to;
  for (long i = 0; i < n; i++) {
    s = s * 1664525 + 1013904223 + a[i];
    if (s >> 31) {
      t += s;
      KEEP_TOGETHER(t);
    }
  }
  kept_word = t;
}

#define VECTOR(name, value)                                                                        \
  static void vector_##name(const void *from, void *to, long n) {                                  \
    const double *restrict a = from;                                                               \
    double *restrict b = to;                                                                       \
    for (long i = 0; i < n; i++)                                                                   \
      b[i] = value;                                                                                \
  }
VECTOR(add, b[i] + a[i])
VECTOR(mul, b[i] *a[i])
VECTOR(div, b[i] / a[i])
VECTOR(sqrt, sqrt(a[i]))

static void vector_int(const void *from, void *to, long n) {
  const word *restrict a = from;
  word *restrict b = to;
  for (long i = 0; i < n; i++)
    b[i] += a[i];
}

static void vector_branch(const void *from, void *to, long n) {
  const word *a = from;
  word *b = to, s = 1;
  for (long i = 0; i < n; i++) {
    s = s * 1664525 + 1013904223;
    b[i] = a[i];
    if (s >> 31) {
      b[i] = s;
      KEEP_TOGETHER(b);
    }
  }
}

/* Eight at a time, n operations in all. */
#define REGISTERS(name, step)                                                                      \
  SCALAR static void registers_##name(const void *from, void *to, long n) {                               \
    double k = ((const double *)from)[0], s[8];                                                    \
    (void)to;                                                                                      \
    for (int j = 0; j < 8; j++)                                                                    \
      s[j] = 1 + j;                                                                                \
    for (long i = 0; i < n; i += 8) {                                                              \
      s[0] = step(s[0]), s[1] = step(s[1]), s[2] = step(s[2]), s[3] = step(s[3]);                  \
      s[4] = step(s[4]), s[5] = step(s[5]), s[6] = step(s[6]), s[7] = step(s[7]);                  \
    }                                                                                              \
    kept_double = s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7];                           \
  }
#define PLUS(x) ((x) + k)
#define TIMES(x) ((x) * k)
#define OVER(x) ((x) / k)
#define ROOT(x) (sqrt(x) * k)
REGISTERS(add, PLUS)
REGISTERS(mul, TIMES)
REGISTERS(div, OVER)
REGISTERS(sqrt, ROOT)

static void registers_int(const void *from, void *to, long n) {
  word k = ((const word *)from)[0], s[4] = {1, 2, 3, 4};
  (void)to;
  for (long i = 0; i < n; i += 4) {
    s[0] += k, s[1] += k, s[2] += k, s[3] += k;
    KEEP_TOGETHER(s[0]);
    KEEP_TOGETHER(s[1]);
    KEEP_TOGETHER(s[2]);
    KEEP_TOGETHER(s[3]);
  }
  kept_word = s[0] + s[1] + s[2] + s[3];
}

typedef void body(const void *from, void *to, long n);

static body *const bodies[TP_LOOPS][TP_OPERATIONS] = {
    {chain_add, chain_mul, chain_div, chain_sqrt, chain_int, chain_branch},
    {vector_add, vector_mul, vector_div, vector_sqrt, vector_int, vector_branch},
    {registers_add, registers_mul, registers_div, registers_sqrt, registers_int, chain_branch},
};

/* Doubles next to 1, so that nothing grows or vanishes; their bytes serve as words too. */
static void fill(char *scratch, size_t bytes) {
  double *at = (double *)scratch;
  for (size_t i = 0; i < bytes / sizeof *at; i++)
    at[i] = 1 + (i & 1 ? 1e-12 : -1e-12);
}

/* Seconds per element: in cache again and again over the first `window` bytes, else onwards through all. */
static double time_body(const effort *e, body *run, size_t element, char *from, char *to, size_t bytes,
                        size_t window) {
  static size_t onwards; /* where no loop has been for long */
  samples s = {0};
  size_t at = 0;
  long n = (long)(window / element), again = 1;
  if (bytes <= window) { /* again and again, so that it can be timed */
    run(from, to, n);
    double start = tp_now();
    run(from, to, n);
    again = 1 + (long)(e->sample / (tp_now() - start + 1e-9));
    again = again < 1000 ? again : 1000;
  }
  for (double begin = tp_now(); sample_more(e, &s, e->repeats, begin);) {
    if (bytes > window)
      at = onwards = onwards + 2 * window <= bytes ? onwards + window : 0;
    double start = tp_now();
    for (long r = 0; r < again; r++)
      run(from + at, to + at, n);
    sample_add(&s, (tp_now() - start) / (double)again / (double)n);
  }
  return sample_typical(&s);
}

void measure_loops(const effort *e, char *scratch, size_t bytes, tp_machine *m) {
  enum { CACHED = 16 << 10, WINDOW = 1 << 20 };
  fill(scratch, 2 * bytes);
  for (int l = 0; l < TP_LOOPS; l++)
    for (int o = 0; o < TP_OPERATIONS; o++) {
      size_t element = o < TP_OPERATION_INT ? sizeof(double) : sizeof(word);
      double *out = m->loop[l][o];
      char *to = scratch + bytes;
      out[TP_IN_CACHE] = time_body(e, bodies[l][o], element, scratch, to, CACHED, CACHED);
      out[TP_IN_MEMORY] = l == TP_LOOP_REGISTERS ? out[TP_IN_CACHE]
                                                 : time_body(e, bodies[l][o], element, scratch, to, bytes,
                                                             WINDOW);
      /* Vectors are written over: the next ones find doubles again. */
      if (l == TP_LOOP_VECTOR)
        fill(scratch + bytes, bytes);
      progress_show(0.02 + 0.06 * (l * TP_OPERATIONS + o) / (TP_LOOPS * TP_OPERATIONS), "reference loops");
    }
}
