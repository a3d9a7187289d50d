// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expr/ExprReader.h"

#include "clang/AST/ASTContext.h"

using namespace tilepipe;
using namespace clang;

static bool isInteger(const Expr *E) {
  return E->getType()->isIntegerType() && !E->getType()->isAtomicType() &&
         !E->getType().isVolatileQualified();
}

std::optional<Polynomial> ExprReader::polynomial(const Expr *E) {
  E = E->IgnoreParens();
  constexpr unsigned MostSteps = 10000, DeepestLocals = 50;
  if (!isInteger(E) || Syntax.AST.getIntWidth(E->getType()) > 64 || ++Steps > MostSteps ||
      Nesting > DeepestLocals)
    return fail(E);
  Expr::EvalResult Constant;
  // A constant of the upper half of 64 bits is read as negative, which is the same modulo 2^64.
  if (!E->isValueDependent() && E->EvaluateAsInt(Constant, Syntax.AST) && !findVariableType(E))
    return Polynomial::constant(Constant.Val.getInt().isRepresentableByInt64()
                                    ? Constant.Val.getInt().getExtValue()
                                    : Constant.Val.getInt().getSExtValue());
  MaybePolynomial Result;
  if (auto *Cast = dyn_cast<CastExpr>(E))
    Result = ofCast(Cast);
  else if (isa<DeclRefExpr>(E) || isa<MemberExpr>(E) || isa<ArraySubscriptExpr>(E))
    Result = ofVariable(E); // of a condition, whose load was skipped
  else if (auto *Unary = dyn_cast<UnaryOperator>(E))
    Result = ofUnary(Unary);
  else if (auto *Binary = dyn_cast<BinaryOperator>(E))
    Result = ofBinary(Binary);
  else if (auto *Choice = dyn_cast<ConditionalOperator>(E))
    Result = ofChoice(Choice);
  else if (auto *Call = dyn_cast<CallExpr>(E))
    Result = ofCall(Call);
  if (!Result || !Result->isValid())
    return fail(E);
  return Result;
}

/// E's value is in the range of its type without a test.
static bool isInRange(const Expr *E, const ASTContext &AST) {
  E = E->IgnoreParens();
  if (!E->getType()->isUnsignedIntegerOrEnumerationType() && !definesOverflow(AST))
    return true;
  auto *Cast = dyn_cast<CastExpr>(E);
  return Cast && Cast->getCastKind() == CK_LValueToRValue;
}

std::optional<Polynomial> ExprReader::settled(const Expr *E) {
  MaybePolynomial P = polynomial(E);
  if (!P || isInRange(E, Syntax.AST) || requireRange(*P, E, rangeOf(E->getType(), Syntax.AST)))
    return P;
  return fail(E);
}

std::optional<isl::pw_aff> ExprReader::affine(const Expr *E) {
  MaybePolynomial P = settled(E);
  if (!P || !Names.isAffine(*P))
    return fail(E);
  return Names.affine(*P, Depth);
}

bool ExprReader::requireRange(const Polynomial &P, const Expr *E, IntRange Range) {
  if (std::optional<isl::pw_aff> Value = Names.affine(P, Depth)) {
    isl::set Below = Value->lt_set(Names.constant(Depth, Range.min(Names.ctx())));
    isl::set Above = Value->gt_set(Names.constant(Depth, Range.max(Names.ctx())));
    Wrapped = Wrapped.unite(Below).unite(Above);
    return true;
  }
  // No set says where a product is negative, but that no factor is says enough.
  if (!Range.IsUnsigned || !requireNotNegative(E))
    return false;
  Wrapped = Wrapped.unite(Names.largeFactors(P, Depth, Range.Bits));
  return true;
}

