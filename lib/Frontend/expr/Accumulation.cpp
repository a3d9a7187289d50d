// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expr/Accumulation.h"

#include "syntax/Callee.h"

#include "clang/Basic/TargetInfo.h"

#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilepipe;
using namespace clang;

namespace {

using Operator = Reduction::Operator;
using Taking = Reduction::Taking;

bool isInteger(QualType Type) {
  auto *Builtin = Type->getAs<BuiltinType>();
  return Builtin && Builtin->isInteger() && Builtin->getKind() != BuiltinType::Bool;
}

/// Of what is combined with an integer: the low bits of the result depend on its low bits alone.
bool isValue(const Expr *E) {
  return E->getType()->isIntegralOrEnumerationType() && E->IgnoreParenImpCasts()->getType()->isIntegralOrEnumerationType();
}

bool isNumber(QualType Type) {
  return isInteger(Type) || Type->isSpecificBuiltinType(BuiltinType::Double) ||
         Type->isSpecificBuiltinType(BuiltinType::Float);
}

/// A product, or what may be compiled to one: clang fuses it with an addition beside it.
bool mayBeProduct(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() != UO_Deref && mayBeProduct(Unary->getSubExpr());
  if (auto *Binary = dyn_cast<BinaryOperator>(E))
    return !Binary->isAdditiveOp() && Binary->getOpcode() != BO_Div;
  return !isa<DeclRefExpr, ArraySubscriptExpr, MemberExpr, CallExpr, ConditionalOperator, FloatingLiteral, IntegerLiteral>(E);
}

std::optional<Operator> operatorOf(BinaryOperatorKind Opcode) {
  switch (Opcode) {
  case BO_Add:
  case BO_AddAssign:
  case BO_Sub:
  case BO_SubAssign:
    return Operator::Add;
  case BO_Mul:
  case BO_MulAssign:
    return Operator::Multiply;
  case BO_And:
  case BO_AndAssign:
    return Operator::And;
  case BO_Or:
  case BO_OrAssign:
    return Operator::Or;
  case BO_Xor:
  case BO_XorAssign:
    return Operator::Xor;
  default:
    return std::nullopt;
  }
}

/// A choice between two values by comparing them.
struct Choice {
  const Expr *Compared = nullptr, *Value = nullptr; ///< the other value where it is compared, and where it is taken
  Operator Op = Operator::Max;
  Taking Takes = Taking::Strict;
};

/// Cond ? IfTrue : IfFalse (null: V itself), where IsV tells which operands are V. V keeps its place or the other value
/// takes it. Nothing: something else.
std::optional<Choice> choiceOf(const Expr *Cond, const Expr *IfTrue, const Expr *IfFalse, llvm::function_ref<bool(const Expr *)> IsV) {
  auto *Test = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  bool TakesOnTrue = !IfFalse || IsV(IfFalse);
  if (!Test || !Test->isRelationalOp() || !(TakesOnTrue || IsV(IfTrue)))
    return std::nullopt;
  bool IsLeft = IsV(Test->getRHS());
  if (!IsLeft && !IsV(Test->getLHS()))
    return std::nullopt;
  Choice Result;
  Result.Compared = IsLeft ? Test->getLHS() : Test->getRHS();
  Result.Value = TakesOnTrue ? IfTrue : IfFalse;
  BinaryOperatorKind Opcode = IsLeft ? Test->getOpcode() : BinaryOperator::reverseComparisonOp(Test->getOpcode());
  bool IsStrict = Opcode == BO_GT || Opcode == BO_LT, IsGreater = Opcode == BO_GT || Opcode == BO_GE;
  Result.Op = IsGreater == TakesOnTrue ? Operator::Max : Operator::Min;
  // No comparison with a NaN is true.
  Result.Takes = !TakesOnTrue ? Taking::Unordered : IsStrict ? Taking::Strict : Taking::Equal;
  return Result;
}

/// fmax, fminf, ... of the C library: the operator; nothing: another function.
std::optional<Operator> libraryExtreme(const FunctionDecl *F) {
  if (!F || !F->getBuiltinID() || F->hasBody() || !F->getIdentifier() || F->getNumParams() != 2)
    return std::nullopt;
  llvm::StringRef Name = F->getName();
  Name.consume_front("__builtin_");
  if (Name == "fmax" || Name == "fmaxf")
    return Operator::Max;
  if (Name == "fmin" || Name == "fminf")
    return Operator::Min;
  return std::nullopt;
}

/// `return a > b ? a : b;` or `if (a > b) return a; return b;`: the values that Function chooses between, or null.
struct Returned {
  const Expr *Cond = nullptr, *IfTrue = nullptr, *IfFalse = nullptr;
};
const Expr *valueOf(const Stmt *S) {
  while (auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    S = Block->size() == 1 ? Block->body_front() : nullptr;
  auto *Return = dyn_cast_or_null<ReturnStmt>(S);
  return Return ? Return->getRetValue() : nullptr;
}
Returned returned(const FunctionDecl *Function) {
  auto *Body = cast<CompoundStmt>(Function->getBody());
  if (const Expr *Value = valueOf(Body)) {
    auto *Chosen = dyn_cast<ConditionalOperator>(Value->IgnoreParenImpCasts());
    return Chosen ? Returned{Chosen->getCond(), Chosen->getTrueExpr(), Chosen->getFalseExpr()} : Returned();
  }
  auto *If = Body->size() >= 1 && Body->size() <= 2 ? dyn_cast<IfStmt>(Body->body_front()) : nullptr;
  if (!If || If->getInit() || If->getConditionVariable() || (If->getElse() != nullptr) == (Body->size() == 2))
    return {};
  return {If->getCond(), valueOf(If->getThen()), valueOf(If->getElse() ? If->getElse() : Body->body_back())};
}

class AccumulationReader {
public:
  AccumulationReader(const Stmt *Root, const VarDecl *V, const ASTContext &AST, bool Reassociates)
      : Root(Root), V(V), AST(AST), Reassociates(Reassociates), IsArray(V->getType()->isArrayType()),
        Type(AST.getCanonicalType(IsArray ? AST.getBaseElementType(V->getType()) : V->getType()).getUnqualifiedType()) {}

  /// S may be a statement, not only a part of an expression.
  void read(const Stmt *S) {
    if (!S)
      return;
    if (auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && isNameOfV(Ref)) {
      IsElsewhere = true;
      return;
    }
    if (isa<StmtExpr>(S)) { // its last statement is a value
      IsElsewhere |= names(S, V);
    } else if (isa<CompoundStmt>(S)) {
      forEachChild(S, [&](const Stmt *Child) { readStatement(Child); });
    } else if (auto *If = dyn_cast<IfStmt>(S)) {
      Element = nullptr;
      if (readChosen(If))
        return;
      forEachChild(S, [&](const Stmt *Child) {
        Child == If->getThen() || Child == If->getElse() ? readStatement(Child) : read(Child);
      });
    } else if (auto *For = dyn_cast<ForStmt>(S)) {
      readLoop(S, For->getBody());
    } else if (auto *While = dyn_cast<WhileStmt>(S)) {
      readLoop(S, While->getBody());
    } else if (auto *Do = dyn_cast<DoStmt>(S); Do && !runOnce(S, AST)) {
      readLoop(S, Do->getBody());
    } else {
      forEachChild(S, [&](const Stmt *Child) { read(Child); });
    }
  }

  void readStatement(const Stmt *S) {
    Element = nullptr;
    if (const Expr *E = dyn_cast_or_null<Expr>(S))
      if (readAccumulation(E->IgnoreParens()))
        return;
    read(S);
  }

  std::optional<Accumulation> result() const {
    bool IsKnown = Found.Places > 0 && !IsElsewhere && !HasTwo;
    return IsKnown ? std::optional(Found) : std::nullopt;
  }

private:
  const Stmt *Root;
  const VarDecl *V;
  const ASTContext &AST;
  const bool Reassociates;
  const bool IsArray;
  const QualType Type; ///< of V; of an array, that of an element
  /// Of an array: the element that the statement being read combines with a value, as it first names it.
  mutable const Expr *Element = nullptr;
  Accumulation Found;
  unsigned Loops = 0; ///< around what is being read
  bool IsElsewhere = false, HasTwo = false;

  bool isNameOfV(const Expr *E) const {
    auto *Ref = dyn_cast<DeclRefExpr>(E);
    return Ref && Ref->getDecl()->getCanonicalDecl() == V->getCanonicalDecl();
  }
  /// V, or the element of V that the statement is about.
  bool isV(const Expr *E) const {
    E = E->IgnoreParenImpCasts();
    if (!IsArray)
      return isNameOfV(E);
    if (!isElement(E))
      return false;
    if (!Element)
      Element = E;
    return Element == E || isSame(Element, E);
  }
  /// V[i][j], not a row; the subscripts are looked at when the statement is understood.
  bool isElement(const Expr *E) const {
    if (E->getType()->isArrayType())
      return false;
    auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
    if (!Subscript)
      return false;
    const Expr *Of = E;
    while ((Subscript = dyn_cast<ArraySubscriptExpr>(Of)) != nullptr)
      Of = Subscript->getBase()->IgnoreParenImpCasts();
    return isNameOfV(Of);
  }
  /// The array is in no subscript of its own.
  void readSubscripts() {
    const Expr *Of = Element;
    while (auto *Subscript = Of ? dyn_cast<ArraySubscriptExpr>(Of) : nullptr) {
      read(Subscript->getIdx());
      Of = Subscript->getBase()->IgnoreParenImpCasts();
    }
  }
  QualType typeOf(const Expr *E) const { return AST.getCanonicalType(E->IgnoreParenImpCasts()->getType()).getUnqualifiedType(); }

  void readLoop(const Stmt *S, const Stmt *Body) {
    ++Loops;
    forEachChild(S, [&](const Stmt *Child) { Child == Body ? readStatement(Child) : read(Child); });
    --Loops;
  }

  bool note(Operator Op, Taking Takes = Taking::Strict, std::vector<const VarDecl *> Companions = {}) {
    readSubscripts();
    HasTwo |= IsArray && !Companions.empty();
    HasTwo |= Found.Places > 0 && (Found.Op != Op || Found.Companions != Companions);
    Found.Op = Op;
    if (isInteger(Type))
      HasTwo |= Takes != Taking::Strict && !Companions.empty();
    else
      Found.Takes = std::max(Found.Takes, Takes);
    HasTwo |= Found.Takes != Taking::Strict && !Companions.empty();
    Found.Companions = std::move(Companions);
    Found.IsInLoop |= Loops > 0;
    ++Found.Places;
    return true;
  }

  /// E combines V with a value, and does nothing else with V.
  bool readAccumulation(const Expr *E) {
    if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->isIncrementDecrementOp())
      return isV(Unary->getSubExpr()) && isInteger(Type) && note(Operator::Add);
    auto *Binary = dyn_cast<BinaryOperator>(E);
    if (!Binary || !Binary->isAssignmentOp() || !isV(Binary->getLHS()))
      return false;
    const Expr *Right = Binary->getRHS();
    if (Reassociates && readReassociated(Binary))
      return true;
    if (const Expr *Term = Type->isRealFloatingType() ? orderedTerm(Binary) : nullptr) {
      read(Term);
      Found.MayFuse |= mayBeProduct(Term);
      Found.OrderedAt = Binary->getLHS();
      return note(Operator::Add);
    }
    if (Binary->getOpcode() != BO_Assign) {
      std::optional<Operator> Op = operatorOf(Binary->getOpcode());
      if (!Op || !isInteger(Type) || !isValue(Right))
        return false;
      read(Right);
      return note(*Op);
    }
    const Expr *Plain = Right->IgnoreParenImpCasts();
    if (auto *Chosen = dyn_cast<ConditionalOperator>(Plain))
      if (const Expr *Value = chosen(Chosen->getCond(), Chosen->getTrueExpr(), Chosen->getFalseExpr(), {})) {
        read(Value);
        return true;
      }
    if (isa<CallExpr>(Plain))
      return readCalls(cast<CallExpr>(Plain));
    auto *Sum = dyn_cast<BinaryOperator>(Plain);
    std::optional<Operator> Op = Sum ? operatorOf(Sum->getOpcode()) : std::nullopt;
    if (!Op || !isInteger(Type))
      return false;
    std::vector<const Expr *> Values;
    if (!readChain(Sum, *Op, Values))
      return false;
    for (const Expr *Value : Values)
      read(Value);
    return note(*Op);
  }

  /// V += e, V *= e, V = V + e - f: each operation is computed in V's own type.
  bool readReassociated(const BinaryOperator *Assignment) {
    if (!Type->isRealFloatingType() || !isNumber(Type) || AST.getTargetInfo().getFPEvalMethod() != LangOptions::FEM_Source)
      return false;
    std::vector<const Expr *> Values;
    std::optional<Operator> Op;
    if (auto *Compound = dyn_cast<CompoundAssignOperator>(Assignment)) {
      Op = floatingOperator(Compound->getOpcode());
      if (!Op || !isOfV(Compound->getComputationResultType()) || names(Compound->getRHS(), V))
        return false;
      Values.push_back(Compound->getRHS());
    } else {
      auto *Chain = dyn_cast<BinaryOperator>(Assignment->getRHS()->IgnoreParenImpCasts());
      Op = Chain ? floatingOperator(Chain->getOpcode()) : std::nullopt;
      if (!Op || !readFloatingChain(Chain, *Op, Values))
        return false;
    }
    for (const Expr *Value : Values)
      read(Value);
    Found.IsReassociated = true;
    return note(*Op);
  }
  static std::optional<Operator> floatingOperator(BinaryOperatorKind Opcode) {
    std::optional<Operator> Op = operatorOf(Opcode);
    return Op == Operator::Add || Op == Operator::Multiply ? Op : std::nullopt;
  }
  bool isOfV(QualType T) const { return AST.getCanonicalType(T).getUnqualifiedType() == Type; }

  /// V, or a chain of Op with V at its innermost place and numbers, Values, beside it.
  bool readFloatingChain(const Expr *E, Operator Op, std::vector<const Expr *> &Values) const {
    E = E->IgnoreParenImpCasts();
    if (isV(E))
      return true;
    auto *Binary = dyn_cast<BinaryOperator>(E);
    if (!Binary || Binary->isAssignmentOp() || floatingOperator(Binary->getOpcode()) != Op || !isOfV(Binary->getType()))
      return false;
    const Expr *Left = Binary->getLHS(), *Right = Binary->getRHS();
    if (Binary->getOpcode() != BO_Sub && !names(Left, V))
      std::swap(Left, Right);
    if (names(Right, V))
      return false;
    Values.push_back(Right);
    return readFloatingChain(Left, Op, Values);
  }

  /// The number that Assignment adds to V or subtracts from it, in V's own type; null: it does something else.
  const Expr *orderedTerm(const BinaryOperator *Assignment) const {
    if (!isNumber(Type) || AST.getTargetInfo().getFPEvalMethod() != LangOptions::FEM_Source)
      return nullptr;
    auto IsComputed = [&](QualType T) { return AST.getCanonicalType(T).getUnqualifiedType() == Type; };
    if (auto *Compound = dyn_cast<CompoundAssignOperator>(Assignment)) {
      bool IsSum = Compound->getOpcode() == BO_AddAssign || Compound->getOpcode() == BO_SubAssign;
      const Expr *Term = Compound->getRHS();
      return IsSum && IsComputed(Compound->getComputationResultType()) && !names(Term, V) ? Term : nullptr;
    }
    auto *Sum = dyn_cast<BinaryOperator>(Assignment->getRHS()->IgnoreParenImpCasts());
    if (!Sum || !Sum->isAdditiveOp() || !IsComputed(Sum->getType()))
      return nullptr;
    const Expr *Left = Sum->getLHS(), *Right = Sum->getRHS();
    if (isV(Left))
      return names(Right, V) ? nullptr : Right;
    return isV(Right) && Sum->getOpcode() == BO_Add && !names(Left, V) ? Left : nullptr;
  }

  /// V, or a chain of Op that begins with V, whose other operands are integers: Values.
  bool readChain(const Expr *E, Operator Op, std::vector<const Expr *> &Values) const {
    E = E->IgnoreParenImpCasts();
    if (isV(E))
      return true;
    auto *Binary = dyn_cast<BinaryOperator>(E);
    if (!Binary || operatorOf(Binary->getOpcode()) != Op || Binary->isAssignmentOp() || !isInteger(Binary->getType()))
      return false;
    const Expr *Left = Binary->getLHS(), *Right = Binary->getRHS();
    if (!isValue(Left) || !isValue(Right))
      return false;
    if (Binary->getOpcode() != BO_Sub && !names(Left, V))
      std::swap(Left, Right);
    Values.push_back(Right);
    return readChain(Left, Op, Values);
  }

  /// V = fmax(fmax(V, a), b): calls of one function, or of several that choose alike.
  bool readCalls(const CallExpr *Call) {
    struct Step {
      const Expr *Value;
      Choice How;
    };
    std::vector<Step> Steps;
    const Expr *Inner = Call;
    while (!isV(Inner)) {
      auto *Here = dyn_cast<CallExpr>(Inner->IgnoreParenImpCasts());
      if (!Here || Here->getNumArgs() != 2)
        return false;
      unsigned At = names(Here->getArg(0), V) ? 0 : 1;
      std::optional<Choice> How = choiceOf(Here, At);
      if (!How || names(Here->getArg(1 - At), V))
        return false;
      Steps.push_back({Here->getArg(1 - At), *How});
      Inner = Here->getArg(At);
    }
    for (const Step &S : Steps) {
      read(S.Value);
      Found.HasNoSign &= hasNoSign(S.Value);
      note(S.How.Op, S.How.Takes);
    }
    return true;
  }

  /// What a call makes of its argument number At, which is V, and the other one. Numbers keep their type on the way, but
  /// for floats that are handed through as doubles.
  std::optional<Choice> choiceOf(const CallExpr *Call, unsigned At) const {
    const Callee Called(Call);
    auto Plain = [&](QualType T) { return AST.getCanonicalType(T).getUnqualifiedType(); };
    if (std::optional<Operator> Op = libraryExtreme(Called.function())) {
      QualType Of = Plain(Called.function()->getReturnType());
      bool IsWidened = Of->isSpecificBuiltinType(BuiltinType::Double) && Type->isSpecificBuiltinType(BuiltinType::Float) &&
                       typeOf(Call->getArg(1 - At)) == Type;
      if ((Of != Type && !IsWidened) || isInteger(Type))
        return std::nullopt;
      return Choice{nullptr, nullptr, *Op, Taking::Equal};
    }
    const FunctionDecl *Function = Called.runs();
    if (!Function || Function->getNumParams() != 2 || !isNumber(Type) || Plain(Function->getReturnType()) != Type ||
        llvm::any_of(Function->parameters(), [&](const ParmVarDecl *P) { return Plain(P->getType()) != Type; }))
      return std::nullopt;
    Returned Result = returned(Function);
    if (!Result.Cond || !Result.IfTrue || !Result.IfFalse)
      return std::nullopt;
    auto Is = [&](const Expr *E, unsigned I) { return isParameter(E, Function, I); };
    auto IsV = [&](const Expr *E) { return Is(E, At); };
    std::optional<Choice> How = ::choiceOf(Result.Cond, Result.IfTrue, Result.IfFalse, IsV);
    return How && Is(How->Compared, 1 - At) && Is(How->Value, 1 - At) ? How : std::nullopt;
  }
  static bool isParameter(const Expr *E, const FunctionDecl *Function, unsigned I) {
    auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == Function->getParamDecl(I);
  }

  /// if (e > V) V = e; or with companions in the block.
  bool readChosen(const IfStmt *If) {
    if (If->getElse() || If->getInit() || If->getConditionVariable())
      return false;
    const Expr *Value = nullptr;
    std::vector<const VarDecl *> Companions;
    std::vector<const Expr *> Others;
    if (!readTaken(If->getThen(), Value, Companions, Others) || !Value || !chosen(If->getCond(), Value, nullptr, Companions))
      return false;
    read(Value);
    for (const Expr *Other : Others)
      read(Other);
    return true;
  }

  /// V = Value; W = Other; in a block or beside commas, in whatever order. W and V are in no value.
  bool readTaken(const Stmt *S, const Expr *&Value, std::vector<const VarDecl *> &Companions, std::vector<const Expr *> &Others) const {
    if (auto *Block = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(Block->body(), [&](const Stmt *Child) { return readTaken(Child, Value, Companions, Others); });
    auto *E = dyn_cast<Expr>(S);
    auto *Binary = E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
    if (Binary && Binary->getOpcode() == BO_Comma)
      return readTaken(Binary->getLHS(), Value, Companions, Others) && readTaken(Binary->getRHS(), Value, Companions, Others);
    if (!Binary || Binary->getOpcode() != BO_Assign)
      return false;
    if (isV(Binary->getLHS())) {
      if (std::exchange(Value, Binary->getRHS()))
        return false;
      return true;
    }
    const VarDecl *W = IsArray ? nullptr : namedVariable(Binary->getLHS());
    if (!W || llvm::is_contained(Companions, W))
      return false;
    Companions.push_back(W);
    Others.push_back(Binary->getRHS());
    return true;
  }

  /// Cond ? IfTrue : IfFalse (null: V itself), where one of both is V, and the other one the greater or lesser value: it.
  const Expr *chosen(const Expr *Cond, const Expr *IfTrue, const Expr *IfFalse, std::vector<const VarDecl *> Companions) {
    std::optional<Choice> How = ::choiceOf(Cond, IfTrue, IfFalse, [&](const Expr *E) { return isV(E); });
    // Compared and taken are the same value, and of V's type.
    if (!How || !isNumber(Type) || !isSame(How->Compared, How->Value) || typeOf(How->Value) != Type || typeOf(How->Compared) != Type ||
        names(How->Value, V))
      return nullptr;
    Found.HasNoSign &= hasNoSign(How->Value);
    note(How->Op, How->Takes, std::move(Companions));
    return How->Value;
  }

  /// fabs(x), x * x, sums of such, and variables that keep such a value. Rounding to another type gives no sign.
  bool hasNoSign(const Expr *E) const {
    E = E->IgnoreParenCasts();
    if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      auto *W = dyn_cast<VarDecl>(Ref->getDecl());
      return W && W->getInit() && W->isLocalVarDecl() && W->getType()->isRealFloatingType() && declares(Root, W) &&
             VariableUses(Root).isFixed(W) && hasNoSign(W->getInit());
    }
    if (auto *Call = dyn_cast<CallExpr>(E)) {
      const FunctionDecl *F = Call->getDirectCallee();
      llvm::StringRef Name = F && F->getIdentifier() && F->getBuiltinID() && !F->hasBody() ? F->getName() : "";
      Name.consume_front("__builtin_");
      return Name == "fabs" || Name == "fabsf";
    }
    auto *Binary = dyn_cast<BinaryOperator>(E);
    if (!Binary || !E->getType()->isRealFloatingType())
      return false;
    if (Binary->getOpcode() == BO_Mul)
      return isSame(Binary->getLHS(), Binary->getRHS()) && Binary->getLHS()->getType()->isRealFloatingType();
    return Binary->getOpcode() == BO_Add && hasNoSign(Binary->getLHS()) && hasNoSign(Binary->getRHS());
  }
  static bool declares(const Stmt *S, const VarDecl *W) {
    auto *Declaration = dyn_cast<DeclStmt>(S);
    return (Declaration && llvm::is_contained(Declaration->decls(), W)) || anyChild(S, [&](const Stmt *Child) { return declares(Child, W); });
  }

  /// The same text twice, which changes nothing.
  bool isSame(const Expr *A, const Expr *B) const {
    A = A->IgnoreParenImpCasts();
    B = B->IgnoreParenImpCasts();
    llvm::FoldingSetNodeID First, Second;
    A->Profile(First, AST, /*Canonical=*/true);
    B->Profile(Second, AST, /*Canonical=*/true);
    return First == Second && !changes(A);
  }
  static bool changes(const Stmt *S) {
    return targetOf(S) || isa<StmtExpr>(S) || anyChild(S, changes);
  }
};

} // namespace

std::optional<Accumulation> tilepipe::accumulation(const Stmt *S, const VarDecl *V, const ASTContext &AST, bool Reassociates) {
  constexpr unsigned MostBits = 64;
  QualType Of = AST.getBaseElementType(V->getType());
  const bool MayReassociate = Reassociates && Of->isRealFloatingType() && isNumber(AST.getCanonicalType(Of).getUnqualifiedType());
  if (V->getType()->isArrayType() && !MayReassociate && (!isInteger(AST.getCanonicalType(Of)) || AST.getTypeSize(Of) > MostBits))
    return std::nullopt;
  AccumulationReader Reader(S, V, AST, Reassociates);
  Reader.readStatement(S);
  return Reader.result();
}
