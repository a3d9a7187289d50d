/* tune.c - coordinate search over measured plans, the model's favourites first. */
#include "plan/tune.h"

#include "plan/build.h"
#include "plan/formulas.h"
#include "plan/model.h"

#include <stdlib.h>
#include <string.h>

/* Runs of a candidate: the first one also builds it and warms it up. The loop has two copies. */
enum { RUNS = 2, FIRST_RUNS = 3, ALTERNATIVES = 8 };
/* What was spent is kept after so many seconds, or this part of what there is. */
#define SAVE_SECONDS 1.0
#define SAVE_PART 0.1
/* A first run so much slower than the best is enough; so much faster is better; candidates that are
   predicted to be so much slower are not measured. */
#define HOPELESS 2.0
#define BETTER 0.98
#define UNLIKELY 3.0

tp_tuned tp_tuned_of(const tp_choice *p) {
  tp_tuned t;
  memset(&t, 0, sizeof t);
  t.dims = p->dims;
  t.mapped = p->mapped;
  t.schedule = p->schedule;
  t.grouping = p->grouping;
  t.hybrid = p->hybrid;
  t.transport = p->transport;
  t.assign = p->assign;
  t.protocol = p->protocol;
  t.balance = p->balance;
  t.faces = p->faces;
  t.piece = p->piece;
  for (int d = 0; d < p->dims; d++) {
    t.extent[d] = p->extent[d];
    t.mesh[d] = p->mesh[d];
    t.group[d] = p->group[d];
  }
  return t;
}

/* --- from what is tuned to a plan ------------------------------------------------------------- */

static int agrees(const tp_list *list, int dims, const tp_int *mine) {
  for (int d = 0; list->count == dims && d < dims; d++)
    if (list->at[d] && list->at[d] != mine[d])
      return 0;
  return 1;
}

static int open_or(int asked, int mine) { return !asked || !mine || asked == mine; }

/* What call and environment say comes before any file. A transport that was asked for may not work here, and parts
   that were asked for may not apply (balance is then NONE). */
static int follows(const tp_settings *s, const tp_tuned *t) {
  return open_or(s->schedule, t->schedule) && open_or(s->grouping, t->grouping) && open_or(s->hybrid, t->hybrid) &&
         open_or(s->assign, t->assign) && open_or(s->protocol, t->protocol) && open_or(s->faces, t->faces) &&
         (t->balance <= TP_BALANCE_NONE || open_or(s->balance, t->balance)) && (!s->piece || s->piece == t->piece) && agrees(&s->tile, t->dims, t->extent) &&
         agrees(&s->mesh, t->dims, t->mesh) && agrees(&s->group, t->dims, t->group);
}

tp_status tp_tuned_build(const tp_shape *shape, const tp_machine *machine, const tp_settings *settings,
                         const tp_tuned *t, tp_choice *out) {
  tp_settings way = *settings;
  tp_request q;
  const char *why;
  tp_int ranks = 1, threads = 1;
  if (t->dims != shape->dims || t->mapped < 0 || t->mapped >= t->dims || !follows(settings, t) ||
      tp_request_for(shape, machine, settings, "", &q, &why) != TP_OK)
    return TP_DECLINED;
  for (int d = 0; d < t->dims; d++) {
    tp_int least = shape->reach[d] > 1 ? shape->reach[d] : 1, length = tp_length(shape->lo[d], shape->hi[d]);
    if (t->mesh[d] < 1 || t->group[d] < 1 || t->extent[d] < least || length < 1 || length == TP_HUGE)
      return TP_DECLINED;
    ranks = tp_mul_sat(ranks, t->mesh[d]);
    threads = tp_mul_sat(threads, t->group[d]);
    q.tried_mesh[d] = t->mesh[d];
    q.tried_group[d] = t->group[d];
    q.extent[d] = t->extent[d] > length && length > least ? length : t->extent[d];
    q.mesh[d] = q.group[d] = 0;
  }
  if (ranks > q.ranks || threads > q.threads || t->mesh[t->mapped] != 1 || t->group[t->mapped] != 1)
    return TP_DECLINED;
  q.mapped = t->mapped;
  way.schedule = t->schedule;
  way.grouping = t->grouping;
  way.hybrid = t->hybrid;
  way.transport = settings->transport ? settings->transport : t->transport;
  way.assign = t->assign;
  way.protocol = t->protocol;
  way.balance = settings->balance ? settings->balance : t->balance;
  way.faces = t->faces;
  way.piece = (int)t->piece;
  *out = tp_build(shape, machine, &way, &q, (int)ranks, (int)threads);
  return TP_OK;
}

