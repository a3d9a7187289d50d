/* body.c - which of a region's equal tile functions a CPU runs.
 *
 * How much jammed rows gain depends on the body, the compiler and the branch predictor: from 2 x faster
 * to 2 x slower. So a CPU times its first steps with either function in turn and keeps the faster; steps that
 * are short, and so easily disturbed, are timed again in a few later runs. */
#include "trial/body.h"

#include <math.h>
#include <string.h>

enum {
  WARM_UP = 1,     /* steps not counted: first touches */
  CLEAR_AFTER = 4, /* steps after which a clear difference shows */
  SAMPLES = 6,     /* steps after which any decides */
  SECOND_LOOK = 8, /* steps of the clearly faster one before the other has another, the last */
  LATER_LOOK = 3,  /* steps of one: the slower function, twice, and the faster */
  LAST_RUN = 9     /* that times steps again */
};
/* One step of each says little where something disturbed the machine: hence the second look. */
#define CLEAR 1.3
/* The tip of a triangle says little: steps begin anew with one so much larger, and so much smaller ones do not count. */
#define LARGER 2
#define SMALLER 0.5
/* Seconds of a step that an interrupt, or what else the machine does, may make much longer. */
#define SHORT_STEP 1e-3

void tp_body_start(tp_body *b, int setting, int has_jam) {
  memset(b, 0, sizeof *b);
  b->open = has_jam && setting == TP_BODY_AUTO;
  b->decided = !b->open;
  b->jammed = has_jam && setting == TP_BODY_JAM;
}

/* Of the least times: longer ones are what was disturbed. */
static double largest_step(const tp_body *b) {
  return b->most * fmin(b->best[0], b->best[1]);
}

/* In runs 3, 5 and 9: of two runs, which is what a plan gets that is compared with others, the second is the faster
   function's alone. The least times stay. */
void tp_body_run(tp_body *b) {
  if (!b->open || b->runs == LAST_RUN)
    return;
  int before = b->runs++, is_power = (before & (before - 1)) == 0;
  if (!b->decided || before < 2 || !is_power || largest_step(b) > SHORT_STEP)
    return;
  b->decided = 0;
  b->jammed = !b->jammed;
  b->left = LATER_LOOK;
}

/* Plain, jam, plain, plain, jam, jam, plain: where two steps share cache lines the first one waits for memory, and
   each function is to have been either. */
static int is_jam_next(const tp_body *b) { return (b->steps >> 1 & 1) == 0; }

static void decide(tp_body *b) {
  b->decided = 1;
  b->jammed = b->best[1] < b->best[0];
}

void tp_body_timed(tp_body *b, double seconds, double points) {
  if (b->decided || points <= 0 || points < SMALLER * b->most)
    return;
  if (points > LARGER * b->most) {
    b->most = points;
    b->steps = b->left = 0;
    b->best[0] = b->best[1] = 0;
  }
  b->steps++;
  if (b->steps > WARM_UP) {
    double *best = &b->best[b->jammed], each = seconds / points;
    if (*best == 0 || each < *best)
      *best = each;
  }
  if (b->left > 0) {
    b->left--;
    if (b->left == 1)
      b->jammed = !b->jammed;
    else if (b->left == 0)
      decide(b);
    return;
  }
  b->jammed = is_jam_next(b);
  int counted = b->steps - WARM_UP;
  double plain = b->best[0], jam = b->best[1];
  if (counted >= SAMPLES) {
    decide(b);
  } else if (counted >= CLEAR_AFTER && (plain > CLEAR * jam || jam > CLEAR * plain)) {
    b->jammed = jam < plain;
    b->left = SECOND_LOOK + 1;
  }
}
