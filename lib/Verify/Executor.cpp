// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Executor.h"

#include "clang/AST/Attr.h"

#include <isl/set.h>

using namespace tilepipe;
using namespace clang;

static void collectAssigned(const Stmt *S, std::set<const VarDecl *> &Result) {
  if (!S)
    return;
  if (auto *Binary = dyn_cast<BinaryOperator>(S); Binary && Binary->isAssignmentOp())
    if (const VarDecl *V = Evaluator::variable(Binary->getLHS()))
      Result.insert(V);
  if (auto *Unary = dyn_cast<UnaryOperator>(S))
    if (Unary->isIncrementDecrementOp() || Unary->getOpcode() == UO_AddrOf)
      if (const VarDecl *V = Evaluator::variable(Unary->getSubExpr()))
        Result.insert(V);
  for (const Stmt *Child : S->children())
    collectAssigned(Child, Result);
}

std::set<const VarDecl *> tilepipe::assignedIn(const Stmt *S) {
  std::set<const VarDecl *> Result;
  collectAssigned(S, Result);
  return Result;
}

bool tilepipe::names(const Stmt *S, const std::set<const VarDecl *> &Any) {
  if (!S)
    return false;
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && Any.count(V))
      return true;
  for (const Stmt *Child : S->children())
    if (names(Child, Any))
      return true;
  return false;
}

static std::string typeName(QualType T) {
  const Type *Pointee = T->isPointerType() ? T->getPointeeType().getTypePtr() : T.getTypePtr();
  if (auto *Typedef = Pointee->getAs<TypedefType>())
    return Typedef->getDecl()->getName().str();
  return "";
}

void Executor::bindParameters(const FunctionDecl *Function) {
  for (const ParmVarDecl *P : Function->parameters()) {
    std::string Type = typeName(P->getType());
    if (Type == "tp_box" && P->getType()->isPointerType())
      Boxes.insert_or_assign(P, parameterBox());
    else if (auto Known = Vars.find(P); Known != Vars.end() && Known->second.Number && P->getType()->isIntegerType())
      continue; // a constant
    else if (P->getType()->isVoidPointerType())
      Vars[P].Is = Binding::What::Arguments;
    else if ((Type == "tp_int" || Type == "tp_range") && P->getType()->isPointerType())
      Vars[P].Is = Binding::What::End;
    else if (Type == "tp_stream" && P->getType()->isPointerType())
      Vars[P].Is = Binding::What::Stream;
    else
      Source.File.fail(P, "parameter that is not understood");
  }
}

/// A name that stands for something of the user's stands for nothing else.
void Executor::checkName(const VarDecl *V, const std::string &Field) const {
  llvm::StringRef Name = V->getName();
  auto IsNamed = [&](const auto &Known) { return Known.Name == Name; };
  const LoopNest &N = Source.Nest;
  bool IsUsers = llvm::any_of(N.Captures, IsNamed) || llvm::any_of(N.Symbols, IsNamed);
  bool IsBase = llvm::any_of(N.Arrays, [&](const Array &A) { return A.base() == Name; });
  bool IsRight = (IsUsers && Field == Name) || (IsBase && Field == ("tp_base_" + Name).str());
  if ((IsUsers || IsBase) && !IsRight)
    Source.File.fail(V, "'" + Name + "' is not what it is called");
}

void Executor::hide(Value &Lo, Value &Hi) {
  auto IsCase = [](const Value &V) { return V.parts().size() > 1; };
  HasHidden |= IsCase(Lo) || IsCase(Hi);
  if (!HidesCorners || !(IsCase(Lo) || IsCase(Hi)))
    return;
  const bool HoldsPlaces = conjunction(Path, Source.Known).is_subset(Hi.atLeast(Lo + 1));
  for (Value *Corner : {&Lo, &Hi}) {
    if (!IsCase(*Corner))
      continue;
    const Value Hidden = Value::parameter(Source.ctx(), freshParameter(HiddenCorner));
    Path = conjunction(Path, Corner->bounds(Hidden));
    const isl::set Defined = Corner->equals(Hidden);
    Corners = Corners ? conjunction(*Corners, Defined) : Defined;
    *Corner = Hidden;
  }
  if (HoldsPlaces)
    Path = conjunction(Path, Hi.atLeast(Lo + 1));
}

