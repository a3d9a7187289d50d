/* link.h - how the faces of one CPU reach one CPU of another rank: a ring of contiguous buffers behind a
 * small table of operations, one table for each way of moving them (link_*.c).
 *
 * Face k uses slot k % slots, where both sides count k over all runs of the plan. Both sides know the
 * bytes of every face, and faces of no bytes are never mentioned. Operations do not wait: whoever waits
 * asks again. Before the first face both call ready until it answers. Per face: the consumer calls post,
 * arrived until it answers, release; the producer calls room until it answers, send, and sent where the
 * schedule wants to know. All calls of one side of a link come from one thread at a time. */
#ifndef TP_LINK_H
#define TP_LINK_H

#include "comm/transport.h"

/* One buffer of a ring, as one side sees it, and the message under way in it. */
typedef struct tp_slot {
  char *buffer;
  tp_int room, bytes;
  char *at;                 /* where the message's bytes are: in the buffer, or in the program's array */
  tp_request request;       /* of the message under way */
  tp_request prepared;      /* of the largest one, for links that prepare it */
} tp_slot;

typedef struct tp_link tp_link;

typedef struct tp_link_operations {
  int transport; /* TP_TRANSPORT_* */
  int direct;    /* 1: faces can come from, and go to, memory outside of the ring */
  /* 0: out of memory. Nothing is sent: the other side may open its end later, after other plans, or never. */
  int (*open)(tp_link *l);
  /* Not before both sides are through with all faces. */
  void (*close)(tp_link *l);
  /* 1: both ends know of each other. The link may have become one of messages by then. The first call is in the
     plan's first run. Runs have the same order on all ranks, so links that share tags meet their own other ends. */
  int (*ready)(tp_link *l);
  /* Consumer: face k may come. Called in the order of k, and only while slot k % slots is free. into: where its
     bytes shall go, null: into the ring; given only where `direct`. */
  void (*post)(tp_link *l, tp_int k, tp_int bytes, char *into);
  /* Consumer: where the bytes of the posted face k are, until release; null: they have not come. */
  const char *(*arrived)(tp_link *l, tp_int k);
  void (*release)(tp_link *l, tp_int k);
  /* Producer: where to put the bytes of face k; null: the slot is still in use. bytes: 0 if they are elsewhere,
     the answer then only says whether the slot is free. */
  char *(*room)(tp_link *l, tp_int k, tp_int bytes);
  /* Producer: the bytes are there, or at `from`, which then stays untouched until sent answers. */
  void (*send)(tp_link *l, tp_int k, tp_int bytes, char *from);
  /* Producer: 1: face k is out of our hands: with synchronous sends, its consumer has posted it. */
  int (*sent)(tp_link *l, tp_int k);
  /* Either side: gives a library without progress of its own, and what waits for the other side's word,
     the chance to move bytes. */
  void (*poke)(tp_link *l);
} tp_link_operations;

struct tp_link {
  const tp_link_operations *does;
  tp_transport *transport;
  int in;          /* this side consumes */
  int peer, tag;   /* the other rank; the tag is the link's own between the two ranks */
  int control;     /* another tag of its own, for what is said about faces */
  int slots;
  int synchronous; /* sends wait for their receive */
  int patient;     /* the schedule computes between a send and its completion */
  tp_int largest;  /* bytes of the largest face; only kinds that keep buffers of that size ask */
  tp_slot *slot;
  void *own;       /* of the kind */
};

extern const tp_link_operations tp_link_p2p, tp_link_persistent, tp_link_rma, tp_link_shm;
/* The operations of a transport (TP_TRANSPORT_*) between this rank and the peer: its own where it works,
   else messages; the peer finds the same. */
const tp_link_operations *tp_link_kind(tp_transport *t, int transport, int peer);

/* Opens a link whose fields down to `largest` are set. 0: out of memory. */
int tp_link_open(tp_link *l);
void tp_link_close(tp_link *l);

/* Makes the buffer of a slot large enough; ends all ranks with one line when memory is short. */
void tp_slot_make_room(tp_link *l, tp_slot *s, tp_int bytes);
void tp_slots_free(tp_link *l);

/* Buffers that share memory begin on cache lines of their own; neighbours are fetched in pairs. */
enum { TP_LINE = 128 };
static inline tp_int tp_whole_lines(tp_int bytes) { return (bytes + TP_LINE - 1) / TP_LINE * TP_LINE; }

#endif
