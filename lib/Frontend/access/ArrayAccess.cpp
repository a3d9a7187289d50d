// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "access/ArrayAccess.h"

#include "access/Delinearise.h"
#include "compilers/NearIterations.h"
#include "expr/ExprReader.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/Sequence.h"
#include <isl/map.h>
#include <isl/set.h>

using namespace tilepipe;
using namespace clang;

bool tilepipe::usesBodyVariable(const NestSyntax &Syntax, const Stmt *E) {
  if (auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && Syntax.isDeclaredInBody(V))
      return true;
  return anyChild(E, [&](const Stmt *Child) { return usesBodyVariable(Syntax, Child); });
}

unsigned AccessTable::add(Access::Kind What, const ElementPath &Path, const Expr *E,
                          const EnclosingLoops &Around, const isl::set &Where, bool IsConditional) {
  unsigned Array = Arrays.find(Path, E);
  if (Path.Rows)
    Names.leaveToThreads("the rows of '" + Arrays[Array].baseText() +
                         "' are reached through pointers");
  bool IsScalar = Path.Levels.empty() && Arrays.rank(Array) == 1;
  if (Path.Levels.size() != Arrays.rank(Array) && !IsScalar)
    giveUp(refusals::unsupportedExpression(Syntax.Src.place(E), "a row of an array is used as a whole"));
  RawAccess Raw{What, Array, {}, &Around, Where, IsConditional, Syntax.Src.place(E), {}, {}};
  // E is the element: where all that is known to be read is its row, it may not be there.
  if (!Path.IsTable && !usesBodyVariable(Syntax, E))
    Raw.HoistedText = Syntax.Src.exactText(E).value_or("");
  for (const Subscript &Terms : Path.Levels)
    Raw.Indices.push_back(readIndex(Terms, Around, Where));
  if (IsScalar)
    Raw.Indices.push_back({Polynomial(), nullptr, false, std::nullopt, 0});
  Arrays[Array].IsWritten |= What == Access::Kind::Write;
  std::vector<Polynomial> Values;
  for (const RawIndex &Index : Raw.Indices)
    if (Index.Value)
      Values.push_back(*Index.Value);
  if (Values.size() == Raw.Indices.size())
    Raw.Element = Elements.try_emplace({&Around, Array, Values}, Elements.size()).first->second;
  Raws.push_back(std::move(Raw));
  return Raws.size() - 1;
}

const EnclosingLoops &AccessTable::keep(EnclosingLoops Outer, const LoopHeader &Header,
                                        llvm::function_ref<EnclosingLoops(EnclosingLoops, const LoopHeader &)> Read) {
  InnerHeaders.push_back(Header);
  InnerLoops.push_back(Read(std::move(Outer), InnerHeaders.back()));
  return InnerLoops.back();
}

/// Relation without the coordinates of loops that a statement's text has of its own: what all their iterations reach.
static isl::map ofWholeStatement(const isl::map &Relation, const EnclosingLoops &Around) {
  if (Around.Inside == 0)
    return Relation;
  isl_map *Map = isl_map_project_out(Relation.copy(), isl_dim_in, Around.depth() - Around.Inside, Around.Inside);
  return isl::manage(isl_map_set_tuple_name(Map, isl_dim_in, "S")).coalesce();
}

void AccessTable::addWrite(unsigned Raw, const isl::set &Where) {
  RawAccess Write = Raws[Raw];
  Write.What = Access::Kind::Write;
  Write.Where = Where;
  Write.IsConditional = false;
  Raws.push_back(std::move(Write));
}

void AccessTable::drop(const std::vector<bool> &IsDropped) {
  std::vector<RawAccess> Kept;
  for (unsigned I = 0; I < Raws.size(); ++I)
    if (I >= IsDropped.size() || !IsDropped[I])
      Kept.push_back(std::move(Raws[I]));
  Raws = std::move(Kept);
}

