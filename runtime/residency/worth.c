/* worth.c - see worth.h. */
#include "residency/worth.h"

/* Times the price that starts take before an attempt: it may cost twice its price, which is little then. Each attempt
   in vain makes the next one wait longer. */
static const double patience = 64, more_patience = 4;
/* Of the price. An attempt moves all once, and is given up when what it saves has not paid for that. What it has saved
   helps over a few bad calls and no more. */
static const double most_lost = 1.5, most_ahead = 1.5;

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

int tp_worth_stays(tp_worth *w, long long start, int calls) {
  int i = find(w, start);
  if (i < 0 || w->known[i].calls < TP_WORTH_CALLS)
    return 0;
  int is_due = w->price > 0 && w->seconds > waits(w) * w->price;
  if (!w->staying && (is_due || (calls > 0 && w->known[i].calls >= calls && w->round == 0))) {
    w->staying = 1;
    w->balance = 0;
  }
  return w->staying;
}

static void give_up(tp_worth *w) {
  w->staying = 0;
  w->seconds = w->price = 0;
  w->round += w->round < 16;
}

void tp_worth_ran(tp_worth *w, long long start, int stayed, double seconds, double price) {
  int i = find(w, start);
  if (i < 0) {
    i = w->next;
    w->next = (w->next + 1) % TP_WORTH_STARTS;
    w->known[i].start = start;
    w->known[i].calls = 0;
    w->known[i].least = seconds;
    w->known[i].round = -1;
  }
  double least = w->known[i].least;
  if (w->known[i].round != w->round)
    w->price += price;
  w->known[i].round = w->round;
  if (!stayed) {
    w->known[i].calls++;
    w->known[i].least = seconds < least ? seconds : least;
    w->seconds += seconds;
    return;
  }
  w->balance += least - seconds;
  if (w->balance > most_ahead * w->price)
    w->balance = most_ahead * w->price;
  if (w->balance < -most_lost * w->price)
    give_up(w);
}

void tp_worth_spent(tp_worth *w, double seconds) { w->balance -= w->staying ? seconds : 0; }
