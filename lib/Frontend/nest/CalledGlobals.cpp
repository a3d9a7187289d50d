// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nest/CalledGlobals.h"

#include "syntax/Types.h"

using namespace tilepipe;
using namespace clang;

/// Some variable of S hides Name, or may.
static bool declares(const Stmt *S, llvm::StringRef Name) {
  if (auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (auto *Named = dyn_cast<NamedDecl>(D); Named && Named->getName() == Name)
        if (!isa<VarDecl>(D) || !cast<VarDecl>(D)->hasExternalStorage())
          return true;
  return anyChild(S, [&](const Stmt *Child) { return declares(Child, Name); });
}

/// Emitted text names V at file scope and at the nest: both must see V itself.
static void requireVisible(const NestSyntax &Syntax, const VarDecl *V) {
  Place At{Syntax.where(), ""};
  std::string Name = V->getNameAsString();
  bool IsHidden = declares(Syntax.Function->getBody(), Name) ||
                  llvm::any_of(Syntax.Function->parameters(), [&](const ParmVarDecl *P) {
                    return P->getName() == Name;
                  });
  if (IsHidden)
    giveUp(refusals::unsupportedExpression(
        At, "two variables named '" + Name + "' are used by the nest", "rename one of them"));
  if (llvm::none_of(V->redecls(), [&](const VarDecl *D) {
        return isFileScope(D) && Syntax.Src.isBefore(D->getLocation(), Syntax.Text.InsertAt);
      }))
    giveUp(refusals::unsupportedExpression(
        At, "'" + Name + "', used by a called function, is not declared before the loop's function"));
}

/// A global pointer: other ranks set theirs to their copy of the memory.
static void settlePointer(LoopNest &Nest, const VarDecl *V) {
  std::string Name = V->getNameAsString();
  bool IsHeld = llvm::any_of(Nest.AggregateCopies, [&](const AggregateCopy &H) { return H.Variable == Name; });
  for (const Array &A : Nest.Arrays) {
    if (A.base() != Name || A.Kind != Array::Storage::Pointer || IsHeld)
      continue;
    if (V->getType().isConstQualified())
      break;
    Nest.CalledGlobals.push_back({Name, "", A.base()});
    return;
  }
  Nest.ThreadsOnlyReason = "a called function reads '" + Name + "' itself";
}

void tilepipe::settleCalledGlobals(LoopNest &Nest, const NestSyntax &Syntax, const Globals &Named) {
  for (const VarDecl *V : Named) {
    std::string Name = V->getNameAsString();
    if (llvm::any_of(Syntax.Headers, [&](const LoopHeader &H) {
          return H.Iterator->getCanonicalDecl() == V;
        }))
      giveUp(refusals::unsupportedExpression(
          {Nest.Where, Name}, "a called function reads the iterator '" + Name + "'"));
    requireVisible(Syntax, V);
    QualType Type = V->getType();
    if (Type->isArithmeticType()) {
      Nest.CalledGlobals.push_back(
          {Name, fileScopeSpelling(Type, Syntax.AST, {Nest.Where, Name}), ""});
      continue;
    }
    Nest.CalleesNameMemory = true;
    if (Type->isPointerType())
      settlePointer(Nest, V);
    else if (Type->isRecordType() && Syntax.Records.model(V) != RecordModel::Memory)
      Nest.ThreadsOnlyReason = "a called function reads '" + Name + "' itself";
  }
}
