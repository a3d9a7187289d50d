// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Results.h"

#include "Expressions.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/set.h>

using namespace tilepipe;

using Operator = Reduction::Operator;
using Taking = Reduction::Taking;

static bool hasCompanions(const Reduction &Each) { return !Each.Companions.empty(); }

static unsigned loopsAround(const RegionContext &R, const Reduction &Each) {
  return R.Nest.Statements[Each.StatementIndex].Loops.size();
}

static std::string at(const Reduction &Each, unsigned D) { return "tp_at" + std::to_string(D) + "_" + Each.Name; }

static bool hasRecord(const Reduction &Each) { return Each.hasRecord(); }

unsigned tilepipe::recordsOfSums(const LoopNest &Nest) { return llvm::count_if(Nest.Reductions, hasRecord); }

/// The region's record of a sum or product: "tp_results->tp_sums[0]"
static std::string recordOf(const RegionContext &R, const Reduction &Each) {
  unsigned Number = 0;
  for (const Reduction *Other = R.Nest.Reductions.data(); Other != &Each; ++Other)
    Number += Other->hasRecord();
  return "tp_results->tp_sums[" + std::to_string(Number) + "]";
}

static std::string numbered(const char *What, unsigned D, const Reduction &Each) {
  return What + std::to_string(D) + "_" + Each.Name;
}

std::string tilepipe::resultsType(const RegionContext &R) { return "struct " + R.Prefix + "_results"; }

std::string tilepipe::resultsDefinition(const RegionContext &R) {
  if (R.Nest.Reductions.empty())
    return "";
  std::vector<Variable> Members = {{"int", "tp_ran"}};
  if (llvm::any_of(R.Nest.Reductions, hasCompanions))
    Members.push_back({"int", "tp_lock"});
  if (looksAtResults(R.Nest))
    Members.push_back({"int", "tp_unsure"});
  if (unsigned Count = recordsOfSums(R.Nest))
    Members.push_back({"tp_sum", "tp_sums[" + std::to_string(Count) + "]"});
  for (const Reduction &Each : R.Nest.Reductions) {
    Members.push_back({Each.Partial, Each.Name});
    if (Each.mayTakeNan())
      Members.push_back({"int", "tp_nan_" + Each.Name});
    if (!hasCompanions(Each))
      continue;
    Members.push_back({Each.Partial, "tp_from_" + Each.Name});
    Members.push_back({"int", "tp_took_" + Each.Name});
    for (const Reduction::Companion &C : Each.Companions)
      Members.push_back({C.Type, C.Name});
    for (unsigned D = 0; D < loopsAround(R, Each); ++D)
      Members.push_back({"tp_int", at(Each, D)});
  }
  return "/* Variables that the nest accumulates in. */\n" + resultsType(R) + " {\n" + declarations(Members) + "};\n\n";
}

static const char *neutral(const Reduction &Each) {
  if (Each.IsReassociated && Each.Op == Operator::Add)
    return "-0.0"; // zeros keep their sign
  return Each.Op == Operator::Multiply ? "1" : Each.Op == Operator::And ? "-1" : "0";
}

std::vector<Variable> tilepipe::resultVariables(const RegionContext &R) {
  std::vector<Variable> Result;
  for (const Reduction &Each : R.Nest.Reductions) {
    if (Each.isOrdered()) {
      const std::string Record = recordOf(R, Each);
      Result.push_back({Each.Type, Each.Name});
      Result.push_back({"const " + Each.Type, "tp_none_" + Each.Name + " = tp_no_term()"});
      Result.push_back({Each.Type, "*const tp_terms_" + Each.Name + " = (" + Each.Type + " *)" + Record + ".tp_terms"});
      for (unsigned D = 0; D < loopsAround(R, Each); ++D) {
        const std::string At = "[" + std::to_string(D) + "]", First = Record + ".tp_first" + At;
        Result.push_back({"tp_int", at(Each, D) + " = 0"});
        Result.push_back({"const tp_int", numbered("tp_first", D, Each) + " = " + First});
        Result.push_back({"const tp_int", numbered("tp_width", D, Each) + " = " + Record + ".tp_past" + At + " - " + First});
      }
      continue;
    }
    Result.push_back({Each.Partial, Each.isExtreme() ? Each.Name : Each.Name + " = " + neutral(Each)});
    if (Each.mayTakeNan())
      Result.push_back({"int", "tp_nan_" + Each.Name + " = 0"});
    if (!hasCompanions(Each))
      continue;
    Result.push_back({Each.Partial, "tp_was_" + Each.Name});
    for (const Reduction::Companion &C : Each.Companions)
      Result.push_back({C.Type, C.Name + " = 0"});
    Result.push_back({"int", "tp_took_" + Each.Name + " = 0"});
    for (unsigned D = 0; D < loopsAround(R, Each); ++D)
      Result.push_back({"tp_int", at(Each, D) + " = 0"});
  }
  return Result;
}

