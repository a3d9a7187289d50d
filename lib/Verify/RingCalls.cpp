// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the runtime does with cells: it stores their values, fills them with elements of memory, and takes square roots. Each is
// what include/tilepipe/runtime.h says, as reads of cells and as fills (Held.cpp).
#include "Reading.h"

#include "llvm/ADT/FoldingSet.h"

using namespace tilepipe;
using namespace clang;

/// A and B are the same text.
static bool areSame(const ASTContext &AST, const Expr *A, const Expr *B) {
  llvm::FoldingSetNodeID OfA, OfB;
  A->IgnoreParenImpCasts()->Profile(OfA, AST, true);
  B->IgnoreParenImpCasts()->Profile(OfB, AST, true);
  return OfA == OfB;
}

/// E is spelled `sizeof *Of`, or with more asterisks.
static bool isSizeOf(const ASTContext &AST, const Expr *E, const Expr *Of, unsigned Asterisks) {
  auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(E->IgnoreParenImpCasts());
  if (!Size || Size->getKind() != UETT_SizeOf || Size->isArgumentType())
    return false;
  const Expr *Argument = Size->getArgumentExpr()->IgnoreParenImpCasts();
  for (; Asterisks > 0; --Asterisks) {
    auto *Deref = dyn_cast<UnaryOperator>(Argument);
    if (!Deref || Deref->getOpcode() != UO_Deref)
      return false;
    Argument = Deref->getSubExpr()->IgnoreParenImpCasts();
  }
  return areSame(AST, Argument, Of);
}

/// Arguments From and From + 1 of Call are the bytes from row to row, 0 of pointers to rows, and of an element.
bool HeldValues::areStrides(Executor &X, const CallExpr *Call, unsigned From, const Expr *Rows) const {
  const ASTContext &AST = Source.File.ast();
  const tilepipe::Array &A = Source.Nest.Arrays[*ArrayIndex];
  const bool ArePointers = A.Rows + 1 == A.Extents.size();
  const auto Zero = Call->getArg(From)->getIntegerConstantExpr(AST);
  if (isSizeOf(AST, Call->getArg(From + 1), Rows, 2) && (ArePointers ? Zero && *Zero == 0 : isSizeOf(AST, Call->getArg(From), Rows, 1)))
    return true;
  auto *Product = dyn_cast<BinaryOperator>(stripped(Call->getArg(From)));
  const std::optional<int64_t> Size = int64_t(A.ElementSize);
  return A.Subscripts == 1 && isa<DeclRefExpr, MemberExpr>(Rows) && Product && Product->getOpcode() == BO_Mul &&
         AST.getTypeSize(Product->getType()) == 64 && isExtent(X, Product->getLHS(), A.Extents.back()) &&
         X.number(Product->getRHS()).asConstant() == Size && X.number(Call->getArg(From + 1)).asConstant() == Size;
}

/// As in tilepipe/runtime.h: rows of a block, bytes of a row in a call, which are those of the longest vector.
static constexpr int64_t Lanes = 64, BytesOfCall = 64;

/// The type of the elements that T points to, or has.
static QualType elementType(const ASTContext &AST, QualType T) {
  while (T->isPointerType() || T->isArrayType())
    T = T->isPointerType() ? T->getPointeeType() : AST.getAsArrayType(T)->getElementType();
  return AST.getCanonicalType(T).getUnqualifiedType();
}

bool HeldValues::isElementType(const Expr *Rows) const {
  const ASTContext &AST = Source.File.ast();
  return elementType(AST, Rows->getType()) == elementType(AST, Array->getType());
}

bool HeldValues::isCellsOf(const Expr *Cells, const Expr *Line, int64_t Lines) const {
  const ASTContext &AST = Source.File.ast();
  const ConstantArrayType *All = AST.getAsConstantArrayType(Array->getType());
  return isSizeOf(AST, Line, stripped(Cells), 1) && Lines == int64_t(All->getSize().getZExtValue());
}

void HeldValues::setRows(Executor &X, const CallExpr *Call, const Expr *Rows) {
  const Expr *Base = Rows;
  unsigned Rank = 2;
  for (; isa<ArraySubscriptExpr>(Base->IgnoreParenImpCasts()); ++Rank)
    Base = cast<ArraySubscriptExpr>(Base->IgnoreParenImpCasts())->getBase();
  const ElementBase Of = elementBase(Source.File.ast(), Base);
  setArray(Call, "", Of, Rank + Of.IsOfStructure);
}

/// An element of a block of rows, anywhere in it, and where the runtime has it in the ring.
struct HeldValues::RingPlace {
  isl::set Where; ///< { : } over the fresh parameters
  Value Lane, Line; ///< fresh parameters
  std::vector<Value> Element;
};

