/* network.c - paths between ranks. Rank 0 orders, everybody obeys: the ranks of as many pairs as the order
 * names do it, the others wait quietly for the next one. */
#include "calibrate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_ORDER = 90, TAG_ANSWER };

/* Sizes that are measured however long it takes: the others can then follow a line. */
enum { LEAST = 3 };

/* Who is with whom, the same on all ranks. */
typedef struct pairing {
  int count;
  int sender[MOST_PAIRS], receiver[MOST_PAIRS];
} pairing;

typedef struct network {
  tp_transport *t;
  const effort *e;
  pairing path[TP_LINKS];
  party mine;
  double poke;            /* of the path being measured */
  double begin, budget;   /* seconds for it */
} network;

/* --- pairs ------------------------------------------------------------------------------------ */

static int ranks_of(const int *host_of, int ranks, int host, int *out) {
  int count = 0;
  for (int r = 0; r < ranks; r++)
    if (host_of[r] == host)
      out[count++] = r;
  return count;
}

static void add_pair(pairing *p, int sender, int receiver) {
  if (p->count == MOST_PAIRS)
    return;
  p->sender[p->count] = sender;
  p->receiver[p->count++] = receiver;
}

/* On one host neighbours of the host that has most ranks; between rank 0's host and the other one that
   has most, those with the same place. */
static void make_pairs(network *n, const int *host_of) {
  int ranks = n->t->ranks, most = 0, other = -1, most_there = 0;
  int *here = malloc(3 * (size_t)ranks * sizeof *here), *there = here + ranks, *fullest = there + ranks;
  int first = ranks_of(host_of, ranks, 0, here), host = 0;
  for (int h = 0; h < ranks; h++) {
    int count = ranks_of(host_of, ranks, h, there);
    if (count > most)
      most = count, host = h;
    if (h > 0 && count > most_there)
      most_there = count, other = h;
  }
  most = ranks_of(host_of, ranks, first >= 2 ? 0 : host, fullest);
  for (int i = 0; i + 1 < most; i += 2) {
    add_pair(&n->path[TP_LINK_HOST], fullest[i], fullest[i + 1]);
    add_pair(&n->path[TP_LINK_SHARED], fullest[i], fullest[i + 1]);
  }
  if (other > 0)
    ranks_of(host_of, ranks, other, there);
  for (int i = 0; i < first && i < most_there; i++)
    add_pair(&n->path[TP_LINK_HOSTS], here[i], there[i]);
  free(here);
}

/* --- orders ----------------------------------------------------------------------------------- */

/* 1: this rank has a part in it; n->mine then says which. */
static int takes_part(network *n, const order *o) {
  const pairing *p = &n->path[o->path];
  for (int i = 0; i < o->pairs; i++)
    if (p->sender[i] == n->t->rank || p->receiver[i] == n->t->rank) {
      n->mine.sender = p->sender[i];
      n->mine.receiver = p->receiver[i];
      memcpy(n->mine.senders, p->sender, sizeof p->sender);
      return 1;
    }
  return 0;
}

static void tell(network *n, const order *o) {
  for (int r = 1; r < n->t->ranks; r++) {
    tp_request q = {0, 0};
    n->t->send(n->t, o, sizeof *o, r, TAG_ORDER, 0, &q);
    wait_quietly(n->t, &q);
  }
}

static double answer_of(network *n, int rank, double mine) {
  double value = mine;
  tp_request q = {0, 0};
  if (rank == n->t->rank)
    return mine;
  n->t->post(n->t, &value, sizeof value, rank, TAG_ANSWER, &q);
  wait_quietly(n->t, &q);
  return value;
}

/* Rank 0: has it done; the means over the pairs. */
static answer command_once(network *n, const order *o) {
  const pairing *p = &n->path[o->path];
  answer sum = {0, 0};
  tell(n, o);
  double mine = takes_part(n, o) ? pair_do(&n->mine, o) : 0;
  for (int i = 0; i < o->pairs; i++) {
    sum.value += answer_of(n, p->sender[i], mine) / o->pairs;
    sum.other += answer_of(n, p->receiver[i], mine) / o->pairs;
  }
  return sum;
}

/* In portions, which end when they have taken long enough. */
static answer command(network *n, order o) {
  enum { PORTION = 12 };
  samples senders = {0}, receivers = {0};
  double begin = tp_now();
  for (int left = o.count; left > 0; left -= PORTION) {
    o.count = left < PORTION ? left : PORTION;
    answer a = command_once(n, &o);
    sample_add(&senders, a.value);
    sample_add(&receivers, a.other);
    if (tp_now() - begin > n->e->patience)
      break;
  }
  return (answer){sample_typical(&senders), sample_typical(&receivers)};
}

/* The other ranks, until rank 0 has all it wants. */
static void obey(network *n) {
  for (;;) {
    order o;
    tp_request q = {0, 0};
    n->t->post(n->t, &o, sizeof o, 0, TAG_ORDER, &q);
    wait_quietly(n->t, &q);
    if (o.what == TASK_END)
      return;
    if (!takes_part(n, &o))
      continue;
    double value = pair_do(&n->mine, &o);
    n->t->send(n->t, &value, sizeof value, 0, TAG_ANSWER, 0, &q);
    wait_quietly(n->t, &q);
  }
}

