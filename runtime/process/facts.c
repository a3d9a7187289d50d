/* facts.c - what this rank is made of, for the plan and for the comparison between ranks. */
#include "comm/p2p.h"
#include "process/cgroup.h"
#include "process/process.h"
#include "process/openmp.h"
#include "util/hash.h"

#include <gnu/libc-version.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

/* libm picks code by these: ranks that differ may differ in last bits of exp or sin. */
static unsigned long long cpu_features(void) {
  unsigned long long hash = tp_hash_text(tp_hash_start, gnu_get_libc_version());
#if defined(__x86_64__)
  unsigned leaf1[4] = {0}, leaf7[4] = {0};
  __get_cpuid(1, &leaf1[0], &leaf1[1], &leaf1[2], &leaf1[3]);
  __get_cpuid_count(7, 0, &leaf7[0], &leaf7[1], &leaf7[2], &leaf7[3]);
  leaf1[1] = 0; /* holds the core's own number */
  hash = tp_hash_bytes(hash, leaf1, sizeof leaf1);
  hash = tp_hash_bytes(hash, leaf7, sizeof leaf7);
#endif
  return hash;
}

static unsigned long long hash_regions(void) {
  unsigned long long hash = tp_hash_start;
  for (int i = 0; i < tp_region_count(); i++) {
    const tp_region *r = tp_region_numbered(i);
    hash = tp_hash_bytes(hash, &r->tp_abi, sizeof r->tp_abi);
    hash = tp_hash_text(hash, r->tp_name);
    hash = tp_hash_text(hash, r->tp_file);
    hash = tp_hash_bytes(hash, &r->tp_line, sizeof r->tp_line);
    hash = tp_hash_bytes(hash, r->tp_reach, sizeof r->tp_reach);
    hash = tp_hash_bytes(hash, r->tp_variants[TP_VARIANT_PLAIN].tp_inner, sizeof r->tp_variants[TP_VARIANT_PLAIN].tp_inner);
    hash = tp_hash_bytes(hash, &r->tp_args, sizeof r->tp_args);
  }
  return hash;
}

static void name_program(tp_facts *out) {
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  size_t room = sizeof out->program - 1;
  const char *end = path + (length > 0 ? length : 0);
  const char *at = end - path > (ssize_t)room ? end - room : path;
  memcpy(out->program, at, (size_t)(end - at));
  if (gethostname(out->host, sizeof out->host - 1) != 0)
    snprintf(out->host, sizeof out->host, "?");
}

static void name_boot(tp_facts *out) {
  FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
  if (!file)
    return;
  if (fscanf(file, "%39s", out->boot) != 1)
    *out->boot = 0;
  fclose(file);
}

static void number_process(tp_facts *out) {
  struct stat of;
  out->process = (int)getpid();
  out->numbering = stat("/proc/self/ns/pid", &of) == 0 ? (unsigned long long)of.st_ino : 0;
}

static int cpus_of_container(void) {
  static int known, answer; /* the same for every thread that comes first */
  if (!known)
    answer = tp_cgroup_cpus("/proc/self/cgroup", "/sys/fs/cgroup");
  known = 1;
  return answer;
}

/* What Slurm gave each task, 0: it says nothing. */
static int cpus_of_task(void) {
  const char *text = getenv("SLURM_CPUS_PER_TASK");
  int count = text ? atoi(text) : 0;
  return count > 0 ? count : 0;
}

void tp_facts_read(tp_facts *out) {
  const char *why;
  cpu_set_t cores;
  memset(out, 0, sizeof *out);
  out->binary = tp_binary_hash();
  name_program(out);
  name_boot(out);
  number_process(out);
  out->regions = hash_regions();
  out->settings = tp_settings_hash();
  out->cpu = cpu_features();
  out->threaded = tp_p2p_threads();
  for (int i = 0; i < TP_SETTING_COUNT; i++)
    tp_settings_shaping(i, out->shaping[i], sizeof out->shaping[i]);
  if (tp_settings_check(&why) != TP_OK)
    snprintf(out->bad, sizeof out->bad, "%s", why);
  tp_settings asked;
  out->traces = tp_settings_for(NULL, &asked, &why) == TP_OK && *asked.trace != 0;
  out->threads = getenv("OMP_NUM_THREADS") ? tp_omp_max_threads() : 0;
  CPU_ZERO(&cores);
  if (sched_getaffinity(0, sizeof cores, &cores) == 0) {
    out->binding = tp_hash_bytes(tp_hash_start, &cores, sizeof cores);
    out->cores = CPU_COUNT(&cores);
  }
  if (cpus_of_container() > 0 && cpus_of_container() < out->cores)
    out->cores = cpus_of_container();
  if (out->cores < 1)
    out->cores = 1;
  out->most = cpus_of_task();
}

/* What OpenMP offers where nobody asked for a number is every CPU of the mask. */
static int within_limits(int threads) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (getenv("OMP_NUM_THREADS") || sched_getaffinity(0, sizeof cores, &cores) != 0 || CPU_COUNT(&cores) != threads)
    return threads;
  int limits[] = {cpus_of_container(), cpus_of_task()};
  for (int i = 0; i < 2; i++)
    if (limits[i] > 0 && limits[i] < threads)
      threads = limits[i];
  return threads;
}

/* The program may change its mind (omp_set_num_threads); otherwise what the ranks agreed on holds. */
int tp_threads_allowed(void) {
  static int at_start;
  int now = tp_omp_max_threads();
  if (!at_start)
    at_start = now;
  if (now != at_start)
    return now;
  if (tp_here.threads > 0)
    return tp_here.threads;
  static int limited;
  if (!limited)
    limited = within_limits(now);
  return limited;
}
