/* plans_line.h - tuned plans as lines of text: what they belong to, and what they say. */
#ifndef TP_PLANS_LINE_H
#define TP_PLANS_LINE_H

#include "cache/profile_file.h"
#include "plan/tune.h"

enum { TP_PLANS_KEY = 1024, TP_PLANS_LINE = TP_PLANS_KEY + 576 + 4 * TP_TRIED };

/* CPU, MPI library and hosts of this program. */
void tp_plans_machine(tp_profile_key *out);

/* "region=... hosts=1 ": what every line of a region begins with, for these sizes, ranks, threads and hosts. */
void tp_plans_key(const tp_region *r, const tp_problem *problem, char *out, size_t size);

/* The key with CPU and MPI library behind it, with what the settings ask of a plan (null: nothing), and with the
   version of the tool: so begins what was measured here. Without the version: "... tool=". */
void tp_plans_own_key(const char *key, const tp_settings *settings, int with_tool, char *out, size_t size);

/* What follows the key. */
void tp_plans_put(const tp_tuned *t, const tp_tried *tried, char *out, size_t size);

/* Back from a whole line, which ends with a blank. 0: not understood. "plan=none" needs no plan beside it. */
int tp_plans_get(const char *line, int dims, tp_tuned *out, tp_tried *tried);

#endif
