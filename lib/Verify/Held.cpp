// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The array tp_held of jammed tile functions: does each cell have the value that is taken from it?
//
// All is asked of the array's scope, a block or some rows of a tile: outside of it the cells hold nothing. Times are those of
// the scope.
#include "Pairs.h"
#include "Reading.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/mat.h>
#include <isl/set.h>

using namespace tilepipe;
using namespace clang;
using verify::EqualDims;
using verify::Pairs;

/// Of an array of a tile function's own.
static constexpr int64_t MostBytes = 256 << 10;

static std::string coordinate(unsigned D) { return "tp_c" + std::to_string(D); }

/// C's subscripts of an element are those of the nest's relations.
static bool hasOwnSubscripts(const tilepipe::Array &A) {
  return A.Shift.empty() && A.Extents.size() == A.Subscripts &&
         llvm::all_of(llvm::drop_begin(A.Extents, A.isOfStructures()), [](const Extent &E) { return E.Unit == 0; });
}

/// One subscript stands for two dimensions.
static bool isLinear(const tilepipe::Array &A) {
  return A.Rows == 0 && A.Shift.empty() && A.Subscripts == 1 && A.Extents.size() == 2 &&
         llvm::all_of(A.Extents, [](const Extent &E) { return E.Unit == 0; });
}

/// The base of V[x]; none: E is something else.
static ElementBase baseOfLinear(const ASTContext &AST, const Expr *E) {
  auto *Element = dyn_cast<ArraySubscriptExpr>(E->IgnoreParenImpCasts());
  return Element && !isa<ArraySubscriptExpr>(Element->getBase()->IgnoreParenImpCasts()) ? elementBase(AST, Element->getBase()) : ElementBase();
}

/// The inner dimensions of a structure's array of Type are A's.
static bool hasInnerDimensions(const tilepipe::Array &A, QualType Type) {
  unsigned D = A.isOfStructures() + 1;
  QualType Row = Type->getAsArrayTypeUnsafe()->getElementType();
  for (; auto *Dimension = dyn_cast_or_null<ConstantArrayType>(Row->getAsArrayTypeUnsafe()); Row = Dimension->getElementType(), ++D)
    if (D >= A.Extents.size() || A.Extents[D].Text != std::to_string(Dimension->getSize().getZExtValue()))
      return false;
  return true;
}

/// Base is what emitted functions have as that of A.
static bool isBaseOf(const tilepipe::Array &A, const ElementBase &Base) {
  const VarDecl *V = Base.Variable;
  if (!V || A.Offset != Base.Offset || Base.IsOfStructure != A.isOfStructures() || (!Base.Type.isNull() && !hasInnerDimensions(A, Base.Type)))
    return false;
  const llvm::StringRef Name = V->getName();
  if (A.Kind == tilepipe::Array::Storage::Static)
    return V->isFileVarDecl() && V->hasGlobalStorage() && (Name == A.base() || Name == A.Object);
  return isa<ParmVarDecl>(V) && Name == A.base();
}

/// The subscripts of base[x0][x1]..., and the base; none: E is no such element.
static ElementBase subscriptsOf(Evaluator &X, const Expr *E, std::vector<Value> &Result) {
  E = E->IgnoreParenImpCasts();
  while (auto *Each = dyn_cast<ArraySubscriptExpr>(E)) {
    Result.insert(Result.begin(), X.exactNumber(Each->getIdx()));
    E = Each->getBase()->IgnoreParenImpCasts();
  }
  const ElementBase Base = elementBase(X.Source.File.ast(), E);
  if (Base.IsOfStructure)
    Result.insert(Result.begin(), Value::constant(X.Source.ctx(), 0));
  return Base;
}

/// What is loaded, where E is the value of an object that is converted to no other type; null: it is not.
static const Expr *loaded(const Expr *E) {
  auto *Cast = dyn_cast<ImplicitCastExpr>(E->IgnoreParens());
  return Cast && Cast->getCastKind() == CK_LValueToRValue ? Cast->getSubExpr()->IgnoreParens() : nullptr;
}

namespace {
/// ((void)sizeof(of), value)
struct Named {
  const Expr *Of = nullptr; ///< null: the expression is something else
  const Expr *Value = nullptr;
  const BinaryOperator *Whole = nullptr;
};
} // namespace

static Named namedBy(const Expr *E) {
  auto *Comma = dyn_cast<BinaryOperator>(E->IgnoreParens());
  auto *Void = Comma && Comma->getOpcode() == BO_Comma ? dyn_cast<CStyleCastExpr>(Comma->getLHS()->IgnoreParens()) : nullptr;
  auto *Size = Void ? dyn_cast<UnaryExprOrTypeTraitExpr>(Void->getSubExpr()->IgnoreParenImpCasts()) : nullptr;
  if (!Size || Size->getKind() != UETT_SizeOf || Size->isArgumentType())
    return {};
  return {Size->getArgumentExpr()->IgnoreParens(), Comma->getRHS(), Comma};
}

/// Operations promote numbers of type From to type To.
static bool promotes(const ASTContext &AST, QualType From, QualType To) {
  return AST.isPromotableIntegerType(From) && AST.hasSameUnqualifiedType(AST.getPromotedIntegerType(From), To);
}

/// ((void)sizeof(of), (cell))
std::optional<HeldValues::Claim> HeldValues::claim(const Expr *E) {
  const Named N = namedBy(E);
  const Expr *Cell = N.Of ? loaded(N.Value) : nullptr;
  return Cell ? std::optional(Claim{N.Of, Cell, N.Whole}) : std::nullopt;
}

