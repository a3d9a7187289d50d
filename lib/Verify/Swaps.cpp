// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers that iterations of the outermost loop exchange: what the user's nest does with them, where the loops of a
// tile have them, and where the call leaves them.
//
#include "Reading.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/set.h>

using namespace tilepipe;
using namespace clang;

//--- the user's nest -----------------------------------------------------------

namespace {

/// Follows pointers through one iteration of the user's outermost loop.
class SwapCheck {
public:
  SwapCheck(const RegionSource &Source, const RegionCall &Call, const UserNest &User)
      : Source(Source), Nest(Source.Nest), User(User), Loop(Call.Nest) {}

  std::set<const Stmt *> run() {
    std::set<const Stmt *> Swaps;
    if (Nest.Cycles.empty())
      return Swaps;
    auto *Body = dyn_cast<CompoundStmt>(Loop->getBody());
    if (!Body)
      Source.File.fail(Loop, "loop without an exchange of pointers");
    for (const Stmt *S : Body->body())
      if (!step(S))
        Swaps.insert(S);
    for (const PointerCycle &C : Nest.Cycles)
      for (size_t I = 0; I < C.Pointers.size(); ++I)
        if (placeOf(C.Pointers[I].Name) != C.Pointers[(I + 1) % C.Pointers.size()].Name)
          Source.File.fail(Loop, "loop that exchanges pointers in another way");
    checkAddresses();
    return Swaps;
  }

private:
  const RegionSource &Source;
  const LoopNest &Nest;
  const UserNest &User;
  const ForStmt *Loop;
  std::map<const VarDecl *, std::string> Whose;     ///< place of which exchanged pointer one has that was moved
  std::map<std::string, const VarDecl *> Variables; ///< exchanged pointers

  std::string placeOf(const std::string &Name) const {
    auto Known = Variables.find(Name);
    auto Moved = Known == Variables.end() ? Whose.end() : Whose.find(Known->second);
    return Moved == Whose.end() ? Name : Moved->second;
  }

  /// The only variable of this name: two would be two pointers.
  void note(const VarDecl *V, const Stmt *Where) {
    if (!isExchanged(V))
      return;
    const VarDecl *&Known = Variables[V->getName().str()];
    if ((Known && Known != V) || !V->hasLocalStorage())
      Source.File.fail(Where, "another pointer '" + V->getName() + "'");
    Known = V;
  }

  bool isExchanged(const VarDecl *V) const {
    return llvm::any_of(Nest.Cycles, [&](const PointerCycle &C) {
      return llvm::any_of(C.Pointers, [&](const PointerCycle::Pointer &P) { return P.Name == V->getName(); });
    });
  }

  /// S belongs to a statement of the nest, which has its pointers where they are now. False: it moves pointers.
  bool step(const Stmt *S) {
    std::vector<unsigned> Statements = User.statementsIn(S);
    std::map<const VarDecl *, std::string> Before = Whose;
    if (Statements.empty() && moves(S))
      return false;
    Whose = std::move(Before);
    for (const VarDecl *V : assignedIn(S))
      if (isExchanged(V))
        Source.File.fail(S, "statement that changes '" + V->getName() + "'");
    for (unsigned K : Statements)
      for (const DeclRefExpr *Ref : User.namesOf(K)) {
        auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        if (!V || !isExchanged(V))
          continue;
        note(V, Ref);
        auto Known = llvm::find_if(Nest.Statements[K].Pointers, [&](const Statement::Exchanged &P) { return P.Name == V->getName(); });
        if (Known == Nest.Statements[K].Pointers.end() ||
            placeOf(V->getName().str()) != Nest.Cycles.at(Known->Cycle).Pointers.at(Known->Index).Name)
          Source.File.fail(Ref, "pointer that is somewhere else here");
      }
    return true;
  }

  /// What E names, through parentheses and loads.
  static const VarDecl *pointer(const Expr *E) {
    auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return V && V->getType()->isPointerType() && V->hasLocalStorage() ? V : nullptr;
  }

