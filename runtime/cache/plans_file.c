/* plans_file.c - the file of tuned plans: where it is, reading it once, writing while others write. */
#include "cache/plans_file.h"

#include "cache/file.h"
#include "cache/lines.h"
#include "cache/plans_line.h"
#include "process/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* PATIENCE: another program that writes into the folder is waited for so often, a millisecond each time. */
enum { VERSION = 1, LARGEST = 1 << 24, PATIENCE = 1000 };

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
    tp_plans_machine(&key);
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
    snprintf(kept.why, sizeof kept.why, "%s", errno == EINVAL ? "not a regular file" : strerror(errno));
  }
}

/* The line for the key that was measured here, by this version under the same settings; else one under no settings,
   and in a file that was named one of others, too. */
static const char *line_for(const char *key, const tp_settings *settings, size_t *length, int *is_own) {
  char own[TP_PLANS_LINE];
  tp_plans_own_key(key, settings, 1, own, sizeof own);
  const char *at = tp_lines_find(kept.text, own, length);
  *is_own = at != NULL;
  if (at)
    return at;
  tp_plans_own_key(key, NULL, 1, own, sizeof own);
  at = tp_lines_find(kept.text, own, length);
  return at || !*settings->plans ? at : tp_lines_find(kept.text, key, length);
}

tp_status tp_plans_find(const tp_region *r, const tp_problem *problem, tp_tuned *out, tp_tried *tried,
                        const char **why) {
  const tp_settings *settings = &problem->settings;
  const char *name = tp_plans_place(settings);
  char key[TP_PLANS_KEY], line[TP_PLANS_LINE], reason[256];
  int is_named = *settings->plans != 0, is_own;
  size_t length;
  *why = NULL;
  if (!name)
    return TP_DECLINED;
  load(name);
  if (!kept.text) {
    if (kept.missing && (!is_named || settings->tune > 0))
      return TP_DECLINED;
    *why = say(settings, name, kept.why);
    return is_named ? TP_INVALID : TP_DECLINED;
  }
  tp_plans_key(r, problem, key, sizeof key);
  const char *at = line_for(key, settings, &length, &is_own);
  if (!at && is_named && settings->tune == 0)
    *why = say(settings, name, "no plan for this region with these sizes, ranks and threads");
  if (!at)
    return TP_DECLINED;
  snprintf(line, sizeof line, "%.*s ", length < sizeof line - 2 ? (int)length : (int)sizeof line - 2, at);
  if (!tp_plans_get(line, problem->shape.dims, out, tried)) {
    snprintf(reason, sizeof reason, "the plan of region %.100s is not understood", r->tp_name);
    *why = say(settings, name, reason);
    return is_named ? TP_INVALID : TP_DECLINED;
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

/* Programs that tune into one file take turns: each reads what the others wrote before it writes. The folder is
   locked, for the file itself is replaced. -1: not locked, which only matters when two write at once. */
static int lock_folder(const char *name) {
  char folder[4096];
  const char *end = strrchr(name, '/');
  snprintf(folder, sizeof folder, "%.*s", end ? (int)(end - name) + 1 : 1, end ? name : ".");
  int fd = tp_system_open(folder, O_RDONLY | O_DIRECTORY);
  for (int i = 0; fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0; i++) {
    if (errno != EWOULDBLOCK || i == PATIENCE) {
      tp_system_close(fd);
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
    tp_system_close(lock);
  errno = failed;
  return good;
}

tp_status tp_plans_keep(const tp_region *r, const tp_problem *problem, const tp_tuned *t, const tp_tried *tried,
                        const char **why) {
  const tp_settings *settings = &problem->settings;
  const char *name = tp_plans_place(settings);
  char key[TP_PLANS_KEY], own[TP_PLANS_LINE], line[TP_PLANS_LINE];
  if (!name) {
    *why = *settings->plans ? NULL : "there is no folder to keep tuned plans in; TILEPIPE_PLANS may name a file";
    return TP_DECLINED;
  }
  if (!*settings->plans)
    make_folders(name);
  tp_plans_key(r, problem, key, sizeof key);
  tp_plans_own_key(key, settings, 1, line, sizeof line);
  tp_plans_put(t, tried, line + strlen(line), sizeof line - strlen(line));
  tp_plans_own_key(key, settings, 0, own, sizeof own);
  int good = merge(name, own, line);
  if (!good) {
    char reason[256];
    snprintf(reason, sizeof reason, "tuned plans cannot be kept: %s", strerror(errno));
    *why = say(settings, name, reason);
  }
  *kept.name = 0; /* read again when asked the next time */
  return good ? TP_OK : TP_FAILED;
}
