/* tables.c - all tables of nests. */
#include "nests.h"

extern const struct nest nests_dynamic[], nests_distance[], nests_body[], nests_storage[],
    nests_space[], nests_calls[], nests_control[], nests_loops[], nests_records[], nests_rows[],
    nests_text[], nests_inline[], nests_forms[], nests_skewed[], nests_colours[],
    nests_between[], nests_syntax[], nests_statements[], nests_inner[], nests_sums[],
    nests_strides[], nests_combined[], nests_planes[], nests_carried[], nests_memo[],
    nests_held[],    nests_extrema[], nests_levels[];

const struct nest *const tables[] = {
    nests_dynamic, nests_distance, nests_body,    nests_storage, nests_space, nests_calls,
    nests_control, nests_loops,    nests_records, nests_rows,    nests_text,  nests_inline,
    nests_forms,   nests_skewed,   nests_colours, nests_between, nests_syntax, nests_statements,
    nests_inner,   nests_sums,    nests_strides, nests_combined, nests_planes,
    nests_carried, nests_memo,    nests_held,   nests_extrema, nests_levels,
    NULL};
