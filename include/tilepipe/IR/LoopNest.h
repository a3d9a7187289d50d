// LoopNest.h - a loop nest as plain values
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the front end knows about a nest that it could understand, without any
// Clang type. Later stages only read it.
//
// Spaces. A point of the iteration domain is S[c0, ..., c(n-1)], outermost
// first, in *coordinates*: c grows by one from one iteration to the next. For
// `i++` the coordinate is the iterator itself, for `i--` its negation, and for
// any other step it counts iterations from 0. An element is A[x0, ..., x(k-1)]
// where the tuple is named after the array. Symbols are isl parameters.
//
// A nest of several statements has one space for all of them: a point is
// S[p0, c0, p1, c1, ..., pn], where p is the place of a loop or statement among
// its siblings and unused dimensions are 0. In both spaces the program runs the
// points in lexicographic order.
#ifndef TILEPIPE_IR_LOOPNEST_H
#define TILEPIPE_IR_LOOPNEST_H

#include "tilepipe/Support/Isl.h"
#include "tilepipe/Support/Remark.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>
#include <set>

namespace llvm {
class raw_ostream;
}

namespace tilepipe {

/// An integer that does not change while the nest runs: an isl parameter.
struct Symbol {
  std::string Name; ///< of the isl parameter; a C identifier
  std::string Text; ///< C expression over captures that computes it: "n", "(n * m)"
};

/// A variable whose value is copied into the argument structure, and declared
/// again under its own name in every emitted function that needs it.
struct Capture {
  std::string Name;      ///< in emitted code: "n", or "tp_A_1" for an extent of A
  std::string Type;      ///< C spelling valid at file scope: "int", "tp_int"
  std::string CallText;  ///< evaluated at the call: "n", "(tp_int)(sizeof(A[0]) / sizeof(A[0][0]))"
  bool IsInBody = false; ///< named by the body's text (else: only by bounds or extents)
  /// Global or address-taken: a store through a pointer of the nest could change
  /// it, so the runtime checks that its memory lies outside what the nest writes.
  bool IsReachable = false;
  std::string AddressText; ///< of that memory, at the call: "&g->n"; empty: "&" and the name
  uint64_t Size = 0;       ///< of that memory; 0: of Type
  /// Parameters under which CallText may be evaluated: the program itself does so
  /// there. (Optional, because copying a null isl value throws.)
  std::optional<isl::set> Guard;
};

/// A scalar or an array that is declared outside of the nest and that each iteration writes before it
/// reads it; nothing reads it afterwards. Emitted functions have one of their own.
struct Private {
  std::string Name;
  std::string Type; ///< C spelling valid at file scope; of an array, that of its elements
  std::string Dims; ///< of an array: "[64][5]"
};

/// A scalar that carries values along inner loops. Iterations of outer loops have one each, so it is an array: of the region's
/// own, or the one whose element it becomes at last. A statement's text names the scalar; in front
/// of it the element becomes that variable, and behind it the variable the element.
struct ExpandedScalar {
  std::string Name, Type; ///< C spelling valid at file scope
  unsigned ArrayIndex = 0; ///< into LoopNest::Arrays
  std::string Element;     ///< C text of the element: "tp_own_prev[i]", "c[i][j]"
  std::vector<unsigned> NamedBy;    ///< statements, in order
  std::vector<unsigned> DeclaredBy; ///< those of which the text declares it
  std::vector<unsigned> SetBy;      ///< those of which the text sets it before it reads it: it has no value in front
  std::vector<unsigned> FinishedBy; ///< those of which the text writes the element: behind that it is the scalar's no longer

