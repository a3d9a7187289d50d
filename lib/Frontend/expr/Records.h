//===- Records.h - structures that a nest uses ------------------*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A member is fixed during the nest when nothing in the nest's text writes it and
// no store of the nest meets its memory: the first is seen here, the second is
// checked when the nest starts, for its address is passed along (Capture).
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_LIB_FRONTEND_EXPR_RECORDS_H
#define TILEPIPE_LIB_FRONTEND_EXPR_RECORDS_H

#include "expr/NestBuilder.h"

#include <set>

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
  Fields, ///< built anew from the members that are used (Holder)
  Memory  ///< where it is: its members are arrays
};

class Records {
public:
  /// Looks at what the whole nest does with each structure.
  explicit Records(NestBuilder &B);

  RecordModel model(const FieldPath &F) const;
  /// Emitted functions build the structure that the pointer Owner leads to, from the members
  /// that are read under this name.
  bool isBuilt(const std::string &Owner) const;
  /// Of a variable of structure type.
  RecordModel model(const clang::VarDecl *V) const;
  /// Some store of the nest's text is to F or a part of it.
  bool isWritten(const FieldPath &F) const;

  /// Name of a capture that holds the value of the arithmetic member F.
  std::string copy(const FieldPath &F, Place At);
  /// The same for each element of an array member of arithmetic type.
  void copyElements(const FieldPath &F, Place At);
  /// Identifier of a base pointer that holds the value of the pointer member F.
  std::string base(const FieldPath &F, Place At);
  /// The program reads a member of F's owner at Points; Surely: at each of them.
  void evaluated(const FieldPath &F, const isl::set &Points, bool Surely);
  /// The same for E where it may be an integer at a constant place.
  void readCell(const clang::Expr *E, const isl::set &Points, bool Surely);
  /// Members copied so far that the nest's text reads where they are, all the same.
  const std::vector<const clang::Expr *> &readInMemory() const { return InMemory; }
  /// Fills B.Nest.Holders, and the guards of what was copied.
  void finish();

  /// An array member of so few elements is copied rather than left in memory.
  static constexpr uint64_t MostCopied = 64;

private:
  struct Use {
    bool HasPointers = false, IsWhole = false, IsInMemory = false, IsArrow = false;
    bool HasCellWritten = false; ///< an element of the variable itself is a target
    std::set<std::string> Written; ///< paths
  };
  struct Object {
    FieldPath First; ///< a member of it
    Holder Emitted;
    std::vector<std::pair<unsigned, isl::set>> Surely; ///< number of its start, points
    isl::set Maybe;                                    ///< parameters of all evaluations
    isl::set Always;
    Place At;
  };

  void visit(const clang::Stmt *S, bool IsTarget, unsigned Depth);
  void visitPart(const clang::Expr *E, unsigned Depth);
  void visitCall(const clang::CallExpr *Call, const InlinedCall &In, unsigned Depth);
  void classify(const clang::Expr *E, bool IsTarget);
  Object &object(const FieldPath &F, Place At);
  void keepInMemory(const FieldPath &Pointer);
  void addMember(const FieldPath &F, const std::string &Value, Place At);
  bool isReachable(const FieldPath &F) const;
  void settleGuard(Object &O);

  NestBuilder &B;
  std::map<std::string, Use> Uses;      ///< by owner
  std::vector<std::unique_ptr<Object>> Objects;
  std::map<std::string, std::string> Copies, Bases; ///< names by text
  std::vector<const clang::Expr *> InMemory;
  struct CellRead {
    FieldPath Cell;
    isl::set Points;
    bool IsSure;
  };
  std::vector<CellRead> CellReads; ///< of the body
  std::map<std::string, std::string> OwnerOf;       ///< of a copy or base, by name
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_EXPR_RECORDS_H
