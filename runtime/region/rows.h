/* rows.h - rows behind pointers may alias: the nest was analysed as if each row were an object of its own. */
#ifndef TP_ROWS_H
#define TP_ROWS_H

#include "util/status.h"
#include "tilepipe/runtime.h"

/* 1: the region has arrays of rows. */
int tp_rows_any(const tp_region *r);

/* TP_OK: no row that the region writes meets another row, array or captured scalar that it accesses. TP_DECLINED, with the
   reason in *why. Pointers to rows may change between two starts, so each start that is to run asks. Rows in order of
   address take time by their number, others a sort. */
tp_status tp_rows_check(const tp_region *r, const void *args, const char **why);

#endif
