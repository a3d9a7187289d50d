// Value.h - integers of emitted C over isl's parameters
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// While emitted text is read, everything that varies is an isl parameter: symbols of the
// nest, corners of the box, and one parameter for each loop that is being read. So values
// and conditions never change their space when a loop is entered.
#ifndef TILEPIPE_LIB_VERIFY_VALUE_H
#define TILEPIPE_LIB_VERIFY_VALUE_H

#include "tilepipe/Support/Isl.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace tilepipe {

/// An integer: a piecewise affine function of parameters, or the least or greatest of several.
/// Bounds are such folds, and compared as conjunctions they stay small.
class Value {
public:
  /// Plain: { [] -> [v] }
  explicit Value(const isl::pw_aff &Plain);
  static Value constant(isl::ctx Ctx, int64_t V);
  static Value parameter(isl::ctx Ctx, const std::string &Name);

  static Value least(const Value &A, const Value &B) { return fold(A, B, Fold::Min); }
  static Value greatest(const Value &A, const Value &B) { return fold(A, B, Fold::Max); }
  Value operator+(const Value &Other) const;
  Value operator-() const;
  Value operator-(const Value &Other) const { return *this + -Other; }
  Value operator+(int64_t V) const { return *this + constant(Parts.front().ctx(), V); }
  Value times(int64_t Factor) const;
  /// floor(*this / Divisor), for a positive divisor.
  Value floorDivided(int64_t Divisor) const;

  isl::pw_aff plain() const;
  /// Made of the same parts in the same way: surely equal.
  bool isSame(const Value &Other) const;
  /// The functions that it is a fold of.
  const std::vector<isl::pw_aff> &parts() const { return Parts; }
  /// Parameter set: what X and this value have in common where X is either: X is no less than each part of a greatest one, or
  /// no more than each part of a least one. Convex.
  isl::set bounds(const Value &X) const { return How == Fold::Max ? X.atLeast(*this) : atLeast(X); }
  /// The value where it is the same for all parameters.
  std::optional<int64_t> asConstant() const;

  /// Parameter sets: where *this >= Other, where they are equal.
  isl::set atLeast(const Value &Other) const;
  isl::set equals(const Value &Other) const { return plain().eq_set(Other.plain()).params(); }

private:
  enum class Fold { None, Min, Max };
  Fold How = Fold::None;
  std::vector<isl::pw_aff> Parts;

  static Value fold(const Value &A, const Value &B, Fold How);
  Value single() const { return Value(plain()); }
};

/// { [] -> [0] } and universes that have no parameters yet.
isl::set everywhere(isl::ctx Ctx);
isl::set nowhere(isl::ctx Ctx);

/// Set's parameters Names as the tuple Name[...] in their order: { Name[n0, n1, ...] }.
isl::set parametersAsTuple(const isl::set &Set, const std::vector<std::string> &Names,
                           const std::string &Name);
/// What parameters for corners of boxes that a call passes begin with.
inline constexpr const char *HiddenCorner = "tp_corner";
/// Set without the parameters that Drops names; they become existentially quantified.
isl::set withoutParameters(const isl::set &Set, llvm::function_ref<bool(llvm::StringRef)> Drops);

} // namespace tilepipe

#endif // TILEPIPE_LIB_VERIFY_VALUE_H
