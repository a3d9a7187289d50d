// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syntax/NestShape.h"

#include "syntax/GivenValues.h"
#include "syntax/LoopHeader.h"
#include "syntax/SyntaxVisitor.h"

#include "clang/AST/ASTContext.h"

using namespace tilepipe;
using namespace clang;

/// S does more than compute a value, calls left aside.
static bool hasEffect(const Stmt *S) {
  auto *Unary = dyn_cast<UnaryOperator>(S);
  auto *Binary = dyn_cast<BinaryOperator>(S);
  return isa<StmtExpr>(S) || (Unary && Unary->isIncrementDecrementOp()) ||
         (Binary && Binary->isAssignmentOp()) || anyChild(S, hasEffect);
}

/// All variables of S, which stands in Body, are scalars that keep their initial values, or all have none. Those without
/// are written before they are read, or not named at all: `(void)x` needs the declaration.
static bool mayStandBetween(const DeclStmt *S, const Stmt *Body, const VariableUses &Uses) {
  return llvm::all_of(S->decls(), [&](const Decl *D) {
    auto *V = dyn_cast<VarDecl>(D);
    if (!V || !V->hasLocalStorage() || V->hasAttrs() || V->getType().isVolatileQualified())
      return false;
    bool IsFirstAlike = V->hasInit() == cast<VarDecl>(*S->decl_begin())->hasInit();
    if (!V->hasInit())
      return IsFirstAlike && V->getType()->isArithmeticType() && (Uses.isWritten(V) || !names(Body, V));
    return IsFirstAlike && V->getType()->isScalarType() && Uses.isFixed(V) &&
           !hasEffect(V->getInit());
  });
}

namespace {
/// A loop's body, taken apart.
struct LoopBody {
  const ForStmt *Inner = nullptr;   ///< null: the body is another
  const Stmt *Obstacle = nullptr;   ///< then: the first that is neither a loop nor harmless
  std::vector<const DeclStmt *> Declarations;

  LoopBody(const Stmt *S, const VariableUses &Uses) {
    const Stmt *Whole = S;
    // Braces and empty statements around the one inner loop are no statements of their own.
    while (auto *Block = dyn_cast_or_null<CompoundStmt>(S)) {
      S = nullptr;
      for (const Stmt *Child : Block->body()) {
        if (isa<NullStmt>(Child))
          continue;
        auto *Declaration = dyn_cast<DeclStmt>(Child);
        if (S || (Declaration && !mayStandBetween(Declaration, Whole, Uses))) {
          Obstacle = S && !isa<ForStmt>(S) ? S : Child;
          return;
        }
        if (Declaration)
          Declarations.push_back(Declaration);
        else
          S = withoutHints(Child);
      }
    }
    S = withoutHints(S);
    Inner = dyn_cast_or_null<ForStmt>(S);
    Obstacle = Inner ? nullptr : S;
  }
};
} // namespace

static NestShape findLoops(const ForStmt *Outermost, const VariableUses &Uses) {
  NestShape Shape;
  for (const ForStmt *For = Outermost; For;) {
    Shape.Loops.push_back(For);
    LoopBody Body(For->getBody(), Uses);
    For = Body.Inner;
    Shape.Obstacle = Body.Obstacle;
    for (const DeclStmt *S : Body.Declarations)
      if (For && cast<VarDecl>(*S->decl_begin())->hasInit())
        Shape.Between.push_back({S, unsigned(Shape.Loops.size())});
  }
  return Shape;
}

/// Contains a `for` loop, which would make the nest around S imperfect.
static bool hasLoop(const Stmt *S) { return isa<ForStmt>(S) || anyChild(S, hasLoop); }

/// A loop in S has a step that is no constant.
static bool hasStride(const Stmt *S, const ASTContext &AST) {
  auto *For = dyn_cast<ForStmt>(S);
  return (For && hasStepValue(For, AST)) || anyChild(S, [&](const Stmt *Child) { return hasStride(Child, AST); });
}

static bool isDeeperThan(const Stmt *S, unsigned Limit) {
  return Limit == 0 || anyChild(S, [&](const Stmt *Child) { return isDeeperThan(Child, Limit - 1); });
}

