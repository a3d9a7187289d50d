/* machine.c - machine numbers to start with, measured on common hardware. A trained profile replaces
 * them later; until then they need only be right about what is cheap and what is dear. */
#include "plan/plan.h"

void tp_machine_default(int ranks, int threads, int hosts, tp_machine *out) {
  *out = (tp_machine){
      .ranks = ranks < 1 ? 1 : ranks,
      .threads = threads < 1 ? 1 : threads,
      .hosts = hosts < 1 ? 1 : hosts,
      /* Shared memory; Open MPI's eager limit there is 4 KB less its header. */
      .latency = 1e-6,
      .bandwidth = 5e9,
      .eager = 4096 - 64,
      .flag = 0.2e-6,
      .barrier = 0.5e-6,
      .region_start = 5e-6,
      .copy_bandwidth = 4e9,
  };
  if (hosts > 1) { /* TCP over a gigabit network */
    out->latency = 50e-6;
    out->bandwidth = 110e6;
    out->eager = 65536 - 128;
    out->copy_bandwidth = 110e6;
  }
}
