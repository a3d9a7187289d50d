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
      Result.push_back({"tp_int ", S.Name, " " + comment(S.Text), true});
  for (const Capture &C : Nest.Captures)
    Result.push_back({C.Type + " ", C.Name, "", mentions(Enumerators, C.Name)});
  for (unsigned I : Nest.bases())
    Result.push_back({"void *", "tp_base_" + Nest.Arrays[I].base(), "", false});
  for (const Reachable &R : reachables())
    Result.push_back({"const void *", "tp_at_" + R.Id, "", false});
  for (const CalledGlobal &G : Nest.CalledGlobals)
    if (G.Base.empty())
      Result.push_back({G.Type + " ", "tp_global_" + G.Name, "", false});
  if (Nest.Arrays.empty() && Nest.Captures.empty())
    Result.push_back({"int ", "tp_unused", "", false});
  llvm::stable_sort(Result, [](const Argument &A, const Argument &B) { return A.IsSize > B.IsSize; });
  return Result;
}

std::string RegionEmitter::argumentStruct(const std::vector<Argument> &Arguments) const {
  CodeBuffer Out;
  Out.line("struct " + Prefix + "_args {");
  Out.indent();
  for (const Argument &A : Arguments)
    Out.line(A.Type + A.Name + ";" + A.Comment);
  Out.outdent();
  Out.line("};");
  Out.line("");
  return Out.str();
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
  std::string Args = "struct " + Prefix + "_args";
  CodeBuffer Out;
  Out.line("static const tp_array_info " + Prefix + "_arrays[] = {");
  for (auto [I, A] : llvm::enumerate(Nest.Arrays))
    Out.line("  {\"" + A.Name + "\", " + std::to_string(A.ElementSize) + ", __builtin_offsetof(" +
             Args + ", tp_base_" + A.base() + "), " + arrayFlags(Nest, I) + ", " +
             std::to_string(A.Extents.size()) + "},");
  if (Nest.Arrays.empty())
    Out.line("  {0, 0, 0, 0, 0},");
  Out.line("};");
  Out.line("static const tp_scalar_info " + Prefix + "_scalars[] = {");
  for (const Reachable &R : reachables())
    Out.line("  {\"" + R.Name + "\", " + R.Size + ", __builtin_offsetof(" + Args + ", tp_at_" +
             R.Id + ")},");
  if (reachables().empty())
    Out.line("  {0, 0, 0},");
  Out.line("};");
  Out.line("static const tp_face " + Prefix + "_faces[] = {");
  for (const Face &F : Pipe.Faces)
    Out.line("  {" + std::to_string(F.Crosses) + "u, " + Prefix + "_face_" +
             std::to_string(F.Crosses) + "},");
  if (Pipe.Faces.empty())
    Out.line("  {0u, 0},");
  Out.line("};");
  return Out.str();
}

std::string RegionEmitter::descriptor(const std::vector<Argument> &Arguments) const {
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
  CodeBuffer Out;
  Out.line("static tp_allowance *" + Prefix + "_allowed;");
  Out.line("static const tp_region " + Prefix + "_region = {");
  Out.indent();
  Out.line("TP_ABI, " + Flags + ", \"" + Nest.Name + "\", " + quoted(Options.RecordedFile) + ", " +
           Count(Nest.Where.Line) + ",");
  Out.line(Count(Nest.depth()) + ", " + Count(Nest.Arrays.size()) + ", " +
           Count(reachables().size()) + ", " + Count(Pipe.Faces.size()) + ",");
  Out.line(Prefix + "_arrays, " + Prefix + "_scalars, " + Prefix + "_faces,");
  Out.line("sizeof(" + Structure + "), " + Sizes + ", {" + Reach + "}, {" + Ops + "}, " +
           quoted(Options.Settings) + ",");
  Out.line(Prefix + "_bounds, " + Prefix + "_points, " + Prefix + "_ranges, " + Prefix +
           "_subscripts,");
  Out.line(Prefix + "_tile, " + Prefix + "_livein, " + Prefix + "_owned, " + Prefix +
           "_localise, " + (hasReference() ? Prefix + "_reference" : "0") + ",");
  Out.line(Prefix + "_start, " + (Jam ? Prefix + "_jam" : "0") + ", " + Count(Jam) + ", {" + Inner + "}, &" +
           Prefix + "_allowed,");
  Out.line(quoted(rowsInIterators(Nest, Pipe.Tiles)));
  Out.outdent();
  Out.line("};");
  Out.line("TP_REGION(" + Prefix + "_region);");
  Out.line("");
  return Out.str();
}
