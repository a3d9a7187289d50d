/* formulas.h - the papers' formulas as pure functions, in the notation of docs/Plan.md.
 *
 * P1: overlapping execution of tiles (IPDPS 2001). P0: hyperplane grouping on nodes with several CPUs.
 * P3: process mesh and load balancing. n: dimensions; i: mapped dimension; u: tiles per dimension,
 * as counts, or as the last tile's coordinates where the name says `last`; m: CPUs of a node per
 * dimension. Dimensions count from 0 here, from 1 in the papers. */
#ifndef TP_FORMULAS_H
#define TP_FORMULAS_H

#include "tilepipe/runtime.h"

/* --- integers that saturate ------------------------------------------------------------------- */

#define TP_HUGE ((tp_int)1 << 62) /* stands for every larger number */

tp_int tp_add_sat(tp_int x, tp_int y);
tp_int tp_mul_sat(tp_int x, tp_int y); /* x, y >= 0 */
/* hi - lo, 0 where that is negative. */
tp_int tp_length(tp_int lo, tp_int hi);
/* ceil(x / y) for x >= 0, y > 0, without overflow. */
tp_int tp_ceil_div(tp_int x, tp_int y);

/* --- steps ------------------------------------------------------------------------------------ */

/* Groups: sum_{k != i} ceil(u_k / m_k) + sum_k u_k - 2n + 2 (P0 eq. 4). */
tp_int tp_steps_grouped(int n, int i, const tp_int *u, const tp_int *m);

/* --- choices ---------------------------------------------------------------------------------- */

/* Group shape (P0 section 4.7): the factorisation of `cpus` over the dimensions k != i with the fewest
   steps (P0 eq. 4); ties by the least group communication cpus * sum_k load_k / m_k; then more CPUs
   along outer dimensions. cap (may be null): largest m_k. fixed (may be null): m_k where not 0.
   0: no factorisation fits. */
int tp_group_shape(int n, int i, const tp_int *u, tp_int cpus, const double *load, const tp_int *cap,
                   const tp_int *fixed, tp_int *m);

/* Process mesh (P3): the factorisation of P over the dimensions k != i (i = -1: over all) that
   minimises sum_k d_k P_k / X_k; ties: a mesh with a dimension of 1 (it sends nothing that way), then the
   lower latency sum P_k, then more processes along outer dimensions. cap, fixed, result as above. */
int tp_process_mesh(int n, int i, const double *X, const double *d, tp_int P, const tp_int *cap,
                    const tp_int *fixed, tp_int *mesh);

/* All factorisations of `product` over the dimensions but i, within cap and with the given factors; larger factors of
   outer dimensions first. At most `most` of them are written; answers how many. */
int tp_factorisations(int n, int i, tp_int product, const tp_int *cap, const tp_int *fixed,
                      tp_int (*out)[TP_DIMS], int most);

/* --- vertical grouping (P0 section 4.8) ------------------------------------------------------- */

/* Time of a node's tile cut into N subtiles: alpha (N + 1) / N + N t_synch. */
double tp_vertical_time(double alpha, double t_synch, tp_int N);
/* The N >= 1 of least time. */
tp_int tp_vertical_best(double alpha, double t_synch);

/* --- balance (P3) ----------------------------------------------------------------------------- */

/* bal = 1 - (T - 1) * t_comm / t_comp, clamped to [0, 1]: the master thread takes bal / T of the work,
   each other thread (T - bal) / (T (T - 1)). */
double tp_balance(int T, double t_comm, double t_comp);
double tp_master_share(int T, double bal);
double tp_other_share(int T, double bal);

#endif
