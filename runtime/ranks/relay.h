/* relay.h - the command of a region to hundreds of ranks.
 *
 * Rank 0 would need a microsecond for each, one after the other, before its own first tile. So ranks of other hosts get it in
 * groups of about the square root of their number: rank 0 sends one message to the first rank of each group, which passes it
 * on to the others before it starts itself. */
#ifndef TP_RELAY_H
#define TP_RELAY_H

#include "ranks/commands.h"
#include "ranks/stay.h"

/* Rank 0: sends a command to all ranks of p's plan that have a part in it, with p's arguments and results and what `stay`
   says to each, and waits until the messages have left. */
void tp_relay_command(const tp_pipeline *p, const tp_command *command, const tp_stay_run *stay);

/* Workers: passes on what the message holds for others; answers the bytes of it that are for this rank. */
tp_int tp_relay_pass_on(const char *message, tp_int bytes);

#endif
