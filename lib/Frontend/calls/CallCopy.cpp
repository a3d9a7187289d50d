// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls/CallCopy.h"

#include "syntax/Callee.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace tilepipe;
using namespace clang;

static std::string quoted(const NamedDecl *D) { return "'" + D->getNameAsString() + "'"; }

//--- one call -----------------------------------------------------------------

void CallCopier::expand(const Stmt *S, bool MayLeave) {
  if (isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  if (auto *Call = dyn_cast<CallExpr>(S); Call && isInlinable(Call)) {
    try {
      copyCall(Call, nullptr);
    } catch (const NotCopied &N) {
      if (!MayLeave)
        giveUp(refusals::impureCall(Context.Src.place(Call),
                                    Call->getDirectCallee()->getNameAsString(), N.Why));
    }
  }
  forEachChild(S, [&](const Stmt *Child) { expand(Child, MayLeave); });
}

/// The callee does more than compute, and what it does can be seen.
bool CallCopier::isInlinable(const CallExpr *Call) {
  Callee To(Call);
  if (!To.runs())
    return false;
  CallVerdict Verdict = Context.Calls.judge(To.function());
  return !Verdict.IsPure && Verdict.IsKnown;
}

void CallCopier::copyCall(const CallExpr *Call, Frame *Caller) {
  Callee To(Call);
  const FunctionDecl *F = To.definition();
  constexpr unsigned Deepest = 16;
  unsigned Depth = 0;
  for (const Frame *Outer = Caller; Outer; Outer = Outer->Caller)
    if (Outer->Function == F || ++Depth > Deepest)
      fail("is recursive");
  requireSameForCompilers(F);
  Frame Inner{F, VariableUses(F), {}, {}, {}, 0, Caller};
  Here = &Inner;
  std::vector<Stmt *> Statements;
  To.forEachArgument([&](const ParmVarDecl *P, const Expr *Argument) {
    bindParameter(P, argumentFor(P, Argument), Statements);
  });
  for (const ParmVarDecl *P : F->parameters())
    copySizes(P, Statements);
  for (const Stmt *S : cast<CompoundStmt>(F->getBody())->body())
    Statements.push_back(copy(S));
  Here = Caller;
  auto *Last = Statements.empty() ? nullptr : dyn_cast<ReturnStmt>(Statements.back());
  if (Last && Inner.Returns == 1)
    Inner.Copy.Result = Last->getRetValue();
  Inner.Copy.Body = CompoundStmt::Create(AST, Statements, FPOptionsOverride(),
                                         Call->getBeginLoc(), Call->getEndLoc());
  if (Caller)
    Caller->Copy.Writes |= Inner.Copy.Writes;
  Result.Copies[Call] = Inner.Copy;
}

/// Text that compilers read differently is not what was analysed.
void CallCopier::requireSameForCompilers(const FunctionDecl *F) const {
  if (Context.Directives.dependsOnCompiler(F->getSourceRange(), AST.getSourceManager()))
    fail("has other text for other compilers");
}

/// A pointer that stays what it is stands for its argument, and so does a structure;
/// other parameters are variables of the body.
void CallCopier::bindParameter(const ParmVarDecl *P, const Expr *Argument,
                               std::vector<Stmt *> &Statements) {
  QualType Type = P->getType();
  if (Type.isVolatileQualified() || Type->isAtomicType())
    fail("has the volatile parameter " + quoted(P));
  Expr *Value = const_cast<Expr *>(Argument);
  bool IsFixed = Here->Uses.isFixed(P);
  if (Type->isPointerType() && !IsFixed)
    fail("changes the pointer " + quoted(P));
  auto *Load = dyn_cast<ImplicitCastExpr>(Argument->IgnoreParens());
  bool IsLoad = Load && Load->getCastKind() == CK_LValueToRValue;
  if (Type->isPointerType() || (Type->isRecordType() && IsFixed && IsLoad)) {
    Here->Values[P] = Value;
    return;
  }
  if (!Type->isArithmeticType() && !Type->isRecordType())
    fail("takes " + quoted(P) + ", of a type that is not understood");
  VarDecl *V = newLocal(P, Value);
  Statements.push_back(declare(V));
}

/// Only variables of the function's own and numbers.
static bool isPlain(const Stmt *S) {
  if (auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return !V || V->hasLocalStorage();
  }
  auto *Binary = dyn_cast<BinaryOperator>(S);
  return (isa<IntegerLiteral, ParenExpr, ImplicitCastExpr>(S) ||
          (Binary && !Binary->isAssignmentOp())) &&
         allChildren(S, isPlain);
}

/// The sizes in V's type are evaluated where V is declared.
void CallCopier::copySizes(const VarDecl *V, std::vector<Stmt *> &Statements) {
  forEachSize(V, [&](const Expr *Size) {
    if (!isPlain(Size))
      Statements.push_back(copy(Size));
  });
}

VarDecl *CallCopier::newLocal(const VarDecl *Original, Expr *Init) {
  VarDecl *V = VarDecl::Create(AST, const_cast<DeclContext *>(Original->getDeclContext()),
                               Original->getLocation(), Original->getLocation(),
                               Original->getIdentifier(), Original->getType(),
                               Original->getTypeSourceInfo(), SC_None);
  if (Init)
    V->setInit(Init);
  Result.Locals.insert(V);
  Here->Locals[Original] = V;
  return V;
}

Stmt *CallCopier::declare(VarDecl *V) {
  return new (AST) DeclStmt(DeclGroupRef(V), V->getLocation(), V->getLocation());
}

//--- statements ---------------------------------------------------------------

Stmt *CallCopier::copy(const Stmt *S) {
  if (!S || isa<NullStmt>(S))
    return const_cast<Stmt *>(S);
  if (auto *E = dyn_cast<Expr>(S))
    return copy(E);
  if (auto *Block = dyn_cast<CompoundStmt>(S)) {
    std::vector<Stmt *> Statements;
    for (const Stmt *Child : Block->body())
      Statements.push_back(copy(Child));
    return CompoundStmt::Create(AST, Statements, FPOptionsOverride(), Block->getLBracLoc(),
                                Block->getRBracLoc());
  }
  if (auto *If = dyn_cast<IfStmt>(S)) {
    Expr *Cond = copy(If->getCond());
    Stmt *Then = copy(If->getThen()), *Else = copy(If->getElse());
    return IfStmt::Create(AST, If->getIfLoc(), IfStatementKind::Ordinary, nullptr, nullptr, Cond,
                          If->getLParenLoc(), If->getRParenLoc(), Then, If->getElseLoc(), Else);
  }
  if (auto *Return = dyn_cast<ReturnStmt>(S)) {
    ++Here->Returns;
    Expr *Value = Return->getRetValue() ? copy(Return->getRetValue()) : nullptr;
    return ReturnStmt::Create(AST, Return->getReturnLoc(), Value, nullptr);
  }
  if (auto *Declaration = dyn_cast<DeclStmt>(S))
    return copyDeclaration(Declaration);
  if (auto *Loop = dyn_cast<ForStmt>(S))
    return copyLoop(Loop);
  if (const Stmt *Once = runOnce(S, AST))
    return copy(Once);
  if (isa<WhileStmt, DoStmt>(S))
    fail("has a 'while' loop");
  if (isa<AsmStmt>(S))
    fail("has inline assembly");
  fail("has a statement that is not understood");
}

static std::optional<int64_t> constantOf(const Expr *E, const ASTContext &AST) {
  Expr::EvalResult Value;
  if (!E || !E->EvaluateAsInt(Value, AST) || !Value.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  return Value.Val.getInt().getExtValue();
}

/// The variable that steps Loop, which only its own loops name; or null.
static const VarDecl *iterator(const ForStmt *Loop, const FunctionDecl *F) {
  const VarDecl *V = setFirst(Loop);
  bool IsOwn = V && V->hasLocalStorage() && !V->getType().isVolatileQualified() &&
               (isa<DeclStmt>(Loop->getInit()) || !namesOutsideItsLoops(F->getBody(), V));
  return IsOwn ? V : nullptr;
}

/// First value and number of iterations of `for (k = 0; k < 3; k++)`, where they are constants.
static std::optional<std::pair<int64_t, int64_t>> constantRange(const ForStmt *Loop, const VarDecl *V, const ASTContext &AST) {
  auto *Cond = dyn_cast_or_null<BinaryOperator>(Loop->getCond());
  auto *Inc = dyn_cast_or_null<UnaryOperator>(Loop->getInc());
  bool IsCounted = V->getType()->isSpecificBuiltinType(BuiltinType::Int) && Cond && Inc && Inc->isIncrementOp() &&
                   namedVariable(Inc->getSubExpr()) == V && namedVariable(Cond->getLHS()) == V &&
                   (Cond->getOpcode() == BO_LT || Cond->getOpcode() == BO_LE) && VariableUses(Loop->getBody()).isFixed(V);
  if (!IsCounted)
    return std::nullopt;
  auto *Assignment = dyn_cast<BinaryOperator>(Loop->getInit());
  std::optional<int64_t> First = constantOf(Assignment ? Assignment->getRHS() : V->getInit(), AST);
  std::optional<int64_t> Past = constantOf(Cond->getRHS(), AST);
  if (!First || !Past)
    return std::nullopt;
  return std::pair(*First, *Past - *First + (Cond->getOpcode() == BO_LE));
}

/// The body for each iteration, where they are few, else the loop.
Stmt *CallCopier::copyLoop(const ForStmt *Loop) {
  constexpr int64_t MostIterations = 32;
  const VarDecl *V = iterator(Loop, Here->Function);
  if (!V)
    fail("has a loop whose iterator is not understood");
  auto Range = constantRange(Loop, V, AST);
  if (!Range || Range->second > MostIterations)
    return copyWhole(Loop, V);
  std::vector<Stmt *> Statements;
  for (int64_t Value = Range->first; Value < Range->first + Range->second; ++Value) {
    llvm::APInt Bits(AST.getIntWidth(V->getType()), uint64_t(Value), /*isSigned=*/true);
    Expr *Is = IntegerLiteral::Create(AST, Bits, AST.IntTy, V->getLocation());
    Statements.push_back(declare(newLocal(V, Is)));
    Statements.push_back(copy(Loop->getBody()));
  }
  return CompoundStmt::Create(AST, Statements, FPOptionsOverride(), Loop->getBeginLoc(),
                              Loop->getEndLoc());
}

Stmt *CallCopier::copyWhole(const ForStmt *Loop, const VarDecl *V) {
  if (Here->Uses.isAddressTaken(V) || Loop->getConditionVariable())
    fail("has a loop whose iterator is not understood");
  Stmt *Init = nullptr;
  if (isa<DeclStmt>(Loop->getInit())) {
    Expr *First = V->getInit() ? copy(V->getInit()) : nullptr;
    Init = declare(newLocal(V, First));
  } else {
    Init = copy(Loop->getInit());
  }
  Expr *Cond = Loop->getCond() ? copy(Loop->getCond()) : nullptr, *Inc = Loop->getInc() ? copy(Loop->getInc()) : nullptr;
  unsigned Returns = Here->Returns;
  Stmt *Body = copy(Loop->getBody());
  // What follows the loop would seem to be reached whenever the loop is.
  if (Here->Returns != Returns)
    fail("returns from inside a loop");
  return new (AST) ForStmt(AST, Init, Cond, nullptr, Inc, Body, Loop->getForLoc(), Loop->getLParenLoc(),
                           Loop->getRParenLoc());
}

Stmt *CallCopier::copyDeclaration(const DeclStmt *Declaration) {
  std::vector<Stmt *> Statements;
  for (const Decl *D : Declaration->decls()) {
    auto *V = dyn_cast<VarDecl>(D);
    auto *Typedef = dyn_cast<TypedefNameDecl>(D);
    if (Typedef && Typedef->getUnderlyingType()->isVariablyModifiedType())
      fail("declares " + quoted(Typedef) + ", a type of variable length");
    if (!V && isa<TagDecl, TypedefNameDecl, EmptyDecl, StaticAssertDecl>(D))
      continue;
    if (!V || V->hasExternalStorage() || V->hasAttr<CleanupAttr>())
      fail("declares more than variables");
    QualType Type = V->getType();
    if (Type.isVolatileQualified() || Type->isAtomicType())
      fail("has the volatile variable " + quoted(V));
    if (V->isStaticLocal() && !isConstantTable(V))
      fail("keeps the static variable " + quoted(V));
    bool IsPointer = Type->isPointerType();
    if (IsPointer && !Here->Uses.isFixed(V))
      fail("changes the pointer " + quoted(V));
    if (Type->isVariablyModifiedType() && !IsPointer)
      fail("has a variable-length array");
    // What a constant table holds is the same everywhere.
    bool HasInit = V->getInit() && !V->isStaticLocal();
    copySizes(V, Statements);
    Expr *Init = HasInit ? copy(V->getInit()) : nullptr;
    Statements.push_back(declare(newLocal(V, Init)));
    if (IsPointer && Init)
      Here->Values[V] = Init;
  }
  if (Statements.size() == 1)
    return Statements.front();
  // A list of declarations is no block of its own, but nothing asks for the difference.
  return CompoundStmt::Create(AST, Statements, FPOptionsOverride(), Declaration->getBeginLoc(),
                              Declaration->getEndLoc());
}

//--- names --------------------------------------------------------------------

Expr *CallCopier::nameOf(VarDecl *V, const DeclRefExpr *Ref) {
  return DeclRefExpr::Create(AST, NestedNameSpecifierLoc(), SourceLocation(), V, false,
                             Ref->getLocation(), Ref->getType(), Ref->getValueKind());
}

Expr *CallCopier::copyName(const DeclRefExpr *Ref) {
  auto *V = dyn_cast<VarDecl>(Ref->getDecl());
  if (!V)
    return const_cast<DeclRefExpr *>(Ref);
  if (auto It = Here->Locals.find(V); It != Here->Locals.end())
    return nameOf(It->second, Ref);
  if (auto It = Here->Values.find(V); It != Here->Values.end()) {
    // A structure: what its value was loaded from.
    auto *Load = dyn_cast<ImplicitCastExpr>(It->second->IgnoreParens());
    if (!V->getType()->isRecordType() || !Load || Load->getCastKind() != CK_LValueToRValue)
      fail("uses the parameter " + quoted(V) + " in a way that is not understood");
    return Load->getSubExpr();
  }
  if (V->hasLocalStorage() || V->isStaticLocal() || V->isLocalExternDecl() ||
      V->getTLSKind() != VarDecl::TLS_None)
    fail("uses " + quoted(V));
  if (isConstantTable(V)) {
    if (V->getType()->isArithmeticType())
      return const_cast<DeclRefExpr *>(Ref);
    return nameOf(newLocal(V, nullptr), Ref);
  }
  noteGlobal(V);
  return const_cast<DeclRefExpr *>(Ref);
}

void CallCopier::noteGlobal(const VarDecl *V) {
  QualType Type = V->getType();
  if (Type.isVolatileQualified() || Type->isAtomicType())
    fail("uses the volatile " + quoted(V));
  if (!Type->isArithmeticType() && !Type->isArrayType() && !Type->isPointerType() &&
      !Type->isRecordType())
    fail("uses the global " + quoted(V));
  Result.Named.insert(V->getCanonicalDecl());
}

void CallCopier::noteTarget(const Expr *Target) {
  const VarDecl *V = rootVariable(Target);
  if (V && Result.Locals.count(V))
    return;
  Here->Copy.Writes = true;
  if (!V || OwnDecls.count(V) || V->getType()->isArrayType() || V->getType()->isRecordType())
    return;
  fail("writes " + quoted(V));
}
