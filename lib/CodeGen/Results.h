// Results.h - what tiles make of variables that the nest accumulates in
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile has a variable of each one's name. At its end it combines what it has with the region's results, a structure
// that all threads share. Names of emitted code, for a reduction m:
//   tp_nan_m     m has been a NaN
//   tp_from_m    m before the nest: tiles start from it where companions tell which of them comes first
//   tp_was_m     m before a point
//   tp_took_m    m has been taken from a point, with its companions
//   tp_at<d>_m   coordinates of that point
// For an ordered sum s: tp_terms_s, where the terms are; tp_first<d>_s and tp_width<d>_s, the box around its points.
#ifndef TILEPIPE_LIB_CODEGEN_RESULTS_H
#define TILEPIPE_LIB_CODEGEN_RESULTS_H

#include "CodeBuffer.h"
#include "RegionContext.h"

namespace tilepipe {

/// How many of the nest's reductions have a record of the runtime's: ordered sums, and what is reassociated.
unsigned recordsOfSums(const LoopNest &Nest);
/// "struct tp_sweep_results"
std::string resultsType(const RegionContext &R);
/// Its definition; "" without reductions.
std::string resultsDefinition(const RegionContext &R);
/// Variables of a function with the loops of a tile.
std::vector<Variable> resultVariables(const RegionContext &R);
/// The loops of a tile with what stands around them.
std::string withResults(const RegionContext &R, const std::string &Loops);
/// Statement K by Print, and what looks at results around it. Coordinates: the names of its loops' coordinates.
void printWatched(const RegionContext &R, CodeBuffer &Out, unsigned K, llvm::ArrayRef<std::string> Coordinates,
                  llvm::function_ref<void()> Print);

/// Other ranks have parts of the results.
bool joinsRanks(const RegionContext &R);
/// tp_part and tp_join of the descriptor, "": the region has none.
struct JoinFunctions {
  std::string Part, Join;
};
JoinFunctions emitJoins(const RegionContext &R);

/// tp_check of TP_OTHERWISE_TAKE, without parentheses.
std::string checksOfResults(const RegionContext &R);

/// Name: identifiers of that function. Statements of the try function in front of the start of the region, and behind it, where tp_ran has the answer. They
/// decline where the order of tiles shows. Where TILEPIPE_VERIFY has the program's own loop run anyway, tp_unsure says that
/// results may differ from its own.
void checkResultsBefore(const RegionContext &R, CodeBuffer &Out, llvm::function_ref<std::string(llvm::StringRef)> Name);
void checkResultsBehind(const RegionContext &R, CodeBuffer &Out);
/// There is something to check behind it.
bool looksAtResults(const LoopNest &Nest);

} // namespace tilepipe

#endif // TILEPIPE_LIB_CODEGEN_RESULTS_H
