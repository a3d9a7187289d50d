//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "nest/NestReader.h"

#include "access/MergedAccesses.h"
#include "body/BodyReader.h"
#include "body/BodyText.h"
#include "calls/InlinedCalls.h"
#include "calls/PureCalls.h"
#include "compilers/KnownValues.h"
#include "nest/CalledGlobals.h"
#include "nest/LoopBounds.h"
#include "nest/NestText.h"
#include "nest/Requests.h"

using namespace tilepipe;
using namespace clang;

/// Two loops over one variable, or a variable that an inner loop sets and an
/// outer header reads, are no nest of independent iterators.
static std::vector<LoopHeader> readHeaders(const FunctionContext &Context, const PerfectNest &Shape) {
  std::vector<LoopHeader> Headers;
  for (const ForStmt *Loop : Shape.Loops)
    Headers.push_back(readHeader(Loop, Context.AST, Context.Uses, Context.Src));
  for (unsigned Inner = 1; Inner < Headers.size(); ++Inner)
    for (unsigned Outer = 0; Outer < Inner; ++Outer)
      if (Headers[Inner].Iterator == Headers[Outer].Iterator)
        giveUp(refusals::iteratorModified(Context.Src.place(Headers[Inner].For->getInit()),
                                          Headers[Inner].Iterator->getNameAsString()));
  return Headers;
}

