/* model.c - predicted seconds of a plan.
 *
 *   T = fill + K (compute + sync + comm) + start + move
 *
 * K: tiles along the mapped dimension, times passes. Each part has a function of its own, which names the formula's
 * source. What the papers leave out, and measurements showed: faces above the eager threshold do not move
 * while a rank computes; with two ranks nobody sends and receives; the dataflow ring fills in one step per
 * hop, in which nothing is hidden. */
#include "plan/model.h"

#include "plan/formulas.h"
#include "plan/measured.h"
#include "plan/pages.h"
#include "plan/traffic.h"
#include "plan/uneven.h"

#include <math.h>

/* Seconds per call of a tile function and per start of its innermost loop (on a new page, with a new
   stream to prefetch; measured on walks over panels 16 to 2048 columns wide). */
#define TILE_START 100e-9
#define ROW_START 10e-9
/* Seconds per call of a tile function on a strip, and its points of a row. */
#define STRIP_START 4e-9
#define STRIP 6
/* Part of a step's computing that the wire must reach before progress calls pay for cutting tiles. */
#define WORTH_POKING 0.02
/* Bytes of a command, and of the segments of bulk moves. */
#define COMMAND 1024
#define SEGMENT 8388608.
/* Bytes of a cache line; seconds until a core has one that another wrote, alone and in a stream (measured on
   SOR cut across and along its rows). */
#define LINE 64
#define LINE_ALONE 130e-9
#define LINE_STREAM 20e-9
/* Seconds from an addition to the next one that waits for it; bytes of a term; of terms that a cache holds. */
#define ADDITION 0.9e-9
#define TERM 8
#define TERMS_CACHED 8e6
/* Seconds for a byte of an array that CPUs have copies of: it is filled in one, and combined with the array. */
#define COMBINED 1e-10
#define COPIES_CACHED 1e6
/* Part of a point in what a jammed function computes again for a place of a side: square roots of three neighbours take 0.48 s
   in slices of one plane, 0.33 s in thick ones. */
#define SIDE_AGAIN 0.5
/* Part of a line of all lanes that a line of no lane would take: 32 rows take 0.67 of the time of 64. Blocks of fewer rows than
   a part of the whole are run by another function (lib/CodeGen/EmitLanes.cpp). */
#define LINE_ALWAYS 0.34
#define LINE_PART 4

/* --- computing -------------------------------------------------------------------------------- */

double tp_row_start(tp_int inner) { return ROW_START / (double)(inner > 0 ? inner : 1); }

double tp_jam_ramp(int jam_rows, tp_int inner) {
  return jam_rows > 1 ? 1 + (jam_rows - 1) / (double)(inner > 0 ? inner : 1) : 1;
}

/* Rows through a parallelogram with the heights a and b at an edge are a b / (a + b) long on average: the
   reciprocals add up. Where inner is 0 all over no extent ends rows, and they have `row` points; 0: the last dimension ends
   them. most: 0, or what is cut there anyway. */
static tp_int inner_length(int dims, const tp_int *inner, const tp_int *length, int most, tp_int row) {
  double reciprocal = most > 0 ? 1 / (double)most : 0;
  for (int d = 0; d < dims; d++)
    reciprocal += (double)inner[d] / (double)length[d];
  return reciprocal > 0 ? (tp_int)fmax(1 / reciprocal, 1) : row > 0 ? row : length[dims - 1];
}

tp_int tp_kind_length(const tp_plan *p, int kind) {
  tp_int length[TP_DIMS] = {0};
  int is_line = kind == TP_VARIANT_SKEW;
  for (int d = 0; d < p->dims; d++)
    length[d] = tp_piece_length(p, d);
  return inner_length(p->dims, is_line ? p->line : p->inner, length, is_line ? p->kinds.line_rows : 0, p->row);
}

tp_int tp_inner_length(const tp_plan *p) { return tp_kind_length(p, TP_VARIANT_PLAIN); }

int tp_has_kind(const tp_kinds *kinds, int kind) {
  switch (kind) {
  case TP_VARIANT_JAM:
    return kinds->jam_rows > 0;
  case TP_VARIANT_SKEW:
    return kinds->line_rows > 0;
  case TP_VARIANT_BLOCKS:
    return kinds->blocked;
  default:
    return kind == TP_VARIANT_PLAIN;
  }
}

