/* moves.h - rank 0: what has to move for a run, in the state that the directory is in.
 *
 * Ranks get what they need and lack before the run, rank 0 gets the borders of pages behind it, and what the
 * program is about to touch. */
#ifndef TP_MOVES_H
#define TP_MOVES_H

#include "ranks/needs.h"

/* The step from the present state, found once. ranks: of the plan. */
tp_needs_step *tp_moves_find(tp_needs *k, int ranks);

#endif
