/* interposition.c - ways out of the program that no exit handler sees.
 *
 * exec replaces rank 0 by a program that knows nothing of MPI: mpirun would take it for a crash. A program
 * whose main thread has ended by pthread_exit ends with its last thread, but MPI's threads never end. These
 * functions stand in front of the C library's and do what it does after (or beside) what MPI needs. Without
 * ranks they only pass on.
 *
 * A library that asks whether MPI is there means the program's, in which all ranks run: not ours. */
#include "process/process.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <linux/seccomp.h>
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Weak: a program may have a function of its own of that name, and then means that one. */
#define DOOR __attribute__((weak, visibility("default")))


/* --- exec ------------------------------------------------------------------------------------- */

/* A call that will fail must not cost the ranks. */
static int is_there(const char *file, int searches) {
  char path[4096];
  const char *at = getenv("PATH");
  if (!file || !*file)
    return 0;
  if (!searches || strchr(file, '/'))
    return access(file, X_OK) == 0;
  for (at = at ? at : "/bin:/usr/bin";; at++) {
    size_t length = strcspn(at, ":");
    int n = snprintf(path, sizeof path, "%.*s%s%s", (int)length, at, length ? "/" : "", file);
    if (n < (int)sizeof path && access(path, X_OK) == 0)
      return 1;
    at += length;
    if (!*at)
      return 0;
  }
}

static const char another[] = "the program has become another one, or tried to";

static void leave_for(const char *file, int searches) {
  if (is_there(file, searches))
    tp_release_ranks(another);
}

DOOR int execve(const char *file, char *const argv[], char *const envp[]) {
  leave_for(file, 0);
  return (int)syscall(SYS_execve, file, argv, envp);
}

DOOR int execv(const char *file, char *const argv[]) { return execve(file, argv, __environ); }

DOOR int execvpe(const char *file, char *const argv[], char *const envp[]) {
  int (*real)(const char *, char *const *, char *const *) = dlsym(RTLD_NEXT, "execvpe");
  leave_for(file, 1);
  return real(file, argv, envp);
}

DOOR int execvp(const char *file, char *const argv[]) { return execvpe(file, argv, __environ); }

DOOR int fexecve(int descriptor, char *const argv[], char *const envp[]) {
  int (*real)(int, char *const *, char *const *) = dlsym(RTLD_NEXT, "fexecve");
  tp_release_ranks(another);
  return real(descriptor, argv, envp);
}

/* Words of an argument list up to its null. */
static size_t count_words(va_list list) {
  size_t n = 1;
  while (va_arg(list, char *))
    n++;
  return n;
}

/* The list `first, ...` as an array `argv` on the stack. */
#define GATHER(first)                                                                              \
  va_list list;                                                                                    \
  va_start(list, first);                                                                           \
  char *argv[count_words(list) + 1], **word = argv;                                                \
  va_end(list);                                                                                    \
  va_start(list, first);                                                                           \
  *word = (char *)first;                                                                           \
  while ((*++word = va_arg(list, char *)) != NULL)                                                 \
    continue

DOOR int execl(const char *file, const char *first, ...) {
  GATHER(first);
  va_end(list);
  return execve(file, argv, __environ);
}

DOOR int execlp(const char *file, const char *first, ...) {
  GATHER(first);
  va_end(list);
  return execvpe(file, argv, __environ);
}

DOOR int execle(const char *file, const char *first, ...) {
  GATHER(first);
  char **envp = va_arg(list, char **);
  va_end(list);
  return execve(file, argv, envp);
}

/* --- the end of the main thread --------------------------------------------------------------- */

/* Threads that MPI has made, from its start. */
static pid_t ours[64];
static int our_count;

void tp_threads_are_ours(void) {
  struct dirent *entry;
  DIR *tasks = opendir("/proc/self/task");
  while (tasks && (entry = readdir(tasks)) && our_count < 64)
    if (atoi(entry->d_name) > 0 && atoi(entry->d_name) != getpid())
      ours[our_count++] = atoi(entry->d_name);
  if (tasks)
    closedir(tasks);
}

void tp_threads_add_ours(int thread) {
  if (our_count < 64)
    ours[our_count++] = thread;
}

