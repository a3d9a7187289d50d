// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "body/BodyReader.h"

#include "body/BodyText.h"

#include "calls/PureCalls.h"
#include "compilers/KnownValues.h"
#include "syntax/Callee.h"

#include "clang/AST/ASTContext.h"

using namespace tilepipe;
using namespace clang;

void BodyReader::visitExpr(const Expr *E) {
  E = E->IgnoreParens();
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, ImaginaryLiteral,
          ImplicitValueInitExpr, OpaqueValueExpr>(E))
    return;
  if (isa<OffsetOfExpr>(E)) // its subscripts; types of variable size are refused by the text
    return forEachChild(E, [&](const Stmt *Index) { visitIndex(cast<Expr>(Index)); });
  if (auto *Cast = dyn_cast<CastExpr>(E))
    return visitCast(Cast);
  if (auto *Unary = dyn_cast<UnaryOperator>(E))
    return visitUnary(Unary);
  if (auto *Binary = dyn_cast<BinaryOperator>(E))
    return visitBinary(Binary);
  if (auto *Call = dyn_cast<CallExpr>(E))
    return visitCall(Call);
  if (auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
    return visitSizeof(Trait);
  if (auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    Facts.Ops.Branches += !IsAddress && isFirst(Choice);
    Sides Both = visitCondition(Choice->getCond());
    return fork(Both, [&] { visitExpr(Choice->getTrueExpr()); },
                [&] { visitExpr(Choice->getFalseExpr()); });
  }
  if (auto *Choice = dyn_cast<BinaryConditionalOperator>(E)) {
    visitExpr(Choice->getCommon());
    isl::set Anywhere = anywhere();
    return fork({Anywhere, Anywhere}, [&] { visitExpr(Choice->getFalseExpr()); });
  }
  if (auto *List = dyn_cast<InitListExpr>(E)) {
    for (const Expr *Init : List->inits())
      visitExpr(Init);
    return;
  }
  if (auto *Block = dyn_cast<StmtExpr>(E))
    return visit(Block->getSubStmt());
  if (auto *Constant = dyn_cast<ConstantExpr>(E))
    return visitExpr(Constant->getSubExpr());
  if (auto *Generic = dyn_cast<GenericSelectionExpr>(E))
    return visitExpr(Generic->getResultExpr());
  if (auto *Choice = dyn_cast<ChooseExpr>(E))
    return visitExpr(Choice->getChosenSubExpr());
  if (auto *Ref = dyn_cast<DeclRefExpr>(E); Ref && !isa<FunctionDecl>(Ref->getDecl()))
    return;
  if (isa<StringLiteral>(E))
    return;
  // A condition without the conversion that loads it.
  if (E->getType()->isArithmeticType() && (isElement(E) || isa<MemberExpr>(E))) {
    visitAddress(E);
    return access(Access::Kind::Read, E);
  }
  giveUp(refusals::unsupportedExpression(Syntax.Src.place(E), "this expression is not understood"));
}

/// From and To are types of numbers; Complex ones have the bits of a part.
void BodyReader::noteRounding(QualType From, QualType To) {
  auto Bits = [&](QualType Type) -> uint64_t {
    if (auto *Complex = Type->getAs<ComplexType>())
      Type = Complex->getElementType();
    return Type->isRealFloatingType() ? Syntax.AST.getTypeSize(Type) : 0;
  };
  Facts.RoundsToShorter |= Bits(To) != 0 && Bits(To) < Bits(From);
}

static bool isLoad(const Expr *E) {
  auto *Cast = dyn_cast<CastExpr>(E->IgnoreParens());
  return Cast && Cast->getCastKind() == CK_LValueToRValue;
}