static void checkShape(const NestShape &Shape, const ASTContext &AST, const SourceText &Src) {
  Place At{Src.location(Shape.location()), ""};
  if (isDeeperThan(Shape.Loops.front(), DeepestSyntax))
    giveUp(refusals::tooComplex(At));
  for (const ForStmt *For : Shape.Loops) // trees have them
    if (hasStepValue(For, AST))
      giveUp(refusals::imperfectNest(Src.place(For->getInc())));
  if (Shape.Obstacle && isa<AttributedStmt>(Shape.Obstacle))
    giveUp(refusals::pragma(At, "an inner loop has an attribute"));
  if (hasLoop(Shape.innermostBody()))
    giveUp(refusals::imperfectNest(
        Src.place(Shape.Obstacle ? Shape.Obstacle : Shape.innermostBody())));
  constexpr size_t Deepest = 5;
  if (Shape.Loops.size() > Deepest)
    giveUp(refusals::depth(At, Shape.Loops.size()));
}

/// One statement that stands for all of them.
static const Stmt *together(const std::vector<const Stmt *> &All, const ASTContext &AST) {
  if (All.size() == 1)
    return All.front();
  std::vector<Stmt *> Children;
  for (const Stmt *S : All)
    Children.push_back(const_cast<Stmt *>(S));
  return CompoundStmt::Create(AST, Children, FPOptionsOverride(), All.back()->getBeginLoc(), All.back()->getEndLoc());
}

/// Everything that Parts run, declarations in front of several parts once.
static const Stmt *wholeBody(const NestShape &Shape, const ASTContext &AST) {
  std::vector<const Stmt *> All;
  for (const NestShape::Part &P : Shape.Parts) {
    for (const NestShape::Declaration &D : P.Between)
      if (!llvm::is_contained(All, D.What))
        All.push_back(D.What);
    All.insert(All.end(), P.Text.begin(), P.Text.end());
  }
  return together(All, AST);
}

namespace {
/// Declarations of a piece of text, whatever file or macro they come from.
class OwnDeclarations : public SyntaxVisitor {
public:
  explicit OwnDeclarations(std::set<const Decl *> &Found) : Found(Found) {}

private:
  void declaration(const Decl *D) override { Found.insert(D); }

  std::set<const Decl *> &Found;
};
} // namespace

/// Fills what follows from the parts.
static void finishShape(NestShape &Shape, const ASTContext &AST) {
  for (NestShape::Part &P : Shape.Parts) {
    P.Body = together(P.Text, AST);
    P.HasLoops = hasAnyLoop(P.Body, AST);
    P.InnerLoops = countLoops(P.Body);
  }
  Shape.Body = wholeBody(Shape, AST);
  OwnDeclarations(Shape.OwnDecls).visit(Shape.Body);
}

void NestShape::Declaration::forEachValue(llvm::function_ref<void(const Expr *)> F) const {
  if (auto *Assignment = dyn_cast<BinaryOperator>(What))
    return F(Assignment->getRHS());
  for (const Decl *D : cast<DeclStmt>(What)->decls())
    F(cast<VarDecl>(D)->getInit());
}

NestShape tilepipe::readShape(const ForStmt *Outermost, const VariableUses &Uses,
                              const ASTContext &AST, const SourceText &Src) {
  NestShape Shape = findLoops(Outermost, Uses);
  checkShape(Shape, AST, Src);
  Shape.Values.add(Outermost, Uses);
  NestShape::Part Only;
  for (unsigned D = 0; D < Shape.Loops.size(); ++D)
    Only.Loops.push_back(D);
  Only.Places.assign(Shape.Loops.size() + 1, 0);
  Only.Between = Shape.Between;
  Only.Text = {Shape.innermostBody()};
  Shape.Parts.push_back(std::move(Only));
  finishShape(Shape, AST);
  return Shape;
}

/// S reads memory that a store through one of Stored may reach by the same name.
static bool readsStored(const Stmt *S, const std::set<const VarDecl *> &Stored) {
  auto *E = dyn_cast<Expr>(S);
  bool IsMemory = E && (isa<ArraySubscriptExpr>(E) || (isa<UnaryOperator>(E) && cast<UnaryOperator>(E)->getOpcode() == UO_Deref) ||
                        (isa<MemberExpr>(E) && cast<MemberExpr>(E)->isArrow()));
  if (IsMemory) {
    const VarDecl *V = startOf(E);
    if (!V || Stored.count(VariableUses::canonical(V)))
      return true;
  }
  return anyChild(S, [&](const Stmt *Child) { return readsStored(Child, Stored); });
}

