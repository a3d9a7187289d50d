/* sums.h - sums of floating-point numbers that keep the program's order, and partial results that do not.
 *
 * Tiles store the terms, each at its place. What is there is added in the program's order. A place without a point, and a
 * point that adds nothing, have -0.0, which changes no sum. Where the user has given the order up there are partial results
 * instead (exec/partials.h). */
#ifndef TP_SUMS_H
#define TP_SUMS_H

#include "exec/pipeline.h"

/* Gives the tiles of a start room for their terms. Null: they have it, or need none; else why not.
   floats: the program's environment; cpus: of the plan. */
const char *tp_sums_begin(const tp_region *r, const void *args, const tp_float_env *floats, int cpus);

/* Adds the terms that the run of p has not added meanwhile (exec/additions.h), in the program's environment; seconds that it
   took. */
double tp_sums_end(const tp_pipeline *p, tp_effects *effects);

#endif
