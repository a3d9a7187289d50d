// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "body/BodyText.h"

#include "body/BodyTypes.h"

#include "calls/PureCalls.h"
#include "syntax/Callee.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace tilepipe;
using namespace clang;

/// So many obstacles are named beside the first.
static constexpr size_t MostOthers = 7;

static void addObstacle(Refusal &To, Refusal Other) {
  auto IsSame = [&](const Refusal &Known) { return Known.Code == Other.Code && Known.Expression == Other.Expression; };
  if (To.Others.size() < MostOthers && !IsSame(To) && llvm::none_of(To.Others, IsSame))
    To.Others.push_back(std::move(Other));
}

namespace {
/// Walks the syntax of a body once, branches that are never evaluated included:
/// their text is emitted too.
class BodyText {
public:
  explicit BodyText(NestNames &Names) : Names(Names), Syntax(Names.Syntax) {}

  bool HasOwnSizes = false; ///< see LoopNest

  /// Looks at all of S, so that one refusal names what else has to be changed.
  void checkAll(const Stmt *S) {
    check(S);
    if (!First)
      return;
    addCallObstacles(Syntax, S, *First);
    giveUp(std::move(*First));
  }

  void check(const Stmt *S) {
    try {
      checkAlone(S);
    } catch (const Refused &R) {
      if (First)
        addObstacle(*First, R.Why);
      else
        First = R.Why;
      return;
    }
    bool WasInSwitch = InSwitch, WasInExpression = InExpression, WasInOnce = InOnce, WasInLoop = InLoop;
    bool IsLoop = isLoop(S, Syntax.AST);
    InSwitch = isa<SwitchStmt>(S) || (InSwitch && !IsLoop && !isa<StmtExpr, DoStmt>(S));
    InLoop = IsLoop || (InLoop && !isa<StmtExpr>(S));
    InExpression = isa<StmtExpr>(S) || (InExpression && !IsLoop);
    InOnce = !IsLoop && (InOnce || isa<DoStmt>(S));
    forEachChild(S, [&](const Stmt *Child) { check(Child); });
    InSwitch = WasInSwitch;
    InExpression = WasInExpression;
    InOnce = WasInOnce;
    InLoop = WasInLoop;
  }

  /// What S is, without its parts.
  void checkAlone(const Stmt *S) {
    requireKnown(S);
    checkKind(S);
    checkTypes(S);
    if (auto *Ref = dyn_cast<DeclRefExpr>(S))
      checkName(Ref, /*IsInBody=*/true);
    if (auto *Unary = dyn_cast<UnaryOperator>(S); Unary && Unary->isIncrementDecrementOp())
      checkTarget(Unary->getSubExpr());
    if (auto *Binary = dyn_cast<BinaryOperator>(S); Binary && Binary->isAssignmentOp())
      checkTarget(Binary->getLHS());
  }

  void checkHeader(const Stmt *S) {
    requireKnown(S);
    checkTypes(S);
    if (auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      checkName(Ref, /*IsInBody=*/false);
      checkCallee(Ref);
    }
    auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(S);
    if (Trait && !Trait->isArgumentType() &&
        isa<DeclRefExpr>(Trait->getArgumentExpr()->IgnoreParens()) &&
        Trait->getTypeOfArgument()->isArrayType()) {
      if (!Trait->getTypeOfArgument()->isConstantSizeType())
        giveUp(refusals::unsupportedExpression(Syntax.Src.place(S), "the size of an array as a whole",
                                               "compute it into a local variable before the nest"));
      HasOwnSizes = true;
    }
    forEachChild(S, [&](const Stmt *Child) { checkHeader(Child); });
  }

private:
  void requireKnown(const Stmt *S) const {
    if (!isKnownSyntax(S))
      giveUp(refusals::unsupportedExpression(Syntax.Src.place(S), "this expression is not understood"));
  }

  void checkCallee(const DeclRefExpr *Ref) {
    auto *Callee = dyn_cast<FunctionDecl>(Ref->getDecl());
    if (Callee && !Syntax.isDeclaredBefore(Callee))
      giveUp(refusals::unknownCall(Syntax.Src.place(Ref), Callee->getNameAsString(),
                                   "it is not declared before the loop's function"));
  }