namespace {

/// What the body of a loop consists of, and which neighbours among it hand values to each other.
class Siblings {
public:
  struct Sibling {
    const Stmt *Text;
    std::set<const VarDecl *> Named, Declared;
    VariableUses Uses;             ///< of Text
    bool IsSwap = false;           ///< see PointerSwaps
    const VarDecl *Sets = nullptr; ///< the variable that it makes stand for index arithmetic
    bool StandsBetween = false;    ///< a declaration or such an assignment that every statement behind it may repeat
    bool IsTiedToNext = false;

    /// IsSwap: exchanges pointers, which hands no values on.
    Sibling(const Stmt *Text, bool IsSwap, const Stmt *Body, const VariableUses &FunctionUses,
            const std::set<const VarDecl *> &Stored, const VarDecl *Sets)
        : Text(Text), IsSwap(IsSwap), Sets(Sets) {
      if (IsSwap)
        return;
      Uses.add(Text);
      collectVariables(Text, Named);
      auto *Declaration = dyn_cast<DeclStmt>(Text);
      StandsBetween = Sets || (Declaration && mayStandBetween(Declaration, Body, FunctionUses) && !readsStored(Text, Stored));
      if (Declaration)
        for (const Decl *D : Declaration->decls())
          if (auto *V = dyn_cast<VarDecl>(D))
            Declared.insert(VariableUses::canonical(V));
    }
  };

  Siblings(const Stmt *Body, const VariableUses &Uses, Liveness &Live, const std::set<const VarDecl *> &Stored,
           const NestShape &Nest)
      : Uses(Uses), Live(Live), Scratch(Nest.Scratch), Expanded(Nest.Expanded) {
    auto Add = [&](const Stmt *Child) {
      const Stmt *S = withoutHints(Child);
      if (isa<NullStmt>(S))
        return;
      const VarDecl *Set = Nest.Values.setBy(S);
      All.emplace_back(S, Nest.Swaps.Statements.count(S) > 0, Body, Uses, Stored,
                       Set && isPrivate(Set, Nest.Loops.front(), Uses, Live) ? Set : nullptr);
      // What is computed from a scalar that changes behind it is computed once.
      auto IsExpanded = [&](const VarDecl *V) { return Expanded.count(V) > 0; };
      if (llvm::any_of(All.back().Named, IsExpanded)) {
        All.back().Sets = nullptr;
        All.back().StandsBetween = false;
      }
    };
    if (auto *Block = dyn_cast<CompoundStmt>(Body))
      llvm::for_each(Block->body(), Add);
    else
      Add(Body);
    // Behind the last statement there is none that would repeat it: it is one itself.
    for (size_t I = All.size(); I-- > 0 && All[I].StandsBetween && !All[I].Sets;)
      All[I].StandsBetween = false;
    std::set<const VarDecl *> Known;
    for (const Sibling &S : All) {
      Known.insert(S.Named.begin(), S.Named.end());
      Known.insert(S.Declared.begin(), S.Declared.end());
    }
    for (const auto &[V, Own] : Expanded)
      Known.erase(V);
    for (const VarDecl *V : Known)
      tie(V);
    while (llvm::any_of(Known, [&](const VarDecl *V) { return tieUses(V); })) {
    }
  }

  std::vector<Sibling> All;

  /// Number I of All is one statement with a neighbour.
  bool isTied(size_t I) const { return All[I].IsTiedToNext || (I > 0 && All[I - 1].IsTiedToNext); }

private:
  const VariableUses &Uses;
  Liveness &Live;
  const std::set<const VarDecl *> &Scratch;
  const ExpandedScalars &Expanded;

  /// S may hand a value of V on, or get one.
  bool exchanges(const Sibling &S, const VarDecl *V) const {
    if (Scratch.count(V))
      return S.Named.count(V);
    if (S.Declared.count(V) || S.Sets == V)
      return !S.StandsBetween;
    if (!S.Named.count(V) || !namesOutsideItsLoops(S.Text, V))
      return false;
    auto *For = dyn_cast<ForStmt>(S.Text);
    return !For || !V->getType()->isArithmeticType() || Uses.isAddressTaken(V) || !Live.isOwn(V) ||
           !Live.isDeadAtCondition(V, For);
  }

  /// Ties all that exchanges values of V, where there are several.
  void tie(const VarDecl *V) {
    bool Changes = Scratch.count(V);
    size_t First = All.size(), Last = 0;
    for (size_t I = 0; I < All.size(); ++I) {
      bool IsHere = exchanges(All[I], V);
      Changes |= (IsHere && All[I].Declared.count(V)) || (V->getType()->isScalarType() && All[I].Sets != V && All[I].Uses.isWritten(V));
      if (IsHere) {
        First = std::min(First, I);
        Last = I;
      }
    }
    if (Changes)
      join(First, Last);
  }

