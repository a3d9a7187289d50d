// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "body/BodyReader.h"

#include "expr/ExprReader.h"
#include "expr/LoopBounds.h"

using namespace tilepipe;
using namespace clang;

StatementFacts BodyReader::read(const std::vector<NestShape::Declaration> &Declarations,
                                const Stmt *Body, llvm::ArrayRef<StandingElement> Elements) {
  Names.enter(Around.domain());
  // Of structures that stay in memory the headers read members there, too.
  std::vector<const Expr *> InHeaders = Names.records().readInMemory();
  for (const Expr *Member : InHeaders)
    access(Access::Kind::Read, Member);
  for (const NestShape::Declaration &D : Declarations) {
    Between = D.Depth;
    visit(D.What);
  }
  Between = 0;
  for (const StandingElement &E : Elements)
    if (!E.IsDeclared)
      access(Access::Kind::Read, E.Element);
  visit(Body);
  for (const StandingElement &E : Elements)
    if (!E.IsFinished)
      access(Access::Kind::Write, E.Element);
  settleConditionalWrites();
  return std::move(Facts);
}

void BodyReader::visit(const Stmt *Whole) {
  const Stmt *S = withoutHints(Whole);
  if (!S || isa<NullStmt>(S))
    return;
  if (auto *E = dyn_cast<Expr>(S))
    return visitExpr(E);
  if (auto *If = dyn_cast<IfStmt>(S))
    return visitIf(If);
  if (auto *Switch = dyn_cast<SwitchStmt>(S))
    return visitSwitch(Switch);
  if (auto *For = dyn_cast<ForStmt>(S))
    return visitFor(For);
  if (auto *While = dyn_cast<WhileStmt>(S)) {
    visit(While->getCond()); // once at least
    return visitUnknown({While->getCond(), While->getBody()});
  }
  if (auto *Do = dyn_cast<DoStmt>(S); Do && !runOnce(S, Syntax.AST))
    return visitUnknown({Do->getBody(), Do->getCond()});
  // Whatever follows in such a loop is read as if it may run, and no more.
  if (InLoop && (isa<ContinueStmt>(S) || (isa<BreakStmt>(S) && !Breaks)))
    return;
  if (isa<ContinueStmt>(S)) {
    Facts.HasContinue = true;
    return leave(Ends, Continued);
  }
  if (isa<BreakStmt>(S) && Breaks)
    return leave(*Breaks, Broken);
  if (auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      visit(Child);
    return;
  }
  if (auto *Declaration = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declaration->decls())
      if (auto *V = dyn_cast<VarDecl>(D); V && V->getInit()) {
        // What a pointer to a row starts from; where it is used is another matter.
        if (V->getType()->isPointerType())
          visitPointer(V->getInit());
        else
          visitInitial(V);
      }
    return;
  }
  if (auto *Return = dyn_cast<ReturnStmt>(S); Return && Returns) {
    visitReturned(Return->getRetValue());
    return leave(*Returns, Returned);
  }
  if (const Stmt *Once = runOnce(S, Syntax.AST))
    return visit(Once);
  if (isa<SwitchCase>(S))
    giveUp(refusals::controlFlow(Syntax.Src.place(S), "a 'case' in the midst of another statement"));
  giveUp(refusals::controlFlow(Syntax.Src.place(S), "a statement of an unsupported kind"));
}

void BodyReader::visitInitial(const VarDecl *V) {
  Facts.Rounded.begin();
  visitExpr(V->getInit());
  if (Facts.Rounded.isRounded(V->getInit()))
    Facts.Rounded.storeVariable(V);
}

void BodyReader::meet(const PathState &Before, const std::vector<PathState> &Edges) {
  isl::set Left = Continued.unite(Broken).unite(Returned);
  bool HaveAllCome = Left.is_disjoint(Before.Where);
  Now = joined(Edges);
  if (HaveAllCome)
    Now.Where = Before.Where;
  // Whoever took one of the edges is here again.
  Now.Surely = Before.Surely.subtract(Left).coalesce();
}

