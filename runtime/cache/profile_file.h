/* profile_file.h - machine profiles as files: what they are of, reading and writing.
 *
 * A profile belongs to a CPU model, an MPI library with its version, and a set of hosts; the format has
 * a version of its own. Parts that were not measured are absent: those stay as built in.
 *
 *     tilepipe profile 3
 *     cpu=<model>
 *     mpi=<library and version>
 *     hosts=<names>
 *     parts=cpu,host,shared_memory,hosts      what was measured: all lines of these parts follow
 *     cpu.flag=<seconds>,...                  lists of numbers in seconds or bytes per second */
#ifndef TP_PROFILE_FILE_H
#define TP_PROFILE_FILE_H

#include "plan/plan.h"

#include <stddef.h>

/* What a profile is of. */
typedef struct tp_profile_key {
  char cpu[96], mpi[96];
  const char *hosts; /* names in order, each once, separated by commas */
} tp_profile_key;

/* What of a key may differ: batch systems give other hosts each time; the compiler knows no MPI library. */
enum { TP_ANY_HOSTS = 1, TP_ANY_MPI = 2 };

/* Takes over into *m the parts that the file holds. TP_DECLINED: there is no such file; TP_INVALID: it
   cannot be read, is damaged, of another version, or of another key (but for what `any` names, TP_ANY_*).
   *m is then unchanged and why holds the reason without the file's name. */
tp_status tp_profile_read(const char *file, const tp_profile_key *key, int any, tp_machine *m, char *why,
                          size_t size);

/* Writes the parts in m->calibrated, whole or not at all. TP_FAILED: why holds the reason. */
tp_status tp_profile_write(const char *file, const tp_profile_key *key, const tp_machine *m, char *why,
                           size_t size);

/* --- profile_key.c ---------------------------------------------------------------------------- */

/* The key of this CPU and MPI library with these hosts (kept, not copied). */
void tp_profile_key_of(const char *hosts, tp_profile_key *out);

/* Where the profile of a key is kept: ${XDG_CACHE_HOME:-~/.cache}/tilepipe/profile-<key>.txt. 0: there is
   no home folder, or the name is too long. */
int tp_profile_place(const tp_profile_key *key, char *out, size_t size);

/* The same for what else is kept for a key: .../<kind>-<key>.<ending> */
int tp_cache_place(const tp_profile_key *key, const char *kind, const char *ending, char *out, size_t size);

/* The set of hosts of `count` names that are `stride` bytes apart: in order, each once; to be freed.
   Null: out of memory. */
char *tp_profile_hosts(const char *names, int count, size_t stride);

#endif
