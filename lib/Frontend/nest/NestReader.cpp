// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nest/NestReader.h"

#include "access/MergedAccesses.h"
#include "body/BodyReader.h"
#include "body/BodyText.h"
#include "calls/InlinedCalls.h"
#include "calls/PureCalls.h"
#include "compilers/KnownValues.h"
#include "compilers/Roundings.h"
#include "expr/LoopBounds.h"
#include "nest/CalledGlobals.h"
#include "nest/Expansion.h"
#include "nest/NestText.h"
#include "nest/Requests.h"
#include "tilepipe/runtime.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/space.h>

using namespace tilepipe;
using namespace clang;

/// Two loops over one variable, or a variable that an inner loop sets and an
/// outer header reads, are no nest of independent iterators.
static std::vector<LoopHeader> readHeaders(const FunctionContext &Context, const NestShape &Shape) {
  std::vector<LoopHeader> Headers;
  for (const ForStmt *Loop : Shape.Loops)
    Headers.push_back(readHeader(Loop, Context.AST, Context.Uses, Context.Src));
  for (const NestShape::Part &P : Shape.Parts)
    for (unsigned Inner = 1; Inner < P.Loops.size(); ++Inner)
      for (unsigned Outer = 0; Outer < Inner; ++Outer) {
        const LoopHeader &In = Headers[P.Loops[Inner]], &Out = Headers[P.Loops[Outer]];
        auto IsOuters = [&](const VarDecl *V) {
          if (Out.steps(V))
            giveUp(refusals::iteratorModified(Context.Src.place(In.For->getInit()), V->getNameAsString()));
        };
        IsOuters(In.Iterator);
        for (const LoopHeader::Follower &F : In.Followers)
          IsOuters(F.Variable);
      }
  return Headers;
}

/// The call behind a region leaves no value in followers.
static void checkFollowersDead(const FunctionContext &Context, const NestShape &Shape, const std::vector<LoopHeader> &Headers) {
  for (const LoopHeader &H : Headers)
    for (const LoopHeader::Follower &F : H.Followers)
      if (H.IsDeclaredOutside && !isDeadBehind(F.Variable, Shape.Loops.front(), Context.Uses, Context.Live))
        giveUp(refusals::loopForm(Context.Src.place(H.For->getInit()),
                                  "'" + F.Variable->getNameAsString() + "', which is stepped beside the iterator, is used behind the nest"));
}

/// What pragmas in front of the nest ask for; what they say wrongly refuses it, for it would
/// not be what the user asked for.
static NestRequests readRequests(const FunctionContext &Context, const NestShape &Shape) {
  Place At{Context.Src.location(Shape.location()), ""};
  NestRequests Requests;
  unsigned Begin = Context.Src.offset(Shape.Loops.front()->getBeginLoc());
  for (const PragmaUse *P : Context.Directives.requestsBefore(Begin)) {
    std::string Why = addRequests(P->Text, Requests);
    if (!Why.empty())
      giveUp(refusals::pragma(At, "'#pragma " + P->Text + "' is not understood: " + Why));
  }
  size_t Depth = Shape.Loops.size();
  if (!Shape.isPerfect() && !(Requests.Tile.empty() && Requests.Shape.empty()))
    giveUp(refusals::pragma(At, "tile(...) and shape(...) are for perfect nests"));
  if (!Requests.Tile.empty() && llvm::count(Requests.Tile, ',') + 1 != long(Depth))
    giveUp(refusals::pragma(At, "tile(" + Requests.Tile + ") is not of " + std::to_string(Depth) +
                                    " extents, one for each loop"));
  bool IsSquare = Requests.Shape.empty() || Requests.Shape.size() == Depth;
  for (const std::vector<int64_t> &Row : Requests.Shape)
    IsSquare &= Row.size() == Depth;
  if (!IsSquare)
    giveUp(refusals::pragma(At, "shape(...) is not of " + std::to_string(Depth) + " rows with " +
                                    std::to_string(Depth) + " entries each"));
  Context.Calls.assume(Requests.Pure);
  return Requests;
}