/// What pragmas in front of the nest ask for; what they say wrongly refuses it, for it would
/// not be what the user asked for.
static NestRequests readRequests(const FunctionContext &Context, const PerfectNest &Shape) {
  Place At{Context.Src.location(Shape.location()), ""};
  NestRequests Requests;
  unsigned Begin = Context.Src.offset(Shape.Loops.front()->getBeginLoc());
  for (const PragmaUse *P : Context.Directives.requestsBefore(Begin)) {
    std::string Why = addRequests(P->Text, Requests);
    if (!Why.empty())
      giveUp(refusals::pragma(At, "'#pragma " + P->Text + "' is not understood: " + Why));
  }
  size_t Depth = Shape.Loops.size();
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

static void checkInitial(const NestSyntax &Syntax, const Stmt *S, unsigned Depth) {
  Place At = Syntax.Src.place(S);
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      if (std::optional<unsigned> Loop = Syntax.loopOf(V); Loop && *Loop >= Depth)
        giveUp(refusals::imperfectNest(At, "'" + V->getNameAsString() +
                                               "' is read between the loops and is the iterator "
                                               "of an inner one"));
  if (auto *Call = dyn_cast<CallExpr>(S))
    if (const InlinedCall *In = Syntax.Inlined.find(Call); In && In->Writes)
      giveUp(refusals::imperfectNest(At, "a function that writes is called between the loops"));
  forEachChild(S, [&](const Stmt *Child) { checkInitial(Syntax, Child, Depth); });
}

/// Refuses initial values that change while the inner loops run, as far as their own text and
/// that of the functions they call tells: iterators of inner loops, functions that write. Elements
/// that the nest writes are BodyReader's to refuse.
static void checkBetween(const NestSyntax &Syntax) {
  for (const PerfectNest::Declaration &D : Syntax.Shape.Between)
    for (const Decl *Variable : D.What->decls())
      checkInitial(Syntax, cast<VarDecl>(Variable)->getInit(), D.Depth);
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
static void checkNames(const LoopNest &Nest, const PerfectNest &Shape) {
  std::set<std::string> Names;
  auto Add = [&](const std::string &Name) {
    if (!Names.insert(Name).second)
      giveUp(refusals::unsupportedExpression(
          {Nest.Where, ""}, "two variables named '" + Name + "' are used by the nest", "rename one of them"));
  };
  for (const Loop &L : Nest.Loops)
    Add(L.Iterator);
  for (const Capture &C : Nest.Captures)
    Add(C.Name);
  for (const Private &P : Nest.Privates)
    Add(P.Name);
  for (const Array &A : Nest.Arrays)
    Add(A.Name);
  for (const PerfectNest::Declaration &D : Shape.Between)
    for (const Decl *Variable : D.What->decls())
      Add(cast<VarDecl>(Variable)->getNameAsString());
}

static EnclosingLoops readLoops(NestNames &Names) {
  EnclosingLoops Loops;
  Loops.Prefix.push_back(Names.universe(0));
  for (const LoopHeader &Header : Names.Syntax.Headers)
    Loops = readLoop(Names, std::move(Loops), Header);
  return Loops;
}

/// What all phases found, as one nest; Names is empty from then on.
static LoopNest assemble(const NestSyntax &Syntax, const std::string &Name, EnclosingLoops Loops,
                         const StatementFacts &Statement, std::vector<Access> Accesses,
                         const AccessTable &Table, NestNames &Names) {
  LoopNest Nest;
  Nest.Name = Name;
  Nest.Function = Syntax.Function->getNameAsString();
  Nest.IsSharedInline = Syntax.Function->isInlined() && Syntax.Function->isExternallyVisible();
  Nest.Where = Syntax.where();
  Nest.NestText = Syntax.Text.Nest;
  Nest.BodyText = Syntax.Text.Body;
  Nest.BetweenText = Syntax.Text.Between;
  Nest.InsertAt = Syntax.Text.InsertAt;
  Nest.NestSource = Syntax.Text.Source;
  Nest.Prologue = Syntax.Text.Prologue;
  Nest.Epilogue = Syntax.Text.Epilogue;
  Nest.Requests = Syntax.Requests;
  for (EnclosingLoops::Level &L : Loops.Loops) {
    // A loop's value is asked for over the whole domain.
    L.Read.Value = Names.embed(L.Read.Value, Loops.depth());
    Nest.Loops.push_back(std::move(L.Read));
  }
  Nest.Prefix = std::move(Loops.Prefix);
  Nest.AggregateCopies = Names.records().settle();
  Nest.Arrays = Table.arrays();
  for (Array &A : Nest.Arrays)
    if (!A.Base.empty())
      A.Guard = Names.records().guardOf(A.Base);
  Nest.Accesses = std::move(Accesses);
  Nest.HasOtherReading = Table.hasOtherReading();
  Nest.Ops = Statement.Ops;
  Nest.CallsLibm = Statement.CallsLibm;
  Nest.RoundsToShorter = Statement.RoundsToShorter;
  Nest.HasContinue = Statement.HasContinue;
  Names.moveTo(Nest);
  return Nest;
}

static LoopNest build(const FunctionContext &Context, const ForStmt *For, const std::string &Name,
                      bool SplitsConstantRows) {
  const PerfectNest Shape = readShape(For, Context.Uses, Context.AST, Context.Src);
  const NestText Text = placeNest(Context, Shape);
  const std::vector<LoopHeader> Headers = readHeaders(Context, Shape);
  const NestRequests Requests = readRequests(Context, Shape);
  const InlinedCalls Inlined = inlineCalls(Context, Shape, Headers);
  const NestSyntax Syntax(Context, Shape, Text, Headers, Requests, Inlined);
  checkBetween(Syntax);

  NestNames Names(Syntax, Name);
  checkBodyText(Names);
  checkKnownValues(Syntax);
  const EnclosingLoops Loops = readLoops(Names);
  const bool HasOwnSizes = checkHeaderText(Names);
  AccessTable Table(Names, SplitsConstantRows);
  const StatementFacts Statement =
      BodyReader(Names, Table, Loops).read(Shape.Between, Shape.innermostBody());
  const std::vector<Access> Accesses = Table.finish();

  LoopNest Nest = assemble(Syntax, Name, Loops, Statement, Accesses, Table, Names);
  Nest.HasOwnSizes = HasOwnSizes;
  checkReadBetween(Nest);
  checkRoundings(Nest, Table, Statement.Rounded);
  Globals Named = Inlined.globals();
  Named.insert(Statement.CalledGlobals.begin(), Statement.CalledGlobals.end());
  settleCalledGlobals(Nest, Syntax, Named);
  settleReachableIterators(Nest, Syntax);
  checkMacros(Nest, Context.Directives);
  checkNames(Nest, Shape);
  mergeAccesses(Nest);
  Nest.verify();
  return Nest;
}

llvm::Expected<LoopNest> tilepipe::readNest(const FunctionContext &Context, const ForStmt *For,
                                            const std::string &Name, bool SplitsConstantRows) {
  QuotaGuard Quota(Context.Isl, StageQuota);
  try {
    return build(Context, For, Name, SplitsConstantRows);
  } catch (const Refused &R) {
    return refuse(R.Why);
  } catch (const isl::exception &E) {
    // An exhausted quota or time limit as well: doubt never means yes.
    return refuseUnlessRefused(islError(Context.Isl, E),
                               Context.Src.location(For->getForLoc()), "the nest");
  }
}
