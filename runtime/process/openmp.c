/* openmp.c - OpenMP's functions from the library that starts its teams, whatever the program has by their names. */
#include "process/openmp.h"

#include <dlfcn.h>
#include <omp.h>
#include <pthread.h>
#include <string.h>

/* What `#pragma omp parallel` calls; programs do not define it. */
extern void GOMP_parallel(void (*function)(void *), void *data, unsigned threads, unsigned flags);

static int (*thread_num)(void) = omp_get_thread_num;
static int (*num_threads)(void) = omp_get_num_threads;
static int (*max_threads)(void) = omp_get_max_threads;

static void take(void *library, const char *name, int (**out)(void)) {
  void *found = dlsym(library, name);
  if (found)
    memcpy(out, &found, sizeof found);
}

static void look_up(void) {
  Dl_info at;
  void (*start)(void (*)(void *), void *, unsigned, unsigned) = GOMP_parallel;
  void *address, *library;
  memcpy(&address, &start, sizeof address);
  if (!dladdr(address, &at) || !(library = dlopen(at.dli_fname, RTLD_LAZY | RTLD_NOLOAD)))
    return; /* linked statically */
  take(library, "omp_get_thread_num", &thread_num);
  take(library, "omp_get_num_threads", &num_threads);
  take(library, "omp_get_max_threads", &max_threads);
}

static void prepare(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, look_up);
}

int tp_omp_thread_num(void) { return prepare(), thread_num(); }
int tp_omp_num_threads(void) { return prepare(), num_threads(); }
int tp_omp_max_threads(void) { return prepare(), max_threads(); }
