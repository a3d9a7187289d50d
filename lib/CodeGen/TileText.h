// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_CODEGEN_TILETEXT_H
#define TILEPIPE_LIB_CODEGEN_TILETEXT_H

#include "RegionContext.h"

namespace tilepipe {

/// The user's iterator can itself be the loop variable: it counts the coordinate,
/// and no bound of ours can leave its type.
bool isDirect(const RegionContext &R, unsigned D);
/// It counts the coordinate, perhaps in a variable of its own.
bool isCoordinate(const RegionContext &R, unsigned D);
std::string loopVariable(const RegionContext &R, unsigned D);
std::vector<std::string> loopVariables(const RegionContext &R);
/// The variable with the place of pointer Index of an exchange, in an iteration of the outermost loop.
std::string placeName(unsigned Cycle, unsigned Index);

/// The loops over the points of a box. isl's own have the closest bounds. Where some constraints have remainders and
/// there are many of them isl takes seconds to compare them all with each other; then the constraints themselves are
/// printed.
LoopChain boxLoops(const RegionContext &R);
/// Rows to jam; 1: the box in strips; 0: neither.
unsigned jammedRows(const RegionContext &R);
/// tp_last<d> and tp_row of printJammedRows, for all rows of the box.
void declareRows(const RegionContext &R, CodeBuffer &Out);
/// The loops over rows and points, given the outer ones: from tp_row on Jam rows at a time, those left over by the plain
/// function. tp_last<d> have their last values. InFront: of the points of some rows; AtPlace: of those of one place.
void printJammedRows(const RegionContext &R, CodeBuffer &Out, llvm::function_ref<void()> Leaf,
                     llvm::function_ref<void()> InFront = [] {}, llvm::function_ref<void()> AtPlace = [] {});
/// The box at the current point of the outer loops by the plain function, in the original order: from FirstRow on; empty: all.
void printPlainRest(const RegionContext &R, CodeBuffer &Out, const std::string &FirstRow);
/// The call of the plain function for *Box, from a function with the same parameters.
std::string plainCall(const RegionContext &R, const std::string &Box);
/// Elements that jammed rows hold; nothing: the body reads none, or they are not understood.
std::optional<HeldElements> heldElements(const RegionContext &R);
/// The jammed tile function that holds R.Held.
std::string emitHeld(const RegionContext &R);
/// Calls that points share; nothing: not enough of them, or they are not understood.
std::optional<MemoCalls> memoCalls(const RegionContext &R);
/// The jammed tile function that makes R.Memo's calls once for each element.
std::string emitMemo(const RegionContext &R);
/// Bits: the dimensions at whose lower sides it makes them again; 0: there is no such function.
unsigned memoSides(const RegionContext &R);
/// What a skewed tile function in lanes of vectors runs; nothing: it would be no faster, or the body is not understood.
std::optional<LaneScan> laneScan(const RegionContext &R);
/// The skewed tile function that runs R.Lanes, blocks of laneRows rows.
std::string emitLanes(const RegionContext &R);
unsigned laneRows();
/// Lines that such a block has more than columns.
unsigned moreLines();
/// Blocks in which the plain tile function runs from a near cache; nothing: there are other functions to choose from, or no
/// element is used again.
std::optional<CacheBlocks> cacheBlocks(const RegionContext &R);
/// What a skewed tile function without lanes runs.
std::optional<LineScan> lineScan(const RegionContext &R);
/// The same where elements of a line have copies side by side, for lines that are as steep as points ask for; nothing: the body
/// is not understood.
std::optional<LineScan> lineRing(const RegionContext &R, int64_t Slope);
/// The skewed tile function that runs R.Lines->Ring, blocks of so many rows.
std::string emitLineRing(const RegionContext &R);
/// Lines that such a block has more than columns; 0: rows are not run in blocks.
unsigned moreLines(const LineScan &L);
/// Of the nest's tile functions, without jamming.
StoreGaps storeGaps(const RegionContext &R);

/// What stands in the place of a part of the user's text, wherever the text has it.
struct Replacement {
  std::string Of, Text;
};

/// A value { S[c] -> [v] } as C over the names of the coordinates.
std::string valueAt(const isl::pw_aff &Value, const std::vector<std::string> &Coordinates, const isl::set &Context);

/// The iterators that are no loop variables, and what loops step beside them.
void printIterators(const RegionContext &R, CodeBuffer &Out);
/// One point: the iterators' values, reads of the elements in Touched, the user's text. Coordinates: their values
/// there; empty: the loop variable has it.
void printLeaf(const RegionContext &R, CodeBuffer &Out, const std::vector<std::string> &Coordinates,
               const std::vector<std::string> &Touched = {});

/// A part of the user's text, and where its value is held.
struct HeldValue {
  std::string Of, Cell;
  std::string Type = ""; ///< of the variable; empty: that of the others
};
/// A block: variables with these values, and one point whose text names them instead. Macro: see HeldElements. Others:
/// what else stands in its text.
void printLeafWithHeld(const RegionContext &R, CodeBuffer &Out, const std::string &Type, const std::string &Macro,
                       llvm::ArrayRef<HeldValue> Held, llvm::ArrayRef<Replacement> Others = {});

/// What a tile function runs: loops around copies of the user's text, and variables besides iterators and coordinates.
struct ScanText {
  std::vector<Variable> Counters;
  std::string Loops;
  /// The most places along dimension Last and the one before; Rows is 0: any. Larger boxes are run in blocks.
  unsigned Rows = 0, Points = 0;
  std::optional<unsigned> Last = std::nullopt; ///< nothing: the last one
};
/// The loops of a tree (RegionContext), with the statements inside: in the program's order, in that of tiles, with what is
/// packed (Packing.h), or with rows that advance together.
enum class PointOrder { Program, Tiles, Jammed };
/// Whether long rows have a short first piece (RowPieces.h).
enum class RowsBegin { AsTheyAre, AtLines };
std::string treeLoops(const RegionContext &R, PointOrder Order, RowsBegin Rows);
/// By what each row of the tiling grows from one iteration of the innermost loops of tiles to the next.
std::vector<int64_t> stepsInRows(const RegionContext &R);

/// What compilers must be told of a function with such loops: "TP_OPAQUE".
std::string scanAttributes(const RegionContext &R, const std::string &Name);
/// The function with the loops of Scan: tp_<region>_<name>_scan. Storage: what stands in front of its type.
std::string emitScanFunction(const RegionContext &R, const std::string &Name, const std::string &Storage, const ScanText &Scan);
/// Its call for *Box, with the arguments of tp_a.
std::string scanCall(const RegionContext &R, const std::string &Name, const std::string &Box);
/// The scan function of that name, for boxes where the C condition Where holds; empty: for none.
struct OtherScan {
  std::string Where, Name;
};
/// A function of the descriptor that runs the points of a box by Scan, or by Otherwise.
std::string emitTileFunction(const RegionContext &R, const std::string &Name, const std::string &Comment,
                             const ScanText &Scan, const OtherScan &Otherwise = {});

/// Parameters of the functions with the loops, and what is passed for them.
struct Parameter {
  std::string Declaration, Name, Argument;
};
std::vector<Parameter> scanParameters(const RegionContext &R);
/// "const double (*__restrict A)[tp_A_1]"
std::string arrayDeclarator(const Array &A, bool IsRestrict);
/// { [] -> [c] }: the coordinate of the outermost loop's first iteration.
isl::pw_aff firstTurn(const LoopNest &Nest);
/// The array that the exchanged pointer Name points to before the nest; null: the nest accesses none of its cycle.
const Array *arrayOfPointer(const LoopNest &Nest, const std::string &Name);
/// Structures of which the user's text reads members.
std::string aggregateDeclarations(const RegionContext &R);
/// Function with the names of structure variables standing for what the base pointers of that name point to.
std::string withObjects(const RegionContext &R, const std::string &Function, bool IsReference);
/// Head and argument pointer of a function that runs the user's text.
std::string functionHead(const std::string &Prefix, const std::string &Name, const char *Parameters);

} // namespace tilepipe

#endif
