//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BodyReader.h"

#include "ExprReader.h"

using namespace tilepipe;
using namespace clang;

void BodyReader::read(const Stmt *Body) {
  visit(Body);
  Table.finish();
}

void BodyReader::visit(const Stmt *S) {
  if (!S || isa<NullStmt>(S))
    return;
  if (auto *E = dyn_cast<Expr>(S))
    return visitExpr(E);
  if (auto *If = dyn_cast<IfStmt>(S))
    return visitIf(If);
  if (auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      visit(Child);
    return;
  }
  if (auto *Declaration = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declaration->decls())
      if (auto *V = dyn_cast<VarDecl>(D); V && V->getInit())
        visitExpr(V->getInit());
    return;
  }
  giveUp(refusals::controlFlow(B.Src.place(S), "a statement of an unsupported kind"));
}

void BodyReader::under(const isl::set &Side, bool IsExact, llvm::function_ref<void()> F) {
  isl::set OldWhere = Where;
  bool WasConditional = IsConditional;
  Where = Where.intersect(Side).coalesce();
  IsConditional |= !IsExact;
  F();
  Where = OldWhere;
  IsConditional = WasConditional;
}

void BodyReader::visitIf(const IfStmt *If) {
  ++B.Nest.Ops.Branches;
  Sides Both = visitCondition(If->getCond());
  under(Both.True, Both.IsExact, [&] { visit(If->getThen()); });
  if (If->getElse())
    under(Both.False, Both.IsExact, [&] { visit(If->getElse()); });
}

/// Only names and arithmetic that an affine condition can be made of: keeps
/// conditions on data from leaving symbols behind.
static bool looksAffine(const NestBuilder &B, const Expr *E, unsigned &Steps) {
  E = E->IgnoreParenImpCasts();
  constexpr unsigned MostSteps = 1000;
  if (++Steps > MostSteps)
    return false;
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (V && B.isDeclaredInBody(V))
      return V->getInit() && B.BodyUses->isFixed(V) && V->getType()->isIntegerType() &&
             looksAffine(B, V->getInit(), Steps);
    return Ref->getType()->isIntegerType();
  }
  if (!E->getType()->isIntegerType() || isElement(E) || isa<CallExpr>(E) || isa<StmtExpr>(E))
    return false;
  for (const Stmt *Child : E->children())
    if (auto *Sub = dyn_cast_or_null<Expr>(Child); !Sub || !looksAffine(B, Sub, Steps))
      return false;
  return true;
}

BodyReader::Sides BodyReader::visitCondition(const Expr *Cond) {
  Cond = Cond->IgnoreParenImpCasts();
  unsigned Steps = 0;
  if (looksAffine(B, Cond, Steps)) {
    ExprReader Reader(B, B.Nest.depth());
    if (std::optional<isl::set> True = Reader.condition(Cond)) {
      Place At = B.Src.place(Cond);
      B.assumeNever(Reader.wrapped().intersect(Where),
                    "unsigned or narrowing arithmetic in '" + At.Text + "'", refusals::wrap(At));
      isl::set False = B.universe(B.Nest.depth()).subtract(*True);
      return {*True, False, true};
    }
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(Cond); Unary && Unary->getOpcode() == UO_LNot) {
    Sides Inner = visitCondition(Unary->getSubExpr());
    return {Inner.False, Inner.True, Inner.IsExact};
  }
  auto *Binary = dyn_cast<BinaryOperator>(Cond);
  if (Binary && Binary->isLogicalOp()) {
    B.Nest.Ops.Branches += isFirst(Binary);
    bool IsAnd = Binary->getOpcode() == BO_LAnd;
    Sides Left = visitCondition(Binary->getLHS()), Right;
    under(IsAnd ? Left.True : Left.False, Left.IsExact,
          [&] { Right = visitCondition(Binary->getRHS()); });
    bool IsExact = Left.IsExact && Right.IsExact;
    if (IsAnd)
      return {Left.True.intersect(Right.True), Left.False.unite(Left.True.intersect(Right.False)),
              IsExact};
    return {Left.True.unite(Left.False.intersect(Right.True)), Left.False.intersect(Right.False),
            IsExact};
  }
  visitExpr(Cond);
  isl::set Anywhere = B.universe(B.Nest.depth());
  return {Anywhere, Anywhere, false};
}

void BodyReader::access(Access::Kind What, const Expr *Lvalue) {
  const Expr *E = Lvalue->IgnoreParens();
  while (auto *Part = dyn_cast<UnaryOperator>(E)) {
    if (Part->getOpcode() != UO_Real && Part->getOpcode() != UO_Imag &&
        Part->getOpcode() != UO_Extension)
      break;
    // A part written is an element half written; the other half must survive.
    if (What == Access::Kind::Write && Part->getOpcode() != UO_Extension)
      access(Access::Kind::Read, Part->getSubExpr());
    E = Part->getSubExpr()->IgnoreParens();
  }
  Place At = B.Src.place(E);
  if (isa<DeclRefExpr>(E) || isa<CompoundLiteralExpr>(E) || isa<StmtExpr>(E))
    return;
  if (auto *Member = dyn_cast<MemberExpr>(E)) {
    const Expr *Base = Member->getBase()->IgnoreParens();
    const VarDecl *Root = rootVariable(Member);
    if (Root && (B.isDeclaredInBody(Root) || Root->getType()->isRecordType()))
      return;
    QualType Type = Member->isArrow() ? Base->getType()->getPointeeType() : Base->getType();
    giveUp(refusals::elementType(At, Type.getUnqualifiedType().getAsString(
                                         B.AST.getPrintingPolicy())));
  }
  if (!isElement(E))
    giveUp(refusals::unsupportedExpression(At, "this expression is not understood"));
  if (E->getType().isVolatileQualified())
    giveUp(refusals::isVolatile(At, At.Text));
  ElementPath Path = elementPath(B, E);
  if (!Path.Base)
    return;
  if (What == Access::Kind::Write)
    ++B.Nest.Ops.Stores;
  else
    B.Nest.Ops.Loads += isFirst(E);
  Table.add(What, Path, E, Where, IsConditional);
}

void BodyReader::addCalledGlobals(const CallVerdict &Verdict, Place At) {
  for (const VarDecl *V : Verdict.Globals) {
    std::string Name = V->getNameAsString();
    auto IsListed = [&](const CalledGlobal &G) { return G.Name == Name; };
    if (llvm::any_of(B.Nest.CalledGlobals, IsListed))
      continue;
    B.Nest.CalledGlobals.push_back({Name, fileScopeSpelling(V->getType(), B.AST, At)});
  }
}
