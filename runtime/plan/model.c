/* model.c - predicted seconds of a choice.
 *
 * T = steps * step + start + move. Steps: tiles along the mapped dimension, plus one for every hop from
 * the first CPU to the last (the ring of pre-posted receives fills the pipeline one step per hop, where
 * the papers' overlapping schedule takes two; groups in lockstep take two per hop between ranks,
 * P0 eq. 4). A step with overlap: max(busy CPU, wire); blocking: their sum. */
#include "plan/model.h"

#include "plan/formulas.h"
#include "plan/learn.h"

#include <math.h>

/* Seconds per call of a tile function and per start of its innermost loop (on a new page, with a new
   stream to prefetch; measured on walks over panels 16 to 2048 columns wide). */
#define TILE_START 100e-9
#define ROW_START 10e-9
/* Most seconds of CPU per message and side pair: the rest of a latency passes on the network. */
#define MESSAGE_CPU 10e-6
/* Bytes per second of first touching memory in huge pages. */
#define FIRST_TOUCH 4e9
/* Part of a step's computing that the wire must reach before progress calls pay for cutting tiles. */
#define WORTH_POKING 0.02

tp_int tp_tile_length(const tp_choice *p, int d) {
  tp_int length = tp_length(p->lo[d], p->hi[d]);
  return p->extent[d] < length ? p->extent[d] : length;
}

tp_int tp_block_rows(const tp_choice *p, int d) {
  return d == p->mapped ? 1 : tp_ceil_div(p->tiles[d], (tp_int)p->mesh[d] * p->group[d]);
}

/* Points along d that the CPU with the longest block has in one step. */
static double step_width(const tp_choice *p, int d) {
  double width = (double)tp_block_rows(p, d) * (double)tp_tile_length(p, d);
  return fmin(width, (double)tp_length(p->lo[d], p->hi[d]));
}

double tp_face_bytes(const tp_shape *shape, const tp_choice *p, int d) {
  double bytes = shape->load[d];
  for (int k = 0; k < p->dims; k++)
    if (k != d)
      bytes *= step_width(p, k);
  return bytes;
}

int tp_sends_across(const tp_shape *shape, const tp_choice *p, int d) {
  return d != p->mapped && p->mesh[d] > 1 && shape->reach[d] > 0;
}

int tp_faces_eager(const tp_shape *shape, const tp_machine *machine, const tp_choice *p) {
  for (int d = 0; d < p->dims; d++)
    if (tp_sends_across(shape, p, d) && tp_face_bytes(shape, p, d) > (double)machine->eager)
      return 0;
  return 1;
}

/* Hops that a dependence makes from the first CPU to the last. */
static double hops(const tp_shape *shape, const tp_choice *p) {
  int lockstep = p->grouping == TP_GROUPING_HYPERPLANE;
  double count = 0;
  for (int d = 0; d < p->dims; d++) {
    if (d == p->mapped || (shape->reach[d] == 0 && !lockstep))
      continue;
    tp_int cpus = (tp_int)p->mesh[d] * p->group[d];
    count += (double)((cpus < p->tiles[d] ? cpus : p->tiles[d]) - 1);
    if (lockstep)
      count += p->mesh[d] - 1;
  }
  return count;
}

double tp_row_start(tp_int inner) { return ROW_START / (double)(inner > 0 ? inner : 1); }

/* A CPU that times its tile functions settles on the faster. */
double tp_point_seconds(const tp_shape *shape, const tp_choice *p) {
  tp_int inner = tp_tile_length(p, p->dims - 1);
  double plain = tp_measured_point(&shape->measured, 0, inner);
  double jam = shape->jam_rows > 0 ? tp_measured_point(&shape->measured, 1, inner) : 0;
  if (p->body != TP_BODY_AUTO && shape->jam_rows > 0 && plain > 0 && jam > 0)
    return p->body == TP_BODY_JAM ? jam : plain;
  if (plain > 0 && jam > 0)
    return fmin(plain, jam);
  return plain > 0 ? plain : jam > 0 ? jam : shape->point;
}

