//===- InlinedCalls.h - calls in the terms of their caller ------*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that reads or writes memory,
//
//   static void relax(double *p, int i) { p[i] = 0.5 * (p[i - 1] + p[i + 1]); }
//
// is analysed as if its body stood in place of each call: a copy of its syntax, with
// pointer parameters replaced by their arguments and other parameters and locals as
// variables of the nest's body. The emitted text goes on calling the function itself.
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_LIB_FRONTEND_CALLS_INLINEDCALLS_H
#define TILEPIPE_LIB_FRONTEND_CALLS_INLINEDCALLS_H

#include "calls/PureCalls.h"
#include "expr/NestBuilder.h"
#include "source/Preprocessor.h"

namespace tilepipe {

/// Fills B.Inlined with the calls in the nest of B.Headers and Body whose callee is not pure
/// and whose body is understood. Refuses ("impure-call") those that do what no nest may do;
/// calls of unknown functions are left for the body's reader.
void inlineCalls(NestBuilder &B, const clang::Stmt *Body, PureCalls &Calls,
                 const PreprocessorFacts &Directives);

/// What the globals that called functions name by themselves need on other ranks. Call
/// when the nest is complete.
void settleCalledGlobals(NestBuilder &B, const clang::FunctionDecl *Function);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_CALLS_INLINEDCALLS_H
