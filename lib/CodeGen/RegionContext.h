// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_CODEGEN_REGIONCONTEXT_H
#define TILEPIPE_LIB_CODEGEN_REGIONCONTEXT_H

#include "LoopChain.h"
#include "LoopOrder.h"
#include "tilepipe/CodeGen/CodeGen.h"

#include <map>

namespace tilepipe {

/// A scalar or pointer variable whose memory the nest must not write.
struct Reachable {
  std::string Name;    ///< in messages: "n", "g->n"
  std::string Id;      ///< what emitted names are made of
  std::string Size;    ///< C expression
  std::string Address; ///< C expression, at the call
  std::optional<isl::set> Guard; ///< of Address
  bool IsCalledGlobal;
};

/// Where elements lie between two stores that gcc may combine: nowhere, between stores of
/// different rows, or between stores of one iteration.
enum class StoreGaps { None, BetweenRows, InBody };

/// Elements of lines in rings of cells, where those of neighbouring points lie side by side (LineRing.cpp). As C text.
struct LineRing {
  /// A bound of columns, by row: that of row i is OfRow0 + Slope * i.
  struct Edge {
    std::string OfRow0;
    int64_t Slope;
  };
  /// Elements Row rows behind a point, and First to Last columns.
  struct Reach {
    int64_t Row, First, Last;
  };
  /// Elements [i + Offsets[0]][j + Offsets[1]] of some rows of an array.
  struct Plane {
    std::string Type, Array, Strides; ///< of an element; what is left of it without the last two subscripts; bytes from row to row, and of an element
    int64_t Offsets[2];
    unsigned Size, Before, Cells; ///< bytes of an element; cells in front of that of the block's first row, and of a line
    std::vector<Reach> Reaches;   ///< what points take of it; the first one: of their own rows
  };
  std::vector<Plane> Planes; ///< the first one has what points write
  /// The points of a block: its first and last row, and by row the columns behind all of Firsts and in front of all of Lasts.
  std::string First, Last;
  std::vector<Edge> Firsts, Lasts;
  /// What the body reads: the element of the point so many rows and columns on.
  struct Use {
    std::string Text;
    unsigned Plane;
    int64_t Row, Column;
  };
  std::vector<Use> Uses;
  std::string Written; ///< the element that a point writes
  /// The most lines that what the body reads lies behind its point, and before it.
  int64_t Ahead = 0, Behind = 0;
  /// Iterations of the loop around that a block has, and lines that each is behind the one before.
  int64_t Turns = 1, Lag = 0;
  unsigned Around = 0;             ///< loops around a block's
  /// Over all lines of a block, its turns, the lines of one of them, and the points of a line.
  LoopChain::Loop Lines, Turn, LinesOfTurn, Points;
  unsigned Dimension = 0;          ///< of boxes, along which blocks have rows; that before has turns
  std::string IsBlock;             ///< the condition that a box is a block
  std::string FirstTurn, FirstRow; ///< of a block's box, before it is cut by the space; FirstTurn empty: it has none

  /// Lines that are taken from memory at a time.
  static constexpr int64_t Chunk = 16;
};

/// Loops around lines of points: w = Slope * i + j of the two innermost coordinates is fixed along each.
struct LineScan {
  int64_t Slope;
  unsigned Rows;   ///< the most that a line crosses
  LoopChain Loops; ///< the outer coordinates, the first of these rows, w, i; of a ring: none
  std::optional<LineRing> Ring; ///< nothing: points take elements from memory
};

/// Calls that a jammed tile function makes once for each element, all of one function.
struct MemoCalls {
  ElementCall Call;    ///< one of them
  std::string Written; ///< the element that a point writes
  /// By dimension: the calls on what the point before along it wrote, as C text.
  std::map<unsigned, std::vector<std::string>> Uses;
};

/// Elements that jammed rows hold in variables: what points of these rows have written last. As C text.
struct HeldElements {
  std::string Type;    ///< of an element
  const char *Macro;   ///< that takes a value from a cell
  std::string Written; ///< the element that a point writes
  /// Those of the point before in the row, of the point in the row above, and of the one before that. Empty: the body
  /// does not read it; without Above there is no Corner.
  std::string Left, Above, Corner;
};

/// Rows in lanes of vectors: what points write, and read of it, lies in cells. As C text.
struct LaneScan {
  std::string Type;    ///< of an element
  std::string Written; ///< the element that a point writes
  std::string Rows;    ///< the array of its rows: what is left of it without the last two subscripts
  std::string Strides; ///< bytes from row to row, and of an element
  int64_t Offsets[2];  ///< these subscripts, less the coordinates
  /// What the body reads of the elements that points before it wrote: each as the text has it, and by how much its
  /// coordinates are less, 0 or 1. IsRoot: its square root is taken, and the text is the call.
  struct Use {
    std::string Text;
    unsigned Above, Left;
    bool IsRoot;
  };
  std::vector<Use> Uses;
  /// What the body reads of other arrays that belongs to a row or column alone, and the type of a variable with its value.
  struct Other {
    std::string Text, Type;
    bool IsOfColumn;
  };
  std::vector<Other> Packed; ///< into arrays of the tile function's own
  /// What the body reads that lies in memory in front of a block's points, an element for each: rows, bytes and subscripts
  /// as above.
  struct Input {
    std::string Text, Type, Rows, Strides;
    int64_t Offsets[2];
    bool IsRoot;
  };
  std::vector<Input> Inputs;
  unsigned ElementSize; ///< bytes

