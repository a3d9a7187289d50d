// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The corners of what the nest touches of each array. Subscripts are most often a multiple of one
// direction of the coordinates and something that stays the same in the nest, `n - 2 * i` or
// `i + j - 1`: isl is asked once how far the points go in that direction, and the answers serve the
// subscripts of all arrays. Arrays with other subscripts have questions of their own.
#include "Attempt.h"
#include "Emitters.h"
#include "Subscript.h"
#include "tilepipe/Support/Identifiers.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <map>

using namespace tilepipe;

/// A condition that can be asked before every run. Those on remainders may fall into hundreds of
/// parts.
static bool isSimple(const isl::set &Parameters) {
  bool Result = true;
  Parameters.foreach_basic_set([&](const isl::basic_set &Part) {
    Result &= isl_basic_set_dim(Part.get(), isl_dim_div) == 0;
  });
  constexpr int MostParts = 4;
  return Result && isl_set_n_basic_set(Parameters.get()) <= MostParts;
}

static isl::set withoutRemainders(const isl::set &Set) {
  return convex(isl::manage(isl_set_remove_divs(Set.copy())));
}

namespace {

/// Corners of a range of elements, as C expressions, and where it is not empty.
struct Corners {
  std::vector<std::string> First, Last;
  std::string Some;
};

class RangeFinder {
public:
  RangeFinder(const LoopNest &Nest, const isl::set &Context)
      : Nest(Nest), Context(Context), Domain(Nest.domain().intersect_params(Context)) {
    Places.push_back({Domain, {}, {}});
  }

  std::optional<Corners> corners(unsigned Array);
  /// Values that corners() mentions.
  std::string declarations() const { return tilepipe::declarations(Declared); }

private:
  /// Points where accesses happen, and how far they go.
  struct Place {
    isl::set Points;
    std::map<Row, std::string> Least, Most;
  };
  /// A use of one dimension of an array: a subscript, or the least and greatest of several.
  struct Use {
    Subscript Low, High;
    unsigned Where; ///< in Places; 0: everywhere

    const Subscript &at(bool IsFirst) const { return IsFirst ? Low : High; }
  };

  const LoopNest &Nest;
  const isl::set &Context;
  isl::set Domain;
  std::vector<Place> Places;
  std::string SomePoint; ///< see corners
  std::vector<Variable> Declared;

