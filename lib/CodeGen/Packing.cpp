// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// for i for k for j  c[i][j] += a[i][k] * b[j][k]
//
// Along j each b[j][k] lies in another row, and compilers make no fast vectors of such elements. A tile is run in blocks along j
// and k. A block first copies its elements of b into tp_packed0[k][j], and its points take them from there. The copy is made once for
// all i of the block.
//
// Legal: the nest does not write b. What is copied are the elements that the block's points read, and no others. Verify shows that
// each point's cell has its element.
#include "Packing.h"

#include "Attempt.h"
#include "Interleaving.h"
#include "LoopOrder.h"
#include "TileText.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>

using namespace tilepipe;

/// Bytes of all copies of a block, which stay in the nearest cache and fit on small stacks.
static constexpr unsigned MostBytes = 32 << 10;
/// Places of a block along the other loop; those along the innermost one are a power of two from the least to the most.
static constexpr unsigned Other = 32, LeastInner = 32, MostInner = 256;
/// Operations of isl for the loops that fill one array.
static constexpr unsigned long FillQuota = 50'000;

static unsigned placeOf(const Statement &S, unsigned L) { return llvm::find(S.Loops, L) - S.Loops.begin(); }

/// The dimension of boxes along which a point of statement K lies where loop L is; nothing: there is none.
static std::optional<unsigned> dimensionOf(const RegionContext &R, unsigned K, unsigned L) {
  if (!isDirect(R, L))
    return std::nullopt;
  const isl::map Points = R.Nest.coordinatesOf(K).intersect_domain(R.Nest.domain()).reverse(); // { S<K>[c] -> S[j] }
  for (unsigned D = 0; D < R.dimensions(); ++D) {
    const Row &H = R.Pipe.Tiles.Rows[D];
    if (llvm::count(H, 0) + 1 != long(H.size()) || llvm::count(H, 1) != 1)
      continue;
    isl_map *Same = isl_map_universe(isl_map_get_space(Points.get()));
    Same = isl_map_equate(Same, isl_dim_in, int(placeOf(R.Nest.Statements[K], L)), isl_dim_out, int(llvm::find(H, 1) - H.begin()));
    if (Points.is_subset(isl::manage(Same)))
      return D;
  }
  return std::nullopt;
}

/// The nest writes no element of A's memory.
static bool isOnlyRead(const LoopNest &Nest, const Array &A) {
  return llvm::none_of(Nest.Arrays, [&](const Array &Other) { return Other.base() == A.base() && (Other.IsWritten || Other.CombinedBy); });
}

/// What P's statement reads there has its name in no other loop than the two.
static bool namesNoOthers(const LoopNest &Nest, const Access &A, const PackedRead &P) {
  for (unsigned L = 0; L < Nest.Loops.size(); ++L) {
    const bool IsOne = L == P.Inner || L == P.Other;
    if (!IsOne && Nest.Loops[L].Iterator != Nest.Loops[P.Inner].Iterator && Nest.Loops[L].Iterator != Nest.Loops[P.Other].Iterator &&
        mentions(A.HoistedText, Nest.Loops[L].Iterator))
      return false;
    for (const Loop::Follower &F : Nest.Loops[L].Followers)
      if (mentions(A.HoistedText, F.Name))
        return false;
  }
  return llvm::none_of(Nest.Privates, [&](const Private &Each) { return mentions(A.HoistedText, Each.Name); });
}

