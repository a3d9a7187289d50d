/* plans_line.c - one tuned plan as a line of text. */
#include "cache/plans_line.h"

#include "process/process.h"
#include "settings/settings_text.h"
#include "util/hash.h"
#include "plan/formulas.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- what a plan belongs to ------------------------------------------------------------------- */

void tp_plans_machine(tp_profile_key *out) {
  static char own[256] = "?";
  if (!tp_here.host_names)
    gethostname(own, sizeof own - 1);
  tp_profile_key_of(tp_here.host_names ? tp_here.host_names : own, out);
}

static int put_list(char *out, size_t size, const char *name, int dims, const tp_int *at) {
  int n = snprintf(out, size, " %s=", name);
  for (int d = 0; d < dims; d++)
    n += snprintf(out + n, size - (size_t)n, d ? ",%lld" : "%lld", at[d]);
  return n;
}

/* Operations tell regions of one name apart when the source has changed. */
static unsigned work_of(const tp_region *r) {
  return (unsigned)(tp_hash_bytes(tp_hash_start, &r->tp_ops, sizeof r->tp_ops) >> 32);
}

/* CPU and MPI library: on others the seconds in a line mean nothing. */
static unsigned machine_here(void) {
  static unsigned known;
  if (known == 0) {
    tp_profile_key key;
    tp_plans_machine(&key);
    known = (unsigned)(tp_hash_text(tp_hash_text(tp_hash_start, key.cpu), key.mpi) >> 32) | 1;
  }
  return known;
}

void tp_plans_key(const tp_region *r, const tp_problem *problem, char *out, size_t size) {
  const tp_shape *shape = &problem->shape;
  const tp_machine *m = &problem->machine;
  const char *file = strrchr(r->tp_file, '/');
  tp_int length[TP_DIMS];
  int n = snprintf(out, size, "region=%.200s file=%.200s work=%08x", r->tp_name,
                   file ? file + 1 : r->tp_file, work_of(r));
  for (char *at = out + 7; *at; at++)
    if ((unsigned char)*at < ' ')
      *at = '?';
  for (int d = 0; d < shape->dims; d++)
    length[d] = tp_length(shape->lo[d], shape->hi[d]);
  n += put_list(out + n, size - (size_t)n, "space", shape->dims, length);
  snprintf(out + n, size - (size_t)n, " ranks=%d threads=%d hosts=%d ", m->ranks, m->threads, m->hosts);
}

/* Of what the settings ask of a plan; 0: nothing. */
static unsigned asked_of(const tp_settings *s) {
  unsigned long long hash = tp_hash_start;
  int any = 0;
  for (int i = 0; i < TP_SETTING_COUNT; i++) {
    const tp_setting *row = &tp_setting_table[i];
    if (row->binds == TP_BINDS_RUN)
      continue;
    if (row->kind == TP_KIND_LIST) {
      const tp_list *list = tp_setting_list(i, s);
      any |= list->count;
      hash = tp_hash_bytes(tp_hash_bytes(hash, &list->count, sizeof list->count), list->at, (size_t)list->count * sizeof *list->at);
    } else {
      int value = tp_setting_value(i, s);
      any |= value;
      hash = tp_hash_bytes(hash, &value, sizeof value);
    }
  }
  return any ? (unsigned)(hash >> 32) | 1 : 0;
}

void tp_plans_own_key(const char *key, const tp_settings *settings, int with_tool, char *out, size_t size) {
  unsigned asked = settings ? asked_of(settings) : 0;
  int n = snprintf(out, size, "%smachine=%08x ", key, machine_here());
  if (asked)
    n += snprintf(out + n, size - (size_t)n, "asked=%08x ", asked);
  snprintf(out + n, size - (size_t)n, "tool=%s", with_tool ? TILEPIPE_VERSION " " : "");
}

/* --- the plan itself -------------------------------------------------------------------------- */

#define WORD_TUNED(name) {TP_SETTING_##name, offsetof(tp_tuned, name)},
#define WORD_FIXED(name)

/* Settings that are tuned, with their fields of tp_tuned. */
static const struct {
  int setting;
  size_t at;
} words[] = {
#define TP_SETTING(name, kind, initial, binds, tuned, asks, words) WORD_##tuned(name)
#include "settings/settings.def"
};
enum { WORDS = sizeof words / sizeof *words };

