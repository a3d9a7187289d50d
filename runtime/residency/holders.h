/* holders.h - the ranks that hold a byte of an array. Plain data of one size.
 *
 * Neighbours in a mesh and `all ranks` are few ranges of numbers. A set that would need more ranges forgets some: a rank
 * that is forgotten is sent again what it has. */
#ifndef TP_HOLDERS_H
#define TP_HOLDERS_H

enum { TP_HOLDER_RANGES = 4, TP_HOLDERS_MOST = 65535 };

/* Ranges of ranks, [first, past), in order and apart; unused ones are 0 and come last. */
typedef struct tp_holders {
  struct {
    unsigned short first, past;
  } range[TP_HOLDER_RANGES];
} tp_holders;

tp_holders tp_holders_of(int rank);
int tp_holders_have(const tp_holders *h, int rank);
int tp_holders_equal(const tp_holders *a, const tp_holders *b);
/* 1: rank holds it, and nobody else. */
int tp_holders_are(const tp_holders *h, int rank);
/* The first that holds it: rank 0, if it does. */
int tp_holders_first(const tp_holders *h);
/* The rank that holds it alone, -1: several do. */
int tp_holders_alone(const tp_holders *h);

/* Adds a rank, which is not forgotten, nor is rank 0. */
void tp_holders_add(tp_holders *h, int rank);
/* Takes a rank out, if others hold it. Where that would need another range, the rank stays. */
void tp_holders_remove(tp_holders *h, int rank);

#endif
