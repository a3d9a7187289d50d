/* timeline.c - see timeline.h. */
#include "timeline/timeline.h"

#include "util/own_memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct track {
  _Alignas(128) tp_slice *slice; /* a ring; null: out of memory */
  unsigned long long count;      /* added so far */
} track;

struct tp_timeline {
  track arrays, **thread;
  int threads;
  pthread_mutex_t lock; /* of names */
  char **name;
  int names;
  int region; /* that was entered: its name, */
  long run;   /* its run */
};

/* Memory is used when it is written to first. */
static int begin_track(track *t) { return (t->slice = malloc(TP_SLICES_MOST * sizeof *t->slice)) != NULL; }

tp_timeline *tp_timeline_make(void) {
  tp_timeline *t = aligned_alloc(_Alignof(tp_timeline), sizeof *t);
  if (!t)
    return NULL;
  memset(t, 0, sizeof *t);
  pthread_mutex_init(&t->lock, NULL);
  if (begin_track(&t->arrays))
    return t;
  free(t);
  return NULL;
}

int tp_timeline_name(tp_timeline *t, const char *name) {
  int i = 0;
  pthread_mutex_lock(&t->lock);
  while (i < t->names && strcmp(t->name[i], name) != 0)
    i++;
  if (i == t->names) {
    char **more = tp_own_grow(t->name, (size_t)i * sizeof *more, (size_t)(i + 1) * sizeof *more), *copy = strdup(name);
    t->name = more ? more : t->name;
    if (more && copy)
      t->name[t->names++] = copy;
    else
      i = -1;
  }
  pthread_mutex_unlock(&t->lock);
  return i;
}

void tp_timeline_enter(tp_timeline *t, const char *region, long run, int threads) {
  t->region = tp_timeline_name(t, region);
  t->run = run;
  if (threads <= t->threads)
    return;
  track **more = realloc(t->thread, (size_t)threads * sizeof *more);
  if (!more)
    return;
  for (t->thread = more; t->threads < threads; t->threads++) {
    track *made = aligned_alloc(_Alignof(track), sizeof *made);
    if (!made)
      return;
    memset(made, 0, sizeof *made);
    begin_track(made);
    t->thread[t->threads] = made;
  }
}

static track *find(const tp_timeline *t, int number) {
  if (number == TP_TRACK_ARRAYS)
    return (track *)&t->arrays;
  return number < t->threads ? t->thread[number] : NULL;
}

static void add(track *to, const tp_slice *s) {
  if (to && to->slice)
    to->slice[to->count % TP_SLICES_MOST] = *s;
  if (to)
    to->count++;
}

void tp_timeline_add(tp_timeline *t, int number, const tp_slice *s) {
  tp_slice whole = *s;
  whole.run = t->run;
  whole.name = t->region;
  add(find(t, number), &whole);
}

void tp_timeline_fetch(tp_timeline *t, const char *array, double begin, double end, long long bytes) {
  add(&t->arrays, &(tp_slice){.kind = TP_SLICE_FETCH, .begin = begin, .end = end, .cpu = -1, .peer = -1, .piece = -1, .bytes = bytes,
                              .name = tp_timeline_name(t, array)});
}

/* --- reading ---------------------------------------------------------------------------------- */

int tp_timeline_tracks(const tp_timeline *t) { return t->threads; }

unsigned long long tp_timeline_kept(const tp_timeline *t, int number) {
  const track *of = find(t, number);
  return !of->slice ? 0 : of->count < TP_SLICES_MOST ? of->count : TP_SLICES_MOST;
}

unsigned long long tp_timeline_lost(const tp_timeline *t, int number) {
  return find(t, number)->count - tp_timeline_kept(t, number);
}

const tp_slice *tp_timeline_slices(const tp_timeline *t, int number) { return find(t, number)->slice; }

const char *tp_timeline_named(const tp_timeline *t, int name) { return name < 0 ? "?" : t->name[name]; }