int tp_overlaps_points(const tp_kinds *kinds) { return kinds->jam_rows > 0 || kinds->line_rows > 0; }

int tp_has_choice(const tp_kinds *kinds) { return tp_overlaps_points(kinds) || kinds->blocked; }

/* Lanes start one after the other, and end so. A line of few lanes takes almost as long as one of all. */
static double lane_ramp(const tp_plan *p) {
  double columns = (double)tp_piece_length(p, p->dims - 1), rows = (double)tp_piece_length(p, p->dims - 2);
  double idle = ceil(rows / p->kinds.line_rows) * p->kinds.line_rows / rows - 1;
  return (1 + p->kinds.line_more / columns) * (1 + LINE_ALWAYS * idle);
}

double tp_kind_ramp(const tp_plan *p, int kind, int jam_rows, int jam_sides, tp_int inner) {
  if (kind == TP_VARIANT_SKEW && p->kinds.line_more > 0)
    return lane_ramp(p);
  if (kind != TP_VARIANT_JAM)
    return 1;
  double ramp = tp_jam_ramp(jam_rows, inner);
  for (int d = 0; d < p->dims; d++)
    if (jam_sides >> d & 1)
      ramp += SIDE_AGAIN / (double)tp_piece_length(p, d);
  return ramp;
}

/* What points along whole lines take of the others' estimate: what a function gains that a region has beside jammed rows. */
#define ALONG_LINES 0.6
/* The same of points in lanes, without what their blocks take more: 0.42 to 0.6 for alignments, 0.47 for square roots. */
#define IN_LANES 0.45

/* The plan's tiles have rows for a tile function of this kind. */
static int can_run(const tp_shape *shape, const tp_plan *p, int kind) {
  return tp_has_kind(&shape->kinds, kind) &&
         (kind != TP_VARIANT_SKEW || !shape->kinds.line_more || tp_piece_length(p, p->dims - 2) >= shape->kinds.line_rows / LINE_PART);
}

/* The kind that a plan's CPUs will run where nothing was measured, and its seconds per point. Short lines gain nothing. */
static int expected_kind(const tp_shape *shape, const tp_plan *p, double *point) {
  int asked = p->body - TP_BODY_PLAIN, is_free = p->body == TP_BODY_AUTO, kind = shape->kinds.jam_rows > 0 ? TP_VARIANT_JAM : TP_VARIANT_PLAIN;
  if (!is_free)
    kind = tp_has_kind(&shape->kinds, asked) ? asked : TP_VARIANT_PLAIN;
  tp_int length = tp_kind_length(p, kind);
  *point = shape->point * tp_kind_ramp(p, kind, shape->kinds.jam_rows, shape->kinds.jam_sides, length);
  if (!can_run(shape, p, TP_VARIANT_SKEW) || !(is_free || kind == TP_VARIANT_SKEW))
    return kind;
  double line = (shape->kinds.line_more > 0 ? IN_LANES : ALONG_LINES) * shape->point;
  line = fmax(line - tp_row_start(shape->kinds.line_rows), line / 4) * tp_kind_ramp(p, TP_VARIANT_SKEW, 0, 0, length);
  if (kind != TP_VARIANT_SKEW && line + tp_row_start(tp_kind_length(p, TP_VARIANT_SKEW)) >= *point + tp_row_start(length))
    return kind;
  *point = line;
  return TP_VARIANT_SKEW;
}

/* The kind that a plan's CPUs run, and its seconds per point; without the starts of innermost loops, which are to be added.
   A CPU that times its tile functions settles on the fastest. */
static int kind_of(const tp_shape *shape, const tp_plan *p, double *point) {
  int best = -1, asked = p->body - TP_BODY_PLAIN;
  double least = 0;
  for (int kind = 0; kind < TP_VARIANTS; kind++) {
    if (!can_run(shape, p, kind))
      continue;
    tp_int length = tp_kind_length(p, kind);
    double each = tp_measured_point(&shape->measured, kind, length) * tp_kind_ramp(p, kind, shape->kinds.jam_rows, shape->kinds.jam_sides, length);
    double all = each > 0 ? each + tp_row_start(length) : 0;
    if (all > 0 && (best < 0 || kind == asked || (best != asked && all < least))) {
      best = kind;
      least = all;
      *point = each;
    }
  }
  return best >= 0 ? best : expected_kind(shape, p, point);
}