/// S reads the iterators of the loops Around only, and those that it steps itself.
static void checkIterators(const NestSyntax &Syntax, const Stmt *S, llvm::ArrayRef<unsigned> Around) {
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && Syntax.isIterator(V) && !Syntax.Privates.count(V))
      if (llvm::none_of(Around, [&](unsigned L) { return Syntax.Headers[L].steps(V); }))
        giveUp(refusals::imperfectNest(Syntax.Src.place(S), "'" + V->getNameAsString() +
                                                                "' is read outside of the loop that steps it"));
  forEachChild(S, [&](const Stmt *Child) { checkIterators(Syntax, Child, Around); });
}

static void checkInitial(const NestSyntax &Syntax, const Stmt *S) {
  Place At = Syntax.Src.place(S);
  if (auto *Call = dyn_cast<CallExpr>(S))
    if (const InlinedCall *In = Syntax.Inlined.find(Call); In && In->Writes)
      giveUp(refusals::imperfectNest(At, "a function that writes is called between the loops"));
  forEachChild(S, [&](const Stmt *Child) { checkInitial(Syntax, Child); });
}

/// Refuses initial values that change while the inner loops run, as far as their own text and
/// that of the functions they call tells: iterators of inner loops, functions that write. Elements
/// that the nest writes are BodyReader's to refuse.
static void checkBetween(const NestSyntax &Syntax) {
  for (const NestShape::Part &P : Syntax.Shape.Parts) {
    for (const NestShape::Declaration &D : P.Between)
      D.forEachValue([&](const Expr *Initial) {
        checkIterators(Syntax, Initial, llvm::ArrayRef(P.Loops).take_front(D.Depth));
        checkInitial(Syntax, Initial);
      });
    checkIterators(Syntax, P.Body, P.Loops);
  }
}

/// An iterator that pointers may reach has another value there while tiles run. No store
/// of the nest may meet it, and none of its loads: those of floating-point elements cannot.
static void settleReachableIterators(LoopNest &Nest, const NestSyntax &Syntax) {
  for (const LoopHeader &H : Syntax.Headers) {
    if (!H.IsReachable)
      continue;
    Place At = Syntax.Src.place(H.For->getInit());
    std::string Name = H.Iterator->getNameAsString();
    for (const Array &A : Nest.Arrays)
      if (A.Kind == Array::Storage::Pointer && A.IsWord)
        giveUp(refusals::addressTaken(At, "iterator '" + Name + "' may be an element of '" +
                                              A.Name + "'"));
    Capture C;
    C.Name = "tp_i_" + Name;
    C.Type = "char";
    C.CallText = "0";
    C.IsReachable = true;
    C.AddressText = "&" + Name;
    C.Size = Syntax.AST.getTypeSizeInChars(H.Iterator->getType()).getQuantity();
    Nest.Captures.push_back(std::move(C));
  }
}

/// A name may stand for one variable only in the emitted functions.
static void checkNames(const LoopNest &Nest, const NestSyntax &Syntax) {
  std::set<std::string> Names;
  auto Add = [&](const std::string &Name) {
    if (!Names.insert(Name).second)
      giveUp(refusals::unsupportedExpression(
          {Nest.Where, ""}, "two variables named '" + Name + "' are used by the nest", "rename one of them"));
  };
  for (const Loop &L : Nest.Loops)
    if (Nest.isPerfect() || !Names.count(L.Iterator)) // loops beside each other may share one
      Add(L.Iterator);
  for (const Loop &L : Nest.Loops)
    for (const Loop::Follower &F : L.Followers)
      if (Nest.isPerfect() || !Names.count(F.Name))
        Add(F.Name);
  for (const Capture &C : Nest.Captures)
    Add(C.Name);
  for (const auto &[V, Target] : Syntax.Privates)
    if (!Syntax.isIterator(V)) // else it has been added
      Add(V->getNameAsString());
  for (const Reduction &R : Nest.Reductions) {
    Add(R.Name);
    for (const Reduction::Companion &C : R.Companions)
      Add(C.Name);
  }
  for (const Array &A : Nest.Arrays)
    Add(A.Name);
  for (const auto &[Name, Like] : Nest.Temporaries)
    Add(Name);
  std::set<const DeclStmt *> Seen;
  for (const NestShape::Part &P : Syntax.Shape.Parts)
    for (const NestShape::Declaration &D : P.Between)
      if (auto *Declaration = dyn_cast<DeclStmt>(D.What)) // what assignments set is private
        for (const Decl *Variable : Declaration->decls())
          if (Seen.insert(Declaration).second || Nest.isPerfect())
            Add(cast<VarDecl>(Variable)->getNameAsString());
}

