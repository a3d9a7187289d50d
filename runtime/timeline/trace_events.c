/* trace_events.c - see trace_events.h. Numbers are printed as integers: the program may have chosen a decimal comma. */
#include "timeline/trace_events.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARRAYS = 1000000 }; /* the thread's number of the track of arrays */

/* Names end in the region's or array's (NAMED), or in the peer's number (PEER). */
enum { PLAIN, NAMED, PEER };
static const struct {
  const char *category, *name;
  int ends;
} kinds[TP_SLICE_KINDS] = {
    [TP_SLICE_DECISION] = {"region", "decide ", NAMED},
    [TP_SLICE_REGION] = {"region", "region ", NAMED},
    [TP_SLICE_LIVEIN] = {"region", "live-in", PLAIN},
    [TP_SLICE_GATHER] = {"region", "gather", PLAIN},
    [TP_SLICE_COMM] = {"comm", "communicate", PLAIN},
    [TP_SLICE_WAIT] = {"wait", "wait", PLAIN},
    [TP_SLICE_TILE] = {"compute", "tile", PLAIN},
    [TP_SLICE_SUM] = {"sums", "add terms", PLAIN},
    [TP_SLICE_LOWER] = {"part", "wait for thread ", PEER},
    [TP_SLICE_BARRIER] = {"part", "barrier", PLAIN},
    [TP_SLICE_CONNECT] = {"part", "wait for the plan of rank ", PEER},
    [TP_SLICE_ROOM] = {"part", "wait for a receive of rank ", PEER},
    [TP_SLICE_PACK] = {"part", "pack", PLAIN},
    [TP_SLICE_SEND] = {"part", "send to rank ", PEER},
    [TP_SLICE_RECEIVE] = {"part", "receive from rank ", PEER},
    [TP_SLICE_UNPACK] = {"part", "unpack", PLAIN},
    [TP_SLICE_FETCH] = {"arrays", "fetch ", NAMED},
};

/* --- a text that grows ------------------------------------------------------------------------ */

typedef struct text {
  char *at; /* null: out of memory */
  size_t length, room;
} text;

__attribute__((format(printf, 2, 3))) static void put(text *out, const char *format, ...) {
  enum { MOST = 1024 }; /* of a call */
  if (out->at && out->room - out->length < MOST) {
    char *more = realloc(out->at, out->room *= 2);
    if (!more)
      free(out->at);
    out->at = more;
  }
  if (!out->at)
    return;
  va_list values;
  va_start(values, format);
  int more = vsnprintf(out->at + out->length, MOST, format, values);
  va_end(values);
  out->length += more < 0 ? 0 : more < MOST ? (size_t)more : MOST - 1;
}

/* Names are identifiers; what else there may be in a host's is left out. */
static void plain(const char *name, char *out, size_t size) {
  snprintf(out, size, "%s", name);
  for (; *out; out++)
    if ((unsigned char)*out < ' ' || *out == '"' || *out == '\\')
      *out = '?';
}

/* --- events ----------------------------------------------------------------------------------- */

/* Nanoseconds of the file. As the clock goes on, so do they: slices inside each other stay so. */
static long long of_file(const tp_timeline_clock *c, double seconds) {
  double between = c->at[1] - c->at[0], ahead = c->ahead[0];
  if (between > 0)
    ahead += (c->ahead[1] - c->ahead[0]) * ((seconds - c->at[0]) / between);
  double since = (seconds - ahead - c->zero) * 1e9;
  return since > 0 ? (long long)since : 0;
}

static void put_head(text *out, const char *phase, int rank, int track) {
  put(out, ",\n{\"ph\":\"%s\",\"pid\":%d,\"tid\":%d", phase, rank, track == TP_TRACK_ARRAYS ? ARRAYS : track);
}

static void put_time(text *out, const char *key, long long nanoseconds) {
  put(out, ",\"%s\":%lld.%03lld", key, nanoseconds / 1000, nanoseconds % 1000);
}

static void put_name(text *out, const tp_slice *s, const char *name) {
  put(out, ",\"cat\":\"%s\",\"name\":\"%s", kinds[s->kind].category, kinds[s->kind].name);
  if (kinds[s->kind].ends == NAMED)
    put(out, "%s", name);
  if (kinds[s->kind].ends == PEER)
    put(out, "%d", s->peer);
  put(out, "\"");
}