RawIndex AccessTable::readIndex(const Subscript &Terms, const EnclosingLoops &Around,
                                const isl::set &Where) {
  ExprReader Reader(Names, Around);
  Polynomial Sum;
  RawIndex Index;
  for (const SubscriptTerm &Term : Terms) {
    if (!Term.Value) {
      Index.IsEvery = true;
      return Index;
    }
    // A linear subscript `i * m + j` of an unsigned type is checked once it has been split;
    // in `*(A + i * m + j)` each term is converted by itself.
    std::optional<Polynomial> P = Reader.polynomial(Term.Value);
    IntRange Range = rangeOf(Term.Value->getType(), Syntax.AST);
    bool IsChecked = P && (!Range.IsUnsigned || Names.isAffine(*P) || Terms.size() > 1);
    if (IsChecked)
      P = Reader.settled(Term.Value);
    else if (P)
      Index.ModuloBits = Range.Bits;
    if (!P) {
      Index.Culprit = Reader.culprit() ? Reader.culprit() : Term.Value;
      const Expr *Narrow = Term.Value->IgnoreParenImpCasts();
      if (Terms.size() == 1 && Narrow->getType()->isIntegerType() &&
          Syntax.AST.getIntWidth(Narrow->getType()) <= 16)
        Index.Narrow = rangeOf(Narrow->getType(), Syntax.AST);
      return Index;
    }
    Sum = Term.IsNegative ? Sum - *P : Sum + *P;
  }
  if (!Terms.empty()) {
    Place At = Syntax.Src.place(Terms.front().Value);
    Names.assumeRead(Reader.wrapped().intersect(Where), At);
    Index.Culprit = Terms.front().Value;
  }
  if (Sum.isValid())
    Index.Value = Sum;
  return Index;
}

std::vector<Access> AccessTable::finish() {
  std::vector<Access> Accesses;
  unsigned Count = arrays().size();
  Strides.resize(Count);
  Shifts.resize(Count);
  SplitAt.resize(Count);
  for (unsigned Array = 0; Array < Count; ++Array) {
    combineArray(Array);
    finishArray(Array);
  }
  for (RawAccess &Raw : Raws)
    // What no iteration does, behind a condition that is never true, is none.
    if (std::optional<Access> A = finishAccess(Raw);
        A && isl_map_plain_is_empty(A->Relation.get()) != isl_bool_true) {
      A->Relation = ofWholeStatement(A->Relation, *Raw.Around);
      A->Between = Raw.Between;
      A->StatementIndex = Raw.Around->Part;
      A->Call = Raw.Call;
      if (Raw.Converts)
        Converting.push_back({&Raw, A->Relation});
      else if (Raw.ReadsFloat)
        FloatReads.push_back({&Raw, A->Relation});
      Accesses.push_back(std::move(*A));
    }
  for (unsigned I = 0; I < Count; ++I)
    for (unsigned Level = 0; Level < Arrays[I].Rows; ++Level)
      requireRows(I, Level, Accesses);
  return Accesses;
}

void AccessTable::forEachRoundedRead(llvm::function_ref<void(const RawAccess &Read)> F) const {
  for (auto Read = Converting.begin(); Read != Converting.end(); ++Read) {
    auto MayBeRead = [&](const std::pair<const RawAccess *, isl::map> &Write) {
      return Write.first->What == Access::Kind::Write && Write.first->Array == Read->first->Array &&
             Write.first->Element != Read->first->Element &&
             !Write.second.intersect(Read->second).is_empty();
    };
    if (Read->first->What == Access::Kind::Read &&
        std::any_of(Converting.begin(), Read, MayBeRead))
      F(*Read->first);
  }
}

void AccessTable::forEachNearRead(
    const LoopNest &Nest, bool WidensLater,
    llvm::function_ref<void(const RawAccess &Read, bool HasNeighbours)> F) const {
  auto IsWrite = [](const auto &A) { return A.first->What == Access::Kind::Write; };
  if (llvm::none_of(Converting, IsWrite))
    return;
  std::vector<NearIterations> Near = nearIterations(Nest);
  auto Look = [&](const std::pair<const RawAccess *, isl::map> &Read) {
    for (const NearIterations &N : Near)
      if (llvm::any_of(Converting, [&](const auto &Write) {
            return IsWrite(Write) && Write.first->Array == Read.first->Array &&
                   !Write.second.apply_range(Read.second.reverse()).intersect(N.Later).is_empty();
          }))
        F(*Read.first, N.HasNeighbours);
  };
  for (const auto &A : Converting)
    if (!IsWrite(A))
      Look(A);
  if (WidensLater)
    llvm::for_each(FloatReads, Look);
}

