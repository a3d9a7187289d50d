// RecordValues.h - members that stand for values
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_EXPR_RECORDVALUES_H
#define TILEPIPE_LIB_FRONTEND_EXPR_RECORDVALUES_H

#include "expr/NestSyntax.h"

namespace tilepipe {

class NestNames;

/// Members of structures whose values are taken along, under names of their own.
class RecordValues {
public:
  explicit RecordValues(NestNames &Names);

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

  /// The structures that emitted functions build, inner ones first. Call when all is read.
  std::vector<AggregateCopy> settle();
  /// Behind settle(): see Capture::Guard, of the copy or base Name.
  std::optional<isl::set> guardOf(const std::string &Name) const;

private:
  struct Object {
    FieldPath First; ///< a member of it
    AggregateCopy Emitted;
    isl::set Maybe;  ///< parameters of all evaluations
    isl::set Always;
    Place At;
  };
  struct CellRead {
    FieldPath Cell;
    isl::set Points;
    bool IsSure;
  };

  Object &object(const FieldPath &F, Place At);
  void keepInMemory(const FieldPath &Pointer);
  void addMember(const FieldPath &F, const std::string &Value, Place At);
  bool isReachable(const FieldPath &F) const;
  void settleGuard(Object &O);

  NestNames &Names;
  const NestSyntax &Syntax;
  std::vector<std::unique_ptr<Object>> Objects;
  std::map<std::string, std::string> Copies, Bases; ///< names by text
  std::vector<const clang::Expr *> InMemory;
  std::vector<CellRead> CellReads;            ///< of the body
  std::map<std::string, std::string> OwnerOf; ///< of a copy or base, by name
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_EXPR_RECORDVALUES_H