  void checkKind(const Stmt *S) {
    Place At = Syntax.Src.place(S);
    switch (S->getStmtClass()) {
    case Stmt::BreakStmtClass:
      if (!InSwitch && (!InLoop || InOnce))
        giveUp(refusals::controlFlow(At, "'break'"));
      break;
    case Stmt::ContinueStmtClass:
      if (InExpression)
        giveUp(refusals::controlFlow(At, "'continue' in an expression"));
      if (InOnce)
        giveUp(refusals::controlFlow(At, "'continue' in 'do ... while (0)'"));
      break;
    case Stmt::GotoStmtClass:
    case Stmt::IndirectGotoStmtClass:
      giveUp(refusals::controlFlow(At, "'goto'"));
    case Stmt::ReturnStmtClass:
      giveUp(refusals::controlFlow(At, "'return'"));
    case Stmt::LabelStmtClass:
    case Stmt::AddrLabelExprClass:
      giveUp(refusals::label(At));
    case Stmt::GCCAsmStmtClass:
    case Stmt::MSAsmStmtClass:
      giveUp(refusals::inlineAssembly(At));
    case Stmt::AttributedStmtClass:
      if (withoutHints(S) == S)
        giveUp(refusals::pragma(At, "a statement attribute inside the nest"));
      break;
    case Stmt::PredefinedExprClass:
      giveUp(refusals::unsupportedExpression(At, "the function's own name is used"));
    default:
      break;
    }
  }

  void checkTypes(const Stmt *S) {
    Place At = Syntax.Src.place(S);
    if (auto *Cast = dyn_cast<ExplicitCastExpr>(S))
      checkType(Cast->getTypeAsWritten(), At);
    else if (auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(S); Trait && Trait->isArgumentType())
      checkType(Trait->getArgumentType(), At);
    else if (auto *Literal = dyn_cast<CompoundLiteralExpr>(S))
      checkType(Literal->getType(), At);
    else if (auto *Declaration = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Declaration->decls())
        checkLocal(D, At);
  }

  void checkLocal(const Decl *D, Place At) {
    auto *V = dyn_cast<VarDecl>(D);
    // Types of the body's own travel with its text.
    if (!V && isa<TagDecl, TypedefNameDecl, EmptyDecl, StaticAssertDecl>(D))
      return;
    if (!V || V->hasExternalStorage())
      giveUp(refusals::localType(At, "the body declares more than variables", ""));
    if (V->isStaticLocal() && !isConstantTable(V)) // a copy of it is as good
      giveUp(refusals::scalarWritten(At, V->getNameAsString()));
    if (V->getType().isVolatileQualified() || V->getType()->isAtomicType())
      giveUp(refusals::isVolatile(At, V->getNameAsString()));
    if (V->hasAttr<CleanupAttr>())
      giveUp(refusals::sideEffect(At));
    checkType(V->getType(), At);
  }

  void checkType(QualType Type, Place At) const {
    requireNameable(Type, At, [&](const Decl *D) { return isFileScope(D) || isOfBody(D); });
  }

  /// Declared by the body itself.
  bool isOfBody(const Decl *D) const {
    if (Syntax.Shape.OwnDecls.count(D))
      return true;
    if (!Syntax.Src.isInFile(D->getLocation()))
      return false;
    unsigned Offset = Syntax.Src.offset(D->getLocation());
    return llvm::any_of(Syntax.Text.Parts, [&](const NestText::Part &P) {
      return P.Body.Begin <= Offset && Offset < P.Body.End;
    });
  }

  void checkName(const DeclRefExpr *Ref, bool IsInBody) {
    Place At = Syntax.Src.place(Ref);
    if (auto *Constant = dyn_cast<EnumConstantDecl>(Ref->getDecl())) {
      if (isFileScope(Constant) || isOfBody(Constant))
        return;
      // A case label or an array of the body's own needs more than a variable's value.
      if (IsInBody)
        giveUp(refusals::localType(At, "an enumeration is declared inside the function"));
      Names.capture(Constant, At);
    }
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V || Syntax.isDeclaredInBody(V) || Syntax.loopOf(V))
      return;
    QualType Type = V->getType();
    if (Type.isVolatileQualified() || Type->isAtomicType())
      giveUp(refusals::isVolatile(At, V->getNameAsString()));
    // Arrays and pointers are found by their accesses; constants of file scope need no copy.
    if (Type->isArrayType() || Type->isPointerType())
      return;
    if (V->isFileVarDecl() && constantValue(V))
      return;
    if (Type->isRecordType() && Syntax.Records.model(V) != RecordModel::Copy)
      return;
    checkCopiedSize(V, At);
    Names.capture(V, IsInBody, At);
  }

  /// Calls and tiles hand a structure on by value, and threads have small stacks.
  void checkCopiedSize(const VarDecl *V, Place At) const {
    constexpr int64_t Most = 16 << 10;
    int64_t Bytes = V->getType()->isRecordType() ? Syntax.AST.getTypeSizeInChars(V->getType()).getQuantity() : 0;
    if (Bytes > Most)
      giveUp(refusals::unsupportedExpression(At, "'" + V->getNameAsString() + "' is used as a whole, and has " +
                                                     std::to_string(Bytes) + " bytes"));
  }

