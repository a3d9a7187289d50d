/* profile.c - interpolation in the numbers of a machine. */
#include "plan/profile.h"

#include <math.h>
#include <string.h>

/* --- by size ---------------------------------------------------------------------------------- */

/* The class that x lies above, so that x is on the way from it to the next one. */
static int class_below(double x) {
  int k = 0;
  while (k < TP_SIZES - 2 && x > (double)TP_SIZE_OF(k + 1))
    k++;
  return k;
}

/* The line through classes k and k + 1, at x. */
static double line(const double *at, int k, double x) {
  double from = (double)TP_SIZE_OF(k), to = (double)TP_SIZE_OF(k + 1);
  return at[k] + (at[k + 1] - at[k]) * (x - from) / (to - from);
}

static double clamp(double x, double least, double most) {
  return x < least ? least : x > most ? most : x;
}

static double by_size(const double *at, tp_int jump, double x) {
  double step = (double)jump;
  if (!(x > (double)TP_SIZE_OF(0)))
    return at[0];
  int k = class_below(x);
  if (x >= (double)TP_SIZE_OF(TP_SIZES - 1) || step < (double)TP_SIZE_OF(k) ||
      step >= (double)TP_SIZE_OF(k + 1))
    return line(at, k, x);
  /* Nothing is known of the side that has no second class: it is level there. */
  if (x <= step)
    return k > 0 ? clamp(line(at, k - 1, x), at[k], at[k + 1]) : at[k];
  return k < TP_SIZES - 2 ? clamp(line(at, k + 1, x), at[k], at[k + 1]) : at[k + 1];
}

/* --- by count --------------------------------------------------------------------------------- */

/* 1, 2, 4, ..., 2^(n-1): *k and the part of the way to k + 1; above the last one the slope goes on. */
static double position(int count, int n, int *k) {
  int at = 0;
  while (at < n - 2 && count > 2 << at)
    at++;
  *k = at;
  return count <= 1 ? 0 : (double)(count - (1 << at)) / (double)(1 << at);
}

static double by_team(const double *at, int threads) {
  int k;
  double part = position(threads, TP_TEAMS, &k);
  return at[k] + part * (at[k + 1] - at[k]);
}

/* --- messages --------------------------------------------------------------------------------- */

/* Between a message alone and eight in a row the cost per message follows from a + b / burst. */
static double by_burst(double alone, double eight, int burst) {
  double part = burst <= 1 ? 0 : burst >= 8 ? 1 : (1 - 1 / (double)burst) * 8 / 7;
  return alone + part * (eight - alone);
}

double tp_send_seconds(const tp_machine *m, tp_path link, double bytes, int burst) {
  const tp_network *n = &m->link[link];
  return by_burst(by_size(n->send[0], n->step, bytes), by_size(n->send[1], n->step, bytes), burst);
}

double tp_receive_seconds(const tp_machine *m, tp_path link, double bytes, int burst) {
  const tp_network *n = &m->link[link];
  return by_burst(by_size(n->receive[0], n->step, bytes), by_size(n->receive[1], n->step, bytes),
                  burst);
}

double tp_travel_seconds(const tp_machine *m, tp_path link, double bytes) {
  return by_size(m->link[link].travel, m->link[link].step, bytes);
}

double tp_stream_seconds(const tp_machine *m, tp_path link, double bytes, int pairs) {
  const tp_network *n = &m->link[link];
  int k;
  double part = position(pairs, TP_PAIRS, &k);
  double fewer = by_size(n->stream[k], n->step, bytes);
  return part == 0 ? fewer : fewer + part * (by_size(n->stream[k + 1], n->step, bytes) - fewer);
}

double tp_pair_bandwidth(const tp_machine *m, tp_path link, double bytes, int pairs) {
  return bytes / tp_stream_seconds(m, link, bytes, pairs);
}