  void move(const VarDecl *To, const Expr *From, const Stmt *Where) {
    const VarDecl *V = pointer(From);
    if (!V || !(Whose.count(V) || isExchanged(V)))
      Source.File.fail(Where, "pointer that comes from somewhere else");
    note(To, Where);
    note(V, Where);
    std::string Place = Whose.count(V) ? Whose[V] : V->getName().str();
    Whose[To] = Place;
  }

  /// S does nothing but move pointers.
  bool moves(const Stmt *S) {
    if (!S || isa<NullStmt>(S))
      return true;
    if (auto *Block = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(Block->body(), [&](const Stmt *Child) { return moves(Child); });
    if (auto *Do = dyn_cast<DoStmt>(S)) {
      auto Again = Do->getCond()->getIntegerConstantExpr(Source.File.ast());
      return Again && Again->isZero() && moves(Do->getBody());
    }
    if (auto *Declaration = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Declaration->decls()) {
        auto *V = dyn_cast<VarDecl>(D);
        if (!V || !V->getType()->isPointerType() || !V->hasLocalStorage() || (V->getInit() && !pointer(V->getInit())))
          return false;
        const VarDecl *From = V->getInit() ? pointer(V->getInit()) : nullptr;
        if (From && !Whose.count(From) && !isExchanged(From))
          return false;
        if (From)
          move(V, V->getInit(), S);
      }
      return true;
    }
    auto *E = dyn_cast<Expr>(S);
    auto *Binary = E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
    if (Binary && Binary->getOpcode() == BO_Comma)
      return moves(Binary->getLHS()) && moves(Binary->getRHS());
    if (!Binary || Binary->getOpcode() != BO_Assign || !pointer(Binary->getLHS()))
      return false;
    move(pointer(Binary->getLHS()), Binary->getRHS(), S);
    return true;
  }

  bool takesAddress(const Stmt *S) const {
    if (!S)
      return false;
    if (auto *Unary = dyn_cast<UnaryOperator>(S); Unary && Unary->getOpcode() == UO_AddrOf)
      if (const VarDecl *V = Evaluator::variable(Unary->getSubExpr()); V && isOneOf(V))
        return true;
    return llvm::any_of(S->children(), [&](const Stmt *Child) { return takesAddress(Child); });
  }
  bool isOneOf(const VarDecl *V) const {
    return llvm::any_of(Variables, [&](const auto &Known) { return Known.second == V; });
  }

  void checkAddresses() const {
    for (const FunctionDecl *F : Source.File.functions())
      if (!F->getName().starts_with("tp_") && takesAddress(F->getBody()))
        Source.File.fail(F, "function that takes the address of an exchanged pointer");
  }
};

/// { S[] -> [v] } as a value of parameters.
Value overParameters(const isl::pw_aff &Of) {
  isl_ctx *Ctx = isl_pw_aff_get_ctx(Of.get());
  isl_multi_id *Nothing = isl_multi_id_from_id_list(isl_pw_aff_get_domain_space(Of.get()), isl_id_list_alloc(Ctx, 0));
  return Value(isl::manage(isl_pw_aff_bind_domain(Of.copy(), Nothing)));
}

/// Number of an iteration of the outermost loop, from its coordinate.
Value turnOf(const LoopNest &Nest, const Value &Coordinate) {
  const Loop &L = Nest.Loops.front();
  return (Coordinate - overParameters(L.First)).floorDivided(L.Spacing);
}

/// { : } where V leaves Rest when divided by Size.
isl::set leaves(const Value &V, int64_t Size, int64_t Rest) {
  Value Quotient = V.floorDivided(Size);
  return (V - Quotient.times(Size)).equals(Value::constant(V.plain().ctx(), Rest));
}

} // namespace

std::set<const Stmt *> tilepipe::checkSwaps(const RegionSource &Source, const RegionCall &Call, const UserNest &User) {
  return SwapCheck(Source, Call, User).run();
}

//--- tiles ---------------------------------------------------------------------

