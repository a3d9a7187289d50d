// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ConvexScan.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/set.h>

#include <set>

using namespace tilepipe;

namespace {

std::string number(int64_t Value) { return std::to_string(Value); }

/// What the dimensions of an expression are called.
struct Names {
  const std::vector<std::string> &Iterators;
  const IdentifierText &Parameter;
};

/// floor(Numerator / Divisor), the value of an existentially quantified variable.
class Quotient {
public:
  explicit Quotient(isl::aff Raw)
      : Value(Raw), Divisor(toInt64(isl::manage(isl_aff_get_denominator_val(Raw.get())))) {}

  int64_t divisor() const { return Divisor; }
  int64_t coefficient(isl_dim_type Type, unsigned I) const {
    return scaled(isl_aff_get_coefficient_val(Value.get(), Type, I));
  }
  int64_t constant() const { return scaled(isl_aff_get_constant_val(Value.get())); }
  unsigned dim(isl_dim_type Type) const { return isl_aff_dim(Value.get(), Type); }
  Quotient inner(unsigned I) const { return Quotient(isl::manage(isl_aff_get_div(Value.get(), I))); }

  /// Number of dimensions up to the last one that it depends on.
  unsigned depth() const {
    unsigned Result = 0;
    for (unsigned I = 0; I < dim(isl_dim_in); ++I)
      if (coefficient(isl_dim_in, I) != 0)
        Result = I + 1;
    for (unsigned I = 0; I < dim(isl_dim_div); ++I)
      if (coefficient(isl_dim_div, I) != 0)
        Result = std::max(Result, inner(I).depth());
    return Result;
  }

  std::string text(const Names &N) const {
    Sum Numerator;
    for (unsigned I = 0; I < dim(isl_dim_in); ++I)
      Numerator.add(coefficient(isl_dim_in, I), N.Iterators[I]);
    for (unsigned I = 0; I < dim(isl_dim_param); ++I)
      if (int64_t Factor = coefficient(isl_dim_param, I))
        Numerator.add(Factor, N.Parameter(isl_aff_get_dim_name(Value.get(), isl_dim_param, I)));
    for (unsigned I = 0; I < dim(isl_dim_div); ++I)
      if (int64_t Factor = coefficient(isl_dim_div, I))
        Numerator.add(Factor, inner(I).text(N));
    Numerator.add(constant(), "");
    return "tp_floord(" + Numerator.text() + ", " + number(Divisor) + ")";
  }

private:
  isl::aff Value;
  int64_t Divisor;

  int64_t scaled(isl_val *V) const {
    return toInt64(isl::manage(isl_val_mul(V, isl_aff_get_denominator_val(Value.get()))));
  }
};

/// One constraint: expr >= 0, or expr == 0.
class Constraint {
public:
  Constraint(isl_constraint *C, const Names &N) : C(C), N(N) {}

  bool isEquality() const { return isl_constraint_is_equality(C) == isl_bool_true; }
  unsigned dim(isl_dim_type Type) const { return isl_constraint_dim(C, Type); }
  int64_t coefficient(isl_dim_type Type, unsigned I) const {
    return toInt64(isl::manage(isl_constraint_get_coefficient_val(C, Type, I)));
  }
  int64_t constant() const { return toInt64(isl::manage(isl_constraint_get_constant_val(C))); }
  Quotient quotient(unsigned I) const { return Quotient(isl::manage(isl_constraint_get_div(C, I))); }

  unsigned depth() const {
    unsigned Result = 0;
    for (unsigned I = 0; I < dim(isl_dim_set); ++I)
      if (coefficient(isl_dim_set, I) != 0)
        Result = I + 1;
    for (unsigned I : quotients())
      Result = std::max(Result, quotient(I).depth());
    return Result;
  }
  /// The existentially quantified variables that it mentions.
  std::vector<unsigned> quotients() const {
    std::vector<unsigned> Result;
    for (unsigned I = 0; I < dim(isl_dim_div); ++I)
      if (coefficient(isl_dim_div, I) != 0)
        Result.push_back(I);
    return Result;
  }
  /// It says no more than what a variable's value is.
  bool isDefinition() const { return isl_constraint_is_div_constraint(C) == isl_bool_true; }

  /// Sign times the expression without dimension Skip, and perhaps without quotients.
  std::string text(int Sign, std::optional<unsigned> Skip = {}, bool WithQuotients = true) const {
    Sum Result;
    for (unsigned I = 0; I < dim(isl_dim_set); ++I)
      if (I != Skip)
        Result.add(Sign * coefficient(isl_dim_set, I), N.Iterators[I]);
    for (unsigned I = 0; I < dim(isl_dim_param); ++I)
      if (int64_t Factor = coefficient(isl_dim_param, I))
        Result.add(Sign * Factor, N.Parameter(isl_constraint_get_dim_name(C, isl_dim_param, I)));
    if (WithQuotients)
      for (unsigned I : quotients())
        Result.add(Sign * coefficient(isl_dim_div, I), quotient(I).text(N));
    Result.add(Sign * constant(), "");
    return Result.text();
  }
  /// What it says, whatever space it is in.
  std::string key() const {
    std::vector<std::string> Parts;
    for (unsigned I = 0; I < dim(isl_dim_param); ++I)
      if (int64_t Factor = coefficient(isl_dim_param, I))
        Parts.push_back(number(Factor) + isl_constraint_get_dim_name(C, isl_dim_param, I));
    std::sort(Parts.begin(), Parts.end());
    std::string Key = number(constant()) + (isEquality() ? "=" : "");
    for (const std::string &Part : Parts)
      Key += ' ' + Part;
    return Key;
  }
  std::string condition() const { return text(1) + (isEquality() ? " == 0" : " >= 0"); }

