/* protection.c - see protection.h. */
#include "residency/protection.h"

#include "residency/movement.h"
#include "util/part.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

uintptr_t tp_page_size(void) {
  static uintptr_t size;
  if (!size)
    size = (uintptr_t)sysconf(_SC_PAGESIZE);
  return size;
}

/* --- faults ----------------------------------------------------------------------------------- */

enum { FREE, TAKEN, ASKED, SERVED, SLOTS = 64 };

/* What a thread waits for. */
typedef struct request {
  _Atomic int state;
  tp_pages_call *call;
  uintptr_t first, past;
  int write;
} request;

static request slot[SLOTS];
static _Atomic int asked; /* changes with every request */
static struct {
  _Atomic uintptr_t first, past;
  _Atomic int opens; /* on touch, in a run */
} watched[TP_WATCHED_MOST];
static _Atomic int any_watched; /* ranges */
static tp_pages_call *serve;
static pid_t owner;
static _Atomic pid_t server;
static _Thread_local int unserved;
static _Atomic int running;
static struct {
  _Atomic int count;
  uintptr_t page[TP_TOUCHED_MOST];
} touched;

static void wait_while(_Atomic int *word, int value) {
  struct timespec most = {1, 0};
  syscall(SYS_futex, word, FUTEX_WAIT, value, &most, NULL, 0);
}

static void wake(_Atomic int *word) { syscall(SYS_futex, word, FUTEX_WAKE, 1 << 30, NULL, NULL, 0); }

int tp_pages_are_watched(uintptr_t first, uintptr_t past) {
  for (int i = 0; i < TP_WATCHED_MOST; i++)
    if (atomic_load(&watched[i].first) < past && first < atomic_load(&watched[i].past))
      return 1;
  return 0;
}

void tp_pages_ask(tp_pages_call *call, uintptr_t first, uintptr_t past, int write) {
  request *mine = NULL;
  while (!mine)
    for (int i = 0; i < SLOTS && !mine; i++) {
      int is = FREE;
      if (atomic_compare_exchange_strong(&slot[i].state, &is, TAKEN))
        mine = &slot[i];
    }
  mine->call = call;
  mine->first = first;
  mine->past = past;
  mine->write = write;
  atomic_store(&mine->state, ASKED);
  atomic_fetch_add(&asked, 1);
  wake(&asked);
  while (atomic_load(&mine->state) == ASKED)
    wait_while(&mine->state, ASKED);
  atomic_store(&mine->state, FREE);
}

