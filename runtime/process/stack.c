/* stack.c - how much of its stack the calling thread has left.
 *
 * The bounds of a thread's stack are looked up once per thread. The program may change the main thread's limit, which
 * is read again where much is in use. */
#include "process/caller.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* An unlimited stack ends where other mappings begin; this much is always free. */
enum { UNLIMITED = 64 << 20 };

/* Programs have more than that. */
enum { SHALLOW = 256 << 10 };

static _Thread_local struct {
  uintptr_t low, high; /* both 0: not looked up */
  int is_main;
} mine;

/* The kernel counts the limit from the top of the mapping, where the program's name stands. */
static void look_up_main(void) {
  struct rlimit limit;
  const char *name = (const char *)getauxval(AT_EXECFN);
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE) - 1;
  if (!name || getrlimit(RLIMIT_STACK, &limit) != 0)
    return;
  mine.high = ((uintptr_t)name + strlen(name) + page) & ~page;
  uintptr_t size = limit.rlim_cur == RLIM_INFINITY ? UNLIMITED : (uintptr_t)limit.rlim_cur;
  mine.low = size < mine.high ? mine.high - size : 0;
}

static void look_up_other(void) {
  pthread_attr_t attributes;
  void *low;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return;
  if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
    mine.low = (uintptr_t)low;
    mine.high = mine.low + size;
  }
  pthread_attr_destroy(&attributes);
}

/* From the kernel's list of mappings: a guard page lies below the stacks of teams. The library's answer allocates memory, and a
   program's allocator need not stand several threads. */
static void look_up_mapping(uintptr_t here) {
  enum { LOW, HIGH, REST };
  const int file = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
  uintptr_t low = 0, high = 0;
  char text[1024];
  int part = LOW;
  long got;
  if (file < 0)
    return;
  while (!mine.high && (got = syscall(SYS_read, file, text, sizeof text)) > 0)
    for (long k = 0; k < got && !mine.high; k++) {
      const char c = text[k];
      const unsigned digit = c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10) : (unsigned)(c - '0');
      if (c == '\n') {
        low = high = 0;
        part = LOW;
      } else if (part != REST && digit < 16) {
        *(part == LOW ? &low : &high) = (part == LOW ? low : high) * 16 + digit;
      } else if (part != REST && ++part == REST && low <= here && here < high) {
        mine.low = low;
        mine.high = high;
      }
    }
  syscall(SYS_close, file);
}

static void look_up(void) {
  mine.is_main = syscall(SYS_gettid) == syscall(SYS_getpid);
  if (mine.is_main)
    look_up_main();
  else
    look_up_other();
}

int tp_stack_suffices(size_t bytes) {
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  if (!mine.high)
    look_up();
  else if (mine.is_main && here < mine.high && mine.high - here > SHALLOW)
    look_up_main();
  return here < mine.high && here >= mine.low + bytes;
}

int tp_team_stack_suffices(size_t bytes) {
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  if (!mine.high)
    look_up_mapping(here);
  return here < mine.high && here >= mine.low + bytes;
}

size_t tp_stack_size(void) {
  if (mine.high && mine.is_main)
    look_up_main();
  else if (!mine.high)
    look_up();
  return mine.high - mine.low;
}

uintptr_t tp_stack_high(void) {
  if (!mine.high)
    look_up();
  return mine.high;
}

void tp_stack_raise(size_t bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= bytes)
    return;
  limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
  setrlimit(RLIMIT_STACK, &limit);
}
