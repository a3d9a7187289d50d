/* oversubscription.c - threads rest for a while that doubles. */
#include "trial/oversubscription.h"

/* What a run takes longer than the loop by chance, by a part and in seconds. */
#define PART 1.25
#define CHANCE 20e-6
/* What waking a team may take in addition. */
#define WAKING 500e-6
/* Of a run that is slow for want of cores, at least so much. */
#define LOST 0.1
#define TIMES 10
#define LONGEST 2.0

int tp_oversubscription_rests(const tp_oversubscription *c, double now) { return now < c->until; }

int tp_oversubscription_expected(int cores, int others, int threads, double sequential, double slice) {
  if (others + threads <= cores || threads < 2)
    return 0;
  double turns = (double)(others + threads) / cores, loops = others < cores ? 1 : (double)(others + 1) / cores;
  return sequential / threads * turns + slice * turns > sequential * loops;
}

int tp_oversubscription_ran(tp_oversubscription *c, double now, double seconds, double lost, double sequential, int woken) {
  int excused = woken && !c->excused && seconds <= PART * sequential + WAKING;
  if (seconds <= PART * sequential + CHANCE || lost < LOST * seconds) {
    c->rest = c->until = 0;
    c->excused = 0;
    return 0;
  }
  c->excused = excused;
  if (excused) {
    c->until = now;
    return 1;
  }
  double next = 2 * c->rest;
  if (next < TIMES * seconds)
    next = TIMES * seconds;
  c->rest = next < LONGEST || TIMES * seconds > LONGEST ? next : LONGEST;
  c->until = now + c->rest;
  return 1;
}
