/* p2p.c - point-to-point messages over MPI.
 *
 * Only PMPI_Init_thread is used to initialise: a reference to MPI_Init or MPI_Init_thread in a program
 * is then always the user's own (process/binary.c looks for it). */
#include "comm/p2p.h"

#include "comm/heartbeat.h"
#include "comm/p2p_world.h"
#include "tilepipe/testing.h"

#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Static_assert(sizeof(MPI_Request) <= sizeof(long), "a request fits its storage");

MPI_Comm tp_p2p_world = MPI_COMM_NULL;
static int thread_level;
static int started;
static int one_sided;
static pthread_mutex_t serial = PTHREAD_MUTEX_INITIALIZER;

void tp_p2p_enter(void) {
  if (thread_level != MPI_THREAD_MULTIPLE)
    pthread_mutex_lock(&serial);
}

void tp_p2p_leave(void) {
  if (thread_level != MPI_THREAD_MULTIPLE)
    pthread_mutex_unlock(&serial);
}

int tp_p2p_try_enter(void) {
  struct timespec nap = {0, 100000};
  if (thread_level == MPI_THREAD_MULTIPLE)
    return 1;
  if (thread_level != MPI_THREAD_SERIALIZED)
    return 0;
  for (int tries = 0; tries < 100; tries++) {
    if (pthread_mutex_trylock(&serial) == 0)
      return 1;
    nanosleep(&nap, NULL);
  }
  return 0;
}

/* --- requests --------------------------------------------------------------------------------- */

/* MPI counts in int: what is longer is one element of a type that holds all of it. */
static tp_int longest = 1 << 30;

/* A prepared request stays when it is complete. */
enum { IDLE, LIVE, PREPARED, STARTED };

typedef struct extent {
  MPI_Datatype type;
  int count;
} extent;

static extent extent_of(tp_int bytes) {
  MPI_Datatype block, all, parts[] = {MPI_DATATYPE_NULL, MPI_BYTE};
  int counts[] = {(int)(bytes / longest), (int)(bytes % longest)};
  MPI_Aint at[] = {0, (MPI_Aint)(bytes - bytes % longest)};
  if (bytes <= longest)
    return (extent){MPI_BYTE, (int)bytes};
  MPI_Type_contiguous((int)longest, MPI_BYTE, &block);
  parts[0] = block;
  MPI_Type_create_struct(2, counts, at, parts, &all);
  MPI_Type_commit(&all);
  MPI_Type_free(&block);
  return (extent){all, 1};
}

/* MPI keeps the type for as long as a request needs it. */
static void drop(extent e) {
  if (e.type != MPI_BYTE)
    MPI_Type_free(&e.type);
}

static void store(tp_request *r, MPI_Request q, int live) {
  r->handle = 0;
  memcpy(&r->handle, &q, sizeof q);
  r->live = q != MPI_REQUEST_NULL ? live : IDLE;
}

static void post(tp_transport *t, void *to, tp_int bytes, int from, int tag, tp_request *r) {
  MPI_Request q;
  (void)t;
  tp_p2p_enter();
  extent e = extent_of(bytes);
  MPI_Irecv(to, e.count, e.type, from, tag, tp_p2p_world, &q);
  drop(e);
  tp_p2p_leave();
  store(r, q, LIVE);
}

static void send(tp_transport *t, const void *from, tp_int bytes, int to, int tag, int synchronous,
                 tp_request *r) {
  MPI_Request q;
  (void)t;
  tp_p2p_enter();
  extent e = extent_of(bytes);
  (synchronous ? MPI_Issend : MPI_Isend)(from, e.count, e.type, to, tag, tp_p2p_world, &q);
  drop(e);
  tp_p2p_leave();
  store(r, q, LIVE);
}

static void prepare(tp_transport *t, void *at, tp_int bytes, int peer, int tag, int what, tp_request *r) {
  MPI_Request q;
  (void)t;
  tp_p2p_enter();
  extent e = extent_of(bytes);
  if (what == TP_RECEIVES)
    MPI_Recv_init(at, e.count, e.type, peer, tag, tp_p2p_world, &q);
  else
    (what == TP_SENDS ? MPI_Send_init : MPI_Ssend_init)(at, e.count, e.type, peer, tag, tp_p2p_world, &q);
  drop(e);
  tp_p2p_leave();
  store(r, q, PREPARED);
}

static void start_prepared(tp_transport *t, tp_request *r) {
  MPI_Request q;
  (void)t;
  memcpy(&q, &r->handle, sizeof q);
  tp_p2p_enter();
  MPI_Start(&q);
  tp_p2p_leave();
  r->live = STARTED;
}

static void discard(tp_transport *t, tp_request *r) {
  MPI_Request q;
  (void)t;
  memcpy(&q, &r->handle, sizeof q);
  tp_p2p_enter();
  MPI_Request_free(&q);
  tp_p2p_leave();
  r->live = IDLE;
}

