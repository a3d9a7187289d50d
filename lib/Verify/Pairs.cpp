// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pairs.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/map.h>
#include <isl/set.h>

#include <optional>

using namespace tilepipe;
using verify::Pairs;

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
  Ins.foreach_basic_set([&](const isl::basic_set &In) {
    Outs.foreach_basic_set([&](const isl::basic_set &Out) {
      add(isl_basic_map_intersect(isl_basic_map_from_domain_and_range(In.copy(), Out.copy()), Common.copy()));
    });
  });
}

/// The number that a dimension is in all of Part.
static std::optional<int64_t> fixed(const isl::basic_map &Part, isl_dim_type Type, unsigned D) {
  return asInteger(isl::manage(isl_basic_map_plain_get_val_if_fixed(Part.get(), Type, D)));
}

Pairs Pairs::ordered(unsigned At, unsigned Count, isl_dim_type More, isl_dim_type Less) const {
  Pairs Result(Space);
  for (isl::basic_map Rest : Parts) // dimensions in front of D are equal
    for (unsigned D = At; D < At + Count && isl_basic_map_plain_is_empty(Rest.get()) == isl_bool_false; ++D) {
      const std::optional<int64_t> A = fixed(Rest, More, D), B = fixed(Rest, Less, D);
      if (A && B && *A == *B)
        continue;
      if (!A || !B || *A > *B)
        Result.add(isl_basic_map_order_gt(Rest.copy(), More, int(D), Less, int(D)));
      Rest = isl::manage(isl_basic_map_equate(Rest.release(), More, int(D), Less, int(D)));
    }
  return Result;
}

Pairs Pairs::greater(unsigned At, unsigned Count) const { return ordered(At, Count, isl_dim_in, isl_dim_out); }

Pairs Pairs::less(unsigned At, unsigned Count) const { return ordered(At, Count, isl_dim_out, isl_dim_in); }

bool Pairs::isEmpty() const {
  return llvm::all_of(Parts, [](const isl::basic_map &Part) { return Part.is_empty(); });
}

isl::set Pairs::domain() const {
  isl::set Result = isl::manage(isl_set_empty(isl_space_domain(Space.copy())));
  for (const isl::basic_map &Part : Parts)
    Result = Result.unite(isl::manage(isl_basic_map_domain(Part.copy())));
  return Result;
}

isl::set Pairs::range() const {
  isl::set Result = isl::manage(isl_set_empty(isl_space_range(Space.copy())));
  for (const isl::basic_map &Part : Parts)
    Result = Result.unite(isl::manage(isl_basic_map_range(Part.copy())));
  return Result;
}
