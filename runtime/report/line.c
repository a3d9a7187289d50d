/* line.c - TILEPIPE_STATS=1: key=value, as words of a shell. */
#include "report/figures.h"
#include "report/report.h"

#include <string.h>

/* ` key=value`; in quotes, with those inside escaped, where words of a shell would need it, or always. */
static void put_text(tp_text *out, const char *key, const char *value, int always) {
  int plain = !always && *value && !strpbrk(value, " \t\"\\'");
  tp_text_put(out, plain ? " %s=" : " %s=\"", key);
  for (int i = 0; value[i] && i < 500; i++)
    tp_text_put(out, strchr("\"\\", value[i]) && !plain ? "\\%c" : "%c", (unsigned char)value[i] < ' ' ? '?' : value[i]);
  if (!plain)
    tp_text_put(out, "\"");
}

/* "1/2": fewer than there are. */
static void put_used(tp_text *out, const char *key, int used, int given) {
  tp_text_put(out, used < given ? " %s=%d/%d" : " %s=%d", key, used, given);
}

static void put_last(tp_text *out, const tp_region_record *r) {
  char plan[512];
  tp_plan_print(&r->plan, r->rows, plan, (int)sizeof plan);
  const char *rest = strstr(plan, " schedule=");
  tp_text_put(out, " last:");
  put_used(out, "ranks", r->plan.ranks, r->ranks);
  put_used(out, "threads", r->plan.threads, r->threads);
  if (r->fewer)
    put_text(out, "why", r->fewer, 1);
  tp_text_put(out, "%s", rest ? rest : "");
}

static void put_all(tp_text *out, const tp_region_record *r) {
  const tp_region_counts *s = &r->sum;
  int moves = s->livein > 0 || s->gather > 0 || s->messages > 0 || r->plan.ranks > 1;
  tp_text_put(out, " all: tiles=%lld cpus=%d/%d seconds=%.6f", s->tiles, s->cpus_that_ran, s->cpus_with_work, s->seconds);
  if (moves)
    tp_text_put(out, " livein=%.6f", s->livein);
  tp_text_put(out, " compute=%.6f wait=%.6f", s->compute, s->wait);
  if (moves)
    tp_text_put(out, " comm=%.6f gather=%.6f messages=%lld direct=%lld bytes=%lld", s->comm, s->gather, s->messages, s->direct,
        s->bytes);
  if (s->sums > 0)
    tp_text_put(out, " sums=%.6f", s->sums);
  tp_text_put(out, " predicted=%.6f", s->predicted);
  if (moves)
    tp_text_put(out, " hidden=%.2f", tp_figures_hidden(s));
  if (tp_has_kind(&r->plan.kinds, TP_VARIANT_JAM))
    tp_text_put(out, " jammed=%lld", s->of_kind[TP_VARIANT_JAM]);
  if (tp_has_kind(&r->plan.kinds, TP_VARIANT_SKEW))
    tp_text_put(out, " skewed=%lld", s->of_kind[TP_VARIANT_SKEW]);
  if (tp_has_kind(&r->plan.kinds, TP_VARIANT_BLOCKS))
    tp_text_put(out, " blocked=%lld", s->of_kind[TP_VARIANT_BLOCKS]);
  tp_text_put(out, " p_fill=%.6f p_compute=%.6f p_start=%.6f", s->parts.fill, s->parts.compute, s->parts.start);
  if (moves)
    tp_text_put(out, " p_comm=%.6f", s->parts.comm);
  tp_text_put(out, " p_sync=%.6f", s->parts.sync);
  if (moves || s->sums > 0)
    tp_text_put(out, " p_move=%.6f", s->parts.move);
  tp_text_put(out, " revised=%d%s", r->revised, r->tried ? " tried=1" : "");
  if (s->pipeline > 0)
    tp_text_put(out, " pipeline=%.6f", s->pipeline);
}

void tp_line_region(const tp_region_record *r, tp_text *out) {
  tp_text_put(out, "tilepipe: region=%.200s", r->name);
  put_text(out, "file", r->file, 0);
  tp_text_put(out, " line=%d at=%.*s:%d calls=%ld ran=%ld declined=%ld", r->line, tp_function_length(r), r->name, r->line,
      r->calls - r->declined + tp_record_all_declined(r), r->ran, tp_record_all_declined(r));
  if (r->reason)
    put_text(out, "reason", r->reason, 1);
  if (r->verified)
    tp_text_put(out, " verify=%s", r->verified > 0 ? "ok" : "unavailable");
  if (r->ran) {
    put_last(out, r);
    put_all(out, r);
  }
  if (r->alone)
    put_text(out, "alone", r->alone, 1);
  if (r->plans)
    put_text(out, "plans", r->plans, 0);
  if (r->plans_ignored)
    put_text(out, "plans-ignored", r->plans_ignored, 1);
  if (r->decided) {
    tp_text_put(out, " decided=%ld deciding=%.6f", r->decided, r->deciding);
    put_text(out, "profile", r->profile ? r->profile : "built-in", 0);
  }
  if (r->profile_ignored)
    put_text(out, "profile-ignored", r->profile_ignored, 1);
}

void tp_line_data(const tp_data_counts *d, tp_text *out) {
  if (d->why)
    tp_text_put(out, "tilepipe: data=gather reason=\"%s\"", d->why);
  else if (d->starts || d->surveys)
    tp_text_put(out,
                "tilepipe: data=stay starts=%lld home=%lld ranks=%lld border=%lld foreseen=%lld faults=%lld fetched=%lld "
                "returned=%lld away=%lld surveys=%lld touched=%lld protecting=%.6f",
                d->starts, d->home, d->ranks, d->border, d->foreseen, d->faults, d->fetched, d->returned, d->away,
                d->surveys, d->touched, d->protecting);
}