/// The start looks at every pointer of a level between the first row and the last: the program
/// must have it there. (The runtime reads those behind pointers through a pipe, which reports unreadable memory.)
void AccessTable::requireRows(unsigned Rows, unsigned Level, const std::vector<Access> &Accesses) {
  isl::set Surely(Names.ctx(), Level ? "{ [x, y] : false }" : "{ [x] : false }"), Maybe = Surely;
  for (const Access &A : Accesses) {
    const Array &Table = Arrays[A.ArrayIndex];
    if (Table.Rows != Level || Table.base() != Arrays[Rows].base())
      continue;
    isl::set Read = A.Relation.range();
    Read = isl::manage(isl_set_reset_tuple_id(Read.release()));
    (A.IsConditional ? Maybe : Surely) = (A.IsConditional ? Maybe : Surely).unite(Read);
  }
  if (!Maybe.is_subset(Surely))
    giveUp(refusals::unsupportedExpression(
        {Syntax.where(), arrays()[Rows].baseText()},
        "the pointer to a row is read under a condition only"));
}

/// Some subscript is no function of iterators and of values fixed during the nest.
static bool dependsOnData(const RawAccess &Raw) {
  return llvm::any_of(Raw.Indices, [](const RawIndex &Index) { return !Index.Value && !Index.IsEvery; });
}

/// Which elements the nest writes depends on data. Where it only combines them with values CPUs may have copies of their
/// own. Sums of some iterations may leave the type where the program's do not: they are computed without a sign.
void AccessTable::combineArray(unsigned Number) {
  const VarDecl *V = Arrays.variable(Number);
  bool IsDataChosen = llvm::any_of(Raws, [&](const RawAccess &Raw) {
    return Raw.Array == Number && Raw.What == Access::Kind::Write && dependsOnData(Raw);
  });
  if (!V || !IsDataChosen)
    return;
  Array &A = Arrays[Number];
  A.CombinedBy = Syntax.combination(V);
  if (!A.CombinedBy || !Arrays.completeExtents(Number)) {
    A.CombinedBy.reset();
    return;
  }
  QualType Element = Syntax.AST.getCanonicalType(Syntax.AST.getBaseElementType(V->getType())).getUnqualifiedType();
  A.IsSigned = Element->isSignedIntegerType();
  A.IsReassociated = Element->isRealFloatingType();
  if (A.Kind == Array::Storage::Static) // tiles must not name it
    A.Kind = Array::Storage::Object;
  bool IsSum = *A.CombinedBy == Reduction::Operator::Add || *A.CombinedBy == Reduction::Operator::Multiply;
  if (IsSum && A.IsSigned)
    A.BaseType = Syntax.AST.getCorrespondingUnsignedType(Element).getAsString(emittedSpelling(Syntax.AST));
  Names.leaveToThreads("it combines elements of '" + A.Name + "' with values");
}

/// The dimension that may be split: that of a member array without more where its
/// subscripts ask for it, else the first.
unsigned AccessTable::linearLevel(unsigned Number) const {
  const std::vector<Extent> &Extents = arrays()[Number].Extents;
  unsigned Last = Extents.size() - 1;
  bool IsLinear = llvm::any_of(Raws, [&](const RawAccess &Raw) {
    return Raw.Array == Number && Raw.Indices[Last].Value && !Names.isAffine(*Raw.Indices[Last].Value);
  });
  bool IsRow = arrays()[Number].Rows && Last == arrays()[Number].Rows;
  return Last > 0 && (Extents[Last - 1].Unit || IsRow) && IsLinear ? Last : 0;
}

