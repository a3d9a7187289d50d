//===- ArrayTable.h - arrays of a nest and how they are reached -*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_LIB_FRONTEND_ARRAYTABLE_H
#define TILEPIPE_LIB_FRONTEND_ARRAYTABLE_H

#include "NestBuilder.h"

namespace tilepipe {

/// A term of a subscript: `A[i]` has {i}, `*(A + i - j)` has {i, -j}.
struct SubscriptTerm {
  const clang::Expr *Value;
  bool IsNegative;
};
using Subscript = std::vector<SubscriptTerm>;

/// An lvalue taken apart: the variable it starts from and one subscript per
/// dimension of that variable's declaration.
struct ElementPath {
  const clang::VarDecl *Base = nullptr; ///< null: storage of the body's own
  std::vector<Subscript> Levels;
};

/// Takes the lvalue E, an element of an array or of what a pointer points to,
/// apart. Refuses what starts from something else than a variable.
ElementPath elementPath(const NestBuilder &B, const clang::Expr *E);
/// True for `x[...]` and `*x`.
bool isElement(const clang::Expr *E);

/// The nest's arrays, in order of first access.
class ArrayTable {
public:
  explicit ArrayTable(NestBuilder &B) : B(B) {}

  /// Number of the array V in B.Nest.Arrays.
  unsigned find(const clang::VarDecl *V, const clang::Expr *Use);
  /// Dimensions of the declaration, the first one included.
  unsigned rank(unsigned Array) const { return B.Nest.Arrays[Array].Extents.size(); }
  /// Makes the first extent of a variable-length array known; false when there is none.
  bool completeExtents(unsigned Array);

private:
  Array describe(const clang::VarDecl *V, const clang::Expr *Use);
  Extent extentOf(const clang::VarDecl *V, clang::QualType Dimension, unsigned Level);
  void equateExtent(const std::string &Name, const clang::Expr *Size);

  NestBuilder &B;
  std::map<const clang::VarDecl *, unsigned> Numbers;
  std::vector<const clang::VarDecl *> Variables;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_ARRAYTABLE_H
