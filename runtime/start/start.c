/* start.c - how the program starts and ends under mpirun.
 *
 * A constructor that runs before any of the program's own makes rank 0 the program and keeps every other
 * rank in the service loop (ranks/worker.c): they never reach main, never run the program's
 * constructors or exit handlers, and write nothing. Without mpirun nothing happens but the check of the
 * settings. The other ranks have to be told when the program ends, in whatever way: exit and
 * return from main (atexit), quick_exit (at_quick_exit), _exit and _Exit (defined here, in front of the
 * C library's). abort and signals are mpirun's business. */
#include "process/descriptors.h"
#include "comm/heartbeat.h"
#include "comm/idle.h"
#include "comm/p2p.h"
#include "comm/p2p_world.h"
#include "comm/shared.h"
#include "process/caller.h"
#include "process/faults.h"
#include "process/launch.h"
#include "process/leaks.h"
#include "process/process.h"
#include "cache/profile_file.h"
#include "ranks/service.h"
#include "ranks/away.h"
#include "region/verify.h"
#include "ranks/traces.h"
#include "start/trace_file.h"
#include "report/report.h"
#include "util/context.h"
#include "settings/settings_text.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

tp_process tp_here = {.ranks = 1, .hosts = 1, .same_cpus = 1, .one_clock = 1};

static const char lost[] = "the program has closed files of MPI's, without which the ranks cannot go on: run it without "
                             "mpirun, or let it close only its own [closed-files]";
static pid_t owner;      /* the process that initialised MPI, 0: none */
static int left;
static int traced; /* rank 0 is asked for a trace */

/* Of the program; the linker gives a shared library none. */
extern void (*__fini_array_start[])(void) __attribute__((weak));
extern void (*__fini_array_end[])(void) __attribute__((weak));

/* --- ending ----------------------------------------------------------------------------------- */

__attribute__((noreturn)) static void leave_now(int code) {
  for (;;)
    syscall(SYS_exit_group, code);
}

/* Seconds for MPI's own start and end. Ranks are processes of a machine that may be busy, whatever a wait in a region may
   take. */
static int seconds_for_mpi(void) {
  const int least = 3;
  int watchdog = tp_watchdog_of_program();
  return watchdog > 0 && watchdog < least ? least : watchdog;
}

static void finish(void) {
  tp_heartbeat_limit("MPI", seconds_for_mpi());
  tp_p2p_finish();
}

static void release_workers(void) {
  tp_context program;
  tp_context_hold(&program);
  tp_leaks_ignore(1);
  tp_away_close();
  tp_trace_write();
  tp_service_end();
  finish();
  tp_leaks_ignore(0);
  tp_context_release(&program, NULL);
}

/* mpirun ends the other ranks. */
void tp_leave_without_mpi(void) {
  fprintf(stderr, "tilepipe: %s\n", lost);
  fflush(NULL);
  leave_now(1);
}

/* Releases the workers and leaves MPI. Not from a child of the program, not twice, and not out of the
   middle of a region: there mpirun ends the other ranks. Nor from a thread of MPI, which comes here when
   mpirun is gone: nobody is left to be released. */
static void shut_down(void) {
  if (owner == 0 || tp_region_running())
    tp_trace_write();
  if (owner == 0 || left || getpid() != owner || tp_region_running() || tp_thread_is_ours())
    return;
  left = 1;
  if (tp_descriptors_lost())
    tp_leave_without_mpi();
  release_workers();
  /* Destructors may still start regions. */
  tp_here.ranks = 1;
  tp_here.transport = NULL;
  tp_here.alone = "the program has come to its end";
}

/* Only what MPI's own threads lose comes this far. A program may have its own list. */
__attribute__((weak, visibility("default"))) const char *__lsan_default_suppressions(void) {
  return "leak:libpmix.so\nleak:libmpi.so\nleak:libopen-pal.so\nleak:libopen-rte.so\nleak:mca_\n";
}

/* Functions of the program that run behind this one. Compilers add one of their own. */
static int has_destructors(void) { return __fini_array_end - __fini_array_start > 1; }

