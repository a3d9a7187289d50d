/* transport.h - how bytes get from one rank to another: a small table of operations.
 *
 * All operations are non-blocking; waiting is done by asking again (exec/wait.h), so that a wait can
 * also yield, progress other requests and be watched. Messages of one (sender, receiver, tag) arrive in
 * the order sent. A message may have any length: where a library counts in int, the transport cuts it
 * into pieces, the same way on both sides. Every operation may be called by any thread. */
#ifndef TP_TRANSPORT_H
#define TP_TRANSPORT_H

#include "tilepipe/runtime.h"

#define TP_PIECE (1 << 23) /* bulk moves overlap by sending in pieces of so many bytes */

/* Storage for the transport's own request; idle: nothing under way. */
typedef struct tp_request {
  long handle;
  int live;
} tp_request;

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
};

/* Tags. Faces use TP_TAG_FACE + thread * faces + face, counted at the receiver. */
enum { TP_TAG_COMMAND = 1, TP_TAG_LIVEIN, TP_TAG_OWNED, TP_TAG_STATISTICS, TP_TAG_FACE = 16 };

#endif
