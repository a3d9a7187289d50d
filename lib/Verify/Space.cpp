//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the iterations and elements are: tp_bounds, tp_points, tp_ranges.
//
#include "Reading.h"

#include <isl/set.h>

using namespace tilepipe;
using namespace clang;

namespace {

/// The runtime declines spaces that begin at 0 and end at 2^62 (docs/Verify.md).
constexpr int64_t HugeSpace = int64_t(1) << 62;

bool isAlways(const isl::set &Path) { return isl_set_plain_is_universe(Path.get()) == isl_bool_true; }

/// tp_out->tp_lo[d] = ...; perhaps in front of it a space that is declined.
class BoundsHooks : public Executor::Hooks {
public:
  BoundsHooks(const RegionSource &Source, EmittedRegion &Region) : Source(Source), Region(Region) {
    Lo.resize(Source.Nest.depth());
    Hi.resize(Source.Nest.depth());
  }

  std::vector<std::optional<Value>> Lo, Hi;

  bool assignment(Executor &X, const BinaryOperator *E) override {
    auto *Element = dyn_cast<ArraySubscriptExpr>(stripped(E->getLHS()));
    auto *Member = Element ? dyn_cast<MemberExpr>(stripped(Element->getBase())) : nullptr;
    if (!Member || !Member->isArrow() || !X.boxOf(Member->getBase()) ||
        E->getOpcode() != BO_Assign)
      return false;
    auto Index = X.number(Element->getIdx()).asConstant();
    if (!Index || *Index < 0 || *Index >= int64_t(Lo.size()))
      return false;
    bool IsLo = Member->getMemberDecl()->getName() == "tp_lo";
    (IsLo ? Lo : Hi)[*Index] = X.number(E->getRHS());
    HasConditional |= !isAlways(X.Path);
    return true;
  }

  /// return, with a space that is declined.
  bool other(Executor &X, const Stmt *S) override {
    auto *Return = dyn_cast<ReturnStmt>(S);
    if (!Return || Return->getRetValue())
      return false;
    for (unsigned D = 0; D < Lo.size(); ++D)
      if (!Lo[D] || !Hi[D] || Lo[D]->asConstant() != 0 || Hi[D]->asConstant() != HugeSpace)
        X.fail(S, "space that is left without its bounds");
    Region.Runs = Region.Runs.subtract(X.Path);
    std::fill(Lo.begin(), Lo.end(), std::nullopt);
    std::fill(Hi.begin(), Hi.end(), std::nullopt);
    HasConditional = false;
    return true;
  }

  bool HasConditional = false; ///< a bound is set on a condition only

private:
  const RegionSource &Source;
  EmittedRegion &Region;
};

/// return n0 * n1, or a sum of counts.
class PointsHooks : public Executor::Hooks {
public:
  explicit PointsHooks(const RegionSource &Source)
      : Skipped(nowhere(Source.ctx())), Source(Source) {}

  isl::set Skipped;                ///< where a product is 0
  std::optional<isl::set> Counted; ///< { S[c] } with something to count
  bool IsProduct = false, IsSum = false;

  /// tp_count += what is never negative
  bool assignment(Executor &X, const BinaryOperator *E) override {
    if (IsSum || E->getOpcode() != BO_AddAssign || !isCount(Evaluator::variable(E->getLHS())))
      return false;
    // tp_max(n, 0) is something to count where n is, and never negative.
    const Expr *Inner = countIfAny(X, E->getRHS());
    Value More = X.number(Inner ? Inner : E->getRHS());
    if (!Inner && !X.Path.is_subset(More.atLeast(Value::constant(Source.ctx(), 0))))
      X.fail(E, "count that may shrink");
    count(X, conjunction(X.Path, More.atLeast(Value::constant(Source.ctx(), 1))));
    return true;
  }

  bool other(Executor &X, const Stmt *S) override {
    if (auto *Unary = dyn_cast<UnaryOperator>(S))
      if (!IsSum && Unary->isIncrementOp() && isCount(Evaluator::variable(Unary->getSubExpr())))
        return count(X, X.Path), true;
    auto *Return = dyn_cast<ReturnStmt>(S);
    if (!Return || !Return->getRetValue() || !isAlways(X.Path))
      return false;
    if (isCount(Evaluator::variable(Return->getRetValue())))
      return IsSum = true;
    product(X, Return->getRetValue());
    return IsProduct = true;
  }

private:
  const RegionSource &Source;

  /// n of tp_max(n, 0); null: E is something else.
  const Expr *countIfAny(Executor &X, const Expr *E) const {
    auto *Call = dyn_cast<CallExpr>(E->IgnoreParenImpCasts());
    bool IsMax = Call && isCallOf(Call, "tp_max") && Source.File.isRuntimes(Call->getDirectCallee()) &&
                 Call->getNumArgs() == 2 && X.number(Call->getArg(1)).asConstant() == 0;
    return IsMax ? Call->getArg(0) : nullptr;
  }

  static bool isCount(const VarDecl *V) { return V && V->getName() == "tp_count"; }
  /// Variables tp_c0, tp_c1, ... are taken for coordinates; whether or not they are, a box with such a
  /// point has something to count.
  void count(Executor &X, isl::set Where) {
    std::vector<std::string> Names;
    for (unsigned D = 0; D < Source.Nest.depth(); ++D) {
      Names.push_back("tp_k" + std::to_string(D));
      for (const auto &[V, B] : X.Vars)
        if (V->getName() == "tp_c" + std::to_string(D) && B.Number && !B.Left)
          Where = conjunction(Where, Value::parameter(Source.ctx(), Names.back()).equals(*B.Number));
    }
    isl::set Here = withoutParameters(parametersAsTuple(Where, Names, "S"), Evaluator::isFresh);
    Counted = Counted ? Counted->unite(Here).coalesce() : Here;
  }

