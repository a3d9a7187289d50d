/* What a network does, as a machine profile wants it: for each number of bytes on the command line one line
   "bytes travel stream", seconds from one rank to another and seconds per message of a burst. Two ranks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 10, BURST = 32 };

/* Half of a round trip. */
static double travel(int rank, char *data, int bytes) {
  double start = MPI_Wtime();
  for (int i = 0; i < ROUNDS; i++)
    for (int turn = 0; turn < 2; turn++)
      if (turn == rank)
        MPI_Send(data, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD);
      else
        MPI_Recv(data, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return (MPI_Wtime() - start) / (2 * ROUNDS);
}

/* The first message's way is not the network's share of each. */
static double stream(int rank, char *data, int bytes, double first) {
  MPI_Request all[BURST];
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  for (int i = 0; i < BURST; i++)
    if (rank == 0)
      MPI_Isend(data, bytes, MPI_BYTE, 1, i, MPI_COMM_WORLD, &all[i]);
    else
      MPI_Irecv(data + (size_t)i * (size_t)bytes, bytes, MPI_BYTE, 0, i, MPI_COMM_WORLD, &all[i]);
  MPI_Waitall(BURST, all, MPI_STATUSES_IGNORE);
  double took = MPI_Wtime() - start, latest;
  MPI_Allreduce(&took, &latest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return latest > first ? (latest - first) / (BURST - 1) : latest / BURST;
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 1; i < argc; i++) {
    int bytes = atoi(argv[i]);
    char *data = calloc(BURST, (size_t)bytes + 1);
    if (!data)
      MPI_Abort(MPI_COMM_WORLD, 1);
    double one = travel(rank, data, bytes), each = stream(rank, data, bytes, one);
    if (rank == 0)
      printf("%d %.9g %.9g\n", bytes, one, each);
    free(data);
  }
  MPI_Finalize();
  return 0;
}
