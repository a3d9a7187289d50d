/* configurations.c - a small set of settings in which every pair of levels meets. */
#include "check.h"
#include "tilepipe/runtime.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *const schedules[] = {"overlap", "blocking"};
static const char *const protocols[] = {"eager", "synchronous"};
static const char *const groupings[] = {"dataflow", "hyperplane", "vertical"};
static const char *const hybrids[] = {"multiple", "coarse", "fine"};
static const char *const balances[] = {"none", "constant", "variable"};
static const char *const assigns[] = {"block", "cyclic"};
static const char *const transports[] = {"p2p", "persistent", "rma", "shm"};
static const char *const bodies[] = {"plain", "jam", "auto", "skew", "blocks"};

/* Extents per dimension; 0 is `*`, 1 the smallest legal one. */
static const int tiles[][MOST_DIMS] = {
    {0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}, {3, 5, 7, 3, 5}, {7, 3, 0, 5, 3}, {5, 1, 9, 2, 4}, {64, 6, 3, 64, 2},
};
enum { TILES = sizeof tiles / sizeof tiles[0], MOST_LEVELS = 8, TRIES = 40 };

static void levels_of(int ranks, int levels[FACTORS]) {
  levels[RANKS] = ranks;
  levels[THREADS] = 3;
  levels[TILE] = TILES;
  levels[BODY] = sizeof bodies / sizeof *bodies;
  levels[GROUPING] = levels[HYBRID] = levels[BALANCE] = 3;
  levels[SCHEDULE] = levels[PROTOCOL] = levels[ASSIGN] = 2;
  levels[TRANSPORT] = sizeof transports / sizeof *transports;
}

typedef char pairs[FACTORS][MOST_LEVELS][FACTORS][MOST_LEVELS];

/* Counts the pairs that c would meet for the first time; marks them when told. */
static int fresh(pairs *met, const struct configuration *c, int mark) {
  int count = 0;
  for (int f = 0; f < FACTORS; f++)
    for (int g = f + 1; g < FACTORS; g++) {
      char *p = &(*met)[f][c->level[f]][g][c->level[g]];
      count += !*p;
      if (mark)
        *p = 1;
    }
  return count;
}

int configurations(int number, int ranks, struct configuration *out, int room) {
  static pairs met;
  int levels[FACTORS], open = 0, count = 0;
  uint64_t state = 0x2545f4914f6cdd1du + (uint64_t)number * 7919;

  memset(&met, 0, sizeof met);
  levels_of(ranks, levels);
  for (int f = 0; f < FACTORS; f++)
    for (int g = f + 1; g < FACTORS; g++)
      open += levels[f] * levels[g];
  while (open > 0 && count < room) {
    struct configuration best = {{0}};
    int gain = 0;
    for (int t = 0; t < TRIES || gain == 0; t++) {
      struct configuration c;
      for (int f = 0; f < FACTORS; f++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        c.level[f] = (int)((state >> 33) % (unsigned)levels[f]);
      }
      int g = fresh(&met, &c, 0);
      if (g > gain) {
        best = c;
        gain = g;
      }
    }
    open -= fresh(&met, &best, 1);
    out[count++] = best;
  }
  return count;
}

static const char *tile_text(const struct configuration *c, const struct nest *n) {
  static char text[128];
  int at = 0;
  for (int d = 0; d < n->dims; d++) {
    int extent = tiles[c->level[TILE]][d];
    const char *comma = d ? "," : "";
    if (extent && extent < n->reach[d])
      extent = n->reach[d];
    if (extent)
      at += snprintf(text + at, sizeof text - at, "%s%d", comma, extent);
    else
      at += snprintf(text + at, sizeof text - at, "%s*", comma);
  }
  return text;
}

void apply(const struct configuration *c, const struct nest *n) {
  char number[2] = {0};
  number[0] = (char)('1' + c->level[RANKS]);
  tp_set("ranks", number);
  number[0] = (char)('1' + c->level[THREADS]);
  tp_set("threads", number);
  tp_set("tile", tile_text(c, n));
  tp_set("schedule", schedules[c->level[SCHEDULE]]);
  tp_set("protocol", protocols[c->level[PROTOCOL]]);
  tp_set("grouping", groupings[c->level[GROUPING]]);
  tp_set("hybrid", hybrids[c->level[HYBRID]]);
  tp_set("balance", balances[c->level[BALANCE]]);
  tp_set("assign", assigns[c->level[ASSIGN]]);
  tp_set("transport", transports[c->level[TRANSPORT]]);
  tp_set("body", bodies[c->level[BODY]]);
}

const char *describe(const struct configuration *c, const struct nest *n) {
  static char text[256];
  snprintf(text, sizeof text,
           "ranks=%d threads=%d tile=%s schedule=%s protocol=%s grouping=%s hybrid=%s balance=%s assign=%s"
           " transport=%s body=%s",
           c->level[RANKS] + 1, c->level[THREADS] + 1, tile_text(c, n), schedules[c->level[SCHEDULE]],
           protocols[c->level[PROTOCOL]], groupings[c->level[GROUPING]], hybrids[c->level[HYBRID]],
           balances[c->level[BALANCE]], assigns[c->level[ASSIGN]], transports[c->level[TRANSPORT]],
           bodies[c->level[BODY]]);
  return text;
}
