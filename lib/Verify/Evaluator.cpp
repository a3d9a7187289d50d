// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Evaluator.h"
#include "ElementBase.h"

#include "clang/AST/Attr.h"
#include "llvm/ADT/StringExtras.h"

#include <isl/aff.h>
#include <isl/set.h>

using namespace tilepipe;
using namespace clang;

const Stmt *tilepipe::behindHints(const Stmt *S) {
  auto *Hinted = dyn_cast_or_null<AttributedStmt>(S);
  bool IsHinted = Hinted && llvm::all_of(Hinted->getAttrs(), [](const Attr *A) { return isa<LoopHintAttr>(A); });
  return IsHinted ? Hinted->getSubStmt() : S;
}

const clang::Expr *tilepipe::stripped(const Expr *E) { return E->IgnoreParenCasts(); }

std::string tilepipe::squeezed(llvm::StringRef Text) {
  std::string Result;
  for (char C : Text)
    if (!llvm::isSpace(C))
      Result += C;
  return Result;
}

bool tilepipe::isCallOf(const Expr *E, llvm::StringRef Name) {
  auto *Call = dyn_cast<CallExpr>(stripped(E));
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->getIdentifier() && F->getName() == Name;
}

const VarDecl *Evaluator::variable(const Expr *E) {
  auto *Ref = dyn_cast<DeclRefExpr>(stripped(E));
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

std::string Evaluator::freshParameter(const char *Prefix) {
  return Prefix + std::to_string(Fresh++);
}

BoxValue Evaluator::parameterBox() const {
  BoxValue Box;
  for (unsigned D = 0; D < Source.Rows; ++D) {
    Box.Lo.push_back(Value::parameter(Source.ctx(), "tp_lo" + std::to_string(D)));
    Box.Hi.push_back(Value::parameter(Source.ctx(), "tp_hi" + std::to_string(D)));
  }
  return Box;
}

Value Evaluator::indicator(const isl::set &Where) const {
  isl_set *Set = Where.copy();
  if (isl_set_is_params(Set) == isl_bool_true)
    Set = isl_set_from_params(Set);
  return Value(isl::manage(isl_set_indicator_function(Set)));
}

Value Evaluator::number(const Expr *E) {
  if (auto *Paren = dyn_cast<ParenExpr>(E))
    return number(Paren->getSubExpr());
  if (auto *Cast = dyn_cast<CastExpr>(E))
    return conversion(Cast);
  if (auto *Literal = dyn_cast<IntegerLiteral>(E)) {
    if (Literal->getValue().getActiveBits() > 63)
      fail(E, "a number that is too large");
    return literal(Literal->getValue().getSExtValue());
  }
  if (auto *Binary = dyn_cast<BinaryOperator>(E))
    return binary(Binary);
  if (auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_Minus)
      return -number(Unary->getSubExpr());
    if (Unary->getOpcode() == UO_Plus)
      return number(Unary->getSubExpr());
    if (Unary->getOpcode() == UO_LNot)
      return indicator(condition(E));
  }
  if (auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    isl::set Where = condition(Choice->getCond());
    std::optional<Value> Symbol = spelled(Choice->getTrueExpr());
    Value Yes = Symbol ? *Symbol : number(Choice->getTrueExpr());
    Value No = number(Choice->getFalseExpr());
    return Value(indicator(Where).plain().cond(Yes.plain(), No.plain()).coalesce());
  }
  if (auto *Call = dyn_cast<CallExpr>(E))
    return call(Call);
  if (auto *Member = dyn_cast<MemberExpr>(E))
    return member(Member);
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return subscript(Subscript);
  if (auto *Ref = dyn_cast<DeclRefExpr>(E))
    return read(Ref);
  fail(E, "expression that is not understood");
}

/// The symbol that the user's expression E stands for, whatever parentheses are around its text.
std::optional<Value> Evaluator::spelled(const Expr *E) const {
  if (Spelled.empty())
    return std::nullopt;
  for (;;) {
    auto Known = Spelled.find(squeezed(Source.File.text(E)));
    if (Known != Spelled.end())
      return Value::parameter(Source.ctx(), Known->second);
    if (auto *Paren = dyn_cast<ParenExpr>(E))
      E = Paren->getSubExpr();
    else if (auto *Cast = dyn_cast<ImplicitCastExpr>(E))
      E = Cast->getSubExpr();
    else
      return std::nullopt;
  }
}

