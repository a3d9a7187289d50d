/* idle.c - idle workers look seldom: between two looks a part of the time they have been idle for. A
 * thousand ranks that look every 2 ms while rank 0 gathers would be most of a simulation. */
#include "comm/idle.h"

#include "comm/p2p.h"
#include "process/process.h"
#include "util/wait.h"

#include <time.h>

static const double least = 10e-6;

void tp_idle_wake(void *word) { (void)word; }

tp_int tp_idle_wait(void *word) {
  tp_int bytes;
  double start = tp_now();
  (void)word;
  while (!tp_p2p_waiting(0, TP_TAG_COMMAND, &bytes)) {
    double nap = (tp_now() - start) / 64;
    nap = nap > least ? nap : least;
    struct timespec time = {(time_t)nap, (long)((nap - (double)(time_t)nap) * 1e9)};
    nanosleep(&time, NULL);
  }
  return bytes;
}