  /// Factors that are all 0 or more: one of them is 0 where the product is.
  void product(Executor &X, const Expr *E) {
    auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
    if (Binary && Binary->getOpcode() == BO_Mul) {
      product(X, Binary->getLHS());
      return product(X, Binary->getRHS());
    }
    Value Factor = X.number(E), Zero = Value::constant(Source.ctx(), 0);
    if (!X.Path.is_subset(Factor.atLeast(Zero)))
      X.fail(E, "factor that may be negative");
    Skipped = Skipped.unite(Zero.atLeast(Factor));
  }
};

/// tp_out[2 * a] = condition ? offset : 0
class RangeHooks : public Executor::Hooks {
public:
  explicit RangeHooks(const RegionSource &Source) : Source(Source) {
    Slots.resize(2 * Source.Nest.Arrays.size());
  }

  struct Slot {
    isl::set Where;
    Subscripts At;
  };
  std::vector<std::optional<Slot>> Slots;
  std::set<unsigned> Empty;

  bool assignment(Executor &X, const BinaryOperator *E) override {
    auto Index = slot(X, E->getLHS());
    if (!Index || E->getOpcode() != BO_Assign || !isAlways(X.Path))
      return false;
    const Expr *Right = E->getRHS()->IgnoreParenImpCasts();
    if (auto *Chained = dyn_cast<BinaryOperator>(Right); Chained && Chained->isAssignmentOp()) {
      auto Other = slot(X, Chained->getLHS());
      if (!Other || X.number(Chained->getRHS()).asConstant() != 0)
        X.fail(E, "range that is not understood");
      Empty.insert({*Index, *Other});
      return true;
    }
    auto *Choice = dyn_cast<ConditionalOperator>(Right);
    if (!Choice || X.number(Choice->getFalseExpr()).asConstant() != 0)
      X.fail(E, "range that is not understood");
    const Array &A = Source.Nest.Arrays[*Index / 2];
    uint64_t Behind = *Index % 2 ? A.ElementSize : 0;
    std::vector<Term> Terms = termsOf(Choice->getTrueExpr());
    Slots[*Index] = Slot{X.condition(Choice->getCond()),
                         readOffset(X, A, Terms, Behind, Choice->getTrueExpr())};
    return true;
  }

private:
  const RegionSource &Source;

  std::optional<unsigned> slot(Executor &X, const Expr *E) {
    auto *Element = dyn_cast<ArraySubscriptExpr>(stripped(E));
    auto Known = Element ? X.Vars.find(Evaluator::variable(Element->getBase())) : X.Vars.end();
    if (Known == X.Vars.end() || Known->second.Is != Binding::What::End)
      return std::nullopt;
    auto *Literal = dyn_cast<IntegerLiteral>(stripped(Element->getIdx()));
    if (!Literal || Literal->getValue().uge(Slots.size()))
      return std::nullopt;
    return Literal->getValue().getZExtValue();
  }
};

/// Corners of a range; a range that has several least ones is not a range.
std::vector<isl::pw_aff> plain(const Subscripts &At) {
  std::vector<isl::pw_aff> Result;
  for (const Value &V : At)
    Result.push_back(V.plain());
  return Result;
}

} // namespace

void tilepipe::readBounds(const RegionSource &Source, const FunctionDecl *Function,
                          EmittedRegion &Region) {
  BoundsHooks Hooks(Source, Region);
  Executor X(Source, Hooks);
  X.bindParameters(Function);
  X.runBody(Function);
  for (unsigned D = 0; D < Source.Nest.depth(); ++D) {
    if (!Hooks.Lo[D] || !Hooks.Hi[D] || Hooks.HasConditional)
      Source.File.fail(Function, "bounds of a dimension are missing");
    Region.Lo.push_back(Hooks.Lo[D]->plain());
    Region.Hi.push_back(Hooks.Hi[D]->plain());
  }
}

void tilepipe::readPoints(const RegionSource &Source, const FunctionDecl *Function,
                          EmittedRegion &Region) {
  PointsHooks Hooks(Source);
  Executor X(Source, Hooks);
  X.bindParameters(Function);
  X.runBody(Function);
  if (Hooks.IsProduct == Hooks.IsSum)
    Source.File.fail(Function, "count that is not understood");
  Region.Skipped = Hooks.Skipped;
  Region.Counted = Hooks.Counted;
  if (Hooks.IsSum && !Hooks.Counted)
    Source.File.fail(Function, "function that counts nothing");
}

void tilepipe::readRanges(const RegionSource &Source, const FunctionDecl *Function,
                          EmittedRegion &Region) {
  RangeHooks Hooks(Source);
  Executor X(Source, Hooks);
  X.bindParameters(Function);
  X.runBody(Function);
  for (unsigned I = 0; I < Source.Nest.Arrays.size(); ++I) {
    auto &First = Hooks.Slots[2 * I], &Last = Hooks.Slots[2 * I + 1];
    if (Hooks.Empty.count(2 * I) && Hooks.Empty.count(2 * I + 1) && !First && !Last) {
      Region.Ranges.push_back(std::nullopt);
      continue;
    }
    if (!First || !Last)
      Source.File.fail(Function, "range of an array is missing");
    Region.Ranges.push_back(EmittedRange{First->Where.intersect(Last->Where), plain(First->At),
                                         plain(Last->At)});
  }
}
