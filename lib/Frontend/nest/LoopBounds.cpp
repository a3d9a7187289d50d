//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "nest/LoopBounds.h"

#include "expr/ExprReader.h"

#include "clang/AST/ASTContext.h"
#include <isl/map.h>
#include <isl/set.h>

using namespace tilepipe;
using namespace clang;

static Refusal notAffine(const NestBuilder &B, const Expr *Culprit) {
  return refusals::nonAffineBound(B.Src.place(Culprit), /*IsFixed=*/!B.changes(Culprit));
}

/// { S[c0..c(d)] -> S[c0..c(d) + Spacing] }
static isl::map nextIteration(const NestBuilder &B, unsigned Depth) {
  int64_t Spacing = B.Nest.Loops[Depth - 1].Spacing;
  isl_space *Space = isl_space_map_from_set(B.universe(Depth).space().release());
  isl_multi_aff *Next = isl_multi_aff_identity(Space);
  isl_aff *Last = isl_aff_add_constant_si(isl_multi_aff_get_aff(Next, Depth - 1), Spacing);
  return isl::manage(isl_map_from_multi_aff(isl_multi_aff_set_aff(Next, Depth - 1, Last)));
}

namespace {
/// The loop being read, over { S[c0..cD] } where nothing else is said.
struct LoopSets {
  isl::pw_aff Value;   ///< of the iterator
  isl::set Started;    ///< at or behind the first coordinate
  isl::set Runs;       ///< the condition holds
  isl::set Evaluated;  ///< the condition is evaluated: Runs, and the point behind
};
} // namespace

/// `1 + (i + color) % 2`: counted from there, the iterations of two runs of the loop would lie
/// at distances that change from run to run.
static bool startsUnevenly(const isl::pw_aff &Initial, unsigned Depth) {
  bool HasQuotient = false;
  isl::map Graph = isl::manage(isl_map_from_pw_aff(Initial.copy()));
  Graph.foreach_basic_map([&](isl::basic_map Piece) {
    HasQuotient |= isl_basic_map_dim(Piece.get(), isl_dim_div) > 0;
  });
  return HasQuotient && isl_pw_aff_involves_dims(Initial.get(), isl_dim_in, 0, Depth) == isl_bool_true;
}

/// { S[c0..cD] : cD >= First and cD = First modulo Spacing }
static isl::set startedAt(const isl::pw_aff &C, const isl::pw_aff &First, int64_t Spacing) {
  isl::set Behind = C.ge_set(First);
  if (Spacing == 1)
    return Behind;
  isl::pw_aff Rest = C.sub(First).mod(isl::val(C.ctx(), Spacing));
  isl::set OnGrid = Rest.eq_set(Rest.sub(Rest));
  // Of `j >= 1 + (i + color) % 2` the grid leaves `j >= 1`.
  isl::set Shadow = isl::manage(isl_set_remove_divs(Behind.copy())).intersect(OnGrid);
  return (Shadow.is_subset(Behind) ? Shadow : Behind.intersect(OnGrid)).coalesce();
}

static void readStart(NestBuilder &B, unsigned D, LoopSets &Sets) {
  const LoopHeader &Header = B.Headers[D];
  ExprReader Reader(B, D);
  if (std::abs(Header.Step) != 1)
    Reader.assumeDividends();
  std::optional<isl::pw_aff> InitialValue = Reader.affine(Header.Init);
  if (!InitialValue)
    giveUp(notAffine(B, Reader.culprit()));
  Place At = B.Src.place(Header.Init);
  B.assumeNever(Reader.wrapped().intersect(B.Nest.Prefix[D]),
                "a conversion or a negative dividend in '" + At.Text + "'", refusals::wrap(At));

  Loop L;
  L.Iterator = Header.Iterator->getNameAsString();
  L.Type = fileScopeSpelling(Header.Iterator->getType(), B.AST, At);
  L.IsDeclaredOutside = Header.IsDeclaredOutside;
  L.Step = Header.Step;
  L.Where = B.Src.location(Header.For->getForLoc());
  if (Header.CondStep) // before the first iteration, too
    InitialValue = InitialValue->add(B.constant(D, Header.Step));
  isl::pw_aff C = B.coordinate(D + 1, D), Initial = B.embed(*InitialValue, D + 1);
  if (std::abs(Header.Step) == 1 || startsUnevenly(*InitialValue, D)) {
    L.Value = Header.Step > 0 ? C : C.neg();
    L.First = Header.Step > 0 ? *InitialValue : InitialValue->neg();
    L.Spacing = std::abs(Header.Step);
  } else {
    L.Value = Initial.add(C.scale(isl::val(B.ctx(), Header.Step)));
    L.First = B.constant(D, int64_t(0));
  }
  Sets.Value = L.Value;
  Sets.Started = B.embed(B.Nest.Prefix[D], D + 1)
                     .intersect(startedAt(C, B.embed(L.First, D + 1), L.Spacing));
  B.Nest.Loops.push_back(std::move(L));
}

