/* shared_memory.c - two ranks of a host through memory that both see: the producer sets a flag, the consumer
 * copies what lies there and sets its own. */
#include "calibrate.h"

#include <mpi.h>
#include <stdatomic.h>
#include <string.h>

/* What each rank gives. */
typedef struct area {
  tp_padded flag;
  char data[];
} area;

static MPI_Comm host = MPI_COMM_NULL;
static MPI_Win window = MPI_WIN_NULL;

int shared_open(tp_transport *t, tp_int bytes) {
  int ranks;
  area *mine;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, t->rank, MPI_INFO_NULL, &host);
  MPI_Comm_size(host, &ranks);
  if (ranks < 2)
    return 0;
  MPI_Comm_set_errhandler(host, MPI_ERRORS_RETURN);
  if (MPI_Win_allocate_shared((MPI_Aint)sizeof *mine + bytes, 1, MPI_INFO_NULL, host, &mine, &window) !=
      MPI_SUCCESS) {
    window = MPI_WIN_NULL;
    return 0;
  }
  mine->flag.at = 0;
  MPI_Barrier(host);
  return 1;
}

void shared_close(void) {
  if (window != MPI_WIN_NULL)
    MPI_Win_free(&window);
  if (host != MPI_COMM_NULL)
    MPI_Comm_free(&host);
}

/* The area of a rank of this host, null: not to be had. */
static area *area_of(int rank) {
  MPI_Group all, here;
  MPI_Aint size;
  int there, unit;
  area *base = NULL;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Comm_group(host, &here);
  MPI_Group_translate_ranks(all, 1, &rank, here, &there);
  if (there != MPI_UNDEFINED &&
      MPI_Win_shared_query(window, there, &size, &unit, &base) != MPI_SUCCESS)
    base = NULL;
  MPI_Group_free(&all);
  MPI_Group_free(&here);
  return base;
}

static void await(tp_padded *flag, long long value) {
  tp_patience patience = {0};
  while (atomic_load_explicit(&flag->at, memory_order_acquire) < value)
    tp_relax(&patience);
}

double shared_ping(const party *p, const order *o) {
  samples s = {0};
  area *from = area_of(p->sender), *back = area_of(p->receiver);
  if (!from || !back)
    return 0;
  int sends = p->t->rank == p->sender;
  /* Flags go on from where the last order left them: what one side set last the other has seen. */
  long long first = sends ? from->flag.at : back->flag.at;
  for (int i = 1; i <= o->count; i++) {
    if (sends) {
      memset(from->data, i, (size_t)o->bytes);
      double start = tp_now();
      atomic_store_explicit(&from->flag.at, first + i, memory_order_release);
      await(&back->flag, first + i);
      sample_add(&s, tp_now() - start);
    } else {
      await(&from->flag, first + i);
      double start = tp_now();
      memcpy(p->buffer, from->data, (size_t)o->bytes);
      __asm__ volatile("" ::: "memory");
      double end = tp_now();
      atomic_store_explicit(&back->flag.at, first + i, memory_order_release);
      sample_add(&s, end - start);
    }
  }
  return sample_typical(&s);
}
