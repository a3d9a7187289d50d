// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime's own model and planner, asked about an example. They are plain C, the same files that
// programs are linked with.
#include "explain/Explain.h"
#include "explain/ExplainMachine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

extern "C" {
#include "settings/settings_text.h"
#include "plan/formulas.h"
#include "plan/model.h"
#include "plan/profile.h"
}

using namespace tilepipe;

namespace {
/// Ranks, threads per rank and hosts that the planner is asked about.
struct Team {
  const char *Name;
  int Ranks, Threads, Hosts;
};
} // namespace

static tp_op_counts opCountsOf(const LoopNest &Nest) {
  auto Count = [](unsigned N) { return static_cast<int>(N); };
  const OpCounts &W = Nest.Ops;
  return {Count(W.Adds), Count(W.Muls),  Count(W.Divs),   Count(W.Roots),
          Count(W.Calls), Count(W.Loads), Count(W.Stores), Count(W.Branches)};
}

/// Bytes of the nest's arrays, or of those that it writes, with `Size` elements along each dimension; an array
/// of more dimensions than there are loops is not seen as a whole.
static double bytesOf(const LoopNest &Nest, int64_t Size, bool OnlyWritten) {
  double Sum = 0;
  for (const Array &A : Nest.Arrays)
    if (A.IsWritten || !OnlyWritten)
      Sum += static_cast<double>(A.ElementSize) *
             std::pow(static_cast<double>(Size), static_cast<double>(std::min<size_t>(A.Extents.size(), Nest.depth())));
  return Sum;
}

/// A box of tile space with `Size` points along each dimension. Bytes that cross a side: elements by H D, as for
/// a unit determinant, of the widest array written.
static tp_shape exampleShape(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe, int64_t Size) {
  tp_shape Shape = {};
  uint64_t Widest = 0;
  for (const Array &A : Nest.Arrays)
    Widest = A.IsWritten ? std::max(Widest, A.ElementSize) : Widest;
  Shape.dims = static_cast<int>(Pipe.Tiles.Rows.size());
  Shape.points = 1;
  for (auto [D, H] : llvm::enumerate(Pipe.Tiles.Rows)) {
    Shape.hi[D] = Size;
    Shape.points *= Size;
    Shape.reach[D] = Pipe.Reach[D];
    for (const Row &Distance : distinctDistances(Deps))
      for (auto [Coefficient, Component] : llvm::zip(H, Distance))
        Shape.load[D] += static_cast<double>(Widest) * static_cast<double>(Coefficient * Component);
  }
  Shape.contiguous_dim = Shape.dims - 1;
  Shape.contiguous_bytes = static_cast<double>(Widest);
  Shape.threads_only = !Pipe.ThreadsOnlyReason.empty();
  Shape.owned_bytes = Shape.written_bytes = bytesOf(Nest, Size, /*OnlyWritten=*/true);
  Shape.livein_bytes = Shape.held_bytes = bytesOf(Nest, Size, /*OnlyWritten=*/false);
  return Shape;
}

/// What the runtime would find there: memory to share on one host, and one-sided messages if they are asked for.
static tp_machine machineOf(const Team &T, const KnownMachine &Known, const tp_settings &Settings) {
  tp_machine Machine;
  tp_machine_default(T.Ranks, T.Threads, T.Hosts, &Machine);
  tp_machine_train(&Machine, &Known.Numbers);
  if (T.Ranks > 1 && T.Hosts == 1)
    Machine.transports |= 1 << TP_TRANSPORT_SHM;
  if (Settings.transport == TP_TRANSPORT_RMA)
    Machine.transports |= 1 << TP_TRANSPORT_RMA;
  return Machine;
}

/// The numbers behind parts of the plan that the papers have formulas for.
static void explainFormulas(const tp_machine &Machine, const tp_plan &Plan, const tp_cost &Cost, llvm::raw_ostream &OS) {
  if (Plan.grouping == TP_GROUPING_VERTICAL && Plan.threads > 1) {
    double Alpha = Cost.compute + Cost.overhead, Synch = tp_flag_seconds(&Machine, Plan.threads);
    OS << llvm::format("    vertical group: alpha = %.3g s, t_synch_in = %.3g s, N = sqrt(alpha / t_synch_in) = %lld, "
                       "in the plan %d; beta = alpha (N + 1) / N + N t_synch_in = %.3g s\n",
                       Alpha, Synch, tp_vertical_best(Alpha, Synch), Plan.subtiles,
                       tp_vertical_time(Alpha, Synch, Plan.subtiles));
  }
  if (tp_cut(&Plan) >= 0)
    OS << llvm::format("    balance: bal = 1 - (T - 1) t_comm / t_comp = %.3g on the first, %.3g on inner, %.3g on the last "
                       "ranks along dimension %d; of a rank's work the communicating thread takes bal / T = %.3g, %.3g, %.3g\n",
                       Plan.bal[0], Plan.bal[1], Plan.bal[2], Plan.cut, tp_master_share(Plan.threads, Plan.bal[0]),
                       tp_master_share(Plan.threads, Plan.bal[1]), tp_master_share(Plan.threads, Plan.bal[2]));
}

