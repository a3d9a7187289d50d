/* time.c - simulated time passes only where it is told to: while waiting, and for the points of a tile. */
#include "exec/pipeline.h"
#include "util/wait.h"
#include "support/simulated/charge.h"

#include <mpi.h>
#include <smpi/smpi.h>
#include <stdlib.h>
#include <time.h>

/* A wait is seen to end up to this part of its length late. */
static const double precision = 1. / 256;
static const double least = 50e-9;

double tp_relax(tp_backoff *p) {
  double now = tp_now();
  if (p->looks++ == 0)
    p->since = now;
  if (tp_simulated_sleep())
    return tp_now() - p->since;
  double nap = (now - p->since) * precision;
  nap = nap > least ? nap : least;
  struct timespec time = {(time_t)nap, (long)((nap - (double)(time_t)nap) * 1e9)};
  nanosleep(&time, NULL);
  return now - p->since;
}

/* SIMULATED_POINT: seconds per point of a nest; the host's own speed does not count. */
void tp_test_points(double points) {
  static double each = -1;
  if (each < 0) {
    const char *text = getenv("SIMULATED_POINT");
    each = text ? atof(text) : 1e-9;
  }
  smpi_execute_benched(points * each);
}

/* SIMULATED_BARRIER: the papers' data lie where they are needed when the clock starts. */
void tp_pipeline_run(tp_pipeline *p, const void *args) {
  int ranks;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (getenv("SIMULATED_BARRIER") && p->plan.ranks == ranks)
    MPI_Barrier(MPI_COMM_WORLD);
  p->region->tp_start(p, args);
}

void tp_team(tp_pipeline *p, void (*pipeline)(tp_cpu *, const void *), const void *args) {
  tp_cpu *c = tp_join(p, 0, 1);
  if (c)
    pipeline(c, args);
}
