/* tune.c - coordinate search over measured plans, the model's favourites first. */
#include "plan/tune.h"

#include "plan/build.h"
#include "plan/formulas.h"
#include "plan/model.h"

#include <stdlib.h>
#include <string.h>

/* Runs of a candidate: the first one also builds it and warms it up. */
enum { RUNS = 2, FIRST_RUNS = 3, ALTERNATIVES = 8 };
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

/* What call and environment say comes before any file. A transport that was asked for may not work here. */
static int follows(const tp_settings *s, const tp_tuned *t) {
  return open_or(s->schedule, t->schedule) && open_or(s->grouping, t->grouping) && open_or(s->hybrid, t->hybrid) &&
         open_or(s->assign, t->assign) && (!s->piece || s->piece == t->piece) && agrees(&s->tile, t->dims, t->extent) &&
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
  x.seconds = x.spent = 0;
  x.done = 0;
  for (size_t i = 0; i < sizeof x; i++)
    hash = (hash ^ ((const unsigned char *)&x)[i]) * 1099511628211ull;
  return hash;
}

static int is_tried(const tp_tuner *t, const tp_tuned *x) {
  unsigned long long hash = hash_of(x);
  for (int i = 0; i < t->tries; i++)
    if (t->tried[i] == hash)
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

/* How faces travel: by what, and in which pieces. */
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

static int product(const tp_int *at, int dims) {
  int all = 1;
  for (int d = 0; d < dims; d++)
    all *= (int)at[d];
  return all;
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
}

/* --- the tuner -------------------------------------------------------------------------------- */

void tp_tuner_start(tp_tuner *t, const tp_tuned *first, double budget) {
  memset(t, 0, sizeof *t);
  t->best = t->now = *first;
  t->budget = budget;
  t->active = !first->done && first->spent < budget;
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

int tp_tuner_ran(tp_tuner *t, const tp_shape *shape, const tp_machine *machine,
                 const tp_settings *settings, double seconds) {
  if (!t->active)
    return 0;
  int first = t->tries == 0, save = 0;
  double spent = t->best.spent + seconds;
  t->best.spent = spent;
  t->runs++;
  if (t->now.seconds == 0 || seconds < t->now.seconds)
    t->now.seconds = seconds;
  int hopeless = !first && seconds > HOPELESS * t->best.seconds;
  if (t->runs < (first ? FIRST_RUNS : RUNS) && !hopeless)
    return 0;
  if (t->tries < TP_TRIED)
    t->tried[t->tries++] = hash_of(&t->now);
  if (first || t->now.seconds < BETTER * t->best.seconds) {
    t->best = t->now;
    t->best.spent = spent;
    find_neighbours(t, shape, machine, settings);
    save = TP_TUNER_SAVE;
  }
  int over = spent >= t->budget || t->tries == TP_TRIED;
  if (over || !advance(t)) {
    t->best.done = !over;
    t->now = t->best;
    t->active = 0;
    save = TP_TUNER_SAVE;
  }
  return save | TP_TUNER_SWITCH;
}
