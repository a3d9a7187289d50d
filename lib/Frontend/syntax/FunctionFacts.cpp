// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syntax/FunctionFacts.h"

#include "syntax/Definitions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace tilepipe;
using namespace clang;

const VarDecl *tilepipe::namedVariable(const Expr *E) {
  E = E->IgnoreParens();
  if (auto *Cast = dyn_cast<ImplicitCastExpr>(E);
      Cast && (Cast->getCastKind() == CK_LValueToRValue || Cast->getCastKind() == CK_NoOp))
    E = Cast->getSubExpr()->IgnoreParens();
  auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

const VarDecl *tilepipe::rootVariable(const Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    if (auto *Ref = dyn_cast<DeclRefExpr>(E))
      return dyn_cast<VarDecl>(Ref->getDecl());
    if (auto *Member = dyn_cast<MemberExpr>(E)) {
      if (Member->isArrow())
        return nullptr;
      E = Member->getBase();
    } else if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
      auto *Decay = dyn_cast<ImplicitCastExpr>(Subscript->getBase()->IgnoreParens());
      if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
        return nullptr;
      E = Decay->getSubExpr();
    } else if (auto *Part = dyn_cast<UnaryOperator>(E);
               Part && (Part->getOpcode() == UO_Real || Part->getOpcode() == UO_Imag ||
                        Part->getOpcode() == UO_Extension)) {
      E = Part->getSubExpr();
    } else {
      return nullptr;
    }
  }
}

/// Outputs are written. An operand in memory may have its address stored by the assembler.
void VariableUses::visitAssembly(const GCCAsmStmt *Asm) {
  auto Operand = [&](const Expr *E, llvm::StringRef Constraint, bool IsOutput) {
    const VarDecl *Root = rootVariable(E);
    if (!Root)
      return;
    if (IsOutput)
      Written.insert(canonical(Root));
    if (Constraint.find_first_of("moVg") != llvm::StringRef::npos)
      AddressTaken.insert(canonical(Root));
  };
  for (unsigned I = 0; I < Asm->getNumOutputs(); ++I)
    Operand(Asm->getOutputExpr(I), Asm->getOutputConstraint(I), true);
  for (unsigned I = 0; I < Asm->getNumInputs(); ++I)
    Operand(Asm->getInputExpr(I), Asm->getInputConstraint(I), false);
}

void VariableUses::visit(const Stmt *S, unsigned Depth) {
  if (Depth > DeepestSyntax || !isKnownSyntax(S))
    IsUnknown = true;
  if (IsUnknown)
    return;
  if (auto *Unary = dyn_cast<UnaryOperator>(S)) {
    const VarDecl *Root = rootVariable(Unary->getSubExpr());
    if (Root && Unary->getOpcode() == UO_AddrOf)
      AddressTaken.insert(canonical(Root));
    if (Root && Unary->isIncrementDecrementOp())
      Written.insert(canonical(Root));
  } else if (auto *Binary = dyn_cast<BinaryOperator>(S); Binary && Binary->isAssignmentOp()) {
    if (const VarDecl *Root = rootVariable(Binary->getLHS()))
      Written.insert(canonical(Root));
  } else if (auto *Asm = dyn_cast<GCCAsmStmt>(S)) {
    visitAssembly(Asm);
  } else if (auto *Element = dyn_cast<ArraySubscriptExpr>(S)) {
    // The address of a[0] serves to reach an element, and goes nowhere else.
    auto *Decay = dyn_cast<ImplicitCastExpr>(Element->getBase()->IgnoreParens());
    if (Decay && Decay->getCastKind() == CK_ArrayToPointerDecay) {
      visit(Decay->getSubExpr(), Depth + 1);
      return visit(Element->getIdx(), Depth + 1);
    }
  } else if (auto *Cast = dyn_cast<CastExpr>(S);
             Cast && Cast->getCastKind() == CK_ArrayToPointerDecay) {
    if (const VarDecl *Root = rootVariable(Cast->getSubExpr()))
      AddressTaken.insert(canonical(Root));
  }
  forEachChild(S, [&](const Stmt *Child) { visit(Child, Depth + 1); });
}

std::string tilepipe::whyReplaceable(const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition))
    return "its definition is not in this file";
  if (std::string Why = whyReplaced(Definition); !Why.empty())
    return Why;
  auto HasBody = [](const FunctionDecl *D) { return D->doesThisDeclarationHaveABody(); };
  bool IsOneOfTwo =
      llvm::count_if(F->redecls(), HasBody) > 1 ||
      F->getASTContext().GetGVALinkageForFunction(Definition) == GVA_AvailableExternally;
  if (IsOneOfTwo && !Definition->hasAttr<AlwaysInlineAttr>())
    return "has an inline definition that need not be the one that runs";
  return "";
}

