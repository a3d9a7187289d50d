/* launch.c - reading the launcher's environment.
 *
 * mpirun names the number of ranks. Slurm and others that speak PMIx or PMI name a rank and their own
 * count, or none: then MPI has to be asked. An environment outlives its launcher (a shell, a batch
 * job, a debugger), and MPI ends a process that believes one that is gone: so whether somebody listens
 * is tried first. */
#include "process/launch.h"

#include "comm/p2p.h"
#include "process/pmi.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Tells a program that this program starts that these variables are not meant for it: the job whose place is taken. */
static const char marker[] = "TP_RANK_TAKEN";

static int number_of(const char *name) {
  const char *text = getenv(name);
  return text ? atoi(text) : 0;
}

/* A launcher's server is spoken of; read before MPI makes up an environment of its own. */
static int is_served;

/* Processes that the launcher speaks of, 0: it does not say. */
static int announced(void) {
  static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (number_of(names[i]) > 0)
      return number_of(names[i]);
  /* Slurm's count holds for the step that PMIx serves; in a batch script it means nothing. */
  return getenv("PMIX_RANK") ? number_of("SLURM_STEP_NUM_TASKS") : 0;
}

/* -2: not looked up yet; MPI makes up another one where it does not know the launcher. */
static int rank_at_start = -2;

static int look_up_rank(void) {
  static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "PMI_ID",
                                      "MV2_COMM_WORLD_RANK", "SLURM_PROCID"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (getenv(names[i]))
      return number_of(names[i]);
  return -1;
}

int tp_launch_rank(void) {
  if (rank_at_start == -2)
    rank_at_start = look_up_rank();
  return rank_at_start;
}

/* A launcher of another job, started by this one's rank 0, means its programs. The marker is "<job of PMIx>;<job of PMI>";
   what the environment no longer names is no difference. */
static int is_taken(void) {
  const char *taken = getenv(marker), *job = getenv("PMIX_NAMESPACE"), *pmi = tp_pmi_job();
  if (!taken)
    return 0;
  size_t first = strcspn(taken, ";");
  const char *rest = taken + first + (taken[first] == ';');
  return (!job || (strlen(job) == first && strncmp(taken, job, first) == 0)) && (!pmi || strcmp(rest, pmi) == 0);
}

/* Tasks of the Slurm step that started this process without PMIx, 0: none did. In a batch script Slurm names the
   job's tasks, but no step. */
static int tasks_of_step(void) {
  const char *step = getenv("SLURM_STEP_ID");
  if (!step || strlen(step) > 9 || !getenv("SLURM_PROCID") || getenv("PMIX_RANK"))
    return 0;
  return number_of(getenv("SLURM_STEP_NUM_TASKS") ? "SLURM_STEP_NUM_TASKS" : "SLURM_NTASKS");
}

/* Processes of a server that names an address alone: it counts those of this host. */
static int processes_at_address(void) {
  int here = number_of("MPI_LOCALNRANKS"), rank = number_of("PMI_ID");
  if (!getenv("PMI_PORT"))
    return 0;
  return here > rank ? here : rank + 1;
}

int tp_launch_copies(void) {
  int tasks = is_taken() || getenv("PMI_SIZE") ? 0 : tasks_of_step();
  return tasks > 1 ? tasks : 0;
}

/* Address of the PMIx server, "<name>;tcp4://<address>:<port>"; null: none over TCP. */
static const char *server(void) {
  static const char *const names[] = {"PMIX_SERVER_URI41", "PMIX_SERVER_URI4", "PMIX_SERVER_URI3",
                                      "PMIX_SERVER_URI21", "PMIX_SERVER_URI2"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *text = getenv(names[i]), *at = text ? strstr(text, "tcp4://") : NULL;
    if (at)
      return at + 7;
  }
  return NULL;
}

