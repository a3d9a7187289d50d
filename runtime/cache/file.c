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

int tp_file_begin(tp_new_file *f, const char *link) {
  char real[sizeof f->name];
  const char *name = follow(link, real, sizeof real);
  struct stat what;
  if (!name)
    return 0;
  if (snprintf(f->name, sizeof f->name, "%s", name) >= (int)sizeof f->name) {
    errno = ENAMETOOLONG;
    return 0;
  }
  /* A rename would put a file in the place of a device. */
  if (stat(name, &what) == 0 && !S_ISREG(what.st_mode)) {
    errno = EINVAL;
    return 0;
  }
  int fd = open_beside(name, f->other, sizeof f->other);
  if (fd < 0)
    return 0;
  f->out = fdopen(fd, "w");
  if (f->out)
    return 1;
  int failed = errno;
  close(fd);
  unlink(f->other);
  errno = failed;
  return 0;
}

int tp_file_end(tp_new_file *f, int keep) {
  int good = keep && fflush(f->out) == 0 && !ferror(f->out) && fsync(fileno(f->out)) == 0, failed = errno;
  if (fclose(f->out) != 0 && good) {
    good = 0;
    failed = errno;
  }
  if (good && rename(f->other, f->name) != 0) {
    good = 0;
    failed = errno;
  }
  if (!good)
    unlink(f->other);
  errno = failed;
  return good;
}

int tp_file_replace(const char *name, const char *text, size_t length) {
  tp_new_file f;
  if (!tp_file_begin(&f, name))
    return 0;
  fwrite(text, 1, length, f.out);
  return tp_file_end(&f, 1);
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