/* --- neighbours ------------------------------------------------------------------------------- */

typedef struct neighbours {
  const tp_shape *shape;
  const tp_machine *machine;
  const tp_settings *settings;
  tp_tuner *t;
  double predicted[TP_CANDIDATES];
  double limit;
} neighbours;

static unsigned long long hash_of(const tp_tuned *t) {
  tp_tuned x = *t;
  unsigned long long hash = 14695981039346656037ull;
  x.seconds = x.spent = x.loop = 0;
  x.done = x.none = 0;
  for (size_t i = 0; i < sizeof x; i++)
    hash = (hash ^ ((const unsigned char *)&x)[i]) * 1099511628211ull;
  return hash;
}

static unsigned short short_hash(const tp_tuned *t) { return (unsigned short)(hash_of(t) >> 48); }

static int is_tried(const tp_tuner *t, const tp_tuned *x) {
  unsigned short hash = short_hash(x);
  for (int i = 0; i < t->tried.count; i++)
    if (t->tried.hash[i] == hash)
      return 1;
  return 0;
}

/* Adds a candidate in the order of predicted time; what is added is as the plan has it. */
static void add(neighbours *n, const tp_tuned *wanted) {
  tp_choice p;
  tp_tuner *t = n->t;
  if (tp_tuned_build(n->shape, n->machine, n->settings, wanted, &p) != TP_OK)
    return;
  tp_tuned x = tp_tuned_of(&p);
  if (p.predicted > n->limit || is_tried(t, &x))
    return;
  for (int i = 0; i < t->count; i++)
    if (hash_of(&t->next[i]) == hash_of(&x))
      return;
  int at = t->count;
  while (at > 0 && n->predicted[at - 1] > p.predicted)
    at--;
  if (at == TP_CANDIDATES)
    return;
  int moved = (t->count < TP_CANDIDATES ? t->count : TP_CANDIDATES - 1) - at;
  memmove(&t->next[at + 1], &t->next[at], (size_t)moved * sizeof *t->next);
  memmove(&n->predicted[at + 1], &n->predicted[at], (size_t)moved * sizeof *n->predicted);
  t->next[at] = x;
  n->predicted[at] = p.predicted;
  t->count += t->count < TP_CANDIDATES;
}

static int product(const tp_int *at, int dims) {
  int all = 1;
  for (int d = 0; d < dims; d++)
    all *= (int)at[d];
  return all;
}

static void add_extents(neighbours *n) {
  static const int percent[] = {25, 50, 67, 150, 200, 400, 12, 6};
  for (int d = 0; d < n->t->best.dims; d++)
    for (size_t k = 0; k < sizeof percent / sizeof *percent; k++) {
      tp_tuned x = n->t->best;
      tp_int least = n->shape->reach[d] > 1 ? n->shape->reach[d] : 1;
      tp_int length = tp_length(n->shape->lo[d], n->shape->hi[d]);
      x.extent[d] = x.extent[d] * percent[k] / 100;
      x.extent[d] = x.extent[d] > length ? length : x.extent[d];
      x.extent[d] = x.extent[d] < least ? least : x.extent[d];
      add(n, &x);
    }
}

/* Plans by rule for so many CPUs and a mapped dimension, with all their meshes and groups. */
static void add_meshes(neighbours *n, const tp_request *from, int mapped, int ranks, int threads) {
  tp_int mesh[ALTERNATIVES][TP_DIMS], group[ALTERNATIVES][TP_DIMS];
  tp_request q = *from;
  memset(q.mesh, 0, sizeof q.mesh);
  memset(q.group, 0, sizeof q.group);
  q.mapped = mapped;
  q.mesh[mapped] = q.group[mapped] = 1;
  int a = tp_factorisations(n->shape->dims, mapped, ranks, NULL, NULL, mesh, ALTERNATIVES);
  int b = tp_factorisations(n->shape->dims, mapped, threads, NULL, NULL, group, ALTERNATIVES);
  for (int k = 0; k < a * b; k++) {
    memcpy(q.tried_mesh, mesh[k % a], sizeof q.tried_mesh);
    memcpy(q.tried_group, group[k / a], sizeof q.tried_group);
    tp_choice p = tp_build(n->shape, n->machine, n->settings, &q, ranks, threads);
    tp_tuned x = tp_tuned_of(&p);
    add(n, &x);
  }
}

/* What the model would choose by now: the first runs have shown what points cost. */
static void add_chosen(neighbours *n) {
  tp_choice p;
  const char *why;
  if (tp_plan_choose(n->shape, n->machine, n->settings, "", &p, &why) != TP_OK)
    return;
  tp_tuned x = tp_tuned_of(&p);
  add(n, &x);
}

