// Reading.h - the parts of an emitted region
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_VERIFY_READING_H
#define TILEPIPE_LIB_VERIFY_READING_H

#include "ElementBase.h"
#include "Executor.h"
#include "UserNest.h"
#include "tilepipe/IR/Unfolding.h"
#include "tilepipe/Verify/Verify.h"

namespace tilepipe {

/// Each throws std::runtime_error at what it does not understand.

/// Tile functions.
EmittedScan readScan(const RegionSource &Source, const UserNest &User,
                     const clang::FunctionDecl *Function);

/// The tile function that Function runs for the blocks of its box; null: it does something else.
const clang::FunctionDecl *tileOfBlocks(const RegionSource &Source, const clang::FunctionDecl *Function);

/// Throws unless the user's nest does nothing with variables of reductions but accumulate in them.
void checkAccumulations(const RegionSource &Source, const RegionCall &Call, const UserNest &User);
/// Throws unless the call gives the region the values of these variables, and takes its results for them.
void checkResults(const RegionSource &Source, const RegionCall &Call, const UserNest &User);

/// Statements of the user's outermost loop that exchange pointers as the nest says (LoopNest::Cycles). Throws unless
/// nothing else changes these pointers, and each statement of the nest has them where it says.
std::set<const clang::Stmt *> checkSwaps(const RegionSource &Source, const RegionCall &Call, const UserNest &User);
/// Throws unless the call leaves these pointers where the nest would.
/// Spelled: see Evaluator.
void checkMoved(const RegionSource &Source, const RegionCall &Call, const std::map<std::string, std::string> &Spelled);

/// Where constant pointers of emitted functions point to, by conditions.
class PointerPlaces {
public:
  explicit PointerPlaces(const RegionSource &Source) : Source(Source) {}

  struct Place {
    isl::set Where;
    std::string Base; ///< field of the argument structure, or name of a pointer of the user's
  };

  /// V = c ? p : q ..., where p and q are bases of arrays or such pointers. False: V is no such pointer.
  bool declare(Evaluator &X, const clang::VarDecl *V);
  /// The same for an expression, into Result.
  bool read(Evaluator &X, const clang::Expr *E, const isl::set &Where, std::vector<Place> &Result) const;
  /// The rest of Block from First on is statement K, which runs at Points: { : } over tp_c<d> and loops. Throws unless
  /// all exchanged pointers that it names are where iterations of the outermost loop have them.
  void check(unsigned K, const clang::CompoundStmt *Block, unsigned First, const isl::set &Points) const;

private:
  const RegionSource &Source;
  std::map<const clang::VarDecl *, std::vector<Place>> Known;
};

/// tp_in_blocks(tp_b, last, rows, points, tile, tp_v): a tile function that runs boxes of at most so many places along the last
/// two dimensions by another one.
struct BlockCall {
  unsigned Last;
  int64_t Rows, Points;
  const clang::FunctionDecl *Tile;
};

/// As TP_LINES in tilepipe/runtime.h.
constexpr int64_t LinesOfRing = 64;

/// What an array of a tile function holds of values that the body would take from memory: elements of one array, or what a
/// function of the C library gives for them. Variables that stand in the body for parts of the user's text get them from its
/// cells.
///
/// A cell has the value for an element if it was filled for that one last, and the element was not written since.
///
/// A variable may also take what the body assigns to its element. Then a cell is filled from it, and the runtime stores the
/// cells' values later, within the scope of the array (Stored.cpp).
class HeldValues {
public:
  /// Blocks: what the function's boxes are; nothing: any.
  HeldValues(const RegionSource &Source, const UserNest &User, const std::optional<BlockCall> &Blocks)
      : Source(Source), User(User), Blocks(Blocks) {}

