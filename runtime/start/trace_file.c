/* trace_file.c - see trace_file.h. */
#include "start/trace_file.h"

#include "cache/file.h"
#include "process/process.h"
#include "ranks/service.h"
#include "ranks/traces.h"
#include "settings/settings.h"
#include "timeline/timeline.h"
#include "util/context.h"
#include "util/wait.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static double zero;
static pid_t owner; /* 0: there is no trace, and nothing to be asked of a system that the program may have confined */
static tp_file place;
static FILE *file;

void tp_trace_begin(void) {
  zero = tp_now();
  owner = getpid();
  tp_here.timeline = tp_timeline_make();
}

static void put(const char *text, size_t length) { fwrite(text, 1, length, file); }

/* Microseconds, by integers: the program may have chosen a decimal comma. */
static void put_clocks(const char *key, const tp_trace_clock *clocks, size_t field) {
  fprintf(file, ",\n\"%s\":[", key);
  for (int r = 0; clocks && r < tp_here.ranks; r++) {
    long long ns = (long long)(*(const double *)((const char *)&clocks[r] + field) * 1e9);
    fprintf(file, "%s%s%lld.%03lld", r ? "," : "", ns < 0 ? "-" : "", llabs(ns) / 1000, llabs(ns) % 1000);
  }
  fprintf(file, "]");
}

/* 0: out of memory. */
static int put_all(void) {
  tp_trace_clock *clocks = NULL;
  fprintf(file, "{\"traceEvents\":[\n");
  if (!tp_traces_own(zero, put) || (tp_here.ranks > 1 && !(clocks = tp_traces_collect(zero, put)))) {
    errno = ENOMEM;
    return 0;
  }
  fprintf(file, "\n],\n\"otherData\":{\"program\":\"tilepipe " TILEPIPE_VERSION "\"");
  put_clocks("clock_ahead_us", clocks, offsetof(tp_trace_clock, ahead));
  put_clocks("clock_error_us", clocks, offsetof(tp_trace_clock, error));
  fprintf(file, "}}\n");
  free(clocks);
  return 1;
}

/* Closes the descriptor, -1: there is none. 0: errno says why not all is written. */
static int write_to(int descriptor) {
  file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
  if (!file)
    return 0;
  int good = put_all() && fflush(file) == 0 && !ferror(file), failed = errno;
  if (fclose(file) != 0 && good) {
    good = 0;
    failed = errno;
  }
  errno = failed;
  return good;
}

/* A file that grows beyond a limit of the program's is no reason to end it: the signal is taken back. */
static int write_file(const char *name) {
  const struct timespec at_once = {0, 0};
  sigset_t limit, before;
  sigemptyset(&limit);
  sigaddset(&limit, SIGXFSZ);
  pthread_sigmask(SIG_BLOCK, &limit, &before);
  int good = 0, descriptor = tp_file_choose(&place, name) ? tp_file_begin(&place) : -1;
  if (descriptor >= 0)
    good = tp_file_end(&place, descriptor, write_to(dup(descriptor)));
  int failed = errno;
  if (!good && !sigismember(&before, SIGXFSZ))
    sigtimedwait(&limit, NULL, &at_once);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = failed;
  return good;
}

void tp_trace_write(void) {
  static int written;
  tp_settings settings;
  tp_context program;
  const char *why;
  if (owner == 0 || written || tp_here.rank != 0 || getpid() != owner || tp_settings_for(NULL, &settings, &why) != TP_OK)
    return;
  written = 1;
  tp_context_hold(&program);
  if (tp_region_running())
    fprintf(stderr, "tilepipe: TILEPIPE_TRACE=%s: not written: the program has ended in the middle of a region [trace]\n", settings.trace);
  else if (!tp_here.timeline)
    fprintf(stderr, "tilepipe: TILEPIPE_TRACE=%s: not written: out of memory [trace]\n", settings.trace);
  else if (!write_file(settings.trace))
    fprintf(stderr, "tilepipe: TILEPIPE_TRACE=%s: not written: %s [trace]\n", settings.trace, tp_file_why(errno));
  tp_context_release(&program, NULL);
}
