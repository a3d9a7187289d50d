// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syntax/Privates.h"

#include "syntax/FileTemporaries.h"
#include "syntax/FunctionFacts.h"

#include "clang/AST/Attr.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Analysis/Analyses/LiveVariables.h"
#include "clang/Analysis/AnalysisDeclContext.h"
#include "clang/Analysis/CFG.h"

#include <set>

using namespace tilepipe;
using namespace clang;

/// Where a static variable is live: Clang's analysis takes it to be so everywhere.
struct Liveness::StaticFlow {
  std::set<const CFGBlock *> AtEnd; ///< of these blocks
  bool IsHandedOn = true;
};

struct Liveness::Analysis {
  AnalysisDeclContextManager Manager;
  AnalysisDeclContext *Context = nullptr;
  const CFG *Graph = nullptr; ///< null: not to be had
  LiveVariables *Variables = nullptr;
  /// Named where the graph shows nothing: in types, for example.
  std::set<const VarDecl *> Hidden;
  std::map<const VarDecl *, StaticFlow> Statics;

  explicit Analysis(ASTContext &AST) : Manager(AST) {}
};

/// Parts of a function of which its control flow graph does not tell everything.
static bool hasHiddenFlow(const Stmt *S, unsigned Depth) {
  if (!S)
    return false;
  if (Depth > DeepestSyntax || !isKnownSyntax(S) ||
      isa<OMPExecutableDirective, CapturedStmt, GCCAsmStmt>(S))
    return true;
  bool Found = false;
  forEachChild(S, [&](const Stmt *Child) { Found = Found || hasHiddenFlow(Child, Depth + 1); });
  return Found;
}

/// Adds to Hidden the variables that S names in expressions that Shown lacks.
static void findHidden(const Stmt *S, const std::set<const Stmt *> &Shown,
                       std::set<const VarDecl *> &Hidden) {
  auto *Ref = dyn_cast<DeclRefExpr>(S);
  if (auto *V = Ref && !Shown.count(Ref) ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr)
    Hidden.insert(VariableUses::canonical(V));
  forEachChild(S, [&](const Stmt *Child) { findHidden(Child, Shown, Hidden); });
}

/// Every statement and expression that the elements of Graph are.
static std::set<const Stmt *> elementsOf(const CFG &Graph) {
  std::set<const Stmt *> Result;
  for (const CFGBlock *Block : Graph)
    for (const CFGElement &Element : *Block)
      if (std::optional<CFGStmt> S = Element.getAs<CFGStmt>())
        Result.insert(S->getStmt());
  return Result;
}

Liveness::Liveness(const ASTContext &AST, const FunctionDecl *Function, FileTemporaries &Temporaries)
    : AST(AST), Function(Function), Temporaries(Temporaries) {}
Liveness::~Liveness() = default;

void Liveness::analyse() {
  if (Known)
    return;
  // The analysis only reads; its interface does not say so.
  Known = std::make_unique<Analysis>(const_cast<ASTContext &>(AST));
  CFG::BuildOptions &Options = Known->Manager.getCFGBuildOptions();
  Options.setAllAlwaysAdd();
  Options.PruneTriviallyFalseEdges = false;
  constexpr unsigned MostBlocks = 3000;
  if (hasHiddenFlow(Function->getBody(), 0))
    return;
  Known->Context = Known->Manager.getContext(Function);
  const CFG *Graph = Known->Context->getCFG();
  if (!Graph || Graph->size() > MostBlocks)
    return;
  Known->Graph = Graph;
  findHidden(Function->getBody(), elementsOf(*Graph), Known->Hidden);
}

const CFGBlock *Liveness::conditionOf(const VarDecl *V, const ForStmt *Loop) {
  analyse();
  if (!Known->Graph || Known->Hidden.count(VariableUses::canonical(V)))
    return nullptr;
  if (V->hasLocalStorage() && !Known->Variables)
    Known->Variables = Known->Context->getAnalysis<LiveVariables>();
  for (const CFGBlock *Block : *Known->Graph)
    if (Block->getTerminatorStmt() == Loop)
      return Block;
  return nullptr;
}

/// Whoever is called may run a function of the file.
static bool mayComeBack(const CallExpr *Call) {
  auto IsNumber = [](QualType Type) { return Type->isArithmeticType(); };
  const FunctionDecl *F = Call->getDirectCallee();
  return !F || F->getBuiltinID() == 0 || !IsNumber(F->getReturnType()) ||
         !llvm::all_of(F->parameters(), [&](const ParmVarDecl *P) { return IsNumber(P->getType()); });
}

/// Adds to Targets the places in S where V is only written.
static void findTargets(const Stmt *S, const VarDecl *V, std::set<const Stmt *> &Targets) {
  auto *Assignment = dyn_cast<BinaryOperator>(S);
  auto *Ref = Assignment && Assignment->getOpcode() == BO_Assign
                  ? dyn_cast<DeclRefExpr>(Assignment->getLHS()->IgnoreParens())
                  : nullptr;
  if (Ref && names(Ref, V))
    Targets.insert(Ref);
  forEachChild(S, [&](const Stmt *Child) { findTargets(Child, V, Targets); });
}

namespace {
/// Whether a static variable is live, backwards through blocks.
class StaticLiveness {
public:
  StaticLiveness(const VarDecl *V, const Stmt *Body) : V(V) { findTargets(Body, V, Targets); }

  bool HasLiveCall = false; ///< behind a call that was met it is live

