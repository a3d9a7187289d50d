/* memory_functions.c - functions of the C library that take memory away, or hand it to the kernel, which does not wait
 * for what stays on other ranks (ranks/stay.h). They bring it, and do what the library does. While nothing stays they
 * only pass on. An object of its own in libtilepipe.a: the linker takes it for the name below (-Wl,-u). */
#include "ranks/memory_calls.h"

#include <malloc.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

/* The header has them as macros. */
#undef fread_unlocked
#undef fwrite_unlocked

/* In the program: arrays may stay. */
char __tp_memory_functions;

/* Weak: a program may have a function of its own of that name, and then means that one. */
#define INTERPOSED __attribute__((weak, visibility("default")))

/* Libraries that have such functions, too, and show them: they are no library's (process/library_function.c). */
INTERPOSED char __tp_stands_in;

/* The library's. Looked for at the start, for handlers of signals call write; free may be called before. */
#define REAL(name)                                                                                 \
  static __typeof__(name) *_Atomic real_##name;                                                    \
  static __typeof__(name) *find_##name(void) {                                                     \
    __typeof__(name) *found = atomic_load_explicit(&real_##name, memory_order_relaxed);            \
    if (!found) {                                                                                  \
      found = (__typeof__(name) *)__tp_memory_calls.real(#name, (void *)name);                     \
      atomic_store_explicit(&real_##name, found, memory_order_relaxed);                            \
    }                                                                                              \
    return found;                                                                                  \
  }                                                                                                \
  __attribute__((constructor(101))) static void start_##name(void) { find_##name(); }

/* The kernel is about to read, or write, the program's memory. */
static void reads(const void *at, size_t bytes) {
  if (__tp_memory_calls.any())
    __tp_memory_calls.touch(at, bytes, 0);
}

static void writes(const void *at, size_t bytes) {
  if (__tp_memory_calls.any())
    __tp_memory_calls.touch(at, bytes, 1);
}

/* --- the allocator ---------------------------------------------------------------------------- */

/* The allocator's block at `at` goes. */
static void leave_block(void *at, int with_data) {
  if (__tp_memory_calls.any())
    __tp_memory_calls.leave(at, malloc_usable_size(at), with_data);
}

REAL(free)
INTERPOSED void free(void *at) {
  if (at)
    leave_block(at, 0);
  find_free()(at);
}

REAL(realloc)
INTERPOSED void *realloc(void *at, size_t bytes) {
  if (at)
    leave_block(at, 1);
  return find_realloc()(at, bytes);
}

/* --- standard files --------------------------------------------------------------------------- */

REAL(fwrite)
INTERPOSED size_t fwrite(const void *from, size_t size, size_t count, FILE *file) {
  reads(from, size * count);
  return find_fwrite()(from, size, count, file);
}

REAL(fwrite_unlocked)
INTERPOSED size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *file) {
  reads(from, size * count);
  return find_fwrite_unlocked()(from, size, count, file);
}

/* To a stream without a buffer they hand the text itself to the kernel. */
REAL(fputs)
INTERPOSED int fputs(const char *text, FILE *file) {
  reads(text, strlen(text));
  return find_fputs()(text, file);
}

REAL(puts)
INTERPOSED int puts(const char *text) {
  reads(text, strlen(text));
  return find_puts()(text);
}

REAL(fread)
INTERPOSED size_t fread(void *to, size_t size, size_t count, FILE *file) {
  writes(to, size * count);
  return find_fread()(to, size, count, file);
}

REAL(fread_unlocked)
INTERPOSED size_t fread_unlocked(void *to, size_t size, size_t count, FILE *file) {
  writes(to, size * count);
  return find_fread_unlocked()(to, size, count, file);
}

/* --- files of the kernel ---------------------------------------------------------------------- */

#define READS(name, before, after)                                                                 \
  REAL(name)                                                                                       \
  INTERPOSED ssize_t name before {                                                                 \
    reads(at, bytes);                                                                              \
    return find_##name() after;                                                                    \
  }
#define WRITES(name, before, after)                                                                \
  REAL(name)                                                                                       \
  INTERPOSED ssize_t name before {                                                                 \
    writes(at, bytes);                                                                             \
    return find_##name() after;                                                                    \
  }
READS(write, (int file, const void *at, size_t bytes), (file, at, bytes))
READS(pwrite, (int file, const void *at, size_t bytes, off_t from), (file, at, bytes, from))
READS(pwrite64, (int file, const void *at, size_t bytes, off64_t from), (file, at, bytes, from))
WRITES(read, (int file, void *at, size_t bytes), (file, at, bytes))
WRITES(pread, (int file, void *at, size_t bytes, off_t from), (file, at, bytes, from))
WRITES(pread64, (int file, void *at, size_t bytes, off64_t from), (file, at, bytes, from))

/* What gcc calls instead where it knows the room at `at` (-D_FORTIFY_SOURCE). */
ssize_t __read_chk(int file, void *at, size_t bytes, size_t room);
ssize_t __pread_chk(int file, void *at, size_t bytes, off_t from, size_t room);
ssize_t __pread64_chk(int file, void *at, size_t bytes, off64_t from, size_t room);
WRITES(__read_chk, (int file, void *at, size_t bytes, size_t room), (file, at, bytes, room))
WRITES(__pread_chk, (int file, void *at, size_t bytes, off_t from, size_t room), (file, at, bytes, from, room))
WRITES(__pread64_chk, (int file, void *at, size_t bytes, off64_t from, size_t room), (file, at, bytes, from, room))

size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *file);
REAL(__fread_chk)
INTERPOSED size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *file) {
  writes(to, size * count);
  return find___fread_chk()(to, room, size, count, file);
}

