/* commands.h - what rank 0 and the workers say to each other around a region, and how they wait for it.
   For service.c and worker.c only. */
#ifndef TP_COMMANDS_H
#define TP_COMMANDS_H

#include "comm/bulk.h"
#include "exec/pipeline.h"

/* TP_ASK: as TP_RUN, but the rank first says whether it has the memory, and is told TP_GO or
   TP_LEAVE. TP_TRACE: the rank sends its slices of time (traces.h). TP_FETCH: between regions, or of a rank without a part in one: it is asked for what stays there, and
   transfers follow. */
enum { TP_RUN, TP_ASK, TP_GO, TP_LEAVE, TP_END, TP_FETCH, TP_TRACE };

/* What rank 0 sends; the argument structure follows, the results that the region accumulates in, and then what is said of
   arrays that stay (transfers.h). */
typedef struct tp_command {
  int kind, region, watchdog;
  size_t stack; /* of rank 0's thread: the limit for tiles */
  tp_int placement; /* bytes of what is said of arrays that stay, 0: none does */
  tp_int passed;    /* bytes behind all that for other ranks, see relay.h */
  long run;         /* number of the program's run of a region, in a trace */
  tp_float_env floats;
  tp_plan plan;
} tp_command;

/* What a worker answers; the counts of its threads follow, and its part of the results. */
typedef struct tp_answer {
  tp_effects effects;
} tp_answer;

/* Bytes of an answer in front of the results. */
static inline size_t tp_answer_counted(const tp_plan *plan) {
  return sizeof(tp_answer) + (size_t)plan->threads * sizeof(tp_counts);
}

/* What the region accumulates in. */
static inline void *tp_results_of(const tp_pipeline *p) {
  return *(void *const *)((const char *)p->args + p->region->tp_results);
}

/* From here on this thread waits for something of a rank ("the results of"), no longer than the plan's
   watchdog allows; then the run ends with a line that says so. */
void tp_exchange_watch(const tp_pipeline *p, const char *what, int rank);
void tp_exchange_unwatch(void);

/* Moves what `runs` enumerates for all boxes of a rank of the plan, to (send) or from the peer; ends all
   ranks when memory is short. Answers the bytes. skip: see tp_bulk_move. */
tp_int tp_exchange_move(const tp_plan *plan, int rank, int send, int peer, int tag,
                      tp_enumerator runs, const void *args, unsigned long long skip);

/* Results reach rank 0 from few ranks at a time, lest thousands fill its cable and its queues: the first send
   unasked, every other when rank 0 takes the results of the one TP_SENDING before it. Not where all results stay.
   tp_exchange_ask: rank 0 asks that rank; tp_exchange_await_turn: a worker waits until it may send. */
#define TP_SENDING 8
void tp_exchange_ask(int rank);
void tp_exchange_await_turn(void);

/* Starts a command to a rank, and wakes it. The message stays where it is until r is done. */
void tp_exchange_command(int rank, const void *message, tp_int bytes, tp_request *r);

/* Rank 0: 1: the rank has been sent a command and has not answered one of a region since, so the command may still be
   on its way. tp_exchange_answered: it has. */
int tp_exchange_owes(int rank);
void tp_exchange_answered(int rank);

/* Waits until r is done. */
void tp_exchange_finish(tp_request *r);

/* The word that wakes the rank when it sleeps (see comm/idle.h), null: it does not sleep on one. */
void *tp_exchange_word(int rank);

/* Ends all ranks with one line. */
__attribute__((noreturn)) void tp_exchange_fail(const char *what);

#endif
