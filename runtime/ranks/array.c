/* array.c - reservations on workers, and private copies for verification. */
#include "ranks/array.h"

#include "ranks/huge_pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { KEPT = 64, PAGE = 4096 };

static tp_reservation kept[KEPT];
static unsigned long clock_now;

/* Nobody tells a worker what the program has freed. New arrays that come while others are not asked for are a sign: what
   was not used since so many regions with new arrays goes. An array that comes again behind that was still in use: then
   more are kept. */
enum { LEAST_TURNS = 2, WORTH_DROPPING = 64 << 10 };
static struct {
  unsigned long turn; /* regions with new arrays so far */
  unsigned long most; /* turns that an array is kept for */
  struct {
    const char *first;
    tp_int bytes;
  } dropped[KEPT];
  int next;
} turns = {0, LEAST_TURNS, {{NULL, 0}}, 0};

/* Maps room for `bytes` such that `at` is congruent to `first` modulo a page (a huge page where the
   range holds one): alignment, and with it vector code and cache behaviour, are as on rank 0. */
static tp_status reserve(const char *first, tp_int bytes, tp_reservation *out) {
  tp_int align = bytes >= TP_HUGE_PAGE ? TP_HUGE_PAGE : PAGE;
  tp_int size = bytes + 2 * align;
  char *map = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED)
    return TP_FAILED;
  uintptr_t mask = (uintptr_t)align - 1;
  uintptr_t base = ((uintptr_t)map + mask) & ~mask;
  *out = (tp_reservation){first, bytes, map, (char *)base + ((uintptr_t)first & mask), size,
                          TP_STATE_STALE, 0, 0, turns.turn};
  return TP_OK;
}

void tp_array_release(tp_reservation *v) {
  if (v->map)
    munmap(v->map, (size_t)v->mapped);
  memset(v, 0, sizeof *v);
}

static void note_dropped(const tp_reservation *v) {
  turns.dropped[turns.next].first = v->first;
  turns.dropped[turns.next].bytes = v->bytes;
  turns.next = (turns.next + 1) % KEPT;
}

static void note_new(const char *first, tp_int bytes) {
  for (int i = 0; i < KEPT; i++)
    if (turns.dropped[i].first == first && turns.dropped[i].bytes == bytes && turns.most < KEPT) {
      turns.most *= 2;
      turns.dropped[i].first = NULL;
    }
}

/* Drops what was last used before `since` and more than so many turns ago; answers the number. */
static int drop(unsigned long since, unsigned long ago, tp_int least) {
  int count = 0;
  for (int i = 0; i < KEPT; i++) {
    tp_reservation *v = &kept[i];
    if (!v->map || v->state == TP_STATE_HELD || v->used > since || v->bytes < least || turns.turn - v->turn < ago)
      continue;
    note_dropped(v);
    tp_array_release(v);
    count++;
  }
  return count;
}

int tp_arrays_drop(void) { return drop(clock_now, 0, 0); }

/* 1: its data is nowhere else. */
static int is_held(const tp_reservation *v) { return v->map && v->state == TP_STATE_HELD; }

static int covers(const tp_reservation *v, const char *first, tp_int bytes) {
  return v->map && v->first <= first && first + bytes <= v->first + v->bytes;
}

/* The reservation that an area has already, which several arrays of a region may lie in; else one that nobody holds. What
   another area holds is its own: the room in which that may grow covers its neighbours' addresses, too. */
static tp_reservation *known(const char *first, tp_int bytes, unsigned long long area) {
  tp_reservation *found = NULL;
  for (int i = 0; i < KEPT; i++) {
    if (!covers(&kept[i], first, bytes))
      continue;
    if (is_held(&kept[i]) && kept[i].area == area)
      return &kept[i];
    if (!is_held(&kept[i]) && !found)
      found = &kept[i];
  }
  return found;
}

/* The kept reservation that holds [first, first + bytes), or a new one in the place of those that it
   covers, of a free one, or of the one unused for longest. area: for which it is, 0: for none. What was used after `since`
   belongs to the region being prepared and stays. */
static tp_reservation *find(const char *first, tp_int bytes, unsigned long long area, unsigned long since, int *fresh) {
  tp_reservation *place = known(first, bytes, area);
  if (place) {
    place->used = ++clock_now;
    place->turn = turns.turn;
    return place;
  }
  for (int i = 0; i < KEPT; i++) {
    tp_reservation *v = &kept[i];
    if (v->used > since || is_held(v))
      continue;
    if (v->map && first <= v->first && v->first + v->bytes <= first + bytes)
      tp_array_release(v);
    if (!place || v->used < place->used)
      place = v;
  }
  if (!place)
    return NULL;
  tp_array_release(place);
  note_new(first, bytes);
  if (reserve(first, bytes, place) != TP_OK && (drop(since, 0, 0) == 0 || reserve(first, bytes, place) != TP_OK))
    return NULL;
  place->used = ++clock_now;
  *fresh = 1;
  return place;
}

