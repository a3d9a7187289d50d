/* heartbeat.h - a thread beside each rank that tells the others whether the rank gets on, hears the same of them, and ends
 * the rank where nobody else would. */
#ifndef TP_HEARTBEAT_H
#define TP_HEARTBEAT_H

#include "comm/transport.h"

/* Before MPI starts. Where the thread cannot start, nothing is ever late. */
void tp_heartbeat_start(void);

/* From here on, until tp_heartbeat_leave, the thread talks to the others. */
void tp_heartbeat_join(tp_transport *t);
void tp_heartbeat_leave(void);

/* After MPI has ended. */
void tp_heartbeat_stop(void);

/* The caller is inside `what` ("the start of MPI"), which nobody can give up: after so many seconds (0: never) the rank
   ends with a line. Null: it is not any more. */
void tp_heartbeat_limit(const char *what, int seconds);

/* A region begins, whose name stays; watchdog: seconds, 0: none. */
void tp_heartbeat_region(const char *name, int watchdog);

/* The caller enters a call of MPI that answers when that rank has done its part, and that nobody can give up; -1: it
   has left it. The run ends when nothing gets on for the region's watchdog. */
void tp_heartbeat_blocks(int rank);

#endif
