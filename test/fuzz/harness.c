/* harness.c - runs random nests and keeps or checks their results. No nest is in this file.
 *
 *   harness save FILE          results of the sequential program in every case, to FILE
 *   harness check FILE PLAN    every line of the plan, compared bit for bit with FILE:
 *                              NEST CASE DATA MUST name=value ...
 *                              with the settings of tp_set, and stack=... of run_on; MUST is 1 where a region has to run in
 *                              parallel, on every CPU that has work, 0 where it may decline
 *
 * Prints FAIL, HANG or CRASH with the number of the plan's line, and totals at the end.
 */
#include "fuzz.h"
#include "random.h"
#include "tilepipe/testing.h"
#include <execinfo.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 512, FAILURES = 200 };

static struct {
  long runs, ran, declined, most, ranks, jammed, skewed, blocked, failures, transport[4];
} total;

static const char *const transports[4] = {"p2p", "persistent", "rma", "shm"};

tp_int tp_test_split = 1 << 30;

/* The runtime starts in a constructor of the highest priority; this runs before all of them, and before
   getenv works. */
static void read_split(int count, char **words, char **environment) {
  (void)count, (void)words;
  for (; *environment; environment++)
    if (!strncmp(*environment, "FUZZ_SPLIT=", 11))
      tp_test_split = atoll(*environment + 11);
}
__attribute__((section(".preinit_array"), used)) static void (*const before_all)(int, char **, char **) = read_split;

static char running[LINE + 32] = "start"; /* for messages when it hangs or crashes */

static void say(const char *what) {
  if (write(1, what, strlen(what)) < 0 || write(1, running, strlen(running)) < 0 || write(1, "\n", 1) < 0)
    _exit(4);
}

/* Waits to be looked at and killed: whoever started the program collects the stacks of all ranks. */
static void hangs(int number) {
  (void)number;
  say("HANG ");
  for (;;)
    pause();
}

static void crashes(int number) {
  void *frames[40];
  (void)number;
  say("CRASH ");
  backtrace_symbols_fd(frames, backtrace(frames, 40), 1);
  _exit(3);
}

static void left_early(void) {
  if (running[0])
    say("EXIT ");
}

static void fail(const char *what, long is, long must) {
  total.failures++;
  printf("FAIL %s: %s: is %ld, must be %ld\n", running, what, is, must);
}

static const struct nest *nest_number(int number) {
  for (int t = 0; tables[t]; t++)
    for (const struct nest *n = tables[t]; n->name; n++)
      if (number-- == 0)
        return n;
  return NULL;
}

/* Sanitizers look into runs of their own, where a program may be without the runtime's test interface. */
static void report(tp_test_report *out) {
  memset(out, 0, sizeof *out);
  if (tp_test_last)
    tp_test_last(out);
}

static void check_report(int must, const tp_test_report *before, const tp_test_report *after) {
  long ran = after->tp_ran - before->tp_ran, declined = after->tp_declined - before->tp_declined;
  total.ran += ran;
  total.declined += declined;
  if (must && ran != 1)
    fail(declined && after->tp_reason ? after->tp_reason : "regions run in parallel", ran, 1);
  if (!ran)
    return;
  if (after->tp_cpus_that_ran != after->tp_cpus_with_work)
    fail("CPUs that ran", after->tp_cpus_that_ran, after->tp_cpus_with_work);
  if (after->tp_tiles < after->tp_cpus_that_ran)
    fail("tiles run", after->tp_tiles, after->tp_cpus_that_ran);
  total.most = after->tp_cpus_that_ran > total.most ? after->tp_cpus_that_ran : total.most;
  total.ranks += after->tp_ranks > 1;
  total.jammed += after->tp_jammed > 0;
  total.skewed += after->tp_skewed > 0;
  total.blocked += after->tp_blocked > 0;
  const char *used = strstr(after->tp_plan, " transport=");
  for (int k = 0; used && k < 4; k++) /* "shm+p2p" is shm */
    total.transport[k] += !strncmp(used + 11, transports[k], strlen(transports[k]));
}

/* Returns the stack to call the nest on. */
static const char *apply(char *settings) {
  const char *stack = "";
  for (char *s = strtok(settings, " \n"); s; s = strtok(NULL, " \n")) {
    char *value = strchr(s, '=');
    if (!value)
      continue;
    *value = 0;
    if (!strcmp(s, "stack"))
      stack = value + 1;
    else
      tp_set(s, value + 1);
  }
  return stack;
}

