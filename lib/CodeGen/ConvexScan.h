//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over one convex set of elements, straight from its constraints. isl's own
// code generation gives the same loops, but in five dimensions with box
// parameters it takes seconds for a single set.
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_LIB_CODEGEN_CONVEXSCAN_H
#define TILEPIPE_LIB_CODEGEN_CONVEXSCAN_H

#include "AstPrinter.h"

namespace tilepipe {

/// for (x0 = Loops[0].First; x0 <= Loops[0].Last; x0++) for (x1 ...), if Guard.
/// Bounds of dimension d name the iterators of dimensions below d.
struct ConvexLoops {
  struct Bounds {
    std::string First, Last;
    bool IsSingle; ///< First is Last: no loop needed
  };
  std::string Guard; ///< empty: always
  std::vector<Bounds> Loops;
};

/// Loops that visit each point of Set once, in lexicographic order, for
/// parameters in Context. Nothing when Set has existentially quantified variables
/// (strides): those need isl's code generation.
std::optional<ConvexLoops> convexLoops(const isl::basic_set &Set, const isl::set &Context,
                                       const std::vector<std::string> &Iterators,
                                       const IdentifierText &Name);

} // namespace tilepipe

#endif
