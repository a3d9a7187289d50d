//===- BodyTypes.h - types and unevaluated operands -------------*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_LIB_FRONTEND_BODY_BODYTYPES_H
#define TILEPIPE_LIB_FRONTEND_BODY_BODYTYPES_H

#include "expr/NestBuilder.h"
#include "syntax/PerfectNest.h"

namespace tilepipe {

/// Fills B.OwnDecls.
void findOwnDeclarations(NestBuilder &B, const PerfectNest &Syntax);

/// Refuses types and unevaluated operands in S that hang on arrays or pointers of the nest, which
/// emitted code declares differently.
void checkLookedAt(const NestBuilder &B, const clang::Stmt *S);

/// Refuses types in S whose size is computed where they stand.
void checkVariableTypes(const NestBuilder &B, const clang::Stmt *S);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_BODY_BODYTYPES_H
