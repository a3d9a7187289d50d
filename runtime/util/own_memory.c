/* own_memory.c - see own_memory.h. */
#include "util/own_memory.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t pages(size_t bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  return (bytes + page - 1) / page * page;
}

void *tp_own_grow(void *at, size_t before, size_t bytes) {
  if (at && pages(bytes) == pages(before))
    return at;
  void *more = mmap(NULL, pages(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (more == MAP_FAILED)
    return NULL;
  if (at)
    memcpy(more, at, before);
  tp_own_free(at, before);
  return more;
}

void tp_own_free(void *at, size_t bytes) {
  if (at)
    munmap(at, pages(bytes));
}
