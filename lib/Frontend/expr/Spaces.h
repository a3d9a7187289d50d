// Spaces.h - points of loops as isl values
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_EXPR_SPACES_H
#define TILEPIPE_LIB_FRONTEND_EXPR_SPACES_H

#include "tilepipe/Support/Isl.h"

namespace tilepipe {

/// Makes values over { S[c0, ..., c(Depth-1)] }.
class Spaces {
public:
  explicit Spaces(const IslContext &Isl) : Isl(Isl) {}

  isl::ctx ctx() const { return Isl.get(); }
  isl::set universe(unsigned Depth) const;
  isl::pw_aff constant(unsigned Depth, const isl::val &Value) const;
  isl::pw_aff constant(unsigned Depth, int64_t Value) const;
  isl::pw_aff coordinate(unsigned Depth, unsigned D) const;
  isl::pw_aff parameter(unsigned Depth, const std::string &Name) const;
  /// { [] -> [Name] }
  isl::pw_aff parameterAlone(const std::string &Name) const;
  /// The same over more coordinates.
  isl::pw_aff embed(const isl::pw_aff &Value, unsigned Depth) const;
  isl::set embed(const isl::set &Set, unsigned Depth) const;

private:
  const IslContext &Isl;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_EXPR_SPACES_H
