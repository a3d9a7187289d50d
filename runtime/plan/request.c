/* request.c - what the settings ask of one region, checked against it, and the mapped dimension. */
#include "plan/request.h"

#include "plan/formulas.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Lengths within this ratio are worth the same to the pipeline. */
enum { MUCH_LONGER = 4 };

static char why_text[512];

/* A list as the user wrote it: "64,*". */
static const char *list_text(const tp_list *list, char *out, size_t size) {
  size_t used = 0;
  *out = 0;
  for (int d = 0; d < list->count && used < size; d++) {
    const char *comma = d ? "," : "";
    int n = list->at[d] ? snprintf(out + used, size - used, "%s%lld", comma, list->at[d])
                        : snprintf(out + used, size - used, "%s*", comma);
    used += (size_t)n;
  }
  return out;
}

__attribute__((format(printf, 4, 5))) static tp_status invalid(const char **why, const char *variable,
                                                               const tp_list *list,
                                                               const char *format, ...) {
  char text[128], reason[320];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reason, sizeof reason, format, arguments);
  va_end(arguments);
  snprintf(why_text, sizeof why_text, "TILEPIPE_%s=%s: %s [setting-region]", variable,
           list_text(list, text, sizeof text), reason);
  *why = why_text;
  return TP_INVALID;
}

/* --- lists ------------------------------------------------------------------------------------ */

/* Copies a list of the region's depth; another depth is noted. 1: it applies. */
static int take(const tp_list *list, int dims, int flag, tp_int *out, int *ignored) {
  if (list->count == dims) {
    memcpy(out, list->at, (size_t)dims * sizeof *out);
    return 1;
  }
  if (list->count)
    *ignored |= flag;
  return 0;
}

static tp_status check_extents(const tp_problem *problem, tp_request *q, const char **why) {
  const tp_shape *shape = &problem->shape;
  const tp_list *list = &problem->settings.tile;
  for (int d = 0; d < shape->dims; d++) {
    tp_int s = q->extent[d], length = tp_length(shape->lo[d], shape->hi[d]);
    if (s < 0)
      return invalid(why, "TILE", list, "extent %lld of dimension %d is not positive", s, d + 1);
    if (s > 0 && s < shape->reach[d])
      return invalid(why, "TILE", list,
                     "extent %lld of dimension %d is below the dependence distance %lld of region "
                     "%.120s", s, d + 1, shape->reach[d], problem->region);
    /* One tile is one tile, however far beyond the space it would reach. */
    if (s > length && s > shape->reach[d])
      q->extent[d] = length > shape->reach[d] ? length : shape->reach[d];
    if (s > 0 && q->extent[d] < 1)
      q->extent[d] = 1;
  }
  return TP_OK;
}

/* Product of the given entries; saturates. */
static tp_int given(const tp_int *list, int dims) {
  tp_int product = 1;
  for (int d = 0; d < dims; d++)
    if (list[d] > 0)
      product = tp_mul_sat(product, list[d]);
  return product;
}

static int at_most(int available, int limit) {
  available = available < 1 ? 1 : available;
  return limit > 0 && limit < available ? limit : available;
}

static tp_status check_meshes(const tp_problem *problem, tp_request *q, const char **why) {
  const tp_settings *asked = &problem->settings;
  int n = problem->shape.dims;
  for (int d = 0; d < n; d++) {
    if (q->mesh[d] < 0)
      return invalid(why, "MESH", &asked->mesh, "%lld is not positive", q->mesh[d]);
    if (q->group[d] < 0)
      return invalid(why, "GROUP", &asked->group, "%lld is not positive", q->group[d]);
  }
  tp_int ranks = given(q->mesh, n), threads = given(q->group, n);
  if (ranks > q->ranks)
    return invalid(why, "MESH", &asked->mesh, "%lld ranks, but %d may be used", ranks, q->ranks);
  if (threads > q->threads && asked->hybrid == TP_HYBRID_MPI)
    return invalid(why, "GROUP", &asked->group, "%lld threads, but a rank has one with hybrid=mpi", threads);
  if (threads > q->threads)
    return invalid(why, "GROUP", &asked->group, "%lld threads, but a rank has %d", threads,
                   q->threads);
  return TP_OK;
}

/* --- the mapped dimension --------------------------------------------------------------------- */

/* Length of dimension d as the pipeline sees it: in tiles where all extents are given (P0 4.7), in
   points otherwise. Minus 1 where d cannot be mapped, or where it has no dependence and another that can
   be mapped has: across the CPUs such a dimension is worth more, for it needs no messages. */
