/* pages.c - arrays that stay on simulated ranks. These are one process, whose pages cannot be protected for one of them: a
 * program brings what it looks at by tp_gather, and writes nothing that stays. */
#include "exec/pipeline.h"
#include "process/imports.h"
#include "process/process.h"
#include "ranks/away.h"
#include "ranks/deferral.h"
#include "ranks/memory_calls.h"
#include "ranks/staying.h"
#include "residency/protection.h"

#include <string.h>

char __tp_memory_functions;

int tp_imports_are_safe(const char **why) {
  *why = NULL;
  return 1;
}

int tp_away_begin(const char **why) {
  *why = NULL;
  return 1;
}

int tp_away_may(const char **why) {
  (void)why;
  return 1;
}

void tp_deferral_end(void) {}

/* Signals are the simulator's. */
void tp_team_enter(const tp_pipeline *p, int thread) {
  (void)p;
  (void)thread;
}

void tp_gather(const void *pointer) {
  (void)pointer;
  tp_staying_enter();
  for (int n = 0; n < TP_AREAS_MOST; n++)
    if (tp_staying_area[n].serial)
      tp_staying_bring(n, tp_staying_area[n].d.first, tp_staying_area[n].d.past, 0);
  tp_staying_leave();
}

uintptr_t tp_page_size(void) { return 4096; }

int tp_pages_watch(uintptr_t first, uintptr_t past) {
  (void)first;
  (void)past;
  return 0;
}

void tp_pages_watch_more(int number, uintptr_t first, uintptr_t past) {
  (void)number;
  (void)first;
  (void)past;
}

void tp_pages_unwatch(int number) { (void)number; }

void tp_pages_unserved(int is) { (void)is; }

void tp_pages_run(int is) { (void)is; }

void tp_pages_open_on_touch(int number, int is) {
  (void)number;
  (void)is;
}

int tp_pages_touched(uintptr_t page[TP_TOUCHED_MOST]) {
  (void)page;
  return 0;
}

void tp_pages_close(uintptr_t first, uintptr_t past) {
  (void)first;
  (void)past;
}

void tp_pages_open(uintptr_t first, uintptr_t past) {
  (void)first;
  (void)past;
}

void tp_pages_protect(const tp_directory *d, uintptr_t first, uintptr_t past) {
  (void)d;
  (void)first;
  (void)past;
}

void tp_pages_change(const tp_changes *c) { (void)c; }

int tp_pages_store(uintptr_t at, const void *from, size_t bytes) {
  memcpy((void *)at, from, bytes);
  return 1;
}

int tp_pages_are_plain(uintptr_t first, uintptr_t past) {
  (void)first;
  (void)past;
  return 1;
}
