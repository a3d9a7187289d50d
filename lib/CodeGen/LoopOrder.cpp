// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// for j { S0; for k S1; S2 }  becomes  for j S0; for k { for j S1 }; for j S2
// or, where S1 of later iterations waits for S2, up to the last j that has S2 in the box:
// for j { S0; for k S1; S2 }; for j S0; for k { for j S1 }
#include "LoopOrder.h"

#include "Attempt.h"

#include "tilepipe/CodeGen/CodeGen.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>

using namespace tilepipe;

/// Operations of isl for one loop.
static constexpr unsigned long OrderQuota = 200'000;
/// A loop that never has more iterations stays: its vectors would not be full. One inside of it is unrolled by compilers, which
/// then make vectors of the loop around.
static constexpr int64_t FewIterations = 8;
/// Rows of a tree that advance together.
static constexpr unsigned JammedRows = 4;

static bool isInside(const Statement &S, unsigned L) { return llvm::is_contained(S.Loops, L); }

/// { S[j] -> S[j'] }: j' is j with coordinate At moved by Distance, or by anything.
static isl::map moved(const isl::set &Points, unsigned At, std::optional<int64_t> Distance) {
  isl_space *Space = isl_space_map_from_set(Points.get_space().release());
  isl_map *Result = isl_map_universe(isl_space_copy(Space));
  for (unsigned D = 0; D < dims(Points); ++D)
    if (D != At)
      Result = isl_map_equate(Result, isl_dim_in, int(D), isl_dim_out, int(D));
  if (!Distance) {
    isl_space_free(Space);
    return isl::manage(Result);
  }
  isl_constraint *C = isl_constraint_alloc_equality(isl_local_space_from_space(Space));
  C = isl_constraint_set_coefficient_si(C, isl_dim_out, int(At), 1);
  C = isl_constraint_set_coefficient_si(C, isl_dim_in, int(At), -1);
  C = isl_constraint_set_constant_si(C, int(-*Distance));
  return isl::manage(isl_map_add_constraint(Result, C));
}

Stride tilepipe::strideOf(const LoopNest &Nest, const Access &A, unsigned L) {
  isl::map Relation = Nest.coordinatesOf(A.StatementIndex).reverse().apply_range(A.Relation); // { S<K>[c] -> A[x] }
  const Statement &S = Nest.Statements[A.StatementIndex];
  const unsigned At = llvm::find(S.Loops, L) - S.Loops.begin();
  isl::map Next = moved(Relation.domain(), At, Nest.Loops[L].Spacing);
  isl::set Steps = Next.apply_domain(Relation).apply_range(Relation).deltas();
  const Array &Of = Nest.Arrays[A.ArrayIndex];
  const unsigned Count = dims(Steps);
  isl_set *Same = isl_set_universe(Steps.get_space().release());
  for (unsigned D = 0; D + 1 < Count; ++D)
    Same = isl_set_fix_si(Same, isl_dim_set, D, 0);
  isl::set InRow = isl::manage(Same);
  if (Count == 0 || Steps.is_subset(isl::manage(isl_set_fix_si(InRow.copy(), isl_dim_set, Count - 1, 0))))
    return Stride::None;
  const bool IsNeighbour = Steps.is_subset(isl::manage(isl_set_fix_si(InRow.copy(), isl_dim_set, Count - 1, 1)));
  return IsNeighbour && Of.isContiguous() && Of.Rows < Count ? Stride::One : Stride::Far;
}

/// Statements whose innermost loop sinking L changes.
static std::vector<unsigned> changedBy(const LoopNest &Nest, unsigned L) {
  std::vector<unsigned> Result;
  for (unsigned K = 0; K < Nest.Statements.size(); ++K)
    if (const Statement &S = Nest.Statements[K]; isInside(S, L) && S.Loops.back() != L)
      Result.push_back(K);
  return Result;
}

