// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Interior.h"
#include "Interleaving.h"
#include "TileText.h"

#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

using namespace tilepipe;

/// The points at which all reads of written arrays happen that some points make.
static isl::set readingPoints(const LoopNest &Nest) {
  isl::set Result = Nest.domain();
  for (const Access &A : Nest.Accesses)
    if (A.What == Access::Kind::Read && Nest.Arrays[A.ArrayIndex].IsWritten)
      Result = Result.intersect(A.Relation.domain());
  return Result;
}

static std::optional<int64_t> leastOf(const isl::set &Points, unsigned D) {
  isl_val *Least = isl_set_dim_min_val(Points.copy(), int(D));
  std::optional<int64_t> Result;
  if (isl_val_is_int(Least) == isl_bool_true)
    Result = isl_val_get_num_si(Least);
  isl_val_free(Least);
  return Result;
}

std::optional<Interior> tilepipe::interiorOf(const RegionContext &R) {
  const unsigned Depth = R.Nest.depth();
  if (!R.Options.HoldsValues || R.Held || R.Memo || !hasLatency(R) || !R.HasUnitRows || R.BoxScan.Loops.size() != Depth ||
      !areRectangular(R, Depth - 2))
    return std::nullopt;
  const isl::set All = R.Nest.domain(), Inner = readingPoints(R.Nest);
  if (All.is_subset(Inner))
    return std::nullopt;
  Interior Result{R.Nest, {}};
  isl::set Cut = All;
  for (unsigned D = Depth - 2; D < Depth; ++D)
    if (std::optional<int64_t> Least = leastOf(Inner, D); Least && leastOf(All, D) != Least) {
      Cut = isl::manage(isl_set_lower_bound_si(Cut.release(), isl_dim_set, D, int(*Least)));
      Result.Borders.push_back({D, *Least});
    }
  if (Result.Borders.empty() || !Cut.is_equal(Inner))
    return std::nullopt;
  Result.Nest.Statements.front().Domain = Inner;
  Result.Nest.Prefix.back() = Inner;
  for (Access &A : Result.Nest.Accesses)
    A.Relation = A.Relation.intersect_domain(Inner);
  llvm::erase_if(Result.Nest.Accesses, [](const Access &A) { return A.Relation.is_empty(); });
  return Result;
}