  void checkTarget(const Expr *Target) {
    const VarDecl *V = rootVariable(Target);
    // An element, a member of an element, or a part of a structure that stays in its memory.
    bool IsArrayElement = V && (V->getType()->isArrayType() ||
                                (V->getType()->isRecordType() && !Syntax.isDeclaredInBody(V) &&
                                 Syntax.Records.model(V) == RecordModel::Memory));
    if (!V || Syntax.isDeclaredInBody(V) || IsArrayElement)
      return;
    Place At = Syntax.Src.place(Target);
    std::string Name = V->getNameAsString();
    if (Syntax.loopOf(V))
      giveUp(refusals::iteratorModified(At, Name));
    if (V->getType()->isPointerType())
      giveUp(refusals::pointerReassigned(At, Name));
    giveUp(refusals::scalarWritten(At, Name));
  }

  std::optional<Refusal> First; ///< found by check(), and with it some others
  NestNames &Names;
  const NestSyntax &Syntax;
  bool InSwitch = false;     ///< `break` leaves a switch of the body
  bool InExpression = false; ///< inside ({ ... })
  bool InOnce = false;       ///< inside do ... while (0)
  bool InLoop = false;       ///< of the body's own: `break` and `continue` are about it
};
} // namespace

std::optional<Refusal> tilepipe::callObstacle(const NestSyntax &Syntax, const CallExpr *Call) {
  const FunctionDecl *Called = Call->getDirectCallee();
  Place At = Syntax.Src.place(Call);
  if (!Called)
    return refusals::unknownCall(At, Syntax.Src.place(Call->getCallee()).Text, "called through a pointer");
  std::string Name = Called->getNameAsString();
  if (llvm::StringRef(Name).ends_with("longjmp"))
    return refusals::controlFlow(At, "'" + Name + "'");
  bool IsDeclared = Syntax.isDeclaredBefore(Called);
  if (IsDeclared && Syntax.Inlined.find(Call))
    return std::nullopt;
  CallVerdict Verdict = Syntax.Calls.judge(Called);
  if (!Verdict.IsPure)
    return Verdict.IsKnown ? refusals::impureCall(At, Name, Verdict.Why) : refusals::unknownCall(At, Name, Verdict.Why);
  if (Callee(Call).isMisused())
    return refusals::impureCall(At, Name, "is called with other arguments than it takes");
  if (!IsDeclared && !llvm::StringRef(Name).starts_with("__builtin_"))
    return refusals::unknownCall(At, Name, "it is not declared before the loop's function");
  return std::nullopt;
}

void tilepipe::addCallObstacles(const NestSyntax &Syntax, const Stmt *S, Refusal &Why) {
  if (auto *Call = dyn_cast<CallExpr>(S))
    if (std::optional<Refusal> Other = callObstacle(Syntax, Call))
      addObstacle(Why, std::move(*Other));
  forEachChild(S, [&](const Stmt *Child) { addCallObstacles(Syntax, Child, Why); });
}

/// Bytes of the variables of S and of the functions that it calls.
static uint64_t localBytes(const NestSyntax &Syntax, const Stmt *S, unsigned Depth = 0) {
  constexpr unsigned Deepest = 8;
  uint64_t Bytes = 0;
  if (auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (auto *V = dyn_cast<VarDecl>(D); V && V->hasLocalStorage() && !V->getType()->isIncompleteType())
        Bytes += Syntax.AST.getTypeSizeInChars(V->getType()).getQuantity();
  if (auto *Call = dyn_cast<CallExpr>(S); Call && Depth < Deepest)
    if (const FunctionDecl *Definition = Callee(Call).definition())
      Bytes += localBytes(Syntax, Definition->getBody(), Depth + 1);
  forEachChild(S, [&](const Stmt *Child) { Bytes += localBytes(Syntax, Child, Depth); });
  return Bytes;
}

/// A thread has a stack of a few megabytes, however much the program's own may have.
static void checkLocalSizes(const NestSyntax &Syntax) {
  constexpr uint64_t Most = 1 << 20;
  uint64_t Bytes = localBytes(Syntax, Syntax.Shape.Body);
  for (const VarDecl *V : Syntax.Shape.Scratch)
    Bytes += Syntax.AST.getTypeSizeInChars(V->getType()).getQuantity();
  if (Bytes > Most)
    giveUp(refusals::unsupportedExpression({Syntax.where(), ""},
                                           "an iteration has " + std::to_string(Bytes) +
                                               " bytes of variables, for which threads may have no room"));
}

void tilepipe::checkBodyText(NestNames &Names) {
  const NestSyntax &Syntax = Names.Syntax;
  BodyText(Names).checkAll(Syntax.Shape.Body);
  checkLookedAt(Syntax, Syntax.Shape.Body);
  checkLocalSizes(Syntax);
}

bool tilepipe::checkHeaderText(NestNames &Names) {
  BodyText Text(Names);
  for (const LoopHeader &Header : Names.Syntax.Headers)
    for (const Stmt *Part : {Header.For->getInit(), (const Stmt *)Header.For->getCond(),
                             (const Stmt *)Header.For->getInc()})
      if (Part) {
        checkVariableTypes(Names.Syntax, Part);
        Text.checkHeader(Part);
      }
  return Text.HasOwnSizes;
}
