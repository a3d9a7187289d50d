// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the runtime does with the cells of lines: it fills them with elements of memory, and stores their values. Each is what
// include/tilepipe/runtime.h says, as fills and as reads of cells (Held.cpp).
#include "Reading.h"

#include "llvm/ADT/STLExtras.h"

using namespace tilepipe;
using namespace clang;

/// As TP_LINE_ROWS in tilepipe/runtime.h: rows of a block with those that its points reach.
static constexpr int64_t RowsOfBlock = 64;

/// Each {...} of (const T[]){{...}, {...}}, where Count says how many there are; nothing: E is something else.
static std::optional<std::vector<llvm::ArrayRef<Expr *>>> recordsOf(const EmittedFile &File, const Expr *E, const Expr *Count, llvm::StringRef Type, unsigned Members) {
  auto *Literal = dyn_cast<CompoundLiteralExpr>(E->IgnoreParenImpCasts());
  const ConstantArrayType *Array = Literal ? File.ast().getAsConstantArrayType(Literal->getType()) : nullptr;
  auto *Element = Array ? Array->getElementType()->getAs<TypedefType>() : nullptr;
  auto *List = Literal ? dyn_cast<InitListExpr>(Literal->getInitializer()) : nullptr;
  const auto Number = Count->getIntegerConstantExpr(File.ast());
  if (!Element || Element->getDecl()->getName() != Type || !File.isRuntimes(Element->getDecl()) || !List || !Number || *Number != List->getNumInits())
    return std::nullopt;
  std::vector<llvm::ArrayRef<Expr *>> Result;
  for (Expr *Each : List->inits()) {
    auto *Record = dyn_cast<InitListExpr>(Each);
    if (!Record || Record->getNumInits() != Members)
      return std::nullopt;
    Result.push_back(Record->inits());
  }
  return Result;
}

/// What a call for a block of lines is about.
struct HeldValues::LinePlace {
  Value Row, FirstRow, LastRow; ///< of points; the first one is a fresh parameter
  std::vector<std::pair<Value, int64_t>> Firsts, Lasts; ///< columns by row: one of row 0, and how it grows
  int64_t Slope;
  Value Begin;              ///< the row of the first cell of each line
  std::vector<Value> Outer; ///< subscripts in front of those of rows and columns
  int64_t Offsets[2];       ///< of these, to the point
  Value First, Last;        ///< lines
};

/// Arguments as in runtime.h up to tp_last_edges, then from First on the lines.
HeldValues::LinePlace HeldValues::linePlace(Executor &X, const CallExpr *Call, const Expr *Rows, unsigned First) const {
  const auto Fail = [&] { X.fail(Call, "block of lines that is not understood"); };
  const uint64_t Size = ArrayIndex ? Source.Nest.Arrays[*ArrayIndex].ElementSize : 0;
  if (!Source.File.isRuntimes(Call->getDirectCallee()) || (Size != 4 && Size != 8) || !isCellsOf(Call->getArg(3), Call->getArg(4), LinesOfRing) || !isElementType(Rows) ||
      !areStrides(X, Call, 1, Rows))
    Fail();
  auto Number = [&](unsigned I) { return X.exactNumber(Call->getArg(I)); };
  auto ConstantOf = [&](const Expr *E) {
    const std::optional<int64_t> Result = X.exactNumber(E).asConstant();
    if (!Result)
      Fail();
    return *Result;
  };
  auto EdgesAt = [&](unsigned I) {
    const auto Records = recordsOf(Source.File, Call->getArg(I), Call->getArg(I + 1), "tp_edge", 2);
    if (!Records)
      Fail();
    std::vector<std::pair<Value, int64_t>> Result;
    for (llvm::ArrayRef<Expr *> Edge : *Records)
      Result.push_back({X.exactNumber(Edge[0]), ConstantOf(Edge[1])});
    return Result;
  };
  const Value Row = Value::parameter(Source.ctx(), X.freshParameter());
  LinePlace Result{Row, Number(7), Number(8), EdgesAt(11), EdgesAt(13), ConstantOf(Call->getArg(5)), Number(6), elementsRow(X, Rows),
                   {ConstantOf(Call->getArg(9)), ConstantOf(Call->getArg(10))}, Number(First), Number(First + 1)};
  // No two lines of a call have the same cells.
  const isl::set Here = conjunction(X.Path, Source.Known);
  if (!Here.is_subset((Result.First + (LinesOfRing - 1)).atLeast(Result.Last)) || Result.Outer.size() + 2 != Source.Nest.Arrays[*ArrayIndex].Extents.size())
    Fail();
  return Result;
}