/// Strides of the array's loops that are symbols, the innermost loop's first. Empty where a loop has two: `A[i * m + j]` and
/// `A[j * l + i]` have no rows in common.
std::vector<Polynomial> AccessTable::loopStrides(unsigned Number) {
  std::vector<Polynomial> Chain;
  std::map<unsigned, Polynomial> OfIterator;
  for (const RawAccess &Raw : Raws) {
    if (Raw.Array != Number || !Raw.Indices[SplitAt[Number]].Value)
      continue;
    const Polynomial &Index = *Raw.Indices[SplitAt[Number]].Value;
    for (unsigned D = Raw.Around->depth(); D-- > 0;) {
      unsigned Iterator = Names.iteratorAtom(Raw.Around->Loops[D]);
      Polynomial Stride = strideOf(Index, Iterator).primitive();
      if (Stride.isZero() || !Names.isSymbolic(Stride))
        continue;
      if (!(OfIterator.try_emplace(Iterator, Stride).first->second == Stride))
        return {};
      if (!Stride.isConstant() && !llvm::is_contained(Chain, Stride))
        Chain.push_back(Stride);
    }
  }
  return Chain;
}

/// `i + j * row + k * plane`, where nobody says that a plane is whole rows: `plane` becomes `rows * row` in all
/// subscripts of the array, and the start declines where it is not.
void AccessTable::nestStrides(unsigned Number) {
  std::vector<Polynomial> Chain = loopStrides(Number);
  for (unsigned I = 1; I < Chain.size(); ++I) {
    const Polynomial Row = Chain[I - 1], Plane = Chain[I];
    if (Plane.degree() != 1 || Plane.terms().size() != 1 || Row.divide(Plane).Remainder.isZero())
      continue;
    unsigned Atom = Plane.terms().begin()->first.front();
    Polynomial Whole = Names.wholeQuotient(Plane, Row, Arrays[Number].baseText()) * Row;
    for (RawAccess &Raw : Raws)
      if (Raw.Array == Number && Raw.Indices[SplitAt[Number]].Value)
        Raw.Indices[SplitAt[Number]].Value = Raw.Indices[SplitAt[Number]].Value->substitute(Atom, Whole);
    for (Polynomial &Stride : Chain)
      Stride = Stride.substitute(Atom, Whole);
  }
}

/// The nest only reads the array, `a[next[i] + j * m]` and `a[i + j * m]`: of some reads nobody knows where. No
/// dimensions are needed then.
bool AccessTable::isReadAnywhere(unsigned Number) const {
  return !arrays()[Number].IsWritten && llvm::any_of(Raws, [&](const RawAccess &Raw) {
    return Raw.Array == Number && dependsOnData(Raw);
  });
}

/// Splits a declared dimension of an array whose subscripts are products.
void AccessTable::finishArray(unsigned Number) {
  if (Arrays[Number].CombinedBy)
    return;
  unsigned Level = SplitAt[Number] = linearLevel(Number);
  std::vector<Polynomial> Indices;
  bool NeedsSplit = false;
  const RawAccess *First = nullptr;
  for (const RawAccess &Raw : Raws) {
    if (Raw.Array != Number || !Raw.Indices[Level].Value)
      continue;
    Indices.push_back(*Raw.Indices[Level].Value);
    if (multipliesCoordinates(Names, Indices.back()))
      giveUp(refusals::nonAffineSubscript(Syntax.Src.place(Raw.Indices[Level].Culprit)));
    if (!Names.isAffine(Indices.back()) && !NeedsSplit) {
      NeedsSplit = true;
      First = &Raw;
    }
  }
  if (NeedsSplit && isReadAnywhere(Number)) {
    for (RawAccess &Raw : Raws)
      if (Raw.Array == Number)
        Raw.Indices[Level].Value.reset();
    return;
  }
  bool MaySplit = !Indices.empty() && Arrays.rank(Number) == 1;
  if (MaySplit && findStrides(Names, Indices, true).size() >= 2)
    HasOtherReading = true;
  MaySplit &= SplitsConstantRows;
  if (!NeedsSplit && !MaySplit)
    return;
  std::vector<Polynomial> Found = findStrides(Names, Indices, SplitsConstantRows);
  if (Found.size() < 2 && !NeedsSplit)
    return;
  auto IsSum = [](const Polynomial &Stride) { return Stride.terms().size() > 1; };
  if (Found.empty() || (llvm::any_of(Found, IsSum) && leavesDimensions(Number, Found, false))) {
    std::vector<Polynomial> Other = findStrides(Names, Indices, SplitsConstantRows, /*AlongDiagonals=*/true);
    if (Other.size() >= 2 && !leavesDimensions(Number, Other, true)) {
      Found = std::move(Other);
      Diagonal.insert(Number);
    }
  }
  if (Found.empty()) {
    nestStrides(Number);
    Indices.clear();
    for (const RawAccess &Raw : Raws)
      if (Raw.Array == Number && Raw.Indices[Level].Value)
        Indices.push_back(*Raw.Indices[Level].Value);
    Found = findStrides(Names, Indices, SplitsConstantRows);
  }
  if (Found.size() < 2)
    giveUp(refusals::delinearisation(First->At));
  std::vector<Extent> Extents(1);
  for (unsigned I = 1; I < Found.size(); ++I) {
    Polynomial Size = Found[I - 1].divide(Found[I]).Quotient;
    const isl::pw_aff Value = Names.affineAlone(Size); // makes the symbols of products, which the text names
    Extents.push_back({Names.text(Size, NestNames::TextFor::Functions), Value});
  }
  std::vector<Extent> &Declared = Arrays[Number].Extents;
  Extents.back().Unit = Declared[Level].Unit;
  Declared.erase(Declared.begin() + Level);
  Declared.insert(Declared.begin() + Level, Extents.begin(), Extents.end());
  Strides[Number] = std::move(Found);
  bool IsFirstSum = Level == 0 || Arrays[Number].Rows;
  if (IsFirstSum && !Diagonal.count(Number))
    findShift(Number);
}

