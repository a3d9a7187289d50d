/* ignored.c - settings that make no difference to a plan, for the statistics to say so. */
#include "plan/ignored.h"

#include "plan/model.h"

/* 1: faces may travel between ranks. */
static int sends(const tp_shape *shape, const tp_choice *p) {
  for (int d = 0; d < p->dims; d++)
    if (tp_sends_across(shape, p, d))
      return 1;
  return 0;
}

/* 1: some of them as messages that are sent and received: memory that ranks share ends at the host. */
static int uses_messages(const tp_machine *machine, const tp_choice *p) {
  return p->transport == TP_TRANSPORT_SHM ? machine->hosts > 1 : p->transport != TP_TRANSPORT_RMA;
}

/* A put has a receiver whatever the protocol; a face in shared memory is sent at once unless that waits, and then
   nothing is left for a schedule to wait for, but in groups, where it also orders the steps. */
static int about_messages(const tp_machine *machine, const tp_choice *p) {
  int ignored = 0, messages = uses_messages(machine, p);
  if (!messages)
    ignored |= TP_IGNORED_PIECE;
  if (!messages || p->transport == TP_TRANSPORT_PERSISTENT || tp_passes(p) > 1)
    ignored |= TP_IGNORED_FACES;
  if (p->transport == TP_TRANSPORT_RMA)
    ignored |= TP_IGNORED_PROTOCOL;
  if (p->transport == TP_TRANSPORT_SHM && !messages && p->protocol == TP_PROTOCOL_EAGER &&
      p->grouping == TP_GROUPING_DATAFLOW)
    ignored |= TP_IGNORED_SCHEDULE;
  return ignored;
}

/* Groups of one thread are all alike, but where a rank's steps overlap with messages; nobody communicates for others
   on one rank. */
static int about_threads(const tp_choice *p) {
  int ignored = 0;
  if (p->threads == 1 && (p->ranks == 1 || p->schedule == TP_SCHEDULE_BLOCKING))
    ignored |= TP_IGNORED_GROUPING;
  if ((p->threads == 1 && p->hybrid != TP_HYBRID_MPI) || (p->ranks == 1 && p->hybrid == TP_HYBRID_COARSE))
    ignored |= TP_IGNORED_HYBRID;
  return ignored;
}

/* What the user left open cannot be ignored. */
static int given(const tp_settings *s) {
  return (s->schedule ? TP_IGNORED_SCHEDULE : 0) | (s->protocol ? TP_IGNORED_PROTOCOL : 0) |
         (s->grouping ? TP_IGNORED_GROUPING : 0) | (s->hybrid ? TP_IGNORED_HYBRID : 0) |
         (s->balance > TP_BALANCE_NONE ? TP_IGNORED_BALANCE : 0) | (s->transport ? TP_IGNORED_TRANSPORT : 0) |
         (s->assign == TP_ASSIGN_CYCLIC ? TP_IGNORED_ASSIGN : 0) | (s->faces ? TP_IGNORED_FACES : 0) |
         (s->piece ? TP_IGNORED_PIECE : 0) | (s->body == TP_BODY_JAM ? TP_IGNORED_BODY : 0);
}

int tp_ignored(const tp_shape *shape, const tp_machine *machine, const tp_settings *settings, const tp_choice *p) {
  int ignored = about_threads(p);
  ignored |= sends(shape, p) ? about_messages(machine, p)
                             : TP_IGNORED_SCHEDULE | TP_IGNORED_PROTOCOL | TP_IGNORED_TRANSPORT |
                                   TP_IGNORED_FACES | TP_IGNORED_PIECE;
  if (tp_cut(p) < 0)
    ignored |= TP_IGNORED_BALANCE;
  if (tp_passes(p) == 1)
    ignored |= TP_IGNORED_ASSIGN;
  if (shape->jam_rows == 0)
    ignored |= TP_IGNORED_BODY;
  return ignored & given(settings);
}
