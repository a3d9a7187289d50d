/* float_env.h - the floating-point environment travels with a region: rounding, denormals and masks go
 * to every thread that runs it, exceptions raised come back. */
#ifndef TP_FLOAT_ENV_H
#define TP_FLOAT_ENV_H

#if defined(__x86_64__)

static inline void tp_float_read(unsigned *csr, unsigned short *x87) {
  *csr = __builtin_ia32_stmxcsr();
  __asm__ volatile("fnstcw %0" : "=m"(*x87));
}

/* Takes over control bits; the exception flags start clear. */
static inline void tp_float_enter(unsigned csr, unsigned short x87) {
  __builtin_ia32_ldmxcsr(csr & ~0x3fu);
  __asm__ volatile("fldcw %0" : : "m"(x87));
}

static inline unsigned tp_float_raised(void) { return __builtin_ia32_stmxcsr() & 0x3fu; }

static inline void tp_float_raise(unsigned flags) {
  if (flags)
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | flags);
}

#else

#include <fenv.h>

/* Elsewhere only the rounding mode and the exceptions are portable. */
static inline void tp_float_read(unsigned *csr, unsigned short *x87) {
  *csr = (unsigned)fegetround();
  *x87 = 0;
}

static inline void tp_float_enter(unsigned csr, unsigned short x87) {
  (void)x87;
  fesetround((int)csr);
  feclearexcept(FE_ALL_EXCEPT);
}

static inline unsigned tp_float_raised(void) { return (unsigned)fetestexcept(FE_ALL_EXCEPT); }

static inline void tp_float_raise(unsigned flags) {
  if (flags)
    feraiseexcept((int)flags);
}

#endif
#endif
