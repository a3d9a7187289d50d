// Dependences.h - dependences of a nest
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_ANALYSIS_DEPENDENCES_H
#define TILEPIPE_ANALYSIS_DEPENDENCES_H

#include "tilepipe/IR/LoopNest.h"

namespace tilepipe {

enum class DependenceKind { Flow, Anti, Output };

/// A constant dependence distance d: some iteration j + d depends on j.
struct Dependence {
  DependenceKind Kind;
  unsigned ArrayIndex;
  std::vector<int64_t> Distance; ///< one entry per loop, never all zero
};

/// Memory-based dependences: flow from the last write, anti from the reads since
/// the last write, output between consecutive writes.
struct Dependences {
  /// The nest is perfect and every distance is constant. Vectors holds all of them.
  bool IsUniform = true;
  std::vector<Dependence> Vectors; ///< distinct (kind, array, distance), sorted
  /// { S[j] -> S[j'] }, j' != j: the three kinds together. Only where the nest is not uniform.
  std::optional<isl::map> Order;
  /// Two references of a perfect nest whose distance is not constant.
  std::optional<Refusal> NonUniform;
  // Of a nest with strides the next three are empty: ranks would need them, and it runs on threads.
  isl::union_map Flow;     ///< { S[j] -> [S[j'] -> A[x]] }: j' != j reads at x what j wrote last
  isl::union_map LiveIn;   ///< { S[j] -> A[x] }: reads whose value comes from before the nest
  isl::union_map LastWrites; ///< { S[j] -> A[x] }: j is the last writer of x
  isl::set Context;        ///< parameters for which they hold: the nest's assumed context

  void print(llvm::raw_ostream &OS) const;
  void verify(const LoopNest &Nest) const;
};

/// Refuses (RefusalError) a nest too complex for the quota ("too-complex").
/// Negative components, and distances that are not constant, are left to Transform.
llvm::Expected<Dependences> analyseDependences(const IslContext &Ctx, const LoopNest &Nest);

/// Written arrays of a nest that are declared in a function, of which each iteration of the loops
/// around all statements that access them could have its own: no value comes from before the nest, or from another
/// iteration. What becomes of the values behind the nest is not asked. First those with most loops around all accesses: what
/// accesses them becomes one statement. Each list holds the lists in front of it.
std::vector<std::vector<std::string>> scratchArrays(const LoopNest &Nest, const Dependences &Deps);

} // namespace tilepipe

#endif // TILEPIPE_ANALYSIS_DEPENDENCES_H
