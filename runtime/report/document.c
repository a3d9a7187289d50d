/* document.c - TILEPIPE_STATS=json: one document, as docs/statistics.schema.json says. */
#include "process/process.h"
#include "report/figures.h"
#include "report/json.h"
#include "report/report.h"
#include "settings/settings_text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { VERSION = 1 }; /* of the schema; more keys do not change it */

static void put_known(tp_json *j, const char *key, double value) {
  if (value >= 0)
    tp_json_number(j, key, value);
  else
    tp_json_null(j, key);
}

/* --- a region --------------------------------------------------------------------------------- */

static void put_word(tp_json *j, int setting, int value) {
  char word[32];
  tp_setting_word(setting, value, word, sizeof word);
  tp_json_text(j, tp_setting_table[setting].name, word);
}

static void put_list(tp_json *j, const char *key, int count, const tp_int *wide, const int *narrow) {
  tp_json_open(j, key, '[');
  for (int d = 0; d < count; d++)
    tp_json_count(j, NULL, wide ? wide[d] : narrow[d]);
  tp_json_close(j, ']');
}

/* The row of the tiling along which CPUs keep their tiles. */
static void put_along(tp_json *j, const tp_region_record *r) {
  char text[160];
  const char *row = r->rows;
  for (int d = 0; row && d < r->plan.mapped; d++) {
    const char *end = strchr(row, ';');
    row = end ? end + 1 : NULL;
  }
  if (row)
    snprintf(text, sizeof text, "%.*s", (int)strcspn(row, ";"), row);
  else
    snprintf(text, sizeof text, "%d", r->plan.mapped);
  tp_json_text(j, "along", text);
}

static void put_ignored(tp_json *j, int ignored) {
  tp_json_open(j, "ignored", '[');
  for (int i = 0; i < TP_SETTING_COUNT; i++)
    if (ignored >> i & 1)
      tp_json_text(j, NULL, tp_setting_table[i].name);
  tp_json_close(j, ']');
}

static void put_modes(tp_json *j, const tp_plan *p) {
  put_word(j, TP_SETTING_schedule, p->schedule);
  put_word(j, TP_SETTING_protocol, p->protocol);
  put_word(j, TP_SETTING_grouping, p->grouping);
  if (p->threads > 1)
    put_word(j, TP_SETTING_hybrid, p->hybrid);
  if (p->threads > 1 && p->grouping == TP_GROUPING_VERTICAL)
    tp_json_count(j, "subtiles", p->subtiles);
  if (p->ranks > 1 && p->transport == TP_TRANSPORT_SHM_P2P)
    tp_json_text(j, "transport", "shm+p2p");
  else if (p->ranks > 1)
    put_word(j, TP_SETTING_transport, p->transport);
  if (p->ranks > 1)
    put_word(j, TP_SETTING_faces, p->faces);
  put_word(j, TP_SETTING_assign, p->assign);
  if (tp_cut(p) >= 0) {
    put_word(j, TP_SETTING_balance, p->balance);
    tp_json_open(j, "bal", '[');
    for (int i = 0; i < 3; i++)
      tp_json_number(j, NULL, p->bal[i]);
    tp_json_close(j, ']');
  }
  tp_json_count(j, "pokes", p->pokes);
}

static void put_last(tp_json *j, const tp_region_record *r) {
  const tp_plan *p = &r->plan;
  tp_json_open(j, "last", '{');
  tp_json_count(j, "ranks", p->ranks);
  tp_json_count(j, "ranks_given", r->ranks);
  tp_json_count(j, "threads", p->threads);
  tp_json_count(j, "threads_given", r->threads);
  tp_json_text(j, "why", r->fewer);
  put_modes(j, p);
  put_list(j, "mesh", p->dims, NULL, p->mesh);
  put_list(j, "group", p->dims, NULL, p->group);
  put_along(j, r);
  put_list(j, "extents", p->dims, p->extent, NULL);
  put_list(j, "grid", p->dims, p->tiles, NULL);
  put_ignored(j, p->ignored);
  tp_json_close(j, '}');
}

static void put_tuned(tp_json *j, const tp_tuned *t) {
  if (t->plans == 0) {
    tp_json_null(j, "tuned");
    return;
  }
  tp_json_open(j, "tuned", '{');
  tp_json_count(j, "plans", t->plans);
  tp_json_number(j, "first", t->first);
  tp_json_number(j, "best", t->best);
  put_known(j, "loop", t->loop > 0 ? t->loop : -1);
  tp_json_text(j, "changes", t->changes);
  tp_json_close(j, '}');
}