  bool isGivenIn(unsigned K) const { return llvm::is_contained(DeclaredBy, K) || llvm::is_contained(SetBy, K); }
};

/// A scalar that is declared outside of the nest, and that the nest accumulates in and does nothing else with. Its value
/// behind the nest is that before it and those of all iterations, combined by Op: in the program's order where
/// isOrdered(), else in whatever order. That shows in bits where IsReassociated, and nowhere else.
struct Reduction {
  enum class Operator { Add, Multiply, And, Or, Xor, Min, Max };
  /// Which number takes the place of the greatest one so far (the least one likewise).
  enum class Taking {
    Strict,   ///< a greater one: `if (e > m) m = e`. Of zeros of both signs the first one stays
    Equal,    ///< a greater one, perhaps an equal one: `fmax(m, e)`, `if (e >= m) m = e`
    Unordered ///< a NaN as well, and behind it whatever comes: `m = m > e ? m : e`
  };
  /// A variable that is set wherever a new extreme is taken, and nowhere else: the place of the least element.
  struct Companion {
    std::string Name;
    std::string Type; ///< C spelling valid at file scope
  };
  std::string Name;
  std::string Type;    ///< C spelling valid at file scope
  std::string Partial; ///< type of partial results: unsigned where sums of some iterations may leave Type
  Operator Op = Operator::Add;
  bool IsFloating = false; ///< then Op is Min, Max, or Add, whose order is the program's unless IsReassociated
  Taking Takes = Taking::Strict; ///< of floating-point numbers
  bool HasNoSign = false;        ///< the values that it is compared with are no zeros below 0: fabs(x), x * x
  /// Of a strict extreme. They belong to the first point, in the program's order, that has it.
  std::vector<Companion> Companions;
  unsigned StatementIndex = 0; ///< the only statement that names it, where isWatched()
  bool IsFloat = false; ///< Type is float, whatever it is called
  bool MayFuse = false; ///< of an ordered sum: its terms may be products, which a compiler may fuse with the addition

  /// A sum or a product of floating-point numbers whose order the user has given up (--tp-fp=reassociate).
  bool IsReassociated = false;

  bool isExtreme() const { return Op == Operator::Min || Op == Operator::Max; }
  /// A sum of floating-point numbers, at most one for each point. Tiles keep them; the runtime adds them.
  bool isOrdered() const { return IsFloating && Op == Operator::Add && !IsReassociated; }
  /// The runtime has a record of it: where terms are, or the partial results of CPUs.
  bool hasRecord() const { return isOrdered() || IsReassociated; }
  bool mayTakeNan() const { return IsFloating && Takes == Taking::Unordered; }
  /// Tiles look at it at each point.
  bool isWatched() const { return mayTakeNan() || !Companions.empty() || isOrdered(); }
  /// Points may come in any order, inside tiles as well.
  bool hasAnyOrder() const { return !isWatched() && !hasRecord(); }
  /// The order of tiles may show in a zero, or where a NaN is taken. Companions tell the order.
  bool mayShowOrder() const { return IsFloating && Companions.empty() && !hasRecord(); }
};

/// A structure of which the nest reads members and writes none. Emitted functions
/// that hold the user's text build one of their own, from values copied before the
/// start, and give it the user's name.
struct AggregateCopy {
  std::string Name;     ///< of the emitted object: the user's variable, or "tp_o0_g"
  std::string Type;     ///< C spelling: "struct grid"
  std::string Variable; ///< the user's pointer variable to it; empty: none
  bool IsReachable = false; ///< the pointer variable is global or address-taken
  struct Member {
    std::string Path;  ///< designator: ".n", ".h[2]"
    std::string Value; ///< a capture, the base of an array, or "&" and a copy named before
  };
  std::vector<Member> Members;
};

/// A type that emitted code names by an object of it: a structure without a tag.
struct TypeName {
  std::string Name; ///< "tp_sweep_t0"
  std::string Text; ///< of the type, at file scope: "__typeof__(g)"
};

/// A global variable that functions called by the body name by themselves; workers set theirs.
struct CalledGlobal {
  std::string Name;
  std::string Type; ///< of a scalar, whose value travels
  std::string Base; ///< of a pointer: the array base that it is set to; else empty
};

/// One dimension of an array's index space.
struct Extent {
  std::string Text;   ///< C expression over captures; empty when unknown
  /// { [] -> [size] } over the symbols; nothing when unknown. (Optional, because
  /// copying a null isl value throws.)
  std::optional<isl::pw_aff> Size;
  /// Bytes from one element of the dimension's row to the next, where these are
  /// structures of which the array is a member, or elements with padding. Another
  /// row begins behind the member: c[x0].v[x1] has {sizeof c[0], 0}.
  /// 0: the element, or no row ends here.
  uint64_t Unit = 0;
};

/// The elements reached by one base and one path of members. Arrays of one base
/// (the members of a structure) do not overlap.
struct Array {
  enum class Storage {
    Static,  ///< declared array of static storage, named at file scope
    Object,  ///< other declared array (automatic, VLA, function-scope static)
    Pointer  ///< reached through a pointer variable or parameter
  };