bool ExprReader::requireNotNegative(const Expr *E) {
  E = E->IgnoreParens();
  MaybePolynomial P = polynomial(E);
  if (!P)
    return false;
  if (std::optional<isl::pw_aff> Value = Names.affine(*P, Depth)) {
    Wrapped = Wrapped.unite(Value->lt_set(Names.constant(Depth, int64_t(0))));
    return true;
  }
  if (auto *Cast = dyn_cast<CastExpr>(E))
    return requireNotNegative(Cast->getSubExpr());
  auto *Binary = dyn_cast<BinaryOperator>(E);
  return Binary && (Binary->getOpcode() == BO_Add || Binary->getOpcode() == BO_Mul) &&
         requireNotNegative(Binary->getLHS()) && requireNotNegative(Binary->getRHS());
}

std::optional<Polynomial> ExprReader::ofCast(const CastExpr *Cast) {
  const Expr *Sub = Cast->getSubExpr();
  if (Cast->getCastKind() == CK_LValueToRValue)
    return ofVariable(Sub->IgnoreParens());
  if (Cast->getCastKind() == CK_NoOp)
    return polynomial(Sub);
  if (Cast->getCastKind() != CK_IntegralCast || !isInteger(Sub) ||
      Cast->getType()->isBooleanType())
    return fail(Cast);
  IntRange From = rangeOf(Sub->getType(), Syntax.AST), To = rangeOf(Cast->getType(), Syntax.AST);
  // To an unsigned type C reduces modulo its range, which keeps what is known modulo a wider one.
  if (To.IsUnsigned && (!From.IsUnsigned || From.Bits >= To.Bits))
    return polynomial(Sub);
  MaybePolynomial P = settled(Sub);
  if (P && !To.covers(From) && !requireRange(*P, Sub, To))
    return fail(Cast);
  return P;
}

std::optional<Polynomial> ExprReader::ofVariable(const Expr *Lvalue) {
  if (Callee)
    return ofCalleeVariable(Lvalue);
  if (isa<MemberExpr, ArraySubscriptExpr, UnaryOperator>(Lvalue))
    return ofMember(Lvalue);
  const VarDecl *V = namedVariable(Lvalue);
  if (!V)
    return fail(Lvalue);
  // Only the enclosing loops' iterators have a value here.
  if (const EnclosingLoops::Level *L = Around.find(V))
    return Polynomial::atom(Names.iteratorAtom(*L));
  if (const isl::pw_aff *Value = Around.followerOf(V))
    return Polynomial::atom(Names.affineAtom(Names.embed(*Value, Depth), Depth));
  if (Syntax.isIterator(V))
    return fail(Lvalue);
  if (Syntax.isDeclaredInBody(V)) {
    const Expr *Value = Syntax.valueOf(cast<DeclRefExpr>(Lvalue->IgnoreParenImpCasts()));
    if (!Value)
      return fail(Lvalue);
    ++Nesting;
    MaybePolynomial Known = settled(Value);
    --Nesting;
    return Known;
  }
  if (Syntax.BodyUses.isWritten(V))
    return fail(Lvalue);
  if (std::optional<int64_t> Value = constantValue(V))
    return Polynomial::constant(*Value);
  return Polynomial::atom(Names.symbolAtom(V, Syntax.Src.place(Lvalue)));
}

std::optional<Polynomial> ExprReader::ofMember(const Expr *Member) {
  std::optional<FieldPath> F = fieldPath(Syntax.AST, Member);
  if (!F)
    F = cellPath(Syntax.AST, Member);
  if (!F || Syntax.isDeclaredInBody(F->Root) || Syntax.isIterator(F->Root))
    return fail(Member);
  const RecordUses &Structures = Syntax.Records;
  Place At = Syntax.Src.place(Member);
  IntRange Range = rangeOf(Member->getType(), Syntax.AST);
  if (Structures.isWritten(*F))
    return fail(Member);
  if (Structures.model(*F) == RecordModel::Copy) {
    if (Syntax.BodyUses.isWritten(F->Root))
      return fail(Member);
    Names.capture(F->Root, /*IsInBody=*/false, At);
    return Polynomial::atom(Names.memberAtom(F->Text, Range));
  }
  // In a loop's header: what the program reads whenever it gets there. The body's own
  // reads are recorded where the body is read.
  if (IsHeader && !Around.IsInText) {
    Names.records().evaluated(*F, Around.domain(), false);
    if (!MaySkip)
      Names.records().evaluated(*F, Around.surely(), true);
  }
  return Polynomial::atom(Names.fieldAtom(Names.records().copy(*F, At), Range));
}

