// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "inline/SameSyntax.h"

#include "syntax/Syntax.h"
#include "syntax/SyntaxVisitor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace tilepipe;
using namespace clang;

//--- names and types ----------------------------------------------------------

namespace {
/// Declarations of one function, by how many of the same name come before.
class Numberer : public SyntaxVisitor {
public:
  std::map<const Decl *, unsigned> Numbers;

private:
  void declaration(const Decl *D) override {
    if (auto *Named = dyn_cast<NamedDecl>(D))
      Numbers[D] = Count[Named->getNameAsString()]++;
  }

  std::map<std::string, unsigned> Count;
};
} // namespace

unsigned SameSyntax::numberOf(const NamedDecl *D, const FunctionDecl *F) {
  auto [It, IsNew] = Numbers.try_emplace(F);
  if (IsNew) {
    Numberer All;
    All.visit(F);
    It->second = std::move(All.Numbers);
  }
  return It->second[D];
}

/// A file's unnamed structures have no other identity. Lines keep their numbers.
static std::pair<std::string, unsigned> fileAndLine(const Decl *D) {
  const SourceManager &SM = D->getASTContext().getSourceManager();
  const SourceLocation Loc = SM.getExpansionLoc(D->getLocation());
  return {SM.getFilename(Loc).str(), Loc.isValid() ? SM.getExpansionLineNumber(Loc) : 0};
}

/// Declared at the same place of both: of the file, where names are unique, or of the same function.
bool SameSyntax::isSamePlace(const NamedDecl *A, const NamedDecl *B) {
  if (A->getKind() != B->getKind() || A->getNameAsString() != B->getNameAsString())
    return false;
  if (isa<FunctionDecl>(A)) // may be declared by its first call only
    return true;
  if (auto *Field = dyn_cast<FieldDecl>(A))
    return Field->getFieldIndex() == cast<FieldDecl>(B)->getFieldIndex() && isSamePlace(Field->getParent(), cast<FieldDecl>(B)->getParent());
  A = cast<NamedDecl>(A->getCanonicalDecl());
  B = cast<NamedDecl>(B->getCanonicalDecl());
  auto *InA = dyn_cast_or_null<FunctionDecl>(A->getParentFunctionOrMethod()), *InB = dyn_cast_or_null<FunctionDecl>(B->getParentFunctionOrMethod());
  if (InA && InB)
    return isSamePlace(InA, InB) && numberOf(A, InA) == numberOf(B, InB);
  return !InA && !InB && (!A->getName().empty() || fileAndLine(A) == fileAndLine(B));
}

/// Up to `const`, `restrict` and sizes that are no constants.
bool SameSyntax::isSameType(QualType A, QualType B) {
  A = File.getCanonicalType(A);
  B = Text.getCanonicalType(B);
  if (A.isVolatileQualified() != B.isVolatileQualified() || A->getTypeClass() != B->getTypeClass())
    return false;
  if (auto *Basic = dyn_cast<BuiltinType>(A))
    return Basic->getKind() == cast<BuiltinType>(B)->getKind();
  if (auto *Tag = dyn_cast<TagType>(A))
    return isSamePlace(Tag->getDecl(), cast<TagType>(B)->getDecl());
  if (isa<PointerType>(A))
    return isSameType(A->getPointeeType(), B->getPointeeType());
  if (auto *Array = File.getAsArrayType(A)) {
    auto *Sized = dyn_cast<ConstantArrayType>(Array), *Other = dyn_cast<ConstantArrayType>(Text.getAsArrayType(B));
    return (!Sized || Sized->getSize() == Other->getSize()) &&
           isSameType(Array->getElementType(), Text.getAsArrayType(B)->getElementType());
  }
  if (auto *Function = dyn_cast<FunctionType>(A)) {
    auto *Takes = dyn_cast<FunctionProtoType>(Function), *Other = dyn_cast<FunctionProtoType>(cast<FunctionType>(B));
    return isSameType(Function->getReturnType(), cast<FunctionType>(B)->getReturnType()) &&
           (!Takes || (Takes->isVariadic() == Other->isVariadic() &&
                       llvm::all_of_zip(Takes->getParamTypes(), Other->getParamTypes(),
                                        [&](QualType P, QualType Q) { return isSameType(P, Q); })));
  }
  if (auto *Complex = dyn_cast<ComplexType>(A))
    return isSameType(Complex->getElementType(), cast<ComplexType>(B)->getElementType());
  return A.getUnqualifiedType().getAsString() == B.getUnqualifiedType().getAsString();
}