  std::string Name;        ///< as the body spells it, "A", "g->u", "c[].x"; also the isl tuple
  std::string ElementType; ///< C spelling without const: "double"
  uint64_t ElementSize = 0;
  bool IsComplex = false;  ///< an element is a pair of floating-point numbers
  bool IsWord = false;     ///< an element is an integer of at most 64 bits
  Storage Kind = Storage::Pointer;
  bool IsConst = false;         ///< elements are const in the declaration
  bool IsConstObject = false;   ///< const object of static storage: same on all ranks
  bool IsWritten = false;
  bool IsOwn = false; ///< elements of an ExpandedScalar: the region has memory for them, the program has none
  /// The nest combines elements with values by this operator, and does nothing else with them; their subscripts depend
  /// on data. The order shows in no bit, or the user has given it up. So each CPU has elements of its own, which are
  /// combined in the end.
  std::optional<Reduction::Operator> CombinedBy;
  bool IsSigned = false;        ///< elements that are combined are signed integers in the program
  bool IsReassociated = false;  ///< they are floating-point numbers: the order shows in their last bits, and is given up
  bool IsReachable = false;     ///< the pointer variable itself is global or address-taken

  /// Inner dimensions of the declaration, as C text over captures:
  /// `double (*A)[m][4]` has {"tp_A_1", "4"}; `double *A` has {}.
  std::vector<std::string> DeclaredDims;
  /// Dimensions of the index space { A[x0, ...] }; the first may be unknown.
  /// The element's linear index is ((x0 * E1 + x1) * E2 + x2) ...; where a dimension
  /// has a Unit, a new sum begins behind it. The byte offset is Offset and these sums
  /// times their units, the last one's being ElementSize.
  std::vector<Extent> Extents;

  unsigned Subscripts = 0; ///< of an element in C: one stands for several dimensions where Extents has more

  std::string Base;        ///< identifier of the base pointer in emitted code; empty: Name
  std::string BaseText;    ///< its value at the call: "g->u", "&g"; empty: Name
  std::string BaseType;    ///< C spelling of what it points to; empty: ElementType
  std::string Object;      ///< structure variable that the user's text names for *Base; or empty
  std::string AddressText; ///< of the pointer, where it is reachable; empty: "&" and the name
  /// C expression over captures: the linear index is that much larger; or empty.
  std::string Shift;
  uint64_t Offset = 0;     ///< bytes from the base to the first element
  /// The base points to pointers to rows: so many first subscripts choose one each, the others
  /// count from the last. The pointers of each level are an array of the same base.
  unsigned Rows = 0;
  std::optional<isl::set> Guard; ///< as Capture::Guard, of BaseText

