// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expr/LoopBounds.h"

#include "expr/ExprReader.h"

#include "clang/AST/ASTContext.h"
#include <isl/map.h>
#include <isl/set.h>

using namespace tilepipe;
using namespace clang;

namespace {
/// Reads the loop Header, which starts at Loops.domain(). Its coordinate is the last of
/// { S[c0..cD] }, the space of all sets where nothing else is said.
class LoopReader {
public:
  LoopReader(NestNames &Names, EnclosingLoops Outer, const LoopHeader &Header)
      : Names(Names), Syntax(Names.Syntax), Loops(std::move(Outer)), Header(Header),
        D(Loops.depth()) {}

  EnclosingLoops read();

private:
  Refusal notAffine(const Expr *Culprit) const {
    return refusals::nonAffineBound(Syntax.Src.place(Culprit), /*IsFixed=*/!Syntax.changes(Culprit));
  }
  const Loop &loop() const { return Loops.Loops.back().Read; }
  /// Points at which the loop starts.
  isl::set atStart() const {
    return Names.coordinate(D + 1, D).eq_set(Names.embed(loop().First, D + 1));
  }
  isl::map nextIteration() const;
  void readStart();
  const Loop::Stride *strideOfOuter(const isl::pw_aff &Initial) const;
  void readStride(const isl::pw_aff &Initial);
  void requireStepInRange() const;
  isl::set readNotEqual(const Expr *Cond, isl::pw_aff Left, isl::pw_aff Right) const;
  isl::pw_aff readSide(const Expr *Side, ExprReader &Reader) const;
  isl::set readCondition(const Expr *Cond, ExprReader &Reader) const;
  void requireInterval(const isl::map &Next) const;
  void readFollowers();
  void requireInRange(const VarDecl *V, const isl::pw_aff &Value) const;

  NestNames &Names;
  const NestSyntax &Syntax;
  EnclosingLoops Loops; ///< from readStart() on with this one
  const LoopHeader &Header;
  const unsigned D;
  isl::set Started;    ///< at or behind the first coordinate
  isl::set Runs;       ///< the condition holds
  isl::set Evaluated;  ///< the condition is evaluated: Runs, and the point behind
  std::optional<isl::pw_aff> StepValue; ///< of Header.StepValue, over { S[] }
};
} // namespace

/// { S[] -> [v] } over parameters alone.
static isl::pw_aff overParameters(const isl::pw_aff &Value) {
  isl_multi_id *Nothing =
      isl_multi_id_from_id_list(isl_pw_aff_get_domain_space(Value.get()), isl_id_list_alloc(Value.ctx().get(), 0));
  return isl::manage(isl_pw_aff_bind_domain(Value.copy(), Nothing));
}

/// { S[c0..c(d)] -> S[c0..c(d) + Spacing] }; of a step that is no constant, all coordinates up to there.
isl::map LoopReader::nextIteration() const {
  if (StepValue) {
    isl::set Pairs = isl::manage(isl_map_wrap(isl_map_universe(isl_space_map_from_set(Names.universe(D + 1).space().release()))));
    auto Coordinate = [&](unsigned At) {
      isl_local_space *Space = isl_local_space_from_space(Pairs.get_space().release());
      return isl::manage(isl_pw_aff_from_aff(isl_aff_var_on_domain(Space, isl_dim_set, At)));
    };
    isl::pw_aff Moved = Coordinate(2 * D + 1).sub(Coordinate(D)), Still = Moved.sub(Moved);
    isl::pw_aff Step = isl::manage(isl_pw_aff_insert_domain(overParameters(*StepValue).release(), Pairs.get_space().release()));
    isl::set Near = Moved.gt_set(Still).intersect(Moved.le_set(Step));
    for (unsigned Outer = 0; Outer < D; ++Outer)
      Near = isl::manage(isl_set_equate(Near.release(), isl_dim_set, Outer, isl_dim_set, D + 1 + Outer));
    return isl::manage(isl_set_unwrap(Near.release()));
  }
  isl_space *Space = isl_space_map_from_set(Names.universe(D + 1).space().release());
  isl_multi_aff *Next = isl_multi_aff_identity(Space);
  isl_aff *Last = isl_aff_add_constant_si(isl_multi_aff_get_aff(Next, D), loop().Spacing);
  return isl::manage(isl_map_from_multi_aff(isl_multi_aff_set_aff(Next, D, Last)));
}

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