/// Loops over the elements that the box's points of P's statement read, by the iterators of the two loops.
static LoopChain fillLoops(const RegionContext &R, const PackedRead &P) {
  const unsigned K = R.Nest.Accesses[P.Access].StatementIndex;
  const Statement &S = R.Nest.Statements[K];
  isl_set *Points = R.Nest.coordinatesOf(K).intersect_domain(R.Pipe.BoxDomain).range().coalesce().release();
  isl_map *Two = isl_map_universe(isl_space_add_dims(isl_space_from_domain(isl_set_get_space(Points)), isl_dim_out, 2));
  Two = isl_map_equate(Two, isl_dim_in, int(placeOf(S, P.Inner)), isl_dim_out, 0);
  Two = isl_map_equate(Two, isl_dim_in, int(placeOf(S, P.Other)), isl_dim_out, 1);
  const isl::set Read = isl::manage(isl_set_coalesce(isl_set_apply(Points, Two)));
  return scan(Read, R.BoxContext, {R.Nest.Loops[P.Inner].Iterator, R.Nest.Loops[P.Other].Iterator}, widenedIdentifier);
}

std::optional<PackedRead> tilepipe::packable(const RegionContext &R, unsigned A, unsigned L) {
  const Access &Read = R.Nest.Accesses[A];
  const Statement &S = R.Nest.Statements[Read.StatementIndex];
  const Array &Of = R.Nest.Arrays[Read.ArrayIndex];
  const bool IsPlain = Read.What == Access::Kind::Read && !Read.IsConditional && !Read.HoistedText.empty() && !S.HasLoops &&
                       !S.HasContinue && !Of.IsComplex && Of.ElementSize <= 8 && (hasPlainSubscripts(R.Nest, Of) || isLinear(R.Nest, Of)) &&
                       isOnlyRead(R.Nest, Of);
  auto IsIn = [&](const TextRange &Text) { return R.FileText.slice(Text.Begin, Text.End).contains(Read.HoistedText); };
  if (!IsPlain || S.Loops.size() < 3 || !(IsIn(S.Text) || llvm::any_of(S.BetweenText, IsIn)))
    return std::nullopt;
  std::optional<unsigned> InRows;
  for (unsigned Each : S.Loops) {
    if (Each == L)
      continue;
    const Stride Along = strideOf(R.Nest, Read, Each);
    if (Along == Stride::Far || (Along == Stride::One && InRows))
      return std::nullopt;
    if (Along == Stride::One)
      InRows = Each;
  }
  if (!InRows)
    return std::nullopt;
  const std::optional<unsigned> Inner = dimensionOf(R, Read.StatementIndex, L), Outer = dimensionOf(R, Read.StatementIndex, *InRows);
  if (!Inner || !Outer || std::max(*Inner, *Outer) + 1 != R.dimensions() || std::min(*Inner, *Outer) + 2 != R.dimensions())
    return std::nullopt;
  const PackedRead Result = {A, L, *InRows, *Inner, *Outer};
  const bool IsPrinted = namesNoOthers(R.Nest, Read, Result) &&
                         attempt(R.Nest.Context.ctx(), FillQuota, [&] { return fillLoops(R, Result).Loops.size() == 2; }).value_or(false);
  return IsPrinted ? std::optional(Result) : std::nullopt;
}

/// Those of statement K; nothing: some elements of other rows stay where they are.
static std::vector<PackedRead> packedBy(const RegionContext &R, unsigned K, const SunkLoops &Sunk) {
  const Statement &S = R.Nest.Statements[K];
  std::vector<PackedRead> Result;
  if (S.Loops.size() < 3)
    return Result;
  const unsigned L = S.Loops[loopsInTile(R.Nest, K, Sunk).back()];
  for (unsigned I = 0; I < R.Nest.Accesses.size(); ++I) {
    const Access &A = R.Nest.Accesses[I];
    if (A.StatementIndex != K)
      continue;
    const Stride Along = strideOf(R.Nest, A, L);
    if (Along == Stride::None && A.What == Access::Kind::Write)
      return {};
    if (Along != Stride::Far)
      continue;
    const std::optional<PackedRead> Packed = packable(R, I, L);
    if (!Packed)
      return {};
    if (llvm::none_of(Result, [&](const PackedRead &P) { return R.Nest.Accesses[P.Access].HoistedText == A.HoistedText; }))
      Result.push_back(*Packed);
  }
  return Result;
}

