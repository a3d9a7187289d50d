// Flow.h - which write an access sees
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_SUPPORT_FLOW_H
#define TILEPIPE_SUPPORT_FLOW_H

#include "tilepipe/Support/Isl.h"

namespace tilepipe {

/// For sinks { R[j] -> A[x] } and sources { W[i] -> A[x] }.
struct Flow {
  isl::union_map Full;     ///< { W[i] -> [R[j] -> A[x]] }: of all sources i is the last to touch x before j
  isl::union_map NoSource; ///< { R[j] -> A[x] }: no source touches x before j

  /// { W[i] -> R[j] }
  isl::union_map pairs() const;
};

/// Times: { T[j] -> [t] }, in lexicographic order; no two of them are the same. Throws what isl throws.
Flow flow(const isl::union_map &Sinks, const isl::union_map &Sources, const isl::union_map &Times);

} // namespace tilepipe

#endif // TILEPIPE_SUPPORT_FLOW_H