void LoopReader::readStart() {
  ExprReader Reader(Names, Loops, /*IsHeader=*/true);
  if (std::abs(Header.Step) != 1)
    Reader.assumeDividends();
  std::optional<isl::pw_aff> InitialValue = Reader.affine(Header.Init);
  if (!InitialValue)
    giveUp(notAffine(Reader.culprit()));
  Place At = Syntax.Src.place(Header.Init);
  Names.assumeNever(Reader.wrapped().intersect(Loops.domain()),
                "a conversion or a negative dividend in '" + At.Text + "'", refusals::wrap(At));

  Loop L;
  L.Iterator = Header.Iterator->getNameAsString();
  L.Type = fileScopeSpelling(Header.Iterator->getType(), Syntax.AST, At);
  L.IsDeclaredOutside = Header.IsDeclaredOutside;
  L.Step = Header.Step;
  L.Where = Syntax.Src.location(Header.For->getForLoc());
  if (Header.CondStep) // before the first iteration, too
    InitialValue = InitialValue->add(Names.constant(D, Header.Step));
  isl::pw_aff C = Names.coordinate(D + 1, D), Initial = Names.embed(*InitialValue, D + 1);
  if (std::abs(Header.Step) == 1 || startsUnevenly(*InitialValue, D)) {
    L.Value = Header.Step > 0 ? C : C.neg();
    L.First = Header.Step > 0 ? *InitialValue : InitialValue->neg();
    L.Spacing = std::abs(Header.Step);
  } else {
    L.Value = Initial.add(C.scale(isl::val(Names.ctx(), Header.Step)));
    L.First = Names.constant(D, int64_t(0));
  }
  Started = Names.embed(Loops.domain(), D + 1)
                .intersect(startedAt(C, Names.embed(L.First, D + 1), L.Spacing));
  Loops.Loops.push_back({&Header, std::move(L)});
  if (Header.StepValue)
    readStride(*InitialValue);
  readFollowers();
}

/// Each is what it is set to in front of the loop, and a step more for each iteration.
void LoopReader::readFollowers() {
  for (const LoopHeader::Follower &F : Header.Followers) {
    Place At = Syntax.Src.place(F.Init);
    if (loop().Spacing != 1)
      giveUp(refusals::loopForm(At, "the header steps several variables, and starts unevenly"));
    EnclosingLoops Outer = Loops;
    Outer.Loops.pop_back();
    ExprReader Reader(Names, Outer, /*IsHeader=*/true);
    std::optional<isl::pw_aff> Initial = Reader.affine(F.Init);
    if (!Initial)
      giveUp(notAffine(Reader.culprit()));
    Names.assumeNever(Reader.wrapped().intersect(Outer.domain()), "a conversion or a negative dividend in '" + At.Text + "'",
                      refusals::wrap(At));
    isl::pw_aff Count = Names.coordinate(D + 1, D).sub(Names.embed(loop().First, D + 1));
    isl::pw_aff Value = Names.embed(*Initial, D + 1).add(Count.scale(isl::val(Names.ctx(), F.Step)));
    Loops.Loops.back().Read.Followers.push_back({F.Variable->getNameAsString(),
                                                 fileScopeSpelling(F.Variable->getType(), Syntax.AST, At),
                                                 Header.IsDeclaredOutside, Value});
  }
}

/// The stride of a loop around this one, where this one steps by as much and starts at its iterator, or a step behind it.
const Loop::Stride *LoopReader::strideOfOuter(const isl::pw_aff &Initial) const {
  auto IsAlways = [&](const isl::pw_aff &A, const isl::pw_aff &B) { return isl_pw_aff_is_equal(A.get(), B.get()) == isl_bool_true; };
  auto AtDepth = [&](const isl::pw_aff &Parameters) {
    return isl::manage(isl_pw_aff_insert_domain(Parameters.copy(), isl_pw_aff_get_domain_space(Initial.get())));
  };
  const isl::pw_aff Step = overParameters(*StepValue);
  for (unsigned I = 0; I < D; ++I) {
    const EnclosingLoops::Level &Outer = Loops.Loops[I];
    if (!Outer.Read.Strided || Outer.Header->Step != Header.Step || !IsAlways(Outer.Read.Strided->Step, Step))
      continue;
    isl::pw_aff At = Names.coordinate(D, I), From = Header.Step > 0 ? Initial : Initial.neg();
    if (IsAlways(From, At) || IsAlways(From, At.add(AtDepth(Step))))
      return &*Outer.Read.Strided;
  }
  return nullptr;
}

