/* memory.c - free memory, of the machine and of the control group, and limits of the process. */
#include "ranks/memory.h"

#include "ranks/array.h"
#include "process/cgroup.h"
#include "process/process.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const double giga = 1 << 30;

double tp_memory_free(void) {
  char line[128];
  double total = -1, kilobytes;
  FILE *file = fopen("/proc/meminfo", "re");
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "MemAvailable: %lf", &kilobytes) == 1 ||
        sscanf(line, "SwapFree: %lf", &kilobytes) == 1)
      total = (total < 0 ? 0 : total) + 1024 * kilobytes;
  if (file)
    fclose(file);
  double group = tp_cgroup_free("/proc/self/cgroup", "/sys/fs/cgroup");
  if (group >= 0 && (total < 0 || group < total))
    total = group;
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

int tp_memory_exceeds(double bytes) {
  double free = tp_memory_free();
  return free >= 0 && bytes > free + resident();
}

static void start(tp_memory *out) {
  memset(out, 0, sizeof *out);
  if (gethostname(out->host, sizeof out->host - 1) != 0)
    snprintf(out->host, sizeof out->host, "unknown host");
}

/* Pages of the runs seen so far: short rows of several ranks lie in the same pages, of which each rank has its own. */
typedef struct page_count {
  uintptr_t page; /* bytes of one */
  uintptr_t past; /* the last page counted ends here */
  double bytes;
} page_count;

static void count_pages(tp_stream *s, int array, void *at, tp_int bytes) {
  page_count *p = s->tp_visitor;
  uintptr_t first = (uintptr_t)at / p->page * p->page;
  uintptr_t past = ((uintptr_t)at + (uintptr_t)bytes + p->page - 1) / p->page * p->page;
  (void)array;
  /* Runs mostly come in order of address. */
  uintptr_t from = first < p->past && past >= p->past ? p->past : first;
  p->bytes += past > from ? (double)(past - from) : 0;
  p->past = past;
}

/* Bytes of arrays that may be counted twice or more come to no more than the ranges hold. */
static double most_bytes(const tp_region *r, const void *args) {
  tp_range *range = malloc((size_t)r->tp_arrays * sizeof *range + 1);
  double bytes = 0;
  if (!range)
    return 0;
  r->tp_ranges(args, range);
  tp_array_hulls(r, range);
  for (int a = 0; a < r->tp_arrays; a++)
    if (!(r->tp_array[a].tp_flags & TP_ARRAY_CONSTANT))
      bytes += (double)(range[a].tp_past - range[a].tp_first) + 2. * (double)sysconf(_SC_PAGESIZE);
  free(range);
  return bytes;
}

void tp_memory_check(const tp_region *r, const void *args, const tp_plan *plan, tp_memory *out) {
  page_count pages = {(uintptr_t)sysconf(_SC_PAGESIZE), 0, 0};
  tp_stream s = {.tp_mode = TP_VISIT, .tp_visit = count_pages, .tp_visitor = &pages};
  int sharing = 0;
  start(out);
  tp_box box;
  for (tp_int pass = 0; pass < tp_passes(plan); pass++)
    if (tp_rank_box(plan, tp_here.rank, pass, &box)) {
      r->tp_owned(&box, args, &s);
      pages.past = 0;
      r->tp_livein(&box, args, &s);
      pages.past = 0;
    }
  for (int rank = 1; rank < tp_here.ranks; rank++)
    sharing += tp_here.host_of[rank] == tp_here.host_of[tp_here.rank];
  double free = tp_memory_free(), most = most_bytes(r, args);
  double needed = most > 0 && most < pages.bytes ? most : pages.bytes;
  if (free < 0 || needed <= free / sharing + resident())
    return;
  out->status = TP_FAILED;
  snprintf(out->why, sizeof out->why, "%.1f GB are needed, %.1f GB are free for %d ranks",
           needed / giga, free / giga, sharing);
}

void tp_memory_failed(const tp_region *r, const void *args, tp_memory *out) {
  struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
  tp_range *range = malloc((size_t)r->tp_arrays * sizeof *range + 1);
  double needed = 0;
  start(out);
  out->status = TP_FAILED;
  if (range)
    r->tp_ranges(args, range);
  for (int a = 0; range && a < r->tp_arrays; a++)
    if (!(r->tp_array[a].tp_flags & (TP_ARRAY_STATIC | TP_ARRAY_CONSTANT)))
      needed += (double)(range[a].tp_past - range[a].tp_first);
  free(range);
  int n = snprintf(out->why, sizeof out->why, "%.1f GB of address space are needed", needed / giga);
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    snprintf(out->why + n, sizeof out->why - (size_t)n, ", its limit is %.1f GB (ulimit -v)",
             (double)limit.rlim_cur / giga);
}
