/* profile_file.c - machine profiles as text. */
#include "cache/profile_file.h"

#include "cache/file.h"
#include "cache/lines.h"
#include "plan/profile.h"

#include <errno.h>
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 3, LONGEST = 1 << 20 };

/* An array of numbers within a structure. */
typedef struct field {
  const char *name;
  size_t at;
  int count;
} field;

#define OF_MACHINE(name, member, count) {name, offsetof(tp_machine, member), count}
#define OF_NETWORK(name, member, count) {name, offsetof(tp_network, member), count}

static const field cpu_fields[] = {
    OF_MACHINE("flag", flags, TP_TEAMS),
    OF_MACHINE("barrier", barriers, TP_TEAMS),
    OF_MACHINE("region_start", regions, TP_TEAMS),
    OF_MACHINE("parallel_start", parallels, TP_TEAMS),
    OF_MACHINE("memory_bandwidth", memory, TP_TEAMS),
    OF_MACHINE("copy_bandwidth", copy, TP_PLACES),
    OF_MACHINE("first_touch_bandwidth", touch, 1),
    OF_MACHINE("first_touch_bandwidth_small_pages", touch_small, 1),
    OF_MACHINE("add_mul_div_sqrt", operation, TP_OPERATIONS),
};

static const field link_fields[] = {
    OF_NETWORK("send", send[0], TP_SIZES),
    OF_NETWORK("send_of_eight", send[1], TP_SIZES),
    OF_NETWORK("receive", receive[0], TP_SIZES),
    OF_NETWORK("receive_of_eight", receive[1], TP_SIZES),
    OF_NETWORK("travel", travel, TP_SIZES),
    OF_NETWORK("stream_1_pair", stream[0], TP_SIZES),
    OF_NETWORK("stream_2_pairs", stream[1], TP_SIZES),
    OF_NETWORK("stream_4_pairs", stream[2], TP_SIZES),
    OF_NETWORK("stream_8_pairs", stream[3], TP_SIZES),
    OF_NETWORK("poke", poke, 1),
};

enum {
  CPU_FIELDS = sizeof cpu_fields / sizeof *cpu_fields,
  LINK_FIELDS = sizeof link_fields / sizeof *link_fields
};

static const char *const part_names[] = {"cpu", "host", "shared_memory", "hosts"};
static const int part_calibrated[] = {TP_CALIBRATED_CPU, TP_CALIBRATED_HOST, TP_CALIBRATED_SHARED, TP_CALIBRATED_HOSTS};
enum { PARTS = TP_LINKS + 1, NAME = 64 };

/* --- one part's lines ------------------------------------------------------------------------- */

/* A line `name`=<count numbers> of *at. 0: it ends the visit, which failed. */
typedef int visitor(void *context, const char *name, double *at, int count);

static int visit_fields(const char *part, const field *fields, int count, void *base, visitor *visit, void *context) {
  char name[NAME];
  int good = 1;
  for (int i = 0; good && i < count; i++) {
    snprintf(name, sizeof name, "%s.%s", part, fields[i].name);
    good = visit(context, name, (double *)((char *)base + fields[i].at), fields[i].count);
  }
  return good;
}

/* Sizes in bytes: whole numbers, which a double holds. */
static int visit_bytes(const char *part, const char *what, tp_int *bytes, visitor *visit, void *context) {
  char name[NAME];
  double value = (double)*bytes;
  snprintf(name, sizeof name, "%s.%s", part, what);
  if (!visit(context, name, &value, 1))
    return 0;
  *bytes = value >= 0 && value < 1e15 ? (tp_int)value : -1;
  return 1;
}

static int visit_part(int part, tp_machine *m, visitor *visit, void *context) {
  const char *name = part_names[part];
  if (part == 0)
    return visit_fields(name, cpu_fields, CPU_FIELDS, m, visit, context);
  tp_network *link = &m->link[part - 1];
  return visit_fields(name, link_fields, LINK_FIELDS, link, visit, context) &&
         visit_bytes(name, "eager", &link->eager, visit, context) &&
         visit_bytes(name, "step", &link->step, visit, context);
}

/* --- reading ---------------------------------------------------------------------------------- */

typedef struct reading {
  const char *text;
  char *why;
  size_t size;
} reading;

/* The value of the line `name`=; null: none. */
static const char *value_of(const char *text, const char *name, size_t *length) {
  char begins[NAME + 1];
  size_t size = (size_t)snprintf(begins, sizeof begins, "%s=", name);
  const char *at = tp_lines_find(text, begins, length);
  if (at)
    *length -= size;
  return at ? at + size : NULL;
}

static int read_numbers(void *context, const char *name, double *to, int count) {
  const reading *r = context;
  size_t length;
  const char *at = value_of(r->text, name, &length);
  for (int i = 0; at && i < count; i++) {
    char *end;
    to[i] = strtod(at, &end);
    at = end > at && *end == (i + 1 < count ? ',' : '\n') ? end + 1 : NULL;
  }
  if (!at)
    snprintf(r->why, r->size, "%s is not a list of %d numbers", name, count);
  return at != NULL;
}

