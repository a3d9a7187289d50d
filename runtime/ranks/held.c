/* held.c - see held.h. */
#include "ranks/held.h"

#include "ranks/array.h"

#include <string.h>

static unsigned long long serial[TP_AREAS_MOST]; /* 0: not held */
static char *place[TP_AREAS_MOST]; /* of the byte at which the area began: it may grow */

void tp_held_begin(tp_placement *p) {
  for (int n = 0; n < TP_AREAS_MOST; n++) {
    int lives = 0;
    for (int i = 0; p && i < p->head.areas; i++)
      lives |= p->area[i].number == n && p->area[i].serial == serial[n];
    if (lives)
      continue;
    serial[n] = 0;
    place[n] = NULL;
  }
  if (p)
    p->at = place;
  tp_arrays_release_held(p ? p->area : NULL, p ? p->head.areas : 0);
}

static const char *base_of(const tp_region *r, const void *args, int array) {
  return *(char *const *)((const char *)args + r->tp_array[array].tp_field);
}

static const tp_area *area_numbered(const tp_placement *p, int number) {
  for (int i = 0; i < p->head.areas; i++)
    if (p->area[i].number == number)
      return &p->area[i];
  return NULL;
}

/* An array that came by a pointer at first may be a static one of this program: then that is its place. */
void tp_held_note(const tp_region *r, const tp_placement *p, const void *from, const void *args) {
  for (int a = 0; a < p->head.arrays; a++) {
    const tp_area *area = p->area_of[a] >= 0 ? area_numbered(p, p->area_of[a]) : NULL;
    if (!area)
      continue;
    char *at = (char *)base_of(r, args, a) + (area->began - base_of(r, from, a)), *before = place[area->number];
    tp_int front = area->first - area->began;
    if (before && before != at)
      memcpy(at + front, before + front, (size_t)area->bytes);
    serial[area->number] = area->serial;
    place[area->number] = at;
  }
}

char *tp_held_at(int area) { return place[area]; }

void tp_held_send(const tp_area_transfer *t, int count) {
  tp_started s = tp_transfers_start(t, count, tp_held_at);
  tp_transfers_finish(&s);
}
