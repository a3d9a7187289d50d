/* guard.h - that mpirun ends when its ranks have. */
#ifndef TP_GUARD_H
#define TP_GUARD_H

#include <sys/types.h>

/* Where ranks run on several hosts, and mpirun and this first rank of its host on the same one: starts a
   process that watches this one from now on. Should it end in any other way than after tp_guard_dismiss,
   and mpirun still wait for other hosts some seconds later, then mpirun is ended. To be called before
   the program begins. */
void tp_guard_start(void);
void tp_guard_dismiss(void);

/* The launcher that has started this rank, or its daemon on this host; without one that is known, the parent. */
pid_t tp_guard_starter(void);

/* 1: that process has ended. */
int tp_guard_is_gone(pid_t process);

#endif
