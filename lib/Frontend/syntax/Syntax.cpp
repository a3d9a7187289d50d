// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syntax/Syntax.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace tilepipe;
using namespace clang;

namespace {
/// The direct parts of one piece of syntax. Clang's visitor knows where they stand; it is kept
/// from going further.
class Parts : public RecursiveASTVisitor<Parts> {
public:
  llvm::SmallVector<const Stmt *, 8> Found;
  bool HasVariableType = false;

  bool shouldVisitImplicitCode() const { return true; }

  void collect(const Stmt *Root) {
    // Clang itself would walk the same lists of initialisers once per level of braces.
    if (auto *List = dyn_cast<InitListExpr>(Root)) {
      for (const InitListExpr *Form : {List->getSyntacticForm(), List->getSemanticForm()})
        if (Form)
          addAll(Form->children());
      addAll(List->children());
      return;
    }
    RecursiveASTVisitor::TraverseStmt(const_cast<Stmt *>(Root));
  }
  /// The parts of V's type.
  void collectType(const VarDecl *V) {
    if (TypeSourceInfo *Written = V->getTypeSourceInfo())
      TraverseTypeLoc(Written->getTypeLoc());
  }

  bool TraverseStmt(Stmt *Child) {
    if (!Child)
      return true;
    if (isa<DesignatedInitExpr>(Child))
      return RecursiveASTVisitor::TraverseStmt(Child);
    if (auto *List = dyn_cast<InitListExpr>(Child); List && List->getSemanticForm())
      Child = List->getSemanticForm();
    if (Seen.insert(Child).second)
      Found.push_back(Child);
    return true;
  }
  bool VisitTypeLoc(TypeLoc T) {
    HasVariableType |= T.getType()->isVariablyModifiedType();
    return true;
  }

private:
  void addAll(Stmt::const_child_range Children) {
    for (const Stmt *Child : Children)
      TraverseStmt(const_cast<Stmt *>(Child));
  }

  llvm::SmallPtrSet<const Stmt *, 8> Seen;
};
} // namespace

void tilepipe::forEachChild(const Stmt *S, llvm::function_ref<void(const Stmt *)> F) {
  Parts Of;
  Of.collect(S);
  for (const Stmt *Part : Of.Found)
    F(Part);
}

void tilepipe::forEachChild(const FunctionDecl *Function,
                            llvm::function_ref<void(const Stmt *)> F) {
  Parts Of;
  for (const ParmVarDecl *P : Function->parameters())
    Of.collectType(P);
  for (const Stmt *Part : Of.Found)
    F(Part);
  if (const Stmt *Body = Function->getBody())
    F(Body);
}

void tilepipe::forEachSize(const VarDecl *V, llvm::function_ref<void(const Expr *)> F) {
  Parts Of;
  Of.collectType(V);
  for (const Stmt *Part : Of.Found)
    if (Of.HasVariableType)
      F(cast<Expr>(Part));
}

const Stmt *tilepipe::withoutHints(const Stmt *S) {
  auto *Attributed = dyn_cast_or_null<AttributedStmt>(S);
  bool IsHinted = Attributed && isa<ForStmt>(Attributed->getSubStmt()) &&
                  llvm::all_of(Attributed->getAttrs(), [](const Attr *A) { return isa<LoopHintAttr>(A); });
  return IsHinted ? Attributed->getSubStmt() : S;
}

unsigned tilepipe::countLoops(const Stmt *S) {
  unsigned Count = isa<ForStmt>(S);
  forEachChild(S, [&](const Stmt *Child) { Count += countLoops(Child); });
  return Count;
}

bool tilepipe::anyChild(const Stmt *S, llvm::function_ref<bool(const Stmt *)> Is) {
  bool Found = false;
  forEachChild(S, [&](const Stmt *Child) { Found = Found || Is(Child); });
  return Found;
}

bool tilepipe::isKnownSyntax(const Stmt *S) {
  switch (S->getStmtClass()) {
  // Statements.
  case Stmt::NullStmtClass:
  case Stmt::CompoundStmtClass:
  case Stmt::DeclStmtClass:
  case Stmt::IfStmtClass:
  case Stmt::SwitchStmtClass:
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
  case Stmt::WhileStmtClass:
  case Stmt::DoStmtClass:
  case Stmt::ForStmtClass:
  case Stmt::ContinueStmtClass:
  case Stmt::BreakStmtClass:
  case Stmt::ReturnStmtClass:
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
  case Stmt::LabelStmtClass:
  case Stmt::AttributedStmtClass:
  case Stmt::GCCAsmStmtClass:
  case Stmt::CapturedStmtClass:
  // Names and values.
  case Stmt::DeclRefExprClass:
  case Stmt::IntegerLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::ImaginaryLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::StringLiteralClass:
  case Stmt::PredefinedExprClass:
  case Stmt::AddrLabelExprClass:
  case Stmt::SourceLocExprClass:
  case Stmt::ConstantExprClass:
  case Stmt::OpaqueValueExprClass:
  // Operators.
  case Stmt::ParenExprClass:
  case Stmt::UnaryOperatorClass:
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
  case Stmt::ArraySubscriptExprClass:
  case Stmt::MemberExprClass:
  case Stmt::ExtVectorElementExprClass:
  case Stmt::CallExprClass:
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::StmtExprClass:
  case Stmt::ChooseExprClass:
  case Stmt::GenericSelectionExprClass:
  case Stmt::VAArgExprClass:
  case Stmt::AtomicExprClass:
  case Stmt::ShuffleVectorExprClass:
  case Stmt::ConvertVectorExprClass:
  // Types and initialisers.
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::OffsetOfExprClass:
  case Stmt::CompoundLiteralExprClass:
  case Stmt::InitListExprClass:
  case Stmt::DesignatedInitUpdateExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::NoInitExprClass:
    return true;
  default:
    // OpenMP directives are walked with their clauses.
    return isa<OMPExecutableDirective, OMPCanonicalLoop>(S);
  }
}

const Stmt *tilepipe::findVariableType(const Stmt *S) {
  Parts Of;
  Of.collect(S);
  if (Of.HasVariableType)
    return S;
  for (const Stmt *Part : Of.Found)
    if (const Stmt *Found = findVariableType(Part))
      return Found;
  return nullptr;
}