/// Places along the innermost loop for which copies of so many bytes each are not too large; 0: there are too few.
static unsigned innerPlaces(unsigned ElementBytes) {
  unsigned Places = MostInner;
  while (Places * Other * ElementBytes > MostBytes)
    Places /= 2;
  return Places < LeastInner ? 0 : Places;
}

static unsigned elementBytes(const RegionContext &R, llvm::ArrayRef<PackedRead> Packed) {
  unsigned Bytes = 0;
  for (const PackedRead &P : Packed)
    Bytes += R.Nest.Arrays[R.Nest.Accesses[P.Access].ArrayIndex].ElementSize;
  return Bytes;
}

std::vector<PackedRead> tilepipe::packedReads(const RegionContext &R, const SunkLoops &Sunk) {
  std::vector<PackedRead> Result;
  for (unsigned K = 0; R.Options.HoldsValues && K < R.Nest.Statements.size(); ++K)
    llvm::append_range(Result, packedBy(R, K, Sunk));
  auto IsAcross = [&](const PackedRead &P) { return P.InnerAlong != Result.front().InnerAlong; };
  if (!Result.empty() && (llvm::any_of(Result, IsAcross) || !innerPlaces(elementBytes(R, Result))))
    Result.clear();
  return Result;
}

/// Along the innermost loop.
static unsigned innerPlaces(const RegionContext &R) { return innerPlaces(elementBytes(R, R.Packed)); }

unsigned tilepipe::packedRows(const RegionContext &R) { return R.Packed.front().InnerAlong + 1 == R.dimensions() ? Other : innerPlaces(R); }
unsigned tilepipe::packedPoints(const RegionContext &R) { return innerPlaces(R) + Other - packedRows(R); }

/// The cell for the iterations of the two loops.
static std::string cell(const RegionContext &R, unsigned Number) {
  const PackedRead &P = R.Packed[Number];
  auto Index = [&](unsigned L, unsigned Along) { return "[" + R.Nest.Loops[L].Iterator + " - tp_b->tp_lo[" + std::to_string(Along) + "]]"; };
  return "tp_packed" + std::to_string(Number) + Index(P.Other, P.OtherAlong) + Index(P.Inner, P.InnerAlong);
}

static const Access &accessOf(const RegionContext &R, const PackedRead &P) { return R.Nest.Accesses[P.Access]; }

void tilepipe::printPacking(const RegionContext &R, CodeBuffer &Out) {
  for (const auto &[Number, P] : llvm::enumerate(R.Packed))
    Out.line(R.Nest.Arrays[accessOf(R, P).ArrayIndex].ElementType + " tp_packed" + std::to_string(Number) + "[" + std::to_string(Other) +
             "][" + std::to_string(innerPlaces(R)) + "];");
  for (const auto &[Number, P] : llvm::enumerate(R.Packed)) {
    const LoopChain Loops = fillLoops(R, P);
    Out.line("{");
    Out.indent();
    for (unsigned L : {P.Inner, P.Other})
      Out.line(R.Nest.Loops[L].Type + " " + R.Nest.Loops[L].Iterator + ";");
    printLoops(Out, Loops, 2, LastBound::InHead, LeafKind::Statement,
               [&, N = Number, From = &P] { Out.line(cell(R, N) + " = " + accessOf(R, *From).HoistedText + ";"); });
    Out.outdent();
    Out.line("}");
  }
}

std::vector<HeldValue> tilepipe::packedValues(const RegionContext &R, unsigned K) {
  std::vector<HeldValue> Result;
  for (const auto &[Number, P] : llvm::enumerate(R.Packed))
    if (const Access &A = accessOf(R, P); A.StatementIndex == K)
      Result.push_back({A.HoistedText, cell(R, Number), R.Nest.Arrays[A.ArrayIndex].ElementType});
  return Result;
}
