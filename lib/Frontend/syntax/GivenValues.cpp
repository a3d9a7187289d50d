// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syntax/GivenValues.h"

#include "syntax/FunctionFacts.h"
#include "syntax/SyntaxVisitor.h"

using namespace tilepipe;
using namespace clang;

namespace {
class Collector : public SyntaxVisitor {
public:
  using Table = std::map<const VarDecl *, std::vector<const Expr *>>;
  Collector(Table &Values, std::map<const VarDecl *, std::set<const VarDecl *>> &Fillers,
            std::set<const VarDecl *> &HandedOut)
      : Values(Values), Fillers(Fillers), HandedOut(HandedOut) {}

private:
  void declaration(const Decl *D) override {
    auto *V = dyn_cast<VarDecl>(D);
    if (!V || !V->hasInit())
      return;
    if (V->isExternallyVisible())
      handOut(V->getInit());
    give(V, V->getInit());
  }
  void statement(const Stmt *S) override {
    if (auto *Call = dyn_cast<CallExpr>(S))
      give(Call);
    if (auto *E = dyn_cast<BinaryOperator>(S); E && E->isAssignmentOp())
      if (const VarDecl *V = startOf(E->getLHS()))
        give(V, E->getRHS());
  }
  void give(const CallExpr *E) {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (Callee && Callee->getDefinition())
      Callee = Callee->getDefinition();
    for (unsigned I = 0; Callee && I < std::min(E->getNumArgs(), Callee->getNumParams()); ++I) {
      const Expr *Converted = argumentFor(Callee->getParamDecl(I), E->getArg(I));
      give(Callee->getParamDecl(I), Converted ? Converted : E->getArg(I));
    }
    for (unsigned I = Callee ? Callee->getNumParams() : 0; I < E->getNumArgs(); ++I)
      handOut(E->getArg(I));
    llvm::StringRef Name = Callee && Callee->getIdentifier() ? Callee->getName() : "";
    bool IsCopy = Name.contains("memset") || Name.contains("memcpy") || Name.contains("memmove");
    const VarDecl *Target = IsCopy && E->getNumArgs() > 1 ? startOf(E->getArg(0)) : nullptr;
    if (Target)
      give(Target, E->getArg(1));
  }
  void handOut(const Expr *Value) {
    if (auto *List = dyn_cast<InitListExpr>(Value))
      llvm::for_each(List->inits(), [&](const Expr *Part) { handOut(Part); });
    const VarDecl *V = Value->getType()->isPointerType() ? startOf(Value) : nullptr;
    if (V)
      HandedOut.insert(V->getCanonicalDecl());
  }
  void give(const VarDecl *V, const Expr *Value) {
    Values[V->getCanonicalDecl()].push_back(Value);
    const VarDecl *Reached = Value->getType()->isPointerType() ? startOf(Value) : nullptr;
    if (Reached)
      Fillers[Reached->getCanonicalDecl()].insert(V->getCanonicalDecl());
  }

  Table &Values;
  std::map<const VarDecl *, std::set<const VarDecl *>> &Fillers;
  std::set<const VarDecl *> &HandedOut;
};
} // namespace

const VarDecl *tilepipe::startOf(const Expr *E) {
  while (E) {
    E = E->IgnoreParenCasts();
    if (auto *Ref = dyn_cast<DeclRefExpr>(E))
      return dyn_cast<VarDecl>(Ref->getDecl());
    if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      E = Subscript->getBase();
    else if (auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else if (auto *Unary = dyn_cast<UnaryOperator>(E))
      E = Unary->getSubExpr();
    else if (auto *Sum = dyn_cast<BinaryOperator>(E);
             Sum && Sum->isAdditiveOp() && Sum->getType()->isPointerType())
      E = Sum->getLHS()->getType()->isPointerType() ? Sum->getLHS() : Sum->getRHS();
    else
      return nullptr;
  }
  return nullptr;
}

void tilepipe::addStores(const Stmt *S, std::set<const VarDecl *> &Stored) {
  const Expr *Target = targetOf(S);
  if (const VarDecl *V = Target ? startOf(Target) : nullptr)
    Stored.insert(V->getCanonicalDecl());
  forEachChild(S, [&](const Stmt *Child) { addStores(Child, Stored); });
}

GivenValues::GivenValues(const ASTContext &AST) {
  Collector(Values, Fillers, HandedOut).visit(AST.getTranslationUnitDecl());
}

void GivenValues::add(const Stmt *S) {
  if (Added.insert(S).second)
    Collector(Values, Fillers, HandedOut).visit(S);
}

const std::vector<const Expr *> &GivenValues::of(const VarDecl *V) const {
  static const std::vector<const Expr *> None;
  auto It = Values.find(V->getCanonicalDecl());
  return It == Values.end() ? None : It->second;
}

const std::set<const VarDecl *> &GivenValues::fillers(const VarDecl *V) const {
  static const std::set<const VarDecl *> None;
  auto It = Fillers.find(V->getCanonicalDecl());
  return It == Fillers.end() ? None : It->second;
}

bool GivenValues::isHandedOut(const VarDecl *V) const {
  return HandedOut.count(V->getCanonicalDecl());
}
