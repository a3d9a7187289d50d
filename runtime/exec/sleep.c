/* sleep.c - computing that only takes time, for measurements of more CPUs than there are. */
#include "exec/wait.h"

#include <sys/prctl.h>

void tp_sleep_points(double points) {
  double seconds = points * tp_test_point;
  struct timespec nap = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
  int slack = prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
  prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0); /* waits have use for the kernel's usual 50 us, measurements have not */
  nanosleep(&nap, NULL);
  prctl(PR_SET_TIMERSLACK, slack, 0, 0, 0);
}
