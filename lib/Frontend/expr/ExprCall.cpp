// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions like
//
//   static inline int min(int a, int b) { return a < b ? a : b; }
//   static inline size_t at(size_t i, size_t j) { return i * row + j; }
//
// in bounds, conditions and subscripts: what they return is read as an expression of
// their parameters.
#include "expr/ExprReader.h"

#include "syntax/Callee.h"

#include "clang/AST/ASTContext.h"

using namespace tilepipe;
using namespace clang;

/// Parameters and locals are variables of the body, which stand for their initialisers.
std::optional<Polynomial> ExprReader::ofInlined(const InlinedCall &In) {
  Frame *Caller = std::exchange(Callee, nullptr);
  ++Nesting;
  MaybePolynomial Result = returned({In.Body});
  --Nesting;
  Callee = Caller;
  return Result;
}

std::optional<Polynomial> ExprReader::ofCall(const CallExpr *Call) {
  if (const InlinedCall *In = Syntax.Inlined.find(Call)) {
    MaybePolynomial Result = ofInlined(*In);
    return Result ? Result : fail(Call);
  }
  tilepipe::Callee To(Call);
  const FunctionDecl *F = To.runs();
  constexpr unsigned DeepestCalls = 8;
  if (!F || Nesting > DeepestCalls)
    return fail(Call);
  VariableUses Uses(F);
  Frame Inner{Uses, {}};
  bool AreKnown = true;
  To.forEachArgument([&](const ParmVarDecl *P, const Expr *Argument) {
    MaybePolynomial Value = AreKnown ? settled(argumentFor(P, Argument)) : std::nullopt;
    AreKnown = Value && Uses.isFixed(P) && !P->getType().isVolatileQualified();
    if (AreKnown)
      Inner.Values.emplace(P, *Value);
  });
  if (!AreKnown)
    return fail(Call);
  bool HadCulprit = Culprit;
  Frame *Caller = std::exchange(Callee, &Inner);
  ++Nesting;
  MaybePolynomial Result = returned({F->getBody()});
  --Nesting;
  Callee = Caller;
  if (!Result && !HadCulprit)
    Culprit = Call;
  return Result;
}

std::optional<Polynomial> ExprReader::ofCalleeVariable(const Expr *Lvalue) {
  const VarDecl *V = namedVariable(Lvalue);
  if (!V)
    return fail(Lvalue);
  if (auto It = Callee->Values.find(V); It != Callee->Values.end())
    return It->second;
  std::optional<int64_t> Value = constantValue(V);
  return Value ? MaybePolynomial(Polynomial::constant(*Value)) : fail(Lvalue);
}

std::optional<Polynomial> ExprReader::returned(std::vector<const Stmt *> Statements) {
  while (!Statements.empty()) {
    const Stmt *S = Statements.front();
    Statements.erase(Statements.begin());
    if (auto *Block = dyn_cast<CompoundStmt>(S)) {
      Statements.insert(Statements.begin(), Block->body_begin(), Block->body_end());
    } else if (const Stmt *Once = runOnce(S, Syntax.AST)) {
      Statements.insert(Statements.begin(), Once);
    } else if (auto *Return = dyn_cast<ReturnStmt>(S)) {
      return Return->getRetValue() ? polynomial(Return->getRetValue()) : std::nullopt;
    } else if (auto *If = dyn_cast<IfStmt>(S)) {
      return returnedByIf(If, std::move(Statements));
    } else if (auto *Declaration = dyn_cast<DeclStmt>(S); Declaration && Callee) {
      for (const Decl *D : Declaration->decls()) {
        auto *V = dyn_cast<VarDecl>(D);
        if (!V || !V->hasLocalStorage() || !V->getInit() || !Callee->Uses.isFixed(V) ||
            V->getType().isVolatileQualified())
          return std::nullopt;
        MaybePolynomial Value = settled(V->getInit());
        if (!Value)
          return std::nullopt;
        Callee->Values.insert_or_assign(V, *Value);
      }
    } else if (!isa<NullStmt, DeclStmt>(S)) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<Polynomial> ExprReader::returnedByIf(const IfStmt *If,
                                                   std::vector<const Stmt *> Behind) {
  std::optional<isl::set> True = condition(If->getCond());
  if (!True)
    return std::nullopt;
  isl::set False = Names.universe(Depth).subtract(*True), Before = Wrapped;
  auto Follow = [&](const Stmt *Branch, const isl::set &Side) -> std::optional<isl::pw_aff> {
    std::vector<const Stmt *> Statements = Behind;
    if (Branch)
      Statements.insert(Statements.begin(), Branch);
    Wrapped = isl::set::empty(Names.universe(Depth).space());
    MaybePolynomial P = returned(std::move(Statements));
    Before = Before.unite(Wrapped.intersect(Side));
    if (!P || !Names.isAffine(*P))
      return std::nullopt;
    std::optional<isl::pw_aff> Value = Names.affine(*P, Depth);
    return Value ? std::optional(Value->intersect_domain(Side)) : std::nullopt;
  };
  std::optional<isl::pw_aff> IfTrue = Follow(If->getThen(), *True);
  std::optional<isl::pw_aff> IfFalse = Follow(If->getElse(), False);
  Wrapped = Before;
  if (!IfTrue || !IfFalse)
    return std::nullopt;
  return Polynomial::atom(Names.affineAtom(IfTrue->union_add(*IfFalse).coalesce(), Depth));
}
