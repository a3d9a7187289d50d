/* needs.h - rank 0: which arrays of a run stay, and what each rank needs and owns of them.
 *
 * The emitted enumerations find it once for a plan and its arrays. What has to move is known for some states of the
 * directory. So a steady loop enumerates nothing. */
#ifndef TP_NEEDS_H
#define TP_NEEDS_H

#include "exec/pipeline.h"
#include "ranks/staying.h"
#include "residency/opening.h"

enum {
  TP_NEEDS_ARRAYS = 64,
  TP_NEEDS_STEPS = 4 /* states of the directory that are remembered of each plan */
};

typedef struct tp_needs_step {
  int used;
  int passing[TP_AREAS_MOST]; /* by place: see tp_needs_place */
  tp_directory before[TP_AREAS_MOST], after[TP_AREAS_MOST]; /* by place */
  tp_transfers first, last;
  long long foreseen;     /* bytes of last that the program is about to touch */
  tp_area_transfer *wire; /* the same, as they are sent: first, then last */
  unsigned pages;         /* tp_needs.pages when the changes were found; 0: they are not known */
  tp_changes open, close; /* of rank 0's pages, around the run */
} tp_needs_step;

/* Of an area that takes part: what each rank needs and owns. */
typedef struct tp_needs_place {
  int area;
  const char *array; /* its name */
  unsigned long long serial;
  int written;
  tp_spans *need, *own; /* by rank */
  tp_spans touched;     /* of rank 0: bytes in pages that it may write */
  int whole;            /* rank 0 touches too many pages: the area is opened as a whole */
  long long writes;     /* of the area, when the run was last about to begin */
  int passing;          /* regions write the array between two runs that read it: what they move is not kept as a copy */
  /* What the program touched behind the last run, and the one before; what it will touch behind the next one. */
  tp_spans seen, once, foreseen;
} tp_needs_place;

typedef struct tp_needs {
  long long plan; /* its serial, 0: free */
  const void *base[TP_NEEDS_ARRAYS];
  int area_of[TP_NEEDS_ARRAYS];
  tp_span hull[TP_NEEDS_ARRAYS]; /* of arrays that do not stay; empty for others */
  tp_needs_place place[TP_AREAS_MOST];
  int places;
  int all;
  unsigned pages; /* changes, from 1 on, when more is known of what is touched */
  int left, patience; /* runs until it is tried without what is foreseen: those left, and all */
  int next;           /* step to be replaced */
  tp_needs_step step[TP_NEEDS_STEPS];
} tp_needs;

/* What is known of the plan with these arrays; null: nothing. */
tp_needs *tp_needs_find(const tp_pipeline *p);
/* Finds it out. Arrays that do not stay with this plan, and did, come back. */
tp_needs *tp_needs_learn(const tp_pipeline *p);

/* 1: the region's arrays lie where their bases say, and are not too many. Rows lie where their pointers say. */
int tp_needs_has_hulls(const tp_region *r);
/* Of such a region. Addresses of what the region may access of each array; arrays of one base: of the first. range: of tp_arrays elements,
   filled as well. */
void tp_needs_hulls(const tp_region *r, const void *args, tp_range *range, tp_span *hull);
/* The same of arrays that may stay with some plan; empty for others. */
void tp_needs_staying_spans(const tp_region *r, const void *args, tp_span *span);
/* In front of a run of k. What the program has touched behind two runs in a row it will touch again: this run brings it at
   its end, without a fault. Now and then a run does not, for pages that are there tell of no touch. */
void tp_needs_foresee(tp_needs *k);
/* In front of a run of k: finds which of its arrays are passing. */
void tp_needs_passing(tp_needs *k);
/* Touches since the last run are known to the runs that wrote the areas. */
void tp_needs_look_back(void);
/* What the run touched unforeseen is protected, and opened at once the next time. */
void tp_needs_touched(tp_needs *k);
void tp_needs_free_step(tp_needs_step *s, int places);

#endif
