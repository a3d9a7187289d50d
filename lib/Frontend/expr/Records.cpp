// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expr/Records.h"

#include "clang/AST/ASTContext.h"

using namespace tilepipe;
using namespace clang;

//--- what the nest does with structures ---------------------------------------

/// Walks the text of a nest.
class RecordUses::Reader {
public:
  Reader(const ASTContext &AST, const SourceText &Src, const InlinedCalls &Inlined,
         const ForStmt *For, std::map<std::string, Use> &Uses)
      : AST(AST), Src(Src), Inlined(Inlined), For(For), Uses(Uses) {}

  void visit(const Stmt *S, bool IsTarget, unsigned Depth);

private:
  void visitPart(const Expr *E, unsigned Depth);
  void visitCall(const CallExpr *Call, const InlinedCall &In, unsigned Depth);
  void classify(const Expr *E, bool IsTarget);

  const ASTContext &AST;
  const SourceText &Src;
  const InlinedCalls &Inlined;
  const ForStmt *For;
  std::map<std::string, Use> &Uses;
};

RecordUses::RecordUses(const ASTContext &AST, const SourceText &Src, const InlinedCalls &Inlined,
                       const ForStmt *For) {
  Reader(AST, Src, Inlined, For, Uses).visit(For, false, 0);
}

/// The lvalue behind the load of a pointer, or nothing.
static const Expr *loadedPointer(const Expr *Pointer) {
  while (auto *Cast = dyn_cast<ImplicitCastExpr>(Pointer->IgnoreParens())) {
    Pointer = Cast->getSubExpr()->IgnoreParens();
    if (Cast->getCastKind() == CK_LValueToRValue)
      return Pointer;
    if (Cast->getCastKind() != CK_NoOp)
      return nullptr;
  }
  return nullptr;
}

/// The array lvalue that decays to Pointer, or nothing.
static const Expr *decayedArray(const Expr *Pointer) {
  auto *Decay = dyn_cast<ImplicitCastExpr>(Pointer->IgnoreParens());
  return Decay && Decay->getCastKind() == CK_ArrayToPointerDecay
             ? Decay->getSubExpr()->IgnoreParens()
             : nullptr;
}

static const UnaryOperator *asDereference(const Expr *E) {
  auto *Unary = dyn_cast<UnaryOperator>(E);
  return Unary && Unary->getOpcode() == UO_Deref ? Unary : nullptr;
}

/// Follows E inwards through members and constant subscripts, noted in F.Path, up to
/// what owns them: a variable, left in E, or what Pointer points to. False: something
/// else stands on the way.
static bool walkToOwner(const ASTContext &AST, FieldPath &F, const Expr *&E, const Expr *&Pointer) {
  while (!Pointer) {
    if (auto *Member = dyn_cast<MemberExpr>(E)) {
      auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      if (!Field || Field->isBitField() || Field->getParent()->isUnion() ||
          Member->getType().isVolatileQualified() || Member->getType()->isAtomicType())
        return false;
      if (!Field->getName().empty())
        F.Path = "." + Field->getNameAsString() + F.Path;
      if (Member->isArrow())
        Pointer = Member->getBase();
      else
        E = Member->getBase()->IgnoreParens();
    } else if (auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      const Expr *Array = decayedArray(Element->getBase());
      auto *Type = Array ? AST.getAsConstantArrayType(Array->getType()) : nullptr;
      Expr::EvalResult Index;
      if (!Type || !Element->getIdx()->EvaluateAsInt(Index, AST) ||
          Index.Val.getInt().isNegative() || Index.Val.getInt().getZExtValue() >= Type->getZExtSize())
        return false;
      F.Path = "[" + std::to_string(Index.Val.getInt().getZExtValue()) + "]" + F.Path;
      E = Array;
    } else if (auto *Dereference = asDereference(E)) {
      Pointer = Dereference->getSubExpr();
    } else {
      break;
    }
  }
  return llvm::StringRef(F.Path).starts_with(".");
}