  const std::string &base() const { return Base.empty() ? Name : Base; }
  const std::string &baseText() const { return BaseText.empty() ? Name : BaseText; }
  const std::string &baseType() const { return BaseType.empty() ? ElementType : BaseType; }
  bool isContiguous() const { return Extents.empty() || !Extents.back().Unit; }
  /// The first subscript chooses one of several structures: p->u[i][j] is element [0, i, j].
  bool isOfStructures() const { return Extents.size() > 1 && Extents.front().Unit != 0; }
};

/// A call of a costly function of the C library whose only argument is an element: sqrtf(A[i - 1][j]). Where its element is
/// accessed it is surely made.
struct ElementCall {
  std::string Function; ///< "sqrtf"
  std::string Type;     ///< of its value: "float"
  TextRange Text;       ///< in the file, written without macros
};

struct Access {
  enum class Kind { Read, Write };
  Kind What = Kind::Read;
  unsigned ArrayIndex = 0;   ///< into LoopNest::Arrays
  isl::map Relation;         ///< { S[c] -> A[x] }, on the points where it happens
  /// Happens only under a condition that is not affine: the relation is then an
  /// over-approximation. A conditional write is listed after a conditional read
  /// of the same element (the old value survives where it is not written).
  bool IsConditional = false;
  Location Where;
  std::string Text;          ///< "A[i-1][j]", as people should see it
  /// C text of the same element in front of the body, where none of the body's own
  /// variables exist yet; empty: it has none.
  std::string HoistedText;
  /// Number of loops around the declaration that reads it once for all of its inner loops'
  /// iterations; 0: the body reads it, in each.
  unsigned Between = 0;
  unsigned StatementIndex = 0; ///< into LoopNest::Statements
  std::optional<ElementCall> Call = {}; ///< that the element is read for
};

struct Loop {
  std::string Iterator;          ///< the user's name
  std::string Type;              ///< its C type
  bool IsDeclaredOutside = false; ///< keeps its exit value after the nest
  int64_t Step = 1;
  int64_t Spacing = 1; ///< from the coordinate of an iteration to that of the next one
  isl::pw_aff Value;  ///< { S[c0..c(n-1)] -> [iterator] }; over coordinates 0..d only
  /// Coordinate at which the loop starts, over { S[c0..c(d-1)] } of the enclosing loops.
  isl::pw_aff First;
  Location Where;
  /// The step of a loop like `j += block`, which is fixed during the nest. The loop's coordinates are First, First + Step,
  /// ... No set of isl's can say so: domains hold all coordinates from First on, of which not all are iterations.
  /// LoopNest::mayBothRun() tells which pairs of them may be.
  struct Stride {
    isl::pw_aff First, Step; ///< over parameters; where the region runs, Step is positive
  };
  std::optional<Stride> Strided = {};
  /// A variable that the header steps beside the iterator; dead behind the nest.
  struct Follower {
    std::string Name, Type;
    bool IsDeclaredOutside;
    isl::pw_aff Value; ///< as that of the iterator
  };
  std::vector<Follower> Followers = {};
  bool IsDeadBehind = false; ///< nobody reads the iterator's exit value

  /// The nest leaves a value in the iterator that the program may read.
  bool outlives() const { return IsDeclaredOutside && !IsDeadBehind; }
};

/// Pointers that every iteration of the outermost loop exchanges. Iteration n, counted from 0, begins with pointer k
/// where pointer (k + n) % size was before the nest. Each of these places is an array, whose base has another name than
/// the pointer.
struct PointerCycle {
  struct Pointer {
    std::string Name;
    bool IsDeadBehind; ///< nobody reads what the nest leaves in it
  };
  std::vector<Pointer> Pointers;
  bool IsConst = false; ///< of constant elements

