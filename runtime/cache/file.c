/* file.c - reads regular files, and replaces files whole. */
#include "cache/file.h"

#include "process/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- reading ---------------------------------------------------------------------------------- */

/* Reads up to `size` bytes; -1: errno says why. */
static long read_bytes(int fd, char *to, size_t size) {
  size_t length = 0;
  while (length < size) {
    long n = tp_system_read(fd, to + length, size - length);
    if (n < 0 && errno != EINTR)
      return -1;
    if (n == 0)
      break;
    if (n > 0)
      length += (size_t)n;
  }
  return (long)length;
}

/* errno of a file that is not to be read, 0: none. */
static int unfit(int fd, size_t most, size_t *size) {
  struct stat what;
  if (fstat(fd, &what) != 0)
    return errno;
  if (!S_ISREG(what.st_mode))
    return EINVAL;
  *size = (size_t)what.st_size;
  return *size > most ? EFBIG : 0;
}

char *tp_file_read(const char *name, size_t most, size_t *length) {
  char *text = NULL;
  long bytes = -1;
  size_t size = 0;
  int fd = tp_system_open(name, O_RDONLY | O_NONBLOCK);
  if (fd < 0)
    return NULL;
  int failed = unfit(fd, most, &size);
  if (!failed && !(text = malloc(size + 1)))
    failed = ENOMEM;
  if (!failed && (bytes = read_bytes(fd, text, size)) < 0)
    failed = errno;
  tp_system_close(fd);
  if (failed) {
    free(text);
    errno = failed;
    return NULL;
  }
  text[bytes] = 0;
  *length = (size_t)bytes;
  return text;
}

/* --- replacing -------------------------------------------------------------------------------- */

/* A file without a name in the folder of `name`: a program that is killed leaves nothing behind. -1: the file system
   has none. */
static int open_nameless(const char *name) {
  char folder[4096];
  const char *end = strrchr(name, '/');
  if (snprintf(folder, sizeof folder, "%.*s", end ? (int)(end - name) + 1 : 1, end ? name : ".") >= (int)sizeof folder)
    return -1;
  return open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

/* Gives the nameless file a new name next to `name`. */
static int link_beside(int fd, const char *name, char *other, size_t size) {
  char self[64];
  snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
  for (int i = 0; i < 100; i++) {
    snprintf(other, size, "%s.%ld.%d", name, (long)getpid(), i);
    if (linkat(AT_FDCWD, self, AT_FDCWD, other, AT_SYMLINK_FOLLOW) == 0)
      return 1;
    if (errno != EEXIST)
      return 0;
  }
  return 0;
}

static int write_bytes(int fd, const char *text, size_t length) {
  while (length > 0) {
    ssize_t n = write(fd, text, length);
    if (n < 0 && errno != EINTR)
      return 0;
    if (n > 0) {
      text += n;
      length -= (size_t)n;
    }
  }
  return fsync(fd) == 0;
}

/* mkstemp's files are for their owner alone; these are files like others. */
static int open_named(const char *name, char *other, size_t size) {
  snprintf(other, size, "%s.XXXXXX", name);
  int fd = mkostemp(other, O_CLOEXEC);
  mode_t mask = umask(0);
  umask(mask);
  if (fd >= 0)
    fchmod(fd, 0666 & ~mask);
  return fd;
}

int tp_file_replace(const char *name, const char *text, size_t length) {
  char other[4200] = "";
  if (strlen(name) + 32 > sizeof other) {
    errno = ENAMETOOLONG;
    return 0;
  }
  int fd = open_nameless(name), nameless = fd >= 0;
  if (!nameless && (fd = open_named(name, other, sizeof other)) < 0)
    return 0;
  int good = write_bytes(fd, text, length);
  if (good && nameless)
    good = link_beside(fd, name, other, sizeof other);
  int linked = nameless ? good : 1;
  int failed = errno;
  if (close(fd) != 0 && good) {
    good = 0;
    failed = errno;
  }
  if (good && rename(other, name) != 0) {
    good = 0;
    failed = errno;
  }
  if (!good && linked)
    unlink(other);
  errno = failed;
  return good;
}
