/* A region whose plain tiles wait for something else, as they do where others take turns on the core, and
 * whose jammed ones cost more: prints which the runtime prefers. */
#include "lcs_region.h"
#include "tilepipe/testing.h"

#include <stdio.h>
#include <stdlib.h>

static void paced_pipeline(tp_cpu *c, const void *args) {
  tp_box box;
  for (tp_step s = tp_first(c); tp_more(c, s); s = tp_next(c, s)) {
    tp_begin(c, s);
    if (tp_box_at(c, s, &box)) {
      if (tp_kind(c) == TP_VARIANT_PLAIN)
        usleep(20000);
      for (int repeat = 0; repeat < (tp_kind(c) == TP_VARIANT_JAM ? 40 : 1); repeat++)
        tp_lcs_tile(&box, args);
    }
    tp_end(c, s);
  }
}

static void paced_start(tp_pipeline *p, const void *args) { tp_team(p, paced_pipeline, args); }

int main(void) {
  enum { N = 400, M = 500 };
  struct tp_lcs_args args;
  tp_region paced = tp_lcs_region;
  tp_test_report report;

  paced.tp_name = "paced";
  tp_variant both[TP_VARIANTS] = {{tp_lcs_tile, 0, {0}, 0}, {tp_lcs_tile, 4, {0}, 0}}; /* the pipeline above tells them apart */
  paced.tp_variants = both;
  paced.tp_start = paced_start;
  __builtin_memset(&args, 0, sizeof args);
  args.n = N;
  args.m = M;
  args.a = calloc((N + 1) * (M + 1), sizeof *args.a);
  (void)tp_lcs_run;
  if (!args.a || !tp_region_run(&paced, &args, 0))
    return 1;
  tp_test_last(&report);
  /* Some are tried. */
  printf("%ld tiles, prefers %s\n", report.tp_tiles,
         report.tp_jammed < 1 ? "without trying" : 2 * report.tp_jammed < report.tp_tiles ? "plain" : "jammed");
  free(args.a);
  return 0;
}