/* With as many CPUs as now, all there are, and fewer: one rank's, or one. */
static void add_teams(neighbours *n, int ranks, int threads) {
  tp_request q;
  const char *why;
  if (tp_request_for(n->shape, n->machine, n->settings, "", &q, &why) != TP_OK)
    return;
  const int teams[][2] = {{ranks, threads}, {q.ranks, q.threads}, {1, q.threads}, {1, 1}};
  for (int d = 0; d < n->shape->dims; d++)
    for (size_t k = 0; k < sizeof teams / sizeof *teams; k++)
      add_meshes(n, &q, d, teams[k][0], teams[k][1]);
}

static void add_modes(neighbours *n, int ranks, int threads) {
  for (int schedule = TP_SCHEDULE_OVERLAP; schedule <= TP_SCHEDULE_BLOCKING; schedule++)
    for (int grouping = TP_GROUPING_DATAFLOW; grouping <= TP_GROUPING_VERTICAL; grouping++)
      for (int hybrid = TP_HYBRID_FINE; hybrid <= TP_HYBRID_MULTIPLE; hybrid++) {
        tp_tuned x = n->t->best;
        x.grouping = grouping;
        if (ranks > 1)
          x.schedule = schedule;
        if (ranks > 1 && threads > 1)
          x.hybrid = hybrid;
        add(n, &x);
      }
}

/* Smaller parts for the thread that communicates, in rows as thin as they then are. */
static void add_balanced(neighbours *n) {
  const tp_tuned *best = &n->t->best;
  tp_settings way = *n->settings;
  tp_request q;
  const char *why;
  if (!open_or(way.hybrid, TP_HYBRID_COARSE) ||
      tp_request_for(n->shape, n->machine, n->settings, "", &q, &why) != TP_OK)
    return;
  q.mapped = best->mapped;
  for (int d = 0; d < best->dims; d++) {
    q.tried_mesh[d] = best->mesh[d];
    q.tried_group[d] = best->group[d];
    if (best->group[d] == 1)
      q.extent[d] = best->extent[d];
    q.mesh[d] = q.group[d] = 0;
  }
  way.schedule = best->schedule;
  way.grouping = best->grouping;
  way.hybrid = TP_HYBRID_COARSE;
  for (way.balance = TP_BALANCE_CONSTANT; way.balance <= TP_BALANCE_VARIABLE; way.balance++) {
    tp_choice p = tp_build(n->shape, n->machine, &way, &q, product(best->mesh, best->dims),
                           product(best->group, best->dims));
    tp_tuned x = tp_tuned_of(&p);
    if (p.balance == way.balance)
      add(n, &x);
  }
}

/* How faces travel: by what, in which pieces, packed or not, with which sends. */
static void add_messages(neighbours *n, const tp_choice *p) {
  tp_int eager = n->machine->link[tp_way_of(n->machine, p)].eager;
  for (int transport = TP_TRANSPORT_P2P; transport <= TP_TRANSPORT_SHM; transport++)
    for (int cut = 0; cut < 2; cut++) {
      tp_tuned x = n->t->best;
      x.transport = transport;
      x.piece = cut ? eager : 0;
      if (transport != TP_TRANSPORT_RMA || n->machine->transports >> transport & 1)
        add(n, &x);
    }
  tp_tuned packed = n->t->best, protocol = n->t->best;
  packed.faces = packed.faces == TP_FACES_PACKED ? TP_FACES_DIRECT : TP_FACES_PACKED;
  protocol.protocol = protocol.protocol == TP_PROTOCOL_EAGER ? TP_PROTOCOL_SYNCHRONOUS : TP_PROTOCOL_EAGER;
  add(n, &packed);
  add(n, &protocol);
}

/* Rows by turns, thinner ones: several for each CPU. */
static void add_assignments(neighbours *n) {
  for (int d = 0; d < n->t->best.dims; d++)
    for (int rows = 1; rows <= 16; rows *= 4) {
      tp_tuned x = n->t->best;
      tp_int least = n->shape->reach[d] > 1 ? n->shape->reach[d] : 1;
      if (x.mesh[d] * x.group[d] == 1)
        continue;
      x.assign = x.assign == TP_ASSIGN_CYCLIC && rows == 1 ? TP_ASSIGN_BLOCK : TP_ASSIGN_CYCLIC;
      x.extent[d] = x.extent[d] / rows < least ? least : x.extent[d] / rows;
      add(n, &x);
    }
}