static void at_exit(void) {
  if (tp_has_ranks())
    tp_leaks_check();
  if (tp_has_ranks() && has_destructors() && !tp_region_running())
    tp_away_return_all();
  shut_down();
}

int tp_has_ranks(void) { return owner != 0 && !left && getpid() == owner; }

void tp_release_ranks(const char *why) {
  if (owner == 0)
    tp_trace_write();
  if (!tp_has_ranks() || tp_region_running())
    return;
  tp_away_return_all();
  shut_down();
  tp_here.alone = why;
}

__attribute__((noreturn, weak, visibility("default"))) void _exit(int code) {
  shut_down();
  leave_now(code);
}

__attribute__((noreturn, weak, visibility("default"))) void _Exit(int code) { _exit(code); }

void tp_end_program(int code, const char *text) {
  fprintf(stderr, "tilepipe: %s\n", text);
  exit(code);
}

/* --- starting --------------------------------------------------------------------------------- */

/* Names the first setting that two ranks differ in, and both values. */
static void describe_settings(const tp_facts *all, int rank, char *line, size_t size) {
  char name[32];
  for (int i = 0; i < TP_SETTING_COUNT; i++) {
    const char *mine = all[0].shaping[i], *its = all[rank].shaping[i];
    if (strcmp(mine, its) == 0)
      continue;
    snprintf(name, sizeof name, "TILEPIPE_%s", tp_setting_table[i].name);
    for (char *at = name; *at; at++)
      *at = (char)toupper((unsigned char)*at);
    snprintf(line, size,
             "ranks 0 and %d have different settings: %s is %s here, %s there (mpirun -x %s passes "
             "it on) [ranks-settings]", rank, name, *mine ? mine : "not set", *its ? its : "not set", name);
    return;
  }
  snprintf(line, size, "ranks 0 and %d have different settings, in long values [ranks-settings]", rank);
}

/* The first thing that is wrong with the ranks as a line; 0: nothing. Every rank finds the same. */
static int disagreement(const tp_facts *all, int ranks, char *line, size_t size) {
  for (int r = 0; r < ranks; r++) {
    if (all[r].binary != all[0].binary)
      snprintf(line, size,
               "ranks 0 and %d run different program files: %s (%016llx) on %s, %s (%016llx) on %s [ranks-program]", r,
               all[0].program, all[0].binary, all[0].host, all[r].program, all[r].binary,
               all[r].host);
    else if (all[r].regions != all[0].regions)
      snprintf(line, size, "ranks 0 and %d have different regions: %016llx and %016llx [ranks-regions]", r,
               all[0].regions, all[r].regions);
    else if (*all[r].bad && r == 0)
      snprintf(line, size, "%s [setting]", all[r].bad);
    else if (*all[r].bad)
      snprintf(line, size, "%s (on rank %d) [setting]", all[r].bad, r);
    else if (all[r].settings != all[0].settings)
      describe_settings(all, r, line, size);
    else
      continue;
    return 1;
  }
  return 0;
}

/* By system calls: the program may have a `write` of its own. */
static void say(const char *text) {
  char line[1200];
  int n = snprintf(line, sizeof line, "tilepipe: %s\n", text);
  if (n > (int)sizeof line - 1)
    n = (int)sizeof line - 1;
  syscall(SYS_write, STDERR_FILENO, line, (size_t)n);
}

/* Rank 0 says why. Where ranks do not know each other, the launcher may end it as soon as one of them has ended. */
__attribute__((noreturn)) static void refuse(const char *text) {
  const struct timespec while_it_speaks = {1, 0};
  if (tp_here.rank == 0)
    say(text);
  else if (!tp_here.transport || tp_here.transport->ranks == 1)
    syscall(SYS_nanosleep, &while_it_speaks, NULL);
  tp_p2p_finish();
  leave_now(2);
}

