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

/// What one part of the increment adds to V, where it is a constant; StepValue: else its expression, if it has one.
static std::optional<int64_t> stepOf(const Expr *Inc, const VarDecl *V, const ASTContext &AST, const Expr *&StepValue) {
  if (auto *Unary = dyn_cast<UnaryOperator>(Inc->IgnoreParens())) {
    if (!Unary->isIncrementDecrementOp() || namedVariable(Unary->getSubExpr()) != V)
      return std::nullopt;
    return Unary->isIncrementOp() ? 1 : -1;
  }
  std::optional<Increment> I = incrementOf(Inc, V);
  if (!I)
    return std::nullopt;
  if (std::optional<int64_t> Step = constantOf(I->By->IgnoreParenImpCasts(), AST))
    return I->Sign * *Step;
  if (!I->By->getType()->isIntegerType())
    return std::nullopt;
  StepValue = I->By;
  return I->Sign;
}

/// The operands of commas in E, in order.
static std::vector<const Expr *> operandsOf(const Expr *E) {
  auto *Comma = dyn_cast<BinaryOperator>(E->IgnoreParens());
  if (!Comma || Comma->getOpcode() != BO_Comma)
    return {E};
  std::vector<const Expr *> Result = operandsOf(Comma->getLHS());
  Result.push_back(Comma->getRHS());
  return Result;
}

/// Fills Step, StepValue where it is no constant, and the steps of the followers.
static void readSteps(LoopHeader &Header, const Expr *Inc, const ASTContext &AST, const SourceText &Src) {
  constexpr int64_t LargestStep = 1 << 30;
  const std::vector<const Expr *> Parts = operandsOf(Inc);
  auto IsLegal = [&](std::optional<int64_t> Step) { return Step && *Step != 0 && std::abs(*Step) <= LargestStep; };
  std::optional<int64_t> Step;
  for (const Expr *Part : Parts)
    if (!Step)
      Step = stepOf(Part, Header.Iterator, AST, Header.StepValue);
  if (!IsLegal(Step))
    giveUp(refusals::loopForm(Src.place(Inc), "the iterator's step is not a constant"));
  Header.Step = *Step;
  bool IsWhole = Parts.size() == 1 + Header.Followers.size();
  for (LoopHeader::Follower &F : Header.Followers) {
    std::optional<int64_t> Its;
    const Expr *Value = nullptr;
    for (const Expr *Part : Parts)
      if (!Its)
        Its = stepOf(Part, F.Variable, AST, Value);
    IsWhole &= IsLegal(Its) && !Value && !Header.StepValue;
    F.Step = Its.value_or(0);
  }
  if (!IsWhole)
    giveUp(refusals::loopForm(Src.place(Inc), "the header does not step each of its variables by a constant"));
}

/// What the header's first part sets, in order.
static std::vector<LoopHeader::Follower> readInit(LoopHeader &Header, const SourceText &Src) {
  const Stmt *Init = Header.For->getInit();
  Place At{Src.location(Header.For->getForLoc()), ""};
  if (!Init)
    giveUp(refusals::loopHeader(At, "the loop's header sets no iterator"));
  std::vector<LoopHeader::Follower> Result;
  if (auto *Declaration = dyn_cast<DeclStmt>(Init)) {
    for (const Decl *D : Declaration->decls()) {
      auto *Variable = dyn_cast<VarDecl>(D);
      if (!Variable || !Variable->getInit())
        giveUp(refusals::loopHeader(Src.place(Init), "the loop's header declares more than an iterator"));
      Result.push_back({Variable, Variable->getInit(), 0});
    }
    return Result;
  }
  for (const Expr *Part : operandsOf(cast<Expr>(Init))) {
    auto *Assignment = dyn_cast<BinaryOperator>(Part->IgnoreParens());
    if (!Assignment || Assignment->getOpcode() != BO_Assign || !namedVariable(Assignment->getLHS()))
      giveUp(refusals::loopHeader(Src.place(Init), "the loop's header sets no iterator"));
    Result.push_back({namedVariable(Assignment->getLHS()), Assignment->getRHS(), 0});
  }
  Header.IsDeclaredOutside = true;
  return Result;
}

bool LoopHeader::steps(const VarDecl *V) const {
  return Iterator == V || llvm::any_of(Followers, [&](const Follower &F) { return F.Variable == V; });
}

/// Fills Iterator, Init and Followers. Of several variables the iterator is the only one that the condition names.
static void readVariables(LoopHeader &Header, const SourceText &Src) {
  std::vector<LoopHeader::Follower> Set = readInit(Header, Src);
  auto IsTested = [&](const LoopHeader::Follower &F) {
    return Set.size() == 1 || (Header.For->getCond() && names(Header.For->getCond(), F.Variable));
  };
  auto Its = llvm::find_if(Set, IsTested);
  Place At = Src.place(Header.For->getInit());
  if (Its == Set.end() || std::any_of(std::next(Its), Set.end(), IsTested))
    giveUp(refusals::loopForm(At, "the condition does not name one of the header's variables alone"));
  Header.Iterator = Its->Variable;
  Header.Init = Its->Init;
  Set.erase(Its);
  Header.Followers = std::move(Set);
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

/// Emitted functions compute followers from the iterator: no pointer may reach them.
static void checkFollowers(const LoopHeader &Header, const ASTContext &AST, const VariableUses &FunctionUses,
                           const SourceText &Src) {
  Place At = Src.place(Header.For->getInit());
  for (const LoopHeader::Follower &F : Header.Followers) {
    QualType Type = F.Variable->getType();
    std::string Name = F.Variable->getNameAsString();
    if (Type.isVolatileQualified() || Type->isAtomicType())
      giveUp(refusals::isVolatile(At, Name));
    if (!Type->isIntegerType() || Type->isEnumeralType() || Type->isBooleanType() || Type->isBitIntType() ||
        AST.getIntWidth(Type) > 64 || !F.Variable->hasLocalStorage())
      giveUp(refusals::loopForm(At, "'" + Name + "' is no integer of the function's own, of 8 to 64 bits"));
    if (FunctionUses.isAddressTaken(F.Variable) || F.Variable->hasAttrs())
      giveUp(refusals::addressTaken(At, "the address of '" + Name + "' is taken"));
    bool IsTwice = F.Variable == Header.Iterator || llvm::any_of(Header.Followers, [&](const LoopHeader::Follower &Other) {
      return &Other != &F && Other.Variable == F.Variable;
    });
    if (IsTwice || (Header.For->getCond() && names(Header.For->getCond(), F.Variable)))
      giveUp(refusals::loopForm(At, "'" + Name + "' is set twice"));
  }
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
  readVariables(Header, Src);
  checkIterator(Header, AST, FunctionUses, Src);
  checkFollowers(Header, AST, FunctionUses, Src);
  Place At{Src.location(For->getForLoc()), ""};
  if (!For->getCond())
    giveUp(refusals::loopHeader(At, "the loop has no condition"));
  Header.Cond = For->getCond();
  if (!For->getInc())
    Header.CondStep = stepInCondition(Header.Cond, Header.Iterator);
  if (!For->getInc() && !Header.CondStep)
    giveUp(refusals::loopHeader(At, "the loop's header does not step its iterator"));
  const Expr *Inc = For->getInc() ? For->getInc() : Header.CondStep;
  readSteps(Header, Inc, AST, Src);
  return Header;
}
