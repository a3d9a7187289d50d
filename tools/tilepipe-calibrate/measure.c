/* measure.c - samples, medians, spinning. */
#include "calibrate.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void sample_add(samples *s, double seconds) {
  if (s->count < MOST_SAMPLES)
    s->value[s->count++] = seconds;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double sample_typical(samples *s) {
  if (s->count == 0)
    return 0;
  qsort(s->value, (size_t)s->count, sizeof *s->value, by_value);
  return s->value[s->count / 4];
}

effort effort_of(int quick) {
  double now = tp_now();
  return quick ? (effort){1, 9, 50e-3, 20e-6, now + 30} : (effort){0, 61, 400e-3, 200e-6, now + 90};
}

int sample_more(const effort *e, const samples *s, int most, double started) {
  double now = tp_now();
  return s->count < most && (s->count < (now < e->end ? 3 : 1) || now - started < e->patience);
}

void spin(double seconds, int oversubscribed) {
  double end = tp_now() + seconds;
  while (tp_now() < end)
    if (oversubscribed)
      sched_yield();
}

/* What is being measured: its begin, the last time that something was said of it; a line is drawn. */
static struct {
  const char *what;
  double start, last;
  int drawn;
} said;

typedef enum place { NOWHERE, TERMINAL, LINES } place;

static place where_to_say(void) {
  const char *how = getenv("TILEPIPE_PROGRESS");
  if (how && strcmp(how, "force") == 0)
    return LINES;
  return isatty(STDERR_FILENO) && !(how && strcmp(how, "0") == 0) ? TERMINAL : NOWHERE;
}

void say(const char *what) {
  if (said.drawn)
    fprintf(stderr, "\r%70s\r", "");
  said.drawn = 0;
  said.what = what;
  said.start = said.last = tp_now();
  if (what && where_to_say() != NOWHERE)
    fprintf(stderr, "measuring %s\n", what);
}

void say_share(int done, int all) {
  place to = where_to_say();
  double now = tp_now(), seconds = now - said.start;
  char line[71];
  if (to == NOWHERE || seconds < 2 || now - said.last < 1 || done <= 0 || done >= all)
    return;
  said.last = now;
  snprintf(line, sizeof line, "measuring %s: %d %%, %.0f s left", said.what, 100 * done / all, seconds * (all - done) / done);
  if (to == LINES)
    fprintf(stderr, "%s\n", line);
  else
    said.drawn = fprintf(stderr, "\r%-70s\r", line) > 0;
}

int cores_usable(void) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  int count = sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
  return count > 0 ? count : 1;
}

static double cpu_seconds(void) {
  struct timespec t;
  return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) == 0 ? (double)t.tv_sec + 1e-9 * (double)t.tv_nsec : 0;
}

double cores_share(double seconds) {
  double least = 1;
#pragma omp parallel num_threads(cores_usable()) reduction(min : least)
  {
    double wall = tp_now(), cpu = cpu_seconds();
    spin(seconds, 0);
    least = (cpu_seconds() - cpu) / (tp_now() - wall);
  }
  return least;
}
