/* Preloaded into a tool. FAILS=memory: no thread can be created; crash: a thread crashes when it opens a file; clock: each look at the
   clock is far behind the one before. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int fails(const char *what)
{
    const char *asked = getenv("FAILS");
    return asked && strcmp(asked, what) == 0;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *with)
{
    int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = dlsym(RTLD_NEXT, "pthread_create");
    return fails("memory") ? EAGAIN : real(thread, how, run, with);
}

int open(const char *name, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0;
    va_end(more);
    if (fails("crash") && gettid() != getpid())
        __builtin_trap();
    return (int)syscall(SYS_openat, AT_FDCWD, name, flags, mode);
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
    static long looks;
    if (!fails("clock"))
        return (int)syscall(SYS_clock_gettime, clock, out);
    out->tv_sec = 1000000000000000 * ++looks;
    out->tv_nsec = 0;
    return 0;
}
