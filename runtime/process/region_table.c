/* region_table.c - the program's regions, which the linker has collected. */
#include "process/process.h"

extern const tp_region *const __start_tp_regions[] __attribute__((weak, visibility("hidden")));
extern const tp_region *const __stop_tp_regions[] __attribute__((weak, visibility("hidden")));

int tp_region_count(void) {
  return __start_tp_regions ? (int)(__stop_tp_regions - __start_tp_regions) : 0;
}

const tp_region *tp_region_numbered(int number) { return __start_tp_regions[number]; }

int tp_region_number(const tp_region *r) {
  for (int i = 0; i < tp_region_count(); i++)
    if (__start_tp_regions[i] == r)
      return i;
  return -1;
}