std::optional<isl::set> AccessTable::pointsInside(const RawAccess &Raw, const Polynomial &Index, const Polynomial &Size) const {
  const unsigned Depth = Raw.Around->depth();
  std::optional<isl::pw_aff> At = Names.affine(Index, Depth), Past = Names.affine(Size, Depth);
  if (!At || !Past)
    return std::nullopt;
  const isl::set Inside = At->ge_set(Names.constant(Depth, int64_t(0))).intersect(At->lt_set(*Past));
  return Raw.Where.intersect_params(Names.context()).intersect(Inside);
}

std::vector<Polynomial> AccessTable::indicesAlong(const RawAccess &Raw, const std::vector<Polynomial> &Found, bool IsDiagonal) const {
  std::vector<Polynomial> Parts = splitIndex(*Raw.Indices[SplitAt[Raw.Array]].Value, Found);
  for (unsigned D = Parts.size() - 1; D > 0; --D) {
    if (!IsDiagonal && !Names.isSymbolic(Parts[D]))
      continue;
    const Polynomial Size = Found[D - 1].divide(Found[D]).Quotient;
    auto IsNever = [&](const Polynomial &Index) {
      std::optional<isl::set> Inside = pointsInside(Raw, Index, Size);
      return Inside && Inside->is_empty();
    };
    if (IsNever(Parts[D]) && !IsNever(Parts[D] + Size)) {
      Parts[D] = Parts[D] + Size;
      Parts[D - 1] = Parts[D - 1] - Polynomial::constant(1);
    }
  }
  return Parts;
}

bool AccessTable::leavesDimensions(unsigned Number, const std::vector<Polynomial> &Found, bool IsDiagonal) const {
  return llvm::any_of(Raws, [&](const RawAccess &Raw) {
    if (Raw.Array != Number || !Raw.Indices[SplitAt[Number]].Value)
      return false;
    const std::vector<Polynomial> Parts = indicesAlong(Raw, Found, IsDiagonal);
    const isl::set Where = Raw.Where.intersect_params(Names.context());
    for (unsigned D = 1; D < Parts.size(); ++D) {
      std::optional<isl::set> Inside = pointsInside(Raw, Parts[D], Found[D - 1].divide(Found[D]).Quotient);
      if (Inside ? Where.params().is_subset(Where.subtract(*Inside).params()) : IsDiagonal)
        return true;
    }
    return IsDiagonal && !Names.isAffine(Parts[0]);
  });
}

/// An array begins at most so many elements of each dimension before its pointer.
constexpr int64_t MostBefore = 64;

/// The symbols of P alone: `off` of `off + j`.
static Polynomial symbolicPart(const NestNames &Names, const Polynomial &P) {
  Polynomial Part;
  for (const auto &[M, Coefficient] : P.terms())
    if (!M.empty() && Names.isSymbolic(Polynomial::term(M, 1)))
      Part = Part + Polynomial::term(M, Coefficient);
  return Part;
}

