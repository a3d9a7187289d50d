// PureCalls.h - functions that only compute
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_CALLS_PURECALLS_H
#define TILEPIPE_LIB_FRONTEND_CALLS_PURECALLS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace tilepipe {

class GivenValues;

/// What calling a function means.
struct CallVerdict {
  bool IsPure = false;
  bool IsKnown = true;  ///< false: no body to look into
  std::string Why;      ///< why it is not pure: "writes 'count'"
  std::set<const clang::VarDecl *> Globals; ///< mutable scalar globals it reads
  bool CallsLibm = false; ///< results depend on the libm linked and the CPU
  enum class Cost { Add, Root, Call } Price = Cost::Call;
};

/// What a function does by itself, calls left aside.
struct OwnFacts {
  /// An obstacle to purity, or a call, as the text has them.
  struct Step {
    std::string Why;
    const clang::FunctionDecl *Callee = nullptr;
  };
  std::vector<Step> Steps;
  std::set<const clang::VarDecl *> Globals; ///< see CallVerdict
  bool IsKnown = true;                      ///< see CallVerdict
};

/// Decides which functions are pure: they take and return arithmetic values, read
/// their parameters, locals, constants and scalar globals, write their locals,
/// and call pure functions. Functions may call each other: a verdict is made from the facts of all
/// functions that can be reached. Remembers facts and verdicts for one translation unit.
class PureCalls {
public:
  explicit PureCalls(const clang::ASTContext &AST) : AST(AST) {}
  CallVerdict judge(const clang::FunctionDecl *F);
  /// From now on the functions Names, and no others, are pure by the user's word.
  void assume(const std::vector<std::string> &Names);
  /// Of the translation unit; collected when first asked for.
  GivenValues &values();

private:
  /// The verdict on functions that are not looked into, or nothing.
  std::optional<CallVerdict> judgeAlone(const clang::FunctionDecl *F) const;
  const OwnFacts &factsOf(const clang::FunctionDecl *F);
  CallVerdict judgeReached(const clang::FunctionDecl *F);

  const clang::ASTContext &AST;
  std::map<const clang::FunctionDecl *, OwnFacts> Facts;
  std::map<const clang::FunctionDecl *, CallVerdict> Verdicts;
  std::set<std::string> Assumed;
  std::shared_ptr<GivenValues> Values;
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_CALLS_PURECALLS_H
