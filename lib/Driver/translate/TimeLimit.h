// TimeLimit.h - CPU time for isl
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_DRIVER_TIMELIMIT_H
#define TILEPIPE_DRIVER_TIMELIMIT_H

#include "tilepipe/Support/Isl.h"

#include <ctime>

namespace tilepipe {

/// Makes isl fail, as an exceeded quota would, once a span of CPU time is used
/// up: isl counts operations, but a single one may take long. One at a time.
class TimeLimit {
public:
  TimeLimit(const IslContext &Ctx, unsigned Seconds);
  ~TimeLimit();
  TimeLimit(const TimeLimit &) = delete;

  /// Begins a new span: a failure before it no longer holds.
  void restart();
  bool isExceeded() const;

private:
  isl_ctx *Raw;
  timer_t Timer;
  unsigned Seconds;
  bool HasTimer;
};

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_TIMELIMIT_H
