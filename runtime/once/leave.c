/* leave.c - the end of processes that have nothing to do. */
#include "once/once.h"

#include "comm/p2p.h"
#include "process/launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* By system calls: the program may have a `write` of its own. */
static void say(const char *line) { syscall(SYS_write, STDERR_FILENO, line, strlen(line)); }

static void leave(int code) {
  for (;;)
    syscall(SYS_exit_group, code);
}

static void leave_if_copy(void) {
  char line[160];
  int copies = tp_launch_copies();
  if (copies == 0)
    return;
  snprintf(line, sizeof line, "tilepipe: srun started %d processes, each of which would run the whole program: use srun "
           "--mpi=pmix, or srun -n 1 [srun]\n", copies);
  if (tp_launch_rank() == 0)
    say(line);
  leave(2);
}

void tp_once_verify(void) {
  const char *asked = secure_getenv("TILEPIPE_VERIFY");
  if (asked && *asked && strcmp(asked, "0") != 0)
    say("tilepipe: TILEPIPE_VERIFY: nothing is verified, for the program itself has no parallel loop [not-verified]\n");
}

void tp_once_leave(void) {
  leave_if_copy();
  if (tp_launch_rank() > 0)
    leave(0);
  tp_launch_mark();
  say("tilepipe: the program itself has no parallel loop: rank 0 runs it, the other ranks end [no-loop]\n");
}

/* --- what process/launch.c asks of MPI, which such a program need not have ------------------------- */

/* Slurm's tasks are looked at before. */
int tp_p2p_needs_pmix(void) { return 0; }

void tp_p2p_library(char *out, size_t size) {
  if (size > 0)
    *out = 0;
}
