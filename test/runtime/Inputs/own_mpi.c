#include "lcs_region.h"
#include "tilepipe/testing.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, ranks, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double *a = calloc(101 * 101, sizeof *a);
  int ran = tp_lcs_run(a, 100, 100);
  tp_test_report r;
  tp_test_last(&r);
  printf("rank %d of %d: ran=%d ranks=%d threads=%d\n", rank, ranks, ran, r.tp_ranks, r.tp_threads);
  free(a);
  MPI_Finalize();
  return 0;
}
