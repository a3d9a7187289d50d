//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "expr/NestSyntax.h"

#include "syntax/GivenValues.h"

using namespace tilepipe;
using namespace clang;

NestSyntax::NestSyntax(const FunctionContext &Context, NestShape Shape, NestText Text,
                       std::vector<LoopHeader> Headers, NestRequests Requests, InlinedCalls Inlined)
    : FunctionContext(Context), Shape(std::move(Shape)), Text(std::move(Text)),
      Headers(std::move(Headers)), Requests(std::move(Requests)), Inlined(std::move(Inlined)),
      Records(AST, Src, this->Inlined, this->Shape.Loops.front()), BodyUses(this->Shape.Body) {
  addStores(this->Shape.Body, Stored);
  for (const auto &[Call, In] : this->Inlined.all()) {
    BodyUses.add(In.Body);
    addStores(In.Body, Stored);
  }
  findPrivates(this->Shape.Body);
}

void NestSyntax::findPrivates(const Stmt *S) {
  const Expr *Target = targetOf(S);
  const VarDecl *V = Target ? rootVariable(Target) : nullptr;
  if (V && !isDeclaredInBody(V) && mayBePrivate(V))
    Privates.insert({V, Target});
  forEachChild(S, [&](const Stmt *Child) { findPrivates(Child); });
}

bool NestSyntax::mayBePrivate(const VarDecl *V) const {
  return Shape.Scratch.count(V) || llvm::all_of(Shape.Parts, [&](const NestShape::Part &P) {
    bool IsStepped = llvm::any_of(P.Loops, [&](unsigned L) { return Headers[L].Iterator == V; });
    return IsStepped ? !VariableUses(P.Body).isWritten(V) : isPrivate(V, Shape.Loops[P.Loops.back()], Uses, Live);
  });
}

std::optional<unsigned> NestSyntax::loopOf(const VarDecl *V) const {
  for (unsigned D = 0; D < Headers.size(); ++D)
    if (Headers[D].Iterator == V)
      return D;
  return std::nullopt;
}

bool NestSyntax::isDeclaredInBody(const VarDecl *V) const {
  return Inlined.isLocal(V) || Privates.count(V) || Shape.OwnDecls.count(V);
}

bool NestSyntax::changes(const Stmt *S) const {
  auto *Ref = dyn_cast<DeclRefExpr>(S);
  auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return (V && (isIterator(V) || isDeclaredInBody(V))) ||
         anyChild(S, [&](const Stmt *Child) { return changes(Child); });
}

bool NestSyntax::isDeclaredBefore(const FunctionDecl *F) const {
  return llvm::any_of(F->redecls(), [&](const FunctionDecl *D) {
    return D->getLexicalDeclContext()->isTranslationUnit() &&
           Src.isBefore(D->getLocation(), Text.InsertAt);
  });
}
