//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls that a compiler may compute itself where it knows the arguments, with another rounding than
// the library's: in the program, but not in emitted functions, which get values when they run.
//
#include "BodyReader.h"

#include "clang/AST/ASTContext.h"

using namespace tilepipe;
using namespace clang;

namespace {
/// What the value of an expression hangs on.
struct Leaves {
  bool OnPoint = false;    ///< iterators, elements, variables of the body
  bool OnCapture = false;  ///< variables that do not change in the nest
};
} // namespace

static void collect(const NestBuilder &B, const Stmt *S, Leaves &Out) {
  if (isa<ArraySubscriptExpr>(S))
    Out.OnPoint = true;
  if (auto *Unary = dyn_cast<UnaryOperator>(S))
    Out.OnPoint |= Unary->getOpcode() == UO_Deref;
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl())) {
      SourceLocation At = V->getLocation();
      bool IsInside = B.Src.isInFile(At) && B.Nest.NestText.contains({B.Src.offset(At), B.Src.offset(At)});
      bool OnPoint = IsInside || B.loopOf(V) || B.InlinedLocals.count(V) || (B.IsPrivate && B.IsPrivate(V));
      (OnPoint ? Out.OnPoint : Out.OnCapture) = true;
    }
  for (const Stmt *Child : S->children())
    if (Child)
      collect(B, Child, Out);
}

/// The initial value of the variable that E is, where it is a constant.
static std::optional<llvm::APFloat> knownValue(const Expr *E, const ASTContext &AST) {
  auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  Expr::EvalResult Result;
  if (!V || !V->getInit() || !V->getInit()->EvaluateAsRValue(Result, AST))
    return std::nullopt;
  if (Result.Val.isFloat())
    return Result.Val.getFloat();
  if (!Result.Val.isInt())
    return std::nullopt;
  llvm::APFloat Value(llvm::APFloat::IEEEdouble());
  Value.convertFromAPInt(Result.Val.getInt(), Result.Val.getInt().isSigned(), llvm::APFloat::rmNearestTiesToEven);
  return Value;
}

/// Exponents for which compilers have something shorter than a call.
static bool isShortExponent(const Expr *E, const ASTContext &AST) {
  std::optional<llvm::APFloat> Value = knownValue(E, AST);
  if (!Value)
    return false;
  double Twice = 2 * Value->convertToDouble();
  return Twice == int(Twice) && Twice >= -4 && Twice <= 8;
}

void BodyReader::checkFolding(const CallExpr *Call, const std::string &Name) const {
  Leaves Found;
  for (const Expr *Argument : Call->arguments())
    collect(B, Argument, Found);
  llvm::StringRef Base = Name;
  Base.consume_front("__builtin_");
  bool IsPower = (Base == "pow" || Base == "powf" || Base == "powl") && Call->getNumArgs() == 2 &&
                 isShortExponent(Call->getArg(1), B.AST);
  if (IsPower || (Found.OnCapture && !Found.OnPoint))
    giveUp(refusals::foldedCall(B.Src.place(Call), Name));
}
