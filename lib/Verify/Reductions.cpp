// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables that the nest accumulates in: what the user's nest does with them, what a tile makes of them, and how the
// call hands them on.
//
#include "Reading.h"

#include "llvm/ADT/STLExtras.h"

using namespace tilepipe;
using namespace clang;

using Operator = Reduction::Operator;

static void collectReferences(const Stmt *S, llvm::StringRef Name, std::vector<const DeclRefExpr *> &Result) {
  if (!S)
    return;
  if (auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && isa<VarDecl>(Ref->getDecl()) && Ref->getDecl()->getName() == Name)
    Result.push_back(Ref);
  for (const Stmt *Child : S->children())
    collectReferences(Child, Name, Result);
}

namespace {

/// That a nest does nothing with V but combine it with values by one operator.
class AccumulationCheck {
public:
  AccumulationCheck(const EmittedFile &File, const Reduction &R, const VarDecl *V)
      : File(File), R(R), V(V), Type(File.ast().getCanonicalType(V->getType()).getUnqualifiedType()) {}

  void statement(const Stmt *S) const {
    if (!S || !isNamed(S))
      return;
    if (auto *Block = dyn_cast<CompoundStmt>(S)) {
      for (const Stmt *Child : Block->body())
        statement(Child);
    } else if (auto *For = dyn_cast<ForStmt>(S)) {
      require(!isNamed(For->getInit()) && !isNamed(For->getCond()) && !isNamed(For->getInc()), S);
      statement(For->getBody());
    } else if (auto *While = dyn_cast<WhileStmt>(S)) {
      require(!isNamed(While->getCond()), S);
      statement(While->getBody());
    } else if (auto *Do = dyn_cast<DoStmt>(S)) {
      require(!isNamed(Do->getCond()), S);
      statement(Do->getBody());
    } else if (auto *Switch = dyn_cast<SwitchStmt>(S)) {
      require(!isNamed(Switch->getCond()), S);
      statement(Switch->getBody());
    } else if (auto *If = dyn_cast<IfStmt>(S); If && !isNamed(If->getCond())) {
      statement(If->getThen());
      statement(If->getElse());
    } else if (If) {
      require(!If->getElse() && replaces(If->getCond(), assigned(If->getThen()), nullptr), S);
    } else {
      auto *E = dyn_cast<Expr>(S);
      require(E && combines(E->IgnoreParens()), S);
    }
  }

private:
  const EmittedFile &File;
  const Reduction &R;
  const VarDecl *V;
  const QualType Type;

  void require(bool Is, const Stmt *S) const {
    if (!Is)
      File.fail(S, "'" + R.Name + "' is not only accumulated");
  }
  bool isNamed(const Stmt *S) const { return names(S, {V}); }
  bool isV(const Expr *E) const {
    auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == V;
  }
  static bool isIntegral(const Expr *E) {
    return E->getType()->isIntegralOrEnumerationType() && E->IgnoreParenImpCasts()->getType()->isIntegralOrEnumerationType();
  }

  bool isOperator(BinaryOperatorKind Opcode) const {
    switch (R.Op) {
    case Operator::Add:
      return Opcode == BO_Add || Opcode == BO_Sub;
    case Operator::Multiply:
      return Opcode == BO_Mul;
    case Operator::And:
      return Opcode == BO_And;
    case Operator::Or:
      return Opcode == BO_Or;
    case Operator::Xor:
      return Opcode == BO_Xor;
    case Operator::Min:
    case Operator::Max:
      return false;
    }
    return false;
  }

  /// V++, V += e, V = V + e, V = e > V ? e : V
  bool combines(const Expr *E) const {
    if (auto *Unary = dyn_cast<UnaryOperator>(E))
      return Unary->isIncrementDecrementOp() && isV(Unary->getSubExpr()) && R.Op == Operator::Add && Type->isIntegerType();
    auto *Assignment = dyn_cast<BinaryOperator>(E);
    if (!Assignment || !Assignment->isAssignmentOp() || !isV(Assignment->getLHS()))
      return false;
    const Expr *Right = Assignment->getRHS();
    if (Assignment->isCompoundAssignmentOp())
      return isOperator(BinaryOperator::getOpForCompoundAssignment(Assignment->getOpcode())) && Type->isIntegerType() &&
             isIntegral(Right) && !isNamed(Right);
    if (auto *Choice = dyn_cast<ConditionalOperator>(Right->IgnoreParenImpCasts()))
      return replaces(Choice->getCond(), Choice->getTrueExpr(), Choice->getFalseExpr());
    return Type->isIntegerType() && isChain(Right) && !isV(Right);
  }

  /// E is V with other integers added and so on.
  bool isChain(const Expr *E) const {
    if (isV(E))
      return true;
    auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
    if (!Binary || !isOperator(Binary->getOpcode()) || !isIntegral(Binary->getLHS()) || !isIntegral(Binary->getRHS()))
      return false;
    bool IsLeft = isNamed(Binary->getLHS()), IsRight = isNamed(Binary->getRHS());
    return IsLeft ? !IsRight && isChain(Binary->getLHS())
                  : Binary->getOpcode() != BO_Sub && isChain(Binary->getRHS());
  }

