/* handler.c - whether the calling thread runs a signal handler.
 *
 * In a handler its signal is blocked. Threads may block a signal with a handler for other reasons. On x86-64 the stack
 * tells: it holds the address to which a handler returns. */
#include "process/caller.h"

#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SIGNALS = 64, MOST_SCANNED = 64 << 10 };

/* What the kernel keeps of a handler. */
typedef struct action {
  void *handler;
  unsigned long flags;
  void *restorer;
  unsigned long long mask;
} action;

/* 1: a word of the caller's stack above `from` is the address, or there is too much of it to look at. */
static int may_hold(const uintptr_t *from, uintptr_t address) {
  uintptr_t high = tp_stack_high();
  if (high - (uintptr_t)from > MOST_SCANNED)
    return 1;
  for (; (uintptr_t)(from + 1) <= high; from++)
    if (*from == address)
      return 1;
  return 0;
}

static int may_run_handler(int signal, const void *frame) {
  action a = {0};
  if (syscall(SYS_rt_sigaction, signal, NULL, &a, sizeof a.mask) != 0)
    return 1;
  if (a.handler == (void *)SIG_DFL || a.handler == (void *)SIG_IGN)
    return 0;
#ifdef __x86_64__
  return may_hold(frame, (uintptr_t)a.restorer);
#else
  (void)frame;
  return 1;
#endif
}

int tp_in_handler(void) {
  unsigned long long blocked = 0;
  const void *frame = __builtin_frame_address(0);
  if (syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &blocked, sizeof blocked) != 0)
    return 1;
  for (int s = 1; s <= SIGNALS; s++)
    if (blocked >> (s - 1) & 1 && may_run_handler(s, frame))
      return 1;
  return 0;
}
