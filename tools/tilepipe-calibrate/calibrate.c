/* tilepipe-calibrate - measures the machine profile that programs plan with.
 *
 * Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "calibrate.h"

#include "comm/p2p.h"
#include "process/launch.h"
#include "cache/file.h"
#include "cache/profile_file.h"

#include <errno.h>
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct options {
  const char *output; /* null: the usual place */
  int quick, force, help, version;
  const char *wrong, *detail; /* null: none */
} options;

/* This process among those that mpirun started. */
typedef struct group {
  tp_transport *t; /* null: alone */
  int *host_of;
  char *names;     /* of each rank's host, NAME bytes each; null: alone */
  char *hosts;     /* set of names */
} group;

enum { NAME = 64 };

static void usage(FILE *out) {
  fputs("usage: tilepipe-calibrate [-o FILE] [--quick] [--force]\n"
        "       mpirun -np P [...] tilepipe-calibrate [...]\n"
        "Measures this machine and writes the profile that translated programs plan with: threads, memory\n"
        "and operations; under mpirun also messages between ranks, on one host and between hosts.\n"
        "Takes at most two minutes. What a run does not measure stays as an earlier one has found it.\n"
        "  -o FILE     instead of the place where programs look: ${XDG_CACHE_HOME:-~/.cache}/tilepipe\n"
        "  --quick     some seconds, rough numbers\n"
        "  --force     measures without a word also while the machine does other work\n"
        "  --help      prints this\n"
        "  --version   prints the version\n",
        out);
}

static options parse(int argc, char **argv) {
  options o = {0};
  for (int i = 1; i < argc && !o.wrong && !o.help && !o.version; i++) {
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
      o.help = 1;
    else if (strcmp(argv[i], "--version") == 0)
      o.version = 1;
    else if (strcmp(argv[i], "--quick") == 0)
      o.quick = 1;
    else if (strcmp(argv[i], "--force") == 0)
      o.force = 1;
    else if (strcmp(argv[i], "-o") == 0 && i + 1 < argc && *argv[i + 1])
      o.output = argv[++i];
    else if (strcmp(argv[i], "-o") == 0)
      o.wrong = "missing value of ", o.detail = "-o";
    else
      o.wrong = *argv[i] == '-' ? "unknown option " : "unexpected argument ", o.detail = argv[i];
  }
  return o;
}

/* The code is one of docs/Messages.md. */
static int fail(int status, const char *what, const char *detail, const char *why, const char *code) {
  fprintf(stderr, "tilepipe-calibrate: error: %s%s%s%s %s\n", what, detail, *why ? ": " : "", why, code);
  return status;
}

/* 1: nobody else of this mpirun says what this process would say. */
static int reports(void) { return tp_launch_rank() <= 0; }

/* --- ranks ------------------------------------------------------------------------------------ */

static void join(group *g) {
  const char *why, *warning;
  char name[NAME] = "";
  if (gethostname(name, sizeof name - 1) != 0)
    snprintf(name, sizeof name, "?");
  if (tp_launch_ranks(&why) > 0 && (g->t = tp_p2p_start()) != NULL) {
    if ((warning = tp_launch_taken(g->t->ranks)) != NULL)
      fprintf(stderr, "tilepipe-calibrate: %s\n", warning);
    g->names = calloc((size_t)g->t->ranks, NAME);
    g->host_of = calloc((size_t)g->t->ranks, sizeof *g->host_of);
    if (!g->names || !g->host_of)
      g->t->abandon(g->t, 1);
    tp_p2p_collect(name, g->names, NAME);
    tp_p2p_hosts(g->host_of);
    g->hosts = tp_profile_hosts(g->names, g->t->ranks, NAME);
  } else {
    g->hosts = strdup(name);
  }
}

