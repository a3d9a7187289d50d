/* needs.c - see needs.h. */
#include "ranks/needs.h"

#include "process/process.h"
#include "ranks/array.h"
#include "ranks/commands.h"
#include "residency/protection.h"

#include <stdlib.h>
#include <string.h>

enum {
  PATIENCE = 8, PATIENCE_MOST = 64, /* runs with what is foreseen, until one is tried without */
  KNOWN = 64,                     /* plans with their arrays that are remembered */
  SPANS_MOST = TP_STAYING_PIECES, /* of an array for each rank: one that lies in more goes back */
  NEEDS_MOST = 8192,              /* of what a rank needs: borders of rows, which share messages */
};

static tp_needs *known[KNOWN];
static int next_known;

static const void *base_of(const tp_region *r, const void *args, int array) {
  return *(const void *const *)((const char *)args + r->tp_array[array].tp_field);
}

void tp_needs_free_step(tp_needs_step *s, int places) {
  for (int i = 0; i < places; i++) {
    tp_directory_free(&s->before[i]);
    tp_directory_free(&s->after[i]);
  }
  tp_transfers_free(&s->first);
  tp_transfers_free(&s->last);
  free(s->wire);
  tp_changes_free(&s->open);
  tp_changes_free(&s->close);
  memset(s, 0, sizeof *s);
}

static void free_known(tp_needs *k) {
  for (int i = 0; k && i < TP_NEEDS_STEPS; i++)
    tp_needs_free_step(&k->step[i], k->places);
  for (int i = 0; k && i < k->places; i++)
    for (int r = 0; r < tp_here.ranks; r++) {
      tp_spans_free(&k->place[i].need[r]);
      tp_spans_free(&k->place[i].own[r]);
    }
  for (int i = 0; k && i < k->places; i++) {
    tp_spans_free(&k->place[i].touched);
    tp_spans_free(&k->place[i].seen);
    tp_spans_free(&k->place[i].once);
    tp_spans_free(&k->place[i].foreseen);
    free(k->place[i].need);
    free(k->place[i].own);
  }
  free(k);
}

static tp_needs *new_known(void) {
  tp_needs *k = calloc(1, sizeof *k);
  if (!k)
    tp_exchange_fail("out of memory [memory]");
  free_known(known[next_known]);
  known[next_known] = k;
  next_known = (next_known + 1) % KNOWN;
  return k;
}

static int is_alive(const tp_needs_place *p) { return tp_staying_area[p->area].serial == p->serial; }

tp_needs *tp_needs_find(const tp_pipeline *p) {
  const tp_region *r = p->region;
  for (int i = 0; i < KNOWN; i++) {
    tp_needs *k = known[i];
    int same = k && k->plan == p->plan.serial;
    for (int a = 0; same && a < r->tp_arrays; a++)
      same = k->base[a] == base_of(r, p->args, a);
    for (int n = 0; same && n < k->places; n++)
      same = is_alive(&k->place[n]);
    if (same)
      return k;
  }
  return NULL;
}

/* 1: its elements lie side by side. */
static int is_dense(const tp_array_info *info, const tp_range *range) {
  tp_int least = 0;
  for (int d = 0; d < info->tp_rank && d < TP_DIMS + 3; d++) {
    tp_int stride = range->tp_stride[d] < 0 ? -range->tp_stride[d] : range->tp_stride[d];
    least = least == 0 || (stride > 0 && stride < least) ? stride : least;
  }
  return least == info->tp_element;
}

/* 1: nothing of the array tells against it. Members of structures do not stay: between their elements lies what the program
   may hand to the kernel, a file's name or a time. */
static int may_stay(const tp_region *r, const tp_range *range, int array) {
  const tp_array_info *info = &r->tp_array[array];
  for (int a = 0; a < r->tp_arrays; a++)
    if (a != array && r->tp_array[a].tp_field == info->tp_field)
      return 0;
  const int against = TP_ARRAY_CONSTANT | TP_ARRAY_OWN | TP_ARRAY_ROWS | TP_ARRAY_MAYBE_WRITTEN | TP_ARRAY_SPANS_STRUCTURES;
  return !(info->tp_flags & against) && info->tp_element >= 2 && is_dense(info, range);
}

