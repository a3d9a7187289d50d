// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Reading.h"

#include "tilepipe/Frontend/Parse.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"

#include <isl/aff.h>
#include <isl/set.h>

using namespace tilepipe;
using namespace clang;

/// { S[j] }: the points inside loop D.
static isl::set pointsIn(const LoopNest &Nest, unsigned D) {
  isl::set Result = isl::set::empty(Nest.domain().get_space());
  for (const Statement &S : Nest.Statements)
    if (llvm::is_contained(S.Loops, D))
      Result = Result.unite(S.Domain);
  return Result;
}

/// Parameters for which an int does not hold the values of loop D's iterator: there the user's
/// program means nothing, whether the loops inside have iterations or not.
static isl::set leavesInt(const LoopNest &Nest, unsigned D) {
  isl_map *Value = isl_map_from_pw_aff(Nest.Loops[D].Value.copy());
  if (Nest.isPerfect())
    Value = isl_map_intersect_domain(
        isl_map_reset_tuple_id(isl_map_project_out(Value, isl_dim_in, D + 1, Nest.depth() - D - 1), isl_dim_in),
        isl_set_reset_tuple_id(Nest.Prefix[D + 1].copy()));
  else
    Value = isl_map_intersect_domain(Value, pointsIn(Nest, D).release());
  isl::set Values = isl::manage(isl_map_range(Value));
  auto Number = [&](int64_t V) { return isl_val_int_from_si(Values.ctx().get(), V); };
  isl_set *Above = isl_set_lower_bound_val(Values.copy(), isl_dim_set, 0, Number(int64_t(INT32_MAX) + 1));
  isl_set *Below = isl_set_upper_bound_val(Values.copy(), isl_dim_set, 0, Number(int64_t(INT32_MIN) - 1));
  return isl::manage(isl_set_union(Above, Below)).params();
}

/// Where the region runs, and what boxes there are: they lie in the space that tp_bounds tells. Where an
/// int iterator counts to the least of several long bounds, it is no convex set.
static isl::set knownParameters(const RegionSource &Source, const EmittedRegion &Region) {
  isl::set Known = Source.Nest.Context.intersect(Region.Runs);
  for (unsigned D = 0; D < Source.Rows; ++D) {
    Value Lo = Value::parameter(Source.ctx(), "tp_lo" + std::to_string(D));
    Value Hi = Value::parameter(Source.ctx(), "tp_hi" + std::to_string(D));
    Known = Known.intersect(Lo.atLeast(Value(Region.Lo[D])))
                .intersect(Value(Region.Hi[D]).atLeast(Hi))
                .intersect(Hi.atLeast(Lo + 1));
  }
  for (unsigned D = 0; D < Source.Nest.Loops.size(); ++D)
    if (Source.Nest.Loops[D].Type == "int")
      Known = Known.subtract(leavesInt(Source.Nest, D));
  return Known;
}

static EmittedRegion readRegion(RegionSource Source, llvm::StringRef UserText) {
  RegionCall Call = findCall(Source);
  UserNest User(Source, Call, UserText);
  User.checkPlaces();
  User.checkCovered(Call.Nest, checkSwaps(Source, Call, User));
  checkAccumulations(Source, Call, User);
  EmittedRegion Region;
  Region.Name = Source.Nest.Name;
  Region.Runs = everywhere(Source.ctx());
  Descriptor Table = readDescriptor(Source, Region);
  Source.IsThreadsOnly = Region.IsThreadsOnly;
  auto Function = [&](const char *Name) { return Table.Functions.at(Name); };
  if (!Source.Nest.Reductions.empty() && !Region.IsThreadsOnly)
    TileResults(Source, User).checkJoins(Table.find("tp_part"), Table.find("tp_join"));
  readBounds(Source, Function("tp_bounds"), Region);
  readCall(Source, Call, User, Region);
  readStart(Source, User, Table, Region);
  Source.Exact = knownParameters(Source, Region);
  // More parameters only make what is asked of them harder to show.
  Source.Known = isl::manage(isl_set_from_basic_set(isl_set_unshifted_simple_hull(Source.Exact.copy())));
  Region.Boxes = Source.Known;
  if (Table.Functions.count("tp_points"))
    readPoints(Source, Function("tp_points"), Region);
  readRanges(Source, Function("tp_ranges"), Region);
  // What a tile function does is shown for any box: so it may run a box's blocks in lexicographic order for another one.
  auto IsShown = [&](const FunctionDecl *Blocks) {
    const FunctionDecl *Tile = tileOfBlocks(Source, Blocks);
    return llvm::is_contained(Table.Tiles, Tile) && !tileOfBlocks(Source, Tile);
  };
  for (const FunctionDecl *Tile : Table.Tiles)
    if (!IsShown(Tile))
      Region.Scans.push_back(readScan(Source, User, Tile));
  std::vector<std::optional<Unfolding>> Unfolded;
  for (unsigned I = 0; I < Source.Nest.Arrays.size(); ++I)
    Unfolded.push_back(Region.IsThreadsOnly ? std::nullopt : unfoldingOf(Source.Nest, I));
  for (unsigned Crosses : Table.Faces)
    Region.Faces.push_back({Crosses, readRuns(Source, Unfolded, Function("tp_face"), Crosses)});
  Region.LiveIn = readRuns(Source, {}, Function("tp_livein"));
  Region.Owned = readRuns(Source, Unfolded, Function("tp_owned"));
  return Region;
}

