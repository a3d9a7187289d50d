/* sleep.h - computing that only takes time, for measurements of more CPUs than there are. Defines the hook of
   tilepipe/testing.h: a point takes PAPER_POINT seconds. */
#ifndef TEST_SUPPORT_SLEEP_H
#define TEST_SUPPORT_SLEEP_H

#include <sys/prctl.h>
#include <time.h>

void tp_test_points(double points) {
  double seconds = points * (PAPER_POINT);
  struct timespec nap = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
  int slack = prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
  prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0); /* waits have use for the kernel's usual 50 us, measurements have not */
  nanosleep(&nap, 0);
  prctl(PR_SET_TIMERSLACK, slack, 0, 0, 0);
}

#endif
