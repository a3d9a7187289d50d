/* learn.c - measured costs of points, and the second look at a plan. */
#include "plan/learn.h"

#include "plan/formulas.h"
#include "plan/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Part of a run's tiles that make it a run of their function. */
#define MOSTLY 0.75
/* A ratio between expected and measured cost that does not wait for a second run. */
#define FAR_OFF 1.5
/* Another plan must promise so much, and a measured loss be so large. */
#define MARGIN 1.1
/* A rank alone may take so much longer by the model than what was measured of several, and gets a try. */
#define TRY_ALONE 1.25

/* --- costs ------------------------------------------------------------------------------------ */

static int logarithm(tp_int n, int base) {
  int k = 0;
  while (n >= base && k < TP_SPACES - 1) {
    n /= base;
    k++;
  }
  return k;
}

int tp_class_of(tp_int inner) {
  int octave = logarithm(inner, 2), half = octave > 0 && inner >= (tp_int)3 << (octave - 1);
  return 2 * octave + half;
}

/* Each run starts as many innermost loops as the model says; their cost is no point's. Nor is the ramp. */
static double net(const tp_plan *p, int jammed, double each) {
  tp_int inner = tp_inner_length(p);
  return fmax(each - tp_row_start(inner), each / 4) / (jammed ? tp_jam_ramp(p->jam_rows, inner) : 1);
}

static void note(tp_measured *m, int jammed, int class, double value) {
  double *known = &m->point[jammed][class];
  if (value > 0 && (*known == 0 || value < *known))
    *known = value;
}

/* A few steps say less than a run: their luck is averaged. */
static void suggest(tp_measured *m, int jammed, int class, double value) {
  double *known = &m->hint[jammed][class];
  *known += *known == 0 ? value : (value - *known) / 4;
}

/* CPUs that had the choice took function `kind`: what a run of the other one said, with another length of the class,
   does not hold where their steps of it took clearly longer. */
static void contradict(tp_measured *m, int kind, int class, const tp_measured *by) {
  double *other = &m->point[!kind][class];
  if (by->point[kind][class] > 0 && by->hint[!kind][class] > MARGIN * *other)
    *other = 0;
}

static double known_point(const tp_measured *m, int jammed, int class) {
  return m->point[jammed][class] > 0 ? m->point[jammed][class] : m->hint[jammed][class];
}

void tp_measured_add(tp_measured *m, const tp_plan *p, const tp_seen *s) {
  if (s->points <= 0 || s->compute <= 0 || s->tiles <= 0)
    return;
  int class = tp_class_of(tp_inner_length(p)), both = s->best[0] > 0 && s->best[1] > 0;
  double each = s->compute / s->points, part = (double)s->jammed / (double)s->tiles;
  int kind = part >= MOSTLY ? 1 : part <= 1 - MOSTLY ? 0 : -1;
  if (kind >= 0)
    note(m, kind, class, net(p, kind, each));
  /* The other function is known from the same steps as this one: their ratio holds. */
  if (kind >= 0 && both) {
    suggest(m, !kind, class, net(p, !kind, each * s->best[!kind] / s->best[kind]));
    contradict(m, kind, class, m);
  }
  for (int k = 0; kind < 0 && k < 2; k++)
    if (s->best[k] > 0)
      suggest(m, k, class, net(p, k, s->best[k]));
}

double tp_measured_point(const tp_measured *m, int jammed, tp_int inner) {
  int at = tp_class_of(inner);
  for (int away = 0; away < TP_CLASSES; away++) {
    if (at + away < TP_CLASSES && known_point(m, jammed, at + away) > 0)
      return known_point(m, jammed, at + away);
    if (at >= away && known_point(m, jammed, at - away) > 0)
      return known_point(m, jammed, at - away);
  }
  return 0;
}

int tp_measured_any(const tp_measured *m) {
  return tp_measured_point(m, 0, 1) > 0 || tp_measured_point(m, 1, 1) > 0;
}

int tp_measured_both(const tp_measured *m) {
  return tp_measured_point(m, 0, 1) > 0 && tp_measured_point(m, 1, 1) > 0;
}

/* How much moves differ from the model depends on what fits into caches: other sizes say nothing. */
double tp_measured_around(const tp_measured *m, tp_int points) {
  double around = m->around[logarithm(points, 4)];
  return around > 0 ? around : 1;
}

void tp_measured_take(tp_measured *m, const tp_measured *from) {
  for (int k = 0; k < TP_SPACES; k++)
    if (from->around[k] > 0)
      m->around[k] = from->around[k];
  for (int kind = 0; kind < 2; kind++)
    for (int k = 0; k < TP_CLASSES; k++) {
      if (from->point[kind][k] == 0)
        contradict(m, !kind, k, from);
      if (from->point[kind][k] > 0)
        m->point[kind][k] = from->point[kind][k];
      if (from->hint[kind][k] > 0)
        m->hint[kind][k] = from->hint[kind][k];
    }
}

