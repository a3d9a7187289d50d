/* own.c - memory for arrays that the program does not have, kept from start to start. */
#include "region/own.h"

#include <stdint.h>
#include <stdlib.h>

enum { MOST_ARRAYS = 64 }; /* overlap.c declines regions with more */

/* The memory of one array of a region. */
typedef struct memory {
  const tp_region *region;
  int array;
  char *at;
  tp_int bytes;
  struct memory *next;
} memory;

static memory *all;

static memory *memory_of(const tp_region *r, int array) {
  memory *m = all;
  while (m && (m->region != r || m->array != array))
    m = m->next;
  if (m || !(m = calloc(1, sizeof *m)))
    return m;
  *m = (memory){.region = r, .array = array, .next = all};
  return all = m;
}

/* Zeros: an element may be read before it is written. Then the value is not used. */
static int has_room(memory *m, tp_int bytes) {
  if (bytes <= m->bytes)
    return 1;
  free(m->at);
  m->at = calloc(1, (size_t)bytes);
  m->bytes = m->at ? bytes : 0;
  return m->at != NULL;
}

tp_status tp_own_arrays(const tp_region *r, void *args) {
  tp_range range[MOST_ARRAYS];
  int owns = 0;
  for (int a = 0; a < r->tp_arrays; a++)
    owns |= r->tp_array[a].tp_flags & TP_ARRAY_OWN;
  if (!owns || r->tp_arrays > MOST_ARRAYS)
    return TP_OK;
  r->tp_ranges(args, range);
  for (int a = 0; a < r->tp_arrays; a++) {
    if (!(r->tp_array[a].tp_flags & TP_ARRAY_OWN) || range[a].tp_past <= range[a].tp_first)
      continue;
    memory *m = memory_of(r, a);
    if (!m || !has_room(m, range[a].tp_past - range[a].tp_first))
      return TP_DECLINED;
    *(char **)((char *)args + r->tp_array[a].tp_field) = (char *)((uintptr_t)m->at - (uintptr_t)range[a].tp_first);
  }
  return TP_OK;
}