/// The x of V[x & mask][b], where V has all lines that remainders leave; null: E is something else.
static const Expr *lineOf(const ASTContext &AST, const Expr *E, const VarDecl *Array) {
  auto *Cell = dyn_cast<ArraySubscriptExpr>(E->IgnoreParenImpCasts());
  auto *Line = Cell ? dyn_cast<ArraySubscriptExpr>(Cell->getBase()->IgnoreParenImpCasts()) : nullptr;
  auto *Remainder = Line ? dyn_cast<BinaryOperator>(Line->getIdx()->IgnoreParenImpCasts()) : nullptr;
  const auto Mask = Remainder && Remainder->getOpcode() == BO_And ? Remainder->getRHS()->getIntegerConstantExpr(AST) : std::nullopt;
  const ConstantArrayType *Lines = AST.getAsConstantArrayType(Array->getType());
  return Mask && Lines->getSize() == LinesOfRing && *Mask == LinesOfRing - 1 ? Remainder->getLHS() : nullptr;
}

std::vector<Value> HeldValues::cellOf(Executor &X, const Expr *E) {
  std::vector<Value> Result;
  if (!Array || subscriptsOf(X, E, Result).Variable != Array || Result.size() != 2)
    Source.File.fail(E, "cell that is not understood");
  const Expr *Line = lineOf(Source.File.ast(), E, Array);
  if (Line)
    Result.front() = X.exactNumber(Line);
  (Line ? IsOfLines : HasPlaces) = true;
  return Result;
}

/// The iterator counts the coordinate.
static bool isCoordinate(const LoopNest &Nest, unsigned D) {
  const isl::pw_aff &Value = Nest.Loops[D].Value;
  isl_aff *Same = isl_aff_var_on_domain(isl_local_space_from_space(isl_pw_aff_get_domain_space(Value.get())), isl_dim_set, Nest.coordinateOf(D));
  const isl::pw_aff Counted = isl::manage(isl_pw_aff_from_aff(Same));
  return isl_pw_aff_plain_is_equal(Counted.get(), Value.get()) == isl_bool_true;
}

/// All names in E are constants, Base, these iterators, parameters that are what they are called, or of the function's own
/// structures, which have the program's values.
static bool hasOwnNames(const Executor &X, const Stmt *E, const VarDecl *Base, const std::set<const VarDecl *> &Iterators) {
  if (auto *Member = dyn_cast<MemberExpr>(E); Member && ownMember(Member))
    return true;
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    auto Known = X.Vars.find(V);
    const std::string Name = Ref->getDecl()->getName().str(), Field = Known == X.Vars.end() ? "" : Known->second.Field;
    if (!isa<EnumConstantDecl>(Ref->getDecl()) && (!V || !(V == Base || Iterators.count(V) || Field == Name || Field == "tp_base_" + Name)))
      return false;
  }
  return llvm::all_of(E->children(), [&](const Stmt *Child) { return hasOwnNames(X, Child, Base, Iterators); });
}

/// The element of V[x], of an array whose dimensions C does not know: what the user's text of an access says where the
/// iterators have their values. Only points of the nest have that access.
std::vector<Value> HeldValues::linearElement(Executor &X, const Expr *E) const {
  const LoopNest &Nest = Source.Nest;
  const ElementBase Base = baseOfLinear(Source.File.ast(), E);
  const std::string Text = squeezed(Source.File.spelled(E->IgnoreParenImpCasts()));
  auto Found = llvm::find_if(Nest.Accesses, [&](const Access &Use) {
    const tilepipe::Array &A = Nest.Arrays[Use.ArrayIndex];
    return !Text.empty() && isLinear(A) && isBaseOf(A, Base) && squeezed(Use.HoistedText) == Text;
  });
  if (Found == Nest.Accesses.end() || !User.hasElement(E->IgnoreParenImpCasts()))
    Source.File.fail(E, "value that the program does not take");
  // { [c] -> [x] }, c: coordinates of the access's statement
  isl_map *Own = isl_map_apply_range(isl_map_reverse(Nest.coordinatesOf(Found->StatementIndex).release()), Found->Relation.copy());
  isl_set *Domain = isl_map_domain(isl_map_copy(Own));
  isl_map *Relation = isl_map_reset_tuple_id(isl_map_gist_domain(Own, isl_set_copy(Domain)), isl_dim_in);
  Domain = isl_set_reset_tuple_id(Domain);
  std::set<const VarDecl *> Iterators;
  isl_pw_multi_aff *Point = nullptr;
  unsigned At = 0;
  std::string Unknown;
  for (unsigned D : Nest.Statements[Found->StatementIndex].Loops) {
    const VarDecl *Iterator = nullptr;
    for (const auto &[V, B] : X.Vars)
      if (V->getName() == Nest.Loops[D].Iterator && B.Number && !B.Left)
        Iterator = V;
    if (Iterator && isCoordinate(Nest, D)) {
      Iterators.insert(Iterator);
      isl_pw_multi_aff *Next = isl_pw_multi_aff_from_pw_aff(X.Vars.at(Iterator).Number->plain().release());
      Point = Point ? isl_pw_multi_aff_flat_range_product(Point, Next) : Next;
      ++At;
      continue;
    }
    // In what fills cells: the element is the same in each of its iterations.
    if (isl_map_involves_dims(Relation, isl_dim_in, At, 1) != isl_bool_false)
      Unknown = Nest.Loops[D].Iterator;
    Relation = isl_map_project_out(Relation, isl_dim_in, At, 1);
    Domain = isl_set_project_out(Domain, isl_dim_set, At, 1);
  }
  const isl::map Left = isl::manage(Relation);
  const isl::set Points = isl::manage(Domain);
  if (!Unknown.empty() || !Point) {
    isl_pw_multi_aff_free(Point);
    Source.File.fail(E, "element where '" + Unknown + "' is not known");
  }
  const isl::set Where = isl::manage(isl_set_preimage_pw_multi_aff(Points.copy(), isl_pw_multi_aff_copy(Point))).params();
  isl_pw_multi_aff *Element = isl_pw_multi_aff_pullback_pw_multi_aff(isl_pw_multi_aff_from_map(Left.copy()), Point);
  std::vector<Value> Result;
  for (int D = 0; D < 2; ++D)
    Result.push_back(Value(isl::manage(isl_pw_multi_aff_get_pw_aff(Element, D))));
  isl_pw_multi_aff_free(Element);
  if (!conjunction(X.Path, Source.Known).is_subset(Where) || !hasOwnNames(X, E, Base.Variable, Iterators))
    Source.File.fail(E, "element that is not that of a point");
  return Result;
}

