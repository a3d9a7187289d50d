// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syntax/PointedObjects.h"

#include "syntax/Definitions.h"
#include "syntax/FunctionFacts.h"
#include "syntax/SyntaxVisitor.h"

#include "clang/AST/Attr.h"

#include <map>

using namespace tilepipe;
using namespace clang;

/// What a file does with functions and pointers.
struct tilepipe::PointerFacts {
  std::map<const FunctionDecl *, std::set<const CallExpr *>> Calls; ///< by name
  std::map<const FunctionDecl *, std::set<const DeclRefExpr *>> Named, ToBeCalled;
  /// What variables are set to; null: something else than the value of an assignment or an initialiser.
  std::map<const VarDecl *, std::set<const Expr *>> Values;
  std::set<const VarDecl *> AddressTaken;
  bool HasHiddenCalls = false; ///< of functions that attributes name
  std::map<const FunctionDecl *, bool> MakesFresh;
};

namespace {
class FactFinder : public SyntaxVisitor {
public:
  explicit FactFinder(PointerFacts &Facts) : Facts(Facts) {}

private:
  PointerFacts &Facts;

  void declaration(const Decl *D) override {
    Facts.HasHiddenCalls |= D->hasAttr<AliasAttr>() || D->hasAttr<IFuncAttr>() || D->hasAttr<CleanupAttr>();
    if (auto *V = dyn_cast<VarDecl>(D); V && V->getInit())
      set(V, V->getInit());
  }
  void statement(const Stmt *S) override {
    if (auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
        Facts.Named[F->getCanonicalDecl()].insert(Ref);
    if (auto *Call = dyn_cast<CallExpr>(S))
      add(Call);
    if (auto *Binary = dyn_cast<BinaryOperator>(S))
      add(Binary);
    if (auto *Unary = dyn_cast<UnaryOperator>(S))
      add(Unary);
    if (auto *Asm = dyn_cast<GCCAsmStmt>(S))
      add(Asm);
  }
  void add(const CallExpr *Call) {
    auto *Ref = dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts());
    if (auto *F = Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr) {
      Facts.Calls[F->getCanonicalDecl()].insert(Call);
      Facts.ToBeCalled[F->getCanonicalDecl()].insert(Ref);
    }
  }
  void add(const BinaryOperator *Binary) {
    if (Binary->isAssignmentOp())
      if (const VarDecl *V = rootVariable(Binary->getLHS()))
        set(V, Binary->getOpcode() == BO_Assign ? Binary->getRHS() : nullptr);
  }
  void add(const UnaryOperator *Unary) {
    const VarDecl *V = rootVariable(Unary->getSubExpr());
    if (V && Unary->isIncrementDecrementOp())
      set(V, nullptr);
    if (V && Unary->getOpcode() == UO_AddrOf)
      Facts.AddressTaken.insert(V->getCanonicalDecl());
  }
  void add(const GCCAsmStmt *Asm) {
    for (unsigned I = 0; I < Asm->getNumOutputs() + Asm->getNumInputs(); ++I)
      if (const VarDecl *V = rootVariable(I < Asm->getNumOutputs() ? Asm->getOutputExpr(I)
                                                                   : Asm->getInputExpr(I - Asm->getNumOutputs())))
        set(V, nullptr);
  }
  void set(const VarDecl *V, const Expr *Value) { Facts.Values[V->getCanonicalDecl()].insert(Value); }
};

bool isLibrary(llvm::StringRef Name) {
  static const std::set<llvm::StringRef> Allocators = {"malloc", "calloc", "aligned_alloc", "memalign", "valloc"};
  return Allocators.count(Name);
}
} // namespace

PointedObjects::PointedObjects(const ASTContext &AST) : AST(AST) {}
PointedObjects::~PointedObjects() = default;

static void findReturned(const Stmt *S, std::vector<const Expr *> &Values) {
  if (auto *Return = dyn_cast<ReturnStmt>(S))
    Values.push_back(Return->getRetValue());
  forEachChild(S, [&](const Stmt *Child) { findReturned(Child, Values); });
}

/// E is null, or the answer of a call that makes new memory each time: of the library, of a function that says so, or of
/// one of the file that returns nothing else.
bool PointedObjects::isFresh(const Expr *E) {
  if (!E || E->isNullPointerConstant(const_cast<ASTContext &>(AST), Expr::NPC_ValueDependentIsNotNull))
    return E;
  auto *Call = dyn_cast<CallExpr>(E->IgnoreParenCasts());
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F)
    return false;
  if (F->hasAttr<RestrictAttr>() || (!F->hasBody() && F->isExternallyVisible() && F->getIdentifier() && isLibrary(F->getName())))
    return true;
  const FunctionDecl *Definition = calledDefinition(F);
  if (!Definition || !Definition->getReturnType()->isPointerType())
    return false;
  auto [It, IsNew] = Known->MakesFresh.try_emplace(Definition, false); // not while it is asked about
  if (!IsNew)
    return It->second;
  std::vector<const Expr *> Values;
  findReturned(Definition->getBody(), Values);
  auto IsFreshHere = [&](const Expr *Value) {
    const VarDecl *V = Value ? namedVariable(Value->IgnoreParenCasts()) : nullptr;
    return V ? V->hasLocalStorage() && V->getType()->isPointerType() && holdsFresh(V) : isFresh(Value);
  };
  bool Makes = !Values.empty() && llvm::all_of(Values, IsFreshHere);
  return Known->MakesFresh[Definition] = Makes;
}

