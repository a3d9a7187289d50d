// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Attempt.h"
#include "Emitters.h"
#include "Results.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace tilepipe;

std::string tilepipe::voidPointer(const Array &A) { return A.IsConst ? "const void *" : "void *"; }

std::string tilepipe::runParameters(const RegionContext &R) {
  std::string Text;
  auto Add = [&](const std::string &Parameter) { Text += (Text.empty() ? "" : ", ") + Parameter; };
  for (const Capture &C : R.Nest.Captures)
    Add(C.Type + " " + C.Name);
  for (unsigned I : R.BaseArrays)
    Add(voidPointer(R.Nest.Arrays[I]) + "tp_base_" + R.Nest.Arrays[I].base());
  for (const Reachable &Each : R.Reachables)
    if (!Each.IsCalledGlobal)
      Add("const void *tp_at_" + Each.Id);
  if (!R.Nest.Reductions.empty())
    Add(resultsType(R) + " *tp_results");
  return Text.empty() ? "void" : Text;
}

static std::string runArguments(const RegionContext &R) {
  std::string Text;
  auto Add = [&](const std::string &Parameter) { Text += (Text.empty() ? "" : ", ") + Parameter; };
  for (const Capture &C : R.Nest.Captures)
    Add(C.Name);
  for (unsigned I : R.BaseArrays)
    Add("tp_base_" + R.Nest.Arrays[I].base());
  for (const Reachable &Each : R.Reachables)
    if (!Each.IsCalledGlobal)
      Add("tp_at_" + Each.Id);
  if (!R.Nest.Reductions.empty())
    Add("tp_results");
  return Text;
}

/// Identifiers in run functions: captures are parameters of the user's types,
/// computed symbols are spelled out.
static std::string runIdentifier(const RegionContext &R, llvm::StringRef Name) {
  if (const Symbol *S = R.findSymbol(Name); S && R.isComputed(*S))
    return "(tp_int)(" + S->Text + ")";
  return widenedIdentifier(Name);
}

void tilepipe::checkAssumptions(const RegionContext &R, CodeBuffer &Out) {
  auto Name = [&](llvm::StringRef N) { return runIdentifier(R, N); };
  for (const Assumption &A : R.Nest.Assumptions) {
    std::string Condition = printCondition(A.Violation, R.Nest.Context, Name);
    Out.line("if (" + Condition + ") " + comment(A.Reason));
    Out.line("  return 0;");
  }
}

void tilepipe::fillArguments(const RegionContext &R, const std::string &Into, CodeBuffer &Out) {
  std::string Line;
  auto Set = [&](const std::string &Member, const std::string &Value) {
    constexpr unsigned Columns = 90;
    if (Line.size() > Columns) {
      Out.line(Line);
      Line.clear();
    }
    Line += (Line.empty() ? "" : " ") + Into + "." + Member + " = " + Value + ";";
  };
  for (unsigned I : R.Nest.bases()) {
    const Array &A = R.Nest.Arrays[I];
    Set("tp_base_" + A.base(), "(void *)" + (A.Kind == Array::Storage::Static ? A.baseText() : "tp_base_" + A.base()));
  }
  for (const Reachable &Each : R.Reachables)
    Set("tp_at_" + Each.Id, Each.IsCalledGlobal ? Each.Address : "tp_at_" + Each.Id);
  for (const Symbol &S : R.Nest.Symbols)
    if (R.isComputed(S))
      Set(S.Name, "(tp_int)(" + S.Text + ")");
  for (const Capture &C : R.Nest.Captures)
    Set(C.Name, C.Name);
  for (const CalledGlobal &G : R.Nest.CalledGlobals)
    if (G.Base.empty())
      Set("tp_global_" + G.Name, G.Name);
  if (!R.Nest.Reductions.empty())
    Set("tp_results", "tp_results");
  if (!Line.empty())
    Out.line(Line);
}