/* --- sweeps ----------------------------------------------------------------------------------- */

/* How often something of so many seconds is done for one number. */
static int times(const network *n, double seconds) {
  double count = (n->e->quick ? 2e-3 : 40e-3) / (seconds > 1e-7 ? seconds : 1e-7);
  int least = n->e->quick ? 3 : 5, most = n->e->quick ? 20 : 200;
  return count < least ? least : count > most ? most : (int)count;
}

static int out_of_time(const network *n, double seconds) {
  double now = tp_now();
  return now > n->e->end || now - n->begin > n->budget || seconds > (n->e->quick ? 5e-3 : 0.4);
}

/* Sizes that took too long follow the last ones. */
static void extend(double *at, int measured) {
  for (int k = measured; k >= 2 && k < TP_SIZES; k++)
    at[k] = at[k - 1] + 4 * fmax(at[k - 1] - at[k - 2], 0);
}

/* sends: of messages; setting a flag is too short to be measured. */
static void extend_all(tp_network *out, int measured, int sends) {
  extend(out->travel, measured);
  for (int b = 0; b < 2; b++) {
    extend(out->receive[b], measured);
    if (sends)
      extend(out->send[b], measured);
  }
  for (int p = 0; p < TP_PAIRS; p++)
    extend(out->stream[p], measured);
}

/* More pairs than there were ranks for share the adapter; on one host, the memory. seconds: per byte. */
static void share(tp_network *out, int pairs, double seconds) {
  for (int p = 1; p < TP_PAIRS; p++)
    for (int k = 0; 1 << p > pairs && k < TP_SIZES; k++)
      out->stream[p][k] = fmax(out->stream[p - 1][k], (1 << p) * seconds * (double)TP_SIZE_OF(k));
}

/* Messages of one size: travelling, the CPU's part, streams. 0: it takes too long. */
static int measure_size(network *n, tp_path path, int k, tp_network *out) {
  double before = k > 0 ? out->travel[k - 1] * (k > 3 ? 4 : 1) : 50e-6;
  tp_int bytes = TP_SIZE_OF(k);
  if ((k >= LEAST && out_of_time(n, before)) || 2 * bytes > n->mine.room)
    return 0;
  order o = {TASK_PING, path, 1, bytes, times(n, before), 1, 0, n->poke};
  out->travel[k] = command(n, o).value;
  double travel = out->travel[k];
  o.what = TASK_CPU;
  o.seconds = fmin(fmax(travel / 64, 2e-6), 100e-6);
  for (int b = 0; b < 2; b++) {
    o.burst = b ? 8 : 1;
    o.count = times(n, 2 * travel * o.burst);
    if (b && out_of_time(n, travel * 8)) {
      out->send[1][k] = out->send[0][k];
      out->receive[1][k] = out->receive[0][k];
      continue;
    }
    answer a = command(n, o);
    out->send[b][k] = a.value;
    out->receive[b][k] = a.other;
  }
  o.what = TASK_STREAM;
  for (int p = 0; p < TP_PAIRS; p++) {
    o.pairs = 1 << p;
    if (o.pairs > n->path[path].count)
      break;
    o.count = n->e->quick ? 2 : 5;
    o.burst = times(n, travel * o.pairs / 4);
    out->stream[p][k] = command(n, o).value;
  }
  return 1;
}

/* 1: a message of that size comes without its sender's help. A busy machine may hide that, so one time is
   enough, and it is given the time in which others take their turns on a core. */
static int comes_alone(network *n, tp_path path, tp_int bytes, double travel) {
  order o = {TASK_EAGER, path, 1, bytes, 1, 1, 1e-2 + 1.5 * travel, 0};
  for (int attempt = 0; attempt < 4; attempt++) {
    answer a = command_once(n, &o);
    if (a.value > 0 && a.other > 0)
      return 1;
  }
  return 0;
}

/* Bytes up to which messages do. */
static tp_int find_eager(network *n, tp_path path, const tp_network *out, int measured) {
  tp_int good = 0, bad = 0;
  int k = 0;
  for (; k < measured && !bad; k++) {
    int alone = comes_alone(n, path, TP_SIZE_OF(k), out->travel[k]);
    *(alone ? &good : &bad) = TP_SIZE_OF(k);
  }
  /* Of sizes there was no time for, what was known before holds. Nobody copies more than a quarter of a megabyte
     aside: where that comes alone, all do. */
  if (!bad && out->eager > good)
    return out->eager;
  if (!bad)
    return good < 1 << 18 ? good : (tp_int)1 << 40;
  while (bad - good > (n->e->quick ? good / 4 + 1 : 1) && tp_now() < n->e->end) {
    tp_int middle = good + (bad - good) / 2;
    *(comes_alone(n, path, middle, out->travel[k - 1]) ? &good : &bad) = middle;
  }
  return good;
}

/* Where travelling jumps: the class in which it grows by far more than the one before lets expect, cut in
   halves by what lies between. */
