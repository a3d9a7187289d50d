/* plans_file.h - tuned plans as a file that a person may read, commit and hand on.
 *
 * Text: a first line "tilepipe plans 1", then one line per plan, key=value as in the statistics. A plan belongs to
 * region, file and operations, the sizes of the space, and the ranks, threads and hosts there are; what was measured
 * to the CPU, the MPI library and the version of the tool. */
#ifndef TP_PLANS_FILE_H
#define TP_PLANS_FILE_H

#include "trial/candidates.h"

/* The file that the settings name, else the one in its usual place:
   ${XDG_CACHE_HOME:-~/.cache}/tilepipe/plans-<key>.txt; null: there is none. Storage that stays. */
const char *tp_plans_place(const tp_settings *settings);

/* Looks a plan up. TP_DECLINED: the file, or the plan in it, is not there; *why: null, or what the statistics
   should say about it. TP_INVALID: a file that the settings name cannot be used, *why says so; it may be missing if
   there is time for tuning. A named file may hold a plan of another machine or version: it counts, but not what it
   took there (then seconds, loop, spent and done are 0). */
tp_status tp_plans_find(const tp_region *r, const tp_problem *problem, tp_candidate *out, tp_tried *tried,
                        const char **why);

/* The plan that was found cannot be used: one line. */
const char *tp_plans_unfit(const tp_settings *settings);

/* The settings that lead from one plan to another, "tile=8,64 schedule=blocking"; "": none. */
void tp_plans_changes(const tp_candidate *from, const tp_candidate *to, char *out, size_t size);

/* Puts a plan into the file, which is written whole or not at all; other lines stay, those too that another program
   writes at the same time. TP_DECLINED: there is no file, TP_FAILED: it cannot be written; *why: one line, null:
   nothing to say. */
tp_status tp_plans_keep(const tp_region *r, const tp_problem *problem, const tp_candidate *t, const tp_tried *tried,
                        const char **why);

#endif