/* What rank 0 says, on all ranks: others wait without disturbing it. */
static int told(const group *g, int value) {
  enum { TAG_TOLD = 80 };
  for (int r = 1; g->t && r < g->t->ranks; r++) {
    tp_request q = {0, 0};
    if (g->t->rank == 0)
      g->t->send(g->t, &value, sizeof value, r, TAG_TOLD, 0, &q);
    else if (g->t->rank == r)
      g->t->post(g->t, &value, sizeof value, 0, TAG_TOLD, &q);
    wait_quietly(g->t, &q);
  }
  return value;
}

/* --- the file --------------------------------------------------------------------------------- */

/* 0: the profile can be written there; else the exit code, and one line says why. Found out before the
   measuring, not after it. */
static int find_place(const options *o, const tp_profile_key *key, char *file, size_t size) {
  char folder[4096];
  if (o->output && strlen(o->output) >= size)
    return fail(2, "the name is too long", "", "", "[cannot-write]");
  if (o->output)
    strcpy(file, o->output);
  else if (!tp_profile_place(key, file, size))
    return fail(2, "no place for the profile: neither XDG_CACHE_HOME nor HOME is set", "",
                "name a file with -o", "[no-place]");
  else
    tp_file_make_folders(file);
  snprintf(folder, sizeof folder, "%s", file);
  char *slash = strrchr(folder, '/');
  if (slash)
    slash[1] = 0;
  if (access(slash ? folder : ".", W_OK | X_OK) != 0)
    return fail(2, "cannot write ", file, strerror(errno), "[cannot-write]");
  struct stat what;
  if (stat(file, &what) == 0 && !S_ISREG(what.st_mode))
    return fail(2, "cannot write ", file, "not a regular file", "[cannot-write]");
  return 0;
}

/* --- measuring -------------------------------------------------------------------------------- */

/* mpirun binds ranks; the threads that are measured here are those of the whole host. */
static void measure_cpu(const effort *e, tp_machine *m) {
  cpu_set_t bound, all;
  size_t bytes;
  int was = sched_getaffinity(0, sizeof bound, &bound);
  memset(&all, 0xff, sizeof all);
  sched_setaffinity(0, sizeof all, &all);
  omp_set_dynamic(0);
  measure_loops(e, m);
  measure_teams(e, m);
  char *scratch = scratch_allocate(e, &bytes);
  if (scratch) {
    measure_memory(e, scratch, bytes, m);
    m->calibrated |= TP_CALIBRATED_CPU;
  }
  free(scratch);
  if (was == 0)
    sched_setaffinity(0, sizeof bound, &bound);
}

static void print_path(const tp_machine *m, tp_path path, int calibrated, const char *name) {
  double large = (double)TP_SIZE_OF(TP_SIZES - 2);
  if (!(m->calibrated & calibrated)) {
    printf("%s: not measured\n", name);
    return;
  }
  printf("%s: %.2f us, %.0f MB/s", name, 1e6 * tp_travel_seconds(m, path, 64),
         1e-6 * tp_pair_bandwidth(m, path, large, 1));
  if (m->link[path].eager < TP_SIZE_OF(TP_SIZES - 1))
    printf(", eager up to %lld bytes", m->link[path].eager);
  putchar('\n');
}

static void print_summary(const tp_machine *m, const char *file) {
  int two = cores_usable() > 1 ? 2 : 1;
  if (m->calibrated & TP_CALIBRATED_CPU)
    printf("%d thread%s: flag %.2f us, barrier %.2f us, region start %.2f us, copying %.1f GB/s\n", two,
           two > 1 ? "s" : "", 1e6 * tp_flag_seconds(m, two), 1e6 * tp_barrier_seconds(m, two),
           1e6 * tp_region_seconds(m, two), 1e-9 * tp_memory_bandwidth(m, two));
  print_path(m, TP_LINK_HOST, TP_CALIBRATED_HOST, "messages on one host");
  print_path(m, TP_LINK_SHARED, TP_CALIBRATED_SHARED, "shared memory of one host");
  print_path(m, TP_LINK_HOSTS, TP_CALIBRATED_HOSTS, "messages between hosts");
  printf("written to %s\n", file);
}

