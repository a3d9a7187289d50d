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
#include "compilers/KnownValues.h"
#include "nest/LoopBounds.h"
#include "nest/NestText.h"
#include "nest/Requests.h"

using namespace tilepipe;
using namespace clang;

/// Contains a `for` loop, which would make the nest around S imperfect.
static bool hasLoop(const Stmt *S) {
  bool Found = isa<ForStmt>(S);
  forEachChild(S, [&](const Stmt *Child) { Found = Found || hasLoop(Child); });
  return Found;
}

static bool isDeeperThan(const Stmt *S, unsigned Limit) {
  if (Limit == 0)
    return true;
  bool IsDeeper = false;
  forEachChild(S, [&](const Stmt *Child) {
    IsDeeper = IsDeeper || isDeeperThan(Child, Limit - 1);
  });
  return IsDeeper;
}

static void checkShape(const PerfectNest &Syntax, const SourceText &Src) {
  const std::vector<const ForStmt *> &Chain = Syntax.Loops;
  Place At{Src.location(Chain.front()->getForLoc()), ""};
  if (isDeeperThan(Chain.front(), DeepestSyntax))
    giveUp(refusals::tooComplex(At));
  if (Syntax.Obstacle && isa<AttributedStmt>(Syntax.Obstacle))
    giveUp(refusals::pragma(At, "an inner loop has an attribute or a loop pragma"));
  if (hasLoop(Syntax.innermostBody()))
    giveUp(refusals::imperfectNest(
        Src.place(Syntax.Obstacle ? Syntax.Obstacle : Syntax.innermostBody())));
  constexpr size_t Shallowest = 2, Deepest = 5;
  if (Chain.size() < Shallowest || Chain.size() > Deepest)
    giveUp(refusals::depth(At, Chain.size()));
}

/// Two loops over one variable, or a variable that an inner loop sets and an
/// outer header reads, are no nest of independent iterators.
static void checkIterators(const NestBuilder &B) {
  for (unsigned Inner = 1; Inner < B.Headers.size(); ++Inner)
    for (unsigned Outer = 0; Outer < Inner; ++Outer)
      if (B.Headers[Inner].Iterator == B.Headers[Outer].Iterator)
        giveUp(refusals::iteratorModified(B.Src.place(B.Headers[Inner].For->getInit()),
                                          B.Headers[Inner].Iterator->getNameAsString()));
}

static void checkInitial(const NestBuilder &B, const Stmt *S, unsigned Depth) {
  Place At = B.Src.place(S);
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      if (std::optional<unsigned> Loop = B.loopOf(V); Loop && *Loop >= Depth)
        giveUp(refusals::imperfectNest(At, "'" + V->getNameAsString() +
                                               "' is read between the loops and is the iterator "
                                               "of an inner one"));
  if (auto *Call = dyn_cast<CallExpr>(S))
    if (const InlinedCall *In = B.inlined(Call); In && In->Writes)
      giveUp(refusals::imperfectNest(At, "a function that writes is called between the loops"));
  forEachChild(S, [&](const Stmt *Child) { checkInitial(B, Child, Depth); });
}

/// Refuses initial values that change while the inner loops run, as far as their own text and
/// that of the functions they call tells: iterators of inner loops, functions that write. Elements
/// that the nest writes are BodyReader's to refuse.
static void checkBetween(const NestBuilder &B, const PerfectNest &Syntax) {
  for (const PerfectNest::Declaration &D : Syntax.Between)
    for (const Decl *Variable : D.What->decls())
      checkInitial(B, cast<VarDecl>(Variable)->getInit(), D.Depth);
}

/// An iterator that pointers may reach has another value there while tiles run. No store
/// of the nest may meet it, and none of its loads: those of floating-point elements cannot.
static void settleReachableIterators(NestBuilder &B) {
  for (const LoopHeader &H : B.Headers) {
    if (!H.IsReachable)
      continue;
    Place At = B.Src.place(H.For->getInit());
    std::string Name = H.Iterator->getNameAsString();
    for (const Array &A : B.Nest.Arrays)
      if (A.Kind == Array::Storage::Pointer && A.IsWord)
        giveUp(refusals::addressTaken(At, "iterator '" + Name + "' may be an element of '" +
                                              A.Name + "'"));
    Capture C;
    C.Name = "tp_i_" + Name;
    C.Type = "char";
    C.CallText = "0";
    C.IsReachable = true;
    C.AddressText = "&" + Name;
    C.Size = B.AST.getTypeSizeInChars(H.Iterator->getType()).getQuantity();
    B.Nest.Captures.push_back(std::move(C));
  }
}