void Executor::bindArguments(const FunctionDecl *Callee, const CallExpr *Call) {
  if (Call->getNumArgs() != Callee->getNumParams())
    fail(Call, "call with other arguments than parameters");
  std::map<const VarDecl *, Binding> Bound;
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    const ParmVarDecl *P = Callee->getParamDecl(I);
    const Expr *Argument = Call->getArg(I);
    if (const BoxValue *Box = boxOf(Argument)) {
      BoxValue Copy = *Box;
      for (size_t D = 0; D < Copy.Lo.size(); ++D)
        hide(Copy.Lo[D], Copy.Hi[D]);
      Boxes.insert_or_assign(P, std::move(Copy));
      continue;
    }
    Binding B;
    if (auto Known = Vars.find(variable(Argument));
        Known != Vars.end() && Known->second.Is == Binding::What::Arguments) {
      Bound[P].Is = Binding::What::Arguments;
      continue;
    }
    B.Field = fieldOf(Argument);
    if (B.Field.empty() || isConverted(Argument))
      fail(Argument, "argument that is not understood");
    checkName(P, B.Field);
    if (P->getType()->isIntegerType())
      B.Number = Value::parameter(Source.ctx(), B.Field);
    Bound[P] = std::move(B);
  }
  for (auto &[P, B] : Bound)
    Vars[P] = std::move(B);
}

void Executor::runBody(const FunctionDecl *Function) { run(Function->getBody()); }

/// TP_INDEPENDENT
static bool areIndependent(const AttributedStmt *S) {
  return llvm::any_of(S->getAttrs(), [](const Attr *A) {
    auto *Hint = dyn_cast<LoopHintAttr>(A);
    return Hint && Hint->getState() == LoopHintAttr::AssumeSafety;
  });
}

void Executor::run(const Stmt *S) {
  if (auto *Block = dyn_cast<CompoundStmt>(S))
    return block(Block);
  if (isa<NullStmt>(S) || H.isKnown(S))
    return;
  if (auto *Declarations = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declarations->decls())
      if (auto *V = dyn_cast<VarDecl>(D))
        declare(V);
      else
        fail(S, "declaration that is not understood");
    return;
  }
  if (auto *If = dyn_cast<IfStmt>(S))
    return choose(If);
  if (auto *For = dyn_cast<ForStmt>(S))
    return loop(For);
  if (const Stmt *Behind = behindHints(S); Behind != S) {
    auto *For = dyn_cast<ForStmt>(Behind);
    return For ? loop(For, areIndependent(cast<AttributedStmt>(S))) : run(Behind);
  }
  if (auto *Cast = dyn_cast<CStyleCastExpr>(S); Cast && Cast->getType()->isVoidType() &&
                                                variable(Cast->getSubExpr()))
    return; // (void)x
  if (auto *Binary = dyn_cast<BinaryOperator>(S); Binary && Binary->isAssignmentOp())
    return assignment(Binary);
  if (H.other(*this, S))
    return;
  if (auto *Unary = dyn_cast<UnaryOperator>(S); Unary && Unary->isIncrementOp())
    return increment(Unary->getSubExpr(), Value::constant(Source.ctx(), 1));
  if (auto *Call = dyn_cast<CallExpr>(S); Call && H.call(*this, Call))
    return;
  fail(S, "statement that is not understood");
}

void Executor::block(const CompoundStmt *S) {
  unsigned Place = 0;
  bool IsDone = false;
  for (auto It = S->body_begin(); It != S->body_end() && !IsDone; ++It, ++Place) {
    Time.push_back({Place, ""});
    IsDone = H.rest(*this, S, Place);
    if (!IsDone)
      run(*It);
    Time.pop_back();
  }
  for (const Stmt *Child : S->body())
    if (auto *Declarations = dyn_cast<DeclStmt>(Child))
      for (const Decl *D : Declarations->decls())
        if (auto *V = dyn_cast<VarDecl>(D)) {
          Vars.erase(V);
          Boxes.erase(V);
        }
}

