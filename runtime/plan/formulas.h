/* formulas.h - the papers' formulas as pure functions, in the notation of docs (Rationale.md).
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

/* Blocking schedule, Pi = (1, ..., 1): sum of last + 1 (P1 section 3). */
tp_int tp_steps_blocking(int n, const tp_int *last);
/* Overlapping schedule, Pi = 1 along i and 2 along the others: 2 * sum_{k != i} last_k + last_i + 1
   (P1 section 4). */
tp_int tp_steps_overlapping(int n, int i, const tp_int *last);
/* Groups: sum_{k != i} ceil(u_k / m_k) + sum_k u_k - 2n + 2 (P0 eq. 4). */
tp_int tp_steps_grouped(int n, int i, const tp_int *u, const tp_int *m);

/* --- tiles and groups ------------------------------------------------------------------------- */

/* Points of a tile that are sent: (1 / |det H|) * sum_{r != i} sum_j (H D)_rj (P1 eq. 2), where row r
   of H is h[r] / s[r]; D has q columns; h and D are stored row by row. i = -1 leaves no row out. */
double tp_comm_volume(int n, const tp_int *h, const tp_int *s, int q, const tp_int *D, int i);

/* The grouping matrices, row by row (P0 section 4.2): H^G has rows e_k / m_k and an all-ones row i;
   P^G is its inverse. */
void tp_group_rows(int n, int i, const tp_int *m, double *HG);
void tp_group_sides(int n, int i, const tp_int *m, tp_int *PG);

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

/* --- communication and balance (P3) ----------------------------------------------------------- */

/* Time of one message: startup + x / bandwidth. */
double tp_message_time(double x, double startup, double bandwidth);
/* sum over the active directions k of t_comm{ d_k * P_k * X * z / (X_k * P) }, X = prod X_k; active: bit
   k (all for constant balancing, those that the process has for variable). element: time per element. */
double tp_comm_total(int n, const double *X, const double *d, const tp_int *mesh, double z,
                     unsigned active, double startup, double element);
/* bal = 1 - (T - 1) * t_comm / t_comp, clamped to [0, 1]: the master thread takes bal / T of the work,
   each other thread (T - bal) / (T (T - 1)). */
double tp_balance(int T, double t_comm, double t_comp);
double tp_master_share(int T, double bal);
double tp_other_share(int T, double bal);

#endif
