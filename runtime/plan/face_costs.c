/* face_costs.c - what the faces between ranks cost: LogGP with every parameter a function of the size (P4).
 *
 * A CPU packs, sends, receives and unpacks: o(burst, size) and two copies, at the face's ranks only. The
 * wire carries a face in G(pairs, size), and it is there L + G x after its sender's call. */
#include "plan/formulas.h"
#include "plan/model.h"

#include <math.h>

tp_int tp_tile_length(const tp_plan *p, int d) {
  tp_int length = tp_length(p->lo[d], p->hi[d]);
  return p->extent[d] < length ? p->extent[d] : length;
}

int tp_tile_pieces(const tp_plan *p) {
  if (p->grouping == TP_GROUPING_VERTICAL && p->threads > 1)
    return p->subtiles;
  return p->ranks > 1 && p->pokes > 0 ? p->pokes + 1 : 1;
}

tp_int tp_piece_length(const tp_plan *p, int d) {
  tp_int length = tp_tile_length(p, d);
  int pieces = d == p->mapped ? tp_tile_pieces(p) : 1;
  return pieces > 1 ? tp_ceil_div(length, pieces) : length;
}

tp_int tp_block_rows(const tp_plan *p, int d) {
  return d == p->mapped || p->assign == TP_ASSIGN_CYCLIC ? 1 : tp_ceil_div(p->tiles[d], (tp_int)p->mesh[d] * p->group[d]);
}

/* Points along d that the CPU with the longest block has in one step. */
static double step_width(const tp_plan *p, int d) {
  double width = (double)tp_block_rows(p, d) * (double)tp_tile_length(p, d);
  return fmin(width, (double)tp_length(p->lo[d], p->hi[d]));
}

double tp_face_bytes(const tp_shape *shape, const tp_plan *p, int d) {
  double bytes = shape->load[d];
  for (int k = 0; k < p->dims; k++)
    if (k != d)
      bytes *= step_width(p, k);
  return bytes;
}

int tp_sends_across(const tp_shape *shape, const tp_plan *p, int d) {
  return d != p->mapped && p->mesh[d] > 1 && shape->reach[d] > 0;
}

tp_path tp_path_of(const tp_machine *machine, const tp_plan *p) {
  if (machine->hosts > 1)
    return TP_LINK_HOSTS;
  return p->transport == TP_TRANSPORT_SHM ? TP_LINK_SHARED : TP_LINK_HOST;
}

int tp_faces_eager(const tp_problem *problem, const tp_plan *p) {
  tp_path path = tp_path_of(&problem->machine, p);
  for (int d = 0; d < p->dims; d++)
    if (tp_sends_across(&problem->shape, p, d) &&
        tp_needs_receiver(&problem->machine, path, tp_face_bytes(&problem->shape, p, d)))
      return 0;
  return 1;
}

/* 1: a face across d is likely one piece of an array, and stays there: a line of neighbouring elements. */
static int stays_in_place(const tp_shape *shape, const tp_plan *p, tp_path path, int d) {
  int line = p->faces == TP_FACES_DIRECT && path != TP_LINK_SHARED && p->assign != TP_ASSIGN_CYCLIC;
  for (int k = 0; k < p->dims; k++)
    line &= k == d ? k != shape->contiguous_dim : k == shape->contiguous_dim || step_width(p, k) <= 1;
  return line && p->transport != TP_TRANSPORT_PERSISTENT && p->transport != TP_TRANSPORT_RMA;
}

/* Between hosts those of one host share its adapter; on one host all share its memory. */
int tp_pairs_of(const tp_problem *problem, const tp_plan *p) {
  double pairs = 0;
  for (int d = 0; d < p->dims; d++)
    if (tp_sends_across(&problem->shape, p, d))
      pairs += (double)p->ranks * (p->mesh[d] - 1) / p->mesh[d];
  if (problem->machine.hosts > 1)
    pairs = pairs / problem->machine.hosts;
  return pairs < 1 ? 1 : pairs > 1024 ? 1024 : (int)pairs;
}

/* Faces that one communicating thread sends across d in a step: its own, or those of its rank's threads at that side. */
static int faces_across(const tp_plan *p, int d) {
  return tp_master_communicates(p) ? p->threads / p->group[d] : 1;
}

/* 1: somebody has a neighbour on either side, and so both sends and receives across d. With two ranks
   nobody has, and a thread in a group has one side at most. */
static int both_sides(const tp_plan *p, int d) {
  int alone = p->group[d] == 1 || tp_master_communicates(p);
  return p->mesh[d] > 2 && alone;
}

void tp_exchange_of(const tp_problem *problem, const tp_plan *p, tp_exchange *out) {
  const tp_shape *shape = &problem->shape;
  const tp_machine *machine = &problem->machine;
  tp_path path = tp_path_of(machine, p);
  int pairs = tp_pairs_of(problem, p), burst = 0;
  *out = (tp_exchange){.eager = tp_faces_eager(problem, p)};
  for (int d = 0; d < p->dims; d++)
    burst += tp_sends_across(shape, p, d) ? faces_across(p, d) : 0;
  for (int d = 0; d < p->dims; d++) {
    if (!tp_sends_across(shape, p, d))
      continue;
    double bytes = tp_face_bytes(shape, p, d), count = faces_across(p, d);
    double copy = stays_in_place(shape, p, path, d) ? 0 : tp_copy_seconds(machine, bytes, TP_IN_CACHE);
    double sends = tp_send_seconds(machine, path, bytes, burst) + copy;
    double receives = tp_receive_seconds(machine, path, bytes, burst) + copy;
    out->busy += count * (both_sides(p, d) ? sends + receives : fmax(sends, receives));
    out->wire += count * tp_stream_seconds(machine, path, bytes, pairs);
    out->travel = fmax(out->travel, tp_travel_seconds(machine, path, bytes));
  }
}

double tp_faces_seconds(const tp_machine *machine, const tp_plan *p, double messages, double bytes) {
  return messages > 0 ? messages * tp_travel_seconds(machine, tp_path_of(machine, p), bytes / messages) : 0;
}