/// What follows holds for whole numbers: a conversion that may cut some off is only found where an
/// iterator gets its value, and what it leaves is compared with the user's iterations (Scans.cpp).
Value Evaluator::conversion(const CastExpr *E) {
  if (isa<CStyleCastExpr>(E))
    if (std::optional<Value> Symbol = spelled(E->getSubExpr()))
      return *Symbol;
  QualType From = E->getSubExpr()->getType(), To = E->getType();
  if (E->getCastKind() == CK_LValueToRValue || E->getCastKind() == CK_NoOp)
    return number(E->getSubExpr());
  if (E->getCastKind() != CK_IntegralCast || !From->isIntegerType() || !To->isIntegerType())
    fail(E, "conversion that is not understood");
  const ASTContext &AST = Source.File.ast();
  uint64_t FromBits = AST.getTypeSize(From), ToBits = AST.getTypeSize(To);
  bool Keeps = To->isSignedIntegerOrEnumerationType()
                   ? ToBits > FromBits ||
                         (ToBits == FromBits && From->isSignedIntegerOrEnumerationType())
                   : !From->isSignedIntegerOrEnumerationType() && ToBits >= FromBits;
  // A symbol is its value as a tp_int: those of unsigned variables are checked at the start.
  bool IsSymbol = !fieldOf(E->getSubExpr()).empty() && ToBits == 64;
  Value Result = number(E->getSubExpr());
  if (!Keeps && !IsSymbol && !fits(Result, To))
    fail(E, "conversion that may change the value");
  return Result;
}

bool Evaluator::fits(const Value &V, QualType Type) const {
  uint64_t Bits = Source.File.ast().getTypeSize(Type);
  const bool IsSigned = Type->isSignedIntegerOrEnumerationType();
  if (Bits > 32 && IsSigned)
    return false;
  isl::set Fits = V.atLeast(literal(0)); // no number of a region reaches 2^63
  if (Bits <= 32) {
    int64_t Most = (int64_t(1) << (Bits - IsSigned)) - 1;
    Fits = conjunction(V.atLeast(literal(IsSigned ? -Most - 1 : 0)), literal(Most).atLeast(V));
  }
  return conjunction(Path, Source.Known).is_subset(Fits) ||
         Path.intersect(Source.Exact).is_subset(Fits);
}

Value Evaluator::binary(const BinaryOperator *E) {
  Value Result = arithmetic(E);
  auto Constant = Result.asConstant();
  if (Constant && Source.File.ast().getTypeSize(E->getType()) <= 32 && !fits(Result, E->getType()))
    fail(E, "a number that its type does not have");
  return Result;
}

Value Evaluator::arithmetic(const BinaryOperator *E) {
  if (!E->getType()->isSignedIntegerOrEnumerationType() ||
      Source.File.ast().getTypeSize(E->getType()) < 32)
    return unsignedArithmetic(E);
  switch (E->getOpcode()) {
  case BO_Add:
    return number(E->getLHS()) + number(E->getRHS());
  case BO_Sub:
    return number(E->getLHS()) - number(E->getRHS());
  case BO_Mul: {
    Value A = number(E->getLHS()), B = number(E->getRHS());
    if (auto Factor = A.asConstant())
      return B.times(*Factor);
    if (auto Factor = B.asConstant())
      return A.times(*Factor);
    fail(E, "product that is not affine");
  }
  case BO_Shl: {
    auto A = number(E->getLHS()).asConstant(), B = number(E->getRHS()).asConstant();
    if (A && B && *A >= 0 && *A < 256 && *B >= 0 && *B < 63 - 8)
      return literal(*A << *B);
    if (A == 1 && B == 62)
      return literal(int64_t(1) << 62);
    fail(E, "shift that is not understood");
  }
  case BO_Div:
  case BO_Rem:
    return quotient(E);
  case BO_And: // x & 31 is x modulo 32, of negative numbers as well
    if (auto Mask = number(E->getRHS()).asConstant(); Mask && *Mask > 0 && llvm::isMask_64(uint64_t(*Mask))) {
      Value A = number(E->getLHS());
      return A - A.floorDivided(*Mask + 1).times(*Mask + 1);
    }
    fail(E, "operator that is not understood");
  default:
    if (E->isComparisonOp() || E->isLogicalOp())
      return indicator(condition(E));
    fail(E, "operator that is not understood");
  }
}

