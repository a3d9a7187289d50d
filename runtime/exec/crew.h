/* crew.h - whether OpenMP can have the threads of a team.
 *
 * OpenMP ends the program where a thread cannot be created, and gives its threads the stack that was the default when
 * the program started. */
#ifndef TP_CREW_H
#define TP_CREW_H

/* 1: a team of so many threads can be had by the calling thread. Each has as much stack as the calling thread, for
   tiles need what the program's own loop needs; OMP_STACKSIZE is obeyed. 0: not now, use one thread. */
int tp_crew_ready(int threads);

#endif
