/* fine.c - P3's fine-grain hybrid: one parallel region for each round, and all communication by one
 * thread between them. Where the team comes from is the caller's (team.c). */
#include "exec/pipeline.h"

/* round: counted over all passes. */
static void run_tiles(tp_pipeline *p, tp_cpu *c, tp_int round) {
  tp_box box;
  for (tp_int piece = 0; piece < c->fine; piece++) {
    tp_step s = round * c->fine + piece;
    tp_tile_begin(c, s);
    if (tp_box_at(c, s, &box))
      p->region->tp_variants[tp_kind(c)].tp_tile(&box, tp_arguments(c, p->args));
    tp_tile_end(c);
  }
}

void tp_fine_tiles(tp_pipeline *p, int thread, int team, tp_int round) {
  int threads = p->plan.threads;
  tp_context own;
  tp_context_hold(&own);
  if (team >= threads)
    run_tiles(p, &p->cpu[thread], round);
  else if (thread == 0) /* lexicographic order, which the dependences allow */
    for (int t = 0; t < threads; t++)
      run_tiles(p, &p->cpu[t], round);
  tp_context_release(&own, NULL);
}

void tp_fine_run(tp_pipeline *p, tp_fine_team *team, void *data) {
  for (int t = 0; t < p->plan.threads; t++) {
    tp_cpu_prepare(p, t, p->plan.threads);
    p->cpu[t].barriers = 0;
  }
  tp_cpu *master = &p->cpu[0];
  for (tp_int round = 0; round < master->rounds * master->passes; round++) {
    tp_cpu_locate(master, round * master->fine);
    tp_round_open(master);
    tp_trace_add(p->trace, TP_EVENT_TEAM, p->rank, 0, 0, -1, round);
    team(p, round, data);
    tp_round_close(master);
  }
}