static int test(tp_transport *t, tp_request *r) {
  (void)t;
  if (r->live == IDLE || r->live == PREPARED)
    return 1;
  int stays = r->live == STARTED;
  MPI_Request q;
  int done;
  memcpy(&q, &r->handle, sizeof q);
  tp_p2p_enter();
  MPI_Test(&q, &done, MPI_STATUS_IGNORE);
  tp_p2p_leave();
  if (!stays)
    store(r, q, LIVE);
  else if (done)
    r->live = PREPARED;
  return done;
}

static void abandon(tp_transport *t, int code) {
  (void)t;
  fflush(stderr);
  MPI_Abort(tp_p2p_world, code);
  _Exit(code);
}

static tp_transport table = {.post = post, .send = send, .test = test, .abandon = abandon,
                             .prepare = prepare, .start = start_prepared, .discard = discard};

/* --- starting --------------------------------------------------------------------------------- */

/* MPI's start crashes when neither the environment nor an entry of the user's names a home folder.
   1: the caller takes the loan back, for the program's environment stays its own. */
static int lend_home(void) {
  return !getenv("HOME") && !getpwuid(geteuid()) && setenv("HOME", "/", 1) == 0;
}

/* The program's signals are for its own thread: MPI's threads inherit a mask that blocks them. */
static int initialise(void) {
  sigset_t all, before;
  int lent = lend_home();
  /* Open MPI 4's one-sided messages work by this component only, over TCP, and only with threads that
     take turns. Whoever has chosen one knows better. */
  if (one_sided)
    setenv("OMPI_MCA_osc", "pt2pt", 0);
  int wanted = one_sided ? MPI_THREAD_SERIALIZED : MPI_THREAD_MULTIPLE;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int status = PMPI_Init_thread(NULL, NULL, wanted, &thread_level);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (lent)
    unsetenv("HOME");
  return status == MPI_SUCCESS;
}

void tp_p2p_want_one_sided(void) { one_sided = 1; }

tp_transport *tp_p2p_start(void) {
  int ready = 0;
  PMPI_Initialized(&ready);
  if (ready)
    return NULL;
  if (!initialise())
    return NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &tp_p2p_world);
  MPI_Comm_rank(tp_p2p_world, &table.rank);
  MPI_Comm_size(tp_p2p_world, &table.ranks);
  if (&tp_test_split)
    longest = tp_test_split;
  started = 1;
  return &table;
}

void tp_p2p_library(char *out, size_t size) {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  char mpich[64];
  int length;
  MPI_Get_library_version(text, &length);
  /* What follows is about the build. */
  if (sscanf(text, "MPICH Version: %63s", mpich) == 1)
    snprintf(out, size, "MPICH %s", mpich);
  else
    snprintf(out, size, "%.*s", (int)strcspn(text, ",\n"), text);
}

int tp_p2p_needs_pmix(void) {
#ifdef OPEN_MPI
  return 1;
#else
  return 0;
#endif
}

int tp_p2p_threads(void) {
  return thread_level == MPI_THREAD_MULTIPLE ? 1 : thread_level == MPI_THREAD_SERIALIZED ? 0 : -1;
}

void tp_p2p_collect(const void *mine, void *all, int bytes) {
  MPI_Allgather(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE, tp_p2p_world);
}

int tp_p2p_hosts(int *host_of) {
  MPI_Comm host;
  int hosts = 0;
  MPI_Comm_split_type(tp_p2p_world, MPI_COMM_TYPE_SHARED, table.rank, MPI_INFO_NULL, &host);
  int leader = table.rank;
  MPI_Bcast(&leader, 1, MPI_INT, 0, host);
  MPI_Allgather(&leader, 1, MPI_INT, host_of, 1, MPI_INT, tp_p2p_world);
  MPI_Comm_free(&host);
  /* Leaders' rank numbers become 0, 1, ...: a leader precedes its host's other ranks. */
  for (int r = 0; r < table.ranks; r++)
    host_of[r] = host_of[r] == r ? hosts++ : host_of[host_of[r]];
  return hosts;
}

int tp_p2p_waiting(int tag, int *from, tp_int *bytes) {
  int flag, count = 0;
  MPI_Status status;
  tp_p2p_enter();
  MPI_Iprobe(MPI_ANY_SOURCE, tag, tp_p2p_world, &flag, &status);
  tp_p2p_leave();
  if (flag) {
    MPI_Get_count(&status, MPI_BYTE, &count);
    *from = status.MPI_SOURCE;
  }
  *bytes = count;
  return flag;
}

void tp_p2p_finish(void) {
  if (!started)
    return;
  started = 0;
  tp_heartbeat_leave();
  tp_window_free();
  MPI_Finalize();
  tp_heartbeat_stop();
}
