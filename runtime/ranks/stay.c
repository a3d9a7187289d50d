/* stay.c - see stay.h. A run's needs are found by the emitted enumerations once for a plan and its arrays; what has to
 * move once for them and a state of the directory. In a steady loop both are known. */
#include "ranks/stay.h"

#include "comm/idle.h"
#include "comm/p2p.h"
#include "exec/statistics.h"
#include "process/imports.h"
#include "process/library_function.h"
#include "process/process.h"
#include "ranks/array.h"
#include "ranks/commands.h"
#include "ranks/lost.h"
#include "ranks/memory_calls.h"
#include "residency/movement.h"
#include "residency/protection.h"
#include "residency/worth.h"
#include "util/context.h"
#include "util/wait.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
  ARRAYS_MOST = 64,
  KNOWN = 64,           /* plans with their arrays that are remembered */
  STEPS = 4,            /* states of the directory that are remembered of each */
  SPANS_MOST = TP_STAYING_PIECES, /* of an array for each rank: one that lies in more goes back */
  PIECE = 64 << 10, PIECE_MOST = 8 << 20, /* of a fault, and of one after others */
  SEGMENTS_MOST = 1000, /* of an area: one that the program has cut into more goes back */
  FETCH_MOST = 512      /* transfers of one message */
};
static const tp_int least_bytes = 16 << 10;

/* --- areas ------------------------------------------------------------------------------------ */

typedef struct area {
  unsigned long long serial; /* 0: no area */
  int watched;
  tp_directory d;
  tp_span began;    /* its range then */
  uintptr_t room;   /* it may grow by so many bytes in front of that, and behind */
  const void *base; /* the array's, perhaps in front of what regions access */
  const char *array, *region; /* names: of the array, and of the region that wrote it last */
  long long plan;             /* with this one, by its serial */
  uintptr_t first, past; /* of the last piece that a fault brought: the next one may follow it, or come before it */
  uintptr_t piece;       /* bytes of a piece now */
} area;

static area areas[TP_AREAS_MOST];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int closed;
static tp_worth worth; /* of TILEPIPE_DATA=auto */

static struct {
  int asked;       /* something was asked to stay */
  const char *why; /* it may not, null: it may, or that is not known */
  long long home, ranks, border, fetched, returned, faults, starts;
} counts;

/* Seconds that the program's touches have cost since a plan ran, of what it wrote. */
enum { OWING = 64 };
static struct {
  long long plan; /* its serial, 0: none */
  double seconds;
} owed[OWING];
static int next_owed;

static void spend(int number, double seconds) {
  int i = 0;
  tp_worth_spent(&worth, seconds);
  while (i < OWING && owed[i].plan != areas[number].plan)
    i++;
  if (i == OWING) {
    i = next_owed;
    next_owed = (next_owed + 1) % OWING;
    owed[i].plan = areas[number].plan;
    owed[i].seconds = 0;
  }
  owed[i].seconds += seconds;
}

static double take_owed(long long plan) {
  double seconds = 0;
  for (int i = 0; i < OWING; i++)
    if (owed[i].plan == plan) {
      seconds = owed[i].seconds;
      owed[i].seconds = 0;
    }
  return seconds;
}

static void enter(void) {
  pthread_mutex_lock(&lock);
  tp_pages_unserved(1);
}

static void leave(void) {
  tp_pages_unserved(0);
  pthread_mutex_unlock(&lock);
}

/* Transfers count from where an area began: other ranks hear that it has grown with their next command only. */
static char *area_at(int number) { return (char *)areas[number].began.first; }

static int overlaps(const area *a, uintptr_t first, uintptr_t past) {
  return a->serial && a->d.first < past && first < a->d.past;
}

static void ask_for(int rank, const tp_area_transfer *t, int count) {
  tp_int bytes = (tp_int)(sizeof(tp_command) + (size_t)count * sizeof *t);
  char *message = calloc(1, (size_t)bytes);
  tp_command c;
  tp_request r = {0, 0};
  if (!message)
    tp_exchange_fail("out of memory");
  memset(&c, 0, sizeof c);
  c.kind = TP_FETCH;
  memcpy(message, &c, sizeof c);
  memcpy(message + sizeof c, t, (size_t)count * sizeof *t);
  tp_here.transport->send(tp_here.transport, message, bytes, rank, TP_TAG_COMMAND, 0, &r);
  if (tp_exchange_word(rank))
    tp_idle_wake(tp_exchange_word(rank));
  tp_exchange_finish(&r);
  free(message);
}

