/* additions.h - sums in order that are added while tiles run.
 *
 * The terms of a sum are one chain of additions in the program's order, whoever makes them. Where the first coordinate of a
 * term is its point's value along the mapped dimension, a *slab* of terms, those of one k, is complete when all CPUs have
 * finished k. One thread at a time adds the complete slabs, between two of its tiles: one that is ahead of the others, or
 * whichever finds many of them. A thread that has finished its last tile adds until all slabs are added.
 *
 * Not in every plan (tp_adds_meanwhile). All other terms are added behind the tiles (region/sums.c). */
#ifndef TP_ADDITIONS_H
#define TP_ADDITIONS_H

#include "plan/plan.h"
#include "util/wait.h"

struct tp_lane;

/* In one run of a pipeline. */
typedef struct tp_additions {
  int are_on;
  atomic_int through; /* threads that have finished their last tile */
  tp_padded is_busy; /* 1: a thread is adding */
  tp_padded slabs;   /* so many have been added */
} tp_additions;

/* Prepares the next run. Its terms have their places. */
void tp_additions_begin(tp_pipeline *p);
/* The thread of c has finished tile k of l. */
void tp_additions_follow(tp_cpu *c, struct tp_lane *l, tp_int k);
/* Terms of s that the run has added: the first ones. Behind the tiles. */
tp_int tp_additions_made(const tp_pipeline *p, const tp_sum *s);

/* Adds the terms from `first` to `past` - 1 to the result, one after the other. */
void tp_sum_add(const tp_sum *s, tp_int first, tp_int past);

#endif
