/* plans_file.c - one line per tuned plan. */
#include "core/plans_file.h"

#include "core/process.h"
#include "core/profile_file.h"
#include "core/settings_text.h"
#include "plan/formulas.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE = 1024, MOST = 1 << 24 };
static const char header[] = "tilepipe plans 1";

/* --- where ------------------------------------------------------------------------------------ */

const char *tp_plans_place(const tp_settings *settings) {
  static char usual[4096], named[sizeof settings->plans];
  static int looked;
  char own[256] = "?";
  tp_profile_key key;
  if (strcmp(settings->plans, TP_PLANS_NONE) == 0)
    return NULL;
  if (*settings->plans) {
    memcpy(named, settings->plans, sizeof named);
    return named;
  }
  if (!looked) {
    looked = 1;
    if (!tp_here.host_names)
      gethostname(own, sizeof own - 1);
    tp_profile_key_of(tp_here.host_names ? tp_here.host_names : own, &key);
    if (!tp_cache_place(&key, "plans", "txt", usual, sizeof usual))
      *usual = 0;
  }
  return *usual ? usual : NULL;
}

/* --- lines ------------------------------------------------------------------------------------ */

static int put_list(char *out, size_t size, const char *name, int dims, const tp_int *at) {
  int n = snprintf(out, size, " %s=", name);
  for (int d = 0; d < dims; d++)
    n += snprintf(out + n, size - (size_t)n, d ? ",%lld" : "%lld", at[d]);
  return n;
}

/* Operations tell regions of one name apart when the source has changed. */
static unsigned work_of(const tp_region *r) {
  unsigned long long hash = 14695981039346656037ull;
  const unsigned char *at = (const unsigned char *)&r->tp_ops;
  for (size_t i = 0; i < sizeof r->tp_ops; i++)
    hash = (hash ^ at[i]) * 1099511628211ull;
  return (unsigned)(hash >> 32);
}

