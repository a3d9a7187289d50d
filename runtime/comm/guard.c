/* guard.c - that mpirun ends when its ranks have.
 *
 * When ranks are ended because something is wrong, mpirun waits for its daemons on other hosts to say
 * that they have ended too, and for one that cannot be reached any more (a cable, a switch) as long as
 * TCP tries: a quarter of an hour. Nobody of the program may be left by then, so a process beside rank 0
 * does what a user at the terminal would do. Only mpirun is meant, never a daemon, which may serve other
 * programs too. The guard is no child of the program's, shares no file with it and hears no signal of
 * its group; one word of common memory tells that all is well. */
#include "comm/guard.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GRACE_MS = 5000 };

/* Shared with the guard: 1: the program has left MPI in good order. */
static _Atomic int *dismissed;

/* Name and parent of a process; 0: there is none. */
static int look_up(pid_t process, char *name, pid_t *parent) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t size = file >= 0 ? read(file, text, sizeof text - 1) : -1;
  if (file >= 0)
    close(file);
  text[size > 0 ? size : 0] = 0;
  char *begin = strchr(text, '('), *end = strrchr(text, ')');
  if (!begin || !end || end - begin > 16)
    return 0;
  memcpy(name, begin + 1, (size_t)(end - begin - 1));
  name[end - begin - 1] = 0;
  *parent = (pid_t)strtol(end + 4, NULL, 10); /* behind ") S " */
  return 1;
}

int tp_guard_is_gone(pid_t process) {
  char path[64], text[512], *end;
  if (process <= 1)
    return 0;
  if (kill(process, 0) != 0 && errno == ESRCH)
    return 1;
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t size = file >= 0 ? read(file, text, sizeof text - 1) : -1;
  if (file >= 0)
    close(file);
  text[size > 0 ? size : 0] = 0;
  return (end = strrchr(text, ')')) != NULL && end[1] && (end[2] == 'Z' || end[2] == 'X');
}

/* The ancestor with one of the names, a shell or two between it and this process; 0: none on this host. */
static pid_t ancestor(const char *const *names) {
  char name[17];
  pid_t process = getppid(), parent;
  for (int depth = 0; depth < 4 && process > 0 && look_up(process, name, &parent); depth++) {
    for (int i = 0; names[i]; i++)
      if (strncmp(name, names[i], strlen(names[i])) == 0)
        return process;
    process = parent;
  }
  return 0;
}

/* The mpirun that has started this process. */
static pid_t launcher(void) {
  static const char *const names[] = {"mpirun", "mpiexec", "orterun", NULL};
  return ancestor(names);
}

pid_t tp_guard_starter(void) {
  static const char *const names[] = {"mpirun", "mpiexec", "orterun", "orted", "prterun", "prted", "slurmstepd", NULL};
  pid_t found = ancestor(names);
  return found ? found : getppid();
}

/* 1: the process has ended. milliseconds: how long to wait for that, negative: for ever. */
static int has_ended(int handle, int milliseconds) {
  struct pollfd wait = {handle, POLLIN, 0};
  return poll(&wait, 1, milliseconds) != 0;
}

/* What mpirun still has on this host: shells to daemons that do not answer, which also hold its output
   open. 0: it has none, and does something else, as waiting for somebody to read what it has. */
static int end_shells(pid_t parent) {
  int count = 0;
  char name[17];
  DIR *all = opendir("/proc");
  struct dirent *entry;
  while (all && (entry = readdir(all))) {
    pid_t process = atoi(entry->d_name), its;
    if (process > 0 && look_up(process, name, &its) && its == parent)
      count += kill(process, SIGTERM) == 0;
  }
  return count;
}

__attribute__((noreturn)) static void stand_guard(pid_t program, pid_t mpirun) {
  int ours = (int)syscall(SYS_pidfd_open, program, 0);
  int its = (int)syscall(SYS_pidfd_open, mpirun, 0);
  prctl(PR_SET_NAME, "tilepipe-guard");
  if (ours >= 0 && its >= 0 && has_ended(ours, -1) && !atomic_load(dismissed) &&
      !has_ended(its, GRACE_MS) && end_shells(mpirun) > 0)
    syscall(SYS_pidfd_send_signal, its, SIGKILL, NULL, 0);
  for (;;)
    syscall(SYS_exit_group, 0);
}

/* As fork, without handlers of the program's. */
static pid_t split(void) { return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }

/* Twice: the guard's parent is then not the program, whose waiting for children must not see it. */
static void post_guard(pid_t program, pid_t mpirun) {
  pid_t between = split();
  if (between == 0) {
    if (split() == 0) {
      setsid();
      for (int file = 0; file < 4096; file++)
        close(file);
      stand_guard(program, mpirun);
    }
    for (;;)
      syscall(SYS_exit_group, 0);
  }
  if (between > 0)
    waitpid(between, NULL, 0);
}

void tp_guard_start(void) {
  const char *here = getenv("OMPI_COMM_WORLD_LOCAL_SIZE"), *all = getenv("OMPI_COMM_WORLD_SIZE");
  const char *place = getenv("OMPI_COMM_WORLD_LOCAL_RANK");
  if (!here || !all || !place || atoi(place) != 0 || atoi(here) >= atoi(all))
    return;
  pid_t mpirun = launcher();
  void *page = mmap(NULL, sizeof *dismissed, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (mpirun <= 0 || page == MAP_FAILED)
    return;
  dismissed = page;
  post_guard(getpid(), mpirun);
}

void tp_guard_dismiss(void) {
  if (dismissed)
    atomic_store(dismissed, 1);
}
