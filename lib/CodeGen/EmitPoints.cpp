//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ConvexScan.h"
#include "Emitters.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/map.h>
#include <isl/set.h>

#include <set>

using namespace tilepipe;

/// True when each place in the bounding box of Set is a point.
static bool isBox(const isl::set &Set, const isl::set &Context) {
  isl::set Hull = isl::set::universe(Set.get_space());
  for (unsigned D = 0; D < dims(Set); ++D) {
    isl::set Others = projectOut(projectOut(Set, D + 1, dims(Set) - D - 1), 0, D).coalesce();
    // One convex set of integers in one dimension.
    bool IsInterval = isl_set_n_basic_set(Others.get()) == 1;
    Others.foreach_basic_set([&](isl::basic_set Part) {
      IsInterval &= isl_basic_set_dim(Part.get(), isl_dim_div) == 0;
    });
    if (!IsInterval)
      return false;
    isl_set *Column = isl_set_insert_dims(Others.copy(), isl_dim_set, 0, D);
    Column = isl_set_add_dims(Column, isl_dim_set, dims(Set) - D - 1);
    Column = isl_set_set_tuple_name(Column, tupleName(Set).c_str());
    Hull = Hull.intersect(isl::manage(Column));
  }
  return Hull.intersect_params(Context).is_subset(Set);
}

/// Loops over all but the innermost dimension, whose iterations are counted at once where they can.
static void countPiece(CodeBuffer &Out, const LoopChain &Loops) {
  const LoopChain::Loop &Last = Loops.Loops.back();
  bool IsCounted = Loops.LeafGuard.empty();
  printLoops(Out, Loops, Loops.Loops.size() - IsCounted, LastBound::InHead, LeafKind::Statement, [&] {
    std::string Count = Last.Last + " - (" + Last.First + ")";
    if (Last.Step != 1)
      Count = "tp_floord(" + Count + ", " + std::to_string(Last.Step) + ")";
    Out.line(!IsCounted || Last.IsSingle ? "tp_count++;" : "tp_count += tp_max(" + Count + " + 1, 0);");
  });
}

std::string tilepipe::emitPoints(const RegionContext &R) {
  if (R.HasUnitRows && isBox(R.Nest.domain(), R.Nest.Context))
    return "";
  std::set<std::string> Counters;
  CodeBuffer Loops(1), Out(1);
  for (unsigned K = 0; K < R.Nest.Statements.size(); ++K) {
    std::vector<std::string> Names;
    for (unsigned L : R.Nest.Statements[K].Loops)
      Names.push_back("tp_c" + std::to_string(R.Nest.coordinateOf(L)));
    Counters.insert(Names.begin(), Names.end());
    isl::set Points = R.IsTree ? R.Nest.coordinatesOf(K).intersect_domain(R.Pipe.BoxDomain).range().coalesce()
                               : R.Pipe.BoxDomain;
    for (const isl::basic_set &Piece : disjointPieces(Points))
      if (auto Scan = convexLoops(Piece, R.BoxContext, Names, supportIdentifier))
        countPiece(Loops, *Scan);
  }
  Out.line("tp_int tp_count = 0;");
  for (const std::string &Name : Counters)
    if (mentions(Loops.str(), Name))
      Out.line("tp_int " + Name + ";");
  Out.raw(Loops.str());
  Out.line("return tp_count;");
  return R.function("Number of iterations in the box.",
                  "tp_int " + R.Prefix + "_points(const tp_box *tp_b, const void *tp_v)", Out.str());
}