double tp_point_seconds(const tp_shape *shape, const tp_plan *p) {
  double point;
  kind_of(shape, p, &point);
  return point;
}

/* What sinking a loop gains at least, where tiles are not tiny: 3 to 7 in dense algebra. */
#define SUNK 2
/* The same of tiles that cut an innermost loop across rows: 1.4 to 4.6 in tables along diagonals. */
#define ACROSS 1.4

/* The user's loop runs its points one row after the other, as the plain function does; but for a sunk loop, and one across rows. */
double tp_sequential_seconds(const tp_shape *shape) {
  tp_int length[TP_DIMS];
  for (int d = 0; d < shape->dims; d++)
    length[d] = tp_length(shape->lo[d], shape->hi[d]);
  tp_int inner = inner_length(shape->dims, shape->inner, length, 0, shape->row);
  double plain = tp_measured_point(&shape->measured, TP_VARIANT_PLAIN, inner);
  double jam = tp_measured_point(&shape->measured, TP_VARIANT_JAM, inner);
  double each = plain > 0 ? plain : jam > 0 ? jam : shape->point; /* lines say nothing of rows */
  return (double)shape->points * (each + tp_row_start(inner)) * (shape->sinks > 0 ? SUNK : shape->across ? ACROSS : 1);
}

/* Starts of one tile: of its pieces, and of the strips that the jammed function may run. */
static double tile_starts(const tp_shape *shape, const tp_plan *p, int kind) {
  double strips = shape->kinds.jam_rows == 1 && kind == TP_VARIANT_JAM ? ceil((double)tp_piece_length(p, p->dims - 1) / STRIP) : 0;
  return tp_tile_pieces(p) * (TILE_START + strips * STRIP_START);
}

/* Seconds per point of the program's own loop, and of the plan's tiles, for what comes from memory again. */
static double sequential_traffic(const tp_problem *problem) {
  const tp_shape *shape = &problem->shape;
  double whole[TP_DIMS];
  for (int d = 0; d < shape->dims; d++)
    whole[d] = (double)tp_length(shape->lo[d], shape->hi[d]);
  return tp_traffic_seconds(problem, 1, 0, whole, whole);
}

static double traffic(const tp_problem *problem, const tp_plan *p) {
  const tp_shape *shape = &problem->shape;
  double tile[TP_DIMS], step[TP_DIMS];
  for (int d = 0; d < p->dims; d++) {
    tile[d] = (double)tp_piece_length(p, d);
    step[d] = fmin((double)tp_block_rows(p, d) * (double)tp_tile_length(p, d), (double)tp_length(p->lo[d], p->hi[d]));
  }
  return tp_traffic_seconds(problem, p->threads, p->mapped, tile, step) + tp_ahead_seconds(shape, p->mapped, tile);
}

/* Points, tiles and starts of innermost loops of one step. */
static void step_work(const tp_problem *problem, const tp_plan *p, tp_cost *out) {
  const tp_shape *shape = &problem->shape;
  double points = (double)shape->points, tiles = 1;
  for (int d = 0; d < p->dims; d++) {
    double rows = (double)tp_block_rows(p, d), length = (double)tp_length(p->lo[d], p->hi[d]);
    points *= fmin(rows * (double)tp_tile_length(p, d), length) / length;
    tiles *= rows;
  }
  double point;
  int kind = kind_of(shape, p, &point);
  out->compute = points * (point + traffic(problem, p));
  out->overhead = points * tp_row_start(tp_kind_length(p, kind)) + tiles * tile_starts(shape, p, kind);
}

/* Threads of a rank that wait for each other, one after the other. */
static double thread_chain(const tp_shape *shape, const tp_plan *p) {
  double chain = 0;
  for (int d = 0; d < p->dims; d++)
    if (d != p->mapped && shape->reach[d] > 0)
      chain += p->group[d] - 1;
  return chain;
}

/* --- threads of a rank ------------------------------------------------------------------------ */

