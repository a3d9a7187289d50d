/* copies_rig.c - a pipeline of which only what exec/copies.c looks at is there. */
#include "copies_rig.h"
#include "exec/copies.h"

#include <stdlib.h>

struct copies_rig {
  tp_pipeline pipeline;
};

copies_rig *copies_rig_make(const tp_region *r, int threads) {
  copies_rig *c = calloc(1, sizeof *c);
  tp_cpu *cpu = aligned_alloc(_Alignof(tp_cpu), (size_t)threads * sizeof *cpu);
  if (!c || !cpu) {
    free(c);
    free(cpu);
    return NULL;
  }
  c->pipeline.region = r;
  c->pipeline.plan.threads = threads;
  c->pipeline.cpu = cpu;
  for (int t = 0; t < threads; t++)
    cpu[t].pipeline = &c->pipeline;
  return c;
}

int copies_rig_begin(copies_rig *c, const void *args) {
  c->pipeline.args = args;
  return tp_copies_begin(&c->pipeline, args) == TP_OK;
}

const void *copies_rig_arguments(copies_rig *c, int thread) {
  return tp_arguments(&c->pipeline.cpu[thread], c->pipeline.args);
}

int copies_rig_has_copies(const copies_rig *c) { return c->pipeline.copies != NULL; }
void copies_rig_end(copies_rig *c) { tp_copies_end(&c->pipeline); }

void copies_rig_free(copies_rig *c) {
  free(c->pipeline.cpu);
  free(c);
}
