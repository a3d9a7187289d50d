// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Emitters.h"
#include "FilledArrays.h"
#include "Interleaving.h"
#include "Results.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilepipe;

static std::string arrayFlags(const LoopNest &Nest, unsigned I) {
  const Array &A = Nest.Arrays[I];
  std::string Flags;
  auto Add = [&](bool Is, const char *Name) {
    if (Is)
      Flags += (Flags.empty() ? "" : " | ") + std::string(Name);
  };
  Add(A.IsWritten && !A.IsOwn, "TP_ARRAY_WRITTEN");
  Add(A.IsOwn, "TP_ARRAY_OWN");
  Add(A.Kind == Array::Storage::Static, "TP_ARRAY_STATIC");
  Add(A.Kind != Array::Storage::Pointer, "TP_ARRAY_OBJECT");
  Add(A.IsConstObject, "TP_ARRAY_CONSTANT");
  Add(A.Rows, "TP_ARRAY_ROWS");
  Add(A.Rows > 1, "TP_ARRAY_ROWS_OF_ROWS");
  Add(Nest.writesPerhaps(I), "TP_ARRAY_MAYBE_WRITTEN");
  Add(Nest.writesPerhaps(I) && Nest.writesAgain(I), "TP_ARRAY_REWRITTEN");
  Add(Nest.spansStructures(I), "TP_ARRAY_SPANS_STRUCTURES");
  Add(!A.IsOwn && A.Rows == 0 && A.Extents.size() < Nest.depth() && isFilled(Nest, I), "TP_ARRAY_FILLED");
  static const char *const Operators[] = {"ADD", "MULTIPLY", "AND", "OR", "XOR", "MIN", "MAX"};
  if (A.CombinedBy)
    Add(true, (std::string("TP_ARRAY_COMBINED_") + Operators[unsigned(*A.CombinedBy)]).c_str());
  Add(A.CombinedBy && A.IsSigned, "TP_ARRAY_SIGNED");
  Add(A.CombinedBy && A.IsReassociated, "TP_ARRAY_FLOATING");
  return Flags.empty() ? "0" : Flags;
}

/// Rows of a table of that type; nothing where there are none.
static std::string table(const std::string &Type, const std::string &Name, const std::vector<std::string> &Rows) {
  if (Rows.empty())
    return "";
  return "static const " + Type + " " + Name + "[] = {\n  {" + llvm::join(Rows, "},\n  {") + "}};\n";
}

static std::string tables(const RegionContext &R) {
  auto Offset = [&](const std::string &Member) {
    return "__builtin_offsetof(struct " + R.Prefix + "_args, " + Member + ")";
  };
  std::vector<std::string> Arrays, Scalars;
  for (auto [I, A] : llvm::enumerate(R.Nest.Arrays))
    Arrays.push_back("\"" + A.Name + "\", " + std::to_string(A.ElementSize) + ", " + Offset("tp_base_" + A.base()) +
                     ", " + arrayFlags(R.Nest, I) + ", " + std::to_string(A.Extents.size()));
  for (const Reachable &Each : R.Reachables)
    Scalars.push_back("\"" + Each.Name + "\", " + Each.Size + ", " + Offset("tp_at_" + Each.Id));
  return table("tp_array_info", R.Prefix + "_arrays", Arrays) + table("tp_scalar_info", R.Prefix + "_scalars", Scalars);
}

