/* figures.c - see figures.h. */
#include "report/figures.h"

#include <string.h>

static double part(double of, double all) { return all > 0 ? of / all : -1; }

tp_figures tp_figures_of(const tp_region_counts *s, double program) {
  int several = s->of_ranks > s->seconds * 1.000001;
  tp_figures f = {.share = part(s->seconds, program), .rate = part(s->points, s->seconds), .all = part(s->busy, s->held),
                  .ranks = -1, .imbalance = part(s->most, s->even)};
  f.threads = several ? part(s->busy, s->of_busiest) : f.all;
  if (several)
    f.ranks = part(s->busiest, s->of_ranks);
  return f;
}

void tp_figures_add(tp_region_counts *all, const tp_region_counts *sum) {
  all->seconds += sum->seconds;
  all->points += sum->points;
  all->busy += sum->busy;
  all->held += sum->held;
  all->busiest += sum->busiest;
  all->of_busiest += sum->of_busiest;
  all->of_ranks += sum->of_ranks;
  all->most += sum->most;
  all->even += sum->even;
  all->bytes += sum->bytes;
  all->livein_bytes += sum->livein_bytes;
  all->result_bytes += sum->result_bytes;
  all->moved_bytes += sum->moved_bytes;
}

tp_rank_counts tp_figures_of_rank(int rank) {
  tp_rank_counts all = {0};
  for (const tp_region_record *r = tp_records(); r; r = r->next) {
    if (!r->by_rank || rank >= r->ranks_counted)
      continue;
    const tp_rank_counts *c = &r->by_rank[rank];
    all.compute += c->compute;
    all.wait += c->wait;
    all.comm += c->comm;
    all.tiles += c->tiles;
    all.messages += c->messages;
    all.bytes += c->bytes;
    all.livein += c->livein;
    all.results += c->results;
    all.moved += c->moved;
  }
  return all;
}

double tp_figures_hidden(const tp_region_counts *s) {
  if (s->transfer <= 0)
    return 1;
  double seen = s->wait + s->comm;
  return seen >= s->transfer ? 0 : 1 - seen / s->transfer;
}

int tp_function_length(const tp_region_record *r) {
  const char *end = strrchr(r->name, '_');
  if (!end || !end[1] || end[1 + strspn(end + 1, "0123456789")])
    return (int)strlen(r->name);
  for (const tp_region_record *o = tp_records(); o; o = o->next)
    if (strlen(o->name) == (size_t)(end - r->name) && strncmp(o->name, r->name, (size_t)(end - r->name)) == 0 &&
        strcmp(o->file, r->file) == 0)
      return (int)(end - r->name);
  return (int)strlen(r->name);
}