/* 0: nobody is there. In doubt 1. The kernel is asked itself: the C library's names may be the program's own. */
static int listens(const char *address) {
  char host[64];
  size_t length = strcspn(address, ":");
  struct sockaddr_in to = {.sin_family = AF_INET};
  if (length >= sizeof host || address[length] != ':')
    return 1;
  memcpy(host, address, length);
  host[length] = 0;
  to.sin_port = htons((unsigned short)atoi(address + length + 1));
  if (inet_pton(AF_INET, host, &to.sin_addr) != 1)
    return 1;
  int line = (int)syscall(SYS_socket, AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (line < 0)
    return 1;
  int error = syscall(SYS_connect, line, &to, sizeof to) == 0 ? 0 : errno;
  if (error == EINPROGRESS) {
    struct pollfd wait = {line, POLLOUT, 0};
    struct timespec limit = {2, 0};
    socklen_t size = sizeof error;
    if (syscall(SYS_ppoll, &wait, 1, &limit, NULL, 0) != 1 ||
        syscall(SYS_getsockopt, line, SOL_SOCKET, SO_ERROR, &error, &size) != 0)
      error = 0;
  }
  syscall(SYS_close, line);
  return error != ECONNREFUSED;
}

/* File that says that this rank's place is taken, in the folder that mpirun removes at its end. */
static int place_file(char *path, size_t size) {
  const char *folder = getenv("OMPI_MCA_orte_jobfam_session_dir"), *rank = getenv("PMIX_RANK");
  const char *job = getenv("PMIX_NAMESPACE");
  return folder && rank && job &&
         snprintf(path, size, "%s/tilepipe.%s.%s", folder, job, rank) < (int)size;
}

/* Whether a library that finds its ranks by PMI has a server. 1: it has, or knows another way that MPI has to try. */
static int is_served_by_pmi(const char **why) {
  switch (tp_pmi_look()) {
  case TP_PMI_ABSENT:
    *why = "the environment is left over from another mpiexec";
    return 0;
  case TP_PMI_ENDED:
    *why = "an earlier program of the same mpiexec has used its ranks: every program needs an mpiexec of its own";
    return -1;
  default:
    return 1;
  }
}

int tp_launch_ranks(const char **why) {
  static char text[200];
  char path[1024];
  int count = announced(), tasks = tasks_of_step();
  tp_launch_rank();
  is_served = getenv("PMI_FD") || getenv("PMI_PORT") || getenv("PMIX_RANK");
  if (is_taken()) {
    *why = "the program that started this one has the ranks";
    return 0;
  }
  if (tasks > 1 && tp_p2p_needs_pmix()) {
    snprintf(text, sizeof text, "srun started %d processes that cannot find each other: the program's MPI library needs "
             "PMIx, srun --mpi=pmix [srun]", tasks);
    *why = text;
    return -1;
  }
  if (count == 1 || (count == 0 && tasks <= 1 && !getenv("PMI_PORT") && !(getenv("PMIX_RANK") && server())))
    return 0;
  if (getenv("OMPI_COMM_WORLD_SIZE") && !getenv("PMIX_RANK")) {
    *why = "the environment is left over from another mpirun";
    return 0;
  }
  if (!tp_p2p_needs_pmix() && !getenv("PMIX_RANK"))
    return is_served_by_pmi(why);
  if (server() && !listens(server())) {
    *why = "the mpirun that the environment speaks of has ended";
    return 0;
  }
  if (place_file(path, sizeof path) && syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0) {
    *why = "an earlier program of the same mpirun has used its ranks: every program needs an mpirun of "
           "its own [ranks-used]";
    return -1;
  }
  return 1;
}

void tp_launch_mark(void) {
  const char *job = getenv("PMIX_NAMESPACE"), *pmi = tp_pmi_job();
  char text[600];
  snprintf(text, sizeof text, "%s;%s", job ? job : "", pmi ? pmi : "");
  setenv(marker, text, 1);
}

const char *tp_launch_taken(int ranks) {
  static char text[400];
  char path[1024], library[120];
  int count = announced(), tasks = tasks_of_step();
  int file = place_file(path, sizeof path) ? open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600) : -1;
  if (file >= 0)
    close(file);
  if (count == 0)
    count = processes_at_address();
  if (ranks > 1 || (count <= 1 && tasks <= 1) || (!is_served && tasks <= 1))
    return NULL;
  tp_p2p_library(library, sizeof library);
  snprintf(text, sizeof text,
           "the launcher started %d processes, but they are no ranks of the program's MPI library (%s): start it with "
           "that library's mpirun, or with srun --mpi=%s [launcher]",
           count > 1 ? count : tasks, library, tp_p2p_needs_pmix() ? "pmix" : "pmi2");
  return text;
}
