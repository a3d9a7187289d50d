// BodyReader.h - the innermost body
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_BODY_BODYREADER_H
#define TILEPIPE_LIB_FRONTEND_BODY_BODYREADER_H

#include "access/ArrayAccess.h"
#include "body/BodyPaths.h"
#include "compilers/Roundings.h"

#include "llvm/ADT/DenseSet.h"

namespace tilepipe {

class ExprReader;

/// What a statement does besides its accesses.
struct StatementFacts {
  OpCounts Ops;
  bool CallsLibm = false, RoundsToShorter = false, HasContinue = false, HasLoops = false; ///< see LoopNest, Statement
  std::set<std::string> Extrema; ///< see LoopNest
  Globals CalledGlobals; ///< that functions without a copy of their body read
  Roundings Rounded;
  std::vector<isl::set> Inside; ///< see Statement
  std::vector<Statement::Condition> Conditions; ///< see Statement
};

/// An element that stands for a scalar of a statement.
struct StandingElement {
  const clang::Expr *Element;
  bool IsDeclared; ///< by the statement, which then does not read it
  bool IsFinished; ///< by the statement's own text, which writes it
};

/// Reads one statement, the body of the loops Around: records its accesses in Table, in the order
/// of evaluation, where an unsequenced operand comes before the operator that uses it.
///
/// Where a conditional write does not happen the old value lives on, so it is
/// recorded as a read and a write. Whether all paths through the body write an
/// element is known at its end: then these become one unconditional write there.
class BodyReader {
public:
  BodyReader(NestNames &Names, AccessTable &Table, const EnclosingLoops &Around)
      : Names(Names), Syntax(Names.Syntax), Table(Table), Around(Around),
        Now{Around.domain(), Around.surely(), {}, {}}, Entered(Around.surely()) {}

  /// Between: declarations that stand in front of Body, see NestShape. Elements are read in front of it and written behind.
  StatementFacts read(const std::vector<NestShape::Declaration> &Between, const clang::Stmt *Body,
                      llvm::ArrayRef<StandingElement> Elements = {});

private:
  /// Of a loop inside Outer's statement, at the points of Around's domain that it gets to.
  BodyReader(BodyReader &Outer, const EnclosingLoops &Around);
  /// An access of an element whose number is known.
  struct Noted {
    unsigned Raw; ///< in Table
    unsigned Element;
    Access::Kind What;
    bool IsOldValue; ///< the read before a conditional write
    isl::set Own;    ///< points that have written the element before
  };

  void visit(const clang::Stmt *S);
  void visitInitial(const clang::VarDecl *V);
  void visitIf(const clang::IfStmt *If);
  void visitSwitch(const clang::SwitchStmt *Switch);
  /// Loops of the statement's own text. Those with affine bounds have a coordinate while they are read.
  void visitFor(const clang::ForStmt *For);
  bool visitAffine(const clang::ForStmt *For);
  static constexpr unsigned GuessedIterations = 16; // runs are measured
  /// A loop of which nobody knows how often it runs: Parts may run, in any order. Iterations: as operations count.
  void visitUnknown(llvm::ArrayRef<const clang::Stmt *> Parts, unsigned Iterations = GuessedIterations);
  /// Value of a switch's condition, where it is affine; else its accesses are read.
  /// What the affine E, just read by Reader, assumes of its arithmetic and its fields.
  void settleAffine(const ExprReader &Reader, const clang::Expr *E);
  std::optional<isl::pw_aff> visitSelector(const clang::Expr *Cond);
  bool looksAffine(const clang::Expr *E) const;
  void leave(std::vector<PathState> &Ends, isl::set &Left);
  void visitExpr(const clang::Expr *E);
  void visitCast(const clang::CastExpr *Cast);
  void noteRounding(clang::QualType From, clang::QualType To);
  void visitUnary(const clang::UnaryOperator *Unary);
  void visitBinary(const clang::BinaryOperator *Binary);
  void visitAssignment(const clang::BinaryOperator *Assignment);
  void visitCall(const clang::CallExpr *Call);
  /// A call that is read as its callee's body.
  void visitInlined(const clang::CallExpr *Call, const InlinedCall &In);
  /// Call, whose argument reads one element; nothing: it is no ElementCall.
  std::optional<ElementCall> elementCall(const clang::CallExpr *Call) const;
  /// What a callee answers: an address is evaluated, not read from.
  void visitReturned(const clang::Expr *Value);
  void visitSizeof(const clang::UnaryExprOrTypeTraitExpr *Trait);
  /// Evaluates the subscripts on the way to an lvalue.
  void visitAddress(const clang::Expr *Lvalue);
  void visitPointer(const clang::Expr *Pointer);
  void visitIndex(const clang::Expr *Index);
  Sides visitCondition(const clang::Expr *Cond);
  /// Runs IfTrue and IfFalse on the two sides of a condition, and goes on where
  /// they meet.
  void fork(const Sides &Condition, llvm::function_ref<void()> IfTrue,
            llvm::function_ref<void()> IfFalse = [] {});
  /// Goes on where Edges meet, after a statement that began at Before.
  void meet(const PathState &Before, const std::vector<PathState> &Edges);
  isl::set nowhere() const { return isl::set::empty(Now.Where.space()); }
  isl::set anywhere() const { return Names.universe(Around.depth()); }

