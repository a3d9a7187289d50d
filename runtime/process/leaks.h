/* leaks.h - what MPI does not free is no leak of the program.
 *
 * In a program with AddressSanitizer its leak check would change the exit code under mpirun. */
#ifndef TP_LEAKS_H
#define TP_LEAKS_H

__attribute__((weak)) void __lsan_disable(void);
__attribute__((weak)) void __lsan_enable(void);
__attribute__((weak)) void __lsan_do_leak_check(void);

/* 1: allocations of this thread are not looked at from here on, until 0. */
static inline void tp_leaks_ignore(int on) {
  if (on && __lsan_disable)
    __lsan_disable();
  else if (!on && __lsan_enable)
    __lsan_enable();
}

/* The check of the program's end, now: once MPI has ended nobody points to what it keeps. */
static inline void tp_leaks_check(void) {
  if (__lsan_do_leak_check)
    __lsan_do_leak_check();
}

#endif
