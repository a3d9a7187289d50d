// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Interleaving.h"

#include "llvm/ADT/STLExtras.h"

using namespace tilepipe;

static constexpr unsigned MostTouched = 8;
static constexpr unsigned ManyOperations = 90;

unsigned tilepipe::operations(const LoopNest &Nest) {
  const OpCounts &W = Nest.Ops;
  return W.Adds + W.Muls + W.Divs + W.Roots + W.Calls + W.Loads + W.Stores;
}

/// Some dependence is carried by the innermost loop alone: without one, compilers
/// run several points of a row at once anyway.
static bool hasChain(const LoopNest &Nest, const Dependences &Deps) {
  return llvm::any_of(Deps.Vectors, [&](const Dependence &V) {
    bool StaysInRow = llvm::all_of(llvm::ArrayRef(V.Distance).drop_back(),
                                   [](int64_t Component) { return Component == 0; });
    return StaysInRow && V.Distance.back() != 0;
  });
}

bool tilepipe::hasLatency(const RegionContext &R) {
  // Sums whose order is given up have the bits of their plan: no choice by timing may show in them.
  const bool AreSums = llvm::all_of(R.Nest.Reductions, [](const Reduction &Each) { return Each.isOrdered(); });
  const bool HasCopies = llvm::any_of(R.Nest.Arrays, [](const Array &A) { return A.CombinedBy.has_value(); });
  return !R.IsTree && AreSums && !HasCopies && !R.Nest.Statements.front().HasLoops && R.Nest.depth() >= 2 &&
         operations(R.Nest) <= ManyOperations && hasChain(R.Nest, R.Deps);
}

std::vector<std::string> tilepipe::touchable(const RegionContext &R) {
  std::vector<std::string> Result;
  // Otherwise the analysis knows that all of it exists, whatever the condition says.
  if (!R.Pipe.ThreadsOnlyReason.empty())
    return Result;
  for (const Access &A : R.Nest.Accesses)
    if (A.What == Access::Kind::Read && A.IsConditional && R.Nest.Arrays[A.ArrayIndex].IsWord &&
        R.Nest.domain().is_subset(A.Relation.domain()) && !A.HoistedText.empty() &&
        !llvm::is_contained(Result, A.HoistedText) && Result.size() < MostTouched)
      Result.push_back(A.HoistedText);
  return Result;
}