static void explainTeam(const Team &T, const LoopNest &Nest, const Tiling &Tiles, const KnownMachine &Known,
                        const tp_settings &Settings, const tp_shape &Shape, llvm::raw_ostream &OS) {
  tp_plan Plan;
  tp_cost Cost;
  const char *Why = "";
  tp_problem Problem = {Shape, machineOf(T, Known, Settings), Settings, ""};
  tp_op_counts Ops = opCountsOf(Nest);
  Problem.shape.point = tp_point_estimate(&Ops, &Problem.machine);
  snprintf(Problem.region, sizeof Problem.region, "%s", Nest.Name.c_str());
  OS << "  " << T.Name << ": ";
  tp_status Status = tp_plan_choose(&Problem, &Plan, &Why);
  if (Status == TP_DECLINED) {
    OS << Why << "; under TILEPIPE_ALWAYS=1\n    ";
    Problem.settings.always = 1;
    Status = tp_plan_choose(&Problem, &Plan, &Why);
  }
  if (Status != TP_OK) {
    OS << Why << "\n";
    return;
  }
  char Text[512];
  tp_plan_print(&Plan, rowsInIterators(Nest, Tiles).c_str(), Text, sizeof Text);
  tp_predict(&Problem, &Plan, &Cost);
  const tp_parts &P = Cost.parts;
  OS << Text << "\n    "
     << llvm::format("%.3g s = fill %.3g + compute %.3g + start %.3g + communication %.3g + synchronisation %.3g + "
                     "data motion %.3g; sequential %.3g s\n",
                     Cost.total, P.fill, P.compute, P.start, P.comm, P.sync, P.move, Cost.sequential);
  explainFormulas(Problem.machine, Plan, Cost, OS);
}

/// As the region will have them, which has no address yet.
std::string tilepipe::compiledSettings(const LoopNest &Nest, const std::string &Text, int Dims, tp_settings &Out) {
  tp_settings_initial(&Out);
  tp_region Region = {};
  char Why[1024] = "";
  Region.tp_name = Nest.Name.c_str();
  Region.tp_file = Nest.Where.File.c_str();
  Region.tp_line = static_cast<int>(Nest.Where.Line);
  Region.tp_dims = Dims;
  Region.tp_settings = Text.c_str();
  return tp_settings_compiled(&Region, &Out, Why, sizeof Why) == TP_OK ? "" : Why;
}

void tilepipe::explainModel(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe, const std::string &Compiled,
                            llvm::raw_ostream &OS) {
  static constexpr Team Teams[] = {{"2 threads", 1, 2, 1}, {"4 ranks on a host", 4, 1, 1}, {"4 hosts", 4, 1, 4},
                                   {"4 hosts, 2 threads each", 4, 2, 4}};
  // Few enough points for any depth.
  int64_t Size = Pipe.Tiles.Rows.size() < 4 ? 1024 : 128;
  KnownMachine Known = findMachine();
  tp_settings Settings;
  std::string Wrong = compiledSettings(Nest, Compiled, static_cast<int>(Pipe.Tiles.Rows.size()), Settings);
  OS << "Plans for " << Size << " per dimension, if the points fill their box, by the model; what points cost is estimated\n"
     << "  machine: " << Known.Source << "\n"
     << "  where no gain is expected, both times are for points of half the estimated cost: a plan must pay even then\n";
  if (!Compiled.empty())
    OS << "  settings: " << (Wrong.empty() ? Compiled : Wrong) << "\n";
  tp_shape Shape = exampleShape(Nest, Deps, Pipe, Size);
  for (const Team &T : Teams)
    explainTeam(T, Nest, Pipe.Tiles, Known, Settings, Shape, OS);
}