/* Collective, unless nobody asks. */
static host_share look_at_hosts(const options *o, const group *g) {
  static const double seconds = 0.3;
  return o->force ? (host_share){1, 0} : least_share(g->t, g->host_of, seconds);
}

static int has_several_hosts(const group *g) {
  for (int r = 1; g->t && r < g->t->ranks; r++)
    if (g->host_of[r] != g->host_of[0])
      return 1;
  return 0;
}

/* A busy machine gives bad numbers: they do not replace others. share: the least so far. 0, or the exit code. */
static int check_quiet(const group *g, host_share now, const char *file, double *share) {
  static const double quiet = 0.85;
  char why[160 + NAME];
  *share = now.share < *share ? now.share : *share;
  if (*share >= quiet)
    return 0;
  if (has_several_hosts(g) && *share == now.share)
    snprintf(why, sizeof why, "threads on %.*s got %.0f %% of their cores, so the machine does other work", NAME - 1,
             g->names + (size_t)now.rank * NAME, 100 * *share);
  else
    snprintf(why, sizeof why, "threads got %.0f %% of their cores, so the machine does other work", 100 * *share);
  if (access(file, F_OK) == 0)
    return fail(1, why, "", "the profile stays as it was; --force replaces it", "[busy]");
  if (*share == now.share)
    fprintf(stderr, "tilepipe-calibrate: warning: %s: measure again when it is idle [busy]\n", why);
  return 0;
}

/* Rank 0, or the only process. */
static int calibrate(const options *o, const group *g) {
  char file[4096], why[300];
  tp_profile_key key;
  tp_machine m;
  const effort e = effort_of(o->quick);
  int several = g->t && g->t->ranks > 1;
  tp_profile_key_of(g->hosts, &key);
  double share = 1;
  int code = told(g, find_place(o, &key, file, sizeof file));
  if (code == 0)
    code = told(g, check_quiet(g, look_at_hosts(o, g), file, &share));
  if (code != 0)
    return code;
  tp_machine_default(1, 1, 1, &m);
  tp_profile_read(file, &key, 0, &m, why, sizeof why); /* what is not measured now was before */
  measure_cpu(&e, &m);
  told(g, 0);
  if (several)
    measure_network(&e, g->t, g->host_of, &m);
  say(NULL);
  if ((code = check_quiet(g, look_at_hosts(o, g), file, &share)) != 0)
    return code;
  if (!tp_machine_settle(&m))
    return fail(1, "the measurements make no sense; is the machine very busy?", "", "", "[measurements]");
  if (tp_profile_write(file, &key, &m, why, sizeof why) != TP_OK)
    return fail(1, "cannot write ", file, why, "[cannot-write]");
  print_summary(&m, file);
  return fflush(stdout) == 0 ? 0 : 1;
}

/* The other ranks, in step with calibrate(). */
static int assist(const options *o, const group *g) {
  const effort e = effort_of(o->quick);
  int code = told(g, 0);
  if (code == 0) {
    look_at_hosts(o, g);
    code = told(g, 0);
  }
  if (code != 0)
    return code;
  told(g, 0);
  measure_network(&e, g->t, g->host_of, NULL);
  look_at_hosts(o, g);
  return 0;
}

int main(int argc, char **argv) {
  group g = {0};
  options o = parse(argc, argv);
  if (o.version)
    return reports() && puts("tilepipe-calibrate " TILEPIPE_VERSION) == EOF;
  if (o.help || o.wrong) {
    if (o.help && reports())
      usage(stdout);
    return o.help ? 0 : reports() ? fail(2, o.wrong, o.detail, "", "[option]") : 2;
  }
  join(&g);
  int code = 0;
  if (!g.hosts)
    code = fail(1, "out of memory", "", "", "[memory]");
  else if (!g.t || g.t->rank == 0)
    code = calibrate(&o, &g);
  else
    code = assist(&o, &g);
  tp_p2p_finish();
  return code;
}