std::optional<Polynomial> ExprReader::ofUnary(const UnaryOperator *Unary) {
  const Expr *Sub = Unary->getSubExpr();
  MaybePolynomial P;
  // A condition's own step: the iterator has its new value from then on.
  if (Depth > 0 && Unary == Around.Loops.back().Header->CondStep) {
    int64_t Back = Unary->isPostfix() ? Around.Loops.back().Header->Step : 0;
    return Polynomial::atom(Names.iteratorAtom(Around.Loops.back())) - Polynomial::constant(Back);
  }
  switch (Unary->getOpcode()) {
  case UO_Plus:
  case UO_Extension:
    return polynomial(Sub);
  case UO_Minus:
    P = polynomial(Sub);
    return P ? Polynomial() - *P : P;
  case UO_Not: // -x - 1, signed or modulo 2^bits
    P = polynomial(Sub);
    return P ? Polynomial::constant(-1) - *P : P;
  default:
    return fail(Unary);
  }
}

/// Of `(i ^ c) & 1` the sum i + c, which is as even as `i ^ c` is.
std::optional<Polynomial> ExprReader::sumForParity(const BinaryOperator *Binary) {
  auto *Xor = dyn_cast<BinaryOperator>(Binary->getLHS()->IgnoreParenImpCasts());
  Expr::EvalResult Mask;
  if (Binary->getOpcode() != BO_And || !Xor || Xor->getOpcode() != BO_Xor ||
      !Binary->getRHS()->EvaluateAsInt(Mask, Syntax.AST) || Mask.Val.getInt() != 1)
    return std::nullopt;
  MaybePolynomial Left = settled(Xor->getLHS());
  MaybePolynomial Right = Left ? settled(Xor->getRHS()) : std::nullopt;
  return Right ? MaybePolynomial(*Left + *Right) : std::nullopt;
}

std::optional<Polynomial> ExprReader::ofBinary(const BinaryOperator *Binary) {
  BinaryOperatorKind Op = Binary->getOpcode();
  bool IsRing = Op == BO_Add || Op == BO_Sub || Op == BO_Mul;
  bool IsDivision = Op == BO_Div || Op == BO_Rem || Op == BO_Shr || Op == BO_And;
  if (!IsRing && !IsDivision && Op != BO_Shl)
    return fail(Binary);
  MaybePolynomial Left = sumForParity(Binary);
  if (!Left)
    Left = IsDivision ? settled(Binary->getLHS()) : polynomial(Binary->getLHS());
  MaybePolynomial Right = Left ? polynomial(Binary->getRHS()) : std::nullopt;
  if (!Left || !Right)
    return fail(Binary);
  if (Op == BO_Add)
    return *Left + *Right;
  if (Op == BO_Sub)
    return *Left - *Right;
  if (Op == BO_Mul)
    return *Left * *Right;
  if (!Right->isConstant())
    return ofRemainder(Binary, *Left);
  int64_t Constant = Right->constantPart();
  if (Op == BO_Shl || Op == BO_Shr) {
    if (Constant < 0 || Constant >= Syntax.AST.getIntWidth(Binary->getType()) || Constant > 40)
      return fail(Binary);
    Constant = int64_t(1) << Constant;
    if (Op == BO_Shl) {
      Polynomial Shifted = *Left * Polynomial::constant(Constant);
      // Compilers drop the bits that a signed shift moves out of its type.
      if (Binary->getType()->isSignedIntegerOrEnumerationType() &&
          !requireRange(Shifted, Binary, rangeOf(Binary->getType(), Syntax.AST)))
        return fail(Binary);
      return Shifted;
    }
  }
  return ofDivision(Binary, *Left, Constant);
}

