//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies of a callee's expressions. Addresses of what is known are taken apart at once:
// `*&x` is `x` and `(&x)->f` is `x.f`, so that later readers see the variable.
//
//===----------------------------------------------------------------------===//
#include "CallCopy.h"

#include "clang/AST/ASTContext.h"

using namespace tilepipe;
using namespace clang;

/// x of `&x`, through conversions that only add qualifiers; or null.
static Expr *pointeeOf(const Expr *Pointer) {
  Pointer = Pointer->IgnoreParens();
  while (auto *Cast = dyn_cast<ImplicitCastExpr>(Pointer)) {
    if (Cast->getCastKind() != CK_NoOp)
      return nullptr;
    Pointer = Cast->getSubExpr()->IgnoreParens();
  }
  auto *Unary = dyn_cast<UnaryOperator>(Pointer);
  return Unary && Unary->getOpcode() == UO_AddrOf ? Unary->getSubExpr() : nullptr;
}

static Expr *dereference(ASTContext &AST, Expr *Pointer, QualType Type, SourceLocation At) {
  if (Expr *Pointee = pointeeOf(Pointer))
    return Pointee;
  return UnaryOperator::Create(AST, Pointer, UO_Deref, Type, VK_LValue, OK_Ordinary, At, false,
                               FPOptionsOverride());
}

static Expr *subscript(ASTContext &AST, Expr *Base, Expr *Index, const ArraySubscriptExpr *Like) {
  Expr *Pointee = pointeeOf(Base);
  Expr::EvalResult Value;
  if (Pointee && !isa<ArraySubscriptExpr>(Pointee->IgnoreParens()) &&
      Index->EvaluateAsInt(Value, AST) && Value.Val.getInt() == 0)
    return Pointee;
  return new (AST) ArraySubscriptExpr(Base, Index, Like->getType(), VK_LValue, OK_Ordinary,
                                      Like->getRBracketLoc());
}

static Expr *member(ASTContext &AST, Expr *Base, const MemberExpr *Like) {
  bool IsArrow = Like->isArrow();
  if (Expr *Pointee = IsArrow ? pointeeOf(Base) : nullptr) {
    Base = Pointee;
    IsArrow = false;
  }
  return MemberExpr::Create(AST, Base, IsArrow, Like->getOperatorLoc(), NestedNameSpecifierLoc(),
                            SourceLocation(), Like->getMemberDecl(), Like->getFoundDecl(),
                            Like->getMemberNameInfo(), nullptr, Like->getType(),
                            Like->getValueKind(), Like->getObjectKind(), NOUR_None);
}

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
  bool IsPure = Calls.judge(Callee).IsPure;
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

const Expr *tilepipe::withoutCalls(const NestBuilder &B, const Expr *E) {
  auto &AST = const_cast<ASTContext &>(B.AST);
  auto Address = [&](const Expr *Pointer) -> Expr * {
    const InlinedCall *In = B.inlined(Pointer->IgnoreParenImpCasts());
    return In && In->Result && In->Result->getType()->isPointerType()
               ? const_cast<Expr *>(In->Result)
               : nullptr;
  };
  if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_Deref) {
    if (Expr *Pointer = Address(Unary->getSubExpr()))
      return dereference(AST, Pointer, E->getType(), Unary->getOperatorLoc());
  } else if (auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    if (Expr *Pointer = Address(Element->getBase()))
      return subscript(AST, Pointer, const_cast<Expr *>(Element->getIdx()), Element);
  } else if (auto *Member = dyn_cast<MemberExpr>(E)) {
    if (Expr *Pointer = Member->isArrow() ? Address(Member->getBase()) : nullptr)
      return member(AST, Pointer, Member);
    const Expr *Base = Member->isArrow() ? nullptr : B.resolved(Member->getBase());
    if (Base && Base != Member->getBase()->IgnoreParens())
      return member(AST, const_cast<Expr *>(Base), Member);
  }
  return E;
}
