/* inprocess_memory.c - memory that ranks of a world share, and one-sided messages. A put is delivered when
 * the world likes; only flush tells. */
#include "support/inprocess_world.h"

#include <stdlib.h>
#include <string.h>

static tp_world *world_of(tp_transport *t) { return ((end *)t)->world; }

/* Zeroed; null in one case of eight if the world is unkind. */
static void *memory(tp_transport *t, tp_int bytes) {
  tp_world *w = world_of(t);
  pthread_mutex_lock(&w->lock);
  int refused = w->manners.seed && tp_world_draw(w) % 8 == 0;
  pthread_mutex_unlock(&w->lock);
  size_t size = ((size_t)bytes + 127) / 128 * 128;
  void *at = refused ? NULL : aligned_alloc(128, size);
  return at ? memset(at, 0, size) : NULL;
}

static int is_same_node(tp_transport *t, int rank) {
  int host = world_of(t)->manners.host;
  return host == 0 || rank / host == t->rank / host;
}

static void *alloc_shared(tp_transport *t, tp_int bytes, tp_int *where) {
  void *at = memory(t, bytes);
  *where = (tp_int)at;
  return at;
}

static void *attach(tp_transport *t, int rank, tp_int where, tp_int bytes) {
  (void)t;
  (void)rank;
  (void)bytes;
  return (void *)where;
}

static void drop_shared(tp_transport *t, void *at, tp_int bytes, tp_int where) {
  (void)t;
  (void)bytes;
  if (where >= 0)
    free(at);
}

/* What is exposed is no zeros: a face that is read too early shows. */
static void *attach_window(tp_transport *t, tp_int bytes, tp_int *address) {
  void *at = memory(t, bytes);
  *address = (tp_int)at;
  return at ? memset(at, 0xff, (size_t)bytes) : NULL;
}

static void detach_window(tp_transport *t, void *at) {
  (void)t;
  free(at);
}

static void put(tp_transport *t, int rank, tp_int address, const void *from, tp_int bytes) {
  tp_world *w = world_of(t);
  tp_put *p = malloc(sizeof *p);
  if (!p)
    abort();
  pthread_mutex_lock(&w->lock);
  *p = (tp_put){w->puts, t->rank, rank, (char *)address, from, bytes};
  w->puts = p;
  w->putting++;
  w->events++;
  if (w->manners.seed == 0)
    tp_world_deliver_put(w);
  pthread_mutex_unlock(&w->lock);
}

void tp_world_deliver_put(tp_world *w) {
  tp_put **at = &w->puts;
  for (unsigned skip = tp_world_draw(w) % (unsigned)w->putting; skip; skip--)
    at = &(*at)->next;
  tp_put *p = *at;
  *at = p->next;
  w->putting--;
  w->events++;
  memcpy(p->into, p->bytes, (size_t)p->count);
  free(p);
}

static int flush(tp_transport *t, int rank) {
  tp_world *w = world_of(t);
  int open = 0;
  pthread_mutex_lock(&w->lock);
  if (w->putting && tp_world_draw(w) % 2)
    tp_world_deliver_put(w);
  for (const tp_put *p = w->puts; p && rank != t->rank; p = p->next)
    open |= p->from == t->rank && p->to == rank;
  pthread_mutex_unlock(&w->lock);
  return !open;
}

void tp_world_add_memory(tp_transport *t) {
  t->same_node = is_same_node;
  t->alloc_shared = alloc_shared;
  t->attach = attach;
  t->free_shared = drop_shared;
  t->attach_window = attach_window;
  t->detach_window = detach_window;
  t->put = put;
  t->flush = flush;
}

void tp_world_drop_puts(tp_world *w) {
  while (w->puts) {
    tp_put *p = w->puts;
    w->puts = p->next;
    free(p);
  }
}
