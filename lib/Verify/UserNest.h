// UserNest.h - the user's nest beside its emitted region
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_VERIFY_USERNEST_H
#define TILEPIPE_LIB_VERIFY_USERNEST_H

#include "Evaluator.h"
#include "StandingElement.h"

#include "clang/AST/Stmt.h"

#include <set>

namespace tilepipe {

/// Where the region is called: if (tp_sweep_run(...)) { exits } else <nest>, or
/// TP_OTHERWISE(tp_sweep_run(...)) <nest>, or TP_OTHERWISE_THEN(tp_sweep_run(...), (...)) <nest>, or
/// TP_OTHERWISE_TAKE(struct tp_sweep_results, (...), tp_sweep_run(...), (...), (...)) <nest>
struct RegionCall {
  const clang::CallExpr *Call = nullptr;
  const clang::CompoundStmt *Exits = nullptr; ///< null in the second form
  bool KnowsAllAnswers = false;               ///< -1 among them: the second and third form
  const clang::ForStmt *Loop = nullptr;       ///< that the macros make
  const clang::VarDecl *Results = nullptr;    ///< of the third form
  const clang::ForStmt *Nest = nullptr;
};

/// A variable of an emitted function that stands for a part of the user's text.
struct StandIn {
  const clang::VarDecl *Variable;
  const clang::Expr *Of;
  bool IsWritten = false; ///< it takes what is assigned to this part, and has its value then
  bool IsNever = false;   ///< a condition in parentheses that is false
  bool IsPromoted = false; ///< it has the type to which operations promote that of the part
};

/// The only call of the region; throws when there is none, or more.
RegionCall findCall(const RegionSource &Source);

/// The user's nest as it stands in the translated file, and what its body means.
class UserNest {
public:
  /// UserText: the file before anything was inserted.
  UserNest(const RegionSource &Source, const RegionCall &Call, llvm::StringRef UserText);

  /// Throws unless places order the statements as the text does: two of them by what stands side by side in the
  /// innermost loop around both. No statement skips another.
  void checkPlaces() const;
  /// Throws unless all that S does is done by loops, statements and those of Others. What is declared beside them does
  /// nothing, and what is assigned there each statement that names the variable does itself.
  void checkCovered(const clang::Stmt *S, const std::set<const clang::Stmt *> &Others) const;
  /// Statements of the nest that S holds a part of.
  std::vector<unsigned> statementsIn(const clang::Stmt *S) const;
  /// What statement K names, in the user's nest.
  const std::vector<const clang::DeclRefExpr *> &namesOf(unsigned K) const { return Bodies[K].Names; }

  /// Rest of Block from statement First on is the nest's statement K: the same tokens, but for stand-ins, of which the last
  /// with a name counts.
  bool isBody(unsigned K, const clang::CompoundStmt *Block, unsigned First, llvm::ArrayRef<StandIn> Known = {}) const;
  /// Throws unless the names in such a copy mean the same: objects of file scope
  /// themselves, others the parameters, iterators and structures of their name in Function.
  /// Those of the loops around are Iterators. Of stand-ins only values are taken;
  /// to those that take what is written, assignments are made, too.
  void checkNames(unsigned K, const clang::CompoundStmt *Block, unsigned First, const clang::FunctionDecl *Function,
                  const std::set<const clang::VarDecl *> &Iterators, llvm::ArrayRef<StandIn> Known = {}) const;
  /// The nest has elements with the text of E, and macros make the same expression of all of them as of E.
  bool hasElement(const clang::Expr *E) const;
  /// Throws unless V is named once in statement K, nowhere else, and in no loop of its text.
  void checkOnce(unsigned K, const clang::VarDecl *V) const;
  /// What the statements call Name outside of themselves; null: they do not.
  const clang::ValueDecl *meaning(llvm::StringRef Name) const;
  /// The variable that loop D steps; null: it is not found.
  const clang::VarDecl *iterator(unsigned D) const;

private:
  /// A statement as emitted functions hold it.
  struct Copy {
    std::vector<std::string> Tokens;
    std::vector<TextRange> Ranges; ///< of the user's file
    std::vector<const clang::DeclRefExpr *> Names; ///< in the user's nest
    std::set<const clang::VarDecl *> Sets;         ///< that it assigns to by their names
  };

  const RegionSource &Source;
  clang::SourceLocation Begin; ///< of the nest
  std::vector<Copy> Bodies;    ///< per statement
  std::vector<const clang::ForStmt *> Loops; ///< in the order of the text

  /// The place in the translated file of what stood at Offset in the user's.
  clang::SourceLocation at(unsigned Offset) const;
  bool isAround(const clang::Stmt *S, clang::SourceLocation Loc) const;
  void addTokens(Copy &Body, TextRange Range) const;
  /// The nest takes the value of that element so often, and each time at once converts it to another type.
  bool isConvertedBy(const clang::Expr *Element, unsigned Uses) const;
  /// What a copy of statement K has around the user's text for scalars that are arrays.
  std::vector<std::string> tokensBefore(unsigned K) const;
  std::vector<std::string> tokensBehind(unsigned K) const;
  bool isIn(const Copy &Body, clang::SourceLocation Loc) const;
  bool isOwn(const clang::Decl *D) const;
  void checkCovered(const clang::Stmt *S, const std::set<const clang::Stmt *> &Others,
                    llvm::ArrayRef<const clang::Stmt *> Behind) const;
  /// S assigns a private variable, and nothing Behind it in its block does. It stands in the copies of the statements there
  /// that name the variable, and of no others.
  bool isRepeated(const clang::Stmt *S, llvm::ArrayRef<const clang::Stmt *> Behind) const;
  ElementOfScalar elementOf(const ExpandedScalar &E) const;
  void checkElements(unsigned K, const clang::CompoundStmt *Block, unsigned First, const clang::FunctionDecl *Function,
                     const std::set<const clang::VarDecl *> &Iterators,
                     std::vector<const clang::DeclRefExpr *> &Copies) const;
  void checkIterator(const clang::DeclRefExpr *Emitted, const std::set<const clang::VarDecl *> &Iterators) const;
  void checkName(const clang::DeclRefExpr *User, const clang::DeclRefExpr *Emitted,
                 const clang::FunctionDecl *Function, bool IsOwnCopy) const;
  void checkType(const clang::ValueDecl *User, const clang::VarDecl *Emitted) const;
  void checkArrayType(clang::QualType User, const clang::VarDecl *Emitted, const Array &A) const;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_VERIFY_USERNEST_H