/// Sums and differences modulo 2^32 or 2^64: accepted where the type has the exact result.
Value Evaluator::unsignedArithmetic(const BinaryOperator *E) {
  const bool IsSum = E->getOpcode() == BO_Add || E->getOpcode() == BO_Sub;
  if (!E->getType()->isUnsignedIntegerType() || !IsSum)
    fail(E, "arithmetic that is not signed");
  Value A = number(E->getLHS()), B = number(E->getRHS()), Result = E->getOpcode() == BO_Add ? A + B : A - B;
  if (!fits(Result, E->getType()))
    fail(E, "a number that its type does not have");
  return Result;
}

Value Evaluator::exactNumber(const Expr *E) {
  Value Result = number(E);
  const QualType Type = E->IgnoreParenImpCasts()->getType();
  if (!(Type->isSignedIntegerOrEnumerationType() && Source.File.ast().getTypeSize(Type) > 32) && !fits(Result, Type))
    fail(E, "a number that its type does not have");
  return Result;
}

/// C rounds towards zero.
Value Evaluator::quotient(const BinaryOperator *E) {
  Value A = number(E->getLHS());
  auto Divisor = number(E->getRHS()).asConstant();
  if (!Divisor || *Divisor <= 0)
    fail(E, "divisor that is not a positive constant");
  bool IsQuotient = E->getOpcode() == BO_Div;
  if (conjunction(Path, Source.Known).is_subset(A.atLeast(literal(0)))) {
    Value Floor = A.floorDivided(*Divisor);
    return IsQuotient ? Floor : A - Floor.times(*Divisor);
  }
  isl_pw_aff *Number = A.plain().release(), *By = literal(*Divisor).plain().release();
  return Value(isl::manage(IsQuotient ? isl_pw_aff_tdiv_q(Number, By)
                                      : isl_pw_aff_tdiv_r(Number, By)));
}

Value Evaluator::call(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || !Source.File.isRuntimes(F) || E->getNumArgs() != 2)
    fail(E, "call that is not understood");
  Value A = number(E->getArg(0)), B = number(E->getArg(1));
  if (isCallOf(E, "tp_min"))
    return Value::least(A, B);
  if (isCallOf(E, "tp_max"))
    return Value::greatest(A, B);
  auto Divisor = B.asConstant();
  if (isCallOf(E, "tp_floord") && Divisor && *Divisor > 0)
    return A.floorDivided(*Divisor);
  fail(E, "call that is not understood");
}

/// tp_a->n, in which the nest's symbols travel, or g->n of the function's own structure.
Value Evaluator::member(const MemberExpr *E) {
  if (const Expr *Own = ownMember(E))
    return number(Own);
  const VarDecl *Base = variable(E->getBase());
  auto Known = Vars.find(Base);
  if (!E->isArrow() || Known == Vars.end() || Known->second.Is != Binding::What::Arguments)
    fail(E, "member that is not understood");
  return Value::parameter(Source.ctx(), E->getMemberDecl()->getName().str());
}

/// tp_b->tp_lo[0], tp_end[0]
Value Evaluator::subscript(const ArraySubscriptExpr *E) {
  auto Index = number(E->getIdx()).asConstant();
  if (!Index || *Index < 0 || *Index >= int64_t(Source.Rows))
    fail(E, "subscript that is not understood");
  if (auto *Member = dyn_cast<MemberExpr>(stripped(E->getBase())))
    if (const BoxValue *Box = boxOf(Member->getBase())) {
      llvm::StringRef Name = Member->getMemberDecl()->getName();
      if (Name == "tp_lo" || Name == "tp_hi")
        return (Name == "tp_lo" ? Box->Lo : Box->Hi)[*Index];
    }
  auto Known = Vars.find(variable(E->getBase()));
  if (Known == Vars.end() || Known->second.Is != Binding::What::End)
    fail(E, "element that is not understood");
  return Value::parameter(Source.ctx(), "tp_end" + std::to_string(*Index));
}

Value Evaluator::read(const DeclRefExpr *E) {
  if (auto *Constant = dyn_cast<EnumConstantDecl>(E->getDecl()))
    return literal(Constant->getInitVal().getExtValue());
  auto Known = Vars.find(dyn_cast<VarDecl>(E->getDecl()));
  if (Known == Vars.end() || !Known->second.Number)
    fail(E, "variable whose value is not known");
  if (Known->second.Left)
    return exitValue(Known->second);
  return *Known->second.Number;
}

