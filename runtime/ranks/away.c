/* away.c - see away.h. */
#include "ranks/away.h"

#include "comm/p2p.h"
#include "process/library_function.h"
#include "process/process.h"
#include "ranks/deferral.h"
#include "ranks/lost.h"
#include "ranks/memory_calls.h"
#include "ranks/staying.h"
#include "residency/protection.h"
#include "timeline/timeline.h"
#include "util/context.h"
#include "util/wait.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

enum {
  PIECE = 64 << 10,    /* bytes of a fault; of one after others more */
  SEGMENTS_MOST = 1000 /* of an area: one that the program has cut into more goes back */
};

static int closed; /* ranks are asked for nothing any more */
static _Atomic int cramped; /* a handler of a signal may run on too small a stack for another */

/* --- faults ----------------------------------------------------------------------------------- */

/* Some of the page that begins there: a piece has those that are alike. */
static int holds(const tp_staying *a, uintptr_t page) {
  return tp_segment_home(&a->d.at[tp_directory_find(&a->d, page)]);
}

/* From the page on, as long as rank 0 holds all, or none, as it does of the page. */
static uintptr_t end_of_piece(const tp_staying *a, uintptr_t page, uintptr_t bytes) {
  uintptr_t first = page, past = page + bytes < a->d.past ? page + bytes : a->d.past;
  for (int i = tp_directory_find(&a->d, page); i < a->d.count && a->d.at[i].first < past; i++)
    if (tp_segment_home(&a->d.at[i]) != holds(a, page))
      past = a->d.at[i].first;
  tp_pages_inside(&first, &past, tp_page_size());
  return past > page ? past : page + tp_page_size();
}

/* The same down to the page. */
static uintptr_t start_of_piece(const tp_staying *a, uintptr_t page, uintptr_t bytes) {
  uintptr_t past = page + tp_page_size(), first = past - a->d.first > bytes ? past - bytes : a->d.first, end = past;
  for (int i = tp_directory_find(&a->d, page); i >= 0 && tp_directory_end(&a->d, i) > first; i--)
    if (tp_segment_home(&a->d.at[i]) != holds(a, page))
      first = tp_directory_end(&a->d, i);
  tp_pages_inside(&first, &end, tp_page_size());
  return first < page ? first : page;
}

/* The piece for a fault at the page: sequential faults, upwards or downwards, get pieces of twice the size each time. */
static void choose_piece(tp_staying *a, uintptr_t page) {
  int up = page == a->past, down = page + tp_page_size() == a->first;
  a->piece = (up || down) && a->piece ? a->piece * 2 : PIECE;
  a->piece = a->piece < TP_STAYING_PIECE_MOST ? a->piece : TP_STAYING_PIECE_MOST;
  a->first = down ? start_of_piece(a, page, a->piece) : page;
  a->past = down ? page + tp_page_size() : end_of_piece(a, page, a->piece);
}

/* The program's touch of an area has taken the time since `start`. */
static void spend(int number, double start, uintptr_t bytes) {
  double end = tp_now();
  tp_staying_spend(number, end - start);
  if (tp_here.timeline)
    tp_timeline_fetch(tp_here.timeline, tp_staying_area[number].array ? tp_staying_area[number].array : "memory", start,
                      end, (long long)bytes);
}

/* In the thread that serves faults: one byte. */
static void serve(uintptr_t at, uintptr_t past, int write) {
  (void)past;
  tp_staying_enter();
  for (int n = 0; n < TP_AREAS_MOST && !closed; n++) {
    tp_staying *a = &tp_staying_area[n];
    if (!tp_staying_overlaps(a, at, at + 1))
      continue;
    uintptr_t page = at / tp_page_size() * tp_page_size();
    /* Another thread has had the same fault. */
    if (!a->surveyed && tp_pages_allow(&a->d, page, write))
      continue;
    double start = tp_now();
    choose_piece(a, page);
    tp_staying_bring(n, a->first, a->past, write > 0 || tp_access_of(&a->d, page, tp_page_size()) == TP_ACCESS_READ);
    tp_staying_count.faults += !a->surveyed;
    spend(n, start, a->past - a->first);
    if (a->d.count > SEGMENTS_MOST) /* the kernel keeps so many ranges and no more */
      tp_staying_end(n, 1);
  }
  tp_staying_leave();
}

/* --- fork ------------------------------------------------------------------------------------- */

/* A child has the memory and no ranks: all comes back before it is made. A handler may fork in the middle of a run: then
   its child has what rank 0 has. */
static _Thread_local int forks; /* the lock is held for it */

static void before_fork(void) {
  if (tp_pages_are_unserved() || closed)
    return;
  tp_staying_enter();
  forks = 1;
  tp_staying_end_overlapping(0, UINTPTR_MAX);
}

static void after_fork(void) {
  if (forks)
    tp_staying_leave();
  forks = 0;
}

