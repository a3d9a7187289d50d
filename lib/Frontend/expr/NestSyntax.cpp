// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expr/NestSyntax.h"

#include "syntax/GivenValues.h"

using namespace tilepipe;
using namespace clang;

NestSyntax::NestSyntax(const FunctionContext &Context, NestShape Shape, NestText Text,
                       std::vector<LoopHeader> Headers, NestRequests Requests, InlinedCalls Inlined)
    : FunctionContext(Context), Shape(std::move(Shape)), Text(std::move(Text)),
      Headers(std::move(Headers)), Requests(std::move(Requests)), Inlined(std::move(Inlined)),
      Records(AST, Src, this->Inlined, this->Shape.Loops.front()), BodyUses(this->Shape.Body), Values(this->Shape.Values) {
  addStores(this->Shape.Body, Stored);
  for (const auto &[Call, In] : this->Inlined.all()) {
    BodyUses.add(In.Body);
    addStores(In.Body, Stored);
  }
  for (const auto &[Call, In] : this->Inlined.all())
    Values.add(In.Body, BodyUses);
  findPrivates(this->Shape.Body);
  findReductions(this->Shape.Body);
}

/// Partial sums may leave V's type where the program's own do not; emitted code computes them without a sign. Options
/// that tell the program of it would tell it of others.
static bool mayBeCombined(const VarDecl *V, Reduction::Operator Op, const ASTContext &AST) {
  bool IsSum = AST.getBaseElementType(V->getType())->isIntegerType() && (Op == Reduction::Operator::Add || Op == Reduction::Operator::Multiply);
  const LangOptions &Options = AST.getLangOpts();
  return !IsSum || (Options.getSignedOverflowBehavior() != LangOptions::SOB_Trapping &&
                    !Options.Sanitize.hasOneOf(SanitizerKind::Integer | SanitizerKind::SignedIntegerOverflow));
}

/// V is a local whose value only the nest's own text can change, outside of its headers.
bool NestSyntax::mayBeResult(const VarDecl *V) const {
  return V->hasLocalStorage() && !isDeclaredInBody(V) && !isIterator(V) && !Uses.isAddressTaken(V) && !V->hasAttrs() &&
         !V->getType().isVolatileQualified() && llvm::none_of(Shape.Loops, [&](const ForStmt *For) {
           return names(For->getInit(), V) || names(For->getCond(), V) || names(For->getInc(), V);
         });
}

std::optional<Reduction::Operator> NestSyntax::combination(const VarDecl *V) const {
  if (!V->getType()->isConstantArrayType() && !V->getType()->isVariableArrayType())
    return std::nullopt;
  for (const ForStmt *For : Shape.Loops)
    if (names(For->getInit(), V) || names(For->getCond(), V) || names(For->getInc(), V))
      return std::nullopt;
  for (const auto &[Call, In] : Inlined.all())
    if (names(In.Body, V))
      return std::nullopt;
  std::optional<Accumulation> How = accumulation(Shape.Body, V, AST, Reassociates);
  if (How && AST.getBaseElementType(V->getType())->isRealFloatingType() && !How->IsReassociated)
    return std::nullopt;
  return How && mayBeCombined(V, How->Op, AST) ? std::optional(How->Op) : std::nullopt;
}

/// Tiles look at V at each point: at the end of the only statement that names it. There a NaN must still be seen, and
/// nothing may read a companion.
bool NestSyntax::mayBeWatched(const VarDecl *V, const Accumulation &How) const {
  auto Names = [&](const NestShape::Part &P) { return names(P.Body, V); };
  auto Part = llvm::find_if(Shape.Parts, Names);
  if (Part == Shape.Parts.end() || std::any_of(std::next(Part), Shape.Parts.end(), Names))
    return false;
  std::optional<Accumulation> Here = accumulation(Part->Body, V, AST, Reassociates);
  if (!Here || Here->Places != How.Places)
    return false;
  if (How.Companions.empty())
    return How.Places == 1 && !Here->IsInLoop;
  return llvm::all_of(How.Companions, [&](const VarDecl *W) {
    return mayBeResult(W) && W->getType()->isArithmeticType() && !W->getType()->isAnyComplexType() &&
           timesNamed(Shape.Body, W) == How.Places;
  });
}

void NestSyntax::findReductions(const Stmt *S) {
  const Expr *Target = targetOf(S);
  const VarDecl *V = Target ? namedVariable(Target) : nullptr;
  if (V && mayBeResult(V))
    if (std::optional<Accumulation> How = accumulation(Shape.Body, V, AST, Reassociates); How && mayBeCombined(V, How->Op, AST)) {
      bool IsWatched = How->Takes == Reduction::Taking::Unordered || !How->Companions.empty() || How->OrderedAt;
      if (!IsWatched || mayBeWatched(V, *How)) {
        Companions.insert(How->Companions.begin(), How->Companions.end());
        Reductions.insert({V, *How});
      }
    }
  forEachChild(S, [&](const Stmt *Child) { findReductions(Child); });
}

void NestSyntax::findPrivates(const Stmt *S) {
  const Expr *Target = targetOf(S);
  const VarDecl *V = Target ? rootVariable(Target) : nullptr;
  if (V && !isDeclaredInBody(V) && mayBePrivate(V))
    Privates.insert({V, Target});
  forEachChild(S, [&](const Stmt *Child) { findPrivates(Child); });
}

bool NestSyntax::mayBePrivate(const VarDecl *V) const {
  // A called function means the variable of the file.
  if (Inlined.globals().contains(V->getCanonicalDecl()))
    return false;
  if (Shape.Values.has(V) && isPrivate(V, Shape.Loops.front(), Uses, Live))
    return true;
  return Shape.Scratch.count(V) || Shape.Expanded.count(VariableUses::canonical(V)) || llvm::all_of(Shape.Parts, [&](const NestShape::Part &P) {
    bool IsStepped = llvm::any_of(P.Loops, [&](unsigned L) { return Headers[L].steps(V); });
    return IsStepped ? !VariableUses(P.Body).isWritten(V) : isPrivate(V, Shape.Loops[P.Loops.back()], Uses, Live);
  });
}

std::optional<unsigned> NestSyntax::loopOf(const VarDecl *V) const {
  for (unsigned D = 0; D < Headers.size(); ++D)
    if (Headers[D].steps(V))
      return D;
  return std::nullopt;
}

bool NestSyntax::isDeclaredInBody(const VarDecl *V) const {
  return Inlined.isLocal(V) || Privates.count(V) || Reductions.count(V) || Companions.count(V) || Shape.OwnDecls.count(V);
}

const Expr *NestSyntax::valueOf(const DeclRefExpr *Read) const {
  auto *V = dyn_cast<VarDecl>(Read->getDecl());
  if (V && V->hasLocalStorage() && V->getInit() && BodyUses.isFixed(V))
    return V->getType().isVolatileQualified() ? nullptr : V->getInit();
  return Values.of(Read);
}

bool NestSyntax::changes(const Stmt *S) const {
  auto *Ref = dyn_cast<DeclRefExpr>(S);
  auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return (V && (isIterator(V) || isDeclaredInBody(V))) ||
         anyChild(S, [&](const Stmt *Child) { return changes(Child); });
}

bool NestSyntax::isDeclaredBefore(const FunctionDecl *F) const {
  return llvm::any_of(F->redecls(), [&](const FunctionDecl *D) {
    return D->getLexicalDeclContext()->isTranslationUnit() &&
           Src.isBefore(D->getLocation(), Text.InsertAt);
  });
}
