// Goal.h - one obligation while it is being proved
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An obligation is a list of sets that must be empty. The first that is not gives the
// counter-example; after it nothing is asked any more.
#ifndef TILEPIPE_LIB_VERIFY_GOAL_H
#define TILEPIPE_LIB_VERIFY_GOAL_H

#include "Memory.h"
#include "tilepipe/Verify/Verify.h"

#include "llvm/ADT/ArrayRef.h"

namespace tilepipe::verify {

class Pairs;

using Row = std::vector<int64_t>;

/// Thrown when an obligation has failed: what went wrong is in it.
struct NotProved {
  std::string Why;
};

/// What all obligations know.
struct Question {
  const LoopNest &Nest;
  const EmittedRegion &Region;
  llvm::ArrayRef<Row> Rows;
  isl::set Runs;       ///< { : } symbols for which the region may run
  isl::set Symbols;    ///< those for which the region may run and there are points
  isl::set NoPoints;   ///< those for which the region may run and there is none
  isl::set Parameters; ///< convex superset of Symbols
  isl::set Boxes;      ///< Parameters, and boxes that are not empty: lo_d < hi_d
  Memory Order;

  /// Dimensions of a point's tuple and of the tiling.
  unsigned tuple() const { return Nest.tupleSize(); }
  unsigned depth() const { return Rows.size(); }
  /// Points have places in a space of tiles of its own.
  bool isEmbedded() const { return tuple() > depth(); }
  /// Faces may hold what is written near their sides, instead of just what flows across: points have places, or a row
  /// combines loops.
  bool hasMargins() const;
};

class Goal {
public:
  explicit Goal(Obligation &Result) : Result(Result) {}

  /// Throws NotProved unless Bad is empty. What: why it has to be, for the certificate.
  void empty(const std::string &What, const isl::set &Bad);
  void empty(const std::string &What, const Pairs &Bad);
  /// Part is a subset of Whole.
  void within(const std::string &What, const isl::set &Part, const isl::set &Whole);
  void require(const std::string &What, bool IsTrue);

private:
  Obligation &Result;
  void note(const std::string &What);
};

/// Names of the parameters of a box: tp_lo0, tp_hi0, tp_end0.
std::string lo(unsigned D);
std::string hi(unsigned D);
std::string end(unsigned D);

/// Tuples whose dimensions from At on lie in the box: lo_d <= h_d . j < hi_d.
isl::set inBox(isl::set Tuples, llvm::ArrayRef<Row> Rows, unsigned At);
/// Tuples with Row . (dimensions from At on) >= (or <) the parameter.
isl::set atLeast(const isl::set &Tuples, const Row &R, unsigned At, const std::string &Parameter);
isl::set below(const isl::set &Tuples, const Row &R, unsigned At, const std::string &Parameter);
/// Tuples with R . (their first dimensions) + Reach >= the parameter.
isl::set reaching(const isl::set &Tuples, const Row &R, int64_t Reach, const std::string &Parameter);
/// { A[x] : [..., x] in Tuples }: the dimensions from At on, as a tuple called Name.
isl::set elements(const isl::set &Tuples, unsigned At, const std::string &Name);
/// The inverse: { [y, x] : A[x] in Elements }, y being Count dimensions.
isl::set behind(const isl::set &Elements, unsigned Count);
/// The part of Set in the space A[x] of array A; empty if it has none.
isl::set part(const isl::union_set &Set, const Array &A);
/// Parameter sets: Parameter is the value of Value; Value has one; A < B.
isl::set equals(const std::string &Parameter, const isl::pw_aff &Value);
isl::set isDefined(const isl::pw_aff &Value);
isl::set isLess(const isl::pw_aff &A, const isl::pw_aff &B);

// The obligations, by number.
void premises(const Question &Q, Goal &G);
void goesForward(const Question &Q, Goal &G);     // 1
void staysInReach(const Question &Q, Goal &G);    // 2
void runsOnce(const Question &Q, Goal &G);        // 3
void hasWhatItReads(const Question &Q, Goal &G);  // 4
void carriesNothingOld(const Question &Q, Goal &G); // 5
void waitsEnd(const Question &Q, Goal &G);        // 6
void ownsOnce(const Question &Q, Goal &G);        // 7

} // namespace tilepipe::verify

#endif // TILEPIPE_LIB_VERIFY_GOAL_H
