/* worth.c - see worth.h. */
#include "residency/worth.h"

/* The balance of the past helps over a few bad calls and no more. */
static const double calls_ahead = 4;
/* The first call that leaves arrays where they are still sends them all, as one that gathers. */
static const double calls_behind = 0.5;

static int find(const tp_worth *w, long long plan) {
  for (int i = 0; i < TP_WORTH_PLANS; i++)
    if (w->known[i].plan == plan)
      return i;
  return -1;
}

int tp_worth_stays(tp_worth *w, long long plan) {
  int i = find(w, plan);
  if (i < 0 || w->known[i].calls < TP_WORTH_CALLS)
    return 0;
  if (w->balance < -calls_behind * w->known[i].least) {
    w->rest = TP_WORTH_REST << (w->tries < 16 ? w->tries++ : 16);
    w->balance = 0;
  }
  if (w->rest > 0) {
    w->rest--;
    return 0;
  }
  return 1;
}

void tp_worth_ran(tp_worth *w, long long plan, int stayed, double seconds) {
  int i = find(w, plan);
  if (i < 0) {
    i = w->next;
    w->next = (w->next + 1) % TP_WORTH_PLANS;
    w->known[i].plan = plan;
    w->known[i].calls = 0;
    w->known[i].least = seconds;
  }
  double least = w->known[i].least;
  if (!stayed) {
    w->known[i].calls++;
    w->known[i].least = seconds < least ? seconds : least;
    return;
  }
  w->balance += least - seconds;
  if (w->balance > calls_ahead * least)
    w->balance = calls_ahead * least;
}

void tp_worth_spent(tp_worth *w, double seconds) { w->balance -= seconds; }
