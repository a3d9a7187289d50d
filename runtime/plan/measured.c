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
static double net(const tp_plan *p, int kind, double each) {
  tp_int inner = tp_kind_length(p, kind);
  return fmax(each - tp_row_start(inner), each / 4) / tp_kind_ramp(p, kind, p->kinds.jam_rows, p->kinds.jam_sides, inner);
}

/* What another start of the region has shown gives way to the first run of this one. */
static void note(tp_measured *m, int kind, int class, double value) {
  double *known = &m->point[kind][class];
  if (value > 0 && (*known == 0 || !m->own_point[kind][class] || value < *known)) {
    *known = value;
    m->own_point[kind][class] = 1;
  }
}

/* A few steps say less than a run: their luck is averaged. */
static void suggest(tp_measured *m, int kind, int class, double value) {
  double *known = &m->hint[kind][class];
  *known += *known == 0 || !m->own_hint[kind][class] ? value - *known : (value - *known) / 4;
  m->own_hint[kind][class] = 1;
}

/* CPUs that had the choice took another function: what a run of this kind said, with another length of the class, does
   not hold where their steps of it took clearly longer. */
static void contradict(tp_measured *m, int kind, int class, const tp_measured *by) {
  double *said = &m->point[kind][class];
  if (by->hint[kind][class] > MARGIN * *said)
    *said = 0;
}

static double known_point(const tp_measured *m, int kind, int class) {
  return m->point[kind][class] > 0 ? m->point[kind][class] : m->hint[kind][class];
}

/* The kind that ran nearly all tiles; -1: none did. */
static int main_kind(const tp_seen *s) {
  for (int kind = 0; kind < TP_VARIANTS; kind++)
    if ((double)s->of_kind[kind] >= MOSTLY * (double)s->tiles)
      return kind;
  return -1;
}

void tp_measured_add(tp_measured *m, const tp_plan *p, const tp_seen *s) {
  if (s->points <= 0 || s->compute <= 0 || s->tiles <= 0)
    return;
  int took = main_kind(s);
  double each = s->compute / s->points;
  if (took >= 0)
    note(m, took, tp_class_of(tp_kind_length(p, took)), net(p, took, each));
  for (int kind = 0; kind < TP_VARIANTS; kind++) {
    int class = tp_class_of(tp_kind_length(p, kind));
    if (kind == took || s->best[kind] <= 0)
      continue;
    if (took < 0) {
      suggest(m, kind, class, net(p, kind, s->best[kind]));
    } else if (s->best[took] > 0) { /* known from the same steps as the one that ran: their ratio holds */
      suggest(m, kind, class, net(p, kind, each * s->best[kind] / s->best[took]));
      contradict(m, kind, class, m);
    }
  }
}

double tp_measured_point(const tp_measured *m, int kind, tp_int inner) {
  int at = tp_class_of(inner);
  for (int away = 0; away < TP_CLASSES; away++) {
    if (at + away < TP_CLASSES && known_point(m, kind, at + away) > 0)
      return known_point(m, kind, at + away);
    if (at >= away && known_point(m, kind, at - away) > 0)
      return known_point(m, kind, at - away);
  }
  return 0;
}

static int kinds_known(const tp_measured *m) {
  int count = 0;
  for (int kind = 0; kind < TP_VARIANTS; kind++)
    count += tp_measured_point(m, kind, 1) > 0;
  return count;
}

int tp_measured_any(const tp_measured *m) { return kinds_known(m) > 0; }

int tp_measured_several(const tp_measured *m) { return kinds_known(m) > 1; }

/* How much moves differ from the model depends on what fits into caches: other sizes say nothing. */
double tp_measured_around(const tp_measured *m, tp_int points) {
  double around = m->around[logarithm(points, 4)];
  return around > 0 ? around : 1;
}

static void multiply(tp_measured *m, double by) {
  for (int kind = 0; kind < TP_VARIANTS; kind++)
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

/* Runs of this start were another function's. */
static int ran_another(const tp_measured *m, int kind) {
  for (int other = 0; other < TP_VARIANTS; other++)
    if (other != kind && memchr(m->own_point[other], 1, TP_CLASSES))
      return 1;
  return 0;
}

void tp_measured_take(tp_measured *m, const tp_measured *start, double work) {
  tp_measured each = *start, *from = &each;
  multiply(from, 1 / work);
  for (int k = 0; k < TP_SPACES; k++)
    if (from->around[k] > 0)
      m->around[k] = from->around[k];
  for (int kind = 0; kind < TP_VARIANTS; kind++)
    for (int k = 0; k < TP_CLASSES; k++) {
      if (from->point[kind][k] == 0 && from->own_hint[kind][k] && ran_another(from, kind))
        contradict(m, kind, k, from);
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