static int is_write(const void *context) {
#ifdef __x86_64__
  return (int)(((const ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] >> 1 & 1);
#else
  (void)context;
  return -1;
#endif
}

/* What the program has said of SIGSEGV. Two, so that a fault meanwhile sees one of them. */
static struct {
  _Atomic int installed, current;
  struct sigaction said[2];
} program;

int tp_pages_handle(const struct sigaction *now, struct sigaction *before) {
  int is = atomic_load(&program.current);
  if (!atomic_load(&program.installed))
    return 0;
  struct sigaction said = program.said[is];
  if (now) {
    program.said[!is] = *now;
    atomic_store(&program.current, !is);
  }
  if (before)
    *before = said;
  return 1;
}

/* The access is tried again, or the signal sent again, and the kernel does what it does without a handler. By itself: a
   program's sigaction is asked for in tp_pages_handle. */
static void end_by(int number, const siginfo_t *info) {
  unsigned long usual[4] = {0}; /* as the kernel has it: SIG_DFL, no flags */
  syscall(SYS_rt_sigaction, number, usual, NULL, sizeof(unsigned long long));
  if (info->si_code <= 0)
    raise(number);
}

/* The program's handler runs with the signals blocked that would be without the runtime. */
static void call_handler(const struct sigaction *a, int number, siginfo_t *info, void *context) {
  sigset_t blocked;
  sigorset(&blocked, &((ucontext_t *)context)->uc_sigmask, &a->sa_mask);
  if (!(a->sa_flags & SA_NODEFER))
    sigaddset(&blocked, number);
  pthread_sigmask(SIG_SETMASK, &blocked, NULL);
  if (a->sa_flags & SA_SIGINFO)
    a->sa_sigaction(number, info, context);
  else
    a->sa_handler(number);
}

/* What is not ours is the program's, and ends it if it has no handler. */
static void pass_on(int number, siginfo_t *info, void *context) {
  struct sigaction a = program.said[atomic_load(&program.current)];
  static const struct sigaction usual;
  if (a.sa_flags & SA_RESETHAND)
    tp_pages_handle(&usual, NULL);
  if (!(a.sa_flags & SA_SIGINFO) && a.sa_handler == SIG_IGN && info->si_code <= 0)
    return;
  if (!(a.sa_flags & SA_SIGINFO) && (a.sa_handler == SIG_DFL || a.sa_handler == SIG_IGN))
    end_by(number, info);
  else
    call_handler(&a, number, info, context);
}

static void open_pages(uintptr_t first, uintptr_t past) {
  tp_pages_inside(&first, &past, tp_page_size());
  if (past > first)
    mprotect((void *)first, past - first, PROT_READ | PROT_WRITE);
}

/* 1: a run may touch what is there, which is open now. */
static int open_for_run(uintptr_t at) {
  for (int i = 0; i < TP_WATCHED_MOST; i++) {
    uintptr_t first = atomic_load(&watched[i].first), past = atomic_load(&watched[i].past);
    if (!atomic_load(&watched[i].opens) || at < first || at >= past)
      continue;
    uintptr_t page = at / tp_page_size() * tp_page_size();
    int n = atomic_fetch_add(&touched.count, 1);
    if (n < TP_TOUCHED_MOST) {
      touched.page[n] = page;
      open_pages(page, page + tp_page_size());
    } else {
      open_pages(first, past);
    }
    return 1;
  }
  return 0;
}

int tp_pages_runs_here(void) { return atomic_load(&running) && tp_part_is_taken(); }

static void on_fault(int number, siginfo_t *info, void *context) {
  int before = errno;
  uintptr_t at = (uintptr_t)info->si_addr;
  int ours = info->si_code == SEGV_ACCERR && tp_pages_are_watched(at, at + 1) && getpid() == owner;
  int runs = tp_pages_runs_here();
  if (ours && runs && open_for_run(at))
    ;
  else if (ours && !unserved && !runs && (pid_t)syscall(SYS_gettid) != atomic_load(&server))
    tp_pages_ask(serve, at, at + 1, is_write(context));
  else
    pass_on(number, info, context);
  errno = before;
}

static void *serve_faults(void *unused) {
  atomic_store(&server, (pid_t)syscall(SYS_gettid));
  for (;;) {
    int seen = atomic_load(&asked), found = 0;
    for (int i = 0; i < SLOTS; i++)
      if (atomic_load(&slot[i].state) == ASKED) {
        slot[i].call(slot[i].first, slot[i].past, slot[i].write);
        atomic_store(&slot[i].state, SERVED);
        wake(&slot[i].state);
        found = 1;
      }
    if (!found)
      wait_while(&asked, seen);
  }
  return unused;
}

/* The program's signals are not for this thread. */
static int start_server(void) {
  sigset_t all, before;
  pthread_t thread;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int failed = pthread_create(&thread, NULL, serve_faults, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!failed)
    pthread_detach(thread);
  return !failed;
}

int tp_pages_server(void) {
  while (!atomic_load(&server))
    sched_yield();
  return atomic_load(&server);
}

static int memory = -1;    /* this process's, as a file */
static struct stat opened; /* and which file that is: the program may have closed it, and the number be another's */

static int has_memory(void) {
  struct stat now;
  if (memory >= 0 && fstat(memory, &now) == 0 && now.st_dev == opened.st_dev && now.st_ino == opened.st_ino)
    return 1;
  memory = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
  return memory >= 0 && fstat(memory, &opened) == 0;
}

static int can_store(void) {
  char byte = 1;
  uintptr_t page = tp_page_size();
  void *at = mmap(NULL, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int can = at != MAP_FAILED && tp_pages_store((uintptr_t)at, &byte, 1);
  if (at != MAP_FAILED)
    munmap(at, page);
  return can;
}

int tp_pages_begin(tp_pages_call *call, const char **why) {
  struct sigaction ours = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
  sigfillset(&ours.sa_mask);
  sigdelset(&ours.sa_mask, SIGTERM); /* the fault may wait for a rank that has ended: ranks/lost.h */
  serve = call;
  owner = getpid();
  if (!can_store())
    *why = "/proc/self/mem cannot be written";
  else if (!start_server())
    *why = "no thread can be created";
  else
    *why = sigaction(SIGSEGV, &ours, &program.said[0]) == 0 ? NULL : "SIGSEGV cannot be handled";
  atomic_store(&program.installed, *why == NULL);
  return *why == NULL;
}

int tp_pages_are_handled(void) { return atomic_load(&program.installed); }

int tp_pages_any_watched(void) { return atomic_load(&any_watched) > 0; }

int tp_pages_watch(uintptr_t first, uintptr_t past) {
  for (int i = 0; i < TP_WATCHED_MOST; i++)
    if (!atomic_load(&watched[i].past)) {
      atomic_store(&watched[i].first, first);
      atomic_store(&watched[i].past, past);
      atomic_fetch_add(&any_watched, 1);
      return i;
    }
  return -1;
}

void tp_pages_watch_more(int number, uintptr_t first, uintptr_t past) {
  atomic_store(&watched[number].first, first);
  atomic_store(&watched[number].past, past);
}

void tp_pages_unwatch(int number) {
  atomic_fetch_sub(&any_watched, 1);
  atomic_store(&watched[number].past, 0);
  atomic_store(&watched[number].first, 0);
}

void tp_pages_unserved(int is) { unserved = is; }

int tp_pages_are_unserved(void) { return unserved; }

void tp_pages_run(int is) {
  tp_part_begin();
  tp_part_take();
  atomic_store(&running, is);
}

void tp_pages_open_on_touch(int number, int is) { atomic_store(&watched[number].opens, is); }

int tp_pages_touched(uintptr_t page[TP_TOUCHED_MOST]) {
  int n = atomic_exchange(&touched.count, 0);
  if (n > TP_TOUCHED_MOST)
    return -1;
  memcpy(page, touched.page, (size_t)n * sizeof *page);
  return n;
}

/* --- protection ------------------------------------------------------------------------------- */

static void protect(uintptr_t first, uintptr_t past, int how) {
  if (past > first && mprotect((void *)first, past - first, how) != 0) {
    fprintf(stderr, "tilepipe: memory of an array cannot be protected: %s (TILEPIPE_DATA=gather needs no protection) [protection]\n",
            strerror(errno));
    abort();
  }
}

void tp_pages_open(uintptr_t first, uintptr_t past) {
  tp_pages_inside(&first, &past, tp_page_size());
  protect(first, past, PROT_READ | PROT_WRITE);
}

void tp_pages_close(uintptr_t first, uintptr_t past) {
  tp_pages_inside(&first, &past, tp_page_size());
  protect(first, past, PROT_NONE);
}

static int protection_for(tp_access access) {
  return access == TP_ACCESS_NONE ? PROT_NONE : access == TP_ACCESS_READ ? PROT_READ : PROT_READ | PROT_WRITE;
}

static int protection_of(const tp_directory *d, uintptr_t page) {
  return protection_for(tp_access_of(d, page, tp_page_size()));
}

static void apply(uintptr_t first, uintptr_t past, int how, int give) {
  protect(first, past, how);
  if (give && past > first)
    madvise((void *)first, past - first, MADV_DONTNEED);
}

void tp_pages_change(const tp_changes *c) {
  for (int i = 0; i < c->count; i++)
    apply(c->at[i].first, c->at[i].past, protection_for(c->at[i].access), c->at[i].given);
}

void tp_pages_protect(const tp_directory *d, uintptr_t first, uintptr_t past) {
  uintptr_t page = tp_page_size(), low = d->first, high = d->past;
  tp_pages_inside(&low, &high, page);
  first = first / page * page > low ? first / page * page : low;
  past = (past + page - 1) / page * page < high ? (past + page - 1) / page * page : high;
  uintptr_t run = first;
  int how = -1, away = 0;
  for (uintptr_t at = first; at < past;) {
    int its = protection_of(d, at), is_away = tp_page_is_away(d, at, page);
    if (its != how || is_away != away) {
      if (how >= 0)
        apply(run, at, how, away);
      run = at;
      how = its;
      away = is_away;
    }
    /* All pages up to the one in which the segment ends are alike. */
    uintptr_t end = tp_directory_end(d, tp_directory_find(d, at)) / page * page;
    at = end > at ? end : at + page;
  }
  if (how >= 0)
    apply(run, past, how, away);
}

int tp_pages_allow(const tp_directory *d, uintptr_t page, int write) {
  int how = protection_of(d, page);
  int allows = write == 0 ? how != PROT_NONE : (how & PROT_WRITE) != 0;
  if (allows)
    protect(page, page + tp_page_size(), how);
  return allows;
}

int tp_pages_store(uintptr_t at, const void *from, size_t bytes) {
  if (!has_memory())
    return 0;
  for (size_t done = 0; done < bytes;) {
    ssize_t n = pwrite(memory, (const char *)from + done, bytes - done, (off_t)(at + done));
    if (n <= 0)
      return 0;
    done += (size_t)n;
  }
  return 1;
}

/* --- what memory there is --------------------------------------------------------------------- */

int tp_pages_are_plain(uintptr_t first, uintptr_t past) {
  char line[4400], program[4096];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  FILE *maps = fopen("/proc/self/maps", "re");
  if (!maps || length < 0) {
    if (maps)
      fclose(maps);
    return 0;
  }
  program[length] = 0;
  while (first < past && fgets(line, sizeof line, maps)) {
    unsigned long low, high;
    char how[5], path[4200] = "";
    if (sscanf(line, "%lx-%lx %4s %*s %*s %*s %4199[^\n]", &low, &high, how, path) < 3 || high <= first)
      continue;
    if (low > first || strcmp(how, "rw-p") != 0 || (*path && strcmp(path, "[heap]") != 0 && strcmp(path, program) != 0))
      break;
    first = high;
  }
  fclose(maps);
  return first >= past;
}