bool PointedObjects::holdsFresh(const VarDecl *Pointer) {
  // Text of other files may set what they can name.
  bool IsHere = Pointer->hasLocalStorage() || !Pointer->isExternallyVisible();
  if (!IsHere || isa<ParmVarDecl>(Pointer) || Pointer->getType().isVolatileQualified() || Pointer->hasAttrs() ||
      Known->AddressTaken.count(Pointer->getCanonicalDecl()))
    return false;
  auto Values = Known->Values.find(Pointer->getCanonicalDecl());
  return Values != Known->Values.end() && llvm::all_of(Values->second, [&](const Expr *Value) { return isFresh(Value); });
}

const FunctionDecl *PointedObjects::calledWith(const VarDecl *V) {
  auto *P = dyn_cast<ParmVarDecl>(V);
  auto *Function = P && P->getType()->isPointerType() ? dyn_cast<FunctionDecl>(P->getDeclContext()) : nullptr;
  const FunctionDecl *Definition = nullptr;
  auto IsHarmless = [](const Attr *A) { return isa<NoInlineAttr, AlwaysInlineAttr, UnusedAttr, HotAttr, ColdAttr>(A); };
  if (!Function || !Function->hasBody(Definition) || Definition->isExternallyVisible() ||
      !llvm::all_of(Definition->attrs(), IsHarmless) || Known->HasHiddenCalls || Known->AddressTaken.count(P->getCanonicalDecl()) ||
      Known->Values.count(P->getCanonicalDecl()))
    return nullptr;
  const FunctionDecl *Key = Definition->getCanonicalDecl();
  bool IsOnlyCalled = llvm::all_of(Known->Named[Key], [&](const DeclRefExpr *Ref) { return Known->ToBeCalled[Key].count(Ref); });
  bool Fits = llvm::all_of(Known->Calls[Key], [&](const CallExpr *Call) { return fitsParameters(Call, Definition); });
  return IsOnlyCalled && Fits ? Definition : nullptr;
}

const VarDecl *PointedObjects::rootOf(const VarDecl *V) {
  if (hasLinkerName(V) || V->getTLSKind() != VarDecl::TLS_None)
    return nullptr;
  if (!V->getType()->isPointerType() || holdsFresh(V) || calledWith(V))
    return V->getCanonicalDecl();
  return nullptr;
}

const VarDecl *PointedObjects::rootOfLvalue(const Expr *E) {
  E = E->IgnoreParens();
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && !hasLinkerName(V) && V->getTLSKind() == VarDecl::TLS_None ? V->getCanonicalDecl() : nullptr;
  }
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return rootOf(Subscript->getBase());
  if (auto *Member = dyn_cast<MemberExpr>(E))
    return Member->isArrow() ? rootOf(Member->getBase()) : rootOfLvalue(Member->getBase());
  auto *Unary = dyn_cast<UnaryOperator>(E);
  return Unary && Unary->getOpcode() == UO_Deref ? rootOf(Unary->getSubExpr()) : nullptr;
}

const VarDecl *PointedObjects::rootOf(const Expr *Pointer) {
  Pointer = Pointer->IgnoreParens();
  if (auto *Cast = dyn_cast<CastExpr>(Pointer)) {
    const Expr *Sub = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_ArrayToPointerDecay:
      return rootOfLvalue(Sub);
    case CK_NoOp:
    case CK_BitCast:
      return rootOf(Sub);
    case CK_LValueToRValue: {
      auto *Ref = dyn_cast<DeclRefExpr>(Sub->IgnoreParens());
      auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      return V && V->getType()->isPointerType() ? rootOf(V) : nullptr;
    }
    default:
      return nullptr;
    }
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(Pointer); Unary && Unary->getOpcode() == UO_AddrOf)
    return rootOfLvalue(Unary->getSubExpr());
  auto *Binary = dyn_cast<BinaryOperator>(Pointer);
  if (!Binary || !Binary->isAdditiveOp() || !Binary->getType()->isPointerType())
    return nullptr;
  return rootOf(Binary->getLHS()->getType()->isPointerType() ? Binary->getLHS() : Binary->getRHS());
}

bool PointedObjects::areApart(const VarDecl *A, const VarDecl *B) {
  if (hasTopLevelAssembly(AST))
    return false;
  if (!Known) {
    Known = std::make_unique<PointerFacts>();
    FactFinder(*Known).visit(AST.getTranslationUnitDecl());
  }
  std::set<Pair> Assumed;
  return areApart(rootOf(A), rootOf(B), Assumed);
}

/// A and B: roots, as one function sees them. Assumed: pairs of parameters that are being asked about; what they are
/// called with inside their own function is apart if they are.
bool PointedObjects::areApart(const VarDecl *A, const VarDecl *B, std::set<Pair> &Assumed) {
  if (!A || !B || A == B)
    return false;
  if (!calledWith(A))
    std::swap(A, B);
  const FunctionDecl *F = calledWith(A), *OfB = calledWith(B);
  if (!F)
    return true; // two variables, or what they alone hold
  if (OfB && OfB != F)
    return false;
  // What this run of the function has made itself, nobody has passed to it.
  if (!OfB && B->hasLocalStorage() && cast<FunctionDecl>(B->getDeclContext())->getCanonicalDecl() == F->getCanonicalDecl())
    return true;
  if (!Assumed.insert({A, B}).second)
    return true;
  auto Argument = [](const CallExpr *Call, const VarDecl *P) {
    return Call->getArg(cast<ParmVarDecl>(P)->getFunctionScopeIndex());
  };
  return llvm::all_of(Known->Calls[F->getCanonicalDecl()], [&](const CallExpr *Call) {
    return areApart(rootOf(Argument(Call, A)), OfB ? rootOf(Argument(Call, B)) : B, Assumed);
  });
}