int tp_needs_has_hulls(const tp_region *r) {
  for (int a = 0; a < r->tp_arrays; a++)
    if (r->tp_array[a].tp_flags & TP_ARRAY_ROWS)
      return 0;
  return r->tp_arrays <= TP_NEEDS_ARRAYS;
}

void tp_needs_hulls(const tp_region *r, const void *args, tp_range *range, tp_span *hull) {
  r->tp_ranges(args, range);
  tp_array_hulls(r, range);
  for (int a = 0; a < r->tp_arrays; a++) {
    uintptr_t base = (uintptr_t)base_of(r, args, a);
    int travels = !(r->tp_array[a].tp_flags & (TP_ARRAY_CONSTANT | TP_ARRAY_OWN)) && range[a].tp_past > range[a].tp_first;
    hull[a] = (tp_span){base + (uintptr_t)range[a].tp_first, base + (uintptr_t)range[a].tp_past};
    if (!travels)
      hull[a] = (tp_span){0, 0};
  }
}

static int lies_apart(const tp_span *hull, int arrays, int array) {
  for (int a = 0; a < arrays; a++)
    if (a != array && hull[a].first < hull[array].past && hull[array].first < hull[a].past)
      return 0;
  return 1;
}

/* 1: the array may stay with some plan. */
static int can_stay(const tp_region *r, const tp_range *range, const tp_span *hull, int array) {
  return hull[array].past > hull[array].first && may_stay(r, range, array) && lies_apart(hull, r->tp_arrays, array);
}

void tp_needs_staying_spans(const tp_region *r, const void *args, tp_span *span) {
  tp_span hull[TP_NEEDS_ARRAYS];
  tp_range range[TP_NEEDS_ARRAYS];
  tp_needs_hulls(r, args, range, hull);
  for (int a = 0; a < r->tp_arrays; a++)
    span[a] = can_stay(r, range, hull, a) ? hull[a] : (tp_span){0, 0};
}

/* The area of each array, -1: it does not stay; what it had in areas is home then. */
static void find_areas(const tp_region *r, const void *args, const tp_range *range, const tp_span *hull, int *area_of) {
  for (int a = 0; a < r->tp_arrays; a++) {
    area_of[a] = -1;
    if (can_stay(r, range, hull, a))
      tp_staying_make(hull[a], base_of(r, args, a));
    else if (hull[a].past > hull[a].first)
      tp_staying_end_overlapping(hull[a].first, hull[a].past);
  }
  /* An area may have gone for a later array. */
  for (int a = 0; a < r->tp_arrays; a++)
    if (can_stay(r, range, hull, a))
      area_of[a] = tp_staying_around(hull[a]);
}

typedef struct collector {
  tp_spans *set[TP_NEEDS_ARRAYS]; /* null: nothing is collected */
} collector;

static void collect(tp_stream *s, int array, void *at, tp_int bytes) {
  const collector *c = s->tp_visitor;
  if (c->set[array])
    tp_spans_add(c->set[array], (uintptr_t)at, (uintptr_t)at + (uintptr_t)bytes);
}

static void enumerate(const tp_pipeline *p, tp_needs *k, int rank) {
  collector need = {{NULL}}, own = {{NULL}};
  tp_box box;
  for (int a = 0; a < p->region->tp_arrays; a++)
    for (int i = 0; i < k->places; i++)
      if (k->area_of[a] == k->place[i].area) {
        need.set[a] = &k->place[i].need[rank];
        own.set[a] = &k->place[i].own[rank];
      }
  for (tp_int pass = 0; pass < tp_passes(&p->plan); pass++) {
    tp_stream s = {.tp_mode = TP_VISIT, .tp_visit = collect, .tp_visitor = &need};
    if (!tp_rank_box(&p->plan, rank, pass, &box))
      continue;
    p->region->tp_livein(&box, p->args, &s);
    s.tp_visitor = &own;
    p->region->tp_owned(&box, p->args, &s);
  }
}

