/* heartbeat.c - what the watchdog knows of other ranks.
 *
 * A rank that computes calls MPI too rarely to answer, so a thread beside it counts the looks at which the rank had got
 * on (util/liveness.h). Ranks of a host read each other's count in shared memory. Elsewhere a rank sends its count to
 * rank 0 when it has grown, and rank 0 the sum to those. The thread sleeps between looks, and nothing is sent while
 * nothing grows. */
#include "comm/heartbeat.h"

#include "comm/p2p_world.h"
#include "comm/shared.h"
#include "util/liveness.h"
#include "util/wait.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/* In shared memory. */
typedef struct note {
  _Atomic long count; /* looks at which the rank had got on */
  _Atomic long world; /* of rank 0: the sum over all ranks, as far as it has heard */
} note;

/* No count: the last letter. */
static const long goodbye = -1;

/* A message under way. */
typedef struct letter {
  long text;
  MPI_Request request;
  int live;
} letter;

static struct {
  tp_transport *transport;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t end;
  pid_t starter;
  int runs, ending;
  int limit;                          /* of tp_heartbeat_limit, in seconds */
  long waited;                        /* for it, in looks */
  const char *_Atomic what;
  _Atomic int watchdog, blocking;     /* blocking: 1 + the rank of tp_heartbeat_blocks */
  _Atomic long blocked_at;            /* the look */
  const char *_Atomic region;
  note own;
  long *heard;  /* by rank, in messages */
  letter *out;  /* by rank */
  int far;      /* ranks that hear of this one by messages, if it is rank 0; whether this one does, if not */
} heartbeat = {.lock = PTHREAD_MUTEX_INITIALIZER, .end = PTHREAD_COND_INITIALIZER};

static note *note_of(int rank) { return tp_shared_note(rank, TP_NOTE_HEARTBEAT); }

/* 1: this rank and the other, one of which is rank 0, see no common memory. */
static int is_far(const tp_transport *t, int rank) { return rank != t->rank && !note_of(rank); }

/* --- messages --------------------------------------------------------------------------------- */

static void hear(void) {
  MPI_Status status;
  int flag = 1;
  for (int i = 0; i < 2 * heartbeat.transport->ranks && flag; i++) {
    MPI_Iprobe(MPI_ANY_SOURCE, TP_TAG_HEARTBEAT, tp_p2p_world, &flag, &status);
    if (flag)
      MPI_Recv(&heartbeat.heard[status.MPI_SOURCE], sizeof(long), MPI_BYTE, status.MPI_SOURCE, TP_TAG_HEARTBEAT,
               tp_p2p_world, MPI_STATUS_IGNORE);
  }
}

static void tell(int rank, long text) {
  letter *l = &heartbeat.out[rank];
  int done = 1;
  if (l->live)
    MPI_Test(&l->request, &done, MPI_STATUS_IGNORE);
  l->live = !done;
  if (!done || l->text == text)
    return;
  l->text = text;
  l->live = 1;
  MPI_Isend(&l->text, sizeof l->text, MPI_BYTE, rank, TP_TAG_HEARTBEAT, tp_p2p_world, &l->request);
}

/* Behind a last letter to each peer and from it nothing is under way: MPI does not end well over messages that nobody has
   received. Peers hear of each other in both directions. */
static void say_goodbye(int rank) {
  letter *l = &heartbeat.out[rank];
  if (l->live)
    MPI_Wait(&l->request, MPI_STATUS_IGNORE);
  l->text = goodbye;
  MPI_Isend(&l->text, sizeof l->text, MPI_BYTE, rank, TP_TAG_HEARTBEAT, tp_p2p_world, &l->request);
}

/* This rank's thread may have heard it before this rank parts, too. */
static void hear_goodbye(int rank) {
  long text = heartbeat.heard[rank];
  while (text != goodbye)
    MPI_Recv(&text, sizeof text, MPI_BYTE, rank, TP_TAG_HEARTBEAT, tp_p2p_world, MPI_STATUS_IGNORE);
  MPI_Wait(&heartbeat.out[rank].request, MPI_STATUS_IGNORE);
}

static void part(tp_transport *t) {
  for (int pass = 0; pass < 2; pass++)
    for (int r = 0; r < t->ranks; r++)
      if ((t->rank == 0 || r == 0) && is_far(t, r))
        (pass ? hear_goodbye : say_goodbye)(r);
}

/* 0: MPI could not be asked. */
static int correspond(long mine, long world) {
  if (!heartbeat.far)
    return 1;
  if (!tp_p2p_try_enter())
    return 0;
  hear();
  if (heartbeat.transport->rank != 0)
    tell(0, mine);
  for (int r = 1; heartbeat.transport->rank == 0 && r < heartbeat.transport->ranks; r++)
    if (is_far(heartbeat.transport, r))
      tell(r, world);
  tp_p2p_leave();
  return 1;
}

/* --- looking ---------------------------------------------------------------------------------- */

/* What this rank knows: any change of the sum means that something has got on. */
static long sum_of_all(void) {
  long sum = 0;
  for (int r = 0; r < heartbeat.transport->ranks; r++) {
    note *n = r == heartbeat.transport->rank ? &heartbeat.own : note_of(r);
    sum += n ? atomic_load(&n->count) : heartbeat.heard[r];
    if (n && r == 0 && heartbeat.transport->rank != 0)
      sum += atomic_load(&n->world);
  }
  return sum;
}

