/* maybe_written.c - two copies of arrays with conditional writes: what was sent, and what came back. */
#include "ranks/maybe_written.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* 1: some write of the array is conditional, or of another array with the same base pointer. */
static int is_maybe_written(const tp_region *r, int array) {
  for (int a = 0; a < r->tp_arrays; a++)
    if (r->tp_array[a].tp_flags & TP_ARRAY_MAYBE_WRITTEN && r->tp_array[a].tp_field == r->tp_array[array].tp_field)
      return 1;
  return 0;
}

static int has_maybe_written(const tp_region *r) {
  for (int a = 0; a < r->tp_arrays; a++)
    if (r->tp_array[a].tp_flags & TP_ARRAY_MAYBE_WRITTEN)
      return 1;
  return 0;
}

static char *base_of(const tp_maybe_written *m, const void *args, int array) {
  return *(char *const *)((const char *)args + m->pipeline->region->tp_array[array].tp_field);
}

/* Where an address of the program's array lies in a copy. */
static char *in_copy(const tp_maybe_written *m, const char *args, int array, const void *at) {
  return base_of(m, args, array) + ((const char *)at - base_of(m, m->pipeline->args, array));
}

static char *copy_arguments(const tp_pipeline *p) {
  char *out = malloc((size_t)p->region->tp_args + 1);
  if (out)
    memcpy(out, p->args, (size_t)p->region->tp_args);
  return out;
}

static tp_status reserve(tp_maybe_written *m) {
  const tp_region *r = m->pipeline->region;
  tp_range *range = malloc((size_t)r->tp_arrays * sizeof *range + 1);
  tp_status status = range ? TP_OK : TP_FAILED;
  if (range) {
    r->tp_ranges(m->pipeline->args, range);
    tp_array_hulls(r, range);
  }
  for (int a = 0; status == TP_OK && a < r->tp_arrays; a++) {
    tp_int lo = range[a].tp_first, hi = range[a].tp_past, field = r->tp_array[a].tp_field;
    if (lo >= hi || !is_maybe_written(r, a))
      continue;
    status = tp_array_shadow(lo, hi, &m->copy[2 * a], (void **)(m->sent + field));
    if (status == TP_OK)
      status = tp_array_shadow(lo, hi, &m->copy[2 * a + 1], (void **)(m->received + field));
  }
  free(range);
  return status;
}

static void copy_run(tp_stream *s, int array, void *at, tp_int bytes) {
  const tp_maybe_written *m = s->tp_visitor;
  if (is_maybe_written(m->pipeline->region, array))
    memcpy(in_copy(m, m->sent, array, at), at, (size_t)bytes);
}

/* Visits with the program's addresses what `runs` enumerates of a rank. Rows are in blocks: tp_plan_make. */
static void each_run(const tp_maybe_written *m, int rank, tp_enumerator runs,
                     void (*visit)(tp_stream *, int, void *, tp_int)) {
  tp_box box;
  tp_stream s = {.tp_mode = TP_VISIT, .tp_visit = visit, .tp_visitor = (void *)m};
  if (tp_rank_box(&m->pipeline->plan, rank, 0, &box))
    runs(&box, m->pipeline->args, &s);
}

tp_status tp_maybe_begin(tp_maybe_written *m, const tp_pipeline *p) {
  const tp_region *r = p->region;
  memset(m, 0, sizeof *m);
  m->pipeline = p;
  if (!has_maybe_written(r))
    return TP_OK;
  m->sent = copy_arguments(p);
  m->received = copy_arguments(p);
  m->copy = calloc((size_t)r->tp_arrays * 2, sizeof *m->copy);
  if (!m->sent || !m->received || !m->copy || reserve(m) != TP_OK) {
    tp_maybe_end(m);
    return TP_FAILED;
  }
  for (int rank = 1; rank < p->plan.ranks; rank++) {
    each_run(m, rank, r->tp_livein, copy_run);
    each_run(m, rank, r->tp_owned, copy_run);
  }
  return TP_OK;
}

const void *tp_maybe_sent(const tp_maybe_written *m) { return m->sent ? m->sent : m->pipeline->args; }

const void *tp_maybe_received(const tp_maybe_written *m) { return m->received ? m->received : m->pipeline->args; }

static void store_run(tp_stream *s, int array, void *at, tp_int bytes) {
  const tp_maybe_written *m = s->tp_visitor;
  if (!is_maybe_written(m->pipeline->region, array))
    return;
  tp_int element = m->pipeline->region->tp_array[array].tp_element;
  int flags = m->pipeline->region->tp_array[array].tp_flags;
  /* An array that only shares the base is written without a condition, perhaps several times. */
  int rewritten = !(flags & TP_ARRAY_MAYBE_WRITTEN) || flags & TP_ARRAY_REWRITTEN;
  const char *old = rewritten ? at : in_copy(m, m->sent, array, at), *now = in_copy(m, m->received, array, at);
  for (tp_int i = 0; i < bytes; i += element)
    if (memcmp(old + i, now + i, (size_t)element) != 0)
      memcpy((char *)at + i, now + i, (size_t)element);
}

/* Pages of results are given back at once: rank 0 holds those of one rank at a time. */
void tp_maybe_store(const tp_maybe_written *m, int rank) {
  if (!m->received)
    return;
  each_run(m, rank, m->pipeline->region->tp_owned, store_run);
  for (int a = 0; a < m->pipeline->region->tp_arrays; a++)
    if (m->copy[2 * a + 1].map)
      madvise(m->copy[2 * a + 1].map, (size_t)m->copy[2 * a + 1].mapped, MADV_DONTNEED);
}

void tp_maybe_end(tp_maybe_written *m) {
  for (int i = 0; m->copy && i < 2 * m->pipeline->region->tp_arrays; i++)
    tp_array_release(&m->copy[i]);
  free(m->copy);
  free(m->sent);
  free(m->received);
  memset(m, 0, sizeof *m);
}