  /// Identifier of the base of the array that the pointer Name points to before the nest.
  static std::string base(const std::string &Name) { return "tp_p_" + Name; }
};

/// A part of the user's text that runs as a whole: all that a loop's body holds
/// beside or between other loops.
struct Statement {
  std::vector<unsigned> Loops;  ///< around it, outermost first: numbers into LoopNest::Loops
  /// Places[d] among its siblings: of loop d around it; the last one of itself.
  std::vector<unsigned> Places;
  isl::set Domain;              ///< { S[...] }: its points
  TextRange Text;               ///< braces included where there are any
  std::vector<TextRange> BetweenText; ///< declarations between the loops, part of the body, in order
  bool HasContinue = false;     ///< it leaves the text, not the loop
  bool HasLoops = false;        ///< the text has loops of its own, each of which runs as a whole
  unsigned InnerLoops = 0;      ///< those that are `for` loops
  /// { [c, x]: iteration x of innermost loops of the text, with affine bounds, at point c by the coordinates of Loops }.
  /// A bound from above: conditions on data are left out.
  std::vector<isl::set> Inside = {};
  /// Affine conditions of `if` in the text, which mention no variable that the text declares.
  struct Condition {
    std::string Text; ///< as it stands between the parentheses
    isl::set Where;   ///< { S[...] }: where it is true
  };
  std::vector<Condition> Conditions = {};
  /// A pointer that the text names: it is where number Index of LoopNest::Cycles[Cycle] was when the iteration began.
  struct Exchanged {
    std::string Name;
    unsigned Cycle, Index;
  };
  std::vector<Exchanged> Pointers = {};
};

/// Parameters under which an assumption of the analysis fails; the emitted code
/// declines there.
struct Assumption {
  isl::set Violation; ///< parameter set
  std::string Reason; ///< "index j of A may leave its dimension"
};

/// Operations of one iteration as counted in the source. Loops of the text count once where Statement::Inside tells
/// their iterations.
struct OpCounts {
  unsigned Adds = 0, Muls = 0, Divs = 0, Roots = 0, Calls = 0, Loads = 0, Stores = 0, Branches = 0;

  /// Adds what Other does, so many times.
  void add(const OpCounts &Other, unsigned Times = 1);
  /// Rounds up.
  void divide(unsigned By);
};

/// What `#pragma tilepipe` in front of a nest asks for.
struct NestRequests {
  bool IsRequired = false; ///< `parallel`: --tp-require is about such nests
  std::string Settings;    ///< of the runtime, for this region: "tile=64,64;schedule=overlap"
  std::string Tile;        ///< extents among them, "64,*"; empty: none
  std::vector<std::vector<int64_t>> Shape; ///< rows of the tiling; none: free
  bool AssumesNoAlias = false;
  std::vector<std::string> Pure; ///< functions that only compute, by the user's word
};

struct LoopNest {
  std::string Name;     ///< "sweep", "sweep_2": prefix tp_ makes the emitted names
  std::string Function; ///< enclosing function
  /// That is inline with external linkage: it should not name what is static.
  bool IsSharedInline = false;
  bool IsOldC = false;  ///< the headers of the file's loops declare nothing (C89)
  Location Where;       ///< of the outermost `for`

  TextRange NestText;      ///< from the outermost `for` to the end of its body
  unsigned CallAt = 0;     ///< offset where the region is called: of NestText, or of the hints to compilers in front of it
  unsigned InsertAt = 0;   ///< offset where file-scope definitions go: before the function
  std::string NestSource;  ///< text of NestText where directives cut it; empty: as it stands
  /// Lines around emitted definitions: directives that give the macros of the nest
  /// the meaning they have at its place.
  std::string Prologue, Epilogue;

  NestRequests Requests;
  std::vector<Loop> Loops;         ///< in the order of the text: outer ones first
  std::vector<Statement> Statements; ///< in the order of the text
  /// Of a perfect nest: Prefix[d] = { S[c0..c(d-1)] }: points where loop d is started;
  /// Prefix[n] is the iteration domain. Of other nests: empty.
  std::vector<isl::set> Prefix;
  isl::set Context;                ///< parameter set: ranges of the symbols' types

