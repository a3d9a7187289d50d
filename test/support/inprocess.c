/* inprocess.c - mailboxes in memory: one list of unmatched messages per receiving rank.
 *
 * Messages of one sender and tag are matched in the order sent, as MPI promises; when a matched message
 * is delivered, nothing is promised, and a world with a seed makes use of that. A buffered standard send
 * copies its bytes and is complete at once; any other completes when delivered. Tests with unbuffered
 * worlds therefore meet every deadlock that eager sends would hide. */
#include "support/inprocess_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Takes the oldest letter of the other kind with this sender and tag out of the list. */
static letter *take(letter **list, const letter *l) {
  for (letter **at = list; *at; at = &(*at)->next)
    if ((*at)->from == l->from && (*at)->tag == l->tag && (*at)->receive != l->receive) {
      letter *found = *at;
      *at = found->next;
      found->next = NULL;
      return found;
    }
  return NULL;
}

static void append(letter **list, letter *l) {
  while (*list)
    list = &(*list)->next;
  *list = l;
}

static void deliver(letter *sent) {
  letter *posted = sent->partner;
  if (sent->bytes != posted->bytes) {
    fprintf(stderr, "tilepipe: message of %lld bytes where %lld were expected\n", sent->bytes,
            posted->bytes);
    abort();
  }
  memcpy(posted->data, sent->data, (size_t)sent->bytes);
  posted->done = sent->done = 1;
  if (sent->copied) {
    free(sent->data);
    free(sent);
  }
}

unsigned tp_world_draw(tp_world *w) {
  w->random = w->random * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(w->random >> 33);
}

/* Any one of the matched messages and puts, if there is one. */
static void deliver_any(tp_world *w) {
  long all = w->paired + w->putting;
  if (all == 0)
    return;
  if (w->putting && (w->paired == 0 || (long)(tp_world_draw(w) % (unsigned)all) < w->putting)) {
    tp_world_deliver_put(w);
    return;
  }
  letter **at = &w->pairs;
  for (unsigned skip = tp_world_draw(w) % (unsigned)w->paired; skip; skip--)
    at = &(*at)->next;
  letter *sent = *at;
  *at = sent->next;
  w->paired--;
  w->events++;
  deliver(sent);
}

/* Brings a letter under way: matched if its partner waits already. The lock is held. */
static void start(tp_world *w, letter *l) {
  letter *partner = take(&w->box[l->to], l);
  w->events++;
  if (!partner) {
    append(&w->box[l->to], l);
    return;
  }
  letter *sent = l->receive ? partner : l;
  sent->partner = l->receive ? l : partner;
  if (w->manners.seed == 0) {
    deliver(sent);
    return;
  }
  append(&w->pairs, sent);
  w->paired++;
}

static letter *write_letter(const letter *model) {
  letter *l = malloc(sizeof *l);
  if (!l)
    abort();
  *l = *model;
  if (l->copied) {
    l->data = malloc((size_t)l->bytes + 1);
    if (!l->data)
      abort();
    memcpy(l->data, model->data, (size_t)l->bytes);
  }
  return l;
}

static void start_locked(tp_world *w, letter *l) {
  pthread_mutex_lock(&w->lock);
  start(w, l);
  pthread_mutex_unlock(&w->lock);
}

static void post(tp_transport *t, void *to, tp_int bytes, int from, int tag, tp_request *r) {
  letter *l = write_letter(&(letter){.from = from, .to = t->rank, .tag = tag, .receive = 1, .bytes = bytes, .data = to});
  r->handle = (long)l;
  r->live = 1;
  start_locked(((end *)t)->world, l);
}

static void send(tp_transport *t, const void *from, tp_int bytes, int to, int tag, int synchronous,
                 tp_request *r) {
  tp_world *w = ((end *)t)->world;
  int copied = !synchronous && !w->manners.unbuffered;
  letter *l = write_letter(&(letter){.from = t->rank, .to = to, .tag = tag, .copied = copied, .bytes = bytes,
                                     .data = (char *)from});
  r->handle = copied ? 0 : (long)l;
  r->live = !copied;
  start_locked(w, l);
}

static int test_letter(tp_transport *t, tp_request *r) {
  tp_world *w = ((end *)t)->world;
  if (!r->live)
    return 1;
  letter *l = (letter *)r->handle;
  pthread_mutex_lock(&w->lock);
  if (w->paired + w->putting && tp_world_draw(w) % 2)
    deliver_any(w);
  if (l->done) {
    free(l);
    l = NULL;
  }
  pthread_mutex_unlock(&w->lock);
  r->handle = (long)l;
  r->live = l != NULL;
  return !r->live;
}

