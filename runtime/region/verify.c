/* verify.c - what is kept of the region's run, the user's nest, comparison.
 *
 * Copies for the emitted nest cover exactly what the region says it reads and writes, in reservations of the full
 * range; whatever else the nest touched would be zero there and show as a difference. Where it has no such lists
 * (threads only) they cover the full range. */
#include "region/verify.h"

#include "ranks/array.h"
#include "process/process.h"
#include "settings/settings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

struct tp_verification {
  const tp_region *region;
  const void *args;
  char *copied;           /* the arguments with base pointers into the copies */
  tp_plan plan;
  tp_reservation *shadow; /* per array; zeros: none */
  tp_box box;             /* the whole space */
  tp_range *range;        /* of each array; where its hulls are compared */
  /* With the caller's own loop: */
  int own_loop;
  char *before, *after;   /* the elements of all runs, one behind the other */
  tp_int bytes, at;       /* of each; position of a walk */
  int failed;
  int required;           /* what cannot be verified ends the program */
};

/* Of this thread: the verification that waits for the end of the caller's loop. */
static _Thread_local tp_verification *awaited;

static _Atomic int verified;

static char *base_of(const tp_region *r, const void *args, int array) {
  return *(char *const *)((const char *)args + r->tp_array[array].tp_field);
}

/* The copy of an address in array number `array`. */
static char *copy_of(const tp_verification *v, int array, const void *at) {
  return base_of(v->region, v->copied, array) +
         ((const char *)at - base_of(v->region, v->args, array));
}

/* A constant array has no copy. */
static int is_copied(const tp_verification *v, int array) {
  return base_of(v->region, v->copied, array) != base_of(v->region, v->args, array);
}

static void copy_run(tp_stream *s, int array, void *at, tp_int bytes) {
  const tp_verification *v = s->tp_visitor;
  if (is_copied(v, array))
    memcpy(copy_of(v, array, at), at, (size_t)bytes);
}

static int make_shadows(tp_verification *v) {
  const tp_region *r = v->region;
  tp_range *range = malloc((size_t)r->tp_arrays * sizeof *range + 1);
  int complete = range != NULL;
  if (complete) {
    r->tp_ranges(v->args, range);
    tp_array_hulls(r, range);
  }
  for (int a = 0; complete && a < r->tp_arrays; a++)
    if (!(r->tp_array[a].tp_flags & TP_ARRAY_CONSTANT) && range[a].tp_past > range[a].tp_first)
      complete = tp_array_shadow(range[a].tp_first, range[a].tp_past, &v->shadow[a],
                                 (void **)(v->copied + r->tp_array[a].tp_field)) == TP_OK;
  free(range);
  return complete;
}

static void discard(tp_verification *v) {
  for (int a = 0; v->shadow && a < v->region->tp_arrays; a++)
    tp_array_release(&v->shadow[a]);
  free(v->shadow);
  free(v->range);
  free(v->before);
  free(v->after);
  free(v->copied);
  free(v);
}

/* --- the caller's own loop -------------------------------------------------------------------- */

/* Visits what the nest may access: what it writes and what it reads from before, or the hulls of the arrays that it
   writes where the region has no such lists. An element may come twice. */
static void each_run(tp_verification *v, void (*visit)(tp_stream *, int, void *, tp_int)) {
  const tp_region *r = v->region;
  tp_stream s = {.tp_mode = TP_VISIT, .tp_visit = visit, .tp_visitor = v};
  v->at = 0;
  if (!(r->tp_flags & TP_REGION_THREADS_ONLY)) {
    r->tp_owned(&v->box, v->args, &s);
    r->tp_livein(&v->box, v->args, &s);
    return;
  }
  for (int a = 0; a < r->tp_arrays; a++)
    if (r->tp_array[a].tp_flags & TP_ARRAY_WRITTEN && v->range[a].tp_past > v->range[a].tp_first)
      visit(&s, a, base_of(r, v->args, a) + v->range[a].tp_first, v->range[a].tp_past - v->range[a].tp_first);
}

static void count_run(tp_stream *s, int array, void *at, tp_int bytes) {
  tp_verification *v = s->tp_visitor;
  v->at += bytes;
  (void)array, (void)at;
}

/* The hull of a conditional access may reach beyond the array: the kernel reads what is there. */
static void keep_run(tp_stream *s, int array, void *at, tp_int bytes) {
  tp_verification *v = s->tp_visitor;
  struct iovec to = {v->before + v->at, (size_t)bytes}, from = {at, (size_t)bytes};
  if (!(v->region->tp_flags & TP_REGION_THREADS_ONLY))
    memcpy(to.iov_base, at, (size_t)bytes);
  else
    v->failed |= process_vm_readv(getpid(), &to, 1, &from, 1, 0) != bytes;
  v->at += bytes;
  (void)array;
}

