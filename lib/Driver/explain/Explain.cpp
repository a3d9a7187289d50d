// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "explain/Explain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilepipe;

std::string tilepipe::toString(llvm::ArrayRef<Row> Rows) {
  return llvm::join(llvm::map_range(Rows,
                                    [](const Row &R) {
                                      std::string Entries = llvm::join(
                                          llvm::map_range(R, [](int64_t V) { return std::to_string(V); }),
                                          ",");
                                      return "(" + Entries + ")";
                                    }),
                    " ");
}

std::vector<Row> tilepipe::distinctDistances(const Dependences &Deps) {
  std::vector<Row> Distances;
  for (const Dependence &D : Deps.Vectors)
    if (!llvm::is_contained(Distances, D.Distance))
      Distances.push_back(D.Distance);
  return Distances;
}

static const char *nameOf(DependenceKind Kind) {
  switch (Kind) {
  case DependenceKind::Flow:
    return "flow";
  case DependenceKind::Anti:
    return "anti";
  case DependenceKind::Output:
    return "output";
  }
  llvm_unreachable("covered switch");
}

static void explainNest(const LoopNest &Nest, llvm::raw_ostream &OS) {
  OS << "Loops\n";
  for (const Loop &L : Nest.Loops)
    OS << "  " << L.Iterator << ", step " << L.Step << "\n";
  OS << "Iterations\n  " << toString(Nest.domain()) << "\n";
  OS << "Arrays\n";
  for (const Array &A : Nest.Arrays)
    OS << "  " << A.Name << ": " << A.ElementType << ", " << A.Extents.size()
       << (A.Extents.size() == 1 ? " dimension" : " dimensions")
       << (A.IsWritten ? ", written" : ", read only") << "\n";
  for (const Assumption &A : Nest.Assumptions)
    OS << "Declined at run time when\n  " << A.Reason << ": " << toString(A.Violation) << "\n";
}

static void explainDependences(const LoopNest &Nest, const Dependences &Deps,
                               llvm::raw_ostream &OS) {
  OS << "Dependences (a point depends on the one so far before it)\n";
  for (const Dependence &D : Deps.Vectors)
    OS << "  " << nameOf(D.Kind) << " of " << Nest.Arrays[D.ArrayIndex].Name << ": distance "
       << toString(Row(D.Distance)) << "\n";
  if (Deps.Vectors.empty())
    OS << "  none: tiles run in any order\n";
}

static void explainTiles(const Pipeline &Pipe, llvm::raw_ostream &OS) {
  OS << "Tiling: tile coordinate d of a point S is floor(h_d . S / s_d)\n";
  for (auto [D, H] : llvm::enumerate(Pipe.Tiles.Rows))
    OS << "  h_" << D << " = " << toString(H) << ", farthest dependence " << Pipe.Reach[D]
       << ": extent s_" << D << " at least " << std::max<int64_t>(1, Pipe.Reach[D]) << "\n";
  OS << "Faces: what a tile sends to the neighbour across the named sides\n";
  for (const Face &F : Pipe.Faces) {
    std::vector<std::string> Sides;
    for (unsigned D = 0; D < Pipe.Tiles.Rows.size(); ++D)
      if (F.Crosses & (1u << D))
        Sides.push_back(std::to_string(D));
    OS << "  across " << llvm::join(Sides, "+") << ": " << toString(F.Elements) << "\n";
  }
  if (Pipe.Faces.empty())
    OS << "  none\n";
  OS << "Needed before a box starts\n  " << toString(Pipe.LiveIn) << "\n";
  OS << "Final values it holds\n  " << toString(Pipe.Owned) << "\n";
  if (!Pipe.ThreadsOnlyReason.empty())
    OS << "Threads only: " << Pipe.ThreadsOnlyReason << "\n";
}

/// Elements that a tile with all extents `Side` sends, by the product of tile volume and H D
/// (unit determinant), over all dimensions but the mapped one, which is the last here.
static int64_t sentElements(const Dependences &Deps, const Pipeline &Pipe, int64_t Side) {
  int64_t N = Pipe.Tiles.Rows.size(), FaceArea = 1, Sum = 0;
  for (int64_t D = 1; D < N; ++D)
    FaceArea *= Side;
  for (const Row &Distance : distinctDistances(Deps))
    for (int64_t D = 0; D + 1 < N; ++D)
      for (auto [H, Component] : llvm::zip(Pipe.Tiles.Rows[D], Distance))
        Sum += H * Component;
  return FaceArea * Sum;
}

/// The papers' formulas on a space of 1024 iterations per dimension in tiles of 64.
static void explainSteps(const Dependences &Deps, const Pipeline &Pipe, llvm::raw_ostream &OS) {
  constexpr int64_t Size = 1024, Side = 64, Last = Size / Side - 1;
  int64_t N = Pipe.Tiles.Rows.size(), Tiles = Last + 1;
  OS << "Mapping: chosen when the region starts; tiles along the longest dimension stay on one CPU, the others "
        "span the mesh of ranks and the groups of threads\n";
  OS << "For example, " << Size << " per dimension, extents " << Side << ": u_d = " << Tiles
     << " tiles along dimension d; 'along' is the longest dimension\n"
     << "  elements sent per tile   " << Side << "^" << N - 1 << " sum_{d != along} sum_q (H D)_dq = "
     << sentElements(Deps, Pipe, Side) << "\n"
     << "  blocking schedule        P = sum_d (u_d - 1) + 1 = " << N * Last + 1
     << " steps of t_comp + t_comm\n"
     << "  overlapping schedule     P = 2 sum_{d != along} (u_d - 1) + (u_along - 1) + 1 = "
     << 2 * (N - 1) * Last + Last + 1 << " steps of max(t_comp, t_comm)\n";
  if (N > 1)
    OS << "  groups of 2 threads      P = sum_{d != along} ceil(u_d / g_d) + sum_d u_d - 2 * " << N << " + 2 = "
       << Tiles / 2 + (N - 2) * Tiles + N * Tiles - 2 * N + 2 << " steps, g_d threads along d, one barrier each\n";
}

void tilepipe::explain(const IslContext &Ctx, const LoopNest &Nest, const Dependences &Deps,
                       const Pipeline &Pipe, const std::string &Settings, llvm::raw_ostream &OS) {
  OS << "=== region '" << Nest.Name << "': function " << Nest.Function << ", " << Nest.Where.File
     << ":" << Nest.Where.Line << "\n";
  explainNest(Nest, OS);
  explainDependences(Nest, Deps, OS);
  drawTiling(Ctx, Deps, Pipe.Tiles, OS);
  explainTiles(Pipe, OS);
  explainSteps(Deps, Pipe, OS);
  explainModel(Nest, Deps, Pipe, Settings, OS);
  OS << "\n";
}
