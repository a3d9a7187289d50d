/* cycle.c - turns of a plan and the loop. */
#include "trial/cycle.h"

/* So many cycles of a turn count; before the first one caches hold what the turn before left there. */
enum { CYCLES = 8 };
/* What lies between calls says nothing about the plan where it takes so many times as long. */
#define LONG 12
/* The loop has to gain so much of a cycle, in both of its turns. */
#define BETTER 0.98

static int is_of_loop(int turn) { return turn % 2; }

static int gains(const tp_cycle *c, int turn) { return c->least[turn + 1] < BETTER * c->least[turn]; }

tp_cycle_answer tp_cycle_begins(tp_cycle *c, double now, double run) {
  double seconds = now - c->begin;
  int is_first = c->begin == 0;
  c->begin = now;
  if (is_first)
    return is_of_loop(c->turn) ? TP_CYCLE_LOOP : TP_CYCLE_PLAN;
  if (c->seen > 0 && (c->seen == 1 || seconds < c->least[c->turn]))
    c->least[c->turn] = seconds;
  if (++c->seen > CYCLES) {
    if (c->turn == 0 && c->least[0] > LONG * run)
      return TP_CYCLE_KEEPS;
    if (is_of_loop(c->turn) && !gains(c, c->turn - 1))
      return TP_CYCLE_KEEPS;
    if (++c->turn == TP_CYCLE_TURNS)
      return TP_CYCLE_LOSES;
    c->seen = 0;
  }
  return is_of_loop(c->turn) ? TP_CYCLE_LOOP : TP_CYCLE_PLAN;
}