/* Threads per rank: what the user said, else the binding's cores divided by the ranks that share it. */
static int threads_per_rank(const tp_facts *all, const int *host_of, int ranks) {
  int least = 0;
  for (int r = 0; r < ranks; r++) {
    int sharing = 0;
    for (int o = 0; o < ranks; o++)
      sharing += host_of[o] == host_of[r] && all[o].binding == all[r].binding;
    int mine = all[r].threads ? all[r].threads : all[r].cores / sharing;
    if (!all[r].threads && all[r].most > 0 && all[r].most < mine)
      mine = all[r].most;
    if (all[r].threaded < 0 || mine < 1)
      mine = 1;
    least = r == 0 || mine < least ? mine : least;
  }
  return least;
}

static void compare_ranks(void) {
  tp_facts mine, *all = calloc((size_t)tp_here.ranks, sizeof *all);
  tp_here.host_of = calloc((size_t)tp_here.ranks, sizeof *tp_here.host_of);
  tp_here.process_of = calloc((size_t)tp_here.ranks, sizeof *tp_here.process_of);
  if (!all || !tp_here.host_of || !tp_here.process_of)
    tp_here.transport->abandon(tp_here.transport, 1);
  tp_facts_read(&mine);
  tp_p2p_collect(&mine, all, (int)sizeof mine);
  char line[1024];
  if (disagreement(all, tp_here.ranks, line, sizeof line))
    refuse(line);
  tp_here.hosts = tp_p2p_hosts(tp_here.host_of);
  tp_here.threads = threads_per_rank(all, tp_here.host_of, tp_here.ranks);
  for (int r = 0; r < tp_here.ranks; r++)
    if (mine.numbering && all[r].numbering == mine.numbering && strcmp(all[r].boot, mine.boot) == 0)
      tp_here.process_of[r] = all[r].process;
  for (int r = 1; r < tp_here.ranks; r++) {
    tp_here.same_cpus &= all[r].cpu == all[0].cpu;
    tp_here.one_clock &= tp_here.hosts == 1 || (*all[0].boot && strcmp(all[r].boot, all[0].boot) == 0);
  }
  traced = all[0].traces;
  if (traced)
    tp_trace_begin();
  tp_here.host_name = calloc((size_t)tp_here.hosts, sizeof *tp_here.host_name);
  for (int r = 0; tp_here.host_name && r < tp_here.ranks; r++)
    memcpy(tp_here.host_name[tp_here.host_of[r]], all[r].host, sizeof *tp_here.host_name);
  tp_here.host_names = tp_profile_hosts(all[0].host, tp_here.ranks, sizeof *all);
  free(all);
}

static int asks_one_sided(const tp_region *r) {
  tp_settings settings;
  const char *why;
  return tp_settings_for(r, &settings, &why) == TP_OK && settings.transport == TP_TRANSPORT_RMA;
}

/* Whether the environment asks for one-sided messages, or what was compiled into a region that ranks can run.
   They cost every run something, so they are only prepared for who asks. */
static int wants_one_sided(void) {
  int asked = asks_one_sided(NULL);
  for (int i = 0; i < tp_region_count() && !asked; i++) {
    const tp_region *r = tp_region_numbered(i);
    asked = r->tp_abi == TP_ABI && !(r->tp_flags & TP_REGION_THREADS_ONLY) && asks_one_sided(r);
  }
  return asked;
}

/* Finds out, with all other ranks, which ways for faces there are. */
static void find_transports(void) {
  tp_transport *t = tp_here.transport;
  if (tp_shared_open(t, tp_here.host_of, tp_p2p_collect, &tp_here.why_not[TP_TRANSPORT_SHM]))
    tp_here.transports |= 1 << TP_TRANSPORT_SHM;
  tp_here.why_not[TP_TRANSPORT_RMA] =
      "tp_set comes too late, MPI has to prepare it when the program starts: TILEPIPE_TRANSPORT=rma, "
      "--tp-transport=rma or #pragma tilepipe transport(rma)";
  if (wants_one_sided() && tp_window_open(t, &tp_here.why_not[TP_TRANSPORT_RMA]))
    tp_here.transports |= 1 << TP_TRANSPORT_RMA;
}

static void serve(void) {
  int null = open("/dev/null", O_RDONLY);
  if (null > 0) {
    dup2(null, STDIN_FILENO);
    close(null);
  }
  /* A region in a function that a tile calls runs as the program's loop, as on rank 0: never released. */
  tp_region_hold();
  tp_service_run();
  finish();
  leave_now(0);
}