/* "region=... hosts=1 ": what a line begins with. */
static void put_key(const tp_region *r, const tp_shape *shape, const tp_machine *m, char *out,
                    size_t size) {
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

static void put_plan(const tp_tuned *t, char *out, size_t size) {
  char schedule[32], grouping[32], hybrid[32], transport[32], assign[32];
  tp_setting_word("schedule", t->schedule, schedule, sizeof schedule);
  tp_setting_word("grouping", t->grouping, grouping, sizeof grouping);
  tp_setting_word("hybrid", t->hybrid, hybrid, sizeof hybrid);
  tp_setting_word("transport", t->transport, transport, sizeof transport);
  tp_setting_word("assign", t->assign, assign, sizeof assign);
  int n = snprintf(out, size, "mapped=%d", t->mapped);
  n += put_list(out + n, size - (size_t)n, "extents", t->dims, t->extent);
  n += put_list(out + n, size - (size_t)n, "mesh", t->dims, t->mesh);
  n += put_list(out + n, size - (size_t)n, "group", t->dims, t->group);
  snprintf(out + n, size - (size_t)n,
           " schedule=%s grouping=%s hybrid=%s transport=%s assign=%s piece=%lld seconds=%.9g spent=%.3f done=%d",
           schedule, grouping, hybrid, transport, assign, t->piece, t->seconds, t->spent, t->done);
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

static int get_word(const char *line, const char *name) {
  char word[32];
  const char *at = value_of(line, name);
  return at && sscanf(at, "%31[a-z0-9]", word) == 1 ? tp_setting_number(name, word) : 0;
}

static int get_plan(const char *line, int dims, tp_tuned *out) {
  tp_tuned t;
  memset(&t, 0, sizeof t);
  t.dims = dims;
  const char *mapped = value_of(line, "mapped"), *seconds = value_of(line, "seconds");
  const char *spent = value_of(line, "spent"), *done = value_of(line, "done");
  if (!mapped || !get_list(line, "extents", dims, t.extent) || !get_list(line, "mesh", dims, t.mesh) ||
      !get_list(line, "group", dims, t.group))
    return 0;
  t.mapped = atoi(mapped);
  t.schedule = get_word(line, "schedule");
  t.grouping = get_word(line, "grouping");
  t.hybrid = get_word(line, "hybrid");
  const char *piece = value_of(line, "piece");
  t.transport = get_word(line, "transport");
  t.assign = get_word(line, "assign");
  t.piece = piece ? atoi(piece) : 0;
  t.seconds = seconds ? atof(seconds) : 0;
  t.spent = spent ? atof(spent) : 0;
  t.done = done && *done == '1';
  if (t.schedule <= 0 || t.grouping <= 0 || t.hybrid <= 0 || t.transport < 0 || t.assign < 0 || t.piece < 0)
    return 0;
  *out = t;
  return 1;
}

/* --- the file --------------------------------------------------------------------------------- */

/* The text, ending in a null; null: not there (*missing) or not readable. */
static char *read_file(const char *name, int *missing) {
  FILE *file = fopen(name, "re");
  char *text = NULL;
  long size = -1;
  *missing = !file && errno == ENOENT;
  if (file && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 && size < MOST &&
      fseek(file, 0, SEEK_SET) == 0 && (text = malloc((size_t)size + 1)) != NULL)
    text[fread(text, 1, (size_t)size, file)] = 0;
  if (file)
    fclose(file);
  return text;
}

static int has_header(const char *text) {
  return strncmp(text, header, sizeof header - 1) == 0 && text[sizeof header - 1] == '\n';
}

/* The line that begins with key, without what follows it; null: none. */
static const char *find_line(const char *text, const char *key, size_t *length) {
  size_t begins = strlen(key);
  for (const char *at = text; *at;) {
    *length = strcspn(at, "\n");
    if (strncmp(at, key, begins) == 0)
      return at;
    at += *length + (at[*length] == '\n');
  }
  return NULL;
}

/* Rank 0 reads a file once; a program that tunes looks at it again before it writes. */
static struct {
  char name[4096];
  char *text; /* null: not there, or of no use */
  char why[512];
  tp_status status;
} kept;

static void load(const char *name, int is_named) {
  int missing;
  if (strcmp(kept.name, name) == 0)
    return;
  snprintf(kept.name, sizeof kept.name, "%s", name);
  free(kept.text);
  kept.text = read_file(name, &missing);
  kept.status = TP_OK;
  if (kept.text && !has_header(kept.text)) {
    free(kept.text);
    kept.text = NULL;
    kept.status = is_named ? TP_INVALID : TP_OK;
    snprintf(kept.why, sizeof kept.why, "TILEPIPE_PLANS=%.200s: no file of plans, or of another version", name);
  } else if (!kept.text && !missing && is_named) {
    kept.status = TP_INVALID;
    snprintf(kept.why, sizeof kept.why, "TILEPIPE_PLANS=%.200s: cannot be read", name);
  }
}

tp_status tp_plans_find(const tp_region *r, const tp_shape *shape, const tp_machine *machine,
                        const tp_settings *settings, tp_tuned *out, const char **why) {
  const char *name = tp_plans_place(settings);
  char key[LINE], line[LINE];
  size_t length;
  int error = errno; /* the nest would not have touched it */
  if (!name)
    return TP_DECLINED;
  load(name, *settings->plans != 0);
  errno = error;
  if (kept.status != TP_OK) {
    *why = kept.why;
    return kept.status;
  }
  put_key(r, shape, machine, key, sizeof key);
  const char *at = kept.text ? find_line(kept.text, key, &length) : NULL;
  if (!at)
    return TP_DECLINED;
  snprintf(line, sizeof line, "%.*s ", length < sizeof line - 2 ? (int)length : (int)sizeof line - 2, at);
  if (get_plan(line, shape->dims, out))
    return TP_OK;
  if (!*settings->plans)
    return TP_DECLINED;
  snprintf(kept.why, sizeof kept.why, "TILEPIPE_PLANS=%.200s: the plan of region %.100s is not understood",
           name, r->tp_name);
  *why = kept.why;
  return TP_INVALID;
}

/* The folders of the usual place may be missing. */
static void make_folders(const char *name) {
  char folder[4096];
  snprintf(folder, sizeof folder, "%s", name);
  for (char *at = folder + 1; (at = strchr(at, '/')) != NULL; at++) {
    *at = 0;
    mkdir(folder, 0777);
    *at = '/';
  }
}

static int write_lines(const char *name, const char *text, const char *key, const char *plan) {
  char other[4200];
  size_t length;
  snprintf(other, sizeof other, "%s.%ld", name, (long)getpid());
  FILE *file = fopen(other, "we");
  if (!file)
    return 0;
  fprintf(file, "%s\n", header);
  const char *old = text ? find_line(text, key, &length) : NULL;
  for (const char *at = text ? strchr(text, '\n') : NULL; at && *++at; at = strchr(at, '\n'))
    if (at != old && *at != '\n')
      fprintf(file, "%.*s\n", (int)strcspn(at, "\n"), at);
  fprintf(file, "%s%s\n", key, plan);
  int good = fflush(file) == 0 && fsync(fileno(file)) == 0;
  good = fclose(file) == 0 && good && rename(other, name) == 0;
  if (!good)
    unlink(other);
  return good;
}

int tp_plans_keep(const tp_region *r, const tp_shape *shape, const tp_machine *machine,
                  const tp_settings *settings, const tp_tuned *t) {
  const char *name = tp_plans_place(settings);
  char key[LINE], plan[LINE];
  int missing, error = errno;
  if (!name)
    return 0;
  if (!*settings->plans)
    make_folders(name);
  put_key(r, shape, machine, key, sizeof key);
  put_plan(t, plan, sizeof plan);
  char *text = read_file(name, &missing);
  if (text && !has_header(text)) {
    free(text);
    text = NULL;
  }
  int good = write_lines(name, text, key, plan);
  free(text);
  *kept.name = 0; /* read again when asked the next time */
  errno = error;
  return good;
}