std::optional<FieldPath> tilepipe::fieldPath(const ASTContext &AST, const Expr *E) {
  E = E->IgnoreParens();
  FieldPath F;
  F.Type = E->getType();
  F.Lvalue = E;
  const Expr *Pointer = nullptr;
  if (!walkToOwner(AST, F, E, Pointer))
    return std::nullopt;
  const Expr *Owner = E;
  if (Pointer) {
    Owner = loadedPointer(Pointer);
    if (!Owner)
      return std::nullopt;
    F.IsArrow = true;
    F.OwnerType = Owner->getType()->getPointeeType();
  } else {
    F.OwnerType = E->getType();
  }
  if (auto *Ref = dyn_cast<DeclRefExpr>(Owner)) {
    F.Root = dyn_cast<VarDecl>(Ref->getDecl());
    if (!F.Root || F.Root->getType().isVolatileQualified() || F.Root->getType()->isAtomicType())
      return std::nullopt;
    F.Owner = F.Root->getNameAsString();
  } else {
    std::optional<FieldPath> Outer = F.IsArrow ? fieldPath(AST, Owner) : std::nullopt;
    if (!Outer)
      return std::nullopt;
    F.Root = Outer->Root;
    F.Owner = Outer->Text;
    F.OwnerPath = Owner;
  }
  if (!F.OwnerType->isStructureType() || F.OwnerType.isVolatileQualified())
    return std::nullopt;
  F.Text = F.Owner + (F.IsArrow ? "->" : ".") + F.Path.substr(1);
  return F;
}

std::optional<FieldPath> tilepipe::cellPath(const ASTContext &AST, const Expr *E) {
  E = E->IgnoreParens();
  FieldPath F;
  F.Lvalue = E;
  F.Type = F.OwnerType = E->getType();
  F.IsCell = true;
  if (!F.Type->isIntegerType() || F.Type.isVolatileQualified() || F.Type->isAtomicType())
    return std::nullopt;
  const Expr *Owner = nullptr;
  int64_t Index = 0;
  if (auto *Dereference = asDereference(E)) {
    Owner = Dereference->getSubExpr();
  } else if (auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    Expr::EvalResult Value;
    if (!Element->getIdx()->EvaluateAsInt(Value, AST) ||
        !Value.Val.getInt().isRepresentableByInt64())
      return std::nullopt;
    Index = Value.Val.getInt().getExtValue();
    Owner = Element->getBase();
  }
  if (!Owner)
    return std::nullopt;
  const Expr *Variable = loadedPointer(Owner);
  F.IsArrow = Variable;
  if (!Variable)
    Variable = decayedArray(Owner);
  auto *Ref = dyn_cast_or_null<DeclRefExpr>(Variable);
  F.Root = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!F.Root || F.Root->getType().isVolatileQualified() || F.Root->getType()->isAtomicType())
    return std::nullopt;
  F.Owner = F.Root->getNameAsString();
  F.Path = "." + std::string(Index < 0 ? "before_" : "at_") + std::to_string(std::abs(Index));
  F.Text = F.Owner + "[" + std::to_string(Index) + "]";
  return F;
}

/// E is the inner end of a longer lvalue: only what is evaluated on the way counts.
void RecordUses::Reader::visitPart(const Expr *E, unsigned Depth) {
  E = E->IgnoreParens();
  if (auto *Member = dyn_cast<MemberExpr>(E)) {
    if (!Member->isArrow())
      return visitPart(Member->getBase(), Depth + 1);
    return visit(Member->getBase(), false, Depth + 1);
  }
  if (auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    visit(Element->getIdx(), false, Depth + 1);
    if (const Expr *Array = decayedArray(Element->getBase()))
      return visitPart(Array, Depth + 1);
    return visit(Element->getBase(), false, Depth + 1);
  }
  if (auto *Dereference = asDereference(E))
    return visit(Dereference->getSubExpr(), false, Depth + 1);
  if (!isa<DeclRefExpr>(E))
    visit(E, false, Depth + 1);
}