/* A worker runs nothing of the program. Its code is 0, for rank 0 may go on alone; where rank 0 waits for it, mpirun sees
   that a rank has not come. */
static void leave_unless_first(void) {
  char text[80];
  if (tp_launch_rank() <= 0)
    return;
  snprintf(text, sizeof text, "MPI did not start on rank %d, which ends [mpi-start]", tp_launch_rank());
  say(text);
  leave_now(0);
}

static void start_ranks(void) {
  tp_leaks_ignore(1);
  if (wants_one_sided())
    tp_p2p_want_one_sided();
  tp_heartbeat_start();
  tp_heartbeat_limit("the start of MPI", seconds_for_mpi());
  tp_faults_keep();
  tp_here.transport = tp_p2p_start();
  tp_faults_restore();
  tp_descriptors_keep();
  if (!tp_here.transport) {
    tp_leaks_ignore(0);
    tp_heartbeat_stop();
    tp_here.alone = "MPI did not start";
    leave_unless_first();
    return;
  }
  tp_here.rank = tp_here.transport->rank;
  tp_here.ranks = tp_here.transport->ranks;
  const char *wrong = tp_launch_taken(tp_here.ranks);
  if (wrong) {
    tp_here.rank = tp_launch_rank();
    refuse(wrong);
  }
  compare_ranks();
  find_transports();
  if (traced)
    tp_traces_begin();
  tp_heartbeat_limit(NULL, 0);
  tp_heartbeat_join(tp_here.transport);
  tp_threads_are_ours();
  tp_leaks_ignore(0);
  if (tp_here.rank != 0)
    serve();
  owner = getpid();
  atexit(at_exit);
  at_quick_exit(shut_down);
}

/* MPI is not started: rank 0 is the program, and the others end. */
static void stand_aside(const char *name) {
  static char text[120];
  snprintf(text, sizeof text, "the program has its own %.60s, which MPI would call", name);
  tp_here.alone = text;
  if (tp_launch_rank() > 0)
    leave_now(0);
}

/* A program without ranks: its trace is written at its end. */
static void watch_trace(void) {
  tp_settings settings;
  const char *why;
  if (tp_here.ranks > 1 || tp_region_count() == 0 || tp_settings_for(NULL, &settings, &why) != TP_OK || !*settings.trace)
    return;
  tp_trace_begin();
  atexit(shut_down);
  at_quick_exit(shut_down);
}

/* A program that asks for verification learns that nothing was verified. */
static void watch_verification(void) {
  tp_settings settings;
  const char *why;
  if (tp_settings_for(NULL, &settings, &why) == TP_OK && settings.verify)
    tp_verify_at_exit();
}

static void join_ranks(void) {
  const char *why, *name, *unused;
  /* A library's runtime leaves the ranks to the program's. */
  int launched = 0;
  if (tp_binary_is_main())
    launched = tp_launch_ranks(&tp_here.alone);
  else if (tp_launch_ranks(&unused))
    tp_here.alone = "the runtime is part of a shared library";
  if (launched)
    tp_launch_mark();
  if (launched && tp_binary_uses_mpi()) {
    tp_here.alone = "the program uses MPI itself";
  } else if (launched < 0) {
    tp_here.rank = tp_launch_rank();
    refuse(tp_here.alone);
  } else if (launched && (name = tp_binary_own_name()) != NULL) {
    stand_aside(name);
  } else if (launched) {
    start_ranks();
  }
  if (tp_here.ranks == 1 && tp_region_count() > 0 && tp_settings_check(&why) != TP_OK) {
    char line[1100];
    snprintf(line, sizeof line, "%s [setting]", why);
    refuse(line);
  }
  watch_verification();
  watch_trace();
  tp_report_start(tp_binary_library(), tp_here.alone ? tp_launch_rank() : 0);
}

/* The program's first look at errno and exceptions shall find none. */
__attribute__((constructor(101))) static void start(void) {
  tp_context program;
  tp_context_hold(&program);
  tp_child_prepare();
  join_ranks();
  tp_context_release(&program, NULL);
}
