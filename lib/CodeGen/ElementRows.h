// ElementRows.h - elements that lie in rows of an array as points lie in rows of a nest
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_CODEGEN_ELEMENTROWS_H
#define TILEPIPE_LIB_CODEGEN_ELEMENTROWS_H

#include "RegionContext.h"

namespace tilepipe {

/// The number that subscript D of all elements has more than coordinate C; nothing: there is none.
std::optional<int64_t> offset(const isl::map &Relation, unsigned D, unsigned C);
/// "H[p]" for the rows of H[p][i][j], or the base of linear memory. Empty: the text is not of that form.
std::string elementRows(const LoopNest &Nest, const Array &Of, const std::string &Element);
/// Bytes from row to row, 0 where Rows are pointers to each, and of an element; as C text.
std::string stridesOf(const LoopNest &Nest, const Array &Of, const std::string &Rows);
/// Rows and Strides as arguments. Pointers to rows may be constant, or restrict.
std::string rowsAndStrides(const std::string &Rows, const std::string &Strides);
/// Elements [i + Offsets[0]][j + Offsets[1]] of points (i, j), i and j the two innermost coordinates. As C text: what is left of
/// the element without its last two subscripts; Strides as above.
struct ElementRows {
  std::string Array, Strides;
  int64_t Offsets[2];
};
/// Use's elements so; nothing: they do not lie so.
std::optional<ElementRows> elementRowsOf(const RegionContext &R, const Access &Use);
/// In one column the element is the same, and lies beside that of the next column.
bool isOfColumn(const RegionContext &R, const isl::map &Relation);
/// In one row the element is the same.
bool isOfRow(const RegionContext &R, const isl::map &Relation);
/// No point of a block writes what another point of it reads there: points of a block have the same outer coordinates.
bool isWrittenElsewhere(const RegionContext &R, const Access &Use, const Access &Write);
/// All elements that are read exist, whatever the program's data are: those of ranks do, and those of which no condition decides.
bool readsSurely(const RegionContext &R);
/// A write of the only element that points write, all in one spelling; null: there are others, or it is not surely written.
const Access *onlyElement(const LoopNest &Nest);

} // namespace tilepipe

#endif // TILEPIPE_LIB_CODEGEN_ELEMENTROWS_H