/// A step that is no constant is the same in all iterations of the nest, and positive. The loop starts at one place, too:
/// then all of its runs have the same coordinates. Or it starts at those of a loop around it that steps by as much. That
/// of a statement's own text may start elsewhere each time.
void LoopReader::readStride(const isl::pw_aff &Initial) {
  EnclosingLoops None;
  None.Prefix.push_back(Names.universe(0));
  auto Read = [&](const Expr *E, const std::string &What) {
    Place At = Syntax.Src.place(E);
    for (const EnclosingLoops::Level &L : Loops.Loops)
      if (names(E, L.Header->Iterator))
        giveUp(refusals::loopForm(At, What));
    ExprReader Reader(Names, None, /*IsHeader=*/true);
    Reader.beginSkippable();
    std::optional<isl::pw_aff> Value = Reader.affine(E);
    if (!Value)
      giveUp(refusals::loopForm(At, What));
    Names.assumeNever(Reader.wrapped().intersect(None.domain()), "a conversion in '" + At.Text + "'", refusals::wrap(At));
    return *Value;
  };
  Place At = Syntax.Src.place(Header.StepValue);
  StepValue = Read(Header.StepValue, "the iterator's step is neither a constant nor a value that is fixed during the nest");
  constexpr int64_t LargestStep = 1 << 30;
  Names.assumeNever(StepValue->lt_set(Names.constant(0, int64_t(1))).unite(StepValue->gt_set(Names.constant(0, LargestStep))),
                    "the step '" + At.Text + "' is not positive, or very large",
                    refusals::loopForm(At, "the iterator's step is not positive"));
  if (Loops.IsInText)
    return;
  std::optional<Loop::Stride> &Strided = Loops.Loops.back().Read.Strided;
  if (const Loop::Stride *Outer = strideOfOuter(Initial)) {
    Strided = *Outer;
  } else {
    isl::pw_aff First = Read(Header.Init, "a loop whose step is no constant starts elsewhere from run to run");
    Strided = Loop::Stride{overParameters(Header.Step > 0 ? First : First.neg()), overParameters(*StepValue)};
  }
  Names.leaveToThreads("the step of its loop over '" + Header.Iterator->getNameAsString() + "' is no constant");
}

/// What the iterator is stepped to behind the last iteration is a value of its type.
void LoopReader::requireStepInRange() const {
  IntRange Range = rangeOf(Header.Iterator->getType(), Syntax.AST);
  isl::set Stepped = Runs.apply(nextIteration());
  const isl::pw_aff &Value = loop().Value;
  isl::set Outside = Value.lt_set(Names.constant(D + 1, Range.min(Names.ctx())))
                         .unite(Value.gt_set(Names.constant(D + 1, Range.max(Names.ctx()))));
  Names.assumeNever(Outside.intersect(Stepped), "iterator '" + Header.Iterator->getNameAsString() + "' may wrap",
                    refusals::wrap(Syntax.Src.place(Header.Cond)));
}

/// Points where `Left != Right` holds on the way there, one of which is the iterator;
/// the ones that never get there are excluded by an assumption.
isl::set LoopReader::readNotEqual(const Expr *Cond, isl::pw_aff Left, isl::pw_aff Right) const {
  if (StepValue)
    giveUp(refusals::loopForm(Syntax.Src.place(Cond), "a step that is no constant may pass over the end of a '!='"));
  // Which side is the iterator's: the one that grows with the coordinate.
  isl::pw_aff Distance = Left.sub(Right).sub(loop().Value);
  bool IsLeft = !isl_pw_aff_involves_dims(Distance.get(), isl_dim_in, D, 1);
  Distance = Right.sub(Left).sub(loop().Value);
  bool IsRight = !isl_pw_aff_involves_dims(Distance.get(), isl_dim_in, D, 1);
  if (!IsLeft && !IsRight)
    giveUp(refusals::loopForm(Syntax.Src.place(Cond), "'!=' does not compare the iterator alone"));
  if (IsRight)
    std::swap(Left, Right);
  isl::set Before = Header.Step > 0 ? Left.lt_set(Right) : Left.gt_set(Right);
  isl::set Never = Header.Step > 0 ? Left.gt_set(Right) : Left.lt_set(Right);
  if (std::abs(Header.Step) != 1) {
    isl::pw_aff Rest = Right.sub(Left).mod(isl::val(Names.ctx(), std::abs(Header.Step)));
    Never = Never.unite(Rest.ne_set(Names.constant(D + 1, int64_t(0))));
  }
  Place At = Syntax.Src.place(Cond);
  Names.assumeNever(Never.intersect(atStart()).intersect(Started),
                "'" + At.Text + "' may never become false",
                refusals::loopForm(At, "the loop never meets its end"));
  return Before;
}

isl::pw_aff LoopReader::readSide(const Expr *Side, ExprReader &Reader) const {
  std::optional<isl::pw_aff> Value = Reader.affine(Side);
  if (!Value)
    giveUp(notAffine(Reader.culprit()));
  return *Value;
}

