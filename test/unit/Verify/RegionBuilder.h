// RegionBuilder.h - what a pipeline should be emitted as
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_TEST_UNIT_VERIFY_REGIONBUILDER_H
#define TILEPIPE_TEST_UNIT_VERIFY_REGIONBUILDER_H

#include "tilepipe/Transform/Pipeline.h"
#include "tilepipe/Verify/Verify.h"

#include <isl/map.h>
#include <isl/set.h>

namespace tilepipe {

/// The region that emitted text of Pipe would be read back as, without any text.
inline EmittedRegion regionOf(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe) {
  EmittedRegion R;
  R.Name = Nest.Name;
  isl::map Order = isl::manage(
      isl_map_reset_tuple_id(Pipe.BoxDomain.identity().release(), isl_dim_out));
  R.Scans.push_back({"tile", Pipe.BoxDomain, Order});
  for (const Face &F : Pipe.Faces)
    R.Faces.push_back({F.Crosses, F.Elements});
  R.LiveIn = Pipe.LiveIn;
  R.Owned = Pipe.Owned;
  for (const Row &H : Pipe.Tiles.Rows) {
    isl::set Image = rowImage(Nest.domain(), H).intersect_params(Nest.Context);
    R.Lo.push_back(dimMin(Image, 0));
    R.Hi.push_back(dimMax(Image, 0).add_constant(1));
  }
  R.Reach = Pipe.Reach;
  R.Runs = Nest.Context;
  for (const Assumption &A : Nest.Assumptions)
    R.Runs = R.Runs.subtract(A.Violation);
  for (unsigned I = 0; I < Nest.Arrays.size(); ++I) {
    std::optional<isl::set> Touched;
    for (const Access &A : Nest.Accesses)
      if (A.ArrayIndex == I) {
        isl::set Elements =
            A.Relation.intersect_domain(Nest.domain()).range().intersect_params(Deps.Context);
        Touched = Touched ? Touched->unite(Elements) : Elements;
      }
    R.IsWritten.push_back(Nest.Arrays[I].IsWritten);
    R.Ranges.emplace_back();
    if (!Touched)
      continue;
    Touched = convex(isl::manage(isl_set_remove_divs(Touched->release())));
    R.Ranges.back() = EmittedRange{Touched->params(), {}, {}};
    for (unsigned D = Nest.Arrays[I].Rows; D < dims(*Touched); ++D) {
      R.Ranges.back()->First.push_back(dimMin(*Touched, D));
      R.Ranges.back()->Last.push_back(dimMax(*Touched, D));
    }
  }
  R.IsThreadsOnly = !Pipe.ThreadsOnlyReason.empty();
  R.Pipeline = {PipelineCall::Begin, PipelineCall::Box, PipelineCall::Tile, PipelineCall::End};
  return R;
}

} // namespace tilepipe

#endif
