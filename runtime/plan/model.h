/* model.h - predicted seconds of a choice, part by part. Pure functions of shape, machine and choice. */
#ifndef TP_MODEL_H
#define TP_MODEL_H

#include "plan/plan.h"

/* One step = one tile coordinate along the mapped dimension, for all rows of a CPU's block. All for
   the CPU with the longest block; seconds unless said otherwise. */
typedef struct tp_cost {
  double sequential;  /* the user's own loop */
  double steps;       /* number of steps until the last CPU is done */
  double compute;     /* points of one step */
  double overhead;    /* tiles and rows of points of one step: loop and call overheads */
  double sync;        /* flags or barriers of one step */
  double busy;        /* of the CPU for messages in one step */
  double wire;        /* on the wire in one step */
  double step;        /* one step after overlapping what overlaps */
  double start;       /* of the region: team, plan sent to the ranks */
  double move;        /* live-ins to the ranks, results back */
  double total;
  int pokes;          /* progress calls per tile that pay: some above the eager threshold, where the
                         wire takes a part of the step worth hiding */
} tp_cost;

/* Largest extent of a tile along d inside the space: the extent, or the space where that is shorter. */
tp_int tp_tile_length(const tp_choice *p, int d);
/* Most rows of tiles that one CPU has along d. */
tp_int tp_block_rows(const tp_choice *p, int d);
/* Bytes of the message that one CPU sends across dimension d in one step. */
double tp_face_bytes(const tp_shape *shape, const tp_choice *p, int d);
/* 1: ranks exchange faces across d. */
int tp_sends_across(const tp_shape *shape, const tp_choice *p, int d);
/* 1: every face between ranks stays below the eager threshold. */
int tp_faces_eager(const tp_shape *shape, const tp_machine *machine, const tp_choice *p);

/* Seconds per point on one CPU, starts of innermost loops left out: as measured for the plan's tile
   function and length of the innermost loop, else as estimated. */
double tp_point_seconds(const tp_shape *shape, const tp_choice *p);
/* The part of a point in the start of an innermost loop of so many points. */
double tp_row_start(tp_int inner);

void tp_predict(const tp_shape *shape, const tp_machine *machine, const tp_choice *p, tp_cost *out);

#endif
