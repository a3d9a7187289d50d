// Callee.h - what a call runs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_CALLEE_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_CALLEE_H

#include "syntax/FunctionFacts.h"

namespace tilepipe {

/// The function that a call names, and what this file shows of it. Readers look into callees
/// through this class only.
class Callee {
public:
  explicit Callee(const clang::CallExpr *Call) : Call(Call), Named(Call->getDirectCallee()) {
    if (Named)
      Named->hasBody(Shown);
  }

  /// Null: called through a pointer.
  const clang::FunctionDecl *function() const { return Named; }
  /// The definition in this file; or null. Another one may be what runs.
  const clang::FunctionDecl *definition() const { return Shown; }
  /// The definition, where it surely is what runs, with arguments that it takes; or null.
  const clang::FunctionDecl *runs() const {
    const clang::FunctionDecl *Runs = calledDefinition(Named);
    return Runs && !Runs->isVariadic() && fitsParameters(Call, Runs) ? Runs : nullptr;
  }
  /// The definition surely is what runs, and it takes other arguments.
  bool isMisused() const {
    const clang::FunctionDecl *Runs = calledDefinition(Named);
    return Runs && !fitsParameters(Call, Runs);
  }
  /// Calls F for each parameter of the definition that has an argument.
  void forEachArgument(
      llvm::function_ref<void(const clang::ParmVarDecl *, const clang::Expr *)> F) const {
    for (unsigned I = 0; Shown && I < std::min(Call->getNumArgs(), Shown->getNumParams()); ++I)
      F(Shown->getParamDecl(I), Call->getArg(I));
  }

private:
  const clang::CallExpr *Call;
  const clang::FunctionDecl *Named, *Shown = nullptr;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_CALLEE_H
