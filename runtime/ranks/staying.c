/* staying.c - see staying.h. */
#include "ranks/staying.h"

#include "exec/pipeline.h"
#include "process/descriptors.h"
#include "process/process.h"
#include "ranks/commands.h"
#include "ranks/deferral.h"
#include "ranks/lost.h"
#include "residency/protection.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { FETCH_MOST = 512 }; /* transfers of one message */
static const tp_int least_bytes = 16 << 10;
/* A new area may grow by this part of it on both sides: regions that read what others wrote read its borders, too. */
enum { BORDERS = 8 };

tp_staying tp_staying_area[TP_AREAS_MOST];
tp_staying_counts tp_staying_count;
tp_worth tp_staying_worth;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Of plans that wrote areas. */
enum { OWING = 64 };
static struct {
  long long plan; /* its serial, 0: none */
  double seconds;
} owed[OWING];
static int next_owed;

void tp_staying_spend(int number, double seconds) {
  int i = 0;
  tp_worth_spent(&tp_staying_worth, seconds);
  while (i < OWING && owed[i].plan != tp_staying_area[number].plan)
    i++;
  if (i == OWING) {
    i = next_owed;
    next_owed = (next_owed + 1) % OWING;
    owed[i].plan = tp_staying_area[number].plan;
    owed[i].seconds = 0;
  }
  owed[i].seconds += seconds;
}

double tp_staying_take_owed(long long plan) {
  double seconds = 0;
  for (int i = 0; i < OWING; i++)
    if (owed[i].plan == plan) {
      seconds = owed[i].seconds;
      owed[i].seconds = 0;
    }
  return seconds;
}

/* Signals are deferred from before the lock is taken until after it is given back. */
void tp_staying_enter(void) {
  tp_pages_unserved(1);
  pthread_mutex_lock(&lock);
}

void tp_staying_leave(void) {
  pthread_mutex_unlock(&lock);
  tp_pages_unserved(0);
  tp_deferral_end();
}

/* Transfers count from where an area began: other ranks hear that it has grown with their next command only. */
char *tp_staying_at(int number) { return (char *)tp_staying_area[number].began.first; }

int tp_staying_overlaps(const tp_staying *a, uintptr_t first, uintptr_t past) {
  return a->serial && a->d.first < past && first < a->d.past;
}

void tp_staying_ask(int rank, const tp_area_transfer *t, int count) {
  tp_int bytes = (tp_int)(sizeof(tp_command) + (size_t)count * sizeof *t);
  char *message = calloc(1, (size_t)bytes);
  tp_command c;
  tp_request r = {0, 0};
  if (!message)
    tp_exchange_fail("out of memory [memory]");
  memset(&c, 0, sizeof c);
  c.kind = TP_FETCH;
  memcpy(message, &c, sizeof c);
  memcpy(message + sizeof c, t, (size_t)count * sizeof *t);
  tp_exchange_command(rank, message, bytes, &r);
  tp_exchange_finish(&r);
  free(message);
}

/* Receives into memory that others may look at: what is there is complete when it can be seen. */
static void receive_unseen(const tp_area_transfer *t) {
  static char *buffer;
  if (!buffer)
    buffer = malloc(TP_STAYING_PIECE_MOST);
  if (!buffer)
    tp_exchange_fail("out of memory [memory]");
  tp_request r = {0, 0};
  tp_here.transport->post(tp_here.transport, buffer, t->bytes, t->from, TP_TAG_AREA, &r);
  tp_exchange_finish(&r);
  if (!tp_pages_store((uintptr_t)tp_staying_at(t->area) + (uintptr_t)t->offset, buffer, (size_t)t->bytes))
    tp_exchange_fail("memory of an array cannot be written [protection]");
}

