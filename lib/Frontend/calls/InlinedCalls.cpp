//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "calls/InlinedCalls.h"

#include "calls/CallCopy.h"
#include "expr/Records.h"

using namespace tilepipe;
using namespace clang;

//--- order of evaluation ------------------------------------------------------

namespace {
/// C leaves open in which order the parts of an expression run. A call that writes may
/// therefore stand alone only, or give its value away whole.
class WriteOrder {
public:
  explicit WriteOrder(const NestBuilder &B) : B(B) {}

  void check(const Stmt *S) const {
    if (auto *E = dyn_cast<Expr>(S))
      return checkWhole(E);
    forEachChild(S, [&](const Stmt *Child) { check(Child); });
  }

private:
  const CallExpr *writer(const Expr *E) const {
    auto *Call = dyn_cast<CallExpr>(E->IgnoreParenCasts());
    const InlinedCall *In = Call ? B.inlined(Call) : nullptr;
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
      giveUp(refusals::impureCall(B.Src.place(Inner),
                                  Inner->getDirectCallee()->getNameAsString(),
                                  "writes memory in the midst of an expression"));
  }

  const NestBuilder &B;
};
} // namespace

void tilepipe::inlineCalls(NestBuilder &B, const Stmt *Body, PureCalls &Calls,
                           const PreprocessorFacts &Directives) {
  const ForStmt *For = B.Headers.front().For;
  CallCopier Copier(B, Calls, Directives);
  for (const LoopHeader &H : B.Headers)
    for (const Stmt *Part : {H.For->getInit(), (const Stmt *)H.Cond, (const Stmt *)H.For->getInc()})
      if (Part)
        Copier.expand(Part, /*MayLeave=*/true);
  Copier.expand(Body, /*MayLeave=*/false);
  if (B.Inlined.empty())
    return;
  WriteOrder Order(B);
  Order.check(For);
  for (const auto &[Call, In] : B.Inlined)
    Order.check(In.Body);
}

//--- globals ------------------------------------------------------------------

/// Some variable of S hides Name, or may.
static bool declares(const Stmt *S, llvm::StringRef Name) {
  bool Found = false;
  if (auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (auto *Named = dyn_cast<NamedDecl>(D); Named && Named->getName() == Name)
        Found |= !isa<VarDecl>(D) || !cast<VarDecl>(D)->hasExternalStorage();
  forEachChild(S, [&](const Stmt *Child) { Found = Found || declares(Child, Name); });
  return Found;
}

/// Emitted text names V at file scope and at the nest: both must see V itself.
static void requireVisible(const NestBuilder &B, const VarDecl *V, const FunctionDecl *Function) {
  Place At{B.Nest.Where, ""};
  std::string Name = V->getNameAsString();
  bool IsHidden = declares(Function->getBody(), Name) ||
                  llvm::any_of(Function->parameters(), [&](const ParmVarDecl *P) {
                    return P->getName() == Name;
                  });
  if (IsHidden)
    giveUp(refusals::unsupportedExpression(
        At, "two variables named '" + Name + "' are used by the nest", "rename one of them"));
  if (llvm::none_of(V->redecls(), [&](const VarDecl *D) {
        return isFileScope(D) && B.Src.isBefore(D->getLocation(), B.Nest.InsertAt);
      }))
    giveUp(refusals::unsupportedExpression(
        At, "'" + Name + "', used by a called function, is not declared before the loop's function"));
}

/// A global pointer: other ranks set theirs to their copy of the memory.
static void settlePointer(NestBuilder &B, const VarDecl *V) {
  std::string Name = V->getNameAsString();
  bool IsHeld = llvm::any_of(B.Nest.Holders, [&](const Holder &H) { return H.Variable == Name; });
  for (const Array &A : B.Nest.Arrays) {
    if (A.base() != Name || A.Kind != Array::Storage::Pointer || IsHeld)
      continue;
    if (V->getType().isConstQualified())
      break;
    B.Nest.CalledGlobals.push_back({Name, "", A.base()});
    return;
  }
  B.Nest.ThreadsOnlyReason = "a called function reads '" + Name + "' itself";
}

void tilepipe::settleCalledGlobals(NestBuilder &B, const FunctionDecl *Function) {
  for (const VarDecl *V : B.CalledGlobals) {
    std::string Name = V->getNameAsString();
    if (llvm::any_of(B.Headers, [&](const LoopHeader &H) {
          return H.Iterator->getCanonicalDecl() == V;
        }))
      giveUp(refusals::unsupportedExpression(
          {B.Nest.Where, Name}, "a called function reads the iterator '" + Name + "'"));
    requireVisible(B, V, Function);
    QualType Type = V->getType();
    if (Type->isArithmeticType()) {
      B.Nest.CalledGlobals.push_back(
          {Name, fileScopeSpelling(Type, B.AST, {B.Nest.Where, Name}), ""});
      continue;
    }
    B.Nest.HasOwnNames = true;
    if (Type->isPointerType())
      settlePointer(B, V);
    else if (Type->isRecordType() && B.records().model(V) != RecordModel::Memory)
      B.Nest.ThreadsOnlyReason = "a called function reads '" + Name + "' itself";
  }
}
