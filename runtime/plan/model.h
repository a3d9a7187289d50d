/* model.h - predicted seconds of a plan, part by part. Pure functions of shape, machine and plan.
 *
 * Formulas are named by their papers, as in formulas.h. A step is one tile coordinate along the mapped dimension, for
 * all rows of a CPU's block; seconds are those of the CPU with the longest block. */
#ifndef TP_MODEL_H
#define TP_MODEL_H

#include "plan/plan.h"
#include "plan/profile.h"

/* The messages of one step of whoever sends and receives: a thread, or the master of a rank. */
typedef struct tp_exchange {
  double busy;    /* of the CPU: packing, unpacking, library calls */
  double wire;    /* from one step's faces to the next one's, on the wire */
  double travel;  /* of the slowest face, from its sender's call until it is there */
  int eager;      /* 1: no face waits for its receiver */
} tp_exchange;

/* Where the seconds of a run go; their sum is the total. */
typedef struct tp_parts {
  double fill;    /* until the last CPU can start, or from when the first one is through */
  double compute; /* points, and starts of tiles and loops, of the CPU with the longest block */
  double start;   /* teams, and the command to the ranks */
  double comm;    /* messages, as far as they are not hidden behind computing */
  double sync;    /* flags and barriers of a rank's threads */
  double move;    /* live-ins to the ranks, results back, memory touched for the first time; ordered sums */
} tp_parts;

typedef struct tp_cost {
  double sequential;  /* the user's own loop */
  double steps;       /* number of steps until the last CPU is done */
  double compute;     /* points of one step */
  double overhead;    /* tiles and rows of points of one step: loop and call overheads */
  double sync;        /* flags or barriers of one step */
  double step;        /* one step after overlapping what overlaps */
  tp_exchange faces;  /* of one step */
  tp_parts parts;
  double total;
  int pokes;          /* progress calls per tile that pay: some above the eager threshold, where the
                         wire takes a part of the step worth hiding */
} tp_cost;

/* --- sizes ------------------------------------------------------------------------------------ */

/* Largest extent of a tile along d inside the space: the extent, or the space where that is shorter. */
tp_int tp_tile_length(const tp_plan *p, int d);
/* Pieces into which a tile is cut along the mapped dimension: subtiles, or with calls of a library that makes no
   progress of its own in between; and the length of one along d. */
int tp_tile_pieces(const tp_plan *p);
tp_int tp_piece_length(const tp_plan *p, int d);
/* Iterations of an innermost loop of a piece, the average where several dimensions end it. */
tp_int tp_inner_length(const tp_plan *p);
/* The same of the tile function of a kind. */
tp_int tp_kind_length(const tp_plan *p, int kind);
/* Most rows of tiles that one CPU has along d in one step. */
tp_int tp_block_rows(const tp_plan *p, int d);
/* Bytes of the message that one CPU sends across dimension d in one step. */
double tp_face_bytes(const tp_shape *shape, const tp_plan *p, int d);
/* 1: ranks exchange faces across d. */
int tp_sends_across(const tp_shape *shape, const tp_plan *p, int d);
/* 1: every face between ranks stays below the eager threshold. */
int tp_faces_eager(const tp_problem *problem, const tp_plan *p);

/* --- parts ------------------------------------------------------------------------------------ */

/* Seconds per point on one CPU, starts of innermost loops left out: as measured for the plan's tile
   function and length of the innermost loop, else as estimated. */
double tp_point_seconds(const tp_shape *shape, const tp_plan *p);
/* The part of a point in the start of an innermost loop of so many points. */
double tp_row_start(tp_int inner);
/* 1: there is a tile function of the kind TP_VARIANT_*; one besides the plain; one in which points overlap that wait for
   each other in the plain one. */
int tp_has_kind(const tp_kinds *kinds, int kind);
int tp_has_choice(const tp_kinds *kinds);
int tp_overlaps_points(const tp_kinds *kinds);

/* What jammed rows of so many points take over ones without end: each row ends a column after the one before it, so
   a block takes jam_rows - 1 columns more. */
double tp_jam_ramp(int jam_rows, tp_int inner);
/* The same for a plan's pieces and their sides; 1 for the other kinds. */
double tp_kind_ramp(const tp_plan *p, int kind, int jam_rows, int jam_sides, tp_int inner);
/* The user's own loop. */
double tp_sequential_seconds(const tp_shape *shape);

/* The path of the plan's faces, and the number of pairs of ranks that use it at the same time. */
tp_path tp_path_of(const tp_machine *machine, const tp_plan *p);
int tp_pairs_of(const tp_problem *problem, const tp_plan *p);

/* Messages of a step: LogGP with o(burst, size), L, G(pairs, size) (P4). */
void tp_exchange_of(const tp_problem *problem, const tp_plan *p, tp_exchange *out);
/* Everything. */
void tp_predict(const tp_problem *problem, const tp_plan *p, tp_cost *out);

/* Seconds in which arrays that stay move to the ranks, and back. */
double tp_stay_seconds(const tp_problem *problem);

/* So many messages of so many bytes together, one after the other, with nothing hidden. */
double tp_faces_seconds(const tp_machine *machine, const tp_plan *p, double messages, double bytes);

#endif