/* Synchronisation of one step: a flag per lower neighbour; a barrier of the group (P0); for vertical groups the
   subtile pipeline beyond the work itself: alpha chain / N + N t_synch (P0 eq. 6, for a chain of two
   alpha / N + N t_synch); a parallel region per step in the fine-grain hybrid, barriers around the
   master's messages in the coarse one (P3). */
static double step_sync(const tp_problem *problem, const tp_plan *p, double work) {
  const tp_machine *machine = &problem->machine;
  double sync = 0;
  if (p->threads == 1)
    return 0;
  if (p->grouping == TP_GROUPING_DATAFLOW)
    sync = tp_flag_seconds(machine, p->threads);
  else
    sync = tp_barrier_seconds(machine, p->threads);
  if (p->grouping == TP_GROUPING_VERTICAL) {
    double chain = thread_chain(&problem->shape, p), N = p->subtiles > 0 ? p->subtiles : 1;
    if (chain > 0)
      sync += work * chain / N + N * tp_flag_seconds(machine, p->threads);
  }
  if (tp_runs_fine(p)) /* on one rank too */
    sync += tp_parallel_seconds(machine, p->threads);
  else if (p->ranks > 1 && p->hybrid == TP_HYBRID_COARSE)
    sync += 2 * tp_barrier_seconds(machine, p->threads);
  return sync;
}

/* The share of an even part that the slowest thread has: the master its messages and bal of a part, the
   others the rest (P3); without balancing all have the same. */
static double computing(const tp_plan *p, double work, double busy, int balanced) {
  int T = p->threads;
  if (p->hybrid != TP_HYBRID_COARSE || p->ranks == 1 || T == 1)
    return work + busy;
  double bal = balanced ? p->bal[1] : 1;
  return fmax(work * bal + busy, work * T * tp_other_share(T, bal));
}

/* --- one step --------------------------------------------------------------------------------- */

/* P1: blocking T = P (t_comp + t_comm), overlapping T = P (t_start + max(t_comp, t_comm) + t_sync). Sends that
   nobody waits for are hidden by either; faces above the eager threshold move when both sides are in MPI:
   in waits, or in progress calls. */
static double step_seconds(const tp_plan *p, double cpu, double busy, const tp_exchange *faces,
                           int pokes) {
  int waits = p->protocol == TP_PROTOCOL_SYNCHRONOUS;
  if (faces->wire == 0)
    return cpu;
  if (tp_lockstep(p))
    return faces->eager || pokes ? busy + fmax(cpu - busy, faces->travel) : cpu + faces->travel;
  if (p->schedule == TP_SCHEDULE_BLOCKING)
    return waits || !faces->eager ? cpu + fmax(faces->wire, faces->travel) : fmax(cpu, faces->wire);
  if (faces->eager)
    return fmax(cpu, faces->wire);
  /* The receive that such a face waits for is posted one step ahead. */
  return pokes ? fmax(cpu + faces->wire / 2, fmax(faces->wire, faces->travel)) : cpu + fmax(faces->wire, faces->travel);
}

/* --- fill ------------------------------------------------------------------------------------- */

/* Hops of a dependence from the first CPU to the last: between threads, between ranks. Groups in step
   count dimensions without dependence too. */
static void count_hops(const tp_shape *shape, const tp_plan *p, double *threads, double *ranks) {
  int together = p->grouping == TP_GROUPING_HYPERPLANE;
  *threads = *ranks = 0;
  for (int d = 0; d < p->dims; d++) {
    if (d == p->mapped || (shape->reach[d] == 0 && !together))
      continue;
    tp_int cpus = (tp_int)p->mesh[d] * p->group[d];
    double used = (double)(cpus < p->tiles[d] ? cpus : p->tiles[d]) - 1;
    double between = fmin(p->mesh[d] - 1, used);
    *ranks += between;
    *threads += used - between;
  }
}

/* Seconds until the last CPU starts. Dataflow and blocking: each hop takes a step of the producer, its sending, the
   face's way and its receiving, in which nothing is hidden (LogGP: o + L + G x + o). Lockstep: P0 eq. 4,
   P1 section 4: a hop between ranks takes two steps; vertical groups are one CPU each. Cyclic assignment:
   a pass that is shorter than the way round waits for it. Sets *steps. */
