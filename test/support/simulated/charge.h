/* charge.h - simulated costs of messages for CPUs. */
#ifndef TP_CHARGE_H
#define TP_CHARGE_H

#include "comm/transport.h"

/* From now on messages of this transport cost time, as the environment says, each SECONDS[:SECONDS_PER_BYTE]:
   SIMULATED_SEND and SIMULATED_RECEIVE between hosts, SIMULATED_NEAR for sending within a host. */
void tp_simulated_charge(tp_transport *t);

/* Sleeps until one of the messages under way is through; 0: there is none that can be slept for. Asking
   again and again would cost the simulator a hundred times the work. */
int tp_simulated_sleep(void);

/* Rings an idle worker's bell: a command is under way to it. And what the worker does with each command. */
void tp_simulated_ring(int rank);
void tp_simulated_take(void);

#endif
