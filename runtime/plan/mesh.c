/* mesh.c - who has what: rows, boxes and coordinates of CPUs, and the plan as text. */
#include "settings/settings_text.h"
#include "plan/formulas.h"
#include "plan/plan.h"

#include <stdio.h>
#include <string.h>

static tp_int cpus_along(const tp_plan *p, int d) { return (tp_int)p->mesh[d] * p->group[d]; }

tp_int tp_passes_along(const tp_plan *p, int d) {
  if (p->assign != TP_ASSIGN_CYCLIC || d == p->mapped)
    return 1;
  tp_int passes = tp_ceil_div(p->tiles[d], cpus_along(p, d));
  return passes > 0 ? passes : 1;
}

tp_int tp_passes(const tp_plan *p) {
  tp_int all = 1;
  for (int d = 0; d < p->dims; d++)
    all *= tp_passes_along(p, d);
  return all;
}

int tp_adds_meanwhile(const tp_plan *p) {
  return p->ranks == 1 && p->threads > 1 && p->grouping == TP_GROUPING_DATAFLOW && !tp_runs_fine(p) && tp_passes(p) == 1;
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* Rows of the first c CPUs along d, with blocks as equal as they can be. */
static tp_int rows_below(const tp_plan *p, int d, tp_int c) {
  tp_int cpus = cpus_along(p, d), longer = p->tiles[d] % cpus;
  return c * (p->tiles[d] / cpus) + (c < longer ? c : longer);
}

/* Rows that thread coordinate 0 gives up of `rows`, those of its rank along the cut dimension: it keeps
   bal/T, and at least one. */
static tp_int master_rows(const tp_plan *p, tp_int rank, tp_int rows) {
  int d = p->cut, kind = rank == 0 ? 0 : rank + 1 < p->mesh[d] ? 1 : 2;
  tp_int most = tp_ceil_div(rows, p->group[d]);
  tp_int mine = (tp_int)(p->bal[kind] / p->group[d] * (double)rows + 0.5);
  mine = mine < most ? mine : most;
  return mine > 1 ? mine : most < 1 ? most : 1;
}

/* Rows of the first `thread` threads of a rank along the cut dimension. */
static tp_int rows_of_threads(const tp_plan *p, tp_int rank, tp_int rows, tp_int thread) {
  if (thread == 0)
    return 0;
  tp_int mine = master_rows(p, rank, rows), others = p->group[p->cut] - 1;
  tp_int rest = rows - mine, longer = rest % others, n = thread - 1;
  return mine + n * (rest / others) + (n < longer ? n : longer);
}

static tp_int first_row(const tp_plan *p, int d, tp_int c) {
  if (d != tp_cut(p) || p->group[d] < 2)
    return rows_below(p, d, c);
  tp_int rank = c / p->group[d], start = rows_below(p, d, rank * p->group[d]);
  tp_int rows = rows_below(p, d, (rank + 1) * p->group[d]) - start;
  return start + rows_of_threads(p, rank, rows, c % p->group[d]);
}

void tp_rows(const tp_plan *p, int d, tp_int c, tp_int *first, tp_int *last) {
  if (p->assign == TP_ASSIGN_CYCLIC && d != p->mapped) {
    *first = c < p->tiles[d] ? c : p->tiles[d];
    *last = c < p->tiles[d] ? c + 1 : p->tiles[d];
    return;
  }
  *first = first_row(p, d, c);
  *last = first_row(p, d, c + 1);
}

/* Box of the CPUs with coordinates from[d] to to[d], clipped to the space. */
static int cpus_box(const tp_plan *p, const tp_int *from, const tp_int *to, tp_box *out) {
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

int tp_rank_box(const tp_plan *p, int rank, tp_int pass, tp_box *out) {
  tp_int from[TP_DIMS], to[TP_DIMS];
  tp_cpu_coordinates(p, rank, 0, pass, from);
  tp_cpu_coordinates(p, rank, p->threads - 1, pass, to);
  return cpus_box(p, from, to, out);
}

int tp_cpu_box(const tp_plan *p, int rank, int thread, tp_int pass, tp_box *out) {
  tp_int c[TP_DIMS];
  tp_cpu_coordinates(p, rank, thread, pass, c);
  return cpus_box(p, c, c, out);
}

void tp_cpu_coordinates(const tp_plan *p, int rank, int thread, tp_int pass, tp_int *c) {
  for (int d = p->dims - 1; d >= 0; d--) {
    tp_int passes = tp_passes_along(p, d);
    c[d] = pass % passes * cpus_along(p, d) + rank % p->mesh[d] * p->group[d] + thread % p->group[d];
    pass /= passes;
    rank /= p->mesh[d];
    thread /= p->group[d];
  }
}

void tp_cpu_at(const tp_plan *p, const tp_int *c, int *rank, int *thread, tp_int *pass) {
  *rank = *thread = 0;
  *pass = 0;
  for (int d = 0; d < p->dims; d++) {
    int cpu = (int)(c[d] % cpus_along(p, d));
    *rank = *rank * p->mesh[d] + cpu / p->group[d];
    *thread = *thread * p->group[d] + cpu % p->group[d];
    *pass = *pass * tp_passes_along(p, d) + c[d] / cpus_along(p, d);
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

static void put_word(line *l, int setting, int value) {
  char word[32];
  put(l, " ");
  put(l, tp_setting_table[setting].name);
  put(l, "=");
  tp_setting_word(setting, value, word, sizeof word);
  put(l, word);
}

/* What is told only where it means something. */
static void put_details(line *l, const tp_plan *p) {
  char rest[64];
  if (p->threads > 1)
    put_word(l, TP_SETTING_hybrid, p->hybrid);
  if (p->threads > 1 && p->grouping == TP_GROUPING_VERTICAL) {
    snprintf(rest, sizeof rest, " subtiles=%d", p->subtiles);
    put(l, rest);
  }
  if (p->ranks > 1 && p->transport == TP_TRANSPORT_SHM_P2P)
    put(l, " transport=shm+p2p");
  else if (p->ranks > 1)
    put_word(l, TP_SETTING_transport, p->transport);
  if (p->ranks > 1 && p->faces == TP_FACES_PACKED)
    put_word(l, TP_SETTING_faces, p->faces);
  if (p->assign == TP_ASSIGN_CYCLIC)
    put_word(l, TP_SETTING_assign, p->assign);
  if (tp_cut(p) >= 0) {
    put_word(l, TP_SETTING_balance, p->balance);
    snprintf(rest, sizeof rest, " bal=%.2f,%.2f,%.2f", p->bal[0], p->bal[1], p->bal[2]);
    put(l, rest);
  }
  if (p->pokes > 0) {
    snprintf(rest, sizeof rest, " pokes=%d", p->pokes);
    put(l, rest);
  }
}

static void put_ignored(line *l, int ignored) {
  const char *before = " ignored=";
  for (int i = 0; i < TP_SETTING_COUNT; i++)
    if (ignored >> i & 1) {
      put(l, before);
      put(l, tp_setting_table[i].name);
      before = ",";
    }
}

/* The row of the tiling along which CPUs keep their tiles. */
static void put_along(line *l, const char *rows, int mapped) {
  char text[160];
  for (int d = 0; rows && d < mapped; d++) {
    const char *end = strchr(rows, ';');
    rows = end ? end + 1 : NULL;
  }
  if (rows)
    snprintf(text, sizeof text, " along=%.*s", (int)strcspn(rows, ";"), rows);
  else
    snprintf(text, sizeof text, " along=%d", mapped);
  put(l, text);
}

int tp_plan_print(const tp_plan *p, const char *rows, char *out, int size) {
  line l = {out, size, 0};
  char rest[160];
  if (size > 0)
    *out = 0;
  snprintf(rest, sizeof rest, "ranks=%d threads=%d", p->ranks, p->threads);
  put(&l, rest);
  put_word(&l, TP_SETTING_schedule, p->schedule);
  put_word(&l, TP_SETTING_protocol, p->protocol);
  put_word(&l, TP_SETTING_grouping, p->grouping);
  put_details(&l, p);
  put_numbers(&l, " mesh", p->dims, NULL, p->mesh);
  put_numbers(&l, " group", p->dims, NULL, p->group);
  put_along(&l, rows, p->mapped);
  put_numbers(&l, " extents", p->dims, p->extent, NULL);
  put_numbers(&l, " grid", p->dims, p->tiles, NULL);
  put_ignored(&l, p->ignored);
  return l.used;
}
