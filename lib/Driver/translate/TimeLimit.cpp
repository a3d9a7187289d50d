// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/TimeLimit.h"

#include <csignal>
#include <isl/ctx.h>

using namespace tilepipe;

/// The context whose time is running; a signal handler has no other way to know.
static isl_ctx *volatile Limited = nullptr;

/// Only sets a flag in the context, which isl looks at wherever it counts an operation.
static void onTimeout(int) {
  if (isl_ctx *Raw = Limited)
    isl_ctx_abort(Raw);
}

TimeLimit::TimeLimit(const IslContext &Ctx, unsigned Seconds)
    : Raw(Ctx.get().get()), Seconds(Seconds) {
  Limited = Raw;
  struct sigaction Action = {};
  Action.sa_handler = onTimeout;
  Action.sa_flags = SA_RESTART;
  sigaction(SIGPROF, &Action, nullptr);
  struct sigevent Event = {};
  Event.sigev_notify = SIGEV_SIGNAL;
  Event.sigev_signo = SIGPROF;
  HasTimer = timer_create(CLOCK_PROCESS_CPUTIME_ID, &Event, &Timer) == 0;
  restart();
}

TimeLimit::~TimeLimit() {
  if (HasTimer)
    timer_delete(Timer);
  Limited = nullptr;
  isl_ctx_resume(Raw);
}

void TimeLimit::restart() {
  if (!HasTimer)
    return;
  struct itimerspec Span = {};
  Span.it_value.tv_sec = Seconds;
  timer_settime(Timer, 0, &Span, nullptr);
  isl_ctx_resume(Raw);
}

bool TimeLimit::isExceeded() const { return isl_ctx_aborted(Raw); }
