/* heart.h - a thread beside each rank that tells the others whether the rank gets on, and hears the same of them. */
#ifndef TP_HEART_H
#define TP_HEART_H

#include "comm/transport.h"

/* A region begins, whose name stays. The thread starts with the first one that has a watchdog (seconds, 0: none); where
   it cannot, nothing is ever late. */
void tp_heart_start(tp_transport *t, const char *region, int watchdog);

/* Before MPI ends. */
void tp_heart_stop(void);

/* The caller enters a call of MPI that answers when that rank has done its part, and that nobody can give up; -1: it
   has left it. The thread ends the run for it when nothing gets on. */
void tp_heart_blocks(int rank);

/* The thread's number in the system, 0: there is none. */
int tp_heart_thread(void);

#endif
