/* lost.c - see lost.h. The handler reads a table that rank 0 brings up to date whenever it changes who holds what: it may
 * interrupt any thread, also one that is changing a directory. */
#include "ranks/lost.h"

#include "report/report.h"
#include "process/process.h"
#include "ranks/transfers.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct {
  const char *array, *region;
  long long *alone; /* bytes, by rank */
} table[TP_AREAS_MOST];
static const char *volatile running;
static pid_t owner; /* a child of it has no ranks */

void tp_lost_note(int number, const char *array, const char *region, const tp_directory *d) {
  if (array)
    table[number].array = array;
  if (region)
    table[number].region = region;
  memset(table[number].alone, 0, (size_t)tp_here.ranks * sizeof *table[number].alone);
  if (d)
    tp_directory_alone(d, table[number].alone);
}

void tp_lost_running(const char *region) { running = region; }

static int is_seen(int rank) { return tp_here.process_of[rank] > 0; }

static int has_ended(int rank) {
  return is_seen(rank) && kill((pid_t)tp_here.process_of[rank], 0) != 0 && errno == ESRCH;
}

static long long lost_of(int number, int rank) {
  if (!table[number].alone)
    return 0;
  long long bytes = rank > 0 ? table[number].alone[rank] : 0;
  for (int r = 1; rank < 0 && r < tp_here.ranks; r++)
    bytes += is_seen(r) ? 0 : table[number].alone[r];
  return bytes;
}

/* A line that grows; what does not fit is cut. */
typedef struct line {
  char text[2000];
  size_t length;
} line;

__attribute__((format(printf, 2, 3))) static void add(line *l, const char *format, ...) {
  __builtin_va_list list;
  size_t room = sizeof l->text - 1 - l->length;
  __builtin_va_start(list, format);
  int more = vsnprintf(l->text + l->length, room, format, list);
  __builtin_va_end(list);
  l->length += more < 0 ? 0 : (size_t)more < room ? (size_t)more : room - 1;
}

void tp_lost_say(int rank, const char *what) {
  static const char code[] = " [rank-lost]\n";
  static line l; /* a handler's stack may be small */
  int said = 0;
  l.length = 0;
  if (rank >= 0)
    add(&l, "tilepipe: rank %d %s%s%s. Lost with it are:", rank, what, running ? " in region " : "", running ? running : "");
  else
    add(&l, "tilepipe: the run ends. Lost with ranks of other hosts are:");
  for (int n = 0; n < TP_AREAS_MOST; n++) {
    long long bytes = lost_of(n, rank);
    if (bytes > 0)
      add(&l, "%s %lld bytes of array %s (region %s)", said++ ? "," : "", bytes, table[n].array, table[n].region);
  }
  size_t most = sizeof l.text - sizeof code;
  l.length = l.length < most ? l.length : most;
  memcpy(l.text + l.length, code, sizeof code);
  l.length += sizeof code - 1;
  if (said)
    said = write(STDERR_FILENO, l.text, l.length) > 0;
}

static struct sigaction before; /* no handler, or that of statistics */

/* As if there were no handler of this file. */
static void end_by(int number) {
  sigset_t its;
  sigaction(number, &before, NULL);
  sigemptyset(&its);
  sigaddset(&its, number);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &its, NULL);
}

static void say_and_end(int number) {
  int ended = 0;
  for (int r = 1; getpid() == owner && r < tp_here.ranks; r++)
    if (has_ended(r)) {
      tp_lost_say(r, "has ended");
      ended = 1;
    }
  if (getpid() == owner && !ended)
    tp_lost_say(-1, "");
  end_by(number);
}

static void wait_and_end(int number) {
  struct timespec rest = {0, 200000000};
  nanosleep(&rest, NULL);
  end_by(number);
}

/* If the program has none. */
static void handle(void (*handler)(int)) {
  struct sigaction now = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  sigfillset(&now.sa_mask);
  if (sigaction(SIGTERM, NULL, &before) == 0 && !(before.sa_flags & SA_SIGINFO) &&
      (before.sa_handler == SIG_DFL || tp_report_handles(before.sa_handler)))
    sigaction(SIGTERM, &now, NULL);
}

int tp_lost_begin(void) {
  long long *alone = calloc((size_t)TP_AREAS_MOST * (size_t)tp_here.ranks, sizeof *alone);
  if (!alone)
    return 0;
  for (int n = 0; n < TP_AREAS_MOST; n++)
    table[n].alone = alone + (size_t)n * (size_t)tp_here.ranks;
  owner = getpid();
  if (write(STDERR_FILENO, "", 0) == 0) /* looks for the C library's function, which a handler must not */
    handle(say_and_end);
  return 1;
}

void tp_lost_wait(void) {
  static int waits;
  if (!waits)
    handle(wait_and_end);
  waits = 1;
}

int tp_lost_is_handler(void (*handler)(int)) { return handler == say_and_end || handler == wait_and_end; }

int tp_lost_handles(void (*handler)(int)) { return tp_lost_is_handler(handler) && before.sa_handler == SIG_DFL; }
