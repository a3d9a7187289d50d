/* main.c - runs every nest and keeps or checks its results. No nest is in this file.
 *
 *   main save FILE             results of the sequential program, to FILE
 *   main check FILE RANKS [NEST]
 *                              every nest (or the one named) in many configurations for up to RANKS
 *                              ranks, compared bit for bit with FILE; the regions must really have run
 *
 * The last line of a check tells how much was run. Exit code 1: something differs, did not run in
 * parallel, or nothing ran at all.
 */
#include "check.h"
#include "random.h"
#include "tilepipe/testing.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CONFIGURATIONS = 64, PATIENCE = 60 /* seconds */, MOST_MESSAGES = 40 };

static struct {
  long nests, runs, regions, declined, failures;
  long jammed, skewed, blocked; /* tiles */
  int largest_team;
} total;

/* What is running, for messages when it hangs or crashes. */
static char running[512] = "start";

static void interrupted(int number) {
  const char *what = number == SIGALRM ? "hangs: " : number == SIGABRT ? "aborts: " : "crashes: ";
  if (write(2, what, strlen(what)) < 0 || write(2, running, strlen(running)) < 0 || write(2, "\n", 1) < 0)
    _exit(4);
  _exit(3);
}

static void left_early(void) {
  if (running[0])
    fprintf(stderr, "the program was ended during: %s\n", running);
}

static void fail(const struct nest *n, const char *settings, const char *what, long is, long must) {
  total.failures++;
  if (total.failures <= MOST_MESSAGES)
    fprintf(stderr, "%s: %s: is %ld, must be %ld (%s)\n", n->name, what, is, must, settings);
}