  /// V is the array.
  void declare(Executor &X, const clang::VarDecl *V);
  const clang::VarDecl *array() const { return Array; }
  /// Where a declaration that X has reached stands: its scope.
  static std::vector<Moment> around(const Executor &X);
  bool isScope(llvm::ArrayRef<Moment> Other) const;
  size_t depth() const { return Around.size(); }
  /// Parts of TP_HELD.
  struct Claim {
    const clang::Expr *Of;
    const clang::Expr *Cell;
    const clang::Expr *Whole;
  };
  /// Nothing: E is no TP_HELD.
  static std::optional<Claim> claim(const clang::Expr *E);
  /// const float v = TP_HELD(sqrtf(A[x]), tp_held[a][b]), or __typeof__(A[x]) v, which takes what is assigned to A[x]. False: V
  /// is no such variable.
  bool standsIn(Executor &X, const clang::VarDecl *V);
  /// tp_held[a][b] = sqrtf(A[x]), or A[x], or TP_HELD(A[x], tp_held[c][d]), a copy, or a variable that takes what is assigned.
  void store(Executor &X, const clang::BinaryOperator *E);
  /// tp_from_ring(&Kept, ...): elements are stored.
  void storeElements(Executor &X, const clang::CallExpr *Call, const clang::VarDecl *Kept);
  /// tp_to_ring(...): elements fill cells.
  void loadElements(Executor &X, const clang::CallExpr *Call);
  /// tp_to_lines(...): elements that points of a block reach fill cells.
  void takeLines(Executor &X, const clang::CallExpr *Call);
  /// tp_from_lines(...): elements of such points are stored.
  void storeLines(Executor &X, const clang::CallExpr *Call);
  /// tp_roots(...): square roots of what From has fill cells.
  void takeRoots(Executor &X, const clang::CallExpr *Call, HeldValues &From);
  /// tp_shift_lanes(...): copies cells as Loop does, within lines, between places where vectors begin.
  void checkShift(Executor &X, const clang::CallExpr *Call, const clang::Stmt *Loop) const;
  /// Rest of Block from statement First on is a copy of the body that runs at Points: { : } over tp_c<d> and loops. Returns
  /// whether it leaves what it writes of the array in cells.
  bool body(Executor &X, const clang::CompoundStmt *Block, unsigned First, const isl::set &Points);
  /// Its cells are for elements of that array.
  bool isFor(unsigned Index) const { return ArrayIndex == Index; }
  llvm::ArrayRef<StandIn> standIns() const { return Known; }
  /// Its variables take what is written of the array whose elements Other's cells are for: memory gets it later.
  bool takesFor(const HeldValues &Other) const;
  /// Throws unless each cell has the value that is taken from it, and nothing is read or called that the program does not
  /// read or call. Taker: takesFor this one; null: none does.
  void finish(const HeldValues *Taker) const;

private:
  /// Something that happens where the array exists, its scope.
  struct Event {
    const clang::Stmt *Where;
    isl::set Condition; ///< parameters under which it happens
    std::vector<Moment> Time;
    std::vector<Value> Cell; ///< a, b; of writes: none
    std::vector<Value> Element; ///< subscripts; of writes: none, Condition is over tp_c<d>
    unsigned Access = 0; ///< of writes: into LoopNest::Accesses
    bool IsTaken = false; ///< of writes, and of stores: by a variable that takes what is assigned, and from it
    bool IsCell = true;   ///< of reads: from the cell, whatever compiles the text
    bool IsRoot = false;  ///< of stores: the root of what another array's cell has
    std::optional<isl::set> Sure = std::nullopt; ///< a part of Condition that is easier to look for
  };

