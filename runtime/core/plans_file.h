/* plans_file.h - tuned plans as a file that a person may read, commit and hand on.
 *
 * Text: a first line "tilepipe plans 1", then one line per plan, key=value as in the statistics. A plan belongs to
 * region, file and operations, the sizes of the space, and the ranks, threads and hosts there are. */
#ifndef TP_PLANS_FILE_H
#define TP_PLANS_FILE_H

#include "plan/tune.h"

/* The file that the settings name, else the one in its usual place:
   ${XDG_CACHE_HOME:-~/.cache}/tilepipe/plans-<key>.txt; null: there is none. Storage that stays. */
const char *tp_plans_place(const tp_settings *settings);

/* Looks a plan up. TP_DECLINED: the file, or the plan in it, is not there (or the file in the usual place
   is of no use); TP_INVALID: a file that the settings name cannot be used, *why says so. */
tp_status tp_plans_find(const tp_region *r, const tp_shape *shape, const tp_machine *machine,
                        const tp_settings *settings, tp_tuned *out, const char **why);

/* Puts a plan into the file, which is written whole or not at all; other lines stay. 0: not written. */
int tp_plans_keep(const tp_region *r, const tp_shape *shape, const tp_machine *machine,
                  const tp_settings *settings, const tp_tuned *t);

#endif
