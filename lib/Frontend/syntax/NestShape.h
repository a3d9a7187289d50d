// NestShape.h - loops, statements and what stands between
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_NESTSHAPE_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_NESTSHAPE_H

#include "source/Refusals.h"
#include "syntax/ElementScalars.h"
#include "syntax/ExpandedScalars.h"
#include "syntax/FunctionFacts.h"
#include "syntax/PointerSwaps.h"
#include "syntax/Privates.h"
#include "syntax/SetValues.h"

#include "clang/AST/Stmt.h"

#include <set>
#include <vector>

namespace tilepipe {

/// Loops and the statements inside, its parts. Of a declaration between loops whose variable keeps its initial value
/// (`double *row = A[i];`) each statement behind it has a copy. So has each of an assignment that makes a variable stand for
/// index arithmetic (`i1 = i + 1;`). Variables without an initial value are written by the statements, if at all.
struct NestShape {
  struct Declaration {
    const clang::Stmt *What; ///< a DeclStmt, or an assignment
    unsigned Depth;          ///< number of loops around it

    /// Visits what is computed.
    void forEachValue(llvm::function_ref<void(const clang::Expr *)> F) const;
  };
  std::vector<const clang::ForStmt *> Loops; ///< outermost first
  std::vector<Declaration> Between;          ///< those with initial values, in order
  const clang::Stmt *Obstacle = nullptr; ///< what would have to go were there more loops inside
  /// All statements with the declarations in front of them.
  const clang::Stmt *Body = nullptr;
  /// What Body declares; also in text that it includes.
  std::set<const clang::Decl *> OwnDecls;

  /// What runs as a whole: the innermost body of a perfect nest; of a tree of loops, neighbouring statements that
  /// are no loops of the tree.
  struct Part {
    std::vector<unsigned> Loops;       ///< around it, outermost first: numbers of Loops above
    std::vector<unsigned> Places;      ///< see Statement
    std::vector<Declaration> Between;  ///< those in front of it that count as its own, in order
    std::vector<const clang::Stmt *> Text;
    const clang::Stmt *Body = nullptr; ///< all of Text
    bool HasLoops = false;             ///< see Statement
    PointerSwaps::HeldBy Held;         ///< pointers that iterations of the outermost loop exchange, here
    unsigned InnerLoops = 0;
  };
  std::vector<Part> Parts; ///< in the order of the text
  SetValues Values;                         ///< of all that the nest names
  std::set<const clang::VarDecl *> Scratch; ///< arrays declared in front, of which each point has its own
  ExpandedScalars Expanded; ///< hand values from one statement to another, as elements of arrays do
  ElementScalars Elements;  ///< those of Expanded whose elements are the program's

  PointerSwaps Swaps; ///< by iterations of the outermost loop; of a tree
  bool HasStrides = false; ///< of a tree: some loop's step is no constant
  bool HasSplit = false; ///< neighbouring statements are parts of their own, see readTree

  bool isPerfect() const { return !HasStrides && Parts.size() == 1 && Parts.front().Loops.size() == Loops.size() && Swaps.isEmpty(); }
  const clang::Stmt *innermostBody() const { return Loops.back()->getBody(); }
  clang::SourceLocation location() const { return Loops.front()->getForLoc(); }
};

/// The nest whose outermost loop is Outermost. Refuses other shapes than a perfect nest of at most
/// five loops: "too-complex", "pragma", "imperfect-nest", "depth". Of the function's variables
/// Uses tells the writes.
NestShape readShape(const clang::ForStmt *Outermost, const VariableUses &Uses,
                    const clang::ASTContext &AST, const SourceText &Src);

/// The tree of loops whose outermost one is Outermost, with at least one statement. What a variable hands values
/// through is one statement, with the loops inside; so is what runs under a condition. An array of Scratch is such
/// a variable, a scalar of Expanded is none. Where loops have steps that are no constants (`jj += block`), those inside
/// that have constant ones are
/// what a block does: they run as a whole.
/// Splits: neighbouring statements that hand no values to each other are parts of their own; each can be
/// placed by itself, but has to be run by itself (`a[i][0] = a[i][1]; a[i][n] = a[i][n - 1];` at both ends of rows).
/// Scalars that carry values along inner loops hand none on where they are expanded: to elements of the region's own, or of the
/// program's; refused where there are none, or none of a floating type.
enum class Expanding { None, Own, OwnFloating, Elements };
NestShape readTree(const clang::ForStmt *Outermost, const VariableUses &Uses, Liveness &Live,
                   const clang::ASTContext &AST, const SourceText &Src, std::set<const clang::VarDecl *> Scratch, bool Splits,
                   Expanding Expands);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_NESTSHAPE_H
