/* messages.c - the random nests and plans of study.h over real MPI and real shared memory, every send
 * synchronous.
 *
 *   mpirun -np P runtime-messages FIRST COUNT SPLIT [rma]
 *
 * rma: with one-sided messages, which otherwise are replaced by others.
 * Runs the plans of the seeds from FIRST on that need at most P ranks; rank 0 compares with the
 * sequential nest. The reference to MPI_Init keeps the runtime from taking the ranks for itself. */
#include "study.h"

#include "comm/p2p.h"
#include "comm/p2p_world.h"
#include "comm/shared.h"
#include "tilepipe/testing.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tp_int tp_test_split = 1 << 30;

static long runs, messages, failures;
static int transports;

static long compare(const study *s, const double *array) {
  size_t bytes = (size_t)s->nest.elements * sizeof *array;
  double *wanted = malloc(bytes);
  long differing = 0;
  nest_fill(&s->nest, wanted);
  nest_run(&s->nest, wanted);
  for (tp_int e = 0; e < s->nest.elements; e++)
    differing += memcmp(&wanted[e], &array[e], sizeof *array) != 0;
  free(wanted);
  return differing;
}

static void run_study(tp_transport *t, study *s, unsigned long long seed) {
  nest_region region;
  s->plan.protocol = TP_PROTOCOL_SYNCHRONOUS;
  rig_rank *r = NULL;
  nest_make_region(&s->nest, s->facts, &region);
  if (t->rank < s->plan.ranks) {
    r = rig_rank_create(&s->plan, t, &region, &s->nest, s->facts, s->options.alone);
    double *array = rig_rank_array(r);
    if (t->rank == 0)
      nest_fill(&s->nest, array);
    else
      memset(array, 0xff, (size_t)s->nest.elements * sizeof *array);
    rig_rank_run(r);
    messages += rig_rank_messages(r);
    transports |= rig_rank_transports(r);
    if (t->rank == 0 && compare(s, array)) {
      char text[1024];
      study_describe(s, text, sizeof text);
      fprintf(stderr, "seed %llu differs: %s\n", seed, text);
      failures++;
    }
  }
  /* A plan lives until all its ranks are through. */
  MPI_Barrier(MPI_COMM_WORLD);
  if (r)
    rig_rank_free(r);
  runs++;
}

/* As start/start.c does it. */
static void prepare(tp_transport *t, int one_sided) {
  const char *why;
  int *host_of = calloc((size_t)t->ranks, sizeof *host_of);
  tp_p2p_hosts(host_of);
  if (!tp_shared_open(t, host_of, tp_p2p_collect, &why) || (one_sided && !tp_window_open(t, &why))) {
    fprintf(stderr, "%s\n", why);
    t->abandon(t, 1);
  }
}

int main(int argc, char **argv) {
  if (argc < 4)
    return fprintf(stderr, "usage: runtime-messages FIRST COUNT SPLIT [rma]\n"), 2;
  unsigned long long first = strtoull(argv[1], NULL, 10), count = strtoull(argv[2], NULL, 10);
  tp_test_split = atoll(argv[3]);
  if (argc > 4)
    tp_p2p_want_one_sided();
  tp_transport *t = tp_p2p_start();
  if (!t && MPI_Init(&argc, &argv) == MPI_SUCCESS)
    return fprintf(stderr, "no ranks\n"), 2;
  prepare(t, argc > 4);
  for (unsigned long long seed = first; seed < first + count; seed++) {
    study s;
    study_draw(seed, &s);
    if (s.plan.ranks > 1 && s.plan.ranks <= t->ranks)
      run_study(t, &s, seed);
    study_free(&s);
  }
  long all = 0;
  int ways = 0;
  MPI_Reduce(&transports, &ways, 1, MPI_INT, MPI_BOR, 0, MPI_COMM_WORLD);
  MPI_Reduce(&messages, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (t->rank == 0)
    printf("seeds %llu to %llu: %ld runs, %ld messages, transports %x, %ld failures\n", first,
           first + count - 1, runs, all, (unsigned)ways, failures);
  tp_p2p_finish();
  return failures || runs == 0 || (t->rank == 0 && all == 0);
}
