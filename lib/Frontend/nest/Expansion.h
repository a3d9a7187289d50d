// Expansion.h - scalars that become arrays
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_NEST_EXPANSION_H
#define TILEPIPE_LIB_FRONTEND_NEST_EXPANSION_H

#include "expr/NestNames.h"

namespace tilepipe {

/// The text of a part declares V: the part itself, not a block in it.
bool declares(const NestShape::Part &P, const clang::VarDecl *V);
bool namesOrDeclares(const NestShape::Part &P, const clang::VarDecl *V);

/// P is inside of Loop.
bool isOf(const NestShape &Shape, const NestShape::Part &P, const clang::ForStmt *Loop);

struct Expansion {
  std::vector<ExpandedScalar> Scalars;
  std::vector<Array> Arrays; ///< that they are, numbered behind those of the program
};

/// Adds what statements do with the scalars of Shape.Expanded to Accesses, over { S[c] } of the loops Around each: the
/// element is read in front of the statement's own accesses and written behind them. First: number of the first array.
/// Those of Shape.Elements are accessed already. Refuses with "imperfect-nest" where several loops are around what has one for each iteration.
Expansion expandScalars(NestNames &Names, const std::vector<EnclosingLoops> &Around, unsigned First,
                        std::vector<Access> &Accesses);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_NEST_EXPANSION_H
