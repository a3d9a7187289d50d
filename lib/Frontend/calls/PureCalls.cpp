// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls/PureCalls.h"

#include "syntax/Callee.h"
#include "syntax/Definitions.h"
#include "syntax/GivenValues.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/SetVector.h"

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
  if (!Id || F->hasBody() || hasLinkerName(F))
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
  // The compiler knows fewer values in emitted functions than in the program.
  if (IsOwn && Name == "constant_p") {
    Verdict.IsPure = false;
    Verdict.Why = "answers what the compiler knows";
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
/// Looks for anything in a function that is more than computing.
class PurityReader {
public:
  explicit PurityReader(OwnFacts &Facts) : Facts(Facts) {}

  void read(const FunctionDecl *Definition) {
    forEachChild(Definition, [&](const Stmt *Part) { check(Part, 0); });
  }

private:
  void check(const Stmt *S, unsigned Depth) {
    if (Depth > DeepestSyntax || isa<CapturedStmt>(S))
      return because("is too complex");
    if (!isKnownSyntax(S))
      return because("has an expression or a statement that is not understood");
    if (auto *E = dyn_cast<Expr>(S))
      checkExpr(E);
    if (auto *Declaration = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Declaration->decls())
        if (auto *V = dyn_cast<VarDecl>(D))
          checkLocal(V);
    if (isa<AsmStmt>(S))
      because("has inline assembly");
    if (isa<IndirectGotoStmt>(S) || isa<AddrLabelExpr>(S))
      because("jumps to a computed label");
    forEachChild(S, [&](const Stmt *Child) { check(Child, Depth + 1); });
  }

  void because(std::string Why) { Facts.Steps.push_back({std::move(Why), nullptr}); }

  void checkLocal(const VarDecl *V) {
    std::string Name = "'" + V->getNameAsString() + "'";
    if (V->isStaticLocal() && !isConstantTable(V))
      because("keeps the static variable " + Name);
    if (V->getType().isVolatileQualified())
      because("has the volatile variable " + Name);
    if (V->hasAttr<CleanupAttr>())
      because("calls a function when " + Name + " goes out of scope");
  }

  void checkName(const DeclRefExpr *Ref) {
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V || V->hasLocalStorage() || isConstantTable(V))
      return;
    std::string Name = "'" + V->getNameAsString() + "'";
    if (!V->isFileVarDecl() || V->getTLSKind() != VarDecl::TLS_None)
      return because("uses " + Name);
    if (!V->getType()->isArithmeticType() || V->getType().isVolatileQualified())
      return because("uses the global " + Name);
    Facts.Globals.insert(V->getCanonicalDecl());
  }

  void checkTarget(const Expr *Target) {
    const VarDecl *Root = rootVariable(Target);
    if (!Root)
      because("writes through a pointer");
    else if (!Root->hasLocalStorage())
      because("writes '" + Root->getNameAsString() + "'");
  }

  void checkExpr(const Expr *E) {
    if (auto *Ref = dyn_cast<DeclRefExpr>(E))
      return checkName(Ref);
    if (auto *Binary = dyn_cast<BinaryOperator>(E); Binary && Binary->isAssignmentOp())
      return checkTarget(Binary->getLHS());
    if (auto *Unary = dyn_cast<UnaryOperator>(E)) {
      if (Unary->isIncrementDecrementOp())
        return checkTarget(Unary->getSubExpr());
      if (Unary->getOpcode() == UO_AddrOf || Unary->getOpcode() == UO_Deref)
        because("uses pointers");
    }
    if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E); Subscript && !rootVariable(Subscript))
      because("uses pointers");
    if (auto *Member = dyn_cast<MemberExpr>(E); Member && Member->isArrow())
      because("uses pointers");
    if (auto *Call = dyn_cast<CallExpr>(E)) {
      Callee To(Call);
      if (To.isMisused())
        because("calls '" + To.function()->getNameAsString() + "' with other arguments than it takes");
      if (To.function())
        Facts.Steps.push_back({"", To.function()->getCanonicalDecl()});
      else
        because("calls through a pointer");
    }
    if (isa<VAArgExpr>(E) || isa<AtomicExpr>(E))
      because("uses more than its parameters");
  }

  OwnFacts &Facts;
};
} // namespace

