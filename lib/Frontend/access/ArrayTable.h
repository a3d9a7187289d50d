// ArrayTable.h - arrays of a nest and how they are reached
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_ACCESS_ARRAYTABLE_H
#define TILEPIPE_LIB_FRONTEND_ACCESS_ARRAYTABLE_H

#include "access/ElementPath.h"
#include "expr/NestNames.h"

namespace tilepipe {

/// The nest's arrays, in order of first access.
class ArrayTable {
public:
  explicit ArrayTable(NestNames &Names) : Names(Names), Syntax(Names.Syntax) {}

  /// Number of the array that the element Path is in.
  unsigned find(const ElementPath &Path, const clang::Expr *Use);
  /// Dimensions of the declaration, the first one included.
  unsigned rank(unsigned Number) const { return Arrays[Number].Extents.size(); }
  Array &operator[](unsigned Number) { return Arrays[Number]; }
  const std::vector<Array> &all() const { return Arrays; }
  /// No store through another name can meet what the array is read for.
  bool isUnaliased(unsigned Number) const;
  /// The variable that is the array; null: it is reached in another way.
  const clang::VarDecl *variable(unsigned Number) const { return Variables[Number]; }
  /// Makes the first extent of a variable-length array known; false when there is none.
  bool completeExtents(unsigned Number);

private:
  /// Where an array starts from, and its number of subscripts and field at each member.
  using Key = std::tuple<const clang::VarDecl *, std::string,
                         std::vector<std::pair<unsigned, const clang::FieldDecl *>>>;

  clang::QualType describeVariable(Array &A, const clang::VarDecl *V, Place At);
  clang::QualType describeSlot(Array &A, const FieldPath &Slot, Place At);
  clang::QualType describeDimensions(Array &A, const clang::VarDecl *V, clang::QualType Type);
  void describeBase(Array &A, const ElementPath &Path, clang::QualType Type, Place At);
  clang::QualType describeRows(Array &A, const ElementPath &Path, clang::QualType Type, Place At);
  clang::QualType describeMember(Array &A, const ElementPath &Path, const ElementPath::Member &M,
                                 clang::QualType Type, unsigned First, Place At);
  void describeElement(Array &A, clang::QualType Type, Place At);
  Array describe(const ElementPath &Path, const clang::Expr *Use);
  Extent extentOf(const clang::VarDecl *V, clang::QualType Dimension, unsigned Level);
  void equateExtent(const std::string &Name, const clang::Expr *Size);

  NestNames &Names;
  const NestSyntax &Syntax;
  std::vector<Array> Arrays;
  std::map<Key, unsigned> Numbers;
  std::vector<const clang::VarDecl *> Variables; ///< null: reached through a member
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_ACCESS_ARRAYTABLE_H