  bool join(size_t First, size_t Last) {
    bool IsNew = false;
    for (size_t I = First; I < Last; ++I)
      IsNew |= !std::exchange(All[I].IsTiedToNext, true);
    return IsNew;
  }

  /// Where what declares or sets V is a part of a statement, so is all that names V. False: nothing changes.
  bool tieUses(const VarDecl *V) {
    size_t First = 0;
    while (First < All.size() && !((All[First].Declared.count(V) || All[First].Sets == V) && isTied(First)))
      ++First;
    size_t Last = First;
    for (size_t I = First; I < All.size(); ++I)
      if (All[I].Named.count(V))
        Last = I;
    return join(First, Last);
  }
};

/// The `continue` of S that leaves it; null: there is none.
const Stmt *findContinue(const Stmt *S) {
  if (isa<ForStmt, WhileStmt, DoStmt>(S))
    return nullptr;
  if (isa<ContinueStmt>(S))
    return S;
  const Stmt *Found = nullptr;
  forEachChild(S, [&](const Stmt *Child) { Found = Found ? Found : findContinue(Child); });
  return Found;
}

class TreeReader {
public:
  TreeReader(NestShape &Shape, const VariableUses &Uses, Liveness &Live, const ASTContext &AST, const SourceText &Src,
             bool Splits)
      : Shape(Shape), Uses(Uses), Live(Live), AST(AST), Src(Src), Splits(Splits) {}

  void read(const ForStmt *Outermost) {
    addStores(Outermost, Stored);
    Shape.Swaps = findSwaps(Outermost, Uses, Live, AST);
    readLoop(Outermost);
  }

private:
  NestShape &Shape;
  const VariableUses &Uses;
  Liveness &Live;
  const ASTContext &AST;
  const SourceText &Src;
  const bool Splits;
  std::set<const VarDecl *> Stored; ///< variables through which the nest writes elements
  std::vector<unsigned> Around, Places; ///< of what is read now
  std::vector<NestShape::Declaration> Between;
  PointerSwaps::HeldBy Here;

  /// For stands in a loop whose step is no constant, and holds none.
  bool isOfBlock(const ForStmt *For) const {
    return llvm::any_of(Around, [&](unsigned L) { return hasStepValue(Shape.Loops[L], AST); }) && !hasStride(For, AST);
  }

  void readLoop(const ForStmt *For) {
    Shape.HasStrides |= hasStepValue(For, AST);
    Around.push_back(Shape.Loops.size());
    Shape.Loops.push_back(For);
    size_t Outside = Between.size();
    unsigned Place = 0;
    std::vector<const Stmt *> Run;
    Siblings Body(For->getBody(), Uses, Live, Stored, Shape);
    for (size_t I = 0; I < Body.All.size(); ++I) {
      if (auto Held = Shape.Swaps.At.find(Body.All[I].Text); Held != Shape.Swaps.At.end())
        Here = Held->second;
      if (Splits && !Run.empty() && !Body.All[I - 1].IsTiedToNext)
        split(Place, Run);
      readChild(Body.All[I], Body.isTied(I), Place, Run);
    }
    endRun(Place, Run);
    Between.resize(Outside);
    Around.pop_back();
  }

  void readChild(const Siblings::Sibling &Child, bool IsTied, unsigned &Place, std::vector<const Stmt *> &Run) {
    const Stmt *S = Child.Text;
    auto *For = dyn_cast<ForStmt>(S);
    if (Child.IsSwap) {
      if (IsTied) // a value goes from one side of it to the other
        giveUp(refusals::pointerReassigned(Src.place(S), Shape.Swaps.Cycles.front().front()->getNameAsString()));
      endRun(Place, Run);
    } else if (For && !IsTied && !isOfBlock(For)) {
      checkLeavesNothing(Run);
      endRun(Place, Run);
      const size_t Loops = Shape.Loops.size(), Parts = Shape.Parts.size();
      Places.push_back(Place);
      readLoop(For);
      Places.pop_back();
      if (Shape.Parts.size() > Parts) {
        ++Place;
      } else { // a loop that runs nothing: text of a statement
        Shape.Loops.resize(Loops);
        Run.push_back(S);
      }
    } else if (isa<AttributedStmt>(S) && hasLoop(S)) {
      giveUp(refusals::pragma(Src.place(S), "an inner loop has an attribute"));
    } else if (!IsTied && Child.StandsBetween) {
      checkLeavesNothing(Run);
      endRun(Place, Run);
      auto *Declaration = dyn_cast<DeclStmt>(S);
      if (!Declaration || cast<VarDecl>(*Declaration->decl_begin())->hasInit())
        Between.push_back({S, unsigned(Around.size())});
    } else {
      Run.push_back(S);
    }
  }