static double fill_seconds(const tp_shape *shape, const tp_plan *p, const tp_cost *c, double cpu,
                           double *steps) {
  double threads, ranks, hop = c->step;
  count_hops(shape, p, &threads, &ranks);
  if (p->grouping == TP_GROUPING_VERTICAL)
    threads = 0;
  double hops = threads + (tp_lockstep(p) ? 2 * ranks : ranks), tiles = (double)p->tiles[p->mapped];
  double waiting = (double)(tp_passes(p) - 1) * fmax(0, hops + 1 - tiles);
  *steps = (double)tp_passes(p) * tiles + waiting + hops;
  if (tp_lockstep(p))
    return (waiting + hops) * hop;
  if (c->faces.travel > 0)
    hop = cpu + c->faces.travel;
  return waiting * c->step + threads * (c->compute + c->overhead + c->sync) + ranks * hop;
}

/* --- around the pipeline ---------------------------------------------------------------------- */

/* A team on every rank; the command to each rank in turn, and its answer. */
static double start_seconds(const tp_machine *m, const tp_plan *p) {
  double start = p->threads > 1 ? tp_region_seconds(m, p->threads) : 0;
  if (p->ranks > 1) {
    tp_path path = tp_path_of(m, p);
    start += (p->ranks - 1) * (tp_send_seconds(m, path, COMMAND, 8) + tp_receive_seconds(m, path, COMMAND, 8));
    start += 2 * tp_travel_seconds(m, path, COMMAND);
  }
  return start;
}

/* What stays moves once, into pages that are touched once: a loop has many calls. Each of them brings what crosses
   between ranks: about a face at each border between their rows, as old values. */
static double border_bytes(const tp_shape *shape, const tp_plan *p) {
  double bytes = 0;
  for (int d = 0; d < p->dims; d++)
    if (p->mesh[d] > 1)
      bytes += shape->load[d] * (double)shape->points / (double)tp_length(p->lo[d], p->hi[d]) *
               (double)(tp_passes_along(p, d) * p->mesh[d] - 1);
  return bytes;
}

/* Seconds that a byte takes between rank 0 and another, in large pieces. Each side copies once where data is in many runs. */
static double moved_byte(const tp_machine *m) {
  tp_path path = m->hosts > 1 ? TP_LINK_HOSTS : TP_LINK_HOST;
  return tp_stream_seconds(m, path, SEGMENT, 1) / SEGMENT + 1 / m->copy[TP_IN_MEMORY];
}

/* Rank 0 sends the others what they need and takes what they own, one after the other. In the first run pages are touched
   for the first time: those of live-ins as they come, one rank after the other, the rest by all ranks at once. All of it
   are messages, whatever faces travel by. */
static double move_seconds(const tp_problem *problem, const tp_plan *p) {
  const tp_shape *shape = &problem->shape;
  const tp_machine *m = &problem->machine;
  if (p->ranks == 1)
    return 0;
  double bytes = shape->livein_bytes + shape->owned_bytes, away = 1 - 1 / (double)p->ranks;
  double each = moved_byte(m);
  if (tp_pages_stay(shape, p))
    return border_bytes(shape, p) * each;
  double pages = shape->livein_bytes + fmax(0, shape->held_bytes - shape->livein_bytes) / p->ranks;
  double touch = shape->touched ? 0 : tp_touched_part(shape, p) * tp_touch_seconds(shape, m, p);
  return away * (bytes * each + pages * touch);
}

double tp_stay_seconds(const tp_problem *problem) {
  const tp_machine *m = &problem->machine;
  double away = (1 - 1 / (double)m->ranks) * problem->shape.held_bytes;
  return m->ranks > 1 ? away * (2 * moved_byte(m) + 1 / m->touch_small) : 0;
}

/* One addition waits for the one before it; and terms beyond the cache go to memory and come back. Where threads add while
   others compute, each has its part of both, unless the chain of additions takes longer. computing: seconds of tiles. */
static double sum_seconds(const tp_problem *problem, const tp_plan *p, double computing) {
  const tp_shape *shape = &problem->shape;
  double moved = shape->terms * TERM > TERMS_CACHED ? TERM / tp_memory_bandwidth(&problem->machine, p->threads) : 0;
  double meanwhile = tp_adds_meanwhile(p) ? shape->terms_along[p->mapped] * (ADDITION + moved) : 0;
  return shape->terms * (ADDITION + moved) - meanwhile + fmax(meanwhile / p->threads, meanwhile - computing);
}