const OwnFacts &PureCalls::factsOf(const FunctionDecl *F) {
  auto [It, IsNew] = Facts.try_emplace(F);
  OwnFacts &Found = It->second;
  if (!IsNew)
    return Found;
  auto Because = [&](std::string Why) { Found.Steps.push_back({std::move(Why), nullptr}); };
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition)) {
    Found.IsKnown = false;
    // __attribute__((const)) is the user's word for it.
    // That of a function of the library is Clang's, and about the library's own.
    if (!F->hasAttr<ConstAttr>() || (F->getBuiltinID() && hasLinkerName(F)))
      Because(whyReplaceable(F));
    return Found;
  }
  if (std::string Why = whyReplaceable(F); !Why.empty()) {
    Found.IsKnown = !whyReplaced(Definition).empty();
    Because(Why);
    return Found;
  }
  if (F->isVariadic())
    Because("takes variable arguments");
  auto IsValue = [](QualType Type) { return Type->isArithmeticType() && !Type->isAtomicType(); };
  bool AreValues = IsValue(Definition->getReturnType());
  for (const ParmVarDecl *P : Definition->parameters())
    AreValues &= IsValue(P->getType()) && !P->getType().isVolatileQualified();
  if (!AreValues)
    Because("takes or returns more than arithmetic values");
  PurityReader(Found).read(Definition);
  return Found;
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

std::optional<CallVerdict> PureCalls::judgeAlone(const FunctionDecl *F) const {
  if (!F->getIdentifier() || !Assumed.count(F->getNameAsString()))
    return judgeLibrary(F, AST);
  CallVerdict Verdict;
  Verdict.IsPure = true;
  Verdict.CallsLibm = !F->hasBody(); // nobody knows what it calls
  return Verdict;
}

/// No function is asked for a verdict while another's is made: the answer would hang on which of
/// two functions that call each other is asked first.
CallVerdict PureCalls::judgeReached(const FunctionDecl *F) {
  CallVerdict Verdict;
  Verdict.IsPure = true;
  llvm::SetVector<const FunctionDecl *> Reached;
  Reached.insert(F);
  for (size_t I = 0; I < Reached.size(); ++I) {
    const OwnFacts &Own = factsOf(Reached[I]);
    Verdict.Globals.insert(Own.Globals.begin(), Own.Globals.end());
    for (const OwnFacts::Step &S : Own.Steps) {
      Verdict.IsPure &= S.Why.empty();
      if (!S.Callee)
        continue;
      if (std::optional<CallVerdict> Alone = judgeAlone(S.Callee)) {
        Verdict.IsPure &= Alone->IsPure;
        Verdict.CallsLibm |= Alone->CallsLibm;
      } else {
        Reached.insert(S.Callee);
      }
    }
  }
  return Verdict;
}

CallVerdict PureCalls::judge(const FunctionDecl *F) {
  F = F->getCanonicalDecl();
  if (std::optional<CallVerdict> Alone = judgeAlone(F))
    return *Alone;
  if (auto Known = Verdicts.find(F); Known != Verdicts.end())
    return Known->second;
  CallVerdict Verdict = judgeReached(F);
  auto IsPure = [&](const FunctionDecl *Callee) {
    std::optional<CallVerdict> Alone = judgeAlone(Callee);
    return Alone ? Alone->IsPure : judgeReached(Callee).IsPure;
  };
  const OwnFacts &Own = factsOf(F);
  Verdict.IsKnown = Own.IsKnown;
  for (const OwnFacts::Step &S : Own.Steps) {
    if (Verdict.IsPure || !Verdict.Why.empty())
      break;
    if (!S.Callee)
      Verdict.Why = S.Why;
    else if (!IsPure(S.Callee))
      Verdict.Why = "calls '" + S.Callee->getNameAsString() + "'";
  }
  Verdicts[F] = Verdict;
  return Verdict;
}
