/* oversubscribed - a region whose team waits for something in each run, as it would for a core that other processes have. */
#include "lcs_region.h"
#include "tilepipe/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void waiting_start(tp_pipeline *p, const void *args) {
  if (tp_threads(p) > 1)
    usleep(20000);
  tp_lcs_start(p, args);
}

int main(void) {
  enum { N = 900, M = 900, COUNT = (N + 1) * (M + 1), CALLS = 60 };
  struct tp_lcs_args args;
  tp_region region = tp_lcs_region;
  double *expected = calloc(COUNT, sizeof *expected);
  region.tp_name = "oversubscribed";
  region.tp_start = waiting_start;
  region.tp_flags |= TP_REGION_THREADS_ONLY;
  region.tp_flags &= ~TP_REGION_TIMES_LOOP;
  memset(&args, 0, sizeof args);
  args.n = N;
  args.m = M;
  args.a = calloc(COUNT, sizeof *args.a);
  (void)tp_lcs_run;
  if (!args.a || !expected)
    return 1;
  for (int call = 0; call < CALLS; call++) {
    for (int j = 0; j <= M; j++)
      args.a[j] = expected[j] = 1 + (double)(call % 7) * j;
    tp_lcs_nest(expected, N, M);
    if (!tp_region_run(&region, &args, 0))
      tp_lcs_nest(args.a, N, M);
    if (memcmp(args.a, expected, COUNT * sizeof *expected) != 0)
      return 1;
  }
  free(args.a);
  free(expected);
  return 0;
}