/* Up to FETCH_MOST transfers of one rank. */
static void fetch_some(int rank, const tp_area_transfer *t, int count, int seen) {
  static const tp_region nothing = {.tp_name = "(between regions)"};
  tp_pipeline none = {.region = &nothing};
  none.watchdog = tp_watchdog_of_program();
  tp_exchange_watch(&none, "arrays that stay on", rank);
  tp_staying_ask(rank, t, count);
  if (seen) {
    tp_started s = tp_transfers_start(t, count, tp_staying_at);
    tp_transfers_finish(&s);
  } else {
    for (int i = 0; i < count; i++)
      receive_unseen(&t[i]);
  }
  tp_exchange_unwatch();
}

/* Between regions: brings rank 0 what the transfers say. seen: right into the memory, which is open. */
static void fetch(const tp_transfers *list, int seen) {
  tp_area_transfer t[FETCH_MOST];
  if (list->count && tp_descriptors_lost())
    tp_leave_without_mpi();
  for (int rank = 1; rank < tp_here.ranks; rank++) {
    int count = 0;
    for (int i = 0; i < list->count; i++)
      for (uintptr_t at = list->at[i].first; list->at[i].from == rank && at < list->at[i].past; at += TP_STAYING_PIECE_MOST) {
        uintptr_t past = at + TP_STAYING_PIECE_MOST < list->at[i].past ? at + TP_STAYING_PIECE_MOST : list->at[i].past;
        int number = list->at[i].area;
        t[count++] = (tp_area_transfer){rank, 0, number, 0, (tp_int)(at - tp_staying_area[number].began.first), (tp_int)(past - at)};
        if (count == FETCH_MOST) {
          fetch_some(rank, t, count, seen);
          count = 0;
        }
      }
    if (count)
      fetch_some(rank, t, count, seen);
  }
}

long long tp_staying_bytes(const tp_transfers *t) {
  long long bytes = 0;
  for (int i = 0; i < t->count; i++)
    bytes += (long long)(t->at[i].past - t->at[i].first);
  return bytes;
}

void tp_staying_check(const tp_directory *d, const tp_transfers *t) {
  if (d->failed || t->failed)
    tp_exchange_fail("out of memory [memory]");
}

void tp_staying_note(int number) {
  const tp_staying *a = &tp_staying_area[number];
  tp_lost_note(number, a->array, a->region, a->serial ? &a->d : NULL);
}

/* Whose bytes come when the program touches them; nothing is counted where there is no memory. */
static void count_brought(const tp_transfers *t) {
  if (!tp_staying_count.brought)
    tp_staying_count.brought = calloc((size_t)tp_here.ranks, sizeof *tp_staying_count.brought);
  for (int i = 0; tp_staying_count.brought && i < t->count; i++) {
    tp_brought *from = &tp_staying_count.brought[t->at[i].from];
    from->pieces++;
    from->bytes += (long long)(t->at[i].past - t->at[i].first);
  }
}

/* Rank 0 holds [first, past) of an area; written: it alone. */
void tp_staying_bring(int number, uintptr_t first, uintptr_t past, int written) {
  tp_transfers t = {0};
  tp_staying *a = &tp_staying_area[number];
  tp_movement_home(number, first, past, &a->d, &t);
  tp_staying_check(&a->d, &t);
  fetch(&t, 0);
  tp_staying_count.fetched += tp_staying_bytes(&t);
  count_brought(&t);
  for (int i = 0; i < t.count; i++)
    tp_spans_add(&a->touched, t.at[i].first, t.at[i].past);
  if (a->surveyed)
    tp_spans_add(&a->touched, first, past);
  if (written)
    tp_directory_set(&a->d, first, past, 0);
  tp_staying_check(&a->d, &t);
  tp_pages_protect(&a->d, first, past);
  tp_staying_note(number);
  tp_transfers_free(&t);
}

/* The area is no more: all of it is home, with its data or without. */
void tp_staying_end(int number, int with_data) {
  double start = tp_now();
  tp_transfers t = {0};
  tp_staying *a = &tp_staying_area[number];
  if (with_data)
    tp_movement_home(number, a->d.first, a->d.past, &a->d, &t);
  tp_staying_check(&a->d, &t);
  tp_pages_open(a->d.first, a->d.past);
  fetch(&t, 1);
  tp_staying_count.returned += tp_staying_bytes(&t);
  tp_pages_unwatch(a->watched);
  tp_transfers_free(&t);
  tp_directory_free(&a->d);
  tp_spans_free(&a->touched);
  tp_staying_spend(number, tp_now() - start);
  memset(a, 0, sizeof *a);
  tp_staying_note(number);
}

