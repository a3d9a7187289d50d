/* wait.c - the three stages of patience (measured: a few pauses catch the usual case; yielding keeps
 * more threads than cores going; sleeping stops a long wait from slowing the others). */
#include "exec/wait.h"

#include <sched.h>

enum { PAUSES = 200, YIELDS = 400 };

double tp_relax(tp_patience *p) {
  if (p->looks < PAUSES) {
    p->looks++;
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
    return 0;
  }
  if (p->looks < PAUSES + YIELDS) {
    p->looks++;
    sched_yield();
    return 0;
  }
  double now = tp_now();
  if (p->since == 0)
    p->since = now;
  struct timespec nap = {0, 10000};
  nanosleep(&nap, NULL);
  if (tp_watching.seconds && now - p->since >= tp_watching.seconds)
    tp_watching.late();
  return now - p->since;
}
