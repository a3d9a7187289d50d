/* leave.c - the end of ranks that have nothing to do. */
#include "once/once.h"

#include "comm/p2p.h"
#include "core/launch.h"

#include <sys/syscall.h>
#include <unistd.h>

/* By system calls: the program may have a `write` of its own. */
void tp_once_leave(void) {
  static const char line[] = "tilepipe: the program itself has no parallel loop: rank 0 runs it, the other ranks end\n";
  if (tp_launch_rank() > 0)
    for (;;)
      syscall(SYS_exit_group, 0);
  tp_launch_mark();
  syscall(SYS_write, STDERR_FILENO, line, sizeof line - 1);
}

/* --- what core/launch.c asks of MPI, which such a program need not have ------------------------- */

/* Tasks of srun without PMIx may be meant to be programs of their own. */
int tp_p2p_needs_pmix(void) { return 0; }

void tp_p2p_library(char *out, size_t size) {
  if (size > 0)
    *out = 0;
}