static void find_neighbours(tp_tuner *t, const tp_shape *shape, const tp_machine *machine,
                            const tp_settings *settings) {
  neighbours n = {.shape = shape, .machine = machine, .settings = settings, .t = t};
  tp_choice p;
  t->count = t->at = 0;
  if (tp_tuned_build(shape, machine, settings, &t->best, &p) != TP_OK)
    return;
  n.limit = UNLIKELY * p.predicted;
  int ranks = product(t->best.mesh, t->best.dims), threads = product(t->best.group, t->best.dims);
  add_chosen(&n);
  add_extents(&n);
  add_teams(&n, ranks, threads);
  if (ranks * threads > 1) {
    add_modes(&n, ranks, threads);
    add_assignments(&n);
  }
  if (ranks > 1)
    add_messages(&n, &p);
  if (ranks > 1 && threads > 1)
    add_balanced(&n);
}

/* --- the tuner -------------------------------------------------------------------------------- */

void tp_tuner_start(tp_tuner *t, const tp_tuned *first, const tp_tried *tried, double budget) {
  memset(t, 0, sizeof *t);
  t->best = *first;
  t->best.seconds = t->best.loop = 0;
  t->now = t->best;
  if (tried)
    t->tried = *tried;
  t->budget = budget;
  t->saved = first->spent;
  t->active = !first->done && first->spent < budget && t->tried.count < TP_TRIED;
}

/* The next candidate that was not measured; 0: there is none. */
static int advance(tp_tuner *t) {
  while (t->at < t->count && is_tried(t, &t->next[t->at]))
    t->at++;
  if (t->at == t->count)
    return 0;
  t->now = t->next[t->at++];
  t->now.seconds = 0;
  t->runs = 0;
  return 1;
}

/* The best so far, with what is known of the loop. */
static void take(tp_tuner *t, const tp_tuned *x) {
  tp_tuned old = t->best;
  t->best = *x;
  t->best.spent = old.spent;
  t->best.loop = old.loop;
  t->best.none = old.loop > 0 && old.loop <= x->seconds;
  t->best.done = 0;
}

static int over(const tp_tuner *t) { return t->best.spent >= t->budget || t->tried.count == TP_TRIED; }

/* Goes on to what is next, or ends with the best; what was spent is kept now and then, for the program may be
   interrupted. */
static int go_on(tp_tuner *t, int save) {
  if (over(t) || !advance(t)) {
    t->best.done = !over(t);
    t->now = t->best;
    t->active = 0;
    save = TP_TUNER_SAVE;
  }
  double part = SAVE_PART * t->budget;
  if (t->best.spent - t->saved >= (part < SAVE_SECONDS ? part : SAVE_SECONDS))
    save = TP_TUNER_SAVE;
  if (save)
    t->saved = t->best.spent;
  return save | TP_TUNER_SWITCH;
}

/* The loop is measured once the first plan is, whatever is left of the time: without it nobody knows whether any
   plan is worth keeping. */
static int loop_ran(tp_tuner *t, double seconds) {
  t->runs++;
  if (t->best.loop == 0 || seconds < t->best.loop)
    t->best.loop = seconds;
  if (t->runs < RUNS && seconds <= HOPELESS * t->best.seconds)
    return 0;
  t->looping = 0;
  t->best.none = t->best.loop <= t->best.seconds;
  return go_on(t, TP_TUNER_SAVE);
}

int tp_tuner_ran(tp_tuner *t, const tp_shape *shape, const tp_machine *machine,
                 const tp_settings *settings, double seconds) {
  if (!t->active)
    return 0;
  t->best.spent += seconds;
  if (t->looping)
    return loop_ran(t, seconds);
  int first = t->measured == 0;
  t->runs++;
  if (t->now.seconds == 0 || seconds < t->now.seconds)
    t->now.seconds = seconds;
  int hopeless = !first && seconds > HOPELESS * t->best.seconds;
  if (t->runs < (first ? FIRST_RUNS : RUNS) && !hopeless)
    return 0;
  t->measured++;
  if (t->tried.count < TP_TRIED && !is_tried(t, &t->now))
    t->tried.hash[t->tried.count++] = short_hash(&t->now);
  int better = first || t->now.seconds < BETTER * t->best.seconds;
  if (better) {
    take(t, &t->now);
    find_neighbours(t, shape, machine, settings);
  }
  if (first) {
    t->looping = 1;
    t->runs = 0;
    return TP_TUNER_SWITCH;
  }
  return go_on(t, better ? TP_TUNER_SAVE : 0);
}
