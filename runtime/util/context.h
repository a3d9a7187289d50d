/* context.h - what C keeps for each thread beside its memory: the floating-point environment, errno and the locale.
 *
 * The runtime computes, and calls the library, in a context of its own, which the program never sees; tiles
 * run in the program's. What they leave behind there, exceptions and errno, comes home to the program's thread
 * from every thread of every rank. */
#ifndef TP_CONTEXT_H
#define TP_CONTEXT_H

#include "util/float_env.h"
#include "tilepipe/runtime.h"

#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>

typedef struct tp_context {
  tp_float_env floats;
  int error;       /* errno */
  locale_t locale; /* of the thread */
  int cancel;      /* whether the thread can be cancelled */
  int held;        /* 1: the thread was in the runtime's context already */
} tp_context;

/* What tiles left behind. */
typedef struct tp_effects {
  unsigned raised; /* floating-point exceptions */
  int error;       /* errno of one of the tiles that set it, 0: none did */
} tp_effects;

/* 1: the thread is in the runtime's context, and may hold its locks. For handlers of signals, too. */
extern __thread volatile sig_atomic_t tp_context_is_held;
/* The call is made whenever a thread is back in the program's context. */
void tp_context_when_back(void (*call)(void));
void tp_context_back(void);

/* The locale in which numbers in files, settings and statistics have a decimal point. */
static inline locale_t tp_context_locale(void) {
  static locale_t plain;
  locale_t known = __atomic_load_n(&plain, __ATOMIC_RELAXED);
  if (!known) { /* the same object for every thread that asks */
    known = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    __atomic_store_n(&plain, known, __ATOMIC_RELAXED);
  }
  return known;
}

/* Takes the caller's context aside: what follows is in the runtime's, where the thread cannot be cancelled. A nest has
   no cancellation point, and the runtime's calls have many. */
static inline void tp_context_hold(tp_context *c) {
  c->held = tp_context_is_held;
  tp_context_is_held = 1;
  c->error = errno;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &c->cancel);
  c->locale = uselocale(tp_context_locale());
  tp_float_hold(&c->floats);
}

/* Gives it back with what tiles did; null: nothing. */
static inline void tp_context_release(const tp_context *c, const tp_effects *e) {
  int disabled;
  tp_float_release(&c->floats, e ? e->raised : 0);
  uselocale(c->locale);
  errno = e && e->error ? e->error : c->error;
  pthread_setcancelstate(c->cancel, &disabled);
  tp_context_is_held = c->held;
  if (!c->held)
    tp_context_back();
}

/* From here to tp_context_leave a tile runs in the program's context. The library never sets errno to 0, and nests
   that look at it are no regions. */
static inline void tp_context_enter(const tp_float_env *floats) {
  tp_context_is_held = 0;
  errno = 0;
  tp_float_enter(floats);
}

static inline void tp_effects_add(tp_effects *sum, const tp_effects *more) {
  sum->raised |= more->raised;
  if (more->error)
    sum->error = more->error;
}

/* Adds what the tile left behind. */
static inline void tp_context_leave(tp_effects *e) {
  tp_effects tile = {tp_float_leave(), errno};
  tp_context_is_held = 1;
  tp_effects_add(e, &tile);
}

#endif
