/* builtin_machine.c - machine numbers to start with, measured on common hardware. A calibrated profile replaces
 * them; until then they need only be right about what is cheap and what is dear. */
#include "plan/plan.h"
#include "plan/profile.h"

/* A path between ranks in some numbers. */
typedef struct sketch {
  double overhead;       /* CPU seconds of a message, on either side */
  double send, receive;  /* CPU seconds per byte: the copies that the library makes */
  double latency, gap;   /* seconds of travelling, and per byte */
  tp_int eager;
  double poke;
} sketch;

/* Above the threshold a message waits for an answer, and sender and receiver move it by polling. */
static void fill_network(const sketch *s, tp_network *out) {
  out->eager = out->step = s->eager;
  out->poke = s->poke;
  for (int k = 0; k < TP_SIZES; k++) {
    double x = (double)TP_SIZE_OF(k), asks = TP_SIZE_OF(k) > s->eager;
    for (int burst = 0; burst < 2; burst++) {
      double start = s->overhead * (1 + asks) * (burst ? 0.7 : 1);
      out->send[burst][k] = start + s->send * x;
      out->receive[burst][k] = start + s->receive * x;
    }
    out->travel[k] = s->latency * (1 + 2 * asks) + s->gap * x;
    /* Pairs share what there is. */
    for (int p = 0; p < TP_PAIRS; p++)
      out->stream[p][k] = s->overhead + s->gap * x * (double)(1 << p);
  }
}

static void fill_links(tp_machine *out) {
  /* Shared memory; Open MPI's eager limit there is 4 KB less its header. */
  static const sketch host = {0.3e-6, 0.05e-9, 0.1e-9, 0.6e-6, 0.1e-9, 4096 - 64, 0.4e-6};
  static const sketch shared = {0.02e-6, 0, 0.04e-9, 0.2e-6, 0.04e-9, (tp_int)1 << 40, 0.02e-6};
  /* TCP over a gigabit network */
  static const sketch hosts = {5e-6, 0.25e-9, 0.2e-9, 50e-6, 9e-9, 65536 - 128, 1e-6};
  fill_network(&host, &out->link[TP_LINK_HOST]);
  fill_network(&shared, &out->link[TP_LINK_SHARED]);
  fill_network(&hosts, &out->link[TP_LINK_HOSTS]);
}

static void fill_threads(tp_machine *out) {
  for (int k = 0; k < TP_TEAMS; k++) {
    double hops = k; /* of a tree over 2^k threads */
    out->flags[k] = k ? 0.2e-6 : 0;
    out->barriers[k] = 0.3e-6 * hops;
    out->parallels[k] = k ? 0.4e-6 + 0.4e-6 * hops : 0.2e-6;
    out->regions[k] = k ? 0.7e-6 + 0.5e-6 * hops : 0.3e-6;
    out->memory[k] = 12e9 * (double)(1 << (k < 3 ? k : 2)); /* four threads fill a socket's channels */
  }
  out->copy[TP_IN_CACHE] = 60e9;
  out->copy[TP_IN_MEMORY] = 12e9;
  out->touch = 10e9;
  out->touch_small = 2.5e9;
}

void tp_machine_default(int ranks, int threads, int hosts, tp_machine *out) {
  *out = (tp_machine){
      .ranks = ranks < 1 ? 1 : ranks,
      .threads = threads < 1 ? 1 : threads,
      .hosts = hosts < 1 ? 1 : hosts,
      .operation = {0.2e-9, 0.2e-9, 1.2e-9, 1.6e-9},
  };
  fill_links(out);
  fill_threads(out);
}