/* Receives into memory that others may look at: what is there is complete when it can be seen. */
static void receive_unseen(const tp_area_transfer *t) {
  static char *buffer;
  if (!buffer)
    buffer = malloc(PIECE_MOST);
  if (!buffer)
    tp_exchange_fail("out of memory");
  tp_request r = {0, 0};
  tp_here.transport->post(tp_here.transport, buffer, t->bytes, t->from, TP_TAG_AREA, &r);
  tp_exchange_finish(&r);
  if (!tp_pages_store((uintptr_t)area_at(t->area) + (uintptr_t)t->offset, buffer, (size_t)t->bytes))
    tp_exchange_fail("memory of an array cannot be written");
}

/* Up to FETCH_MOST transfers of one rank. */
static void fetch_some(int rank, const tp_area_transfer *t, int count, int seen) {
  static const tp_region nothing = {.tp_name = "(between regions)"};
  tp_pipeline none = {.region = &nothing};
  none.watchdog = tp_watchdog_of_program();
  tp_exchange_watch(&none, "arrays that stay on", rank);
  ask_for(rank, t, count);
  if (seen) {
    tp_started s = tp_transfers_start(t, count, area_at);
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
  for (int rank = 1; rank < tp_here.ranks; rank++) {
    int count = 0;
    for (int i = 0; i < list->count; i++)
      for (uintptr_t at = list->at[i].first; list->at[i].from == rank && at < list->at[i].past; at += PIECE_MOST) {
        uintptr_t past = at + PIECE_MOST < list->at[i].past ? at + PIECE_MOST : list->at[i].past;
        int number = list->at[i].area;
        t[count++] = (tp_area_transfer){rank, 0, number, 0, (tp_int)(at - areas[number].began.first), (tp_int)(past - at)};
        if (count == FETCH_MOST) {
          fetch_some(rank, t, count, seen);
          count = 0;
        }
      }
    if (count)
      fetch_some(rank, t, count, seen);
  }
}

static long long bytes_of(const tp_transfers *t) {
  long long bytes = 0;
  for (int i = 0; i < t->count; i++)
    bytes += (long long)(t->at[i].past - t->at[i].first);
  return bytes;
}

static void check(const tp_directory *d, const tp_transfers *t) {
  if (d->failed || t->failed)
    tp_exchange_fail("out of memory");
}

static void note_holders(int number) {
  const area *a = &areas[number];
  tp_lost_note(number, a->array, a->region, a->serial ? &a->d : NULL);
}

/* Rank 0 holds [first, past) of an area; written: it alone. */
static void bring(int number, uintptr_t first, uintptr_t past, int written) {
  tp_transfers t = {0};
  area *a = &areas[number];
  tp_movement_home(number, first, past, &a->d, &t);
  check(&a->d, &t);
  fetch(&t, 0);
  counts.fetched += bytes_of(&t);
  if (written)
    tp_directory_change(&a->d, first, past, 0, TP_HOME);
  check(&a->d, &t);
  tp_pages_protect(&a->d, first, past);
  note_holders(number);
  tp_transfers_free(&t);
}

/* The area is no more: all of it is home, with its data or without. */
static void end_area(int number, int with_data) {
  double start = tp_now();
  tp_transfers t = {0};
  area *a = &areas[number];
  if (with_data)
    tp_movement_home(number, a->d.first, a->d.past, &a->d, &t);
  check(&a->d, &t);
  tp_pages_open(a->d.first, a->d.past);
  fetch(&t, 1);
  counts.returned += bytes_of(&t);
  tp_pages_unwatch(a->watched);
  tp_transfers_free(&t);
  tp_directory_free(&a->d);
  spend(number, tp_now() - start);
  memset(a, 0, sizeof *a);
  note_holders(number);
}

static void end_overlapping(uintptr_t first, uintptr_t past) {
  for (int n = 0; n < TP_AREAS_MOST; n++)
    if (overlaps(&areas[n], first, past))
      end_area(n, 1);
}

static int any_area(void) {
  for (int n = 0; n < TP_AREAS_MOST; n++)
    if (areas[n].serial)
      return 1;
  return 0;
}

/* -1: there is none left, or the memory is of another kind. */
static int new_area(uintptr_t first, uintptr_t past, uintptr_t room, const void *base) {
  static unsigned long long serial;
  int number = 0;
  while (number < TP_AREAS_MOST && areas[number].serial)
    number++;
  if (number == TP_AREAS_MOST || (tp_int)(past - first) < least_bytes || !tp_pages_are_plain(first, past))
    return -1;
  area *a = &areas[number];
  a->watched = tp_pages_watch(first, past);
  if (a->watched < 0)
    return -1;
  a->serial = ++serial;
  a->base = base;
  a->began = (tp_span){first, past};
  a->room = room;
  tp_directory_begin(&a->d, first, past);
  return number;
}

/* --- faults ----------------------------------------------------------------------------------- */

static int holds(const area *a, uintptr_t at) {
  return (a->d.at[tp_directory_find(&a->d, at)].holders & TP_HOME) != 0;
}

/* From the page on, as long as rank 0 holds all, or none, as it does of the page. */
static uintptr_t end_of_piece(const area *a, uintptr_t page, uintptr_t bytes) {
  uintptr_t first = page, past = page + bytes < a->d.past ? page + bytes : a->d.past;
  for (int i = tp_directory_find(&a->d, page); i < a->d.count && a->d.at[i].first < past; i++)
    if (((a->d.at[i].holders & TP_HOME) != 0) != holds(a, page))
      past = a->d.at[i].first;
  tp_pages_inside(&first, &past, tp_page_size());
  return past > page ? past : page + tp_page_size();
}

/* The same down to the page. */
static uintptr_t start_of_piece(const area *a, uintptr_t page, uintptr_t bytes) {
  uintptr_t past = page + tp_page_size(), first = past - a->d.first > bytes ? past - bytes : a->d.first, end = past;
  for (int i = tp_directory_find(&a->d, page); i >= 0 && tp_directory_end(&a->d, i) > first; i--)
    if (((a->d.at[i].holders & TP_HOME) != 0) != holds(a, page))
      first = tp_directory_end(&a->d, i);
  tp_pages_inside(&first, &end, tp_page_size());
  return first < page ? first : page;
}

/* The piece for a fault at the page: sequential faults, upwards or downwards, get pieces of twice the size each time. */
static void choose_piece(area *a, uintptr_t page) {
  int up = page == a->past, down = page + tp_page_size() == a->first;
  a->piece = (up || down) && a->piece ? a->piece * 2 : PIECE;
  a->piece = a->piece < PIECE_MOST ? a->piece : PIECE_MOST;
  a->first = down ? start_of_piece(a, page, a->piece) : page;
  a->past = down ? page + tp_page_size() : end_of_piece(a, page, a->piece);
}

/* In the thread that serves faults. */
static void serve(uintptr_t at, int write) { /* write: -1: not known */
  enter();
  for (int n = 0; n < TP_AREAS_MOST && !closed; n++) {
    area *a = &areas[n];
    if (!overlaps(a, at, at + 1))
      continue;
    uintptr_t page = at / tp_page_size() * tp_page_size();
    /* Another thread has had the same fault. */
    if (tp_pages_allow(&a->d, page, write))
      continue;
    double start = tp_now();
    choose_piece(a, page);
    bring(n, a->first, a->past, write > 0 || holds(a, page));
    counts.faults++;
    spend(n, tp_now() - start);
    if (a->d.count > SEGMENTS_MOST) /* the kernel keeps so many ranges and no more */
      end_area(n, 1);
  }
  leave();
}

/* --- fork ------------------------------------------------------------------------------------- */

/* A child has the memory and no ranks: all comes back before it is made. A handler may fork in the middle of a run: then
   its child has what rank 0 has. */
static _Thread_local int forks; /* the lock is held for it */

static void before_fork(void) {
  if (tp_pages_are_unserved() || closed)
    return;
  enter();
  forks = 1;
  end_overlapping(0, UINTPTR_MAX);
}

static void after_fork(void) {
  if (forks)
    leave();
  forks = 0;
}

static void in_child(void) {
  after_fork();
  closed = 1;
  for (int n = 0; n < TP_AREAS_MOST; n++)
    if (areas[n].serial)
      tp_pages_unwatch(areas[n].watched);
}

/* 1: arrays may stay in this process; asked once. */
static int is_ready(void) {
  static int known;
  if (!counts.asked)
    tp_statistics_also(tp_stay_describe);
  counts.asked = 1;
  if (known)
    return known > 0;
  const char *why = NULL;
  if (!&__tp_memory_functions)
    why = "the program is linked without what brings its memory back (-Wl,-u,__tp_memory_functions)";
  else if (tp_p2p_threads() < 0)
    why = "MPI serves one thread alone";
  else if (tp_here.ranks > TP_HOLDERS_MOST)
    why = "there are more than 64 ranks";
  else if (!tp_imports_are_safe(&why))
    ;
  else if (pthread_atfork(before_fork, after_fork, in_child) != 0)
    why = "out of memory";
  else if (tp_pages_begin(serve, &why)) {
    tp_threads_add_ours(tp_pages_server());
    tp_lost_begin();
    why = NULL;
  }
  counts.why = why;
  known = why ? -1 : 1;
  return known > 0;
}

/* --- which arrays stay, and what each rank needs of them -------------------------------------- */

typedef struct tp_stay_step {
  int used;
  tp_directory before[TP_AREAS_MOST], after[TP_AREAS_MOST]; /* by place */
  tp_transfers first, last;
  tp_area_transfer *wire; /* the same, as they are sent: first, then last */
  unsigned pages;         /* tp_stay_known.pages when the changes were found; 0: they are not known */
  tp_changes open, close; /* of rank 0's pages, around the run */
} tp_stay_step;

/* Of an area that takes part: what each rank needs and owns. */
typedef struct place {
  int area;
  const char *array; /* its name */
  unsigned long long serial;
  int written;
  tp_spans *need, *own; /* by rank */
  tp_spans touched;     /* of rank 0: bytes in pages that it may write */
  int whole;            /* rank 0 touches too many pages: the area is opened as a whole */
} place;

typedef struct tp_stay_known {
  long long plan; /* its serial, 0: free */
  const void *base[ARRAYS_MOST];
  int area_of[ARRAYS_MOST];
  tp_span hull[ARRAYS_MOST]; /* of arrays that do not stay; empty for others */
  place place[TP_AREAS_MOST];
  int places;
  int all;
  unsigned pages; /* changes, from 1 on, when more is known of what is touched */
  int next; /* step to be replaced */
  tp_stay_step step[STEPS];
} tp_stay_known;

static tp_stay_known *known[KNOWN];
static int next_known;

static const void *base_of(const tp_region *r, const void *args, int array) {
  return *(const void *const *)((const char *)args + r->tp_array[array].tp_field);
}

static void free_step(tp_stay_step *s, int places) {
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

static void free_known(tp_stay_known *k) {
  for (int i = 0; k && i < STEPS; i++)
    free_step(&k->step[i], k->places);
  for (int i = 0; k && i < k->places; i++)
    for (int r = 0; r < tp_here.ranks; r++) {
      tp_spans_free(&k->place[i].need[r]);
      tp_spans_free(&k->place[i].own[r]);
    }
  for (int i = 0; k && i < k->places; i++) {
    tp_spans_free(&k->place[i].touched);
    free(k->place[i].need);
    free(k->place[i].own);
  }
  free(k);
}

static tp_stay_known *new_known(void) {
  tp_stay_known *k = calloc(1, sizeof *k);
  if (!k)
    tp_exchange_fail("out of memory");
  free_known(known[next_known]);
  known[next_known] = k;
  next_known = (next_known + 1) % KNOWN;
  return k;
}

static int is_alive(const place *p) { return areas[p->area].serial == p->serial; }

static tp_stay_known *find_known(const tp_pipeline *p) {
  const tp_region *r = p->region;
  for (int i = 0; i < KNOWN; i++) {
    tp_stay_known *k = known[i];
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
  return !(info->tp_flags & (TP_ARRAY_CONSTANT | TP_ARRAY_ROWS | TP_ARRAY_MAYBE_WRITTEN)) && info->tp_element >= 2 &&
         is_dense(info, range);
}

/* Addresses of what the region may access of each array; arrays of one base: of the first. */
static void find_hulls(const tp_region *r, const void *args, tp_range *range, tp_span *hull) {
  r->tp_ranges(args, range);
  tp_array_hulls(r, range);
  for (int a = 0; a < r->tp_arrays; a++) {
    uintptr_t base = (uintptr_t)base_of(r, args, a);
    int travels = !(r->tp_array[a].tp_flags & TP_ARRAY_CONSTANT) && range[a].tp_past > range[a].tp_first;
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

/* An area that has all of the span; -1: none. */
static int area_around(tp_span s) {
  for (int n = 0; n < TP_AREAS_MOST; n++)
    if (areas[n].serial && areas[n].d.first <= s.first && s.past <= areas[n].d.past)
      return n;
  return -1;
}

static int reaches_areas(tp_span s) {
  for (int n = 0; n < TP_AREAS_MOST; n++)
    if (overlaps(&areas[n], s.first, s.past))
      return 1;
  return 0;
}

/* The span with all areas that it reaches; answers their number, *one: one of them. */
static int join_areas(tp_span *s, int *one) {
  tp_span all = *s;
  int count = 0;
  for (int n = 0; n < TP_AREAS_MOST; n++)
    if (overlaps(&areas[n], s->first, s->past)) {
      all.first = areas[n].d.first < all.first ? areas[n].d.first : all.first;
      all.past = areas[n].d.past > all.past ? areas[n].d.past : all.past;
      *one = n;
      count++;
    }
  *s = all;
  return count;
}

/* 1: the area has the span now. */
static int grow(int number, tp_span s) {
  area *a = &areas[number];
  int fits = s.first >= a->began.first - a->room && s.past <= a->began.past + a->room;
  if (!fits || !tp_pages_are_plain(s.first, a->d.first) || !tp_pages_are_plain(a->d.past, s.past))
    return 0;
  tp_directory_grow(&a->d, s.first, s.past);
  if (a->d.failed)
    tp_exchange_fail("out of memory");
  tp_pages_watch_more(a->watched, s.first, s.past);
  return 1;
}

/* There is an area that has the span, if that can be. One that has a part of it grows. The first time it goes back and
   begins anew with room to grow in, for ranks hold each area in one range of addresses. */
static void make_area(tp_span s, const void *base) {
  int one = -1, found = area_around(s) >= 0 ? 0 : join_areas(&s, &one);
  if (area_around(s) >= 0 || (found == 1 && grow(one, s)))
    return;
  end_overlapping(s.first, s.past);
  uintptr_t bytes = s.past - s.first, room = bytes < s.first / 2 ? bytes : 0;
  new_area(s.first, s.past, found ? room : 0, base);
}

/* The area of each array, -1: it does not stay; what it had in areas is home then. */
static void find_areas(const tp_region *r, const void *args, const tp_range *range, const tp_span *hull, int *area_of) {
  for (int a = 0; a < r->tp_arrays; a++) {
    area_of[a] = -1;
    if (hull[a].past == hull[a].first)
      continue;
    int stays = may_stay(r, range, a) && lies_apart(hull, r->tp_arrays, a);
    if (stays)
      make_area(hull[a], base_of(r, args, a));
    else
      end_overlapping(hull[a].first, hull[a].past);
  }
  /* An area may have gone for a later array. */
  for (int a = 0; a < r->tp_arrays; a++)
    if (hull[a].past > hull[a].first && may_stay(r, range, a) && lies_apart(hull, r->tp_arrays, a))
      area_of[a] = area_around(hull[a]);
}

/* --- enumerating ------------------------------------------------------------------------------- */

typedef struct collector {
  tp_spans *set[ARRAYS_MOST]; /* null: nothing is collected */
} collector;

static void collect(tp_stream *s, int array, void *at, tp_int bytes) {
  const collector *c = s->tp_visitor;
  if (c->set[array])
    tp_spans_add(c->set[array], (uintptr_t)at, (uintptr_t)at + (uintptr_t)bytes);
}

static void enumerate(const tp_pipeline *p, tp_stay_known *k, int rank) {
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
static void find_touched(const tp_pipeline *p, tp_stay_known *k) {
  collector faces = {{NULL}};
  for (int i = 0; i < k->places; i++) {
    place *at = &k->place[i];
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
static int settle(place *p, int ranks) {
  uintptr_t gap = tp_page_size();
  int few = 1;
  for (int r = 0; r < ranks; r++)
    tp_spans_close(&p->own[r], 1);
  tp_spans_fill(p->own, p->need, ranks, gap);
  for (int r = 0; r < ranks; r++) {
    tp_spans_close(&p->need[r], gap);
    /* A rank may get more than it needs: what it will own is there from the second run on. */
    for (int i = 0; p->need[r].count > SPANS_MOST && i < p->own[r].count; i++)
      tp_spans_add(&p->need[r], p->own[r].at[i].first, p->own[r].at[i].past);
    tp_spans_close(&p->need[r], gap);
    few &= !is_scattered(&p->own[r]) && !p->own[r].failed && !p->need[r].failed && p->own[r].count <= SPANS_MOST && p->need[r].count <= SPANS_MOST;
  }
  return few;
}

static int place_of(const tp_stay_known *k, int area) {
  for (int i = 0; i < k->places; i++)
    if (k->place[i].area == area)
      return i;
  return -1;
}

static void add_place(tp_stay_known *k, int number, const char *array) {
  place *p = &k->place[k->places++];
  p->array = array;
  p->area = number;
  p->serial = areas[number].serial;
  p->need = calloc((size_t)tp_here.ranks, sizeof *p->need);
  p->own = calloc((size_t)tp_here.ranks, sizeof *p->own);
  if (!p->need || !p->own)
    tp_exchange_fail("out of memory");
}

static tp_stay_known *learn(const tp_pipeline *p) {
  const tp_region *r = p->region;
  tp_stay_known *k = new_known();
  k->plan = p->plan.serial;
  for (int a = 0; a < r->tp_arrays; a++)
    k->base[a] = base_of(r, p->args, a);
  tp_range range[ARRAYS_MOST];
  find_hulls(r, p->args, range, k->hull);
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
    end_area(k->place[i].area, 1);
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
    k->all &= i >= 0 || r->tp_array[a].tp_flags & TP_ARRAY_CONSTANT;
    if (i >= 0)
      k->hull[a] = (tp_span){0, 0};
  }
  return k;
}

/* --- what has to move -------------------------------------------------------------------------- */

static void put_wire(tp_area_transfer *out, const tp_transfers *t) {
  for (int i = 0; i < t->count; i++)
    out[i] = (tp_area_transfer){t->at[i].from, t->at[i].to, t->at[i].area, 0,
                                (tp_int)(t->at[i].first - areas[t->at[i].area].began.first),
                                (tp_int)(t->at[i].past - t->at[i].first)};
}

/* What rank 0 may touch of the place in this step. */
static tp_spans touched_in(const tp_stay_step *s, const place *p) {
  tp_spans set = {0};
  if (p->whole && p->written)
    tp_spans_add(&set, areas[p->area].d.first, areas[p->area].d.past);
  for (int i = 0; p->written && !p->whole && i < p->touched.count; i++)
    tp_spans_add(&set, p->touched.at[i].first, p->touched.at[i].past);
  const tp_transfers *t[2] = {&s->first, &s->last};
  for (int n = 0; n < 2; n++)
    for (int i = 0; i < t[n]->count; i++)
      if (t[n]->at[i].to == 0 && t[n]->at[i].area == p->area)
        tp_spans_add(&set, t[n]->at[i].first, t[n]->at[i].past);
  tp_spans_close(&set, 1);
  if (set.failed)
    tp_exchange_fail("out of memory");
  return set;
}

static void find_changes(tp_stay_known *k, tp_stay_step *s) {
  tp_changes_free(&s->open);
  tp_changes_free(&s->close);
  for (int i = 0; i < k->places; i++) {
    tp_spans set = touched_in(s, &k->place[i]);
    tp_changes_for(&s->before[i], &s->after[i], &set, tp_page_size(), &s->open, &s->close);
    tp_spans_free(&set);
  }
  if (s->open.failed || s->close.failed)
    tp_exchange_fail("out of memory");
  s->pages = k->pages;
}

static tp_stay_step *step_of(tp_stay_known *k, int ranks) {
  for (int s = 0; s < STEPS; s++) {
    int same = k->step[s].used;
    for (int i = 0; same && i < k->places; i++)
      same = tp_directory_equal(&k->step[s].before[i], &areas[k->place[i].area].d);
    if (same)
      return &k->step[s];
  }
  tp_stay_step *s = &k->step[k->next];
  k->next = (k->next + 1) % STEPS;
  free_step(s, k->places);
  s->used = 1;
  for (int i = 0; i < k->places; i++) {
    const place *p = &k->place[i];
    tp_directory_copy(&s->before[i], &areas[p->area].d);
    tp_directory_copy(&s->after[i], &areas[p->area].d);
    tp_movement_before(p->area, p->need, ranks, tp_page_size(), &s->after[i], &s->first);
    tp_movement_after(p->area, p->own, ranks, tp_page_size(), &s->after[i], &s->last);
    check(&s->before[i], &s->first);
    check(&s->after[i], &s->last);
  }
  s->wire = calloc((size_t)(s->first.count + s->last.count) + 1, sizeof *s->wire);
  if (!s->wire)
    tp_exchange_fail("out of memory");
  put_wire(s->wire, &s->first);
  put_wire(s->wire + s->first.count, &s->last);
  return s;
}

/* --- a run ------------------------------------------------------------------------------------- */

static void return_arrays(const tp_region *r, const void *args) {
  tp_span hull[ARRAYS_MOST];
  tp_range range[ARRAYS_MOST];
  int known_rows = r->tp_arrays <= ARRAYS_MOST;
  for (int a = 0; known_rows && a < r->tp_arrays; a++)
    known_rows = !(r->tp_array[a].tp_flags & TP_ARRAY_ROWS);
  if (!known_rows) {
    end_overlapping(0, UINTPTR_MAX);
    return;
  }
  find_hulls(r, args, range, hull);
  for (int a = 0; a < r->tp_arrays; a++)
    if (hull[a].past > hull[a].first)
      end_overlapping(hull[a].first, hull[a].past);
}

/* Rows lie where their pointers say, in areas perhaps. */
static int can_stay(const tp_pipeline *p) {
  for (int a = 0; a < p->region->tp_arrays && a < ARRAYS_MOST; a++)
    if (p->region->tp_array[a].tp_flags & TP_ARRAY_ROWS)
      return 0;
  return p->region->tp_arrays <= ARRAYS_MOST;
}

static int is_worth(const tp_pipeline *p) {
  enter();
  int stays = tp_worth_stays(&worth, p->plan.serial);
  leave();
  return stays;
}

void tp_stay_ran(const tp_stay_run *s, double seconds) {
  enter();
  tp_worth_ran(&worth, s->pipeline->plan.serial, s->step != NULL, seconds);
  leave();
}

tp_stay_run tp_stay_begin(const tp_pipeline *p, int data) {
  tp_stay_run s = {.pipeline = p};
  int wanted = data != TP_DATA_GATHER && is_ready() && (data == TP_DATA_STAY || is_worth(p));
  if (!wanted && !any_area())
    return s;
  enter();
  s.active = 1;
  if (!wanted || !can_stay(p)) {
    return_arrays(p->region, p->args);
    return s;
  }
  s.known = find_known(p);
  for (int a = 0; s.known && a < p->region->tp_arrays; a++)
    if (reaches_areas(s.known->hull[a]))
      end_overlapping(s.known->hull[a].first, s.known->hull[a].past);
  if (!s.known)
    s.known = learn(p);
  s.step = step_of(s.known, p->plan.ranks);
  counts.starts++;
  s.owed = take_owed(p->plan.serial);
  tp_lost_running(p->region->tp_name);
  if (s.step->pages != s.known->pages)
    find_changes(s.known, s.step);
  s.all = s.known->all;
  for (int a = 0; a < p->region->tp_arrays; a++)
    if (s.known->area_of[a] >= 0)
      s.skip |= 1ull << a;
  return s;
}

/* The transfers of a rank, in a row; answers their number. out: null: only counts. */
static int of_rank(const tp_area_transfer *t, int count, int rank, tp_area_transfer *out) {
  int n = 0;
  for (int i = 0; i < count; i++)
    if (t[i].from == rank || t[i].to == rank) {
      if (out)
        out[n] = t[i];
      n++;
    }
  return n;
}

static tp_placement_head head_of(const tp_stay_run *s, int rank) {
  tp_placement_head head = {0, 0, 0, 0, s->all, 0};
  const tp_stay_step *step = s->step;
  for (int n = 0; n < TP_AREAS_MOST; n++)
    head.areas += areas[n].serial != 0;
  if (!step)
    return head;
  head.arrays = s->pipeline->region->tp_arrays;
  head.before = of_rank(step->wire, step->first.count, rank, NULL);
  head.after = of_rank(step->wire + step->first.count, step->last.count, rank, NULL);
  return head;
}

tp_int tp_stay_message_bytes(const tp_stay_run *s, int rank) {
  if (!s->active)
    return 0;
  tp_placement_head head = head_of(s, rank);
  return tp_placement_bytes(&head);
}

void tp_stay_message(const tp_stay_run *s, int rank, char *out) {
  if (!s->active)
    return;
  const tp_stay_step *step = s->step;
  tp_area alive[TP_AREAS_MOST];
  tp_placement p = {.head = head_of(s, rank), .area_of = s->known ? s->known->area_of : NULL, .area = alive};
  tp_area_transfer *t = calloc((size_t)(p.head.before + p.head.after) + 1, sizeof *t);
  if (!t)
    tp_exchange_fail("out of memory");
  memset(alive, 0, sizeof alive);
  for (int n = 0, i = 0; n < TP_AREAS_MOST; n++)
    if (areas[n].serial)
      alive[i++] = (tp_area){n, 0, areas[n].serial, (const char *)areas[n].d.first,
                             (tp_int)(areas[n].d.past - areas[n].d.first), (tp_int)areas[n].room,
                             (const char *)areas[n].began.first, (tp_int)(areas[n].began.past - areas[n].began.first)};
  if (step) {
    of_rank(step->wire, step->first.count, rank, t);
    of_rank(step->wire + step->first.count, step->last.count, rank, t + p.head.before);
  }
  p.before = t;
  p.after = t + p.head.before;
  tp_placement_write(&p, out);
  free(t);
}

void tp_stay_cancel(tp_stay_run *s) {
  tp_lost_running(NULL);
  if (s->active)
    leave();
  s->active = 0;
}

/* Ranks that have no part in the run get no command of it, and may hold what others need. */
static void ask_others(const tp_stay_run *s, const tp_area_transfer *t, int count) {
  tp_area_transfer *its = count ? calloc((size_t)count, sizeof *its) : NULL;
  tp_box box;
  if (count && !its)
    tp_exchange_fail("out of memory");
  for (int r = 1; count && r < tp_here.ranks; r++) {
    int n = r < s->pipeline->plan.ranks && tp_rank_box(&s->pipeline->plan, r, 0, &box) ? 0 : of_rank(t, count, r, its);
    if (n)
      ask_for(r, its, n);
  }
  free(its);
}

/* Rank 0's tiles run: pages of written areas that they touch unforeseen are opened. */
static void let_touch(const tp_stay_known *k, int is) {
  for (int i = 0; i < k->places; i++)
    if (k->place[i].written)
      tp_pages_open_on_touch(areas[k->place[i].area].watched, is);
  tp_pages_run(is);
}

void tp_stay_before(tp_stay_run *s) {
  if (!s->step)
    return;
  tp_pages_change(&s->step->open);
  ask_others(s, s->step->wire, s->step->first.count);
  tp_started started = tp_transfers_start(s->step->wire, s->step->first.count, area_at);
  tp_transfers_finish(&started);
  let_touch(s->known, 1);
}

void tp_stay_after(tp_stay_run *s) {
  if (!s->step)
    return;
  let_touch(s->known, 0);
  ask_others(s, s->step->wire + s->step->first.count, s->step->last.count);
  s->started = tp_transfers_start(s->step->wire + s->step->first.count, s->step->last.count, area_at);
}

static void count_moves(const tp_transfers *t) {
  for (int i = 0; i < t->count; i++) {
    long long bytes = (long long)(t->at[i].past - t->at[i].first);
    *(t->at[i].from == 0 ? &counts.home : &counts.ranks) += bytes;
  }
}

/* What the run touched unforeseen is protected, and opened at once the next time. */
static void settle_touched(tp_stay_known *k) {
  uintptr_t page[TP_TOUCHED_MOST];
  int n = tp_pages_touched(page);
  if (n == 0)
    return;
  for (int i = 0; i < k->places; i++) {
    place *p = &k->place[i];
    const tp_directory *d = &areas[p->area].d;
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

static void settle_run(tp_stay_run *s) {
  tp_transfers_finish(&s->started);
  for (int i = 0; i < s->known->places; i++) {
    area *a = &areas[s->known->place[i].area];
    tp_directory_copy(&a->d, &s->step->after[i]);
    if (a->d.failed)
      tp_exchange_fail("out of memory");
    if (s->known->place[i].written || !a->array) {
      a->array = s->known->place[i].array;
      a->region = s->pipeline->region->tp_name;
      a->plan = s->pipeline->plan.serial;
    }
    note_holders(s->known->place[i].area);
  }
  tp_pages_change(&s->step->close);
  settle_touched(s->known);
  count_moves(&s->step->first);
  counts.border += bytes_of(&s->step->last);
}

void tp_stay_end(tp_stay_run *s) {
  if (s->step)
    settle_run(s);
  tp_lost_running(NULL);
  if (s->active)
    leave();
  s->active = 0;
}
void tp_stay_return(const tp_region *r, const void *args) {
  if (!any_area())
    return;
  enter();
  return_arrays(r, args);
  leave();
}

/* --- the program's memory ---------------------------------------------------------------------- */

/* 1: the thread moves what stays: MPI hands the kernel what it sends. */
static int is_moving(void) { return tp_pages_are_unserved() || tp_thread_is_ours(); }

void tp_stay_touch(const void *at, size_t bytes, int written) {
  uintptr_t page = tp_page_size(), first = (uintptr_t)at / page * page;
  uintptr_t past = ((uintptr_t)at + bytes + page - 1) / page * page;
  if (bytes == 0 || !tp_pages_are_watched(first, past) || is_moving())
    return;
  enter();
  for (int n = 0; n < TP_AREAS_MOST && !closed; n++)
    if (overlaps(&areas[n], first, past)) {
      const tp_directory *d = &areas[n].d;
      double start = tp_now();
      bring(n, first > d->first ? first : d->first, past < d->past ? past : d->past, written);
      spend(n, tp_now() - start);
    }
  leave();
}

void tp_stay_leave(const void *at, size_t bytes, int with_data) {
  uintptr_t first = (uintptr_t)at, past = first + bytes;
  if (bytes == 0 || !tp_pages_are_watched(first, past) || is_moving())
    return;
  enter();
  for (int n = 0; n < TP_AREAS_MOST && !closed; n++)
    if (overlaps(&areas[n], first, past))
      end_area(n, with_data || areas[n].d.first < first || areas[n].d.past > past);
  leave();
}

void tp_gather(const void *pointer) {
  uintptr_t at = (uintptr_t)pointer;
  tp_context program;
  if (!tp_pages_any_watched() || is_moving())
    return;
  tp_context_hold(&program);
  enter();
  for (int n = 0; n < TP_AREAS_MOST && !closed; n++)
    if (areas[n].serial && (!pointer || pointer == areas[n].base || overlaps(&areas[n], at, at + 1))) {
      double start = tp_now();
      bring(n, areas[n].d.first, areas[n].d.past, 0);
      spend(n, tp_now() - start);
    }
  leave();
  tp_context_release(&program, NULL);
}

void tp_stay_leave_all(void) {
  if (!any_area() || closed)
    return;
  enter();
  end_overlapping(0, UINTPTR_MAX);
  leave();
}

/* From here on a fault at an away page is a crash: its bytes are gone. */
void tp_stay_close(void) {
  enter();
  closed = 1;
  for (int n = 0; n < TP_AREAS_MOST; n++)
    if (areas[n].serial)
      tp_pages_unwatch(areas[n].watched);
  leave();
}

const tp_memory_calls __tp_memory_calls = {tp_pages_any_watched, tp_stay_leave, tp_stay_touch,
                                           tp_pages_handle,      tp_lost_handles, tp_pages_are_handled, tp_library_function};

void tp_stay_describe(char *out, size_t size) {
  size_t away = 0;
  *out = 0;
  if (!counts.asked)
    return;
  for (int n = 0; n < TP_AREAS_MOST; n++)
    if (areas[n].serial)
      away += tp_directory_away(&areas[n].d);
  if (counts.why)
    snprintf(out, size, "tilepipe: data=gather reason=\"%s\"", counts.why);
  else
    snprintf(out, size,
             "tilepipe: data=stay starts=%lld home=%lld ranks=%lld border=%lld faults=%lld fetched=%lld returned=%lld away=%zu",
             counts.starts, counts.home, counts.ranks, counts.border, counts.faults, counts.fetched, counts.returned, away);
}
