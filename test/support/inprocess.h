/* inprocess.h - ranks as threads of one process, for tests of the schedules without MPI. */
#ifndef TP_INPROCESS_H
#define TP_INPROCESS_H

#include "comm/transport.h"

#include <stddef.h>

typedef struct tp_world tp_world;

/* How unkind a world is. All of it is allowed by MPI. */
typedef struct tp_manners {
  int unbuffered;           /* no send completes before its receive, whatever the protocol, and bytes
                               are taken from the sender's memory only then */
  unsigned long long seed;  /* matched messages are delivered late and in random order; 0: at once */
  int host;                 /* ranks per host, which see each other's memory; 0: all are on one. With a
                               seed there is not always memory to share or to put into */
} tp_manners;

/* manners: null: standard sends are buffered, everything is delivered at once. */
tp_world *tp_world_create(int ranks, const tp_manners *manners);
tp_transport *tp_world_rank(tp_world *w, int rank);
/* Messages sent and not received yet, puts not delivered; 0 after a correct run. */
long tp_world_pending(tp_world *w);
/* Messages that have their receive, and puts, that only need delivery, which every test of a request may bring. */
long tp_world_deliverable(tp_world *w);
/* Delivers one of them. */
void tp_world_deliver(tp_world *w);
/* Counts everything that has happened: sends, receives posted, deliveries. */
long tp_world_events(tp_world *w);
/* Who waits for whom: a line for each message without receive and each receive without message. */
void tp_world_describe(tp_world *w, char *out, size_t size);
void tp_world_destroy(tp_world *w);

#endif