/* Each copy but one is filled, and combined with the array by one thread behind the tiles. */
static double combine_seconds(const tp_problem *problem, const tp_plan *p) {
  double bytes = problem->shape.combined_bytes, passes = bytes > COPIES_CACHED ? 4 : 0;
  if (p->threads == 1 || bytes == 0)
    return 0;
  return p->threads * bytes * (COMBINED + passes / tp_memory_bandwidth(&problem->machine, 1));
}

/* --- everything ------------------------------------------------------------------------------- */

/* What flows between threads travels from one core's cache to another's, in lines: one for each point of the
   side where the cut runs across neighbouring elements (there both cores also write into it), else in streams. */
static double shared_lines(const tp_shape *shape, const tp_plan *p) {
  double seconds = 0;
  for (int d = 0; d < p->dims; d++) {
    if (d == p->mapped || p->group[d] == 1 || shape->reach[d] == 0)
      continue;
    double side = (double)shape->points / (double)tp_length(p->lo[d], p->hi[d]) / (double)p->tiles[p->mapped];
    seconds += side * (d == shape->contiguous_dim ? LINE_ALONE : shape->load[d] / LINE * LINE_STREAM);
  }
  return seconds;
}

/* Steps of unequal numbers of points: the CPUs are followed (uneven.h). Messages are those of a step of the
   average size. */
static void follow(const tp_problem *problem, const tp_plan *p, double K, tp_cost *out) {
  const tp_shape *shape = &problem->shape;
  double tiles = 1;
  for (int d = 0; d < p->dims; d++)
    tiles *= (double)tp_block_rows(p, d);
  double lines = shared_lines(shape, p);
  double point;
  int kind = kind_of(shape, p, &point);
  double starts = tiles * tile_starts(shape, p, kind), messages = out->step - out->compute - out->overhead - out->sync;
  tp_rates rates = {.point = point + tp_row_start(tp_kind_length(p, kind)) + traffic(problem, p),
                    .step = starts + out->sync + messages + lines,
                    .rank = tp_lockstep(p) ? out->step + out->faces.travel : out->faces.travel};
  tp_uneven run;
  if (!tp_uneven_run(shape, p, &rates, &run))
    return;
  out->parts.compute = run.busiest * rates.point + K * starts;
  out->parts.sync += K * lines;
  out->parts.fill = fmax(0, run.total - out->parts.compute - out->parts.sync - out->parts.comm);
}

void tp_predict(const tp_problem *problem, const tp_plan *p, tp_cost *out) {
  const tp_shape *shape = &problem->shape;
  *out = (tp_cost){.sequential = tp_sequential_seconds(shape) + (double)shape->points * sequential_traffic(problem)};
  step_work(problem, p, out);
  if (p->ranks > 1)
    tp_exchange_of(problem, p, &out->faces);
  else
    out->faces.eager = 1;
  double work = out->compute + out->overhead, busy = out->faces.busy;
  double K = (double)(p->tiles[p->mapped] * tp_passes(p));
  out->sync = step_sync(problem, p, work);
  out->pokes = !out->faces.eager && out->faces.wire > WORTH_POKING * out->compute ? 4 : 0;
  double cpu = computing(p, work, busy, p->balance > TP_BALANCE_NONE) + out->sync;
  out->step = step_seconds(p, cpu, busy, &out->faces, out->pokes);
  tp_parts *t = &out->parts;
  t->fill = fill_seconds(shape, p, out, cpu, &out->steps);
  t->compute = K * work;
  t->sync = K * out->sync;
  t->comm = fmax(0, K * (out->step - work - out->sync)); /* a rounding error is no gain */
  follow(problem, p, K, out);
  double around = p->ranks > 1 ? tp_measured_around(&shape->measured, shape->points) : 1;
  t->start = around * start_seconds(&problem->machine, p);
  t->move = around * move_seconds(problem, p) + sum_seconds(problem, p, t->fill + t->compute) + combine_seconds(problem, p);
  out->total = t->fill + t->compute + t->sync + t->comm + t->start + t->move;
}
