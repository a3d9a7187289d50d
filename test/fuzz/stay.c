/* stay.c - programs of several regions with code of the host program in between, drawn by numbers: each must leave the
 * same bits wherever its arrays are meanwhile (TILEPIPE_DATA).
 *
 *   stay <first> <past> [v]   prints for each number a hash of all that the program has seen; v: after each step
 *
 * Arrays are static or come from malloc, calloc and realloc, also where others were before; they are swapped, copied,
 * sorted, written to a file and read back by several kinds of calls, and touched in a few places or everywhere, by
 * children and handlers of signals, too. */
#include "tilepipe/runtime.h"
#include "tilepipe/testing.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SLOTS = 5, STEPS = 30, SN = 220, SM = 150 };

typedef struct slot {
  double *p;
  int n, m;
} slot;

static double fixed[SN][SM];
static float single[SN * SM];
static slot slots[SLOTS];
static unsigned long long state, hash;
static FILE *file;
static unsigned last; /* what was drawn */

static unsigned draw(unsigned below) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(state >> 33) % below;
}

static void see(const void *at, size_t bytes) {
  const unsigned char *c = at;
  for (size_t i = 0; i < bytes; i++)
    hash = (hash ^ c[i]) * 1099511628211ull;
}

/* --- regions ---------------------------------------------------------------------------------- */

static void fill(int n, int m, double (*a)[m], double c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = c + i * 0.5 - j * 0.25;
}

static void relax(int n, int m, double (*restrict b)[m], double (*restrict a)[m]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

static void sweep(int n, int m, double (*a)[m]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      a[i][j] = (a[i - 1][j] + a[i][j - 1] + a[i][j] + a[i + 1][j] + a[i][j + 1]) / 5;
}

static void sweeps(int t, int n, int m, double (*a)[m]) {
  for (int k = 0; k < t; k++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        a[i][j] = (a[i - 1][j] + a[i][j - 1] + a[i][j] + a[i + 1][j] + a[i][j + 1]) / 5;
}

static void scaled(int n, int m, double (*restrict b)[m], double (*restrict a)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i][j] = 0.5 * a[i][j] + 1;
}

static void carried(int n, int m, double (*a)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = 0.5 * a[i - 1][j] + 0.25 * a[i][j];
}

static void some_rows(int first, int past, int m, double (*a)[m]) {
  for (int i = first; i < past; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = a[i][j] * 0.75 + i;
}

static void some_columns(int n, int first, int past, int m, double (*a)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = first; j < past; j++)
      a[i][j] = a[i][j] * 0.5 - j;
}

static void each_second(int n, int m, double (*a)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j += 2)
      a[i][j] = a[i][j] * 0.5 + 3;
}

static void positive(int n, int m, double (*restrict b)[m], double (*restrict a)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i][j] > 0)
        b[i][j] = a[i][j] * 0.5;
}

/* Calls that reach a little further each time. */
static void growing(int n, int m, double (*a)[m], int upwards) {
  for (int k = n / 4; k > 0; k -= 1 + n / 16)
    if (upwards)
      some_rows(n / 4, n - k, m, a);
    else
      some_rows(k, n - n / 4, m, a);
}

static void line(long n, double *x) {
  for (long i = 1; i < n; i++)
    x[i] = x[i] * 0.5 + x[i - 1] * 0.25;
}

static void of_file_scope(void) {
  for (int i = 1; i < SN; i++)
    for (int j = 1; j < SM; j++)
      fixed[i][j] = 0.5 * fixed[i][j] + 0.25 * fixed[i - 1][j - 1];
}

static void of_floats(float c) {
  for (int i = 1; i < SN * SM; i++)
    single[i] = single[i] * 0.5f + c;
}

static void from_floats(int n, double *restrict x) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 0.5 + single[i];
}

/* On the stack. */
static void local(double c) {
  double a[150][130];
  fill(150, 130, a, c);
  for (int k = 0; k < 3; k++) {
    sweep(150, 130, a);
    a[70][5] += c;
  }
  see(a, sizeof a);
}

/* --- the program in between ------------------------------------------------------------------- */

static slot *any(void) { return &slots[draw(SLOTS)]; }
static long count(const slot *s) { return (long)s->n * s->m; }
static double value(void) { return (double)draw(1000) / 8 - 50; }

static int same_shape(slot **a, slot **b) {
  *a = any();
  for (int k = 0; k < SLOTS; k++) {
    *b = &slots[(*a - slots + 1 + k) % SLOTS];
    if (*b != *a && (*b)->n == (*a)->n && (*b)->m == (*a)->m)
      return 1;
  }
  return 0;
}

static void fresh(slot *s) {
  static const int columns[] = {64, 100, 150, 256, 511, 1024};
  s->m = draw(2) ? columns[draw(6)] : slots[0].m ? slots[0].m : 100;
  s->n = draw(2) && slots[0].n ? slots[0].n : 20 + (int)draw(200);
  if (draw(3) == 0) {
    s->p = calloc((size_t)count(s), sizeof *s->p);
    return;
  }
  s->p = malloc((size_t)count(s) * sizeof *s->p);
  fill(s->n, s->m, (void *)s->p, value());
}

