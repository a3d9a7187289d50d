/* shared.h - memory that the ranks of a host see: a file in memory for each rank, which has no name any
   more when the program begins, so that nothing is left of it however the program ends. */
#ifndef TP_SHARED_H
#define TP_SHARED_H

#include "comm/transport.h"

/* Collective (collect: see tp_p2p_collect): adds the operations on shared memory to the transport; they
   reach the ranks of those hosts on which it works. host_of: the host of each rank; stays. 0: it works
   between no two ranks; then *why says why (static storage). */
int tp_shared_open(tp_transport *t, const int *host_of,
                   void (*collect)(const void *mine, void *all, int bytes), const char **why);

/* 64 bytes of a rank of this host, or of this one, that all of them see, for one use; zero at first. Null: there is no
   memory that both see. */
enum { TP_NOTE_HEARTBEAT = 1, TP_NOTE_WAKE };
void *tp_shared_note(int rank, int use);

#endif
