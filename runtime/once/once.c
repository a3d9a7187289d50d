/* once.c - a program without regions runs once under mpirun, as one with regions does.
 *
 * tilepipe-cc links this into programs that do not have the runtime. Without a launcher nothing happens. */
#include "once/once.h"

#include "process/launch.h"
#include "process/process.h"

/* The linker is asked for this name, which pulls the file from its archive. */
char __tp_once;

/* A program that can initialise MPI is one of MPI's own. */
__attribute__((constructor(101))) static void start(void) {
  const char *why;
  if ((tp_launch_copies() != 0 || tp_launch_ranks(&why) != 0) && !tp_binary_uses_mpi())
    tp_once_leave();
  tp_once_verify();
}