/// With L innermost all accesses of Changed are to consecutive elements or to one, or are packed. And before some were not, or
/// with packing iterations wait for each other no longer.
static bool reachesNeighbours(const LoopNest &Nest, llvm::ArrayRef<unsigned> Changed, unsigned L, CanPack Packs) {
  bool WereFar = false, AreFar = false, WereWaiting = false;
  for (unsigned I = 0; I < Nest.Accesses.size(); ++I) {
    const Access &A = Nest.Accesses[I];
    if (!llvm::is_contained(Changed, A.StatementIndex))
      continue;
    const Stride Along = strideOf(Nest, A, L), Before = strideOf(Nest, A, Nest.Statements[A.StatementIndex].Loops.back());
    const bool IsWrite = A.What == Access::Kind::Write;
    if ((Along == Stride::None && IsWrite) || (Along == Stride::Far && !Packs(I, L)))
      return false;
    AreFar |= Along == Stride::Far;
    WereFar |= Before == Stride::Far;
    WereWaiting |= Before == Stride::None && IsWrite;
  }
  return AreFar ? WereWaiting : WereFar;
}

/// { S[j] -> [t] }: the order in which tiles run points when L is sunk.
static isl::map sunkOrder(const LoopNest &Nest, unsigned L) {
  const unsigned At = Nest.coordinateOf(L);
  isl_map *Result = nullptr;
  for (const Statement &S : Nest.Statements) {
    isl_map *Same = isl_set_identity(S.Domain.copy());
    const unsigned Count = isl_map_dim(Same, isl_dim_in);
    Same = isl_map_reset_tuple_id(Same, isl_dim_out);
    Same = isl_map_add_dims(Same, isl_dim_out, 1);
    if (isInside(S, L)) {
      Same = isl_map_drop_constraints_involving_dims(Same, isl_dim_out, At, 1);
      Same = isl_map_fix_si(Same, isl_dim_out, At, 0);
      Same = isl_map_equate(Same, isl_dim_in, int(At), isl_dim_out, int(Count));
    } else {
      Same = isl_map_fix_si(Same, isl_dim_out, Count, 0);
    }
    Result = Result ? isl_map_union(Result, Same) : Same;
  }
  return isl::manage(Result);
}

static bool isLegal(const LoopNest &Nest, const isl::map &Order, unsigned L) {
  isl::map Time = sunkOrder(Nest, L);
  isl::map Times = Order.apply_domain(Time).apply_range(Time);
  isl_map *NotBefore = isl_map_lex_ge(isl_space_range(Time.get_space().release()));
  return Times.intersect(isl::manage(NotBefore)).is_empty();
}

/// Iterations of L with all other loops at rest do not wait for each other.
static bool isParallel(const LoopNest &Nest, const isl::map &Order, llvm::ArrayRef<unsigned> Changed, unsigned L) {
  return llvm::all_of(Changed, [&](unsigned K) {
    const Statement &S = Nest.Statements[K];
    isl::map Own = Nest.coordinatesOf(K);
    isl::map Inside = Order.apply_domain(Own).apply_range(Own);
    const unsigned At = llvm::find(S.Loops, L) - S.Loops.begin();
    return Inside.intersect(moved(Inside.domain(), At, std::nullopt)).is_empty();
  });
}

/// Some constant bounds the iterations of L in all of its runs, and it is small.
static bool isShort(const LoopNest &Nest, unsigned L) {
  for (unsigned K = 0; K < Nest.Statements.size(); ++K) {
    const Statement &S = Nest.Statements[K];
    if (!isInside(S, L))
      continue;
    const unsigned At = llvm::find(S.Loops, L) - S.Loops.begin();
    isl::set Points = S.Domain.apply(Nest.coordinatesOf(K)).intersect_params(Nest.Context);
    isl::set Runs = moved(Points, At, std::nullopt).intersect_domain(Points).intersect_range(Points).deltas();
    isl::val Most = isl::manage(isl_set_dim_max_val(Runs.copy(), int(At)));
    if (isl_val_is_int(Most.get()) == isl_bool_true && toInt64(Most) < FewIterations * Nest.Loops[L].Spacing)
      return true;
  }
  return false;
}