int tp_needs_receiver(const tp_machine *m, tp_path link, double bytes) {
  return bytes > (double)m->link[link].eager;
}

/* --- threads and memory ----------------------------------------------------------------------- */

double tp_flag_seconds(const tp_machine *m, int threads) { return by_team(m->flags, threads); }
double tp_barrier_seconds(const tp_machine *m, int threads) { return by_team(m->barriers, threads); }
double tp_region_seconds(const tp_machine *m, int threads) { return by_team(m->regions, threads); }
double tp_parallel_seconds(const tp_machine *m, int threads) { return by_team(m->parallels, threads); }
double tp_memory_bandwidth(const tp_machine *m, int threads) { return by_team(m->memory, threads); }

double tp_copy_seconds(const tp_machine *m, double bytes, tp_place place) {
  return bytes / m->copy[place];
}

/* --- consistency ------------------------------------------------------------------------------ */

/* Never falling; 0: not all are numbers of at least `least`. */
static int settle(double *at, int count, double least) {
  for (int k = 0; k < count; k++) {
    if (!isfinite(at[k]) || at[k] < least)
      return 0;
    if (k > 0 && at[k] < at[k - 1])
      at[k] = at[k - 1];
  }
  return 1;
}

static int settle_network(tp_network *n) {
  int good = n->eager >= 0 && n->step >= 0 && settle(&n->poke, 1, 0) && settle(n->travel, TP_SIZES, 1e-12);
  for (int b = 0; b < 2; b++)
    good = good && settle(n->send[b], TP_SIZES, 0) && settle(n->receive[b], TP_SIZES, 0);
  for (int p = 0; p < TP_PAIRS; p++)
    good = good && settle(n->stream[p], TP_SIZES, 1e-12);
  for (int p = 1; good && p < TP_PAIRS; p++)
    for (int k = 0; k < TP_SIZES; k++)
      n->stream[p][k] = fmax(n->stream[p][k], n->stream[p - 1][k]);
  return good;
}

int tp_machine_settle(tp_machine *m) {
  int good = settle(m->flags, TP_TEAMS, 0) && settle(m->barriers, TP_TEAMS, 0) &&
             settle(m->regions, TP_TEAMS, 0) && settle(m->parallels, TP_TEAMS, 0) &&
             settle(m->memory, TP_TEAMS, 1) && settle(m->copy, 1, 1) &&
             settle(m->copy + 1, 1, 1) && settle(&m->touch, 1, 1) && settle(&m->touch_small, 1, 1);
  for (int i = 0; i < TP_LINKS; i++)
    good = good && settle_network(&m->link[i]);
  for (int o = 0; o < TP_OPERATIONS; o++)
    good = good && settle(&m->operation[o], 1, 1e-13);
  return good;
}

/* --- calibrated parts ---------------------------------------------------------------------------- */

static void train_cpu(tp_machine *m, const tp_machine *from) {
  memcpy(m->flags, from->flags, sizeof m->flags);
  memcpy(m->barriers, from->barriers, sizeof m->barriers);
  memcpy(m->regions, from->regions, sizeof m->regions);
  memcpy(m->parallels, from->parallels, sizeof m->parallels);
  memcpy(m->memory, from->memory, sizeof m->memory);
  memcpy(m->copy, from->copy, sizeof m->copy);
  memcpy(m->operation, from->operation, sizeof m->operation);
  m->touch = from->touch;
  m->touch_small = from->touch_small;
}

void tp_machine_train(tp_machine *m, const tp_machine *from) {
  static const int part[TP_LINKS] = {TP_CALIBRATED_HOST, TP_CALIBRATED_SHARED, TP_CALIBRATED_HOSTS};
  m->calibrated |= from->calibrated;
  if (from->calibrated & TP_CALIBRATED_CPU)
    train_cpu(m, from);
  for (int k = 0; k < TP_LINKS; k++)
    if (from->calibrated & part[k])
      m->link[k] = from->link[k];
}