/// Rows: the expression, with its strides at Strides; From on: rows of the block, its first row, first and last column, first
/// and last line.
HeldValues::RingPlace HeldValues::ringPlace(Executor &X, const CallExpr *Call, const Expr *Rows, unsigned Strides, unsigned From) const {
  const int64_t Size = ArrayIndex ? int64_t(Source.Nest.Arrays[*ArrayIndex].ElementSize) : 0;
  auto Number = [&](unsigned I) { return X.exactNumber(Call->getArg(From + I)); };
  const isl::set Here = conjunction(X.Path, Source.Known);
  if (!Source.File.isRuntimes(Call->getDirectCallee()) || (Size != 4 && Size != 8) || !isElementType(Rows) || !areStrides(X, Call, Strides, Rows) ||
      !Here.is_subset(Value::constant(Source.ctx(), Lanes).atLeast(Number(0))) ||
      !Here.is_subset(Number(0).atLeast(Value::constant(Source.ctx(), 1))) ||
      !Here.is_subset((Number(4) + (BytesOfCall / Size - 1)).atLeast(Number(5))))
    X.fail(Call, "block of rows that is not understood");
  auto Fresh = [&] { return Value::parameter(Source.ctx(), X.freshParameter()); };
  RingPlace Result{X.Path, Fresh(), Fresh(), {}};
  const Value Zero = Value::constant(Source.ctx(), 0), Row = Value::constant(Source.ctx(), Lanes - 1) - Result.Lane;
  const Value Column = Number(2) + Result.Line - Row;
  for (const auto &[Of, First, Last] :
       {std::tuple(Row, Zero, Number(0) + -1), std::tuple(Column, Number(2), Number(3)), std::tuple(Result.Line, Number(4), Number(5))})
    Result.Where = conjunction(conjunction(Result.Where, Of.atLeast(First)), Last.atLeast(Of));
  Result.Element = elementsRow(X, Rows);
  Result.Element.push_back(Number(1) + Row);
  Result.Element.push_back(Column);
  if (Result.Element.size() != Source.Nest.Arrays[*ArrayIndex].Extents.size() || !Result.Where.is_subset(Result.Line.atLeast(Zero)))
    X.fail(Call, "block of rows that is not understood");
  return Result;
}

bool HeldValues::changesInScope(const Executor &X, const Value &V) const {
  return llvm::any_of(llvm::ArrayRef(X.Time).drop_front(Around.size()), [&](const Moment &M) {
    return !M.Loop.empty() && llvm::any_of(V.parts(), [&](const isl::pw_aff &Part) {
      const int At = isl_pw_aff_find_dim_by_name(Part.get(), isl_dim_param, M.Loop.c_str());
      return At >= 0 && isl_pw_aff_involves_dims(Part.get(), isl_dim_param, unsigned(At), 1) != isl_bool_false;
    });
  });
}

/// tp_from_ring(&late, rows, sizeof *rows, sizeof **rows, tp_held, sizeof *tp_held, lines, ...). Each element is a read of its
/// cell of which memory gets the value.
void HeldValues::storeElements(Executor &X, const CallExpr *Call, const VarDecl *Kept) {
  const ASTContext &AST = Source.File.ast();
  const auto Ring = Call->getArg(6)->getIntegerConstantExpr(AST);
  if ((Late && Late != Kept) || !Ring || !isCellsOf(Call->getArg(4), Call->getArg(5), Ring->getExtValue()))
    X.fail(Call, "store of elements that is not understood");
  Late = Kept;
  const RingPlace P = ringPlace(X, Call, stripped(Call->getArg(1)), 2, 7);
  auto Number = [&](unsigned I) { return X.exactNumber(Call->getArg(I)); };
  // The first call looks up the rows for all.
  std::vector<Value> Block = elementsRow(X, stripped(Call->getArg(1)));
  for (unsigned I = 7; I <= 10; ++I)
    Block.push_back(Number(I));
  const bool IsFirst = BlockOfRing.empty();
  for (size_t I = 0; I < Block.size(); ++I)
    if (changesInScope(X, Block[I]) || (!IsFirst && !Block[I].isSame(BlockOfRing[I])))
      X.fail(Call, "calls for different blocks");
  BlockOfRing = std::move(Block);
  const Value Place = P.Line + 1;
  const std::vector<Value> Cell = {Place - Place.floorDivided(Ring->getExtValue()).times(Ring->getExtValue()), P.Lane + Lanes};
  Reads.push_back({Call, P.Where, X.Time, Cell, P.Element});
  Stored.push_back(Reads.back());
  Rings.push_back({Call, X.Path, X.Time, {}, {Number(11), Number(12) + 1, Number(10) - Number(9) + Lanes}});
}

