/* opening.h - which pages of rank 0 have to be opened for a run, and how they are protected after it. Plain data. */
#ifndef TP_OPENING_H
#define TP_OPENING_H

#include "residency/directory.h"

/* What the program may do to a page. */
typedef enum tp_access { TP_ACCESS_NONE, TP_ACCESS_READ, TP_ACCESS_WRITE } tp_access;

/* What it may do to a page that lies in the area: nothing, where rank 0 lacks a byte. */
tp_access tp_access_of(const tp_directory *d, uintptr_t page, uintptr_t page_size);
/* 1: rank 0 holds no byte of it: nothing is lost with its memory. */
int tp_page_is_away(const tp_directory *d, uintptr_t page, uintptr_t page_size);

/* Pages [first, past) get another protection. */
typedef struct tp_change {
  uintptr_t first, past;
  tp_access access;
  int given; /* their memory goes back to the machine */
} tp_change;

typedef struct tp_changes {
  tp_change *at;
  int count, room;
  int failed; /* out of memory */
} tp_changes;

void tp_changes_free(tp_changes *c);

/* Before a run that writes, on rank 0, bytes of `touched` (a closed set) alone: pages are protected as `before` says,
   and whole pages with bytes of it get open. After it they are protected as `after` says. Adds both to *open and
   *close: pages whose protection does not change are left out. Pages that are away before and after keep the memory that
   the run takes: the next one takes it again. */
void tp_changes_for(const tp_directory *before, const tp_directory *after, const tp_spans *touched, uintptr_t page,
                    tp_changes *open, tp_changes *close);

#endif
