//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The runtime's own model and planner, asked about an example. They are plain C, the same files that
// programs are linked with.
#include "Explain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

extern "C" {
#include "plan/model.h"
#include "plan/plan.h"
}

using namespace tilepipe;

namespace {
/// Ranks, threads per rank and hosts that the planner is asked about.
struct Team {
  const char *Name;
  int Ranks, Threads, Hosts;
};
} // namespace

static tp_work workOf(const LoopNest &Nest) {
  auto Count = [](unsigned N) { return static_cast<int>(N); };
  const Work &W = Nest.Ops;
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
  Shape.threads_only = !Pipe.ThreadsOnlyReason.empty();
  Shape.owned_bytes = Shape.written_bytes = bytesOf(Nest, Size, /*OnlyWritten=*/true);
  Shape.livein_bytes = bytesOf(Nest, Size, /*OnlyWritten=*/false);
  return Shape;
}

static void explainTeam(const Team &T, const LoopNest &Nest, tp_shape Shape, llvm::raw_ostream &OS) {
  tp_machine Machine;
  tp_settings Settings = {};
  tp_choice Plan;
  tp_cost Cost;
  const char *Why = "";
  tp_machine_default(T.Ranks, T.Threads, T.Hosts, &Machine);
  tp_work Ops = workOf(Nest);
  Shape.point = tp_point_estimate(&Ops, &Machine);
  OS << "  " << T.Name << ": ";
  if (tp_plan_choose(&Shape, &Machine, &Settings, Nest.Name.c_str(), &Plan, &Why) != TP_OK) {
    OS << Why << "\n";
    return;
  }
  char Text[512];
  tp_choice_print(&Plan, Text, sizeof Text);
  tp_predict(&Shape, &Machine, &Plan, &Cost);
  const tp_parts &P = Cost.parts;
  OS << Text << "\n    "
     << llvm::format("%.3g s = fill %.3g + compute %.3g + start %.3g + communication %.3g + synchronisation %.3g + "
                     "data motion %.3g; sequential %.3g s\n",
                     Cost.total, P.fill, P.compute, P.start, P.comm, P.sync, P.move, Cost.sequential);
}

void tilepipe::explainModel(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe, llvm::raw_ostream &OS) {
  static constexpr Team Teams[] = {{"2 threads", 1, 2, 1}, {"4 ranks on a host", 4, 1, 1}, {"4 hosts", 4, 1, 4}};
  // Few enough points for any depth.
  int64_t Size = Pipe.Tiles.Rows.size() < 4 ? 1024 : 128;
  OS << "Plans for " << Size << " per dimension, if the points fill their box, by the model with its built-in numbers; what "
     << "points cost is estimated\n";
  tp_shape Shape = exampleShape(Nest, Deps, Pipe, Size);
  for (const Team &T : Teams)
    explainTeam(T, Nest, Shape, OS);
}
