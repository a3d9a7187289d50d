// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Statistics.h"

using namespace tilepipe;
using llvm::json::ObjectMapper;
using llvm::json::Path;
using llvm::json::Value;

namespace tilepipe {

static bool fromJSON(const Value &From, RankFigures &To, Path Where) {
  ObjectMapper O(From, Where);
  return O && O.map("rank", To.Rank) && O.map("tiles", To.Tiles) && O.map("messages", To.Messages) && O.map("bytes", To.Bytes) &&
         O.map("compute", To.Compute) && O.map("wait", To.Wait) && O.map("comm", To.Comm);
}

static bool fromJSON(const Value &From, PlanFigures &To, Path Where) {
  ObjectMapper O(From, Where);
  return O && O.map("ranks", To.Ranks) && O.map("threads", To.Threads) && O.map("schedule", To.Schedule) &&
         O.map("grouping", To.Grouping) && O.map("along", To.Along) && O.map("transport", To.Transport) && O.map("why", To.Why) &&
         O.map("mesh", To.Mesh) && O.map("group", To.Group) && O.map("extents", To.Extents) && O.map("grid", To.Grid) &&
         O.map("ignored", To.Ignored);
}

static bool fromJSON(const Value &From, RunFigures &To, Path Where) {
  ObjectMapper O(From, Where);
  return O && O.map("tiles", To.Tiles) && O.map("cpus", To.Cpus) && O.map("messages", To.Messages) && O.map("bytes", To.Bytes) &&
         O.map("livein_bytes", To.LiveInBytes) && O.map("result_bytes", To.ResultBytes) && O.map("moved_bytes", To.MovedBytes) &&
         O.map("jammed", To.Jammed) && O.map("skewed", To.Skewed) && O.mapOptional("blocked", To.Blocked) && O.map("points", To.Points) && O.map("seconds", To.Seconds) &&
         O.map("livein", To.LiveIn) && O.map("compute", To.Compute) && O.map("wait", To.Wait) && O.map("comm", To.Comm) &&
         O.map("gather", To.Gather) && O.map("hidden", To.Hidden) && O.map("predicted", To.Predicted) && O.map("p_fill", To.Fill) &&
         O.map("p_compute", To.PredictedCompute) && O.map("p_start", To.Start) && O.map("p_comm", To.PredictedComm) &&
         O.map("p_sync", To.Sync) && O.map("p_move", To.Move) && O.map("share", To.Share) &&
         O.map("points_per_second", To.PointsPerSecond) && O.map("efficiency", To.Efficiency) &&
         O.map("efficiency_of_ranks", To.EfficiencyOfRanks) && O.map("efficiency_of_threads", To.EfficiencyOfThreads) &&
         O.map("imbalance", To.Imbalance);
}

static bool fromJSON(const Value &From, TuningFigures &To, Path Where) {
  ObjectMapper O(From, Where);
  return O && O.map("plans", To.Plans) && O.map("first", To.First) && O.map("best", To.Best) && O.map("loop", To.Loop) &&
         O.map("changes", To.Changes);
}

static bool fromJSON(const Value &From, RegionFigures &To, Path Where) {
  ObjectMapper O(From, Where);
  return O && O.map("region", To.Region) && O.map("file", To.File) && O.map("at", To.At) && O.map("line", To.Line) &&
         O.map("calls", To.Calls) && O.map("ran", To.Ran) && O.map("declined", To.Declined) && O.map("reason", To.Reason) &&
         O.map("declined_for", To.DeclinedFor) && O.map("alone", To.Alone) && O.map("plans", To.Plans) &&
         O.map("plans_ignored", To.PlansIgnored) && O.mapOptional("tuned", To.Tuned) && O.map("profile", To.Profile) && O.map("last", To.Last) && O.map("all", To.All) &&
         O.map("by_rank", To.ByRank);
}

} // namespace tilepipe

bool tilepipe::fromJSON(const Value &From, ProgramFigures &To, Path Where) {
  ObjectMapper O(From, Where);
  return O && O.map("program", To.Program) && O.map("seconds", To.Seconds) && O.map("ranks", To.Ranks) &&
         O.map("threads", To.Threads) && O.map("signal", To.Signal) && O.map("hosts", To.Hosts) && O.map("alone", To.Alone) &&
         O.map("regions", To.Regions);
}
