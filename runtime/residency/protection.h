/* protection.h - the protection of rank 0's pages by who holds them, and faults at protected pages.
 *
 * Home pages may be read and written, shared ones read, away ones not at all. A thread that touches what it may not
 * waits in the handler of the fault: it does nothing there but ask a thread of the runtime's own. It may be in a handler of
 * the program's, which has interrupted the C library. */
#ifndef TP_PROTECTION_H
#define TP_PROTECTION_H

#include "residency/opening.h"

#include <signal.h>

/* Bytes of a page. */
uintptr_t tp_page_size(void);

/* What is about the bytes [first, past). write: 1: they are written, 0: read, -1: that is not known. */
typedef void tp_pages_call(uintptr_t first, uintptr_t past, int write);

/* Installs the handler and starts the thread that serves faults. serve: called by it with a byte inside a watched range, at
   a page that was protected against the access. When it answers, the access is tried again. 0: that cannot be had, *why says
   why (static storage). */
int tp_pages_begin(tp_pages_call *serve, const char **why);

/* That thread makes the call. The caller waits, and does nothing else. */
void tp_pages_ask(tp_pages_call *call, uintptr_t first, uintptr_t past, int write);

/* 1: tp_pages_begin has succeeded. */
int tp_pages_are_handled(void);

/* The program's sigaction for SIGSEGV, which it means for faults that are not the runtime's. 0: the runtime handles none
   yet. */
int tp_pages_handle(const struct sigaction *now, struct sigaction *before);

/* The number of that thread. */
int tp_pages_server(void);

/* Faults in [first, past) are served from now on; answers a number below TP_WATCHED_MOST, -1: there are too many. */
enum { TP_WATCHED_MOST = 32 };
int tp_pages_watch(uintptr_t first, uintptr_t past);
/* The range of a number grows. */
void tp_pages_watch_more(int number, uintptr_t first, uintptr_t past);
void tp_pages_unwatch(int number);

/* 1: anything is watched. */
int tp_pages_any_watched(void);
/* 1: some of [first, past) is. Takes no lock. */
int tp_pages_are_watched(uintptr_t first, uintptr_t past);

/* From here on (1, 0: to here) a fault of this thread would be the runtime's own mistake: it is not served, for nobody
   could, and ends the program as any other. */
void tp_pages_unserved(int is);
int tp_pages_are_unserved(void);
/* From here on (1, 0: to here) a run is under way. A page of a watched range that may be opened then, and that a thread with
   a part in the run touches (util/part.h), is opened with what it has, and noted. */
void tp_pages_run(int is);
/* 1: one is, and the calling thread has a part in it. */
int tp_pages_runs_here(void);
/* Pages of the range that watch number `watched` stands for are opened so in runs, or are not. */
void tp_pages_open_on_touch(int watched, int is);
/* The pages that were opened so since the last call; answers their number, -1: too many, and the ranges are open as a
   whole. */
enum { TP_TOUCHED_MOST = 64 };
int tp_pages_touched(uintptr_t page[TP_TOUCHED_MOST]);

/* All whole pages of [first, past) may be read and written. */
void tp_pages_open(uintptr_t first, uintptr_t past);
/* They may not be touched; what is in them stays. */
void tp_pages_close(uintptr_t first, uintptr_t past);
/* Whole pages of [first, past) are protected as their holders say. Away pages are given back to the machine. */
void tp_pages_protect(const tp_directory *d, uintptr_t first, uintptr_t past);
/* Makes the changes, in order. */
void tp_pages_change(const tp_changes *c);
/* 1: rank 0's holding of the page allows the access (as in `serve`), and now so does its protection. */
int tp_pages_allow(const tp_directory *d, uintptr_t page, int write);
/* Writes into pages whatever their protection. 0: that failed. */
int tp_pages_store(uintptr_t at, const void *from, size_t bytes);

/* 1: the range is the process's own memory, anonymous or of the program's file, that may be read and written, and no
   stack. */
int tp_pages_are_plain(uintptr_t first, uintptr_t past);

#endif
