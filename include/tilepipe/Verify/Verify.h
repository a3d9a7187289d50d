// Verify.h - a proof that emitted C computes its nest
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trusted: Frontend, IR, Support, isl, Clang, and the written model of the runtime's protocol
// (docs/Verify.md). Not trusted, and not used: Analysis, Transform, CodeGen. What they
// decided is read back from the C that they emitted.
//
// Spaces. Points S[c] and elements A[x] are those of LoopNest. Beside the nest's symbols, isl
// parameters stand for the box of a tile: tp_lo0, tp_hi0, ... (tp_lo_d <= h_d . c < tp_hi_d) and,
// in faces, tp_end0, ... (as in tp_face of tilepipe/runtime.h). What is read back says what the
// text does for any values of them. The proof adds lo < hi and the rest.
#ifndef TILEPIPE_VERIFY_VERIFY_H
#define TILEPIPE_VERIFY_VERIFY_H

#include "tilepipe/Frontend/Frontend.h"
#include "tilepipe/IR/LoopNest.h"

namespace tilepipe {

/// One function that runs the points of a box.
struct EmittedScan {
  std::string Function; ///< "tp_sweep_tile", "tp_sweep_skew"
  isl::set Points;      ///< { S[c] }: the points that run, the body and its names being the user's
  isl::map Order;       ///< { S[c] -> [t] }, on Points: when, lexicographically
  /// { : }: corners of boxes that it passes on, parameters of both; nothing: both have none. Both are of any corners within
  /// the bounds of these.
  std::optional<isl::set> Corners = std::nullopt;
  bool IsOfBoxes = false; ///< both are of EmittedRegion::Boxes alone, where sets of all boxes would have many pieces
};

/// One face function.
struct EmittedFace {
  unsigned Crosses = 0;    ///< bit d as in tp_face
  isl::union_set Elements; ///< { A[x] }
};

/// Bytes of one array that tp_ranges says are touched: from the first byte of A[First] to the last
/// one of A[Last], two corners of a box of elements.
struct EmittedRange {
  isl::set IsTouched; ///< parameters for which the range is not empty
  std::vector<isl::pw_aff> First, Last; ///< { [] -> [x_d] }; for arrays of rows without the row
};

/// What the text assigns to an iterator that lives on behind the nest.
struct EmittedExit {
  isl::set Where;    ///< parameters under which it is assigned
  isl::pw_aff Value; ///< { [] -> [v] }, converted to the iterator's type
};

/// The box whose places have the terms of an ordered sum.
struct EmittedTerms {
  unsigned StatementIndex;             ///< whose points have terms
  std::vector<isl::pw_aff> First, Past; ///< { [] -> [c_d] } for each of its loops
  bool IsFull = false;                 ///< the runtime empties no place
  unsigned Along = 0;                  ///< 1 + the tile dimension whose value is c_0; 0: none
};

/// What a thread does with a step, in the order of its calls.
enum class PipelineCall { Begin, Box, Tile, End };

/// What a region's emitted text says, read back from Clang's syntax tree.
struct EmittedRegion {
  std::string Name;               ///< of the nest: "sweep"
  std::vector<EmittedScan> Scans; ///< the plain tile function first
  std::vector<EmittedFace> Faces;
  isl::union_set LiveIn, Owned;   ///< { A[x] }
  /// tp_bounds: the box of the space, { [] -> [lo_d] } and { [] -> [hi_d] }, hi exclusive.
  std::vector<isl::pw_aff> Lo, Hi;
  std::vector<int64_t> Reach;     ///< tp_reach
  /// Parameter set, no smaller than that of the symbols for which the region runs: emitted checks
  /// decline the others.
  isl::set Runs;
  /// Parameters: where it runs, and the boxes that there are. Needed by scans that are of these alone.
  std::optional<isl::set> Boxes;
  /// Where there is a tp_points: { S[c] } such that a box with one of them is not taken for empty.
  std::optional<isl::set> Counted;
  std::vector<std::optional<EmittedRange>> Ranges; ///< per array; nothing: it is not accessed
  std::vector<bool> IsWritten;    ///< per array, as the descriptor says
  bool IsThreadsOnly = false;     ///< TP_REGION_THREADS_ONLY
  bool TimesLoop = false;             ///< TP_REGION_TIMES_LOOP
  std::vector<std::optional<EmittedExit>> Exits; ///< per loop; nothing: its iterator ends with it
  std::vector<PipelineCall> Pipeline;
  std::vector<EmittedTerms> Terms; ///< per ordered sum

  void print(llvm::raw_ostream &OS) const;
};

/// Where the emitted text stands and how it is parsed.
struct EmittedText {
  FrontendOptions Parse;  ///< as for the user's file; Parse.File is the name it has
  std::string Text;       ///< of the main file, everything inserted
  /// The user's headers that have regions, by the names that Clang has for them.
  std::vector<std::pair<std::string, std::string>> Headers;
  std::string IncludeDir; ///< where tilepipe/runtime.h is
};

/// A nest with a region in that text.
struct EmittedNest {
  const LoopNest *Nest;
  unsigned Rows;            ///< of the tiling
  llvm::StringRef UserText; ///< of the nest's file, before anything was inserted
};

/// Parses Text once and reads back the region of each nest, or says with its place what is not
/// understood. Fails as a whole where Clang does not take the text. BeforeEach is called before a
/// region is read: a new span of time.
llvm::Expected<std::vector<llvm::Expected<EmittedRegion>>>
readEmitted(const IslContext &Ctx, const EmittedText &Text, llvm::ArrayRef<EmittedNest> Nests,
            llvm::function_ref<void()> BeforeEach);
/// Only parses Text, with the same regions in it.
llvm::Error parseEmitted(const EmittedText &Text, llvm::ArrayRef<EmittedNest> Nests);

/// One statement about an emitted region, and how its proof went.
struct Obligation {
  unsigned Number = 0;        ///< 0: premises; 1 .. 7: docs/Verify.md
  std::string Name;           ///< "every dependence goes forward"
  bool IsProved = false;
  std::string CounterExample; ///< a point of what should be empty, or what went wrong
  std::vector<std::string> Evidence; ///< isl sets and relations that were found empty
  double Seconds = 0;         ///< CPU time
};

/// The certificate of a region.
struct Proof {
  std::string Name;
  std::vector<std::vector<int64_t>> Rows;
  std::vector<Obligation> Obligations;
  std::string Facts; ///< domain, dependences, what was read back: for people

  bool isProved() const;
  /// The first one that is not proved; null: there is none.
  const Obligation *failed() const;
  void print(llvm::raw_ostream &OS) const;
};

/// Shows that Region computes what Nest does, for all sizes, boxes and extents that are legal.
/// Rows are the h_d, a hint that is believed only after the tile's points have confirmed it.
/// Errors (quota, isl) are failures of the obligation at which they happen. MaxOperations: isl's,
/// for each obligation.
/// Places { S[j] -> [f] }: of a nest whose rows are the unit vectors of f, behind the tuple of a point; a hint too.
Proof prove(const IslContext &Ctx, const LoopNest &Nest, const EmittedRegion &Region,
            llvm::ArrayRef<std::vector<int64_t>> Rows, unsigned long MaxOperations = StageQuota,
            const std::optional<isl::map> &Places = std::nullopt);

} // namespace tilepipe

#endif // TILEPIPE_VERIFY_VERIFY_H
