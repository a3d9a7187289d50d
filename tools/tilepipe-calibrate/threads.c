/* threads.c - what threads cost each other, and memory. */
#include "calibrate.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_THREADS = 1 << (TP_TEAMS - 1) };

static tp_padded token[MOST_THREADS];
static tp_padded arrived, released;

/* Waits as the pipeline waits. */
static void await(tp_padded *counter, long long value) {
  tp_backoff backoff = {0};
  while (atomic_load_explicit(&counter->at, memory_order_acquire) < value)
    tp_relax(&backoff);
}

/* --- flags and barriers ----------------------------------------------------------------------- */

/* Seconds per hop of a token that goes `laps` times around the team. */
static double time_flags(int threads, int laps) {
  double seconds = 0;
  for (int t = 0; t < threads; t++)
    token[t].at = 0;
#pragma omp parallel num_threads(threads)
  {
    int me = omp_get_thread_num(), next = (me + 1) % threads;
#pragma omp barrier
    double start = tp_now();
    for (int lap = 1; lap <= laps; lap++) {
      if (me != 0)
        await(&token[me], lap);
      atomic_store_explicit(&token[next].at, lap, memory_order_release);
      if (me == 0)
        await(&token[0], lap);
    }
    if (me == 0)
      seconds = tp_now() - start;
  }
  return seconds / laps / threads;
}

static double time_barriers(int threads, int count) {
  double seconds = 0;
  arrived.at = released.at = 0;
#pragma omp parallel num_threads(threads)
  {
#pragma omp barrier
    double start = tp_now();
    for (long long passed = 1; passed <= count; passed++) {
      if (atomic_fetch_add(&arrived.at, 1) + 1 == passed * threads)
        atomic_store_explicit(&released.at, passed, memory_order_release);
      else
        await(&released, passed);
    }
    if (omp_get_thread_num() == 0)
      seconds = tp_now() - start;
  }
  return seconds / count;
}

/* --- teams ------------------------------------------------------------------------------------ */

static void start_team(int threads) {
#pragma omp parallel num_threads(threads)
  __asm__ volatile("" ::: "memory");
}

static double time_parallels(int threads, int count) {
  double start = tp_now();
  for (int i = 0; i < count; i++)
    start_team(threads);
  return (tp_now() - start) / count;
}

/* After the program computed alone for a while. */
static double time_region(int threads) {
  spin(100e-6, 0);
  double start = tp_now();
  start_team(threads);
  return tp_now() - start;
}

static double repeat(const effort *e, double (*time)(int, int), int threads) {
  samples s = {0};
  time(threads, 10);
  for (double begin = tp_now(); sample_more(e, &s, 3 * e->repeats, begin);)
    sample_add(&s, time(threads, 50));
  return sample_typical(&s);
}

static double repeat_region(const effort *e, int threads) {
  samples s = {0};
  for (double begin = tp_now(); sample_more(e, &s, 3 * e->repeats, begin);)
    sample_add(&s, time_region(threads));
  return sample_typical(&s);
}

/* More threads than there are cores: they cost in proportion to what is built in. */
static void extend(double *at, int measured, const double *built_in) {
  for (int k = measured; k < TP_TEAMS; k++)
    at[k] = at[k - 1] > 0 && built_in[k - 1] > 0 ? at[k - 1] * built_in[k] / built_in[k - 1] : built_in[k];
}

static int team_limit(void) {
  int cores = cores_usable();
  return cores < omp_get_thread_limit() ? cores : omp_get_thread_limit();
}

/* Sizes of teams that are measured. */
static int team_sizes(void) {
  int cores = team_limit(), count = 1;
  while (count < TP_TEAMS && 1 << count <= cores)
    count++;
  return count;
}

void measure_teams(const effort *e, tp_machine *m) {
  const tp_machine built_in = *m;
  int sizes = team_sizes(), k = 0;
  say("threads");
  for (; k < sizes; k++) {
    say_share(k, sizes);
    int threads = 1 << k;
    m->flags[k] = k ? repeat(e, time_flags, threads) : 0;
    m->barriers[k] = k ? repeat(e, time_barriers, threads) : 0;
    m->parallels[k] = repeat(e, time_parallels, threads);
    m->regions[k] = repeat_region(e, threads);
  }
  extend(m->flags, k, built_in.flags);
  extend(m->barriers, k, built_in.barriers);
  extend(m->parallels, k, built_in.parallels);
  extend(m->regions, k, built_in.regions);
}

