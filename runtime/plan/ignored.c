/* ignored.c - settings that make no difference to a plan, for the statistics to say so. */
#include "plan/ignored.h"

#include "plan/model.h"
#include "settings/settings_text.h"

/* 1: faces may travel between ranks. */
static int sends(const tp_shape *shape, const tp_plan *p) {
  for (int d = 0; d < p->dims; d++)
    if (tp_sends_across(shape, p, d))
      return 1;
  return 0;
}

/* 1: some of them as messages that are sent and received: memory that ranks share ends at the host. */
static int uses_messages(const tp_machine *machine, const tp_plan *p) {
  return p->transport == TP_TRANSPORT_SHM ? machine->hosts > 1 : p->transport != TP_TRANSPORT_RMA;
}

/* A put has a receiver whatever the protocol; a face in shared memory is sent at once unless that waits, and then
   nothing is left for a schedule to wait for, but in groups, where it also orders the steps. */
static int about_messages(const tp_machine *machine, const tp_plan *p) {
  int ignored = 0, messages = uses_messages(machine, p);
  if (!messages || p->transport == TP_TRANSPORT_PERSISTENT || tp_passes(p) > 1)
    ignored |= TP_SETTING_BIT(faces);
  if (p->transport == TP_TRANSPORT_RMA)
    ignored |= TP_SETTING_BIT(protocol);
  if (p->transport == TP_TRANSPORT_SHM && !messages && p->protocol == TP_PROTOCOL_EAGER &&
      p->grouping == TP_GROUPING_DATAFLOW)
    ignored |= TP_SETTING_BIT(schedule);
  return ignored;
}

/* Groups of one thread are all alike, but where a rank's steps overlap with messages; nobody communicates for others
   on one rank. */
static int about_threads(const tp_plan *p) {
  int ignored = 0;
  if (p->threads == 1 && (p->ranks == 1 || p->schedule == TP_SCHEDULE_BLOCKING))
    ignored |= TP_SETTING_BIT(grouping);
  if ((p->threads == 1 && p->hybrid != TP_HYBRID_MPI) || (p->ranks == 1 && p->hybrid == TP_HYBRID_COARSE))
    ignored |= TP_SETTING_BIT(hybrid);
  return ignored;
}

/* What the user left open cannot be ignored. Of lists see request.c. */
static int given(const tp_settings *s) {
  int bits = 0;
  for (int i = 0; i < TP_SETTING_COUNT; i++) {
    const tp_setting *row = &tp_setting_table[i];
    if (row->binds == TP_BINDS_PLAN && row->kind != TP_KIND_LIST && tp_setting_value(i, s) >= row->asks)
      bits |= 1 << i;
  }
  return bits;
}

int tp_ignored(const tp_problem *problem, const tp_plan *p) {
  int ignored = about_threads(p);
  ignored |= sends(&problem->shape, p) ? about_messages(&problem->machine, p)
                             : TP_SETTING_BIT(schedule) | TP_SETTING_BIT(protocol) | TP_SETTING_BIT(transport) |
                                   TP_SETTING_BIT(faces);
  if (tp_cut(p) < 0)
    ignored |= TP_SETTING_BIT(balance);
  if (tp_passes(p) == 1)
    ignored |= TP_SETTING_BIT(assign);
  if (p->ranks == 1)
    ignored |= TP_SETTING_BIT(data);
  int kind = problem->settings.body - TP_BODY_PLAIN; /* plain is a choice where there are others */
  if (!tp_has_choice(&problem->shape.kinds) || !tp_has_kind(&problem->shape.kinds, kind))
    ignored |= TP_SETTING_BIT(body);
  return ignored & given(&problem->settings);
}
