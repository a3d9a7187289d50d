/* search.c - from coarse to fine, one coordinate after the other.
 *
 * The rules of build.c hold measured experience that the model does not have (short innermost loops in large
 * arrays, for one): they are left only where another plan promises clearly more. */
#include "plan/search.h"

#include "plan/build.h"
#include "plan/extents.h"
#include "plan/formulas.h"
#include "plan/model.h"
#include "plan/pages.h"
#include "plan/traffic.h"

#include <string.h>

/* What a change must promise: of the mesh, of how ranks and threads work together, of the mapped dimension. */
#define MESH_GAIN 1.03
#define MODE_GAIN 1.05
#define MAPPED_GAIN 1.15
/* ... of an outer one in the place of the one along rows, where large arrays are read about once. Whole rows are what the
   rules mean to have, so it may promise a little less. */
#define OUTER_GAIN 0.98
/* ... of another cut, where tiles hold unequal numbers of points: the rules were made for boxes. */
#define CUT_GAIN 1.03
/* ... of tiles that stay in the cache, and of other extents of such tiles. */
#define CACHE_GAIN 1.1
#define EXTENT_GAIN 1.02
/* Of more tiles than that, to time tile functions with. */
#define TIMED_LOSS 1.05
/* Of the time that the operations of a point take one after the other. */
#define IN_VECTORS 0.25
enum {
  FACTORISATIONS = 128, /* looked at per mesh */
  MOST = 300,           /* plans built: two milliseconds with the slowest of them */
  LEAST = 8,
  TILES_TO_TIME = 32,
  LINES_TO_TIME = 64, /* the same where one function along lines takes a fraction of what others take */
  PIECE = 512 /* points of a row that gain as much as another row */
};
/* Seconds of building one plan, and the part of a run that searching for it may take. */
#define BUILDING 6e-6
#define BUILDING_UNEVEN 40e-6
#define PART 0.01

typedef struct search {
  tp_problem problem;     /* with the settings of the best so far */
  tp_request q;
  int ranks, threads;     /* at most so many */
  tp_plan best;
  int left;               /* plans that may still be built */
} search;

/* Builds one more plan; it becomes the best if it is better by the factor. */
static void try(search *s, const tp_problem *problem, const tp_request *q, double gain) {
  if (s->left <= 0)
    return;
  s->left--;
  tp_plan p = tp_plan_make(problem, q, s->ranks, s->threads);
  /* Fewer CPUs are for the caller to decide about. */
  if (p.ranks < s->best.ranks || p.threads < s->best.threads || p.predicted * gain >= s->best.predicted)
    return;
  s->best = p;
  s->problem.settings = problem->settings;
  s->q = *q;
}

/* A dimension without dependence is worth more across the CPUs, see request.c. */
static int may_map(const search *s, int d) {
  const tp_request *q = &s->q;
  if (d == q->mapped || s->problem.shape.reach[d] == 0 || s->problem.shape.reach[q->mapped] == 0)
    return 0;
  if (tp_pages_suffice(&s->problem.shape, q, s->ranks, q->mapped) && !tp_pages_suffice(&s->problem.shape, q, s->ranks, d))
    return 0;
  /* 1 where the mapped dimension was fixed to it by a rule, not by the user. */
  const tp_settings *asked = &s->problem.settings;
  return asked->mesh.count != s->problem.shape.dims && asked->group.count != s->problem.shape.dims;
}

static double mapped_gain(const search *s, int d) {
  int now = s->q.mapped, is_along_rows = now == s->problem.shape.contiguous_dim && s->q.extent[now] == 0;
  return is_along_rows && d < now && tp_ahead_matters(&s->problem.shape) ? OUTER_GAIN : MAPPED_GAIN;
}

static void search_mapped(search *s) {
  for (int d = 0; d < s->problem.shape.dims; d++) {
    if (!may_map(s, d))
      continue;
    tp_request q = s->q;
    q.mesh[q.mapped] = q.group[q.mapped] = 0;
    q.mapped = d;
    q.mesh[d] = q.group[d] = 1;
    try(s, &s->problem, &q, mapped_gain(s, d));
  }
}

