/* spawn.h - the threads of the rig: real ones (spawn_threads.c), or simulated ones (spawn_simulated.c)
 * that take turns in an order given by a seed, on one real thread. */
#ifndef SPAWN_H
#define SPAWN_H

#ifdef __cplusplus
extern "C" {
#endif
#include "support/inprocess.h"

typedef struct spawned spawned;

/* Around each use. The world whose ranks the threads are; the seed of the order. */
void spawn_begin(tp_world *world, unsigned long long seed);
void spawn_end(void);

spawned *spawn(void *(*run)(void *), void *data);
/* Waits for the thread's end. 0: it never comes, because nobody can go on; known to simulated threads
   only. */
int spawn_join(spawned *s);
/* Then: a line for each waiting thread and each message. The caller's to free. */
char *spawn_report(void);

/* A thread's turn ends after a look in vain, as in tp_relax. *looks: of the same wait, 0 at its start. */
void spawn_look(unsigned *looks);

#ifdef __cplusplus
}
#endif

#endif