void BodyReader::fork(const Sides &Condition, llvm::function_ref<void()> IfTrue,
                      llvm::function_ref<void()> IfFalse) {
  PathState Before = Now;
  Now = Before.enter(Condition);
  IfTrue();
  PathState BehindTrue = std::exchange(Now, Before.enter(Condition.opposite()));
  IfFalse();
  meet(Before, {BehindTrue, Now});
}

void BodyReader::leave(std::vector<PathState> &Ends, isl::set &Left) {
  Left = Left.unite(Now.Where).coalesce();
  Ends.push_back(Now);
  Now.Where = Now.Surely = nowhere();
}

void BodyReader::visitIf(const IfStmt *If) {
  ++Facts.Ops.Branches;
  Sides Both = visitCondition(If->getCond());
  const std::string Text = CallSite || InLoop || usesBodyVariable(Syntax, If->getCond()) ? "" : Syntax.Src.exactText(If->getCond()).value_or("");
  if (!Text.empty() && Both.True.intersect(Both.False).is_empty())
    Facts.Conditions.push_back({Text, Both.True});
  fork(Both, [&] { visit(If->getThen()); }, [&] { visit(If->getElse()); });
}

//--- loops of the text ---------------------------------------------------------

void BodyReader::visitUnknown(llvm::ArrayRef<const Stmt *> Parts, unsigned Iterations) {
  Facts.HasLoops = true;
  PathState Before = Now;
  Now.Surely = nowhere();
  bool WasInLoop = std::exchange(InLoop, true);
  std::vector<PathState> *BreaksOutside = std::exchange(Breaks, nullptr);
  OpCounts OpsOutside = std::exchange(Facts.Ops, {});
  for (const Stmt *Part : Parts)
    visit(Part);
  OpsOutside.add(Facts.Ops, Iterations);
  Facts.Ops = OpsOutside;
  Breaks = BreaksOutside;
  InLoop = WasInLoop;
  Now = Before;
}

/// S leaves the loop around it, or skips a part of an iteration.
static bool hasJump(const Stmt *S, const ASTContext &AST) {
  return isa<BreakStmt, ContinueStmt>(S) ||
         anyChild(S, [&](const Stmt *Child) { return !isLoop(Child, AST) && hasJump(Child, AST); });
}

BodyReader::BodyReader(BodyReader &Outer, const EnclosingLoops &Around)
    : BodyReader(Outer.Names, Outer.Table, Around) {
  auto Lifted = [&](const isl::set &Points) { return Around.domain().intersect(Names.embed(Points, Around.depth())); };
  Now.Where = Lifted(Outer.Now.Where);
  Now.Surely = Entered = Lifted(Outer.Now.Surely);
  InLoop = true;
  CallSite = Outer.CallSite;
}