static void keep_result(tp_stream *s, int array, void *at, tp_int bytes) {
  tp_verification *v = s->tp_visitor;
  memcpy(v->after + v->at, at, (size_t)bytes);
  v->at += bytes;
  (void)array;
}

/* Memory that did not change may be read-only. */
static void put_back(tp_stream *s, int array, void *at, tp_int bytes) {
  tp_verification *v = s->tp_visitor;
  if (memcmp(v->before + v->at, at, (size_t)bytes) != 0)
    memcpy(at, v->before + v->at, (size_t)bytes);
  v->at += bytes;
  (void)array;
}

static int has_rows(const tp_region *r) {
  int rows = 0;
  for (int a = 0; a < r->tp_arrays; a++)
    rows |= r->tp_array[a].tp_flags & TP_ARRAY_ROWS;
  return rows != 0;
}

/* The arguments live until the emitted call returns: those of the verification are a copy. */
static int begin_own_loop(tp_verification *v, const char **why) {
  const tp_region *r = v->region;
  *why = "its rows are behind pointers";
  if (r->tp_flags & TP_REGION_THREADS_ONLY && has_rows(r))
    return 0;
  *why = "too little memory";
  if (!(v->range = malloc((size_t)r->tp_arrays * sizeof *v->range + 1)))
    return 0;
  r->tp_ranges(v->copied, v->range);
  tp_array_hulls(r, v->range);
  v->args = v->copied;
  each_run(v, count_run);
  v->bytes = v->at;
  v->before = malloc((size_t)v->bytes + 1);
  v->after = malloc((size_t)v->bytes + 1);
  if (!v->before || !v->after)
    return 0;
  each_run(v, keep_run);
  *why = "not all of its memory can be read";
  return !v->failed;
}

/* --- the emitted nest ------------------------------------------------------------------------- */

/* Without lists of elements: all bytes that the nest may touch. Some of them may not be there. */
static int copy_hulls(tp_verification *v) {
  const tp_region *r = v->region;
  if (!(v->range = malloc((size_t)r->tp_arrays * sizeof *v->range + 1)))
    return 0;
  r->tp_ranges(v->args, v->range);
  tp_array_hulls(r, v->range);
  for (int a = 0; a < r->tp_arrays; a++) {
    tp_int bytes = v->range[a].tp_past - v->range[a].tp_first;
    if (bytes <= 0 || !is_copied(v, a))
      continue;
    char *at = base_of(r, v->args, a) + v->range[a].tp_first;
    struct iovec to = {copy_of(v, a, at), (size_t)bytes}, from = {at, (size_t)bytes};
    if (process_vm_readv(getpid(), &to, 1, &from, 1, 0) != bytes)
      return 0;
  }
  return 1;
}

static int begin_reference(tp_verification *v, const char **why) {
  const tp_region *r = v->region;
  *why = "its data cannot be copied, and its caller does not tell the end of its loop";
  if (!r->tp_reference || has_rows(r))
    return 0;
  *why = "too little memory";
  v->shadow = calloc((size_t)r->tp_arrays + 1, sizeof *v->shadow);
  if (!v->shadow || !make_shadows(v))
    return 0;
  if (r->tp_flags & TP_REGION_THREADS_ONLY) {
    *why = "not all of its memory can be read";
    return copy_hulls(v);
  }
  tp_stream s = {.tp_mode = TP_VISIT, .tp_visit = copy_run, .tp_visitor = v};
  r->tp_livein(&v->box, v->args, &s);
  r->tp_owned(&v->box, v->args, &s);
  return 1;
}

tp_verification *tp_verify_begin(const tp_region *r, const void *args, const tp_plan *plan, int required, const char **why) {
  tp_verification *v = calloc(1, sizeof *v);
  *why = "too little memory";
  if (!v)
    return NULL;
  v->region = r;
  v->args = args;
  v->plan = *plan;
  v->required = required;
  v->own_loop = (r->tp_flags & TP_REGION_TIMES_LOOP) != 0;
  v->copied = malloc((size_t)r->tp_args + 1);
  memcpy(v->box.tp_lo, plan->lo, sizeof v->box.tp_lo);
  memcpy(v->box.tp_hi, plan->hi, sizeof v->box.tp_hi);
  if (v->copied)
    memcpy(v->copied, args, (size_t)r->tp_args);
  if (!v->copied || !(v->own_loop ? begin_own_loop : begin_reference)(v, why)) {
    discard(v);
    return NULL;
  }
  return v;
}

/* --- who wrote an element --------------------------------------------------------------------- */

typedef struct search {
  const char *at;
  int array, found;
} search;

