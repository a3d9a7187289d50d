/* hosts.c - whether a host does other work. */
#include "calibrate.h"

#include "comm/p2p.h"

#include <stdlib.h>

/* The first rank of each host looks. */
static int looks(const tp_transport *t, const int *host_of) {
  for (int r = 0; r < t->rank; r++)
    if (host_of[r] == host_of[t->rank])
      return 0;
  return 1;
}

/* Until those that look have done so: who waits for a message would disturb them. */
static void rest(double seconds) {
  const double longer = seconds + 0.2;
  struct timespec time = {(time_t)longer, (long)((longer - (double)(time_t)longer) * 1e9)};
  nanosleep(&time, NULL);
}

host_share least_share(tp_transport *t, const int *host_of, double seconds) {
  host_share least = {1, 0};
  if (!t) {
    least.share = cores_share(seconds);
    return least;
  }
  double mine = 1, *all = calloc((size_t)t->ranks, sizeof *all);
  if (!all)
    t->abandon(t, 1);
  if (looks(t, host_of))
    mine = cores_share(seconds);
  else
    rest(seconds);
  tp_p2p_collect(&mine, all, (int)sizeof mine);
  for (int r = 0; r < t->ranks; r++)
    if (all[r] < least.share)
      least = (host_share){all[r], r};
  free(all);
  return least;
}