/// The callee's body shows what is done with a structure that is passed.
void RecordUses::Reader::visitCall(const CallExpr *Call, const InlinedCall &In, unsigned Depth) {
  for (const Expr *Argument : Call->arguments()) {
    const Expr *Passed = Argument->IgnoreParenImpCasts();
    auto *Unary = dyn_cast<UnaryOperator>(Passed);
    if (Unary && Unary->getOpcode() == UO_AddrOf)
      visitPart(Unary->getSubExpr(), Depth);
    else if (Passed->getType()->isRecordType())
      visitPart(Passed, Depth);
    else
      visit(Argument, false, Depth);
  }
  visit(In.Body, false, Depth);
}

void RecordUses::Reader::visit(const Stmt *S, bool IsTarget, unsigned Depth) {
  if (Depth > DeepestSyntax)
    giveUp(refusals::tooComplex(Src.place(For)));
  if (auto *Paren = dyn_cast<ParenExpr>(S))
    return visit(Paren->getSubExpr(), IsTarget, Depth + 1);
  if (auto *E = dyn_cast<Expr>(S)) {
    if (const InlinedCall *In = Inlined.find(E))
      return visitCall(cast<CallExpr>(E), *In, Depth + 1);
    const Expr *Same = Inlined.resolved(E);
    if (Same != E) {
      // The call itself is evaluated, too.
      forEachChild(E, [&](const Stmt *Child) { visit(Child, false, Depth + 1); });
      return visit(Same, IsTarget, Depth + 1);
    }
  }
  if (auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    if (Ref->getType()->isRecordType())
      classify(Ref, IsTarget);
    return;
  }
  auto *E = dyn_cast<Expr>(S);
  if (E && (isa<MemberExpr>(E) || isa<ArraySubscriptExpr>(E) || asDereference(E))) {
    classify(E, IsTarget);
    return visitPart(E, Depth + 1);
  }
  if (auto *Binary = dyn_cast<BinaryOperator>(S); Binary && Binary->isAssignmentOp()) {
    visit(Binary->getLHS(), true, Depth + 1);
    return visit(Binary->getRHS(), false, Depth + 1);
  }
  auto *Unary = dyn_cast<UnaryOperator>(S);
  bool IsChanged = Unary && Unary->isIncrementDecrementOp();
  // __real__ of a target.
  IsChanged |= IsTarget && Unary;
  forEachChild(S, [&](const Stmt *Child) { visit(Child, IsChanged, Depth + 1); });
}

std::optional<FieldPath> tilepipe::arrayMember(const ASTContext &AST, const Expr *E) {
  std::optional<FieldPath> Found;
  while (true) {
    E = E->IgnoreParens();
    if (std::optional<FieldPath> F = fieldPath(AST, E); F && F->Type->isArrayType())
      Found = F;
    if (auto *Member = dyn_cast<MemberExpr>(E); Member && !Member->isArrow()) {
      E = Member->getBase();
      continue;
    }
    auto *Element = dyn_cast<ArraySubscriptExpr>(E);
    const Expr *Array = Element ? decayedArray(Element->getBase()) : nullptr;
    if (!Array)
      return Found;
    E = Array;
  }
}

/// Number of elements when all of Type's are arithmetic.
static uint64_t elementCount(const ASTContext &AST, QualType Type) {
  uint64_t Count = 1;
  while (auto *Array = AST.getAsConstantArrayType(Type)) {
    if (Array->getZExtSize() > RecordUses::MostCopied)
      return UINT64_MAX;
    Count *= std::max<uint64_t>(Array->getZExtSize(), 1);
    Type = Array->getElementType();
  }
  return Type->isArithmeticType() ? Count : UINT64_MAX;
}

/// A copy passes through the caller's stack, several times, before the runtime looks how much is left there.
static bool isTooLargeToCopy(const ASTContext &AST, QualType Structure) {
  constexpr int64_t MostBytes = 1024;
  return AST.getTypeSizeInChars(Structure).getQuantity() > MostBytes;
}