/// Points where `Left != Right` holds on the way there, one of which is the iterator;
/// the ones that never get there are excluded by an assumption.
static isl::set readNotEqual(NestBuilder &B, unsigned D, const Expr *Cond, isl::pw_aff Left,
                             isl::pw_aff Right, const LoopSets &Sets) {
  const LoopHeader &Header = B.Headers[D];
  // Which side is the iterator's: the one that grows with the coordinate.
  isl::pw_aff Distance = Left.sub(Right).sub(Sets.Value);
  bool IsLeft = !isl_pw_aff_involves_dims(Distance.get(), isl_dim_in, D, 1);
  Distance = Right.sub(Left).sub(Sets.Value);
  bool IsRight = !isl_pw_aff_involves_dims(Distance.get(), isl_dim_in, D, 1);
  if (!IsLeft && !IsRight)
    giveUp(refusals::loopForm(B.Src.place(Cond), "'!=' does not compare the iterator alone"));
  if (IsRight)
    std::swap(Left, Right);
  isl::set Before = Header.Step > 0 ? Left.lt_set(Right) : Left.gt_set(Right);
  isl::set Never = Header.Step > 0 ? Left.gt_set(Right) : Left.lt_set(Right);
  if (std::abs(Header.Step) != 1) {
    isl::pw_aff Rest = Right.sub(Left).mod(isl::val(B.ctx(), std::abs(Header.Step)));
    Never = Never.unite(Rest.ne_set(B.constant(D + 1, int64_t(0))));
  }
  isl::set AtStart = B.coordinate(D + 1, D).eq_set(B.embed(B.Nest.Loops[D].First, D + 1));
  Place At = B.Src.place(Cond);
  B.assumeNever(Never.intersect(AtStart).intersect(Sets.Started),
                "'" + At.Text + "' may never become false",
                refusals::loopForm(At, "the loop never meets its end"));
  return Before;
}

static isl::pw_aff readSide(NestBuilder &B, const Expr *Side, ExprReader &Reader) {
  std::optional<isl::pw_aff> Value = Reader.affine(Side);
  if (!Value)
    giveUp(notAffine(B, Reader.culprit()));
  return *Value;
}

static isl::set readCondition(NestBuilder &B, unsigned D, const Expr *Cond, ExprReader &Reader,
                              const LoopSets &Sets) {
  Cond = Cond->IgnoreParenImpCasts();
  if (auto *Binary = dyn_cast<BinaryOperator>(Cond)) {
    if (Binary->getOpcode() == BO_LAnd) {
      isl::set Left = readCondition(B, D, Binary->getLHS(), Reader, Sets);
      Reader.beginSkippable();
      return Left.intersect(readCondition(B, D, Binary->getRHS(), Reader, Sets));
    }
    if (Binary->getOpcode() == BO_NE)
      return readNotEqual(B, D, Cond, readSide(B, Binary->getLHS(), Reader),
                          readSide(B, Binary->getRHS(), Reader), Sets);
  }
  // `for (...; i; i--)`, `for (...; i--;)`
  if (namedVariable(Cond) == B.Headers[D].Iterator || Cond == B.Headers[D].CondStep)
    return readNotEqual(B, D, Cond, readSide(B, Cond, Reader), B.constant(D + 1, int64_t(0)), Sets);
  std::optional<isl::set> True = Reader.condition(Cond);
  if (!True)
    giveUp(notAffine(B, Reader.culprit()));
  return *True;
}

