/* bulk.h - moving what a live-in or owned function enumerates from one rank to another.
 *
 * Both ranks enumerate the same runs, each in its own memory, and cut them into the same messages:
 * long runs go directly from and to the arrays, short ones are gathered in chunks. Nothing is sent per
 * element, and no message describes another. */
#ifndef TP_BULK_H
#define TP_BULK_H

#include "comm/transport.h"

typedef void (*tp_enumerator)(const tp_box *b, const void *args, tp_stream *s);

/* Moves to (send) or from the peer; returns when this side's memory may be used again. skip: bit a: array a does not
   move. Answers the bytes enumerated, -1: out of memory. */
tp_int tp_bulk_move(tp_transport *t, int send, int peer, int tag, tp_enumerator runs,
                    const tp_box *box, const void *args, unsigned long long skip);

#endif