bool SameSyntax::nameSame(const ValueDecl *A, Frame &In, const ValueDecl *B) {
  const auto Own = Fresh.find(B->getNameAsString());
  if (!In.Call || A->getDeclContext() != In.Function)
    return Own == Fresh.end() && isSamePlace(A, B);
  return Own != Fresh.end() && Own->second == A && isSameType(A->getType(), B->getType()) &&
         In.Names.try_emplace(Own->second, Own->first).first->second == Own->first;
}

bool SameSyntax::declareSame(const VarDecl *A, Frame &In, const VarDecl *B) {
  auto Sizes = [](const VarDecl *V) {
    std::vector<const Expr *> Result;
    forEachSize(V, [&](const Expr *E) { Result.push_back(E); });
    return Result;
  };
  return nameSame(A, In, B) && isSameType(A->getType(), B->getType()) && A->getStorageClass() == B->getStorageClass() &&
         llvm::all_of_zip(Sizes(A), Sizes(B), [&](const Expr *X, const Expr *Y) { return areSame(X, In, Y); }) &&
         !A->getInit() == !B->getInit() && (!A->getInit() || areSame(A->getInit(), In, B->getInit()));
}

//--- expressions --------------------------------------------------------------

/// E without parentheses and conversions of pointers that change neither value nor, as isSameType sees it, type.
const Expr *SameSyntax::plain(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    auto *Cast = dyn_cast<CastExpr>(E);
    const bool IsPointer = Cast && (Cast->getCastKind() == CK_NoOp || Cast->getCastKind() == CK_BitCast);
    if (!IsPointer || !isSameType(Cast->getType(), Cast->getSubExpr()->getType()) ||
        (isa<ExplicitCastExpr>(Cast) && Cast->getType()->isVariablyModifiedType()))
      return E;
    E = Cast->getSubExpr();
  }
}

static bool isLoad(const Expr *E) {
  auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  return Cast && Cast->getCastKind() == CK_LValueToRValue;
}

/// The argument that a parameter without a variable of its own stands for. E is the parameter, or its value. Null: E is neither.
const Expr *SameSyntax::argumentFor(const Expr *E, const Frame &In) {
  auto *Ref = dyn_cast<DeclRefExpr>(isLoad(E) ? cast<CastExpr>(E)->getSubExpr()->IgnoreParens() : E);
  auto *P = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
  if (!P || !In.Call || P->getDeclContext() != In.Function || In.Names.count(P))
    return nullptr;
  return plain(In.Call->getArg(P->getFunctionScopeIndex()));
}

/// What expressions of one class say beside their parts and their type. False for classes of which that is not known.
bool SameSyntax::haveSameDetails(const Expr *A, const Expr *B) {
  if (auto *Unary = dyn_cast<UnaryOperator>(A))
    return Unary->getOpcode() == cast<UnaryOperator>(B)->getOpcode();
  if (auto *Compound = dyn_cast<CompoundAssignOperator>(A);
      Compound && !isSameType(Compound->getComputationResultType(), cast<CompoundAssignOperator>(B)->getComputationResultType()))
    return false;
  if (auto *Binary = dyn_cast<BinaryOperator>(A))
    return Binary->getOpcode() == cast<BinaryOperator>(B)->getOpcode();
  if (auto *Cast = dyn_cast<CastExpr>(A))
    return Cast->getCastKind() == cast<CastExpr>(B)->getCastKind();
  if (auto *Member = dyn_cast<MemberExpr>(A))
    return isSamePlace(Member->getMemberDecl(), cast<MemberExpr>(B)->getMemberDecl()) &&
           Member->isArrow() == cast<MemberExpr>(B)->isArrow();
  if (auto *Integer = dyn_cast<IntegerLiteral>(A))
    return Integer->getValue() == cast<IntegerLiteral>(B)->getValue();
  if (auto *Floating = dyn_cast<FloatingLiteral>(A))
    return Floating->getValue().bitwiseIsEqual(cast<FloatingLiteral>(B)->getValue());
  if (auto *Character = dyn_cast<CharacterLiteral>(A))
    return Character->getValue() == cast<CharacterLiteral>(B)->getValue();
  if (auto *String = dyn_cast<StringLiteral>(A))
    return String->getBytes() == cast<StringLiteral>(B)->getBytes();
  if (auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(A)) {
    auto *Other = cast<UnaryExprOrTypeTraitExpr>(B);
    Expr::EvalResult Number, OtherNumber;
    if (Trait->EvaluateAsInt(Number, File) && (!Other->EvaluateAsInt(OtherNumber, Text) || Number.Val.getInt() != OtherNumber.Val.getInt()))
      return false;
    return Trait->getKind() == Other->getKind() && Trait->isArgumentType() == Other->isArgumentType() &&
           isSameType(Trait->getTypeOfArgument(), Other->getTypeOfArgument());
  }
  if (isa<OffsetOfExpr>(A)) {
    Expr::EvalResult Offset, Other;
    return A->EvaluateAsInt(Offset, File) && B->EvaluateAsInt(Other, Text) && Offset.Val.getInt() == Other.Val.getInt();
  }
  return isa<ArraySubscriptExpr, CallExpr, AbstractConditionalOperator, OpaqueValueExpr, InitListExpr, ImplicitValueInitExpr,
             DesignatedInitUpdateExpr, NoInitExpr, CompoundLiteralExpr, StmtExpr, ConstantExpr, ImaginaryLiteral>(A);
}

