/* guard.h - that mpirun ends when its ranks have. */
#ifndef TP_GUARD_H
#define TP_GUARD_H

/* Where ranks run on several hosts, and mpirun and this first rank of its host on the same one: starts a
   process that watches this one from now on. Should it end in any other way than after tp_guard_dismiss,
   and mpirun still wait for other hosts some seconds later, then mpirun is ended. To be called before
   the program begins. */
void tp_guard_start(void);
void tp_guard_dismiss(void);

#endif
