//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// isl's syntax trees as C text. Two users: the scan of a tile, whose leaves are
// the user's body, and the scan of an element set, whose leaves are runs.
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_LIB_CODEGEN_ASTPRINTER_H
#define TILEPIPE_LIB_CODEGEN_ASTPRINTER_H

#include "CodeBuffer.h"
#include "tilepipe/Support/Isl.h"

#include <functional>

namespace tilepipe {

/// How an isl identifier (parameter or iterator) is written in C.
using IdentifierText = std::function<std::string(llvm::StringRef)>;

/// C text of an isl expression; every value is a tp_int.
std::string printExpression(const isl::ast_expr &Expr, const IdentifierText &Name);

/// { [] -> [v] } and parameter sets as C expressions, under Context.
std::string printValue(const isl::pw_aff &Value, const isl::set &Context,
                       const IdentifierText &Name);
std::string printCondition(const isl::set &Params, const isl::set &Context,
                           const IdentifierText &Name);

/// A `for` of isl in parts; Step is 1 or more.
struct ForParts {
  std::string Iterator;
  isl::ast_expr Init, Last; ///< iterates Init, Init + Step, ... <= Last
  int64_t Step;
  bool IsDegenerate; ///< exactly one iteration, at Init
};

/// Splits a for node; nothing when its condition is not an upper bound.
std::optional<ForParts> splitFor(const isl::ast_node &Node);

/// The tree that scans Set in lexicographic order of its tuple, with the given
/// iterator names. Atomic: one leaf only, guarded by conditions where needed.
isl::ast_node scan(const isl::set &Set, const isl::set &Context,
                   const std::vector<std::string> &Iterators, bool Atomic);

/// Arguments of a leaf: the coordinates of the scanned point.
std::vector<isl::ast_expr> leafArguments(const isl::ast_node &Leaf);

/// True when Expr is just the identifier Name.
bool isIdentifier(const isl::ast_expr &Expr, llvm::StringRef Name);

} // namespace tilepipe

#endif
