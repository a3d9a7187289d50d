/* idle.c - blocking without losing a wake-up: the word is read before the look for messages, so a
 * message sent after the look has changed it. One look is not enough to see a message (a probe may
 * answer before it lets MPI progress): every change of the word starts a new spell of looking. */
#include "comm/idle.h"

#include "comm/p2p.h"
#include "util/wait.h"

#include <linux/futex.h>
#include <omp.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/syscall.h>
#include <unistd.h>

/* One region often follows another directly. */
static const double spin_seconds = 100e-6;
/* When the team of the last region, which may spin for the next one, is sent away too. */
static const double team_seconds = 10e-3;
static const long first_pause = 10000, longest_pause = 2000000; /* nanoseconds */
/* Of the time that a worker has been idle for: what a command may wait for it where no word wakes it. */
static const double late = 1. / 32;

void tp_idle_wake(void *word) {
  _Atomic unsigned *w = word;
  atomic_fetch_add(w, 1);
  syscall(SYS_futex, w, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Threads that wait actively never sleep; the next region makes new ones. */
static void dismiss_team(void) {
  const char *policy = getenv("OMP_WAIT_POLICY");
  if (policy && strcasecmp(policy, "active") == 0)
    omp_pause_resource_all(omp_pause_soft);
}

/* Sleeps until the word changes, or for a while that doubles each time. The while only guards against a message that its
   change announced too early, and against nobody changing it any more. */
static void sleep_on(_Atomic unsigned *w, unsigned seen, long *pause) {
  const long most = 500000000;
  struct timespec time = {0, *pause};
  syscall(SYS_futex, w, FUTEX_WAIT, seen, &time, NULL, 0);
  *pause = *pause * 2 < most ? *pause * 2 : most;
}

static void nap(double idle) {
  double pause = idle * late * 1e9;
  struct timespec time = {0, pause < first_pause ? first_pause : pause > longest_pause ? longest_pause : (long)pause};
  nanosleep(&time, NULL);
}

tp_int tp_idle_wait(void *word, int *from) {
  _Atomic unsigned *w = word;
  tp_int bytes;
  double start = tp_now();
  long pause = first_pause;
  int team = 1;
  unsigned before = w ? atomic_load(w) : 0;
  for (;;) {
    unsigned seen = w ? atomic_load(w) : 0;
    if (seen != before) {
      start = tp_now();
      pause = first_pause;
    }
    before = seen;
    if (tp_p2p_waiting(TP_TAG_COMMAND, from, &bytes))
      return bytes;
    double idle = tp_now() - start;
    if (idle < spin_seconds)
      continue;
    if (team && idle > team_seconds) {
      dismiss_team();
      team = 0;
    }
    if (w)
      sleep_on(w, seen, &pause);
    else
      nap(idle);
  }
}