/// A name may stand for one variable only in the emitted functions.
static void checkNames(const LoopNest &Nest, const PerfectNest &Syntax, Place At) {
  std::set<std::string> Names;
  auto Add = [&](const std::string &Name) {
    if (!Names.insert(Name).second)
      giveUp(refusals::unsupportedExpression(
          At, "two variables named '" + Name + "' are used by the nest", "rename one of them"));
  };
  for (const Loop &L : Nest.Loops)
    Add(L.Iterator);
  for (const Capture &C : Nest.Captures)
    Add(C.Name);
  for (const Private &P : Nest.Privates)
    Add(P.Name);
  for (const Array &A : Nest.Arrays)
    Add(A.Name);
  for (const PerfectNest::Declaration &D : Syntax.Between)
    for (const Decl *Variable : D.What->decls())
      Add(cast<VarDecl>(Variable)->getNameAsString());
}

/// What pragmas in front of the nest ask for; what they say wrongly refuses it, for it would
/// not be what the user asked for.
static void readRequests(NestBuilder &B, const FunctionContext &Context, const ForStmt *For) {
  Place At{B.Nest.Where, ""};
  NestRequests &Requests = B.Nest.Requests;
  for (const PragmaUse *P : Context.Directives.requestsBefore(B.Src.offset(For->getBeginLoc()))) {
    std::string Why = addRequests(P->Text, Requests);
    if (!Why.empty())
      giveUp(refusals::pragma(At, "'#pragma " + P->Text + "' is not understood: " + Why));
  }
  size_t Depth = B.Headers.size();
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
}

static LoopNest build(const FunctionContext &Context, const ForStmt *For, const std::string &Name,
                      bool SplitsConstantRows) {
  NestBuilder B(Context.Isl, Context.AST, Context.Src, Context.Uses);
  B.SplitsConstantRows = SplitsConstantRows;
  PerfectNest Syntax(For, Context.Uses);
  const std::vector<const ForStmt *> &Chain = Syntax.Loops;
  const Stmt *Body = Syntax.wholeBody(Context.AST);
  B.Nest.Name = Name;
  B.Nest.Function = Context.Function->getNameAsString();
  B.Nest.IsSharedInline =
      Context.Function->isInlined() && Context.Function->isExternallyVisible();
  B.Nest.Where = Context.Src.location(For->getForLoc());

  checkShape(Syntax, Context.Src);
  placeNest(B, Syntax, Context.Function, Context.Directives);
  for (const ForStmt *Loop : Chain)
    B.Headers.push_back(readHeader(Loop, Context.AST, Context.Uses, Context.Src));
  checkIterators(B);
  readRequests(B, Context, For);

  inlineCalls(B, Body, Context.Calls, Context.Directives);
  checkBetween(B, Syntax);
  VariableUses BodyUses(Body);
  for (const auto &[Call, In] : B.Inlined)
    BodyUses.add(In.Body);
  B.BodyUses = &BodyUses;
  B.IsPrivate = [&](const VarDecl *V) {
    return isPrivate(V, Chain.back(), Context.Uses, Context.Live);
  };
  checkBodyText(B, Body);
  noteStores(B, Body);
  checkKnownValues(B, Context.Calls, Body, Context.FusesConstants);
  for (unsigned D = 0; D < Chain.size(); ++D)
    readLoop(B, D);
  checkHeaderText(B);
  BodyReader(B, Context.Calls).read(Syntax);
  settleCalledGlobals(B, Context.Function);
  settleReachableIterators(B);
  checkMacros(B, Context.Directives);

  // A loop's value is asked for over the whole domain.
  for (Loop &L : B.Nest.Loops)
    L.Value = B.embed(L.Value, B.Nest.depth());
  checkNames(B.Nest, Syntax, {B.Nest.Where, ""});
  mergeAccesses(B.Nest);
  B.Nest.verify();
  return std::move(B.Nest);
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
