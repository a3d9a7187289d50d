//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RegionEmitter.h"

using namespace tilepipe;

std::vector<RegionEmitter::Argument> RegionEmitter::arguments(llvm::StringRef Enumerators) const {
  std::vector<Argument> Result;
  for (const Symbol &S : Nest.Symbols)
    if (isComputed(S))
      Result.push_back({"tp_int", S.Name, " " + comment(S.Text), true});
  for (const Capture &C : Nest.Captures)
    Result.push_back({C.Type, C.Name, "", mentions(Enumerators, C.Name)});
  for (unsigned I : Nest.bases())
    Result.push_back({"void *", "tp_base_" + Nest.Arrays[I].base(), "", false});
  for (const Reachable &R : reachables())
    Result.push_back({"const void *", "tp_at_" + R.Id, "", false});
  for (const CalledGlobal &G : Nest.CalledGlobals)
    if (G.Base.empty())
      Result.push_back({G.Type, "tp_global_" + G.Name, "", false});
  if (Nest.Arrays.empty() && Nest.Captures.empty())
    Result.push_back({"int", "tp_unused", "", false});
  llvm::stable_sort(Result, [](const Argument &A, const Argument &B) { return A.IsSize > B.IsSize; });
  return Result;
}

std::string RegionEmitter::argumentStruct(const std::vector<Argument> &Arguments) const {
  std::vector<Variable> Members;
  for (const Argument &A : Arguments)
    Members.push_back({A.Type, A.Name, A.Comment});
  return "struct " + Prefix + "_args {\n" + declarations(Members) + "};\n\n";
}

static std::string arrayFlags(const LoopNest &Nest, unsigned I) {
  const Array &A = Nest.Arrays[I];
  std::string Flags;
  auto Add = [&](bool Is, const char *Name) {
    if (Is)
      Flags += (Flags.empty() ? "" : " | ") + std::string(Name);
  };
  Add(A.IsWritten, "TP_ARRAY_WRITTEN");
  Add(A.Kind == Array::Storage::Static, "TP_ARRAY_STATIC");
  Add(A.Kind != Array::Storage::Pointer, "TP_ARRAY_OBJECT");
  Add(A.IsConstObject, "TP_ARRAY_CONSTANT");
  Add(A.IsRows, "TP_ARRAY_ROWS");
  Add(Nest.writesPerhaps(I), "TP_ARRAY_PERHAPS");
  Add(Nest.writesPerhaps(I) && Nest.writesAgain(I), "TP_ARRAY_REWRITTEN");
  return Flags.empty() ? "0" : Flags;
}

std::string RegionEmitter::tables() const {
  std::string Args = "struct " + Prefix + "_args", Text;
  for (auto [I, A] : llvm::enumerate(Nest.Arrays))
    Text += (I ? ",\n" : "static const tp_array_info " + Prefix + "_arrays[] = {\n") + ("  {\"" + A.Name + "\", ") +
            std::to_string(A.ElementSize) + ", __builtin_offsetof(" + Args + ", tp_base_" + A.base() + "), " +
            arrayFlags(Nest, I) + ", " + std::to_string(A.Extents.size()) + "}";
  Text += Text.empty() ? "" : "};\n";
  for (auto [I, R] : llvm::enumerate(reachables()))
    Text += (I ? ",\n" : "static const tp_scalar_info " + Prefix + "_scalars[] = {\n") + ("  {\"" + R.Name + "\", ") +
            R.Size + ", __builtin_offsetof(" + Args + ", tp_at_" + R.Id + ")}";
  return Text + (reachables().empty() ? "" : "};\n");
}

std::string RegionEmitter::descriptor(const std::vector<Argument> &Arguments, bool HasPoints) const {
  std::string Flags = "0";
  if (!Pipe.ThreadsOnlyReason.empty())
    Flags += " | TP_REGION_THREADS_ONLY";
  if (Nest.CallsLibm)
    Flags += " | TP_REGION_LIBM";
  if (timesLoop())
    Flags += " | TP_REGION_TIMES_LOOP";
  std::string Reach, Inner, Ops;
  for (unsigned D = 0; D < Nest.depth(); ++D) {
    Reach += (D ? ", " : "") + std::to_string(Pipe.Reach[D]);
    Inner += (D ? ", " : "") +
             std::to_string(std::abs(Pipe.Tiles.Rows[D].back()) * Nest.Loops.back().Spacing);
  }
  const Work &W = Nest.Ops;
  for (unsigned Count : {W.Adds, W.Muls, W.Divs, W.Roots, W.Calls, W.Loads, W.Stores, W.Branches})
    Ops += (Ops.empty() ? "" : ", ") + std::to_string(Count);
  auto Count = [](size_t N) { return std::to_string(N); };
  const std::string Structure = "struct " + Prefix + "_args";
  auto Data = llvm::find_if(Arguments, [](const Argument &A) { return !A.IsSize; });
  std::string Sizes = Data == Arguments.end() ? "sizeof(" + Structure + ")"
                                              : "__builtin_offsetof(" + Structure + ", " + Data->Name + ")";
  std::string Crosses;
  for (const Face &F : Pipe.Faces)
    Crosses += (Crosses.empty() ? "" : ", ") + Count(F.Crosses);
  auto Table = [&](const char *Name, bool Is) { return Is ? Prefix + Name : "0"; };
  const std::string P = Prefix;
  return "TP_REGION(" + P + ") = {\n  TP_ABI, " + Flags + ", \"" + Nest.Name + "\", " + quoted(Options.RecordedFile) +
         ", " + Count(Nest.Where.Line) + ", " + quoted(Options.Settings) + ",\n  " + Count(Nest.depth()) + ", " +
         quoted(rowsInIterators(Nest, Pipe.Tiles)) + ", {" + Reach + "}, {" + Inner + "}, {" + Ops + "},\n  " +
         Count(Nest.Arrays.size()) + ", " + Count(reachables().size()) + ", " + Count(Pipe.Faces.size()) + ", " +
         Table("_arrays", !Nest.Arrays.empty()) + ", " + Table("_scalars", !reachables().empty()) + ", {" +
         (Crosses.empty() ? "0" : Crosses) + "}, sizeof(" + Structure + "), " + Sizes + ",\n  " + P + "_bounds, " +
         Table("_points", HasPoints) + ", " + P + "_ranges, " + P + "_tile, " + Table("_jam", Jam) + ", " + Count(Jam) +
         ", " + Table("_reference", hasReference()) + ", " + Table("_face", !Pipe.Faces.empty()) + ", " + P +
         "_livein, " + P + "_owned,\n  " + Table("_localise", !localise().empty()) + ", " + P + "_start, &" + P +
         "_allowed,\n};\n\n";
}