static void search_meshes(search *s, int group) {
  tp_int found[FACTORISATIONS][TP_DIMS], cap[TP_DIMS];
  tp_plan now = s->best;
  const tp_int *fixed = group ? s->q.group : s->q.mesh;
  for (int d = 0; d < s->problem.shape.dims; d++) {
    cap[d] = now.tiles[d] > now.mesh[d] * now.group[d] ? now.tiles[d] : now.mesh[d] * now.group[d];
    /* Free rows can be as thin as dependences allow. */
    tp_int reach = s->problem.shape.reach[d] > 1 ? s->problem.shape.reach[d] : 1;
    if (s->q.extent[d] == 0)
      cap[d] = tp_length(s->problem.shape.lo[d], s->problem.shape.hi[d]) / reach;
    cap[d] /= group ? now.mesh[d] : now.group[d];
  }
  if (!group && !s->problem.settings.always)
    tp_pages_cap(&s->problem.shape, &s->q, now.ranks, cap);
  int count = tp_factorisations(s->problem.shape.dims, s->q.mapped, group ? now.threads : now.ranks, cap, fixed,
                                found, FACTORISATIONS);
  for (int k = 0; k < count; k++) {
    tp_request q = s->q;
    memcpy(group ? q.tried_group : q.tried_mesh, found[k], sizeof found[k]);
    try(s, &s->problem, &q, MESH_GAIN);
  }
}

/* Ways in which threads and ranks work together, where the settings leave them open. */
static void search_modes(search *s, const tp_settings *asked) {
  static const int groupings[] = {TP_GROUPING_DATAFLOW, TP_GROUPING_HYPERPLANE, TP_GROUPING_VERTICAL};
  static const int hybrids[] = {TP_HYBRID_MULTIPLE, TP_HYBRID_COARSE, TP_HYBRID_FINE};
  static const int schedules[] = {TP_SCHEDULE_OVERLAP, TP_SCHEDULE_BLOCKING};
  for (int k = 0; k < 3 * 3 * 2; k++) {
    tp_problem way = s->problem;
    if (!asked->grouping)
      way.settings.grouping = groupings[k % 3];
    if (!asked->hybrid && s->best.ranks > 1 && s->best.threads > 1)
      way.settings.hybrid = hybrids[k / 3 % 3];
    if (!asked->schedule && s->best.ranks > 1)
      way.settings.schedule = schedules[k / 9];
    const tp_settings *now = &s->problem.settings, *next = &way.settings;
    if (next->grouping != now->grouping || next->hybrid != now->hybrid || next->schedule != now->schedule)
      try(s, &way, &s->q, MODE_GAIN);
  }
}

/* By which transport faces travel between ranks. Whether they are packed is no question: what lies in one piece costs
   less where it is. */
static void search_messages(search *s, const tp_settings *asked) {
  static const int transports[] = {TP_TRANSPORT_SHM, TP_TRANSPORT_P2P};
  for (int k = 0; k < 2 && !asked->transport; k++) {
    tp_problem way = s->problem;
    way.settings.transport = transports[k];
    if (transports[k] != s->best.transport)
      try(s, &way, &s->q, MODE_GAIN);
  }
}

/* All CPUs along dimension e, with so many rows for each (0: one block). */
static void try_cut(search *s, const tp_settings *asked, const tp_request *from, int m, int e, tp_int rows) {
  const tp_shape *shape = &s->problem.shape;
  tp_request q = *from;
  tp_problem way = s->problem;
  tp_int cpus = (tp_int)s->best.ranks * s->best.threads, length = tp_length(shape->lo[e], shape->hi[e]);
  tp_int least = shape->reach[e] > 1 ? shape->reach[e] : 1, most = tp_most_rows(shape, q.extent[e], e);
  if (most < cpus * (rows > 0 ? rows : 1))
    return;
  for (int d = 0; d < shape->dims; d++) {
    q.mesh[d] = q.group[d] = 0;
    q.tried_mesh[d] = d == e ? s->best.ranks : 1;
    q.tried_group[d] = d == e ? s->best.threads : 1;
  }
  q.mapped = m;
  q.mesh[m] = q.group[m] = 1;
  way.settings.assign = asked->assign ? asked->assign : rows > 0 ? TP_ASSIGN_CYCLIC : TP_ASSIGN_BLOCK;
  if (rows > 0 && q.extent[e] == 0)
    q.extent[e] = tp_ceil_div(length, cpus * rows) > least ? tp_ceil_div(length, cpus * rows) : least;
  try(s, &way, &q, CUT_GAIN);
}

/* Where tiles hold unequal numbers of points: every cut of one dimension with every mapped one, in blocks and in
   cyclic rows, many of which spread the work. Outer dimensions are cut first, for of equals the first one stays:
   what a rank has then lies together. */
