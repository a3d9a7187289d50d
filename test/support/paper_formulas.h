/* paper_formulas.h - formulas of the papers that the planner does not compute with: the tests hold its plans, and the
 * papers' own examples, against them. Notation as in plan/formulas.h. */
#ifndef TP_PAPER_FORMULAS_H
#define TP_PAPER_FORMULAS_H

#include "plan/formulas.h"

/* Blocking schedule, Pi = (1, ..., 1): sum of last + 1 (P1 section 3). */
tp_int tp_steps_blocking(int n, const tp_int *last);
/* Overlapping schedule, Pi = 1 along i and 2 along the others: 2 * sum_{k != i} last_k + last_i + 1
   (P1 section 4). */
tp_int tp_steps_overlapping(int n, int i, const tp_int *last);
/* --- tiles and groups ------------------------------------------------------------------------- */

/* Points of a tile that are sent: (1 / |det H|) * sum_{r != i} sum_j (H D)_rj (P1 eq. 2), where row r
   of H is h[r] / s[r]; D has q columns; h and D are stored row by row. i = -1 leaves no row out. */
double tp_comm_volume(int n, const tp_int *h, const tp_int *s, int q, const tp_int *D, int i);

/* The grouping matrices, row by row (P0 section 4.2): H^G has rows e_k / m_k and an all-ones row i;
   P^G is its inverse. */
void tp_group_rows(int n, int i, const tp_int *m, double *HG);
void tp_group_sides(int n, int i, const tp_int *m, tp_int *PG);

/* --- communication (P3) ------------------------------------------------------------------------- */

/* Time of one message: startup + x / bandwidth. */
double tp_message_time(double x, double startup, double bandwidth);
/* sum over the active directions k of t_comm{ d_k * P_k * X * z / (X_k * P) }, X = prod X_k; active: bit
   k (all for constant balancing, those that the process has for variable). element: time per element. */
double tp_comm_total(int n, const double *X, const double *d, const tp_int *mesh, double z,
                     unsigned active, double startup, double element);

#endif
