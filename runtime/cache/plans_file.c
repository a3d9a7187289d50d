/* plans_file.c - the file of tuned plans: a line of text for each; where it is, reading it once, writing while others write. */
#include "cache/plans_file.h"

#include "cache/file.h"
#include "cache/lines.h"
#include "cache/profile_file.h"
#include "plan/formulas.h"
#include "process/process.h"
#include "settings/settings_text.h"
#include "util/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* PATIENCE: another program that writes into the folder is waited for so often, a millisecond each time. */
enum { VERSION = 1, LARGEST = 1 << 24, PATIENCE = 1000, KEY = 1024, LINE = KEY + 576 + 4 * TP_TRIED };

/* --- what a plan belongs to ------------------------------------------------------------------- */

/* CPU, MPI library and hosts of this program. */
static void machine_key(tp_profile_key *out) {
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
    machine_key(&key);
    known = (unsigned)(tp_hash_text(tp_hash_text(tp_hash_start, key.cpu), key.mpi) >> 32) | 1;
  }
  return known;
}

/* "region=... hosts=1 ": what every line of a region begins with, for these sizes, ranks, threads and hosts. */
static void put_key(const tp_region *r, const tp_problem *problem, char *out, size_t size) {
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
    if (row->binds == TP_BINDS_RUN || row->binds == TP_BINDS_START)
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

/* The key with CPU and MPI library behind it, with what the settings ask of a plan (null: nothing), and with the
   version of the tool: so begins what was measured here. Without the version: "... tool=". */
static void put_own_key(const char *key, const tp_settings *settings, int with_tool, char *out, size_t size) {
  unsigned asked = settings ? asked_of(settings) : 0;
  int n = snprintf(out, size, "%smachine=%08x ", key, machine_here());
  if (asked)
    n += snprintf(out + n, size - (size_t)n, "asked=%08x ", asked);
  snprintf(out + n, size - (size_t)n, "tool=%s", with_tool ? TILEPIPE_VERSION " " : "");
}

/* --- the plan itself -------------------------------------------------------------------------- */

#define WORD_TUNED(name) {TP_SETTING_##name, offsetof(tp_candidate, name)},
#define WORD_FIXED(name)

/* Settings that are tuned, with their fields of tp_candidate. */
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

static void put_change(char *out, size_t size, const char *name, const tp_int *from, const tp_int *to, int dims) {
  if (memcmp(from, to, (size_t)dims * sizeof *to) != 0)
    put_list(out + strlen(out), size - strlen(out), name, dims, to);
}

void tp_plans_changes(const tp_candidate *from, const tp_candidate *to, char *out, size_t size) {
  char text[512] = "";
  put_change(text, sizeof text, "tile", from->extent, to->extent, to->dims);
  put_change(text, sizeof text, "mesh", from->mesh, to->mesh, to->dims);
  put_change(text, sizeof text, "group", from->group, to->group, to->dims);
  for (int i = 0; i < WORDS; i++) {
    int old = *(const int *)((const char *)from + words[i].at), now = *(const int *)((const char *)to + words[i].at);
    if (old != now)
      put_word(text + strlen(text), sizeof text - strlen(text), words[i].setting, now);
  }
  snprintf(out, size, "%.*s", (int)size - 1, *text ? text + 1 : "");
}

/* What follows the key. */
static void put_plan(const tp_candidate *t, const tp_tried *tried, char *out, size_t size) {
  int n = snprintf(out, size, "%smapped=%d", t->none ? "plan=none " : "", t->mapped);
  n += put_list(out + n, size - (size_t)n, "extents", t->dims, t->extent);
  n += put_list(out + n, size - (size_t)n, "mesh", t->dims, t->mesh);
  n += put_list(out + n, size - (size_t)n, "group", t->dims, t->group);
  for (int i = 0; i < WORDS; i++)
    n += put_word(out + n, size - (size_t)n, words[i].setting, *(const int *)((const char *)t + words[i].at));
  n += snprintf(out + n, size - (size_t)n, " seconds=%.9g loop=%.9g spent=%.3f done=%d", t->seconds, t->loop,
                t->spent, t->done);
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

/* Back from a whole line, which ends with a blank. 0: not understood. "plan=none" needs no plan beside it. */
static int get_plan(const char *line, int dims, tp_candidate *out, tp_tried *tried) {
  tp_candidate t;
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
  t.seconds = get_number(line, "seconds");
  t.loop = get_number(line, "loop");
  t.spent = get_number(line, "spent");
  t.done = get_number(line, "done") == 1;
  if (mapped && (t.schedule == 0 || t.grouping == 0 || t.hybrid == 0))
    return 0;
  tried->count = 0;
  get_tried(line, tried);
  *out = t;
  return 1;
}

/* --- where ------------------------------------------------------------------------------------ */

const char *tp_plans_place(const tp_settings *settings) {
  static char usual[4096], named[sizeof settings->plans];
  static int looked;
  tp_profile_key key;
  if (strcmp(settings->plans, TP_PLANS_NONE) == 0)
    return NULL;
  if (*settings->plans) {
    memcpy(named, settings->plans, sizeof named);
    return named;
  }
  if (!looked) {
    looked = 1;
    machine_key(&key);
    if (!tp_cache_place(&key, "plans", "txt", usual, sizeof usual))
      *usual = 0;
  }
  return *usual ? usual : NULL;
}

/* --- the file --------------------------------------------------------------------------------- */

/* The text, ending in a null; null: not there (*missing) or not readable, errno says why. */
static char *read_file(const char *name, int *missing) {
  size_t length;
  char *text = tp_file_read(name, LARGEST, &length);
  *missing = !text && (errno == ENOENT || errno == ENOTDIR);
  return text;
}

static int has_header(const char *text) {
  return tp_lines_version(text, "plans") == VERSION;
}

/* Rank 0 reads a file once; a program that tunes looks at it again before it writes. */
static struct {
  char name[4096];
  char *text;    /* null: not there, or of no use */
  int missing;
  char why[512]; /* of no use: the reason, "": none */
} kept;

/* One line; a name that somebody gave is known by its variable. Kept until the next one. */
static const char *say(const tp_settings *settings, const char *name, const char *reason) {
  static char text[sizeof kept.why + 512];
  snprintf(text, sizeof text, "%s%.400s: %s", *settings->plans ? "TILEPIPE_PLANS=" : "", name, reason);
  return text;
}

/* An error, if somebody has named the file. */
static tp_status useless(const tp_settings *settings, const char *name, const char *reason, const char **why) {
  char named[sizeof kept.why + 16];
  if (!*settings->plans) {
    *why = say(settings, name, reason);
    return TP_DECLINED;
  }
  snprintf(named, sizeof named, "%s [plans]", reason);
  *why = say(settings, name, named);
  return TP_INVALID;
}

static void load(const char *name) {
  if (strcmp(kept.name, name) == 0)
    return;
  snprintf(kept.name, sizeof kept.name, "%s", name);
  free(kept.text);
  kept.text = read_file(name, &kept.missing);
  *kept.why = 0;
  if (kept.text && !has_header(kept.text)) {
    free(kept.text);
    kept.text = NULL;
    snprintf(kept.why, sizeof kept.why, "no file of plans, or of another version");
  } else if (!kept.text) {
    snprintf(kept.why, sizeof kept.why, "%s", tp_file_why(errno));
  }
}

/* The line for the key that was measured here, by this version under the same settings; else one under no settings,
   and in a file that was named one of others, too. */
static const char *line_for(const char *key, const tp_settings *settings, size_t *length, int *is_own) {
  char own[LINE];
  put_own_key(key, settings, 1, own, sizeof own);
  const char *at = tp_lines_find(kept.text, own, length);
  *is_own = at != NULL;
  if (at)
    return at;
  put_own_key(key, NULL, 1, own, sizeof own);
  at = tp_lines_find(kept.text, own, length);
  return at || !*settings->plans ? at : tp_lines_find(kept.text, key, length);
}

tp_status tp_plans_find(const tp_region *r, const tp_problem *problem, tp_candidate *out, tp_tried *tried,
                        const char **why) {
  const tp_settings *settings = &problem->settings;
  const char *name = tp_plans_place(settings);
  char key[KEY], line[LINE], reason[256];
  int is_named = *settings->plans != 0, is_own;
  size_t length;
  *why = NULL;
  if (!name)
    return TP_DECLINED;
  load(name);
  if (!kept.text) {
    if (kept.missing && (!is_named || settings->tune > 0))
      return TP_DECLINED;
    return useless(settings, name, kept.why, why);
  }
  put_key(r, problem, key, sizeof key);
  const char *at = line_for(key, settings, &length, &is_own);
  if (!at && is_named && settings->tune == 0)
    *why = say(settings, name, "no plan for this region with these sizes, ranks and threads");
  if (!at)
    return TP_DECLINED;
  snprintf(line, sizeof line, "%.*s ", length < sizeof line - 2 ? (int)length : (int)sizeof line - 2, at);
  if (!get_plan(line, problem->shape.dims, out, tried)) {
    snprintf(reason, sizeof reason, "the plan of region %.100s is not understood", r->tp_name);
    return useless(settings, name, reason, why);
  }
  if (!is_own) {
    out->seconds = out->loop = out->spent = 0;
    out->done = tried->count = 0;
  }
  return TP_OK;
}

const char *tp_plans_unfit(const tp_settings *settings) {
  return say(settings, tp_plans_place(settings), "its plan does not go with the settings, or is not legal here");
}

/* Programs that tune into one file take turns: each reads what the others wrote before it writes. The folder is
   locked, for the file itself is replaced. -1: not locked, which only matters when two write at once. */
static int lock_folder(const char *name) {
  char folder[4096];
  const char *end = strrchr(name, '/');
  snprintf(folder, sizeof folder, "%.*s", end ? (int)(end - name) + 1 : 1, end ? name : ".");
  int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  for (int i = 0; fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0; i++) {
    if (errno != EWOULDBLOCK || i == PATIENCE) {
      close(fd);
      return -1;
    }
    usleep(1000);
  }
  return fd;
}

/* All lines but those that begin with `own`, then the new one. */
static int write_lines(const char *name, const char *text, const char *own, const char *line) {
  char *all = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&all, &length);
  if (!out)
    return 0;
  fprintf(out, "tilepipe plans %d\n", VERSION);
  for (const char *at = text ? strchr(text, '\n') : NULL; at && *++at; at = strchr(at, '\n'))
    if (strncmp(at, own, strlen(own)) != 0 && *at != '\n')
      fprintf(out, "%.*s\n", (int)strcspn(at, "\n"), at);
  fprintf(out, "%s\n", line);
  int good = fclose(out) == 0 && tp_file_replace(name, all, length), failed = errno;
  free(all);
  errno = failed;
  return good;
}

static int merge(const char *name, const char *own, const char *line) {
  int missing, lock = lock_folder(name);
  char *text = read_file(name, &missing);
  if (text && !has_header(text)) {
    free(text);
    text = NULL;
  }
  int good = write_lines(name, text, own, line), failed = errno;
  free(text);
  if (lock >= 0)
    close(lock);
  errno = failed;
  return good;
}

tp_status tp_plans_keep(const tp_region *r, const tp_problem *problem, const tp_candidate *t, const tp_tried *tried,
                        const char **why) {
  const tp_settings *settings = &problem->settings;
  const char *name = tp_plans_place(settings);
  char key[KEY], own[LINE], line[LINE];
  if (!name) {
    *why = *settings->plans ? NULL : "there is no folder to keep tuned plans in; TILEPIPE_PLANS may name a file";
    return TP_DECLINED;
  }
  if (!*settings->plans)
    tp_file_make_folders(name);
  put_key(r, problem, key, sizeof key);
  put_own_key(key, settings, 1, line, sizeof line);
  put_plan(t, tried, line + strlen(line), sizeof line - strlen(line));
  put_own_key(key, settings, 0, own, sizeof own);
  int good = merge(name, own, line);
  if (!good) {
    char reason[256];
    snprintf(reason, sizeof reason, "tuned plans cannot be kept: %s", strerror(errno));
    *why = say(settings, name, reason);
  }
  *kept.name = 0; /* read again when asked the next time */
  return good ? TP_OK : TP_FAILED;
}