/// The loop has one more coordinate, by which its iterations are told apart. False: its header is not understood.
bool BodyReader::visitAffine(const ForStmt *For) {
  const EnclosingLoops *Inner = nullptr;
  try {
    LoopHeader Header = readHeader(For, Syntax.AST, Syntax.Uses, Syntax.Src);
    const VarDecl *V = Header.Iterator;
    // The header alone says what value it has, and it has none elsewhere.
    if (VariableUses(For->getBody()).isWritten(V) || Header.IsReachable ||
        namesOutsideItsLoops(Syntax.Shape.Parts[Around.Part].Body, V) || Header.CondStep || hasJump(For->getBody(), Syntax.AST))
      return false;
    for (const LoopHeader::Follower &F : Header.Followers)
      if (VariableUses(For->getBody()).isWritten(F.Variable) || namesOutsideItsLoops(Syntax.Shape.Parts[Around.Part].Body, F.Variable))
        return false;
    EnclosingLoops Outer = Around;
    Outer.Prefix.back() = Now.Where;
    Outer.IsInText = true;
    Inner = &Table.keep(std::move(Outer), Header, [&](EnclosingLoops Loops, const LoopHeader &Kept) {
      Loops = readLoop(Names, std::move(Loops), Kept);
      ++Loops.Inside;
      return Loops;
    });
  } catch (const Refused &) {
    Names.enter(Around.domain());
    return false;
  }
  BodyReader Reader(*this, *Inner);
  if (Inner->Loops.back().Header->StepValue) // some coordinates of its domain are no iterations
    Reader.Now.Surely = Reader.Entered = Reader.nowhere();
  StatementFacts Inside = Reader.read({}, For->getBody());
  Names.enter(Around.domain());
  Facts.Ops.add(Inside.Ops);
  if (Inside.Inside.empty())
    Inside.Inside.push_back(Inner->domain());
  llvm::append_range(Facts.Inside, Inside.Inside);
  Facts.CallsLibm |= Inside.CallsLibm;
  Facts.Extrema.insert(Inside.Extrema.begin(), Inside.Extrema.end());
  Facts.RoundsToShorter |= Inside.RoundsToShorter;
  Facts.CalledGlobals.insert(Inside.CalledGlobals.begin(), Inside.CalledGlobals.end());
  return true;
}

void BodyReader::visitFor(const ForStmt *For) {
  visit(For->getInit());
  visit(For->getCond()); // once at least
  if (visitAffine(For))
    visitUnknown({For->getCond(), For->getInc()}, 1);
  else
    visitUnknown({For->getCond(), For->getBody(), For->getInc()});
}

//--- conditions ----------------------------------------------------------------

/// Only names and arithmetic that an affine condition can be made of: keeps
/// conditions on data from leaving symbols behind.
static bool isSimple(const NestSyntax &Syntax, const EnclosingLoops &Around, const Expr *E, unsigned &Steps) {
  E = E->IgnoreParenImpCasts();
  constexpr unsigned MostSteps = 1000;
  if (++Steps > MostSteps)
    return false;
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (V && (Around.find(V) || Around.followerOf(V)))
      return true;
    if (V && Syntax.isDeclaredInBody(V))
      return V->getType()->isIntegerType() && Syntax.valueOf(Ref) && isSimple(Syntax, Around, Syntax.valueOf(Ref), Steps);
    return Ref->getType()->isIntegerType();
  }
  if (!E->getType()->isIntegerType() || isElement(E) || isa<StmtExpr>(E))
    return false;
  if (auto *Call = dyn_cast<CallExpr>(E))
    return Call->getDirectCallee() && Syntax.isDeclaredBefore(Call->getDirectCallee()) &&
           llvm::all_of(Call->arguments(),
                        [&](const Expr *Argument) { return isSimple(Syntax, Around, Argument, Steps); });
  return allChildren(E, [&](const Stmt *Child) {
    auto *Sub = dyn_cast<Expr>(Child);
    return Sub && isSimple(Syntax, Around, Sub, Steps);
  });
}

bool BodyReader::looksAffine(const Expr *E) const {
  unsigned Steps = 0;
  return isSimple(Syntax, Around, E, Steps);
}

void BodyReader::settleAffine(const ExprReader &Reader, const Expr *E) {
  Place At = Syntax.Src.place(E);
  Names.assumeRead(Reader.wrapped().intersect(Now.Where), At);
  visitMembers(E);
}

