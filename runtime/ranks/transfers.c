/* transfers.c - see transfers.h. */
#include "ranks/transfers.h"

#include "process/process.h"
#include "ranks/commands.h"

#include <stdlib.h>
#include <string.h>

/* Of one message, so that the watchdog sees them pass. */
static const tp_int longest = 1 << 26;

/* The areas begin at a multiple of eight bytes. */
static size_t array_bytes(int arrays) { return ((size_t)arrays * sizeof(int) + 7) / 8 * 8; }

tp_int tp_placement_bytes(const tp_placement_head *head) {
  return (tp_int)(sizeof *head + array_bytes(head->arrays) + (size_t)head->areas * sizeof(tp_area) +
                  (size_t)(head->before + head->after) * sizeof(tp_area_transfer));
}

static char *put(char *to, const void *from, size_t bytes) {
  if (bytes)
    memcpy(to, from, bytes);
  return to + bytes;
}

void tp_placement_write(const tp_placement *p, char *out) {
  size_t arrays = (size_t)p->head.arrays * sizeof(int);
  out = put(out, &p->head, sizeof p->head);
  put(out, p->area_of, arrays);
  out += array_bytes(p->head.arrays);
  out = put(out, p->area, (size_t)p->head.areas * sizeof(tp_area));
  out = put(out, p->before, (size_t)p->head.before * sizeof(tp_area_transfer));
  put(out, p->after, (size_t)p->head.after * sizeof(tp_area_transfer));
}

tp_placement tp_placement_read(const char *from) {
  tp_placement p;
  memcpy(&p.head, from, sizeof p.head);
  from += sizeof p.head;
  p.area_of = (const int *)(const void *)from;
  from += array_bytes(p.head.arrays);
  p.area = (const tp_area *)(const void *)from;
  from += (size_t)p.head.areas * sizeof(tp_area);
  p.before = (const tp_area_transfer *)(const void *)from;
  p.after = p.before + p.head.before;
  p.at = NULL;
  return p;
}

unsigned long long tp_placement_skips(const tp_placement *p) {
  unsigned long long bits = 0;
  for (int a = 0; a < p->head.arrays && a < 64; a++)
    if (p->area_of[a] >= 0)
      bits |= 1ull << a;
  return bits;
}

static void start(const tp_area_transfer *t, tp_area_at *at, tp_started *s) {
  tp_transport *transport = tp_here.transport;
  char *place = at(t->area) + t->offset;
  for (tp_int done = 0; done < t->bytes; done += longest) {
    tp_int bytes = tp_min(longest, t->bytes - done);
    tp_request *r = &s->request[s->count++];
    if (t->to == tp_here.rank)
      transport->post(transport, place + done, bytes, t->from, TP_TAG_AREA, r);
    else
      transport->send(transport, place + done, bytes, t->to, TP_TAG_AREA, 0, r);
  }
}

tp_started tp_transfers_start(const tp_area_transfer *t, int count, tp_area_at *at) {
  tp_started s = {NULL, 0};
  size_t most = 1;
  for (int i = 0; i < count; i++)
    most += (size_t)(t[i].bytes / longest + 1);
  s.request = calloc(most, sizeof *s.request);
  if (!s.request)
    tp_exchange_fail("out of memory");
  for (int i = 0; i < count; i++)
    if (t[i].to == tp_here.rank)
      start(&t[i], at, &s);
  for (int i = 0; i < count; i++)
    if (t[i].from == tp_here.rank)
      start(&t[i], at, &s);
  return s;
}

void tp_transfers_finish(tp_started *s) {
  for (int i = 0; i < s->count; i++)
    tp_exchange_finish(&s->request[i]);
  free(s->request);
  s->request = NULL;
  s->count = 0;
}
