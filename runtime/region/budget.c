/* budget.c - owed time, by region. */
#include "region/budget.h"

#include "region/pointers.h"
#include "settings/settings.h"
#include "util/wait.h"
#include "util/hash.h"

#include <stdint.h>
#include <string.h>

enum { PLACES = 512, PROBES = 4 };
/* A call pays this part of its time. */
enum { SHARE = 64 };
/* Looks in a row that declined, after which the next one waits twice as long, and how often it does. */
enum { PATIENCE = 8, DOUBLINGS = 4 };
/* One of so many calls is asked what its inner loops do. */
enum { UNASKED = 8 };
/* Bounds that products of points and picoseconds stay below. */
#define MOST_POINTS (1ll << 30)
#define MOST_POINT (1ll << 30)
#define MOST_AMOUNT 0x1p60
/* Picoseconds: finding a decision and timing a loop, with what that displaces from caches; a search for a small nest. */
#define LOOK 2000000ll
#define SEARCH 40000000ll
/* Calls estimated to take less are looked at only after so many that a search is paid for. */
#define SHORT 5000000ll
/* Iterations of the loops inside statements, for estimates that may not count them. */
#define WORK 16
/* Calls that took long pay for no more than a few searches to come. */
#define MOST_SAVED (4 * SHARE * SEARCH)
#define MOST_OWED (1ll << 56)

/* Of an allowance without points or calls. */
#define USED_UP (-((tp_int)1 << 32))

static tp_budget places[PLACES];

/* The loop whose end is to come. */
static struct {
  tp_budget *budget; /* null: none */
  pthread_t thread;
  tp_amount does;
  double start;
} awaited;

static unsigned place_of(const tp_region *r) { return (unsigned)(tp_hash_word(0, (uintptr_t)r) >> 32) % PLACES; }

static tp_budget *find(const tp_region *r) {
  unsigned at = place_of(r);
  for (unsigned i = 0; i < PROBES; i++) {
    tp_budget *b = &places[(at + i) % PLACES];
    const tp_region *of = atomic_load_explicit(&b->region, memory_order_acquire);
    if (of == r)
      return b;
    if (!of)
      return NULL;
  }
  return NULL;
}

/* Points of the bounding box, or MOST_POINTS if there are more. */
static inline tp_int volume(const tp_region *r, const void *args) {
  tp_box space;
  tp_int points = 1;
  r->tp_bounds(args, &space);
  for (int d = 0; d < r->tp_dims; d++) {
    tp_int length;
    if (space.tp_hi[d] <= space.tp_lo[d])
      return 0;
    if (__builtin_sub_overflow(space.tp_hi[d], space.tp_lo[d], &length) || length > MOST_POINTS / points)
      return MOST_POINTS;
    points *= length;
  }
  return points;
}

/* Not in the program's context. */
static tp_amount amount(const tp_region *r, const void *args) {
  tp_box space;
  tp_amount does = {.points = volume(r, args)};
  does.all = does.points;
  if (!r->tp_work || does.points == 0 || does.points >= MOST_POINTS)
    return does;
  r->tp_bounds(args, &space);
  double all = tp_work_about(r, &space, args) * (double)does.points;
  does.all = (tp_int)(all < MOST_AMOUNT ? all : MOST_AMOUNT);
  return does;
}

static long long clip(long long value, long long most) { return value < most ? value : most; }

static long long picoseconds(double seconds) {
  return seconds <= 0 ? 0 : clip((long long)(seconds < 1e4 ? seconds * 1e12 : 1e16), MOST_OWED / SHARE);
}

static void pay(tp_budget *b, long long time) {
  b->owed -= time;
  b->looked -= time;
  if (b->owed < -MOST_SAVED)
    b->owed = -MOST_SAVED;
  if (b->looked < 0)
    b->looked = 0;
}

static tp_int larger(tp_int x, tp_int y) { return x > y ? x : y; }

static void owe(long long *account, long long time) {
  *account = clip(*account + SHARE * clip(time, MOST_OWED / SHARE), MOST_OWED);
}

static int is_in_debt(const tp_budget *b, int is_known) {
  return b->looked > 0 || (b->owed > 0 && !b->passing && !is_known);
}

/* Whether a call that does so much may not be looked at now. */
static int is_barred(const tp_budget *b, const tp_amount *does) {
  return does->all <= b->limit.all && is_in_debt(b, does->all == b->known.all);
}

