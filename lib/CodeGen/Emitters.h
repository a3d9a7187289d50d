// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The emitters: each makes the text of one thing, "" where the region has none.
#ifndef TILEPIPE_LIB_CODEGEN_EMITTERS_H
#define TILEPIPE_LIB_CODEGEN_EMITTERS_H

#include "RegionContext.h"

#include <optional>

namespace tilepipe {

// Space: where the iterations and elements are.
std::string emitBounds(const RegionContext &R);
std::string emitPoints(const RegionContext &R); ///< none where each place in the bounds is an iteration
std::string emitWork(const RegionContext &R);   ///< none where no statement has loops with known bounds
std::string emitRanges(const RegionContext &R);
/// The same as variables of a function in which symbols are declared. `const tp_box <Name> = {{...}, {...}};`
std::string emitBox(const RegionContext &R, const std::string &Name);
/// The condition that this box has no iterations, or too many for skewed coordinates.
std::string noIterations(const RegionContext &R, const std::string &Name);
/// `const tp_range <Name>[] = {{first, past}, ...};` by array, in bytes from its base; nothing: they are not known.
std::optional<std::string> emitByteRanges(const RegionContext &R, const std::string &Name);

// Tile: the user's body.
std::string emitTile(const RegionContext &R);
/// The loops alone, as a function that another one may replace: so compilers do not reason about its calls, as with
/// TP_OPAQUE. isTilePlain: they need not be told more.
std::string emitTileLoops(const RegionContext &R);
bool isTilePlain(const RegionContext &R);
std::string tileCall(const RegionContext &R, const std::string &Box); ///< of these loops, for *Box and *tp_a
std::string emitJam(const RegionContext &R);
std::string emitSkew(const RegionContext &R);
std::string emitBlocks(const RegionContext &R);
std::string emitVariants(const RegionContext &R); ///< the table of tile functions
std::string emitReference(const RegionContext &R);

// Exchange: faces, live-in, owned; the costly part.
std::string emitExchange(const RegionContext &R);
/// What flows across the far side in dimension D and no other, and what is owned, as one function; "": nothing flows.
std::string emitFaceOrOwned(const RegionContext &R, unsigned D);

// Entry: how the region starts.
/// A member of the argument structure.
struct ArgumentMember {
  std::string Type, Name, Comment;
  bool IsSize; ///< the space, or what is exchanged, depends on it
};
/// Sizes first. Enumerators: the functions that say where iterations and elements are.
std::vector<ArgumentMember> arguments(const RegionContext &R, llvm::StringRef Enumerators);
std::string emitArguments(const RegionContext &R, const std::vector<ArgumentMember> &Arguments);
std::string emitLocalise(const RegionContext &R); ///< static objects of a worker
std::string emitPipeline(const RegionContext &R); ///< the schedule, and its start in each thread
/// Functions that not every region has: the descriptor names those that are not "".
struct Emitted {
  std::string Points, Work, Reference, Localise, Part, Join;
};
std::string emitDescriptor(const RegionContext &R, const std::vector<ArgumentMember> &Arguments, const Emitted &Others);
std::string runParameters(const RegionContext &R);
/// Statements that decline where an assumption of the analysis fails.
void checkAssumptions(const RegionContext &R, CodeBuffer &Out);
void fillArguments(const RegionContext &R, const std::string &Into, CodeBuffer &Out); ///< members of that structure
std::string emitEntry(const RegionContext &R); ///< what the call in front of the nest calls
std::string emitCall(const RegionContext &R);  ///< goes directly before the user's nest
std::string emitPlainCall(const RegionContext &R); ///< the same without the runtime's macros

/// The call tells the end of the user's own loop (TP_REGION_TIMES_LOOP).
bool timesLoop(const RegionContext &R);
/// "const void *" or "void *": type of A's base at the call, where a cast that takes a const away
/// would be warned of.
std::string voidPointer(const Array &A);

} // namespace tilepipe

#endif
