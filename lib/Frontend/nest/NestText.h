//===- NestText.h - where a nest stands in its file -------------*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_LIB_FRONTEND_NEST_NESTTEXT_H
#define TILEPIPE_LIB_FRONTEND_NEST_NESTTEXT_H

#include "expr/NestBuilder.h"
#include "source/Preprocessor.h"
#include "syntax/PerfectNest.h"

#include "clang/AST/Decl.h"

namespace tilepipe {

/// Fills NestText, BodyText, BetweenText and InsertAt, and B.BodyRange. Refuses text that
/// cannot be emitted again in front of Function: "in-header", "macro-loop",
/// "pragma", "local-macro".
void placeNest(NestBuilder &B, const PerfectNest &Syntax, const clang::FunctionDecl *Function,
               const PreprocessorFacts &Directives);

/// Refuses with "local-macro" where a macro would change what the emitted text itself
/// says. Call when the nest is complete.
void checkMacros(const NestBuilder &B, const PreprocessorFacts &Directives);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_NEST_NESTTEXT_H
