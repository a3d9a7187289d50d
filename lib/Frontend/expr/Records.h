// Records.h - structures that a nest uses
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A member is fixed during the nest when nothing in the nest's text writes it and
// no store of the nest meets its memory: the first is seen here, the second is
// checked when the nest starts, for its address is passed along (Capture).
#ifndef TILEPIPE_LIB_FRONTEND_EXPR_RECORDS_H
#define TILEPIPE_LIB_FRONTEND_EXPR_RECORDS_H

#include "calls/InlinedCalls.h"

namespace tilepipe {

/// A member reached by names and constant subscripts: g->n, s->grid->h[2], p.x.
struct FieldPath {
  const clang::VarDecl *Root = nullptr;
  std::string Text;  ///< as C
  std::string Owner; ///< the pointer or variable whose structure it is part of: "g", "s->grid"
  bool IsArrow = false;                   ///< Owner is a pointer
  const clang::Expr *OwnerPath = nullptr; ///< of a pointer that is a member itself
  clang::QualType OwnerType;              ///< the structure
  std::string Path;                       ///< designator in it: ".n", ".h[2]"
  clang::QualType Type;
  const clang::Expr *Lvalue = nullptr; ///< the whole
  bool IsCell = false; ///< no member of a structure: see cellPath
};

/// Takes the lvalue E apart; nothing when it is something else, or volatile, a bit
/// field or part of a union.
std::optional<FieldPath> fieldPath(const clang::ASTContext &AST, const clang::Expr *E);

/// An integer in memory at a constant place: *n, shape[1]. Owner is the pointer or array.
std::optional<FieldPath> cellPath(const clang::ASTContext &AST, const clang::Expr *E);

/// The array member that the element E lies in, inner parts included; or nothing.
std::optional<FieldPath> arrayMember(const clang::ASTContext &AST, const clang::Expr *E);

/// How the emitted text gets at a structure.
enum class RecordModel {
  Copy,   ///< a variable, copied as a whole
  Fields, ///< built anew from the members that are used (AggregateCopy)
  Memory  ///< where it is: its members are arrays
};

/// What a nest does with each structure, as its whole text shows.
class RecordUses {
public:
  /// Looks at the nest For, calls in it as Inlined has them.
  RecordUses(const clang::ASTContext &AST, const SourceText &Src, const InlinedCalls &Inlined,
             const clang::ForStmt *For);

  RecordModel model(const FieldPath &F) const;
  /// Emitted functions build the structure that the pointer Owner leads to, from the members
  /// that are read under this name.
  bool isBuilt(const std::string &Owner) const;
  /// Of a variable of structure type.
  RecordModel model(const clang::VarDecl *V) const;
  /// Some store of the nest's text is to F or a part of it.
  bool isWritten(const FieldPath &F) const;

  /// An array member of so few elements is copied rather than left in memory.
  static constexpr uint64_t MostCopied = 64;

private:
  struct Use {
    bool HasPointers = false, IsWhole = false, IsInMemory = false, IsArrow = false;
    bool HasCellWritten = false; ///< an element of the variable itself is a target
    std::set<std::string> Written; ///< paths
  };
  class Reader;

  std::map<std::string, Use> Uses; ///< by owner
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_EXPR_RECORDS_H
