/* bulk.c - runs to messages, the same way on both sides.
 *
 * Adjacent runs of one array are joined first. A joined run of DIRECT bytes or more is sent in segments
 * of TP_SEGMENT straight from memory; shorter ones are copied into the current chunk, which leaves when
 * the next run does not fit. Several segments and chunks are under way at once: the ring. */
#include "comm/bulk.h"

#include "util/liveness.h"
#include "util/wait.h"

#include <stdlib.h>
#include <string.h>

enum { DIRECT = 1 << 16, CHUNK = 1 << 20, RING = 8, CHUNK_RUNS = 1 << 14 };

typedef struct run {
  char *at;
  tp_int bytes;
} run;

/* One message under way; chunks keep their own bytes and, when receiving, where they belong. */
typedef struct place {
  tp_request request;
  char *chunk;
  run *run;
  int runs;
  tp_int fill;
} place;

typedef struct mover {
  tp_transport *transport;
  int send, peer, tag;
  int array; /* of the run being joined */
  run joined;
  place ring[RING];
  int chunk;  /* place being filled, -1: none */
  int next;   /* place that the next message takes */
  int failed;
  unsigned long long skip; /* bit a: array a does not move */
} mover;

/* Waits for a place's message and puts a received chunk where it belongs. */
static void settle(mover *m, place *p) {
  tp_backoff backoff = {0};
  while (!m->transport->test(m->transport, &p->request))
    tp_relax(&backoff);
  tp_liveness_beat();
  if (!m->send && p->runs) {
    const char *from = p->chunk;
    for (int i = 0; i < p->runs; i++) {
      memcpy(p->run[i].at, from, (size_t)p->run[i].bytes);
      from += p->run[i].bytes;
    }
  }
  p->runs = 0;
  p->fill = 0;
}

static void start(mover *m, place *p, char *at, tp_int bytes) {
  if (m->send)
    m->transport->send(m->transport, at, bytes, m->peer, m->tag, 0, &p->request);
  else
    m->transport->post(m->transport, at, bytes, m->peer, m->tag, &p->request);
}

static place *take_place(mover *m) {
  place *p = &m->ring[m->next];
  m->next = (m->next + 1) % RING;
  settle(m, p);
  return p;
}

static void flush_chunk(mover *m) {
  if (m->chunk < 0)
    return;
  place *p = &m->ring[m->chunk];
  m->chunk = -1;
  start(m, p, p->chunk, p->fill);
}

static void add_to_chunk(mover *m, run r) {
  if (m->chunk >= 0) {
    const place *p = &m->ring[m->chunk];
    if (p->fill + r.bytes > CHUNK || p->runs == CHUNK_RUNS)
      flush_chunk(m);
  }
  if (m->chunk < 0) {
    m->chunk = m->next;
    place *p = take_place(m);
    if (!p->chunk) {
      p->chunk = malloc(CHUNK);
      p->run = malloc(CHUNK_RUNS * sizeof *p->run);
    }
    if (!p->chunk || !p->run) {
      m->failed = 1;
      m->chunk = -1;
      return;
    }
  }
  place *p = &m->ring[m->chunk];
  if (m->send)
    memcpy(p->chunk + p->fill, r.at, (size_t)r.bytes);
  p->run[p->runs++] = r;
  p->fill += r.bytes;
}

static void add_direct(mover *m, run r) {
  flush_chunk(m);
  while (r.bytes > 0) {
    tp_int segment = tp_min(r.bytes, TP_SEGMENT);
    start(m, take_place(m), r.at, segment);
    r.at += segment;
    r.bytes -= segment;
  }
}

static void flush_joined(mover *m) {
  run r = m->joined;
  m->joined.bytes = 0;
  if (r.bytes >= DIRECT)
    add_direct(m, r);
  else if (r.bytes > 0)
    add_to_chunk(m, r);
}

static void visit(tp_stream *s, int array, void *at, tp_int bytes) {
  mover *m = s->tp_visitor;
  if (m->failed || (array < 64 && m->skip >> array & 1))
    return;
  if (m->joined.bytes && m->array == array && m->joined.at + m->joined.bytes == (char *)at) {
    m->joined.bytes += bytes;
    return;
  }
  flush_joined(m);
  m->array = array;
  m->joined = (run){at, bytes};
}

tp_int tp_bulk_move(tp_transport *t, int send, int peer, int tag, tp_enumerator runs,
                    const tp_box *box, const void *args, unsigned long long skip) {
  mover m = {.transport = t, .send = send, .peer = peer, .tag = tag, .chunk = -1, .skip = skip};
  tp_stream s = {.tp_mode = TP_VISIT, .tp_visit = visit, .tp_visitor = &m};
  runs(box, args, &s);
  flush_joined(&m);
  flush_chunk(&m);
  for (int i = 0; i < RING; i++) {
    settle(&m, &m.ring[(m.next + i) % RING]);
    free(m.ring[(m.next + i) % RING].chunk);
    free(m.ring[(m.next + i) % RING].run);
  }
  return m.failed ? -1 : s.tp_bytes;
}