/// What a call moves Down rows behind those of points: from FirstColumn columns behind the first one to LastColumn behind the last.
HeldValues::Event HeldValues::movedLines(Executor &X, const CallExpr *Call, const LinePlace &P, int64_t Down, int64_t FirstColumn, int64_t LastColumn) const {
  const Value Column = Value::parameter(Source.ctx(), X.freshParameter()), Row = P.Row + Down, Line = Row.times(P.Slope) + Column;
  isl::set Where = X.Path;
  auto Take = [&](const isl::set &Condition) { Where = conjunction(Where, Condition); };
  Take(P.Row.atLeast(P.FirstRow));
  Take(P.LastRow.atLeast(P.Row));
  for (const auto &[At, Slope] : P.Firsts)
    Take(Column.atLeast(At + P.Row.times(Slope) + FirstColumn));
  for (const auto &[At, Slope] : P.Lasts)
    Take((At + P.Row.times(Slope) + LastColumn).atLeast(Column));
  Take(Line.atLeast(P.First));
  Take(P.Last.atLeast(Line));
  Event Result{Call, Where, X.Time, {Line, Row - P.Begin}, P.Outer};
  Result.Element.push_back(Row + P.Offsets[0]);
  Result.Element.push_back(Column + P.Offsets[1]);
  // Most often calls begin with multiples of their number of lines, or lines of the first one for the array do and others lie
  // so many apart. Then a line says which call moves it, and isl need not look for that.
  const std::optional<int64_t> More = (P.Last - P.First).asConstant(), Apart = (P.First - FirstLine.value_or(P.First)).asConstant();
  if (More && *More >= 0 && Apart)
    Result.Sure = conjunction(Where, (P.First + -*Apart).equals((Line + -*Apart).floorDivided(*More + 1).times(*More + 1)));
  return Result;
}

/// A call for no more rows than the runtime has room for, with so many around them.
void HeldValues::checkRows(Executor &X, const CallExpr *Call, int64_t Around) const {
  const isl::set Here = conjunction(conjunction(X.Path, Source.Known), boxesOfBlocks());
  const Value Most = X.exactNumber(Call->getArg(7)) + (RowsOfBlock - 1 - Around);
  if (!Here.is_subset(Most.atLeast(X.exactNumber(Call->getArg(8)))))
    X.fail(Call, "block of too many rows");
}

/// tp_to_lines(rows, sizeof *rows, sizeof **rows, tp_held, sizeof *tp_held, ...). What points reach is in the cell of its own row
/// and line.
void HeldValues::takeLines(Executor &X, const CallExpr *Call) {
  const Expr *Rows = stripped(Call->getArg(0));
  setRows(X, Call, Rows);
  IsOfLines = true;
  const LinePlace P = linePlace(X, Call, Rows, 17);
  if (!FirstLine)
    FirstLine = P.First;
  const auto Reaches = recordsOf(Source.File, Call->getArg(15), Call->getArg(16), "tp_reach", 3);
  if (!Reaches || Reaches->empty())
    X.fail(Call, "block of lines that is not understood");
  int64_t Above = 0, Below = 0;
  for (const auto &[Index, Reach] : llvm::enumerate(*Reaches)) {
    std::vector<int64_t> Of;
    for (const Expr *Each : Reach)
      if (std::optional<int64_t> Number = X.exactNumber(Each).asConstant())
        Of.push_back(*Number);
    if (Of.size() != 3 || (Index == 0 && Of[0] != 0))
      X.fail(Call, "block of lines that is not understood");
    Above = std::max(Above, -Of[0]);
    Below = std::max(Below, Of[0]);
    Stores.push_back(movedLines(X, Call, P, Of[0], Of[1], Of[2]));
  }
  checkRows(X, Call, Above + Below);
}

/// tp_from_lines(...). Each element is a read of its cell of which memory gets the value.
void HeldValues::storeLines(Executor &X, const CallExpr *Call) {
  IsOfLines = true;
  const LinePlace P = linePlace(X, Call, stripped(Call->getArg(0)), 15);
  checkRows(X, Call, 0);
  Reads.push_back(movedLines(X, Call, P, 0, 0, 0));
  Stored.push_back(Reads.back());
}
