/* tilepipe-run - starts a program under mpirun, or MPICH's mpiexec, with settings that fit the machine.
 *
 * Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <errno.h>
#include <mpi.h> /* for the library's name alone */
#include <pwd.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_WORDS = 4096 };

#ifdef OPEN_MPI
static const int is_open_mpi = 1;
#else
static const int is_open_mpi = 0;
#endif

typedef struct command {
  const char *word[MAX_WORDS];
  int count;
} command;

static void usage(FILE *out) {
  fputs("usage: tilepipe-run [-n P] [--hosts A,B,...] program [arguments]\n"
        "Starts P ranks of the program (default: one per host or processor package) and prints the\n"
        "mpirun line it uses.\n"
        "  -n P             the number of ranks, at least 1\n"
        "  --hosts A,B,...  the hosts that ranks run on; without it they run here\n"
        "  --help           prints this\n"
        "  --version        prints the version\n",
        out);
}

/* The code is one of docs/Messages.md. */
static int fail(const char *what, const char *detail, const char *code) {
  fprintf(stderr, "tilepipe-run: error: %s%s %s\n", what, detail, code);
  return 2;
}

static void add(command *c, const char *word) {
  if (c->count == MAX_WORDS - 1) {
    fail("too many arguments", "", "[arguments]");
    exit(2);
  }
  c->word[c->count++] = word;
}

static void add_number(command *c, const char *format, int value) {
  char *word = NULL;
  if (asprintf(&word, format, value) < 0)
    exit(fail("out of memory", "", "[memory]"));
  add(c, word);
}

/* Hardware threads that this process may use. */
static int usable_cpus(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return 1;
  return CPU_COUNT(&set);
}

/* Value of cpu's topology file, -1 when it is not told. */
static int topology(int cpu, const char *name) {
  char path[128];
  int value = -1;
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/%s", cpu, name);
  FILE *file = fopen(path, "r");
  if (!file)
    return -1;
  if (fscanf(file, "%d", &value) != 1)
    value = -1;
  fclose(file);
  return value;
}

/* Different values of two topology files together, over the usable CPUs: packages or cores. */
static int count_distinct(const char *outer, const char *inner) {
  long seen[CPU_SETSIZE];
  int count = 0;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return 1;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &set))
      continue;
    long key = (long)topology(cpu, outer) * 100000 + (inner ? topology(cpu, inner) : 0);
    int known = 0;
    for (int i = 0; i < count; ++i)
      known |= seen[i] == key;
    if (!known)
      seen[count++] = key;
  }
  return count > 0 ? count : 1;
}

/* Containers often forbid one process to read another's memory, which Open MPI then complains about
   for every message. */
static int may_read_other_process(void) {
  static volatile int ours = 1;
  int fds[2], copy = 0;
  char go;
  if (pipe(fds) != 0)
    return 0;
  pid_t child = fork();
  if (child == 0) {
    close(fds[1]);
    if (read(fds[0], &go, 1) < 0)
      _exit(1);
    _exit(0);
  }
  close(fds[0]);
  struct iovec local = {&copy, sizeof copy}, remote = {(void *)&ours, sizeof ours};
  int may = child > 0 && process_vm_readv(child, &local, 1, &remote, 1, 0) == sizeof copy;
  close(fds[1]);
  if (child > 0)
    waitpid(child, NULL, 0);
  return may;
}

static int count_hosts(const char *hosts) {
  int count = 1;
  for (const char *p = hosts; *p; ++p)
    count += *p == ',';
  return count;
}

static int ranks_per_host(int ranks, const char *hosts) {
  return hosts ? (ranks + count_hosts(hosts) - 1) / count_hosts(hosts) : ranks;
}

/* Ranks share a machine: each gets its own cores, and nobody spins while others wait for a core. */
static void add_placement(command *c, int ranks, const char *hosts) {
  int cores = count_distinct("physical_package_id", "core_id");
  int per_host = ranks_per_host(ranks, hosts);
  if (per_host > usable_cpus()) {
    add(c, "--bind-to");
    add(c, "none");
    add(c, "--mca");
    add(c, "mpi_yield_when_idle");
    add(c, "1");
  } else if (per_host <= cores) {
    add(c, "--map-by");
    add_number(c, "slot:PE=%d", cores / per_host);
    add(c, "--bind-to");
    add(c, "core");
  } else {
    add(c, "--bind-to");
    add(c, "hwthread");
  }
  add(c, "--oversubscribe");
}

