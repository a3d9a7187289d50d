//===- KnownValues.h - operations that compilers compute --------*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_LIB_FRONTEND_COMPILERS_KNOWNVALUES_H
#define TILEPIPE_LIB_FRONTEND_COMPILERS_KNOWNVALUES_H

#include "calls/PureCalls.h"
#include "expr/NestBuilder.h"

namespace tilepipe {

/// Fills B.Stored; calls have been inlined.
void noteStores(NestBuilder &B, const clang::Stmt *Body);

/// Refuses complex products and quotients in Body of values that a compiler may know.
/// FusesConstants: real sums of products as well (CompilerDifferences::FusesConstants).
void checkKnownValues(const NestBuilder &B, PureCalls &Calls, const clang::Stmt *Body,
                      bool FusesConstants);

/// Refuses Call, of the library function Name, where the program's compiler may compute it beforehand.
void checkFolding(const NestBuilder &B, PureCalls &Calls, const clang::CallExpr *Call,
                  const std::string &Name);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_COMPILERS_KNOWNVALUES_H
