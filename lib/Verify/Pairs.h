// Pairs.h - relations between what happens at different times
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// isl's operations on whole relations look for redundant constraints in all pairs. Few pairs of basic sets have anything in
// common, which equal dimensions show at once. So these relations are made of one pair of basic sets after the other.
#ifndef TILEPIPE_LIB_VERIFY_PAIRS_H
#define TILEPIPE_LIB_VERIFY_PAIRS_H

#include "tilepipe/Support/Isl.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace tilepipe::verify {

/// Dimensions In, ..., In + Count - 1 of the one equal Out, ..., Out + Count - 1 of the other.
struct EqualDims {
  unsigned In, Out, Count;
};

/// { [u] -> [v] }: its parts may have points in common, and be empty.
class Pairs {
public:
  /// For u in From and v in To, where all of Equal holds.
  Pairs(const isl::set &From, const isl::set &To, llvm::ArrayRef<EqualDims> Equal);
  /// For [j, ...] in From and [j', ...] in To with [j, j'] in Related. Tuples have no names.
  Pairs(const isl::set &From, const isl::set &To, const isl::set &Related);

  /// Those where dimensions [At, At + Count) of u are lexicographically greater than those of v.
  Pairs greater(unsigned At, unsigned Count) const;
  /// Those where they are less.
  Pairs less(unsigned At, unsigned Count) const;
  /// Those where they are greater or equal.
  Pairs notLess(unsigned At, unsigned Count) const;
  bool isEmpty() const;
  isl::set domain() const;
  isl::set range() const;
  /// { [u, v] }
  isl::set tuples() const;

private:
  isl::space Space;
  std::vector<isl::basic_map> Parts;

  explicit Pairs(isl::space Space) : Space(std::move(Space)) {}
  void add(isl_basic_map *Part);
  Pairs ordered(unsigned At, unsigned Count, isl_dim_type More, isl_dim_type Less, bool OrEqual = false) const;
};

} // namespace tilepipe::verify

#endif
