// NestSyntax.h - what the text of a nest says
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_EXPR_NESTSYNTAX_H
#define TILEPIPE_LIB_FRONTEND_EXPR_NESTSYNTAX_H

#include "calls/InlinedCalls.h"
#include "expr/Accumulation.h"
#include "expr/Records.h"
#include "tilepipe/IR/LoopNest.h"

#include "llvm/ADT/MapVector.h"

namespace tilepipe {

/// Where a nest stands in its file; see LoopNest.
struct NestText {
  /// Of a part of the nest.
  struct Part {
    TextRange Body;
    std::vector<TextRange> Between;
  };
  TextRange Nest;
  std::vector<Part> Parts;
  unsigned CallAt = 0, InsertAt = 0;
  std::string Source, Prologue, Epilogue;
};

/// What is known of a nest before its loops and accesses are read. Constant from then on.
struct NestSyntax : FunctionContext {
  NestSyntax(const FunctionContext &Context, NestShape Shape, NestText Text,
             std::vector<LoopHeader> Headers, NestRequests Requests, InlinedCalls Inlined);

  const NestShape Shape;
  const NestText Text;
  const std::vector<LoopHeader> Headers; ///< of Shape.Loops
  const NestRequests Requests;
  const InlinedCalls Inlined;
  const RecordUses Records;
  VariableUses BodyUses; ///< writes inside the body, called functions included
  SetValues Values;      ///< of the nest and of called functions
  /// Variables through which the body, called functions included, writes elements.
  std::set<const clang::VarDecl *> Stored;
  /// Variables of the function that the body writes, each iteration its own, in order; where.
  llvm::MapVector<const clang::VarDecl *, const clang::Expr *> Privates;
  /// The same for those that it only accumulates in.
  llvm::MapVector<const clang::VarDecl *, Accumulation> Reductions;
  std::set<const clang::VarDecl *> Companions; ///< of these

  /// The nest does nothing with V, a declared array, but combine elements with values by that operator; their order
  /// shows in no bit. Nothing: it does something else.
  std::optional<Reduction::Operator> combination(const clang::VarDecl *V) const;

  Location where() const { return Src.location(Shape.location()); }
  bool isIterator(const clang::VarDecl *V) const { return loopOf(V).has_value(); }
  /// Number of the loop whose iterator V is.
  std::optional<unsigned> loopOf(const clang::VarDecl *V) const;
  bool isDeclaredInBody(const clang::VarDecl *V) const;
  /// What Read of a variable that the body declares or has for itself stands for: what it is initialised with, or set to.
  /// Null: there is no such thing.
  const clang::Expr *valueOf(const clang::DeclRefExpr *Read) const;
  /// V, declared outside of the nest, may be private to each iteration (see Privates.h): in all parts but those inside
  /// a loop that steps it, which only read it; or in the nest as a whole, where each part sets it (see NestShape). So are
  /// arrays of Shape.Scratch.
  bool mayBePrivate(const clang::VarDecl *V) const;
  /// S names an iterator, or a variable that the body declares: its value is not that of the whole nest.
  bool changes(const clang::Stmt *S) const;
  /// Emitted text, in front of the nest's function, may name F.
  bool isDeclaredBefore(const clang::FunctionDecl *F) const;
  /// V is global or its address is taken: pointers may lead to it.
  bool isReachable(const clang::VarDecl *V) const { return isGlobal(V) || Uses.isAddressTaken(V); }

private:
  void findPrivates(const clang::Stmt *S);
  void findReductions(const clang::Stmt *S);
  bool mayBeResult(const clang::VarDecl *V) const;
  bool mayBeWatched(const clang::VarDecl *V, const Accumulation &How) const;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_EXPR_NESTSYNTAX_H