/* What rank 0 touches, as far as the region's functions tell: what it needs and owns, and what others send it. */
static void find_touched(const tp_pipeline *p, tp_needs *k) {
  collector faces = {{NULL}};
  for (int i = 0; i < k->places; i++) {
    tp_needs_place *at = &k->place[i];
    for (int n = 0; n < at->need[0].count; n++)
      tp_spans_add(&at->touched, at->need[0].at[n].first, at->need[0].at[n].past);
    for (int n = 0; n < at->own[0].count; n++)
      tp_spans_add(&at->touched, at->own[0].at[n].first, at->own[0].at[n].past);
    for (int a = 0; a < p->region->tp_arrays; a++)
      if (k->area_of[a] == at->area)
        faces.set[a] = &at->touched;
  }
  tp_faces_visit(p, collect, &faces);
  for (int i = 0; i < k->places; i++) {
    tp_spans_close(&k->place[i].touched, tp_page_size());
    if (k->place[i].touched.failed || k->place[i].touched.count > SPANS_MOST)
      k->place[i].whole = 1;
  }
}

/* 1: pages would belong to several ranks, more than lie inside of a piece. */
static int is_scattered(const tp_spans *own) {
  uintptr_t bytes = 0;
  for (int i = 0; i < own->count; i++)
    bytes += own->at[i].past - own->at[i].first;
  return own->count > 1 && bytes / (uintptr_t)own->count < TP_STAYING_PAGES * tp_page_size();
}

/* 0: the array lies in too many pieces. */
static int settle(tp_needs_place *p, int ranks) {
  uintptr_t gap = tp_page_size();
  int few = 1;
  for (int r = 0; r < ranks; r++)
    tp_spans_close(&p->own[r], 1);
  tp_spans_fill(p->own, p->need, ranks, gap);
  for (int r = 0; r < ranks; r++) {
    tp_spans_close(&p->need[r], gap);
    /* A rank may get more than it needs: what it will own is there from the second run on. */
    for (int i = 0; p->need[r].count > NEEDS_MOST && i < p->own[r].count; i++)
      tp_spans_add(&p->need[r], p->own[r].at[i].first, p->own[r].at[i].past);
    tp_spans_close(&p->need[r], gap);
    few &= !is_scattered(&p->own[r]) && !p->own[r].failed && !p->need[r].failed;
    few &= p->own[r].count <= SPANS_MOST && p->need[r].count <= NEEDS_MOST;
  }
  return few;
}

static int place_of(const tp_needs *k, int area) {
  for (int i = 0; i < k->places; i++)
    if (k->place[i].area == area)
      return i;
  return -1;
}

static void add_place(tp_needs *k, int number, const char *array) {
  tp_needs_place *p = &k->place[k->places++];
  p->array = array;
  p->area = number;
  p->serial = tp_staying_area[number].serial;
  p->need = calloc((size_t)tp_here.ranks, sizeof *p->need);
  p->own = calloc((size_t)tp_here.ranks, sizeof *p->own);
  if (!p->need || !p->own)
    tp_exchange_fail("out of memory [memory]");
}

tp_needs *tp_needs_learn(const tp_pipeline *p) {
  const tp_region *r = p->region;
  tp_needs *k = new_known();
  k->plan = p->plan.serial;
  for (int a = 0; a < r->tp_arrays; a++)
    k->base[a] = base_of(r, p->args, a);
  tp_range range[TP_NEEDS_ARRAYS];
  tp_needs_hulls(r, p->args, range, k->hull);
  find_areas(r, p->args, range, k->hull, k->area_of);
  for (int a = 0; a < r->tp_arrays; a++)
    if (k->area_of[a] >= 0 && place_of(k, k->area_of[a]) < 0)
      add_place(k, k->area_of[a], r->tp_array[a].tp_name);
  for (int rank = 0; rank < p->plan.ranks; rank++)
    enumerate(p, k, rank);
  for (int i = 0; i < k->places; i++) {
    if (settle(&k->place[i], p->plan.ranks))
      continue;
    /* It goes back, now and with this plan for good. */
    tp_staying_end(k->place[i].area, 1);
    for (int a = 0; a < r->tp_arrays; a++)
      k->area_of[a] = k->area_of[a] == k->place[i].area ? -1 : k->area_of[a];
    for (int rank = 0; rank < tp_here.ranks; rank++) {
      tp_spans_free(&k->place[i].need[rank]);
      tp_spans_free(&k->place[i].own[rank]);
    }
    free(k->place[i].need);
    free(k->place[i].own);
    k->place[i--] = k->place[--k->places];
  }
  find_touched(p, k);
  k->pages = 1;
  k->all = 1;
  for (int a = 0; a < r->tp_arrays; a++) {
    int i = k->area_of[a] < 0 ? -1 : place_of(k, k->area_of[a]);
    if (i >= 0)
      k->place[i].written |= r->tp_array[a].tp_flags & TP_ARRAY_WRITTEN;
    k->all &= i >= 0 || r->tp_array[a].tp_flags & (TP_ARRAY_CONSTANT | TP_ARRAY_OWN);
    if (i >= 0)
      k->hull[a] = (tp_span){0, 0};
  }
  return k;
}

