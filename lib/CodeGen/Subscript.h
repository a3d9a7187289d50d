// Subscript.h - subscripts along one direction
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_CODEGEN_SUBSCRIPT_H
#define TILEPIPE_LIB_CODEGEN_SUBSCRIPT_H

#include "tilepipe/Transform/Pipeline.h"

#include <map>
#include <optional>

namespace tilepipe {

/// Scale * (Direction . c) + Symbols + Constant
struct Subscript {
  Row Direction; ///< without common factor, the first component that is not 0 is positive
  int64_t Scale = 0;
  std::map<std::string, int64_t> Symbols;
  int64_t Constant = 0;

  bool isBeside(const Subscript &Other) const {
    return Direction == Other.Direction && Scale == Other.Scale && Symbols == Other.Symbols;
  }
};

/// Output dimension D of Relation, { S[c] -> A[x] }, as one subscript that holds in all its pieces.
/// Where a piece has fixed coordinates it says less than others.
std::optional<Subscript> readSubscript(const isl::map &Relation, unsigned D);

/// Least and greatest value of output dimension D, where they are few numbers whatever the symbols
/// are: of a remainder, or of a byte. All of them are taken to occur: which ones do exactly takes
/// isl seconds.
std::optional<std::pair<int64_t, int64_t>> fewValues(const isl::map &Relation, unsigned D);

} // namespace tilepipe

#endif // TILEPIPE_LIB_CODEGEN_SUBSCRIPT_H
