/* memory.h - whether this rank has the memory for its part of a region, before data is sent. */
#ifndef TP_MEMORY_H
#define TP_MEMORY_H

#include "util/status.h"
#include "plan/plan.h"

typedef struct tp_memory {
  int status;     /* TP_OK or TP_FAILED */
  char host[64];
  char why[160];  /* "12.5 GB are needed, 3.1 GB are free" */
} tp_memory;

/* Bytes that this process can still get: from the machine and from its control groups. -1: not told. */
double tp_memory_free(void);

/* 1: so many bytes are more than this process has and can still get. */
int tp_memory_exceeds(double bytes);

/* Whether the pages of the results and inputs that this rank will hold fit in what is free on its host and in its
   control groups. args: as rank 0 sent
   them; only looked at. In doubt TP_OK. */
void tp_memory_check(const tp_region *r, const void *args, const tp_plan *plan, tp_memory *out);

/* Arrays could not be reserved: the same kind of line. */
void tp_memory_failed(const tp_region *r, const void *args, tp_memory *out);

#endif
