// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expr/Accumulation.h"

#include "syntax/FunctionFacts.h"

#include "llvm/ADT/FoldingSet.h"

using namespace tilepipe;
using namespace clang;

namespace {

using Operator = Reduction::Operator;

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

class AccumulationReader {
public:
  AccumulationReader(const VarDecl *V, const ASTContext &AST) : V(V), AST(AST) {}

  /// S may be a statement, not only a part of an expression.
  void read(const Stmt *S) {
    if (!S)
      return;
    if (auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && isV(Ref)) {
      IsElsewhere = true;
      return;
    }
    if (isa<StmtExpr>(S)) { // its last statement is a value
      IsElsewhere |= names(S, V);
    } else if (isa<CompoundStmt>(S)) {
      forEachChild(S, [&](const Stmt *Child) { readStatement(Child); });
    } else if (auto *If = dyn_cast<IfStmt>(S)) {
      if (const Expr *Value = chosen(If)) {
        read(Value);
        return;
      }
      forEachChild(S, [&](const Stmt *Child) {
        Child == If->getThen() || Child == If->getElse() ? readStatement(Child) : read(Child);
      });
    } else if (auto *For = dyn_cast<ForStmt>(S)) {
      forEachChild(S, [&](const Stmt *Child) { Child == For->getBody() ? readStatement(Child) : read(Child); });
    } else if (auto *While = dyn_cast<WhileStmt>(S)) {
      forEachChild(S, [&](const Stmt *Child) { Child == While->getBody() ? readStatement(Child) : read(Child); });
    } else {
      forEachChild(S, [&](const Stmt *Child) { read(Child); });
    }
  }

  void readStatement(const Stmt *S) {
    if (const Expr *E = dyn_cast_or_null<Expr>(S))
      if (readAccumulation(E->IgnoreParens()))
        return;
    read(S);
  }

  std::optional<Operator> result() const { return IsElsewhere || HasTwo ? std::nullopt : Found; }

private:
  const VarDecl *V;
  const ASTContext &AST;
  std::optional<Operator> Found;
  bool IsElsewhere = false, HasTwo = false;

  bool isV(const Expr *E) const {
    auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl()->getCanonicalDecl() == V->getCanonicalDecl();
  }

  bool note(Operator Op) {
    HasTwo |= Found && *Found != Op;
    Found = Op;
    return true;
  }

  /// E combines V with a value, and does nothing else with V.
  bool readAccumulation(const Expr *E) {
    if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->isIncrementDecrementOp())
      return isV(Unary->getSubExpr()) && isInteger(V->getType()) && note(Operator::Add);
    auto *Binary = dyn_cast<BinaryOperator>(E);
    if (!Binary || !Binary->isAssignmentOp() || !isV(Binary->getLHS()))
      return false;
    const Expr *Right = Binary->getRHS();
    if (Binary->getOpcode() != BO_Assign) {
      std::optional<Operator> Op = operatorOf(Binary->getOpcode());
      if (!Op || !isInteger(V->getType()) || !isValue(Right))
        return false;
      read(Right);
      return note(*Op);
    }
    const Expr *Plain = Right->IgnoreParenImpCasts();
    if (auto *Choice = dyn_cast<ConditionalOperator>(Plain))
      if (const Expr *Value = chosen(Choice->getCond(), Choice->getTrueExpr(), Choice->getFalseExpr())) {
        read(Value);
        return true;
      }
    auto *Sum = dyn_cast<BinaryOperator>(Plain);
    std::optional<Operator> Op = Sum ? operatorOf(Sum->getOpcode()) : std::nullopt;
    if (!Op || !isInteger(V->getType()))
      return false;
    std::vector<const Expr *> Values;
    if (!readChain(Sum, *Op, Values))
      return false;
    for (const Expr *Value : Values)
      read(Value);
    return note(*Op);
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

  /// if (e > V) V = e; the value e, or null.
  const Expr *chosen(const IfStmt *If) {
    if (If->getElse() || If->getInit() || If->getConditionVariable())
      return nullptr;
    const Stmt *Then = If->getThen();
    while (auto *Block = dyn_cast<CompoundStmt>(Then)) {
      if (Block->size() != 1)
        return nullptr;
      Then = Block->body_front();
    }
    auto *Assignment = dyn_cast<BinaryOperator>(Then);
    if (!Assignment || Assignment->getOpcode() != BO_Assign || !isV(Assignment->getLHS()))
      return nullptr;
    return chosen(If->getCond(), Assignment->getRHS(), nullptr);
  }

  /// Cond ? IfTrue : IfFalse (null: V itself), where one of both is V, and the other one the greater or lesser value.
  const Expr *chosen(const Expr *Cond, const Expr *IfTrue, const Expr *IfFalse) {
    auto *Test = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
    bool TakesOnTrue = !IfFalse || isV(IfFalse);
    const Expr *Value = TakesOnTrue ? IfTrue : IfFalse;
    if (!Test || !Test->isRelationalOp() || !(TakesOnTrue || isV(IfTrue)) || !isNumber(V->getType()))
      return nullptr;
    bool IsLeft = isV(Test->getRHS());
    const Expr *Compared = IsLeft ? Test->getLHS() : Test->getRHS();
    if (!IsLeft && !isV(Test->getLHS()))
      return nullptr;
    // Compared and taken are the same value, and of V's type.
    auto TypeOf = [&](const Expr *E) { return AST.getCanonicalType(E->IgnoreParenImpCasts()->getType()).getUnqualifiedType(); };
    QualType Type = AST.getCanonicalType(V->getType()).getUnqualifiedType();
    if (!isSame(Compared, Value) || TypeOf(Value) != Type || TypeOf(Compared) != Type || names(Value, V))
      return nullptr;
    BinaryOperatorKind Opcode = IsLeft ? Test->getOpcode() : BinaryOperator::reverseComparisonOp(Test->getOpcode());
    bool IsStrict = Opcode == BO_GT || Opcode == BO_LT;
    // A NaN never compares greater. Of equal zeros the first one stays.
    if (!isInteger(Type) && !(TakesOnTrue && IsStrict))
      return nullptr;
    bool IsGreater = (Opcode == BO_GT || Opcode == BO_GE) == TakesOnTrue;
    note(IsGreater ? Operator::Max : Operator::Min);
    return Value;
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

std::optional<Operator> tilepipe::accumulation(const Stmt *S, const VarDecl *V, const ASTContext &AST) {
  AccumulationReader Reader(V, AST);
  Reader.readStatement(S);
  return Reader.result();
}