/* A thread inside MPI cannot look for itself. */
static void end_blocked(void) {
  int rank = atomic_load(&heartbeat.blocking) - 1, limit = atomic_load(&heartbeat.watchdog);
  long looks = tp_wait_look() - atomic_load(&heartbeat.blocked_at), still = tp_wait_still();
  if (rank < 0 || limit == 0 || (double)(looks < still ? looks : still) * tp_wait_period() < limit)
    return;
  fprintf(stderr, "tilepipe: no progress for %d s in region %s: rank %d waits for one-sided messages to reach rank %d [watchdog]\n",
          limit, atomic_load(&heartbeat.region), heartbeat.transport->rank, rank);
  tp_wait_grace();
  heartbeat.transport->abandon(heartbeat.transport, 1);
}

static void look(void) {
  static long before;
  note *mine = note_of(heartbeat.transport->rank);
  if (tp_liveness_look())
    atomic_fetch_add(&heartbeat.own.count, 1);
  if (mine)
    atomic_store(&mine->count, atomic_load(&heartbeat.own.count));
  long now = sum_of_all();
  int heard = correspond(atomic_load(&heartbeat.own.count), now);
  if (mine && heartbeat.transport->rank == 0)
    atomic_store(&mine->world, now);
  tp_wait_looked(!heard || now != before);
  before = now;
  end_blocked();
}

/* --- ends ------------------------------------------------------------------------------------- */

__attribute__((noreturn)) static void end_rank(void) {
  for (;;)
    syscall(SYS_exit_group, 1);
}

/* MPI's own threads may have lost the connection that would tell them that the launcher is gone. */
static void end_orphan(void) {
  if (getppid() == heartbeat.starter)
    return;
  fprintf(stderr, "tilepipe: what has started the ranks is gone, and they end [launcher-gone]\n");
  end_rank();
}

static void end_late(void) {
  const char *what = atomic_load(&heartbeat.what);
  if (!what || ++heartbeat.waited * tp_wait_period() < heartbeat.limit)
    return;
  fprintf(stderr, "tilepipe: no end of %s within %d s (TILEPIPE_WATCHDOG): other ranks do not come [mpi-limit]\n", what, heartbeat.limit);
  end_rank();
}

static void *beat(void *unused) {
  pthread_mutex_lock(&heartbeat.lock);
  while (!heartbeat.ending) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    long nanoseconds = until.tv_nsec + (long)(tp_wait_period() * 1e9);
    until.tv_sec += nanoseconds / 1000000000;
    until.tv_nsec = nanoseconds % 1000000000;
    pthread_cond_timedwait(&heartbeat.end, &heartbeat.lock, &until);
    if (heartbeat.ending)
      break;
    end_orphan();
    end_late();
    if (heartbeat.transport)
      look();
  }
  pthread_mutex_unlock(&heartbeat.lock);
  return unused;
}

/* --- start and end ---------------------------------------------------------------------------- */

void tp_heartbeat_start(void) {
  sigset_t all, before;
  heartbeat.starter = getppid();
  tp_wait_leave_looks(1);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  heartbeat.runs = pthread_create(&heartbeat.thread, NULL, beat, NULL) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void tp_heartbeat_join(tp_transport *t) {
  pthread_mutex_lock(&heartbeat.lock);
  heartbeat.heard = calloc((size_t)t->ranks, sizeof *heartbeat.heard);
  heartbeat.out = calloc((size_t)t->ranks, sizeof *heartbeat.out);
  if (heartbeat.heard && heartbeat.out)
    heartbeat.transport = t;
  for (int r = 0; heartbeat.transport && r < t->ranks; r++)
    heartbeat.far += (t->rank == 0 || r == 0) && is_far(t, r);
  pthread_mutex_unlock(&heartbeat.lock);
}

void tp_heartbeat_leave(void) {
  pthread_mutex_lock(&heartbeat.lock);
  tp_transport *t = heartbeat.transport;
  heartbeat.transport = NULL;
  pthread_mutex_unlock(&heartbeat.lock);
  /* The thread goes on: it bounds the time that this takes. */
  if (t && heartbeat.far)
    part(t);
}

void tp_heartbeat_stop(void) {
  if (!heartbeat.runs)
    return;
  heartbeat.runs = 0;
  pthread_mutex_lock(&heartbeat.lock);
  heartbeat.ending = 1;
  pthread_cond_signal(&heartbeat.end);
  pthread_mutex_unlock(&heartbeat.lock);
  pthread_join(heartbeat.thread, NULL);
  tp_wait_leave_looks(0);
}

void tp_heartbeat_limit(const char *what, int seconds) {
  pthread_mutex_lock(&heartbeat.lock);
  heartbeat.waited = 0;
  heartbeat.limit = seconds;
  atomic_store(&heartbeat.what, seconds > 0 ? what : NULL);
  pthread_mutex_unlock(&heartbeat.lock);
  tp_wait_watch(seconds);
}

void tp_heartbeat_region(const char *name, int watchdog) {
  atomic_store(&heartbeat.region, name);
  atomic_store(&heartbeat.watchdog, watchdog);
  tp_wait_watch(watchdog);
}

void tp_heartbeat_blocks(int rank) {
  atomic_store(&heartbeat.blocked_at, tp_wait_look());
  atomic_store(&heartbeat.blocking, rank + 1);
}