void BodyReader::visitCast(const CastExpr *Cast) {
  const Expr *Sub = Cast->getSubExpr();
  noteRounding(Sub->getType(), Cast->getType());
  Place At = Syntax.Src.place(Cast);
  bool WasWidened = std::exchange(IsWidened, false);
  switch (Cast->getCastKind()) {
  case CK_LValueToRValue:
    if (Cast->getType()->isPointerType())
      giveUp(refusals::addressTaken(At, "a pointer is used as a value"));
    visitAddress(Sub);
    if (const VarDecl *V = namedVariable(Sub))
      Facts.Rounded.readVariable(V, WasWidened, At);
    IsWidened = WasWidened;
    access(Access::Kind::Read, Sub);
    IsWidened = false;
    return;
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
    giveUp(refusals::isVolatile(At, At.Text));
  case CK_ArrayToPointerDecay:
    giveUp(refusals::addressTaken(At, "an array is used as a pointer"));
  case CK_NoOp:
  case CK_ToVoid:
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
  case CK_BooleanToSignedIntegral:
  case CK_FloatingRealToComplex:
  case CK_FloatingComplexToReal:
  case CK_FloatingComplexToBoolean:
  case CK_FloatingComplexCast:
  case CK_FloatingComplexToIntegralComplex:
  case CK_IntegralRealToComplex:
  case CK_IntegralComplexToReal:
  case CK_IntegralComplexToBoolean:
  case CK_IntegralComplexCast:
  case CK_IntegralComplexToFloatingComplex:
    IsWidened = Roundings::widens(Sub->getType(), Cast->getType()) && isLoad(Sub);
    visitExpr(Sub);
    IsWidened = false;
    return Facts.Rounded.convert(Sub, Cast->getType(), At);
  default:
    giveUp(refusals::unsupportedExpression(At, "a conversion of pointers"));
  }
}

void BodyReader::visitUnary(const UnaryOperator *Unary) {
  const Expr *Sub = Unary->getSubExpr();
  switch (Unary->getOpcode()) {
  case UO_AddrOf:
    giveUp(refusals::addressTaken(Syntax.Src.place(Unary), "an address is taken inside the nest"));
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    Facts.Ops.Adds += !IsAddress;
    visitAddress(Sub);
    access(Access::Kind::Read, Sub);
    return access(Access::Kind::Write, Sub);
  case UO_Deref:
    return visitAddress(Unary);
  case UO_Minus:
    Facts.Ops.Adds += !IsAddress;
    return visitExpr(Sub);
  case UO_Coawait:
    giveUp(refusals::sideEffect(Syntax.Src.place(Unary)));
  default:
    return visitExpr(Sub);
  }
}

bool BodyReader::isFirst(const Expr *E) {
  llvm::FoldingSetNodeID Id;
  E->Profile(Id, Syntax.AST, /*Canonical=*/true);
  return Seen.insert(Id.ComputeHash() >> 1).second;
}

void BodyReader::countOperation(const BinaryOperator *Operation) {
  if (IsAddress || !isFirst(Operation))
    return;
  switch (Operation->getOpcode()) {
  case BO_Mul:
  case BO_MulAssign:
    ++Facts.Ops.Muls;
    break;
  case BO_Div:
  case BO_Rem:
  case BO_DivAssign:
  case BO_RemAssign:
    ++Facts.Ops.Divs;
    break;
  case BO_Assign:
  case BO_Comma:
    break;
  default:
    ++Facts.Ops.Adds;
  }
}

void BodyReader::visitBinary(const BinaryOperator *Binary) {
  if (Binary->isAssignmentOp())
    return visitAssignment(Binary);
  if (Binary->isLogicalOp()) {
    visitCondition(Binary);
    return;
  }
  countOperation(Binary);
  visitExpr(Binary->getLHS());
  visitExpr(Binary->getRHS());
}

