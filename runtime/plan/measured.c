/* measured.c - adding what a run showed, and reading what is nearest. */
#include "plan/measured.h"

#include "plan/formulas.h"
#include "plan/model.h"

#include <math.h>
#include <string.h>

/* Part of a run's tiles that make it a run of their function. */
#define MOSTLY 0.75
/* What timed steps say against a run of the other function, over what that says. */
#define MARGIN 1.1

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

/* What another start of the region has shown gives way to the first run of this one. */
static void note(tp_measured *m, int jammed, int class, double value) {
  double *known = &m->point[jammed][class];
  if (value > 0 && (*known == 0 || !m->own_point[jammed][class] || value < *known)) {
    *known = value;
    m->own_point[jammed][class] = 1;
  }
}

/* A few steps say less than a run: their luck is averaged. */
static void suggest(tp_measured *m, int jammed, int class, double value) {
  double *known = &m->hint[jammed][class];
  *known += *known == 0 || !m->own_hint[jammed][class] ? value - *known : (value - *known) / 4;
  m->own_hint[jammed][class] = 1;
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

static void multiply(tp_measured *m, double by) {
  for (int kind = 0; kind < 2; kind++)
    for (int k = 0; k < TP_CLASSES; k++) {
      m->point[kind][k] *= by;
      m->hint[kind][k] *= by;
    }
}

void tp_measured_begin(tp_measured *m, const tp_measured *region, double work) {
  *m = *region;
  multiply(m, work);
  memset(m->own_point, 0, sizeof m->own_point);
  memset(m->own_hint, 0, sizeof m->own_hint);
}

void tp_measured_take(tp_measured *m, const tp_measured *start, double work) {
  tp_measured each = *start, *from = &each;
  multiply(from, 1 / work);
  for (int k = 0; k < TP_SPACES; k++)
    if (from->around[k] > 0)
      m->around[k] = from->around[k];
  for (int kind = 0; kind < 2; kind++)
    for (int k = 0; k < TP_CLASSES; k++) {
      if (from->point[kind][k] == 0 && from->own_point[!kind][k])
        contradict(m, !kind, k, from);
      if (from->own_point[kind][k] && from->point[kind][k] > 0)
        m->point[kind][k] = from->point[kind][k];
      if (from->own_hint[kind][k])
        m->hint[kind][k] = from->hint[kind][k];
    }
}

void tp_measured_add_around(tp_problem *problem, const tp_plan *p, double seconds) {
  double *around = &problem->shape.measured.around[logarithm(problem->shape.points, 4)];
  tp_cost cost;
  *around = 0;
  problem->shape.touched = 1;
  tp_predict(problem, p, &cost);
  *around = seconds / (cost.parts.start + cost.parts.move);
}