static std::string combination(Operator Op) {
  static const char *const Names[] = {"ADD", "MULTIPLY", "AND", "OR", "XOR", "MIN", "MAX"};
  return std::string("TP_COMBINE_") + Names[unsigned(Op)];
}

static const char *better(const Reduction &Each) { return Each.Op == Operator::Max ? " > " : " < "; }

/// The point of the tile comes before that of the results: "(a < r->a || (a == r->a && b < r->b))"
static std::string comesFirst(const RegionContext &R, const Reduction &Each, unsigned D = 0) {
  std::string Here = at(Each, D), There = "tp_results->" + Here;
  std::string Less = Here + " < " + There;
  return D + 1 == loopsAround(R, Each) ? Less : "(" + Less + " || (" + Here + " == " + There + " && " + comesFirst(R, Each, D + 1) + "))";
}

/// Of equal extremes the first one counts, in the order of the program.
static void combineFirst(const RegionContext &R, CodeBuffer &Out, const Reduction &Each) {
  const std::string &M = Each.Name;
  Out.line("if (tp_took_" + M + ") {");
  Out.indent();
  Out.line("TP_LOCK(tp_results->tp_lock);");
  Out.line("if (" + M + better(Each) + "tp_results->" + M + " || (" + M + " == tp_results->" + M + " && " + comesFirst(R, Each) + ")) {");
  Out.indent();
  std::vector<std::string> Fields = {M, "tp_took_" + M};
  for (const Reduction::Companion &C : Each.Companions)
    Fields.push_back(C.Name);
  for (unsigned D = 0; D < loopsAround(R, Each); ++D)
    Fields.push_back(at(Each, D));
  for (const std::string &Field : Fields)
    Out.line("tp_results->" + Field + " = " + Field + ";");
  Out.outdent();
  Out.line("}");
  Out.line("TP_UNLOCK(tp_results->tp_lock);");
  Out.outdent();
  Out.line("}");
}

/// What variables of a function have goes into the results.
static void combine(const RegionContext &R, CodeBuffer &Behind) {
  for (const Reduction &Each : R.Nest.Reductions) {
    const std::string &M = Each.Name;
    if (Each.isOrdered())
      continue;
    if (hasCompanions(Each))
      combineFirst(R, Behind, Each);
    else if (Each.IsReassociated)
      Behind.line("TP_PARTIAL(" + recordOf(R, Each) + ", " + (Each.IsFloat ? "float" : "double") + ") " + (Each.Op == Operator::Multiply ? "*" : "+") + "= " + M + ";");
    else
      Behind.line(combination(Each.Op) + "(tp_results->" + M + ", " + M + ");");
    if (Each.mayTakeNan())
      Behind.line("TP_COMBINE_OR(tp_results->tp_nan_" + M + ", tp_nan_" + M + ");");
  }
}

std::string tilepipe::withResults(const RegionContext &R, const std::string &Loops) {
  CodeBuffer Before(1), Behind(1);
  for (const Reduction &Each : R.Nest.Reductions) {
    const std::string &M = Each.Name;
    if (hasCompanions(Each))
      Before.line(M + " = tp_results->tp_from_" + M + ";");
    else if (Each.isExtreme())
      Before.line("TP_RESULT_SO_FAR(" + M + ", tp_results->" + M + ");");
  }
  combine(R, Behind);
  return Before.str() + Loops + Behind.str();
}

