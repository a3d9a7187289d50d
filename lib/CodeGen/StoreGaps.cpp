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

bool differsByConstant(const Subscripted &A, const Subscripted &B) {
  return A.Iterators == B.Iterators && A.Parameters == B.Parameters;
}

/// The address of a store on some of the points: a subscript per dimension of the array.
using Place = std::vector<Subscripted>;
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
static std::optional<std::vector<Place>> placesOf(const std::vector<const Access *> &Stores) {
  isl_space *Common = Stores.front()->Relation.get_space().release();
  for (const Access *W : Stores)
    Common = isl_space_align_params(Common, W->Relation.get_space().release());
  isl::space Parameters = isl::manage(Common);
  std::vector<Place> Result;
  for (const Access *W : Stores) {
    isl_map *Map = isl_map_align_params(W->Relation.copy(), Parameters.copy());
    isl::map Relation = isl::manage(Map);
    if (!Relation.is_single_valued())
      return std::nullopt;
    isl::pw_multi_aff Address = isl::manage(isl_pw_multi_aff_from_map(Relation.release()));
    auto Add = [](isl_set *On, isl_multi_aff *Subscripts, void *User) {
      isl_set_free(On);
      Place P;
      for (int K = 0; K < isl_multi_aff_dim(Subscripts, isl_dim_out); ++K)
        P.push_back(subscriptOf(isl::manage(isl_multi_aff_get_aff(Subscripts, K))));
      isl_multi_aff_free(Subscripts);
      static_cast<std::vector<Place> *>(User)->push_back(std::move(P));
      return isl_stat_ok;
    };
    isl_pw_multi_aff_foreach_piece(Address.get(), Add, &Result);
  }
  return Result;
}

/// Bytes by which the address grows with each subscript; nothing: not known before the program runs.
static std::vector<std::optional<int64_t>> stridesOf(const Array &A) {
  std::vector<std::optional<int64_t>> Result(A.Extents.size());
  std::optional<int64_t> Stride = A.ElementSize;
  for (size_t K = A.Extents.size(); K-- > 0;) {
    if (A.Extents[K].Unit)
      Stride = A.Extents[K].Unit;
    Result[K] = K < A.Rows ? std::nullopt : Stride;
    const std::optional<isl::pw_aff> &Size = A.Extents[K].Size;
    std::optional<int64_t> Extent;
    if (Size && isl_pw_aff_is_cst(Size->get()) == isl_bool_true)
      Extent = toInt64(isl::manage(isl_pw_aff_max_val(Size->copy())));
    Stride = Stride && Extent ? std::optional<int64_t>(*Stride * *Extent) : std::nullopt;
  }
  return Result;
}

/// Sum of what each dimension adds, in bytes; nothing where one of them is not a constant.
static std::optional<int64_t> bytes(const std::vector<std::optional<int64_t>> &Strides,
                                    llvm::function_ref<int64_t(size_t)> Step) {
  int64_t Sum = 0;
  for (size_t K = 0; K < Strides.size(); ++K) {
    if (Step(K) != 0 && !Strides[K])
      return std::nullopt;
    Sum += Step(K) != 0 ? Step(K) * *Strides[K] : 0;
  }
  return Sum;
}

/// Distance is two or more iterations of a loop that advances Step bytes, and not very many.
static bool leavesGap(std::optional<int64_t> Distance, std::optional<int64_t> Step) {
  if (!Distance || !Step || *Step == 0 || *Distance % *Step != 0)
    return false;
  int64_t Iterations = std::abs(*Distance / *Step);
  return Iterations >= 2 && Iterations <= FarthestIteration;
}

StoreGaps tilepipe::storeGaps(const LoopNest &Nest) {
  StoreGaps Result = StoreGaps::None;
  for (unsigned Number = 0; Number < Nest.Arrays.size(); ++Number) {
    std::vector<const Access *> Stores;
    for (const Access &A : Nest.Accesses)
      if (A.What == Access::Kind::Write && A.ArrayIndex == Number)
        Stores.push_back(&A);
    if (Stores.empty())
      continue;
    std::optional<std::vector<Place>> Places = placesOf(Stores);
    bool AreLinear = Places && llvm::all_of(*Places, [](const Place &P) {
      return llvm::all_of(P, [](const Subscripted &S) { return S.IsLinear; });
    });
    if (!AreLinear)
      return StoreGaps::InBody;
    std::vector<std::optional<int64_t>> Strides = stridesOf(Nest.Arrays[Number]);
    for (const Place &P : *Places) {
      std::vector<std::optional<int64_t>> Steps;
      for (unsigned D = 0; D < Nest.depth(); ++D)
        Steps.push_back(bytes(Strides, [&](size_t K) { return P[K].Iterators[D] * Nest.Loops[D].Spacing; }));
      // gcc may exchange the loops first: the order of the two does not matter.
      for (auto Outer : Steps)
        for (auto Inner : Steps)
          if (leavesGap(Outer, Inner))
            Result = std::max(Result, StoreGaps::BetweenRows);
      for (const Place &Q : *Places) {
        if (!std::equal(P.begin(), P.end(), Q.begin(), differsByConstant))
          continue;
        std::optional<int64_t> Distance =
            bytes(Strides, [&](size_t K) { return P[K].Constant - Q[K].Constant; });
        if (llvm::any_of(Steps, [&](auto Step) { return leavesGap(Distance, Step); }))
          return StoreGaps::InBody;
      }
    }
  }
  return Result;
}
