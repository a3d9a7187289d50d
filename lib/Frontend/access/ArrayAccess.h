// ArrayAccess.h - element accesses as relations
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_ACCESS_ARRAYACCESS_H
#define TILEPIPE_LIB_FRONTEND_ACCESS_ARRAYACCESS_H

#include "access/ArrayTable.h"

#include <deque>

namespace tilepipe {

/// One subscript of one access, read but not yet placed in an index space.
struct RawIndex {
  std::optional<Polynomial> Value; ///< nothing: not understood, see Culprit
  const clang::Expr *Culprit = nullptr;
  bool IsEvery = false; ///< all subscripts of the dimension
  std::optional<IntRange> Narrow; ///< where a value that is not understood surely lies
  /// C computes it modulo 2^Bits: it must be shown to lie in between. 0: no need.
  unsigned ModuloBits = 0;
};

/// An access in the order of evaluation. Linear subscripts can be split only when
/// all accesses of the array are known.
struct RawAccess {
  Access::Kind What;
  unsigned Array;
  std::vector<RawIndex> Indices;
  const EnclosingLoops *Around;
  isl::set Where; ///< points at which it happens: { S[c] }
  bool IsConditional;
  Place At;
  std::string HoistedText = {}; ///< see Access
  unsigned Between = 0;         ///< see Access
  bool Converts = false; ///< writes a rounded number; reads one that is widened at once
  bool ReadsFloat = false; ///< which may be widened later
  /// Equal numbers, the same element at the same point; nothing where that is unknown.
  std::optional<unsigned> Element = {};
  std::optional<ElementCall> Call = {}; ///< see Access
};

/// Collects the accesses of a nest, then chooses index spaces for its arrays. A statement's loops
/// must live as long.
/// A variable that exists in the body alone has a part in E.
bool usesBodyVariable(const NestSyntax &Syntax, const clang::Stmt *E);

class AccessTable {
public:
  /// SplitsConstantRows: reads p[i * 50 + j] as p[i][j] with rows of 50, under the assumption that
  /// j stays inside its row; otherwise as one dimension, without assumptions.
  AccessTable(NestNames &Names, bool SplitsConstantRows)
      : Names(Names), Syntax(Names.Syntax), SplitsConstantRows(SplitsConstantRows), Arrays(Names) {}

  /// Records an access of the element Path, inside the loops Around at the points Where; answers
  /// its number.
  unsigned add(Access::Kind What, const ElementPath &Path, const clang::Expr *E,
               const EnclosingLoops &Around, const isl::set &Where, bool IsConditional);
  /// Reads a loop of a statement's own text and keeps it as long as the table.
  const EnclosingLoops &keep(EnclosingLoops Outer, const LoopHeader &Header,
                             llvm::function_ref<EnclosingLoops(EnclosingLoops, const LoopHeader &)> Read);
  RawAccess &raw(unsigned Number) { return Raws[Number]; }
  unsigned size() const { return Raws.size(); }
  /// How many pointers are read for access Number's element; see Array::Rows.
  unsigned rows(unsigned Number) const { return arrays()[Raws[Number].Array].Rows; }
  /// Calls F with each read that is widened and may be of the element that an earlier access of
  /// the same iteration wrote rounded, though not by number. Call when finished.
  void forEachRoundedRead(llvm::function_ref<void(const RawAccess &Read)> F) const;
  /// The same for reads of what a near iteration wrote. WidensLater: what is not widened at once
  /// counts as well.
  void forEachNearRead(const LoopNest &Nest, bool WidensLater,
                       llvm::function_ref<void(const RawAccess &Read, bool HasNeighbours)> F) const;
  /// Records an unconditional write, behind all others, of the element of Raw.
  void addWrite(unsigned Raw, const isl::set &Where);
  /// Forgets the accesses at whose number IsDropped.
  void drop(const std::vector<bool> &IsDropped);
  /// Chooses index spaces and writes the relations. Refuses with
  /// "non-affine-subscript" or "delinearisation".
  std::vector<Access> finish();
  const std::vector<Array> &arrays() const { return Arrays.all(); }
  /// Behind finish(): see LoopNest::HasOtherReading.
  bool hasOtherReading() const { return HasOtherReading; }

private:
  RawIndex readIndex(const Subscript &Terms, const EnclosingLoops &Around, const isl::set &Where);
  void combineArray(unsigned Array);
  std::vector<Polynomial> loopStrides(unsigned Array);
  void nestStrides(unsigned Array);
  void finishArray(unsigned Array);
  unsigned linearLevel(unsigned Array) const;
  bool isReadAnywhere(unsigned Array) const;
  bool readsInDimensions(const RawAccess &Raw) const;
  std::optional<Access> finishAccess(RawAccess &Raw);
  void requireRows(unsigned Rows, unsigned Level, const std::vector<Access> &Accesses);
  std::vector<std::optional<Polynomial>> placeIndices(const RawAccess &Raw) const;
  isl_map *everyIndex(const Extent &E, unsigned Depth);
  std::optional<Access> wholeArray(const RawAccess &Raw);
  std::optional<isl::set> pointsToCheck(const RawAccess &Raw);
  void requireInside(const RawAccess &Raw,
                     const std::vector<std::optional<isl::pw_aff>> &Indices);

  NestNames &Names;
  const NestSyntax &Syntax;
  const bool SplitsConstantRows;
  ArrayTable Arrays;
  bool HasOtherReading = false;
  std::deque<LoopHeader> InnerHeaders;
  std::deque<EnclosingLoops> InnerLoops;
  std::set<std::pair<unsigned, unsigned>> Checked; ///< elements and bits of their linear index
  std::vector<RawAccess> Raws;
  std::vector<std::pair<const RawAccess *, isl::map>> Converting; ///< in order
  std::vector<std::pair<const RawAccess *, isl::map>> FloatReads; ///< that are not among Converting
  std::map<std::tuple<const EnclosingLoops *, unsigned, std::vector<Polynomial>>, unsigned> Elements;
  /// Per array: strides of its index space, outermost first, the last one 1;
  /// empty when subscripts are taken as they stand.
  std::vector<std::vector<Polynomial>> Strides;
  std::set<unsigned> Diagonal; ///< arrays whose strides are found AlongDiagonals (findStrides)
  /// Per array with strides: what all its accesses add to the index of each dimension.
  std::vector<std::vector<Polynomial>> Shifts;
  void findShift(unsigned Array);
  /// Points of Raw at which Index is in a dimension of that size.
  std::optional<isl::set> pointsInside(const RawAccess &Raw, const Polynomial &Index, const Polynomial &Size) const;
  /// splitIndex. An index that always is below its dimension, by less than it has, takes one of the dimension in front: n - 2
  /// of a row is -2 of the next. Elsewhere than along diagonals only indices that no iterator moves are looked at.
  std::vector<Polynomial> indicesAlong(const RawAccess &Raw, const std::vector<Polynomial> &Found, bool IsDiagonal) const;
  /// Whatever the symbols are, some point has an index outside. Along diagonals: or an index is not affine.
  bool leavesDimensions(unsigned Array, const std::vector<Polynomial> &Found, bool IsDiagonal) const;
  std::vector<unsigned> SplitAt; ///< per array: the declared dimension that they split
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_ACCESS_ARRAYACCESS_H