static int put_word(char *out, size_t size, int setting, int value) {
  char word[32];
  tp_setting_word(setting, value, word, sizeof word);
  return snprintf(out, size, " %s=%s", tp_setting_table[setting].name, word);
}

void tp_plans_put(const tp_tuned *t, const tp_tried *tried, char *out, size_t size) {
  int n = snprintf(out, size, "%smapped=%d", t->none ? "plan=none " : "", t->mapped);
  n += put_list(out + n, size - (size_t)n, "extents", t->dims, t->extent);
  n += put_list(out + n, size - (size_t)n, "mesh", t->dims, t->mesh);
  n += put_list(out + n, size - (size_t)n, "group", t->dims, t->group);
  for (int i = 0; i < WORDS; i++)
    n += put_word(out + n, size - (size_t)n, words[i].setting, *(const int *)((const char *)t + words[i].at));
  n += snprintf(out + n, size - (size_t)n, " piece=%lld seconds=%.9g loop=%.9g spent=%.3f done=%d", t->piece, t->seconds,
                t->loop, t->spent, t->done);
  for (int i = 0; !t->done && i < tried->count; i++)
    n += snprintf(out + n, size - (size_t)n, "%s%04x", i == 0 ? " tried=" : "", tried->hash[i]);
}

/* The value of a key in a line; null: not there. */
static const char *value_of(const char *line, const char *name) {
  size_t length = strlen(name);
  for (const char *at = line; *at; at += strspn(at, " ")) {
    if (strncmp(at, name, length) == 0 && at[length] == '=')
      return at + length + 1;
    at += strcspn(at, " ");
  }
  return NULL;
}

static int get_list(const char *line, const char *name, int dims, tp_int *out) {
  const char *at = value_of(line, name);
  for (int d = 0; at && d < dims; d++) {
    char *end;
    errno = 0;
    out[d] = strtoll(at, &end, 10);
    if (end == at || errno || out[d] < 1 || *end != (d + 1 < dims ? ',' : ' '))
      return 0;
    at = end + 1;
  }
  return at != NULL;
}

static int get_word(const char *line, int setting) {
  char word[32];
  const char *at = value_of(line, tp_setting_table[setting].name);
  return at && sscanf(at, "%31[a-z0-9]", word) == 1 ? tp_setting_number(setting, word) : 0;
}

static double get_number(const char *line, const char *name) {
  const char *at = value_of(line, name);
  return at ? atof(at) : 0;
}

static void get_tried(const char *line, tp_tried *out) {
  const char *at = value_of(line, "tried");
  unsigned hash;
  for (; at && out->count < TP_TRIED && strcspn(at, " ") >= 4 && sscanf(at, "%4x", &hash) == 1; at += 4)
    out->hash[out->count++] = (unsigned short)hash;
}

int tp_plans_get(const char *line, int dims, tp_tuned *out, tp_tried *tried) {
  tp_tuned t;
  memset(&t, 0, sizeof t);
  const char *mapped = value_of(line, "mapped"), *plan = value_of(line, "plan");
  t.none = plan && strncmp(plan, "none ", 5) == 0;
  if ((plan && !t.none) || (!mapped && !t.none))
    return 0;
  if (mapped) {
    t.dims = dims;
    t.mapped = atoi(mapped);
    if (!get_list(line, "extents", dims, t.extent) || !get_list(line, "mesh", dims, t.mesh) ||
        !get_list(line, "group", dims, t.group))
      return 0;
  }
  for (int i = 0; i < WORDS; i++)
    if ((*(int *)((char *)&t + words[i].at) = get_word(line, words[i].setting)) < 0)
      return 0;
  t.piece = (tp_int)get_number(line, "piece");
  t.seconds = get_number(line, "seconds");
  t.loop = get_number(line, "loop");
  t.spent = get_number(line, "spent");
  t.done = get_number(line, "done") == 1;
  if ((mapped && (t.schedule == 0 || t.grouping == 0 || t.hybrid == 0)) || t.piece < 0)
    return 0;
  tried->count = 0;
  get_tried(line, tried);
  *out = t;
  return 1;
}