static std::vector<const Stmt *> children(const Stmt *S) {
  std::vector<const Stmt *> Result;
  forEachChild(S, [&](const Stmt *Child) { Result.push_back(Child); });
  return Result;
}

bool SameSyntax::areSame(const Expr *A, Frame &In, const Expr *B) {
  A = plain(A);
  B = plain(B);
  if (!isSameType(A->getType(), B->getType()))
    return false;
  if (const Expr *Argument = argumentFor(A, In)) {
    if (isLoad(A))
      return areSame(Argument, *In.Outer, B);
    return A->getType()->isRecordType() && isLoad(Argument) && areSame(cast<CastExpr>(Argument)->getSubExpr(), *In.Outer, B);
  }
  if (auto *Name = dyn_cast<DeclRefExpr>(A))
    return isa<DeclRefExpr>(B) && nameSame(Name->getDecl(), In, cast<DeclRefExpr>(B)->getDecl());
  // `p->x` is `v.x` where p is `&v`.
  auto *Member = dyn_cast<MemberExpr>(A), *Of = dyn_cast<MemberExpr>(B);
  if (Member && Of && Member->isArrow() && !Of->isArrow()) {
    const Expr *Pointer = plain(Member->getBase());
    Frame *Where = &In;
    while (const Expr *Argument = argumentFor(Pointer, *Where)) {
      Pointer = Argument;
      Where = Where->Outer;
    }
    auto *AddressOf = dyn_cast<UnaryOperator>(Pointer);
    return AddressOf && AddressOf->getOpcode() == UO_AddrOf && isSamePlace(Member->getMemberDecl(), Of->getMemberDecl()) &&
           areSame(AddressOf->getSubExpr(), *Where, Of->getBase());
  }
  return A->getStmtClass() == B->getStmtClass() && A->getValueKind() == B->getValueKind() && haveSameDetails(A, B) &&
         A->getFPFeaturesInEffect(File.getLangOpts()).getAsOpaqueInt() ==
             B->getFPFeaturesInEffect(Text.getLangOpts()).getAsOpaqueInt() &&
         llvm::all_of_zip(children(A), children(B), [&](const Stmt *X, const Stmt *Y) { return areSame(X, In, Y); });
}

//--- statements ---------------------------------------------------------------

/// Statements and declared variables in their order. Empty statements are left out.
std::vector<SameSyntax::Item> SameSyntax::items(llvm::ArrayRef<const Stmt *> Statements) {
  std::vector<Item> Result;
  for (const Stmt *S : Statements)
    if (auto *Declaration = dyn_cast<DeclStmt>(S))
      llvm::append_range(Result, Declaration->decls());
    else if (!isa<NullStmt>(S))
      Result.push_back(S);
  return Result;
}

static std::vector<const Stmt *> statements(const CompoundStmt *Block) { return {Block->body_begin(), Block->body_end()}; }