const FunctionDecl *tilepipe::calledDefinition(const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  return F && F->hasBody(Definition) && whyReplaceable(F).empty() ? Definition : nullptr;
}

/// Both point to the same, qualifiers and lengths of arrays aside.
static bool pointAlike(ASTContext &AST, QualType Left, QualType Right) {
  Qualifiers Ignored;
  return AST.typesAreCompatible(AST.getUnqualifiedArrayType(Left->getPointeeType(), Ignored),
                                AST.getUnqualifiedArrayType(Right->getPointeeType(), Ignored));
}

const Expr *tilepipe::argumentFor(const ParmVarDecl *P, const Expr *Argument) {
  ASTContext &AST = P->getASTContext();
  QualType From = Argument->getType(), To = P->getType();
  if (AST.hasSameUnqualifiedType(From, To))
    return Argument;
  if (From->isPointerType() && To->isPointerType())
    return pointAlike(AST, From, To) ? Argument : nullptr;
  // Compilers differ in what is left of a number that is no truth value.
  if (!From->isArithmeticType() || !To->isArithmeticType() || To->isBooleanType())
    return nullptr;
  CastKind Kind;
  if (From->isIntegerType() && To->isIntegerType()) {
    QualType Promoted = AST.isPromotableIntegerType(To) ? AST.getPromotedIntegerType(To) : To;
    if (AST.getIntWidth(Promoted) != AST.getIntWidth(From))
      return nullptr;
    Kind = CK_IntegralCast;
  } else if (AST.hasSameUnqualifiedType(From, AST.DoubleTy) &&
             AST.hasSameUnqualifiedType(To, AST.FloatTy)) {
    Kind = CK_FloatingCast;
  } else {
    return nullptr;
  }
  return ImplicitCastExpr::Create(AST, To.getUnqualifiedType(), Kind,
                                  const_cast<Expr *>(Argument), nullptr, VK_PRValue,
                                  FPOptionsOverride());
}

/// Clang converts arguments to the types of an old-style definition that it has seen; gcc promotes them and does no more.
static bool isPromotedAlone(const Expr *Argument, ASTContext &AST) {
  const Expr *Written = Argument->IgnoreParenImpCasts();
  QualType From = Written->getType();
  if (!From->isArithmeticType())
    return true;
  if (AST.hasSameUnqualifiedType(From, AST.FloatTy))
    From = AST.DoubleTy;
  else if (QualType Field = AST.isPromotableBitField(const_cast<Expr *>(Written)); !Field.isNull())
    From = Field;
  else if (AST.isPromotableIntegerType(From))
    From = AST.getPromotedIntegerType(From);
  QualType To = Argument->getType();
  if (From->isIntegerType() && To->isIntegerType())
    return AST.getIntWidth(From) == AST.getIntWidth(To);
  return AST.hasSameUnqualifiedType(From, To);
}

bool tilepipe::fitsParameters(const CallExpr *Call, const FunctionDecl *Definition) {
  unsigned Count = Definition->getNumParams();
  if (Call->getNumArgs() < Count || (Call->getNumArgs() > Count && !Definition->isVariadic()))
    return false;
  ASTContext &AST = Definition->getASTContext();
  const Expr *Named = Call->getCallee()->IgnoreParenImpCasts();
  const bool HasPrototype = !Named->getType()->isFunctionNoProtoType();
  for (unsigned I = 0; I < Count; ++I)
    if (!argumentFor(Definition->getParamDecl(I), Call->getArg(I)) ||
        (!HasPrototype && !isPromotedAlone(Call->getArg(I), AST)))
      return false;
  return true;
}

const Stmt *tilepipe::runOnce(const Stmt *Loop, const ASTContext &AST) {
  auto *Do = dyn_cast<DoStmt>(Loop);
  std::optional<llvm::APSInt> Again =
      Do ? Do->getCond()->getIntegerConstantExpr(AST) : std::nullopt;
  return Again && Again->isZero() ? Do->getBody() : nullptr;
}

const Expr *tilepipe::targetOf(const Stmt *S) {
  if (auto *Unary = dyn_cast<UnaryOperator>(S); Unary && Unary->isIncrementDecrementOp())
    return Unary->getSubExpr();
  auto *Binary = dyn_cast<BinaryOperator>(S);
  return Binary && Binary->isAssignmentOp() ? Binary->getLHS() : nullptr;
}

bool tilepipe::isLoop(const Stmt *S, const ASTContext &AST) {
  return isa<ForStmt, WhileStmt, DoStmt>(S) && !runOnce(S, AST);
}

bool tilepipe::hasAnyLoop(const Stmt *S, const ASTContext &AST) {
  return isLoop(S, AST) || anyChild(S, [&](const Stmt *Child) { return hasAnyLoop(Child, AST); });
}