/// The element of A[x] or sqrtf(A[x]): all are of one array, and for one function.
std::vector<Value> HeldValues::elementOf(Executor &X, const Expr *E) {
  std::vector<Value> Result;
  auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (Call && (!Callee || Call->getNumArgs() != 1))
    Source.File.fail(E, "call whose value is held that is not understood");
  const std::string Name = Callee ? Callee->getName().str() : "";
  const Expr *Of = Call ? Call->getArg(0) : E;
  ElementBase Base = baseOfLinear(Source.File.ast(), Of);
  if (llvm::any_of(Source.Nest.Arrays, [&](const tilepipe::Array &A) { return isLinear(A) && isBaseOf(A, Base); }))
    Result = linearElement(X, Of);
  else
    Base = subscriptsOf(X, Of, Result);
  setArray(E, Name, Base, Result.size());
  return Result;
}

/// Cells are for elements of such an array, or for what the function gives for them.
void HeldValues::setArray(const Expr *Where, const std::string &Called, llvm::function_ref<bool(const tilepipe::Array &)> Is) {
  auto Found = llvm::find_if(Source.Nest.Accesses, [&](const Access &Use) {
    return (Called.empty() || (Use.Call && Use.Call->Function == Called)) && Is(Source.Nest.Arrays[Use.ArrayIndex]);
  });
  if (Found == Source.Nest.Accesses.end() || (ArrayIndex && (Function != Called || *ArrayIndex != Found->ArrayIndex)))
    Source.File.fail(Where, "value that the program does not take");
  Function = Called;
  ArrayIndex = Found->ArrayIndex;
}

/// The same for the array of Base, with so many subscripts.
void HeldValues::setArray(const Expr *Where, const std::string &Called, const ElementBase &Base, size_t Rank) {
  setArray(Where, Called, [&](const tilepipe::Array &A) {
    return isBaseOf(A, Base) && (hasOwnSubscripts(A) || isLinear(A)) && A.Extents.size() == Rank;
  });
}

/// The subscripts of rows of the array's elements: "H[p]".
std::vector<Value> HeldValues::elementsRow(Executor &X, const Expr *E) const {
  std::vector<Value> Result;
  const ElementBase Base = subscriptsOf(X, E, Result);
  if (!ArrayIndex || !Function.empty() || !isBaseOf(Source.Nest.Arrays[*ArrayIndex], Base))
    Source.File.fail(E, "rows that are not the array's");
  return Result;
}

void HeldValues::read(Executor &X, const Claim &C) {
  Reads.push_back({C.Cell, X.Path, X.Time, cellOf(X, C.Cell), elementOf(X, C.Of)});
  // TP_HELD_INTEGER takes the element itself where gcc compiles it.
  Reads.back().IsCell = Source.File.isIn(C.Whole, "TP_HELD");
}

/// ((void)sizeof(condition), 0): the condition; null: E is something else.
static const Expr *neverOf(const Expr *E) {
  const Named N = namedBy(E);
  auto *Zero = N.Of ? dyn_cast<IntegerLiteral>(N.Value->IgnoreParens()) : nullptr;
  return Zero && Zero->getValue() == 0 ? N.Of : nullptr;
}

bool HeldValues::standsIn(Executor &X, const VarDecl *V) {
  if (const Expr *Never = V->getInit() ? neverOf(V->getInit()) : nullptr) {
    if (!V->getType().isConstQualified() || !V->getType()->isSpecificBuiltinType(BuiltinType::Int) || !V->hasLocalStorage())
      Source.File.fail(V, "variable for a condition that is not understood");
    Known.push_back({V, Never, /*IsWritten=*/false, /*IsNever=*/true});
    ElementOf.push_back({});
    return true;
  }
  std::optional<Claim> C = V->getInit() ? claim(V->getInit()) : std::nullopt;
  if (!C)
    return takes(X, V);
  const bool IsWritten = isa<TypeOfExprType>(V->getType().getTypePtr()); // __typeof__(A[x]) v = TP_HELD(A[x], ...)
  if (!(V->getType().isConstQualified() || IsWritten) || !V->hasLocalStorage() || V->getType().isVolatileQualified())
    Source.File.fail(V, "variable for a value that is not understood");
  const ASTContext &AST = Source.File.ast();
  const bool IsPromoted = !AST.hasSameUnqualifiedType(C->Of->getType(), C->Cell->getType());
  if (IsPromoted && (IsWritten || !promotes(AST, C->Of->getType(), C->Cell->getType())))
    Source.File.fail(V, "variable for a value that is not understood");
  if (IsWritten && !AST.hasSameType(V->getType(), C->Of->getType()))
    Source.File.fail(V, "variable for a value that is not understood");
  read(X, *C);
  if (IsWritten)
    Assigned.erase(V);
  Known.push_back({V, C->Of, IsWritten, /*IsNever=*/false, IsPromoted});
  ElementOf.push_back(Reads.back().Element);
  return true;
}

