// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Interleaving.h"
#include "TileText.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/map.h>
#include <isl/set.h>

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

bool tilepipe::mayInterleave(const RegionContext &R) { return operations(R.Nest) <= ManyOperations; }

bool tilepipe::hasLatency(const RegionContext &R) {
  // Sums whose order is given up have the bits of their plan: no choice by timing may show in them.
  const bool AreSame = llvm::all_of(R.Nest.Reductions, [](const Reduction &Each) { return Each.isOrdered() || Each.hasAnyOrder(); });
  const bool HasCopies = llvm::any_of(R.Nest.Arrays, [](const Array &A) { return A.CombinedBy.has_value(); });
  return !R.isReordered() && !R.IsTree && AreSame && !HasCopies && !R.Nest.Statements.front().HasLoops && R.Nest.depth() >= 2 &&
         mayInterleave(R) && hasChain(R.Nest, R.Deps);
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

isl::map tilepipe::pointBefore(const isl::set &Points, unsigned D) {
  isl_multi_aff *Before = isl_multi_aff_identity_on_domain_space(Points.get_space().release());
  isl_aff *At = isl_aff_add_constant_si(isl_multi_aff_get_aff(Before, int(D)), -1);
  return isl::manage(isl_map_from_multi_aff(isl_multi_aff_set_aff(Before, int(D), At)));
}

isl::set tilepipe::stepsAlong(const isl::map &Before, const isl::map &Relation) {
  isl_map *Elements = isl_map_apply_range(isl_map_reverse(Relation.copy()), Before.copy());
  return isl::manage(isl_map_deltas(isl_map_apply_range(Elements, Relation.copy())));
}

/// { S[c] -> S[c'] }: the points before of the same innermost loop, however far: loops have strides, and points conditions.
static isl::map pointsBefore(const isl::set &Points) {
  const unsigned Inner = unsigned(isl_set_dim(Points.get(), isl_dim_set)) - 1;
  isl_map *Pairs = isl_map_from_domain_and_range(Points.copy(), Points.copy());
  for (unsigned D = 0; D < Inner; ++D)
    Pairs = isl_map_equate(Pairs, isl_dim_in, int(D), isl_dim_out, int(D));
  return isl::manage(isl_map_order_gt(Pairs, isl_dim_in, int(Inner), isl_dim_out, int(Inner)));
}

bool tilepipe::runsAcrossRows(const RegionContext &R) {
  if (R.IsTree || R.isReordered() || R.Nest.depth() < 2)
    return false;
  const isl::map Before = pointsBefore(R.Nest.domain());
  return !Before.is_empty() && llvm::all_of(R.Nest.Accesses, [&](const Access &A) {
    if (A.What != Access::Kind::Write)
      return true;
    isl_set *InRow = stepsAlong(Before, A.Relation).release();
    for (int D = 0; D + 1 < int(isl_set_dim(InRow, isl_dim_set)); ++D)
      InRow = isl_set_fix_si(InRow, isl_dim_set, unsigned(D), 0);
    return isl::manage(InRow).is_empty();
  });
}

bool tilepipe::readsBefore(const RegionContext &R, const Access &Use, const Access &Write, const isl::map &Before) {
  const isl::map There = Before.apply_range(Write.Relation);
  const isl::set Both = R.Nest.domain().intersect(There.domain());
  return !Both.is_empty() && Use.Relation.intersect_domain(Both).is_equal(There.intersect_domain(Both));
}

bool tilepipe::areRectangular(const RegionContext &R, unsigned D) {
  for (unsigned Any = 0; Any < R.Nest.depth(); ++Any)
    if (!isCoordinate(R, Any) || !R.BoxScan.Coordinates[Any].empty() || !R.Nest.Loops[Any].Followers.empty())
      return false;
  for (unsigned Inner = D; Inner < R.Nest.depth(); ++Inner) {
    const LoopChain::Loop &L = R.BoxScan.Loops[Inner];
    if (L.IsSingle || L.Step != 1 || !L.Guard.empty())
      return false;
    for (unsigned Outer = D; Outer < Inner; ++Outer)
      if (mentions(L.First, R.BoxScan.Loops[Outer].Iterator) || mentions(L.Last, R.BoxScan.Loops[Outer].Iterator))
        return false;
  }
  return true;
}

/// A tile function may name A as the body does, and that is where its base points to, or where a structure's member lies.
static bool hasName(const LoopNest &Nest, const Array &A) {
  llvm::StringRef Name = A.Name;
  for (unsigned Row = 0; Row < A.Rows; ++Row)
    Name.consume_back("[]");
  const bool IsOfStructures = A.isOfStructures();
  if (A.CombinedBy || !A.Shift.empty() || Name.contains('[') ||
      llvm::any_of(llvm::drop_begin(A.Extents, IsOfStructures), [](const Extent &E) { return E.Unit != 0; }))
    return false;
  if (IsOfStructures) // p->u, and not p[1].u
    return Name.starts_with(A.base() + "->") && llvm::all_of(Nest.Accesses, [&](const Access &Use) {
      return &Nest.Arrays[Use.ArrayIndex] != &A || llvm::StringRef(Use.HoistedText).starts_with(Name);
    });
  if (Name == A.base())
    return A.Offset == 0;
  if (!A.Object.empty() && Name.starts_with(A.Object + "."))
    return true;
  return A.Offset == 0 && llvm::any_of(Nest.AggregateCopies, [&](const AggregateCopy &Copy) {
    return llvm::any_of(Copy.Members, [&](const AggregateCopy::Member &M) {
      return M.Value == A.base() && Name == (Copy.Variable.empty() ? Copy.Name + "." : Copy.Variable + "->") + M.Path.substr(1);
    });
  });
}

bool tilepipe::isLinear(const LoopNest &Nest, const Array &A) {
  return hasName(Nest, A) && A.Rows == 0 && A.Subscripts == 1 && A.Extents.size() == 2 && !A.Extents.back().Text.empty();
}

bool tilepipe::hasPlainSubscripts(const LoopNest &Nest, const Array &A) {
  return hasName(Nest, A) && A.Extents.size() == A.Subscripts;
}