static int is_ours(pid_t thread) {
  for (int i = 0; i < our_count; i++)
    if (ours[i] == thread)
      return 1;
  return 0;
}

/* 1: the thread, of /proc/self/task, blocks the signal; in doubt it does. */
static int blocks(pid_t thread, int signal) {
  char path[64], line[256];
  unsigned long long blocked = ~0ull;
  snprintf(path, sizeof path, "/proc/self/task/%d/status", thread);
  FILE *status = fopen(path, "re");
  while (status && fgets(line, sizeof line, status) && sscanf(line, "SigBlk: %llx", &blocked) != 1)
    continue;
  if (status)
    fclose(status);
  return (int)(blocked >> (signal - 1) & 1);
}

int tp_threads_block(int signal) {
  struct dirent *entry;
  int found = 0;
  DIR *tasks = opendir("/proc/self/task");
  while (tasks && !found && (entry = readdir(tasks))) {
    pid_t thread = atoi(entry->d_name);
    found = thread > 0 && !is_ours(thread) && blocks(thread, signal);
  }
  if (tasks)
    closedir(tasks);
  return found || !tasks;
}

int tp_thread_is_ours(void) { return is_ours((pid_t)syscall(SYS_gettid)); }

/* 1: there is a thread besides MPI's, the caller and the main one, which has ended. In doubt there is. */
static int program_has_threads(void) {
  struct dirent *entry;
  int found = 0;
  pid_t me = (pid_t)syscall(SYS_gettid);
  DIR *tasks = opendir("/proc/self/task");
  while (tasks && !found && (entry = readdir(tasks))) {
    pid_t task = atoi(entry->d_name);
    found = task > 0 && task != me && task != getpid() && !is_ours(task);
  }
  if (tasks)
    closedir(tasks);
  return found || !tasks;
}

static void *wait_for_the_last(void *unused) {
  while (program_has_threads())
    usleep(10000);
  exit(0);
  return unused;
}

DOOR __attribute__((noreturn)) void pthread_exit(void *value) {
  void (*real)(void *) = dlsym(RTLD_NEXT, "pthread_exit");
  sigset_t all, before;
  pthread_t watcher;
  /* Other ranks read from a process by its number, which then is nobody's. */
  if (tp_has_ranks() && syscall(SYS_gettid) == getpid()) {
    tp_release_ranks("the program's main thread has ended");
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&watcher, NULL, wait_for_the_last, NULL) == 0)
      pthread_detach(watcher);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
  }
  real(value);
  __builtin_unreachable();
}

/* --- confinement ------------------------------------------------------------------------------ */

/* A program that limits its system calls may be killed for those of a start, or hang where a thread is. Afterwards
   nothing can be asked, so the way there is watched. Without privileges PR_SET_NO_NEW_PRIVS comes first, also where
   a library installs the filter by the system call itself. A probe passes no filter. */
DOOR int prctl(int option, ...) {
  unsigned long a[4];
  va_list list;
  va_start(list, option);
  for (int i = 0; i < 4; i++)
    a[i] = va_arg(list, unsigned long);
  va_end(list);
  int strict = option == PR_SET_SECCOMP && a[0] == SECCOMP_MODE_STRICT;
  int confines = strict || option == PR_SET_NO_NEW_PRIVS || (option == PR_SET_SECCOMP && a[1]);
  if (confines) {
    tp_here.confined = 1;
    tp_release_ranks("the program has limited its system calls");
  }
  if (strict) /* it leaves a thread only SYS_exit, and its team would stay */
    omp_pause_resource_all(omp_pause_soft);
  return (int)syscall(SYS_prctl, option, a[0], a[1], a[2], a[3]);
}

/* --- MPI, as libraries see it ----------------------------------------------------------------- */

static int ask_mpi(const char *name, int *flag) {
  int (*real)(int *) = (int (*)(int *))dlsym(RTLD_NEXT, name);
  if (real && !tp_has_ranks())
    return real(flag);
  *flag = 0;
  return 0;
}

DOOR int MPI_Initialized(int *flag) { return ask_mpi("MPI_Initialized", flag); }

DOOR int MPI_Finalized(int *flag) { return ask_mpi("MPI_Finalized", flag); }
