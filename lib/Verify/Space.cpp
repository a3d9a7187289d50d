// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
    Lo.resize(Source.Rows);
    Hi.resize(Source.Rows);
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

/// A sum of counts.
class PointsHooks : public Executor::Hooks {
public:
  explicit PointsHooks(const RegionSource &Source) : Source(Source) {}

  std::optional<isl::set> Counted; ///< { S[c] } with something to count
  bool IsSum = false;

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
    return IsSum = Return && Return->getRetValue() && isAlways(X.Path) &&
                   isCount(Evaluator::variable(Return->getRetValue()));
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
    for (unsigned D = 0; D < Source.Nest.tupleSize(); ++D) {
      Names.push_back("tp_k" + std::to_string(D));
      for (const auto &[V, B] : X.Vars)
        if (V->getName() == "tp_c" + std::to_string(D) && B.Number && !B.Left)
          Where = conjunction(Where, Value::parameter(Source.ctx(), Names.back()).equals(*B.Number));
    }
    isl::set Here = withoutParameters(parametersAsTuple(Where, Names, "S"), Evaluator::isFresh);
    Counted = Counted ? Counted->unite(Here).coalesce() : Here;
  }
};

/// tp_out[a].tp_first = condition ? offset : 0, or offset alone; strides are for messages
class RangeHooks : public Executor::Hooks {
public:
  explicit RangeHooks(const RegionSource &Source) : Source(Source) {}

  struct Slot {
    isl::set Where;
    Subscripts At;
  };
  std::map<std::pair<unsigned, std::string>, Slot> Slots; ///< by array and member
  std::set<unsigned> Empty;

  bool assignment(Executor &X, const BinaryOperator *E) override {
    auto Where = slot(X, E->getLHS());
    if (!Where || E->getOpcode() != BO_Assign || !isAlways(X.Path))
      return false;
    if (Where->second != "tp_first" && Where->second != "tp_past")
      return true;
    const Expr *Right = E->getRHS()->IgnoreParenImpCasts();
    if (auto *Chained = dyn_cast<BinaryOperator>(Right); Chained && Chained->isAssignmentOp()) {
      auto Other = slot(X, Chained->getLHS());
      if (!Other || Other->first != Where->first || X.number(Chained->getRHS()).asConstant() != 0)
        X.fail(E, "range that is not understood");
      Empty.insert(Where->first);
      return true;
    }
    const Array &A = Source.Nest.Arrays[Where->first];
    isl::set Touched = everywhere(Source.ctx());
    if (auto *Choice = dyn_cast<ConditionalOperator>(Right)) {
      if (X.number(Choice->getFalseExpr()).asConstant() != 0)
        X.fail(E, "range that is not understood");
      Touched = X.condition(Choice->getCond());
      Right = Choice->getTrueExpr();
    }
    uint64_t Behind = Where->second == "tp_past" ? A.ElementSize : 0;
    Slots.insert_or_assign(*Where, Slot{Touched, readOffset(X, A, termsOf(Right), Behind, Right)});
    return true;
  }

private:
  const RegionSource &Source;

  /// Array and member of tp_out[a].tp_first.
  std::optional<std::pair<unsigned, std::string>> slot(Executor &X, const Expr *E) const {
    E = stripped(E);
    // tp_out[a].tp_stride[d]
    if (auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      E = stripped(Element->getBase());
    auto *Member = dyn_cast<MemberExpr>(E);
    auto *Element = Member && !Member->isArrow() ? dyn_cast<ArraySubscriptExpr>(stripped(Member->getBase())) : nullptr;
    auto Known = Element ? X.Vars.find(Evaluator::variable(Element->getBase())) : X.Vars.end();
    if (Known == X.Vars.end() || Known->second.Is != Binding::What::End)
      return std::nullopt;
    auto *Literal = dyn_cast<IntegerLiteral>(stripped(Element->getIdx()));
    if (!Literal || Literal->getValue().uge(Source.Nest.Arrays.size()))
      return std::nullopt;
    return std::make_pair(unsigned(Literal->getValue().getZExtValue()), Member->getMemberDecl()->getName().str());
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
  for (unsigned D = 0; D < Source.Rows; ++D) {
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
  if (!Hooks.IsSum || !Hooks.Counted)
    Source.File.fail(Function, "count that is not understood");
  Region.Counted = Hooks.Counted;
}

void tilepipe::readRanges(const RegionSource &Source, const FunctionDecl *Function,
                          EmittedRegion &Region) {
  RangeHooks Hooks(Source);
  Executor X(Source, Hooks);
  X.bindParameters(Function);
  X.runBody(Function);
  for (unsigned I = 0; I < Source.Nest.Arrays.size(); ++I) {
    auto First = Hooks.Slots.find({I, "tp_first"}), Past = Hooks.Slots.find({I, "tp_past"}), None = Hooks.Slots.end();
    if (Hooks.Empty.count(I) && First == None && Past == None) {
      Region.Ranges.push_back(std::nullopt);
      continue;
    }
    if (First == None || Past == None)
      Source.File.fail(Function, "range of an array is missing");
    Region.Ranges.push_back(EmittedRange{First->second.Where.intersect(Past->second.Where),
                                         plain(First->second.At), plain(Past->second.At)});
  }
}
