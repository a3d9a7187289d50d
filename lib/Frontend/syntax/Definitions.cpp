// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syntax/Definitions.h"

#include "clang/AST/Attr.h"

using namespace tilepipe;
using namespace clang;

bool tilepipe::hasTopLevelAssembly(const ASTContext &AST) {
  return llvm::any_of(AST.getTranslationUnitDecl()->decls(),
                      [](const Decl *D) { return isa<FileScopeAsmDecl>(D); });
}

bool tilepipe::hasLinkerName(const NamedDecl *D) {
  const Decl *Last = D->getMostRecentDecl(); // has the attributes of all
  return Last->hasAttr<AliasAttr>() || Last->hasAttr<AsmLabelAttr>() ||
         Last->hasAttr<WeakRefAttr>() || Last->hasAttr<IFuncAttr>();
}

/// A function of a shared object gives way to one of the same name in the program, or in an
/// object loaded before. gcc counts on that, but for inline functions; variables keep their values.
static bool isInterposable(const FunctionDecl *F) {
  const LangOptions &Options = F->getASTContext().getLangOpts();
  bool IsShared = Options.PICLevel && !Options.PIE &&
                  (Options.SemanticInterposition || Options.HalfNoSemanticInterposition);
  return IsShared && !F->isInlined() && F->getVisibility() == DefaultVisibility;
}

std::string tilepipe::whyReplaced(const ValueDecl *D) {
  if (!D->isExternallyVisible())
    return "";
  if (D->isWeak() || D->getMostRecentDecl()->hasAttr<SelectAnyAttr>())
    return "is a weak symbol";
  if (auto *F = dyn_cast<FunctionDecl>(D); F && isInterposable(F))
    return "may be replaced when the program starts (-fPIC); declare it static, or hidden";
  if (hasTopLevelAssembly(D->getASTContext()))
    return "the file's assembler may replace; declare it static";
  return "";
}