/// The loops around each part, outer ones read once.
static std::vector<EnclosingLoops> readLoops(NestNames &Names) {
  const NestShape &Shape = Names.Syntax.Shape;
  std::map<std::vector<unsigned>, EnclosingLoops> Known;
  EnclosingLoops None;
  None.Prefix.push_back(Names.universe(0));
  Known.emplace(std::vector<unsigned>(), None);
  std::vector<EnclosingLoops> Result;
  for (unsigned K = 0; K < Shape.Parts.size(); ++K) {
    std::vector<unsigned> Path;
    for (unsigned L : Shape.Parts[K].Loops) {
      const EnclosingLoops &Outer = Known.at(Path);
      Path.push_back(L);
      if (!Known.count(Path))
        Known.emplace(Path, readLoop(Names, Outer, Names.Syntax.Headers[L]));
    }
    Result.push_back(Known.at(Path));
    Result.back().Part = K;
  }
  return Result;
}

/// { S[c] -> S[p0, c0, p1, ...] }: a point of a part, in the space of a nest of Depth loops.
static isl::map inCommonSpace(const isl::set &Points, const std::vector<unsigned> &Places, unsigned Depth) {
  isl_map *Map = isl_map_universe(isl_space_add_dims(isl_space_from_domain(Points.get_space().release()), isl_dim_out,
                                                     2 * Depth + 1));
  for (unsigned I = 0; I <= 2 * Depth; ++I)
    if (I % 2 == 1 && I / 2 + 1 < Places.size())
      Map = isl_map_equate(Map, isl_dim_in, int(I / 2), isl_dim_out, int(I));
    else
      Map = isl_map_fix_si(Map, isl_dim_out, I, I % 2 == 0 && I / 2 < Places.size() ? int(Places[I / 2]) : 0);
  return isl::manage(isl_map_set_tuple_name(Map, isl_dim_out, "S"));
}

/// { S[p0, c0, p1, ...] -> [v] } for a value over { S[c] }, the coordinates of the outermost loops.
static isl::pw_aff inCommonSpace(const isl::pw_aff &Value, unsigned Depth) {
  isl_space *Coordinates = isl_pw_aff_get_domain_space(Value.get());
  isl_space *Tuple = isl_space_set_alloc(Value.ctx().get(), 0, 2 * Depth + 1);
  Tuple = isl_space_align_params(isl_space_set_tuple_name(Tuple, isl_dim_set, "S"), isl_space_copy(Coordinates));
  unsigned Count = isl_space_dim(Coordinates, isl_dim_set);
  isl_multi_aff *From = isl_multi_aff_zero(isl_space_map_from_domain_and_range(isl_space_copy(Tuple), Coordinates));
  for (unsigned D = 0; D < Count; ++D)
    From = isl_multi_aff_set_aff(From, int(D), isl_aff_var_on_domain(isl_local_space_from_space(isl_space_copy(Tuple)),
                                                                     isl_dim_set, 2 * D + 1));
  isl_space_free(Tuple);
  return isl::manage(isl_pw_aff_pullback_multi_aff(Value.copy(), From));
}