static void search_cuts(search *s, const tp_settings *asked) {
  static const tp_int rows[] = {0, 16, 4, 64};
  const tp_request from = s->q;
  int last = asked->assign == TP_ASSIGN_BLOCK || asked->balance > TP_BALANCE_NONE ? 1 : 4;
  for (int k = asked->assign == TP_ASSIGN_CYCLIC; k < last; k++)
    for (int e = 0; e < s->problem.shape.dims; e++)
      for (int m = 0; m < s->problem.shape.dims; m++)
        if (e != m && (s->problem.shape.reach[m] > 0 || s->problem.shape.reach[e] == 0))
          try_cut(s, asked, &from, m, e, rows[k]);
}

/* --- tiles that stay in the cache ------------------------------------------------------------------ */

/* Tiles of `size` points along each dimension that carries dependences, but for whole innermost rows (`rows`): all CPUs
   along dimension e, one after the other along m. */
static void try_cube(search *s, const tp_request *from, int m, int e, tp_int size, int rows) {
  const tp_shape *shape = &s->problem.shape;
  tp_request q = *from;
  tp_problem way = s->problem;
  for (int d = 0; d < shape->dims; d++) {
    tp_int length = tp_length(shape->lo[d], shape->hi[d]);
    tp_int extent = shape->reach[d] == 0 || (rows && d == shape->dims - 1) ? length : size;
    if (q.extent[d] == 0)
      q.extent[d] = extent < shape->reach[d] ? shape->reach[d] : extent > length ? length : extent;
    q.mesh[d] = q.group[d] = 0;
    q.tried_mesh[d] = d == e ? s->best.ranks : 1;
    q.tried_group[d] = d == e ? s->best.threads : 1;
  }
  if (e >= 0 && tp_most_rows(shape, q.extent[e], e) < (tp_int)s->best.ranks * s->best.threads)
    return;
  q.mapped = m;
  q.mesh[m] = q.group[m] = 1;
  try(s, &way, &q, CACHE_GAIN);
}

/* Whole steps along m, and rows of `size` along e, which carries no dependence: each CPU has consecutive ones, and runs one
   through all steps before the next. */
static void try_rows(search *s, const tp_request *from, int m, int e, tp_int size) {
  const tp_shape *shape = &s->problem.shape;
  tp_request q = *from;
  if (q.extent[e] > 0)
    return;
  for (int d = 0; d < shape->dims; d++) {
    if (q.extent[d] == 0)
      q.extent[d] = d == e ? size : tp_length(shape->lo[d], shape->hi[d]);
    q.mesh[d] = q.group[d] = 0;
    q.tried_mesh[d] = d == e ? s->best.ranks : 1;
    q.tried_group[d] = d == e ? s->best.threads : 1;
  }
  q.mapped = m;
  q.mesh[m] = q.group[m] = 1;
  try(s, &s->problem, &q, CACHE_GAIN);
}

/* One extent after the other, halved and doubled, as long as that gains. */
static void refine_tiles(search *s, const tp_request *asked) {
  enum { ROUNDS = 4 };
  for (int round = 0, changed = 1; changed && round < ROUNDS; round++) {
    changed = 0;
    for (int k = 0; k < 2 * s->problem.shape.dims; k++) {
      int d = k / 2;
      tp_request q = s->q;
      double before = s->best.predicted;
      tp_int reach = s->problem.shape.reach[d], length = tp_length(s->problem.shape.lo[d], s->problem.shape.hi[d]);
      if (asked->extent[d] > 0 || q.extent[d] == 0)
        continue;
      q.extent[d] = k % 2 ? q.extent[d] * 2 : tp_ceil_div(q.extent[d], 2);
      if (q.extent[d] < reach || q.extent[d] > length)
        continue;
      try(s, &s->problem, &q, EXTENT_GAIN);
      changed |= s->best.predicted < before;
    }
  }
}

/* The rules cut a tile for each CPU. Where the nest rewrites more than a cache holds, smaller ones fetch less. */
static void try_tiles(search *s) {
  const tp_shape *shape = &s->problem.shape;
  const tp_request from = s->q;
  int alone = s->best.ranks * s->best.threads == 1;
  for (tp_int size = 8; size <= 128; size *= 2)
    for (int m = 0; m < shape->dims; m++)
      for (int e = alone ? -1 : 0; e < (alone ? 0 : shape->dims); e++)
        for (int rows = 0; rows < 2; rows++)
          if (e != m && shape->reach[m] > 0)
            try_cube(s, &from, m, e, size, rows);
  for (int m = 0; m < shape->dims && !alone; m++)
    for (int e = 0; e < shape->dims; e++)
      if (e != m && shape->reach[m] > 0 && shape->reach[e] == 0)
        for (tp_int size = 8, cpus = (tp_int)s->best.ranks * s->best.threads;
             2 * size * cpus <= tp_length(shape->lo[e], shape->hi[e]); size *= 2)
          try_rows(s, &from, m, e, size);
  if (s->q.mapped != from.mapped || memcmp(s->q.extent, from.extent, sizeof from.extent) != 0)
    refine_tiles(s, &from);
}