  const RegionSource &Source;
  const UserNest &User;
  const std::optional<BlockCall> Blocks;
  const clang::VarDecl *Array = nullptr;
  std::vector<Moment> Around; ///< of the scope
  std::vector<Event> Stores, Copies, Reads, Writes;
  std::vector<Event> Stored; ///< of the reads: those of which memory gets the values
  std::vector<Event> Rings;  ///< calls that store them; Element: the first line, and those behind the last one and behind all
  const clang::VarDecl *Late = nullptr; ///< what these calls keep
  std::vector<Value> BlockOfRing; ///< what they are for: the rows' subscripts, how many, the first row, first and last column
  std::vector<StandIn> Known;
  std::set<const clang::VarDecl *> Assigned; ///< that took what a copy of the body assigned, in the scope of the variable
  std::vector<std::vector<Value>> ElementOf; ///< of each, where it was declared
  std::optional<unsigned> ArrayIndex; ///< of the elements
  /// Cells of lines, of which the array has the last LinesOfRing ones: the first part of a cell is its line, not the remainder.
  bool IsOfLines = false;
  bool HasPlaces = false; ///< cells are named otherwise
  std::optional<Value> FirstLine; ///< of the first call that takes lines
  std::string Function; ///< that is called for them; empty: none

  const StandIn *standIn(const clang::VarDecl *V) const;
  bool takes(Executor &X, const clang::VarDecl *V);
  void checkTaken(const clang::CompoundStmt *Block, unsigned First, const StandIn &Of) const;
  std::vector<Value> cellOf(Executor &X, const clang::Expr *E);
  std::vector<Value> elementOf(Executor &X, const clang::Expr *E);
  void setArray(const clang::Expr *Where, const std::string &Called, llvm::function_ref<bool(const tilepipe::Array &)> Is);
  void setArray(const clang::Expr *Where, const std::string &Called, const ElementBase &Base, size_t Rank);
  bool areStrides(Executor &X, const clang::CallExpr *Call, unsigned From, const clang::Expr *Rows) const;
  /// V, where X is, differs between iterations of a loop in the array's scope.
  bool changesInScope(const Executor &X, const Value &V) const;
  struct RingPlace;
  RingPlace ringPlace(Executor &X, const clang::CallExpr *Call, const clang::Expr *Rows, unsigned Strides, unsigned From) const;
  /// Rows have the array's elements; Cells is the array, Line the bytes of each of its Lines lines.
  bool isElementType(const clang::Expr *Rows) const;
  bool isCellsOf(const clang::Expr *Cells, const clang::Expr *Line, int64_t Lines) const;
  /// Cells are for elements of these rows, "H[p]".
  void setRows(Executor &X, const clang::CallExpr *Call, const clang::Expr *Rows);
  struct LinePlace;
  void checkRows(Executor &X, const clang::CallExpr *Call, int64_t Around) const;
  Event movedLines(Executor &X, const clang::CallExpr *Call, const LinePlace &P, int64_t Down, int64_t FirstColumn, int64_t LastColumn) const;
  LinePlace linePlace(Executor &X, const clang::CallExpr *Call, const clang::Expr *Rows, unsigned First) const;
  std::vector<Value> linearElement(Executor &X, const clang::Expr *E) const;
  std::vector<Value> elementsRow(Executor &X, const clang::Expr *E) const;
  void read(Executor &X, const Claim &C);

  /// { : } over the corners of boxes: those that the function is called for.
  isl::set boxesOfBlocks() const;
  static Moment momentAt(const Event &E, size_t I);
  bool isInScope(const Event &E) const;
  /// Of writes: of the array, in the scope.
  bool isOwnWrite(const Event &E) const;
  isl::set setOf(const Event &E, llvm::ArrayRef<size_t> Times) const;
  std::vector<size_t> tellingTimes() const;
  /// Each throws, at the first read, unless what it is called for holds.
  struct Sets;
  isl::set allOf(const std::vector<Event> &Events, const Sets &S) const;
  /// Each of Events by itself, where it surely happens.
  std::vector<isl::set> sureOf(const std::vector<Event> &Events, const Sets &S) const;
  static unsigned iterationOf(const Event &E, const Sets &S);
  void require(bool IsTrue, const char *Otherwise) const;
  bool areWrittenOnce(const Sets &S) const;
  void checkCells(const Sets &S) const;
  void checkReads(const Sets &S) const;
  void checkRing(const Sets &S, const isl::set &Filled) const;
  void checkIndependent(const Sets &S) const;
  void checkWrites(const Sets &S) const;
  void checkElements(const Sets &S) const;
  void checkLoads(const Sets &S) const;
  /// No element of Fills is written before its fill.
  bool comeBeforeWrites(const isl::set &Fills, const Sets &S) const;
  void checkStored(const Sets &S) const;
  void checkRings(const Sets &S) const;
};

/// All arrays of a tile function that hold values: tp_held and tp_root, tp_packed<n> for what belongs to rows or columns, and
/// tp_input<n> for what does not.
class HeldArrays {
public:
  HeldArrays(const RegionSource &Source, const UserNest &User, const std::optional<BlockCall> &Blocks);