/* --- what calls may do unasked: emitted code (tp_uses) counts it down, perhaps in several threads --------------- */

static void store(int *word, int value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }

static void count_skipped(tp_budget *b, long calls, long long points) {
  b->owed -= points * b->point;
  b->looked -= points * b->point;
  b->skipped += calls;
  tp_record_skipped(b->record, calls, b->reason);
}

/* Ends the allowance and counts what was used of it. */
static void settle(tp_budget *b) {
  tp_int left = __atomic_exchange_n(&b->allowance.tp_left, USED_UP, __ATOMIC_RELAXED), used = b->allowed - (left >> 32);
  unsigned calls = (unsigned)left;
  b->allowed = 0;
  if (calls > 0)
    count_skipped(b, calls, used > 0 ? used : 0);
}

/* Lets calls run unasked until the next look is paid for. Extents as the inline test knows them end at TP_LENGTH. */
static void allow(tp_budget *b) {
  long long time = b->looked > 0 ? b->looked : clip(b->owed, SHARE * LOOK);
  b->allowed = (int)clip(time / b->point, MOST_POINTS);
  store(&b->allowance.tp_most, b->region->tp_work ? 0 : (int)clip(b->limit.points, TP_LENGTH - 1));
  __atomic_store_n(&b->allowance.tp_left, (tp_int)b->allowed << 32, __ATOMIC_RELAXED);
}

/* Settings have changed. */
static void ask_again(void) {
  for (tp_budget *b = places; b < places + PLACES; b++)
    store(&b->allowance.tp_most, 0);
}

/* --- the short way ---------------------------------------------------------------------------- */

/* What loops inside statements do is asked in the runtime's context alone, and now and then: they may have become longer. */
int tp_budget_declines(const tp_region *r, const void *args) {
  tp_budget *b = find(r);
  if (!b || tp_always || !pthread_equal(b->owner, pthread_self()) || b->limit.points == 0 ||
      b->generation != tp_settings_generation())
    return 0;
  tp_int points = volume(r, args);
  settle(b);
  if (points > b->limit.points || !is_in_debt(b, points == b->known.points) ||
      (r->tp_work && ++b->unasked % UNASKED == 0))
    return 0;
  count_skipped(b, 1, points);
  allow(b);
  return 1;
}

/* --- the long way ----------------------------------------------------------------------------- */

static long long estimate(const tp_region *r) {
  tp_machine machine;
  tp_machine_default(1, 1, 1, &machine);
  long long point = picoseconds(tp_point_estimate(&r->tp_ops, &machine) * (r->tp_work ? WORK : 1));
  return point > 0 ? clip(point, MOST_POINT) : 1;
}

static int asks_for_something(const tp_region *r) {
  tp_settings s;
  const char *why;
  return tp_settings_for(r, &s, &why) != TP_OK || s.always || s.tune > 0 || s.verify || s.tile.count > 0 ||
         s.mesh.count > 0 || s.group.count > 0 || (*s.plans && strcmp(s.plans, TP_PLANS_NONE) != 0);
}

/* Loops that each tile runs as a whole are no dimensions of the box: where the box is small, points are counted. */
static int is_short(const tp_budget *b, const tp_region *r, const void *args, const tp_amount *does) {
  tp_box space;
  if (!r->tp_points || does->points >= SHORT / b->point)
    return does->points < SHORT / b->point;
  r->tp_bounds(args, &space);
  return tp_points_in(r, &space, args) < SHORT / b->point;
}

static void start(tp_budget *b, const tp_region *r, const void *args, const tp_amount *does) {
  b->generation = tp_settings_generation();
  if (b->record)
    b->record->allowance = &b->allowance;
  b->exempt = asks_for_something(r);
  b->limit = b->known = (tp_amount){0, 0};
  b->owed = b->looked = 0;
  b->declines = b->passing = 0;
  b->point = estimate(r);
  b->timed = 0;
  b->reason = "no plan is looked for yet: the call is short, and such calls have not come to much";
  if (!b->exempt && does->points > 0 && is_short(b, r, args, does)) {
    b->owed = SHARE * SEARCH;
    b->limit = *does;
  }
}

