/* idle.c - idle workers wait for the bell that rings with each command. A thousand ranks that looked for commands again and
 * again while rank 0 gathers would be most of a simulation. */
#include "comm/idle.h"

#include "comm/p2p.h"
#include "support/simulated/charge.h"
#include "util/wait.h"

#include <mpi.h>
#include <time.h>

/* Seconds from the bell to a look for its command, which may be longer on its way. */
static const double least = 10e-6;
/* Bells, and commands whose receives were posted. */
static long heard, taken;

void tp_simulated_ring(int rank) { MPI_Send(NULL, 0, MPI_BYTE, rank, TP_TAG_COMMAND, MPI_COMM_WORLD); }

void tp_simulated_take(void) { taken++; }

void tp_idle_wake(void *word) { (void)word; }

tp_int tp_idle_wait(void *word, int *from) {
  tp_int bytes;
  double start = tp_now();
  (void)word;
  while (!tp_p2p_waiting(TP_TAG_COMMAND, from, &bytes)) {
    if (heard <= taken) {
      MPI_Recv(NULL, 0, MPI_BYTE, MPI_ANY_SOURCE, TP_TAG_COMMAND, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      heard++;
      start = tp_now();
      continue;
    }
    double nap = (tp_now() - start) / 64;
    nap = nap > least ? nap : least;
    struct timespec time = {(time_t)nap, (long)((nap - (double)(time_t)nap) * 1e9)};
    nanosleep(&time, NULL);
  }
  return bytes;
}
