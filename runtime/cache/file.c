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

int tp_file_choose(tp_file *f, const char *name) {
  char real[4096];
  const char *found = follow(name, real, sizeof real);
  snprintf(f->name, sizeof f->name, "%s", found ? found : name);
  *f->other = 0;
  return found != NULL;
}

int tp_file_begin(tp_file *f) {
  struct stat what;
  /* A rename would put a file in the place of a device. */
  if (stat(f->name, &what) == 0 && !S_ISREG(what.st_mode)) {
    errno = EINVAL;
    return -1;
  }
  int descriptor = open_beside(f->name, f->other, sizeof f->other);
  if (descriptor < 0)
    *f->other = 0;
  return descriptor;
}

int tp_file_end(tp_file *f, int descriptor, int good) {
  good = good && fsync(descriptor) == 0;
  int failed = errno;
  if (close(descriptor) != 0 && good) {
    good = 0;
    failed = errno;
  }
  if (good && rename(f->other, f->name) != 0) {
    good = 0;
    failed = errno;
  }
  if (!good)
    unlink(f->other);
  *f->other = 0;
  errno = failed;
  return good;
}

void tp_file_forget(tp_file *f) {
  if (*f->other)
    unlink(f->other);
}

int tp_file_write(int descriptor, const char *text, size_t length) {
  while (length > 0) {
    ssize_t some = write(descriptor, text, length);
    if (some < 0 && errno != EINTR)
      return 0;
    text += some > 0 ? some : 0;
    length -= some > 0 ? (size_t)some : 0;
  }
  return 1;
}

int tp_file_replace(const char *name, const char *text, size_t length) {
  tp_file f;
  int descriptor = tp_file_choose(&f, name) ? tp_file_begin(&f) : -1;
  return descriptor >= 0 && tp_file_end(&f, descriptor, tp_file_write(descriptor, text, length));
}

const char *tp_file_why(int error) { return error == EINVAL ? "not a regular file" : strerror(error); }

void tp_file_make_folders(const char *name) {
  char folder[4096];
  snprintf(folder, sizeof folder, "%s", name);
  for (char *at = folder + 1; (at = strchr(at, '/')) != NULL; at++) {
    *at = 0;
    mkdir(folder, 0777);
    *at = '/';
  }
}
