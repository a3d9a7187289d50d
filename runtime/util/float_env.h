/* float_env.h - a thread's floating-point environment: control (rounding, denormals, traps) and the exceptions
 * raised. On x86-64 two units have one each; exceptions are told from either. */
#ifndef TP_FLOAT_ENV_H
#define TP_FLOAT_ENV_H

#if defined(__x86_64__)

typedef struct tp_float_env {
  unsigned csr;       /* of SSE: control and exceptions */
  unsigned short x87; /* control */
} tp_float_env;

enum { TP_FLOAT_RAISED = 0x3f, TP_FLOAT_MASKS = 0x1f80, TP_FLOAT_X87_MASKS = 0x3f };

/* The default control for what follows. */
static inline void tp_float_calm(void) {
  if ((__builtin_ia32_stmxcsr() & ~TP_FLOAT_RAISED) != TP_FLOAT_MASKS)
    __builtin_ia32_ldmxcsr(TP_FLOAT_MASKS);
}

/* Exceptions that the older unit knows; it forgets them. */
static inline unsigned tp_float_take_x87(void) {
  unsigned short status;
  __asm__ volatile("fnstsw %0" : "=a"(status));
  if (status & TP_FLOAT_RAISED)
    __asm__ volatile("fnclex");
  return status & TP_FLOAT_RAISED;
}

static inline void tp_float_hold(tp_float_env *env) {
  env->csr = __builtin_ia32_stmxcsr();
  __asm__ volatile("fnstcw %0" : "=m"(env->x87));
  /* A trap that is due stays so. */
  if ((env->x87 & TP_FLOAT_X87_MASKS) == TP_FLOAT_X87_MASKS)
    env->csr |= tp_float_take_x87();
  tp_float_calm();
}

static inline void tp_float_release(const tp_float_env *env, unsigned raised) {
  __builtin_ia32_ldmxcsr(env->csr | raised);
  __asm__ volatile("fldcw %0" : : "m"(env->x87));
}

static inline int tp_float_traps(const tp_float_env *env) {
  return (env->csr & TP_FLOAT_MASKS) != TP_FLOAT_MASKS ||
         (env->x87 & TP_FLOAT_X87_MASKS) != TP_FLOAT_X87_MASKS;
}

static inline void tp_float_enter(const tp_float_env *env) {
  __builtin_ia32_ldmxcsr(env->csr & ~(unsigned)TP_FLOAT_RAISED);
  __asm__ volatile("fldcw %0" : : "m"(env->x87));
}

static inline unsigned tp_float_leave(void) {
  unsigned raised = (__builtin_ia32_stmxcsr() & TP_FLOAT_RAISED) | tp_float_take_x87();
  tp_float_calm();
  return raised;
}

#else

#include <fenv.h>

typedef struct tp_float_env {
  fenv_t all;
  int traps;
} tp_float_env;

static inline void tp_float_calm(void) { fesetenv(FE_DFL_ENV); }

static inline void tp_float_hold(tp_float_env *env) {
  fegetenv(&env->all);
#if defined(__GLIBC__) && defined(_GNU_SOURCE)
  env->traps = fegetexcept() > 0;
#else
  env->traps = 0;
#endif
  tp_float_calm();
}

static inline void tp_float_release(const tp_float_env *env, unsigned raised) {
  fesetenv(&env->all);
  if (raised)
    feraiseexcept((int)raised);
}

static inline int tp_float_traps(const tp_float_env *env) { return env->traps; }

static inline void tp_float_enter(const tp_float_env *env) {
  fesetenv(&env->all);
  feclearexcept(FE_ALL_EXCEPT);
}

static inline unsigned tp_float_leave(void) {
  unsigned raised = (unsigned)fetestexcept(FE_ALL_EXCEPT);
  tp_float_calm();
  return raised;
}

#endif
#endif