  void access(Access::Kind What, const clang::Expr *Lvalue, bool IsOldValue = false);
  void accessPath(Access::Kind What, const ElementPath &Path, const clang::Expr *E,
                  bool IsOldValue);
  /// The same at the points Here, for which Path's variable is one array.
  void accessArray(Access::Kind What, const ElementPath &Path, const clang::Expr *E, bool IsOldValue, const isl::set &Here);
  /// Points whose iteration of the outermost loop has a number that leaves Rest when divided by Size.
  isl::set turn(unsigned Rest, unsigned Size) const;
  /// True when E is a member whose value is copied before the start.
  bool copyMember(const clang::Expr *E);
  /// Reads the members of structures that a condition consists of.
  void visitMembers(const clang::Expr *Cond);
  void settleConditionalWrites();
  void settleElement(unsigned Element, const isl::set &Always, std::vector<bool> &IsDropped);
  void countOperation(const clang::BinaryOperator *Operation);
  /// False when an operation of the same spelling was seen before: macros repeat
  /// their arguments, and compilers compute them once.
  bool isFirst(const clang::Expr *E);

  NestNames &Names;
  const NestSyntax &Syntax;
  AccessTable &Table;
  const EnclosingLoops &Around;
  StatementFacts Facts;
  llvm::DenseSet<unsigned> Seen; ///< hashes of the expressions counted so far
  PathState Now;             ///< before the current statement
  isl::set Entered;          ///< points that surely begin the text that is read
  std::vector<PathState> Ends;                ///< at each `continue`
  std::vector<PathState> *Breaks = nullptr;   ///< of the innermost switch
  bool InLoop = false;                        ///< `continue` ends an iteration of a loop of the text
  std::vector<PathState> *Returns = nullptr;  ///< of the innermost inlined call
  /// Points that may have left so far.
  isl::set Continued = nowhere(), Broken = nowhere(), Returned = nowhere();
  std::optional<Place> CallSite; ///< of the nest's own text, while its callee is read
  std::vector<Noted> Notes;
  unsigned Between = 0; ///< loops around the declaration between loops that is read; 0: none is
  bool IsWidened = false;     ///< what is loaded next
  bool StoresRounded = false; ///< the assignment that is read
  bool IsAddress = false;    ///< inside a subscript: its arithmetic is not counted
};

/// Of the complete Nest, whose accesses Table holds and whose statement has Rounded: refuses
/// numbers that gcc may forget to round.
void checkRoundings(const LoopNest &Nest, const AccessTable &Table, Roundings Rounded);

/// Refuses when the nest writes what declarations between its loops read once.
void checkReadBetween(const LoopNest &Nest);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_BODY_BODYREADER_H
