/* figures.h - what counts say about time, and names for tables and documents. */
#ifndef TP_FIGURES_H
#define TP_FIGURES_H

#include "exec/statistics.h"

/* Of the runs of a region, or of all regions; below 0: not known. */
typedef struct tp_figures {
  double share;     /* of the program's seconds */
  double rate;      /* points per second */
  double all;       /* compute of all CPUs, of CPUs times seconds */
  double ranks;     /* compute of the busiest thread of each rank, of ranks times seconds; not known where there was one */
  double threads;   /* compute of all threads, of threads times that of the busiest; of one rank: `all` */
  double imbalance; /* compute of the CPU that computes longest, over the mean */
} tp_figures;

/* program: its seconds. */
tp_figures tp_figures_of(const tp_region_counts *sum, double program);

/* Adds the sums of a region. */
void tp_figures_add(tp_region_counts *all, const tp_region_counts *sum);

/* A rank in all regions; of a region whose ranks nobody counted: nothing. */
tp_rank_counts tp_figures_of_rank(int rank);

/* Part of the faces' travelling time that no CPU waited for. */
double tp_figures_hidden(const tp_region_counts *sum);

/* Bytes of the name of the function that the nest stands in: names of its other regions end in a number. */
int tp_function_length(const tp_region_record *r);

#endif
