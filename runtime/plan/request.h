/* request.h - what the settings ask of one region, checked against it. */
#ifndef TP_REQUEST_H
#define TP_REQUEST_H

#include "plan/plan.h"

typedef struct tp_request {
  tp_int extent[TP_DIMS]; /* 0: choose, as below */
  tp_int mesh[TP_DIMS];
  tp_int group[TP_DIMS];
  int has_mesh, has_group; /* an applicable list was given */
  int ranks, threads;      /* at most so many */
  int mapped;
  int ignored;             /* TP_SETTING_BIT: lists of another depth than the region's, a mesh for a region of one rank */
  /* Set by searches, not by settings: whole meshes to be tried (first entry 0: none), and extents from
     few candidates. */
  tp_int tried_mesh[TP_DIMS], tried_group[TP_DIMS];
  int coarse;
} tp_request;

/* TP_INVALID: *why says which setting is illegal for the region, on one line. */
tp_status tp_request_for(const tp_problem *problem, tp_request *out, const char **why);

#endif