/// The smallest value of Index at Points, at most 0. Nothing: it is not negative for some symbols alone, whose choice is
/// for the start to check; or none is known, or it is not small.
static std::optional<int64_t> leastBelow(const NestNames &Names, const isl::pw_aff &Index, const RawAccess &Raw) {
  isl::set Where = Raw.Where.intersect_params(Names.context());
  isl::set Negative = Where.intersect(Index.lt_set(Names.constant(Raw.Around->depth(), int64_t(0))));
  if (Negative.is_empty())
    return 0;
  if (!Where.params().is_subset(Negative.params()))
    return std::nullopt;
  isl::val Least = isl::manage(isl_pw_aff_min_val(Index.intersect_domain(Where).release()));
  if (!Least.is_int() || Least.lt(isl::val(Least.ctx(), -MostBefore)))
    return std::nullopt;
  return std::min<int64_t>(0, Least.get_num_si());
}

/// `a[off + i * m + j]` with the same `off` everywhere: an index j + off would leave its
/// row, but the array may as well begin at off. So may one that begins where `a[j - 1]` is.
void AccessTable::findShift(unsigned Number) {
  std::vector<Polynomial> Common;
  std::vector<int64_t> Least;
  bool IsModular = false;
  unsigned Level = SplitAt[Number];
  for (const RawAccess &Raw : Raws) {
    if (Raw.Array != Number || !Raw.Indices[Level].Value)
      continue;
    std::vector<Polynomial> Parts = indicesAlong(Raw, Strides[Number], /*IsDiagonal=*/false);
    bool IsFirst = Common.empty();
    Common.resize(Parts.size());
    Least.resize(Parts.size());
    IsModular |= Raw.Indices[Level].ModuloBits != 0;
    for (unsigned D = 1; D < Parts.size(); ++D) {
      Polynomial Symbolic = symbolicPart(Names, Parts[D]);
      if (IsFirst)
        Common[D] = Symbolic;
      std::optional<isl::pw_aff> Index = Names.affine(Parts[D] - Common[D], Raw.Around->depth());
      if (!Index || !(Symbolic - Common[D]).isZero())
        return;
      // No index may become negative.
      std::optional<int64_t> Here = leastBelow(Names, *Index, Raw);
      if (!Here)
        return;
      Least[D] = std::min(Least[D], *Here);
    }
  }
  for (unsigned D = 1; D < Common.size(); ++D)
    Common[D] = Common[D] + Polynomial::constant(Least[D]);
  Polynomial Sum;
  for (unsigned D = 1; D < Common.size(); ++D)
    Sum = Sum + Common[D] * Strides[Number][D];
  if (Sum.isZero() || !Sum.isValid())
    return;
  Arrays[Number].Shift = Names.text(Sum, NestNames::TextFor::Functions);
  Shifts[Number] = std::move(Common);
  if (IsModular)
    Names.assumeNever(Names.affineAlone(Sum).lt_set(Names.affineAlone(Polynomial())).params(),
                  "'" + Names.text(Sum) + "' may be negative", refusals::wrap({Syntax.where(), ""}));
}

std::vector<std::optional<Polynomial>> AccessTable::placeIndices(const RawAccess &Raw) const {
  std::vector<std::optional<Polynomial>> Indices;
  bool IsSplit = !Strides[Raw.Array].empty();
  for (unsigned I = 0; I < Raw.Indices.size(); ++I) {
    if (!IsSplit || I != SplitAt[Raw.Array]) {
      Indices.push_back(Raw.Indices[I].Value);
      continue;
    }
    std::vector<Polynomial> Parts = indicesAlong(Raw, Strides[Raw.Array], Diagonal.count(Raw.Array));
    for (unsigned D = 0; D < Parts.size(); ++D)
      Indices.emplace_back(Shifts[Raw.Array].empty() ? Parts[D] : Parts[D] - Shifts[Raw.Array][D]);
  }
  return Indices;
}

