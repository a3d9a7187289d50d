/* p2p_world.h - what the parts of the MPI transport share: p2p.c and window.c. */
#ifndef TP_P2P_WORLD_H
#define TP_P2P_WORLD_H

#include "comm/transport.h"

#include <mpi.h>

/* The runtime's own communicator over all ranks. */
extern MPI_Comm tp_p2p_world;

/* Around every call of MPI in which threads might meet. */
void tp_p2p_enter(void);
void tp_p2p_leave(void);
/* As tp_p2p_enter, for who will not wait long: 0: others are inside, or only one thread may ever call MPI. */
int tp_p2p_try_enter(void);

/* --- window.c: one-sided messages --- */

/* Collective: adds the one-sided operations to the transport if they work between all ranks; else *why says
   why they do not (static storage). */
int tp_window_open(tp_transport *t, const char **why);
/* Collective. */
void tp_window_free(void);

#endif
