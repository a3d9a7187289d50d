/* progress.h - TILEPIPE_PROGRESS: how far a long run is, and how much time is left.
 *
 * A thread of its own sleeps beside a run that may be a long one, and reads the progress counters that its threads keep
 * for each other. */
#ifndef TP_PROGRESS_H
#define TP_PROGRESS_H

#include "exec/pipeline.h"

typedef struct tp_progress tp_progress;

/* Seconds that are given to tuning, 0: it is not tuning's run, and those that were spent. Its runs are shown as one. */
typedef struct tp_tuning {
  double budget, spent;
} tp_tuning;

/* Before a run of rank 0. how: TP_PROGRESS_ON or TP_PROGRESS_FORCE. seconds: what it may take, as far as that is known.
   Null: nothing is shown. */
tp_progress *tp_progress_begin(const tp_pipeline *p, int how, double seconds, tp_tuning tuning);

/* Behind it, whatever became of it: nothing of it is left on a terminal. */
void tp_progress_end(tp_progress *progress);

#endif
