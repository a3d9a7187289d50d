/* shared.c - one file per rank, opened by the other ranks of its host.
 *
 * Every piece has a place of its own in the file, which is as long as all pieces there ever were: only
 * what is in use has storage. Storage is reserved before it is touched: a full file system is an answer
 * then, and not a signal. The program may close descriptors that it does not know and open others under
 * the same numbers, so a file is looked at before it is changed. */
#include "comm/shared.h"

#include "tilepipe/testing.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct file {
  int descriptor; /* -1: none */
  dev_t device;
  ino_t node;
} file;

/* What a rank says of its file. */
typedef struct card {
  char name[40]; /* "": it has none */
  unsigned long long token;
  char why[64];
} card;

static const int *hosts;
static file *files; /* by rank */
static char *works; /* by rank: its host's files do */
static tp_int end;  /* of this rank's file */
static tp_int used; /* bytes with storage */
static char **notes; /* by rank: its file's first page, null: not reached */

static int same_file(const file *f) {
  struct stat s;
  return f->descriptor >= 0 && fstat(f->descriptor, &s) == 0 && s.st_dev == f->device &&
         s.st_ino == f->node;
}

static void remember(file *f, int descriptor) {
  struct stat s;
  f->descriptor = descriptor;
  if (descriptor < 0 || fstat(descriptor, &s) != 0)
    return;
  f->device = s.st_dev;
  f->node = s.st_ino;
}

/* --- pieces ----------------------------------------------------------------------------------- */

static tp_int whole_pages(tp_int bytes) {
  tp_int page = sysconf(_SC_PAGESIZE);
  return (bytes + page - 1) / page * page;
}

/* Beyond this limit the system would send a signal. */
static int below_limit(tp_int to) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
         (rlim_t)to <= limit.rlim_cur;
}

static int reserve(int descriptor, tp_int at, tp_int bytes) {
  if (&tp_test_shared && used + bytes > tp_test_shared)
    return 0;
  int error = EINTR;
  for (int tries = 0; tries < 1000 && error == EINTR; tries++)
    error = posix_fallocate(descriptor, at, bytes);
  return error == 0;
}

static void give_back(int descriptor, tp_int at, tp_int bytes) {
  fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, at, bytes);
}

static int is_same_node(tp_transport *t, int rank) {
  return hosts[rank] == hosts[t->rank] && works[rank] && rank != t->rank;
}

static void *map(int descriptor, tp_int where, tp_int bytes) {
  void *at = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, descriptor, where);
  return at == MAP_FAILED ? NULL : at;
}

static void *alloc_shared(tp_transport *t, tp_int bytes, tp_int *where) {
  const file *mine = &files[t->rank];
  bytes = whole_pages(bytes);
  if (!same_file(mine) || !below_limit(end + bytes) || !reserve(mine->descriptor, end, bytes))
    return NULL;
  void *at = map(mine->descriptor, end, bytes);
  if (!at) {
    give_back(mine->descriptor, end, bytes);
    return NULL;
  }
  *where = end;
  end += bytes;
  used += bytes;
  return at;
}

static void *attach(tp_transport *t, int rank, tp_int where, tp_int bytes) {
  (void)t;
  return same_file(&files[rank]) ? map(files[rank].descriptor, where, whole_pages(bytes)) : NULL;
}

static void drop_shared(tp_transport *t, void *at, tp_int bytes, tp_int where) {
  const file *mine = &files[t->rank];
  bytes = whole_pages(bytes);
  munmap(at, (size_t)bytes);
  if (where < 0)
    return;
  used -= bytes;
  if (same_file(mine))
    give_back(mine->descriptor, where, bytes);
}

/* --- start ------------------------------------------------------------------------------------ */