/* What the run touched unforeseen is protected, and opened at once the next time. */
void tp_needs_touched(tp_needs *k) {
  uintptr_t page[TP_TOUCHED_MOST];
  int n = tp_pages_touched(page);
  if (n == 0)
    return;
  for (int i = 0; i < k->places; i++) {
    tp_needs_place *p = &k->place[i];
    const tp_directory *d = &tp_staying_area[p->area].d;
    for (int t = 0; t < n; t++)
      if (page[t] >= d->first && page[t] < d->past) {
        tp_spans_add(&p->touched, page[t], page[t] + tp_page_size());
        tp_pages_protect(d, page[t], page[t] + tp_page_size());
      }
    tp_spans_close(&p->touched, tp_page_size());
    p->whole |= n < 0 || p->touched.failed || p->touched.count > SPANS_MOST;
    if (n < 0)
      tp_pages_protect(d, d->first, d->past);
  }
  k->pages++;
}

void tp_needs_passing(tp_needs *k) {
  for (int i = 0; i < k->places; i++) {
    tp_needs_place *p = &k->place[i];
    long long writes = tp_staying_area[p->area].writes;
    p->passing = !p->written && p->writes > 0 && writes != p->writes;
    p->writes = writes;
  }
}

void tp_needs_look_back(void) {
  for (int n = 0; n < TP_AREAS_MOST; n++) {
    tp_staying *a = &tp_staying_area[n];
    if (!a->serial || a->surveyed || a->touched.count == 0)
      continue;
    tp_needs *k = NULL;
    for (int i = 0; i < KNOWN && !k; i++)
      k = known[i] && known[i] == a->by ? known[i] : NULL;
    int at = k && k->plan == a->plan ? place_of(k, n) : -1;
    if (at >= 0 && is_alive(&k->place[at]))
      for (int i = 0; i < a->touched.count; i++)
        tp_spans_add(&k->place[at].seen, a->touched.at[i].first, a->touched.at[i].past);
    tp_spans_free(&a->touched);
  }
}

/* 1: more is foreseen than before. */
static int foresee_more(tp_needs_place *p) {
  tp_spans again = {0};
  tp_spans_close(&p->seen, 1);
  tp_spans_meet(&p->seen, &p->once, &again);
  for (int i = 0; i < again.count; i++)
    tp_spans_add(&p->foreseen, again.at[i].first, again.at[i].past);
  tp_spans_close(&p->foreseen, 1);
  int more = again.count > 0;
  if (again.failed || p->seen.failed || p->foreseen.failed)
    tp_exchange_fail("out of memory [memory]");
  tp_spans_free(&again);
  tp_spans_free(&p->once);
  p->once = p->seen;
  p->seen = (tp_spans){0};
  return more;
}

static void forget_foreseen(tp_needs_place *p) {
  tp_spans_free(&p->once);
  p->once = p->foreseen;
  p->foreseen = (tp_spans){0};
}

void tp_needs_foresee(tp_needs *k) {
  int more = 0, any = 0;
  for (int i = 0; i < k->places; i++) {
    more |= foresee_more(&k->place[i]);
    any |= k->place[i].foreseen.count > 0;
  }
  if (more) {
    k->patience = k->patience == 0 ? PATIENCE : k->patience;
    k->left = k->patience;
  } else if (any && --k->left == 0) {
    for (int i = 0; i < k->places; i++)
      forget_foreseen(&k->place[i]);
    k->patience = k->patience < PATIENCE_MOST ? 2 * k->patience : PATIENCE_MOST;
  } else {
    k->patience = any ? k->patience : 0;
    return;
  }
  for (int i = 0; i < TP_NEEDS_STEPS; i++)
    tp_needs_free_step(&k->step[i], k->places);
}