/// Moves a nest's parts into one space (LoopNest.h).
static void addParts(LoopNest &Nest, const NestSyntax &Syntax, std::vector<EnclosingLoops> Around) {
  size_t Depth = 0;
  for (const EnclosingLoops &Loops : Around)
    Depth = std::max<size_t>(Depth, Loops.depth());
  std::vector<std::optional<Loop>> Loops(Syntax.Headers.size());
  for (unsigned K = 0; K < Around.size(); ++K) {
    const NestShape::Part &P = Syntax.Shape.Parts[K];
    for (unsigned D = 0; D < P.Loops.size(); ++D)
      if (std::optional<Loop> &L = Loops[P.Loops[D]]; !L) {
        L = Around[K].Loops[D].Read;
        L->Value = inCommonSpace(L->Value, Depth);
        for (Loop::Follower &Its : L->Followers)
          Its.Value = inCommonSpace(Its.Value, Depth);
        if (L->IsDeclaredOutside && !isDeadBehind(Syntax.Headers[P.Loops[D]].Iterator, Syntax.Shape.Loops.front(), Syntax.Uses, Syntax.Live))
          giveUp(refusals::imperfectNest(Syntax.Src.place(Syntax.Headers[P.Loops[D]].Init), "'" + L->Iterator + "' is used behind the nest"));
        L->IsDeadBehind = true;
      }
    isl::map Move = inCommonSpace(Around[K].domain(), P.Places, Depth);
    Nest.Statements.push_back({P.Loops, P.Places, Around[K].domain().apply(Move), Syntax.Text.Parts[K].Body,
                               Syntax.Text.Parts[K].Between, false});
    for (Access &A : Nest.Accesses)
      if (A.StatementIndex == K)
        A.Relation = A.Relation.apply_domain(Move);
  }
  for (std::optional<Loop> &L : Loops)
    Nest.Loops.push_back(std::move(*L));
}

/// A statement of S declares V.
static bool declares(const Stmt *S, const VarDecl *V) {
  auto *D = dyn_cast<DeclStmt>(S);
  return (D && llvm::is_contained(D->decls(), V)) || anyChild(S, [&](const Stmt *Child) { return declares(Child, V); });
}

/// Pointers that iterations of the outermost loop exchange.
static void addCycles(LoopNest &Nest, const NestSyntax &Syntax, const isl::set &Turns) {
  const NestShape &Shape = Syntax.Shape;
  for (const std::vector<const VarDecl *> &Cycle : Shape.Swaps.Cycles) {
    PointerCycle C;
    C.IsConst = Syntax.AST.getBaseElementType(Cycle.front()->getType()->getPointeeType()).isConstQualified();
    for (const VarDecl *V : Cycle)
      C.Pointers.push_back({V->getNameAsString(), isDeadBehind(V, Shape.Loops.front(), Syntax.Uses, Syntax.Live)});
    Nest.Cycles.push_back(std::move(C));
  }
  for (const auto &[V, Like] : Shape.Swaps.Temporaries)
    Nest.Temporaries.push_back({V->getNameAsString(), Like->getNameAsString()});
  if (!Shape.Swaps.isEmpty() && Nest.Loops.front().Strided) // how often it runs is no affine number
    giveUp(refusals::pointerReassigned(Syntax.Src.place(Shape.Loops.front()->getInc()), Shape.Swaps.Cycles.front().front()->getNameAsString()));
  if (!Shape.Swaps.isEmpty())
    Nest.Turns = Turns;
  for (unsigned K = 0; K < Shape.Parts.size(); ++K) {
    const NestShape::Part &P = Shape.Parts[K];
    for (const auto &[V, Held] : P.Held) {
      bool IsNamed = names(P.Body, V) || llvm::any_of(P.Between, [&, V = V](const auto &D) { return names(D.What, V); });
      bool IsArray = llvm::any_of(Nest.Arrays, [&, V = V](const Array &A) { return A.base() == PointerCycle::base(V->getNameAsString()); });
      if (IsNamed && !IsArray)
        giveUp(refusals::pointerReassigned(Syntax.Src.place(P.Text.front()), V->getNameAsString()));
      if (IsNamed)
        Nest.Statements[K].Pointers.push_back({V->getNameAsString(), Held.Cycle, Held.Index});
    }
    // Variables are in the order of their addresses, which changes from run to run.
    llvm::sort(Nest.Statements[K].Pointers, [](const auto &A, const auto &B) { return A.Name < B.Name; });
  }
}

static void captureNamed(NestNames &Names, const Stmt *S) {
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && V->getType()->isArithmeticType())
      Names.capture(V, /*IsInBody=*/false, Names.Syntax.Src.place(S));
  forEachChild(S, [&](const Stmt *Child) { captureNamed(Names, Child); });
}