static void check_line(const struct nest *n, int which, int data, int must, char *settings,
                       const char *reference) {
  static void *b[BUFFERS];
  static const struct nest *last;
  static char *results;
  tp_test_report before, after;
  size_t bytes = bytes_of(n);

  if (n != last) { /* memory is kept from run to run, as programs keep it */
    if (last)
      release(last, b);
    allocate(n, b);
    results = realloc(results, bytes + 1);
    last = n;
  }
  fill(n, b, data);
  const char *stack = apply(settings);
  report(&before);
  alarm(getenv("FUZZ_PATIENCE") ? (unsigned)atoi(getenv("FUZZ_PATIENCE")) : 90);
  long value = run_on(stack, n, n->sizes[which], b);
  alarm(0);
  report(&after);
  total.runs++;
  check_report(must, &before, &after);
  long expected;
  memcpy(&expected, reference, sizeof expected);
  if (value != expected)
    fail("value of the iterators after the nest", value, expected);
  gather(n, b, results);
  if (memcmp(results, reference + sizeof expected, bytes)) {
    total.failures++;
    printf("FAIL %s: results differ\n", running);
    fflush(stdout);
    explain(n, b, reference + sizeof expected);
  }
}

/* Where the results of a nest begin, for these sizes and this data. */
static size_t place(int number, int which, int data) {
  size_t at = 0;
  for (int k = 0; k < number; k++)
    at += CASES * DATA * (sizeof(long) + bytes_of(nest_number(k)));
  return at + (size_t)(which * DATA + data) * (sizeof(long) + bytes_of(nest_number(number)));
}

static int check(const char *reference_name, const char *plan_name) {
  char *reference = load(reference_name), line[LINE];
  FILE *plan = fopen(plan_name, "r");

  if (!plan || !tp_set) {
    fprintf(stderr, "no plan, or the runtime is not linked\n");
    return 4;
  }
  struct sigaction crash = {.sa_handler = crashes, .sa_flags = SA_ONSTACK};
  signal(SIGALRM, hangs);
  handle_elsewhere(1);
  sigaction(SIGSEGV, &crash, NULL);
  sigaction(SIGABRT, &crash, NULL);
  /* SIGFPE keeps its default action: regions of a program that handles it use rank 0 alone. */
  atexit(left_early);
  for (int at = 0; fgets(line, LINE, plan) && total.failures < FAILURES; at++) {
    int number, which, data, must, settings = 0;
    line[strcspn(line, "\n")] = 0;
    if (sscanf(line, "%d %d %d %d %n", &number, &which, &data, &must, &settings) < 4 ||
        !nest_number(number))
      continue;
    const struct nest *n = nest_number(number);
    snprintf(running, sizeof running, "%d %s %s", at, n->name, line);
    check_line(n, which, data, must, line + settings, reference + place(number, which, data));
  }
  running[0] = 0;
  fclose(plan);
  free(reference);
  printf("TOTAL runs=%ld ran=%ld declined=%ld ranks=%ld jammed=%ld skewed=%ld blocked=%ld most=%ld failures=%ld", total.runs,
         total.ran, total.declined, total.ranks, total.jammed, total.skewed, total.blocked, total.most, total.failures);
  for (int k = 0; k < 4; k++)
    printf(" %s=%ld", transports[k], total.transport[k]);
  printf("\n");
  return total.failures || !total.runs;
}

static int keep(const char *name) {
  FILE *out = fopen(name, "wb");
  if (!out) {
    perror(name);
    return 4;
  }
  for (int t = 0; tables[t]; t++)
    for (const struct nest *n = tables[t]; n->name; n++) {
      void *b[BUFFERS];
      char *results = malloc(bytes_of(n) + 1);
      allocate(n, b);
      for (int k = 0; k < CASES * DATA && results; k++) {
        fill(n, b, k % DATA);
        long value = n->run(n->sizes[k / DATA], b);
        fwrite(&value, sizeof value, 1, out);
        fwrite(results, 1, gather(n, b, results), out);
      }
      free(results);
      release(n, b);
    }
  return fclose(out) ? 4 : 0;
}

int main(int argc, char **argv) {
  if (argc == 3 && !strcmp(argv[1], "save"))
    return keep(argv[2]);
  if (argc == 4 && !strcmp(argv[1], "check"))
    return check(argv[2], argv[3]);
  fprintf(stderr, "usage: harness save FILE | harness check FILE PLAN\n");
  return 4;
}