static int by_value(const void *x, const void *y) {
  double a = *(const double *)x, b = *(const double *)y;
  return a < b ? -1 : a > b;
}

/* Through a file, by three kinds of calls; answers the bytes. */
static size_t written_and_read(unsigned kind, double *from, double *to, size_t bytes) {
  int f = fileno(file);
  size_t half = bytes / 16 * 8;
  struct iovec out[2] = {{from, half}, {(char *)from + half, bytes - half}};
  struct iovec in[2] = {{to, bytes - half}, {(char *)to + (bytes - half), half}};
  ssize_t wrote, got;
  lseek(f, 0, SEEK_SET);
  wrote = kind == 0 ? write(f, from, bytes) : kind == 1 ? pwrite(f, from, bytes, 0) : writev(f, out, 2);
  lseek(f, 0, SEEK_SET);
  got = kind == 0 ? read(f, to, bytes) : kind == 1 ? pread(f, to, bytes, 0) : readv(f, in, 2);
  lseek(f, 0, SEEK_SET);
  return wrote == got && got >= 0 ? (size_t)got : 0;
}

/* A child sees the same, and what it changes is its own. */
static void in_child(slot *a) {
  int status;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    for (long i = 0; i < count(a); i += 3)
      a->p[i] += 1;
    see(a->p, (size_t)count(a) * sizeof *a->p);
    see(fixed, sizeof fixed);
    _exit((int)(hash & 127));
  }
  if (child > 0 && waitpid(child, &status, 0) == child)
    hash += (unsigned)WEXITSTATUS(status);
}

/* In a handler, in which all other signals are blocked. */
static double *touched;
static void handle(int number) {
  (void)number;
  see(touched, sizeof *touched);
  *touched += 0.5;
}

static void between(void) {
  slot *a = any(), *b = any(), swap;
  long n = count(a), at = draw((unsigned)n), more = 1 + draw((unsigned)(n - at));
  switch (last = draw(25), last) {
  case 0: see(&a->p[at], sizeof *a->p); break;
  case 1: a->p[at] = value(); break;
  case 2: see(&a->p[at], (size_t)more * sizeof *a->p); break;
  case 3:
    for (long i = at; i < at + more; i++)
      a->p[i] += 0.5;
    break;
  case 4:
    more = more < count(b) ? more : count(b);
    memmove(b->p, &a->p[at], (size_t)more * sizeof *a->p);
    break;
  case 5: memset(&a->p[at], 0, (size_t)(more < 2000 ? more : 2000) * sizeof *a->p); break;
  case 6:
    rewind(file);
    more = more < count(b) ? more : count(b);
    if (fwrite(&a->p[at], sizeof *a->p, (size_t)more, file) != (size_t)more)
      hash++;
    rewind(file);
    if (fread(b->p, sizeof *b->p, (size_t)more, file) != (size_t)more)
      hash++;
    break;
  case 7: qsort(&a->p[at], (size_t)(more < 3000 ? more : 3000), sizeof *a->p, by_value); break;
  case 8: {
    int rows = 20 + (int)draw(220);
    a->p = realloc(a->p, (size_t)rows * (size_t)a->m * sizeof *a->p);
    for (long i = n; i < (long)rows * a->m; i++)
      a->p[i] = 1;
    a->n = rows;
    break;
  }
  case 9:
    free(a->p);
    fresh(a);
    break;
  case 10:
    swap = *a;
    *a = *b;
    *b = swap;
    break;
  case 11:
    for (int j = 0; j < a->m; j += 7)
      for (int i = 0; i < a->n; i++)
        see(&a->p[(long)i * a->m + j], 8);
    break;
  case 12: fixed[draw(SN)][draw(SM)] = value(); break;
  case 13: see(&fixed[draw(SN)][draw(SM)], 8); break;
  case 14: memcpy(fixed, a->p, (size_t)(n < SN * SM ? n : SN * SM) * sizeof *a->p); break;
  case 15: see(&single[at % (SN * SM)], 4); break;
  case 17: /* several threads, where there are any */
  case 18: {
    double sum[1024] = {0};
    int rows = a->n, columns = a->m, writes = last == 18;
#pragma omp parallel for num_threads(3) schedule(dynamic, 3)
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        if (writes && j % 9 == 0)
          a->p[(long)i * columns + j] += 0.25;
        sum[i] = sum[i] * 0.5 + a->p[(long)i * columns + j];
      }
    see(sum, sizeof sum);
    break;
  }
  case 19: case 20: case 21: {
    more = more < count(b) ? more : count(b);
    size_t bytes = (size_t)more * sizeof *a->p;
    if (written_and_read(last - 19, &a->p[at], b->p, bytes) != bytes)
      hash++;
    break;
  }
  case 22: in_child(a); break;
  case 23:
    touched = &a->p[at];
    raise(SIGUSR1);
    break;
  case 24:
    touched = draw(4) ? &a->p[draw(2) ? at : 0] : NULL;
    if (tp_gather)
      tp_gather(touched);
    see(&a->p[at], 8);
    a->p[at] += 1;
    break;
  case 16: {
    char text[40];
    snprintf(text, sizeof text, "%.17g", a->p[at]);
    a->p[(at + 5) % n] = strtod(text, NULL);
    break;
  }
  }
}

