/* deferral.h - rank 0: handlers of signals, which may touch what stays on other ranks.
 *
 * A thread that holds the areas (ranks/staying.h), is in the runtime's context and may hold its locks, or has a part in a
 * run, would wait for itself then. So the kernel knows a handler of this file's in place of the program's. It calls that at
 * once, or lets it wait until the thread is back in the program's context. Threads of teams handle no signals: exec/team.c.
 * What a thread causes by what it does is never deferred. */
#ifndef TP_DEFERRAL_H
#define TP_DEFERRAL_H

#include <signal.h>

/* Once, before the first array stays: takes over the handlers that the program has. */
void tp_deferral_begin(void);

/* A sigaction, real being the C library's. 0: it is not for this file; else 1, *failed as sigaction's answer. */
typedef int tp_sigaction(int number, const struct sigaction *now, struct sigaction *before);
int tp_deferral_handle(int number, const struct sigaction *now, struct sigaction *before, tp_sigaction *real, int *failed);

/* The thread holds nothing any more: what was deferred comes. */
void tp_deferral_end(void);

#endif