/* Did the regions of this run start, and on all CPUs that had work? */
static void check_report(const struct nest *n, const struct configuration *c, const char *settings,
                         const tp_test_report *before, const tp_test_report *after) {
  long ran = after->tp_ran - before->tp_ran, declined = after->tp_declined - before->tp_declined;
  int cpus = (c->level[RANKS] + 1) * (c->level[THREADS] + 1);

  total.regions += ran;
  total.declined += declined;
  if (ran != n->regions)
    fail(n, settings, after->tp_reason ? after->tp_reason : "regions run in parallel", ran, n->regions);
  if (declined != n->declined)
    fail(n, settings, after->tp_reason ? after->tp_reason : "regions declined", declined, n->declined);
  if (!n->regions || !ran)
    return;
  if (after->tp_cpus_that_ran != after->tp_cpus_with_work)
    fail(n, settings, "CPUs that ran", after->tp_cpus_that_ran, after->tp_cpus_with_work);
  if (after->tp_tiles < after->tp_cpus_that_ran)
    fail(n, settings, "tiles run", after->tp_tiles, after->tp_cpus_that_ran);
  if (after->tp_ranks * after->tp_threads > cpus)
    fail(n, settings, "CPUs of the plan", after->tp_ranks * after->tp_threads, cpus);
  total.jammed += after->tp_jammed;
  total.skewed += after->tp_skewed;
  total.blocked += after->tp_blocked;
  long others = after->tp_jammed + after->tp_skewed + after->tp_blocked;
  if (c->level[BODY] == 0 && others)
    fail(n, settings, "tiles of other functions than the plain one", others, 0);
  if (after->tp_cpus_that_ran > total.largest_team)
    total.largest_team = after->tp_cpus_that_ran;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Returns the number of CPUs that ran. */
static int check_one(const struct nest *n, const struct configuration *c, int set, const char *reference,
                     void *at[BUFFERS]) {
  tp_test_report before, after;
  char settings[256];

  snprintf(settings, sizeof settings, "%s", describe(c, n));
  snprintf(running, sizeof running, "%s (%s)", n->name, settings);
  fill(n, at, set);
  apply(c, n);
  alarm(PATIENCE + (unsigned)n->regions / 5); /* regions with more threads than cores, on a busy machine */
  tp_test_last(&before);
  double start = now();
  n->run(at);
  double seconds = now() - start;
  tp_test_last(&after);
  if (getenv("NESTS_TIMES")) /* for finding slow settings */
    fprintf(stderr, "%.4f s  %s\n", seconds, running);
  alarm(0);
  total.runs++;
  check_report(n, c, settings, &before, &after);
  if (differs(reference + (size_t)set * bytes_of(n), n, at)) {
    total.failures++;
    fprintf(stderr, "%s: results differ (%s)\n", n->name, settings);
  }
  return n->regions ? after.tp_cpus_that_ran : 0;
}

/* Runs of a nest, most; NESTS_MOST: fewer, where each takes long. A nest that starts a thousand regions is about their
   number: one run of it is as good as many, and with NESTS_MOST it is left out. */
static int most_runs(const struct nest *n) {
  const char *text = getenv("NESTS_MOST");
  int most = text && atoi(text) > 0 && atoi(text) < MOST_CONFIGURATIONS ? atoi(text) : MOST_CONFIGURATIONS;
  if (n->regions > 100)
    return text ? 0 : 1;
  return n->few && most > 4 ? 4 : most;
}

static void check_nest(const struct nest *n, int number, int ranks, const char *reference) {
  struct configuration list[MOST_CONFIGURATIONS];
  int count = configurations(number, ranks, list, most_runs(n)), most = 0;
  long failures = total.failures;
  void *at[BUFFERS];

  allocate(n, at);
  for (int i = 0; i < count && total.failures < failures + 3; i++) {
    int cpus = check_one(n, &list[i], i % DATA, reference, at);
    most = cpus > most ? cpus : most;
  }
  int expected = n->one_rank ? 2 : ranks + 1;
  /* A few runs need not hold the largest team; all of them do. */
  if (n->regions && !n->one_cpu && !n->few && !getenv("NESTS_MOST") && most < expected)
    fail(n, "all configurations", "CPUs of the largest team", most, expected);
  release(n, at);
  total.nests++;
}

static int check(const char *name, int ranks, const char *only) {
  char *reference = load(name), *at = reference;
  int number = 0;

  if (!tp_test_last || !tp_set) {
    fprintf(stderr, "the runtime is not linked\n");
    return 4;
  }
  signal(SIGALRM, interrupted);
  signal(SIGSEGV, interrupted);
  signal(SIGABRT, interrupted);
  /* SIGFPE keeps its default action: regions of a program that handles it use rank 0 alone. */
  atexit(left_early);
  for (int t = 0; tables[t]; t++)
    for (const struct nest *n = tables[t]; n->name; n++) {
      if (!only || !strcmp(only, n->name))
        check_nest(n, number, ranks, at);
      at += DATA * bytes_of(n);
      number++;
    }
  running[0] = 0;
  free(reference);
  printf("%ld nests, %ld runs, %ld regions in parallel, %ld declined, largest team %d, "
         "%ld tiles jammed, %ld skewed, %ld in blocks, %ld failures\n",
         total.nests, total.runs, total.regions, total.declined, total.largest_team, total.jammed, total.skewed, total.blocked,
         total.failures);
  return total.failures || !total.runs || (!only && (!total.regions || !total.jammed || !total.skewed || !total.blocked));
}

static int keep(const char *name) {
  FILE *out = fopen(name, "wb");
  if (!out) {
    perror(name);
    return 4;
  }
  for (int t = 0; tables[t]; t++)
    for (const struct nest *n = tables[t]; n->name; n++) {
      void *at[BUFFERS];
      allocate(n, at);
      for (int set = 0; set < DATA; set++) {
        fill(n, at, set);
        n->run(at);
        save(out, n, at);
      }
      release(n, at);
    }
  return fclose(out) ? 4 : 0;
}

int main(int argc, char **argv) {
  if (argc == 3 && !strcmp(argv[1], "save"))
    return keep(argv[2]);
  if ((argc == 4 || argc == 5) && !strcmp(argv[1], "check"))
    return check(argv[2], atoi(argv[3]), argc == 5 ? argv[4] : NULL);
  fprintf(stderr, "usage: main save FILE | main check FILE RANKS [NEST]\n");
  return 4;
}