bool ExprReader::excludeNegative(const isl::pw_aff &Dividend) {
  if (!AssumesDividends || MaySkip)
    return false;
  isl::set Negative = Dividend.lt_set(Names.constant(Depth, int64_t(0)));
  isl::set Points = Around.domain().intersect_params(Names.context());
  if (Points.params().is_subset(Negative.intersect(Points).params()))
    return false;
  Wrapped = Wrapped.unite(Negative);
  return true;
}

std::optional<Polynomial> ExprReader::ofDivision(const BinaryOperator *Binary,
                                                 const Polynomial &Left, int64_t Right) {
  BinaryOperatorKind Op = Binary->getOpcode();
  bool IsMask = Op == BO_And;
  if (IsMask ? (Right <= 0 || !llvm::isPowerOf2_64(Right + 1)) : Right <= 0)
    return fail(Binary);
  isl::val Divisor(Names.ctx(), IsMask ? Right + 1 : Right);
  // C's / and % round towards zero; >> and & with a mask round down.
  auto Divide = [&](const isl::pw_aff &Value, const isl::pw_aff &By) {
    switch (Op) {
    case BO_Div:
      return Value.tdiv_q(By);
    case BO_Rem:
      return Value.tdiv_r(By);
    case BO_Shr:
      return Value.div(By).floor();
    default:
      return Value.mod(Divisor);
    }
  };
  if (Names.isSymbolic(Left) && !Left.isConstant()) {
    std::string Text = "(" + Names.text(Left) + " " + BinaryOperator::getOpcodeStr(Op).str() + " " +
                       std::to_string(Op == BO_Shr ? llvm::Log2_64(Right) : Right) + ")";
    isl::pw_aff Value = Names.affineAlone(Left);
    isl::pw_aff By = isl::manage(
        isl_pw_aff_val_on_domain(Value.domain().release(), Divisor.copy()));
    return Polynomial::atom(Names.opaqueAtom(Text, Divide(Value, By)));
  }
  std::optional<isl::pw_aff> Value = Names.affine(Left, Depth);
  if (!Value)
    return fail(Binary);
  if ((Op == BO_Div || Op == BO_Rem) && excludeNegative(*Value))
    Op = Op == BO_Div ? BO_Shr : BO_And; // which round down
  return Polynomial::atom(Names.affineAtom(Divide(*Value, Names.constant(Depth, Divisor)), Depth));
}

/// Each parameter of Size has an upper bound in Points: there are none where Size is large enough.
static bool areOfSmall(const isl::pw_aff &Size, const isl::set &Points) {
  const isl::set Params = Points.params();
  const isl::pw_aff Aligned = isl::manage(isl_pw_aff_align_params(Size.copy(), Params.get_space().release()));
  for (int P = 0; P < isl_set_dim(Params.get(), isl_dim_param); ++P)
    if (isl_pw_aff_involves_dims(Aligned.get(), isl_dim_param, unsigned(P), 1) == isl_bool_true &&
        isl_set_dim_has_upper_bound(Params.get(), isl_dim_param, unsigned(P)) != isl_bool_true)
      return false;
  return true;
}

std::optional<Polynomial> ExprReader::ofRemainder(const BinaryOperator *Binary, const Polynomial &Left) {
  const MaybePolynomial Right = Binary->getOpcode() == BO_Rem ? settled(Binary->getRHS()) : std::nullopt;
  // The condition of a loop is read before it is known for which values of the iterator.
  const bool IsCondition = isl_set_dim(Around.domain().get(), isl_dim_set) != int(Depth);
  if (!Right || IsCondition || !Names.isSymbolic(*Right) || Names.isSymbolic(Left) || !Names.isAffine(Left))
    return fail(Binary);
  const isl::pw_aff Dividend = *Names.affine(Left, Depth), Divisor = *Names.affine(*Right, Depth);
  const isl::set Known = Dividend.gt_set(Divisor.neg()).intersect(Dividend.lt_set(Divisor.add(Divisor)));
  // Types bound each parameter, which says nothing here.
  const isl::set Others = Around.domain().subtract(Known);
  if (!Others.intersect_params(Names.context()).is_empty() && !areOfSmall(Divisor, Others))
    return fail(Binary);
  Wrapped = Wrapped.unite(Others);
  const isl::set Wraps = Dividend.ge_set(Divisor);
  const isl::pw_aff Value =
      Dividend.sub(Divisor).intersect_domain(Wraps).union_add(Dividend.intersect_domain(Wraps.complement()));
  return Polynomial::atom(Names.affineAtom(Value.coalesce(), Depth));
}

