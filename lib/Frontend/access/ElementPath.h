// ElementPath.h - an lvalue taken apart
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_ACCESS_ELEMENTPATH_H
#define TILEPIPE_LIB_FRONTEND_ACCESS_ELEMENTPATH_H

#include "expr/NestSyntax.h"

namespace tilepipe {

/// A term of a subscript: `A[i]` has {i}, `*(A + i - j)` has {i, -j}. Without a
/// value: every subscript of the dimension (a structure is used as a whole).
struct SubscriptTerm {
  const clang::Expr *Value;
  bool IsNegative;
};
using Subscript = std::vector<SubscriptTerm>;

/// An element: where it starts from, one subscript per dimension, and the members
/// in between.
struct ElementPath {
  const clang::VarDecl *Base = nullptr; ///< a variable
  std::optional<FieldPath> Slot;        ///< or the pointer member of a structure
  std::vector<Subscript> Levels;
  struct Member {
    unsigned Level; ///< number of subscripts before it
    const clang::FieldDecl *Field;
  };
  std::vector<Member> Members;
  unsigned Rows = 0;    ///< so many first subscripts choose a pointer each, the others count from the last
  bool IsTable = false; ///< pointers to rows themselves

  /// Storage of the body's own, or of a structure that is copied.
  bool isOwn() const { return !Base && !Slot; }
};

/// Takes the lvalue E, an element of an array or of what a pointer points to,
/// apart. Refuses what starts from something else than a variable or a member.
ElementPath elementPath(const NestSyntax &Syntax, const clang::Expr *E);
/// True for `x[...]` and `*x`.
bool isElement(const clang::Expr *E);
/// Paths of all parts of the structure at Path that have arithmetic elements.
std::vector<ElementPath> leavesOf(const NestSyntax &Syntax, const ElementPath &Path,
                                  clang::QualType Record, Place At);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_ACCESS_ELEMENTPATH_H
