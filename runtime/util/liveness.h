/* liveness.h - whether this process gets on: tiles, moves of data, and the CPU time of threads that compute.
 *
 * The watchdog asks, in looks that follow each other at some distance. A process that is stopped does not look, so the
 * time for which it was stopped does not count. */
#ifndef TP_LIVENESS_H
#define TP_LIVENESS_H

/* This thread computes from here on, until tp_liveness_rest. Calls do not nest. */
void tp_liveness_compute(void);
void tp_liveness_rest(void);

/* Something of this process has got on: a message is here, a piece of work is done. */
void tp_liveness_beat(void);

/* 1: this process has got on since the last call. Called by one thread at a time. */
int tp_liveness_look(void);

#endif