static void put_details(text *out, const tp_slice *s, const char *name) {
  put(out, ",\"args\":{\"%s\":\"%s\"", s->kind == TP_SLICE_FETCH ? "array" : "region", name);
  if (s->run > 0)
    put(out, ",\"run\":%ld", s->run);
  if (s->cpu >= 0)
    put(out, ",\"cpu\":%d", s->cpu);
  for (int d = 0; d < s->dims; d++)
    put(out, "%s%d", d ? "," : ",\"tile\":[", s->at[d]);
  if (s->dims > 0)
    put(out, "]");
  if (s->rows > 1)
    put(out, ",\"rows\":%d", s->rows);
  if (s->piece >= 0)
    put(out, ",\"piece\":%d", s->piece);
  if (s->peer >= 0)
    put(out, ",\"%s\":%d", s->kind == TP_SLICE_LOWER ? "thread" : "rank", s->peer);
  if (s->bytes >= 0)
    put(out, ",\"bytes\":%lld", s->bytes);
  put(out, "}}");
}

/* An arrow from the begin of the send to the end of the receive, inside of both. */
static void put_arrow(text *out, int rank, int track, const tp_slice *s, long long begin, long long end) {
  int sends = s->kind == TP_SLICE_SEND;
  put_head(out, sends ? "s" : "f\",\"bp\":\"e", rank, track);
  put_time(out, "ts", sends ? begin : end > begin ? end - 1 : begin);
  put(out, ",\"cat\":\"message\",\"name\":\"face\",\"id\":\"0x%llx\"}", s->message);
}

static void put_slice(text *out, const tp_timeline *t, int track, int rank, const tp_slice *s, const tp_timeline_clock *clock) {
  char name[256];
  long long begin = of_file(clock, s->begin), end = of_file(clock, s->end);
  plain(tp_timeline_named(t, s->name), name, sizeof name);
  put_head(out, "X", rank, track);
  put_time(out, "ts", begin);
  put_time(out, "dur", end - begin);
  put_name(out, s, name);
  put_details(out, s, name);
  if (s->message)
    put_arrow(out, rank, track, s, begin, end);
}

/* By their begin, and those around others in front of these. */
static int compare(const void *a, const void *b) {
  const tp_slice *x = a, *y = b;
  if (x->begin != y->begin)
    return x->begin < y->begin ? -1 : 1;
  if (x->end != y->end)
    return x->end > y->end ? -1 : 1;
  return x->kind - y->kind;
}

char *tp_timeline_text(const tp_timeline *t, int track, int rank, const tp_timeline_clock *clock, size_t *length) {
  unsigned long long kept = tp_timeline_kept(t, track), lost = tp_timeline_lost(t, track);
  text out = {malloc(1 << 16), 0, 1 << 16};
  tp_slice *sorted = malloc((size_t)kept * sizeof *sorted + 1);
  if (!out.at || !sorted) {
    free(out.at);
    free(sorted);
    return NULL;
  }
  if (kept > 0)
    memcpy(sorted, tp_timeline_slices(t, track), (size_t)kept * sizeof *sorted);
  qsort(sorted, (size_t)kept, sizeof *sorted, compare);
  put_head(&out, "M", rank, track);
  put(&out, ",\"name\":\"thread_name\",\"args\":{\"name\":\"");
  if (track == TP_TRACK_ARRAYS)
    put(&out, "arrays that stay");
  else
    put(&out, "thread %d", track);
  put(&out, "\",\"lost\":%llu}}", lost);
  if (lost > 0 && kept > 0) {
    put_head(&out, "i", rank, track);
    put_time(&out, "ts", of_file(clock, sorted[0].begin));
    put(&out, ",\"s\":\"t\",\"cat\":\"lost\",\"name\":\"%llu slices before this one are lost\"}", lost);
  }
  for (unsigned long long i = 0; i < kept; i++)
    put_slice(&out, t, track, rank, &sorted[i], clock);
  free(sorted);
  *length = out.length;
  return out.at;
}

int tp_timeline_process(int rank, const char *host, char *out, size_t size) {
  char name[128];
  plain(host, name, sizeof name);
  return snprintf(out, size,
                  "{\"ph\":\"M\",\"pid\":%d,\"name\":\"process_name\",\"args\":{\"name\":\"rank %d on %s\"}},\n"
                  "{\"ph\":\"M\",\"pid\":%d,\"name\":\"process_sort_index\",\"args\":{\"sort_index\":%d}}",
                  rank, rank, name, rank, rank);
}
