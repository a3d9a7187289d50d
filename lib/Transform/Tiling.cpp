//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tilepipe/Transform/Pipeline.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <numeric>

using namespace tilepipe;

static int64_t dot(const Row &A, const Row &B) {
  return std::inner_product(A.begin(), A.end(), B.begin(), int64_t(0));
}

static std::string text(const Row &R) {
  std::string Result = "(";
  for (unsigned I = 0; I < R.size(); ++I)
    Result += (I ? "," : "") + std::to_string(R[I]);
  return Result + ")";
}

std::vector<int64_t> Tiling::reach(const Dependences &Deps) const {
  std::vector<int64_t> Result(Rows.size(), 0);
  for (unsigned D = 0; D < Rows.size(); ++D)
    for (const Dependence &Dep : Deps.Vectors)
      Result[D] = std::max(Result[D], dot(Rows[D], Dep.Distance));
  return Result;
}

void Tiling::print(llvm::raw_ostream &OS) const {
  for (const Row &R : Rows)
    OS << "  row " << text(R) << '\n';
}

void Tiling::verify(const Dependences &Deps) const {
  for (const Row &R : Rows)
    for (const Dependence &Dep : Deps.Vectors)
      assert(dot(R, Dep.Distance) >= 0 && "H D >= 0"), (void)R, (void)Dep;
}

static Tiling identity(unsigned Depth) {
  Tiling Result;
  for (unsigned D = 0; D < Depth; ++D) {
    Result.Rows.emplace_back(Depth, 0);
    Result.Rows.back()[D] = 1;
  }
  return Result;
}

llvm::Expected<Tiling> tilepipe::chooseTiling(const LoopNest &Nest, const Dependences &Deps) {
  for (const Dependence &Dep : Deps.Vectors) {
    bool IsNegative = std::any_of(Dep.Distance.begin(), Dep.Distance.end(),
                                  [](int64_t C) { return C < 0; });
    if (!IsNegative)
      continue;
    const Array &A = Nest.Arrays[Dep.ArrayIndex];
    return refuse({"negative-component", Nest.Where, A.Name,
                   "dependence distance " + text(Dep.Distance) +
                       " has a negative component, so rectangular tiles are illegal",
                   "skewed tilings are not built yet"});
  }
  return identity(Nest.depth());
}
