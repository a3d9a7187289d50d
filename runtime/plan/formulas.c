/* formulas.c - steps, vertical grouping and balance. */
#include "plan/formulas.h"

#include <math.h>

tp_int tp_add_sat(tp_int x, tp_int y) {
  tp_int sum;
  if (__builtin_add_overflow(x, y, &sum))
    return x > 0 ? TP_HUGE : -TP_HUGE;
  return sum > TP_HUGE ? TP_HUGE : sum < -TP_HUGE ? -TP_HUGE : sum;
}

tp_int tp_mul_sat(tp_int x, tp_int y) {
  tp_int product;
  if (__builtin_mul_overflow(x, y, &product) || product > TP_HUGE)
    return TP_HUGE;
  return product;
}

tp_int tp_length(tp_int lo, tp_int hi) {
  tp_int length;
  if (hi <= lo)
    return 0;
  if (__builtin_sub_overflow(hi, lo, &length) || length > TP_HUGE)
    return TP_HUGE;
  return length;
}

tp_int tp_ceil_div(tp_int x, tp_int y) { return x / y + (x % y != 0); }

/* --- steps ------------------------------------------------------------------------------------ */

tp_int tp_steps_grouped(int n, int i, const tp_int *u, const tp_int *m) {
  tp_int steps = 2 - 2 * n;
  for (int k = 0; k < n; k++) {
    steps = tp_add_sat(steps, u[k]);
    if (k != i)
      steps = tp_add_sat(steps, tp_ceil_div(u[k], m[k]));
  }
  return steps;
}

/* --- vertical grouping ------------------------------------------------------------------------ */

double tp_vertical_time(double alpha, double t_synch, tp_int N) {
  return alpha * (double)(N + 1) / (double)N + (double)N * t_synch;
}

/* The time is convex in N with its minimum at sqrt(alpha / t_synch): one of the two integers there. */
tp_int tp_vertical_best(double alpha, double t_synch) {
  double best = sqrt(alpha / t_synch);
  if (!(best > 1))
    return 1;
  if (best >= (double)TP_HUGE)
    return TP_HUGE;
  tp_int N = (tp_int)best;
  return tp_vertical_time(alpha, t_synch, N) <= tp_vertical_time(alpha, t_synch, N + 1) ? N : N + 1;
}

/* --- balance ---------------------------------------------------------------------------------- */

double tp_balance(int T, double t_comm, double t_comp) {
  double bal = 1 - (T - 1) * t_comm / t_comp;
  return bal > 1 ? 1 : bal > 0 ? bal : 0;
}

double tp_master_share(int T, double bal) { return bal / T; }

double tp_other_share(int T, double bal) { return T > 1 ? (T - bal) / ((double)T * (T - 1)) : 0; }