/* More threads than cores: a thread that spins at the end of a region keeps another from its tile. */
static void calm_threads(int ranks, const char *hosts) {
  const char *threads = getenv("OMP_NUM_THREADS");
  int per_host = ranks_per_host(ranks, hosts);
  long wanted = threads ? strtol(threads, NULL, 10) : 1;
  if (per_host * (wanted > 1 ? wanted : 1) > usable_cpus())
    setenv("OMP_WAIT_POLICY", "passive", 0);
}

/* mpirun crashes when neither the environment nor an entry of the user's names a home folder, as in
   containers with a bare user number. */
static void add_home(command *c) {
  if (getenv("HOME") || getpwuid(geteuid()))
    return;
  add(c, "env");
  add(c, "HOME=/");
}

/* Other hosts see our settings only when they are named. */
static void add_environment(command *c) {
  extern char **environ;
  for (char **e = environ; *e; ++e) {
    int is_ours = strncmp(*e, "TILEPIPE_", 9) == 0 || strncmp(*e, "OMP_", 4) == 0;
    const char *end = strchr(*e, '=');
    if (!is_ours || !end)
      continue;
    add(c, "-x");
    add(c, strndup(*e, (size_t)(end - *e)));
  }
}

static void add_open_mpi(command *c, int ranks, const char *hosts) {
  add(c, "mpirun");
  add(c, "-np");
  add_number(c, "%d", ranks);
  if (geteuid() == 0)
    add(c, "--allow-run-as-root");
  add_placement(c, ranks, hosts);
  if (!may_read_other_process()) {
    add(c, "--mca");
    add(c, "btl_vader_single_copy_mechanism");
    add(c, "none");
  }
  if (hosts) {
    add(c, "--host");
    add(c, hosts);
    add_environment(c);
  }
}

/* hydra passes the environment on, needs no word from root, and starts more ranks than there are cores. */
static void add_mpich(command *c, int ranks, const char *hosts) {
  int cores = count_distinct("physical_package_id", "core_id");
  int per_host = ranks_per_host(ranks, hosts);
  add(c, TILEPIPE_MPIEXEC);
  add(c, "-n");
  add_number(c, "%d", ranks);
  add(c, "-bind-to");
  if (per_host > usable_cpus())
    add(c, "none");
  else if (per_host <= cores)
    add_number(c, "core:%d", cores / per_host);
  else
    add(c, "hwthread");
  if (hosts) {
    add(c, "-hosts");
    add(c, hosts);
  }
}

/* The line as one could paste it. */
static void print_line(const command *c) {
  for (int i = 0; i < c->count; ++i) {
    const char *word = c->word[i];
    int is_plain = *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                               "0123456789_-+=:,./@%")];
    if (i)
      fputc(' ', stderr);
    if (is_plain) {
      fputs(word, stderr);
      continue;
    }
    fputc('\'', stderr);
    for (; *word; ++word)
      fputs(*word == '\'' ? "'\\''" : (char[]){*word, 0}, stderr);
    fputc('\'', stderr);
  }
  fputc('\n', stderr);
}

static int parse_ranks(const char *text) {
  char *end;
  long value = strtol(text, &end, 10);
  return *text && !*end && value >= 1 && value <= 1000000 ? (int)value : 0;
}

int main(int argc, char **argv) {
  const char *hosts = NULL;
  int ranks = 0, at = 1;
  for (; at < argc && argv[at][0] == '-'; ++at) {
    const char *option = argv[at];
    if (strcmp(option, "--help") == 0 || strcmp(option, "-h") == 0) {
      usage(stdout);
      return 0;
    }
    if (strcmp(option, "--version") == 0)
      return puts("tilepipe-run " TILEPIPE_VERSION) == EOF;
    if (strcmp(option, "--") == 0) {
      ++at;
      break;
    }
    int is_ranks = strcmp(option, "-n") == 0 || strcmp(option, "-np") == 0;
    if (!is_ranks && strcmp(option, "--hosts") != 0)
      return fail("unknown option ", option, "[option]");
    if (++at == argc)
      return fail("missing value of ", option, "[option]");
    if (!is_ranks)
      hosts = argv[at];
    else if (!(ranks = parse_ranks(argv[at])))
      return fail("not a number of ranks: ", argv[at], "[option]");
  }
  if (at == argc) {
    usage(stderr);
    return 2;
  }
  if (!ranks)
    ranks = hosts ? count_hosts(hosts) : count_distinct("physical_package_id", NULL);

  command c = {{0}, 0};
  add_home(&c);
  calm_threads(ranks, hosts);
  (is_open_mpi ? add_open_mpi : add_mpich)(&c, ranks, hosts);
  for (; at < argc; ++at)
    add(&c, argv[at]);
  print_line(&c);
  execvp(c.word[0], (char *const *)c.word);
  return fail("cannot start the MPI library's launcher: ", strerror(errno), "[mpirun]");
}
