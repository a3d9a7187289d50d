// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compilers/Roundings.h"

#include "syntax/Callee.h"

#include "clang/AST/ASTContext.h"

using namespace tilepipe;
using namespace clang;

/// Of a floating-point number, or of a part of a complex one; 0: it is none.
uint64_t Roundings::bits(QualType Type) {
  if (auto *Complex = Type->getAs<ComplexType>())
    Type = Complex->getElementType();
  auto *Builtin = Type->getAs<BuiltinType>();
  return !Builtin                                     ? 0
         : Builtin->getKind() == BuiltinType::Double ? 64
         : Builtin->getKind() == BuiltinType::Float  ? 32
                                                      : 0;
}

/// A function without a prototype converts its arguments itself.
static bool convertsArgument(const CallExpr *Call, bool (*Is)(QualType From, QualType To)) {
  bool Found = false;
  Callee(Call).forEachArgument([&](const ParmVarDecl *P, const Expr *Argument) {
    Found |= Is(Argument->getType(), P->getType());
  });
  return Found;
}

/// S has such a conversion. Adds the functions that S calls to Called.
static bool containsItself(const Stmt *S, bool (*Is)(QualType From, QualType To),
                           llvm::SetVector<const FunctionDecl *> &Called) {
  if (auto *Cast = dyn_cast<CastExpr>(S); Cast && Is(Cast->getSubExpr()->getType(), Cast->getType()))
    return true;
  if (auto *Compound = dyn_cast<CompoundAssignOperator>(S)) {
    QualType Target = Compound->getLHS()->getType();
    if (Is(Compound->getComputationResultType(), Target) ||
        Is(Target, Compound->getComputationLHSType()))
      return true;
  }
  auto *Call = dyn_cast<CallExpr>(S);
  if (Call && Callee(Call).definition()) {
    Called.insert(Callee(Call).definition());
    if (convertsArgument(Call, Is))
      return true;
  }
  return anyChild(S, [&](const Stmt *Child) { return containsItself(Child, Is, Called); });
}

/// S, or a function that can be reached from it, has such a conversion.
bool Roundings::contains(const Stmt *S, Change Is) {
  llvm::SetVector<const FunctionDecl *> Reached;
  if (containsItself(S, Is, Reached))
    return true;
  for (size_t I = 0; I < Reached.size(); ++I) {
    auto [It, IsNew] = Functions.try_emplace({Reached[I], Is});
    Function &F = It->second;
    if (IsNew)
      F.Contains = containsItself(Reached[I]->getBody(), Is, F.Called);
    if (F.Contains)
      return true;
    Reached.insert(F.Called.begin(), F.Called.end());
  }
  return false;
}

/// The function's body S rounds a number otherwise than as it returns it.
bool Roundings::roundsBeforeReturn(const Stmt *S) {
  if (auto *Return = dyn_cast<ReturnStmt>(S)) {
    const Expr *Value = Return->getRetValue();
    auto *Cast = Value ? dyn_cast<CastExpr>(Value->IgnoreParens()) : nullptr;
    if (Cast && narrows(Cast->getSubExpr()->getType(), Cast->getType()))
      Value = Cast->getSubExpr();
    return Value && contains(Value, narrows);
  }
  if (isa<Expr, DeclStmt>(S))
    return contains(S, narrows);
  return anyChild(S, [&](const Stmt *Child) { return roundsBeforeReturn(Child); });
}

void Roundings::add(unsigned Count, Place At) {
  Lanes += Count;
  if (Lanes > 1 && !Second)
    Second = std::move(At);
}

void Roundings::convert(const Expr *From, QualType To, Place At) {
  const Expr *E = From->IgnoreParens();
  auto *Cast = dyn_cast<CastExpr>(E);
  bool IsRounding = Cast && narrows(Cast->getSubExpr()->getType(), Cast->getType());
  if (widens(E->getType(), To) && (IsRounding || (isa<CallExpr>(E) && contains(E, narrows))))
    add(E->getType()->isAnyComplexType() ? 2 : 1, std::move(At));
}

void Roundings::readVariable(const VarDecl *V, bool IsWidened, Place At) {
  WidensLater |= IsWidened;
  if (!Variables.count(V))
    return;
  ReadRounded |= !IsWidened;
  if (IsWidened && WidenedVariables.insert(V).second)
    add(V->getType()->isAnyComplexType() ? 2 : 1, std::move(At));
}

void Roundings::readElement(unsigned Element, bool IsWidened, bool IsComplex, Place At) {
  if (!Elements.count(Element))
    return;
  ReadRounded |= !IsWidened;
  if (IsWidened && WidenedElements.insert(Element).second)
    add(IsComplex ? 2 : 1, std::move(At));
}

static bool branches(const Stmt *S) {
  return isa<IfStmt, SwitchStmt, ForStmt, WhileStmt, DoStmt, AbstractConditionalOperator>(S) ||
         anyChild(S, branches);
}

void Roundings::call(const CallExpr *Call, Place At) {
  const FunctionDecl *Definition = Callee(Call).definition();
  if (!Definition)
    return;
  const Stmt *Body = Definition->getBody();
  bool Widens = contains(Body, widens);
  // Behind a branch the answer is not the rounded number itself, but one of two.
  WidensLater |= Widens && !branches(Body);
  if (Widens && (roundsBeforeReturn(Body) || convertsArgument(Call, narrows)))
    add(2, std::move(At));
}
