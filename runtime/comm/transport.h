/* transport.h - how bytes get from one rank to another: a table of operations.
 *
 * All operations are non-blocking; waiting is done by asking again (util/wait.h), so that a wait can
 * also yield, progress other requests and be watched. Messages of one (sender, receiver, tag) arrive in
 * the order sent. A message may have any length. Every operation may be called by any thread. */
#ifndef TP_TRANSPORT_H
#define TP_TRANSPORT_H

#include "tilepipe/runtime.h"

#define TP_SEGMENT (1 << 23) /* bulk moves overlap by sending in segments of so many bytes */

/* Storage for the transport's own request; idle: nothing under way. */
typedef struct tp_request {
  long handle;
  int live;
} tp_request;

/* What a prepared message is. */
enum { TP_RECEIVES, TP_SENDS, TP_SENDS_SYNCHRONOUSLY };

typedef struct tp_transport tp_transport;
struct tp_transport {
  int rank, ranks;
  void (*post)(tp_transport *t, void *to, tp_int bytes, int from, int tag, tp_request *r);
  /* synchronous: completes only when the receiver has begun to receive. */
  void (*send)(tp_transport *t, const void *from, tp_int bytes, int to, int tag, int synchronous,
               tp_request *r);
  /* 1: complete (or idle); the request is idle afterwards. */
  int (*test)(tp_transport *t, tp_request *r);
  /* Ends all ranks; does not return. */
  void (*abandon)(tp_transport *t, int code);

  /* Persistent messages: r is prepared once, started often, and tested as any other, but idle again
     afterwards. */
  void (*prepare)(tp_transport *t, void *at, tp_int bytes, int peer, int tag, int what, tp_request *r);
  void (*start)(tp_transport *t, tp_request *r);
  void (*discard)(tp_transport *t, tp_request *r);

  /* Memory that several ranks see. Null: there is none here. Called by one thread at a time. */
  /* 1: this rank and the other see each other's. */
  int (*same_node)(tp_transport *t, int rank);
  /* Zeroed memory of this rank, named *where to others; null: not so much is left. */
  void *(*alloc_shared)(tp_transport *t, tp_int bytes, tp_int *where);
  /* What the other rank has named; null: out of address space. */
  void *(*attach)(tp_transport *t, int rank, tp_int where, tp_int bytes);
  /* Gives either back; where: -1 for another rank's. */
  void (*free_shared)(tp_transport *t, void *at, tp_int bytes, tp_int where);

  /* One-sided messages. Null: they do not work here. */
  /* Memory into which others may put; null: none is left. */
  void *(*attach_window)(tp_transport *t, tp_int bytes, tp_int *address);
  void (*detach_window)(tp_transport *t, void *at);
  /* Starts to copy to an exposed address; from stays untouched until flush answers. */
  void (*put)(tp_transport *t, int rank, tp_int address, const void *from, tp_int bytes);
  /* 1: everything that was put to the rank is there. Of this rank itself: it sees what others have put
     and told it of. */
  int (*flush)(tp_transport *t, int rank);
};

/* Tags. Faces use TP_TAG_FACE + thread * faces + face, counted at the receiver; what the two ends of a link
   say to each other about them uses as many tags after those. */
enum { TP_TAG_COMMAND = 1, TP_TAG_LIVEIN, TP_TAG_OWNED, TP_TAG_STATISTICS, TP_TAG_HEARTBEAT, TP_TAG_AREA,
       TP_TAG_FACE = 16 };

#endif