static void put_predicted(tp_json *j, const tp_region_counts *s) {
  tp_json_number(j, "predicted", s->predicted);
  tp_json_number(j, "p_fill", s->parts.fill);
  tp_json_number(j, "p_compute", s->parts.compute);
  tp_json_number(j, "p_start", s->parts.start);
  tp_json_number(j, "p_comm", s->parts.comm);
  tp_json_number(j, "p_sync", s->parts.sync);
  tp_json_number(j, "p_move", s->parts.move);
}

static void put_figures(tp_json *j, const tp_region_counts *s, double program) {
  tp_figures f = tp_figures_of(s, program);
  put_known(j, "share", f.share);
  put_known(j, "points_per_second", f.rate);
  put_known(j, "efficiency", f.all);
  put_known(j, "efficiency_of_ranks", f.ranks);
  put_known(j, "efficiency_of_threads", f.threads);
  put_known(j, "imbalance", f.imbalance);
}

static void put_all(tp_json *j, const tp_region_record *r, double program) {
  const tp_region_counts *s = &r->sum;
  tp_json_open(j, "all", '{');
  tp_json_count(j, "tiles", s->tiles);
  tp_json_number(j, "points", s->points);
  tp_json_count(j, "cpus", s->cpus_that_ran);
  tp_json_count(j, "cpus_with_work", s->cpus_with_work);
  tp_json_number(j, "seconds", s->seconds);
  tp_json_number(j, "livein", s->livein);
  tp_json_number(j, "compute", s->compute);
  tp_json_number(j, "wait", s->wait);
  tp_json_number(j, "comm", s->comm);
  tp_json_number(j, "gather", s->gather);
  tp_json_number(j, "sums", s->sums);
  tp_json_number(j, "pipeline", s->pipeline);
  tp_json_number(j, "touching", s->touched);
  tp_json_count(j, "messages", s->messages);
  tp_json_count(j, "direct", s->direct);
  tp_json_count(j, "bytes", s->bytes);
  tp_json_count(j, "livein_bytes", s->livein_bytes);
  tp_json_count(j, "result_bytes", s->result_bytes);
  tp_json_count(j, "moved_bytes", s->moved_bytes);
  tp_json_number(j, "hidden", tp_figures_hidden(s));
  tp_json_count(j, "jammed", s->of_kind[TP_VARIANT_JAM]);
  tp_json_count(j, "skewed", s->of_kind[TP_VARIANT_SKEW]);
  tp_json_count(j, "blocked", s->of_kind[TP_VARIANT_BLOCKS]);
  put_predicted(j, s);
  tp_json_count(j, "revised", r->revised);
  tp_json_count(j, "tried", r->tried);
  put_figures(j, s, program);
  tp_json_close(j, '}');
}

/* --- ranks ------------------------------------------------------------------------------------ */

static void put_rank(tp_json *j, int rank, const tp_rank_counts *c) {
  tp_json_count(j, "rank", rank);
  tp_json_number(j, "compute", c->compute);
  tp_json_number(j, "wait", c->wait);
  tp_json_number(j, "comm", c->comm);
  tp_json_count(j, "tiles", c->tiles);
  tp_json_count(j, "messages", c->messages);
  tp_json_count(j, "bytes", c->bytes);
  tp_json_count(j, "livein_bytes", c->livein);
  tp_json_count(j, "result_bytes", c->results);
  tp_json_count(j, "moved_bytes", c->moved);
}

static void put_ranks_of(tp_json *j, const tp_region_record *r) {
  tp_json_open(j, "by_rank", '[');
  for (int rank = 0; r->by_rank && rank < r->ranks_counted; rank++) {
    tp_json_open(j, NULL, '{');
    put_rank(j, rank, &r->by_rank[rank]);
    tp_json_close(j, '}');
  }
  tp_json_close(j, ']');
}

static void put_ranks(tp_json *j, const tp_program *p) {
  tp_json_open(j, "by_rank", '[');
  for (int rank = 0; rank < p->ranks; rank++) {
    tp_rank_counts c = tp_figures_of_rank(rank);
    tp_brought b = p->data && p->data->brought ? p->data->brought[rank] : (tp_brought){0, 0};
    tp_json_open(j, NULL, '{');
    put_rank(j, rank, &c);
    tp_json_text(j, "host", tp_report_host(rank));
    tp_json_count(j, "faults", b.pieces);
    tp_json_count(j, "fetched_bytes", b.bytes);
    tp_json_close(j, '}');
  }
  tp_json_close(j, ']');
}