  std::vector<Symbol> Symbols;
  std::vector<Capture> Captures;
  std::vector<Private> Privates;
  std::vector<ExpandedScalar> Expanded;
  std::vector<Reduction> Reductions;
  std::vector<PointerCycle> Cycles;
  /// Pointers for the exchanges alone, each with one of the same type: iterations write them before they read them.
  std::vector<std::pair<std::string, std::string>> Temporaries;
  std::optional<isl::set> Turns; ///< where there are Cycles: { S[c] }, the iterations of the outermost loop
  std::vector<CalledGlobal> CalledGlobals;
  std::vector<TypeName> TypeNames;
  std::vector<AggregateCopy> AggregateCopies;     ///< inner ones first
  std::vector<Array> Arrays;
  std::vector<Access> Accesses;    ///< in order of evaluation
  std::vector<Assumption> Assumptions;
  OpCounts Ops;
  bool CallsLibm = false;
  /// fmin, fminf, fmax and fmaxf, as far as the text calls the C library's by name.
  std::set<std::string> Extrema;
  bool RoundsToShorter = false; ///< the body converts floating-point numbers to a type of fewer bits
  /// Called functions reach some of the memory by names of their own. So no pointer may
  /// be `restrict`, and the nest cannot run on other arrays.
  bool CalleesNameMemory = false;
  /// A header says `sizeof A` of a whole array, which is a parameter in emitted functions: no copy of the nest.
  bool HasOwnSizes = false;
  std::string ThreadsOnlyReason; ///< why ranks cannot have the data; empty: they can
  /// If only skewed tiles are legal, the nest may be offered once more with other dimensions
  /// of its arrays, in which rows do not run into each other.
  bool HasOtherReading = false;
  /// Scalars are read as elements for another order of the points alone: a region where tiles gain by one.
  bool IsForOrder = false;

  /// One statement, inside all loops.
  bool isPerfect() const { return !Prefix.empty(); }
  /// Loops around the statement with the most.
  unsigned depth() const;
  /// Dimensions of a point's tuple.
  unsigned tupleSize() const;
  /// Place of the coordinate of loop number L in the tuple of a point.
  unsigned coordinateOf(unsigned L) const;
  /// In no iteration of its loop anything accesses E's element under another text, and that stands for no other scalar
  /// meanwhile. True where it is the region's own.
  bool standsAlone(const ExpandedScalar &E) const;
  /// { S[j] -> S<K>[c] }: the points of statement K by its own coordinates alone.
  isl::map coordinatesOf(unsigned K) const;
  /// Some loop's step is no constant. Such a nest is none that isPerfect(), and runs on threads only.
  bool hasStrides() const;
  /// { S[j] -> S[j'] }: points of statement K and of L that may both be iterations. Around both, two iterations of a
  /// loop with a Stride have one coordinate, or coordinates that are at least a step apart.
  isl::map mayBothRun(unsigned K, unsigned L) const;
  /// Of a perfect nest: no start of loop D has more iterations, whatever the parameters. Nothing: not known.
  std::optional<int64_t> mostIterations(unsigned D) const;
  /// The nest may run a second time behind its first run, with the same results: it reads nothing that it overwrites.
  bool mayRunAgain() const;
  /// { S[...] }: the points of all statements.
  isl::set domain() const;
  /// Numbers of the arrays that are the first of their base.
  std::vector<unsigned> bases() const;
  /// Parameter set under which emitted code runs the nest: every assumption
  /// holds and there is a point. A convex superset where that is not convex:
  /// isl's code generation is slow on anything else, and more parameters only
  /// mean more dependences and more conditions.
  isl::set assumedContext() const;

  void print(llvm::raw_ostream &OS) const;
  /// The body writes neighbouring elements, as complex ones are.
  bool writesPairs() const;
  /// Some write of the array is conditional: the program itself may store nothing there.
  bool writesPerhaps(unsigned Array) const;
  /// Several iterations may write the same element of the array.
  bool writesAgain(unsigned Array) const;
  /// Elements of the array that the nest accesses lie in several structures: other members lie between them.
  bool spansStructures(unsigned Array) const;
  /// Asserts what the comments above promise.
  void verify() const;
};

/// The nest in the space { S[j, f] } with f = Places(j), for Places = { S[j] -> [f] }. The order of the points
/// stays the same.
LoopNest embedded(LoopNest Nest, const isl::map &Places);
/// { S[j] -> S[j, f] }
isl::map extension(const isl::map &Places);

/// Convex superset of Set.
isl::set convex(const isl::set &Set);
/// Set without Violation; a convex superset of it when that would fall into many parts.
isl::set without(const isl::set &Set, const isl::set &Violation);

} // namespace tilepipe

#endif // TILEPIPE_IR_LOOPNEST_H