bool tilepipe::names(const Stmt *S, const VarDecl *V) {
  auto *Ref = dyn_cast<DeclRefExpr>(S);
  return (Ref && Ref->getDecl()->getCanonicalDecl() == V->getCanonicalDecl()) ||
         anyChild(S, [&](const Stmt *Child) { return names(Child, V); });
}

void tilepipe::collectVariables(const Stmt *S, std::set<const VarDecl *> &Named) {
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      Named.insert(VariableUses::canonical(V));
  forEachChild(S, [&](const Stmt *Child) { collectVariables(Child, Named); });
}

unsigned tilepipe::timesNamed(const Stmt *S, const VarDecl *V) {
  auto *Ref = dyn_cast<DeclRefExpr>(S);
  unsigned Count = Ref && Ref->getDecl()->getCanonicalDecl() == V->getCanonicalDecl();
  forEachChild(S, [&](const Stmt *Child) { Count += timesNamed(Child, V); });
  return Count;
}

const VarDecl *tilepipe::setFirst(const ForStmt *For) {
  const Stmt *Init = For->getInit();
  if (auto *Declaration = dyn_cast_or_null<DeclStmt>(Init); Declaration && Declaration->isSingleDecl())
    return dyn_cast<VarDecl>(Declaration->getSingleDecl());
  auto *Assignment = dyn_cast_or_null<BinaryOperator>(Init);
  if (!Assignment || Assignment->getOpcode() != BO_Assign)
    return nullptr;
  const VarDecl *V = namedVariable(Assignment->getLHS());
  return V && !names(Assignment->getRHS(), V) ? V : nullptr;
}

bool tilepipe::setsFirst(const ForStmt *For, const VarDecl *V) {
  auto IsV = [&](const VarDecl *Set) { return Set && Set->getCanonicalDecl() == V->getCanonicalDecl(); };
  if (IsV(setFirst(For)))
    return true;
  if (auto *Declaration = dyn_cast_or_null<DeclStmt>(For->getInit()))
    return llvm::any_of(Declaration->decls(), [&](const Decl *D) { return IsV(dyn_cast<VarDecl>(D)); });
  auto *E = dyn_cast_or_null<Expr>(For->getInit());
  bool IsSet = false, IsRead = false;
  while (E) { // i = a, j = b: the right side of a comma is the last one
    auto *Comma = dyn_cast<BinaryOperator>(E->IgnoreParens());
    bool IsComma = Comma && Comma->getOpcode() == BO_Comma;
    auto *Assignment = dyn_cast<BinaryOperator>(IsComma ? Comma->getRHS()->IgnoreParens() : E->IgnoreParens());
    bool IsHere = Assignment && Assignment->getOpcode() == BO_Assign && IsV(namedVariable(Assignment->getLHS()));
    IsRead |= Assignment ? names(Assignment->getRHS(), V) || (!IsHere && names(Assignment->getLHS(), V)) : names(E, V);
    IsSet |= IsHere;
    E = IsComma ? Comma->getLHS() : nullptr;
  }
  return IsSet && !IsRead;
}

bool tilepipe::namesOutsideItsLoops(const Stmt *S, const VarDecl *V) {
  if (auto *For = dyn_cast<ForStmt>(S); For && setsFirst(For, V))
    return false;
  auto *Ref = dyn_cast<DeclRefExpr>(S);
  return (Ref && names(Ref, V)) || anyChild(S, [&](const Stmt *Child) { return namesOutsideItsLoops(Child, V); });
}

bool tilepipe::isConstantTable(const VarDecl *V) {
  QualType Element = V->getASTContext().getBaseElementType(V->getType());
  bool IsConstant =
      Element.isConstQualified() && !Element.isVolatileQualified() && V->hasGlobalStorage();
  // Wherever it is defined: every rank runs the same program.
  bool IsHere = V->getDefinition() && V->getDefinition()->hasInit();
  // The file's assembler may give it a name under which it is written.
  return IsConstant && (IsHere || (isGlobal(V) && Element->isArithmeticType())) &&
         !hasTopLevelAssembly(V->getASTContext());
}

std::optional<int64_t> tilepipe::constantValue(const VarDecl *V) {
  QualType Type = V->getType();
  if (!Type.isConstQualified() || Type.isVolatileQualified() || !Type->isIntegerType())
    return std::nullopt;
  const VarDecl *Definition = nullptr;
  const Expr *Init = V->getAnyInitializer(Definition);
  Expr::EvalResult Result;
  if (!Init || !whyReplaced(V).empty() || Init->isValueDependent() || !Init->EvaluateAsInt(Result, V->getASTContext()))
    return std::nullopt;
  llvm::APSInt Value = Result.Val.getInt();
  return Value.isRepresentableByInt64() ? std::optional(Value.getExtValue()) : std::nullopt;
}