void BodyReader::visitAssignment(const BinaryOperator *Assignment) {
  const Expr *Target = Assignment->getLHS();
  Place At = Syntax.Src.place(Target);
  if (Target->getType()->isAtomicType())
    giveUp(refusals::isVolatile(At, At.Text));
  countOperation(Assignment);
  visitAddress(Target);
  Facts.Rounded.begin();
  visitExpr(Assignment->getRHS());
  StoresRounded = Facts.Rounded.isRounded(Assignment->getRHS());
  if (auto *Compound = dyn_cast<CompoundAssignOperator>(Assignment)) {
    noteRounding(Compound->getComputationResultType(), Target->getType());
    StoresRounded |= Roundings::narrows(Compound->getComputationResultType(), Target->getType());
    IsWidened = Roundings::widens(Target->getType(), Compound->getComputationLHSType());
  }
  if (Assignment->isCompoundAssignmentOp() || Now.isConditional())
    access(Access::Kind::Read, Target, !Assignment->isCompoundAssignmentOp());
  if (const VarDecl *V = namedVariable(Target)) {
    Facts.Rounded.readVariable(V, IsWidened, At);
    if (StoresRounded)
      Facts.Rounded.storeVariable(V);
  }
  IsWidened = false;
  access(Access::Kind::Write, Target);
  StoresRounded = false;
}

void BodyReader::visitReturned(const Expr *Value) {
  if (Value)
    Value->getType()->isPointerType() ? visitPointer(Value) : visitExpr(Value);
}

void BodyReader::visitInlined(const CallExpr *Call, const InlinedCall &In) {
  for (const Expr *Argument : Call->arguments()) {
    if (Argument->getType()->isPointerType())
      visitPointer(Argument);
    else if (Argument->getType()->isRecordType())
      visitExpr(Argument);
  }
  PathState Before = Now;
  std::vector<PathState> Out, *BreaksOutside = std::exchange(Breaks, nullptr),
                              *ReturnsOutside = std::exchange(Returns, &Out);
  isl::set ReturnedOutside = Returned;
  for (const Stmt *S : In.Body->body()) {
    auto *Return = dyn_cast_or_null<ReturnStmt>(S);
    if (Return && In.Result)
      visitReturned(In.Result);
    else
      visit(S);
  }
  Breaks = BreaksOutside;
  Returns = ReturnsOutside;
  Returned = ReturnedOutside;
  if (!Out.empty()) {
    Out.push_back(Now);
    meet(Before, Out);
  }
}

/// The C library's function for the smaller or the larger of two numbers. Where a macro has its name, the text may mean that.
static bool isExtremum(const FunctionDecl *Callee) {
  static constexpr llvm::StringLiteral Names[] = {"fmin", "fminf", "fmax", "fmaxf"};
  return Callee->getIdentifier() && Callee->getBuiltinID() && !Callee->hasBody() && llvm::is_contained(Names, Callee->getName()) &&
         !Callee->getIdentifier()->hadMacroDefinition();
}

void BodyReader::visitCall(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  Place At = Syntax.Src.place(Call);
  const InlinedCall *In = Syntax.Inlined.find(Call);
  if (In && CallSite)
    return visitInlined(Call, *In);
  if (std::optional<Refusal> Why = callObstacle(Syntax, Call))
    giveUp(std::move(*Why));
  std::string Name = Callee->getNameAsString();
  if (In) {
    CallSite = At;
    try {
      visitInlined(Call, *In);
    } catch (Refused &R) {
      // The user's own text, not the callee's.
      R.Why.Where = At.Where;
      R.Why.Expression = At.Text;
      R.Why.Message = "call of '" + Name + "': " + R.Why.Message;
      throw;
    }
    CallSite.reset();
    return;
  }
  CallVerdict Verdict = Syntax.Calls.judge(Callee);
  Facts.CallsLibm |= Verdict.CallsLibm;
  if (Verdict.CallsLibm)
    checkFolding(Syntax, Call, Name);
  if (!CallSite && isExtremum(Callee) && Call->getBeginLoc().isFileID() && Syntax.Src.isInFile(Call->getBeginLoc()))
    Facts.Extrema.insert(Name);
  // Its body is not read here.
  noteRounding(Syntax.AST.LongDoubleTy, Callee->getReturnType());
  Facts.Rounded.call(Call, At);
  for (const VarDecl *V : Verdict.Globals)
    Facts.CalledGlobals.insert(V->getCanonicalDecl());
  if (!IsAddress) {
    Facts.Ops.Adds += Verdict.Price == CallVerdict::Cost::Add;
    Facts.Ops.Roots += Verdict.Price == CallVerdict::Cost::Root;
    Facts.Ops.Calls += Verdict.Price == CallVerdict::Cost::Call;
  }
  const unsigned Before = Table.size();
  for (const Expr *Argument : Call->arguments())
    if (!isa<StringLiteral>(Argument->IgnoreParenImpCasts())) // no memory that a nest writes
      visitExpr(Argument);
  // One element: behind the pointers to its rows.
  const unsigned Last = Table.size() - 1;
  if (Verdict.Price != CallVerdict::Cost::Add && !CallSite && !Now.isConditional() && Table.size() > Before && Last == Before + Table.rows(Last))
    Table.raw(Last).Call = elementCall(Call);
}