isl::set LoopReader::readCondition(const Expr *Cond, ExprReader &Reader) const {
  Cond = Cond->IgnoreParenImpCasts();
  if (auto *Binary = dyn_cast<BinaryOperator>(Cond)) {
    if (Binary->getOpcode() == BO_LAnd) {
      isl::set Left = readCondition(Binary->getLHS(), Reader);
      Reader.beginSkippable();
      return Left.intersect(readCondition(Binary->getRHS(), Reader));
    }
    if (Binary->getOpcode() == BO_NE)
      return readNotEqual(Cond, readSide(Binary->getLHS(), Reader),
                          readSide(Binary->getRHS(), Reader));
  }
  // `for (...; i; i--)`, `for (...; i--;)`
  if (namedVariable(Cond) == Header.Iterator || Cond == Header.CondStep)
    return readNotEqual(Cond, readSide(Cond, Reader), Names.constant(D + 1, int64_t(0)));
  std::optional<isl::set> True = Reader.condition(Cond);
  if (!True)
    giveUp(notAffine(Reader.culprit()));
  return *True;
}

/// The condition must hold from the start up to some point and never after it,
/// else the loop's points are not those where it holds.
void LoopReader::requireInterval(const isl::map &Next) const {
  isl::set Reached = Runs.intersect_params(Names.context());
  isl::set Before = Reached.apply(Next.reverse()).intersect(Started);
  bool IsBounded = isl_set_dim_has_upper_bound(Reached.get(), isl_dim_set, D) == isl_bool_true;
  if (!IsBounded || !Before.is_subset(Runs))
    giveUp(refusals::loopForm(Syntax.Src.place(Header.Cond),
                              "the condition does not end the loop as its step suggests"));
}

/// The iterator's values, the last one included at which the loop stops, must be
/// values of its type. Signed arithmetic of int and wider cannot leave it, unless options say what
/// happens then.
void LoopReader::requireInRange(const VarDecl *V, const isl::pw_aff &Value) const {
  IntRange Range = rangeOf(V->getType(), Syntax.AST);
  bool IsWide = Range.Bits >= Syntax.AST.getIntWidth(Syntax.AST.IntTy);
  if (!Range.IsUnsigned && IsWide && !definesOverflow(Syntax.AST))
    return;
  isl::set Outside = Value.lt_set(Names.constant(D + 1, Range.min(Names.ctx())))
                         .unite(Value.gt_set(Names.constant(D + 1, Range.max(Names.ctx()))));
  // What the last test leaves behind is converted as C does, and no iteration has it.
  bool IsStepped = Header.CondStep;
  Names.assumeNever(Outside.intersect(IsStepped ? Runs : Evaluated),
                "iterator '" + V->getNameAsString() + "' may wrap",
                refusals::wrap(Syntax.Src.place(Header.Cond)));
}

EnclosingLoops LoopReader::read() {
  readStart();
  ExprReader Reader(Names, Loops, /*IsHeader=*/true);
  isl::set True = readCondition(Header.Cond, Reader);
  Runs = Started.intersect(True).coalesce();
  isl::map Next = nextIteration();
  requireInterval(Next);
  if (StepValue)
    requireStepInRange();

  Evaluated = Started.intersect(atStart().unite(Runs.apply(Next)));
  Place At = Syntax.Src.place(Header.Cond);
  Names.assumeRead(Reader.wrapped().intersect(Evaluated), At);
  requireInRange(Header.Iterator, loop().Value);
  for (size_t I = 0; I < Header.Followers.size(); ++I)
    requireInRange(Header.Followers[I].Variable, loop().Followers[I].Value);
  isl::set Possible = Runs.intersect_params(Names.context());
  if (Possible.is_empty())
    giveUp(refusals::neverRuns(At));
  // Sums of the iterator and small numbers must have a place in 64 bits.
  isl::pw_aff Limit = Names.constant(D + 1, int64_t(1) << 62);
  const isl::pw_aff &Value = loop().Value;
  if (Possible.is_subset(Value.gt_set(Limit).unite(Value.lt_set(Limit.neg()))))
    giveUp(refusals::loopForm(At, "the iterator's values leave no room to compute with them"));
  Loops.Prefix.push_back(Runs);
  return std::move(Loops);
}

EnclosingLoops tilepipe::readLoop(NestNames &Names, EnclosingLoops Outer, const LoopHeader &Header) {
  Names.enter(Outer.domain());
  EnclosingLoops Loops = LoopReader(Names, std::move(Outer), Header).read();
  Names.enter(Loops.domain());
  return Loops;
}