/* --- the runs of a start ---------------------------------------------------------------------- */

int tp_history_add(tp_history *h, const tp_plan *p, const tp_seen *seen) {
  tp_measured_add(&h->measured, p, seen);
  h->runs++;
  if (h->seconds == 0 || seen->seconds < h->seconds)
    h->seconds = seen->seconds;
  if (h->runs > 1 && seen->around > 0 && (h->around == 0 || seen->around < h->around))
    h->around = seen->around;
  if (h->revisions >= TP_REVISIONS)
    return 0;
  if (h->runs > 1)
    return h->runs == 2 || h->runs == TP_RUNS_TO_LOSE;
  double each = seen->points > 0 ? seen->compute / seen->points : 0;
  return h->revisions == 0 && h->expected > 0 &&
         (each > FAR_OFF * h->expected || each * FAR_OFF < h->expected);
}

void tp_history_teach(const tp_history *h, const tp_plan *now, tp_problem *problem) {
  tp_shape *shape = &problem->shape;
  tp_cost cost;
  tp_measured_take(&shape->measured, &h->measured);
  if (now->ranks == 1 || h->around == 0)
    return;
  double *around = &shape->measured.around[logarithm(shape->points, 4)];
  *around = 0;
  shape->touched = 1;
  tp_predict(problem, now, &cost);
  *around = h->around / (cost.parts.start + cost.parts.move);
}

void tp_history_replace(tp_history *h, const tp_plan *now, double expected) {
  if (h->runs > 1 && (h->best_seconds == 0 || h->seconds < h->best_seconds)) {
    h->best_seconds = h->seconds;
    h->best = *now;
  }
  h->runs = 0;
  h->seconds = 0;
  h->around = 0;
  h->revisions++;
  h->expected = expected;
}

/* 1: the two plans run alike; what they promise, and their names, may differ. */
static int same(const tp_plan *a, const tp_plan *b) {
  tp_plan x = *a, y = *b;
  x.predicted = y.predicted = 0;
  x.slot = y.slot = 0;
  x.serial = y.serial = 0;
  return memcmp(&x, &y, sizeof x) == 0;
}

/* A plan that loses against the sequential loop, whatever the model says: ranks give way to threads,
   threads to the loop. */
static tp_revision retreat(const tp_problem *problem, const tp_plan *now, tp_plan *out, const char **why) {
  static char text[128];
  tp_problem here = *problem;
  tp_plan fewer;
  here.machine.ranks = 1;
  if (now->ranks > 1) {
    tp_status status = tp_plan_choose(&here, &fewer, why);
    if (status == TP_OK)
      *out = fewer;
    return status == TP_OK ? TP_REPLACE : status == TP_DECLINED ? TP_STOP : TP_KEEP;
  }
  snprintf(text, sizeof text, "no gain found in %d CPUs", now->threads);
  *why = text;
  return TP_STOP;
}

/* Ranks of one machine that work at the same time may slow each other down, by what shares their caches, cores and
   memory: no model knows it, and one try shows it. What turns out to be slower gives way again. */
static int deserves_try(const tp_problem *problem, const tp_plan *now, const tp_history *h, tp_plan *out) {
  tp_problem here = *problem;
  const char *why;
  here.machine.ranks = 1;
  return now->ranks > 1 && problem->machine.hosts == 1 && !problem->settings.always &&
         h->revisions + 2 <= TP_REVISIONS && tp_plan_choose(&here, out, &why) == TP_OK &&
         out->predicted < TRY_ALONE * h->seconds;
}

tp_revision tp_plan_revise(const tp_problem *problem, const tp_plan *now, const tp_history *h, tp_plan *out,
                           const char **why) {
  tp_cost current, next;
  tp_plan chosen;
  if (h->best_seconds > 0 && h->runs > 1 && h->best_seconds < h->seconds) {
    *out = h->best;
    return TP_REPLACE;
  }
  if (h->revisions + 1 >= TP_REVISIONS)
    return TP_KEEP; /* the last way is the way back */
  tp_predict(problem, now, &current);
  if (h->runs >= TP_RUNS_TO_LOSE && !problem->settings.always && tp_measured_any(&problem->shape.measured) &&
      h->seconds > MARGIN * current.sequential)
    return retreat(problem, now, out, why);
  tp_status status = tp_plan_choose(problem, &chosen, why);
  if (status == TP_DECLINED)
    /* What was measured speaks louder than what is predicted. */
    return h->seconds * (now->ranks * now->threads == 1 ? TP_GAIN_ALONE : 1) > current.sequential ? TP_STOP : TP_KEEP;
  if (status != TP_OK)
    return TP_KEEP;
  tp_predict(problem, &chosen, &next);
  int is_better = !same(now, &chosen) && next.total * MARGIN < current.total;
  if (is_better)
    *out = chosen;
  return is_better || deserves_try(problem, now, h, out) ? TP_REPLACE : TP_KEEP;
}