  /// It is live in front of Block, where it is behind.
  bool before(const CFGBlock &Block, bool IsLive) {
    for (auto Element = Block.rbegin(); Element != Block.rend(); ++Element)
      if (std::optional<CFGStmt> S = Element->getAs<CFGStmt>())
        IsLive = before(S->getStmt(), IsLive);
    return IsLive;
  }

private:
  const VarDecl *V;
  std::set<const Stmt *> Targets;

  bool before(const Stmt *S, bool IsLive) {
    if (auto *Assignment = dyn_cast<BinaryOperator>(S); Assignment && Assignment->getOpcode() == BO_Assign)
      return IsLive && !Targets.count(Assignment->getLHS()->IgnoreParens());
    if (auto *Call = dyn_cast<CallExpr>(S))
      HasLiveCall |= IsLive && mayComeBack(Call);
    return IsLive || (isa<DeclRefExpr>(S) && names(S, V) && !Targets.count(S));
  }
};
} // namespace

const Liveness::StaticFlow &Liveness::flowOf(const VarDecl *V) {
  analyse();
  auto [It, IsNew] = Known->Statics.try_emplace(V->getCanonicalDecl());
  StaticFlow &Flow = It->second;
  if (!IsNew || !Known->Graph)
    return Flow;
  std::set<const Stmt *> Shown = elementsOf(*Known->Graph);
  const FileTemporaries::Places &All = Temporaries.placesOf(V);
  auto Here = All.find(Function);
  if (Here == All.end() || !llvm::all_of(Here->second, [&](const DeclRefExpr *Ref) { return Shown.count(Ref); }))
    return Flow;
  StaticLiveness Live(V, Function->getBody());
  std::set<const CFGBlock *> AtBegin;
  auto IsLiveBehind = [&](const CFGBlock *Block) {
    return llvm::any_of(Block->succs(), [&](const CFGBlock *Next) { return Next && AtBegin.count(Next); });
  };
  for (bool Changes = true; Changes;) {
    Changes = false;
    for (const CFGBlock *Block : *Known->Graph)
      if (!AtBegin.count(Block) && Live.before(*Block, IsLiveBehind(Block)))
        Changes = AtBegin.insert(Block).second;
  }
  for (const CFGBlock *Block : *Known->Graph) {
    Live.before(*Block, IsLiveBehind(Block));
    if (IsLiveBehind(Block))
      Flow.AtEnd.insert(Block);
  }
  Flow.IsHandedOn = Live.HasLiveCall || AtBegin.count(&Known->Graph->getEntry());
  return Flow;
}

bool Liveness::isHandedOn(const VarDecl *V) { return flowOf(V).IsHandedOn; }

bool Liveness::isOwn(const VarDecl *V) { return V->hasLocalStorage() || Temporaries.isTemporary(V); }

bool Liveness::isDeadAtCondition(const VarDecl *V, const ForStmt *Loop) {
  const CFGBlock *Condition = conditionOf(V, Loop);
  if (!V->hasLocalStorage())
    return Condition && !isHandedOn(V) && !flowOf(V).AtEnd.count(Condition);
  return Condition && !Known->Variables->isLive(Condition, V->getCanonicalDecl()) &&
         !Known->Variables->isLive(Condition, V);
}

bool Liveness::isDeadBehind(const VarDecl *V, const ForStmt *Loop) {
  const CFGBlock *Condition = conditionOf(V, Loop);
  if (!Condition || Condition->succ_size() != 2)
    return false;
  const CFGBlock *Behind = *std::next(Condition->succ_begin());
  if (!Behind)
    return false;
  // Statements know what is live in front of them, blocks what is live at their end.
  for (const CFGElement &Element : *Behind)
    if (std::optional<CFGStmt> S = Element.getAs<CFGStmt>())
      return !Known->Variables->isLive(S->getStmt(), V->getCanonicalDecl()) &&
             !Known->Variables->isLive(S->getStmt(), V);
  return !Known->Variables->isLive(Behind, V->getCanonicalDecl()) && !Known->Variables->isLive(Behind, V);
}

bool tilepipe::isPrivate(const VarDecl *V, const ForStmt *Innermost,
                         const VariableUses &FunctionUses, Liveness &Live) {
  QualType Type = V->getType();
  return Type->isArithmeticType() && !Type->isAtomicType() && !Type.isVolatileQualified() && !V->hasAttr<CleanupAttr>() &&
         !FunctionUses.isAddressTaken(V) && Live.isOwn(V) && Live.isDeadAtCondition(V, Innermost);
}

bool tilepipe::isDeadBehind(const VarDecl *V, const ForStmt *Nest, const VariableUses &FunctionUses, Liveness &Live) {
  return V->hasLocalStorage() && !FunctionUses.isAddressTaken(V) && !V->hasAttr<CleanupAttr>() && Live.isDeadBehind(V, Nest);
}

/// S names V outside of Nest.
static bool namesOutside(const Stmt *S, const VarDecl *V, const ForStmt *Nest) {
  auto *Ref = dyn_cast<DeclRefExpr>(S);
  return S != Nest && ((Ref && names(Ref, V)) || anyChild(S, [&](const Stmt *Child) { return namesOutside(Child, V, Nest); }));
}

bool tilepipe::isOnlyNamedIn(const VarDecl *V, const ForStmt *Nest, const FunctionDecl *Function,
                             const VariableUses &FunctionUses) {
  QualType Element = V->getASTContext().getBaseElementType(V->getType());
  return V->hasLocalStorage() && V->getType()->isConstantArrayType() && Element->isArithmeticType() &&
         !Element.isVolatileQualified() && !Element->isAtomicType() && !V->hasAttrs() && !FunctionUses.isAddressTaken(V) &&
         !namesOutside(Function->getBody(), V, Nest);
}