/// A statement in L writes elements that may be neighbours in each of its iterations, as complex numbers are. What gcc 12
/// makes of them depends on the loop around.
static bool writesPairs(const LoopNest &Nest, unsigned L) {
  std::vector<const Access *> Writes;
  for (const Access &A : Nest.Accesses)
    if (A.What == Access::Kind::Write && isInside(Nest.Statements[A.StatementIndex], L))
      Writes.push_back(&A);
  return llvm::any_of(Writes, [&](const Access *W) {
    return Nest.Arrays[W->ArrayIndex].IsComplex || llvm::any_of(Writes, [&](const Access *Other) {
             return W->StatementIndex == Other->StatementIndex && W->Text != Other->Text &&
                    Nest.Arrays[W->ArrayIndex].base() == Nest.Arrays[Other->ArrayIndex].base() &&
                    strideOf(Nest, *W, L) == strideOf(Nest, *Other, L);
           });
  });
}

/// { S[j] -> S[j'] }: j' waits for j, at least.
static isl::map orderOf(const LoopNest &Nest, const Dependences &Deps) {
  if (Deps.Order)
    return *Deps.Order;
  const isl::set Domain = Nest.domain();
  isl::map Result = isl::map::empty(isl::manage(isl_space_map_from_set(isl_set_get_space(Domain.get()))));
  for (const Dependence &V : Deps.Vectors) {
    isl_multi_aff *Later = isl_multi_aff_identity_on_domain_space(isl_set_get_space(Domain.get()));
    for (unsigned D = 0; D < V.Distance.size(); ++D)
      Later = isl_multi_aff_set_aff(Later, int(D), isl_aff_add_constant_si(isl_multi_aff_get_aff(Later, int(D)), int(V.Distance[D])));
    Result = Result.unite(isl::manage(isl_map_from_multi_aff(Later)));
  }
  return Result.intersect_domain(Domain).intersect_range(Domain);
}

/// What tiles do besides running points does not know the order of these, or needs the program's.
static bool mayChangeOrder(const LoopNest &Nest) {
  return !Nest.hasStrides() && Nest.Reductions.empty() && Nest.Cycles.empty() &&
         llvm::none_of(Nest.Arrays, [](const Array &A) { return A.CombinedBy.has_value(); });
}

/// Whether a loop around Changed gains inside of their loops.
using Gain = llvm::function_ref<bool(llvm::ArrayRef<unsigned> Changed, unsigned L)>;

/// Whether iterations of L gain inside of all other loops, whatever waits for what.
static bool gainsInside(const LoopNest &Nest, unsigned L, Gain Gains) {
  std::vector<unsigned> Changed = changedBy(Nest, L);
  bool HaveLoops = llvm::any_of(Nest.Statements, [&](const Statement &S) { return isInside(S, L) && S.HasLoops; });
  bool AreUnrolled = llvm::any_of(Changed, [&](unsigned K) { return isShort(Nest, Nest.Statements[K].Loops.back()); });
  return !Changed.empty() && !HaveLoops && !AreUnrolled && !writesPairs(Nest, L) && Gains(Changed, L) && !isShort(Nest, L);
}

/// The same, and they may run there as Order allows.
static bool mayRunInside(const LoopNest &Nest, const isl::map &Order, unsigned L, Gain Gains) {
  return gainsInside(Nest, L, Gains) && isParallel(Nest, Order, changedBy(Nest, L), L) && isLegal(Nest, Order, L);
}

/// Within the quota; too much is no.
static bool isWithin(const LoopNest &Nest, llvm::function_ref<bool()> Holds) {
  return attempt(Nest.Context.ctx(), OrderQuota, Holds).value_or(false);
}

/// { S[j] } of Points that belong to statements Which.
static isl::set pointsOf(const LoopNest &Nest, llvm::ArrayRef<unsigned> Which, const isl::set &Points) {
  isl::set Result = isl::set::empty(Points.space());
  for (unsigned K : Which)
    Result = Result.unite(Points.intersect(Nest.Statements[K].Domain));
  return Result;
}

/// { S[j] }: iterations of the loop with coordinate At in which there are Points.
static isl::set iterationsOf(const isl::set &Points, unsigned At) {
  return isl::manage(isl_set_eliminate(Points.copy(), isl_dim_set, At + 1, dims(Points) - At - 1));
}

