/* forgotten - what runs have shown is known to later decisions, until it is forgotten. */
#include "lcs_region.h"
#include "tilepipe/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 600, M = 600, COUNT = (N + 1) * (M + 1) };

static double predicted(const tp_region *region, struct tp_lcs_args *args, int runs) {
  tp_test_report report;
  for (int run = 0; run < runs; run++) {
    for (int j = 0; j <= M; j++)
      args->a[j] = 1 + j;
    if (tp_region_run(region, args, 0) != 1)
      exit(1);
  }
  tp_test_last(&report);
  return report.tp_predicted;
}

int main(void) {
  struct tp_lcs_args args;
  tp_region region = tp_lcs_region;
  memset(&args, 0, sizeof args);
  args.n = N;
  args.m = M;
  args.a = calloc(COUNT, sizeof *args.a);
  (void)tp_lcs_run;
  (void)tp_lcs_nest;
  if (!args.a)
    return 1;
  double first = predicted(&region, &args, 1);
  double learnt = predicted(&region, &args, 9);
  tp_set("schedule", "overlap");
  double known = predicted(&region, &args, 1);
  tp_test_forget();
  tp_set("schedule", "overlap");
  double again = predicted(&region, &args, 1);
  printf("%s %s %s\n", learnt != first ? "learnt" : "", known != first ? "known" : "", again == first ? "forgotten" : "");
  free(args.a);
  return 0;
}
