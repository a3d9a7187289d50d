/* mesh.c - who has what: rows, boxes and coordinates of CPUs, and the plan as text. */
#include "core/settings_text.h"
#include "plan/formulas.h"
#include "plan/plan.h"

#include <stdio.h>

void tp_rows(const tp_choice *p, int d, int c, tp_int *first, tp_int *last) {
  tp_int cpus = (tp_int)p->mesh[d] * p->group[d];
  tp_int block = p->tiles[d] / cpus, longer = p->tiles[d] % cpus;
  *first = c * block + (c < longer ? c : longer);
  *last = *first + block + (c < longer);
}

/* Box of the CPUs with coordinates from[d] to to[d], clipped to the space. */
static int cpus_box(const tp_choice *p, const int *from, const int *to, tp_box *out) {
  for (int d = 0; d < p->dims; d++) {
    tp_int first, last, unused;
    tp_rows(p, d, from[d], &first, &unused);
    tp_rows(p, d, to[d], &unused, &last);
    if (first >= last)
      return 0;
    /* Rows that are not the last one end inside the space: only there can nothing overflow. */
    out->tp_lo[d] = p->lo[d] + first * p->extent[d];
    out->tp_hi[d] = last >= p->tiles[d] ? p->hi[d] : p->lo[d] + last * p->extent[d];
  }
  return 1;
}

int tp_rank_box(const tp_choice *p, int rank, tp_box *out) {
  int from[TP_DIMS], to[TP_DIMS];
  tp_cpu_coordinates(p, rank, 0, from);
  tp_cpu_coordinates(p, rank, p->threads - 1, to);
  return cpus_box(p, from, to, out);
}

int tp_cpu_box(const tp_choice *p, int rank, int thread, tp_box *out) {
  int c[TP_DIMS];
  tp_cpu_coordinates(p, rank, thread, c);
  return cpus_box(p, c, c, out);
}

void tp_cpu_coordinates(const tp_choice *p, int rank, int thread, int *c) {
  for (int d = p->dims - 1; d >= 0; d--) {
    c[d] = rank % p->mesh[d] * p->group[d] + thread % p->group[d];
    rank /= p->mesh[d];
    thread /= p->group[d];
  }
}

void tp_cpu_at(const tp_choice *p, const int *c, int *rank, int *thread) {
  *rank = *thread = 0;
  for (int d = 0; d < p->dims; d++) {
    *rank = *rank * p->mesh[d] + c[d] / p->group[d];
    *thread = *thread * p->group[d] + c[d] % p->group[d];
  }
}

/* --- text ------------------------------------------------------------------------------------- */

/* A growing line; what does not fit is counted, as snprintf does. */
typedef struct line {
  char *out;
  int size, used;
} line;

static void put(line *l, const char *text) {
  int room = l->used < l->size ? l->size - l->used : 0;
  l->used += snprintf(room ? l->out + l->used : NULL, (size_t)room, "%s", text);
}

static void put_numbers(line *l, const char *key, int n, const tp_int *wide, const int *narrow) {
  char number[32];
  put(l, key);
  for (int d = 0; d < n; d++) {
    snprintf(number, sizeof number, "%s%lld", d ? "," : "=", wide ? wide[d] : (tp_int)narrow[d]);
    put(l, number);
  }
}

static void put_word(line *l, const char *name, int value) {
  char word[32];
  put(l, " ");
  put(l, name);
  put(l, "=");
  tp_setting_word(name, value, word, sizeof word);
  put(l, word);
}

/* What is told only where it means something. */
static void put_details(line *l, const tp_choice *p) {
  char rest[32];
  if (p->threads > 1)
    put_word(l, "hybrid", p->hybrid);
  if (p->threads > 1 && p->grouping == TP_GROUPING_VERTICAL) {
    snprintf(rest, sizeof rest, " subtiles=%d", p->subtiles);
    put(l, rest);
  }
  if (p->ranks > 1)
    put_word(l, "transport", p->transport);
  if (p->pokes > 0) {
    snprintf(rest, sizeof rest, " pokes=%d", p->pokes);
    put(l, rest);
  }
}

int tp_choice_print(const tp_choice *p, char *out, int size) {
  static const char *const ignored[] = {"tile", "mesh", "group"};
  line l = {out, size, 0};
  char rest[160];
  if (size > 0)
    *out = 0;
  snprintf(rest, sizeof rest, "ranks=%d threads=%d", p->ranks, p->threads);
  put(&l, rest);
  put_word(&l, "schedule", p->schedule);
  put_word(&l, "protocol", p->protocol);
  put_word(&l, "grouping", p->grouping);
  put_details(&l, p);
  put_numbers(&l, " mesh", p->dims, NULL, p->mesh);
  put_numbers(&l, " group", p->dims, NULL, p->group);
  snprintf(rest, sizeof rest, " mapped=%d", p->mapped);
  put(&l, rest);
  put_numbers(&l, " extents", p->dims, p->extent, NULL);
  put_numbers(&l, " grid", p->dims, p->tiles, NULL);
  const char *before = " ignored=";
  for (int k = 0; k < 3; k++)
    if (p->ignored >> k & 1) {
      put(&l, before);
      put(&l, ignored[k]);
      before = ",";
    }
  return l.used;
}