  bool hasRoots() const {
    return llvm::any_of(Uses, [](const Use &U) { return U.IsRoot; }) || llvm::any_of(Inputs, [](const Input &I) { return I.IsRoot; });
  }
};

/// Places of a block along dimension Last - 1, and along Last. Along all others it is as long as its tile.
struct CacheBlocks {
  unsigned Last;
  int64_t Rows, Points;
};

/// A read of which a tile has copies in an array of its own, where neighbours along the innermost loop are neighbours.
struct PackedRead {
  unsigned Access;                  ///< into LoopNest::Accesses
  unsigned Inner, Other;            ///< loops: the element is that of one iteration of each
  unsigned InnerAlong, OtherAlong;  ///< the dimensions of boxes along which these loops go
};

/// Places of Dimension below First are a border of the space, which Interior.h is about.
struct Border {
  unsigned Dimension;
  int64_t First;
};

/// The largest number in Text. C computes with int where no variable widens it.
uint64_t largestNumber(llvm::StringRef Text);

/// What every emitter knows of one region. Names in emitted code:
///   tp_<region>_<function>   functions, struct tp_<region>_args
///   tp_base_<array>          base pointer of an array in the argument structure
///   tp_at_<scalar>           address of a captured scalar
///   tp_global_<name>         value of a global that called functions read
///   <capture>, <symbol>      value of a captured variable, of a symbolic expression
struct RegionContext {
  RegionContext(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe, llvm::StringRef FileText,
                const CodeGenOptions &Options, std::vector<Border> Borders = {});

  const LoopNest &Nest;
  const Dependences &Deps;
  const Pipeline &Pipe;
  const llvm::StringRef FileText;
  const CodeGenOptions &Options;

  const isl::set Context;    ///< parameters under which emitted functions run
  const isl::set BoxContext; ///< the same with lo_d < hi_d for the box parameters
  const std::string Prefix;  ///< "tp_sweep"
  /// First and last value of a row of the tiling over all iterations, where there are any.
  struct Span {
    isl::pw_aff First, Last;
  };
  const std::vector<Span> Spans;
  /// The loops are a tree around statements, or tiled along other rows than their own.
  const bool IsTree;
  const bool HasUnitRows; ///< all rows of the tiling are unit vectors of the coordinates
  const std::vector<unsigned> BaseArrays; ///< one array of each base that the caller passes
  const std::vector<Reachable> Reachables;
  const LoopChain BoxScan; ///< the loops over the points of a box
  const SunkLoops Sunk; ///< the loops that run innermost in tiles
  const std::vector<PackedRead> Packed; ///< see Packing.h
  const std::optional<MemoCalls> Memo; ///< of the jammed tile function; nothing: it makes the user's calls
  const std::optional<HeldElements> Held; ///< of jammed rows; nothing: they read all elements from memory
  const std::optional<JammedLoop> JammedTree; ///< the loop whose iterations are the jammed rows of a tree
  const unsigned Jam;      ///< rows that the jammed tile function interleaves, 1: strips, 0: there is none
  const std::optional<LaneScan> Lanes; ///< of the skewed tile function; nothing: its points take elements from memory
  const std::optional<LineScan> Lines; ///< of the skewed tile function; nothing: there is none
  const std::optional<CacheBlocks> Blocks; ///< in which another tile function runs the plain one; nothing: there is none
  const StoreGaps Gaps;
  const std::vector<Border> Borders; ///< that Nest does not have: tile functions of its boxes run them by the plain one

  /// The plain tile function runs points in another order than the program, and has what other functions could gain.
  bool isReordered() const { return !Sunk.empty() || !Packed.empty(); }
  /// There are tile functions besides the plain one.
  bool hasChoice() const { return Jam || Lines || Lanes || Blocks; }
  /// Of the tiling.
  unsigned dimensions() const { return Pipe.Tiles.Rows.size(); }
  const Symbol *findSymbol(llvm::StringRef Name) const;
  /// True when the symbol's value is an expression, not a captured variable.
  bool isComputed(const Symbol &S) const;
  /// A function of the descriptor: its head, the declarations that Body needs, Body.
  std::string function(const std::string &Comment, const std::string &Head, const std::string &Body) const;
  /// "const tp_int n = (tp_int)tp_a->n;" for the symbols that Body mentions.
  std::string symbolDeclarations(llvm::StringRef Body) const;
  /// ((x0 * E1 + x1) * E2 + x2) * 8 for the subscripts X: bytes from the base, or from
  /// the pointer to the row.
  std::string byteOffset(const Array &A, const std::vector<std::string> &X) const;
};

/// Identifiers as they are, box parameters as members of tp_b.
std::string supportIdentifier(llvm::StringRef Name);
/// The same, and variables of the user widened to tp_int.
std::string widenedIdentifier(llvm::StringRef Name);

} // namespace tilepipe

#endif