//--- parts of ranks -------------------------------------------------------------

bool tilepipe::joinsRanks(const RegionContext &R) {
  return !R.Nest.Reductions.empty() && recordsOfSums(R.Nest) == 0 && R.Pipe.ThreadsOnlyReason.empty();
}

JoinFunctions tilepipe::emitJoins(const RegionContext &R) {
  if (!joinsRanks(R))
    return {};
  const std::string Type = resultsType(R);
  CodeBuffer Part(1), Join(1);
  for (const Reduction &Each : R.Nest.Reductions)
    if (!Each.isExtreme())
      Part.line("tp_results->" + Each.Name + " = " + neutral(Each) + ";");
  for (const Reduction &Each : R.Nest.Reductions) {
    std::vector<std::string> Names = {Each.Name};
    if (Each.mayTakeNan())
      Names.push_back("tp_nan_" + Each.Name);
    if (hasCompanions(Each)) {
      Names.push_back("tp_took_" + Each.Name);
      for (const Reduction::Companion &C : Each.Companions)
        Names.push_back(C.Name);
      for (unsigned D = 0; D < loopsAround(R, Each); ++D)
        Names.push_back(at(Each, D));
    }
    for (const std::string &Name : Names)
      Join.line("const __typeof__(tp_part->" + Name + ") " + Name + " = tp_part->" + Name + ";");
  }
  combine(R, Join);
  const std::string Results = "  " + Type + " *const tp_results = (" + Type + " *)tp_r;\n";
  JoinFunctions Result;
  if (!Part.str().empty())
    Result.Part = "/* What another rank begins with, in place of what rank 0 does. */\nstatic void " + R.Prefix + "_part(void *tp_r) {\n" + Results +
                  Part.str() + "}\n";
  Result.Join = "/* What another rank has accumulated goes into the region's results. */\nstatic void " + R.Prefix +
                "_join(void *tp_r, const void *tp_p) {\n" + Results + "  const " + Type + " *const tp_part = (const " + Type + " *)tp_p;\n" +
                Join.str() + "}\n\n";
  return Result;
}

/// Place of a point's term, of as many as a box around the statement's points has: "(a - first0) * width1 + (b - first1)"
static std::string placeOfTerm(const RegionContext &R, const Reduction &Each) {
  std::string Place;
  for (unsigned D = 0; D < loopsAround(R, Each); ++D) {
    std::string Here = "(" + at(Each, D) + " - " + numbered("tp_first", D, Each) + ")";
    Place = D == 0 ? Here : (D == 1 ? Place : "(" + Place + ")") + " * " + numbered("tp_width", D, Each) + " + " + Here;
  }
  return Place;
}

void tilepipe::printWatched(const RegionContext &R, CodeBuffer &Out, unsigned K, llvm::ArrayRef<std::string> Coordinates,
                            llvm::function_ref<void()> Print) {
  std::vector<const Reduction *> Watched;
  for (const Reduction &Each : R.Nest.Reductions)
    if (Each.isWatched() && Each.StatementIndex == K)
      Watched.push_back(&Each);
  if (Watched.empty())
    return Print();
  for (const Reduction *Each : Watched)
    if (hasCompanions(*Each))
      Out.line("tp_was_" + Each->Name + " = " + Each->Name + ";");
    else if (Each->isOrdered())
      Out.line(Each->Name + " = tp_none_" + Each->Name + ";");
  Out.line("{");
  Out.indent();
  Print();
  Out.outdent();
  Out.line("}");
  for (const Reduction *Each : Watched) {
    const std::string &M = Each->Name;
    if (Each->mayTakeNan())
      Out.line("tp_nan_" + M + " |= " + M + " != " + M + ";");
    if (!hasCompanions(*Each) && !Each->isOrdered())
      continue;
    std::string Place;
    for (unsigned D = 0; D < Coordinates.size(); ++D)
      Place += " " + at(*Each, D) + " = " + Coordinates[D] + ";";
    if (Each->isOrdered()) {
      Out.line("{" + Place + " tp_terms_" + M + "[" + placeOfTerm(R, *Each) + "] = " + M + "; }");
      continue;
    }
    Out.line("if (" + M + better(*Each) + "tp_was_" + M + ") { tp_took_" + M + " = 1;" + Place + " }");
  }
}