void HeldValues::declare(Executor &X, const VarDecl *V) {
  const ASTContext &AST = Source.File.ast();
  const ConstantArrayType *Rows = AST.getAsConstantArrayType(V->getType());
  const ConstantArrayType *Row = Rows ? AST.getAsConstantArrayType(Rows->getElementType()) : nullptr;
  const bool FitsOnStack = AST.getTypeSizeInChars(V->getType()).getQuantity() <= MostBytes;
  if (Array || !Row || !Row->getElementType()->isArithmeticType() || V->getInit() || !V->hasLocalStorage() || !FitsOnStack)
    Source.File.fail(V, "array for values that is not understood");
  Array = V;
  Around = around(X);
}

std::vector<Moment> HeldValues::around(const Executor &X) {
  std::vector<Moment> Result = X.Time;
  Result.pop_back(); // the declaration's own place
  return Result;
}

static bool isSame(const Moment &A, const Moment &B) { return A.Place == B.Place && A.Loop == B.Loop; }

bool HeldValues::isScope(llvm::ArrayRef<Moment> Other) const {
  return Around.size() == Other.size() && std::equal(Around.begin(), Around.end(), Other.begin(), isSame);
}

void HeldValues::store(Executor &X, const BinaryOperator *E) {
  Event Here{E, X.Path, X.Time, cellOf(X, E->getLHS()), {}};
  if (std::optional<Claim> C = claim(E->getRHS())) {
    read(X, *C);
    Here.Element = Reads.back().Element;
    Copies.push_back(std::move(Here));
    return;
  }
  const Expr *Of = E->getRHS()->IgnoreParens();
  if (auto *Cast = dyn_cast<ImplicitCastExpr>(Of);
      Cast && Cast->getCastKind() == CK_IntegralCast && promotes(Source.File.ast(), Cast->getSubExpr()->getType(), Cast->getType()))
    Of = Cast->getSubExpr()->IgnoreParens();
  if (const Expr *Object = loaded(Of))
    Of = Object;
  if (const StandIn *Taking = standIn(Evaluator::variable(Of)); Taking && Taking->IsWritten && isa<DeclRefExpr>(Of)) {
    if (!Assigned.count(Taking->Variable))
      Source.File.fail(E, "variable that no copy of the body has assigned");
    Here.Element = ElementOf[Taking - Known.data()];
    Here.IsTaken = true;
    Stores.push_back(std::move(Here));
    return;
  }
  if (!isa<CallExpr, ArraySubscriptExpr>(Of)) // converted to another type
    Source.File.fail(E, "value that is held that is not understood");
  Here.Element = elementOf(X, Of);
  Stores.push_back(std::move(Here));
}

bool HeldValues::body(Executor &X, const CompoundStmt *Block, unsigned First, const isl::set &Points) {
  bool IsTaken = false;
  for (size_t I = 0; I < Known.size(); ++I) {
    bool IsUsed = false;
    for (auto It = Block->body_begin() + First; It != Block->body_end(); ++It)
      IsUsed |= names(*It, {Known[I].Variable});
    if (!IsUsed)
      continue;
    if (Known[I].IsNever) {
      if (!conjunction(conjunction(Points, Source.Known), X.condition(Known[I].Of)).is_empty())
        Source.File.fail(Block, "condition that a point may meet");
      continue;
    }
    // The value was taken where the iterators were what they are now.
    const std::vector<Value> Now = elementOf(X, Known[I].Of);
    for (size_t D = 0; D < Now.size(); ++D)
      if (!Points.is_subset(Now[D].equals(ElementOf[I][D])))
        Source.File.fail(Block, "value of another point");
    if (Known[I].IsWritten) {
      checkTaken(Block, First, Known[I]);
      Assigned.insert(Known[I].Variable);
      IsTaken = true;
    }
  }
  for (unsigned I = 0; I < Source.Nest.Accesses.size(); ++I)
    if (Source.Nest.Accesses[I].What == Access::Kind::Write)
      Writes.push_back({Block, Points, X.Time, {}, {}, I, IsTaken && Source.Nest.Accesses[I].ArrayIndex == *ArrayIndex});
  return IsTaken;
}

namespace {

isl::set emptyLike(const isl::set &Set) { return isl::set::empty(Set.get_space()); }

/// The elements alone.
isl::set elements(const isl::set &Set, unsigned Before) {
  return isl::manage(isl_set_project_out(Set.copy(), isl_dim_set, 0, Before));
}

} // namespace

Moment HeldValues::momentAt(const Event &E, size_t I) { return I < E.Time.size() ? E.Time[I] : Moment(); }

