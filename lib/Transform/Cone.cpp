// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An extreme ray of { h : h . d >= 0 for all d } is the one direction that is
// orthogonal to n - 1 independent distances. Where the distances do not span the
// space, it is orthogonal to the free directions too. Nests are at most five deep
// and have few distances that matter, so all choices are tried.
#include "Cone.h"

#include <isl/mat.h>

#include <algorithm>
#include <numeric>
#include <set>

using namespace tilepipe;

int64_t tilepipe::dot(const Row &A, const Row &B) {
  return std::inner_product(A.begin(), A.end(), B.begin(), int64_t(0));
}

int64_t tilepipe::determinant(std::vector<Row> M) {
  // Fraction-free elimination: every division is exact.
  int64_t Previous = 1;
  for (size_t K = 0; K < M.size(); ++K) {
    auto Pivot = std::find_if(M.begin() + K, M.end(), [K](const Row &R) { return R[K] != 0; });
    if (Pivot == M.end())
      return 0;
    std::iter_swap(M.begin() + K, Pivot);
    for (size_t I = K + 1; I < M.size(); ++I)
      for (size_t J = K + 1; J < M.size(); ++J) {
        int64_t A, B, Difference;
        if (__builtin_mul_overflow(M[I][J], M[K][K], &A) ||
            __builtin_mul_overflow(M[I][K], M[K][J], &B) ||
            __builtin_sub_overflow(A, B, &Difference))
          return 0;
        M[I][J] = Difference / Previous;
      }
    Previous = M[K][K];
  }
  return Previous < 0 ? -Previous : Previous;
}

namespace {

/// A basis of { h : h . r = 0 for all r in Rows }, as integer vectors.
std::vector<Row> orthogonal(const IslContext &Ctx, const std::vector<Row> &Rows, unsigned Depth) {
  isl_mat *M = isl_mat_alloc(Ctx.get().get(), Rows.size(), Depth);
  for (unsigned I = 0; I < Rows.size(); ++I)
    for (unsigned J = 0; J < Depth; ++J)
      M = isl_mat_set_element_si(M, I, J, int(Rows[I][J]));
  isl_mat *Kernel = isl_mat_right_kernel(M); // columns
  std::vector<Row> Result;
  for (int J = 0; J < isl_mat_cols(Kernel); ++J) {
    Row R;
    for (unsigned I = 0; I < Depth; ++I)
      R.push_back(toInt64(isl::manage(isl_mat_get_element_val(Kernel, I, J))));
    Result.push_back(R);
  }
  isl_mat_free(Kernel);
  return Result;
}

Row primitive(Row R) {
  int64_t Factor = 0;
  for (int64_t C : R)
    Factor = std::gcd(Factor, C);
  for (int64_t &C : R)
    C /= Factor;
  return R;
}

Row negated(Row R) {
  for (int64_t &C : R)
    C = -C;
  return R;
}

bool isLegal(const Row &H, const std::vector<Row> &Distances) {
  return std::all_of(Distances.begin(), Distances.end(),
                     [&](const Row &D) { return dot(H, D) >= 0; });
}

/// Calls Visit with every choice of Count members of All.
void forEachChoice(const std::vector<Row> &All, size_t Count, std::vector<Row> &Chosen, size_t From,
                   llvm::function_ref<void()> Visit) {
  if (Chosen.size() == Count)
    return Visit();
  for (size_t I = From; I + (Count - Chosen.size()) <= All.size(); ++I) {
    Chosen.push_back(All[I]);
    forEachChoice(All, Count, Chosen, I + 1, Visit);
    Chosen.pop_back();
  }
}

} // namespace

std::vector<Row> tilepipe::legalRows(const IslContext &Ctx, const std::vector<Row> &Distances,
                                     unsigned Depth) {
  std::set<Row> Result;
  std::vector<Row> Free = orthogonal(Ctx, Distances, Depth);
  for (const Row &F : Free) {
    Result.insert(primitive(F));
    Result.insert(primitive(negated(F)));
  }
  std::vector<Row> Chosen;
  auto Try = [&] {
    std::vector<Row> Fixed = Free;
    Fixed.insert(Fixed.end(), Chosen.begin(), Chosen.end());
    std::vector<Row> Rays = orthogonal(Ctx, Fixed, Depth);
    if (Rays.size() != 1)
      return;
    Row Ray = primitive(Rays.front());
    for (const Row &H : {Ray, negated(Ray)})
      if (isLegal(H, Distances))
        Result.insert(H);
  };
  if (Free.size() < Depth)
    forEachChoice(Distances, Depth - Free.size() - 1, Chosen, 0, Try);
  return {Result.begin(), Result.end()};
}