static tp_budget *make(const tp_region *r, const void *args, const tp_amount *does) {
  for (unsigned i = 0, at = place_of(r); i < PROBES; i++) {
    tp_budget *b = &places[(at + i) % PLACES];
    if (b->region)
      continue;
    if (!(b->record = tp_record_of(r)))
      return NULL;
    b->owner = pthread_self();
    tp_settings_when_changed(ask_again);
    start(b, r, args, does);
    atomic_store_explicit(&b->region, r, memory_order_release);
    return b;
  }
  return NULL;
}

tp_budget *tp_budget_of(const tp_region *r, const void *args, int *defers) {
  *defers = 0;
  awaited.budget = NULL;
  if (tp_always)
    return NULL;
  tp_budget *b = find(r);
  tp_amount does = amount(r, args);
  if (!b && !(b = make(r, args, &does)))
    return NULL;
  if (!pthread_equal(b->owner, pthread_self()))
    return NULL;
  settle(b);
  /* Another library may be where one was unloaded. */
  if (b->generation != tp_settings_generation() || b->record != tp_record_of(r)) {
    b->record->allowance = NULL;
    b->record = tp_record_of(r);
    start(b, r, args, &does);
  }
  if (b->exempt || !b->record)
    return NULL;
  if (r->tp_allowed)
    __atomic_store_n(r->tp_allowed, &b->allowance, __ATOMIC_RELEASE);
  *defers = is_barred(b, &does);
  return b;
}

int tp_budget_is_spent(const tp_budget *b) { return b && b->owed > 0; }

/* The call runs its own loop; the answer to it. */
static int run_loop(tp_budget *b, const tp_amount *does, int times_loop) {
  b->skipped = 0;
  if (!times_loop) {
    pay(b, does->points * b->point);
    return 0;
  }
  awaited.budget = b;
  awaited.thread = pthread_self();
  awaited.does = *does;
  awaited.start = tp_now();
  return -1;
}

int tp_budget_declined(tp_budget *b, const void *args, double seconds, const char *reason, int times_loop) {
  if (!b)
    return 0;
  tp_amount does = amount(b->region, args);
  int doublings = ++b->declines / PATIENCE;
  owe(&b->looked, LOOK << (doublings < DOUBLINGS ? doublings : DOUBLINGS));
  owe(&b->owed, picoseconds(seconds));
  b->known = does;
  b->passing = 0;
  if (does.points < MOST_POINTS) {
    b->limit.points = larger(b->limit.points, does.points + does.points / 4);
    b->limit.all = larger(b->limit.all, does.all + does.all / 4);
  }
  b->reason = reason;
  return run_loop(b, &does, times_loop);
}

void tp_budget_passing(tp_budget *b) {
  if (b)
    b->passing = 1;
}

int tp_budget_deferred(tp_budget *b, const void *args, int times_loop) {
  tp_amount does = amount(b->region, args);
  return run_loop(b, &does, times_loop);
}

void tp_budget_ran(tp_budget *b, const void *args, double seconds, double run) {
  if (!b)
    return;
  tp_amount does = amount(b->region, args);
  owe(&b->owed, picoseconds(seconds));
  pay(b, picoseconds(run));
  b->skipped = 0;
  b->declines = 0;
  /* Fewer points may do more. */
  if (b->limit.points >= does.points)
    b->limit.points = b->region->tp_work ? 0 : does.points - 1;
  if (b->limit.all >= does.all)
    b->limit.all = does.all - 1;
}

/* Points of much larger or smaller starts may lie in another cache. */
static int is_near(tp_int a, tp_int b) { return a <= 2 * b && b <= 2 * a && a > 0; }

static double scaled(const tp_budget *b, tp_int all) {
  return (double)b->fastest * (double)all / (double)b->timed;
}

double tp_budget_loop_seconds(const tp_budget *b, const void *args) {
  tp_int all = b ? amount(b->region, args).all : 0;
  return b && is_near(b->timed, all) ? 1e-12 * scaled(b, all) : 0;
}

void tp_budget_loop_ended(double end) {
  tp_budget *b = awaited.budget;
  if (!b || !pthread_equal(awaited.thread, pthread_self()))
    return;
  awaited.budget = NULL;
  long long time = picoseconds(end - awaited.start), points = awaited.does.points > 0 ? awaited.does.points : 1;
  pay(b, time);
  b->point = time / points > 0 ? clip(time / points, MOST_POINT) : 1;
  if (!is_near(b->timed, awaited.does.all) || scaled(b, awaited.does.all) > (double)time) {
    b->timed = awaited.does.all;
    b->fastest = time;
  }
}