  /// V is one of the arrays, or what tp_from_ring keeps. False: it is not.
  bool declare(Executor &X, const clang::VarDecl *V);
  /// As those of HeldValues, of the array that is named.
  bool standsIn(Executor &X, const clang::VarDecl *V);
  bool store(Executor &X, const clang::BinaryOperator *E);
  /// Call is one of the runtime's that reads or fills cells. False: it is none.
  bool call(Executor &X, const clang::CallExpr *Call);
  /// if (!tp_shift_lanes(...)) loop, where the call does what the loop does. False: S is something else.
  bool shiftsLanes(Executor &X, const clang::IfStmt *S) const;
  void body(Executor &X, const clang::CompoundStmt *Block, unsigned First, const isl::set &Points);
  std::vector<StandIn> standIns() const;
  bool hasArrays() const { return All.size() > 1; }
  /// Elements are stored by tp_from_ring or tp_from_lines.
  bool hasLanes() const { return !Late.empty() || HasLines; }
  void finish() const;

private:
  const RegionSource &Source;
  const UserNest &User;
  const std::optional<BlockCall> Blocks;
  std::vector<std::unique_ptr<HeldValues>> All; ///< the first one has no array: conditions that are false
  std::map<const clang::VarDecl *, std::vector<Moment>> Late; ///< by variable: its scope
  bool HasLines = false;

  HeldValues *find(const clang::VarDecl *Array) const;
  void storeElements(Executor &X, const clang::CallExpr *Call);
};

/// The region's record of a sum or product: "tp_results->tp_sums[0]"
std::string recordOf(const LoopNest &Nest, const Reduction &R);

/// What functions with the loops of a tile make of reductions: each begins with the operator's neutral element or the
/// result so far, and combines what it has with the region's result in the end. Of ordered sums each point stores its term.
class TileResults {
public:
  TileResults(const RegionSource &Source, const UserNest &User) : Source(Source), User(User) {}

  /// Throws unless Function, a function with loops, begins and ends so.
  void enter(const clang::FunctionDecl *Function);
  /// What stands around a copy of a body where points are looked at.
  struct Frame {
    const clang::CompoundStmt *Body = nullptr; ///< its statements are the copy
    std::vector<const clang::Stmt *> Around;
    /// Variables whose values are taken for the coordinate of the statement's loop of that number.
    std::vector<std::pair<unsigned, const clang::VarDecl *>> Coordinates;
  };
  /// The rest of Block from First on as such a frame of statement K; nothing: it is none.
  std::optional<Frame> frame(const clang::CompoundStmt *Block, unsigned First, unsigned K) const;
  void accept(const Frame &F) { Known.insert(F.Around.begin(), F.Around.end()); }
  /// Rest of Block from First on is a copy of the body in Function.
  void body(const clang::FunctionDecl *Function, const clang::CompoundStmt *Block, unsigned First, const Executor &X);
  /// S is one of the statements that begin or end such a function.
  bool isKnown(const clang::Stmt *S) const { return Known.count(S) > 0; }
  /// Name is that of a variable that tiles have for results.
  bool isVariable(llvm::StringRef Name) const;
  /// Throws unless Part makes of a copy of the results what another rank begins with, and Join combines its results with
  /// those of rank 0. Null: there is none.
  void checkJoins(const clang::FunctionDecl *Part, const clang::FunctionDecl *Join) const;
  /// Throws unless all places that name these variables have been seen.
  void finish() const;

private:
  const RegionSource &Source;
  const UserNest &User;
  std::vector<const clang::FunctionDecl *> Functions;
  std::vector<const clang::Stmt *> Bodies;
  std::set<const clang::Stmt *> Known;

