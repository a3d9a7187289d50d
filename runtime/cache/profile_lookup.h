/* profile_lookup.h - the machine that rank 0 plans for: a calibrated profile over the built-in numbers. */
#ifndef TP_PROFILE_LOOKUP_H
#define TP_PROFILE_LOOKUP_H

#include "plan/plan.h"

/* Where a machine's numbers come from; storage that stays. */
typedef struct tp_profile_source {
  const char *file;    /* null: built in */
  const char *ignored; /* why the file in its place was not used, null: there was none or it was used */
} tp_profile_source;

/* Rank 0 reads a profile when a region first asks for it: the one that the settings name, else the one for this CPU, MPI
   library and set of hosts, else the one for this host alone. Other ranks read none.
   TP_INVALID: a profile that the settings name cannot be used; *why says so. */
tp_status tp_profile_lookup(const tp_settings *settings, int ranks, int threads, int hosts,
                             tp_machine *out, tp_profile_source *source, const char **why);

#endif