/* --- prepared messages ------------------------------------------------------------------------ */

enum { IDLE, LETTER, PREPARED };

typedef struct prepared {
  void *at;
  tp_int bytes;
  int peer, tag, what;
  tp_request request;
} prepared;

static void prepare(tp_transport *t, void *at, tp_int bytes, int peer, int tag, int what, tp_request *r) {
  prepared *p = malloc(sizeof *p);
  (void)t;
  if (!p)
    abort();
  *p = (prepared){at, bytes, peer, tag, what, {0, 0}};
  r->handle = (long)p;
  r->live = PREPARED;
}

static void start_prepared(tp_transport *t, tp_request *r) {
  prepared *p = (prepared *)r->handle;
  if (p->request.live)
    abort(); /* started twice */
  if (p->what == TP_RECEIVES)
    post(t, p->at, p->bytes, p->peer, p->tag, &p->request);
  else
    send(t, p->at, p->bytes, p->peer, p->tag, p->what == TP_SENDS_SYNCHRONOUSLY, &p->request);
}

static void discard(tp_transport *t, tp_request *r) {
  (void)t;
  free((prepared *)r->handle);
  r->live = IDLE;
}

static int test(tp_transport *t, tp_request *r) {
  return test_letter(t, r->live == PREPARED ? &((prepared *)r->handle)->request : r);
}

static void abandon(tp_transport *t, int code) {
  (void)t;
  exit(code);
}

tp_world *tp_world_create(int ranks, const tp_manners *manners) {
  tp_world *w = calloc(1, sizeof *w);
  if (!w)
    abort();
  pthread_mutex_init(&w->lock, NULL);
  w->ranks = ranks;
  if (manners)
    w->manners = *manners;
  w->random = w->manners.seed;
  w->box = calloc((size_t)ranks, sizeof *w->box);
  w->ends = calloc((size_t)ranks, sizeof *w->ends);
  if (!w->box || !w->ends)
    abort();
  for (int r = 0; r < ranks; r++) {
    w->ends[r] = (end){{.rank = r, .ranks = ranks, .post = post, .send = send, .test = test,
                        .abandon = abandon, .prepare = prepare, .start = start_prepared,
                        .discard = discard}, w};
    tp_world_add_memory(&w->ends[r].table);
  }
  return w;
}

tp_transport *tp_world_rank(tp_world *w, int rank) { return &w->ends[rank].table; }

long tp_world_pending(tp_world *w) {
  pthread_mutex_lock(&w->lock);
  long count = w->paired + w->putting;
  for (int r = 0; r < w->ranks; r++)
    for (letter *l = w->box[r]; l; l = l->next)
      count++;
  pthread_mutex_unlock(&w->lock);
  return count;
}

long tp_world_deliverable(tp_world *w) {
  pthread_mutex_lock(&w->lock);
  long count = w->paired + w->putting;
  pthread_mutex_unlock(&w->lock);
  return count;
}

void tp_world_deliver(tp_world *w) {
  pthread_mutex_lock(&w->lock);
  deliver_any(w);
  pthread_mutex_unlock(&w->lock);
}

long tp_world_events(tp_world *w) {
  pthread_mutex_lock(&w->lock);
  long count = w->events;
  pthread_mutex_unlock(&w->lock);
  return count;
}

void tp_world_describe(tp_world *w, char *out, size_t size) {
  size_t n = 0;
  pthread_mutex_lock(&w->lock);
  *out = '\0';
  for (int r = 0; r < w->ranks; r++)
    for (const letter *l = w->box[r]; l && n < size; l = l->next)
      n += (size_t)snprintf(out + n, size - n,
                            l->receive ? "rank %d waits for rank %d to send %lld bytes, tag %d\n"
                                       : "rank %d waits for rank %d to receive %lld bytes, tag %d\n",
                            l->receive ? l->to : l->from, l->receive ? l->from : l->to, l->bytes, l->tag);
  pthread_mutex_unlock(&w->lock);
}

/* What is left of an abandoned run belongs to requests that nobody asks for any more. */
static void drop(letter *l) {
  while (l) {
    letter *following = l->next;
    if (l->partner)
      free(l->partner);
    if (l->copied)
      free(l->data);
    free(l);
    l = following;
  }
}

void tp_world_destroy(tp_world *w) {
  for (int r = 0; r < w->ranks; r++)
    drop(w->box[r]);
  drop(w->pairs);
  tp_world_drop_puts(w);
  pthread_mutex_destroy(&w->lock);
  free(w->box);
  free(w->ends);
  free(w);
}