namespace {

/// Parses what readers look into.
class ParseAction : public ParsedFileAction {
public:
  explicit ParseAction(llvm::ArrayRef<EmittedNest> Nests) : Nests(Nests) {}

  /// Functions of ours, those with nests, and those that may choose between two values for a nest; others need not be
  /// looked into.
  bool needsBody(const FunctionDecl *F) override {
    bool IsChoice = F->getNumParams() == 2 && F->getReturnType()->isArithmeticType() && llvm::any_of(Nests, [](const EmittedNest &N) {
      return llvm::any_of(N.Nest->Reductions, [](const Reduction &R) { return R.isExtreme(); }) ||
             llvm::any_of(N.Nest->Arrays, [](const Array &A) { return A.CombinedBy.has_value(); });
    });
    return F->getIdentifier() &&
           (IsChoice || F->getName().starts_with("tp_") || llvm::any_of(Nests, [&](const EmittedNest &N) {
              return N.Nest->Function == F->getName();
            }));
  }

  void finish(ASTContext &) override {}

protected:
  llvm::ArrayRef<EmittedNest> Nests;
};

class ReadAction : public ParseAction {
public:
  ReadAction(const IslContext &Isl, llvm::ArrayRef<EmittedNest> Nests,
             llvm::function_ref<void()> BeforeEach,
             std::vector<llvm::Expected<EmittedRegion>> &Result)
      : ParseAction(Nests), Isl(Isl), BeforeEach(BeforeEach), Result(Result) {}

  void begin(CompilerInstance &Compiler) override { File.listen(Compiler.getPreprocessor()); }

  void finish(ASTContext &AST) override {
    File.index(AST);
    for (const EmittedNest &N : Nests) {
      BeforeEach();
      QuotaGuard Guard(Isl, StageQuota);
      Result.push_back(guarded<EmittedRegion>(Isl, [&]() -> llvm::Expected<EmittedRegion> {
        return readRegion({Isl, File, *N.Nest, "tp_" + N.Nest->Name, N.Nest->Context, N.Nest->Context, N.Rows}, N.UserText);
      }));
    }
  }

private:
  const IslContext &Isl;
  llvm::function_ref<void()> BeforeEach;
  std::vector<llvm::Expected<EmittedRegion>> &Result;
  EmittedFile File;
};

} // namespace

static llvm::Error parse(const EmittedText &Text, ParseAction &Action) {
  tilepipe::FrontendOptions Parse = Text.Parse;
  Parse.ClangFlags.insert(Parse.ClangFlags.end(), {"-isystem", Text.IncludeDir});
  Parse.PrintDiagnostics = false;
  return parseText(Parse, Text.Text, Text.Headers, Action);
}

llvm::Error tilepipe::parseEmitted(const EmittedText &Text, llvm::ArrayRef<EmittedNest> Nests) {
  ParseAction Action(Nests);
  return parse(Text, Action);
}

llvm::Expected<std::vector<llvm::Expected<EmittedRegion>>>
tilepipe::readEmitted(const IslContext &Ctx, const EmittedText &Text,
                      llvm::ArrayRef<EmittedNest> Nests, llvm::function_ref<void()> BeforeEach) {
  std::vector<llvm::Expected<EmittedRegion>> Result;
  ReadAction Action(Ctx, Nests, BeforeEach, Result);
  llvm::Error Failed = parse(Text, Action);
  if (!Failed && Result.size() == Nests.size())
    return Result;
  for (auto &R : Result)
    llvm::consumeError(R.takeError());
  if (Failed)
    return Failed;
  return llvm::createStringError("the emitted text is not read");
}