//--- the start -----------------------------------------------------------------

// Of zeros of both signs the program keeps one, and tiles may keep another. That shows in a result of zero. Where the
// nest may run again the program's own loop decides then; else the region runs only from a start that elements of zero
// cannot replace. A NaN before the nest, where it would be replaced by what comes first, is left to the program.

bool tilepipe::looksAtResults(const LoopNest &Nest) {
  return Nest.mayRunAgain() && llvm::any_of(Nest.Reductions, [](const Reduction &Each) { return Each.mayShowOrder(); });
}

/// From a start that is no zero with a sign, all zeros that it meets are alike.
static bool meetsNoZero(const Reduction &Each) { return Each.HasNoSign && Each.Takes != Taking::Strict; }

/// Points, { S[c] }, are all places of a box.
static bool fillsBox(const isl::set &Points) {
  const unsigned Count = dims(Points);
  isl_set *Box = isl_set_universe(Points.get_space().release());
  for (unsigned D = 0; D < Count; ++D) {
    isl_set *Side = isl_set_project_out(Points.copy(), isl_dim_set, D + 1, Count - D - 1);
    Side = isl_set_add_dims(isl_set_project_out(Side, isl_dim_set, 0, D), isl_dim_set, Count - D - 1);
    Side = isl_set_insert_dims(Side, isl_dim_set, 0, D);
    Box = isl_set_intersect(Box, isl_set_set_tuple_id(Side, isl_set_get_tuple_id(Points.get())));
  }
  return isl::manage(Box).is_subset(Points);
}

/// Numbers that CPUs combine, each its own, in whatever order.
static void describePartials(const RegionContext &R, CodeBuffer &Out, const Reduction &Each) {
  const std::string Record = recordOf(R, Each) + ".";
  Out.line(Record + "tp_result = &tp_results->" + Each.Name + "; " + Record + "tp_is_float = " + (Each.IsFloat ? "1" : "0") + "; " + Record +
           "tp_partial = " + (Each.Op == Operator::Multiply ? "TP_PARTIAL_PRODUCTS" : "TP_PARTIAL_SUMS") + ";");
}

/// 1 + the dimension of the tiling along which points of statement K have the value of their first coordinate; 0: none.
static unsigned alongFirst(const RegionContext &R, unsigned K) {
  if (R.Nest.Statements[K].Loops.empty())
    return 0;
  const isl::set Points = R.Nest.Statements[K].Domain;
  isl::map First = R.Nest.coordinatesOf(K);
  First = isl::manage(isl_map_project_out(First.copy(), isl_dim_out, 1, unsigned(isl_map_dim(First.get(), isl_dim_out)) - 1));
  First = isl::manage(isl_map_reset_tuple_id(First.intersect_domain(Points).release(), isl_dim_out));
  for (auto [D, H] : llvm::enumerate(R.Pipe.Tiles.Rows))
    if (First.is_subset(rowValue(Points, H)))
      return D + 1;
  return 0;
}

