// Pipeline.h - tiling and what its tiles exchange
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_TRANSFORM_PIPELINE_H
#define TILEPIPE_TRANSFORM_PIPELINE_H

#include "tilepipe/Analysis/Dependences.h"
#include "tilepipe/IR/Unfolding.h"

namespace tilepipe {

/// An integer vector over the loops: a row h_d or a distance.
using Row = std::vector<int64_t>;

/// Rows h_d of the tiling: tile of j along d is floor(h_d . j / s_d), the
/// extents s_d chosen at run time. Legal: h_d . dist >= 0 for all d and dist.
struct Tiling {
  std::vector<Row> Rows;
  /// { S[j] -> [f] }: of a nest that is not uniform. Nest and dependences are to be embedded first;
  /// the rows are the unit vectors of f.
  std::optional<isl::map> Places = std::nullopt;
  /// Along[d]: how the place along row d grows with the coordinates of the statement that has most.
  std::vector<Row> Along = {};

  /// What reach() answers where no constant bounds the dependences along a row.
  static constexpr int64_t Far = INT64_MAX;
  /// reach[d] = max over all dependences of h_d . dist; an extent below it would
  /// let a dependence skip a tile.
  std::vector<int64_t> reach(const Dependences &Deps) const;
  void print(llvm::raw_ostream &OS) const;
  void verify(const Dependences &Deps) const;
};

/// The outermost loop's iterator as a combination of the rows' values: the sum of Weights[d] / Cell . row d, signs aside.
/// Of Cell places of a box one is a point.
struct OutermostLoop {
  std::vector<int64_t> Weights;
  int64_t Cell;
};
/// Nothing where a row is that loop itself, or the nest is not uniform.
std::optional<OutermostLoop> outermostLoop(const Tiling &Tiles);

/// "t;t+i": the rows in the names of the user's iterators.
std::string rowsInIterators(const LoopNest &Nest, const Tiling &Tiles);

/// Finds legal rows. Of a uniform nest: the identity where it is legal, else loops that are skewed by those around them.
/// Where these leave fewer rows without dependences: rowsOfLeastExchange(). Refuses ("negative-component") dependences that
/// are too many or too long.
/// Of other nests: the rows of a band (Embedding.h); refuses ("non-uniform-dependence", "no-band").
llvm::Expected<Tiling> chooseTiling(const IslContext &Ctx, const LoopNest &Nest,
                                    const Dependences &Deps);

/// Of a uniform nest: extreme rays of the cone { h : h . dist >= 0 } with the fewest dependent rows, and among these the
/// least communication (P1 eq. 2). No rows: there are too many or too long distances.
std::vector<Row> rowsOfLeastExchange(const IslContext &Ctx, const Dependences &Deps, unsigned Depth);

/// The dependences of embedded(Nest, Places).
Dependences embedded(Dependences Deps, const isl::map &Places);

/// Extreme rays of the cone { h : h . dist >= 0 }, primitive and sorted (and both orientations
/// of directions that the distances leave free). None where there are too many or too long
/// distances to look for them.
std::vector<Row> raysOfCone(const IslContext &Ctx, const Dependences &Deps, unsigned Depth);

/// Names of the isl parameters that carry box bounds: tp_lo0, tp_hi0, tp_end0.
std::string loParameter(unsigned D);
std::string hiParameter(unsigned D);
/// Name is one of those two, of any dimension.
bool isBoxParameter(llvm::StringRef Name);
std::string endParameter(unsigned D);

/// Elements that flow across a set of box sides; see tp_face in runtime.h. Of an embedded nest: all that is
/// written as near to them as what flows across.
struct Face {
  unsigned Crosses = 0;    ///< bit d: the consumer lies at or beyond hi_d
  isl::union_set Elements; ///< { A[x] } over symbols, lo, hi and end parameters; of some arrays unfolded ones
};

/// All that CodeGen needs besides the nest: every set is parametric in the box
/// lo_d <= h_d . j < hi_d, so one text serves every extent, mesh and schedule.
struct Pipeline {
  Tiling Tiles;
  /// Tiling::reach(). Of trees that only threads run: 1 where a dependence moves along the row, for
  /// threads wait for neighbours, and waiting is transitive.
  std::vector<int64_t> Reach;
  isl::set BoxDomain;       ///< { S[j] : j in domain and in the box }
  /// By array: faces and owned elements of it are unfolded.
  std::vector<std::optional<Unfolding>> Unfolded;
  // What ranks exchange; empty where ThreadsOnlyReason says why there are none.
  std::vector<Face> Faces;  ///< non-empty ones only
  isl::union_set LiveIn;    ///< { A[x] }: needed by the box before it starts
  isl::union_set Owned;     ///< { A[x] }: last writer lies in the box
  /// Live-ins cannot be read safely by rank 0 ahead of time, with the reason.
  std::string ThreadsOnlyReason;

  /// Leaves the nest to threads, which need none of these sets: they took too long.
  void dropExchange();
  /// Leaves it to threads for that reason.
  void leaveToThreads(const std::string &Why);

  void print(llvm::raw_ostream &OS) const;
  void verify(const LoopNest &Nest) const;
};

/// WhyNoRanks: why the nest is to be left to threads; empty: it is not.
llvm::Expected<Pipeline> buildPipeline(const IslContext &Ctx, const LoopNest &Nest, const Dependences &Deps,
                                       Tiling Tiles, const std::string &WhyNoRanks = "");

/// The iterations of an innermost loop that fits in a line of a cache, where tiles of several statements have nothing else that
/// CPUs could share; nothing: they have. Nest: as buildPipeline() takes it.
std::optional<int64_t> onlyWithinLines(const LoopNest &Nest, const Pipeline &Pipe);

} // namespace tilepipe

#endif // TILEPIPE_TRANSFORM_PIPELINE_H