static void search_run(tp_stream *s, int array, void *at, tp_int bytes) {
  search *q = s->tp_visitor;
  q->found |= array == q->array && q->at >= (char *)at && q->at < (char *)at + bytes;
}

static int owns(const tp_verification *v, const tp_box *box, int array, const char *at) {
  search q = {at, array, 0};
  tp_stream s = {.tp_mode = TP_VISIT, .tp_visit = search_run, .tp_visitor = &q};
  v->region->tp_owned(box, v->args, &s);
  return q.found;
}

/* Narrows the box to the owning tile, one dimension after the other. */
static void find_tile(const tp_verification *v, int array, const char *at, tp_box *box, tp_int *tile) {
  const tp_plan *c = &v->plan;
  for (int d = 0; d < c->dims; d++)
    for (tile[d] = 0; tile[d] < c->tiles[d]; tile[d]++) {
      box->tp_lo[d] = c->lo[d] + tile[d] * c->extent[d];
      box->tp_hi[d] = tp_min(box->tp_lo[d] + c->extent[d], c->hi[d]);
      if (owns(v, box, array, at))
        break;
    }
}

static int print_list(char *out, size_t size, const tp_int *at, int n) {
  int used = 0;
  for (int i = 0; i < n && used < (int)size; i++)
    used += snprintf(out + used, size - (size_t)used, i ? ",%lld" : "%lld", at[i]);
  return used;
}

static void print_hex(char *out, const char *at, tp_int bytes) {
  for (tp_int i = 0; i < bytes && i < 32; i++)
    sprintf(out + 2 * i, "%02x", (unsigned char)at[bytes - 1 - i]);
}

/* Of the element at a byte offset from the array's base. */
static void find_subscripts(const tp_verification *v, int array, tp_int offset, tp_int *subscript) {
  tp_range *range = calloc((size_t)v->region->tp_arrays, sizeof *range);
  if (!range)
    return;
  v->region->tp_ranges(v->args, range);
  offset -= range[array].tp_origin;
  for (int d = 0; d < v->region->tp_array[array].tp_rank; d++)
    if (range[array].tp_stride[d] > 0) {
      subscript[d] = offset / range[array].tp_stride[d];
      offset %= range[array].tp_stride[d];
    }
  free(range);
}

/* element: where it is in the program; the values that the region and the user's nest computed. */
__attribute__((noreturn)) static void report(const tp_verification *v, int array, const char *element,
                                             const char *computed, const char *sequential) {
  const tp_array_info *info = &v->region->tp_array[array];
  tp_int subscript[TP_DIMS + 3] = {0}, tile[TP_DIMS] = {0};
  char place[256] = "", tiles[128] = "", got[80] = "", wanted[80] = "", line[900];
  find_subscripts(v, array, element - base_of(v->region, v->args, array), subscript);
  print_list(place, sizeof place, subscript, info->tp_rank);
  int rank = -1;
  char owner[160] = "no tile writes it";
  tp_box box;
  for (int r = 0; r < v->plan.ranks; r++)
    for (tp_int pass = 0; pass < tp_passes(&v->plan); pass++)
      if (tp_rank_box(&v->plan, r, pass, &box) && owns(v, &box, array, element))
        rank = r;
  box = v->box;
  if (rank >= 0) {
    find_tile(v, array, element, &box, tile);
    print_list(tiles, sizeof tiles, tile, v->plan.dims);
    snprintf(owner, sizeof owner, "rank %d, tile %s", rank, tiles);
  }
  print_hex(got, computed, info->tp_element);
  print_hex(wanted, sequential, info->tp_element);
  snprintf(line, sizeof line,
           "verification failed: region %.100s (%.200s:%d): %.100s[%s] is 0x%s, sequentially 0x%s"
           " (%s) [verify-failed]",
           v->region->tp_name, v->region->tp_file, v->region->tp_line, info->tp_name, place, got,
           wanted, owner);
  tp_end_program(1, line);
}

/* As large as rounding may make it in sums of many numbers, and far smaller than a term of them. Where terms cancel each
   other more may be right: nobody knows. */
static int is_near(double a, double b, double share) {
  double most = fmax(fabs(a), fabs(b));
  return a == b || (a != a && b != b) || (isfinite(most) && fabs(a - b) <= share * most);
}

