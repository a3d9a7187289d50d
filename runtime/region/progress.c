/* progress.c - lines about a long run, by a thread beside it.
 *
 * A terminal shows one line, which is drawn where the cursor is and leaves it there: the program may have begun a line
 * of its own. Elsewhere, and on terminals that cannot do that, each message is a line. */
#include "region/progress.h"

#include "settings/settings.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Seconds: until a run is a long one, between looks, between messages on a terminal and elsewhere; a run that takes less
   than `least` does not pay for a thread (60 us). */
static const double long_run = 2, look_period = 0.5, redraw_period = 1, line_period = 2, least = 0.02;

struct tp_progress {
  const tp_pipeline *pipeline;
  tp_tuning tuning;
  int redraws, has_thread, shown;
  double start, last; /* last: of the last message, of tuning's other runs, too; 0: there was none */
  int ends;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t end;
};

/* --- where ------------------------------------------------------------------------------------ */

static int can_redraw(void) {
  const char *name = getenv("TERM");
  return isatty(STDERR_FILENO) && name && *name && strcmp(name, "dumb") != 0;
}

/* A job in the background leaves the terminal to the others. */
static int has_terminal(void) { return tcgetpgrp(STDERR_FILENO) == getpgrp(); }

/* One call, so that lines of other threads and processes stand before or behind it. */
static void put(const char *text) {
  ssize_t written = write(STDERR_FILENO, text, strlen(text));
  (void)written;
}

/* Saves the cursor, keeps the text from wrapping at the right margin, and goes back. */
static void draw(const char *text) {
  char line[300];
  snprintf(line, sizeof line, "\0337\033[?7l%s\033[K\033[?7h\0338", text);
  put(line);
}

static void erase(void) { put("\033[K"); }

/* --- what ------------------------------------------------------------------------------------- */

static void put_time(char *out, size_t size, double seconds) {
  long s = (long)(seconds + 0.5);
  if (s >= 3600)
    snprintf(out, size, "%ld:%02ld:%02ld h", s / 3600, s / 60 % 60, s % 60);
  else if (s >= 60)
    snprintf(out, size, "%ld:%02ld min", s / 60, s % 60);
  else
    snprintf(out, size, "%ld s", s);
}

/* What is done of the run or of tuning, and the seconds that are left. */
static double share_of(const tp_progress *g, double seconds, double *left) {
  double share = g->tuning.budget > 0 ? (g->tuning.spent + seconds) / g->tuning.budget : tp_pipeline_share(g->pipeline);
  /* Other ranks may still compute, and results travel. */
  share = share < 0.99 ? share : 0.99;
  *left = 0;
  if (g->tuning.budget > 0)
    *left = g->tuning.budget - g->tuning.spent - seconds;
  else if (share > 0)
    *left = seconds / share - seconds;
  return share;
}

static void show(tp_progress *g, double seconds) {
  char line[200], time[40];
  double left, share = share_of(g, seconds, &left);
  put_time(time, sizeof time, left > 0 ? left : 0);
  int length = snprintf(line, sizeof line, "tilepipe: %s %.100s: %d %%", g->tuning.budget > 0 ? "tuning" : "region",
                        g->pipeline->region->tp_name, (int)(share * 100));
  if (share > 0)
    snprintf(line + length, sizeof line - (size_t)length, ", %s left", time);
  if (g->redraws)
    draw(line);
  else
    put(strcat(line, "\n"));
}

static void look(tp_progress *g) {
  double now = tp_now(), seconds = now - g->start;
  if (g->tuning.spent + seconds < long_run ||
      (g->last > 0 && now - g->last < (g->redraws ? redraw_period : line_period) - 0.1))
    return;
  if (isatty(STDERR_FILENO) && !has_terminal())
    return;
  g->last = now;
  g->shown = 1;
  show(g, seconds);
}

static void *watch(void *with) {
  tp_progress *g = with;
  pthread_mutex_lock(&g->lock);
  while (!g->ends) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    long nanoseconds = until.tv_nsec + (long)(look_period * 1e9);
    until.tv_sec += nanoseconds / 1000000000;
    until.tv_nsec = nanoseconds % 1000000000;
    pthread_cond_timedwait(&g->end, &g->lock, &until);
    if (!g->ends)
      look(g);
  }
  pthread_mutex_unlock(&g->lock);
  return NULL;
}

/* --- begin and end ---------------------------------------------------------------------------- */

/* The program's signals are not for this thread: a terminal's TTOU, too, which would stop the program. */
static int start_thread(tp_progress *g) {
  pthread_condattr_t clock;
  pthread_attr_t attributes;
  sigset_t all, before;
  if (pthread_condattr_init(&clock) != 0)
    return 0;
  int ready = pthread_condattr_setclock(&clock, CLOCK_MONOTONIC) == 0 && pthread_cond_init(&g->end, &clock) == 0;
  pthread_condattr_destroy(&clock);
  if (!ready || pthread_attr_init(&attributes) != 0)
    return 0;
  pthread_attr_setstacksize(&attributes, 128 << 10);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  ready = pthread_create(&g->thread, &attributes, watch, g) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return ready;
}

static tp_progress progress; /* one region runs at a time */
static double tuning_said;

/* A run that is too short for a thread has a message of tuning when one is due. */
tp_progress *tp_progress_begin(const tp_pipeline *p, int how, double seconds, tp_tuning tuning) {
  int tunes = tuning.budget > 0;
  if ((seconds < least && !tunes) || (how == TP_PROGRESS_ON && !isatty(STDERR_FILENO)))
    return NULL;
  progress = (tp_progress){.pipeline = p, .tuning = tuning, .redraws = can_redraw(), .start = tp_now(),
                           .last = tunes ? tuning_said : 0, .lock = PTHREAD_MUTEX_INITIALIZER};
  if (tunes)
    look(&progress);
  progress.has_thread = seconds >= least && start_thread(&progress);
  return &progress;
}

static void end_thread(tp_progress *g) {
  pthread_mutex_lock(&g->lock);
  g->ends = 1;
  pthread_cond_signal(&g->end);
  pthread_mutex_unlock(&g->lock);
  pthread_join(g->thread, NULL);
  pthread_cond_destroy(&g->end);
}

void tp_progress_end(tp_progress *g) {
  char line[200], time[40];
  if (!g)
    return;
  if (g->has_thread)
    end_thread(g);
  if (g->tuning.budget > 0)
    tuning_said = g->last;
  if (!g->shown)
    return;
  if (g->redraws) {
    if (has_terminal())
      erase();
  } else if (g->tuning.budget <= 0) {
    put_time(time, sizeof time, tp_now() - g->start);
    snprintf(line, sizeof line, "tilepipe: region %.100s: 100 %%, %s\n", g->pipeline->region->tp_name, time);
    put(line);
  }
}