/// A read somewhere in an array that exists as a whole reads, at most, all of it.
std::optional<Access> AccessTable::wholeArray(const RawAccess &Raw) {
  const Expr *Culprit = nullptr;
  for (const RawIndex &Index : Raw.Indices)
    if (!Index.Value && !Culprit)
      Culprit = Index.Culprit;
  if (!Culprit)
    Culprit = Raw.Indices.front().Culprit;
  Place At = Culprit ? Syntax.Src.place(Culprit) : Raw.At;
  const Array &A = Arrays[Raw.Array];
  if ((Raw.What == Access::Kind::Write && !A.CombinedBy) || !Strides[Raw.Array].empty() || A.Rows)
    giveUp(refusals::nonAffineSubscript(At));
  std::optional<IntRange> First;
  if (!Arrays.completeExtents(Raw.Array)) {
    // Nobody knows how much there is to send; what it may overlap must be known, though.
    if (A.IsWritten)
      giveUp(refusals::nonAffineSubscript(At));
    Names.leaveToThreads("'" + A.Name + "' is read under subscripts that depend on data, and its "
                         "extent is not known");
    First = Raw.Indices.front().Narrow;
    if (!First && !Arrays.isUnaliased(Raw.Array) && !Syntax.Requests.AssumesNoAlias)
      giveUp(refusals::possibleAlias(At, A.Name));
    if (!First)
      return std::nullopt;
  }
  isl_space *Space = isl_space_set_alloc(Names.ctx().get(), 0, A.Extents.size());
  isl::set Elements = isl::manage(isl_set_universe(isl_space_copy(Space)));
  for (unsigned I = 0; I < A.Extents.size(); ++I) {
    isl_local_space *Local = isl_local_space_from_space(isl_space_copy(Space));
    isl::pw_aff X = isl::manage(isl_pw_aff_var_on_domain(Local, isl_dim_set, I));
    auto Constant = [&](const isl::val &Value) {
      return isl::manage(
          isl_pw_aff_val_on_domain(isl_set_universe(isl_space_copy(Space)), Value.copy()));
    };
    if (I == 0 && First) {
      Elements = Elements.intersect(X.ge_set(Constant(First->min(Names.ctx()))))
                     .intersect(X.le_set(Constant(First->max(Names.ctx()))));
      continue;
    }
    isl::pw_aff Size = A.Extents[I].Size->insert_domain(isl::manage(isl_space_copy(Space)));
    Elements = Elements.intersect(X.ge_set(Constant(isl::val::zero(Names.ctx())))).intersect(X.lt_set(Size));
  }
  isl_space_free(Space);
  Elements = isl::manage(isl_set_set_tuple_name(Elements.release(), A.Name.c_str()));
  isl::map Relation =
      isl::manage(isl_map_from_domain_and_range(Raw.Where.copy(), Elements.release()));
  return Access{Raw.What, Raw.Array, Relation, A.CombinedBy.has_value(), Raw.At.Where, Raw.At.Text, {}};
}

/// `best[i - 1][w - weight[i]]` reads somewhere in row i - 1: C lets no subscript leave its dimension.
bool AccessTable::readsInDimensions(const RawAccess &Raw) const {
  const Array &A = arrays()[Raw.Array];
  if (Raw.What != Access::Kind::Read || !Strides[Raw.Array].empty() || A.Rows)
    return false;
  auto IsKnown = [&](unsigned D) { return Raw.Indices[D].Value && Names.affine(*Raw.Indices[D].Value, Raw.Around->depth()); };
  auto IsBounded = [&](unsigned D) { return IsKnown(D) || A.Extents[D].Size; };
  auto Dimensions = llvm::seq<unsigned>(0, Raw.Indices.size());
  return llvm::any_of(Dimensions, IsKnown) && llvm::all_of(Dimensions, IsBounded);
}

