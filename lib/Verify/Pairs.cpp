// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pairs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <isl/map.h>
#include <isl/set.h>

#include <optional>

using namespace tilepipe;
using verify::Pairs;

namespace {

/// The number that a dimension is in all of Part, as far as its constraints say so plainly.
std::optional<int64_t> fixed(const isl::basic_map &Part, isl_dim_type Type, unsigned D) {
  return asInteger(isl::manage(isl_basic_map_plain_get_val_if_fixed(Part.get(), Type, D)));
}

/// A basic set with the numbers that its dimensions are: most pairs contradict each other in these.
struct Piece {
  isl::basic_set Set;
  std::vector<std::optional<int64_t>> Numbers;
};

/// Begun = { [u] -> [v] }: the numbers of the Count outer dimensions of the u or v.
std::vector<std::optional<int64_t>> numbersOf(const isl::basic_map &Begun, isl_dim_type Type, unsigned Count) {
  std::vector<std::optional<int64_t>> Numbers;
  for (unsigned D = 0; D < Count; ++D)
    Numbers.push_back(fixed(Begun, Type, D));
  return Numbers;
}

std::vector<Piece> piecesOf(const isl::set &Set) {
  std::vector<Piece> Pieces;
  Set.foreach_basic_set([&](const isl::basic_set &Each) {
    const isl::basic_map Map = isl::manage(isl_basic_map_from_range(Each.copy()));
    Pieces.push_back({Each, numbersOf(Map, isl_dim_out, dims(Set))});
  });
  return Pieces;
}

/// Both are numbers, and different ones.
bool differ(const std::optional<int64_t> &A, const std::optional<int64_t> &B) { return A && B && *A != *B; }

/// { [u] -> [v] }: Related = { [j, j'] }, with u beginning with j and v with j'.
isl::map beginningWith(const isl::set &Related, const isl::set &From, const isl::set &To) {
  const unsigned Depth = dims(Related) / 2;
  isl_map *Map = isl_map_from_domain(Related.copy());
  Map = isl_map_move_dims(Map, isl_dim_out, 0, isl_dim_in, Depth, Depth);
  Map = isl_map_insert_dims(Map, isl_dim_in, Depth, dims(From) - Depth);
  return isl::manage(isl_map_insert_dims(Map, isl_dim_out, Depth, dims(To) - Depth));
}

} // namespace

/// Unless the part's equalities contradict each other.
void Pairs::add(isl_basic_map *Part) {
  const isl::basic_map Owned = isl::manage(Part);
  if (isl_basic_map_plain_is_empty(Part) == isl_bool_false)
    Parts.push_back(Owned);
}

Pairs::Pairs(const isl::set &From, const isl::set &To, llvm::ArrayRef<EqualDims> Equal) {
  const isl::set Ins = isl::manage(isl_set_align_params(From.copy(), To.get_space().release())),
                 Outs = isl::manage(isl_set_align_params(To.copy(), Ins.get_space().release()));
  Space = isl::manage(isl_space_map_from_domain_and_range(Ins.get_space().release(), Outs.get_space().release()));
  isl_basic_map *Condition = isl_basic_map_universe(Space.copy());
  for (const EqualDims &Each : Equal)
    for (unsigned D = 0; D < Each.Count; ++D)
      Condition = isl_basic_map_equate(Condition, isl_dim_in, int(Each.In + D), isl_dim_out, int(Each.Out + D));
  const isl::basic_map Common = isl::manage(Condition);
  auto MayMeet = [&](const Piece &In, const Piece &Out) {
    return llvm::none_of(Equal, [&](const EqualDims &Each) {
      return llvm::any_of(llvm::seq(Each.Count), [&](unsigned D) { return differ(In.Numbers[Each.In + D], Out.Numbers[Each.Out + D]); });
    });
  };
  const std::vector<Piece> OutPieces = piecesOf(Outs);
  for (const Piece &In : piecesOf(Ins))
    for (const Piece &Out : OutPieces)
      if (MayMeet(In, Out))
        add(isl_basic_map_intersect(isl_basic_map_from_domain_and_range(In.Set.copy(), Out.Set.copy()), Common.copy()));
}

