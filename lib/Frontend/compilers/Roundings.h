// Roundings.h - numbers rounded and widened again
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_COMPILERS_ROUNDINGS_H
#define TILEPIPE_LIB_FRONTEND_COMPILERS_ROUNDINGS_H

#include "source/Refusals.h"
#include "syntax/Syntax.h"

#include "llvm/ADT/SetVector.h"

#include <map>
#include <set>

namespace tilepipe {

/// Collects the numbers that one iteration of a body rounds from `double` to `float` and widens
/// again: by casts, through variables of its own, through elements. Two of them side by side
/// gcc 12 may put into a vector and forget the rounding, in the program's own loop as well as in
/// a tile, and not always in both. The same happens between iterations that it puts into one block
/// (NearIterations). Errs on the side of seeing one too many.
class Roundings {
public:
  static bool narrows(clang::QualType From, clang::QualType To) {
    return bits(From) == 64 && bits(To) == 32;
  }
  static bool widens(clang::QualType From, clang::QualType To) { return narrows(To, From); }

  /// A value is about to be read as a whole: the right side of an assignment, an initial value.
  void begin() { ReadRounded = false; }
  /// Value, read since begin(), is or may be a rounded number.
  bool isRounded(const clang::Expr *Value) { return ReadRounded || contains(Value, narrows); }
  /// Such a number is stored in a variable of the body's own or in an element.
  void storeVariable(const clang::VarDecl *V) { Variables.insert(V); }
  void storeElement(unsigned Element) { Elements.insert(Element); }
  /// IsWidened: what is read becomes a `double` at once.
  void readVariable(const clang::VarDecl *V, bool IsWidened, Place At);
  void readElement(unsigned Element, bool IsWidened, bool IsComplex, Place At);
  /// From becomes a number of type To.
  void convert(const clang::Expr *From, clang::QualType To, Place At);
  void call(const clang::CallExpr *Call, Place At);
  /// Count numbers are rounded and widened at At.
  void add(unsigned Count, Place At);

  /// A number of the body's own variables, or of a function's parameters, becomes a `double`.
  bool widensLater() const { return WidensLater; }
  /// S, or a function that can be reached from it, rounds a number to `float`, and makes one a `double`.
  bool goesBothWays(const clang::Stmt *S) { return contains(S, narrows) && contains(S, widens); }

  /// Where the second such number is widened.
  const std::optional<Place> &second() const { return Second; }

private:
  using Change = bool (*)(clang::QualType From, clang::QualType To);

  /// What a function's own text shows.
  struct Function {
    bool Contains = false; ///< a conversion of the kind; then Called is not complete
    llvm::SetVector<const clang::FunctionDecl *> Called;
  };
  std::map<std::pair<const clang::FunctionDecl *, Change>, Function> Functions;
  std::set<const clang::VarDecl *> Variables; ///< that may hold a rounded number
  std::set<unsigned> Elements;                ///< the same, by number
  std::set<const clang::VarDecl *> WidenedVariables;
  std::set<unsigned> WidenedElements;
  unsigned Lanes = 0;
  std::optional<Place> Second;
  bool ReadRounded = false;
  bool WidensLater = false;

  static uint64_t bits(clang::QualType Type);
  bool contains(const clang::Stmt *S, Change Is);
  bool roundsBeforeReturn(const clang::Stmt *S);
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_COMPILERS_ROUNDINGS_H
