// RowPieces.h - rows of vectors that begin where lines of memory do
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_CODEGEN_ROWPIECES_H
#define TILEPIPE_LIB_CODEGEN_ROWPIECES_H

#include "RegionContext.h"

namespace tilepipe {

/// The element that a row stores first: "base, offset, bytes" as C text. A row is one run of loop number L, which holds Statements
/// alone. Compilers store vectors from a row's first element on. Where they cross lines of memory, and so do the vectors that
/// they are computed from, each takes two accesses. A short first piece of the row ends in front of a line, so that the vectors
/// of the other piece cross none. CoordinatesOf(K): names for the tuple of a point of statement K. Empty: the row stays whole,
/// for its iterations wait for each other or read few neighbours.
std::string firstInRow(const RegionContext &R, unsigned L, llvm::ArrayRef<unsigned> Statements,
                       llvm::function_ref<std::vector<std::string>(unsigned K)> CoordinatesOf);

/// The heads of the two loops around the points of a row from First to Last, C text. End: a variable of type tp_int.
struct PieceLoops {
  std::string Pieces, Points;
};
PieceLoops pieceLoops(const std::string &Iterator, const std::string &First, const std::string &Last, const std::string &End,
                      const std::string &FirstInRow);

} // namespace tilepipe

#endif // TILEPIPE_LIB_CODEGEN_ROWPIECES_H
