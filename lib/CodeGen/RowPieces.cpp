// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RowPieces.h"

#include "Attempt.h"
#include "TileText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

#include <isl/aff.h>
#include <isl/map.h>

#include <set>

using namespace tilepipe;

/// Operations of isl for one loop.
static constexpr unsigned long RowQuota = 200'000;
/// Reads of consecutive elements, from which on a second piece is worth its start. Products of matrices have two, and gain
/// nothing.
static constexpr unsigned LeastReads = 3;

/// The first of Statements' writes to consecutive elements along L, whose bytes divide a line; null: there is none, or few reads.
static const Access *writeOfRow(const LoopNest &Nest, unsigned L, llvm::ArrayRef<unsigned> Statements) {
  const Access *Write = nullptr;
  std::set<llvm::StringRef> Reads;
  for (const Access &A : Nest.Accesses) {
    if (!llvm::is_contained(Statements, A.StatementIndex))
      continue;
    const Array &Of = Nest.Arrays[A.ArrayIndex];
    const bool IsWrite = A.What == Access::Kind::Write;
    if (strideOf(Nest, A, L) != Stride::One) {
      if (IsWrite)
        return nullptr;
      continue;
    }
    if (Of.IsOwn)
      continue;
    if (!IsWrite)
      Reads.insert(A.Text);
    else if (!Write && llvm::has_single_bit(Of.ElementSize) && Of.ElementSize <= 8 && Of.Rows == 0)
      Write = &A;
  }
  return Reads.size() < LeastReads ? nullptr : Write;
}

/// The subscripts of A as C text over Coordinates. Nothing: one is not affine in all points.
static std::optional<std::vector<std::string>> subscripts(const RegionContext &R, const Access &A, const std::vector<std::string> &Coordinates) {
  if (isl_map_is_single_valued(A.Relation.get()) != isl_bool_true)
    return std::nullopt;
  std::vector<std::string> Result;
  isl::pw_multi_aff Element = isl::manage(isl_pw_multi_aff_from_map(A.Relation.copy()));
  for (unsigned D = 0; D < R.Nest.Arrays[A.ArrayIndex].Extents.size(); ++D) {
    isl_pw_aff *Subscript = isl_pw_multi_aff_get_pw_aff(Element.get(), int(D));
    isl_set *Where = isl_pw_aff_domain(isl_pw_aff_copy(Subscript));
    isl::pw_aff Everywhere = isl::manage(isl_pw_aff_gist(Subscript, Where));
    if (isl_pw_aff_n_piece(Everywhere.get()) != 1)
      return std::nullopt;
    Result.push_back(valueAt(Everywhere, Coordinates, R.Context));
  }
  return Result;
}

/// What A's array begins at, as C text in front of the statement.
static std::string baseOf(const LoopNest &Nest, const Access &A) {
  for (const Statement::Exchanged &P : Nest.Statements[A.StatementIndex].Pointers)
    if (llvm::StringRef(A.Text).starts_with(P.Name + "["))
      return placeName(P.Cycle, P.Index);
  const Array &Of = Nest.Arrays[A.ArrayIndex];
  return Of.Object.empty() || Of.Kind != Array::Storage::Static ? Of.base() : "&" + Of.Object;
}

/// Text has names, numbers, sums and products alone: the proof is to see that it reads no memory.
static bool isPlain(llvm::StringRef Text) {
  return llvm::all_of(Text, [](char C) { return llvm::isAlnum(C) || llvm::StringRef("_+-*(), ").contains(C); });
}

static std::string firstOf(const RegionContext &R, unsigned L, llvm::ArrayRef<unsigned> Statements,
                           llvm::function_ref<std::vector<std::string>(unsigned K)> CoordinatesOf) {
  const LoopNest &Nest = R.Nest;
  const Access *Write = writeOfRow(Nest, L, Statements);
  if (!Write || !areIndependent(Nest, R.Deps, Statements, L))
    return "";
  const Array &Of = Nest.Arrays[Write->ArrayIndex];
  const std::optional<std::vector<std::string>> At = subscripts(R, *Write, CoordinatesOf(Write->StatementIndex));
  if (!At || At->empty())
    return "";
  const std::string Offset = R.byteOffset(Of, *At);
  return isPlain(Offset) ? baseOf(Nest, *Write) + ", " + Offset + ", " + std::to_string(Of.ElementSize) : "";
}

std::string tilepipe::firstInRow(const RegionContext &R, unsigned L, llvm::ArrayRef<unsigned> Statements,
                                 llvm::function_ref<std::vector<std::string>(unsigned K)> CoordinatesOf) {
  const bool HaveLoops = llvm::any_of(Statements, [&](unsigned K) { return R.Nest.Statements[K].HasLoops; });
  if (!R.Options.HoldsValues || R.Nest.depth() < 2 || R.Nest.hasStrides() || HaveLoops)
    return "";
  return attempt(R.Nest.Context.ctx(), RowQuota, [&] { return firstOf(R, L, Statements, CoordinatesOf); }).value_or("");
}

PieceLoops tilepipe::pieceLoops(const std::string &Iterator, const std::string &First, const std::string &Last, const std::string &End,
                                const std::string &FirstInRow) {
  const std::string Start = Iterator + " = " + First + ", " + End + " = tp_first_piece(" + Iterator + ", " + Last + ", " + FirstInRow + ")";
  return {"for (" + Start + "; " + Iterator + " <= " + Last + "; " + End + " = " + Last + ")",
          "for (; " + Iterator + " <= " + End + "; " + Iterator + "++)"};
}
