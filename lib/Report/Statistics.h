// Statistics.h - what the page takes from the document of TILEPIPE_STATS=json:FILE
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_REPORT_STATISTICS_H
#define TILEPIPE_REPORT_STATISTICS_H

#include "llvm/Support/JSON.h"

#include <optional>
#include <string>
#include <vector>

namespace tilepipe {

/// Names and units are those of docs/statistics.schema.json: seconds, bytes.
struct RankFigures {
  int64_t Rank = 0, Tiles = 0, Messages = 0, Bytes = 0;
  double Compute = 0, Wait = 0, Comm = 0;
};
struct PlanFigures {
  int64_t Ranks = 0, Threads = 0;
  std::string Schedule, Grouping, Along;
  std::optional<std::string> Transport, Why;
  std::vector<int64_t> Mesh, Group, Extents, Grid;
  std::vector<std::string> Ignored;
};
struct RunFigures {
  int64_t Tiles = 0, Cpus = 0, Messages = 0, Bytes = 0, LiveInBytes = 0, ResultBytes = 0, MovedBytes = 0, Jammed = 0, Skewed = 0, Blocked = 0;
  double Points = 0, Seconds = 0, LiveIn = 0, Compute = 0, Wait = 0, Comm = 0, Gather = 0, Hidden = 0, Predicted = 0;
  double Fill = 0, PredictedCompute = 0, Start = 0, PredictedComm = 0, Sync = 0, Move = 0;
  std::optional<double> Share, PointsPerSecond, Efficiency, EfficiencyOfRanks, EfficiencyOfThreads, Imbalance;
};
struct TuningFigures {
  int64_t Plans = 0;
  double First = 0, Best = 0;
  std::optional<double> Loop;
  std::string Changes;
};
struct RegionFigures {
  std::string Region, File, At;
  int64_t Line = 0, Calls = 0, Ran = 0, Declined = 0;
  std::optional<std::string> Reason, DeclinedFor, Alone, Plans, PlansIgnored, Profile;
  std::optional<TuningFigures> Tuned; ///< nothing: nothing was measured, or an older runtime
  std::optional<PlanFigures> Last; ///< nothing: it never ran
  std::optional<RunFigures> All;
  std::vector<RankFigures> ByRank;
};
struct ProgramFigures {
  std::string Program;
  double Seconds = 0;
  int64_t Ranks = 1;
  std::optional<int64_t> Threads, Signal;
  std::vector<std::string> Hosts;
  std::optional<std::string> Alone;
  std::vector<RegionFigures> Regions;
};

/// False, with the reason at Where: a key is missing, or its value of another type.
bool fromJSON(const llvm::json::Value &From, ProgramFigures &To, llvm::json::Path Where);

} // namespace tilepipe

#endif // TILEPIPE_REPORT_STATISTICS_H