  unsigned placeOf(const isl::set &Points);
  std::optional<Use> use(const Access &A, unsigned D, unsigned Where) const;
  std::optional<std::string> bound(std::vector<Use> Uses, bool IsFirst);
  std::string extreme(Place &At, const Row &Direction, bool IsLeast);
  std::string text(const isl::pw_aff &Value) const {
    return printValue(Value, Context, supportIdentifier);
  }
  std::string valueOf(const Use &U, bool IsFirst);
  std::optional<Corners> askedCorners(unsigned Array) const;
  std::string boundedBy(const isl::pw_aff &Wide, const isl::pw_aff &Exact, const char *Keep) const;
};

unsigned RangeFinder::placeOf(const isl::set &Points) {
  if (Domain.is_subset(Points))
    return 0;
  isl::set Here = Points.intersect(Domain);
  for (unsigned I = 1; I < Places.size(); ++I)
    if (isl_set_plain_is_equal(Places[I].Points.get(), Here.get()) == isl_bool_true)
      return I;
  Places.push_back({Here, {}, {}});
  return Places.size() - 1;
}

/// The bound Exact of a range, which may have no meaning where nothing is touched, kept within
/// Wide's, which has one everywhere; Wide alone where Exact has many pieces.
std::string RangeFinder::boundedBy(const isl::pw_aff &Wide, const isl::pw_aff &Exact,
                                   const char *Keep) const {
  constexpr int MostPieces = 4;
  std::string Bound = text(Wide);
  if (isl_pw_aff_n_piece(Exact.get()) > MostPieces)
    return Bound;
  std::string Closer = text(Exact);
  return Closer == Bound ? Bound : Keep + ("(" + Bound) + ", " + Closer + ")";
}

/// The least or the greatest Direction . c, as a number or the name of a value.
std::string RangeFinder::extreme(Place &At, const Row &Direction, bool IsLeast) {
  std::string &Known = (IsLeast ? At.Least : At.Most)[Direction];
  if (!Known.empty())
    return Known;
  isl::set Image = rowImage(At.Points, Direction);
  auto Bound = [&](const isl::set &Set) { return IsLeast ? dimMin(Set, 0) : dimMax(Set, 0); };
  std::string Text = isSimple(Image.params())
                         ? text(Bound(Image))
                         : boundedBy(Bound(withoutRemainders(Image)), Bound(Image),
                                     IsLeast ? "tp_max" : "tp_min");
  llvm::StringRef Inner = llvm::StringRef(Text).trim("()");
  int64_t Number;
  if (!Inner.getAsInteger(10, Number))
    return Known = Inner.str();
  Known = (IsLeast ? "tp_least" : "tp_most") + std::to_string(Declared.size());
  Declared.push_back({"const tp_int", Known + " = " + Text});
  return Known;
}

std::string RangeFinder::valueOf(const Use &U, bool IsFirst) {
  Sum Result;
  const Subscript &At = U.at(IsFirst);
  int64_t Constant = At.Constant;
  if (At.Scale) {
    std::string Extreme = extreme(Places[U.Where], At.Direction, IsFirst == (At.Scale > 0));
    int64_t Number;
    if (llvm::StringRef(Extreme).getAsInteger(10, Number))
      Result.add(At.Scale, Extreme);
    else
      Constant += At.Scale * Number;
  }
  for (const auto &[Name, Factor] : At.Symbols)
    Result.add(Factor, Name);
  Result.add(Constant, "");
  return Result.text();
}

/// The least or greatest value of all Uses. Nothing where one of them may not happen at all: the
/// bound of no points is any number.
std::optional<std::string> RangeFinder::bound(std::vector<Use> Uses, bool IsFirst) {
  // Of two beside each other one says it all; those that always happen before others.
  auto Rank = [&](const Use &U) {
    return std::make_pair(U.Where, IsFirst ? U.Low.Constant : -U.High.Constant);
  };
  llvm::stable_sort(Uses, [&](const Use &A, const Use &B) { return Rank(A) < Rank(B); });
  std::vector<const Use *> Kept;
  for (const Use &U : Uses) {
    auto Covers = [&](const Use *K) {
      return K->at(IsFirst).isBeside(U.at(IsFirst)) && (K->Where == 0 || K->Where == U.Where) &&
             Rank(*K).second <= Rank(U).second;
    };
    if (llvm::none_of(Kept, Covers))
      Kept.push_back(&U);
  }
  // Before any value is declared, which nothing would use.
  for (const Use *U : Kept)
    if (U->Where && !Domain.params().is_subset(Places[U->Where].Points.params()))
      return std::nullopt;
  std::string Result;
  for (const Use *U : Kept) {
    std::string Value = valueOf(*U, IsFirst);
    Result = Result.empty() ? Value
                            : (IsFirst ? "tp_min(" : "tp_max(") + Result + ", " + Value + ")";
  }
  return Result;
}

/// [Low, High], what output dimension D of Relation has at most, without the ends that no point has:
/// a range that is one row too wide may overlap what lies beside the array, and the region would be
/// declined. A few steps, as long as they are cheap.
static std::pair<int64_t, int64_t> closer(const isl::map &Relation, unsigned D, int64_t Low, int64_t High) {
  constexpr unsigned long EndQuota = 20'000;
  constexpr int MostSteps = 3;
  isl_set *Values = isl_map_range(Relation.copy());
  Values = isl_set_project_out(Values, isl_dim_set, D + 1, isl_set_dim(Values, isl_dim_set) - D - 1);
  isl::set Column = isl::manage(isl_set_project_out(Values, isl_dim_set, 0, D));
  auto IsUnused = [&](int64_t V) {
    isl::val Value(Column.ctx(), V);
    return isl::manage(isl_set_fix_val(Column.copy(), isl_dim_set, 0, Value.release())).is_empty();
  };
  auto Shrink = [&](int64_t &End, int64_t Step) {
    for (int I = 0; I < MostSteps && Low < High; ++I) {
      if (!attempt(Column.ctx(), EndQuota, [&] { return IsUnused(End); }).value_or(false))
        return;
      End += Step;
    }
  };
  Shrink(Low, 1);
  Shrink(High, -1);
  return {Low, High};
}

std::optional<RangeFinder::Use> RangeFinder::use(const Access &A, unsigned D, unsigned Where) const {
  if (std::optional<Subscript> At = readSubscript(A.Relation, D))
    return Use{*At, *At, Where};
  // Of a remainder or a byte. A condition such as `n <= 1000` leaves more, and parameters say more than it does.
  constexpr int64_t MostValues = 256;
  auto Few = fewValues(A.Relation, D);
  if (!Few || Few->second - Few->first >= MostValues)
    return std::nullopt;
  Use Result{{}, {}, Where};
  std::tie(Result.Low.Constant, Result.High.Constant) =
      closer(A.Relation.intersect_domain(Domain), D, Few->first, Few->second);
  return Result;
}

std::optional<Corners> RangeFinder::corners(unsigned Array) {
  std::vector<std::vector<Use>> Uses(Nest.Arrays[Array].Extents.size());
  for (const Access &A : Nest.Accesses) {
    if (A.ArrayIndex != Array)
      continue;
    unsigned Where = placeOf(A.Relation.domain());
    for (unsigned D = 0; D < Uses.size(); ++D) {
      std::optional<Use> U = use(A, D, Where);
      if (!U)
        return askedCorners(Array);
      Uses[D].push_back(*U);
    }
  }
  if (llvm::any_of(Uses, [](const std::vector<Use> &U) { return U.empty(); }))
    return std::nullopt;
  Corners Result;
  for (std::vector<Use> &Of : Uses)
    for (bool IsFirst : {true, false}) {
      std::optional<std::string> Bound = bound(Of, IsFirst);
      if (!Bound)
        return askedCorners(Array);
      (IsFirst ? Result.First : Result.Last).push_back(*Bound);
    }
  if (SomePoint.empty()) {
    isl::set Some = Domain.params();
    SomePoint = printCondition(isSimple(Some) ? Some : withoutRemainders(Some), Context,
                               supportIdentifier);
  }
  Result.Some = SomePoint;
  return Result;
}

/// What isl says of all accesses to Array together; nothing where there are none.
std::optional<Corners> RangeFinder::askedCorners(unsigned Array) const {
  std::optional<isl::set> Uses;
  for (const Access &A : Nest.Accesses) {
    if (A.ArrayIndex != Array)
      continue;
    isl::set Elements = A.Relation.intersect_domain(Domain).range();
    Uses = Uses ? Uses->unite(Elements) : Elements;
  }
  if (!Uses)
    return std::nullopt;
  isl::set Touched = Uses->coalesce();
  bool IsExact = isSimple(Touched.params());
  isl::set Wide = IsExact ? Touched : withoutRemainders(Touched);
  Corners Result;
  for (unsigned D = 0; D < dims(Touched); ++D) {
    isl::pw_aff First = dimMin(Touched, D), Last = dimMax(Touched, D);
    Result.First.push_back(IsExact ? text(First) : boundedBy(dimMin(Wide, D), First, "tp_max"));
    Result.Last.push_back(IsExact ? text(Last) : boundedBy(dimMax(Wide, D), Last, "tp_min"));
  }
  Result.Some = printCondition(Wide.params(), Context, supportIdentifier);
  return Result;
}

} // namespace