/* --- the document ----------------------------------------------------------------------------- */

static void put_region(tp_json *j, const tp_region_record *r, double program) {
  char at[600];
  int function = tp_function_length(r);
  long declined = tp_record_all_declined(r);
  snprintf(at, sizeof at, "%.*s:%d", function < 500 ? function : 500, r->name, r->line);
  tp_json_open(j, NULL, '{');
  tp_json_text(j, "region", r->name);
  tp_json_text(j, "file", r->file);
  tp_json_count(j, "line", r->line);
  tp_json_text(j, "at", at);
  tp_json_count(j, "calls", r->calls - r->declined + declined);
  tp_json_count(j, "ran", r->ran);
  tp_json_count(j, "declined", declined);
  tp_json_text(j, "reason", r->reason);
  tp_json_text(j, "declined_for", declined > 0 ? r->declined_for : NULL);
  tp_json_text(j, "verify", !r->verified ? NULL : r->verified > 0 ? "ok" : "unavailable");
  tp_json_text(j, "alone", r->alone);
  tp_json_text(j, "plans", r->plans);
  tp_json_text(j, "plans_ignored", r->plans_ignored);
  put_tuned(j, &r->tuned);
  tp_json_count(j, "decided", r->decided);
  tp_json_number(j, "deciding", r->deciding);
  tp_json_text(j, "profile", !r->decided ? NULL : r->profile ? r->profile : "built-in");
  tp_json_text(j, "profile_ignored", r->profile_ignored);
  if (r->ran) {
    put_last(j, r);
    put_all(j, r, program);
  } else {
    tp_json_null(j, "last");
    tp_json_null(j, "all");
  }
  put_ranks_of(j, r);
  tp_json_close(j, '}');
}

static void put_data(tp_json *j, const tp_data_counts *d) {
  tp_json_open(j, "data", '{');
  tp_json_text(j, "data", d->why ? "gather" : "stay");
  tp_json_text(j, "reason", d->why);
  tp_json_count(j, "starts", d->starts);
  tp_json_count(j, "home", d->home);
  tp_json_count(j, "ranks", d->ranks);
  tp_json_count(j, "border", d->border);
  tp_json_count(j, "foreseen", d->foreseen);
  tp_json_count(j, "faults", d->faults);
  tp_json_count(j, "fetched", d->fetched);
  tp_json_count(j, "returned", d->returned);
  if (d->away >= 0)
    tp_json_count(j, "away", d->away);
  else
    tp_json_null(j, "away");
  tp_json_count(j, "surveys", d->surveys);
  tp_json_count(j, "touched", d->touched);
  tp_json_number(j, "protecting", d->protecting);
  tp_json_close(j, '}');
}

static void put_hosts(tp_json *j, int ranks) {
  tp_json_open(j, "hosts", '[');
  for (int r = 0, next = 0; r < ranks; r++) {
    int host = tp_here.host_of ? tp_here.host_of[r] : 0;
    if (host < next)
      continue;
    tp_json_text(j, NULL, tp_report_host(r));
    next = host + 1;
  }
  tp_json_close(j, ']');
}

static void put_program(tp_json *j, const tp_program *p) {
  tp_json_text(j, "schema", "tilepipe-statistics");
  tp_json_count(j, "version", VERSION);
  tp_json_text(j, "tilepipe", TILEPIPE_VERSION);
  tp_json_text(j, "program", p->name);
  tp_json_count(j, "process", getpid());
  if (p->signal)
    tp_json_count(j, "signal", p->signal);
  else
    tp_json_null(j, "signal");
  tp_json_number(j, "seconds", p->seconds);
  tp_json_count(j, "rank", p->rank);
  tp_json_count(j, "ranks", p->ranks);
  if (p->threads)
    tp_json_count(j, "threads", p->threads);
  else
    tp_json_null(j, "threads");
  put_hosts(j, p->ranks);
  tp_json_text(j, "alone", p->alone);
}

void tp_document(const tp_program *p, tp_text *out) {
  tp_json j = {out, 0, 0};
  tp_json_open(&j, NULL, '{');
  put_program(&j, p);
  tp_json_open(&j, "regions", '[');
  for (const tp_region_record *r = tp_records(); r; r = r->next)
    put_region(&j, r, p->seconds);
  tp_json_close(&j, ']');
  if (p->data)
    put_data(&j, p->data);
  else
    tp_json_null(&j, "data");
  put_ranks(&j, p);
  tp_text_put(out, "\n");
  tp_json_close(&j, '}');
  tp_text_put(out, "\n");
}
