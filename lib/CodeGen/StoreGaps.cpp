// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tile functions in which gcc 12 may store elements that the tile does not write.
//
// Predictive commoning drops all but the last of several stores that reach one element in different
// iterations of the innermost loop. It holds the elements in between in registers as well, reads
// them in front of the loop, and stores them behind it when the loop was short. Another thread may
// have written them meanwhile.
//
// This needs two stores that lie a few iterations of one loop apart. Either the body has them, or
// unroll-and-jam makes them of one store where rows are a few elements long. All distances must be
// constants of the text: one that a tile function receives when it runs is not known to gcc.
//
// Stores of different loops meet in one body where gcc unrolls a loop altogether.
//
// Rows of an array may belong to one tile at a time: the lines that a line solver eliminates do. What gcc stores again lies
// between two stores of such a row, and no other thread has a say there.
#include "TileText.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/space.h>
#include <isl/val.h>

using namespace tilepipe;

/// gcc 12 looks at distances of up to 8 iterations.
static constexpr int64_t FarthestIteration = 16;

namespace {
/// The subscript of one dimension: iterators, parameters, constant.
struct Subscripted {
  std::vector<int64_t> Iterators, Parameters;
  int64_t Constant = 0;
  bool IsLinear = true; ///< no floor and no fraction
};

/// The address of a store on some of the points: a subscript per dimension of the array. Iterators are those of
/// Loops, the loops around the store, outermost first: numbers into LoopNest::Loops.
struct Place {
  const std::vector<unsigned> *Loops;
  std::vector<Subscripted> Subscripts;
};

/// Bytes from one address to another one or to the next; nothing where that is no constant.
using Bytes = std::optional<int64_t>;
} // namespace

static int64_t toNumber(isl_val *V, bool &IsLinear) {
  IsLinear &= isl_val_is_int(V) == isl_bool_true;
  return IsLinear ? toInt64(isl::manage(V)) : (isl_val_free(V), 0);
}

static Subscripted subscriptOf(const isl::aff &A) {
  Subscripted S;
  auto Coefficients = [&](isl_dim_type Type, std::vector<int64_t> &Result) {
    for (int I = 0; I < isl_aff_dim(A.get(), Type); ++I)
      Result.push_back(toNumber(isl_aff_get_coefficient_val(A.get(), Type, I), S.IsLinear));
  };
  Coefficients(isl_dim_in, S.Iterators);
  Coefficients(isl_dim_param, S.Parameters);
  S.Constant = toNumber(isl_aff_get_constant_val(A.get()), S.IsLinear);
  std::vector<int64_t> Floors;
  Coefficients(isl_dim_div, Floors);
  S.IsLinear &= llvm::all_of(Floors, [](int64_t C) { return C == 0; });
  return S;
}

/// The places that the stores of one array have; nothing where isl has no expression for them.
static std::optional<std::vector<Place>> placesOf(const LoopNest &Nest, const std::vector<const Access *> &Stores) {
  isl_space *Common = Stores.front()->Relation.get_space().release();
  for (const Access *W : Stores)
    Common = isl_space_align_params(Common, W->Relation.get_space().release());
  isl::space Parameters = isl::manage(Common);
  std::vector<Place> Result;
  for (const Access *W : Stores) {
    isl::map Relation = Nest.coordinatesOf(W->StatementIndex).reverse().apply_range(W->Relation);
    Relation = isl::manage(isl_map_align_params(Relation.release(), Parameters.copy()));
    if (!Relation.is_single_valued())
      return std::nullopt;
    isl::pw_multi_aff Address = isl::manage(isl_pw_multi_aff_from_map(Relation.release()));
    const size_t Before = Result.size();
    auto Add = [](isl_set *On, isl_multi_aff *Subscripts, void *User) {
      isl_set_free(On);
      Place P{nullptr, {}};
      for (int K = 0; K < isl_multi_aff_dim(Subscripts, isl_dim_out); ++K)
        P.Subscripts.push_back(subscriptOf(isl::manage(isl_multi_aff_get_aff(Subscripts, K))));
      isl_multi_aff_free(Subscripts);
      static_cast<std::vector<Place> *>(User)->push_back(std::move(P));
      return isl_stat_ok;
    };
    isl_pw_multi_aff_foreach_piece(Address.get(), Add, &Result);
    for (Place &P : llvm::drop_begin(Result, Before))
      P.Loops = &Nest.Statements[W->StatementIndex].Loops;
  }
  return Result;
}