/* --- pieces of memory ------------------------------------------------------------------------- */

static void touch_all(const struct iovec *piece, int count, void (*touch)(const void *at, size_t bytes)) {
  for (int i = 0; i < count && __tp_memory_calls.any(); i++)
    touch(piece[i].iov_base, piece[i].iov_len);
}

#define PIECES(name, touch, before, after)                                                         \
  REAL(name)                                                                                       \
  INTERPOSED ssize_t name before {                                                                 \
    touch_all(piece, count, touch);                                                                \
    return find_##name() after;                                                                    \
  }
PIECES(writev, reads, (int file, const struct iovec *piece, int count), (file, piece, count))
PIECES(readv, writes, (int file, const struct iovec *piece, int count), (file, piece, count))
PIECES(pwritev, reads, (int file, const struct iovec *piece, int count, off_t from), (file, piece, count, from))
PIECES(pwritev64, reads, (int file, const struct iovec *piece, int count, off64_t from), (file, piece, count, from))
PIECES(preadv, writes, (int file, const struct iovec *piece, int count, off_t from), (file, piece, count, from))
PIECES(preadv64, writes, (int file, const struct iovec *piece, int count, off64_t from), (file, piece, count, from))

/* --- signals ---------------------------------------------------------------------------------- */

/* The set without SIGSEGV, once arrays may stay: the kernel kills a thread that blocks it and touches what stays
   elsewhere. */
static const sigset_t *open_set(const sigset_t *set, sigset_t *room) {
  if (!set || !__tp_memory_calls.handles())
    return set;
  *room = *set;
  sigdelset(room, SIGSEGV);
  return room;
}

/* The C library leaves the address to which handlers return below the caller's stack, where what runs later finds it
   and takes itself for a handler (process/handler.c). */
__attribute__((noinline)) static void clear_below(void) {
  char room[1024];
  memset(room, 0, sizeof room);
  __asm__ volatile("" : : "r"(room) : "memory"); /* or the compiler leaves it out */
}

REAL(sigaction)
INTERPOSED int sigaction(int number, const struct sigaction *now, struct sigaction *before) {
  struct sigaction open;
  int failed;
  if (number == SIGSEGV && __tp_memory_calls.handle(now, before))
    return 0;
  if (!__tp_memory_calls.defer(number, now, before, find_sigaction(), &failed)) {
    if (now) {
      open = *now;
      open.sa_mask = *open_set(&now->sa_mask, &(sigset_t){0});
      now = &open;
    }
    failed = find_sigaction()(number, now, before);
  }
  clear_below();
  if (!failed && before && __tp_memory_calls.hides(before->sa_handler))
    *before = (struct sigaction){.sa_handler = SIG_DFL};
  return failed;
}

REAL(signal)
INTERPOSED __sighandler_t signal(int number, __sighandler_t handler) {
  struct sigaction now = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
  if (number == SIGSEGV && __tp_memory_calls.handle(&now, &before))
    return before.sa_handler;
  int failed, deferred = __tp_memory_calls.defer(number, &now, &before, find_sigaction(), &failed);
  __sighandler_t was = !deferred ? find_signal()(number, handler) : failed ? SIG_ERR : before.sa_handler;
  clear_below();
  return __tp_memory_calls.hides(was) ? SIG_DFL : was;
}

REAL(sigprocmask)
INTERPOSED int sigprocmask(int how, const sigset_t *set, sigset_t *before) {
  sigset_t room;
  return find_sigprocmask()(how, how == SIG_UNBLOCK ? set : open_set(set, &room), before);
}

REAL(pthread_sigmask)
INTERPOSED int pthread_sigmask(int how, const sigset_t *set, sigset_t *before) {
  sigset_t room;
  return find_pthread_sigmask()(how, how == SIG_UNBLOCK ? set : open_set(set, &room), before);
}

REAL(sigaltstack)
INTERPOSED int sigaltstack(const stack_t *now, stack_t *before) {
  int failed = find_sigaltstack()(now, before);
  if (!failed && now && !(now->ss_flags & SS_DISABLE))
    __tp_memory_calls.stack(now->ss_size);
  return failed;
}

/* The mask that they set may be older than the first array that stays. */
#define JUMPS(name)                                                                                \
  REAL(name)                                                                                       \
  INTERPOSED void name(struct __jmp_buf_tag to[1], int value) {                                    \
    if (to->__mask_was_saved && __tp_memory_calls.handles())                                       \
      sigdelset((sigset_t *)&to->__saved_mask, SIGSEGV);                                           \
    find_##name()(to, value);                                                                      \
    __builtin_unreachable();                                                                       \
  }
void __longjmp_chk(struct __jmp_buf_tag to[1], int value) __attribute__((noreturn));
JUMPS(longjmp)
JUMPS(_longjmp)
JUMPS(siglongjmp)
JUMPS(__longjmp_chk)

/* --- children --------------------------------------------------------------------------------- */

REAL(wait)
INTERPOSED pid_t wait(int *status) {
  writes(status, status ? sizeof *status : 0);
  return find_wait()(status);
}

REAL(waitpid)
INTERPOSED pid_t waitpid(pid_t child, int *status, int how) {
  writes(status, status ? sizeof *status : 0);
  return find_waitpid()(child, status, how);
}