std::optional<ElementCall> BodyReader::elementCall(const CallExpr *Call) const {
  const FunctionDecl *Callee = Call->getDirectCallee();
  const SourceRange Range = Call->getSourceRange();
  if (!Callee->getBuiltinID() || Callee->hasBody() || Call->getNumArgs() != 1 || !isElement(Call->getArg(0)->IgnoreParenImpCasts()) ||
      !Call->getType()->isRealFloatingType() || !Range.getBegin().isFileID() || !Range.getEnd().isFileID() ||
      !Syntax.Src.isInFile(Range.getBegin()) || !Syntax.Src.exactText(Call))
    return std::nullopt;
  return ElementCall{Callee->getNameAsString(), Call->getType().getUnqualifiedType().getAsString(),
                     {Syntax.Src.offset(Range.getBegin()), Syntax.Src.endOffset(Range.getEnd())}};
}

void BodyReader::visitSizeof(const UnaryExprOrTypeTraitExpr *Trait) {
  if (Trait->getTypeOfArgument()->isVariablyModifiedType())
    giveUp(refusals::unsupportedExpression(Syntax.Src.place(Trait), "the size of an array of the nest"));
}

void BodyReader::visitIndex(const Expr *Index) {
  bool WasAddress = IsAddress;
  IsAddress = true;
  visitExpr(Index);
  IsAddress = WasAddress;
}

void BodyReader::visitAddress(const Expr *Lvalue) {
  const Expr *E = Lvalue->IgnoreParens();
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    visitPointer(Subscript->getBase());
    visitIndex(Subscript->getIdx());
  } else if (auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_Deref)
      visitPointer(Unary->getSubExpr());
    else
      visitAddress(Unary->getSubExpr());
  } else if (auto *Member = dyn_cast<MemberExpr>(E)) {
    if (Member->isArrow())
      visitPointer(Member->getBase());
    else
      visitAddress(Member->getBase());
  } else if (auto *Literal = dyn_cast<CompoundLiteralExpr>(E)) {
    visitExpr(Literal->getInitializer());
  } else if (E->isPRValue()) { // a structure that is computed
    visitExpr(E);
  } else if (!isa<DeclRefExpr, StringLiteral>(E)) {
    giveUp(refusals::unsupportedExpression(Syntax.Src.place(E), "this expression is not understood"));
  }
}

void BodyReader::visitPointer(const Expr *Pointer) {
  Pointer = Pointer->IgnoreParens();
  if (auto *Cast = dyn_cast<ImplicitCastExpr>(Pointer)) {
    const Expr *Sub = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_ArrayToPointerDecay:
    case CK_LValueToRValue:
      return visitAddress(Sub);
    case CK_NoOp:
      return visitPointer(Sub);
    default:
      return visitExpr(Cast);
    }
  }
  auto *Unary = dyn_cast<UnaryOperator>(Pointer);
  if (Unary && Unary->getOpcode() == UO_AddrOf)
    return visitAddress(Unary->getSubExpr());
  auto *Binary = dyn_cast<BinaryOperator>(Pointer);
  if (!Binary || !Binary->isAdditiveOp())
    return visitExpr(Pointer);
  for (const Expr *Side : {Binary->getLHS(), Binary->getRHS()}) {
    if (Side->getType()->isPointerType())
      visitPointer(Side);
    else
      visitIndex(Side);
  }
}