/// From subscript to subscript, in bytes: what messages need to say which element is meant.
static std::string strides(const RegionContext &R, unsigned I) {
  const Array &A = R.Nest.Arrays[I];
  std::string Out = "tp_out[" + std::to_string(I) + "].", Stride, Text;
  long double Most = 0; // of the numbers in it
  for (unsigned D = A.Extents.size(); D-- > A.Rows;) {
    bool IsOuter = D + 1 < A.Extents.size() && !A.Extents[D].Unit;
    std::string Inner = IsOuter ? A.Extents[D + 1].Text : "";
    Stride = IsOuter ? (llvm::all_of(Inner, isIdentifierByte) ? Inner : "(" + Inner + ")") + " * " + Stride
                     : std::to_string(A.Extents[D].Unit ? A.Extents[D].Unit : A.ElementSize);
    Most = IsOuter ? Most * largestNumber(Inner) : A.Extents[D].Unit ? A.Extents[D].Unit : A.ElementSize;
    Text = Out + "tp_stride[" + std::to_string(D) + "] = " + (Most > INT32_MAX ? "(tp_int)" : "") + Stride + "; " + Text;
  }
  for (unsigned D = A.Rows; D-- > 0;)
    Text = Out + "tp_stride[" + std::to_string(D) + "] = 0; " + Text;
  std::string Origin = std::to_string(A.Offset);
  if (!A.Shift.empty()) {
    unsigned Last = A.Rows;
    while (Last + 1 < A.Extents.size() && !A.Extents[Last].Unit)
      ++Last;
    Origin += " + (" + A.Shift + ") * " + std::to_string(A.Extents[Last].Unit ? A.Extents[Last].Unit : A.ElementSize);
  }
  return Out + "tp_origin = " + Origin + "; " + llvm::StringRef(Text).rtrim().str();
}

