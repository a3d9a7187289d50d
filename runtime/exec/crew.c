/* crew.c - threads are tried before OpenMP creates them, at the first team of each thread of the program. */
#include "exec/crew.h"

#include "process/caller.h"

#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MOST_WAITS = 16 };

/* The threads and stacks that the calling thread's team had when it was tried last. waits: calls that use one thread
   until it is tried again. */
static _Thread_local struct {
  int threads;
  size_t stack;
  int failures, waits;
} crew;

/* --- trying ----------------------------------------------------------------------------------- */

typedef struct trial {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int done;
} trial;

typedef struct candidate {
  trial *of;
  pthread_t thread;
  _Atomic pid_t id;
} candidate;

static void *stay(void *data) {
  candidate *c = data;
  c->id = (pid_t)syscall(SYS_gettid);
  pthread_mutex_lock(&c->of->lock);
  while (!c->of->done)
    pthread_cond_wait(&c->of->changed, &c->of->lock);
  pthread_mutex_unlock(&c->of->lock);
  return NULL;
}

/* A thread that has been joined counts towards the system's limits for a moment. */
static void await_end(pid_t id) {
  const struct timespec moment = {0, 20000};
  for (int i = 0; i < 1000 && syscall(SYS_tgkill, getpid(), id, 0) == 0; i++)
    nanosleep(&moment, NULL);
}

/* 1: so many threads can live at once. The program's signals are not for them. */
static int can_create(int count, size_t stack) {
  trial t = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
  candidate *list = calloc((size_t)count, sizeof *list);
  pthread_attr_t attributes;
  sigset_t all, before;
  int made = 0;
  if (!list || pthread_attr_init(&attributes) != 0) {
    free(list);
    return 0;
  }
  pthread_attr_setstacksize(&attributes, stack);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  for (; made < count; made++) {
    list[made].of = &t;
    if (pthread_create(&list[made].thread, &attributes, stay, &list[made]) != 0)
      break;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  pthread_mutex_lock(&t.lock);
  t.done = 1;
  pthread_cond_broadcast(&t.changed);
  pthread_mutex_unlock(&t.lock);
  for (int i = 0; i < made; i++)
    pthread_join(list[i].thread, NULL);
  for (int i = 0; i < made; i++)
    await_end(list[i].id);
  free(list);
  return made == count;
}

/* --- teams ------------------------------------------------------------------------------------ */

static size_t default_stack(void) {
  pthread_attr_t attributes;
  size_t size = 0;
  if (pthread_getattr_default_np(&attributes) == 0) {
    pthread_attr_getstacksize(&attributes, &size);
    pthread_attr_destroy(&attributes);
  }
  return size;
}

static void set_default_stack(size_t size) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return;
  if (pthread_attr_setstacksize(&attributes, size) == 0)
    pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

static int has_stack_setting(void) { return getenv("OMP_STACKSIZE") || getenv("GOMP_STACKSIZE"); }

/* OpenMP keeps threads that it has. */
static void create(int threads) {
#pragma omp parallel num_threads(threads)
  __asm__ volatile("");
}

static int prepare(int threads, size_t stack) {
  size_t usual = default_stack();
  int larger = stack > usual && !has_stack_setting();
  if (!can_create(threads - 1, larger ? stack : usual))
    return 0;
  if (larger) {
    omp_pause_resource_all(omp_pause_soft); /* threads with smaller stacks end */
    set_default_stack(stack);
    create(threads);
    set_default_stack(usual);
  }
  return 1;
}

int tp_crew_ready(int threads) {
  if (threads < 2)
    return 1;
  size_t stack = tp_stack_size();
  if (crew.threads >= threads && crew.stack >= stack)
    return 1;
  if (crew.waits > 0) {
    crew.waits--;
    return 0;
  }
  if (!prepare(threads, stack)) {
    crew.failures += crew.failures < MOST_WAITS;
    crew.waits = 1 << crew.failures;
    return 0;
  }
  crew.threads = threads > crew.threads ? threads : crew.threads;
  crew.stack = stack > crew.stack ? stack : crew.stack;
  crew.failures = 0;
  return 1;
}
