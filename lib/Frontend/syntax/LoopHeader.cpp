// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syntax/LoopHeader.h"

#include "clang/AST/ASTContext.h"

using namespace tilepipe;
using namespace clang;

static std::optional<int64_t> constantOf(const Expr *E, const ASTContext &AST) {
  Expr::EvalResult Result;
  if (!E->EvaluateAsInt(Result, AST) || !Result.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  return Result.Val.getInt().getExtValue();
}

namespace {
/// What a header's increment adds to the iterator: Sign times By.
struct Increment {
  const Expr *By;
  int Sign;
};
} // namespace

/// Of `i + e`, `e + i` or `i - e`.
static std::optional<Increment> incrementOfSum(const Expr *E, const VarDecl *Iterator) {
  auto *Sum = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Sum || (Sum->getOpcode() != BO_Add && Sum->getOpcode() != BO_Sub))
    return std::nullopt;
  auto IsIterator = [&](const Expr *Side) {
    return namedVariable(Side->IgnoreParenImpCasts()) == Iterator;
  };
  if (Sum->getOpcode() == BO_Add && IsIterator(Sum->getRHS()))
    return Increment{Sum->getLHS(), 1};
  if (!IsIterator(Sum->getLHS()))
    return std::nullopt;
  return Increment{Sum->getRHS(), Sum->getOpcode() == BO_Sub ? -1 : 1};
}

/// Of `i += e`, `i -= e`, and of sums that are assigned to the iterator.
static std::optional<Increment> incrementOf(const Expr *Inc, const VarDecl *Iterator) {
  auto *Binary = dyn_cast<BinaryOperator>(Inc->IgnoreParens());
  if (!Binary || !Binary->isAssignmentOp() || namedVariable(Binary->getLHS()) != Iterator)
    return std::nullopt;
  if (Binary->getOpcode() == BO_Assign)
    return incrementOfSum(Binary->getRHS(), Iterator);
  if (Binary->getOpcode() != BO_AddAssign && Binary->getOpcode() != BO_SubAssign)
    return std::nullopt;
  return Increment{Binary->getRHS(), Binary->getOpcode() == BO_SubAssign ? -1 : 1};
}

bool tilepipe::hasStepValue(const ForStmt *For, const ASTContext &AST) {
  auto *Assignment = dyn_cast_or_null<BinaryOperator>(For->getInc() ? For->getInc()->IgnoreParens() : nullptr);
  const VarDecl *V = Assignment ? namedVariable(Assignment->getLHS()) : nullptr;
  std::optional<Increment> Step = V ? incrementOf(Assignment, V) : std::nullopt;
  return Step && !constantOf(Step->By->IgnoreParenImpCasts(), AST);
}

/// Fills Step, and StepValue where it is no constant.
static void readStep(LoopHeader &Header, const Expr *Inc, const ASTContext &AST, const SourceText &Src) {
  std::optional<int64_t> Step;
  if (auto *Unary = dyn_cast<UnaryOperator>(Inc->IgnoreParens())) {
    if (Unary->isIncrementDecrementOp() && namedVariable(Unary->getSubExpr()) == Header.Iterator)
      Step = Unary->isIncrementOp() ? 1 : -1;
  } else if (std::optional<Increment> I = incrementOf(Inc, Header.Iterator)) {
    Step = constantOf(I->By->IgnoreParenImpCasts(), AST);
    if (Step)
      Step = I->Sign * *Step;
    else if (I->By->getType()->isIntegerType()) {
      Header.StepValue = I->By;
      Step = I->Sign;
    }
  }
  constexpr int64_t LargestStep = 1 << 30;
  if (!Step || *Step == 0 || std::abs(*Step) > LargestStep)
    giveUp(refusals::loopForm(Src.place(Inc), "the iterator's step is not a constant"));
  Header.Step = *Step;
}

