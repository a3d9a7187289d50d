/* program.c - a program with a hand-written region: what it does is its first argument. Its output,
 * input and exit code must be those of a sequential program however it is started. */
#include "lcs_region.h"
#include "tilepipe/testing.h"

#include <fenv.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

__attribute__((constructor)) static void announce(void) { printf("constructor\n"); }
static void farewell(void) { printf("farewell\n"); }

static void fill(double *a, int n, int m) {
  for (long e = 0; e < (long)(n + 1) * (m + 1); e++)
    a[e] = (double)(e * 7919 % 1013) / 1013 + 0.25;
}

/* Runs the nest in both ways and compares; answers the number of different elements. */
static long check(int n, int m) {
  size_t bytes = (size_t)(n + 1) * (size_t)(m + 1) * sizeof(double);
  double *a = malloc(bytes), *b = malloc(bytes);
  long differing = 0;
  fill(a, n, m);
  fill(b, n, m);
  tp_lcs_nest(b, n, m);
  if (!tp_lcs_run(a, n, m))
    tp_lcs_nest(a, n, m);
  for (size_t e = 0; e < bytes / sizeof *a; e++)
    differing += memcmp(&a[e], &b[e], sizeof *a) != 0;
  free(a);
  free(b);
  return differing;
}

static int report(const char *what, long differing) {
  tp_test_report r;
  tp_test_last(&r);
  printf("%s: differing=%ld ran=%ld declined=%ld ranks=%d threads=%d cpus=%d/%d\n", what, differing,
         r.tp_ran, r.tp_declined, r.tp_ranks, r.tp_threads, r.tp_cpus_that_ran, r.tp_cpus_with_work);
  return differing != 0;
}

static int sizes(void) {
  static const int sizes[][2] = {{1, 1}, {1, 900}, {900, 1}, {2, 3}, {37, 41}, {100, 257}, {513, 129},
                                 {0, 5}, {5, 0}};
  long differing = 0;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    differing += check(sizes[i][0], sizes[i][1]);
  return report("sizes", differing);
}

/* Schedules, extents and groupings in one process. */
static int settings(void) {
  static const char *const tiles[] = {"7,11", "1,64", "200,3", "33,*"};
  static const char *const schedules[] = {"overlap", "blocking"};
  static const char *const protocols[] = {"eager", "synchronous"};
  static const char *const groupings[] = {"dataflow", "hyperplane", "vertical"};
  long differing = 0, uneven = 0;
  for (int i = 0; i < 4 * 2 * 2 * 3; i++) {
    tp_set("tile", tiles[i % 4]);
    tp_set("schedule", schedules[i / 4 % 2]);
    tp_set("protocol", protocols[i / 8 % 2]);
    tp_set("grouping", groupings[i / 16]);
    differing += check(301, 203);
    tp_test_report r;
    tp_test_last(&r);
    uneven += r.tp_reason != NULL || r.tp_cpus_that_ran != r.tp_cpus_with_work;
  }
  printf("uneven=%ld\n", uneven);
  return report("settings", differing);
}

static int thousand(void) {
  long differing = 0;
  double *a = malloc(65 * 65 * sizeof *a), *b = malloc(65 * 65 * sizeof *b);
  fill(a, 64, 64);
  fill(b, 64, 64);
  for (int i = 0; i < 1000; i++) {
    if (!tp_lcs_run(a, 64, 64))
      tp_lcs_nest(a, 64, 64);
    tp_lcs_nest(b, 64, 64);
  }
  differing = memcmp(a, b, 65 * 65 * sizeof *a) != 0;
  free(a);
  free(b);
  return report("thousand", differing);
}

static int input(void) {
  char line[100];
  int lines = 0;
  while (fgets(line, sizeof line, stdin))
    lines++;
  printf("lines=%d\n", lines);
  return report("input", check(64, 64));
}

/* A child has neither the threads nor the ranks of its parent, and must not end them. */
static int forked(void) {
  long differing = check(64, 64);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    int bad = check(64, 64) != 0;
    if (getenv("CHILD_EXITS"))
      exit(bad);
    _exit(bad);
  }
  int status = 1;
  waitpid(child, &status, 0);
  printf("child=%d\n", status);
  return report("forked", differing + check(64, 64));
}

/* A program that this one starts is a program of its own. */
static int command(const char *self) {
  char line[4096];
  long differing = check(64, 64);
  fflush(stdout);
  snprintf(line, sizeof line, "\"%s\" sizes", self);
  printf("status=%d\n", system(line));
  return report("command", differing + check(64, 64));
}

