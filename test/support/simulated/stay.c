/* stay.c - on simulated clusters all ranks are one process, whose pages cannot be protected for one of them: arrays go
 * back to rank 0. */
#include "ranks/stay.h"

tp_stay_run tp_stay_begin(const tp_pipeline *p, int wanted) {
  tp_stay_run s = {.pipeline = p};
  (void)wanted;
  return s;
}

tp_int tp_stay_message_bytes(const tp_stay_run *s, int rank) {
  (void)s;
  (void)rank;
  return 0;
}

void tp_stay_message(const tp_stay_run *s, int rank, char *out) {
  (void)s;
  (void)rank;
  (void)out;
}

void tp_stay_cancel(tp_stay_run *s) { (void)s; }

void tp_stay_before(tp_stay_run *s) { (void)s; }

void tp_stay_after(tp_stay_run *s) { (void)s; }

void tp_stay_end(tp_stay_run *s) { (void)s; }

void tp_stay_ran(const tp_stay_run *s, double seconds) {
  (void)s;
  (void)seconds;
}

void tp_stay_return(const tp_region *r, const void *args) {
  (void)r;
  (void)args;
}

void tp_gather(const void *pointer) { (void)pointer; }
