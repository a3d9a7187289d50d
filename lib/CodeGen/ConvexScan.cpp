//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ConvexScan.h"

#include <isl/constraint.h>
#include <isl/set.h>

using namespace tilepipe;

namespace {

/// Coefficients of one constraint: expr >= 0, or expr == 0.
class Constraint {
public:
  Constraint(isl_constraint *C, const std::vector<std::string> &Iterators,
             const IdentifierText &Name)
      : C(C), Iterators(Iterators), Name(Name) {}

  bool isEquality() const { return isl_constraint_is_equality(C) == isl_bool_true; }
  int64_t coefficient(isl_dim_type Type, unsigned I) const {
    return toInt64(isl::manage(isl_constraint_get_coefficient_val(C, Type, I)));
  }
  int64_t constant() const { return toInt64(isl::manage(isl_constraint_get_constant_val(C))); }

  /// Sign times the expression without dimension Skip, positive terms first.
  std::string text(int Sign, unsigned Skip) const {
    std::vector<std::pair<int64_t, std::string>> Terms;
    for (unsigned I = 0; I < unsigned(isl_constraint_dim(C, isl_dim_set)); ++I)
      if (I != Skip)
        Terms.push_back({Sign * coefficient(isl_dim_set, I), Iterators[I]});
    for (unsigned I = 0; I < unsigned(isl_constraint_dim(C, isl_dim_param)); ++I)
      Terms.push_back({Sign * coefficient(isl_dim_param, I),
                       Name(isl_constraint_get_dim_name(C, isl_dim_param, I))});
    Terms.push_back({Sign * constant(), ""});
    std::string Text;
    for (bool IsPositive : {true, false})
      for (const auto &[Factor, What] : Terms)
        if (Factor != 0 && (Factor > 0) == IsPositive)
          append(Text, Factor, What);
    return Text.empty() ? "0" : Text;
  }

private:
  isl_constraint *C;
  const std::vector<std::string> &Iterators;
  const IdentifierText &Name;

  static void append(std::string &Text, int64_t Factor, const std::string &What) {
    std::string Size = std::to_string(Factor < 0 ? -Factor : Factor);
    std::string Term = What.empty() ? Size : Size == "1" ? What : Size + " * " + What;
    const char *Sign = Factor < 0 ? (Text.empty() ? "-" : " - ") : (Text.empty() ? "" : " + ");
    Text += Sign + Term;
  }
};

using ConstraintVisitor = llvm::function_ref<void(isl_constraint *)>;

void forEachConstraint(const isl::basic_set &Set, ConstraintVisitor Visit) {
  auto Call = [](isl_constraint *C, void *User) {
    (*static_cast<ConstraintVisitor *>(User))(C);
    isl_constraint_free(C);
    return isl_stat_ok;
  };
  if (isl_basic_set_foreach_constraint(Set.get(), Call, &Visit) != isl_stat_ok)
    throw std::runtime_error("constraints cannot be read");
}

void fold(std::string &Bound, const char *Function, const std::string &Next) {
  Bound = Bound.empty() ? Next : std::string(Function) + "(" + Bound + ", " + Next + ")";
}

/// Bounds of the last dimension of Set; nothing where one is missing.
std::optional<ConvexLoops::Bounds> lastBounds(const isl::basic_set &Set,
                                              const std::vector<std::string> &Iterators,
                                              const IdentifierText &Name) {
  unsigned D = isl_basic_set_dim(Set.get(), isl_dim_set) - 1;
  ConvexLoops::Bounds Result{"", "", false};
  forEachConstraint(Set, [&](isl_constraint *Raw) {
    Constraint C(Raw, Iterators, Name);
    int64_t A = C.coefficient(isl_dim_set, D);
    if (A == 0)
      return;
    int64_t Size = A < 0 ? -A : A;
    // A x + e >= 0: x >= ceil(-e / A) = -floor(e / A), or x <= floor(e / -A).
    auto Divided = [&](int Sign) {
      return "tp_floord(" + C.text(Sign, D) + ", " + std::to_string(Size) + ")";
    };
    bool IsLower = A > 0;
    if (C.isEquality() && Size == 1) {
      Result = {C.text(IsLower ? -1 : 1, D), "", true};
      Result.Last = Result.First;
      return;
    }
    if (Result.IsSingle)
      return;
    if (IsLower || C.isEquality())
      fold(Result.First, "tp_max",
           Size == 1 ? C.text(-1, D) : "-" + Divided(IsLower ? 1 : -1));
    if (!IsLower || C.isEquality())
      fold(Result.Last, "tp_min", Size == 1 ? C.text(1, D) : Divided(IsLower ? -1 : 1));
  });
  if (Result.First.empty() || Result.Last.empty())
    return std::nullopt;
  return Result;
}

std::string guardText(const isl::basic_set &Params, const IdentifierText &Name) {
  std::string Text;
  forEachConstraint(Params, [&](isl_constraint *Raw) {
    Constraint C(Raw, {}, Name);
    Text += (Text.empty() ? "" : " && ") + C.text(1, 0) + (C.isEquality() ? " == 0" : " >= 0");
  });
  return Text;
}

/// Set without what Context says anyway.
isl::basic_set without(const isl::basic_set &Set, const isl::set &Context) {
  isl::basic_set Result = Set;
  isl::set Simple = isl::set(Set).gist_params(Context);
  if (Simple.n_basic_set() == 1)
    Simple.foreach_basic_set([&](isl::basic_set Only) { Result = Only; });
  return isl::manage(isl_basic_set_remove_redundancies(Result.release()));
}

/// Set without its last dimension.
isl::basic_set withoutLast(const isl::basic_set &Set) {
  unsigned Last = isl_basic_set_dim(Set.get(), isl_dim_set) - 1;
  return isl::manage(isl_basic_set_project_out(Set.copy(), isl_dim_set, Last, 1));
}

} // namespace

std::optional<ConvexLoops> tilepipe::convexLoops(const isl::basic_set &Set,
                                                 const isl::set &Context,
                                                 const std::vector<std::string> &Iterators,
                                                 const IdentifierText &Name) {
  ConvexLoops Result;
  // Innermost first, one dimension projected out at a time. What Context says can be left out before
  // projecting as well: it is about parameters alone.
  isl::basic_set Outer = without(Set, Context);
  for (unsigned Depth = isl_basic_set_dim(Set.get(), isl_dim_set); Depth > 0; --Depth) {
    if (isl_basic_set_dim(Outer.get(), isl_dim_div) != 0)
      return std::nullopt;
    auto Bounds = lastBounds(Outer, Iterators, Name);
    if (!Bounds)
      return std::nullopt;
    Result.Loops.insert(Result.Loops.begin(), *Bounds);
    Outer = without(withoutLast(Outer), Context);
  }
  isl::basic_set Params = isl::manage(isl_basic_set_params(Outer.copy()));
  if (isl_basic_set_dim(Params.get(), isl_dim_div) != 0)
    return std::nullopt;
  Result.Guard = guardText(Params, Name);
  return Result;
}
