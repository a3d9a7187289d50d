/* statistics.h - what the regions of this process did, summed over their runs. */
#ifndef TP_STATISTICS_H
#define TP_STATISTICS_H

#include "exec/pipeline.h"
#include "plan/model.h"

/* What one rank did, summed over runs and over its CPUs. */
typedef struct tp_rank_counts {
  double compute, wait, comm; /* CPU seconds */
  long long tiles, messages;
  long long bytes, livein, results, moved; /* bytes that it sent: faces; live-ins; results; of arrays that stay */
} tp_rank_counts;

/* One run, or the sum over runs. Seconds of CPUs are means over the CPUs. */
typedef struct tp_region_counts {
  double seconds, livein, compute, wait, comm, gather;
  double touched;   /* seconds before it in which the program waited for what an earlier run left on ranks */
  double predicted; /* seconds, by what was known of the region */
  tp_parts parts;   /* of it */
  double sums;     /* seconds in which the terms of ordered sums are added, by one thread at a time */
  double pipeline; /* from the first tile to the end of the last; sensible where all ranks share a clock */
  double first, last;
  double transfer; /* seconds that the faces would take if nothing were hidden, by the model */
  long long tiles, messages, bytes, direct;
  long long of_kind[TP_VARIANTS]; /* of the tiles */
  int cpus_with_work, cpus_that_ran;
  int transports; /* as in tp_counts */
  double points;         /* of the space */
  double busy, held;     /* compute of all CPUs; CPUs of the plan times seconds */
  double busiest;        /* over the ranks: compute of the thread that computes longest */
  double of_busiest;     /* times the threads of a rank */
  double of_ranks;       /* ranks of the plan times seconds */
  double most;           /* compute of the CPU that computes longest */
  double even;           /* mean compute over the CPUs of the plan */
  long long livein_bytes, result_bytes, moved_bytes; /* between ranks, beside `bytes` of faces */
  tp_rank_counts *by_rank; /* of a run: where ranks are added up, null: nowhere */
  int adding;              /* of a run: the rank that was added last, */
  double most_of_adding;   /* and the compute of its thread that computes longest */
} tp_region_counts;

/* What TILEPIPE_TUNE has measured in this run of the program. */
typedef struct tp_tuned {
  int plans;                /* 0: nothing */
  double first, best, loop; /* seconds of the first plan, of the best one, of the program's own loop (0: not measured) */
  char changes[256];        /* from the first plan to the best one: "tile=8,64 schedule=blocking"; "": none */
} tp_tuned;

typedef struct tp_region_record {
  struct tp_region_record *_Atomic next;
  const tp_region *region; /* may be gone with its shared library */
  const char *name, *file, *rows; /* copies; rows: tp_region.tp_rows, null: not known */
  int line;
  long calls, ran, declined;
  long skipped;        /* declined the short way (region/budget.h), not among those */
  const tp_allowance *allowance; /* what is counted in there is not among those either, null: none */
  const char *reason;  /* of the last call, null: it ran */
  const char *declined_for; /* of the last call that was declined, null: none was */
  int ranks, threads;  /* given to the last run; threads: of each rank */
  const char *fewer;   /* why it uses fewer, null: it does not */
  int verified;        /* 1: verification was asked for and possible; -1: asked for, not possible */
  long decided;        /* how often a plan was looked for */
  double deciding;     /* seconds that took */
  const char *profile, *profile_ignored; /* of the last decision, as in cache/profile_lookup.h */
  const char *alone;   /* why ranks are not used although there are several, null */
  tp_plan plan;    /* of the last run; its transport is the one that was used */
  tp_region_counts sum, last;
  tp_measured measured; /* of its points, by all runs */
  int tried;           /* 1: a run has found out what its points cost although it was declined */
  long ask;            /* calls declined until that is asked for the next time */
  const char *plans;   /* file of tuned plans that the region uses or fills, null: none */
  char *plans_ignored; /* one that does not apply, and why */
  tp_tuned tuned;
  int revised;         /* plans that took the place of another */
  tp_rank_counts *by_rank; /* of tp_here.ranks when it was made, null: nobody has asked */
  int ranks_counted;   /* their number */
} tp_region_record;

/* The record of a region, made at its first call; null: out of memory. */
tp_region_record *tp_record_of(const tp_region *r);
/* The same where there is one already, else null; allocates nothing. */
tp_region_record *tp_record_known(const tp_region *r);

/* The first record in order of their first calls, null: none; the list only grows. */
const tp_region_record *tp_records(void);

/* Counts of each rank, from now on; null: out of memory. */
tp_rank_counts *tp_record_by_rank(tp_region_record *record);

/* Adds the CPUs of a rank to a run; threads: of that rank. */
void tp_counts_add(tp_region_counts *run, int rank, const tp_counts *cpu, int threads);

void tp_record_run(tp_region_record *record, const tp_plan *plan, const tp_cost *cost,
                   tp_region_counts *run);
/* CPUs that the next run could use, and why it uses fewer: storage that stays, null. */
void tp_record_given(tp_region_record *record, int ranks, int threads, const char *fewer);
/* reason: storage that stays. May be called by several threads at once, also during a run. */
void tp_record_declined(tp_region_record *record, const char *reason);

/* The same for calls that are declined the short way: by one thread alone. */
void tp_record_skipped(tp_region_record *record, long calls, const char *reason);
/* Calls declined either way. */
long tp_record_all_declined(const tp_region_record *record);

#endif