/// Of L's body, the statements in its inner loops, and those in front of these.
static std::vector<unsigned> untilLoops(const LoopNest &Nest, unsigned L) {
  std::vector<unsigned> Result = changedBy(Nest, L);
  for (unsigned K = Result.empty() ? 0 : Result.front(); K-- > 0 && isInside(Nest.Statements[K], L);)
    Result.insert(Result.begin(), K);
  return Result;
}

/// See SunkLoop::InFront; Which of L's statements have iterations behind it. Nothing: no other statement of L stands there, or
/// what lies behind is more than one piece.
static std::optional<isl::set> inFrontOf(const LoopNest &Nest, unsigned L, llvm::ArrayRef<unsigned> Which, const isl::set &Points,
                                         const isl::set &Context) {
  std::vector<unsigned> Others;
  for (unsigned K = 0; K < Nest.Statements.size(); ++K)
    if (isInside(Nest.Statements[K], L) && !llvm::is_contained(Which, K))
      Others.push_back(K);
  if (Others.empty())
    return std::nullopt;
  const unsigned At = Nest.coordinateOf(L);
  const isl::set Rest = pointsOf(Nest, Others, Points).intersect_params(Context);
  isl_map *Before = isl_map_universe(isl_space_map_from_set(Rest.get_space().release()));
  for (unsigned D = 0; D < At; ++D)
    Before = isl_map_equate(Before, isl_dim_in, int(D), isl_dim_out, int(D));
  Before = isl_map_order_le(Before, isl_dim_in, int(At), isl_dim_out, int(At));
  const isl::set UpToLast = isl::manage(isl_set_apply(iterationsOf(Rest, At).release(), isl_map_reverse(Before)));
  const isl::set All = pointsOf(Nest, Which, Points).intersect_params(Context);
  const isl::set Iterations = iterationsOf(All, At).coalesce();
  const isl::set InPieces = isl::manage(isl_set_gist(UpToLast.intersect(Iterations).release(), Iterations.copy()));
  const isl::set InFront = isl::manage(isl_set_from_basic_set(isl_set_unshifted_simple_hull(InPieces.copy())));
  const isl::set Behind = All.subtract(InFront).coalesce();
  const bool IsExact = Rest.is_subset(InFront) && All.intersect(InFront).is_subset(UpToLast);
  return IsExact && isl_set_n_basic_set(Behind.get()) == int(Which.size()) ? std::optional(InFront) : std::nullopt;
}

SunkLoops tilepipe::sunkLoops(const LoopNest &Nest, const Dependences &Deps, const isl::set &Points, const isl::set &Context, CanPack Packs) {
  SunkLoops Result;
  if (!mayChangeOrder(Nest))
    return Result;
  const isl::map Order = orderOf(Nest, Deps);
  auto Gains = [&](llvm::ArrayRef<unsigned> Changed, unsigned L) { return reachesNeighbours(Nest, Changed, L, Packs); };
  auto GainsUnpacked = [&](llvm::ArrayRef<unsigned> Changed, unsigned L) {
    return reachesNeighbours(Nest, Changed, L, [](unsigned, unsigned) { return false; });
  };
  auto IsTaken = [&](unsigned L) {
    return llvm::any_of(Nest.Statements, [&](const Statement &S) {
      return isInside(S, L) && llvm::any_of(Result, [&](const SunkLoop &Each) { return isInside(S, Each.Number); });
    });
  };
  // The order of iterations behind the front alone, of which each statement is sunk.
  auto OrderOf = [&](llvm::ArrayRef<unsigned> Which) {
    const isl::set Sunk = pointsOf(Nest, Which, Nest.domain());
    return Order.intersect_domain(Sunk).intersect_range(Sunk);
  };
  auto SinkBehind = [&](unsigned L, const std::vector<unsigned> &Which) {
    std::optional<isl::set> InFront;
    const bool MaySink = isWithin(Nest, [&] {
      return mayRunInside(Nest, OrderOf(Which), L, GainsUnpacked) && (InFront = inFrontOf(Nest, L, Which, Points, Context));
    });
    if (MaySink)
      Result.push_back({L, InFront, Which});
    return MaySink;
  };
  for (unsigned L = Nest.Loops.size(); L-- > 0;) {
    if (IsTaken(L))
      continue;
    if (isWithin(Nest, [&] { return mayRunInside(Nest, Order, L, Gains); }))
      Result.push_back({L});
    else if (const std::vector<unsigned> Changed = changedBy(Nest, L), Until = untilLoops(Nest, L); !SinkBehind(L, Until) && Until != Changed)
      SinkBehind(L, Changed);
  }
  return Result;
}