  void split(unsigned &Place, std::vector<const Stmt *> &Run) {
    checkLeavesNothing(Run);
    endRun(Place, Run);
    Shape.HasSplit = true;
  }

  /// A statement leaves its own text only: what stands behind it would run all the same.
  void checkLeavesNothing(const std::vector<const Stmt *> &Run) const {
    for (const Stmt *S : Run)
      if (const Stmt *Continue = findContinue(S))
        giveUp(refusals::imperfectNest(Src.place(Continue), "a 'continue' skips inner loops"));
  }

  void endRun(unsigned &Place, std::vector<const Stmt *> &Run) {
    if (Run.empty())
      return;
    NestShape::Part P;
    P.Loops = Around;
    P.Places.push_back(0); // the nest's outermost loop
    P.Places.insert(P.Places.end(), Places.begin(), Places.end());
    P.Places.push_back(Place++);
    P.Between = Between;
    P.Held = Here;
    P.Text = std::move(Run);
    Run.clear();
    Shape.Parts.push_back(std::move(P));
  }
};

} // namespace

/// What one part declares no other names.
static void checkDeclared(const NestShape &Shape, const SourceText &Src) {
  for (const NestShape::Part &P : Shape.Parts) {
    std::set<const Decl *> Declared;
    OwnDeclarations(Declared).visit(P.Body);
    for (const NestShape::Part &Other : Shape.Parts) {
      std::set<const VarDecl *> Named;
      if (&Other != &P)
        collectVariables(Other.Body, Named);
      for (const VarDecl *V : Named)
        if (Declared.count(V) && !Shape.Expanded.count(V))
          giveUp(refusals::imperfectNest({Src.location(Other.Text.front()->getBeginLoc()), V->getNameAsString()},
                                         "'" + V->getNameAsString() + "' hands a value from one statement to another"));
    }
  }
}

NestShape tilepipe::readTree(const ForStmt *Outermost, const VariableUses &Uses, Liveness &Live, const ASTContext &AST,
                             const SourceText &Src, std::set<const VarDecl *> Scratch, bool Splits, Expanding Expands) {
  NestShape Shape;
  Shape.Scratch = std::move(Scratch);
  Place At{Src.location(Outermost->getForLoc()), ""};
  if (isDeeperThan(Outermost, DeepestSyntax))
    giveUp(refusals::tooComplex(At));
  Shape.Values.add(Outermost, Uses, Expands == Expanding::Own ? SetValues::Types::Numbers : SetValues::Types::Integers);
  if (Expands == Expanding::Own || Expands == Expanding::OwnFloating)
    Shape.Expanded = findExpandedScalars(Outermost, Uses, Live);
  if (Expands == Expanding::OwnFloating && llvm::none_of(Shape.Expanded, [](const auto &E) { return E.first->getType()->isRealFloatingType(); }))
    Shape.Expanded.clear();
  if (Expands == Expanding::Elements)
    Shape.Elements = findElementScalars(Outermost, Uses, Live);
  for (const auto &[V, Each] : Shape.Elements)
    Shape.Expanded[V] = Each.Own;
  // What is computed anew needs no element.
  bool IsSet = false;
  for (const VarDecl *V : Shape.Values.all())
    IsSet |= V->getType()->isRealFloatingType() && Shape.Expanded.erase(V) > 0;
  if (Expands != Expanding::None && Shape.Expanded.empty() && !IsSet)
    giveUp(refusals::imperfectNest(At, "no scalar carries values along an inner loop"));
  TreeReader(Shape, Uses, Live, AST, Src, Splits).read(Outermost);
  size_t Depth = 0;
  for (const NestShape::Part &P : Shape.Parts)
    Depth = std::max(Depth, P.Loops.size());
  constexpr size_t Deepest = 5, MostParts = 40;
  if (Shape.Parts.empty() || Depth > Deepest)
    giveUp(refusals::depth(At, Depth));
  if (Shape.Parts.size() > MostParts)
    giveUp(refusals::tooComplex(At));
  finishShape(Shape, AST);
  checkDeclared(Shape, Src);
  return Shape;
}