  struct Own;
  std::vector<Own> own(const Reduction &R) const;
  std::vector<Own> ownOfSum(const Reduction &R) const;
  std::string placeOfTerm(const Reduction &R) const;
  bool readCoordinates(const Reduction &R, clang::CompoundStmt::const_body_iterator First, Frame &To) const;
  unsigned loopsAround(const Reduction &R) const;
  std::string combinesFirst(const Reduction &R) const;
  /// How what a tile has goes into the results: statements.
  std::vector<std::string> combinations() const;
  const clang::VarDecl *declared(const clang::FunctionDecl *Function, const std::string &Name) const;
  void checkDeclared(const clang::FunctionDecl *Function, const Reduction &R) const;
};

/// Live-in and owned, or the face across Crosses: { A[x] }. Unfolded: arrays with an Unfolding have such elements; else none.
isl::union_set readRuns(const RegionSource &Source, llvm::ArrayRef<std::optional<Unfolding>> Unfolded,
                        const clang::FunctionDecl *Function, std::optional<unsigned> Crosses = {});

/// tp_bounds, into Lo and Hi; parameters for which it declines leave Runs.
void readBounds(const RegionSource &Source, const clang::FunctionDecl *Function,
                EmittedRegion &Region);
/// tp_points, into Counted.
void readPoints(const RegionSource &Source, const clang::FunctionDecl *Function,
                EmittedRegion &Region);
/// tp_ranges, into Ranges.
void readRanges(const RegionSource &Source, const clang::FunctionDecl *Function,
                EmittedRegion &Region);

/// tp_<region>_region and its tables: what they say, and the functions they name.
struct Descriptor {
  std::map<std::string, const clang::FunctionDecl *> Functions; ///< by field: "tp_face"; those that there are
  /// Null: there is none.
  const clang::FunctionDecl *find(const std::string &Field) const {
    auto Found = Functions.find(Field);
    return Found == Functions.end() ? nullptr : Found->second;
  }
  const clang::VarDecl *Variants = nullptr;                     ///< the table of tile functions
  std::vector<const clang::FunctionDecl *> Tiles;               ///< its functions, the plain one first
  std::vector<unsigned> Faces;                                  ///< tp_crosses
};
Descriptor readDescriptor(const RegionSource &Source, EmittedRegion &Region);

/// The call: that its arguments are what they are called; what it leaves the iterators with, into
/// Exits.
void readCall(const RegionSource &Source, const RegionCall &Call, const UserNest &User,
              EmittedRegion &Region);

/// tp_<region>_run, _try, _localise, _start and _pipeline, into Runs and Pipeline.
void readStart(const RegionSource &Source, const UserNest &User, const Descriptor &Table,
               EmittedRegion &Region);

/// Subscripts of an element of A.
using Subscripts = std::vector<Value>;
/// One operand of a chain of additions and subtractions.
struct Term {
  const clang::Expr *E;
  bool IsNegative = false;
};
/// The operands of Sum, leftmost first; Sum itself when it is no such chain.
std::vector<Term> termsOf(const clang::Expr *Sum);
Value sumOf(Evaluator &X, llvm::ArrayRef<Term> Terms);
/// E is the size of that dimension.
bool isExtent(Evaluator &X, const clang::Expr *E, const Extent &Size);
/// Takes A's subscripts from the sum of Terms, which must be spelled as A's byte offset and Extra
/// bytes more: ((x0 * E1 + x1) * E2 + x2) * 8 + 16. Arrays of rows: the subscripts behind the row.
Subscripts readOffset(Evaluator &X, const Array &A, llvm::ArrayRef<Term> Terms, uint64_t Extra,
                      const clang::Expr *Where);

} // namespace tilepipe

#endif // TILEPIPE_LIB_VERIFY_READING_H
