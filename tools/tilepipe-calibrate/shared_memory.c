/* shared_memory.c - two ranks of a host through memory that both see: the producer sets a flag, the consumer
 * copies what lies there and sets its own. */
#include "calibrate.h"

#include "comm/p2p.h"
#include "comm/shared.h"

#include <stdlib.h>
#include <string.h>

/* What each rank gives. */
typedef struct area {
  tp_padded flag;
  char data[];
} area;

static area *own;
static tp_int size, *where_of; /* by rank, -1: it gives nothing */

int shared_open(tp_transport *t, const int *host_of, tp_int bytes) {
  const char *why;
  tp_int where = -1;
  if (!tp_shared_open(t, host_of, tp_p2p_collect, &why))
    return 0;
  size = (tp_int)sizeof *own + bytes;
  if (!(own = t->alloc_shared(t, size, &where)))
    where = -1;
  if (!(where_of = calloc((size_t)t->ranks, sizeof *where_of)))
    t->abandon(t, 1);
  tp_p2p_collect(&where, where_of, sizeof where);
  return 1;
}

/* The area of a rank of this host, null: not to be had. */
static area *area_of(tp_transport *t, int rank) {
  static int known = -1; /* the other rank of the pair */
  static area *its;
  if (rank == t->rank)
    return own;
  if (rank != known)
    its = where_of[rank] < 0 ? NULL : t->attach(t, rank, where_of[rank], size);
  known = rank;
  return its;
}

static void await(tp_padded *flag, long long value) {
  tp_backoff backoff = {0};
  while (atomic_load_explicit(&flag->at, memory_order_acquire) < value)
    tp_relax(&backoff);
}

double shared_ping(const party *p, const order *o) {
  samples s = {0};
  area *from = area_of(p->t, p->sender), *back = area_of(p->t, p->receiver);
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
