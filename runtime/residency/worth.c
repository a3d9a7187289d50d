/* worth.c - see worth.h. */
#include "residency/worth.h"

#include <string.h>

/* Times the price that starts take before an attempt without a survey: it may cost twice its price, which is little then.
   Each attempt in vain makes the next one wait longer. */
static const double patience = 64, more_patience = 4;
/* Times the price that a surveyed start would have saved. */
static const double surveyed_patience = 2;
/* Of the price. An attempt moves all once, and is given up when what it saves has not paid for that. What it has saved
   helps over a few bad calls and no more. */
static const double most_lost = 1.5, most_ahead = 1.5;

/* Runs of an attempt in which tile functions are measured and plans revised (trial/body.c). */
enum { LEARNS = 10 };

static int find(const tp_worth *w, long long start) {
  for (int i = 0; i < TP_WORTH_STARTS; i++)
    if (w->known[i].start == start)
      return i;
  return -1;
}

static double waits(const tp_worth *w) {
  double times = patience;
  for (int i = 0; i < w->round; i++)
    times *= more_patience;
  return times;
}

/* 1: the calls so far would have saved enough. Starts that were called once or twice are no part of a loop. */
static int would_save(const tp_worth *w) {
  double saved = 0, price = 0;
  for (int i = 0; i < TP_WORTH_STARTS; i++) {
    const tp_worth_start *s = &w->known[i];
    if (s->start == 0 || s->calls < TP_WORTH_CALLS)
      continue;
    price += s->moves ? 0 : s->price;
    saved += s->predicted > 0 ? (double)s->calls * (s->least - s->predicted - s->touched) : 0;
  }
  return saved > 0 && saved >= surveyed_patience * price;
}

int tp_worth_stays(tp_worth *w, long long start, int at_once) {
  int i = find(w, start);
  if (w->must)
    return 1;
  if (i < 0 || w->known[i].calls < TP_WORTH_CALLS)
    return 0;
  int is_due = w->price > 0 && w->seconds > waits(w) * w->price;
  if (!w->staying && (is_due || (w->round == 0 && (at_once || would_save(w))))) {
    w->staying = 1;
    w->balance = 0;
  }
  return w->staying;
}

int tp_worth_knows(const tp_worth *w, long long start) { return find(w, start) >= 0; }

void tp_worth_must_stay(tp_worth *w) { w->staying = w->must = 1; }

static void give_up(tp_worth *w) {
  w->staying = 0;
  w->seconds = w->price = 0;
  w->round += w->round < 16;
}

static int add(tp_worth *w, long long start, double seconds) {
  int i = w->next;
  w->next = (w->next + 1) % TP_WORTH_STARTS;
  memset(&w->known[i], 0, sizeof w->known[i]);
  w->known[i].start = start;
  w->known[i].least = seconds;
  w->known[i].round = -1;
  return i;
}

/* By a run. Those that learn count with the least so far. The first one brings memory into use on other ranks, too. */
static double saved(const tp_worth *w, tp_worth_start *s, double seconds) {
  int is_first = s->attempt != w->round + 1;
  s->attempt = w->round + 1;
  s->runs = is_first ? 1 : s->runs + 1;
  if (is_first)
    return seconds > s->least + s->price ? -s->price : s->least - seconds;
  s->staying = s->runs == 2 || seconds < s->staying ? seconds : s->staying;
  return s->least - (s->runs <= LEARNS ? s->staying : seconds);
}

void tp_worth_ran(tp_worth *w, long long start, int stayed, double seconds, double price, int moves, long long calls) {
  int i = find(w, start);
  tp_worth_start *s = &w->known[i < 0 ? add(w, start, seconds) : i];
  double least = s->least;
  if (s->round != w->round)
    w->price += price;
  s->round = w->round;
  if (!stayed) {
    s->calls += calls;
    s->least = seconds < least ? seconds : least;
    s->price = price;
    s->moves = moves;
    w->seconds += (double)calls * seconds;
    return;
  }
  w->balance += saved(w, s, seconds);
  if (w->balance > most_ahead * w->price)
    w->balance = most_ahead * w->price;
  if (!w->must && w->balance < -most_lost * w->price)
    give_up(w);
}

void tp_worth_spent(tp_worth *w, double seconds) { w->balance -= w->staying ? seconds : 0; }

int tp_worth_wants_survey(const tp_worth *w, long long start) {
  int i = find(w, start);
  return i >= 0 && !w->staying && w->round == 0 && !w->known[i].surveyed && w->known[i].calls >= TP_WORTH_CALLS;
}

/* Half of the price moves all of the arrays in one direction. */
void tp_worth_surveyed(tp_worth *w, long long start, double part) {
  int i = find(w, start);
  if (i < 0)
    return;
  w->known[i].surveyed = 1;
  w->known[i].touched = part * w->known[i].price / 2;
}

int tp_worth_wants_prediction(const tp_worth *w, long long start) {
  int i = find(w, start);
  return i >= 0 && w->known[i].surveyed && w->known[i].predicted == 0 && w->known[i].touched < w->known[i].least;
}

void tp_worth_predicted(tp_worth *w, long long start, double seconds) {
  int i = find(w, start);
  if (i < 0)
    return;
  w->known[i].predicted = seconds;
  if (seconds <= 0) /* not asked again */
    w->known[i].touched = w->known[i].least;
}