/* --- huge pages ------------------------------------------------------------------------------- */

typedef struct extent {
  char *first, *past;
  tp_int bytes, runs;
} extent;

static void measure(tp_stream *s, int array, void *at, tp_int bytes) {
  extent *e = &((extent *)s->tp_visitor)[array];
  if (e->past != at)
    e->runs++;
  if (!e->first || (char *)at < e->first)
    e->first = at;
  e->past = (char *)at + bytes;
  e->bytes += bytes;
}

/* Huge pages where this rank's results lie close together; elsewhere they would multiply memory. */
static void advise(const tp_region *r, const void *args, const tp_box *box) {
  extent *e = calloc((size_t)r->tp_arrays, sizeof *e);
  if (!e)
    return;
  tp_stream s = {.tp_mode = TP_VISIT, .tp_visit = measure, .tp_visitor = e};
  r->tp_owned(box, args, &s);
  for (int a = 0; a < r->tp_arrays; a++) {
    int dense = e[a].bytes >= 4 * TP_HUGE_PAGE && e[a].past - e[a].first <= e[a].bytes + e[a].bytes / 4;
    if (dense && !(r->tp_array[a].tp_flags & TP_ARRAY_STATIC))
      tp_huge_pages_ask(e[a].first, e[a].past);
  }
  free(e);
}

void tp_array_hulls(const tp_region *r, tp_range *range) {
  for (int a = 0; a < r->tp_arrays; a++)
    for (int b = a + 1; b < r->tp_arrays; b++) {
      if (r->tp_array[b].tp_field != r->tp_array[a].tp_field || range[b].tp_past <= range[b].tp_first)
        continue;
      int empty = range[a].tp_past <= range[a].tp_first;
      range[a].tp_first = empty ? range[b].tp_first : tp_min(range[a].tp_first, range[b].tp_first);
      range[a].tp_past = empty ? range[b].tp_past : tp_max(range[a].tp_past, range[b].tp_past);
      range[b].tp_first = range[b].tp_past = 0;
    }
}

void tp_arrays_release_held(const tp_area *area, int areas) {
  for (int i = 0; i < KEPT; i++) {
    int lives = 0;
    for (int n = 0; n < areas && is_held(&kept[i]); n++)
      lives |= kept[i].area == area[n].serial;
    if (is_held(&kept[i]) && !lives)
      kept[i].state = TP_STATE_STALE;
  }
}

/* The area of an array, null: it does not stay. */
static const tp_area *area_of(const tp_placement *p, int array) {
  for (int i = 0; p && array < p->head.arrays && p->area_of[array] >= 0 && i < p->head.areas; i++)
    if (p->area[i].number == p->area_of[array])
      return &p->area[i];
  return NULL;
}

tp_status tp_arrays_localise(const tp_region *r, void *args, const tp_box *box, const tp_placement *placement) {
  tp_range *range = malloc((size_t)r->tp_arrays * sizeof *range + 1);
  if (!range)
    return TP_FAILED;
  r->tp_ranges(args, range);
  tp_status status = TP_OK;
  unsigned long since = clock_now;
  int fresh = 0;
  tp_array_hulls(r, range);
  for (int a = 0; a < r->tp_arrays && status == TP_OK; a++) {
    const tp_array_info *info = &r->tp_array[a];
    if (info->tp_flags & (TP_ARRAY_STATIC | TP_ARRAY_CONSTANT) || range[a].tp_past <= range[a].tp_first)
      continue;
    char **base = (char **)((char *)args + info->tp_field);
    const char *first = *base + range[a].tp_first;
    const tp_area *area = area_of(placement, a);
    if (area && placement->at && placement->at[area->number]) {
      *base = placement->at[area->number] + (first - area->began) - range[a].tp_first;
      continue;
    }
    tp_reservation *v =
        area ? find(area->began - area->room, area->began_bytes + 2 * area->room, area->serial, since, &fresh)
             : find(first, range[a].tp_past - range[a].tp_first, 0, since, &fresh);
    if (!v) {
      status = TP_FAILED;
      continue;
    }
    *base = v->at + (first - v->first) - range[a].tp_first;
    if (area) {
      v->state = TP_STATE_HELD;
      v->area = area->serial;
    }
  }
  if (status == TP_OK && r->tp_localise)
    r->tp_localise(args);
  if (status == TP_OK && fresh && box)
    advise(r, args, box);
  if (fresh) {
    turns.turn++;
    drop(since, turns.most + 1, WORTH_DROPPING);
  }
  free(range);
  return status;
}

tp_status tp_array_shadow(tp_int first, tp_int past, tp_reservation *out, void **base) {
  const char *original = (const char *)*base + first;
  tp_status status = reserve(original, past - first, out);
  if (status == TP_OK)
    *base = out->at - first;
  return status;
}
