// Charts.h - what the page of a run draws, as SVG
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_REPORT_CHARTS_H
#define TILEPIPE_REPORT_CHARTS_H

#include "Statistics.h"
#include "Timeline.h"

namespace tilepipe {

/// Names and seconds.
using Parts = std::vector<std::pair<std::string, double>>;
/// A bar of parts beside each other. One of Whole seconds is as wide as the picture.
void drawBar(llvm::StringRef Says, const Parts &All, double Whole, llvm::raw_ostream &OS);
/// The same with a legend below.
void drawParts(llvm::StringRef Says, const Parts &All, double Whole, llvm::raw_ostream &OS);
/// What each thread did in one run, and below it the steps in which the papers' schedule runs the same tiles.
/// Plan: that of the region, for the mapped row and the schedule.
void drawRun(const TracedRun &Run, const PlanFigures &Plan, llvm::raw_ostream &OS);

} // namespace tilepipe

#endif // TILEPIPE_REPORT_CHARTS_H