/// The condition must hold from the start up to some point and never after it,
/// else the loop's points are not those where it holds.
static void requireInterval(NestBuilder &B, unsigned D, const LoopSets &Sets,
                            const isl::map &Next) {
  isl::set Reached = Sets.Runs.intersect_params(B.Nest.Context);
  isl::set Before = Reached.apply(Next.reverse()).intersect(Sets.Started);
  bool IsBounded = isl_set_dim_has_upper_bound(Reached.get(), isl_dim_set, D) == isl_bool_true;
  if (!IsBounded || !Before.is_subset(Sets.Runs))
    giveUp(refusals::loopForm(B.Src.place(B.Headers[D].Cond),
                              "the condition does not end the loop as its step suggests"));
}

/// The iterator's values, the last one included at which the loop stops, must be
/// values of its type. Signed arithmetic of int and wider cannot leave it, unless options say what
/// happens then.
static void requireIteratorInRange(NestBuilder &B, unsigned D, const LoopSets &Sets) {
  const VarDecl *V = B.Headers[D].Iterator;
  IntRange Range = rangeOf(V->getType(), B.AST);
  bool IsWide = Range.Bits >= B.AST.getIntWidth(B.AST.IntTy);
  if (!Range.IsUnsigned && IsWide && !definesOverflow(B.AST))
    return;
  isl::set Outside = Sets.Value.lt_set(B.constant(D + 1, Range.min(B.ctx())))
                         .unite(Sets.Value.gt_set(B.constant(D + 1, Range.max(B.ctx()))));
  // What the last test leaves behind is converted as C does, and no iteration has it.
  bool IsStepped = B.Headers[D].CondStep;
  B.assumeNever(Outside.intersect(IsStepped ? Sets.Runs : Sets.Evaluated),
                "iterator '" + V->getNameAsString() + "' may wrap",
                refusals::wrap(B.Src.place(B.Headers[D].Cond)));
}

/// Points where sums of the iterator and small numbers may have no place in 64 bits.
static isl::set beyondArithmetic(NestBuilder &B, const isl::pw_aff &Value, unsigned D) {
  isl::pw_aff Limit = B.constant(D + 1, int64_t(1) << 62);
  return Value.gt_set(Limit).unite(Value.lt_set(Limit.neg()));
}

void tilepipe::readLoop(NestBuilder &B, unsigned D) {
  LoopSets Sets;
  readStart(B, D, Sets);
  const Expr *Cond = B.Headers[D].Cond;
  ExprReader Reader(B, D + 1);
  isl::set True = readCondition(B, D, Cond, Reader, Sets);
  Sets.Runs = Sets.Started.intersect(True).coalesce();
  isl::map Next = nextIteration(B, D + 1);
  requireInterval(B, D, Sets, Next);

  isl::set First = B.coordinate(D + 1, D).eq_set(B.embed(B.Nest.Loops[D].First, D + 1));
  Sets.Evaluated = Sets.Started.intersect(First.unite(Sets.Runs.apply(Next)));
  Place At = B.Src.place(Cond);
  B.assumeNever(Reader.wrapped().intersect(Sets.Evaluated),
                "unsigned or narrowing arithmetic in '" + At.Text + "'", refusals::wrap(At));
  requireIteratorInRange(B, D, Sets);
  isl::set Runs = Sets.Runs.intersect_params(B.Nest.Context);
  if (Runs.is_empty())
    giveUp(refusals::neverRuns(At));
  if (Runs.is_subset(beyondArithmetic(B, Sets.Value, D)))
    giveUp(refusals::loopForm(At, "the iterator's values leave no room to compute with them"));
  B.Nest.Prefix.push_back(Sets.Runs);
}