void tp_staying_end_overlapping(uintptr_t first, uintptr_t past) {
  for (int n = 0; n < TP_AREAS_MOST; n++)
    if (tp_staying_overlaps(&tp_staying_area[n], first, past))
      tp_staying_end(n, 1);
}

int tp_staying_any(void) {
  for (int n = 0; n < TP_AREAS_MOST; n++)
    if (tp_staying_area[n].serial)
      return 1;
  return 0;
}

/* -1: there is none left, or the memory is of another kind. */
static int new_area(uintptr_t first, uintptr_t past, uintptr_t room, const void *base) {
  static unsigned long long serial;
  int number = 0;
  while (number < TP_AREAS_MOST && tp_staying_area[number].serial)
    number++;
  if (number == TP_AREAS_MOST || (tp_int)(past - first) < least_bytes || !tp_pages_are_plain(first, past))
    return -1;
  tp_staying *a = &tp_staying_area[number];
  a->watched = tp_pages_watch(first, past);
  if (a->watched < 0)
    return -1;
  a->serial = ++serial;
  a->base = base;
  a->began = (tp_span){first, past};
  a->room = room;
  a->touched.apart = 1;
  tp_directory_begin(&a->d, first, past);
  return number;
}

int tp_staying_survey(tp_span s) {
  int number = tp_staying_reached(s) ? -1 : new_area(s.first, s.past, 0, NULL);
  if (number < 0)
    return -1;
  tp_staying_area[number].surveyed = 1;
  tp_pages_close(s.first, s.past);
  return number;
}

/* An area that has all of the span; -1: none. */
int tp_staying_around(tp_span s) {
  for (int n = 0; n < TP_AREAS_MOST; n++)
    if (tp_staying_area[n].serial && tp_staying_area[n].d.first <= s.first && s.past <= tp_staying_area[n].d.past)
      return n;
  return -1;
}

int tp_staying_reached(tp_span s) {
  for (int n = 0; n < TP_AREAS_MOST; n++)
    if (tp_staying_overlaps(&tp_staying_area[n], s.first, s.past))
      return 1;
  return 0;
}

/* The span with all areas that it reaches; answers their number, *one: one of them. */
static int join_areas(tp_span *s, int *one) {
  tp_span all = *s;
  int count = 0;
  for (int n = 0; n < TP_AREAS_MOST; n++)
    if (tp_staying_overlaps(&tp_staying_area[n], s->first, s->past)) {
      all.first = tp_staying_area[n].d.first < all.first ? tp_staying_area[n].d.first : all.first;
      all.past = tp_staying_area[n].d.past > all.past ? tp_staying_area[n].d.past : all.past;
      *one = n;
      count++;
    }
  *s = all;
  return count;
}

/* 1: the area has the span now. */
static int grow(int number, tp_span s) {
  tp_staying *a = &tp_staying_area[number];
  int fits = s.first >= a->began.first - a->room && s.past <= a->began.past + a->room;
  if (!fits || !tp_pages_are_plain(s.first, a->d.first) || !tp_pages_are_plain(a->d.past, s.past))
    return 0;
  tp_directory_grow(&a->d, s.first, s.past);
  if (a->d.failed)
    tp_exchange_fail("out of memory [memory]");
  tp_pages_watch_more(a->watched, s.first, s.past);
  return 1;
}

void tp_staying_make(tp_span s, const void *base) {
  int one = -1, found = tp_staying_around(s) >= 0 ? 0 : join_areas(&s, &one);
  if (tp_staying_around(s) >= 0 || (found == 1 && grow(one, s)))
    return;
  tp_staying_end_overlapping(s.first, s.past);
  uintptr_t bytes = s.past - s.first, room = found ? bytes : bytes / BORDERS;
  new_area(s.first, s.past, room < s.first / 2 ? room : 0, base);
}
