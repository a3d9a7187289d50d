/* huge_pages.c - see huge_pages.h. A huge page is cleared ten times as fast as small ones where the machine has it at hand.
 * A virtual machine may have given its free memory back to its host: then one takes five times as long. */
#include "ranks/huge_pages.h"

#include "util/wait.h"

#include <stdint.h>
#include <sys/mman.h>

enum { PAGE = 4096, SAMPLE = 8 /* huge pages: some may have been freed just now */ };

/* Seconds to touch so many bytes, one of each `step`, without changing them. */
static double touch(volatile char *at, size_t bytes, size_t step) {
  double start = tp_now();
  for (size_t i = 0; i < bytes; i += step)
    at[i] = at[i];
  return tp_now() - start;
}

/* Seconds that the small pages in the place of a huge one take. */
static double small_pages(void) {
  static double seconds;
  char *map = MAP_FAILED;
  if (seconds == 0)
    map = mmap(NULL, TP_HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (map != MAP_FAILED) {
    madvise(map, TP_HUGE_PAGE, MADV_NOHUGEPAGE);
    seconds = touch(map, TP_HUGE_PAGE, PAGE);
    munmap(map, TP_HUGE_PAGE);
  }
  return seconds;
}

void tp_huge_pages_ask(char *first, char *past) {
  const uintptr_t mask = TP_HUGE_PAGE - 1;
  char *at = (char *)(((uintptr_t)first + mask) & ~mask), *end = (char *)((uintptr_t)past & ~mask);
  for (int n = 0; n < SAMPLE && at < end; n++, at += TP_HUGE_PAGE)
    if (madvise(at, TP_HUGE_PAGE, MADV_HUGEPAGE) != 0 || touch(at, TP_HUGE_PAGE, TP_HUGE_PAGE) > small_pages())
      return;
  if (at < end)
    madvise(at, (size_t)(end - at), MADV_HUGEPAGE);
}