std::string tilepipe::emitDescriptor(const RegionContext &R, const std::vector<ArgumentMember> &Arguments,
                                     const Emitted &Others) {
  std::string Flags = "0";
  if (!R.Pipe.ThreadsOnlyReason.empty())
    Flags += " | TP_REGION_THREADS_ONLY";
  if (R.Nest.CallsLibm)
    Flags += " | TP_REGION_LIBM";
  if (timesLoop(R))
    Flags += " | TP_REGION_TIMES_LOOP";
  if (R.isReordered())
    Flags += " | TP_REGION_SINKS";
  if (runsAcrossRows(R))
    Flags += " | TP_REGION_ACROSS_ROWS";
  const unsigned Ends = endsOfFronts(R.Sunk, R.dimensions());
  for (unsigned D = 0; D < R.dimensions(); ++D)
    if (Ends >> D & 1)
      Flags += " | TP_REGION_BLOCKS << " + std::to_string(D);
  std::string Reach, Ops;
  for (unsigned D = 0; D < R.dimensions(); ++D)
    Reach += (D ? ", " : "") + std::to_string(R.Pipe.Reach[D]);
  const OpCounts &W = R.Nest.Ops;
  for (unsigned Count : {W.Adds, W.Muls, W.Divs, W.Roots, W.Calls, W.Loads, W.Stores, W.Branches})
    Ops += (Ops.empty() ? "" : ", ") + std::to_string(Count);
  auto Count = [](size_t N) { return std::to_string(N); };
  const std::string Structure = "struct " + R.Prefix + "_args";
  auto Data = llvm::find_if(Arguments, [](const ArgumentMember &A) { return !A.IsSize; });
  std::string Sizes = Data == Arguments.end() ? "sizeof(" + Structure + ")"
                                              : "__builtin_offsetof(" + Structure + ", " + Data->Name + ")";
  std::string Crosses;
  for (const Face &F : R.Pipe.Faces)
    Crosses += (Crosses.empty() ? "" : ", ") + Count(F.Crosses);
  auto Known = [&](const char *Name, bool Is) { return Is ? R.Prefix + Name : "0"; };
  auto Offset = [&](const char *Member) { return "__builtin_offsetof(struct " + R.Prefix + Member + ")"; };
  std::string Outermost = "{0}, 0";
  if (std::optional<OutermostLoop> Outer = outermostLoop(R.Pipe.Tiles))
    Outermost = "{" + llvm::join(llvm::map_range(Outer->Weights, Count), ", ") + "}, " + Count(Outer->Cell);
  // In the order of tp_region in tilepipe/runtime.h.
  const std::vector<std::string> Lines = {
      "TP_ABI, " + Flags + ", \"" + R.Nest.Name + "\", " + quoted(R.Options.RecordedFile) + ", " +
          Count(R.Nest.Where.Line) + ", " + quoted(R.Options.Settings),
      Count(R.dimensions()) + ", " + quoted(rowsInIterators(R.Nest, R.Pipe.Tiles)) + ", {" + Reach + "}, {" + Ops + "}",
      Count(R.Nest.Arrays.size()) + ", " + Count(R.Reachables.size()) + ", " + Count(R.Pipe.Faces.size()) + ", " +
          Known("_arrays", !R.Nest.Arrays.empty()) + ", " + Known("_scalars", !R.Reachables.empty()) + ", {" +
          (Crosses.empty() ? "0" : Crosses) + "}, sizeof(" + Structure + "), " + Sizes,
      R.Prefix + "_bounds, " + Known("_points", !Others.Points.empty()) + ", " + Known("_work", !Others.Work.empty()) + ", " + R.Prefix + "_ranges, " +
          R.Prefix + "_variants, " +
          Known("_reference", !Others.Reference.empty()) + ", " + Known("_face", !R.Pipe.Faces.empty()) + ", " +
          R.Prefix + "_livein, " + R.Prefix + "_owned",
      Known("_localise", !Others.Localise.empty()) + ", " + R.Prefix + "_start, &" + R.Prefix + "_allowed",
      Count(recordsOfSums(R.Nest)) + ", " + (recordsOfSums(R.Nest) || joinsRanks(R) ? Offset("_args, tp_results") : "0") + ", " +
          (recordsOfSums(R.Nest) ? Offset("_results, tp_sums") : "0") + ", " + (joinsRanks(R) ? "sizeof(" + resultsType(R) + ")" : "0") + ", " +
          Known("_part", !Others.Part.empty()) + ", " + Known("_join", !Others.Join.empty()),
      Outermost};
  return tables(R) + "TP_REGION(" + R.Prefix + ") = {\n  " + llvm::join(Lines, ",\n  ") + ",\n};\n\n";
}