/* One number that was computed in another order. 0: it is not verified, which has been said. */
static int compare_rounded(const tp_verification *v, const char *name, const void *got, const void *wanted, tp_int bytes) {
  const double of_double = 0x1p-26, of_float = 0x1p-11;
  char line[600];
  int is_float = bytes == sizeof(float);
  double had = is_float ? *(const float *)got : *(const double *)got;
  double has = is_float ? *(const float *)wanted : *(const double *)wanted;
  if (is_near(had, has, is_float ? of_float : of_double))
    return 1;
  const tp_region *r = v->region;
  snprintf(line, sizeof line, "'%.100s' is %.17g, sequentially %.17g, with another order of operations", name, had, has);
  if (!v->required) {
    tp_verify_missed(r, line);
    return 0;
  }
  snprintf(line, sizeof line, "TILEPIPE_VERIFY=require: region %.100s (%.200s:%d) cannot be verified: '%.100s' is %.17g, sequentially %.17g [cannot-verify]",
           r->tp_name, r->tp_file, r->tp_line, name, had, has);
  tp_end_program(1, line);
}

/* Elements of an array that are sums or products in whatever order, up to the first that is not verified. 0: those of this array are none. */
static int compare_floating(const tp_verification *v, int array, const char *got, const char *wanted, tp_int bytes) {
  const tp_array_info *info = &v->region->tp_array[array];
  if (!(info->tp_flags & TP_ARRAY_FLOATING))
    return 0;
  tp_int i = 0;
  while (i < bytes && compare_rounded(v, info->tp_name, got + i, wanted + i, info->tp_element))
    i += info->tp_element;
  return 1;
}

/* Runs hold whole elements; where they begin in memory is the structure's matter. */
static void compare_run(tp_stream *s, int array, void *at, tp_int bytes) {
  const tp_verification *v = s->tp_visitor;
  const char *got = at, *wanted = copy_of(v, array, at);
  tp_int size = v->region->tp_array[array].tp_element;
  if (!is_copied(v, array) || memcmp(got, wanted, (size_t)bytes) == 0 || compare_floating(v, array, got, wanted, bytes))
    return;
  while (memcmp(got, wanted, (size_t)size) == 0) {
    got += size;
    wanted += size;
  }
  report(v, array, got, got, wanted);
}

/* The program has the sequential value now, `after` the region's. */
static void compare_loop(tp_stream *s, int array, void *at, tp_int bytes) {
  tp_verification *v = s->tp_visitor;
  const char *got = v->after + v->at, *wanted = at;
  tp_int size = v->region->tp_array[array].tp_element, i = 0;
  v->at += bytes;
  if (memcmp(got, wanted, (size_t)bytes) == 0 || compare_floating(v, array, got, wanted, bytes))
    return;
  while (memcmp(got + i, wanted + i, (size_t)tp_min(size, bytes - i)) == 0)
    i += size;
  report(v, array, wanted + i, got + i, wanted + i);
}

int tp_verify_end(tp_verification *v, const tp_float_env *floats) {
  verified = 1;
  if (v->own_loop) {
    each_run(v, keep_result);
    each_run(v, put_back);
    awaited = v;
    return -1;
  }
  tp_effects unseen = {0};
  tp_context_enter(floats);
  v->region->tp_reference(v->copied);
  tp_context_leave(&unseen);
  /* What the nest only reads must not have changed either. */
  each_run(v, compare_run);
  discard(v);
  return 1;
}

void tp_verify_accumulated(const char *name, const void *got, const void *wanted, tp_int bytes) {
  char had[80] = "", has[80] = "", line[600];
  if (!awaited || memcmp(got, wanted, (size_t)bytes) == 0)
    return;
  const tp_region *r = awaited->region;
  print_hex(had, got, bytes);
  print_hex(has, wanted, bytes);
  snprintf(line, sizeof line, "verification failed: region %.100s (%.200s:%d): %.100s is 0x%s, sequentially 0x%s [verify-failed]", r->tp_name,
           r->tp_file, r->tp_line, name, had, has);
  tp_end_program(1, line);
}

void tp_verify_reassociated(const char *name, const void *got, const void *wanted, tp_int bytes) {
  if (awaited)
    compare_rounded(awaited, name, got, wanted, bytes);
}

void tp_verify_ended(void) {
  tp_verification *v = awaited;
  if (!v)
    return;
  awaited = NULL;
  each_run(v, compare_loop);
  discard(v);
}

/* --- what was not verified -------------------------------------------------------------------- */

static pid_t asker;

static void say_nothing_ran(void) {
  if (getpid() == asker && !verified)
    fprintf(stderr, "tilepipe: TILEPIPE_VERIFY: no region was verified, for none ran; TILEPIPE_STATS=1 says why [not-verified]\n");
}

void tp_verify_at_exit(void) {
  asker = getpid();
  atexit(say_nothing_ran);
}

void tp_verify_missed(const tp_region *r, const char *why) {
  verified = 1;
  fprintf(stderr, "tilepipe: TILEPIPE_VERIFY: region %.100s (%.200s:%d) was not verified: %s [not-verified]\n", r->tp_name, r->tp_file,
          r->tp_line, why);
}
