/* transfers.h - what a command says about arrays that stay, and the moves themselves, on both sides.
 *
 * Behind the arguments of a region's command comes a placement: all areas that are alive, the area of each array of the
 * region, and the transfers before and after the run in which the receiver of the command takes part. */
#ifndef TP_TRANSFERS_H
#define TP_TRANSFERS_H

#include "comm/transport.h"

enum { TP_AREAS_MOST = 32 };

typedef struct tp_area {
  int number, unused; /* below TP_AREAS_MOST */
  unsigned long long serial; /* areas of one number after the other differ in it */
  const char *first; /* on rank 0; an area of one serial may grow, */
  tp_int bytes;
  tp_int room;       /* by so many bytes in front and behind, counted from where it began */
  const char *began; /* then this was its first byte */
  tp_int began_bytes;
} tp_area;

typedef struct tp_area_transfer {
  int from, to, area;
  int message; /* neighbours of one number travel in one message; 0: a message of its own */
  tp_int offset, bytes; /* from where the area began on, less than 0 in front of that */
} tp_area_transfer;

typedef struct tp_placement_head {
  int arrays, areas, before, after;
  int all; /* every array of the region stays, or never travels */
  int unused;
} tp_placement_head;

/* A placement in memory. */
typedef struct tp_placement {
  tp_placement_head head;
  const int *area_of; /* of each array; -1: it does not stay */
  const tp_area *area;
  const tp_area_transfer *before, *after;
  char *const *at; /* of a worker: by an area's number, where it holds the byte at which it began, null: it does not yet; null: it holds none */
} tp_placement;

/* Bytes of a placement with these numbers. */
tp_int tp_placement_bytes(const tp_placement_head *head);
/* Writes it; reads what has been written, which stays where it is, aligned. */
void tp_placement_write(const tp_placement *p, char *out);
tp_placement tp_placement_read(const char *from);

/* Bit a: array a stays; tp_bulk_move is to leave it out. */
unsigned long long tp_placement_skips(const tp_placement *p);

/* Sorts the list, and puts short transfers of each two ranks into common messages. All ranks see parts of one list, in its
   order: those that they take part in. */
void tp_transfers_pack(tp_area_transfer *t, int count);

/* Where this rank holds the byte at which an area began. */
typedef char *tp_area_at(int area);

/* Some neighbours of a list in one message. */
typedef struct tp_pack {
  const tp_area_transfer *t;
  int count;
  char *bytes;
} tp_pack;

/* Starts all transfers of this rank, to be finished by tp_transfers_finish, which waits for them. The list stays where it is
   until then. */
typedef struct tp_started {
  tp_request *request;
  int count;
  tp_pack *pack;
  int packs;
  tp_area_at *at;
} tp_started;
tp_started tp_transfers_start(const tp_area_transfer *t, int count, tp_area_at *at);
void tp_transfers_finish(tp_started *s);

#endif
