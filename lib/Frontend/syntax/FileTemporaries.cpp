// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syntax/FileTemporaries.h"

#include "syntax/Definitions.h"
#include "syntax/FunctionFacts.h"
#include "syntax/SyntaxVisitor.h"

using namespace tilepipe;
using namespace clang;

/// Only text of its own file can change V, and only by name.
static bool isStaticNumber(const VarDecl *V) {
  QualType Type = V->getType();
  return V->hasGlobalStorage() && V->getFormalLinkage() != Linkage::External && V->getTLSKind() == VarDecl::TLS_None &&
         Type->isArithmeticType() && !Type->isAtomicType() && !Type.isVolatileQualified() && !Type.isConstQualified() &&
         llvm::none_of(V->redecls(), [](const VarDecl *D) { return D->hasAttrs(); });
}

namespace {
class PlaceFinder : public SyntaxVisitor {
public:
  explicit PlaceFinder(std::map<const VarDecl *, FileTemporaries::Places> &Named) : Named(Named) {}

  void visitFile(const ASTContext &AST) {
    for (const Decl *D : AST.getTranslationUnitDecl()->decls()) {
      Function = dyn_cast<FunctionDecl>(D);
      visit(D);
    }
  }

private:
  void statement(const Stmt *S) override {
    auto *Ref = dyn_cast<DeclRefExpr>(S);
    if (auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr; V && isStaticNumber(V))
      Named[V->getCanonicalDecl()][Function].insert(Ref);
  }

  std::map<const VarDecl *, FileTemporaries::Places> &Named;
  const FunctionDecl *Function = nullptr;
};
} // namespace

void FileTemporaries::findPlaces() {
  if (!std::exchange(HasLooked, true))
    PlaceFinder(Named).visitFile(AST);
}

const FileTemporaries::Places &FileTemporaries::placesOf(const VarDecl *V) {
  findPlaces();
  return Named[V->getCanonicalDecl()];
}

bool FileTemporaries::isHandedOn(const VarDecl *V) {
  // The file's assembler may name it.
  if (!isStaticNumber(V) || hasTopLevelAssembly(AST))
    return true;
  return llvm::any_of(placesOf(V), [&](const auto &Place) {
    const FunctionDecl *F = Place.first;
    if (!F || !F->doesThisDeclarationHaveABody() || VariableUses(F).isAddressTaken(V))
      return true;
    std::unique_ptr<Liveness> &Live = Flows[F];
    if (!Live)
      Live = std::make_unique<Liveness>(AST, F, *this);
    return Live->isHandedOn(V);
  });
}

bool FileTemporaries::isTemporary(const VarDecl *V) {
  auto [It, IsNew] = Verdicts.try_emplace(V->getCanonicalDecl(), false);
  if (IsNew)
    It->second = !isHandedOn(V);
  return It->second;
}
