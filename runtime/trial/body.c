/* body.c - which of a region's equal tile functions a CPU runs.
 *
 * How much jammed rows or skewed scans gain depends on the body, the compiler and the branch predictor: from 6 x faster
 * to 3 x slower. So a CPU times its first steps with each function in turn and keeps the fastest; steps that
 * are short, and so easily disturbed, are timed again in a few later runs. */
#include "trial/body.h"

#include <math.h>
#include <string.h>

enum {
  WARM_UP = 1,     /* steps not counted: first touches */
  SECOND_LOOK = 8, /* steps of the clearly fastest one before each other has another, the last */
  LAST_RUN = 9     /* that times steps again */
};
/* Stages: what the steps in line are for. */
enum {
  FIRST_PASS,  /* one of each function, behind one to warm up; of three, one that is far slower has no more */
  SECOND_PASS, /* a clear difference decides, but for the second look */
  THIRD_PASS,  /* any difference decides */
  LAST_LOOK    /* the fastest so far is kept behind them */
};
/* One step of each says little where something disturbed the machine: hence the second look. */
#define CLEAR 1.3
#define FAR 1.5
/* The tip of a triangle says little: steps begin anew with one so much larger, and so much smaller ones do not count. */
#define LARGER 2
#define SMALLER 0.5
/* Seconds of a step that an interrupt, or what else the machine does, may make much longer. */
#define SHORT_STEP 1e-3
/* Seconds of a step in which a coarse clock does not go on. */
#define LEAST 1e-9

static int count_of(int kinds) {
  int count = 0;
  for (int kind = 0; kind < TP_VARIANTS; kind++)
    count += kinds >> kind & 1;
  return count;
}

/* Of the functions that were timed. */
static int fastest(const tp_body *b) {
  int found = TP_VARIANT_PLAIN;
  for (int kind = 0; kind < TP_VARIANTS; kind++)
    if (b->best[kind] > 0 && (b->best[found] == 0 || b->best[kind] < b->best[found]))
      found = kind;
  return found;
}

static void enqueue(tp_body *b, int kind, int steps) {
  for (int k = 0; k < steps && b->count < TP_BODY_LINE; k++)
    b->line[b->count++] = (char)kind;
}

static void begin_stage(tp_body *b, int stage) {
  b->stage = stage;
  b->at = b->count = 0;
}

/* Each of the kinds once. Forth, back, forth: where two steps share cache lines the first one waits for memory, and each
   function is to have been either. The plain one, which warmed up, is the last of the first pass. */
static void pass(tp_body *b, int stage, int kinds) {
  begin_stage(b, stage);
  for (int k = 0; k < TP_VARIANTS; k++) {
    int kind = stage == SECOND_PASS ? (TP_VARIANTS - k) % TP_VARIANTS : (k + 1) % TP_VARIANTS;
    if (kinds >> kind & 1)
      enqueue(b, kind, 1);
  }
}

/* The other functions of `kinds` have another step, or two. */
static void look_again(tp_body *b, int kinds, int steps_before, int steps_each, int steps_behind) {
  int best = fastest(b);
  begin_stage(b, LAST_LOOK);
  enqueue(b, best, steps_before);
  for (int kind = 0; kind < TP_VARIANTS; kind++)
    if (kind != best && kinds >> kind & 1)
      enqueue(b, kind, steps_each);
  enqueue(b, best, steps_behind);
}

void tp_body_start(tp_body *b, int setting, int kinds) {
  int asked = setting - TP_BODY_PLAIN;
  memset(b, 0, sizeof *b);
  b->kinds = setting == TP_BODY_AUTO ? kinds : kinds >> asked & 1 ? 1 << asked : 1 << TP_VARIANT_PLAIN;
  b->decided = count_of(b->kinds) < 2;
  while (!(b->kinds >> b->kind & 1))
    b->kind++;
}

/* Of the least times: longer ones are what was disturbed. */
static double largest_step(const tp_body *b) {
  return b->most * b->best[fastest(b)];
}

/* In runs 3, 5 and 9: of two runs, which is what a plan gets that is compared with others, the second is the fastest
   function's alone. The least times stay. */
void tp_body_run(tp_body *b) {
  if (count_of(b->kinds) < 2 || b->runs == LAST_RUN)
    return;
  int before = b->runs++, is_power = (before & (before - 1)) == 0;
  if (!b->decided || before < 2 || !is_power || largest_step(b) > SHORT_STEP)
    return;
  b->decided = 0;
  look_again(b, b->kinds, 0, 2, 1);
  b->kind = b->line[0];
}

/* Functions that took no more than `times` what the fastest took. */
static int close_ones(const tp_body *b, double times) {
  int kinds = 0;
  for (int kind = 0; kind < TP_VARIANTS; kind++)
    kinds |= (b->best[kind] > 0 && b->best[kind] <= times * b->best[fastest(b)]) << kind;
  return kinds;
}

/* What may be the fastest yet: what is not far slower, and the second in any case. */
static int rivals(const tp_body *b) {
  int best = fastest(b), second = -1;
  for (int kind = 0; kind < TP_VARIANTS; kind++)
    if (kind != best && b->best[kind] > 0 && (second < 0 || b->best[kind] < b->best[second]))
      second = kind;
  return close_ones(b, FAR) | (second >= 0 ? 1 << second : 0);
}

/* The steps in line are through. */
static void next_stage(tp_body *b) {
  switch (b->stage) {
  case FIRST_PASS:
    pass(b, SECOND_PASS, rivals(b));
    break;
  case SECOND_PASS:
    if (count_of(close_ones(b, CLEAR)) > 1)
      pass(b, THIRD_PASS, rivals(b));
    else
      look_again(b, rivals(b), SECOND_LOOK, 1, 0);
    break;
  default:
    b->decided = 1;
    b->kind = fastest(b);
  }
}

void tp_body_timed(tp_body *b, double seconds, double points) {
  if (b->decided || points <= 0 || points < SMALLER * b->most)
    return;
  if (points > LARGER * b->most) {
    b->most = points;
    b->steps = 0;
    memset(b->best, 0, sizeof b->best);
  }
  b->steps++;
  if (b->steps == WARM_UP) {
    pass(b, FIRST_PASS, b->kinds);
  } else {
    double *best = &b->best[b->kind], each = (seconds > LEAST ? seconds : LEAST) / points; /* 0 is not timed */
    if (*best == 0 || each < *best)
      *best = each;
    if (++b->at == b->count)
      next_stage(b);
  }
  if (!b->decided)
    b->kind = b->line[b->at];
}
