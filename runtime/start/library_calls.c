/* library_calls.c - functions of the C library as the runtime itself calls them.
 *
 * What the program imports tells whether its arrays may stay on ranks (process/imports.c). So what the runtime needs of
 * the unsafe ones is no import: the linker gives its calls to these (--wrap), which ask the loader for the library's.
 *
 * A program may have functions of its own by names that are not ISO C's: the runtime's calls of these go past the
 * program's (passed_calls.def). */
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>

/* Looked for once. */
#define FOUND(where, name, type)                                                                   \
  static void *_Atomic known;                                                                      \
  void *found = atomic_load_explicit(&known, memory_order_relaxed);                                \
  if (!found) {                                                                                    \
    found = dlsym(where, name);                                                                    \
    atomic_store_explicit(&known, found, memory_order_relaxed);                                    \
  }                                                                                                \
  __typeof__(type) real = (__typeof__(type))found
/* The function that a call of that name would reach, a sanitizer's for example. */
#define REAL(name, type) FOUND(RTLD_DEFAULT, name, type)
/* The first one behind the program or library that this is part of. */
#define NEXT(name, type) FOUND(RTLD_NEXT, name, type)

long __wrap_syscall(long number, ...) {
  REAL("syscall", long (*)(long, ...));
  long a[6];
  va_list list;
  va_start(list, number);
  for (int i = 0; i < 6; i++)
    a[i] = va_arg(list, long);
  va_end(list);
  return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

void *__wrap_mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset) {
  REAL("mmap", void *(*)(void *, size_t, int, int, int, off_t));
  return real(at, bytes, protection, flags, file, offset);
}

int __wrap_munmap(void *at, size_t bytes) {
  REAL("munmap", int (*)(void *, size_t));
  return real(at, bytes);
}

int __wrap_madvise(void *at, size_t bytes, int advice) {
  REAL("madvise", int (*)(void *, size_t, int));
  return real(at, bytes, advice);
}

int __wrap_mincore(void *at, size_t bytes, unsigned char *present) {
  REAL("mincore", int (*)(void *, size_t, unsigned char *));
  return real(at, bytes, present);
}

int __wrap_mprotect(void *at, size_t bytes, int protection) {
  REAL("mprotect", int (*)(void *, size_t, int));
  return real(at, bytes, protection);
}

int __wrap_sigaction(int number, const struct sigaction *now, struct sigaction *before) {
  REAL("sigaction", int (*)(int, const struct sigaction *, struct sigaction *));
  return real(number, now, before);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *with) {
  REAL("pthread_create", int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *));
  return real(thread, how, run, with);
}

ssize_t __wrap_read(int file, void *to, size_t bytes) {
  REAL("read", ssize_t (*)(int, void *, size_t));
  return real(file, to, bytes);
}

ssize_t __wrap_write(int file, const void *from, size_t bytes) {
  REAL("write", ssize_t (*)(int, const void *, size_t));
  return real(file, from, bytes);
}

ssize_t __wrap_pread(int file, void *to, size_t bytes, off_t at) {
  REAL("pread", ssize_t (*)(int, void *, size_t, off_t));
  return real(file, to, bytes, at);
}

ssize_t __wrap_pwrite(int file, const void *from, size_t bytes, off_t at) {
  REAL("pwrite", ssize_t (*)(int, const void *, size_t, off_t));
  return real(file, from, bytes, at);
}

ssize_t __wrap_process_vm_readv(pid_t process, const struct iovec *to, unsigned long tos, const struct iovec *from,
                                unsigned long froms, unsigned long flags) {
  REAL("process_vm_readv",
       ssize_t (*)(pid_t, const struct iovec *, unsigned long, const struct iovec *, unsigned long, unsigned long));
  return real(process, to, tos, from, froms, flags);
}

void *__wrap_dlopen(const char *file, int how) {
  REAL("dlopen", void *(*)(const char *, int));
  return real(file, how);
}

#define PASS(type, name, parameters, arguments)                                                    \
  type __wrap_##name parameters {                                                                  \
    NEXT(#name, type(*) parameters);                                                               \
    return real arguments;                                                                         \
  }
#include "start/passed_calls.def"
#undef PASS

int __wrap_open(const char *file, int how, ...) {
  NEXT("open", int (*)(const char *, int, ...));
  va_list list;
  va_start(list, how);
  mode_t mode = how & O_CREAT ? va_arg(list, mode_t) : 0;
  va_end(list);
  return real(file, how, mode);
}

int __wrap_getrlimit(__rlimit_resource_t what, struct rlimit *limit) {
  NEXT("getrlimit", int (*)(__rlimit_resource_t, struct rlimit *));
  return real(what, limit);
}

/* C89 has none. */
double __wrap_fmin(double a, double b) { return a < b || b != b ? a : b; }
double __wrap_fmax(double a, double b) { return a > b || b != b ? a : b; }
