/* child.c - children of the program, which have neither its threads nor its ranks.
 *
 * A page that the kernel clears in a child tells them apart. Handlers of pthread_atfork would not: _Fork and clone call
 * none. A child that shares the parent's memory (vfork) is not recognised. */
#include "process/caller.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic int *volatile mark; /* holds 0 in a child; null: not prepared */
static pid_t parent;               /* where the kernel cannot clear pages */

void tp_child_prepare(void) {
  size_t size = (size_t)sysconf(_SC_PAGESIZE);
  void *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  static _Atomic int instead;
  if (page == MAP_FAILED || madvise(page, size, MADV_WIPEONFORK) != 0) {
    parent = (pid_t)syscall(SYS_getpid);
    page = &instead;
  }
  *(_Atomic int *)page = 1;
  mark = page;
}

int tp_is_child(void) { return !mark || !*mark || (parent && parent != (pid_t)syscall(SYS_getpid)); }