Sides BodyReader::visitCondition(const Expr *Cond) {
  Cond = Cond->IgnoreParenImpCasts();
  if (looksAffine(Cond)) {
    ExprReader Reader(Names, Around);
    if (std::optional<isl::set> True = Reader.condition(Cond)) {
      settleAffine(Reader, Cond);
      return {*True, anywhere().subtract(*True)};
    }
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(Cond); Unary && Unary->getOpcode() == UO_LNot)
    return visitCondition(Unary->getSubExpr()).opposite();
  auto *Binary = dyn_cast<BinaryOperator>(Cond);
  if (Binary && Binary->isLogicalOp()) {
    Facts.Ops.Branches += isFirst(Binary);
    bool IsAnd = Binary->getOpcode() == BO_LAnd;
    Sides First = visitCondition(Binary->getLHS()), Second;
    fork(IsAnd ? First : First.opposite(), [&] { Second = visitCondition(Binary->getRHS()); });
    if (IsAnd)
      return {First.True.intersect(Second.True),
              First.False.unite(First.True.intersect(Second.False))};
    return {First.True.unite(First.False.intersect(Second.True)),
            First.False.intersect(Second.False)};
  }
  visitExpr(Cond);
  isl::set Anywhere = anywhere();
  return {Anywhere, Anywhere};
}

/// All paths through the body write Element at Always: its conditional writes there
/// become one at the end, behind every read.
void BodyReader::settleElement(unsigned Element, const isl::set &Always,
                               std::vector<bool> &IsDropped) {
  isl::set Unconditional = nowhere();
  std::optional<unsigned> Conditional;
  for (const Noted &N : Notes) {
    if (N.Element != Element)
      continue;
    RawAccess &Raw = Table.raw(N.Raw);
    if (N.What == Access::Kind::Read && !N.IsOldValue) {
      Raw.Where = Raw.Where.subtract(N.Own).coalesce();
    } else if (Raw.IsConditional) {
      Raw.Where = Raw.Where.subtract(Always).coalesce();
      Conditional = N.Raw;
    } else {
      Unconditional = Unconditional.unite(Raw.Where);
      continue;
    }
    IsDropped[N.Raw] = Raw.Where.is_empty();
  }
  if (!Always.is_subset(Unconditional))
    Table.addWrite(*Conditional, Always);
}

void BodyReader::settleConditionalWrites() {
  Ends.push_back(Now);
  ElementPoints Written = agreed(Ends, &PathState::Written);
  std::set<unsigned> Conditional;
  for (const Noted &N : Notes)
    if (N.What == Access::Kind::Write && Table.raw(N.Raw).IsConditional)
      Conditional.insert(N.Element);
  std::vector<bool> IsDropped(Table.size());
  for (unsigned Element : Conditional) {
    // Of what a loop may have done nothing is known behind it.
    auto Known = Written.find(Element);
    isl::set Always = Known == Written.end() ? nowhere() : Entered.intersect(Known->second).coalesce();
    if (!Always.is_empty())
      settleElement(Element, Always, IsDropped);
  }
  // Memory that every path touches is there, whichever of them is taken.
  ElementPoints Touched = agreed(Ends, &PathState::Touched);
  for (const Noted &N : Notes) {
    RawAccess &Raw = Table.raw(N.Raw);
    auto Known = Touched.find(N.Element);
    if (N.What == Access::Kind::Read && Raw.IsConditional && Known != Touched.end() &&
        Raw.Where.is_subset(Entered.intersect(Known->second)))
      Raw.IsConditional = false;
  }
  Table.drop(IsDropped);
}