/* Compilers make vectors of points that do not wait for each other: what they take must not hide what memory takes. */
static void search_tiles(search *s) {
  const double point = s->problem.shape.point;
  if (!tp_traffic_matters(&s->problem.shape))
    return;
  if (!tp_overlaps_points(&s->problem.shape.kinds)) {
    s->problem.shape.point *= IN_VECTORS;
    s->best = tp_plan_make(&s->problem, &s->q, s->ranks, s->threads);
  }
  try_tiles(s);
  s->problem.shape.point = point;
}

static int budget(const tp_shape *shape, double seconds) {
  double plans = seconds * PART / (shape->density.cells[0] > 0 ? BUILDING_UNEVEN : BUILDING);
  return plans < LEAST ? LEAST : plans > MOST ? MOST : (int)plans;
}

/* Tiles of a CPU. */
static double tiles_of_cpu(const tp_plan *p) {
  double tiles = 1;
  for (int d = 0; d < p->dims; d++)
    tiles *= (double)p->tiles[d];
  return tiles / ((double)p->ranks * p->threads);
}

/* Along which shorter tiles lose least. Dimensions with a dependence bring elements back, and pieces of rows are on pages
   of their own. */
static int dimension_to_cut(const tp_shape *shape, const tp_plan *p) {
  if (shape->kinds.line_more > 0)
    return p->dims - 2; /* along columns each block would begin anew */
  int best = p->mapped;
  double most = 0;
  for (int d = 0; d < p->dims; d++) {
    double length = (double)p->extent[d] / (d == shape->contiguous_dim ? PIECE : 1);
    if (shape->reach[d] == 0 && length > most) {
      best = d;
      most = length;
    }
  }
  return best;
}

/* Where only blocks are timed, or lines in blocks of rows, tiles are as they would be without. But each CPU has some, to time them
   and to profit. */
static tp_plan with_tiles_to_time(const search *s, const tp_request *asked, tp_plan p) {
  const int d = dimension_to_cut(&s->problem.shape, &p), has_lines = p.kinds.line_more > 0;
  const double tiles = tiles_of_cpu(&p), wanted = has_lines ? LINES_TO_TIME : TILES_TO_TIME;
  const int has_blocks = p.kinds.blocked && !tp_overlaps_points(&p.kinds);
  if (!(has_blocks || has_lines) || asked->extent[d] > 0 || tiles >= wanted)
    return p;
  tp_request q = s->q;
  tp_int extent = (tp_int)((double)p.extent[d] * tiles / wanted), least = s->problem.shape.reach[d];
  if (has_lines) {
    least = p.kinds.line_rows;
    extent = tp_ceil_div(extent, least) * least;
  }
  least = least > 1 ? least : 1;
  q.extent[d] = extent > least ? extent : least;
  if (q.extent[d] >= p.extent[d])
    return p;
  tp_plan next = tp_plan_make(&s->problem, &q, s->ranks, s->threads);
  return next.predicted < p.predicted * TIMED_LOSS ? next : p;
}

tp_plan tp_search(const tp_problem *problem, const tp_request *q, int ranks, int threads) {
  const tp_settings *asked = &problem->settings;
  search s = {.problem = *problem, .q = tp_pages_request(&problem->shape, asked, q, ranks), .ranks = ranks, .threads = threads};
  s.q.coarse = 1;
  s.best = tp_plan_make(problem, &s.q, ranks, threads);
  s.left = budget(&problem->shape, s.best.predicted);
  if (s.best.ranks * s.best.threads > 1) {
    int uneven = problem->shape.density.cells[0] > 0 && !q->has_mesh && !q->has_group && !asked->always;
    if (!asked->always && !uneven) /* studies rely on the rule */
      search_mapped(&s);
    if (s.best.ranks > 1)
      search_meshes(&s, 0);
    if (s.best.threads > 1)
      search_meshes(&s, 1);
    if (uneven)
      search_cuts(&s, asked);
    else /* barriers after unequal tiles would make all wait for the largest, which the model does not see */
      search_modes(&s, asked);
    if (s.best.ranks > 1 && !asked->always)
      search_messages(&s, asked);
  }
  if (!q->has_mesh && !q->has_group && !asked->always)
    search_tiles(&s);
  s.q.coarse = 0;
  return with_tiles_to_time(&s, q, tp_plan_make(&s.problem, &s.q, ranks, threads));
}
