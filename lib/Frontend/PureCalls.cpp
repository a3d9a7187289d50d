//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PureCalls.h"

#include "FunctionFacts.h"
#include "GivenValues.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"

using namespace tilepipe;
using namespace clang;

/// Base name of a libm function without its f or l; the price of calling it.
/// Nothing for names that are not of libm, or of functions with an effect.
static std::optional<CallVerdict::Cost> libmPrice(llvm::StringRef Name, bool &IsExact) {
  using Cost = CallVerdict::Cost;
  static const char *const Simple[] = {"fabs", "fmin", "fmax", "floor", "ceil", "trunc", "round",
                                       "rint", "nearbyint", "copysign", "fdim", "fma", "creal",
                                       "cimag", "conj", "lround", "llround", "lrint", "llrint"};
  static const char *const Others[] = {
      "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos",
      "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "pow", "cbrt", "hypot",
      "erf", "erfc", "tgamma", "fmod", "remainder", "ldexp", "scalbn", "scalbln", "logb", "ilogb",
      "nextafter", "cabs", "carg", "cexp", "clog", "cpow", "csqrt", "csin", "ccos", "ctan",
      "csinh", "ccosh", "ctanh"};
  for (llvm::StringRef Suffix : {"", "f", "l"}) {
    if (!Name.ends_with(Suffix))
      continue;
    llvm::StringRef Base = Name.drop_back(Suffix.size());
    IsExact = true;
    if (Base == "sqrt")
      return Cost::Root;
    if (llvm::is_contained(Simple, Base))
      return Cost::Add;
    IsExact = false;
    if (llvm::is_contained(Others, Base))
      return Cost::Call;
  }
  return std::nullopt;
}

/// Functions of the C library, and Clang's own, that only compute.
static std::optional<CallVerdict> judgeLibrary(const FunctionDecl *F, const ASTContext &AST) {
  unsigned Id = F->getBuiltinID();
  if (!Id || F->hasBody())
    return std::nullopt;
  CallVerdict Verdict;
  Verdict.IsPure = true;
  llvm::StringRef Name = F->getName();
  bool IsOwn = Name.consume_front("__builtin_");
  bool IsExact = true;
  if (std::optional<CallVerdict::Cost> Price = libmPrice(Name, IsExact)) {
    Verdict.Price = *Price;
    Verdict.CallsLibm = !IsExact;
    return Verdict;
  }
  // NAN is `__builtin_nanf("")`.
  bool IsNan = IsOwn && (Name == "nan" || Name == "nanf" || Name == "nanl");
  if (Name == "abs" || Name == "labs" || Name == "llabs" || IsNan ||
      (IsOwn && AST.BuiltinInfo.isConst(Id) && !Name.contains("object_size"))) {
    Verdict.Price = CallVerdict::Cost::Add;
    return Verdict;
  }
  return std::nullopt;
}

namespace {
/// Looks for anything in a function's body that is more than computing.
class PurityReader {
public:
  PurityReader(PureCalls &Calls, CallVerdict &Verdict) : Calls(Calls), Verdict(Verdict) {}

  /// False, with Verdict.Why set, when S is not pure.
  bool check(const Stmt *S, unsigned Depth = 0) {
    if (!S)
      return true;
    if (Depth > DeepestSyntax || isa<CapturedStmt>(S))
      return because("is too complex");
    if (auto *E = dyn_cast<Expr>(S); E && !checkExpr(E))
      return false;
    if (auto *Declaration = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Declaration->decls())
        if (auto *V = dyn_cast<VarDecl>(D); V && !checkLocal(V))
          return false;
    if (isa<AsmStmt>(S))
      return because("has inline assembly");
    if (isa<IndirectGotoStmt>(S) || isa<AddrLabelExpr>(S))
      return because("jumps to a computed label");
    for (const Stmt *Child : S->children())
      if (!check(Child, Depth + 1))
        return false;
    return true;
  }

private:
  bool because(std::string Why) {
    Verdict.Why = std::move(Why);
    return false;
  }

  bool checkLocal(const VarDecl *V) {
    std::string Name = "'" + V->getNameAsString() + "'";
    if (V->isStaticLocal() && !isConstantTable(V))
      return because("keeps the static variable " + Name);
    if (V->getType().isVolatileQualified())
      return because("has the volatile variable " + Name);
    return true;
  }