/* 1: the line says `expected`. */
static int says(const reading *r, const char *name, const char *expected) {
  size_t length = 0;
  const char *text = value_of(r->text, name, &length);
  if (text && length == strlen(expected) && memcmp(text, expected, length) == 0)
    return 1;
  snprintf(r->why, r->size, "made for the %s '%.*s', here is '%.100s'", name, text ? (int)(length < 100 ? length : 100) : 1,
           text ? text : "?", expected);
  return 0;
}

static int fits(const reading *r, const tp_profile_key *key, int any) {
  int version = tp_lines_version(r->text, "profile");
  if (version == 0)
    snprintf(r->why, r->size, "not a machine profile");
  else if (version != VERSION)
    snprintf(r->why, r->size, "version %d of the format, here is %d", version, VERSION);
  return version == VERSION && says(r, "cpu", key->cpu) && (any & TP_ANY_MPI || says(r, "mpi", key->mpi)) &&
         (any & TP_ANY_HOSTS || says(r, "hosts", key->hosts));
}

/* The part named by the first `length` characters; -1: none. */
static int part_of(const char *name, size_t length) {
  for (int part = 0; part < PARTS; part++)
    if (strlen(part_names[part]) == length && memcmp(part_names[part], name, length) == 0)
      return part;
  return -1;
}

static int read_parts(reading *r, tp_machine *m) {
  size_t left, length;
  const char *at = value_of(r->text, "parts", &left);
  if (!at || r->text[strlen(r->text) - 1] != '\n') {
    snprintf(r->why, r->size, "the file is not whole");
    return 0;
  }
  for (const char *end = at + left; at < end; at += length + 1) {
    length = strcspn(at, ",\n");
    int part = part_of(at, length);
    if (part < 0) {
      snprintf(r->why, r->size, "the part '%.*s' is not known", (int)(length < 40 ? length : 40), at);
      return 0;
    }
    if (!visit_part(part, m, read_numbers, r))
      return 0;
    m->calibrated |= part_calibrated[part];
  }
  return 1;
}

tp_status tp_profile_read(const char *file, const tp_profile_key *key, int any, tp_machine *m, char *why, size_t size) {
  size_t length;
  fenv_t environment; /* the program's rounding, flags and traps are none of ours */
  char *text = tp_file_read(file, LONGEST, &length);
  if (!text) {
    snprintf(why, size, "%s", tp_file_why(errno));
    return errno == ENOENT || errno == ENOTDIR ? TP_DECLINED : TP_INVALID;
  }
  fegetenv(&environment);
  fesetenv(FE_DFL_ENV);
  reading r = {text, why, size};
  tp_machine read = *m;
  int good = fits(&r, key, any) && read_parts(&r, &read);
  if (good && !(good = tp_machine_settle(&read)))
    snprintf(why, size, "holds numbers that no machine has");
  fesetenv(&environment);
  free(text);
  if (good)
    *m = read;
  return good ? TP_OK : TP_INVALID;
}

/* --- writing ---------------------------------------------------------------------------------- */

static int write_numbers(void *context, const char *name, double *from, int count) {
  FILE *out = context;
  for (int i = 0; i < count; i++) {
    int is_whole = from[i] >= 0 && from[i] < 1e15 && from[i] == (double)(long long)from[i];
    fprintf(out, i == 0 ? "%s=" : ",", name);
    fprintf(out, is_whole ? "%.0f" : "%.4g", from[i]);
  }
  putc('\n', out);
  return 1;
}

tp_status tp_profile_write(const char *file, const tp_profile_key *key, const tp_machine *m, char *why,
                           size_t size) {
  char *text = NULL;
  size_t length = 0;
  tp_machine copy = *m; /* visitors may write */
  FILE *out = open_memstream(&text, &length);
  if (!out) {
    snprintf(why, size, "out of memory");
    return TP_FAILED;
  }
  fprintf(out, "tilepipe profile %d\ncpu=%s\nmpi=%s\nhosts=%s\nparts=", VERSION, key->cpu, key->mpi, key->hosts);
  for (int part = 0, any = 0; part < PARTS; part++)
    if (m->calibrated & part_calibrated[part])
      fprintf(out, any++ ? ",%s" : "%s", part_names[part]);
  putc('\n', out);
  for (int part = 0; part < PARTS; part++)
    if (m->calibrated & part_calibrated[part])
      visit_part(part, &copy, write_numbers, out);
  int good = fclose(out) == 0 && tp_file_replace(file, text, length);
  if (!good)
    snprintf(why, size, "%s", strerror(errno));
  free(text);
  return good ? TP_OK : TP_FAILED;
}
