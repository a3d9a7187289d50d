/* team.c - the runtime's own team, for callers compiled without OpenMP. */
#include "exec/pipeline.h"

#include <omp.h>

void tp_team(tp_plan *p, void (*pipeline)(tp_cpu *, const void *), const void *args) {
#pragma omp parallel num_threads(p->choice.threads)
  {
    tp_cpu *c = tp_join(p, omp_get_thread_num(), omp_get_num_threads());
    if (c)
      pipeline(c, args);
  }
}
