/* spawn_simulated.c - threads that take turns, in an order that a seed decides.
 *
 * The runtime waits by looking and then calling tp_relax, which is ours here: it hands the turn to
 * another thread. A thread that looked in vain is not asked again before something has happened, that is,
 * before a thread came through a wait, ended, or a message was delivered. So when nobody is left to ask
 * and nothing to deliver, nobody will ever go on: a deadlock, found at once and again with the same seed.
 */
#include "util/wait.h"
#include "spawn.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

enum { MOST_THREADS = 64, STACK = 1 << 18 };

struct spawned {
  void *(*run)(void *);
  void *data;
  jmp_buf at;
  ucontext_t first;
  char *stack;
  int started, ended;
  int joined; /* ready for another thread */
  long looked; /* what had happened before its last look in vain, -1: it did not look yet */
  long resumed; /* what had happened when its turn began */
};

static struct {
  tp_world *world;
  unsigned long long random;
  spawned thread[MOST_THREADS];
  int threads;
  spawned *running; /* null: the scheduler */
  jmp_buf scheduler;
  long happened; /* beyond what the world counts */
  int giving_up;
  char *report;
} sim;

static unsigned draw(unsigned most) {
  sim.random = sim.random * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(sim.random >> 33) % most;
}

static long happened(void) { return sim.happened + tp_world_events(sim.world); }

static void hand_over(void) {
  if (_setjmp(sim.running->at) == 0)
    _longjmp(sim.scheduler, 1);
}

/* A wait: a fresh one means that the thread came through the last. */
double tp_relax(tp_backoff *p) {
  if (!sim.running)
    abort();
  if (sim.giving_up) {
    if (sim.running->looked == -2) /* it has said what it waits for */
      for (;;)
        hand_over();
    sim.running->looked = -2;
    return 1e9;
  }
  if (p->looks++ == 0)
    sim.happened++;
  /* A look may itself bring something that an earlier part of the same look asked for. */
  sim.running->looked = p->looks == 1 ? -1 : sim.running->resumed;
  hand_over();
  sim.running->resumed = happened();
  return sim.giving_up ? tp_relax(p) : 0;
}

static void enter(void) {
  spawned *s = sim.running;
  s->run(s->data);
  s->ended = 1;
  sim.happened++;
  _longjmp(sim.scheduler, 1);
}

static void resume(spawned *s) {
  sim.running = s;
  if (_setjmp(sim.scheduler) == 0) {
    if (s->started)
      _longjmp(s->at, 1);
    s->started = 1;
    setcontext(&s->first);
  }
  sim.running = NULL;
}

spawned *spawn(void *(*run)(void *), void *data) {
  int at = 0;
  while (at < sim.threads && !sim.thread[at].joined)
    at++;
  if (at == MOST_THREADS)
    abort();
  sim.threads += at == sim.threads;
  spawned *s = &sim.thread[at];
  if (!s->stack && !(s->stack = malloc(STACK)))
    abort();
  s->run = run;
  s->data = data;
  s->started = s->ended = s->joined = 0;
  s->looked = -1;
  getcontext(&s->first);
  s->first.uc_stack.ss_sp = s->stack;
  s->first.uc_stack.ss_size = STACK;
  s->first.uc_link = NULL;
  makecontext(&s->first, enter, 0);
  sim.happened++;
  return s;
}

/* Nobody sleeps here: the watchdog's grace is for ranks that run at the same time. */
int nanosleep(const struct timespec *wanted, struct timespec *rest) {
  (void)wanted;
  (void)rest;
  return 0;
}

/* --- a deadlock ------------------------------------------------------------------------------- */

static void abandon(tp_transport *t, int code) {
  (void)t;
  (void)code;
  for (;;)
    hand_over();
}

/* Lets every thread say what it waits for, as the watchdog would make it. */
static void give_up(void) {
  enum { ROOM = 1 << 16 };
  sim.report = calloc(1, ROOM);
  FILE *file = tmpfile();
  int kept = dup(STDERR_FILENO);
  if (!sim.report || !file || kept < 0)
    abort();
  fflush(stderr);
  dup2(fileno(file), STDERR_FILENO);
  sim.giving_up = 1;
  for (int t = 0; t < sim.threads; t++)
    if (!sim.thread[t].ended)
      resume(&sim.thread[t]);
  fflush(stderr);
  dup2(kept, STDERR_FILENO);
  close(kept);
  rewind(file);
  size_t n = fread(sim.report, 1, ROOM / 2, file);
  fclose(file);
  tp_world_describe(sim.world, sim.report + n, ROOM - n);
}

/* One turn; 0: nobody can take one. */
static int turn(void) {
  spawned *ready[MOST_THREADS];
  unsigned count = 0;
  long now = happened();
  for (int t = 0; t < sim.threads; t++)
    if (!sim.thread[t].ended && sim.thread[t].looked != now)
      ready[count++] = &sim.thread[t];
  if (tp_world_deliverable(sim.world) && (count == 0 || draw(4) == 0))
    tp_world_deliver(sim.world);
  else if (count > 0)
    resume(ready[draw(count)]);
  else
    return 0;
  return 1;
}

int spawn_join(spawned *s) {
  if (sim.running) {
    tp_backoff backoff = {0};
    while (!s->ended)
      tp_relax(&backoff);
    s->joined = 1;
    return 1;
  }
  while (!s->ended && !sim.giving_up)
    if (!turn())
      give_up();
  return s->ended;
}

void spawn_begin(tp_world *world, unsigned long long seed) {
  sim.world = world;
  sim.random = seed * 0x9e3779b97f4a7c15u + 1;
  sim.happened = 0;
  sim.giving_up = 0;
  sim.threads = 0;
  for (int r = 0; r < tp_world_rank(world, 0)->ranks; r++)
    tp_world_rank(world, r)->abandon = abandon;
}

void spawn_end(void) { sim.threads = 0; }

char *spawn_report(void) {
  char *report = sim.report;
  sim.report = NULL;
  return report;
}

void spawn_look(unsigned *looks) {
  tp_backoff backoff = {.looks = *looks};
  tp_relax(&backoff);
  *looks = backoff.looks;
}