/// Fills Iterator and Init from the header's first part.
static void readInit(LoopHeader &Header, const SourceText &Src) {
  const Stmt *Init = Header.For->getInit();
  Place At{Src.location(Header.For->getForLoc()), ""};
  if (!Init)
    giveUp(refusals::loopHeader(At, "the loop's header sets no iterator"));
  if (auto *Declaration = dyn_cast<DeclStmt>(Init)) {
    auto *Variable = Declaration->isSingleDecl() ? dyn_cast<VarDecl>(Declaration->getSingleDecl())
                                                 : nullptr;
    if (!Variable || !Variable->getInit())
      giveUp(
          refusals::loopHeader(Src.place(Init), "the loop's header declares more than an iterator"));
    Header.Iterator = Variable;
    Header.Init = Variable->getInit();
    return;
  }
  auto *Assignment = dyn_cast<BinaryOperator>(cast<Expr>(Init)->IgnoreParens());
  if (!Assignment || Assignment->getOpcode() != BO_Assign || !namedVariable(Assignment->getLHS()))
    giveUp(refusals::loopHeader(Src.place(Init), "the loop's header sets no iterator"));
  Header.Iterator = namedVariable(Assignment->getLHS());
  Header.Init = Assignment->getRHS();
  Header.IsDeclaredOutside = true;
}

/// The iterator must be an integer that only the header can change.
static void checkIterator(LoopHeader &Header, const ASTContext &AST,
                          const VariableUses &FunctionUses, const SourceText &Src) {
  const VarDecl *V = Header.Iterator;
  Place At = Src.place(Header.For->getInit());
  QualType Type = V->getType();
  if (Type.isVolatileQualified() || Type->isAtomicType())
    giveUp(refusals::isVolatile(At, V->getNameAsString()));
  if (!Type->isIntegerType() || Type->isEnumeralType() || Type->isBooleanType() ||
      Type->isBitIntType() || AST.getIntWidth(Type) > 64)
    giveUp(refusals::loopForm(At, "the iterator's type is not an integer of 8 to 64 bits"));
  if (V->isLocalExternDecl() || V->getTLSKind() != VarDecl::TLS_None)
    giveUp(refusals::loopForm(At, "the iterator is declared extern or thread-local"));
  // A static local is as private as any other, if its address is not taken.
  Header.IsReachable = (isGlobal(V) && !V->isStaticLocal()) || FunctionUses.isAddressTaken(V);
  if (Header.IsReachable && !Header.IsDeclaredOutside)
    giveUp(refusals::addressTaken(At, "the iterator's address is taken"));
}

/// The step of `i-- > a`, `a < i--`, `i--`, with `&&` and more behind it.
static const UnaryOperator *stepInCondition(const Expr *Cond, const VarDecl *Iterator) {
  Cond = Cond->IgnoreParenImpCasts();
  if (auto *Binary = dyn_cast<BinaryOperator>(Cond)) {
    if (Binary->getOpcode() == BO_LAnd)
      return stepInCondition(Binary->getLHS(), Iterator);
    if (!Binary->isComparisonOp())
      return nullptr;
    const Expr *Left = Binary->getLHS(), *Right = Binary->getRHS();
    if (names(Left, Iterator) == names(Right, Iterator))
      return nullptr;
    Cond = (names(Left, Iterator) ? Left : Right)->IgnoreParenImpCasts();
  }
  auto *Unary = dyn_cast<UnaryOperator>(Cond);
  bool IsStep = Unary && Unary->isIncrementDecrementOp() &&
                namedVariable(Unary->getSubExpr()) == Iterator;
  return IsStep ? Unary : nullptr;
}

LoopHeader tilepipe::readHeader(const ForStmt *For, const ASTContext &AST,
                                const VariableUses &FunctionUses, const SourceText &Src) {
  LoopHeader Header;
  Header.For = For;
  readInit(Header, Src);
  checkIterator(Header, AST, FunctionUses, Src);
  Place At{Src.location(For->getForLoc()), ""};
  if (!For->getCond())
    giveUp(refusals::loopHeader(At, "the loop has no condition"));
  Header.Cond = For->getCond();
  if (!For->getInc())
    Header.CondStep = stepInCondition(Header.Cond, Header.Iterator);
  if (!For->getInc() && !Header.CondStep)
    giveUp(refusals::loopHeader(At, "the loop's header does not step its iterator"));
  const Expr *Inc = For->getInc() ? For->getInc() : Header.CondStep;
  readStep(Header, Inc, AST, Src);
  return Header;
}
