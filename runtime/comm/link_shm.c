/* link_shm.c - faces through memory that two ranks of a host see: the producer packs them into its ring,
 * the consumer unpacks them from there.
 *
 * The ring lies in the producer's memory and is made once, for the largest face. One message, the hello, tells the
 * consumer where it is, or that there was no memory for it: then both use messages. Nothing but counters
 * is exchanged afterwards; each is written by one side alone, on cache lines of its own. */
#include "comm/link.h"

#include "settings/settings.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* Of each slot, the last face (its k + 1) that was ... */
typedef struct cell {
  _Alignas(TP_LINE) _Atomic tp_int filled; /* by the producer */
  _Alignas(TP_LINE) _Atomic tp_int posted; /* by the consumer, where sends are synchronous */
  _Atomic tp_int taken;                    /* by the consumer */
} cell;

typedef struct hello {
  tp_int where, bytes; /* where: -1: there is no ring */
} hello;

/* Of one side. */
typedef struct ring {
  hello hello;
  tp_request request; /* of the hello */
  enum { SILENT, ANNOUNCED, KNOWN } state;
  char *base;
  tp_int stride;
  tp_int last[]; /* producer: the last face sent in each slot */
} ring;

static ring *of(tp_link *l) { return l->own; }

static cell *cell_of(tp_link *l, tp_int k) { return (cell *)of(l)->base + k % l->slots; }

static char *buffer_of(tp_link *l, tp_int k) {
  return of(l)->base + l->slots * (tp_int)sizeof(cell) + k % l->slots * of(l)->stride;
}

static int open_link(tp_link *l) {
  tp_transport *t = l->transport;
  ring *r = calloc(1, sizeof *r + (size_t)l->slots * sizeof *r->last);
  if (!r)
    return 0;
  l->own = r;
  r->stride = tp_whole_lines(l->largest);
  if (l->in)
    return 1;
  r->hello = (hello){-1, l->slots * ((tp_int)sizeof(cell) + r->stride)};
  r->base = t->alloc_shared(t, r->hello.bytes, &r->hello.where);
  if (!r->base)
    r->hello.where = -1;
  return 1;
}

static void close_link(tp_link *l) {
  ring *r = of(l);
  if (r && r->base)
    l->transport->free_shared(l->transport, r->base, r->hello.bytes, l->in ? -1 : r->hello.where);
  free(r);
  l->own = NULL;
  tp_slots_free(l);
}

static void announce(tp_link *l) {
  ring *r = of(l);
  tp_transport *t = l->transport;
  if (l->in)
    t->post(t, &r->hello, sizeof r->hello, l->peer, l->control, &r->request);
  else
    t->send(t, &r->hello, sizeof r->hello, l->peer, l->control, 0, &r->request);
}

static int ready(tp_link *l) {
  ring *r = of(l);
  tp_transport *t = l->transport;
  if (r->state == KNOWN)
    return 1;
  if (r->state == SILENT)
    announce(l);
  r->state = ANNOUNCED;
  if (!t->test(t, &r->request))
    return 0;
  r->state = KNOWN;
  if (r->hello.where < 0) {
    free(r);
    l->own = NULL;
    l->does = &tp_link_p2p;
    return 1;
  }
  if (l->in && !(r->base = t->attach(t, l->peer, r->hello.where, r->hello.bytes))) {
    fprintf(stderr, "tilepipe: rank %d: no address space for %lld bytes of faces of rank %d [face-memory]\n", t->rank,
            r->hello.bytes, l->peer);
    t->abandon(t, 1);
  }
  return 1;
}

static void post(tp_link *l, tp_int k, tp_int bytes, char *into) {
  (void)bytes;
  (void)into;
  if (l->synchronous)
    atomic_store_explicit(&cell_of(l, k)->posted, k + 1, memory_order_release);
}

static const char *arrived(tp_link *l, tp_int k) {
  tp_int filled = atomic_load_explicit(&cell_of(l, k)->filled, memory_order_acquire);
  return filled == k + 1 ? buffer_of(l, k) : NULL;
}

static void release(tp_link *l, tp_int k) {
  atomic_store_explicit(&cell_of(l, k)->taken, k + 1, memory_order_release);
}

static char *room(tp_link *l, tp_int k, tp_int bytes) {
  (void)bytes;
  tp_int taken = atomic_load_explicit(&cell_of(l, k)->taken, memory_order_acquire);
  return taken == of(l)->last[k % l->slots] ? buffer_of(l, k) : NULL;
}

static void send(tp_link *l, tp_int k, tp_int bytes, char *from) {
  (void)bytes;
  (void)from;
  of(l)->last[k % l->slots] = k + 1;
  atomic_store_explicit(&cell_of(l, k)->filled, k + 1, memory_order_release);
}

static int sent(tp_link *l, tp_int k) {
  return !l->synchronous || atomic_load_explicit(&cell_of(l, k)->posted, memory_order_acquire) > k;
}

static void poke(tp_link *l) { (void)l; }

const tp_link_operations tp_link_shm = {TP_TRANSPORT_SHM, 0,       open_link, close_link, ready, post,
                                        arrived,          release, room,      send,       sent,  poke};