/// By what the address grows with each subscript.
static std::vector<Bytes> stridesOf(const Array &A) {
  std::vector<Bytes> Result(A.Extents.size());
  Bytes Stride = A.ElementSize;
  for (size_t K = A.Extents.size(); K-- > 0;) {
    if (A.Extents[K].Unit)
      Stride = A.Extents[K].Unit;
    Result[K] = K < A.Rows ? std::nullopt : Stride;
    const std::optional<isl::pw_aff> &Size = A.Extents[K].Size;
    std::optional<int64_t> Extent;
    if (Size && isl_pw_aff_is_cst(Size->get()) == isl_bool_true)
      Extent = toInt64(isl::manage(isl_pw_aff_max_val(Size->copy())));
    Stride = Stride && Extent ? Bytes(*Stride * *Extent) : std::nullopt;
  }
  return Result;
}

/// Sum of what each dimension adds.
static Bytes sum(const std::vector<Bytes> &Strides, llvm::function_ref<int64_t(size_t)> Step) {
  int64_t Sum = 0;
  for (size_t K = 0; K < Strides.size(); ++K) {
    if (Step(K) != 0 && !Strides[K])
      return std::nullopt;
    Sum += Step(K) != 0 ? Step(K) * *Strides[K] : 0;
  }
  return Sum;
}

/// A known step other than 0.
static bool moves(Bytes Step) { return Step && *Step != 0; }

/// By what the address grows with each loop around the store.
static std::vector<Bytes> stepsOf(const LoopNest &Nest, const std::vector<Bytes> &Strides, const Place &P) {
  std::vector<Bytes> Steps;
  for (size_t D = 0; D < P.Loops->size(); ++D)
    Steps.push_back(sum(Strides, [&](size_t K) {
      return P.Subscripts[K].Iterators[D] * Nest.Loops[(*P.Loops)[D]].Spacing;
    }));
  for (size_t D = 0; D < P.Loops->size(); ++D) // a step that is no constant: gcc does not know either
    if (Nest.Loops[(*P.Loops)[D]].Strided && moves(Steps[D]))
      Steps[D] = std::nullopt;
  return Steps;
}

/// Distance is two or more iterations of a loop that advances Step, and not very many.
static bool leavesGap(Bytes Distance, Bytes Step) {
  if (!Distance || !Step || *Step == 0 || *Distance % *Step != 0)
    return false;
  int64_t Iterations = std::abs(*Distance / *Step);
  return Iterations >= 2 && Iterations <= FarthestIteration;
}

/// Number of loops around both.
static size_t commonLoops(const Place &P, const Place &Q) {
  auto [End, Other] = std::mismatch(P.Loops->begin(), P.Loops->end(), Q.Loops->begin(), Q.Loops->end());
  return End - P.Loops->begin();
}

/// The addresses differ by the same in all iterations of the first Common loops, as far as these are concerned.
static bool differsByConstant(const Place &P, const Place &Q, size_t Common) {
  return std::equal(P.Subscripts.begin(), P.Subscripts.end(), Q.Subscripts.begin(),
                    [&](const Subscripted &A, const Subscripted &B) {
                      return A.Parameters == B.Parameters &&
                             std::equal(A.Iterators.begin(), A.Iterators.begin() + Common, B.Iterators.begin());
                    });
}

/// Two stores of one body leave elements between them. P and Q may be stores of different statements.
static bool leaveGap(const LoopNest &Nest, const std::vector<Bytes> &Strides, const Place &P, const Place &Q) {
  const size_t Common = commonLoops(P, Q);
  if (!differsByConstant(P, Q, Common))
    return false;
  const std::vector<Bytes> Steps = stepsOf(Nest, Strides, P), Others = stepsOf(Nest, Strides, Q);
  auto Shared = llvm::ArrayRef(Steps).take_front(Common);
  // Unrolled, the other loops give such a store for each of their iterations.
  if (llvm::any_of(llvm::drop_begin(Steps, Common), moves) || llvm::any_of(llvm::drop_begin(Others, Common), moves))
    return llvm::any_of(Shared, moves);
  Bytes Distance = sum(Strides, [&](size_t K) { return P.Subscripts[K].Constant - Q.Subscripts[K].Constant; });
  return llvm::any_of(Shared, [&](Bytes Step) { return leavesGap(Distance, Step); });
}

/// Stores of neighbouring rows leave elements between them. gcc may exchange loops first, so any of them may be the
/// outer one.
static bool leavesGapBetweenRows(const std::vector<Bytes> &Steps) {
  return llvm::any_of(Steps, [&](Bytes Outer) {
    return llvm::any_of(Steps, [&](Bytes Inner) { return leavesGap(Outer, Inner); });
  });
}

