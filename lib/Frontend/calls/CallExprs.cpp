// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of a callee's expressions.
#include "calls/CallCopy.h"
#include "calls/CallResults.h"

#include "clang/AST/ASTContext.h"

using namespace tilepipe;
using namespace clang;

Expr *CallCopier::copy(const Expr *E) {
  constexpr unsigned MostNodes = 20000;
  if (++Nodes > MostNodes)
    fail("is too complex");
  if (E->getType().isVolatileQualified() || E->getType()->isAtomicType())
    fail("uses volatile memory");
  Expr::EvalResult Constant;
  bool IsConstant = E->isPRValue() && E->getType()->isIntegralOrEnumerationType() &&
                    !E->isValueDependent() && E->EvaluateAsInt(Constant, AST) &&
                    !findVariableType(E);
  if (IsConstant || isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, ImaginaryLiteral,
                        ImplicitValueInitExpr>(E))
    return const_cast<Expr *>(E);
  return copyParts(E);
}

Expr *CallCopier::copyParts(const Expr *E) {
  if (auto *Paren = dyn_cast<ParenExpr>(E))
    return new (AST) ParenExpr(Paren->getLParen(), Paren->getRParen(), copy(Paren->getSubExpr()));
  if (auto *Whole = dyn_cast<ConstantExpr>(E))
    return copy(Whole->getSubExpr());
  if (auto *Generic = dyn_cast<GenericSelectionExpr>(E))
    return copy(Generic->getResultExpr());
  if (auto *Ref = dyn_cast<DeclRefExpr>(E))
    return copyName(Ref);
  if (auto *Cast = dyn_cast<CastExpr>(E))
    return copyCast(Cast);
  if (auto *Unary = dyn_cast<UnaryOperator>(E))
    return copyUnary(Unary);
  if (auto *Binary = dyn_cast<BinaryOperator>(E))
    return copyBinary(Binary);
  if (auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    Expr *Base = copy(Element->getBase());
    return subscript(AST, Base, copy(Element->getIdx()), Element);
  }
  if (auto *Member = dyn_cast<MemberExpr>(E))
    return member(AST, copy(Member->getBase()), Member);
  if (auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    Expr *Cond = copy(Choice->getCond()), *True = copy(Choice->getTrueExpr());
    return new (AST) ConditionalOperator(Cond, Choice->getQuestionLoc(), True,
                                         Choice->getColonLoc(), copy(Choice->getFalseExpr()),
                                         E->getType(), E->getValueKind(), E->getObjectKind());
  }
  if (auto *Call = dyn_cast<CallExpr>(E))
    return copyInnerCall(Call);
  if (auto *List = dyn_cast<InitListExpr>(E))
    return copyList(List);
  if (auto *Block = dyn_cast<StmtExpr>(E)) {
    auto *Body = cast<CompoundStmt>(copy(static_cast<const Stmt *>(Block->getSubStmt())));
    return new (AST) StmtExpr(Body, E->getType(), Block->getLParenLoc(), Block->getRParenLoc(), 0);
  }
  fail("has an expression that is not understood");
}

Expr *CallCopier::copyCast(const CastExpr *Cast) {
  const Expr *Sub = Cast->getSubExpr();
  if (Cast->getCastKind() == CK_LValueToRValue)
    if (auto *Ref = dyn_cast<DeclRefExpr>(Sub->IgnoreParens()))
      if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        if (auto It = Here->Values.find(V); It != Here->Values.end())
          return It->second;
  Expr *Operand = copy(Sub);
  auto *Written = dyn_cast<CStyleCastExpr>(Cast);
  if (Written && Written->getTypeAsWritten()->isVariablyModifiedType())
    fail("has a conversion to a type of variable length");
  if (Written)
    return CStyleCastExpr::Create(AST, Cast->getType(), Cast->getValueKind(), Cast->getCastKind(),
                                  Operand, nullptr, FPOptionsOverride(),
                                  Written->getTypeInfoAsWritten(), Written->getLParenLoc(),
                                  Written->getRParenLoc());
  if (!isa<ImplicitCastExpr>(Cast))
    fail("has a conversion that is not understood");
  return ImplicitCastExpr::Create(AST, Cast->getType(), Cast->getCastKind(), Operand, nullptr,
                                  Cast->getValueKind(), FPOptionsOverride());
}

Expr *CallCopier::copyUnary(const UnaryOperator *Unary) {
  Expr *Sub = copy(Unary->getSubExpr());
  if (Unary->isIncrementDecrementOp())
    noteTarget(Sub);
  if (Unary->getOpcode() == UO_Deref)
    return dereference(AST, Sub, Unary->getType(), Unary->getOperatorLoc());
  return UnaryOperator::Create(AST, Sub, Unary->getOpcode(), Unary->getType(),
                               Unary->getValueKind(), Unary->getObjectKind(),
                               Unary->getOperatorLoc(), Unary->canOverflow(), FPOptionsOverride());
}

Expr *CallCopier::copyBinary(const BinaryOperator *Binary) {
  Expr *Left = copy(Binary->getLHS()), *Right = copy(Binary->getRHS());
  if (Binary->isAssignmentOp())
    noteTarget(Left);
  if (auto *Compound = dyn_cast<CompoundAssignOperator>(Binary))
    return CompoundAssignOperator::Create(
        AST, Left, Right, Binary->getOpcode(), Binary->getType(), Binary->getValueKind(),
        Binary->getObjectKind(), Binary->getOperatorLoc(), FPOptionsOverride(),
        Compound->getComputationLHSType(), Compound->getComputationResultType());
  return BinaryOperator::Create(AST, Left, Right, Binary->getOpcode(), Binary->getType(),
                                Binary->getValueKind(), Binary->getObjectKind(),
                                Binary->getOperatorLoc(), FPOptionsOverride());
}

Expr *CallCopier::copyList(const InitListExpr *List) {
  if (const InitListExpr *Semantic = List->getSemanticForm())
    List = Semantic;
  std::vector<Expr *> Inits;
  for (const Expr *Init : List->inits())
    Inits.push_back(copy(Init));
  auto *Copy = new (AST) InitListExpr(AST, List->getLBraceLoc(), Inits, List->getRBraceLoc());
  Copy->setType(List->getType());
  return Copy;
}

Expr *CallCopier::copyInnerCall(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    fail("calls through a pointer");
  bool IsPure = Context.Calls.judge(Callee).IsPure;
  if (!IsPure && !isInlinable(Call))
    fail("calls '" + Callee->getNameAsString() + "'");
  std::vector<Expr *> Arguments;
  for (const Expr *Argument : Call->arguments())
    Arguments.push_back(copy(Argument));
  CallExpr *Copy = CallExpr::Create(AST, const_cast<Expr *>(Call->getCallee()), Arguments,
                                    Call->getType(), Call->getValueKind(), Call->getRParenLoc(),
                                    FPOptionsOverride());
  if (IsPure)
    return Copy;
  try {
    copyCall(Copy, Here);
  } catch (const NotCopied &N) {
    fail("calls '" + Callee->getNameAsString() + "', which " + N.Why);
  }
  return Copy;
}
