/* lost.h - what is lost when a rank ends that holds parts of arrays.
 *
 * The launcher ends all ranks when one has ended: it sends SIGTERM, and SIGKILL a second later. Rank 0 uses the time
 * between to say which rank it was, and which parts of which arrays it alone held. Other ranks wait a little before they
 * follow, so that rank 0 can tell the one that ended first. */
#ifndef TP_LOST_H
#define TP_LOST_H

#include "residency/directory.h"

/* Rank 0, once: says it when SIGTERM comes, unless the program handles that itself. 0: out of memory. */
int tp_lost_begin(void);
/* Another rank, as often as it likes: SIGTERM ends it a little later. */
void tp_lost_wait(void);

/* Area `number` is this now: an array's name, the region that wrote it last (both live as long as the program), and who
   holds what. d: null: there is no area. */
void tp_lost_note(int number, const char *array, const char *region, const tp_directory *d);
/* A region runs on the ranks; null: none does. */
void tp_lost_running(const char *region);

/* Rank 0 says what the rank alone holds, in one line, if it is anything; for handlers of signals, too. what: of the rank
   ("has ended"). rank: -1: of all ranks that this process cannot see. */
void tp_lost_say(int rank, const char *what);

/* 1: the handler is this file's; and to the program there is none. */
int tp_lost_is_handler(void (*handler)(int));
int tp_lost_handles(void (*handler)(int));

#endif
