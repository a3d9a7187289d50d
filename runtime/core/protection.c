/* protection.c - the process's memory map, compared with what rank 0 would store. */
#include "core/protection.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* What conditional writes may reach. */
typedef struct reach {
  const tp_region *region;
  const void *args;
  tp_int *range; /* as tp_ranges gives them */
} reach;

static int perhaps_written(const tp_region *r) {
  for (int a = 0; a < r->tp_arrays; a++)
    if (r->tp_array[a].tp_flags & TP_ARRAY_PERHAPS)
      return 1;
  return 0;
}

static int meets(const reach *x, uintptr_t first, uintptr_t past) {
  for (int a = 0; a < x->region->tp_arrays; a++) {
    const tp_array_info *info = &x->region->tp_array[a];
    uintptr_t base = (uintptr_t)*(void *const *)((const char *)x->args + info->tp_field);
    tp_int lo = x->range[2 * a], hi = x->range[2 * a + 1];
    if (info->tp_flags & TP_ARRAY_PERHAPS && lo < hi && base + (uintptr_t)lo < past &&
        base + (uintptr_t)hi > first)
      return 1;
  }
  return 0;
}

/* 1: none of the mappings without permission to write is reached. */
static int all_writable(FILE *map, const reach *x) {
  char line[512], write;
  unsigned long first, past;
  int starts = 1; /* a line, not the rest of one with a long path */
  while (fgets(line, sizeof line, map)) {
    int is_mapping = starts && sscanf(line, "%lx-%lx %*c%c", &first, &past, &write) == 3;
    starts = 0;
    for (const char *at = line; *at; at++)
      starts = *at == '\n';
    if (is_mapping && write != 'w' && meets(x, first, past))
      return 0;
  }
  return 1;
}

tp_status tp_protection_check(const tp_region *r, const void *args, const char **why) {
  if (!perhaps_written(r))
    return TP_OK;
  reach x = {r, args, malloc((size_t)r->tp_arrays * 2 * sizeof *x.range)};
  FILE *map = x.range ? fopen("/proc/self/maps", "re") : NULL;
  int writable = 0;
  *why = "the system does not tell whether its arrays may be written";
  if (map) {
    r->tp_ranges(args, x.range);
    writable = all_writable(map, &x);
    *why = "an array in read-only memory, which other ranks would return";
    fclose(map);
  }
  free(x.range);
  return writable ? TP_OK : TP_DECLINED;
}
