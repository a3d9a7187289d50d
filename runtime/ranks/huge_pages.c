/* huge_pages.c - see huge_pages.h. A huge page is cleared several times as fast as small ones in its place. But a virtual
 * machine may have given its free memory back to its host, in pieces of that size: then one takes five times as long, and
 * a sample does not tell, for what was freed just now is still there. */
#include "ranks/huge_pages.h"

#include <stdint.h>
#include <sys/mman.h>
#ifdef __x86_64__
#include <cpuid.h>
#endif

static int is_virtual(void) {
#ifdef __x86_64__
  unsigned a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && (c >> 31 & 1);
#else
  return 0;
#endif
}

void tp_huge_pages_ask(char *first, char *past) {
  const uintptr_t mask = TP_HUGE_PAGE - 1;
  uintptr_t from = ((uintptr_t)first + mask) & ~mask, to = (uintptr_t)past & ~mask;
  if (from < to && !is_virtual())
    madvise((void *)from, to - from, MADV_HUGEPAGE);
}