/// What a loop left its variable with, as a parameter of its own.
Value Evaluator::exitValue(Binding &B) {
  Value First = *B.Number, Limit = B.Left->Limit;
  int64_t Step = B.Left->Step;
  Value Now = Value::parameter(Source.ctx(), freshParameter());
  isl::set IsFirst = Now.equals(First), IsLater = Limit.atLeast(Now + -Step);
  Path = conjunction(conjunction(Path, Now.atLeast(First)), Now.atLeast(Limit + 1));
  Path = conjunction(Path, IsFirst.unite(IsLater));
  Value Distance = Now - First;
  if (Step != 1)
    Path = conjunction(Path, Distance.equals(Distance.floorDivided(Step).times(Step)));
  B.Number = Now;
  B.Left.reset();
  return Now;
}

isl::set Evaluator::condition(const Expr *E) {
  if (auto *Paren = dyn_cast<ParenExpr>(E))
    return condition(Paren->getSubExpr());
  if (auto *Cast = dyn_cast<ImplicitCastExpr>(E); Cast && Cast->getCastKind() == CK_IntegralCast)
    if (auto *Inner = dyn_cast<BinaryOperator>(Cast->getSubExpr()))
      return condition(Inner);
  if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_LNot)
    return condition(Unary->getSubExpr()).complement();
  auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || !(Binary->isComparisonOp() || Binary->isLogicalOp())) {
    Value V = number(E);
    return V.equals(literal(0)).complement();
  }
  if (Binary->isLogicalOp()) {
    isl::set A = condition(Binary->getLHS());
    if (Binary->getOpcode() == BO_LAnd && isl_set_plain_is_empty(A.get()) == isl_bool_true)
      return A;
    isl::set B = condition(Binary->getRHS());
    return Binary->getOpcode() == BO_LAnd ? conjunction(A, B) : A.unite(B);
  }
  if (!Binary->getLHS()->getType()->isSignedIntegerOrEnumerationType())
    fail(E, "comparison that is not signed");
  Value A = number(Binary->getLHS()), B = number(Binary->getRHS());
  switch (Binary->getOpcode()) {
  case BO_LT:
    return B.atLeast(A + 1);
  case BO_GT:
    return A.atLeast(B + 1);
  case BO_LE:
    return B.atLeast(A);
  case BO_GE:
    return A.atLeast(B);
  case BO_EQ:
    return A.equals(B);
  case BO_NE:
    return A.equals(B).complement();
  default:
    fail(E, "comparison that is not understood");
  }
}

bool tilepipe::isConverted(const Expr *E) {
  for (E = E->IgnoreParens(); auto *Cast = dyn_cast<ImplicitCastExpr>(E); E = Cast->getSubExpr()->IgnoreParens())
    if (Cast->getType()->isArithmeticType() && Cast->getCastKind() != CK_LValueToRValue && Cast->getCastKind() != CK_NoOp)
      return true;
  return false;
}

std::string Evaluator::fieldOf(const Expr *E) const {
  if (auto *Member = dyn_cast<MemberExpr>(stripped(E))) {
    auto Known = Vars.find(variable(Member->getBase()));
    bool IsArgument = Known != Vars.end() && Known->second.Is == Binding::What::Arguments;
    return IsArgument && Member->isArrow() ? Member->getMemberDecl()->getName().str() : "";
  }
  auto Known = Vars.find(variable(E));
  return Known == Vars.end() ? "" : Known->second.Field;
}

Value *Evaluator::cornerOf(const Expr *E) {
  auto *Element = dyn_cast<ArraySubscriptExpr>(stripped(E));
  auto *Member = Element ? dyn_cast<MemberExpr>(stripped(Element->getBase())) : nullptr;
  auto Known = Boxes.find(Member && !Member->isArrow() ? variable(Member->getBase()) : nullptr);
  if (Known == Boxes.end())
    return nullptr;
  auto Index = number(Element->getIdx()).asConstant();
  if (!Index || *Index < 0 || *Index >= int64_t(Source.Rows))
    fail(E, "corner that is not understood");
  bool IsLo = Member->getMemberDecl()->getName() == "tp_lo";
  return &(IsLo ? Known->second.Lo : Known->second.Hi)[*Index];
}

const BoxValue *Evaluator::boxOf(const Expr *E) const {
  E = stripped(E);
  if (auto *Unary = dyn_cast<UnaryOperator>(E))
    if (Unary->getOpcode() == UO_AddrOf || Unary->getOpcode() == UO_Deref)
      E = stripped(Unary->getSubExpr());
  auto Known = Boxes.find(variable(E));
  return Known == Boxes.end() ? nullptr : &Known->second;
}