static void create(tp_transport *t, int company, card *out) {
  struct timespec now;
  memset(out, 0, sizeof *out);
  files[t->rank].descriptor = -1;
  if (!company)
    return;
  clock_gettime(CLOCK_REALTIME, &now);
  out->token = (unsigned long long)now.tv_nsec << 32 ^ (unsigned long long)now.tv_sec << 16 ^
               (unsigned long long)getpid();
  snprintf(out->name, sizeof out->name, "/tilepipe.%016llx.%d", out->token, t->rank);
  int descriptor = shm_open(out->name, O_RDWR | O_CREAT | O_EXCL, 0600);
  remember(&files[t->rank], descriptor);
  tp_int page = whole_pages(1);
  if (descriptor >= 0 && below_limit(page) && reserve(descriptor, 0, page) &&
      pwrite(descriptor, &out->token, sizeof out->token, 0) == sizeof out->token) {
    end = used = page;
    return;
  }
  if (descriptor < 0)
    snprintf(out->why, sizeof out->why, "/dev/shm: %s", strerror(errno));
  else
    snprintf(out->why, sizeof out->why, "/dev/shm is full");
  if (descriptor >= 0)
    shm_unlink(out->name);
  *out->name = 0;
}

/* 1: the file behind a name is the one that the rank means. */
static int find(int rank, const card *c) {
  unsigned long long token = 0;
  int descriptor = *c->name ? shm_open(c->name, O_RDWR, 0) : -1;
  remember(&files[rank], descriptor);
  return descriptor >= 0 && pread(descriptor, &token, sizeof token, 0) == sizeof token &&
         token == c->token;
}

enum { NOTE = 64 }; /* bytes; the first are the token's */

/* For the program's life: its descriptors may be closed. */
static void reach_notes(tp_transport *t) {
  notes = calloc((size_t)t->ranks, sizeof *notes);
  for (int r = 0; notes && r < t->ranks; r++)
    if (hosts[r] == hosts[t->rank] && works[r])
      notes[r] = map(files[r].descriptor, 0, whole_pages(1));
}

void *tp_shared_note(int rank, int use) {
  return notes && notes[rank] ? notes[rank] + use * NOTE : NULL;
}

static void drop(file *f) {
  if (same_file(f))
    close(f->descriptor);
  f->descriptor = -1;
}

/* Opens the files of the host's other ranks; 0: not all of them are there. */
static int find_all(tp_transport *t, const card *all) {
  int complete = *all[t->rank].name != 0;
  for (int r = 0; r < t->ranks; r++)
    if (r != t->rank && hosts[r] == hosts[t->rank])
      complete &= find(r, &all[r]);
  return complete;
}

/* A host's files work when each of its ranks has found all of them. */
static int judge(tp_transport *t, const int *found, const card *all, const char **why) {
  static char text[128];
  int any = 0;
  for (int r = 0; r < t->ranks; r++) {
    int together = 0;
    works[r] = 1;
    for (int o = 0; o < t->ranks; o++)
      if (hosts[o] == hosts[r]) {
        together++;
        works[r] &= found[o];
      }
    works[r] &= together > 1;
    any |= works[r];
    if (!*why && together > 1 && !works[r]) {
      snprintf(text, sizeof text, "%.100s", *all[r].why ? all[r].why : "ranks of a host do not see each other's files");
      *why = text;
    }
  }
  if (!any && !*why)
    *why = "no two ranks share a host";
  return any;
}

static int has_company(tp_transport *t) {
  int together = 0;
  for (int r = 0; r < t->ranks; r++)
    together += hosts[r] == hosts[t->rank];
  return together > 1;
}

int tp_shared_open(tp_transport *t, const int *host_of,
                   void (*collect)(const void *mine, void *all, int bytes), const char **why) {
  card mine, *all = calloc((size_t)t->ranks, sizeof *all);
  int *found = calloc((size_t)t->ranks, sizeof *found);
  hosts = host_of;
  files = calloc((size_t)t->ranks, sizeof *files);
  works = calloc((size_t)t->ranks, 1);
  if (!all || !found || !files || !works)
    t->abandon(t, 1);
  for (int r = 0; r < t->ranks; r++)
    files[r].descriptor = -1;
  *why = NULL;
  create(t, has_company(t), &mine);
  collect(&mine, all, (int)sizeof mine);
  int complete = find_all(t, all);
  collect(&complete, found, (int)sizeof complete);
  if (*mine.name)
    shm_unlink(mine.name);
  int any = judge(t, found, all, why);
  for (int r = 0; r < t->ranks; r++)
    if (!works[t->rank])
      drop(&files[r]);
  if (any) {
    reach_notes(t);
    t->same_node = is_same_node;
    t->alloc_shared = alloc_shared;
    t->attach = attach;
    t->free_shared = drop_shared;
  }
  free(all);
  free(found);
  return any;
}