/* The user's loop runs its points one row after the other, as the plain function does. */
static double sequential(const tp_shape *shape) {
  tp_int inner = tp_length(shape->lo[shape->dims - 1], shape->hi[shape->dims - 1]);
  double plain = tp_measured_point(&shape->measured, 0, inner);
  double jam = tp_measured_point(&shape->measured, 1, inner);
  double each = plain > 0 ? plain : jam > 0 ? jam : shape->point;
  return (double)shape->points * (each + tp_row_start(inner));
}

/* Points, tiles and starts of innermost loops of one step. */
static void step_work(const tp_shape *shape, const tp_choice *p, tp_cost *out) {
  double volume = 1, points, tiles = 1;
  points = (double)shape->points;
  for (int d = 0; d < p->dims; d++) {
    volume *= step_width(p, d) / (double)tp_length(p->lo[d], p->hi[d]);
    tiles *= (double)tp_block_rows(p, d);
  }
  points *= volume;
  out->compute = points * tp_point_seconds(shape, p);
  out->overhead = points * tp_row_start(tp_tile_length(p, p->dims - 1)) + tiles * TILE_START;
}

/* Messages of one step: a CPU on the rim of its rank's block sends and receives one face across each
   dimension. */
static void step_messages(const tp_shape *shape, const tp_machine *machine, const tp_choice *p,
                          tp_cost *out) {
  int waiting = p->protocol == TP_PROTOCOL_SYNCHRONOUS;
  for (int d = 0; d < p->dims; d++) {
    if (!tp_sends_across(shape, p, d))
      continue;
    double bytes = tp_face_bytes(shape, p, d);
    /* On one host latency is the CPU's, half on either side; packing and unpacking are copies. */
    out->busy += fmin(machine->latency, MESSAGE_CPU) + 2 * bytes / machine->copy_bandwidth;
    out->wire += bytes / machine->bandwidth + (waiting ? machine->latency : 0);
  }
}

void tp_predict(const tp_shape *shape, const tp_machine *machine, const tp_choice *p, tp_cost *out) {
  *out = (tp_cost){0};
  out->sequential = sequential(shape);
  step_work(shape, p, out);
  step_messages(shape, machine, p, out);
  if (p->threads > 1)
    out->sync = p->grouping == TP_GROUPING_HYPERPLANE ? machine->barrier : machine->flag;
  double cpu = out->compute + out->overhead + out->sync + out->busy;
  int eager = tp_faces_eager(shape, machine, p);
  out->pokes = !eager && out->wire > WORTH_POKING * out->compute ? 4 : 0;
  if (!eager) /* ready to send, ready to receive */
    out->wire += 2 * machine->latency;
  if (p->schedule == TP_SCHEDULE_BLOCKING || (!eager && !out->pokes))
    out->step = cpu + out->wire;
  else if (!eager) /* above the threshold data moves only in pokes */
    out->step = fmax(cpu + out->wire / 2, out->wire);
  else
    out->step = fmax(cpu, out->wire);
  out->steps = (double)p->tiles[p->mapped] + hops(shape, p);
  if (p->threads > 1)
    out->start += machine->region_start;
  if (p->ranks > 1) {
    double rounds = ceil(log2((double)p->ranks)), away = 1 - 1 / (double)p->ranks;
    out->start += machine->region_start + 4 * rounds * machine->latency;
    double bytes = shape->livein_bytes + shape->owned_bytes;
    /* Workers touch their part of the arrays for the first time. */
    out->move = away * (bytes / machine->copy_bandwidth + bytes / p->ranks / FIRST_TOUCH);
    for (int d = 0; d < p->dims; d++)
      if (tp_sends_across(shape, p, d))
        out->start += (p->mesh[d] - 1) * machine->latency;
  }
  out->total = out->steps * out->step + out->start + out->move;
}
