/* start.c - how a program starts on a simulated cluster (SMPI of SimGrid).
 *
 * There is no MPI before main there, all ranks are threads of one process, and each has its own copy of
 * the program's variables. So the program is compiled with -Dmain=tp_simulated_main and this is main. A
 * rank has one thread; the program must end by returning from main. */
#include "comm/heartbeat.h"
#include "comm/p2p.h"
#include "process/caller.h"
#include "process/process.h"
#include "ranks/service.h"
#include "support/simulated/charge.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int tp_simulated_main();

tp_process tp_here = {.ranks = 1, .hosts = 1, .same_cpus = 1, .threads = 1, .one_clock = 1};

int tp_threads_allowed(void) { return 1; }

/* Simulated ranks wait by simulated time, which does not go on while one computes. */
void tp_heartbeat_region(const char *name, int watchdog) {
  (void)name;
  (void)watchdog;
}

void tp_heartbeat_leave(void) {}

void tp_heartbeat_stop(void) {}

void tp_heartbeat_blocks(int rank) { (void)rank; }

void *tp_shared_note(int rank, int use) {
  (void)rank;
  (void)use;
  return NULL;
}

int tp_has_ranks(void) { return tp_here.ranks > 1 && tp_here.rank == 0; }

void tp_leave_without_mpi(void) { tp_end_program(1, "files of MPI's are closed"); }

void tp_end_program(int code, const char *text) {
  fprintf(stderr, "tilepipe: %s\n", text);
  MPI_Abort(MPI_COMM_WORLD, code);
  abort();
}

/* The runtime is compiled with these in the place of the C library's: a rank's copy of the program is
   unloaded before exit handlers would run. */
static void (*handler[8])(void);
static int handlers;

int tp_simulated_atexit(void (*function)(void)) {
  if (handlers == sizeof handler / sizeof *handler)
    return 1;
  handler[handlers++] = function;
  return 0;
}

int tp_simulated_at_quick_exit(void (*function)(void)) {
  (void)function;
  return 0;
}

int main(int argc, char **argv) {
  const char *why;
  int code = 0;
  tp_child_prepare();
  tp_here.transport = tp_p2p_start();
  tp_here.rank = tp_here.transport->rank;
  tp_here.ranks = tp_here.transport->ranks;
  tp_here.host_of = calloc((size_t)tp_here.ranks, sizeof *tp_here.host_of);
  if (!tp_here.host_of)
    abort();
  tp_here.hosts = tp_p2p_hosts(tp_here.host_of);
  tp_simulated_charge(tp_here.transport);
  tp_here.why_not[TP_TRANSPORT_SHM] = "simulated ranks share no memory";
  tp_here.why_not[TP_TRANSPORT_RMA] = "simulated ranks have no one-sided messages";
  if (tp_settings_check(&why) != TP_OK)
    tp_end_program(2, why);
  if (tp_here.rank != 0) {
    tp_service_run();
  } else {
    code = tp_simulated_main(argc, argv);
    while (handlers > 0)
      handler[--handlers]();
    if (tp_here.ranks > 1)
      tp_service_end();
  }
  tp_p2p_finish();
  return code;
}
