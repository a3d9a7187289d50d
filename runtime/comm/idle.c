/* idle.c - blocking without losing a wake-up: the word is read before the look for messages, so a
 * message sent after the look has changed it. One look is not enough to see a message (a probe may
 * answer before it lets MPI progress): every change of the word starts a new spell of looking. */
#include "comm/idle.h"

#include "comm/p2p.h"
#include "exec/wait.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

/* One region often follows another directly. */
static const double spin_seconds = 100e-6;

void tp_idle_wake(void *word) {
  _Atomic unsigned *w = word;
  atomic_fetch_add(w, 1);
  syscall(SYS_futex, w, FUTEX_WAKE, 1, NULL, NULL, 0);
}

tp_int tp_idle_wait(void *word) {
  _Atomic unsigned *w = word;
  tp_int bytes;
  double start = tp_now();
  long pause = 10000;
  unsigned before = w ? atomic_load(w) : 0;
  for (;;) {
    unsigned seen = w ? atomic_load(w) : 0;
    if (seen != before)
      start = tp_now();
    before = seen;
    if (tp_p2p_waiting(0, TP_TAG_COMMAND, &bytes))
      return bytes;
    if (tp_now() - start < spin_seconds)
      continue;
    struct timespec nap = {0, pause};
    if (w) {
      /* The time limit only guards against a word that nobody changes any more. */
      struct timespec limit = {0, 500000000};
      syscall(SYS_futex, w, FUTEX_WAIT, seen, &limit, NULL, 0);
    } else {
      nanosleep(&nap, NULL);
      pause = pause < 1000000 ? pause * 2 : 2000000;
    }
  }
}
