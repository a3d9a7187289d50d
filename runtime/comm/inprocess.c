/* inprocess.c - mailboxes in memory: one list of unmatched messages per receiving rank.
 *
 * A standard send copies its bytes and is complete at once; a synchronous one completes when matched.
 * Tests with synchronous sends therefore meet every deadlock that eager sends would hide. */
#include "comm/inprocess.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A message or a posted receive, waiting in the receiver's list for its partner. */
typedef struct letter {
  struct letter *next;
  int from, tag, receive, done, orphan; /* orphan: nobody will ask for it any more */
  tp_int bytes;
  void *data; /* sent: own copy; posted: the receiver's buffer */
} letter;

typedef struct end {
  tp_transport table; /* first: a tp_transport * is an end * */
  tp_world *world;
} end;

struct tp_world {
  pthread_mutex_t lock;
  int ranks;
  letter **box; /* by receiving rank, oldest first */
  end *ends;
};

static letter *letter_new(int from, int tag, int receive, tp_int bytes, void *data) {
  letter *l = calloc(1, sizeof *l);
  if (!l)
    abort();
  *l = (letter){NULL, from, tag, receive, 0, 0, bytes, data};
  return l;
}

/* Takes the oldest letter of the other kind with this sender and tag out of the list. */
static letter *take(letter **list, int from, int tag, int receive) {
  for (letter **at = list; *at; at = &(*at)->next)
    if ((*at)->from == from && (*at)->tag == tag && (*at)->receive == receive) {
      letter *found = *at;
      *at = found->next;
      return found;
    }
  return NULL;
}

static void append(letter **list, letter *l) {
  while (*list)
    list = &(*list)->next;
  *list = l;
}

static void deliver(letter *sent, letter *posted) {
  if (sent->bytes != posted->bytes) {
    fprintf(stderr, "tilepipe: message of %lld bytes where %lld were expected\n", sent->bytes,
            posted->bytes);
    abort();
  }
  memcpy(posted->data, sent->data, (size_t)sent->bytes);
  free(sent->data);
  posted->done = sent->done = 1;
  if (sent->orphan)
    free(sent);
}

static void post(tp_transport *t, void *to, tp_int bytes, int from, int tag, tp_request *r) {
  tp_world *w = ((end *)t)->world;
  letter *posted = letter_new(from, tag, 1, bytes, to);
  r->handle = (long)posted;
  r->live = 1;
  pthread_mutex_lock(&w->lock);
  letter *sent = take(&w->box[t->rank], from, tag, 0);
  if (sent)
    deliver(sent, posted);
  else
    append(&w->box[t->rank], posted);
  pthread_mutex_unlock(&w->lock);
}

static void send(tp_transport *t, const void *from, tp_int bytes, int to, int tag, int synchronous,
                 tp_request *r) {
  tp_world *w = ((end *)t)->world;
  void *copy = malloc((size_t)bytes + 1);
  if (!copy)
    abort();
  memcpy(copy, from, (size_t)bytes);
  letter *sent = letter_new(t->rank, tag, 0, bytes, copy);
  sent->orphan = !synchronous;
  r->handle = synchronous ? (long)sent : 0;
  r->live = synchronous;
  pthread_mutex_lock(&w->lock);
  letter *posted = take(&w->box[to], t->rank, tag, 1);
  if (posted)
    deliver(sent, posted);
  else
    append(&w->box[to], sent);
  pthread_mutex_unlock(&w->lock);
}

static int test(tp_transport *t, tp_request *r) {
  if (!r->live)
    return 1;
  tp_world *w = ((end *)t)->world;
  letter *l = (letter *)r->handle;
  pthread_mutex_lock(&w->lock);
  int done = l->done;
  pthread_mutex_unlock(&w->lock);
  if (!done)
    return 0;
  free(l);
  r->live = 0;
  return 1;
}

static void abandon(tp_transport *t, int code) {
  (void)t;
  exit(code);
}

tp_world *tp_world_create(int ranks) {
  tp_world *w = calloc(1, sizeof *w);
  if (!w)
    abort();
  pthread_mutex_init(&w->lock, NULL);
  w->ranks = ranks;
  w->box = calloc((size_t)ranks, sizeof *w->box);
  w->ends = calloc((size_t)ranks, sizeof *w->ends);
  if (!w->box || !w->ends)
    abort();
  for (int r = 0; r < ranks; r++)
    w->ends[r] = (end){{r, ranks, post, send, test, abandon}, w};
  return w;
}

tp_transport *tp_world_rank(tp_world *w, int rank) { return &w->ends[rank].table; }

long tp_world_pending(tp_world *w) {
  long count = 0;
  pthread_mutex_lock(&w->lock);
  for (int r = 0; r < w->ranks; r++)
    for (letter *l = w->box[r]; l; l = l->next)
      count++;
  pthread_mutex_unlock(&w->lock);
  return count;
}

void tp_world_destroy(tp_world *w) {
  for (int r = 0; r < w->ranks; r++)
    while (w->box[r]) {
      letter *l = w->box[r];
      w->box[r] = l->next;
      if (!l->receive)
        free(l->data);
      free(l);
    }
  pthread_mutex_destroy(&w->lock);
  free(w->box);
  free(w->ends);
  free(w);
}
