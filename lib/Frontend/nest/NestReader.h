//===- NestReader.h - one nest from syntax to LoopNest ----------*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_LIB_FRONTEND_NEST_NESTREADER_H
#define TILEPIPE_LIB_FRONTEND_NEST_NESTREADER_H

#include "calls/PureCalls.h"
#include "source/Preprocessor.h"
#include "syntax/FunctionFacts.h"
#include "syntax/Privates.h"
#include "tilepipe/IR/LoopNest.h"

namespace tilepipe {

/// What is the same for all nests of one function.
struct FunctionContext {
  const IslContext &Isl;
  const clang::ASTContext &AST;
  const SourceText &Src;
  const PreprocessorFacts &Directives;
  PureCalls &Calls;
  const clang::FunctionDecl *Function;
  const VariableUses &Uses;
  Liveness &Live;
  bool FusesConstants; ///< see CompilerDifferences
};

/// The perfect nest whose outermost loop is For, or why it is none: a
/// RefusalError. SplitsConstantRows: see NestBuilder.
llvm::Expected<LoopNest> readNest(const FunctionContext &Context, const clang::ForStmt *For,
                                  const std::string &Name, bool SplitsConstantRows = false);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_NEST_NESTREADER_H
