// FunctionContext.h - what all nests of a function share
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_FUNCTIONCONTEXT_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_FUNCTIONCONTEXT_H

#include "source/Preprocessor.h"
#include "syntax/FunctionFacts.h"
#include "syntax/Privates.h"

namespace tilepipe {

class IslContext;
class PointedObjects;
class PureCalls;

/// What is the same for all nests of one function.
struct FunctionContext {
  const IslContext &Isl;
  const clang::ASTContext &AST;
  const SourceText &Src;
  const PreprocessorFacts &Directives;
  PureCalls &Calls;
  const clang::FunctionDecl *Function;
  const VariableUses &Uses; ///< of the whole function
  Liveness &Live;
  PointedObjects &Objects;
  bool FusesConstants; ///< see CompilerDifferences
  bool Reassociates;   ///< see FrontendOptions
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_FUNCTIONCONTEXT_H
