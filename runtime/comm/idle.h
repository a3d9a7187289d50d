/* idle.h - workers without work block, because polling slows down the ranks that compute.
 *
 * On rank 0's host a worker sleeps on a word of shared memory that rank 0 changes after it has sent;
 * on other hosts it looks for messages with pauses that double up to two milliseconds. */
#ifndef TP_IDLE_H
#define TP_IDLE_H

#include "comm/transport.h"

/* Waits for a command; answers its size and the rank that sent it. word: this worker's, null on other hosts. */
tp_int tp_idle_wait(void *word, int *from);

/* Rank 0, after sending a command to the worker that owns the word. */
void tp_idle_wake(void *word);

#endif
