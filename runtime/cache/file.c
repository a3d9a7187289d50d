/* file.c - reads regular files, and replaces files whole. */
#include "cache/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *tp_file_read(const char *name, size_t most, size_t *length) {
  struct stat what;
  if (stat(name, &what) != 0)
    return NULL;
  size_t size = (size_t)what.st_size;
  errno = !S_ISREG(what.st_mode) ? EINVAL : size > most ? EFBIG : 0;
  FILE *file = errno ? NULL : fopen(name, "re");
  if (!file)
    return NULL;
  char *text = malloc(size + 1);
  *length = text ? fread(text, 1, size, file) : 0;
  int failed = !text ? ENOMEM : ferror(file) ? EIO : 0;
  fclose(file);
  if (failed) {
    free(text);
    errno = failed;
    return NULL;
  }
  text[*length] = 0;
  return text;
}

/* A new file beside `name`, like others: mkostemp's are for their owner alone. -1: errno says why. */
static int open_beside(const char *name, char *other, size_t size) {
  mode_t mask = umask(0);
  umask(mask);
  if (snprintf(other, size, "%s.XXXXXX", name) >= (int)size) {
    errno = ENAMETOOLONG;
    return -1;
  }
  int fd = mkostemp(other, O_CLOEXEC);
  if (fd >= 0)
    fchmod(fd, 0666 & ~mask);
  return fd;
}

/* What `name` leads to. A link of this user's own stays a link, and what it points to is replaced: /dev/stdout is one
   of root's. A link that leads nowhere, or is another user's, is not followed. Null: errno says why. */
static const char *follow(const char *name, char *real, size_t size) {
  struct stat what;
  if (lstat(name, &what) != 0 || !S_ISLNK(what.st_mode) || what.st_uid != geteuid())
    return name;
  if (stat(name, &what) != 0)
    return name;
  char *target = realpath(name, NULL);
  if (!target)
    return NULL;
  int fits = snprintf(real, size, "%s", target) < (int)size;
  free(target);
  errno = ENAMETOOLONG;
  return fits ? real : NULL;
}

int tp_file_replace(const char *link, const char *text, size_t length) {
  char other[4200], real[4096];
  const char *name = follow(link, real, sizeof real);
  struct stat what;
  if (!name)
    return 0;
  /* A rename would put a file in the place of a device. */
  if (stat(name, &what) == 0 && !S_ISREG(what.st_mode)) {
    errno = EINVAL;
    return 0;
  }
  int fd = open_beside(name, other, sizeof other);
  if (fd < 0)
    return 0;
  FILE *out = fdopen(fd, "w");
  int good = out && fwrite(text, 1, length, out) == length && fflush(out) == 0 && fsync(fd) == 0, failed = errno;
  if ((out ? fclose(out) : close(fd)) != 0 && good) {
    good = 0;
    failed = errno;
  }
  if (good && rename(other, name) != 0) {
    good = 0;
    failed = errno;
  }
  if (!good)
    unlink(other);
  errno = failed;
  return good;
}

void tp_file_make_folders(const char *name) {
  char folder[4096];
  snprintf(folder, sizeof folder, "%s", name);
  for (char *at = folder + 1; (at = strchr(at, '/')) != NULL; at++) {
    *at = 0;
    mkdir(folder, 0777);
    *at = '/';
  }
}
