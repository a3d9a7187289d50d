/* partials.h - sums and products of floating-point numbers whose order the user has given up.
 *
 * Each CPU has a partial result: that of its tiles, one after the other. These are combined in the order of the CPUs. A
 * plan says which CPU runs a tile, and when. So it decides the bits, however long threads take. */
#ifndef TP_PARTIALS_H
#define TP_PARTIALS_H

#include "tilepipe/runtime.h"

#include <stddef.h>

/* The tile that this thread runs next is that CPU's. */
void tp_partials_of_cpu(int cpu);

/* Room that the partial results of a record take. */
size_t tp_partials_bytes(int cpus);

/* In the room at tp_terms: a neutral element for each CPU. */
void tp_partials_begin(const tp_sum *s, int cpus);

/* Combines the result with those of all CPUs. */
void tp_partials_end(const tp_sum *s, int cpus);

#endif
