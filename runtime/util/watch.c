/* watch.c - the watchdog's looks; apart from wait.c, which tests replace by waits of their own. */
#include "util/liveness.h"
#include "util/wait.h"

enum { LOOKS = 8 };

_Thread_local tp_watch tp_watching;

/* Time is counted in looks: a process that is stopped does not look, and the time of its stop does not count. */
static struct {
  _Atomic long look, still;
  _Atomic double period, next;
  _Atomic int left, busy; /* to a thread of its own; somebody is looking */
} watch = {.period = 1};

void tp_wait_watch(int seconds) {
  double period = (double)seconds / LOOKS;
  if (seconds > 0)
    atomic_store(&watch.period, period < 1 ? period : 1);
}

double tp_wait_period(void) { return atomic_load(&watch.period); }

void tp_wait_leave_looks(int leave) { atomic_store(&watch.left, leave); }

long tp_wait_look(void) { return atomic_load(&watch.look); }

long tp_wait_still(void) { return atomic_load(&watch.still); }

void tp_wait_looked(int got_on) {
  atomic_store(&watch.still, got_on ? 0 : atomic_load(&watch.still) + 1);
  atomic_fetch_add(&watch.look, 1);
}

void tp_wait_may_look(double now) {
  double next = atomic_load(&watch.next);
  if (atomic_load(&watch.left) || now < next || atomic_exchange(&watch.busy, 1))
    return;
  if (atomic_compare_exchange_strong(&watch.next, &next, now + tp_wait_period()))
    tp_wait_looked(tp_liveness_look());
  atomic_store(&watch.busy, 0);
}