/// Byte offset of a corner; Behind: bytes from there to the end of the range.
static std::string cornerOffset(const RegionContext &R, const Array &A, const Corners &C, std::vector<std::string> At, unsigned Behind) {
  for (std::string &X : llvm::drop_begin(At))
    if (!llvm::all_of(X, isIdentifierByte))
      X = "(" + X + ")";
  std::string Offset = R.byteOffset(A, At) + (Behind ? " + " + std::to_string(Behind) : "");
  return C.Some == "1" ? Offset : "(" + C.Some + ") ? " + Offset + " : 0";
}

std::optional<std::string> tilepipe::emitByteRanges(const RegionContext &R, const std::string &Name) {
  RangeFinder Finder(R.Nest, R.Context);
  std::string Rows;
  for (unsigned I = 0; I < R.Nest.Arrays.size(); ++I) {
    const Array &A = R.Nest.Arrays[I];
    std::optional<Corners> C = Finder.corners(I);
    if (!C)
      return std::nullopt;
    Rows += (Rows.empty() ? "{" : ", {") + cornerOffset(R, A, *C, C->First, 0) + ", " + cornerOffset(R, A, *C, C->Last, A.ElementSize) + "}";
  }
  return Finder.declarations() + "  const tp_range " + Name + "[] = {" + Rows + "};\n";
}

std::string tilepipe::emitRanges(const RegionContext &R) {
  RangeFinder Finder(R.Nest, R.Context);
  CodeBuffer Out(1);
  for (unsigned I = 0; I < R.Nest.Arrays.size(); ++I) {
    const Array &A = R.Nest.Arrays[I];
    std::string Own = "tp_out[" + std::to_string(I) + "].";
    std::optional<Corners> C = Finder.corners(I);
    if (!C) { // known not to overlap what is written
      Out.line(Own + "tp_first = " + Own + "tp_past = 0; /* " + A.Name + " */");
      continue;
    }
    auto Set = [&](const char *Slot, const std::vector<std::string> &At, unsigned Behind) {
      return Own + Slot + " = " + cornerOffset(R, A, *C, At, Behind) + ";";
    };
    Out.line(Set("tp_first", C->First, 0) + " " + Set("tp_past", C->Last, A.ElementSize) + " /* " + A.Name + " */");
    Out.line(strides(R, I));
  }
  return R.function("Where the bytes of each array are that the nest may touch, relative to its base.",
                  "void " + R.Prefix + "_ranges(const void *tp_v, tp_range *tp_out)",
                  Finder.declarations() + Out.str());
}
