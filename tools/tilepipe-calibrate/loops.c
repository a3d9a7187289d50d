/* loops.c - seconds per operation of doubles that do not depend on each other.
 *
 * Compiled with the usual options of a release build, and kept from being vectorised, as loops with dependences are. */
#include "calibrate.h"

#include <math.h>

enum { OPERATIONS = 2048 };

/* Results end here, so that nothing is computed in vain. */
static volatile double kept;

/* gcc makes vectors of registers that go the same way. */
#if defined(__clang__)
#define SCALAR
#else
#define SCALAR __attribute__((optimize("no-tree-vectorize")))
#endif

/* Eight at a time. */
#define REGISTERS(name, step)                                                                                          \
  SCALAR static void name(double k) {                                                                                  \
    double s[8] = {1, 2, 3, 4, 5, 6, 7, 8};                                                                            \
    for (int i = 0; i < OPERATIONS; i += 8) {                                                                          \
      s[0] = step(s[0]), s[1] = step(s[1]), s[2] = step(s[2]), s[3] = step(s[3]);                                      \
      s[4] = step(s[4]), s[5] = step(s[5]), s[6] = step(s[6]), s[7] = step(s[7]);                                      \
    }                                                                                                                  \
    kept = s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7];                                                      \
  }
#define PLUS(x) ((x) + k)
#define TIMES(x) ((x) * k)
#define OVER(x) ((x) / k)
#define ROOT(x) (sqrt(x) * k)

REGISTERS(add, PLUS)
REGISTERS(mul, TIMES)
REGISTERS(divide, OVER)
REGISTERS(root, ROOT)

/* Next to 1, so that nothing grows or vanishes. */
static double seconds_of(const effort *e, void (*run)(double k)) {
  static volatile double next_to_one = 1 - 1e-12;
  samples s = {0};
  double k = next_to_one;
  run(k);
  double start = tp_now();
  run(k);
  int again = (int)fmin(1 + e->sample / (tp_now() - start + 1e-9), 1000);
  for (double begin = tp_now(); sample_more(e, &s, e->repeats, begin);) {
    start = tp_now();
    for (int r = 0; r < again; r++)
      run(k);
    sample_add(&s, (tp_now() - start) / again / OPERATIONS);
  }
  return sample_typical(&s);
}

void measure_loops(const effort *e, tp_machine *m) {
  static void (*const bodies[TP_OPERATIONS])(double k) = {add, mul, divide, root};
  say("operations");
  for (int o = 0; o < TP_OPERATIONS; o++)
    m->operation[o] = seconds_of(e, bodies[o]);
}