/// Where the terms of an ordered sum are: one for each place in a box around the points of its statement.
static void describeSum(const RegionContext &R, CodeBuffer &Out, const Reduction &Each, llvm::function_ref<std::string(llvm::StringRef)> Name) {
  const unsigned K = Each.StatementIndex;
  const std::string Record = recordOf(R, Each) + ".";
  isl::set Points = R.Nest.Statements[K].Domain.apply(R.Nest.coordinatesOf(K)).intersect_params(R.Nest.Context);
  const bool IsFull = fillsBox(Points);
  Points = isl::manage(isl_set_remove_divs(Points.release()));
  if (Each.MayFuse) {
    Out.line("if (tp_fuses_sums()) " + comment("a product and the addition behind it"));
    Out.line("  return 0;");
  }
  Out.line(Record + "tp_result = &tp_results->" + Each.Name + "; " + Record + "tp_is_float = " + (Each.IsFloat ? "1" : "0") + "; " + Record + "tp_is_full = " + (IsFull ? "1" : "0") + "; " + Record +
           "tp_loops = " + std::to_string(loopsAround(R, Each)) + "; " + Record + "tp_along = " + std::to_string(alongFirst(R, K)) + ";");
  for (unsigned D = 0; D < loopsAround(R, Each); ++D) {
    const isl::pw_aff First = dimMin(Points, D), Last = dimMax(Points, D);
    const std::string At = "[" + std::to_string(D) + "] = ";
    Out.line(Record + "tp_first" + At + printValue(First, R.Nest.Context, Name) + "; " + Record + "tp_past" + At +
             printValue(Last.add_constant(1), R.Nest.Context, Name) + ";");
  }
}

void tilepipe::checkResultsBefore(const RegionContext &R, CodeBuffer &Out, llvm::function_ref<std::string(llvm::StringRef)> Name) {
  for (const Reduction &Each : R.Nest.Reductions) {
    const std::string Result = "tp_results->" + Each.Name;
    if (Each.isOrdered())
      describeSum(R, Out, Each, Name);
    if (Each.IsReassociated)
      describePartials(R, Out, Each);
    if (hasCompanions(Each))
      Out.line("tp_results->tp_from_" + Each.Name + " = " + Result + ";");
    if (!Each.mayShowOrder())
      continue;
    const bool IsStrict = Each.Takes == Taking::Strict;
    const std::string Order = std::string(Each.Op == Operator::Max ? " >" : " <") + (IsStrict ? "= 0" : " 0");
    const std::string IsNan = Result + " != " + Result;
    if (meetsNoZero(Each))
      Out.line("if (" + IsNan + " || (" + Result + " == 0 && __builtin_signbit(" + Result + "))) " + comment("may be replaced"));
    else if (!R.Nest.mayRunAgain())
      Out.line("if (!(" + Result + Order + ")) " + comment("zeros of both signs: which one counts?"));
    else if (!IsStrict)
      Out.line("if (" + IsNan + ") " + comment("may be replaced"));
    else
      continue;
    Out.line("  return 0;");
  }
}

void tilepipe::checkResultsBehind(const RegionContext &R, CodeBuffer &Out) {
  auto Unsure = [&](const std::string &Condition, const char *Why) {
    Out.line("if (" + Condition + ") " + comment(Why));
    Out.line("  tp_results->tp_unsure = 1;");
  };
  for (const Reduction &Each : R.Nest.Reductions) {
    if (!Each.mayShowOrder())
      continue;
    const std::string Start = Each.Takes == Taking::Strict ? " && tp_start_" + Each.Name + " != 0" : "";
    if (!meetsNoZero(Each))
      Unsure("tp_results->" + Each.Name + " == 0" + Start, "zeros of both signs: which one counts?");
    if (Each.mayTakeNan())
      Unsure("tp_results->tp_nan_" + Each.Name, "what follows the last NaN counts");
  }
}

std::string tilepipe::checksOfResults(const RegionContext &R) {
  std::string Text;
  auto Check = [&](const std::string &Condition, const std::string &Name, const std::string &Type, const char *How = "TP_CHECK") {
    Text += (Text.empty() ? "" : ", ") + ("(" + Condition + How + "(" + Name + ", " + Type + ", " + Name + "))");
  };
  const std::string Sure = looksAtResults(R.Nest) ? "tp_results.tp_unsure ? (void)0 : " : "";
  for (const Reduction &Each : R.Nest.Reductions) {
    Check(Sure, Each.Name, Each.Type, Each.IsReassociated ? "TP_CHECK_NEAR" : "TP_CHECK");
    for (const Reduction::Companion &C : Each.Companions)
      Check("!tp_results.tp_took_" + Each.Name + " ? (void)0 : ", C.Name, C.Type);
  }
  return Text;
}