void Executor::declare(const VarDecl *V) {
  if (V->hasAttr<CleanupAttr>())
    Source.File.fail(V, "function that is called at the end of a variable's scope");
  if (H.isResult(V) || H.standsIn(*this, V))
    return;
  const Expr *Init = V->getInit();
  std::string Type = typeName(V->getType());
  if (!V->hasLocalStorage())
    Source.File.fail(V, "variable that threads share");
  if (Type == "tp_box" && !V->getType()->isPointerType()) {
    const BoxValue *From = Init ? boxOf(Init) : nullptr;
    if (!From)
      Source.File.fail(V, "box that is not a copy");
    BoxValue Copy = *From;
    Boxes.insert_or_assign(V, std::move(Copy));
    return;
  }
  if (V->getType()->isIntegerType()) {
    std::string Field = Init ? fieldOf(Init) : "";
    checkName(V, Field);
    Vars[V] = Binding{};
    if (!Init)
      return;
    Vars[V].Number = number(Init);
    Vars[V].Field = Field;
    return;
  }
  const VarDecl *From = Init ? variable(Init) : nullptr;
  if (From && Vars.count(From) && Vars[From].Is == Binding::What::Arguments) {
    Vars[V].Is = Binding::What::Arguments;
    return;
  }
  if (!H.declaration(*this, V))
    Source.File.fail(V, "declaration that is not understood");
}

void Executor::assign(const VarDecl *V, Value Now) {
  if (Counters.count(V))
    Source.File.fail(V, "loop variable that its loop changes");
  Binding B;
  B.Number = std::move(Now);
  Vars[V] = std::move(B);
}

void Executor::assignment(const BinaryOperator *E) {
  if (H.assignment(*this, E))
    return;
  const Expr *Target = stripped(E->getLHS());
  if (const VarDecl *V = variable(Target); V && V->hasLocalStorage() && Vars.count(V)) {
    if (!V->getType()->isIntegerType())
      fail(E, "assignment that is not understood");
    if (E->getOpcode() == BO_Assign)
      return assign(V, number(E->getRHS()));
    if (E->getOpcode() == BO_AddAssign)
      return increment(Target, number(E->getRHS()));
  }
  // tp_rest.tp_lo[0] = tp_row
  if (Value *Corner = E->getOpcode() == BO_Assign ? cornerOf(Target) : nullptr) {
    *Corner = number(E->getRHS());
    return;
  }
  fail(E, "assignment that is not understood");
}

void Executor::increment(const Expr *Target, const Value &By) {
  const VarDecl *V = variable(Target);
  if (!V || !Vars.count(V) || !Vars[V].Number || Vars[V].Left)
    fail(Target, "increment that is not understood");
  assign(V, *Vars[V].Number + By);
}

/// Both branches are run, each for its parameters; what they assign is unknown behind them.
void Executor::choose(const IfStmt *S) {
  if (S->getInit() || S->getConditionVariable())
    fail(S, "condition that is not understood");
  isl::set Condition = H.doesBranch(*this, S) ? everywhere(Source.ctx()) : condition(S->getCond());
  isl::set Before = Path;
  auto Vars = this->Vars;
  auto Boxes = this->Boxes;
  // A branch is a place of its own: what is declared in one does not exist in the other.
  auto RunBranch = [&](const Stmt *Branch, int64_t Place) {
    Time.push_back({Place, ""});
    run(Branch);
    Time.pop_back();
  };
  Path = conjunction(Before, Condition);
  if (isl_set_plain_is_empty(Condition.get()) != isl_bool_true)
    RunBranch(S->getThen(), 0);
  auto Forget = [&](const Stmt *Branch) {
    for (const VarDecl *V : assignedIn(Branch))
      if (auto Known = Vars.find(V); Known != Vars.end())
        Known->second = Binding{};
  };
  Forget(S->getThen());
  this->Vars = Vars;
  this->Boxes = Boxes;
  if (S->getElse()) {
    Path = Before.subtract(Condition);
    RunBranch(S->getElse(), 1);
    Forget(S->getElse());
    this->Vars = Vars;
    this->Boxes = Boxes;
  }
  Path = Before;
}