/// tp_to_ring(rows, sizeof *rows, sizeof **rows, tp_input, sizeof *tp_input, ...). Each element fills its cell.
void HeldValues::loadElements(Executor &X, const CallExpr *Call) {
  const Expr *Rows = stripped(Call->getArg(0));
  setRows(X, Call, Rows);
  if (!isSizeOf(Source.File.ast(), Call->getArg(4), stripped(Call->getArg(3)), 1))
    X.fail(Call, "elements that are not understood");
  const RingPlace P = ringPlace(X, Call, Rows, 1, 5);
  Stores.push_back({Call, P.Where, X.Time, {P.Line - X.exactNumber(Call->getArg(9)), P.Lane}, P.Element});
}

/// The K of K + V, where V is a variable.
static std::optional<int64_t> numberBefore(const ASTContext &AST, const Expr *Sum, const VarDecl *V) {
  auto *Add = dyn_cast<BinaryOperator>(Sum->IgnoreParenImpCasts());
  const auto Number = Add && Add->getOpcode() == BO_Add && Evaluator::variable(Add->getRHS()) == V ? Add->getLHS()->getIntegerConstantExpr(AST) : std::nullopt;
  return Number ? std::optional(Number->getExtValue()) : std::nullopt;
}

/// tp_shift_lanes(tp_held[a], tp_held[b] + n, size, first, last), this being tp_held, and
/// for (k = first; k <= last; k++) { i = ...; tp_held[a][k] = TP_HELD(element, tp_held[b][n + k]); }
void HeldValues::checkShift(Executor &X, const CallExpr *Call, const Stmt *Loop) const {
  const ASTContext &AST = Source.File.ast();
  auto *For = dyn_cast<ForStmt>(Loop);
  auto *Body = For ? dyn_cast<CompoundStmt>(For->getBody()) : nullptr;
  auto *Begin = For && For->getInit() ? dyn_cast<BinaryOperator>(For->getInit()) : nullptr;
  auto *While = For && For->getCond() ? dyn_cast<BinaryOperator>(For->getCond()) : nullptr;
  auto *Next = For && For->getInc() ? dyn_cast<UnaryOperator>(For->getInc()) : nullptr;
  auto *Store = Body && !Body->body_empty() ? dyn_cast<BinaryOperator>(Body->body_back()) : nullptr;
  auto Require = [&](bool IsSo) {
    if (!IsSo)
      X.fail(Call, "lanes that are not understood");
  };
  Require(Source.File.isRuntimes(Call->getDirectCallee()) && Begin && While && Next && Store && Call->getNumArgs() == 5);
  const VarDecl *Lane = Evaluator::variable(Begin->getLHS());
  auto IsOfVariable = [&](const Stmt *S) { // its value is looked at where the loop is run
    auto *Assigned = dyn_cast<BinaryOperator>(S);
    return isa<DeclStmt>(S) || (Assigned && Assigned->getOpcode() == BO_Assign && isa<DeclRefExpr>(Assigned->getLHS()->IgnoreParens()));
  };
  Require(Lane && Begin->getOpcode() == BO_Assign && While->getOpcode() == BO_LE && Next->isIncrementOp() && Evaluator::variable(While->getLHS()) == Lane &&
          Evaluator::variable(Next->getSubExpr()) == Lane && areSame(AST, Begin->getRHS(), Call->getArg(3)) && areSame(AST, While->getRHS(), Call->getArg(4)) &&
          std::all_of(Body->body_begin(), Body->body_end() - 1, IsOfVariable) && !assignedIn(Body).count(Lane));
  // What is copied.
  const std::optional<Claim> Of = claim(Store->getRHS());
  auto *To = dyn_cast<ArraySubscriptExpr>(Store->getLHS()->IgnoreParenImpCasts());
  auto *From = Of ? dyn_cast<ArraySubscriptExpr>(Of->Cell->IgnoreParenImpCasts()) : nullptr;
  auto *Behind = dyn_cast<BinaryOperator>(Call->getArg(1)->IgnoreParenImpCasts());
  Require(Store->getOpcode() == BO_Assign && To && From && Behind && Behind->getOpcode() == BO_Add && Evaluator::variable(To->getIdx()) == Lane &&
          areSame(AST, To->getBase(), Call->getArg(0)) && areSame(AST, From->getBase(), Behind->getLHS()));
  const std::optional<int64_t> First = numberBefore(AST, From->getIdx(), Lane);
  const auto More = Behind->getRHS()->getIntegerConstantExpr(AST);
  const ConstantArrayType *Lines = AST.getAsConstantArrayType(Array->getType()), *Line = AST.getAsConstantArrayType(Lines->getElementType());
  const isl::set Here = conjunction(X.Path, Source.Known);
  const Value Zero = Value::constant(Source.ctx(), 0);
  auto IsLine = [&](const Expr *E) { // of this array, and not a part of another line; the call loads it even for no lane
    auto *Each = dyn_cast<ArraySubscriptExpr>(E->IgnoreParenImpCasts());
    if (!Each || Evaluator::variable(Each->getBase()) != Array)
      return false;
    const Value Number = X.exactNumber(Each->getIdx());
    return Here.is_subset(conjunction(Number.atLeast(Zero), Value::constant(Source.ctx(), int64_t(Lines->getSize().getZExtValue()) - 1).atLeast(Number)));
  };
  Require(First && More && *More == *First && IsLine(To->getBase()) && IsLine(From->getBase()) && !names(Call, assignedIn(For)));
  // All lanes are read, and begin where vectors do.
  const int64_t Size = AST.getTypeSizeInChars(Line->getElementType()).getQuantity(), Cells = int64_t(Line->getSize().getZExtValue());
  auto IsVectors = [](int64_t Bytes) { return Bytes % BytesOfCall == 0; };
  const Value LastLane = Value::constant(Source.ctx(), Lanes - 1);
  const Value Least = X.exactNumber(Call->getArg(3)), Last = X.exactNumber(Call->getArg(4));
  isl::set Within = conjunction(conjunction(Least.atLeast(Zero), (LastLane + 1).atLeast(Least)), conjunction(LastLane.atLeast(Last), (Last + 1).atLeast(Zero)));
  Require((Size == 4 || Size == 8) && X.number(Call->getArg(2)).asConstant() == Size && IsVectors(Cells * Size) && IsVectors((*First - 1) * Size) &&
          IsVectors(AST.getDeclAlign(Array).getQuantity()) && *First > Lanes && *First + Lanes <= Cells &&
          Here.is_subset(Within));
}

