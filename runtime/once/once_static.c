/* once_static.c - the same for static programs, which hold MPI themselves if they use it. */
#include "once/once.h"

#include "process/launch.h"

char __tp_once_static;

extern int MPI_Init(int *, char ***) __attribute__((weak));
extern int MPI_Init_thread(int *, char ***, int, int *) __attribute__((weak));

__attribute__((constructor(101))) static void start(void) {
  const char *why;
  if ((tp_launch_copies() != 0 || tp_launch_ranks(&why) != 0) && !MPI_Init && !MPI_Init_thread)
    tp_once_leave();
  tp_once_verify();
}