std::optional<Polynomial> ExprReader::ofChoice(const ConditionalOperator *Choice) {
  std::optional<isl::set> True = condition(Choice->getCond());
  if (!True)
    return fail(Choice);
  isl::set False = Names.universe(Depth).subtract(*True);
  // Each arm is evaluated where its side of the condition holds only.
  isl::set Before = Wrapped;
  bool MaySkipAll = std::exchange(MaySkip, true);
  MaybePolynomial IfTrue = settled(Choice->getTrueExpr());
  isl::set WithTrue = Before.unite(Wrapped.intersect(*True));
  Wrapped = Before;
  MaybePolynomial IfFalse = settled(Choice->getFalseExpr());
  Wrapped = WithTrue.unite(Wrapped.intersect(False));
  MaySkip = MaySkipAll;
  if (!IfTrue || !IfFalse)
    return fail(Choice);
  auto Join = [&](const isl::pw_aff &OnTrue, const isl::pw_aff &OnFalse) {
    isl::pw_aff Value = OnTrue.intersect_domain(*True).union_add(OnFalse.intersect_domain(False));
    return Polynomial::atom(Names.affineAtom(Value.coalesce(), Depth));
  };
  if (Names.isAffine(*IfTrue) && Names.isAffine(*IfFalse))
    return Join(*Names.affine(*IfTrue, Depth), *Names.affine(*IfFalse, Depth));
  // `y == 0 ? c : c - n`, of c = y * n + x, is c - n + n * (1 where y is 0): again a sum of products.
  Polynomial IsTrue = Join(Names.constant(Depth, int64_t(1)), Names.constant(Depth, int64_t(0)));
  return *IfFalse + (*IfTrue - *IfFalse) * IsTrue;
}

std::optional<isl::set> ExprReader::comparison(const BinaryOperator *Comparison) {
  if (!isInteger(Comparison->getLHS()) || !isInteger(Comparison->getRHS()))
    return fail(Comparison);
  std::optional<isl::pw_aff> Left = affine(Comparison->getLHS());
  std::optional<isl::pw_aff> Right = Left ? affine(Comparison->getRHS()) : std::nullopt;
  if (!Right)
    return fail(Comparison);
  switch (Comparison->getOpcode()) {
  case BO_LT:
    return Left->lt_set(*Right);
  case BO_LE:
    return Left->le_set(*Right);
  case BO_GT:
    return Left->gt_set(*Right);
  case BO_GE:
    return Left->ge_set(*Right);
  case BO_EQ:
    return Left->eq_set(*Right);
  default:
    return Left->ne_set(*Right);
  }
}

std::optional<isl::set> ExprReader::condition(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_LNot) {
    std::optional<isl::set> Inner = condition(Unary->getSubExpr());
    return Inner ? std::optional(Names.universe(Depth).subtract(*Inner)) : fail(E);
  }
  if (auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isComparisonOp())
      return comparison(Binary);
    if (Binary->isLogicalOp()) {
      std::optional<isl::set> Left = condition(Binary->getLHS());
      bool MaySkipBoth = std::exchange(MaySkip, true);
      std::optional<isl::set> Right = Left ? condition(Binary->getRHS()) : std::nullopt;
      MaySkip = MaySkipBoth;
      if (!Right)
        return fail(E);
      return Binary->getOpcode() == BO_LAnd ? Left->intersect(*Right) : Left->unite(*Right);
    }
  }
  // `if (i % 2)`: any integer counts as its difference from 0.
  std::optional<isl::pw_aff> Value = affine(E);
  if (!Value)
    return fail(E);
  return Value->ne_set(Names.constant(Depth, int64_t(0)));
}