void BodyReader::access(Access::Kind What, const Expr *Lvalue, bool IsOldValue) {
  // Beyond this no dependence analysis ends in time.
  constexpr unsigned MostAccesses = 3000;
  if (Table.size() >= MostAccesses)
    giveUp(refusals::tooComplex(Syntax.Src.place(Lvalue)));
  const Expr *E = Lvalue->IgnoreParens();
  while (auto *Part = dyn_cast<UnaryOperator>(E)) {
    if (Part->getOpcode() != UO_Real && Part->getOpcode() != UO_Imag &&
        Part->getOpcode() != UO_Extension)
      break;
    // A part written is an element half written; the other half must survive.
    if (What == Access::Kind::Write && Part->getOpcode() != UO_Extension)
      access(Access::Kind::Read, Part->getSubExpr());
    E = Part->getSubExpr()->IgnoreParens();
  }
  E = Syntax.Inlined.resolved(E);
  Place At = Syntax.Src.place(E);
  auto *Ref = dyn_cast<DeclRefExpr>(E);
  auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  bool IsRecord = V && V->getType()->isRecordType() && !Syntax.isDeclaredInBody(V);
  if ((Ref && !IsRecord) || isa<CompoundLiteralExpr>(E) || isa<StmtExpr>(E))
    return;
  if (E->getType().isVolatileQualified())
    giveUp(refusals::isVolatile(At, At.Text));
  if (copyMember(E))
    return;
  if (!isElement(E) && !isa<MemberExpr>(E) && !IsRecord)
    giveUp(refusals::unsupportedExpression(At, "this expression is not understood"));
  ElementPath Path = elementPath(Syntax, E);
  if (Path.isOwn())
    return;
  if (Path.Slot)
    Names.records().evaluated(*Path.Slot, Now.Where, !Now.isConditional());
  if (What == Access::Kind::Write)
    ++Facts.Ops.Stores;
  else
    Facts.Ops.Loads += isFirst(E);
  if (!E->getType()->isRecordType())
    return accessPath(What, Path, E, IsOldValue);
  for (const ElementPath &Leaf : leavesOf(Syntax, Path, E->getType(), At))
    accessPath(What, Leaf, E, IsOldValue);
}

//--- the complete nest ---------------------------------------------------------

/// { S[x] -> S[y] : x after y, in the same iterations of the Depth outermost loops }
static isl_map *earlierInside(const isl::map &Like, unsigned Depth) {
  isl_space *Points = isl_space_map_from_set(isl_space_domain(isl_map_get_space(Like.get())));
  isl_map *Order = isl_map_lex_gt(isl_space_domain(isl_space_copy(Points)));
  isl_space_free(Points);
  for (unsigned D = 0; D < Depth; ++D)
    Order = isl_map_equate(Order, isl_dim_in, int(D), isl_dim_out, int(D));
  return Order;
}

void tilepipe::checkReadBetween(const LoopNest &Nest) {
  for (const Access &Read : Nest.Accesses)
    for (const Access &Write : Nest.Accesses) {
      if (Read.Between == 0 || Write.What != Access::Kind::Write ||
          Read.ArrayIndex != Write.ArrayIndex)
        continue;
      isl_map *Same = isl_map_reverse(Write.Relation.copy());
      Same = isl_map_apply_range(Read.Relation.copy(), Same);
      Same = isl_map_intersect(Same, earlierInside(Read.Relation, Read.Between));
      if (!isl::manage(Same).is_empty())
        giveUp(refusals::imperfectNest({Read.Where, Read.Text},
                                       "an element is read between the loops, and the inner ones "
                                       "write it before they are through"));
    }
}

void tilepipe::checkRoundings(const LoopNest &Nest, const AccessTable &Table, Roundings Rounded) {
  auto Add = [&](const RawAccess &Read, bool AreNeighbours) {
    Rounded.add(Nest.Arrays[Read.Array].IsComplex || AreNeighbours ? 2 : 1, Read.At);
  };
  Table.forEachRoundedRead([&](const RawAccess &Read) { Add(Read, false); });
  bool HasNeighbours = Nest.writesPairs();
  if (Rounded.second() && HasNeighbours)
    giveUp(refusals::roundedPairs(*Rounded.second()));
  Table.forEachNearRead(Nest, Rounded.widensLater(), [&](const RawAccess &Read, bool AreNeighbours) {
    HasNeighbours |= AreNeighbours;
    Add(Read, AreNeighbours);
  });
  if (Rounded.second() && HasNeighbours)
    giveUp(refusals::roundedNear(*Rounded.second()));
}
