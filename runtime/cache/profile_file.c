/* profile_file.c - machine profiles in JSON.
 *
 * Linked with the JSON library into one object in which only the two functions of the header are seen
 * (runtime/CMakeLists.txt): a program may have another library with the same names. */
#include "cache/profile_file.h"

#include "cache/file.h"
#include "plan/profile.h"

#include <errno.h>
#include <fenv.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, LONGEST = 1 << 20, DIGITS = 4 };

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

static const char *const link_names[TP_LINKS] = {"host", "shared_memory", "hosts"};
static const int link_trained[TP_LINKS] = {TP_TRAINED_HOST, TP_TRAINED_SHARED, TP_TRAINED_HOSTS};
static const char *const loop_names[TP_LOOPS] = {"chain", "vector", "registers"};
static const char *const operation_names[TP_OPERATIONS] = {"add",  "mul", "div",
                                                           "sqrt", "int", "branch"};

/* Here names the program's own standard input in the JSON library; it is never read from. */
FILE *tp_profile_stdin;

/* --- reading ---------------------------------------------------------------------------------- */

static int read_numbers(const json_t *from, const field *f, const char *part, void *to, char *why,
                        size_t size) {
  const json_t *list = json_object_get(from, f->name);
  double *out = (double *)((char *)to + f->at);
  int good = json_array_size(list) == (size_t)f->count;
  for (int i = 0; good && i < f->count; i++) {
    const json_t *number = json_array_get(list, (size_t)i);
    good = json_is_number(number);
    out[i] = json_number_value(number);
  }
  if (!good)
    snprintf(why, size, "%s.%s is not a list of %d numbers", part, f->name, f->count);
  return good;
}

static int read_cpu(const json_t *root, tp_machine *m, char *why, size_t size) {
  const json_t *cpu = json_object_get(root, "cpu_costs"), *loops = json_object_get(root, "loops");
  if (!cpu && !loops)
    return 1;
  for (int i = 0; i < CPU_FIELDS; i++)
    if (!read_numbers(cpu, &cpu_fields[i], "cpu_costs", m, why, size))
      return 0;
  for (int l = 0; l < TP_LOOPS; l++)
    for (int o = 0; o < TP_OPERATIONS; o++) {
      field f = {operation_names[o], 0, TP_PLACES};
      if (!read_numbers(json_object_get(loops, loop_names[l]), &f, loop_names[l], m->loop[l][o], why,
                        size))
        return 0;
    }
  m->trained |= TP_TRAINED_CPU;
  return 1;
}

static int read_bytes(const json_t *link, const char *name, const char *part, tp_int *out, char *why,
                      size_t size) {
  const json_t *bytes = json_object_get(link, name);
  *out = json_integer_value(bytes);
  if (!json_is_integer(bytes))
    snprintf(why, size, "%s.%s is not a whole number", part, name);
  return json_is_integer(bytes);
}

static int read_links(const json_t *root, tp_machine *m, char *why, size_t size) {
  for (int k = 0; k < TP_LINKS; k++) {
    const json_t *link = json_object_get(json_object_get(root, "links"), link_names[k]);
    if (!link)
      continue;
    for (int i = 0; i < LINK_FIELDS; i++)
      if (!read_numbers(link, &link_fields[i], link_names[k], &m->link[k], why, size))
        return 0;
    if (!read_bytes(link, "eager", link_names[k], &m->link[k].eager, why, size) ||
        !read_bytes(link, "step", link_names[k], &m->link[k].step, why, size))
      return 0;
    m->trained |= link_trained[k];
  }
  return 1;
}

/* 1: member `name` says `expected`. */
static int says(const json_t *root, const char *name, const char *expected, char *why, size_t size) {
  const char *text = json_string_value(json_object_get(root, name));
  if (text && strcmp(text, expected) == 0)
    return 1;
  snprintf(why, size, "made for the %s '%.100s', here is '%.100s'", name, text ? text : "?", expected);
  return 0;
}

static int fits(const json_t *root, const tp_profile_key *key, int any_hosts, char *why, size_t size) {
  const json_t *version = json_object_get(root, "tilepipe_profile");
  if (!json_is_integer(version)) {
    snprintf(why, size, "not a machine profile");
    return 0;
  }
  if (json_integer_value(version) != VERSION) {
    snprintf(why, size, "version %lld of the format, here is %d", json_integer_value(version), VERSION);
    return 0;
  }
  return says(root, "cpu", key->cpu, why, size) && says(root, "mpi", key->mpi, why, size) &&
         (any_hosts || says(root, "hosts", key->hosts, why, size));
}

