// Rows of least exchange against brute force: no legal rows communicate less.
#include "NestBuilder.h"
#include "tilepipe/Transform/Pipeline.h"

#include "gtest/gtest.h"
#include <cmath>
#include <numeric>
#include <random>

using namespace tilepipe;

namespace {

int64_t product(const Row &A, const Row &B) {
  int64_t Sum = 0;
  for (unsigned I = 0; I < A.size(); ++I)
    Sum += A[I] * B[I];
  return Sum;
}

/// Of two or three rows, expanded along the first.
int64_t determinantOf(const std::vector<Row> &M) {
  if (M.size() == 2)
    return M[0][0] * M[1][1] - M[0][1] * M[1][0];
  return M[0][0] * (M[1][1] * M[2][2] - M[1][2] * M[2][1]) -
         M[0][1] * (M[1][0] * M[2][2] - M[1][2] * M[2][0]) +
         M[0][2] * (M[1][0] * M[2][1] - M[1][1] * M[2][0]);
}

/// What tiles of a given volume exchange, over all their faces, when their extents s_i are the
/// best: proportional to the n-th root of prod_i (sum_d h_i . d) / |det h| (P1 eq. 2 with free
/// extents). Rows along which nothing depends on anything count nothing; Dependent: the others.
struct Volume {
  unsigned Dependent = 0;
  double Exchange = 0;
};

Volume volumeOf(const std::vector<Row> &Rows, const std::vector<Row> &Distances) {
  Volume Result;
  double Product = 1;
  for (const Row &H : Rows) {
    int64_t Crossed = 0;
    for (const Row &D : Distances)
      Crossed += product(H, D);
    Result.Dependent += Crossed > 0;
    Product *= Crossed > 0 ? Crossed : 1;
  }
  Result.Exchange = std::pow(Product / std::abs(double(determinantOf(Rows))), 1.0 / Rows.size());
  return Result;
}

/// All legal rows with entries up to Most, without multiples of others.
std::vector<Row> legalRows(const std::vector<Row> &Distances, unsigned Depth, int64_t Most) {
  std::vector<Row> Result;
  Row H(Depth, -Most);
  for (;;) {
    bool IsLegal = true;
    int64_t Factor = 0;
    for (int64_t C : H)
      Factor = std::gcd(Factor, C);
    for (const Row &D : Distances)
      IsLegal &= product(H, D) >= 0;
    if (IsLegal && Factor == 1)
      Result.push_back(H);
    unsigned I = 0;
    while (I < Depth && H[I] == Most)
      H[I++] = -Most;
    if (I == Depth)
      return Result;
    ++H[I];
  }
}

/// Least exchange over all choices of legal rows, with at most as many dependent ones.
double leastExchange(const std::vector<Row> &Legal, const std::vector<Row> &Distances,
                     unsigned Depth, unsigned Dependent, std::vector<Row> Chosen = {},
                     size_t From = 0) {
  if (Chosen.size() == Depth) {
    if (determinantOf(Chosen) == 0)
      return INFINITY;
    Volume V = volumeOf(Chosen, Distances);
    return V.Dependent <= Dependent ? V.Exchange : INFINITY;
  }
  double Least = INFINITY;
  Chosen.emplace_back();
  for (size_t I = From; I < Legal.size(); ++I) {
    Chosen.back() = Legal[I];
    Least = std::min(Least, leastExchange(Legal, Distances, Depth, Dependent, Chosen, I + 1));
  }
  return Least;
}

/// The rows of least exchange; those that are chosen have no more dependent ones.
std::vector<Row> leastRows(const std::vector<Row> &Distances, unsigned Depth) {
  IslContext Ctx;
  std::string Tuple = Depth == 2 ? "S[i,j]" : "S[i,j,k]";
  std::string Element = Depth == 2 ? "A[i,j]" : "A[i,j,k]";
  std::string Bounds = Depth == 2 ? "0 <= i,j < 9" : "0 <= i,j,k < 9";
  LoopNest Nest = makeNest(Ctx, "{ " + Tuple + " : " + Bounds + " }",
                           {{'w', "{ " + Tuple + " -> " + Element + " }"}});
  Dependences Deps;
  for (const Row &D : Distances) {
    Deps.Vectors.emplace_back();
    Deps.Vectors.back().Distance = D;
  }
  std::vector<Row> Least = rowsOfLeastExchange(Ctx, Deps, Depth);
  std::vector<Row> Chosen = llvm::cantFail(chooseTiling(Ctx, Nest, Deps)).Rows;
  EXPECT_LE(volumeOf(Chosen, Distances).Dependent, volumeOf(Least, Distances).Dependent);
  return Least;
}

void expectLeast(const std::vector<Row> &Distances, unsigned Depth, int64_t Most) {
  std::vector<Row> Rows = leastRows(Distances, Depth);
  Volume V = volumeOf(Rows, Distances);
  if (V.Dependent + 1 < Depth)
    return; // a plane of rows along which nothing depends on anything: their determinant says nothing
  std::vector<Row> Legal = legalRows(Distances, Depth, Most);
  EXPECT_LE(V.Exchange, 1.1 * leastExchange(Legal, Distances, Depth, V.Dependent))
      << ::testing::PrintToString(Distances) << " " << ::testing::PrintToString(Rows);
}

/// Random lexicographically positive distances, one of them with a negative component.
std::vector<Row> drawDistances(std::mt19937 &Random, unsigned Depth, int Most) {
  std::uniform_int_distribution<int> Entry(-Most, Most);
  std::vector<Row> Result;
  bool HasNegative = false;
  while (Result.size() < 3 || !HasNegative) {
    Row D;
    for (unsigned I = 0; I < Depth; ++I)
      D.push_back(Entry(Random));
    auto First = std::find_if(D.begin(), D.end(), [](int64_t C) { return C != 0; });
    if (First == D.end() || *First < 0)
      continue;
    for (int64_t C : D)
      HasNegative |= C < 0;
    Result.push_back(D);
  }
  return Result;
}

TEST(TilingVolume, GaussSeidelAndErrorDiffusion) {
  expectLeast({{0, 0, 1}, {0, 1, 0}, {0, 1, -1}, {0, 1, 1}, {1, 0, -1}, {1, -1, 0}, {1, -1, -1},
               {1, -1, 1}, {1, 0, 0}}, 3, 3);
  expectLeast({{0, 0, 1}, {0, 1, 0}, {1, -1, 0}, {1, 0, -1}, {1, 0, 0}}, 3, 2);
  expectLeast({{0, 1}, {1, -1}, {1, 0}, {1, 1}}, 2, 6);
}

TEST(TilingVolume, RandomDistances) {
  std::mt19937 Random(7);
  for (int Round = 0; Round < 200; ++Round)
    expectLeast(drawDistances(Random, 2, 3), 2, 8);
  for (int Round = 0; Round < 20; ++Round)
    expectLeast(drawDistances(Random, 3, 1), 3, 2);
}

} // namespace
