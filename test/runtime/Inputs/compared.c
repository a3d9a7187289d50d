/* compared loop|tiles|elsewhere|between [CALLS] - a region whose own loop, or whose tiles, wait for something in each
 * call, as if they were the slower ones: prints whether the last calls ran as tiles. elsewhere: another thread tells that
 * the loop has ended. between: the program waits behind calls that ran as tiles; nobody tells that the loop has ended. */
#include "lcs_region.h"
#include "tilepipe/testing.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int tiles_wait;

static void waiting_pipeline(tp_cpu *c, const void *args) {
  tp_box box;
  if (tiles_wait)
    usleep(3000);
  for (tp_step s = tp_first(c); tp_more(c, s); s = tp_next(c, s)) {
    tp_begin(c, s);
    if (tp_box_at(c, s, &box))
      tp_lcs_tile(&box, args);
    tp_end(c, s);
  }
}

static void waiting_start(tp_pipeline *p, const void *args) { tp_team(p, waiting_pipeline, args); }

static void *tell(void *unused) {
  tp_region_ended();
  return unused;
}

int main(int argc, char **argv) {
  enum { N = 300, M = 400, COUNT = (N + 1) * (M + 1) };
  struct tp_lcs_args args;
  tp_region region = tp_lcs_region;
  double *expected = calloc(COUNT, sizeof *expected);
  long last = 0, calls = argc > 2 ? atol(argv[2]) : 150;
  int elsewhere = argc > 1 && strcmp(argv[1], "elsewhere") == 0, between = argc > 1 && strcmp(argv[1], "between") == 0;

  tiles_wait = argc > 1 && strcmp(argv[1], "tiles") == 0;
  region.tp_name = "compared";
  region.tp_start = waiting_start;
  region.tp_flags |= TP_REGION_THREADS_ONLY | (between ? 0 : TP_REGION_TIMES_LOOP);
  __builtin_memset(&args, 0, sizeof args);
  args.n = N;
  args.m = M;
  args.a = calloc(COUNT, sizeof *args.a);
  (void)tp_lcs_run;
  if (!args.a || !expected)
    return 1;
  for (long call = 0; call < calls; call++) {
    for (int j = 0; j <= M; j++)
      args.a[j] = expected[j] = 1 + (double)(call % 7) * j;
    tp_lcs_nest(expected, N, M);
    int ran = tp_region_run(&region, &args, 0);
    if (ran < 1) {
      tp_lcs_nest(args.a, N, M);
      if (!tiles_wait && !between)
        usleep(3000);
      if (elsewhere && ran < 0) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, tell, NULL) == 0)
          pthread_join(thread, NULL);
      } else if (ran < 0) {
        tp_region_ended();
      }
    }
    if (ran > 0 && between)
      usleep(500);
    if (memcmp(args.a, expected, COUNT * sizeof *expected) != 0)
      return 1;
    last = ran > 0 ? last + 1 : 0;
  }
  printf("%s\n", last > 10 ? "tiles" : last ? "tiles, now and then" : "loop");
  free(args.a);
  free(expected);
  return 0;
}