/// A point of statement K reads what an earlier one of the same innermost loop has written. Integers are there at once, and
/// compilers make vectors of their sums.
static bool waitsInRow(const LoopNest &Nest, unsigned K) {
  const isl::set Points = Nest.domain().apply(Nest.coordinatesOf(K));
  const unsigned Inner = Nest.Statements[K].Loops.size() - 1;
  isl_map *Later = moved(Points, Inner, std::nullopt).release();
  const isl::map Earlier = isl::manage(isl_map_order_lt(Later, isl_dim_in, int(Inner), isl_dim_out, int(Inner))); // { S<K>[c] -> S<K>[c'] }
  auto ByLoops = [&](const Access &A) { return Nest.coordinatesOf(K).reverse().apply_range(A.Relation); }; // { S<K>[c] -> A[x] }
  for (const Access &W : Nest.Accesses)
    for (const Access &R : Nest.Accesses)
      if (W.StatementIndex == K && R.StatementIndex == K && W.What == Access::Kind::Write && R.What == Access::Kind::Read &&
          W.ArrayIndex == R.ArrayIndex && !Nest.Arrays[W.ArrayIndex].IsWord && !ByLoops(W).apply_range(ByLoops(R).reverse()).intersect(Earlier).is_empty())
        return true;
  return false;
}

/// Points of statement K: the loops inside of L run between bounds that depend on no iteration of L.
static bool haveEqualRows(const LoopNest &Nest, unsigned K, unsigned L, const isl::set &Points, const isl::set &Context) {
  const std::vector<unsigned> &Loops = Nest.Statements[K].Loops;
  const unsigned At = llvm::find(Loops, L) - Loops.begin(), Inner = Loops.size() - At - 1;
  isl_set *Own = isl_set_reset_tuple_id(Points.apply(Nest.coordinatesOf(K)).intersect_params(Context).release());
  isl_set *Of = isl_set_project_out(isl_set_copy(Own), isl_dim_set, At + 1, Inner); // of L and the loops around
  isl_set *Inside = isl_set_project_out(isl_set_copy(Own), isl_dim_set, At, 1);
  isl::set Product = isl::manage(isl_set_intersect(isl_set_add_dims(Of, isl_dim_set, Inner), isl_set_insert_dims(Inside, isl_dim_set, At, 1)));
  return Product.is_subset(isl::manage(Own));
}

/// In each run of L, a statement in it has points in all iterations that any has, or in none. So no condition asks for the row.
static bool haveOneRange(const LoopNest &Nest, unsigned L, const isl::set &Points, const isl::set &Context) {
  const unsigned At = Nest.coordinateOf(L);
  std::vector<isl::set> Iterations;
  isl::set All = isl::set::empty(Points.space());
  for (const Statement &S : Nest.Statements)
    if (isInside(S, L)) {
      Iterations.push_back(iterationsOf(Points.intersect(S.Domain).intersect_params(Context), At));
      All = All.unite(Iterations.back());
    }
  return llvm::all_of(Iterations, [&](const isl::set &Each) {
    return All.intersect(isl::manage(isl_set_eliminate(Each.copy(), isl_dim_set, At, 1))).is_subset(Each);
  });
}

