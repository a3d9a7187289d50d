// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls/InlinedCalls.h"

#include "calls/CallCopy.h"
#include "calls/CallResults.h"

using namespace tilepipe;
using namespace clang;

//--- lvalues at addresses that calls answer -----------------------------------

/// The lvalue E with an address that an inlined call answers in that call's place.
const Expr *InlinedCalls::withoutCalls(const Expr *E) const {
  auto Address = [&](const Expr *Pointer) -> Expr * {
    const InlinedCall *In = find(Pointer->IgnoreParenImpCasts());
    return In && In->Result && In->Result->getType()->isPointerType()
               ? const_cast<Expr *>(In->Result)
               : nullptr;
  };
  if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_Deref) {
    if (Expr *Pointer = Address(Unary->getSubExpr()))
      return dereference(*AST, Pointer, E->getType(), Unary->getOperatorLoc());
  } else if (auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    if (Expr *Pointer = Address(Element->getBase()))
      return subscript(*AST, Pointer, const_cast<Expr *>(Element->getIdx()), Element);
  } else if (auto *Member = dyn_cast<MemberExpr>(E)) {
    if (Expr *Pointer = Member->isArrow() ? Address(Member->getBase()) : nullptr)
      return member(*AST, Pointer, Member);
    const Expr *Base = Member->isArrow() ? nullptr : resolved(Member->getBase());
    if (Base && Base != Member->getBase()->IgnoreParens())
      return member(*AST, const_cast<Expr *>(Base), Member);
  }
  return E;
}

const InlinedCall *InlinedCalls::find(const Expr *E) const {
  auto *Call = dyn_cast<CallExpr>(E->IgnoreParens());
  auto It = Call ? Copies.find(Call) : Copies.end();
  return It == Copies.end() ? nullptr : &It->second;
}

const Expr *InlinedCalls::resolved(const Expr *E) const {
  E = E->IgnoreParens();
  if (Copies.empty())
    return E;
  auto [It, IsNew] = Resolved.try_emplace(E, E);
  if (!IsNew)
    return It->second;
  const Expr *Result = withoutCalls(E);
  return Resolved[E] = Result;
}

//--- order of evaluation ------------------------------------------------------

namespace {
/// C leaves open in which order the parts of an expression run. A call that writes may
/// therefore stand alone only, or give its value away whole.
class WriteOrder {
public:
  WriteOrder(const InlinedCalls &Inlined, const SourceText &Src) : Inlined(Inlined), Src(Src) {}

  void check(const Stmt *S) const {
    if (auto *E = dyn_cast<Expr>(S))
      return checkWhole(E);
    forEachChild(S, [&](const Stmt *Child) { check(Child); });
  }

private:
  const CallExpr *writer(const Expr *E) const {
    auto *Call = dyn_cast<CallExpr>(E->IgnoreParenCasts());
    const InlinedCall *In = Call ? Inlined.find(Call) : nullptr;
    return In && In->Writes ? Call : nullptr;
  }

  /// The first writing call in S, or null.
  const CallExpr *find(const Stmt *S) const {
    const CallExpr *Found = nullptr;
    if (auto *E = dyn_cast<Expr>(S))
      Found = writer(E);
    forEachChild(S, [&](const Stmt *Child) { Found = Found ? Found : find(Child); });
    return Found;
  }

  void checkWhole(const Expr *E) const {
    if (auto *Block = dyn_cast<StmtExpr>(E->IgnoreParenCasts()))
      return check(Block->getSubStmt());
    const CallExpr *Call = writer(E);
    auto *Assignment = dyn_cast<BinaryOperator>(E->IgnoreParens());
    if (!Call && Assignment && Assignment->getOpcode() == BO_Assign &&
        !find(Assignment->getLHS()))
      Call = writer(Assignment->getRHS());
    const CallExpr *Inner = nullptr;
    if (!Call)
      Inner = find(E);
    else
      for (const Expr *Argument : Call->arguments())
        Inner = Inner ? Inner : find(Argument);
    if (Inner)
      giveUp(refusals::impureCall(Src.place(Inner),
                                  Inner->getDirectCallee()->getNameAsString(),
                                  "writes memory in the midst of an expression"));
  }

  const InlinedCalls &Inlined;
  const SourceText &Src;
};
} // namespace

InlinedCalls tilepipe::inlineCalls(const FunctionContext &Context, const NestShape &Shape,
                                   const std::vector<LoopHeader> &Headers) {
  CallCopier Copier(Context, Shape.OwnDecls);
  for (const LoopHeader &H : Headers)
    for (const Stmt *Part : {H.For->getInit(), (const Stmt *)H.Cond, (const Stmt *)H.For->getInc()})
      if (Part)
        Copier.expand(Part, /*MayLeave=*/true);
  Copier.expand(Shape.Body, /*MayLeave=*/false);
  InlinedCalls Inlined = Copier.take();
  if (Inlined.all().empty())
    return Inlined;
  WriteOrder Order(Inlined, Context.Src);
  Order.check(Shape.Loops.front());
  for (const auto &[Call, In] : Inlined.all())
    Order.check(In.Body);
  return Inlined;
}