static void in_child(void) {
  after_fork();
  closed = 1;
  for (int n = 0; n < TP_AREAS_MOST; n++)
    if (tp_staying_area[n].serial)
      tp_pages_unwatch(tp_staying_area[n].watched);
}

/* A handler that touches what is away needs room for two of the kernel's frames, and for the runtime's handler. */
void tp_away_stack(size_t bytes) {
  const size_t room = 16 << 10;
  if (bytes >= 2 * (size_t)sysconf(_SC_MINSIGSTKSZ) + room)
    return;
  cramped = 1;
  tp_away_return_all();
}

int tp_away_may(const char **why) {
  if (cramped)
    *why = "the program handles signals on a small stack";
  return !cramped;
}

int tp_away_begin(const char **why) {
  if (tp_threads_block(SIGSEGV)) { /* the kernel kills a thread that does and touches what is away */
    *why = "the program blocks SIGSEGV";
    return 0;
  }
  if (tp_p2p_threads() < 0) {
    *why = "MPI serves one thread alone";
    return 0;
  }
  if (pthread_atfork(before_fork, after_fork, in_child) != 0) {
    *why = "out of memory";
    return 0;
  }
  if (!tp_pages_begin(serve, why))
    return 0;
  tp_threads_add_ours(tp_pages_server());
  tp_deferral_begin();
  return 1;
}

/* --- the program's memory ---------------------------------------------------------------------- */

/* 1: the thread moves what stays: MPI hands the kernel what it sends. */
static int is_moving(void) { return tp_pages_are_unserved() || tp_thread_is_ours(); }

/* In the thread that serves faults, too. */
static void bring(uintptr_t first, uintptr_t past, int written) {
  tp_staying_enter();
  for (int n = 0; n < TP_AREAS_MOST && !closed; n++)
    if (tp_staying_overlaps(&tp_staying_area[n], first, past)) {
      const tp_directory *d = &tp_staying_area[n].d;
      double start = tp_now();
      uintptr_t from = first > d->first ? first : d->first, to = past < d->past ? past : d->past;
      tp_staying_bring(n, from, to, written);
      spend(n, start, to - from);
    }
  tp_staying_leave();
}

void tp_away_touch(const void *at, size_t bytes, int written) {
  uintptr_t page = tp_page_size(), first = (uintptr_t)at / page * page;
  uintptr_t past = ((uintptr_t)at + bytes + page - 1) / page * page;
  int before = errno;
  if (bytes == 0 || !tp_pages_are_watched(first, past) || is_moving())
    return;
  tp_pages_ask(bring, first, past, written);
  errno = before;
}

void tp_away_leave(const void *at, size_t bytes, int with_data) {
  uintptr_t first = (uintptr_t)at, past = first + bytes;
  if (bytes == 0 || !tp_pages_are_watched(first, past) || is_moving())
    return;
  tp_staying_enter();
  for (int n = 0; n < TP_AREAS_MOST && !closed; n++)
    if (tp_staying_overlaps(&tp_staying_area[n], first, past))
      tp_staying_end(n, with_data || tp_staying_area[n].d.first < first || tp_staying_area[n].d.past > past);
  tp_staying_leave();
}

void tp_gather(const void *pointer) {
  uintptr_t at = (uintptr_t)pointer;
  tp_context program;
  if (!tp_pages_any_watched() || is_moving())
    return;
  tp_context_hold(&program);
  tp_staying_enter();
  for (int n = 0; n < TP_AREAS_MOST && !closed; n++) {
    const tp_staying *a = &tp_staying_area[n];
    if (a->serial && (!pointer || pointer == a->base || tp_staying_overlaps(a, at, at + 1))) {
      double start = tp_now();
      tp_staying_bring(n, a->d.first, a->d.past, 0);
      spend(n, start, a->d.past - a->d.first);
    }
  }
  tp_staying_leave();
  tp_context_release(&program, NULL);
}

void tp_away_return_all(void) {
  if (!tp_staying_any() || closed)
    return;
  tp_staying_enter();
  tp_staying_end_overlapping(0, UINTPTR_MAX);
  tp_staying_leave();
}

/* From here on a fault at an away page is a crash: its bytes are gone. */
void tp_away_close(void) {
  tp_staying_enter();
  closed = 1;
  for (int n = 0; n < TP_AREAS_MOST; n++) {
    const tp_staying *a = &tp_staying_area[n];
    if (a->surveyed)
      tp_pages_open(a->d.first, a->d.past);
    if (a->serial)
      tp_pages_unwatch(a->watched);
  }
  tp_staying_leave();
}

const tp_memory_calls __tp_memory_calls = {
    .any = tp_pages_any_watched, .leave = tp_away_leave, .touch = tp_away_touch, .handle = tp_pages_handle,
    .hides = tp_lost_handles, .handles = tp_pages_are_handled, .defer = tp_deferral_handle, .stack = tp_away_stack,
    .real = tp_library_function};
