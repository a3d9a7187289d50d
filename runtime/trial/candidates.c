/* candidates.c - plans in the words of trials, and the plans next to the best one, by predicted time. */
#include "trial/candidates.h"

#include "plan/build.h"
#include "plan/formulas.h"
#include "plan/model.h"
#include "util/hash.h"

#include <string.h>

enum { ALTERNATIVES = 8 };
/* Candidates that are predicted to be so much slower are not measured. */
#define UNLIKELY 3.0
/* CPUs that share a core, or memory, take up to so much longer together. */
#define TOGETHER 2.2

tp_candidate tp_candidate_of(const tp_plan *p) {
  tp_candidate t;
  memset(&t, 0, sizeof t);
  t.dims = p->dims;
  t.mapped = p->mapped;
#define TAKE_TUNED(name) t.name = p->name;
#define TAKE_FIXED(name)
#define TP_SETTING(name, kind, initial, binds, tuned, asks, words) TAKE_##tuned(name)
#include "settings/settings.def"
  for (int d = 0; d < p->dims; d++) {
    t.extent[d] = p->extent[d];
    t.mesh[d] = p->mesh[d];
    t.group[d] = p->group[d];
  }
  return t;
}

/* One row for each CPU is a length over the CPUs, whatever it was there; other extents are lengths that a cache holds. */
tp_candidate tp_candidate_for(const tp_problem *problem, const tp_plan *p) {
  tp_candidate t = tp_candidate_of(p);
  const tp_shape *shape = &problem->shape;
  for (int d = 0; d < p->dims; d++) {
    tp_int cpus = (tp_int)p->mesh[d] * p->group[d], least = shape->reach[d] > 1 ? shape->reach[d] : 1;
    if (p->tiles[d] > cpus)
      continue;
    t.extent[d] = tp_ceil_div(tp_length(shape->lo[d], shape->hi[d]), cpus);
    t.extent[d] = t.extent[d] > least ? t.extent[d] : least;
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

#define FOLLOWS_TUNED(name) &&open_or(asked.name, t->name)
#define FOLLOWS_FIXED(name)

/* What call and environment say comes before any file. A transport that was asked for may not work here, and parts
   that were asked for may not apply (balance is then NONE). */
static int follows(const tp_settings *s, const tp_candidate *t) {
  tp_settings asked = *s;
  asked.transport = TP_TRANSPORT_AUTO;
  if (t->balance <= TP_BALANCE_NONE)
    asked.balance = TP_BALANCE_AUTO;
  return agrees(&s->tile, t->dims, t->extent) &&
         agrees(&s->mesh, t->dims, t->mesh) && agrees(&s->group, t->dims, t->group)
#define TP_SETTING(name, kind, initial, binds, tuned, asks, words) FOLLOWS_##tuned(name)
#include "settings/settings.def"
      ;
}

#define BIND_TUNED(name)                                                                                               \
  if (!way.settings.name)                                                                                              \
    way.settings.name = t->name;
#define BIND_FIXED(name)

tp_status tp_candidate_build(const tp_problem *problem, const tp_candidate *t, tp_plan *out) {
  const tp_shape *shape = &problem->shape;
  tp_problem way = *problem;
  tp_request q;
  const char *why;
  tp_int ranks = 1, threads = 1;
  if (t->dims != shape->dims || t->mapped < 0 || t->mapped >= t->dims || !follows(&problem->settings, t) ||
      tp_request_for(problem, &q, &why) != TP_OK)
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
#define TP_SETTING(name, kind, initial, binds, tuned, asks, words) BIND_##tuned(name)
#include "settings/settings.def"
  *out = tp_plan_make(&way, &q, (int)ranks, (int)threads);
  return TP_OK;
}

/* --- what was measured ------------------------------------------------------------------------ */

static unsigned long long hash_of(const tp_candidate *t) {
  tp_candidate x = *t;
  x.seconds = x.spent = x.loop = 0;
  x.done = x.none = 0;
  return tp_hash_bytes(tp_hash_start, &x, sizeof x);
}

unsigned short tp_candidate_hash(const tp_candidate *t) { return (unsigned short)(hash_of(t) >> 48); }

int tp_candidate_tried(const tp_tried *tried, const tp_candidate *x) {
  unsigned short hash = tp_candidate_hash(x);
  for (int i = 0; i < tried->count; i++)
    if (tried->hash[i] == hash)
      return 1;
  return 0;
}

typedef struct neighbours {
  const tp_problem *problem;
  const tp_candidate *best;
  const tp_tried *tried;
  tp_request q; /* what the settings ask */
  tp_candidates *found;
  double predicted[TP_CANDIDATES];
  double limit;
} neighbours;

/* Adds a candidate in the order of predicted time; what is added is as the plan has it. */
static void add(neighbours *n, const tp_candidate *wanted) {
  tp_plan p;
  tp_candidates *t = n->found;
  if (tp_candidate_build(n->problem, wanted, &p) != TP_OK)
    return;
  tp_candidate x = tp_candidate_of(&p);
  if (p.predicted > n->limit || tp_candidate_tried(n->tried, &x))
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
  for (int d = 0; d < n->best->dims; d++)
    for (size_t k = 0; k < sizeof percent / sizeof *percent; k++) {
      tp_candidate x = *n->best;
      tp_int least = n->problem->shape.reach[d] > 1 ? n->problem->shape.reach[d] : 1;
      tp_int length = tp_length(n->problem->shape.lo[d], n->problem->shape.hi[d]);
      x.extent[d] = x.extent[d] * percent[k] / 100;
      x.extent[d] = x.extent[d] > length ? length : x.extent[d];
      x.extent[d] = x.extent[d] < least ? least : x.extent[d];
      add(n, &x);
    }
}

/* Plans by rule for so many CPUs and a mapped dimension, with all their meshes and groups. */
static void add_meshes(neighbours *n, int mapped, int ranks, int threads) {
  tp_int mesh[ALTERNATIVES][TP_DIMS], group[ALTERNATIVES][TP_DIMS];
  tp_request q = n->q;
  memset(q.mesh, 0, sizeof q.mesh);
  memset(q.group, 0, sizeof q.group);
  q.mapped = mapped;
  q.mesh[mapped] = q.group[mapped] = 1;
  int a = tp_factorisations(n->problem->shape.dims, mapped, ranks, NULL, NULL, mesh, ALTERNATIVES);
  int b = tp_factorisations(n->problem->shape.dims, mapped, threads, NULL, NULL, group, ALTERNATIVES);
  for (int k = 0; k < a * b; k++) {
    memcpy(q.tried_mesh, mesh[k % a], sizeof q.tried_mesh);
    memcpy(q.tried_group, group[k / a], sizeof q.tried_group);
    tp_plan p = tp_plan_make(n->problem, &q, ranks, threads);
    tp_candidate x = tp_candidate_of(&p);
    add(n, &x);
  }
}

/* What the model would choose by now: the first runs have shown what points cost. */
static void add_chosen(neighbours *n) {
  tp_plan p;
  const char *why;
  if (tp_plan_choose(n->problem, &p, &why) != TP_OK)
    return;
  tp_candidate x = tp_candidate_of(&p);
  add(n, &x);
}

/* Strips across each CPU's part of the space, by rule. Where data is in caches, a processor may overlap the short rows
   of one as no tile function does for long ones; the model thinks little of them. */
static void add_strips(neighbours *n, int ranks, int threads) {
  for (int d = 0; d < n->problem->shape.dims; d++)
    for (tp_int width = 8; width <= 32; width *= 2) {
      tp_request strips = n->q;
      memset(strips.mesh, 0, sizeof strips.mesh);
      memset(strips.group, 0, sizeof strips.group);
      strips.mapped = d;
      strips.mesh[d] = strips.group[d] = 1;
      strips.extent[d] = width > n->problem->shape.reach[d] ? width : n->problem->shape.reach[d];
      tp_plan p = tp_plan_make(n->problem, &strips, ranks, threads);
      tp_candidate x = tp_candidate_of(&p);
      add(n, &x);
    }
}

/* With as many CPUs as now, all there are, and fewer: one rank's, or one. */
static void add_teams(neighbours *n, int ranks, int threads) {
  const int teams[][2] = {{ranks, threads}, {n->q.ranks, n->q.threads}, {1, n->q.threads}, {1, 1}};
  for (int d = 0; d < n->problem->shape.dims; d++)
    for (size_t k = 0; k < sizeof teams / sizeof *teams; k++)
      add_meshes(n, d, teams[k][0], teams[k][1]);
}

/* 1: with one thread a rank, groups differ in lock step alone. */
static int is_alike(int schedule, int grouping, int threads) {
  return threads == 1 && (grouping == TP_GROUPING_VERTICAL ||
                          (schedule == TP_SCHEDULE_BLOCKING && grouping != TP_GROUPING_DATAFLOW));
}

static void add_modes(neighbours *n, int ranks, int threads) {
  for (int schedule = TP_SCHEDULE_OVERLAP; schedule <= TP_SCHEDULE_BLOCKING; schedule++)
    for (int grouping = TP_GROUPING_DATAFLOW; grouping <= TP_GROUPING_VERTICAL; grouping++)
      for (int hybrid = TP_HYBRID_FINE; hybrid <= TP_HYBRID_MULTIPLE; hybrid++) {
        tp_candidate x = *n->best;
        x.grouping = grouping;
        if (ranks > 1)
          x.schedule = schedule;
        if (ranks > 1 && threads > 1)
          x.hybrid = hybrid;
        if (!is_alike(x.schedule, grouping, threads))
          add(n, &x);
      }
}

/* Smaller parts for the thread that communicates, in rows as thin as they then are. */
static void add_balanced(neighbours *n) {
  const tp_candidate *best = n->best;
  tp_problem way = *n->problem;
  tp_settings *s = &way.settings;
  tp_request q = n->q;
  if (s->hybrid != TP_HYBRID_AUTO && s->hybrid != TP_HYBRID_COARSE)
    return;
  q.mapped = best->mapped;
  for (int d = 0; d < best->dims; d++) {
    q.tried_mesh[d] = best->mesh[d];
    q.tried_group[d] = best->group[d];
    if (best->group[d] == 1)
      q.extent[d] = best->extent[d];
    q.mesh[d] = q.group[d] = 0;
  }
  s->schedule = best->schedule;
  s->grouping = best->grouping;
  s->hybrid = TP_HYBRID_COARSE;
  for (s->balance = TP_BALANCE_CONSTANT; s->balance <= TP_BALANCE_VARIABLE; s->balance++) {
    tp_plan p = tp_plan_make(&way, &q, product(best->mesh, best->dims),
                           product(best->group, best->dims));
    tp_candidate x = tp_candidate_of(&p);
    if (p.balance == s->balance)
      add(n, &x);
  }
}

/* How faces travel: by what, packed or not, with which sends. */
static void add_messages(neighbours *n) {
  for (int transport = TP_TRANSPORT_P2P; transport <= TP_TRANSPORT_SHM; transport++) {
    tp_candidate x = *n->best;
    x.transport = transport;
    if (transport != TP_TRANSPORT_RMA || n->problem->machine.transports >> transport & 1)
      add(n, &x);
  }
  tp_candidate packed = *n->best, protocol = *n->best;
  packed.faces = packed.faces == TP_FACES_PACKED ? TP_FACES_DIRECT : TP_FACES_PACKED;
  protocol.protocol = protocol.protocol == TP_PROTOCOL_EAGER ? TP_PROTOCOL_SYNCHRONOUS : TP_PROTOCOL_EAGER;
  add(n, &packed);
  add(n, &protocol);
}

/* Rows by turns, thinner ones: several for each CPU. */
static void add_assignments(neighbours *n) {
  for (int d = 0; d < n->best->dims; d++)
    for (int rows = 1; rows <= 16; rows *= 4) {
      tp_candidate x = *n->best;
      tp_int least = n->problem->shape.reach[d] > 1 ? n->problem->shape.reach[d] : 1;
      if (x.mesh[d] * x.group[d] == 1)
        continue;
      x.assign = x.assign == TP_ASSIGN_CYCLIC && rows == 1 ? TP_ASSIGN_BLOCK : TP_ASSIGN_CYCLIC;
      x.extent[d] = x.extent[d] / rows < least ? least : x.extent[d] / rows;
      add(n, &x);
    }
}

/* No model knows what CPUs share, and one try shows it: behind its favourite comes the most promising plan of half
   the CPUs or fewer. */
static void prefer_fewer(neighbours *n, int cpus, double predicted) {
  tp_candidates *t = n->found;
  for (int i = 1; i < t->count && n->predicted[i] < TOGETHER * predicted; i++) {
    tp_candidate x = t->next[i];
    if (2 * product(x.mesh, x.dims) * product(x.group, x.dims) > cpus)
      continue;
    memmove(&t->next[2], &t->next[1], (size_t)(i - 1) * sizeof *t->next);
    t->next[1] = x;
    return;
  }
}

void tp_candidates_near(tp_candidates *found, const tp_candidate *best, const tp_tried *tried, const tp_problem *problem,
                        int only_strips) {
  neighbours n = {.problem = problem, .best = best, .tried = tried, .found = found};
  tp_plan p;
  const char *why;
  found->count = found->at = 0;
  if (tp_candidate_build(problem, best, &p) != TP_OK || tp_request_for(problem, &n.q, &why) != TP_OK)
    return;
  n.limit = UNLIKELY * p.predicted;
  if (only_strips) {
    if (tp_carries_dependence(&problem->shape))
      add_strips(&n, p.ranks, p.threads);
    return;
  }
  add_chosen(&n);
  add_extents(&n);
  add_teams(&n, p.ranks, p.threads);
  add_strips(&n, p.ranks, p.threads);
  if (p.ranks * p.threads > 1) {
    add_modes(&n, p.ranks, p.threads);
    add_assignments(&n);
  }
  if (p.ranks > 1)
    add_messages(&n);
  if (p.ranks > 1 && p.threads > 1)
    add_balanced(&n);
  prefer_fewer(&n, p.ranks * p.threads, p.predicted);
}
