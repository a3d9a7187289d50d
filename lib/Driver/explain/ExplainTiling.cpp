// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "explain/Explain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace tilepipe;

int64_t tilepipe::product(const Row &A, const Row &B) {
  int64_t Sum = 0;
  for (auto [X, Y] : llvm::zip(A, B))
    Sum += X * Y;
  return Sum;
}

static std::vector<Row> transposed(const std::vector<Row> &Rows) {
  std::vector<Row> Result(Rows.empty() ? 0 : Rows.front().size());
  for (const Row &R : Rows)
    for (unsigned I = 0; I < R.size(); ++I)
      Result[I].push_back(R[I]);
  return Result;
}

/// "  D  = [ 1  0 ]" and its other rows below, columns aligned.
static void drawMatrix(llvm::StringRef Name, const std::vector<Row> &Rows, llvm::raw_ostream &OS) {
  size_t Width = 1;
  for (const Row &R : Rows)
    for (int64_t C : R)
      Width = std::max(Width, std::to_string(C).size());
  for (unsigned I = 0; I < Rows.size(); ++I) {
    OS << "  " << (I ? std::string(Name.size() + 2, ' ') : (Name + " =").str()) << " [";
    for (int64_t C : Rows[I])
      OS << " " << std::string(Width - std::to_string(C).size(), ' ') << C;
    OS << " ]\n";
  }
}

/// Differences of tile coordinates that a dependence may have, when no extent is below its reach.
static std::vector<Row> tileDependences(const std::vector<Row> &Distances, const Tiling &Tiles) {
  std::set<Row> Result;
  unsigned N = Tiles.Rows.size();
  for (const Row &D : Distances)
    for (unsigned Crossed = 1; Crossed < 1u << N; ++Crossed) {
      Row R;
      bool IsPossible = true;
      for (unsigned I = 0; I < N; ++I) {
        R.push_back(Crossed >> I & 1);
        IsPossible &= !R.back() || product(Tiles.Rows[I], D) > 0;
      }
      if (IsPossible)
        Result.insert(R);
    }
  return {Result.begin(), Result.end()};
}

/// Rows of two entries around the origin `o`: legal ones `+`, chosen ones `H`, others `.`.
static void drawCone(const std::vector<Row> &Distances, const Tiling &Tiles,
                     llvm::raw_ostream &OS) {
  constexpr int64_t Most = 8;
  int64_t Size = 2;
  for (const Row &H : Tiles.Rows)
    for (int64_t C : H)
      Size = std::max(Size, std::min(Most, C < 0 ? -C : C));
  OS << "  rows (x,y), x down and y to the right: o = (0,0), + legal, H chosen\n";
  for (int64_t X = -1; X <= Size; ++X) {
    OS << "   ";
    for (int64_t Y = -Size; Y <= Size; ++Y) {
      Row H{X, Y};
      bool IsLegal = llvm::all_of(Distances, [&](const Row &D) { return product(H, D) >= 0; });
      bool IsOrigin = X == 0 && Y == 0;
      OS << " " << (IsOrigin ? 'o' : llvm::is_contained(Tiles.Rows, H) ? 'H' : IsLegal ? '+' : '.');
    }
    OS << "\n";
  }
}

void tilepipe::drawTiling(const IslContext &Ctx, const Dependences &Deps, const Tiling &Tiles,
                          llvm::raw_ostream &OS) {
  std::vector<Row> Distances = distinctDistances(Deps);
  unsigned N = Tiles.Rows.size();
  OS << "Matrices\n";
  drawMatrix("H", Tiles.Rows, OS);
  if (Distances.empty())
    return;
  drawMatrix("D", transposed(Distances), OS);
  std::vector<Row> Product;
  for (const Row &H : Tiles.Rows) {
    Product.emplace_back();
    for (const Row &D : Distances)
      Product.back().push_back(product(H, D));
  }
  drawMatrix("H D", Product, OS);
  std::vector<Row> Rays = raysOfCone(Ctx, Deps, N);
  OS << "Cone of legal rows { h : h . d >= 0 for all d }\n  "
     << (Rays.empty() ? "not computed: too many or too long distances" : "rays " + toString(Rays))
     << "\n";
  if (N == 2)
    drawCone(Distances, Tiles, OS);
  OS << "Tile dependences, no extent being below the farthest dependence\n  "
     << toString(tileDependences(Distances, Tiles)) << "\n";
  Row Blocking(N, 1), Overlapping(N, 2);
  Overlapping.back() = 1;
  OS << "Schedule vectors, if tiles are mapped along the last row: tile t runs in step Pi . t\n"
     << "  blocking     Pi = " << toString(Blocking) << "\n  overlapping  Pi = "
     << toString(Overlapping) << "\n";
}
