/* holders.c - see holders.h. */
#include "residency/holders.h"

#include <string.h>

tp_holders tp_holders_of(int rank) {
  tp_holders h = {{{0, 0}}};
  h.range[0].first = (unsigned short)rank;
  h.range[0].past = (unsigned short)(rank + 1);
  return h;
}

int tp_holders_have(const tp_holders *h, int rank) {
  for (int i = 0; i < TP_HOLDER_RANGES; i++)
    if (h->range[i].first <= rank && rank < h->range[i].past)
      return 1;
  return 0;
}

int tp_holders_equal(const tp_holders *a, const tp_holders *b) { return memcmp(a, b, sizeof *a) == 0; }

int tp_holders_are(const tp_holders *h, int rank) { return tp_holders_alone(h) == rank; }

int tp_holders_first(const tp_holders *h) { return h->range[0].first; }

int tp_holders_alone(const tp_holders *h) {
  return h->range[1].past == 0 && h->range[0].past == h->range[0].first + 1 ? h->range[0].first : -1;
}

static void remove_range(tp_holders *h, int i) {
  memmove(&h->range[i], &h->range[i + 1], (size_t)(TP_HOLDER_RANGES - 1 - i) * sizeof h->range[0]);
  memset(&h->range[TP_HOLDER_RANGES - 1], 0, sizeof h->range[0]);
}

/* The shortest range; not the one of rank 0. */
static int shortest(const tp_holders *h) {
  int least = -1;
  for (int i = 0; i < TP_HOLDER_RANGES; i++) {
    int length = h->range[i].past - h->range[i].first;
    if (h->range[i].first > 0 && (least < 0 || length < h->range[least].past - h->range[least].first))
      least = i;
  }
  return least;
}

void tp_holders_add(tp_holders *h, int rank) {
  if (tp_holders_have(h, rank))
    return;
  int i = 0;
  while (h->range[i].past && h->range[i].past < rank && i < TP_HOLDER_RANGES - 1)
    i++;
  if (h->range[i].past == rank && h->range[i].past) {
    h->range[i].past++;
  } else if (h->range[i].past && h->range[i].first == rank + 1) {
    h->range[i].first--;
  } else {
    if (h->range[TP_HOLDER_RANGES - 1].past)
      remove_range(h, shortest(h));
    for (i = TP_HOLDER_RANGES - 1; i > 0 && (h->range[i - 1].past == 0 || h->range[i - 1].first > rank); i--)
      h->range[i] = h->range[i - 1];
    h->range[i].first = (unsigned short)rank;
    h->range[i].past = (unsigned short)(rank + 1);
  }
  if (i + 1 < TP_HOLDER_RANGES && h->range[i + 1].past && h->range[i].past == h->range[i + 1].first) {
    h->range[i].past = h->range[i + 1].past;
    remove_range(h, i + 1);
  }
}

void tp_holders_remove(tp_holders *h, int rank) {
  int i = 0, last = TP_HOLDER_RANGES - 1;
  while (i <= last && !(h->range[i].first <= rank && rank < h->range[i].past))
    i++;
  if (i > last || tp_holders_are(h, rank))
    return;
  if (h->range[i].past == h->range[i].first + 1) {
    remove_range(h, i);
  } else if (h->range[i].first == rank) {
    h->range[i].first++;
  } else if (h->range[i].past == rank + 1) {
    h->range[i].past--;
  } else if (h->range[last].past == 0) {
    for (int k = last; k > i; k--)
      h->range[k] = h->range[k - 1];
    h->range[i].past = (unsigned short)rank;
    h->range[i + 1].first = (unsigned short)(rank + 1);
  }
}
