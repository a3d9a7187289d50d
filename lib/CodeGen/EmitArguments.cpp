// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Emitters.h"
#include "Results.h"

#include "llvm/ADT/STLExtras.h"

using namespace tilepipe;

std::vector<ArgumentMember> tilepipe::arguments(const RegionContext &R, llvm::StringRef Enumerators) {
  std::vector<ArgumentMember> Result;
  for (const Symbol &S : R.Nest.Symbols)
    if (R.isComputed(S))
      Result.push_back({"tp_int", S.Name, " " + comment(S.Text), true});
  for (const Capture &C : R.Nest.Captures)
    Result.push_back({C.Type, C.Name, "", mentions(Enumerators, C.Name)});
  for (unsigned I : R.Nest.bases())
    Result.push_back({"void *", "tp_base_" + R.Nest.Arrays[I].base(), "", false});
  for (const Reachable &Each : R.Reachables)
    Result.push_back({"const void *", "tp_at_" + Each.Id, "", false});
  for (const CalledGlobal &G : R.Nest.CalledGlobals)
    if (G.Base.empty())
      Result.push_back({G.Type, "tp_global_" + G.Name, "", false});
  if (!R.Nest.Reductions.empty())
    Result.push_back({resultsType(R) + " *", "tp_results", "", false});
  if (Result.empty())
    Result.push_back({"int", "tp_unused", "", false});
  llvm::stable_sort(Result, [](const ArgumentMember &A, const ArgumentMember &B) { return A.IsSize > B.IsSize; });
  return Result;
}

std::string tilepipe::emitArguments(const RegionContext &R, const std::vector<ArgumentMember> &Arguments) {
  std::vector<Variable> Members;
  for (const ArgumentMember &A : Arguments)
    Members.push_back({A.Type, A.Name, A.Comment});
  return resultsDefinition(R) + "struct " + R.Prefix + "_args {\n" + declarations(Members) + "};\n\n";
}
