/* caller.h - where a region starts: in which process, on which stack, in a signal handler or not.
 *
 * A start needs room on the stack, allocates memory, takes locks and wakes threads. The program's own loop does
 * nothing of that, so a region declines wherever one of these may fail. */
#ifndef TP_CALLER_H
#define TP_CALLER_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of stack that a start needs below the caller: planning, reading files, MPI and the tiles' own frames.
   Measured: 67 KB, with ranks and without. */
enum { TP_STACK_NEEDED = 128 << 10 };
/* Lanes of vectors have up to 135 KB of cells: two rings, two inputs with their roots, eight arrays of rows and columns, and
   what waits to be stored. */
enum { TP_STACK_OF_LANES = 192 << 10 };

/* child.c: prepares tp_is_child. To be called once by the process that has threads and ranks. */
void tp_child_prepare(void);
/* 1: this process is a child of the one that prepared, however it was forked; or nothing is prepared yet. */
int tp_is_child(void);

/* stack.c: 1: the calling thread runs on its own stack and has so many bytes left. Coroutines and handlers on
   an alternate stack run elsewhere. Allocates nothing in the main thread, and in others once. */
int tp_stack_suffices(size_t bytes);
/* The same for a thread of a team, or the one that has started the region. Allocates nothing. */
int tp_team_stack_suffices(size_t bytes);
/* Bytes that the calling thread's stack may grow to, and where it begins. */
size_t tp_stack_size(void);
uintptr_t tp_stack_high(void);
/* Lets the main thread's stack grow to so many bytes at least, as far as the system allows. */
void tp_stack_raise(size_t bytes);

/* handler.c: 1: the calling thread may be in a signal handler. Costs one system call outside of handlers. Handlers
   installed with SA_NODEFER, which leave their signal unblocked, are not recognised. */
int tp_in_handler(void);

#endif