/// Sizes of rows in what exchanges declare: copies of the whole nest have that text.
static void captureSizes(NestNames &Names, const Stmt *S) {
  if (auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (auto *V = dyn_cast<VarDecl>(D))
        forEachSize(V, [&](const Expr *Size) { captureNamed(Names, Size); });
  forEachChild(S, [&](const Stmt *Child) { captureSizes(Names, Child); });
}

/// Rows that exchanged pointers point to are equally long.
static void equateRows(NestNames &Names, const std::vector<Array> &Arrays) {
  const NestSyntax &Syntax = Names.Syntax;
  auto IsOf = [](const Array &A, const VarDecl *V) { return A.base() == PointerCycle::base(V->getNameAsString()); };
  for (const std::vector<const VarDecl *> &Cycle : Syntax.Shape.Swaps.Cycles)
    for (const Array &A : Arrays)
      for (const Array &B : Arrays) {
        if (!IsOf(A, Cycle.front()) || llvm::none_of(Cycle, [&](const VarDecl *V) { return IsOf(B, V); }))
          continue;
        for (size_t I = 1; I < A.Extents.size() && A.Extents.size() == B.Extents.size(); ++I)
          if (A.Extents[I].Size && B.Extents[I].Size && A.Extents[I].Text != B.Extents[I].Text)
            Names.assumeNever(A.Extents[I].Size->ne_set(*B.Extents[I].Size),
                              "rows of '" + A.Name + "' and '" + B.Name + "', which are exchanged, are not equally long",
                              refusals::pointerReassigned({Syntax.where(), A.Name}, A.Name));
      }
}

/// Sums of what the statements do.
static StatementFacts together(const std::vector<StatementFacts> &All) {
  StatementFacts Sum;
  for (const StatementFacts &F : All) {
    Sum.CallsLibm |= F.CallsLibm;
    Sum.Extrema.insert(F.Extrema.begin(), F.Extrema.end());
    Sum.RoundsToShorter |= F.RoundsToShorter;
    Sum.CalledGlobals.insert(F.CalledGlobals.begin(), F.CalledGlobals.end());
  }
  return Sum;
}

/// Mean of the statements inside the most loops: most of the points are theirs.
static OpCounts meanOperations(const LoopNest &Nest, const std::vector<StatementFacts> &Facts) {
  OpCounts Sum;
  unsigned Count = 0;
  for (unsigned K = 0; K < Facts.size(); ++K)
    if (Nest.Statements[K].Loops.size() == Nest.depth()) {
      Sum.add(Facts[K].Ops);
      ++Count;
    }
  Sum.divide(Count);
  return Sum;
}

/// What all phases found, as one nest; Names is empty from then on.
static LoopNest assemble(const NestSyntax &Syntax, const std::string &Name, std::vector<EnclosingLoops> Around,
                         const std::vector<StatementFacts> &Facts, std::vector<Access> Accesses,
                         const AccessTable &Table, Expansion Expanded, NestNames &Names) {
  LoopNest Nest;
  Nest.Name = Name;
  Nest.Function = Syntax.Function->getNameAsString();
  Nest.IsOldC = !Syntax.AST.getLangOpts().C99;
  Nest.IsSharedInline = Syntax.Function->isInlined() && Syntax.Function->isExternallyVisible();
  Nest.Where = Syntax.where();
  Nest.NestText = Syntax.Text.Nest;
  Nest.CallAt = Syntax.Text.CallAt;
  Nest.InsertAt = Syntax.Text.InsertAt;
  Nest.NestSource = Syntax.Text.Source;
  Nest.Prologue = Syntax.Text.Prologue;
  Nest.Epilogue = Syntax.Text.Epilogue;
  Nest.Requests = Syntax.Requests;
  Nest.Accesses = std::move(Accesses);
  isl::set Turns = Names.universe(0);
  if (Syntax.Shape.isPerfect()) {
    EnclosingLoops &Loops = Around.front();
    for (EnclosingLoops::Level &L : Loops.Loops) {
      // A call that takes results gives iterators no values, and none is named where it is not declared.
      const VarDecl *Its = L.Header->Iterator;
      L.Read.IsDeadBehind =
          L.Read.IsDeclaredOutside &&
          (declares(Syntax.Shape.Loops.front(), Its) ||
           (!Syntax.Reductions.empty() && isDeadBehind(Its, Syntax.Shape.Loops.front(), Syntax.Uses, Syntax.Live)));
      // A loop's value is asked for over the whole domain.
      L.Read.Value = Names.embed(L.Read.Value, Loops.depth());
      for (Loop::Follower &F : L.Read.Followers)
        F.Value = Names.embed(F.Value, Loops.depth());
      Nest.Loops.push_back(std::move(L.Read));
    }
    const NestShape::Part &P = Syntax.Shape.Parts.front();
    const NestText::Part &Text = Syntax.Text.Parts.front();
    Nest.Statements.push_back({P.Loops, P.Places, Loops.domain(), Text.Body, Text.Between, false});
    Nest.Prefix = std::move(Loops.Prefix);
  } else {
    Turns = Around.front().Prefix[1];
    addParts(Nest, Syntax, std::move(Around));
  }
  for (unsigned K = 0; K < Facts.size(); ++K) {
    Nest.Statements[K].HasContinue = Facts[K].HasContinue;
    Nest.Statements[K].HasLoops = Facts[K].HasLoops;
    Nest.Statements[K].InnerLoops = Syntax.Shape.Parts[K].InnerLoops;
    Nest.Statements[K].Inside = Facts[K].Inside;
    Nest.Statements[K].Conditions = Facts[K].Conditions;
  }
  StatementFacts Sum = together(Facts);
  Nest.AggregateCopies = Names.records().settle();
  Nest.Arrays = Table.arrays();
  for (Array &A : Nest.Arrays)
    if (!A.Base.empty())
      A.Guard = Names.records().guardOf(A.Base);
  addCycles(Nest, Syntax, Turns);
  Nest.Expanded = std::move(Expanded.Scalars);
  llvm::append_range(Nest.Arrays, std::move(Expanded.Arrays));
  Nest.HasOtherReading = Table.hasOtherReading();
  Nest.Ops = meanOperations(Nest, Facts);
  Nest.CallsLibm = Sum.CallsLibm;
  Nest.Extrema = std::move(Sum.Extrema);
  Nest.RoundsToShorter = Sum.RoundsToShorter;
  Names.moveTo(Nest);
  return Nest;
}

/// Elements that declarations between loops read: another statement may not write them meanwhile.
static void checkReadBetweenParts(const LoopNest &Nest) {
  for (const Access &A : Nest.Accesses)
    if (A.Between > 0 && Nest.Arrays[A.ArrayIndex].IsWritten)
      giveUp(refusals::imperfectNest({A.Where, A.Text}, "an element is read between the loops, and the nest writes its array"));
}

/// A loop of a statement's text may read an element in one iteration and write it in a later one, whatever stands
/// first: such a statement reads all that it reads before it writes.
static void readFirst(std::vector<Access> &Accesses, const std::vector<StatementFacts> &Facts) {
  std::stable_partition(Accesses.begin(), Accesses.end(), [&](const Access &A) {
    return A.What == Access::Kind::Read || !Facts[A.StatementIndex].HasLoops;
  });
}

/// A single loop is a region where threads may have something to do.
static void checkWorth(const LoopNest &Nest) {
  if (Nest.depth() != 1 || Nest.Statements.front().HasLoops)
    return;
  Place At{Nest.Where, ""};
  if (Nest.Reductions.empty() && llvm::none_of(Nest.Accesses, [](const Access &A) { return A.What == Access::Kind::Write; }))
    giveUp(refusals::notWorth(At, "that writes nothing"));
  std::optional<int64_t> Most = Nest.isPerfect() ? Nest.mostIterations(0) : std::nullopt;
  if (Most && *Most < TP_SMALL) // the call in front of it would always decline
    giveUp(refusals::notWorth(At, "of at most " + std::to_string(*Most) + (*Most == 1 ? " iteration" : " iterations")));
}

/// Terms of an ordered sum are added one after the other, as in the program. So there is something to gain where a
/// point is dear beside an addition: where the nest stores elements, calls functions or has loops of its own.
static bool paysToAddBehind(const LoopNest &Nest) {
  return Nest.Ops.Calls > 0 || llvm::any_of(Nest.Statements, [](const Statement &S) { return S.HasLoops; }) ||
         llvm::any_of(Nest.Accesses, [](const Access &A) { return A.What == Access::Kind::Write; });
}

/// The call gives results back in a loop around the program's own nest, which cannot assign iterators. Where a NaN is
/// taken that nest decides once more, behind the region.
static void checkReductions(const LoopNest &Nest, const NestSyntax &Syntax) {
  if (!Nest.Reductions.empty() && Nest.IsOldC)
    giveUp(refusals::reductionInOldC({Nest.Where, ""}, Nest.Reductions.front().Name));
  if (!Nest.Reductions.empty() && llvm::any_of(Nest.Loops, [](const Loop &L) { return L.outlives(); }))
    giveUp(refusals::scalarWritten({Nest.Where, ""}, Nest.Reductions.front().Name));
  for (const auto &[V, How] : Syntax.Reductions) // terms have places of their own, without gaps
    if (How.OrderedAt && (Nest.hasStrides() || !paysToAddBehind(Nest)))
      giveUp(refusals::scalarWritten(Syntax.Src.place(How.OrderedAt), V->getNameAsString()));
  for (const Reduction &R : Nest.Reductions)
    if (R.mayTakeNan() && !Nest.mayRunAgain())
      giveUp(refusals::takesNan({Nest.Where, ""}, R.Name, R.Op == Reduction::Operator::Max));
}

/// CPUs combine elements of copies, which called functions do not know of.
static void checkCombined(const LoopNest &Nest, const Globals &Named) {
  for (const Array &A : Nest.Arrays)
    if (A.CombinedBy && (Nest.CalleesNameMemory || llvm::any_of(Named, [&](const VarDecl *V) { return V->getNameAsString() == A.Name; })))
      giveUp(refusals::nonAffineSubscript({Nest.Where, A.Name}));
}

/// Elements that stand for scalars of part K.
static std::vector<StandingElement> elementsOf(const NestShape &Shape, unsigned K) {
  std::vector<StandingElement> Result;
  for (const auto &[V, Each] : Shape.Elements)
    if (const NestShape::Part &P = Shape.Parts[K]; isOf(Shape, P, Each.Own) && namesOrDeclares(P, V))
      Result.push_back({Each.Element, llvm::is_contained(P.Text, Each.Set), llvm::is_contained(P.Text, Each.Finish)});
  return Result;
}

static LoopNest build(const FunctionContext &Context, const NestShape &Shape, const std::string &Name,
                      bool SplitsConstantRows) {
  const NestText Text = placeNest(Context, Shape);
  const std::vector<LoopHeader> Headers = readHeaders(Context, Shape);
  checkFollowersDead(Context, Shape, Headers);
  const NestRequests Requests = readRequests(Context, Shape);
  const InlinedCalls Inlined = inlineCalls(Context, Shape, Headers);
  const NestSyntax Syntax(Context, Shape, Text, Headers, Requests, Inlined);
  checkBetween(Syntax);

  NestNames Names(Syntax, Name);
  checkBodyText(Names);
  checkKnownValues(Syntax);
  const std::vector<EnclosingLoops> Loops = readLoops(Names);
  const bool HasOwnSizes = checkHeaderText(Names);
  AccessTable Table(Names, SplitsConstantRows);
  std::vector<StatementFacts> Facts;
  try {
    for (unsigned K = 0; K < Loops.size(); ++K) {
      Facts.push_back(BodyReader(Names, Table, Loops[K]).read(Shape.Parts[K].Between, Shape.Parts[K].Body, elementsOf(Shape, K)));
      Facts.back().HasLoops |= Shape.Parts[K].HasLoops;
    }
  } catch (Refused &R) {
    addCallObstacles(Syntax, Shape.Body, R.Why);
    throw;
  }
  for (const Stmt *S : Shape.Loops.front()->getBody()->children())
    if (Shape.Swaps.Statements.count(S))
      captureSizes(Names, S);
  equateRows(Names, Table.arrays());
  std::vector<Access> Accesses = Table.finish();
  readFirst(Accesses, Facts);
  Expansion Expanded = expandScalars(Names, Loops, Table.arrays().size(), Accesses);

  LoopNest Nest = assemble(Syntax, Name, Loops, Facts, Accesses, Table, std::move(Expanded), Names);
  Nest.HasOwnSizes = HasOwnSizes;
  const bool HasLoops = llvm::any_of(Facts, [](const StatementFacts &F) { return F.HasLoops; });
  if (Nest.isPerfect() && !HasLoops) {
    // gcc merges iterations of loops around this one, too.
    if (Nest.depth() == 1 && Nest.writesPairs() && Roundings().goesBothWays(Shape.Loops.front()))
      giveUp(refusals::roundedNear({Nest.Where, ""}));
    checkReadBetween(Nest);
    checkRoundings(Nest, Table, Facts.front().Rounded);
  } else {
    checkReadBetweenParts(Nest);
    // Which roundings compilers drop between statements is not known.
    bool GoesBothWays = Roundings().goesBothWays(Shape.Loops.front());
    for (const auto &[Call, In] : Inlined.all())
      GoesBothWays |= Roundings().goesBothWays(In.Body);
    if (GoesBothWays)
      giveUp(refusals::roundedNear({Nest.Where, ""}));
    Nest.RoundsToShorter = false; // none is widened again
  }
  Globals Named = Inlined.globals();
  for (const StatementFacts &F : Facts)
    Named.insert(F.CalledGlobals.begin(), F.CalledGlobals.end());
  settleCalledGlobals(Nest, Syntax, Named);
  checkCombined(Nest, Named);
  settleReachableIterators(Nest, Syntax);
  checkReductions(Nest, Syntax);
  checkWorth(Nest);
  checkMacros(Nest, Context.Directives);
  checkNames(Nest, Syntax);
  for (const ExpandedScalar &E : Nest.Expanded)
    if (!Nest.standsAlone(E))
      giveUp(refusals::imperfectNest({Nest.Where, E.Name}, "its element is read or written meanwhile"));
  mergeAccesses(Nest);
  Nest.verify();
  return Nest;
}

/// The arrays Named of For that may be private to its points, as far as the text says.
static void findScratch(const FunctionContext &Context, const Stmt *S, const ForStmt *For,
                        const std::vector<std::string> &Named, std::set<const VarDecl *> &Found) {
  auto *Ref = dyn_cast<DeclRefExpr>(S);
  if (auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      V && llvm::is_contained(Named, V->getNameAsString()) && isOnlyNamedIn(V, For, Context.Function, Context.Uses))
    Found.insert(V);
  forEachChild(S, [&](const Stmt *Child) { findScratch(Context, Child, For, Named, Found); });
}

llvm::Expected<LoopNest> tilepipe::readNest(const FunctionContext &Context, const ForStmt *For,
                                            const std::string &Name, Reading How, const std::vector<std::string> &Scratch) {
  QuotaGuard Quota(Context.Isl, StageQuota);
  try {
    std::set<const VarDecl *> Arrays;
    if (!Scratch.empty()) // then a reading before has found For not too deep
      findScratch(Context, For, For, Scratch, Arrays);
    const bool IsTree = How != Reading::Perfect && How != Reading::SplitRows;
    const NestShape Shape = IsTree ? readTree(For, Context.Uses, Context.Live, Context.AST, Context.Src, std::move(Arrays),
                                              /*Splits=*/How == Reading::TreeOfSingles,
                                              How == Reading::TreeOfExpanded   ? Expanding::Own
                                              : How == Reading::TreeOfChains   ? Expanding::OwnFloating
                                              : How == Reading::TreeOfElements ? Expanding::Elements
                                                                               : Expanding::None)
                                   : readShape(For, Context.Uses, Context.AST, Context.Src);
    if (How == Reading::TreeOfSingles && !Shape.HasSplit)
      giveUp(refusals::imperfectNest({Context.Src.location(Shape.location()), ""}, "no statements stand beside each other"));
    LoopNest Nest = build(Context, Shape, Name, How == Reading::SplitRows);
    Nest.IsForOrder = How == Reading::TreeOfElements || How == Reading::TreeOfChains;
    return Nest;
  } catch (const Refused &R) {
    return refuse(R.Why);
  } catch (const isl::exception &E) {
    // An exhausted quota or time limit as well: doubt never means yes.
    return refuseUnlessRefused(islError(Context.Isl, E),
                               Context.Src.location(For->getForLoc()), "the nest");
  }
}