/* --- memory ----------------------------------------------------------------------------------- */

char *scratch_allocate(const effort *e, size_t *bytes) {
  long cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
  double room = (double)sysconf(_SC_AVPHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) / 8;
  double wanted = e->quick ? 8 << 20 : 4.0 * (double)(cache > 0 ? cache : 8 << 20);
  wanted = wanted < 256 << 20 ? wanted : 256 << 20;
  wanted = wanted < room ? wanted : room;
  *bytes = (size_t)(wanted > 4 << 20 ? wanted : 4 << 20) & ~(size_t)4095;
  char *out = malloc(2 * *bytes);
  if (out)
    memset(out, 0, 2 * *bytes);
  return out;
}

/* In pieces that no copying routine writes past the caches. */
static void copy(char *to, const char *from, size_t bytes) {
  enum { PIECE = 16 << 10 };
  for (size_t at = 0; at < bytes; at += PIECE) {
    memcpy(to + at, from + at, bytes - at < PIECE ? bytes - at : PIECE);
    __asm__ volatile("" ::: "memory");
  }
}

/* Seconds per byte that a team copies, each thread its part. */
static double time_memory(int threads, char *scratch, size_t bytes) {
  double seconds = 0;
  size_t part = bytes / (size_t)threads & ~(size_t)4095;
#pragma omp parallel num_threads(threads)
  {
    char *from = scratch + part * (size_t)omp_get_thread_num();
#pragma omp barrier
    double start = tp_now();
    copy(from + bytes, from, part);
#pragma omp barrier
    if (omp_get_thread_num() == 0)
      seconds = tp_now() - start;
  }
  return seconds / (double)part / threads;
}

static double time_cached_copy(const effort *e, char *scratch) {
  enum { CACHED = 12 << 10, TIMES = 500 };
  samples s = {0};
  for (double begin = tp_now(); sample_more(e, &s, e->repeats, begin);) {
    double start = tp_now();
    for (int k = 0; k < TIMES; k++)
      copy(scratch + 2 * CACHED, scratch, CACHED);
    sample_add(&s, (tp_now() - start) / CACHED / TIMES);
  }
  return 1 / sample_typical(&s);
}

/* Seconds per byte, touched as workers touch their reservations: in huge pages, where the system has them, or in small
   ones. 0: there is no memory. */
static double time_touch(int huge) {
  enum { BYTES = 32 << 20, HUGE = 2 << 20 };
  char *map = mmap(NULL, BYTES + HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (map == MAP_FAILED)
    return 0;
  char *first = (char *)(((uintptr_t)map + HUGE - 1) & ~(uintptr_t)(HUGE - 1));
  madvise(first, BYTES, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  double start = tp_now();
  for (size_t at = 0; at < BYTES; at += 4096)
    *(volatile char *)(first + at) = 1;
  double seconds = tp_now() - start;
  munmap(map, BYTES + HUGE);
  return seconds / BYTES;
}

static void measure_touch(int repeats, int huge, double *bandwidth) {
  samples touch = {0};
  for (int i = 0; i < repeats; i++) {
    double seconds = time_touch(huge);
    if (seconds > 0)
      sample_add(&touch, seconds);
  }
  if (touch.count > 0)
    *bandwidth = 1 / sample_typical(&touch);
}

void measure_memory(const effort *e, char *scratch, size_t bytes, tp_machine *m) {
  int sizes = team_sizes(), k = 0, repeats = e->quick ? 2 : 7;
  say("memory");
  for (; k < sizes; k++) {
    say_share(k, sizes);
    samples s = {0};
    for (double begin = tp_now(); sample_more(e, &s, repeats, begin);)
      sample_add(&s, time_memory(1 << k, scratch, bytes));
    m->memory[k] = 1 / sample_typical(&s);
  }
  for (; k < TP_TEAMS; k++)
    m->memory[k] = m->memory[k - 1];
  m->copy[TP_IN_MEMORY] = m->memory[0];
  m->copy[TP_IN_CACHE] = time_cached_copy(e, scratch);
  measure_touch(repeats, 1, &m->touch);
  measure_touch(repeats, 0, &m->touch_small);
}
