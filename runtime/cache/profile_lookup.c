/* profile_lookup.c - finds and reads machine profiles, each once. */
#include "cache/profile_lookup.h"

#include "process/process.h"
#include "cache/profile_file.h"
#include "plan/profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A profile that was asked for; `name` "": the one in its usual place. */
typedef struct kept {
  struct kept *next;
  tp_status status;
  tp_machine machine; /* parts not calibrated: as built in */
  tp_profile_source source;
  char why[512];
  char name[];
} kept;

static kept *all; /* regions are decided one at a time */

/* The names of all hosts; of this one alone where ranks are not used. */
static const char *hosts_of_program(char *own, size_t size) {
  if (tp_here.host_names)
    return tp_here.host_names;
  if (gethostname(own, size - 1) != 0)
    snprintf(own, size, "?");
  return own;
}

/* From the usual place of these hosts. 1: it was read, or was there and could not be used. */
static int read_kept(kept *k, const char *hosts) {
  char file[4096], why[300];
  tp_profile_key key;
  tp_profile_key_of(hosts, &key);
  if (!tp_profile_place(&key, file, sizeof file))
    return 0;
  tp_status status = tp_profile_read(file, &key, 0, &k->machine, why, sizeof why);
  if (status == TP_DECLINED)
    return 0;
  if (status == TP_OK) {
    k->source.file = strdup(file);
  } else {
    snprintf(k->why, sizeof k->why, "%.200s: %.280s", file, why);
    k->source.ignored = k->why;
  }
  return 1;
}

static void read_named(kept *k, const char *hosts) {
  char why[300];
  tp_profile_key key;
  tp_profile_key_of(hosts, &key);
  /* A named file may be of other hosts: batch systems give others each time. */
  if (tp_profile_read(k->name, &key, TP_ANY_HOSTS, &k->machine, why, sizeof why) == TP_OK) {
    k->source.file = k->name;
    return;
  }
  k->status = TP_INVALID;
  snprintf(k->why, sizeof k->why, "TILEPIPE_PROFILE=%.200s: %.280s [profile]", k->name, why);
}

static kept *find(const char *name) {
  char own[256] = "";
  for (kept *k = all; k; k = k->next)
    if (strcmp(k->name, name) == 0)
      return k;
  kept *k = calloc(1, sizeof *k + strlen(name) + 1);
  if (!k)
    return NULL;
  strcpy(k->name, name);
  tp_machine_default(1, 1, 1, &k->machine);
  const char *hosts = hosts_of_program(own, sizeof own);
  if (*name)
    read_named(k, hosts);
  else if (!read_kept(k, hosts) && hosts != own && gethostname(own, sizeof own - 1) == 0 &&
           strcmp(own, hosts) != 0)
    read_kept(k, own);
  k->next = all;
  all = k;
  return k;
}

tp_status tp_profile_lookup(const tp_settings *settings, int ranks, int threads, int hosts,
                             tp_machine *out, tp_profile_source *source, const char **why) {
  *source = (tp_profile_source){NULL, NULL};
  tp_machine_default(ranks, threads, hosts, out);
  if (strcmp(settings->profile, TP_PROFILE_BUILT_IN) == 0)
    return TP_OK;
  const kept *k = find(settings->profile);
  if (!k) /* no memory for a profile: there are the built-in numbers */
    return TP_OK;
  *source = k->source;
  *why = k->why;
  if (k->status == TP_OK)
    tp_machine_train(out, &k->machine);
  return k->status;
}