  /// The value of "V = e;", in braces or not; null: S is something else.
  const Expr *assigned(const Stmt *S) const {
    while (auto *Block = dyn_cast<CompoundStmt>(S))
      if (Block->size() == 1)
        S = Block->body_front();
      else
        return nullptr;
    auto *Assignment = dyn_cast<BinaryOperator>(S);
    return Assignment && Assignment->getOpcode() == BO_Assign && isV(Assignment->getLHS()) ? Assignment->getRHS() : nullptr;
  }

  /// Cond ? IfTrue : IfFalse, null being V, is the greater one of V and another value, or the lesser one.
  bool replaces(const Expr *Cond, const Expr *IfTrue, const Expr *IfFalse) const {
    auto *Test = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
    if (!Test || !Test->isRelationalOp() || !IfTrue)
      return false;
    bool KeepsOnTrue = IfFalse && isV(IfTrue);
    const Expr *Value = KeepsOnTrue ? IfFalse : IfTrue;
    if (!KeepsOnTrue && IfFalse && !isV(IfFalse))
      return false;
    bool IsBehind = isV(Test->getRHS());
    const Expr *Compared = IsBehind ? Test->getLHS() : Test->getRHS();
    bool IsGreater = Test->getOpcode() == BO_GT || Test->getOpcode() == BO_GE;
    bool IsStrict = Test->getOpcode() == BO_GT || Test->getOpcode() == BO_LT;
    if ((!IsBehind && !isV(Test->getLHS())) || isNamed(Value) || !isOfType(Value) || !isOfType(Compared) ||
        File.spelling(Compared->IgnoreParenImpCasts()) != File.spelling(Value->IgnoreParenImpCasts()))
      return false;
    if (!Type->isIntegerType() && (KeepsOnTrue || !IsStrict))
      return false;
    bool TakesGreater = (IsGreater == IsBehind) != KeepsOnTrue;
    return R.Op == (TakesGreater ? Operator::Max : Operator::Min);
  }

  bool isOfType(const Expr *E) const {
    return File.ast().getCanonicalType(E->IgnoreParenImpCasts()->getType()).getUnqualifiedType() == Type;
  }
};

} // namespace

static const VarDecl *variableOf(const UserNest &User, const Reduction &R) {
  auto *V = dyn_cast_or_null<VarDecl>(User.meaning(R.Name));
  if (!V || !V->hasLocalStorage())
    throw std::runtime_error("'" + R.Name + "', which the nest accumulates in, is not found");
  return V;
}

void tilepipe::checkAccumulations(const RegionSource &Source, const RegionCall &Call, const UserNest &User) {
  for (const Reduction &R : Source.Nest.Reductions)
    AccumulationCheck(Source.File, R, variableOf(User, R)).statement(Call.Nest);
}

//--- the tile ------------------------------------------------------------------

static bool isSum(const Reduction &R) { return R.Op == Operator::Add || R.Op == Operator::Multiply; }
static bool isExtreme(const Reduction &R) { return R.Op == Operator::Min || R.Op == Operator::Max; }

/// Partial results are of the variable's own type. Sums lose no bit of it, and are never undefined.
static void checkPartial(const RegionSource &Source, const Reduction &R, QualType Program, const Decl *Partial, QualType Type) {
  const ASTContext &AST = Source.File.ast();
  Program = AST.getCanonicalType(Program).getUnqualifiedType();
  Type = AST.getCanonicalType(Type).getUnqualifiedType();
  bool IsRight = isSum(R) ? Type->isUnsignedIntegerType() && !Type->isBooleanType() &&
                                AST.getTypeSize(Type) >= std::max(AST.getTypeSize(Program), AST.getTypeSize(AST.IntTy))
                          : Type == Program;
  if (!IsRight)
    Source.File.fail(Partial, "'" + R.Name + "' has another type");
}

static const char *combination(Operator Op) {
  static const char *const Names[] = {"ADD", "MULTIPLY", "AND", "OR", "XOR", "MIN", "MAX"};
  return Names[unsigned(Op)];
}

static const char *neutral(Operator Op) { return Op == Operator::Multiply ? "1" : Op == Operator::And ? "-1" : "0"; }

const VarDecl *TileResults::declared(const FunctionDecl *Function, const Reduction &R) const {
  for (const Stmt *S : cast<CompoundStmt>(Function->getBody())->body())
    if (auto *Declaration = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Declaration->decls())
        if (auto *V = dyn_cast<VarDecl>(D); V && V->getName() == R.Name)
          return V;
  Source.File.fail(Function, "function without a result '" + R.Name + "' of its own");
}