  bool checkName(const DeclRefExpr *Ref) {
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V || V->hasLocalStorage() || isConstantTable(V))
      return true;
    std::string Name = "'" + V->getNameAsString() + "'";
    if (!V->isFileVarDecl() || V->getTLSKind() != VarDecl::TLS_None)
      return because("uses " + Name);
    if (!V->getType()->isArithmeticType() || V->getType().isVolatileQualified())
      return because("uses the global " + Name);
    Verdict.Globals.insert(V->getCanonicalDecl());
    return true;
  }

  bool checkTarget(const Expr *Target) {
    const VarDecl *Root = rootVariable(Target);
    if (!Root)
      return because("writes through a pointer");
    return Root->hasLocalStorage() || because("writes '" + Root->getNameAsString() + "'");
  }

  bool checkExpr(const Expr *E) {
    if (auto *Ref = dyn_cast<DeclRefExpr>(E))
      return checkName(Ref);
    if (auto *Binary = dyn_cast<BinaryOperator>(E); Binary && Binary->isAssignmentOp())
      return checkTarget(Binary->getLHS());
    if (auto *Unary = dyn_cast<UnaryOperator>(E)) {
      if (Unary->isIncrementDecrementOp())
        return checkTarget(Unary->getSubExpr());
      if (Unary->getOpcode() == UO_AddrOf || Unary->getOpcode() == UO_Deref)
        return because("uses pointers");
    }
    if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      return rootVariable(Subscript) || because("uses pointers");
    if (auto *Member = dyn_cast<MemberExpr>(E); Member && Member->isArrow())
      return because("uses pointers");
    if (auto *Call = dyn_cast<CallExpr>(E))
      return checkCall(Call);
    if (isa<VAArgExpr>(E) || isa<AtomicExpr>(E))
      return because("uses more than its parameters");
    return true;
  }

  bool checkCall(const CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee)
      return because("calls through a pointer");
    CallVerdict Inner = Calls.judge(Callee);
    if (!Inner.IsPure)
      return because("calls '" + Callee->getNameAsString() + "'");
    Verdict.CallsLibm |= Inner.CallsLibm;
    Verdict.Globals.insert(Inner.Globals.begin(), Inner.Globals.end());
    return true;
  }

  PureCalls &Calls;
  CallVerdict &Verdict;
};
} // namespace

CallVerdict PureCalls::judgeBody(const FunctionDecl *F) {
  CallVerdict Verdict;
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition)) {
    // __attribute__((const)) is the user's word for it.
    Verdict.IsPure = F->hasAttr<ConstAttr>();
    Verdict.IsKnown = false;
    Verdict.Why = "its definition is not in this file";
    return Verdict;
  }
  if (Definition->hasAttr<WeakAttr>() || F->isVariadic()) {
    Verdict.Why = F->isVariadic() ? "takes variable arguments" : "is a weak symbol";
    return Verdict;
  }
  auto IsValue = [](QualType Type) { return Type->isArithmeticType() && !Type->isAtomicType(); };
  bool AreValues = IsValue(Definition->getReturnType());
  for (const ParmVarDecl *P : Definition->parameters())
    AreValues &= IsValue(P->getType()) && !P->getType().isVolatileQualified();
  if (!AreValues) {
    Verdict.Why = "takes or returns more than arithmetic values";
    return Verdict;
  }
  Verdict.IsPure = PurityReader(*this, Verdict).check(Definition->getBody());
  return Verdict;
}

GivenValues &PureCalls::values() {
  if (!Values)
    Values = std::make_shared<GivenValues>(AST);
  return *Values;
}

void PureCalls::assume(const std::vector<std::string> &Names) {
  std::set<std::string> Next(Names.begin(), Names.end());
  if (Next != Assumed)
    Verdicts.clear(); // those of callers too
  Assumed = std::move(Next);
}

CallVerdict PureCalls::judge(const FunctionDecl *F) {
  if (F->getIdentifier() && Assumed.count(F->getNameAsString())) {
    CallVerdict Verdict;
    Verdict.IsPure = true;
    Verdict.CallsLibm = !F->hasBody(); // nobody knows what it calls
    return Verdict;
  }
  if (std::optional<CallVerdict> Library = judgeLibrary(F, AST))
    return *Library;
  F = F->getCanonicalDecl();
  auto [It, IsNew] = Verdicts.try_emplace(F);
  if (IsNew) {
    // A function that reaches itself is as pure as the rest of what it does.
    It->second.IsPure = true;
    CallVerdict Verdict = judgeBody(F);
    It->second = std::move(Verdict);
  }
  return It->second;
}
