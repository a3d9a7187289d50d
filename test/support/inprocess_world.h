/* inprocess_world.h - the insides of a world: for inprocess.c (messages) and inprocess_memory.c. */
#ifndef TP_INPROCESS_WORLD_H
#define TP_INPROCESS_WORLD_H

#include "support/inprocess.h"

#include <pthread.h>

/* A message or a posted receive, waiting in the receiver's list for its partner, then in the list of
   pairs for delivery. */
typedef struct letter {
  struct letter *next;    /* in a list of the world */
  struct letter *partner; /* sent: the receive it was matched with */
  int from, to, tag, receive, done;
  int copied; /* sent: data is a copy of its own, and nobody will ask for the letter any more */
  tp_int bytes;
  char *data;
} letter;

/* Bytes on their way into another rank's memory. */
typedef struct tp_put {
  struct tp_put *next;
  int from, to;
  char *into;
  const char *bytes;
  tp_int count;
} tp_put;

typedef struct end {
  tp_transport table; /* first: a tp_transport * is an end * */
  tp_world *world;
} end;

struct tp_world {
  pthread_mutex_t lock;
  int ranks;
  tp_manners manners;
  unsigned long long random;
  letter **box;  /* unmatched, by receiving rank, oldest first */
  letter *pairs; /* sent, matched, not delivered */
  tp_put *puts;  /* started, not delivered */
  long paired, putting, events;
  end *ends;
};

/* A random number. The lock is held. */
unsigned tp_world_draw(tp_world *w);

/* --- inprocess_memory.c --- */

/* Fills in the operations on memory. */
void tp_world_add_memory(tp_transport *t);
/* Brings any one of the puts to its end. The lock is held. */
void tp_world_deliver_put(tp_world *w);
void tp_world_drop_puts(tp_world *w);

#endif
