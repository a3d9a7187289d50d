/* calibrate.h - measuring a machine for the planner: what the parts of tilepipe-calibrate share.
 *
 * Every number comes from repeated short measurements: a machine that does other things as well disturbs
 * some of them. */
#ifndef CALIBRATE_H
#define CALIBRATE_H

#include "comm/transport.h"
#include "util/wait.h"
#include "plan/profile.h"

/* --- measure.c -------------------------------------------------------------------------------- */

enum { MOST_SAMPLES = 401 };

typedef struct samples {
  int count;
  double value[MOST_SAMPLES];
} samples;

/* Those past the most are dropped. */
void sample_add(samples *s, double seconds);
/* The median of the faster half: what disturbs makes slower. 0 of none. */
double sample_typical(samples *s);

/* How thoroughly: quick is for tests of the tool. */
typedef struct effort {
  int quick;
  int repeats;    /* samples of one number at most */
  double patience; /* seconds for one number, after which three samples must do */
  double sample;  /* seconds that a sample of a fast thing takes at least */
  double end;     /* when to come to an end whatever is missing (tp_now) */
} effort;
effort effort_of(int quick);
/* 1: one more; started: when the first one was. */
int sample_more(const effort *e, const samples *s, int most, double started);

/* Computes for so many seconds without giving up the core, unless there are too few (oversubscribed). */
void spin(double seconds, int oversubscribed);

/* Cores that this process may use. */
int cores_usable(void);

/* Computes on all of them for so many seconds; the least share of a core that a thread got, 1: all of it. */
double cores_share(double seconds);

/* Says what is being measured, null: nothing any more. On a terminal; with TILEPIPE_PROGRESS=force anywhere, 0: nowhere. */
void say(const char *what);
/* How much of it is done, where it takes long. */
void say_share(int done, int all);

/* --- hosts.c ---------------------------------------------------------------------------------- */

/* What cores_share says of a host, and a rank there. */
typedef struct host_share {
  double share;
  int rank;
} host_share;

/* Collective: the host whose threads got least; one rank of each host looks, and the others rest. t null: this process alone. */
host_share least_share(tp_transport *t, const int *host_of, double seconds);

/* --- the parts: each fills what it measures and leaves the rest ------------------------------- */

/* loops.c: operations. */
void measure_loops(const effort *e, tp_machine *m);

/* threads.c: teams of threads, memory. `scratch`: two arrays of `bytes` bytes that no cache holds. */
void measure_teams(const effort *e, tp_machine *m);
void measure_memory(const effort *e, char *scratch, size_t bytes, tp_machine *m);
/* Two arrays that no cache holds, touched; *bytes: of each. Null: no memory. */
char *scratch_allocate(const effort *e, size_t *bytes);

/* network.c: rank 0 says what all ranks measure. */
void measure_network(const effort *e, tp_transport *t, const int *host_of, tp_machine *m);

/* --- pairs.c: what a pair of ranks does ------------------------------------------------------- */

enum { MOST_PAIRS = 8 };

typedef enum task { TASK_END, TASK_PING, TASK_STREAM, TASK_CPU, TASK_POKE, TASK_EAGER, TASK_SHARED } task;

/* Plain data, sent by rank 0 to all. */
typedef struct order {
  task what;
  tp_path path;
  int pairs;        /* that do it at the same time */
  tp_int bytes;
  int count;        /* times; TASK_STREAM: rounds */
  int burst;        /* messages in a row */
  double seconds;   /* between two pokes; TASK_EAGER: to wait */
  double idle;      /* of a poke that finds nothing */
} order;

typedef struct answer {
  double value, other; /* of the sender's side; of the receiver's */
} answer;

typedef struct party {
  tp_transport *t;
  int sender, receiver; /* the first rank of each pair sends */
  int senders[MOST_PAIRS]; /* of all pairs */
  int oversubscribed;          /* more ranks than cores */
  char *buffer;         /* of `room` bytes */
  tp_int room;
} party;

/* Called by both ranks of a pair; each answers its own side in `value`. */
double pair_do(const party *p, const order *o);
/* Waits for a request, seldom looking: for ranks that others' measurements must not feel. */
void wait_quietly(tp_transport *t, tp_request *r);

/* --- shared_memory.c -------------------------------------------------------------------------- */

/* Collective over all ranks: memory of so many bytes that each rank gives to those of its host. 0: no two ranks see
   each other's. */
int shared_open(tp_transport *t, const int *host_of, tp_int bytes);
/* Both ranks of a pair, numbers as in tp_transport. Sender: seconds of a round trip; receiver: of copying. */
double shared_ping(const party *p, const order *o);

#endif
