/* transfers.c - see transfers.h. */
#include "ranks/transfers.h"

#include "process/process.h"
#include "ranks/commands.h"

#include <stdlib.h>
#include <string.h>

/* Of one message, so that the watchdog sees them pass. */
static const tp_int longest = 1 << 26;
/* Transfers up to so many bytes share messages, which have so many at most: a message takes as long as copying a page. */
static const tp_int is_short = 4 << 10, packed = 256 << 10;

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

/* --- several transfers in a message ------------------------------------------------------------ */

static int in_order(const void *x, const void *y) {
  const tp_area_transfer *a = x, *b = y;
  if (a->from != b->from)
    return a->from < b->from ? -1 : 1;
  if (a->to != b->to)
    return a->to < b->to ? -1 : 1;
  if (a->area != b->area)
    return a->area < b->area ? -1 : 1;
  return a->offset < b->offset ? -1 : a->offset > b->offset;
}

void tp_transfers_pack(tp_area_transfer *t, int count) {
  tp_int bytes = 0;
  int number = 0;
  qsort(t, (size_t)count, sizeof *t, in_order);
  for (int i = 0; i < count; i++) {
    int joins = i > 0 && t[i - 1].message && t[i - 1].from == t[i].from && t[i - 1].to == t[i].to && bytes + t[i].bytes <= packed;
    t[i].message = t[i].bytes > is_short ? 0 : joins ? number : ++number;
    bytes = joins ? bytes + t[i].bytes : t[i].bytes;
  }
}

/* Transfers from the first one on that are one message. */
static int of_message(const tp_area_transfer *t, int count) {
  int n = 1;
  while (t->message && n < count && t[n].message == t->message)
    n++;
  return n;
}

static tp_int bytes_of(const tp_area_transfer *t, int count) {
  tp_int bytes = 0;
  for (int i = 0; i < count; i++)
    bytes += t[i].bytes;
  return bytes;
}

/* From the arrays into the message, or back. */
static void copy(const tp_pack *p, tp_area_at *at, int back) {
  char *bytes = p->bytes;
  for (int i = 0; i < p->count; bytes += p->t[i++].bytes) {
    char *place = at(p->t[i].area) + p->t[i].offset;
    memcpy(back ? place : bytes, back ? bytes : place, (size_t)p->t[i].bytes);
  }
}

/* --- moves -------------------------------------------------------------------------------------- */

static void move(char *place, tp_int bytes, const tp_area_transfer *t, tp_started *s) {
  tp_transport *transport = tp_here.transport;
  for (tp_int done = 0; done < bytes; done += longest) {
    tp_int some = tp_min(longest, bytes - done);
    tp_request *r = &s->request[s->count++];
    if (t->to == tp_here.rank)
      transport->post(transport, place + done, some, t->from, TP_TAG_AREA, r);
    else
      transport->send(transport, place + done, some, t->to, TP_TAG_AREA, 0, r);
  }
}

static void start(const tp_area_transfer *t, int count, tp_started *s) {
  if (count == 1) {
    move(s->at(t->area) + t->offset, t->bytes, t, s);
    return;
  }
  tp_pack *p = &s->pack[s->packs++];
  tp_int bytes = bytes_of(t, count);
  *p = (tp_pack){t, count, malloc((size_t)bytes)};
  if (!p->bytes)
    tp_exchange_fail("out of memory [memory]");
  if (t->from == tp_here.rank)
    copy(p, s->at, 0);
  move(p->bytes, bytes, t, s);
}

tp_started tp_transfers_start(const tp_area_transfer *t, int count, tp_area_at *at) {
  tp_started s = {NULL, 0, NULL, 0, at};
  size_t most = 0, packs = 0;
  for (int i = 0, n; i < count; i += n) {
    n = of_message(&t[i], count - i);
    most += (size_t)(t[i].bytes / longest + 1);
    packs += n > 1;
  }
  s.request = most ? calloc(most, sizeof *s.request) : NULL;
  s.pack = packs ? calloc(packs, sizeof *s.pack) : NULL;
  if ((most && !s.request) || (packs && !s.pack))
    tp_exchange_fail("out of memory [memory]");
  for (int sends = 0; sends < 2; sends++)
    for (int i = 0, n; i < count; i += n) {
      n = of_message(&t[i], count - i);
      if ((sends ? t[i].from : t[i].to) == tp_here.rank)
        start(&t[i], n, &s);
    }
  return s;
}

void tp_transfers_finish(tp_started *s) {
  for (int i = 0; i < s->count; i++)
    tp_exchange_finish(&s->request[i]);
  for (int i = 0; i < s->packs; i++) {
    if (s->pack[i].t->to == tp_here.rank)
      copy(&s->pack[i], s->at, 1);
    free(s->pack[i].bytes);
  }
  free(s->pack);
  free(s->request);
  memset(s, 0, sizeof *s);
}
