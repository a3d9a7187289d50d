/* service.h - a region on several ranks: rank 0's side and the workers' side. */
#ifndef TP_SERVICE_H
#define TP_SERVICE_H

#include "exec/pipeline.h"
#include "exec/statistics.h"

/* 0: the program has limited its address space so far that what a run on ranks allocates may fail. */
int tp_service_has_room(void);

/* Rank 0: runs the planned region on all its ranks. p is rank 0's part of the plan. asks: the other
   ranks say first whether they have the memory; TP_FAILED if not, with the reason in *why (static
   storage), and no data has been sent. stays: 1: arrays stay on the ranks, where they may. */
tp_status tp_service_region(tp_pipeline *p, int number, int asks, int stays, tp_region_counts *counts,
                            const char **why);

/* Rank 0: releases the workers. */
void tp_service_end(void);

/* Workers: serves regions until rank 0 ends. */
void tp_service_run(void);

/* 1: a region is running in this process. */
int tp_region_running(void);

/* No region runs until it is released, and nothing is decided. 0: one is running. */
int tp_region_hold(void);
void tp_region_release(void);

#endif
