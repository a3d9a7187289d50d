/* system.h - the kernel itself, where the C library's names may be the program's own (process/names.c). */
#ifndef TP_SYSTEM_H
#define TP_SYSTEM_H

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* An existing file, not for programs that this one starts. */
static inline int tp_system_open(const char *path, int flags) {
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0);
}

static inline long tp_system_read(int file, void *to, size_t bytes) { return syscall(SYS_read, file, to, bytes); }

static inline void tp_system_close(int file) { syscall(SYS_close, file); }

static inline int tp_system_is_there(const char *path) { return syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0; }

static inline long tp_system_length(int file) { return syscall(SYS_lseek, file, 0L, SEEK_END); }

/* A file's first bytes; null: cannot. */
static inline const void *tp_system_map(int file, size_t bytes) {
  long at = syscall(SYS_mmap, NULL, bytes, PROT_READ, MAP_PRIVATE, file, 0L);
  return at == -1 ? NULL : (const void *)at;
}

static inline void tp_system_unmap(const void *at, size_t bytes) { syscall(SYS_munmap, at, bytes); }

/* These answer as the functions without the prefix do. */
static inline int tp_system_socket(int family, int type) { return (int)syscall(SYS_socket, family, type, 0); }

static inline int tp_system_connect(int line, const void *to, socklen_t bytes) {
  return (int)syscall(SYS_connect, line, to, bytes);
}

static inline int tp_system_poll(struct pollfd *wait, int seconds) {
  struct timespec limit = {seconds, 0};
  return (int)syscall(SYS_ppoll, wait, 1, &limit, NULL, 0);
}

static inline int tp_system_error_of(int line, int *error) {
  socklen_t size = sizeof *error;
  return (int)syscall(SYS_getsockopt, line, SOL_SOCKET, SO_ERROR, error, &size);
}

#endif
