/* stay.c - see stay.h.
 *
 *   stay <first> <past> [configuration [v]]   prints for each number a hash of all that the program has seen; configuration:
 *   not 0: settings change between regions, as drawn from it; v: 1, 2: after each step, with all that there is to see */
#include "stay.h"
#include "tilepipe/runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { STEPS = 30 };

unsigned long long hash;
unsigned last;
static unsigned long long state, other_state;

static unsigned next(unsigned long long *from, unsigned below) {
  *from = *from * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(*from >> 33) % below;
}

unsigned draw(unsigned below) { return next(&state, below); }

double value(void) { return (double)draw(1000) / 8 - 50; }

void see(const void *at, size_t bytes) {
  const unsigned char *c = at;
  unsigned long long word;
  for (; bytes >= sizeof word; bytes -= sizeof word, c += sizeof word) {
    memcpy(&word, c, sizeof word);
    hash = (hash ^ word ^ hash >> 29) * 1099511628211ull;
  }
  for (; bytes > 0; bytes--, c++)
    hash = (hash ^ *c) * 1099511628211ull;
}

/* --- settings ----------------------------------------------------------------------------------- */

typedef struct setting {
  const char *name, *values[8]; /* "": that of the environment */
} setting;

/* By the number of ranks. */
static const setting mesh[] = {{"mesh", {"", "1,1", "2,1", "1,2", "2,1,1", "1,2,1", "1,1,2"}},
                               {"mesh", {"", "1,1", "3,1", "1,3", "3,1,1", "1,3,1", "2,1"}},
                               {"mesh", {"", "2,1", "4,1", "1,4", "2,2,1", "1,2,2", "3,1"}}};
static const setting others[] = {{"data", {"", "", "", "", "stay", "stay", "gather"}},
                                 {"assign", {"", "block", "cyclic", "", "block", "cyclic", ""}},
                                 {"tile", {"", "7,*", "32,16", "*,40", "10,*,*", "16,8,*", ""}},
                                 {"schedule", {"", "overlap", "blocking", "", "overlap", "blocking", ""}},
                                 {"verify", {"", "", "", "", "", "", "1"}}};

static void change_setting(int ranks) {
  unsigned which = next(&other_state, 8);
  const setting *s = which < 3 ? &mesh[ranks - 2] : &others[which - 3];
  tp_set(s->name, s->values[next(&other_state, 7)]);
}

static void reset_settings(void) {
  tp_set("mesh", "");
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    tp_set(others[i].name, "");
}

static int ranks_here(void) {
  const char *text = getenv("OMPI_COMM_WORLD_SIZE");
  int ranks = text && tp_set ? atoi(text) : 0;
  return ranks < 2 || ranks > 4 ? 0 : ranks;
}

/* --- programs ----------------------------------------------------------------------------------- */

static void region(void) {
  unsigned which = draw(10);
  (which < 5 ? matrix_region : which < 8 ? space_region : number_region)();
}

static void between(void) {
  unsigned which = draw(10);
  (which < 6 ? memory_step : which < 8 ? file_step : interruption)();
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

static void see_all(void) {
  for (int i = 0; i < SLOTS; i++)
    see(slots[i].p, (size_t)count(&slots[i]) * sizeof(double));
  see(fixed, sizeof fixed);
  see(single, sizeof single);
  numbers_see();
}

static void begin_fixed(void) {
  for (int i = 0; i < SN; i++)
    for (int j = 0; j < SM; j++)
      fixed[i][j] = 1 + i * 0.5 - j * 0.25;
}

static void run(unsigned number, unsigned configuration, int verbose) {
  int ranks = configuration ? ranks_here() : 0;
  state = number * 2654435761u + 12345;
  other_state = configuration * 2654435761u + number;
  draw(2);
  hash = 14695981039346656037ull;
  begin_fixed();
  numbers_begin();
  for (int i = 0; i < SLOTS; i++)
    fresh(&slots[i]);
  for (int step = 0; step < STEPS; step++) {
    unsigned what = draw(10);
    int cramped = (state >> 20) % 8 == 0;
    if (ranks && next(&other_state, 3) == 0)
      change_setting(ranks);
    last = 0;
    (what < 5 ? cramped ? cramped_region : region : what < 9 ? between : time_loop)();
    if (verbose) {
      unsigned long long before = hash;
      if (verbose > 1)
        see_all();
      printf("  %d %u %016llx\n", step, last, hash);
      hash = before;
    }
  }
  see_all();
  for (int i = 0; i < SLOTS; i++)
    let_go(&slots[i]);
  if (ranks)
    reset_settings();
  printf("%u %016llx\n", number, hash);
  fflush(stdout);
}

int main(int count, char **words) {
  unsigned configuration = count > 3 ? (unsigned)strtoul(words[3], NULL, 10) : 0;
  if (count < 3 || !files_begin())
    return 2;
  begin_fixed(); /* a program that blocks SIGSEGV before the first region gathers */
  interruptions_begin();
  for (unsigned n = (unsigned)atoi(words[1]); n < (unsigned)atoi(words[2]); n++)
    run(n, configuration, count > 4 ? atoi(words[4]) : 0);
  return 0;
}