/// All that is done before a region that is worth it: assumptions of the analysis
/// checked, the argument structure filled.
static std::string tryFunction(const RegionContext &R) {
  auto Name = [&](llvm::StringRef N) { return runIdentifier(R, N); };
  CodeBuffer Out;
  Out.line("static TP_COLD int " + R.Prefix + "_try(" + runParameters(R) + ") {");
  Out.indent();
  Out.line("struct " + R.Prefix + "_args tp_a;");
  const bool LooksAtResults = looksAtResults(R.Nest);
  for (const Reduction &Each : R.Nest.Reductions)
    if (LooksAtResults && Each.mayShowOrder() && Each.Takes == Reduction::Taking::Strict)
      Out.line("const " + Each.Type + " tp_start_" + Each.Name + " = tp_results->" + Each.Name + ";");
  if (LooksAtResults)
    Out.line("int tp_ran;");
  checkResultsBefore(R, Out, Name);
  checkAssumptions(R, Out);
  Out.line("__builtin_memset(&tp_a, 0, sizeof tp_a); /* padding too: plans are cached by its bytes */");
  fillArguments(R, "tp_a", Out);
  const std::string Run = "tp_region_run(&" + R.Prefix + "_region, &tp_a, TP_IN_PARALLEL);";
  if (!LooksAtResults) {
    Out.line("return " + Run);
  } else {
    Out.line("tp_ran = " + Run);
    checkResultsBehind(R, Out);
    Out.line("return tp_results->tp_unsure && tp_ran == 1 ? 0 : tp_ran;");
  }
  Out.outdent();
  Out.line("}");
  Out.line("");
  return Out.str();
}

/// Of the loops inside a statement, or of those that are whole in all tiles, the deepest ones: first and last iteration.
/// None where they are not known.
static std::vector<RegionContext::Span> insideSpans(const RegionContext &R) {
  constexpr unsigned long Quota = 50000; // of isl's operations
  auto IsWhole = [&](unsigned Depth) { return llvm::all_of(R.Pipe.Tiles.Along, [&](const Row &Along) { return Along[Depth] == 0; }); };
  std::optional<isl::set> Deepest; // { [c] }
  std::vector<unsigned> Depths;
  auto Offer = [&](const isl::set &Points, const auto &Here) {
    if (size_t(std::distance(Here.begin(), Here.end())) <= Depths.size())
      return;
    Deepest = Points;
    Depths.assign(Here.begin(), Here.end());
  };
  auto Read = [&] {
    for (unsigned K = 0; K < R.Nest.Statements.size(); ++K) {
      const Statement &S = R.Nest.Statements[K];
      for (const isl::set &Inside : S.Inside)
        Offer(Inside, llvm::seq<unsigned>(S.Loops.size(), dims(Inside)));
      if (R.IsTree)
        Offer(R.Nest.domain().apply(R.Nest.coordinatesOf(K)), llvm::make_filter_range(llvm::seq<unsigned>(0, S.Loops.size()), IsWhole));
    }
    std::vector<RegionContext::Span> Result;
    if (!Deepest)
      return Result;
    isl::set Set = isl::manage(isl_set_remove_divs(convex(*Deepest).release())).intersect_params(R.Nest.Context);
    for (unsigned D : Depths)
      Result.push_back({dimMin(Set, D), dimMax(Set, D)});
    return Result;
  };
  return attempt(R.Nest.Context.ctx(), Quota, Read).value_or(std::vector<RegionContext::Span>());
}

/// A single loop whose iterations are a few operations: of a nanosecond or two, or of much less where they are vectors.
static bool isLight(const LoopNest &Nest) {
  constexpr unsigned Few = 8;
  const OpCounts &W = Nest.Ops;
  bool HasLoops = llvm::any_of(Nest.Statements, [](const Statement &S) { return S.HasLoops; });
  return Nest.depth() == 1 && !HasLoops && W.Divs + W.Roots + W.Calls == 0 && W.Adds + W.Muls + W.Loads + W.Stores + W.Branches <= Few;
}

static std::string runFunction(const RegionContext &R) {
  auto Name = [&](llvm::StringRef N) { return runIdentifier(R, N); };
  CodeBuffer Out;
  Out.line("/* 1: the nest has been run. 0: it has not, run it yourself. */");
  Out.line("static __inline__ int " + R.Prefix + "_run(" + runParameters(R) + ") {");
  Out.indent();
  auto Product = [&](llvm::ArrayRef<RegionContext::Span> Spans) {
    std::string Result;
    for (const RegionContext::Span &S : Spans)
      Result += (Result.empty() ? "" : " * ") + ("tp_extent(" + printValue(S.First, R.Nest.Context, Name) + ", " +
                                                 printValue(S.Last, R.Nest.Context, Name) + ")");
    return Result;
  };
  const std::string Inside = Product(insideSpans(R));
  const char *Test = !Inside.empty() ? "tp_worth_inside" : isLight(R.Nest) ? "tp_worth_light" : "tp_worth";
  Out.line("return " + std::string(Test) + "(&" + R.Prefix + "_allowed, " + Product(R.Spans) +
           (Inside.empty() ? "" : ", " + Inside) + ") ? " + R.Prefix + "_try(" + runArguments(R) + ") : 0;");
  Out.outdent();
  Out.line("}");
  return Out.str();
}

std::string tilepipe::emitEntry(const RegionContext &R) { return tryFunction(R) + runFunction(R); }