  /// The m of an equality that says no more than: dimension D is congruent to -a f modulo m,
  /// for its expression a x_D + f + m e with a = 1 or -1; 0 for all other constraints.
  int64_t stride(unsigned D) const;

private:
  isl_constraint *C;
  const Names &N;
};

int64_t Constraint::stride(unsigned D) const {
  std::vector<unsigned> Only = quotients();
  if (!isEquality() || Only.size() != 1 || std::abs(coefficient(isl_dim_set, D)) != 1)
    return 0;
  int64_t Factor = coefficient(isl_dim_div, Only[0]);
  Quotient E = quotient(Only[0]);
  // The equality gives e = (a x_D + f) / -m, so that numerator, and less than one more, is right.
  int Sign = Factor < 0 ? 1 : -1;
  int64_t More = E.constant() - Sign * constant();
  if (E.divisor() != std::abs(Factor) || More < 0 || More >= E.divisor())
    return 0;
  for (unsigned I = 0; I < E.dim(isl_dim_div); ++I)
    if (E.coefficient(isl_dim_div, I) != 0)
      return 0;
  for (unsigned I = 0; I < dim(isl_dim_set); ++I)
    if (E.coefficient(isl_dim_in, I) != Sign * coefficient(isl_dim_set, I))
      return 0;
  for (unsigned I = 0; I < dim(isl_dim_param); ++I)
    if (E.coefficient(isl_dim_param, I) != Sign * coefficient(isl_dim_param, I))
      return 0;
  return E.divisor();
}

void forEachConstraint(const isl::basic_set &Set, const Names &N,
                       llvm::function_ref<void(const Constraint &)> Visit) {
  std::vector<isl_constraint *> All;
  auto Keep = [](isl_constraint *C, void *User) {
    static_cast<std::vector<isl_constraint *> *>(User)->push_back(C);
    return isl_stat_ok;
  };
  bool IsRead = isl_basic_set_foreach_constraint(Set.get(), Keep, &All) == isl_stat_ok;
  struct Freer { // isl throws, and so may Visit
    std::vector<isl_constraint *> &All;
    ~Freer() {
      for (isl_constraint *C : All)
        isl_constraint_free(C);
    }
  } Freed{All};
  if (!IsRead)
    throw std::runtime_error("constraints cannot be read");
  for (isl_constraint *C : All)
    Visit(Constraint(C, N));
}

void fold(std::string &Bound, const char *Function, const std::string &Next) {
  Bound = Bound.empty() ? Next : std::string(Function) + "(" + Bound + ", " + Next + ")";
}

void join(std::string &Condition, const std::string &Next) {
  Condition += (Condition.empty() ? "" : " && ") + Next;
}

/// The bounds that C = a x_D + e >= 0 gives dimension D, with a != 0, e of outer dimensions; an equality gives both.
void addBounds(LoopChain::Loop &Result, const Constraint &C, unsigned D) {
  const int64_t A = C.coefficient(isl_dim_set, D), Size = std::abs(A);
  const bool IsLower = A > 0;
  // x >= ceil(-e / a) = -floor(e / a), or x <= floor(e / -a).
  auto Divided = [&](int Sign) { return "tp_floord(" + C.text(Sign, D) + ", " + number(Size) + ")"; };
  if (IsLower || C.isEquality())
    fold(Result.First, "tp_max", Size == 1 ? C.text(IsLower ? -1 : 1, D) : "-" + Divided(IsLower ? 1 : -1));
  if (!IsLower || C.isEquality())
    fold(Result.Last, "tp_min", Size == 1 ? C.text(IsLower ? -1 : 1, D) : Divided(IsLower ? -1 : 1));
}

/// Bounds of the last dimension of Set, which has no existentially quantified variables.
LoopChain::Loop lastBounds(const isl::basic_set &Set, const Names &N) {
  unsigned D = isl_basic_set_dim(Set.get(), isl_dim_set) - 1;
  LoopChain::Loop Result;
  Result.Iterator = N.Iterators[D];
  forEachConstraint(Set, N, [&](const Constraint &C) {
    const int64_t A = C.coefficient(isl_dim_set, D);
    if (A != 0 && C.isEquality() && std::abs(A) == 1) {
      Result.First = Result.Last = C.text(A > 0 ? -1 : 1, D);
      Result.IsSingle = true;
    } else if (A != 0 && !Result.IsSingle) {
      addBounds(Result, C, D);
    }
  });
  if (Result.First.empty() || Result.Last.empty())
    throw std::runtime_error("loop without a bound");
  return Result;
}

isl::basic_set lean(const isl::basic_set &Set) {
  return isl::manage(isl_basic_set_remove_redundancies(Set.copy()));
}

/// Convex superset of Context without existentially quantified variables.
isl::basic_set simple(const isl::set &Context) {
  isl_set *Plain = isl_set_remove_divs(Context.copy());
  return isl::manage(isl_set_simple_hull(Plain));
}

/// Set without its last dimension; perhaps more than that, where integers matter.
isl::basic_set withoutLast(const isl::basic_set &Set) {
  unsigned Last = isl_basic_set_dim(Set.get(), isl_dim_set) - 1;
  isl_basic_set *Outer = isl_basic_set_project_out(Set.copy(), isl_dim_set, Last, 1);
  return isl::manage(isl_basic_set_remove_divs(Outer));
}

/// C has existentially quantified variables, all of them known in front of the loop of the dimension that it bounds: so rows
/// of elements stay rows.
bool isBound(const LoopChain &Loops, const Constraint &C) {
  const unsigned Depth = C.depth();
  return Depth > 0 && !C.isEquality() && !Loops.Loops[Depth - 1].IsSingle &&
         llvm::all_of(C.quotients(), [&](unsigned I) { return C.quotient(I).depth() < Depth; });
}

/// What a constraint with existentially quantified variables means: a step, or a condition
/// where all that it mentions is known.
void addCondition(LoopChain &Result, const Constraint &C) {
  unsigned Depth = C.depth();
  std::string &Inside = Depth < Result.Loops.size() ? Result.Loops[Depth].Guard : Result.LeafGuard;
  if (Depth == 0)
    return join(Inside, C.condition());
  LoopChain::Loop &B = Result.Loops[Depth - 1];
  int64_t Stride = C.stride(Depth - 1);
  if (!Stride || B.IsSingle || B.Step != 1)
    return join(Inside, C.condition());
  int Sign = C.coefficient(isl_dim_set, Depth - 1) > 0 ? -1 : 1;
  // r - m floor((r - first) / m): the first one that is congruent to r.
  std::string Rest = C.text(Sign, Depth - 1, false), M = number(Stride);
  B.First = Rest + " - " + M + " * tp_floord(" + Rest + " - (" + B.First + "), " + M + ")";
  B.Step = Stride;
}

} // namespace

