/* stay.h - rank 0: arrays that stay on the ranks between regions.
 *
 * Rank 0 knows for each byte of such an array, an area, which ranks hold it (residency/directory.h). A run brings each rank
 * what it lacks and leaves results where they were computed. What the program touches in between comes when it touches
 * it. Arrays for which that is not worth it, or not safe, go back to rank 0 as ever. */
#ifndef TP_STAY_H
#define TP_STAY_H

#include "exec/statistics.h"
#include "ranks/transfers.h"

/* One run on ranks. Nothing of it may be touched by others meanwhile. */
typedef struct tp_stay_run {
  int active;                    /* 0: no array stays, and none did; nothing is locked */
  const tp_pipeline *pipeline;
  struct tp_needs *known;
  struct tp_needs_step *step;    /* null: no array of this run stays */
  unsigned long long skip;       /* bit a: array a stays */
  double owed;                   /* seconds that the program's touches cost since the plan ran, of what it wrote */
  int all;                       /* every array stays that would travel */
  tp_started started;
} tp_stay_run;

/* Decides which arrays stay; those that do not, and did, come back. stays: 0: none is to. From here to
   tp_stay_end or tp_stay_cancel nobody else asks workers for anything. */
tp_stay_run tp_stay_begin(const tp_pipeline *p, int stays);

/* What the command says to a rank: its bytes, and the bytes themselves. */
tp_int tp_stay_message_bytes(const tp_stay_run *s, int rank);
void tp_stay_message(const tp_stay_run *s, int rank, char *out);

/* The ranks do not run. */
void tp_stay_cancel(tp_stay_run *s);
/* Brings all ranks what they lack; rank 0's tiles may run then. */
void tp_stay_before(tp_stay_run *s);
/* After rank 0's tiles: starts to receive what rank 0 gets back; waits for it. */
void tp_stay_after(tp_stay_run *s);
/* Bytes that moved before and behind the run because arrays stay; by_rank: where senders are added up, null: nowhere. */
long long tp_stay_moved(const tp_stay_run *s, tp_rank_counts *by_rank);
void tp_stay_end(tp_stay_run *s);

/* Where it is left to the runtime whether arrays stay (residency/worth.h). Before a start, whose arrays have so many
   bytes: 1: they do. */
int tp_stay_is_worth(long long start, int at_once, double bytes);
/* Behind it; 1: what the program touches now is to be surveyed (ranks/survey.h). */
int tp_stay_ran(long long start, int stayed, double seconds, double price, int moves, long long calls);
/* 1: it is to be predicted what a start whose arrays stay takes; in seconds, 0: no plan for that gains. */
int tp_stay_wants_prediction(long long start);
void tp_stay_predicted(long long start, double seconds);

/* All arrays of a start come back: it runs here alone, or is compared. */
void tp_stay_return(const tp_region *r, const void *args);

#endif