static tp_int mapped_length(const tp_shape *shape, const tp_request *q, int by_tiles, int d) {
  if (q->mesh[d] > 1 || q->group[d] > 1)
    return -1;
  for (int k = 0; shape->reach[d] == 0 && k < shape->dims; k++)
    if (shape->reach[k] > 0 && q->mesh[k] <= 1 && q->group[k] <= 1)
      return -1;
  tp_int length = tp_length(shape->lo[d], shape->hi[d]);
  return by_tiles ? tp_ceil_div(length, q->extent[d]) : length;
}

/* The longest dimension (P1, P0 4.7). Where extents are free, lengths that are not far apart count as
   equal, and of equals the outer one is mapped: a pipeline of thin tiles fills as soon, and the innermost
   loop keeps its long runs (walks over narrow panels of a large array may take twice the time). */
static int longest_dimension(const tp_shape *shape, const tp_request *q) {
  int by_tiles = 1;
  tp_int longest = -1;
  for (int d = 0; d < shape->dims; d++)
    by_tiles &= q->extent[d] > 0;
  for (int d = 0; d < shape->dims; d++) {
    tp_int length = mapped_length(shape, q, by_tiles, d);
    longest = length > longest ? length : longest;
  }
  for (int d = 0; d < shape->dims; d++) {
    tp_int length = mapped_length(shape, q, by_tiles, d);
    if (length >= 0 && length >= (by_tiles ? longest : longest / MUCH_LONGER))
      return d;
  }
  return -1;
}

/* Without any dependence nothing is a pipeline: the innermost dimension stays whole, so that every CPU
   gets a slab; where the others have too few rows for all CPUs, the shortest does. -1: not this case. */
static int slab_dimension(const tp_shape *shape, const tp_request *q) {
  int inner = shape->dims - 1, shortest = -1;
  tp_int rows = 1, least = TP_HUGE;
  for (int d = 0; d < shape->dims; d++) {
    tp_int length = tp_length(shape->lo[d], shape->hi[d]);
    if (shape->reach[d] > 0)
      return -1;
    if (d != inner)
      rows = tp_mul_sat(rows, length);
    if (q->mesh[d] <= 1 && q->group[d] <= 1 && length < least) {
      shortest = d;
      least = length;
    }
  }
  int enough = rows >= tp_mul_sat(q->ranks, q->threads);
  return enough && q->mesh[inner] <= 1 && q->group[inner] <= 1 ? inner : shortest;
}

static tp_status choose_mapped(const tp_problem *problem, tp_request *q, const char **why) {
  const tp_shape *shape = &problem->shape;
  int chosen = slab_dimension(shape, q);
  if (chosen < 0)
    chosen = longest_dimension(shape, q);
  if (chosen < 0) {
    int mesh = given(q->mesh, shape->dims) > 1;
    return invalid(why, mesh ? "MESH" : "GROUP", mesh ? &problem->settings.mesh : &problem->settings.group,
                   "no dimension is left for the tiles of a CPU: one needs 1 or * in mesh and group");
  }
  q->mapped = chosen;
  q->mesh[chosen] = q->group[chosen] = 1;
  return TP_OK;
}

tp_status tp_request_for(const tp_problem *problem, tp_request *out, const char **why) {
  const tp_shape *shape = &problem->shape;
  const tp_settings *asked = &problem->settings;
  tp_request q = {.ranks = at_most(problem->machine.ranks, asked->ranks),
                  .threads = at_most(problem->machine.threads, asked->threads)};
  if (asked->hybrid == TP_HYBRID_MPI)
    q.threads = 1;
  take(&asked->tile, shape->dims, TP_SETTING_BIT(tile), q.extent, &q.ignored);
  q.has_mesh = take(&asked->mesh, shape->dims, TP_SETTING_BIT(mesh), q.mesh, &q.ignored);
  q.has_group = take(&asked->group, shape->dims, TP_SETTING_BIT(group), q.group, &q.ignored);
  if (shape->threads_only) {
    if (q.has_mesh && given(q.mesh, shape->dims) > 1)
      q.ignored |= TP_SETTING_BIT(mesh);
    memset(q.mesh, 0, sizeof q.mesh);
    q.has_mesh = 0;
    q.ranks = 1;
  }
  tp_status status = check_extents(problem, &q, why);
  if (status == TP_OK)
    status = check_meshes(problem, &q, why);
  if (status == TP_OK)
    status = choose_mapped(problem, &q, why);
  if (status == TP_OK)
    *out = q;
  return status;
}