std::optional<LoopChain> tilepipe::convexLoops(const isl::basic_set &Set,
                                               const isl::set &Context,
                                               const std::vector<std::string> &Iterators,
                                               const IdentifierText &Name) {
  LoopChain Result;
  Names N{Iterators, Name};
  isl::basic_set Known = simple(Context);
  // Bounds come from the set without the constraints that mention quantified variables. Innermost
  // first, one dimension projected out at a time. Context stays in, so that nothing is printed that
  // follows from it; a rational test is enough for that, and isl's gist would look for integers.
  isl::set Convex(isl::manage(isl_basic_set_remove_divs(Set.copy())));
  Convex = Convex.intersect_params(isl::set(Known)); // parameters are aligned for sets alone
  isl::basic_set Outer = lean(isl::manage(isl_set_simple_hull(Convex.release())));
  for (unsigned Depth = isl_basic_set_dim(Set.get(), isl_dim_set); Depth > 0; --Depth) {
    if (isl_basic_set_plain_is_empty(Outer.get()) == isl_bool_true)
      return std::nullopt;
    Result.Loops.insert(Result.Loops.begin(), lastBounds(Outer, N));
    Outer = lean(withoutLast(Outer));
  }
  std::set<std::string> Holds;
  forEachConstraint(Known, N, [&](const Constraint &C) { Holds.insert(C.key()); });
  forEachConstraint(isl::manage(isl_basic_set_params(Outer.copy())), N, [&](const Constraint &C) {
    if (!Holds.count(C.key()))
      join(Result.Loops.front().Guard, C.condition());
  });
  for (bool WantsBounds : {true, false}) // steps count from the bounds
    forEachConstraint(Set, N, [&](const Constraint &C) {
      if (C.quotients().empty() || C.isDefinition() || isBound(Result, C) != WantsBounds)
        return;
      if (WantsBounds)
        addBounds(Result.Loops[C.depth() - 1], C, C.depth() - 1);
      else
        addCondition(Result, C);
    });
  Result.Coordinates.resize(Iterators.size());
  return Result;
}

std::vector<isl::basic_set> tilepipe::disjointPieces(const isl::set &Set) {
  std::vector<isl::basic_set> Pieces;
  isl::set Disjoint = isl::manage(isl_set_compute_divs(isl_set_make_disjoint(Set.copy())));
  Disjoint.foreach_basic_set([&](isl::basic_set Piece) { Pieces.push_back(Piece); });
  return Pieces;
}