/// { [t, a, b, x] } (writes: { [t, x] }) for the given parts of times, the loops around the block as parameters.
isl::set HeldValues::setOf(const Event &E, llvm::ArrayRef<size_t> Times) const {
  isl::set Set = conjunctionParams(E.Condition, Source.Known); // few of the cases in it are left
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

void HeldValues::require(bool IsTrue, const char *Otherwise) const {
  if (!IsTrue)
    Source.File.fail(Reads.empty() ? Stores.front().Where : Reads.front().Where, Otherwise);
}

/// What happens in the scope, { [t, a, b, x] }.
struct HeldValues::Sets {
  std::vector<size_t> Times; ///< the parts of times that tell
  unsigned T, X;             ///< dimensions of a time, and of an element
  isl::set Filled, Copied, Read;
  isl::set Taken; ///< fills that take from memory or call
  bool AreWrittenOnce = false; ///< no element is written twice; false where nothing depends on it
};
static constexpr unsigned Cells = 2; // dimensions of a cell

bool HeldValues::isInScope(const Event &E) const {
  return E.Time.size() > Around.size() && std::equal(Around.begin(), Around.end(), E.Time.begin(), isSame);
}

bool HeldValues::isOwnWrite(const Event &E) const { return Source.Nest.Accesses[E.Access].ArrayIndex == *ArrayIndex && isInScope(E); }

/// Loops, and places by which events differ that have all in common up to there. (What has no such part is at place 0.)
std::vector<size_t> HeldValues::tellingTimes() const {
  size_t Longest = 0;
  std::vector<const Event *> All;
  for (const std::vector<Event> *Some : {&Stores, &Copies, &Reads, &Writes})
    for (const Event &E : *Some)
      if (isInScope(E))
        All.push_back(&E);
  for (const Event *E : All)
    Longest = std::max(Longest, E->Time.size());
  using Part = std::pair<std::string, int64_t>;
  std::vector<std::vector<Part>> Before(All.size()); // by event
  std::vector<size_t> Times;
  for (size_t I = Around.size(); I < Longest; ++I) {
    std::map<std::vector<Part>, std::set<Part>> Seen;
    bool HasLoop = false;
    for (size_t K = 0; K < All.size(); ++K) {
      const Part Now = {momentAt(*All[K], I).Loop, momentAt(*All[K], I).Place};
      Seen[Before[K]].insert(Now);
      HasLoop |= !Now.first.empty();
      Before[K].push_back(Now);
    }
    if (HasLoop || llvm::any_of(Seen, [](const auto &Each) { return Each.second.size() > 1; }))
      Times.push_back(I);
  }
  return Times;
}

isl::set HeldValues::allOf(const std::vector<Event> &Events, const Sets &S) const {
  std::vector<isl::basic_set> All;
  for (const Event &E : Events)
    llvm::append_range(All, parts(setOf(E, S.Times)));
  const isl::set Result = unionOf(isl::manage(isl_space_set_alloc(Source.ctx().get(), 0, S.T + Cells + S.X)), All);
  return IsOfLines ? Result : Result.coalesce(); // of lines few have anything in common
}

std::vector<isl::set> HeldValues::sureOf(const std::vector<Event> &Events, const Sets &S) const {
  std::vector<isl::set> Result;
  for (Event E : Events) {
    if (E.Sure)
      E.Condition = *E.Sure;
    Result.push_back(setOf(E, S.Times));
  }
  return Result;
}

/// So many parts of a time, up to the innermost loop, say which iteration it is in.
unsigned HeldValues::iterationOf(const Event &E, const Sets &S) {
  unsigned Loops = 0;
  for (unsigned I = 0; I < S.T; ++I)
    if (!momentAt(E, S.Times[I]).Loop.empty())
      Loops = I + 1;
  return Loops;
}

isl::set HeldValues::boxesOfBlocks() const {
  isl::set Boxes = everywhere(Source.ctx());
  auto Bound = [&](unsigned D, int64_t Most) {
    auto Corner = [&](const char *Name) { return Value::parameter(Source.ctx(), Name + std::to_string(D)); };
    Boxes = conjunction(Boxes, (Corner("tp_lo") + Most).atLeast(Corner("tp_hi")));
  };
  if (Blocks) {
    Bound(Blocks->Last - 1, Blocks->Rows);
    Bound(Blocks->Last, Blocks->Points);
  }
  return Boxes;
}

/// Each cell lies in the array, for boxes of the sizes that there are.
void HeldValues::checkCells(const Sets &S) const {
  const ConstantArrayType *Rows = Source.File.ast().getAsConstantArrayType(Array->getType());
  const ConstantArrayType *Row = Source.File.ast().getAsConstantArrayType(Rows->getElementType());
  isl::set Inside = isl::manage(isl_set_universe(isl_set_get_space(S.Filled.get())));
  for (auto [D, Size] : {std::pair(0u, Rows->getSize().getZExtValue()), std::pair(1u, Row->getSize().getZExtValue())}) {
    if (D == 0 && IsOfLines) // by its remainder
      continue;
    Inside = isl::manage(isl_set_lower_bound_si(Inside.release(), isl_dim_set, S.T + D, 0));
    Inside = isl::manage(isl_set_upper_bound_si(Inside.release(), isl_dim_set, S.T + D, int(Size) - 1));
  }
  const isl::set Boxes = boxesOfBlocks();
  for (const isl::set &Each : {S.Filled, S.Copied, S.Read})
    require(conjunctionParams(Each, Boxes).is_subset(Inside), "cell outside of the array");
}

/// No element is written twice in the scope.
bool HeldValues::areWrittenOnce(const Sets &S) const {
  isl::set All = isl::manage(isl_set_empty(isl_space_set_alloc(Source.ctx().get(), 0, S.T + S.X))); // { [t, x] }
  for (const Event &E : Writes)
    if (isOwnWrite(E))
      All = All.unite(setOf(E, S.Times));
  return Pairs(All, All, EqualDims{S.T, S.T, S.X}).greater(0, S.T).isEmpty();
}

/// Set with dimension D larger by By.
static isl::set moved(const isl::set &Set, unsigned D, int By) {
  isl_multi_aff *Identity = isl_multi_aff_identity_on_domain_space(Set.get_space().release());
  isl_aff *At = isl_aff_add_constant_si(isl_multi_aff_get_aff(Identity, int(D)), By);
  return Set.apply(isl::manage(isl_map_from_multi_aff(isl_multi_aff_set_aff(Identity, int(D), At))));
}

/// A read's cell was filled for its element before. Along time a cell's elements only go up, and none above the read's
/// was there before the read: so the last one was the read's.
void HeldValues::checkReads(const Sets &S) const {
  const isl::set Filled = S.Filled.unite(S.Copied);
  const EqualDims SameCell = {S.T, S.T, Cells}, SameElement = {S.T + Cells, S.T + Cells, S.X};
  std::vector<isl::set> Sure = IsOfLines ? sureOf(Stores, S) : std::vector<isl::set>();
  auto IsFilled = [&](const isl::set &Read) {
    auto By = [&](const isl::set &Some) { return Read.is_subset(Pairs(Read, Some, {SameCell, SameElement}).greater(0, S.T).domain()); };
    const auto Found = llvm::find_if(Sure, By);
    if (Found == Sure.end())
      return By(Filled);
    std::rotate(Sure.begin(), Found, Found + 1); // most likely that of the next read, too
    return true;
  };
  // Of lines there are many reads, each of one fill.
  const bool AreFilled = IsOfLines ? llvm::all_of(Reads, [&](const Event &E) { return IsFilled(setOf(E, S.Times)); })
                                   : llvm::all_of(parts(S.Read), IsFilled);
  require(AreFilled, "cell that was not filled for its element");
  auto AreLater = [&](const isl::set &Later) { // none is behind a fill of its cell for an element above its own
    return Pairs(Later, Filled, SameCell).greater(0, S.T).less(S.T + Cells, S.X).isEmpty();
  };
  if (IsOfLines) {
    checkRing(S, Filled);
  } else {
    require(AreLater(S.Read), "cell that was filled for a later element");
    require(AreLater(Filled), "cell that is filled for earlier elements later");
  }
  if (!Source.Nest.Arrays[*ArrayIndex].IsWritten || S.AreWrittenOnce)
    return;
  // Writes fill one cell of an element anew; of those for copies see checkWrites.
  const Pairs OfElement(S.Read.subtract(Pairs(S.Read, S.Copied, SameCell).domain()), S.Filled, SameElement);
  require(OfElement.greater(S.T, Cells).isEmpty() && OfElement.less(S.T, Cells).isEmpty(), "element with two cells");
}

/// Set, and all else that its equalities allow.
static isl::set equalitiesOf(const isl::set &Set) {
  std::vector<isl::basic_set> Result;
  for (const isl::basic_set &Part : parts(Set)) {
    isl_mat *Equal = isl_basic_set_equalities_matrix(Part.get(), isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div);
    isl_mat *None = isl_mat_alloc(Set.ctx().get(), 0, unsigned(isl_mat_cols(Equal)));
    Result.push_back(isl::manage(isl_basic_set_from_constraint_matrices(isl_basic_set_get_space(Part.get()), Equal, None, isl_dim_cst,
                                                                        isl_dim_param, isl_dim_set, isl_dim_div)));
  }
  return unionOf(Set.get_space(), Result);
}

/// A cell by line has one element at all times. Lines that are a ring or more apart have the same cells: along time they only go
/// up, and none above a read's was there before the read.
void HeldValues::checkRing(const Sets &S, const isl::set &Filled) const {
  require(!HasPlaces, "cells by lines and by places");
  const isl::set Elements = elements(equalitiesOf(S.Read.unite(Filled)), S.T).coalesce(); // { [a, b, x] }
  require(Pairs(Elements, Elements, EqualDims{0, 0, Cells}).less(Cells, S.X).isEmpty(), "cell that was filled for a later element");
  auto Lines = [&](const isl::set &Some) { return projectOut(Some, S.T + 1, 1 + S.X); }; // { [t, a] }
  const isl::set Fills = Lines(Filled);
  auto AreLater = [&](const isl::set &Some) { // none of Some is behind what fills cells for a line that is a ring above
    return Pairs(moved(Lines(Some), S.T, LinesOfRing - 1), Fills, llvm::ArrayRef<EqualDims>()).greater(0, S.T).less(S.T, 1).isEmpty();
  };
  require(AreLater(S.Read), "cell that was filled for a later line");
  require(AreLater(Filled), "cell that is filled for earlier lines later");
}

/// Iterations of loops that compilers may run side by side use no cell that another one of the same loop fills.
void HeldValues::checkIndependent(const Sets &S) const {
  for (unsigned I = 0; I < S.T; ++I) {
    auto InLoop = [&](const std::vector<Event> &All) { // of such a loop
      std::vector<Event> Some;
      llvm::copy_if(All, std::back_inserter(Some), [&](const Event &E) { return momentAt(E, S.Times[I]).IsIndependent; });
      return allOf(Some, S);
    };
    const isl::set Filled = InLoop(Stores).unite(InLoop(Copies));
    const EqualDims SameRun = {0, 0, I}, SameCell = {S.T, S.T, Cells};
    for (const isl::set &Each : {InLoop(Reads), Filled}) {
      const Pairs Both(Each, Filled, {SameRun, SameCell});
      require(Both.greater(I, 1).isEmpty() && Both.less(I, 1).isEmpty(), "cell that another iteration of an independent loop fills");
      if (!IsOfLines)
        continue;
      const EqualDims SamePlace = {S.T + 1, S.T + 1, 1};
      require(Pairs(moved(Each, S.T, LinesOfRing - 1), Filled, {SameRun, SamePlace}).less(S.T, 1).isEmpty() &&
                  Pairs(moved(Each, S.T, 1 - LinesOfRing), Filled, {SameRun, SamePlace}).greater(S.T, 1).isEmpty(),
              "cell that another iteration of an independent loop fills");
    }
  }
}

/// What a point writes it leaves in the cell of its element, in the same iteration; or no read of the scope is for it.
/// What else fills cells is for elements that the scope does not write: it has what the program has. No element is written
/// behind its copies, or what else fills a cell for copies.
void HeldValues::checkWrites(const Sets &S) const {
  const isl::set ReadElements = elements(S.Read, S.T + Cells);
  const EqualDims SameElement = {S.T + Cells, S.T, S.X}; // writes have no cell
  isl::set Held = emptyLike(S.Filled), Written = emptyLike(ReadElements), Roots = Held;
  for (const Event &E : Stores)
    if (E.IsRoot)
      Roots = Roots.unite(setOf(E, S.Times));
  for (const Event &E : Writes) {
    if (!isOwnWrite(E))
      continue;
    const unsigned Loops = iterationOf(E, S);
    const isl::set Here = setOf(E, S.Times);
    Written = Written.unite(elements(Here, S.T));
    const EqualDims SameIteration = {0, 0, Loops};
    // { fill -> write }: a root is taken in another iteration, of an element that is written once.
    const Pairs Behind = Roots.is_empty() ? Pairs(S.Filled, Here, {SameIteration, SameElement}).greater(0, S.T)
                                          : Pairs(Roots, Here, SameElement).greater(0, S.T);
    require(Pairs(Roots, Here, SameElement).less(0, S.T).isEmpty(), "root of an element that is about to be written");
    Held = Held.unite(Behind.domain());
    require(elements(Here.subtract(Behind.range()), S.T).is_disjoint(ReadElements), "element that is written, and its cell is not");
    require(Pairs(S.Read, Here, {SameIteration, SameElement}).greater(0, S.T).isEmpty(), "cell that is read behind the point's own write");
    require(Pairs(Here, S.Copied, EqualDims{S.T, S.T + Cells, S.X}).greater(0, S.T).isEmpty(), "element that is written behind its copy");
  }
  require(Roots.is_empty() || S.AreWrittenOnce, "root of an element that is written twice");
  // Each element has one cell (checkReads), in which a write replaces what was taken from memory before.
  const isl::set Others = S.Filled.subtract(Held);
  require(S.AreWrittenOnce ? elements(Others, S.T + Cells).is_disjoint(Written) : comeBeforeWrites(Others, S), "value of an element that is about to be written");
}

bool HeldValues::comeBeforeWrites(const isl::set &Fills, const Sets &S) const {
  return llvm::all_of(Writes, [&](const Event &E) {
    return !isOwnWrite(E) || Pairs(Fills, setOf(E, S.Times), EqualDims{S.T + Cells, S.T, S.X}).greater(0, S.T).isEmpty();
  });
}

/// Elements are those that the program accesses. Calls are for elements for which the program makes them: exceptions and
/// errno are the program's.
void HeldValues::checkElements(const Sets &S) const {
  const isl::set Filled = elements(S.Taken, S.T + Cells);
  isl::set Taken = emptyLike(Filled);
  for (const Access &A : Source.Nest.Accesses) {
    const bool IsCall = A.Call && A.Call->Function == Function && !A.IsConditional && A.What == Access::Kind::Read;
    if (A.ArrayIndex == *ArrayIndex && (Function.empty() ? Source.mayRead(A) : IsCall))
      Taken = Taken.unite(isl::manage(isl_set_reset_tuple_id(A.Relation.range().release())));
  }
  require(Filled.is_subset(Taken), Function.empty() ? "element that the program does not access" : "call that the program does not make");
}

/// Where what points write waits in cells, what is taken from memory is taken before the scope writes it.
void HeldValues::checkLoads(const Sets &S) const {
  isl::set Loaded = emptyLike(S.Filled);
  for (const Event &E : Stores)
    if (!E.IsTaken && !E.IsRoot)
      Loaded = Loaded.unite(setOf(E, S.Times));
  require(comeBeforeWrites(Loaded, S), "value of an element that is not stored yet");
  require(llvm::all_of(Reads, [](const Event &E) { return E.IsCell; }), "value that compilers may take from memory");
}

/// Where points leave what they write in cells, all of the scope do, and take nothing from memory that the scope has written. Each
/// element that a point writes is stored later, and no other one.
void HeldValues::checkStored(const Sets &S) const {
  isl::set Taken = emptyLike(elements(S.Filled, S.T + Cells));
  isl::set Left = emptyLike(S.Filled); // by points
  const std::vector<isl::set> Sure = IsOfLines ? sureOf(Stored, S) : std::vector<isl::set>();
  const isl::set Stores = allOf(Stored, S), Elements = elements(Stores, S.T + Cells);
  for (const Event &E : this->Stores)
    if (E.IsTaken)
      Left = Left.unite(setOf(E, S.Times));
  isl::set Known = emptyLike(S.Filled);
  const EqualDims SameElement = {S.T + Cells, S.T, S.X}; // writes have no cell
  for (const Event &E : Writes) {
    if (!isOwnWrite(E))
      continue;
    require(E.IsTaken, "element that is written in memory beside cells");
    const unsigned Loops = iterationOf(E, S);
    const isl::set Here = setOf(E, S.Times);
    Taken = Taken.unite(elements(Here, S.T));
    Known = Known.unite(Pairs(Left, Here, {EqualDims{0, 0, Loops}, SameElement}).greater(0, S.T).domain());
    auto IsStored = [&](const isl::set &By) { return Here.is_subset(Pairs(By, Here, SameElement).greater(0, S.T).range()); };
    require(llvm::any_of(Sure, IsStored) || IsStored(Stores), "element that is written and not stored");
  }
  require(Left.is_subset(Known), "cell that is filled where no point writes its element");
  require(Elements.is_subset(Taken), "element that is stored and not written");
  checkLoads(S);
  checkRings(S);
}

/// Where dimension A is at least More above dimension B.
static isl::set atLeast(const isl::set &Set, unsigned A, unsigned B, int More) {
  isl_constraint *C = isl_constraint_alloc_inequality(isl_local_space_from_space(isl_set_get_space(Set.get())));
  C = isl_constraint_set_coefficient_si(C, isl_dim_set, int(A), 1);
  C = isl_constraint_set_coefficient_si(C, isl_dim_set, int(B), -1);
  return isl::manage(isl_set_add_constraint(Set.copy(), isl_constraint_set_constant_si(C, -More)));
}

/// Calls of tp_from_ring in a scope: the first one begins with line 0, each other one behind the one before. The last one has
/// the last line of all, with which it stores what it has kept.
void HeldValues::checkRings(const Sets &S) const {
  const unsigned First = S.T, Past = S.T + 1, End = S.T + 2; // lines
  isl::set Calls = isl::manage(isl_set_empty(isl_space_set_alloc(Source.ctx().get(), 0, S.T + 3)));
  for (const Event &E : Rings)
    Calls = Calls.unite(setOf(E, S.Times));
  const isl::set Begin = isl::manage(isl_set_fix_si(Calls.copy(), isl_dim_set, First, 0)), Later = Calls.subtract(Begin);
  const isl::set Ends = isl::manage(isl_set_equate(Calls.copy(), isl_dim_set, int(Past), isl_dim_set, int(End)));
  require(atLeast(Calls, First, Past, 0).is_empty() && atLeast(Calls, Past, End, 1).is_empty() &&
              Later.is_subset(Pairs(Later, Calls, EqualDims{First, Past, 1}).greater(0, S.T).domain()) &&
              Pairs(Calls, Calls, EqualDims{First, First, 1}).greater(0, S.T).isEmpty(),
          "lines that are not stored one after the other");
  require(Calls.params().is_subset(Ends.params()), "elements that are kept and not stored");
}

bool HeldValues::takesFor(const HeldValues &Other) const {
  auto IsTaken = [](const Event &E) { return E.IsTaken; };
  return this != &Other && ArrayIndex && ArrayIndex == Other.ArrayIndex && (llvm::any_of(Writes, IsTaken) || llvm::any_of(Stores, IsTaken));
}

void HeldValues::finish(const HeldValues *Taker) const {
  if (Reads.empty() && Stores.empty() && Copies.empty() && llvm::none_of(Writes, [](const Event &E) { return E.IsTaken; }))
    return;
  require(!Reads.empty() && !Stores.empty(), "values that nobody takes");
  for (const std::vector<Event> *All : {&Stores, &Copies, &Reads})
    for (const Event &E : *All)
      require(isInScope(E), "value outside of the scope of the array");
  Sets S;
  S.Times = tellingTimes();
  S.T = unsigned(S.Times.size());
  S.X = unsigned(Source.Nest.Arrays[*ArrayIndex].Extents.size());
  S.Taken = allOf(Stores, S);
  S.Copied = allOf(Copies, S);
  const isl::set OfCopies = Pairs(S.Taken, S.Copied, EqualDims{S.T, S.T, Cells}).domain();
  S.Filled = S.Taken.subtract(OfCopies);
  S.Copied = S.Copied.unite(OfCopies);
  S.Read = allOf(Reads, S);
  // Otherwise it takes longer than what it saves.
  S.AreWrittenOnce = (!Copies.empty() || llvm::any_of(Stores, [](const Event &E) { return E.IsRoot; })) && areWrittenOnce(S);
  checkCells(S);
  checkReads(S);
  checkIndependent(S);
  checkWrites(S);
  checkElements(S);
  if (Taker) {
    require(isScope(Taker->Around), "cells of another scope than those of what is written");
    checkLoads(S);
  }
  if (!Stored.empty() || llvm::any_of(Stores, [](const Event &E) { return E.IsTaken; }) ||
      llvm::any_of(Writes, [](const Event &E) { return E.IsTaken; }))
    checkStored(S);
}