void TileResults::enter(const FunctionDecl *Function) {
  const std::vector<Reduction> &All = Source.Nest.Reductions;
  if (All.empty())
    return;
  auto *Block = cast<CompoundStmt>(Function->getBody());
  std::vector<const Stmt *> Statements;
  for (const Stmt *S : Block->body())
    if (!isa<DeclStmt>(S))
      Statements.push_back(S);
  auto Expect = [&](size_t At, const std::string &Text) {
    if (At >= Statements.size() || squeezed(Source.File.text(Statements[At]).rtrim(';')) != Text)
      Source.File.fail(Function, "function without '" + Text + "'");
    Known.insert(Statements[At]);
  };
  size_t First = 0, Last = Statements.size() - std::min(Statements.size(), All.size());
  for (const Reduction &R : All) {
    const VarDecl *V = declared(Function, R);
    checkPartial(Source, R, variableOf(User, R)->getType(), V, V->getType());
    std::string Result = "tp_results->" + R.Name;
    if (isExtreme(R))
      Expect(First++, "TP_RESULT_SO_FAR(" + R.Name + "," + Result + ")");
    if (isExtreme(R) ? V->getInit() != nullptr : !V->getInit() || Source.File.spelling(V->getInit()) != neutral(R.Op))
      Source.File.fail(V, "'" + R.Name + "' starts from another value");
    Expect(Last++, std::string("TP_COMBINE_") + combination(R.Op) + "(" + Result + "," + R.Name + ")");
  }
  Functions.push_back(Function);
}

void TileResults::body(const FunctionDecl *Function, const CompoundStmt *Block, unsigned First, const Executor &X) {
  for (const Reduction &R : Source.Nest.Reductions) {
    if (!llvm::is_contained(Functions, Function))
      Source.File.fail(Function, "function without a result '" + R.Name + "' of its own");
    for (const ParmVarDecl *P : Function->parameters())
      if (auto Found = X.Vars.find(P); P->getName() == "tp_results" && (Found == X.Vars.end() || Found->second.Field != "tp_results"))
        Source.File.fail(P, "results that are not the region's");
    for (auto It = Block->body_begin() + First; It != Block->body_end(); ++It)
      Bodies.push_back(*It);
  }
}

void TileResults::finish() const {
  for (const FunctionDecl *Function : Functions)
    for (const Reduction &R : Source.Nest.Reductions) {
      std::vector<const DeclRefExpr *> All, Understood;
      collectReferences(Function->getBody(), R.Name, All);
      for (const Stmt *S : Known)
        collectReferences(S, R.Name, Understood);
      for (const Stmt *S : Bodies)
        collectReferences(S, R.Name, Understood);
      const VarDecl *V = declared(Function, R);
      for (const DeclRefExpr *Ref : All)
        if (Ref->getDecl() != V || !llvm::is_contained(Understood, Ref))
          Source.File.fail(Ref, "'" + R.Name + "' is used for something else");
    }
}

//--- the call ------------------------------------------------------------------

/// Those of pointers, ({ ... }), are checkMoved's.
static void collectAssignments(const Stmt *S, std::vector<const BinaryOperator *> &Result) {
  if (!S || isa<StmtExpr>(S))
    return;
  if (auto *E = dyn_cast<BinaryOperator>(S); E && E->isAssignmentOp())
    Result.push_back(E);
  for (const Stmt *Child : S->children())
    collectAssignments(Child, Result);
}

/// E is tp_results.<Name>
static bool isResult(const Expr *E, llvm::StringRef Name, const VarDecl *Results) {
  auto *Member = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
  return Member && !Member->isArrow() && Member->getMemberDecl()->getName() == Name &&
         Evaluator::variable(Member->getBase()) == Results;
}

void tilepipe::checkResults(const RegionSource &Source, const RegionCall &Call, const UserNest &User) {
  const std::vector<Reduction> &All = Source.Nest.Reductions;
  if (All.empty() != !Call.Results)
    Source.File.fail(Call.Call, "call that hands on other results than the nest's");
  if (All.empty())
    return;
  auto *Type = Call.Results->getType()->getAs<RecordType>();
  if (!Type || Type->getDecl()->getName() != Source.Prefix + "_results")
    Source.File.fail(Call.Results, "results of another type");
  // The values go in, the call, the results come out: the order is that of TP_OTHERWISE_TAKE.
  std::vector<const BinaryOperator *> Steps;
  collectAssignments(Call.Loop->getCond(), Steps);
  if (Steps.size() != 2 * All.size() + 1)
    Source.File.fail(Call.Call, "call that hands on other results than the nest's");
  for (size_t I = 0; I < All.size(); ++I) {
    const BinaryOperator *Give = Steps[I], *Take = Steps[All.size() + 1 + I];
    const VarDecl *V = variableOf(User, All[I]);
    if (Give->getOpcode() != BO_Assign || !isResult(Give->getLHS(), All[I].Name, Call.Results) ||
        Evaluator::variable(Give->getRHS()) != V)
      Source.File.fail(Give, "another value than that of '" + All[I].Name + "'");
    if (Take->getOpcode() != BO_Assign || Evaluator::variable(Take->getLHS()) != V ||
        !isResult(Take->getRHS(), All[I].Name, Call.Results))
      Source.File.fail(Take, "another result than that of '" + All[I].Name + "'");
    for (const FieldDecl *F : Type->getDecl()->fields())
      if (F->getName() == All[I].Name)
        checkPartial(Source, All[I], V->getType(), F, F->getType());
  }
}