void RecordUses::Reader::classify(const Expr *E, bool IsTarget) {
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    Uses[cast<VarDecl>(Ref->getDecl())->getNameAsString()].IsWhole = true;
    return;
  }
  std::optional<FieldPath> F = fieldPath(AST, E);
  bool IsElement = false;
  if (!F || F->Type->isArrayType()) {
    std::optional<FieldPath> Array = arrayMember(AST, E);
    if (Array) {
      F = Array;
      IsElement = true;
    }
  }
  if (F) {
    Use &U = Uses[F->Owner];
    U.IsArrow = F->IsArrow;
    if (IsTarget)
      U.Written.insert(F->Path);
    // Whoever is written, large or a structure stays where it is.
    U.IsInMemory |= IsTarget || (IsElement && elementCount(AST, F->Type) > MostCopied) ||
                    (!F->IsArrow && !F->IsCell && isTooLargeToCopy(AST, F->OwnerType));
    if (F->Type->isRecordType())
      (F->IsArrow ? U.IsInMemory : U.IsWhole) = true;
    U.HasPointers |= F->Type->isPointerType();
    return;
  }
  // c[i].x, *c, (c + i)->x: memory that c points to.
  while (true) {
    E = E->IgnoreParens();
    if (auto *Member = dyn_cast<MemberExpr>(E)) {
      E = Member->getBase();
    } else if (auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      E = Element->getBase();
    } else if (auto *Dereference = asDereference(E)) {
      E = Dereference->getSubExpr();
    } else if (auto *Cast = dyn_cast<CastExpr>(E)) {
      E = Cast->getSubExpr();
    } else if (auto *Binary = dyn_cast<BinaryOperator>(E); Binary && Binary->isAdditiveOp()) {
      E = Binary->getLHS()->getType()->isPointerType() ? Binary->getLHS() : Binary->getRHS();
    } else {
      break;
    }
    if (std::optional<FieldPath> Slot = fieldPath(AST, E); Slot && Slot->Type->isPointerType()) {
      Uses[Slot->Text].IsInMemory = Uses[Slot->Text].IsArrow = true;
      return;
    }
  }
  if (auto *Ref = dyn_cast<DeclRefExpr>(E); Ref && isa<VarDecl>(Ref->getDecl())) {
    Use &U = Uses[cast<VarDecl>(Ref->getDecl())->getNameAsString()];
    U.IsInMemory = true;
    U.IsArrow |= Ref->getType()->isPointerType();
    U.HasCellWritten |= IsTarget;
  }
}

RecordModel RecordUses::model(const FieldPath &F) const {
  if (F.IsCell)
    return RecordModel::Memory;
  auto It = Uses.find(F.Owner);
  if (It == Uses.end())
    return F.IsArrow ? RecordModel::Fields : RecordModel::Copy;
  const Use &U = It->second;
  if (U.IsInMemory)
    return RecordModel::Memory;
  return F.IsArrow || (U.HasPointers && !U.IsWhole) ? RecordModel::Fields : RecordModel::Copy;
}

bool RecordUses::isBuilt(const std::string &Owner) const {
  auto It = Uses.find(Owner);
  return It != Uses.end() && It->second.IsArrow && !It->second.IsInMemory;
}

RecordModel RecordUses::model(const VarDecl *V) const {
  FieldPath F;
  F.Owner = V->getNameAsString();
  return model(F);
}

bool RecordUses::isWritten(const FieldPath &F) const {
  auto It = Uses.find(F.Owner);
  if (It == Uses.end())
    return false;
  if (F.IsCell)
    return It->second.HasCellWritten;
  auto IsWithin = [](llvm::StringRef Inner, llvm::StringRef Outer) {
    return Inner.consume_front(Outer) && (Inner.empty() || Inner[0] == '.' || Inner[0] == '[');
  };
  return llvm::any_of(It->second.Written, [&](const std::string &Path) {
    return IsWithin(Path, F.Path) || IsWithin(F.Path, Path);
  });
}