Pairs::Pairs(const isl::set &From, const isl::set &To, const isl::set &Related) {
  isl::map All = beginningWith(Related, From, To);
  All = isl::manage(isl_map_align_params(All.release(), From.get_space().release()));
  All = isl::manage(isl_map_align_params(All.release(), To.get_space().release()));
  Space = All.get_space();
  const std::vector<Piece> Ins = piecesOf(isl::manage(isl_set_align_params(From.copy(), Space.copy()))),
                           Outs = piecesOf(isl::manage(isl_set_align_params(To.copy(), Space.copy())));
  const unsigned Depth = dims(Related) / 2;
  auto MayMeet = [&](const std::vector<std::optional<int64_t>> &Begun, const Piece &With) {
    return llvm::none_of(llvm::zip_first(Begun, With.Numbers), [](const auto &Two) { return differ(std::get<0>(Two), std::get<1>(Two)); });
  };
  All.foreach_basic_map([&](const isl::basic_map &Part) {
    const std::vector<std::optional<int64_t>> First = numbersOf(Part, isl_dim_in, Depth);
    for (const Piece &In : Ins) {
      if (!MayMeet(First, In))
        continue;
      const isl::basic_map Begun = Part.intersect_domain(In.Set);
      if (Begun.is_empty()) // asked once for all of To
        continue;
      const std::vector<std::optional<int64_t>> Second = numbersOf(Begun, isl_dim_out, Depth);
      for (const Piece &Out : Outs)
        if (MayMeet(Second, Out))
          add(isl_basic_map_intersect_range(Begun.copy(), Out.Set.copy()));
    }
  });
}

Pairs Pairs::ordered(unsigned At, unsigned Count, isl_dim_type More, isl_dim_type Less, bool OrEqual) const {
  Pairs Result(Space);
  // 1 where dimension D of More is greater than that of Less, 0 where they are the same, else -1; nothing: they are no numbers.
  auto Order = [&](const isl::basic_map &Part, unsigned D) -> std::optional<int> {
    const std::optional<int64_t> A = fixed(Part, More, D), B = fixed(Part, Less, D);
    return A && B ? std::optional((*A > *B) - (*A < *B)) : std::nullopt;
  };
  for (isl::basic_map Rest : Parts) { // dimensions in front of D are equal
    const unsigned End = At + Count;
    bool IsDecided = false;
    for (unsigned D = At; D < End && !IsDecided && isl_basic_map_plain_is_empty(Rest.get()) == isl_bool_false; ++D) {
      const std::optional<int> Here = Order(Rest, D), Next = D + 1 < End ? Order(Rest, D + 1) : std::nullopt;
      if (Here && *Here == 0)
        continue;
      // Behind a loop there is most often a place, which decides for equal iterations: both cases are one part then.
      IsDecided = (Here && *Here > 0) || (Next && *Next > 0);
      const bool IsOneCase = !Here && IsDecided;
      if (!Here || *Here > 0)
        Result.add((IsOneCase ? isl_basic_map_order_ge : isl_basic_map_order_gt)(Rest.copy(), More, int(D), Less, int(D)));
      if (!IsDecided)
        Rest = isl::manage(isl_basic_map_equate(Rest.release(), More, int(D), Less, int(D)));
    }
    if (OrEqual && !IsDecided)
      Result.add(Rest.copy());
  }
  return Result;
}

Pairs Pairs::greater(unsigned At, unsigned Count) const { return ordered(At, Count, isl_dim_in, isl_dim_out); }

Pairs Pairs::less(unsigned At, unsigned Count) const { return ordered(At, Count, isl_dim_out, isl_dim_in); }

Pairs Pairs::notLess(unsigned At, unsigned Count) const { return ordered(At, Count, isl_dim_in, isl_dim_out, true); }

bool Pairs::isEmpty() const {
  return llvm::all_of(Parts, [](const isl::basic_map &Part) { return Part.is_empty(); });
}

isl::set Pairs::domain() const {
  std::vector<isl::basic_set> Result;
  for (const isl::basic_map &Part : Parts)
    Result.push_back(isl::manage(isl_basic_map_domain(Part.copy())));
  return unionOf(isl::manage(isl_space_domain(Space.copy())), Result);
}

isl::set Pairs::range() const {
  std::vector<isl::basic_set> Result;
  for (const isl::basic_map &Part : Parts)
    Result.push_back(isl::manage(isl_basic_map_range(Part.copy())));
  return unionOf(isl::manage(isl_space_range(Space.copy())), Result);
}

isl::set Pairs::tuples() const {
  isl::map Result = isl::manage(isl_map_empty(Space.copy()));
  for (const isl::basic_map &Part : Parts)
    Result = Result.unite(isl::map(Part));
  return isl::manage(isl_set_flatten(isl_map_wrap(Result.release())));
}