static tp_status take(const char *text, size_t length, const tp_profile_key *key, int any_hosts,
                      tp_machine *m, char *why, size_t size) {
  json_error_t error;
  tp_machine read = *m;
  json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
  if (!root) {
    snprintf(why, size, "line %d: %.120s", error.line, error.text);
    return TP_INVALID;
  }
  int good = fits(root, key, any_hosts, why, size) && read_cpu(root, &read, why, size) &&
             read_links(root, &read, why, size);
  json_decref(root);
  if (good && !(good = tp_machine_settle(&read)))
    snprintf(why, size, "holds numbers that no machine has");
  if (good)
    *m = read;
  return good ? TP_OK : TP_INVALID;
}

tp_status tp_profile_read(const char *file, const tp_profile_key *key, int any_hosts, tp_machine *m,
                          char *why, size_t size) {
  size_t length;
  fenv_t environment; /* the program's rounding, flags and traps are none of ours */
  char *text = tp_file_read(file, LONGEST, &length);
  if (!text) {
    snprintf(why, size, "%s", errno == EINVAL ? "not a regular file" : strerror(errno));
    return errno == ENOENT || errno == ENOTDIR ? TP_DECLINED : TP_INVALID;
  }
  fegetenv(&environment);
  fesetenv(FE_DFL_ENV);
  tp_status status = take(text, length, key, any_hosts, m, why, size);
  fesetenv(&environment);
  free(text);
  return status;
}

/* --- writing ---------------------------------------------------------------------------------- */

static json_t *numbers(const field *f, const void *from) {
  const double *at = (const double *)((const char *)from + f->at);
  json_t *list = json_array();
  for (int i = 0; i < f->count; i++)
    json_array_append_new(list, json_real(at[i]));
  return list;
}

static json_t *sizes(void) {
  json_t *list = json_array();
  for (int k = 0; k < TP_SIZES; k++)
    json_array_append_new(list, json_integer(TP_SIZE_OF(k)));
  return list;
}

static void describe_cpu(json_t *root, const tp_machine *m) {
  json_t *cpu = json_object(), *loops = json_object();
  for (int i = 0; i < CPU_FIELDS; i++)
    json_object_set_new(cpu, cpu_fields[i].name, numbers(&cpu_fields[i], m));
  for (int l = 0; l < TP_LOOPS; l++) {
    json_t *loop = json_object();
    for (int o = 0; o < TP_OPERATIONS; o++)
      json_object_set_new(loop, operation_names[o],
                          numbers(&(field){"", 0, TP_PLACES}, m->loop[l][o]));
    json_object_set_new(loops, loop_names[l], loop);
  }
  json_object_set_new(root, "cpu_costs", cpu);
  json_object_set_new(root, "loops", loops);
}

static void describe_links(json_t *root, const tp_machine *m) {
  json_t *links = json_object();
  for (int k = 0; k < TP_LINKS; k++) {
    if (!(m->trained & link_trained[k]))
      continue;
    json_t *link = json_object();
    for (int i = 0; i < LINK_FIELDS; i++)
      json_object_set_new(link, link_fields[i].name, numbers(&link_fields[i], &m->link[k]));
    json_object_set_new(link, "eager", json_integer(m->link[k].eager));
    json_object_set_new(link, "step", json_integer(m->link[k].step));
    json_object_set_new(links, link_names[k], link);
  }
  json_object_set_new(root, "links", links);
}

static json_t *describe(const tp_profile_key *key, const tp_machine *m) {
  json_t *root = json_object();
  json_object_set_new(root, "tilepipe_profile", json_integer(VERSION));
  json_object_set_new(root, "cpu", json_string_nocheck(key->cpu));
  json_object_set_new(root, "mpi", json_string_nocheck(key->mpi));
  json_object_set_new(root, "hosts", json_string_nocheck(key->hosts));
  json_object_set_new(root, "sizes", sizes());
  if (m->trained & TP_TRAINED_CPU)
    describe_cpu(root, m);
  describe_links(root, m);
  return root;
}

tp_status tp_profile_write(const char *file, const tp_profile_key *key, const tp_machine *m, char *why,
                           size_t size) {
  json_t *root = describe(key, m);
  char *text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(DIGITS));
  json_decref(root);
  if (!text) {
    snprintf(why, size, "out of memory, or the name of a host is not UTF-8");
    return TP_FAILED;
  }
  size_t length = strlen(text);
  text[length] = '\n'; /* the place of the null */
  int good = tp_file_replace(file, text, length + 1);
  if (!good)
    snprintf(why, size, "%s", strerror(errno));
  free(text);
  return good ? TP_OK : TP_FAILED;
}
