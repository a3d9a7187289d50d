/* p2p.h - the MPI transport, and everything else that the runtime asks of MPI. */
#ifndef TP_P2P_H
#define TP_P2P_H

#include "comm/transport.h"

#include <stddef.h>

/* Before tp_p2p_start: threads will take turns in MPI, because one-sided messages need that. */
void tp_p2p_want_one_sided(void);

/* Initialises MPI and a communicator of our own; null when MPI refuses. */
tp_transport *tp_p2p_start(void);

/* Name and version of the MPI library; MPI need not be initialised. */
void tp_p2p_library(char *out, size_t size);

/* 1: the MPI library finds other ranks through PMIx, and through no other way of Slurm's. */
int tp_p2p_needs_pmix(void);

/* 1: threads may be inside MPI at the same time; 0: calls are serialised by a lock; -1: only one thread
   may ever call MPI. */
int tp_p2p_threads(void);

/* Collective: `bytes` bytes of every rank, in rank order. */
void tp_p2p_collect(const void *mine, void *all, int bytes);

/* Collective: number of different hosts and the host of each rank (0 .. hosts-1, rank 0's is 0). */
int tp_p2p_hosts(int *host_of);

/* 1, the sender and the size: a message of that tag waits to be received. */
int tp_p2p_waiting(int tag, int *from, tp_int *bytes);

/* Collective: leaves MPI. */
void tp_p2p_finish(void);

#endif
