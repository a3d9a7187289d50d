/* learnt - the time that is predicted for a run against what its points sleep. */
#include "lcs_region.h"
#include "tilepipe/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N = 300, M = 300, COUNT = (N + 1) * (M + 1), RUNS = 4 };
static const double each = 1e-6;

/* Each tile of a CPU, before it runs. Sleeping takes no less than this. */
void tp_test_points(double points) {
  struct timespec time = {0, (long)(1e9 * each * points)};
  nanosleep(&time, NULL);
}

int main(void) {
  struct tp_lcs_args args;
  tp_test_report report;
  memset(&args, 0, sizeof args);
  args.n = N;
  args.m = M;
  args.a = calloc(COUNT, sizeof *args.a);
  (void)tp_lcs_run;
  (void)tp_lcs_nest;
  if (!args.a)
    return 1;
  for (int run = 0; run < RUNS; run++)
    if (tp_region_run(&tp_lcs_region, &args, 0) != 1)
      return 1;
  tp_test_last(&report);
  double least = each * N * M / report.tp_threads;
  printf("%d threads: %s\n", report.tp_threads, report.tp_predicted > 0.9 * least ? "at least 9 tenths" : "too little");
  free(args.a);
  return 0;
}
