// Executor.h - statements of emitted functions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_VERIFY_EXECUTOR_H
#define TILEPIPE_LIB_VERIFY_EXECUTOR_H

#include "Evaluator.h"

#include "clang/AST/Stmt.h"

#include <set>

namespace tilepipe {

/// When a statement happens, lexicographically: places in blocks and loops' parameters.
struct Moment {
  int64_t Place = 0;
  std::string Loop; ///< parameter; empty: Place counts
  bool IsIndependent = false; ///< a loop whose iterations compilers may run side by side (TP_INDEPENDENT)
};

/// Runs emitted functions for all values of everything at once: each loop becomes a parameter.
/// What a statement means beyond control flow is the business of Hooks. After a loop, variables
/// that it assigned are unknown, its own excepted.
class Executor : public Evaluator {
public:
  /// What is special about one kind of functions; each answers whether it knew what to do.
  struct Hooks {
    virtual ~Hooks() = default;
    /// A call that is a statement.
    virtual bool call(Executor &, const clang::CallExpr *) { return false; }
    /// What is left of Block from statement First on.
    virtual bool rest(Executor &, const clang::CompoundStmt *, unsigned First) { return false; }
    /// V is for what a tile accumulates: no value of it is followed.
    virtual bool isResult(const clang::VarDecl *) { return false; }
    /// V stands for a part of the body: no number of it is followed.
    virtual bool standsIn(Executor &, const clang::VarDecl *V) { return false; }
    /// A declaration that is not of an integer, a box or the arguments.
    virtual bool declaration(Executor &, const clang::VarDecl *) { return false; }
    /// Target = Value, an assignment that is not to an integer variable of ours.
    virtual bool assignment(Executor &, const clang::BinaryOperator *) { return false; }
    virtual bool other(Executor &, const clang::Stmt *) { return false; }
    /// Loops over tp_stride() mean something.
    virtual bool knowsStrides() { return false; }
    /// S has no else, and its condition is a call that does what the branch does, or nothing and is true.
    virtual bool doesBranch(Executor &, const clang::IfStmt *) { return false; }
    /// A statement of which all is known.
    virtual bool isKnown(const clang::Stmt *) { return false; }
  };

  Executor(const RegionSource &Source, Hooks &H) : Evaluator(Source), H(H) {}

  /// Runs Function, whose parameters are bound, now.
  void runBody(const clang::FunctionDecl *Function);
  void run(const clang::Stmt *S);
  /// Binds the parameters of a function of the descriptor by their types: a box, an argument
  /// structure, an end or ranges, a stream. Integers have been bound to constants.
  void bindParameters(const clang::FunctionDecl *Function);
  /// Binds the parameters of Callee to what Call passes.
  void bindArguments(const clang::FunctionDecl *Callee, const clang::CallExpr *Call);
  void assign(const clang::VarDecl *V, Value Now);

  std::vector<Moment> Time;
  /// A box that a call passes has any corners within the bounds of what it is, as parameters: more boxes, but convex sets.
  bool HidesCorners = false;
  bool HasHidden = false; ///< or would have
  std::optional<isl::set> Corners; ///< { : }: what the hidden ones are

  /// for (x = tp_stride(at, First, Step); x <= last; x += Step). Of all x from at on it runs those that are First,
  /// First + Step, ... Which ones no set tells: the loop's parameter stands for all.
  struct Stride {
    std::string Parameter;
    Value First, Step;
  };
  std::vector<Stride> Strides; ///< of the loops around what is run

private:
  Hooks &H;
  std::set<const clang::VarDecl *> Counters; ///< of the loops that are being run

  /// The corners along one dimension of a box that a call passes.
  void hide(Value &Lo, Value &Hi);
  void block(const clang::CompoundStmt *S);
  void declare(const clang::VarDecl *V);
  void assignment(const clang::BinaryOperator *E);
  void increment(const clang::Expr *Target, const Value &By);
  void choose(const clang::IfStmt *S);
  struct Loop;
  Loop header(const clang::ForStmt *S);
  void loop(const clang::ForStmt *S, bool IsIndependent = false);
  bool readStride(const clang::ForStmt *S, Loop &L);
  bool strips(const clang::ForStmt *S);
  bool pieces(const clang::ForStmt *S);
  void turns(const Loop &L, const clang::Stmt *Body, bool IsIndependent);
  void checkName(const clang::VarDecl *V, const std::string &Field) const;
};

/// Variables that S assigns, and those that it names.
std::set<const clang::VarDecl *> assignedIn(const clang::Stmt *S);
bool names(const clang::Stmt *S, const std::set<const clang::VarDecl *> &Any);

} // namespace tilepipe

#endif // TILEPIPE_LIB_VERIFY_EXECUTOR_H
