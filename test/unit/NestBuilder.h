// NestBuilder.h - loop nests for tests, from isl text
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_TEST_UNIT_NESTBUILDER_H
#define TILEPIPE_TEST_UNIT_NESTBUILDER_H

#include "tilepipe/IR/LoopNest.h"
#include "tilepipe/Transform/Pipeline.h"

#include <string>
#include <utility>
#include <vector>

namespace tilepipe {

/// A nest over Domain ("[n] -> { S[i,j] : ... }") whose accesses are given in
/// order of evaluation as {'r' or 'w', "[n] -> { S[i,j] -> A[i-1,j] }"}.
/// Arrays are declared objects without known extents, one per tuple name.
inline LoopNest makeNest(const IslContext &Ctx, const std::string &Domain,
                         const std::vector<std::pair<char, std::string>> &Accesses) {
  LoopNest Nest;
  Nest.Name = Nest.Function = "test";
  isl::set Points(Ctx.get(), Domain);
  unsigned Depth = dims(Points);
  for (unsigned D = 0; D <= Depth; ++D)
    Nest.Prefix.push_back(projectOut(Points, D, Depth - D));
  Nest.Prefix.back() = Points;
  Nest.Context = isl::set(Ctx.get(), "{ : }");
  for (unsigned D = 0; D < Depth; ++D) {
    isl::pw_aff Zero(Ctx.get(), "{ [] -> [(0)] }");
    Nest.Loops.push_back({"i" + std::to_string(D), "int", false, 1, 1, Zero, Zero, {}});
  }
  std::vector<unsigned> Loops;
  for (unsigned D = 0; D < Depth; ++D)
    Loops.push_back(D);
  Nest.Statements.push_back({Loops, std::vector<unsigned>(Depth + 1, 0), Points, {}, {}, false});
  for (auto &[Kind, Text] : Accesses) {
    isl::map Relation(Ctx.get(), Text);
    std::string Name = domainName(Relation.reverse());
    unsigned I = 0;
    while (I < Nest.Arrays.size() && Nest.Arrays[I].Name != Name)
      ++I;
    if (I == Nest.Arrays.size()) {
      Array A;
      A.Name = Name;
      A.ElementType = "double";
      A.ElementSize = 8;
      A.Kind = Array::Storage::Object;
      A.Extents.resize(dims(Relation.range()));
      Nest.Arrays.push_back(A);
    }
    Nest.Arrays[I].IsWritten |= Kind == 'w';
    Access::Kind What = Kind == 'w' ? Access::Kind::Write : Access::Kind::Read;
    Nest.Accesses.push_back({What, I, Relation, false, {}, Text, {}});
  }
  return Nest;
}

/// Distances of one kind, sorted.
inline std::vector<Row> distances(const Dependences &Deps, DependenceKind Kind) {
  std::vector<Row> Result;
  for (const Dependence &D : Deps.Vectors)
    if (D.Kind == Kind)
      Result.push_back(D.Distance);
  return Result;
}

} // namespace tilepipe

#endif