static tp_int find_step(network *n, tp_path path, const tp_network *out, int measured) {
  for (int k = 1; k + 1 < measured; k++) {
    double slope = fmax(out->travel[k] - out->travel[k - 1], 0) * 4;
    if (out->travel[k + 1] < 1.5 * (out->travel[k] + slope))
      continue;
    tp_int below = TP_SIZE_OF(k), above = TP_SIZE_OF(k + 1);
    double half = (out->travel[k] + out->travel[k + 1]) / 2;
    while (above - below > below / 64 && tp_now() < n->e->end) {
      tp_int middle = below + (above - below) / 2;
      order o = {TASK_PING, path, 1, middle, times(n, out->travel[k + 1]), 1, 0, 0};
      *(command(n, o).value < half ? &below : &above) = middle;
    }
    return below;
  }
  return out->eager;
}

/* per_byte: seconds of the memory for a byte, 0: the paths between hosts end in adapters. */
static int measure_messages(network *n, tp_path path, double per_byte, tp_network *out, const char *name) {
  int k = 0;
  if (n->path[path].count == 0)
    return 0;
  say(name);
  n->begin = tp_now();
  order o = {TASK_POKE, path, 1, 0, n->e->quick ? 5 : 31, 1, 0, 0};
  out->poke = n->poke = command(n, o).value;
  while (k < TP_SIZES && measure_size(n, path, k, out))
    say_share(++k, TP_SIZES + 2); /* two searches follow */
  extend_all(out, k, 1);
  share(out, n->path[path].count,
        per_byte > 0 ? per_byte : out->stream[0][TP_SIZES - 1] / (double)TP_SIZE_OF(TP_SIZES - 1));
  out->eager = find_eager(n, path, out, k);
  out->step = out->eager < TP_SIZE_OF(TP_SIZES - 1) ? out->eager : find_step(n, path, out, k);
  return 1;
}

static int measure_shared(network *n, double per_byte, tp_network *out) {
  pairing *pairs = &n->path[TP_LINK_SHARED];
  int k = 0;
  if (pairs->count == 0)
    return 0;
  say("shared memory of one host");
  n->begin = tp_now();
  order o = {TASK_SHARED, TP_LINK_SHARED, 1, 0, n->e->quick ? 20 : 200, 1, 0, 0};
  double there = command(n, o).value / 2; /* a flag one way */
  for (; k < TP_SIZES && 2 * TP_SIZE_OF(k) <= n->mine.room / 2 && (k < LEAST || !out_of_time(n, 0)); k++) {
    say_share(k, TP_SIZES);
    o.bytes = TP_SIZE_OF(k);
    o.count = times(n, k > 0 ? 2 * out->travel[k - 1] : 2e-6);
    for (int p = 0; p < TP_PAIRS; p++) {
      o.pairs = 1 << p;
      if (o.pairs > pairs->count)
        break;
      answer a = command(n, o);
      out->stream[p][k] = fmax(a.value - there, a.other);
      if (p == 0) {
        out->receive[0][k] = out->receive[1][k] = a.other;
        out->travel[k] = out->stream[0][k];
      }
    }
  }
  extend_all(out, k, 0);
  share(out, pairs->count, per_byte);
  return there > 0;
}

/* --- all paths --------------------------------------------------------------------------------- */

static void lead(network *n, tp_machine *m) {
  double per_byte = 1 / m->memory[TP_TEAMS - 1];
  n->budget = n->e->quick ? 2 : 25;
  if (measure_messages(n, TP_LINK_HOST, per_byte, &m->link[TP_LINK_HOST], "messages on one host"))
    m->calibrated |= TP_CALIBRATED_HOST;
  if (measure_shared(n, per_byte, &m->link[TP_LINK_SHARED]))
    m->calibrated |= TP_CALIBRATED_SHARED;
  n->budget = n->e->quick ? 4 : 35;
  if (measure_messages(n, TP_LINK_HOSTS, 0, &m->link[TP_LINK_HOSTS], "messages between hosts"))
    m->calibrated |= TP_CALIBRATED_HOSTS;
  tell(n, &(order){.what = TASK_END});
}

/* 1: some host has more ranks that compute than cores; every rank finds out about its own. */
static int is_oversubscribed(tp_transport *t, const int *host_of) {
  int here = 0;
  for (int r = 0; r < t->ranks; r++)
    here += host_of[r] == host_of[t->rank];
  return here > cores_usable();
}

void measure_network(const effort *e, tp_transport *t, const int *host_of, tp_machine *m) {
  network n = {.t = t, .e = e};
  n.mine = (party){.t = t, .oversubscribed = is_oversubscribed(t, host_of), .room = e->quick ? 1 << 20 : 32 << 20};
  make_pairs(&n, host_of);
  n.mine.buffer = calloc(1, (size_t)n.mine.room);
  if (!n.mine.buffer)
    t->abandon(t, 1);
  if (!shared_open(t, host_of, n.mine.room / 4))
    n.path[TP_LINK_SHARED].count = 0;
  if (t->rank == 0)
    lead(&n, m);
  else
    obey(&n);
  free(n.mine.buffer);
}
