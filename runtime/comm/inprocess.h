/* inprocess.h - ranks as threads of one process, for tests of the schedules without MPI. */
#ifndef TP_INPROCESS_H
#define TP_INPROCESS_H

#include "comm/transport.h"

typedef struct tp_world tp_world;

tp_world *tp_world_create(int ranks);
tp_transport *tp_world_rank(tp_world *w, int rank);
/* Messages sent and not received yet; 0 after a correct run. */
long tp_world_pending(tp_world *w);
void tp_world_destroy(tp_world *w);

#endif
