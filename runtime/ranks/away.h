/* away.h - rank 0: what the program touches of arrays that stay elsewhere comes when it touches it.
 *
 * A touch is a fault, which a thread of its own serves (residency/protection.h). The kernel does not wait for a page: what
 * the program hands to it comes before. A child of fork has no ranks: all comes back before it is made. */
#ifndef TP_AWAY_H
#define TP_AWAY_H

#include <stddef.h>

/* Once, before the first array stays. 0: faults cannot be served; *why says why. */
int tp_away_begin(const char **why);

/* 0: nothing may be away any more; *why says why. */
int tp_away_may(const char **why);

/* --- for who stands in front of functions of the C library ------------------------------------- */

/* The program is about to hand the memory to the kernel. written: which will write there. */
void tp_away_touch(const void *at, size_t bytes, int written);
/* The memory goes; with_data: its bytes are wanted. */
void tp_away_leave(const void *at, size_t bytes, int with_data);
/* Signals will be handled on a stack of so many bytes. If that is too small for another handler, all comes back for good. */
void tp_away_stack(size_t bytes);
/* All comes back: ranks are about to go, and the program stays. */
void tp_away_return_all(void);
/* Ranks are about to go: they are asked for nothing any more. */
void tp_away_close(void);

#endif