/// tp_roots(&tp_root[a][b], &tp_held[c][d], size, first, last), this being tp_root: cells [a][b + first] to [a][b + last] get the
/// roots of what those of From have. That is what filled them last in the text; whether it did is asked as of any read.
void HeldValues::takeRoots(Executor &X, const CallExpr *Call, HeldValues &From) {
  const ASTContext &AST = Source.File.ast();
  const std::optional<int64_t> Size = X.number(Call->getArg(2)).asConstant();
  auto CellAt = [&](HeldValues &Of, unsigned I) {
    auto *Address = dyn_cast<UnaryOperator>(stripped(Call->getArg(I)));
    if (!Address || Address->getOpcode() != UO_AddrOf)
      X.fail(Call, "roots that are not understood");
    return Of.cellOf(X, Address->getSubExpr());
  };
  const BuiltinType::Kind Kind = Size == 4 ? BuiltinType::Float : BuiltinType::Double;
  auto IsOfSize = [&](const HeldValues &Of) { return elementType(AST, Of.Array->getType())->isSpecificBuiltinType(Kind); };
  if (!Source.File.isRuntimes(Call->getDirectCallee()) || (Size != 4 && Size != 8) || !IsOfSize(*this) || !IsOfSize(From) ||
      From.Stores.empty() || !From.ArrayIndex || !From.Function.empty())
    X.fail(Call, "roots that are not understood");
  const Event &Last = From.Stores.back();
  const tilepipe::Array *Of = &Source.Nest.Arrays[*From.ArrayIndex];
  setArray(Call, Size == 4 ? "sqrtf" : "sqrt", [&](const tilepipe::Array &A) { return &A == Of; });
  const std::vector<Value> To = CellAt(*this, 0), Taken = CellAt(From, 1);
  const std::string Name = X.freshParameter();
  const Value Number = Value::parameter(Source.ctx(), Name);
  const isl::set Here = conjunction(conjunction(X.Path, Number.atLeast(X.exactNumber(Call->getArg(3)))),
                                    X.exactNumber(Call->getArg(4)).atLeast(Number));
  const isl::set Where = conjunction(conjunction(conjunction(Here, Last.Condition), Last.Cell[0].equals(Taken[0])), Last.Cell[1].equals(Taken[1] + Number));
  // All of them are cells that were filled so.
  const isl::set Known = withoutParameters(Where, [&](llvm::StringRef Each) {
    return Evaluator::isFresh(Each) && Each != Name && isl_set_find_dim_by_name(Here.get(), isl_dim_param, Each.str().c_str()) < 0;
  });
  if (!conjunction(Here, Source.Known).is_subset(Known))
    X.fail(Call, "roots of cells that were not filled");
  From.Reads.push_back({Call, Where, X.Time, Last.Cell, Last.Element});
  Event Root{Call, Where, X.Time, {To[0], To[1] + Number}, Last.Element};
  Root.IsRoot = true;
  Stores.push_back(std::move(Root));
}