static void region(void) {
  slot *a = any(), *b;
  int lo = (int)draw((unsigned)a->n), hi = lo + 1 + (int)draw((unsigned)(a->n - lo));
  switch (last = 100 + draw(19), last - 100) {
  case 0: fill(a->n, a->m, (void *)a->p, value()); break;
  case 1: case 2: case 3:
    if (same_shape(&a, &b))
      relax(a->n, a->m, (void *)b->p, (void *)a->p);
    break;
  case 4: sweep(a->n, a->m, (void *)a->p); break;
  case 5: sweeps(3, a->n, a->m, (void *)a->p); break;
  case 6:
    if (same_shape(&a, &b))
      scaled(a->n, a->m, (void *)b->p, (void *)a->p);
    break;
  case 7: carried(a->n, a->m, (void *)a->p); break;
  case 8: some_rows(lo, hi, a->m, (void *)a->p); break;
  case 9: some_columns(a->n, (int)draw((unsigned)a->m), a->m, a->m, (void *)a->p); break;
  case 10: each_second(a->n, a->m, (void *)a->p); break;
  case 11:
    if (same_shape(&a, &b))
      positive(a->n, a->m, (void *)b->p, (void *)a->p);
    break;
  case 12: line(count(a), a->p); break;
  case 13: of_file_scope(); break;
  case 14: sweep(SN, SM, fixed); break;
  case 16: local(value()); break;
  case 18: growing(a->n, a->m, (void *)a->p, (int)draw(2)); break;
  case 17: /* halves of one array, which other regions see as one */
    relax(a->n / 2, a->m, (void *)(a->p + (long)(a->n / 2) * a->m), (void *)a->p);
    break;
  case 15:
    of_floats((float)value());
    from_floats((int)(count(a) < SN * SM ? count(a) : SN * SM), a->p);
    break;
  }
}

/* A region without memory for messages: it decides now, and runs on ranks when it is called again. */
static void cramped_region(void) {
  struct rlimit before = {0, 0}, now;
  unsigned long pages = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  int known = f && fscanf(f, "%lu", &pages) == 1 && getrlimit(RLIMIT_AS, &before) == 0;
  if (f)
    fclose(f);
  now = before;
  now.rlim_cur = pages * (unsigned long)sysconf(_SC_PAGESIZE) + (32 << 20);
  if (known)
    setrlimit(RLIMIT_AS, &now);
  region();
  if (known)
    setrlimit(RLIMIT_AS, &before);
}

/* Calls of a time loop, with little in between. */
static void loop(void) {
  slot *a, *b, swap;
  int calls = 2 + (int)draw(6), touches = (int)draw(3);
  if (!same_shape(&a, &b))
    return;
  for (int k = 0; k < calls; k++) {
    relax(a->n, a->m, (void *)b->p, (void *)a->p);
    swap = *a;
    *a = *b;
    *b = swap;
    if (touches == 1)
      a->p[count(a) / 3] += 1;
    if (touches == 2)
      see(&a->p[count(a) / 2], 8);
  }
}

static void see_all(void) {
  for (int i = 0; i < SLOTS; i++)
    see(slots[i].p, (size_t)count(&slots[i]) * sizeof(double));
  see(fixed, sizeof fixed);
  see(single, sizeof single);
}

static void run(unsigned number, int verbose) {
  state = number * 2654435761u + 12345;
  draw(2);
  hash = 14695981039346656037ull;
  fill(SN, SM, fixed, 1);
  for (int i = 0; i < SLOTS; i++)
    fresh(&slots[i]);
  for (int step = 0; step < STEPS; step++) {
    unsigned what = draw(10);
    int cramped = (state >> 20) % 8 == 0;
    (what < 5 ? cramped ? cramped_region : region : what < 9 ? between : loop)();
    if (verbose) {
      unsigned long long before = hash;
      if (verbose > 1)
        see_all();
      printf("  %d %u %016llx\n", step, what < 9 ? last : what, hash);
      hash = before;
    }
  }
  see_all();
  for (int i = 0; i < SLOTS; i++) {
    free(slots[i].p);
    slots[i] = (slot){NULL, 0, 0};
  }
  printf("%u %016llx\n", number, hash);
  fflush(stdout);
}

int main(int count, char **words) {
  struct sigaction action = {.sa_handler = handle};
  file = tmpfile();
  if (count < 3 || !file)
    return 2;
  fill(SN, SM, fixed, 1); /* a program that blocks SIGSEGV before the first region gathers */
  sigfillset(&action.sa_mask);
  sigaction(SIGUSR1, &action, NULL);
  for (unsigned n = (unsigned)atoi(words[1]); n < (unsigned)atoi(words[2]); n++)
    run(n, count > 3 ? atoi(words[3]) : 0);
  return 0;
}
