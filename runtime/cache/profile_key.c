/* profile_key.c - what a machine profile is of, and where it is kept. */
#include "comm/p2p.h"
#include "cache/profile_file.h"
#include "util/hash.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

/* Control characters and doubled blanks out. */
static void tidy(char *text) {
  char *to = text;
  for (const char *at = text; *at; at++)
    if ((unsigned char)*at > ' ' && (unsigned char)*at < 127)
      *to++ = *at;
    else if (to > text && to[-1] != ' ')
      *to++ = ' ';
  while (to > text && to[-1] == ' ')
    to--;
  *to = 0;
}

#if defined(__x86_64__)

/* The brand, and the signature because clouds call all their CPUs the same. A virtual machine takes 10 us for each of these
   instructions, and __get_cpuid has two. */
static void name_cpu(char *out, size_t size) {
  unsigned word[13] = {0}, leaf[4] = {0};
  if (__get_cpuid_max(0x80000000u, NULL) >= 0x80000004u)
    for (unsigned i = 0; i < 3; i++)
      __cpuid(0x80000002u + i, word[4 * i], word[4 * i + 1], word[4 * i + 2], word[4 * i + 3]);
  __cpuid(1, leaf[0], leaf[1], leaf[2], leaf[3]);
  snprintf(out, size, "%.48s (%x)", (const char *)word, leaf[0]);
}

#else

static void name_cpu(char *out, size_t size) {
  char line[256];
  FILE *file = fopen("/proc/cpuinfo", "re");
  snprintf(out, size, "unknown");
  while (file && fgets(line, sizeof line, file)) {
    const char *value = strchr(line, ':');
    int known = strncmp(line, "model name", 10) == 0 || strncmp(line, "CPU part", 8) == 0 ||
                strncmp(line, "cpu\t", 4) == 0;
    if (!known || !value)
      continue;
    snprintf(out, size, "%.90s", value + 1);
    break;
  }
  if (file)
    fclose(file);
}

#endif

static char cpu[sizeof ((tp_profile_key *)0)->cpu];

static void find_cpu(void) {
  name_cpu(cpu, sizeof cpu);
  tidy(cpu);
}

void tp_profile_key_of(const char *hosts, tp_profile_key *out) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_cpu);
  memcpy(out->cpu, cpu, sizeof cpu);
  tp_p2p_library(out->mpi, sizeof out->mpi);
  tidy(out->mpi);
  out->hosts = hosts;
}

int tp_cache_place(const tp_profile_key *key, const char *kind, const char *ending, char *out, size_t size) {
  const char *cache = secure_getenv("XDG_CACHE_HOME"), *home = secure_getenv("HOME");
  unsigned long long hash = tp_hash_text(tp_hash_text(tp_hash_text(tp_hash_start, key->cpu), key->mpi), key->hosts);
  int length;
  if (cache && *cache == '/')
    length = snprintf(out, size, "%s/tilepipe/%s-%016llx.%s", cache, kind, hash, ending);
  else if (home && *home == '/')
    length = snprintf(out, size, "%s/.cache/tilepipe/%s-%016llx.%s", home, kind, hash, ending);
  else
    return 0;
  return length > 0 && (size_t)length < size;
}

int tp_profile_place(const tp_profile_key *key, char *out, size_t size) {
  return tp_cache_place(key, "profile", "txt", out, size);
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char *tp_profile_hosts(const char *names, int count, size_t stride) {
  const char **sorted = malloc((size_t)count * sizeof *sorted);
  char *out = malloc((size_t)count * (stride + 1) + 1), *to = out;
  if (sorted && out) {
    for (int i = 0; i < count; i++)
      sorted[i] = names + (size_t)i * stride;
    qsort(sorted, (size_t)count, sizeof *sorted, by_text);
    *to = 0;
    for (int i = 0; i < count; i++)
      if (i == 0 || strcmp(sorted[i], sorted[i - 1]) != 0)
        to += sprintf(to, to == out ? "%s" : ",%s", sorted[i]);
  } else {
    free(out);
    out = NULL;
  }
  free(sorted);
  return out;
}