/// The function that A calls, where B is not the same call.
const FunctionDecl *SameSyntax::replaced(const Stmt *A, const Stmt *B) {
  auto *Call = dyn_cast_or_null<CallExpr>(A), *Other = dyn_cast_or_null<CallExpr>(B);
  const FunctionDecl *F = Call ? Nests.callee(Call) : nullptr;
  return F && Other && Other->getDirectCallee() && isSamePlace(F, Other->getDirectCallee()) ? nullptr : F;
}

bool SameSyntax::areSame(llvm::ArrayRef<Item> A, Frame &In, llvm::ArrayRef<Item> B) {
  return startWithSame(A, In, B) && B.empty();
}

/// B begins with what A has, which is taken off.
bool SameSyntax::startWithSame(llvm::ArrayRef<Item> A, Frame &In, llvm::ArrayRef<Item> &B) {
  for (Item I : A) {
    auto *Statement = dyn_cast<const Stmt *>(I);
    auto *V = dyn_cast_or_null<VarDecl>(dyn_cast<const Decl *>(I));
    if (const FunctionDecl *F = replaced(Statement, B.empty() ? nullptr : dyn_cast<const Stmt *>(B.front()))) {
      auto *Call = cast<CallExpr>(Statement);
      Frame Inside{&In, Call, F, {}};
      while (!B.empty()) {
        auto *Bound = dyn_cast_or_null<VarDecl>(dyn_cast<const Decl *>(B.front()));
        const auto Own = Bound ? Fresh.find(Bound->getNameAsString()) : Fresh.end();
        auto *P = Own == Fresh.end() ? nullptr : dyn_cast<ParmVarDecl>(Own->second);
        if (!P || P->getDeclContext() != F || Inside.Names.count(P))
          break;
        if (!nameSame(P, Inside, Bound) || !Bound->getInit() ||
            !areSame(Call->getArg(P->getFunctionScopeIndex()), In, Bound->getInit()))
          return false;
        B = B.drop_front();
      }
      if (!startWithSame(items(calledStatements(F)), Inside, B))
        return false;
      continue;
    }
    auto *Next = B.empty() ? nullptr : dyn_cast_or_null<VarDecl>(dyn_cast<const Decl *>(B.front()));
    // Arrays are declared at the beginning of the caller.
    if (V && In.Call && V->getType()->isArrayType() && !V->getInit() && !(Next && nameSame(V, In, Next)))
      continue;
    if (B.empty())
      return false;
    if (V ? !Next || !declareSame(V, In, Next)
          : Statement ? !isa<const Stmt *>(B.front()) || !areSame(Statement, In, cast<const Stmt *>(B.front()))
                      : !isa<const Decl *>(B.front()) || cast<const Decl *>(I)->getKind() != cast<const Decl *>(B.front())->getKind())
      return false;
    B = B.drop_front();
  }
  return true;
}

bool SameSyntax::areSame(const Stmt *A, Frame &In, const Stmt *B) {
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  if (Depth > DeepestSyntax)
    return false;
  A = withoutHints(A);
  B = withoutHints(B);
  auto *Block = dyn_cast<CompoundStmt>(B);
  if (Block && replaced(A, B))
    return areSame(items(A), In, items(statements(Block)));
  if (A->getStmtClass() != B->getStmtClass() && !(isa<Expr>(A) && isa<Expr>(B)))
    return false;
  if (Block)
    return areSame(items(statements(cast<CompoundStmt>(A))), In, items(statements(Block)));
  if (isa<DeclStmt>(A))
    return areSame(items(A), In, items(B));
  if (auto *Value = dyn_cast<Expr>(A))
    return areSame(Value, In, cast<Expr>(B));
  if (auto *For = dyn_cast<ForStmt>(A)) {
    auto *Other = cast<ForStmt>(B);
    if (!For->getInit() != !Other->getInit() || !For->getCond() != !Other->getCond() || !For->getInc() != !Other->getInc())
      return false;
  }
  return llvm::all_of_zip(children(A), children(B), [&](const Stmt *X, const Stmt *Y) { return areSame(X, In, Y); });
}

bool SameSyntax::areSame(const ForStmt *InFile, const ForStmt *InText) {
  Frame Caller;
  return areSame(static_cast<const Stmt *>(InFile), Caller, InText);
}
