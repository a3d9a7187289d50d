/* memory.c - free memory, of the machine and of the control group, and limits of the process. */
#include "core/memory.h"

#include "core/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const double giga = 1 << 30;

/* Number in the first line of a file, -1: none. */
static double number_in(const char *path) {
  double value = -1;
  FILE *file = fopen(path, "re");
  if (!file)
    return -1;
  if (fscanf(file, "%lf", &value) != 1)
    value = -1;
  fclose(file);
  return value;
}

/* Bytes that the machine can still give, -1: not told. */
static double free_on_host(void) {
  char line[128];
  double total = -1, kilobytes;
  FILE *file = fopen("/proc/meminfo", "re");
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "MemAvailable: %lf", &kilobytes) == 1 ||
        sscanf(line, "SwapFree: %lf", &kilobytes) == 1)
      total = (total < 0 ? 0 : total) + 1024 * kilobytes;
  if (file)
    fclose(file);
  double limit = number_in("/sys/fs/cgroup/memory.max");
  double used = number_in("/sys/fs/cgroup/memory.current");
  if (limit >= 0 && used >= 0 && (total < 0 || limit - used < total))
    total = limit > used ? limit - used : 0;
  return total;
}

/* Bytes that this process has already. */
static double resident(void) {
  double all, here = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  if (file && fscanf(file, "%lf %lf", &all, &here) != 2)
    here = 0;
  if (file)
    fclose(file);
  return here * (double)sysconf(_SC_PAGESIZE);
}

static void start(tp_memory *out) {
  memset(out, 0, sizeof *out);
  if (gethostname(out->host, sizeof out->host - 1) != 0)
    snprintf(out->host, sizeof out->host, "unknown host");
}

void tp_memory_check(const tp_region *r, const void *args, const tp_choice *choice, tp_memory *out) {
  tp_stream s = {.tp_mode = TP_COUNT};
  int sharing = 0;
  start(out);
  tp_box box;
  for (tp_int pass = 0; pass < tp_passes(choice); pass++)
    if (tp_rank_box(choice, tp_here.rank, pass, &box))
      r->tp_owned(&box, args, &s);
  for (int rank = 1; rank < tp_here.ranks; rank++)
    sharing += tp_here.host_of[rank] == tp_here.host_of[tp_here.rank];
  double free = free_on_host(), needed = (double)s.tp_bytes;
  if (free < 0 || needed <= free / sharing + resident())
    return;
  out->status = TP_FAILED;
  snprintf(out->why, sizeof out->why, "%.1f GB are needed, %.1f GB are free for %d ranks",
           needed / giga, free / giga, sharing);
}

void tp_memory_failed(const tp_region *r, const void *args, tp_memory *out) {
  struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
  tp_int *range = malloc((size_t)r->tp_arrays * 2 * sizeof *range + 1);
  double needed = 0;
  start(out);
  out->status = TP_FAILED;
  if (range)
    r->tp_ranges(args, range);
  for (int a = 0; range && a < r->tp_arrays; a++)
    if (!(r->tp_array[a].tp_flags & (TP_ARRAY_STATIC | TP_ARRAY_CONSTANT)))
      needed += (double)(range[2 * a + 1] - range[2 * a]);
  free(range);
  int n = snprintf(out->why, sizeof out->why, "%.1f GB of address space are needed", needed / giga);
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    snprintf(out->why + n, sizeof out->why - (size_t)n, ", its limit is %.1f GB (ulimit -v)",
             (double)limit.rlim_cur / giga);
}