/* Rank 0 is busy with other things than regions. */
static int idle(void) {
  long differing = check(64, 64);
  printf("resting\n");
  fflush(stdout);
  sleep(4);
  return report("idle", differing + check(64, 64));
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds from call to return of a region of next to no work. */
static int start(void) {
  double *a = malloc(33 * 33 * sizeof *a), best = 1;
  fill(a, 32, 32);
  for (int i = 0; i < 100; i++)
    tp_lcs_run(a, 32, 32);
  for (int round = 0; round < 20; round++) {
    double before = seconds();
    for (int i = 0; i < 100; i++)
      tp_lcs_run(a, 32, 32);
    double each = (seconds() - before) / 100;
    best = each < best ? each : best;
  }
  double before = seconds();
  for (int i = 0; i < 1000; i++)
    tp_lcs_nest(a, 32, 32);
  fprintf(stderr, "start: %.2f us, of which the nest %.2f us\n", best * 1e6, (seconds() - before) * 1e3);
  free(a);
  return 0;
}

/* The same with arguments that were never seen before. */
static int fresh(void) {
  double *a = malloc(2033 * 33 * sizeof *a);
  fill(a, 2032, 32);
  double before = seconds();
  for (int i = 0; i < 1000; i++)
    tp_lcs_run(a + i, 32, 32);
  fprintf(stderr, "fresh: %.2f us\n", (seconds() - before) * 1e3);
  free(a);
  return 0;
}

/* A large nest, timed. */
static int large(int n) {
  double *a = calloc((size_t)(n + 1) * (size_t)(n + 1), sizeof *a);
  fill(a, n, n);
  double before = seconds();
  tp_lcs_nest(a, n, n);
  double alone = seconds() - before;
  for (int i = 0; i < 3; i++) {
    before = seconds();
    if (!tp_lcs_run(a, n, n))
      tp_lcs_nest(a, n, n);
    fprintf(stderr, "large: sequential %.3f s, region %.3f s\n", alone, seconds() - before);
  }
  free(a);
  return 0;
}

/* Rounding is the caller's on every thread and rank; exceptions of theirs are the caller's. */
static int rounding(void) {
  fesetround(FE_UPWARD);
  long differing = check(100, 300);
  int same = fegetround() == FE_UPWARD;
  fesetround(FE_TONEAREST);
  double *a = calloc(101 * 101, sizeof *a);
  for (int e = 0; e < 101 * 101; e++)
    a[e] = 1e300;
  feclearexcept(FE_ALL_EXCEPT);
  if (!tp_lcs_run(a, 100, 100))
    tp_lcs_nest(a, 100, 100);
  printf("upward=%d overflow=%d\n", same, fetestexcept(FE_OVERFLOW) != 0);
  free(a);
  return report("rounding", differing);
}

static volatile sig_atomic_t alarms;
static void count_alarm(int number) { alarms += number == SIGALRM; }

/* A signal that the program holds back waits, whatever other threads there are. */
static int held(void) {
  sigset_t alarm_only, waiting;
  long differing = check(100, 300);
  signal(SIGALRM, count_alarm);
  sigemptyset(&alarm_only);
  sigaddset(&alarm_only, SIGALRM);
  sigprocmask(SIG_BLOCK, &alarm_only, NULL);
  kill(getpid(), SIGALRM);
  usleep(100000);
  sigpending(&waiting);
  printf("early=%d waiting=%d", (int)alarms, sigismember(&waiting, SIGALRM));
  sigprocmask(SIG_UNBLOCK, &alarm_only, NULL);
  printf(" late=%d\n", (int)alarms);
  return report("held", differing);
}

static int declined(void) {
  double *a = malloc(65 * 65 * sizeof *a);
  fill(a, 64, 64);
  struct tp_lcs_args args = {64, 64, a};
  printf("parallel=%d\n", tp_region_run(&tp_lcs_region, &args, 1));
  printf("alone=%d\n", tp_region_run(&tp_lcs_region, &args, 0));
  free(a);
  return 0;
}

/* Of the test that compiles this. */
#ifndef CALLS
#define CALLS
#endif

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "sizes";
  CALLS
  atexit(farewell);
  if (!strcmp(what, "sizes"))
    return sizes();
  if (!strcmp(what, "settings"))
    return settings();
  if (!strcmp(what, "thousand"))
    return thousand();
  if (!strcmp(what, "input"))
    return input();
  if (!strcmp(what, "forked"))
    return forked();
  if (!strcmp(what, "start"))
    return start();
  if (!strcmp(what, "fresh"))
    return fresh();
  if (!strcmp(what, "command"))
    return command(argv[0]);
  if (!strcmp(what, "idle"))
    return idle();
  if (!strcmp(what, "rounding"))
    return rounding();
  if (!strcmp(what, "wrong")) /* the tiles get one element wrong */
    return check(LCS_WRONG, 100) > 0;
  if (!strcmp(what, "stray")) /* a tile writes what the nest only reads */
    return check(LCS_STRAY, 100) > 0;
  if (!strcmp(what, "slow")) { /* one tile takes seconds */
    printf("resting\n");
    fflush(stdout);
    return check(LCS_SLOW, 100) > 0;
  }
  if (!strcmp(what, "held"))
    return held();
  if (!strcmp(what, "declined"))
    return declined();
  if (!strcmp(what, "large"))
    return large(argc > 2 ? atoi(argv[2]) : 4000);
  report(what, check(100, 100));
  fflush(stdout);
  if (!strcmp(what, "return7"))
    return 7;
  if (!strcmp(what, "exit7"))
    exit(7);
  if (!strcmp(what, "_exit7"))
    _exit(7);
  if (!strcmp(what, "_Exit7"))
    _Exit(7);
  if (!strcmp(what, "quick7"))
    quick_exit(7);
  if (!strcmp(what, "abort"))
    abort();
  if (!strcmp(what, "badset"))
    tp_set("tile", "banana");
  return 0;
}