std::optional<Access> AccessTable::finishAccess(RawAccess &Raw) {
  if (Arrays[Raw.Array].CombinedBy || (dependsOnData(Raw) && !readsInDimensions(Raw)))
    return wholeArray(Raw);
  if (Raw.Indices[SplitAt[Raw.Array]].IsEvery && !Strides[Raw.Array].empty())
    return wholeArray(Raw);
  std::vector<std::optional<isl::pw_aff>> Values;
  for (const std::optional<Polynomial> &P : placeIndices(Raw)) {
    Values.emplace_back();
    if (!P)
      continue;
    Values.back() = Names.affine(*P, Raw.Around->depth());
    if (!Values.back())
      return wholeArray(Raw);
  }
  requireInside(Raw, Values);
  const Array &A = Arrays[Raw.Array];
  isl_map *Relation = nullptr;
  for (unsigned I = 0; I < Values.size(); ++I) {
    isl_map *Index = Values[I] ? isl_map_from_pw_aff(Values[I]->copy()) : everyIndex(A.Extents[I], Raw.Around->depth());
    Relation = Relation ? isl_map_flat_range_product(Relation, Index) : Index;
  }
  Relation = isl_map_set_tuple_name(Relation, isl_dim_out, A.Name.c_str());
  Relation = isl_map_coalesce(isl_map_intersect_domain(Relation, Raw.Where.copy()));
  return Access{Raw.What,          Raw.Array,    isl::manage(Relation),
                Raw.IsConditional, Raw.At.Where, Raw.At.Text, dependsOnData(Raw) ? "" : Raw.HoistedText};
}

/// { S[c] -> [x] : 0 <= x < size }
isl_map *AccessTable::everyIndex(const Extent &E, unsigned Depth) {
  isl::pw_aff X = Names.coordinate(Depth + 1, Depth);
  isl::pw_aff Size = E.Size->insert_domain(Names.universe(Depth + 1).space());
  isl::set Range = X.ge_set(Names.constant(Depth + 1, int64_t(0))).intersect(X.lt_set(Size));
  isl_map *Map = isl_map_from_range(Range.release());
  Map = isl_map_move_dims(Map, isl_dim_in, 0, isl_dim_out, 0, Depth);
  return isl_map_set_tuple_name(Map, isl_dim_in, "S");
}

/// Points with an access that asks the same as Raw: one question for all of them, as the
/// cases of a condition together are simpler than each of them. Nothing when it was asked.
std::optional<isl::set> AccessTable::pointsToCheck(const RawAccess &Raw) {
  if (!Raw.Element)
    return Raw.Where;
  unsigned Level = SplitAt[Raw.Array], Bits = Raw.Indices[Level].ModuloBits;
  if (!Checked.insert({*Raw.Element, Bits}).second)
    return std::nullopt;
  isl::set Points = Raw.Where;
  for (const RawAccess &Other : Raws)
    if (Other.Element == Raw.Element && Other.Indices[Level].ModuloBits == Bits &&
        isl_set_plain_is_equal(Other.Where.get(), Points.get()) != isl_bool_true)
      Points = Points.unite(Other.Where).coalesce();
  return Raw.Around->domain().is_subset(Points) ? Raw.Around->domain() : Points;
}

void AccessTable::requireInside(const RawAccess &Raw,
                                const std::vector<std::optional<isl::pw_aff>> &Indices) {
  std::optional<isl::set> Where = pointsToCheck(Raw);
  if (!Where)
    return;
  const Array &A = Arrays[Raw.Array];
  unsigned Depth = Raw.Around->depth();
  isl::set Outside = isl::set::empty(Raw.Where.space());
  isl::pw_aff Zero = Names.constant(Depth, int64_t(0));
  for (unsigned I = 0; I < Indices.size(); ++I) {
    const Extent &E = A.Extents[I];
    if (!E.Size || !Indices[I])
      continue;
    isl::pw_aff Size = E.Size->insert_domain(Names.universe(Depth).space());
    Outside = Outside.unite(Indices[I]->lt_set(Zero)).unite(Indices[I]->ge_set(Size));
  }
  // Modulo arithmetic: not negative and, factor by factor, small enough.
  unsigned Level = SplitAt[Raw.Array];
  if (const RawIndex &Linear = Raw.Indices[Level]; Linear.ModuloBits && Indices[Level])
    Outside = Outside.unite(Indices[Level]->lt_set(Zero))
                  .unite(Names.largeFactors(*Linear.Value, Depth, Linear.ModuloBits));
  std::string Message = "'" + Raw.At.Text + "' may leave a dimension of " + A.Name;
  Names.assumeNever(Outside.intersect(*Where), Message,
                refusals::leavesDimension(Raw.At));
}