bool PointerPlaces::read(Evaluator &X, const Expr *E, const isl::set &Where, std::vector<Place> &Result) const {
  E = E->IgnoreParenImpCasts();
  if (auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    isl::set True = X.condition(Choice->getCond());
    return read(X, Choice->getTrueExpr(), conjunction(Where, True), Result) &&
           read(X, Choice->getFalseExpr(), Where.subtract(True), Result);
  }
  auto *Ref = dyn_cast<DeclRefExpr>(E);
  auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (auto Of = Known.find(V); Of != Known.end()) {
    for (const Place &P : Of->second)
      Result.push_back({conjunction(Where, P.Where), P.Base});
    return true;
  }
  auto Bound = X.Vars.find(V);
  if (Bound == X.Vars.end() || !llvm::StringRef(Bound->second.Field).starts_with("tp_base_"))
    return false;
  Result.push_back({Where, Bound->second.Field});
  return true;
}

bool PointerPlaces::declare(Evaluator &X, const VarDecl *V) {
  if (Source.Nest.Cycles.empty() || !V->getInit() || !V->getType().isConstQualified() || !V->hasLocalStorage())
    return false;
  std::vector<Place> Places;
  if (!read(X, V->getInit(), everywhere(Source.ctx()), Places))
    return false;
  Known[V] = std::move(Places);
  return true;
}

static void collectReferences(const Stmt *S, std::vector<const DeclRefExpr *> &Result) {
  if (!S)
    return;
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    Result.push_back(Ref);
  for (const Stmt *Child : S->children())
    collectReferences(Child, Result);
}

void PointerPlaces::check(unsigned K, const CompoundStmt *Block, unsigned First, const isl::set &Points) const {
  const LoopNest &Nest = Source.Nest;
  const std::vector<Statement::Exchanged> &Pointers = Nest.Statements[K].Pointers;
  if (Nest.Cycles.empty())
    return;
  std::vector<const DeclRefExpr *> Names;
  for (auto It = Block->body_begin() + First; It != Block->body_end(); ++It)
    collectReferences(*It, Names);
  const SourceManager &SM = Source.File.ast().getSourceManager();
  SourceLocation Begin = Source.File.begin(*(Block->body_begin() + First));
  std::set<const VarDecl *> Checked;
  for (const DeclRefExpr *Ref : Names) {
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    auto Named = V ? llvm::find_if(Pointers, [&](const Statement::Exchanged &P) { return P.Name == V->getName(); }) : Pointers.end();
    bool IsOwn = V && !SM.isBeforeInTranslationUnit(SM.getExpansionLoc(V->getLocation()), Begin);
    if (Named == Pointers.end() || IsOwn || !Checked.insert(V).second)
      continue;
    auto Places = Known.find(V);
    if (Places == Known.end())
      Source.File.fail(Ref, "exchanged pointer whose place is not known");
    const std::vector<PointerCycle::Pointer> &Cycle = Nest.Cycles.at(Named->Cycle).Pointers;
    Value Turn = turnOf(Nest, Value::parameter(Source.ctx(), "tp_c1"));
    for (const Place &P : Places->second)
      for (size_t Rest = 0; Rest < Cycle.size(); ++Rest) {
        std::string Expected = "tp_base_" + PointerCycle::base(Cycle[(Named->Index + Rest) % Cycle.size()].Name);
        if (P.Base != Expected && !conjunction(conjunction(Points, P.Where), leaves(Turn, Cycle.size(), Rest)).is_empty())
          Source.File.fail(Ref, "pointer that is at '" + P.Base + "' where it should be at '" + Expected + "'");
      }
  }
}

//--- the call ------------------------------------------------------------------

static void collectExpressions(const Stmt *S, std::vector<const StmtExpr *> &Result) {
  if (!S)
    return;
  if (auto *E = dyn_cast<StmtExpr>(S)) {
    Result.push_back(E);
    return;
  }
  for (const Stmt *Child : S->children())
    collectExpressions(Child, Result);
}

namespace {

/// ({ const tp_int tp_turn = ...; void *const tp_p0 = (void *)a, ...; a = tp_turn == 0 ? tp_p0 : tp_p1; ... })
class MoveReader {
public:
  explicit MoveReader(const RegionSource &Source, std::map<std::string, std::string> SpelledAtCall) : Source(Source), X(Source) {
    X.Spelled = std::move(SpelledAtCall);
  }

  std::map<std::string, std::vector<PointerPlaces::Place>> Moved; ///< by pointer

