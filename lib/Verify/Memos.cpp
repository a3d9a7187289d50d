// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The array tp_memo of jammed tile functions: is what a cell holds what the call would give that it stands for?
//
// All is asked of one block, the array's scope: outside of it the cells hold nothing. Times are those of the block.
#include "Reading.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/map.h>
#include <isl/set.h>

using namespace tilepipe;
using namespace clang;

static std::string coordinate(unsigned D) { return "tp_c" + std::to_string(D); }

/// C's subscripts of an element are those of the nest's relations.
static bool hasOwnSubscripts(const tilepipe::Array &A) {
  return A.Rows == 0 && A.Offset == 0 && A.Shift.empty() && A.Extents.size() == A.DeclaredDims.size() + 1 &&
         llvm::all_of(A.Extents, [](const Extent &E) { return E.Unit == 0; });
}

/// The subscripts of base[x0][x1]..., and the variable that is the base; null: E is no such element.
static const VarDecl *subscriptsOf(Evaluator &X, const Expr *E, std::vector<Value> &Result) {
  E = E->IgnoreParenImpCasts();
  while (auto *Each = dyn_cast<ArraySubscriptExpr>(E)) {
    Result.insert(Result.begin(), X.number(Each->getIdx()));
    E = Each->getBase()->IgnoreParenImpCasts();
  }
  auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

bool Memos::declare(Executor &X, const VarDecl *V) {
  if (V->getName() != MemoName)
    return false;
  const ASTContext &AST = Source.File.ast();
  const ConstantArrayType *Rows = AST.getAsConstantArrayType(V->getType());
  const ConstantArrayType *Row = Rows ? AST.getAsConstantArrayType(Rows->getElementType()) : nullptr;
  if (Array || !Row || !Row->getElementType()->isRealFloatingType() || V->getInit() || !V->hasLocalStorage())
    Source.File.fail(V, "array for what calls give that is not understood");
  Array = V;
  Around = X.Time;
  Around.pop_back(); // the declaration's own place
  return true;
}

bool Memos::store(Executor &X, const BinaryOperator *E) {
  const ArraySubscriptExpr *Cell = memoCell(E->getLHS()->IgnoreParens());
  if (!Cell)
    return false;
  Event Here{E, X.Path, X.Time, {}, {}, 0};
  auto *Call = dyn_cast<CallExpr>(E->getRHS()->IgnoreParens()); // converted to no other type
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  const VarDecl *Base = Callee && Call->getNumArgs() == 1 ? subscriptsOf(X, Call->getArg(0), Here.Element) : nullptr;
  if (E->getOpcode() != BO_Assign || subscriptsOf(X, Cell, Here.Cell) != Array || !Array || !Base)
    Source.File.fail(E, "call whose value is kept that is not understood");
  auto Found = llvm::find_if(Source.Nest.Accesses, [&](const Access &Use) {
    const tilepipe::Array &A = Source.Nest.Arrays[Use.ArrayIndex];
    const bool IsStatic = A.Kind == tilepipe::Array::Storage::Static;
    return Use.Call && Use.Call->Function == Callee->getName() && A.base() == Base->getName() && hasOwnSubscripts(A) &&
           A.Extents.size() == Here.Element.size() && (IsStatic ? Base->hasGlobalStorage() && Base->isFileVarDecl() : isa<ParmVarDecl>(Base));
  });
  if (Found == Source.Nest.Accesses.end() || (!Function.empty() && Function != Callee->getName()))
    Source.File.fail(E, "call that the program does not make");
  Here.Access = Found - Source.Nest.Accesses.begin();
  Function = Callee->getName().str();
  Stores.push_back(std::move(Here));
  return true;
}

static void collectCells(const Stmt *S, std::vector<const ArraySubscriptExpr *> &Result) {
  if (const ArraySubscriptExpr *Cell = S ? memoCell(S) : nullptr)
    Result.push_back(Cell);
  else if (S)
    for (const Stmt *Child : S->children())
      collectCells(Child, Result);
}

void Memos::body(Executor &X, const CompoundStmt *Block, llvm::ArrayRef<unsigned> Replaced, const isl::set &Points) {
  std::vector<const ArraySubscriptExpr *> Cells;
  collectCells(Block, Cells);
  if (Cells.size() != Replaced.size())
    Source.File.fail(Block, "copy of the body whose cells are not found");
  for (size_t I = 0; I < Cells.size(); ++I) {
    Event Here{Cells[I], Points, X.Time, {}, {}, Replaced[I]};
    if (!Array || subscriptsOf(X, Cells[I], Here.Cell) != Array || Here.Cell.size() != 2)
      Source.File.fail(Cells[I], "cell that is not understood");
    Reads.push_back(std::move(Here));
  }
  for (unsigned I = 0; I < Source.Nest.Accesses.size(); ++I)
    if (Source.Nest.Accesses[I].What == Access::Kind::Write)
      Writes.push_back({Block, Points, X.Time, {}, {}, I});
}

namespace {

isl::set emptyLike(const isl::set &Set) { return isl::set::empty(Set.get_space()); }

/// { [u] -> [v] } for u in From and v in To.
isl::map pairs(const isl::set &From, const isl::set &To) {
  return isl::manage(isl_map_from_domain_and_range(From.copy(), To.copy()));
}

isl::map equated(isl::map Map, unsigned In, unsigned Out, unsigned Count) {
  for (unsigned D = 0; D < Count; ++D)
    Map = isl::manage(isl_map_equate(Map.release(), isl_dim_in, int(In + D), isl_dim_out, int(Out + D)));
  return Map;
}

/// Where dimensions [At, At + Count) of the first are lexicographically greater than those of the second.
isl::map greater(const isl::map &Map, unsigned At, unsigned Count) {
  isl::map Result = isl::manage(isl_map_empty(isl_map_get_space(Map.get())));
  for (unsigned D = 0; D < Count; ++D) {
    isl::map Here = equated(Map, At, At, D);
    Here = isl::manage(isl_map_order_gt(Here.release(), isl_dim_in, int(At + D), isl_dim_out, int(At + D)));
    Result = Result.unite(Here);
  }
  return Result;
}

/// The elements alone.
isl::set elements(const isl::set &Set, unsigned Before) {
  return isl::manage(isl_set_project_out(Set.copy(), isl_dim_set, 0, Before));
}

} // namespace

Moment Memos::momentAt(const Event &E, size_t I) { return I < E.Time.size() ? E.Time[I] : Moment(); }

/// { [t, a, b, x] } (writes: { [t, x] }) for the given parts of times, the loops around the block as parameters.
isl::set Memos::setOf(const Event &E, llvm::ArrayRef<size_t> Times) const {
  isl::set Set = E.Condition;
  std::vector<std::string> Names;
  auto Fix = [&](const std::string &Name, const Value &To) {
    Set = conjunction(Set, Value::parameter(Source.ctx(), Name).equals(To));
    Names.push_back(Name);
  };
  for (size_t I : Times) {
    const Moment M = momentAt(E, I);
    if (M.Loop.empty())
      Fix("tp_t" + std::to_string(I), Value::constant(Source.ctx(), M.Place));
    else
      Names.push_back(M.Loop);
  }
  for (size_t I = 0; I < E.Cell.size(); ++I)
    Fix("tp_a" + std::to_string(I), E.Cell[I]);
  for (size_t I = 0; I < E.Element.size(); ++I)
    Fix("tp_x" + std::to_string(I), E.Element[I]);
  const bool IsAccess = E.Element.empty();
  for (unsigned D = 0; IsAccess && D < Source.Nest.tupleSize(); ++D)
    Names.push_back(coordinate(D));
  Set = parametersAsTuple(Set, Names, "");
  auto IsAround = [&](llvm::StringRef Name) { return llvm::any_of(Around, [&](const Moment &M) { return M.Loop == Name; }); };
  Set = withoutParameters(Set, [&](llvm::StringRef Name) { return Evaluator::isFresh(Name) && !IsAround(Name); });
  if (!IsAccess)
    return isl::manage(isl_set_reset_tuple_id(Set.release()));
  // Of accesses the relation says the element.
  isl_map *Relation = isl_map_reset_tuple_id(Source.Nest.Accesses[E.Access].Relation.copy(), isl_dim_in);
  Relation = isl_map_reset_tuple_id(Relation, isl_dim_out);
  isl_space *Kept = isl_space_set_alloc(Source.ctx().get(), 0, unsigned(Times.size() + E.Cell.size()));
  isl_map *Both = isl_map_flat_product(isl_map_identity(isl_space_map_from_set(Kept)), Relation);
  return isl::manage(isl_set_apply(isl_set_reset_tuple_id(Set.release()), Both));
}

void Memos::checkAccess(const Event &E) const {
  const Access &A = Source.Nest.Accesses[E.Access];
  if (!A.Call || A.Call->Function != Function || A.What != Access::Kind::Read || A.IsConditional ||
      A.ArrayIndex != Source.Nest.Accesses[Stores.front().Access].ArrayIndex)
    Source.File.fail(E.Where, "cell in the place of another call");
}

void Memos::require(bool IsTrue, const char *Otherwise) const {
  if (!IsTrue)
    Source.File.fail(Reads.empty() ? Stores.front().Where : Reads.front().Where, Otherwise);
}

/// What happens in the block, { [t, a, b, x] }.
struct Memos::Sets {
  std::vector<size_t> Times; ///< the parts of times that tell
  unsigned ArrayIndex;       ///< of the elements
  unsigned T, X;             ///< dimensions of a time, and of an element
  isl::set Filled, Read;
};
static constexpr unsigned Cells = 2; // dimensions of a cell

/// Everything happens in the array's scope, for one array's elements.
unsigned Memos::checkScope() const {
  auto IsSame = [](const Moment &A, const Moment &B) { return A.Place == B.Place && A.Loop == B.Loop; };
  for (const std::vector<Event> *All : {&Stores, &Reads, &Writes})
    for (const Event &E : *All)
      require(E.Time.size() > Around.size() && std::equal(Around.begin(), Around.end(), E.Time.begin(), IsSame),
              "copy of the body outside of the block with the array");
  for (const Event &E : Reads)
    checkAccess(E);
  const unsigned ArrayIndex = Source.Nest.Accesses[Stores.front().Access].ArrayIndex;
  for (const Event &E : Stores)
    require(Source.Nest.Accesses[E.Access].ArrayIndex == ArrayIndex, "calls for elements of two arrays");
  return ArrayIndex;
}

/// Those that are not the same place for all.
std::vector<size_t> Memos::tellingTimes() const {
  size_t Longest = 0;
  for (const std::vector<Event> *All : {&Stores, &Reads, &Writes})
    for (const Event &E : *All)
      Longest = std::max(Longest, E.Time.size());
  std::vector<size_t> Times;
  for (size_t I = Around.size(); I < Longest; ++I) {
    std::set<std::pair<std::string, int64_t>> Seen;
    for (const std::vector<Event> *All : {&Stores, &Reads, &Writes})
      for (const Event &E : *All)
        Seen.insert({momentAt(E, I).Loop, momentAt(E, I).Place});
    if (Seen.size() > 1 || !Seen.begin()->first.empty())
      Times.push_back(I);
  }
  return Times;
}

isl::set Memos::allOf(const std::vector<Event> &Events, llvm::ArrayRef<size_t> Times) const {
  isl::set Result = setOf(Events.front(), Times);
  for (const Event &E : llvm::drop_begin(Events))
    Result = Result.unite(setOf(E, Times));
  return Result.coalesce();
}

/// Each cell lies in the array, for boxes of the sizes that there are.
void Memos::checkCells(const Sets &S) const {
  const ConstantArrayType *Rows = Source.File.ast().getAsConstantArrayType(Array->getType());
  const ConstantArrayType *Row = Source.File.ast().getAsConstantArrayType(Rows->getElementType());
  isl::set Inside = isl::manage(isl_set_universe(isl_set_get_space(S.Filled.get())));
  for (auto [D, Size] : {std::pair(0u, Rows->getSize().getZExtValue()), std::pair(1u, Row->getSize().getZExtValue())}) {
    Inside = isl::manage(isl_set_lower_bound_si(Inside.release(), isl_dim_set, S.T + D, 0));
    Inside = isl::manage(isl_set_upper_bound_si(Inside.release(), isl_dim_set, S.T + D, int(Size) - 1));
  }
  isl::set Boxes = everywhere(Source.ctx());
  auto Bound = [&](unsigned D, int64_t Most) {
    auto Corner = [&](const char *Name) { return Value::parameter(Source.ctx(), Name + std::to_string(D)); };
    Boxes = conjunction(Boxes, (Corner("tp_lo") + Most).atLeast(Corner("tp_hi")));
  };
  if (Blocks) {
    Bound(Blocks->Last - 1, Blocks->Rows);
    Bound(Blocks->Last, Blocks->Points);
  }
  require(conjunctionParams(S.Filled, Boxes).is_subset(Inside) && conjunctionParams(S.Read, Boxes).is_subset(Inside),
          "cell outside of the array");
}

/// A read's cell was filled for its element before. Along time a cell's elements only go up, and none above the read's
/// was there before the read: so the last one was the read's.
void Memos::checkReads(const Sets &S) const {
  auto Backwards = [&](const isl::map &Behind) { // { later -> earlier }, the earlier of a greater element
    return greater(isl::manage(isl_map_reverse(Behind.copy())), S.T + Cells, S.X);
  };
  const isl::map SameCell = equated(greater(pairs(S.Read, S.Filled), 0, S.T), S.T, S.T, Cells);
  require(S.Read.is_subset(equated(SameCell, S.T + Cells, S.T + Cells, S.X).domain()), "cell that was not filled for its element");
  require(Backwards(SameCell).is_empty(), "cell that was filled for a later element");
  require(Backwards(equated(greater(pairs(S.Filled, S.Filled), 0, S.T), S.T, S.T, Cells)).is_empty(),
          "cell that is filled for earlier elements later");
  const isl::map SameElement = equated(pairs(S.Read, S.Filled), S.T + Cells, S.T + Cells, S.X);
  require(SameElement.is_subset(equated(SameElement, S.T, S.T, Cells)), "element with two cells");
}

/// What a point writes it leaves in the cell of its element, in the same iteration; or no read of the block is for it.
/// Fills at a side are for elements that the block does not write: they see what the program's calls see.
void Memos::checkWrites(const Sets &S) const {
  const isl::set ReadElements = elements(S.Read, S.T + Cells);
  isl::set Kept = emptyLike(S.Filled), Written = emptyLike(ReadElements);
  for (const Event &E : Writes) {
    if (Source.Nest.Accesses[E.Access].ArrayIndex != S.ArrayIndex)
      continue;
    unsigned Loops = 0; // the iteration: all up to the innermost loop
    for (unsigned I = 0; I < S.T; ++I)
      if (!momentAt(E, S.Times[I]).Loop.empty())
        Loops = I + 1;
    const isl::set Here = setOf(E, S.Times);
    Written = Written.unite(elements(Here, S.T));
    isl::map Behind = equated(pairs(S.Filled, Here), 0, 0, Loops); // { fill -> write }
    Behind = equated(greater(Behind, 0, S.T), S.T + Cells, S.T, S.X);
    Kept = Kept.unite(Behind.domain());
    require(elements(Here.subtract(Behind.range()), S.T).is_disjoint(ReadElements), "element that is written, and its cell is not");
    require(greater(equated(pairs(S.Read, Here), 0, 0, Loops), 0, S.T).is_empty(), "cell that is read behind the point's own write");
  }
  require(elements(S.Filled.subtract(Kept), S.T + Cells).is_disjoint(Written), "call for an element that the block is about to write");
}

/// Calls are for elements for which the program makes them: exceptions and errno are the program's.
void Memos::checkCalls(const Sets &S) const {
  const isl::set Filled = elements(S.Filled, S.T + Cells);
  isl::set Called = emptyLike(Filled);
  for (const Access &A : Source.Nest.Accesses)
    if (A.Call && A.Call->Function == Function && !A.IsConditional && A.What == Access::Kind::Read && A.ArrayIndex == S.ArrayIndex)
      Called = Called.unite(isl::manage(isl_set_reset_tuple_id(A.Relation.range().release())));
  require(Filled.is_subset(Called), "call that the program does not make");
}

void Memos::finish() const {
  if (Reads.empty() && Stores.empty())
    return;
  require(!Reads.empty() && !Stores.empty(), "calls whose values nobody takes");
  const unsigned ArrayIndex = checkScope();
  const std::vector<size_t> Times = tellingTimes();
  const Sets S{Times, ArrayIndex, unsigned(Times.size()), unsigned(Source.Nest.Arrays[ArrayIndex].Extents.size()),
               allOf(Stores, Times), allOf(Reads, Times)};
  checkCells(S);
  checkReads(S);
  checkWrites(S);
  checkCalls(S);
}
