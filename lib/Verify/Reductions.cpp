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
using Taking = Reduction::Taking;

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
      : File(File), R(R), V(V), IsArray(V->getType()->isArrayType()),
        Type(File.ast().getCanonicalType(IsArray ? File.ast().getBaseElementType(V->getType()) : V->getType()).getUnqualifiedType()) {}

  void statement(const Stmt *S) const {
    if (!S || !isNamed(S))
      return;
    Element.clear();
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
      std::vector<std::string> Companions;
      require(!If->getElse() && replaces(If->getCond(), assigned(If->getThen(), Companions), nullptr), S);
      std::vector<std::string> Expected;
      for (const Reduction::Companion &C : R.Companions)
        Expected.push_back(C.Name);
      require(Companions == Expected, S);
    } else {
      require(R.Companions.empty(), S); // they stay behind
      auto *E = dyn_cast<Expr>(S);
      require(E && combines(E->IgnoreParens()), S);
    }
  }

private:
  const EmittedFile &File;
  const Reduction &R;
  const VarDecl *V;
  const bool IsArray;
  const QualType Type; ///< of V; of an array, that of its elements
  mutable std::string Element; ///< the one that the statement is about: "V[i][j]"

  void require(bool Is, const Stmt *S) const {
    if (!Is)
      File.fail(S, "'" + R.Name + "' is not only accumulated");
  }
  bool isNamed(const Stmt *S) const { return names(S, {V}); }
  /// V[i][j], without V in a subscript: each time the same element.
  bool isElement(const Expr *E) const {
    const Expr *Of = E->IgnoreParenImpCasts();
    if (!isa<ArraySubscriptExpr>(Of) || Of->getType()->isArrayType())
      return false;
    const std::string Here = File.spelling(Of);
    while (auto *Subscript = dyn_cast<ArraySubscriptExpr>(Of)) {
      if (isNamed(Subscript->getIdx()))
        return false;
      Of = Subscript->getBase()->IgnoreParenImpCasts();
    }
    auto *Ref = dyn_cast<DeclRefExpr>(Of);
    if (!Ref || Ref->getDecl() != V || (!Element.empty() && Element != Here))
      return false;
    Element = Here;
    return true;
  }
  bool isV(const Expr *E) const {
    if (IsArray)
      return isElement(E);
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

  QualType plain(QualType T) const { return File.ast().getCanonicalType(T).getUnqualifiedType(); }

  /// V += e, V = V + e, V = e + V, V -= e, V = V - e: one addition in V's own type.
  bool addsInOrder(const BinaryOperator *Assignment) const {
    const Expr *Right = Assignment->getRHS();
    if (auto *Compound = dyn_cast<CompoundAssignOperator>(Assignment))
      return isOperator(BinaryOperator::getOpForCompoundAssignment(Compound->getOpcode())) &&
             plain(Compound->getComputationResultType()) == Type && plain(Compound->getComputationLHSType()) == Type && !isNamed(Right);
    auto *Sum = dyn_cast<BinaryOperator>(Right->IgnoreParenImpCasts());
    if (!Sum || !isOperator(Sum->getOpcode()) || plain(Sum->getType()) != Type || plain(Right->getType()) != Type)
      return false;
    bool IsLeft = isV(Sum->getLHS()), IsRight = isV(Sum->getRHS()) && Sum->getOpcode() == BO_Add;
    return IsLeft ? !isNamed(Sum->getRHS()) : IsRight && !isNamed(Sum->getLHS());
  }

  /// V += e, V *= e, V = V + e - f: each operation in V's own type, each of R's operator, V once.
  bool isReassociable(const BinaryOperator *Assignment) const {
    if (!Type->isSpecificBuiltinType(BuiltinType::Double) && !Type->isSpecificBuiltinType(BuiltinType::Float))
      return false;
    if (Assignment->isCompoundAssignmentOp())
      return addsInOrder(Assignment);
    return plain(Assignment->getRHS()->getType()) == Type && !isV(Assignment->getRHS()) && isFloatingChain(Assignment->getRHS());
  }
  bool isFloatingChain(const Expr *E) const {
    if (isV(E))
      return true;
    auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
    if (!Binary || !isOperator(Binary->getOpcode()) || plain(Binary->getType()) != Type)
      return false;
    const bool IsLeft = isNamed(Binary->getLHS()), IsRight = isNamed(Binary->getRHS());
    if (IsLeft == IsRight)
      return false;
    return IsLeft ? isFloatingChain(Binary->getLHS()) : Binary->getOpcode() != BO_Sub && isFloatingChain(Binary->getRHS());
  }

  /// What compilers may fuse with an addition: a product, or a word that has not been thought of.
  bool mayFuse(const Expr *Term) const {
    Term = stripped(Term);
    if (auto *Unary = dyn_cast<UnaryOperator>(Term); Unary && Unary->getOpcode() != UO_Deref)
      return mayFuse(Unary->getSubExpr());
    if (auto *Binary = dyn_cast<BinaryOperator>(Term))
      return Binary->getOpcode() != BO_Add && Binary->getOpcode() != BO_Sub && Binary->getOpcode() != BO_Div;
    return !isa<DeclRefExpr, ArraySubscriptExpr, MemberExpr, CallExpr, ConditionalOperator, FloatingLiteral, IntegerLiteral>(Term);
  }
  const Expr *termOf(const BinaryOperator *Assignment) const {
    auto *Sum = Assignment->isCompoundAssignmentOp() ? nullptr : dyn_cast<BinaryOperator>(Assignment->getRHS()->IgnoreParenImpCasts());
    return !Sum ? Assignment->getRHS() : isV(Sum->getLHS()) ? Sum->getRHS() : Sum->getLHS();
  }

  /// V++, V += e, V = V + e, V = e > V ? e : V
  bool combines(const Expr *E) const {
    if (auto *Unary = dyn_cast<UnaryOperator>(E))
      return !R.hasRecord() && Unary->isIncrementDecrementOp() && isV(Unary->getSubExpr()) && R.Op == Operator::Add && Type->isIntegerType();
    auto *Assignment = dyn_cast<BinaryOperator>(E);
    if (!Assignment || !Assignment->isAssignmentOp() || !isV(Assignment->getLHS()))
      return false;
    const Expr *Right = Assignment->getRHS();
    if (R.IsReassociated)
      return isReassociable(Assignment);
    if (R.isOrdered())
      return addsInOrder(Assignment) && (R.MayFuse || !mayFuse(termOf(Assignment)));
    if (Assignment->isCompoundAssignmentOp())
      return isOperator(BinaryOperator::getOpForCompoundAssignment(Assignment->getOpcode())) && Type->isIntegerType() &&
             isIntegral(Right) && !isNamed(Right);
    if (auto *Choice = dyn_cast<ConditionalOperator>(Right->IgnoreParenImpCasts()))
      return replaces(Choice->getCond(), Choice->getTrueExpr(), Choice->getFalseExpr());
    if (isa<CallExpr>(Right->IgnoreParenImpCasts()))
      return isChosenByCalls(Right);
    return Type->isIntegerType() && isChain(Right) && !isV(Right);
  }

  /// fmax(V, e), larger(e, V), or with such a call in the place of V.
  bool isChosenByCalls(const Expr *E) const {
    if (isV(E))
      return true;
    auto *Call = dyn_cast<CallExpr>(E->IgnoreParenImpCasts());
    if (!Call || Call->getNumArgs() != 2 || !Call->getDirectCallee())
      return false;
    unsigned At = isNamed(Call->getArg(0)) ? 0 : 1;
    const FunctionDecl *F = Call->getDirectCallee();
    if (const FunctionDecl *Definition = F->getDefinition())
      F = Definition;
    return !isNamed(Call->getArg(1 - At)) && (F->hasBody() ? choosesInBody(F, At) : choosesInLibrary(F, Call->getArg(1 - At))) &&
           isChosenByCalls(Call->getArg(At));
  }
  bool choosesInLibrary(const FunctionDecl *F, const Expr *Other) const {
    llvm::StringRef Name = F->getIdentifier() && F->getBuiltinID() ? F->getName() : "";
    Name.consume_front("__builtin_");
    const ASTContext &AST = File.ast();
    bool IsMax = Name == "fmax" || Name == "fmaxf", IsMin = Name == "fmin" || Name == "fminf";
    QualType Of = AST.getCanonicalType(F->getReturnType());
    bool KeepsType = Of == Type || (Of == AST.DoubleTy && Type == AST.FloatTy && isOfType(Other));
    return (IsMax || IsMin) && KeepsType && R.Takes != Taking::Strict && R.Op == (IsMax ? Operator::Max : Operator::Min);
  }
  /// Parameter number At of F, which gets V, keeps its place or the other one takes it.
  bool choosesInBody(const FunctionDecl *F, unsigned At) const {
    if (F->getNumParams() != 2 || File.ast().getCanonicalType(F->getReturnType()) != Type)
      return false;
    for (const ParmVarDecl *P : F->parameters())
      if (File.ast().getCanonicalType(P->getType()).getUnqualifiedType() != Type)
        return false;
    // The same check, about a variable of the function's.
    AccumulationCheck Inside(File, R, F->getParamDecl(At));
    auto *Body = cast<CompoundStmt>(F->getBody());
    const Expr *Cond = nullptr, *IfTrue = nullptr, *IfFalse = nullptr;
    if (const Expr *Value = returnedBy(Body)) {
      if (auto *Choice = dyn_cast<ConditionalOperator>(Value->IgnoreParenImpCasts()))
        Cond = Choice->getCond(), IfTrue = Choice->getTrueExpr(), IfFalse = Choice->getFalseExpr();
    } else if (auto *If = dyn_cast<IfStmt>(Body->body_front()); If && (If->getElse() ? Body->size() == 1 : Body->size() == 2)) {
      Cond = If->getCond();
      IfTrue = returnedBy(If->getThen());
      IfFalse = returnedBy(If->getElse() ? If->getElse() : Body->body_back());
    }
    if (!Cond || !IfTrue || !IfFalse)
      return false;
    const Expr *Value = Inside.isV(IfTrue) ? IfFalse : IfTrue;
    auto *Other = dyn_cast<DeclRefExpr>(Value->IgnoreParenImpCasts());
    return Other && Other->getDecl() == F->getParamDecl(1 - At) && Inside.replaces(Cond, IfTrue, IfFalse);
  }
  static const Expr *returnedBy(const Stmt *S) {
    while (auto *Block = dyn_cast_or_null<CompoundStmt>(S))
      S = Block->size() == 1 ? Block->body_front() : nullptr;
    auto *Return = dyn_cast_or_null<ReturnStmt>(S);
    return Return ? Return->getRetValue() : nullptr;
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

  /// The value of "V = e;", in braces or not, beside assignments to Companions; null: S is something else.
  const Expr *assigned(const Stmt *S, std::vector<std::string> &Companions) const {
    const Expr *Value = nullptr;
    return collectAssigned(S, Value, Companions) ? Value : nullptr;
  }
  bool collectAssigned(const Stmt *S, const Expr *&Value, std::vector<std::string> &Companions) const {
    if (auto *Block = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(Block->body(), [&](const Stmt *Child) { return collectAssigned(Child, Value, Companions); });
    auto *E = dyn_cast<Expr>(S);
    auto *Binary = E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
    if (Binary && Binary->getOpcode() == BO_Comma)
      return collectAssigned(Binary->getLHS(), Value, Companions) && collectAssigned(Binary->getRHS(), Value, Companions);
    if (!Binary || Binary->getOpcode() != BO_Assign)
      return false;
    if (isV(Binary->getLHS())) {
      bool IsFirst = !Value;
      Value = Binary->getRHS();
      return IsFirst;
    }
    const VarDecl *W = Evaluator::variable(Binary->getLHS());
    if (!W || isNamed(Binary->getRHS()))
      return false;
    Companions.push_back(W->getName().str());
    return true;
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
    Taking Least = Type->isIntegerType() ? Taking::Strict : KeepsOnTrue ? Taking::Unordered : IsStrict ? Taking::Strict : Taking::Equal;
    // Of equal extremes the first one has the companions.
    if (Least > R.Takes || (!R.Companions.empty() && (KeepsOnTrue || !IsStrict || R.Takes != Taking::Strict)))
      return false;
    bool TakesGreater = (IsGreater == IsBehind) != KeepsOnTrue;
    return R.Op == (TakesGreater ? Operator::Max : Operator::Min);
  }

  bool isOfType(const Expr *E) const {
    return File.ast().getCanonicalType(E->IgnoreParenImpCasts()->getType()).getUnqualifiedType() == Type;
  }
};

} // namespace

static const VarDecl *variableOf(const UserNest &User, const std::string &Name) {
  auto *V = dyn_cast_or_null<VarDecl>(User.meaning(Name));
  if (!V || !V->hasLocalStorage())
    throw std::runtime_error("'" + Name + "', which the nest accumulates in, is not found");
  return V;
}

/// Statements of the nest that name V.
static unsigned namingStatements(const Stmt *S, const VarDecl *V) {
  if (!S || !names(S, {V}))
    return 0;
  auto *If = dyn_cast<IfStmt>(S);
  if (isa<CompoundStmt, ForStmt, WhileStmt, DoStmt, SwitchStmt>(S) || (If && !names(If->getCond(), {V}))) {
    unsigned Count = 0;
    for (const Stmt *Child : S->children())
      Count += namingStatements(Child, V);
    return Count;
  }
  return 1;
}

/// Nothing names W but the assignments beside those to V.
static void checkCompanion(const RegionSource &Source, const RegionCall &Call, const VarDecl *V, const VarDecl *W) {
  std::vector<const DeclRefExpr *> All;
  collectReferences(Call.Nest, W->getName(), All);
  if (llvm::any_of(All, [&](const DeclRefExpr *Ref) { return Ref->getDecl() != W; }) || All.size() != namingStatements(Call.Nest, V))
    Source.File.fail(Call.Nest, "'" + W->getName() + "' does not belong to '" + V->getName() + "' alone");
}

/// Elements of the array are combined by the operator of which the descriptor tells the runtime.
static void checkCombined(const RegionSource &Source, const RegionCall &Call, const UserNest &User, const Array &A) {
  auto *V = dyn_cast_or_null<VarDecl>(User.meaning(A.Name));
  if (!V || !V->getType()->isArrayType() || Source.Nest.CalleesNameMemory)
    throw std::runtime_error("'" + A.Name + "', elements of which are combined, is not found");
  QualType Element = Source.File.ast().getBaseElementType(V->getType());
  const bool IsRight = A.IsReassociated ? Element->isRealFloatingType() : Element->isIntegerType() && !Element->isBooleanType();
  if (!IsRight || Element->isSignedIntegerType() != A.IsSigned)
    Source.File.fail(Call.Nest, "'" + A.Name + "' is combined as another type");
  Reduction R;
  R.Name = A.Name;
  R.Op = *A.CombinedBy;
  R.IsReassociated = A.IsReassociated;
  AccumulationCheck(Source.File, R, V).statement(Call.Nest);
}

void tilepipe::checkAccumulations(const RegionSource &Source, const RegionCall &Call, const UserNest &User) {
  for (const Array &A : Source.Nest.Arrays)
    if (A.CombinedBy)
      checkCombined(Source, Call, User, A);
  for (const Reduction &R : Source.Nest.Reductions) {
    const VarDecl *V = variableOf(User, R.Name);
    AccumulationCheck(Source.File, R, V).statement(Call.Nest);
    for (const Reduction::Companion &C : R.Companions)
      checkCompanion(Source, Call, V, variableOf(User, C.Name));
    if ((R.mayTakeNan() || R.isOrdered()) && namingStatements(Call.Nest, V) != 1)
      Source.File.fail(Call.Nest, "several statements that name '" + R.Name + "'");
    if (R.mayTakeNan() || R.isOrdered())
      User.checkOnce(R.StatementIndex, V);
  }
}

//--- the tile ------------------------------------------------------------------

static bool isSum(const Reduction &R) { return !R.IsFloating && (R.Op == Operator::Add || R.Op == Operator::Multiply); }

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

static const char *neutral(const Reduction &R) {
  if (R.IsReassociated && R.Op == Operator::Add)
    return "-0.0"; // zeros keep their sign
  return R.Op == Operator::Multiply ? "1" : R.Op == Operator::And ? "-1" : "0";
}

/// The variables of a tile for R: names, spelled types and starts ("": none).
struct TileResults::Own {
  std::string Name, Type, Start;
};

static std::string at(const Reduction &R, unsigned D) { return "tp_at" + std::to_string(D) + "_" + R.Name; }

std::string tilepipe::recordOf(const LoopNest &Nest, const Reduction &R) {
  unsigned Number = 0;
  for (const Reduction *Other = Nest.Reductions.data(); Other != &R; ++Other)
    Number += Other->hasRecord();
  return "tp_results->tp_sums[" + std::to_string(Number) + "]";
}

static std::string numbered(const char *What, unsigned D, const Reduction &R) { return What + std::to_string(D) + "_" + R.Name; }

std::vector<TileResults::Own> TileResults::ownOfSum(const Reduction &R) const {
  std::string Record = recordOf(Source.Nest, R), Type = squeezed(R.Type);
  std::vector<Own> Result = {{R.Name, "", ""},
                             {"tp_none_" + R.Name, R.Type, "tp_no_term()"},
                             {"tp_terms_" + R.Name, R.Type + " *", "(" + Type + "*)" + Record + ".tp_terms"}};
  for (unsigned D = 0; D < loopsAround(R); ++D) {
    std::string At = "[" + std::to_string(D) + "]", First = Record + ".tp_first" + At;
    Result.push_back({at(R, D), "tp_int", "0"});
    Result.push_back({numbered("tp_first", D, R), "tp_int", First});
    Result.push_back({numbered("tp_width", D, R), "tp_int", Record + ".tp_past" + At + "-" + First});
  }
  return Result;
}

/// Row-major place of a point's term in the box: no two points of the box have one, and the order is the program's.
std::string TileResults::placeOfTerm(const Reduction &R) const {
  std::string Place;
  for (unsigned D = 0; D < loopsAround(R); ++D) {
    std::string Here = "(" + at(R, D) + "-" + numbered("tp_first", D, R) + ")";
    Place = D == 0 ? Here : (D == 1 ? Place : "(" + Place + ")") + "*" + numbered("tp_width", D, R) + "+" + Here;
  }
  return Place;
}

std::vector<TileResults::Own> TileResults::own(const Reduction &R) const {
  if (R.isOrdered())
    return ownOfSum(R);
  std::vector<Own> Result = {{R.Name, "", R.isExtreme() ? "" : neutral(R)}};
  if (R.mayTakeNan())
    Result.push_back({"tp_nan_" + R.Name, "int", "0"});
  if (R.Companions.empty())
    return Result;
  Result.push_back({"tp_was_" + R.Name, "", ""});
  Result.push_back({"tp_took_" + R.Name, "int", "0"});
  for (const Reduction::Companion &C : R.Companions)
    Result.push_back({C.Name, "", "0"});
  for (unsigned D = 0; D < loopsAround(R); ++D)
    Result.push_back({at(R, D), "tp_int", "0"});
  return Result;
}

unsigned TileResults::loopsAround(const Reduction &R) const { return Source.Nest.Statements[R.StatementIndex].Loops.size(); }

bool TileResults::isVariable(llvm::StringRef Name) const {
  return llvm::any_of(Source.Nest.Reductions, [&](const Reduction &R) {
    return llvm::any_of(own(R), [&](const Own &Each) { return Each.Name == Name; });
  });
}

static const VarDecl *findDeclared(const FunctionDecl *Function, llvm::StringRef Name) {
  for (const Stmt *S : cast<CompoundStmt>(Function->getBody())->body())
    if (auto *Declaration = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Declaration->decls())
        if (auto *V = dyn_cast<VarDecl>(D); V && V->getName() == Name)
          return V;
  return nullptr;
}

const VarDecl *TileResults::declared(const FunctionDecl *Function, const std::string &Name) const {
  if (const VarDecl *V = findDeclared(Function, Name))
    return V;
  Source.File.fail(Function, "function without a result '" + Name + "' of its own");
}

void TileResults::checkDeclared(const FunctionDecl *Function, const Reduction &R) const {
  const ASTContext &AST = Source.File.ast();
  auto Plain = [&](QualType T) { return AST.getCanonicalType(T).getUnqualifiedType(); };
  for (const Own &Each : own(R)) {
    const VarDecl *V = declared(Function, Each.Name);
    bool IsCompanion = llvm::any_of(R.Companions, [&](const Reduction::Companion &C) { return C.Name == Each.Name; });
    if (Each.Name == R.Name)
      checkPartial(Source, R, variableOf(User, R.Name)->getType(), V, V->getType());
    else if (Each.Type.empty()
                 ? Plain(V->getType()) != Plain(variableOf(User, IsCompanion ? Each.Name : R.Name)->getType())
                 : V->getType().getUnqualifiedType().getAsString() != Each.Type)
      Source.File.fail(V, "'" + Each.Name + "' has another type");
    if (Each.Start.empty() ? V->getInit() != nullptr : !V->getInit() || Source.File.spelling(V->getInit()) != Each.Start)
      Source.File.fail(V, "'" + Each.Name + "' starts from another value");
  }
}

static const char *better(const Reduction &R) { return R.Op == Operator::Max ? ">" : "<"; }

/// Of equal extremes the first one counts, in the order of the points.
std::string TileResults::combinesFirst(const Reduction &R) const {
  std::string First, Close, M = R.Name, There = "tp_results->";
  for (unsigned D = 0; D < loopsAround(R); ++D) {
    std::string Here = at(R, D), Less = Here + "<" + There + Here;
    bool IsLast = D + 1 == loopsAround(R);
    First += IsLast ? Less : "(" + Less + "||(" + Here + "==" + There + Here + "&&";
    Close += IsLast ? "" : "))";
  }
  std::string Text = "if(tp_took_" + M + "){TP_LOCK(tp_results->tp_lock);if(" + M + better(R) + There + M + "||(" + M + "==" + There + M +
                     "&&" + First + Close + ")){";
  std::vector<std::string> Fields = {M, "tp_took_" + M};
  for (const Reduction::Companion &C : R.Companions)
    Fields.push_back(C.Name);
  for (unsigned D = 0; D < loopsAround(R); ++D)
    Fields.push_back(at(R, D));
  for (const std::string &Field : Fields)
    Text += There + Field + "=" + Field + ";";
  return Text + "}TP_UNLOCK(tp_results->tp_lock);}";
}

std::vector<std::string> TileResults::combinations() const {
  std::vector<std::string> End;
  for (const Reduction &R : Source.Nest.Reductions) {
    std::string Result = "tp_results->" + R.Name;
    if (R.isOrdered())
      continue;
    End.push_back(!R.Companions.empty() ? combinesFirst(R)
                  : R.IsReassociated    ? "TP_PARTIAL(" + recordOf(Source.Nest, R) + "," + (R.IsFloat ? "float" : "double") + ")" +
                                           (R.Op == Operator::Multiply ? "*=" : "+=") + R.Name
                                        : std::string("TP_COMBINE_") + combination(R.Op) + "(" + Result + "," + R.Name + ")");
    if (R.mayTakeNan())
      End.push_back("TP_COMBINE_OR(tp_results->tp_nan_" + R.Name + ",tp_nan_" + R.Name + ")");
  }
  return End;
}

void TileResults::checkJoins(const FunctionDecl *Part, const FunctionDecl *Join) const {
  const std::string Type = "structtp_" + Source.Nest.Name + "_results*", Results = Type + "consttp_results=(" + Type + ")tp_r;";
  std::string Begin, Joined = "{" + Results + "const" + Type + "consttp_part=(const" + Type + ")tp_p;";
  for (const Reduction &R : Source.Nest.Reductions) {
    if (!R.isExtreme())
      Begin += "tp_results->" + R.Name + "=" + neutral(R) + ";";
    for (const Own &Each : own(R))
      if (Each.Name != "tp_was_" + R.Name)
        Joined += "const__typeof__(tp_part->" + Each.Name + ")" + Each.Name + "=tp_part->" + Each.Name + ";";
  }
  for (const std::string &Each : combinations())
    Joined += Each + (Each.back() == '}' ? "" : ";");
  auto Expect = [&](const FunctionDecl *Function, const std::string &Text) {
    if (Text.empty() ? Function != nullptr : !Function || squeezed(Source.File.text(Function->getBody())) != Text)
      throw std::runtime_error("parts of other ranks do not join as '" + Text + "'");
  };
  Expect(Part, Begin.empty() ? "" : "{" + Results + Begin + "}");
  Expect(Join, Joined + "}");
}

void TileResults::enter(const FunctionDecl *Function) {
  const std::vector<Reduction> &All = Source.Nest.Reductions;
  // One that only hands a box on has no copy of a body, or body() fails.
  if (All.empty() || !findDeclared(Function, All.front().Name))
    return;
  const std::vector<std::string> End = combinations();
  std::vector<std::string> Begin;
  for (const Reduction &R : All) {
    checkDeclared(Function, R);
    if (!R.Companions.empty())
      Begin.push_back(R.Name + "=tp_results->tp_from_" + R.Name);
    else if (R.isExtreme())
      Begin.push_back("TP_RESULT_SO_FAR(" + R.Name + ",tp_results->" + R.Name + ")");
  }
  std::vector<const Stmt *> Statements;
  for (const Stmt *S : cast<CompoundStmt>(Function->getBody())->body())
    if (!isa<DeclStmt>(S))
      Statements.push_back(S);
  auto Expect = [&](size_t At, const std::string &Text) {
    if (At >= Statements.size() || squeezed(Source.File.text(Statements[At]).rtrim(';')) != Text)
      Source.File.fail(Function, "function without '" + Text + "'");
    Known.insert(Statements[At]);
  };
  for (size_t I = 0; I < Begin.size(); ++I)
    Expect(I, Begin[I]);
  size_t Last = Statements.size() - std::min(Statements.size(), End.size());
  for (size_t I = 0; I < End.size(); ++I)
    Expect(Last + I, End[I]);
  Functions.push_back(Function);
}

/// Statements from First on are tp_at0_m = i; tp_at1_m = j; and so on.
bool TileResults::readCoordinates(const Reduction &R, CompoundStmt::const_body_iterator First, Frame &To) const {
  for (unsigned D = 0; D < loopsAround(R); ++D) {
    auto *Set = dyn_cast<BinaryOperator>(*(First + D));
    const VarDecl *Target = Set && Set->getOpcode() == BO_Assign ? Evaluator::variable(Set->getLHS()) : nullptr;
    const VarDecl *Value = Target ? Evaluator::variable(Set->getRHS()) : nullptr;
    if (!Value || Target->getName() != at(R, D))
      return false;
    To.Coordinates.push_back({D, Value});
  }
  return true;
}

std::optional<TileResults::Frame> TileResults::frame(const CompoundStmt *Block, unsigned First, unsigned K) const {
  Frame Result;
  std::vector<const Reduction *> Watched;
  for (const Reduction &R : Source.Nest.Reductions)
    if (R.isWatched() && R.StatementIndex == K)
      Watched.push_back(&R);
  std::vector<std::string> Before;
  for (const Reduction *R : Watched)
    if (!R->Companions.empty())
      Before.push_back("tp_was_" + R->Name + "=" + R->Name);
    else if (R->isOrdered())
      Before.push_back(R->Name + "=tp_none_" + R->Name);
  std::vector<const Stmt *> Rest(Block->body_begin() + First, Block->body_end());
  if (Watched.empty() || Rest.size() <= Before.size() || !isa<CompoundStmt>(Rest[Before.size()]))
    return std::nullopt;
  for (size_t I = 0; I < Before.size(); ++I)
    if (Source.File.spelling(Rest[I]) != Before[I])
      return std::nullopt;
  Result.Body = cast<CompoundStmt>(Rest[Before.size()]);
  llvm::erase(Rest, Result.Body);
  Result.Around = Rest;
  size_t Next = Before.size();
  for (const Reduction *R : Watched) {
    if (R->mayTakeNan() && (Next >= Rest.size() || Source.File.spelling(Rest[Next++]) != "tp_nan_" + R->Name + "|=" + R->Name + "!=" + R->Name))
      return std::nullopt;
    if (R->isOrdered()) {
      auto *Stores = Next < Rest.size() ? dyn_cast<CompoundStmt>(Rest[Next++]) : nullptr;
      std::string Store = "tp_terms_" + R->Name + "[" + placeOfTerm(*R) + "]=" + R->Name;
      if (!Stores || Stores->size() != loopsAround(*R) + 1 || Source.File.spelling(Stores->body_back()) != Store ||
          !readCoordinates(*R, Stores->body_begin(), Result))
        return std::nullopt;
      continue;
    }
    if (R->Companions.empty())
      continue;
    auto *If = Next < Rest.size() ? dyn_cast<IfStmt>(Rest[Next++]) : nullptr;
    auto *Then = If && !If->getElse() ? dyn_cast<CompoundStmt>(If->getThen()) : nullptr;
    if (!Then || Source.File.spelling(If->getCond()) != R->Name + better(*R) + "tp_was_" + R->Name || Then->size() != loopsAround(*R) + 1 ||
        Source.File.spelling(Then->body_front()) != "tp_took_" + R->Name + "=1")
      return std::nullopt;
    if (!readCoordinates(*R, Then->body_begin() + 1, Result))
      return std::nullopt;
  }
  return Next == Rest.size() ? std::optional(Result) : std::nullopt;
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
    for (const Reduction &R : Source.Nest.Reductions)
      for (const Own &Each : own(R)) {
        std::vector<const DeclRefExpr *> All, Understood;
        collectReferences(Function->getBody(), Each.Name, All);
        for (const Stmt *S : Known)
          collectReferences(S, Each.Name, Understood);
        for (const Stmt *S : Bodies)
          collectReferences(S, Each.Name, Understood);
        const VarDecl *V = declared(Function, Each.Name);
        for (const DeclRefExpr *Ref : All)
          if (Ref->getDecl() != V || !llvm::is_contained(Understood, Ref))
            Source.File.fail(Ref, "'" + Each.Name + "' is used for something else");
      }
}

//--- the call ------------------------------------------------------------------

/// An assignment, and the condition of the choice that it is made in, if any.
struct Assignment {
  const BinaryOperator *E;
  const Expr *Condition;
};

/// Those of pointers, ({ ... }), are checkMoved's.
static void collectAssignments(const Stmt *S, const Expr *Condition, std::vector<Assignment> &Result) {
  if (!S || isa<StmtExpr>(S))
    return;
  if (auto *E = dyn_cast<BinaryOperator>(S); E && E->isAssignmentOp())
    Result.push_back({E, Condition});
  auto *Choice = dyn_cast<ConditionalOperator>(S);
  for (const Stmt *Child : S->children())
    collectAssignments(Child, Choice && Child == Choice->getTrueExpr() ? Choice->getCond() : Condition, Result);
}

/// E is tp_results.<Name>
static bool isResult(const Expr *E, llvm::StringRef Name, const VarDecl *Results) {
  auto *Member = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
  return Member && !Member->isArrow() && Member->getMemberDecl()->getName() == Name &&
         Evaluator::variable(Member->getBase()) == Results;
}

/// Results have the types of what tiles combine with them.
static void checkFields(const RegionSource &Source, const Reduction &R, const RecordDecl *Results, const UserNest &User) {
  const ASTContext &AST = Source.File.ast();
  auto Plain = [&](QualType T) { return AST.getCanonicalType(T).getUnqualifiedType(); };
  for (const FieldDecl *F : Results->fields()) {
    llvm::StringRef Name = F->getName(), Rest = Name;
    bool IsCompanion = llvm::any_of(R.Companions, [&](const Reduction::Companion &C) { return C.Name == Name; });
    bool IsRight = true;
    if (Name == R.Name)
      checkPartial(Source, R, variableOf(User, R.Name)->getType(), F, F->getType());
    else if (IsCompanion || Name == "tp_from_" + R.Name)
      IsRight = Plain(F->getType()) == Plain(variableOf(User, IsCompanion ? Name.str() : R.Name)->getType());
    else if (Rest.consume_front("tp_at"))
      IsRight = F->getType().getAsString() == "tp_int";
    if (!IsRight)
      Source.File.fail(F, "'" + Name + "' has another type");
  }
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
  std::vector<Assignment> Steps;
  collectAssignments(Call.Loop->getCond(), nullptr, Steps);
  size_t Count = 2 * All.size() + 1, Next = All.size() + 1;
  for (const Reduction &R : All)
    Count += R.Companions.size();
  if (Steps.size() != Count)
    Source.File.fail(Call.Call, "call that hands on other results than the nest's");
  // What is checked behind the program's own loop changes nothing of the program's.
  std::vector<Assignment> Behind;
  collectAssignments(Call.Loop->getInc(), nullptr, Behind);
  for (const Assignment &Each : Behind) {
    auto *Member = dyn_cast<MemberExpr>(Each.E->getLHS()->IgnoreParenImpCasts());
    const VarDecl *Of = Member && !Member->isArrow() ? Evaluator::variable(Member->getBase()) : nullptr;
    if (!Of || Source.File.ast().getCanonicalType(Of->getType()) != Source.File.ast().getCanonicalType(Call.Results->getType()))
      Source.File.fail(Each.E, "assignment behind the nest");
  }
  auto Takes = [&](const std::string &Name, const std::string &Where) {
    const Assignment &Take = Steps[Next++];
    if (Take.E->getOpcode() != BO_Assign || Evaluator::variable(Take.E->getLHS()) != variableOf(User, Name) ||
        !isResult(Take.E->getRHS(), Name, Call.Results) ||
        (Where.empty() ? Take.Condition != nullptr : !Take.Condition || !isResult(Take.Condition, Where, Call.Results)))
      Source.File.fail(Take.E, "another result than that of '" + Name + "'");
  };
  for (size_t I = 0; I < All.size(); ++I) {
    const Assignment &Give = Steps[I];
    const VarDecl *V = variableOf(User, All[I].Name);
    if (Give.E->getOpcode() != BO_Assign || Give.Condition || !isResult(Give.E->getLHS(), All[I].Name, Call.Results) ||
        Evaluator::variable(Give.E->getRHS()) != V)
      Source.File.fail(Give.E, "another value than that of '" + All[I].Name + "'");
    Takes(All[I].Name, "");
    for (const Reduction::Companion &C : All[I].Companions)
      Takes(C.Name, "tp_took_" + All[I].Name);
    checkFields(Source, All[I], Type->getDecl(), User);
  }
}