  void read(const CompoundStmt *Block) {
    for (const Stmt *S : Block->body())
      if (auto *Declaration = dyn_cast<DeclStmt>(S))
        for (const Decl *D : Declaration->decls())
          declare(cast<VarDecl>(D));
      else
        assign(S);
  }

private:
  const RegionSource &Source;
  Evaluator X;
  std::map<const VarDecl *, std::string> Copies; ///< of pointers of the user's
  std::set<const VarDecl *> Assigned;

  void declare(const VarDecl *V) {
    if (!V->getInit() || !V->getType().isConstQualified())
      Source.File.fail(V, "declaration that is not understood");
    if (V->getType()->isIntegerType()) {
      X.Vars[V].Number = X.number(V->getInit());
      return;
    }
    const VarDecl *From = Evaluator::variable(V->getInit());
    if (!V->getType()->isPointerType() || !From || Assigned.count(From))
      Source.File.fail(V, "declaration that is not understood");
    Copies[V] = From->getName().str();
  }

  void assign(const Stmt *S) {
    auto *Assignment = dyn_cast<BinaryOperator>(S);
    const VarDecl *To = Assignment && Assignment->getOpcode() == BO_Assign ? Evaluator::variable(Assignment->getLHS()) : nullptr;
    if (!To || !Assigned.insert(To).second)
      Source.File.fail(S, "statement that is not understood");
    choose(Assignment->getRHS(), everywhere(Source.ctx()), Moved[To->getName().str()]);
  }

  void choose(const Expr *E, const isl::set &Where, std::vector<PointerPlaces::Place> &Result) {
    E = E->IgnoreParenImpCasts();
    if (auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      isl::set True = X.condition(Choice->getCond());
      choose(Choice->getTrueExpr(), conjunction(Where, True), Result);
      return choose(Choice->getFalseExpr(), Where.subtract(True), Result);
    }
    auto Copy = Copies.find(Evaluator::variable(E));
    if (Copy == Copies.end())
      Source.File.fail(E, "pointer that is not understood");
    Result.push_back({Where, Copy->second});
  }
};

} // namespace

void tilepipe::checkMoved(const RegionSource &Source, const RegionCall &Call, const std::map<std::string, std::string> &Spelled) {
  const LoopNest &Nest = Source.Nest;
  std::vector<const StmtExpr *> Expressions;
  if (Call.Loop)
    collectExpressions(Call.Loop->getCond(), Expressions);
  collectExpressions(Call.Exits, Expressions);
  MoveReader Reader(Source, Spelled);
  for (const StmtExpr *E : Expressions)
    Reader.read(E->getSubStmt());
  for (const PointerCycle &C : Nest.Cycles) {
    const std::vector<PointerCycle::Pointer> &All = C.Pointers;
    isl::pw_aff Last = isl::manage(isl_set_dim_max(Nest.Turns->copy(), 0));
    Value Count = turnOf(Nest, Value(Last)) + 1;
    isl::set Runs = conjunction(Nest.domain().params(), Nest.Context);
    for (size_t I = 0; I < All.size(); ++I) {
      auto Moved = Reader.Moved.find(All[I].Name);
      if (Moved == Reader.Moved.end() && All.size() > 1 && !All[I].IsDeadBehind)
        Source.File.fail(Call.Call, "pointer '" + All[I].Name + "' is not moved");
      for (size_t Rest = 0; Moved != Reader.Moved.end() && Rest < All.size(); ++Rest)
        for (const PointerPlaces::Place &P : Moved->second)
          if (P.Base != All[(I + Rest) % All.size()].Name &&
              !conjunction(conjunction(Runs, P.Where), leaves(Count, All.size(), Rest)).is_empty())
            Source.File.fail(Call.Call, "pointer '" + All[I].Name + "' is moved to another place than the nest's");
    }
  }
  for (const auto &[Name, Places] : Reader.Moved)
    if (llvm::none_of(Nest.Cycles, [&, &Name = Name](const PointerCycle &C) {
          return llvm::any_of(C.Pointers, [&](const PointerCycle::Pointer &P) { return P.Name == Name; });
        }))
      Source.File.fail(Call.Call, "'" + Name + "' is changed");
}