std::optional<JammedLoop> tilepipe::jammedLoop(const LoopNest &Nest, const Dependences &Deps, const isl::set &Points, const isl::set &Context) {
  if (!mayChangeOrder(Nest))
    return std::nullopt;
  auto Gains = [&](llvm::ArrayRef<unsigned> Changed, unsigned L) {
    return llvm::any_of(Changed, [&](unsigned K) { return waitsInRow(Nest, K); }) &&
           llvm::all_of(Changed, [&](unsigned K) { return haveEqualRows(Nest, K, L, Points, Context); });
  };
  const isl::map Order = orderOf(Nest, Deps);
  for (unsigned L = Nest.Loops.size(); L-- > 0;)
    if (isWithin(Nest, [&] { return mayRunInside(Nest, Order, L, Gains) && haveOneRange(Nest, L, Points, Context); }))
      return JammedLoop{L, JammedRows};
  return std::nullopt;
}

/// Tiles may copy what statement K reads from other rows along its innermost loop (Packing.h).
static bool readsOtherRows(const LoopNest &Nest, unsigned K) {
  auto Moves = [&](const Access &A, bool IsWrite, Stride To) {
    return A.StatementIndex == K && (A.What == Access::Kind::Write) == IsWrite && strideOf(Nest, A, Nest.Statements[K].Loops.back()) == To;
  };
  return llvm::any_of(Nest.Accesses, [&](const Access &A) { return Moves(A, false, Stride::Far); }) &&
         llvm::none_of(Nest.Accesses, [&](const Access &A) { return Moves(A, true, Stride::None); });
}

bool tilepipe::mayGainByOrder(const LoopNest &Nest) {
  auto Gains = [&](llvm::ArrayRef<unsigned> Changed, unsigned L) {
    return reachesNeighbours(Nest, Changed, L, [](unsigned, unsigned) { return true; }) ||
           llvm::any_of(Changed, [&](unsigned K) { return waitsInRow(Nest, K); });
  };
  auto MayGain = [&](unsigned L) {
    return attempt(Nest.Context.ctx(), OrderQuota, [&] { return gainsInside(Nest, L, Gains); }).value_or(true);
  };
  auto MayPack = [&](unsigned K) {
    return attempt(Nest.Context.ctx(), OrderQuota, [&] { return readsOtherRows(Nest, K); }).value_or(true);
  };
  return (mayChangeOrder(Nest) && llvm::any_of(llvm::seq<unsigned>(0, Nest.Loops.size()), MayGain)) ||
         llvm::any_of(llvm::seq<unsigned>(0, Nest.Statements.size()), MayPack);
}

bool tilepipe::areIndependent(const LoopNest &Nest, const Dependences &Deps, llvm::ArrayRef<unsigned> Statements, unsigned L) {
  return isParallel(Nest, orderOf(Nest, Deps), Statements, L);
}

const SunkLoop *tilepipe::sunkAround(const LoopNest &Nest, unsigned K, const SunkLoops &Sunk) {
  auto Found = llvm::find_if(Sunk, [&](const SunkLoop &Each) { return isInside(Nest.Statements[K], Each.Number); });
  return Found == Sunk.end() ? nullptr : &*Found;
}

unsigned tilepipe::endsOfFronts(const SunkLoops &Sunk, unsigned Dimensions) {
  unsigned Result = 0;
  for (const SunkLoop &Each : Sunk)
    for (unsigned D = 0; Each.InFront && D < Dimensions; ++D) {
      const int At = isl_set_find_dim_by_name(Each.InFront->get(), isl_dim_param, ("tp_hi" + std::to_string(D)).c_str());
      if (At >= 0 && isl_set_involves_dims(Each.InFront->get(), isl_dim_param, unsigned(At), 1) == isl_bool_true)
        Result |= 1u << D;
    }
  return Result;
}

std::vector<unsigned> tilepipe::loopsInTile(const LoopNest &Nest, unsigned K, const SunkLoops &Sunk) {
  const std::vector<unsigned> &Loops = Nest.Statements[K].Loops;
  const SunkLoop *Moved = sunkAround(Nest, K, Sunk);
  std::vector<unsigned> Result;
  for (unsigned D = 0; D < Loops.size(); ++D)
    if (!Moved || Loops[D] != Moved->Number)
      Result.push_back(D);
  if (Moved)
    Result.push_back(llvm::find(Loops, Moved->Number) - Loops.begin());
  return Result;
}
