/* settings.h - run-time settings: environment, tp_set, compiled-in defaults. */
#ifndef TP_SETTINGS_H
#define TP_SETTINGS_H

#include "core/status.h"
#include "tilepipe/runtime.h"

#include <stddef.h>

enum { TP_SCHEDULE_AUTO, TP_SCHEDULE_OVERLAP, TP_SCHEDULE_BLOCKING };
enum { TP_PROTOCOL_AUTO, TP_PROTOCOL_EAGER, TP_PROTOCOL_SYNCHRONOUS };
enum { TP_GROUPING_AUTO, TP_GROUPING_DATAFLOW, TP_GROUPING_HYPERPLANE, TP_GROUPING_VERTICAL };
/* Who of a rank's threads communicates (P3): MPI: a rank has one thread; FINE: the master, between
   parallel regions, one for each step; COARSE: the master, while the others compute; MULTIPLE: each thread
   sends the faces of its own tiles. */
enum { TP_HYBRID_AUTO, TP_HYBRID_MPI, TP_HYBRID_FINE, TP_HYBRID_COARSE, TP_HYBRID_MULTIPLE };
enum { TP_BALANCE_AUTO, TP_BALANCE_NONE, TP_BALANCE_CONSTANT, TP_BALANCE_VARIABLE };
/* SHM_P2P: what a run may turn out to have used: shared memory where it worked, messages elsewhere. */
enum {
  TP_TRANSPORT_AUTO, TP_TRANSPORT_P2P, TP_TRANSPORT_PERSISTENT, TP_TRANSPORT_RMA, TP_TRANSPORT_SHM,
  TP_TRANSPORT_SHM_P2P
};
/* Which rows of tiles a CPU takes where there are more rows than CPUs: consecutive ones, or every C-th. */
enum { TP_ASSIGN_AUTO, TP_ASSIGN_BLOCK, TP_ASSIGN_CYCLIC };
/* Faces that are one piece of an array: packed into a buffer like others, or sent from and received into it. */
enum { TP_FACES_AUTO, TP_FACES_PACKED, TP_FACES_DIRECT };
enum { TP_BODY_AUTO, TP_BODY_PLAIN, TP_BODY_JAM };

/* A comma-separated list with one entry per dimension; 0 stands for `*` (choose). */
typedef struct tp_list {
  int count; /* 0: not set */
  tp_int at[TP_DIMS];
} tp_list;

#define TP_PROFILE_BUILT_IN "built-in"
#define TP_PLANS_NONE "none"
#define TP_VERIFY_REQUIRE 2 /* a region that cannot be verified does not run */

typedef struct tp_settings {
  int schedule, protocol, grouping, body;
  int hybrid, balance, transport, assign, faces;
  int piece;     /* bytes at which messages between ranks are cut, 0: to be chosen */
  tp_list tile;  /* extents s_d in tile-space order */
  tp_list mesh;  /* ranks per dimension */
  tp_list group; /* threads per dimension and rank */
  int always, stats;
  int verify;    /* 0, 1 or TP_VERIFY_REQUIRE */
  int watchdog;       /* seconds, 0: off */
  char profile[256];  /* machine profile: a file, TP_PROFILE_BUILT_IN, "": the one in its usual place */
  int tune;           /* seconds to spend on measuring plans of a region */
  char plans[256];    /* tuned plans: a file, TP_PLANS_NONE, "": the one in its usual place */
  int ranks, threads; /* at most so many; 0: all (tests) */
} tp_settings;

/* Settings that hold for region r: call in code > environment > r->tp_settings > default.
   On TP_INVALID *why holds one line naming variable, value and reason (static storage). */
tp_status tp_settings_for(const tp_region *r, tp_settings *out, const char **why);

/* Seconds of the watchdog outside of regions. */
int tp_watchdog_of_program(void);

/* Checks the environment once at start: unknown values, settings not built yet (refused by name). */
tp_status tp_settings_check(const char **why);

/* The environment's settings that ranks must agree on, for the comparison: writes the text of number i
   ("": not set; cut to fit) and answers its name, null past the last one. */
enum { TP_SHAPING = 13 };
const char *tp_settings_shaping(int i, char *out, size_t size);

/* Hash over all of them, whatever their length. */
unsigned long long tp_settings_hash(void);

/* A number that changes whenever tp_set changed something (for cached plans). */
unsigned long tp_settings_generation(void);
/* Has this called whenever it has changed: not a function that asks for settings. */
void tp_settings_when_changed(void (*call)(void));

#endif
