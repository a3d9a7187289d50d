/* spawn_threads.c - threads of the system. */
#include "util/wait.h"
#include "spawn.h"

#include <pthread.h>
#include <stdlib.h>

struct spawned {
  pthread_t thread;
};

void spawn_begin(tp_world *world, unsigned long long seed) {
  (void)world;
  (void)seed;
}

void spawn_end(void) {}

spawned *spawn(void *(*run)(void *), void *data) {
  spawned *s = malloc(sizeof *s);
  if (!s || pthread_create(&s->thread, NULL, run, data) != 0)
    abort();
  return s;
}

int spawn_join(spawned *s) {
  pthread_join(s->thread, NULL);
  free(s);
  return 1;
}

char *spawn_report(void) { return NULL; }

void spawn_look(unsigned *looks) {
  static _Thread_local tp_backoff backoff; /* begins anew when *looks is 0 */
  backoff.looks = *looks;
  tp_relax(&backoff);
  *looks = backoff.looks;
}