/// { S[j] -> [p] }, the places in boxes.
static isl::map placesInBoxes(const RegionContext &R) {
  isl_map *Places = nullptr;
  for (const Row &H : R.Pipe.Tiles.Rows) {
    isl_map *Value = rowValue(R.Nest.domain(), H).release();
    Places = Places ? isl_map_flat_range_product(Places, Value) : Value;
  }
  return isl::manage(Places);
}

/// Each place of the tiling writes into one row, { S[j] -> [x] }, and each row is written at one place. Or its places are the
/// steps along one dimension, and no dependence runs along another: no elements of a row arrive while a tile writes into it.
static bool haveOwnPlaces(const RegionContext &R, const isl::map &Rows) {
  if (!Rows.reverse().apply_range(placesInBoxes(R)).reverse().is_single_valued())
    return false;
  std::optional<size_t> Steps;
  for (auto [D, H] : llvm::enumerate(R.Pipe.Tiles.Rows)) {
    if (Rows.reverse().apply_range(rowValue(R.Nest.domain(), H)).is_single_valued())
      continue;
    if (Steps)
      return false;
    Steps = D;
  }
  for (size_t D = 0; Steps && D < R.Pipe.Reach.size(); ++D)
    if ((R.Pipe.Reach[D] > 0) != (D == *Steps))
      return false;
  return true;
}

/// The nest writes into the same memory by another array: members of one structure lie between each other.
static bool sharesMemory(const LoopNest &Nest, unsigned Number) {
  return llvm::any_of(Nest.Accesses, [&](const Access &A) {
    return A.What == Access::Kind::Write && A.ArrayIndex != Number && Nest.Arrays[A.ArrayIndex].base() == Nest.Arrays[Number].base();
  });
}

/// Leading subscripts name rows of the array that belong to one tile at a time.
static bool haveOwnRows(const RegionContext &R, const std::vector<const Access *> &Stores) {
  const unsigned Number = Stores.front()->ArrayIndex, Rank = unsigned(R.Nest.Arrays[Number].Extents.size());
  if (sharesMemory(R.Nest, Number))
    return false;
  for (unsigned Leading = 1; Leading < Rank; ++Leading) {
    isl_map *Rows = nullptr;
    for (const Access *W : Stores) {
      isl_map *Each = isl_map_project_out(W->Relation.copy(), isl_dim_out, Leading, Rank - Leading);
      Rows = Rows ? isl_map_union(Rows, Each) : Each;
    }
    if (haveOwnPlaces(R, isl::manage(Rows)))
      return true;
  }
  return false;
}

/// Of one array's stores.
static StoreGaps gapsOf(const LoopNest &Nest, const std::vector<const Access *> &Stores) {
  std::optional<std::vector<Place>> Places = placesOf(Nest, Stores);
  bool AreLinear = Places && llvm::all_of(*Places, [](const Place &P) {
    return llvm::all_of(P.Subscripts, [](const Subscripted &S) { return S.IsLinear; });
  });
  if (!AreLinear)
    return StoreGaps::InBody;
  StoreGaps Result = StoreGaps::None;
  std::vector<Bytes> Strides = stridesOf(Nest.Arrays[Stores.front()->ArrayIndex]);
  for (const Place &P : *Places) {
    if (leavesGapBetweenRows(stepsOf(Nest, Strides, P)))
      Result = StoreGaps::BetweenRows;
    if (llvm::any_of(*Places, [&](const Place &Q) { return leaveGap(Nest, Strides, P, Q); }))
      return StoreGaps::InBody;
  }
  return Result;
}

StoreGaps tilepipe::storeGaps(const RegionContext &R) {
  const LoopNest &Nest = R.Nest;
  StoreGaps Result = StoreGaps::None;
  for (unsigned Number = 0; Number < Nest.Arrays.size(); ++Number) {
    if (Nest.Arrays[Number].CombinedBy) // each CPU has its own
      continue;
    std::vector<const Access *> Stores;
    for (const Access &A : Nest.Accesses)
      if (A.What == Access::Kind::Write && A.ArrayIndex == Number)
        Stores.push_back(&A);
    if (Stores.empty())
      continue;
    StoreGaps Found = gapsOf(Nest, Stores);
    if (Found == StoreGaps::InBody && haveOwnRows(R, Stores))
      Found = StoreGaps::BetweenRows; // gcc may put neighbouring rows into one body
    Result = std::max(Result, Found);
  }
  return Result;
}
