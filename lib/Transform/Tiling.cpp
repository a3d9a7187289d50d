// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cone.h"
#include "Embedding.h"

#include "llvm/Support/raw_ostream.h"

#include <isl/aff.h>
#include <isl/ilp.h>
#include <isl/local_space.h>
#include <isl/map.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

using namespace tilepipe;

/// Beyond them the search for rows is not tried.
static constexpr size_t MostDistances = 40;
static constexpr int64_t MostDistance = 1000;

static std::string text(const Row &R) {
  std::string Result = "(";
  for (unsigned I = 0; I < R.size(); ++I)
    Result += (I ? "," : "") + std::to_string(R[I]);
  return Result + ")";
}

/// The greatest R . distance; Far where no constant bounds it.
static int64_t reachAlong(const isl::set &Distances, const Row &R) {
  isl::set Moves = rowImage(Distances, R).intersect(isl::set(Distances.ctx(), "{ [v] : v > 0 }"));
  if (Moves.is_empty())
    return 0;
  isl::val Most = isl::manage(isl_set_dim_max_val(Moves.copy(), 0));
  return isl_val_is_int(Most.get()) == isl_bool_true ? toInt64(Most) : Tiling::Far;
}

std::vector<int64_t> Tiling::reach(const Dependences &Deps) const {
  std::vector<int64_t> Result(Rows.size(), 0);
  if (!Deps.IsUniform) {
    const isl::set Distances = Deps.Order->deltas();
    for (unsigned D = 0; D < Rows.size(); ++D)
      Result[D] = reachAlong(Distances, Rows[D]);
    return Result;
  }
  for (unsigned D = 0; D < Rows.size(); ++D)
    for (const Dependence &Dep : Deps.Vectors)
      Result[D] = std::max(Result[D], dot(Rows[D], Dep.Distance));
  return Result;
}

void Tiling::print(llvm::raw_ostream &OS) const {
  for (const Row &R : Rows)
    OS << "  row " << text(R) << '\n';
}

void Tiling::verify(const Dependences &Deps) const {
  for (const Row &R : Rows)
    for (const Dependence &Dep : Deps.Vectors)
      assert(dot(R, Dep.Distance) >= 0 && "H D >= 0"), (void)R, (void)Dep;
  if (Deps.Order)
    for (const Row &R : Rows)
      assert(rowImage(Deps.Order->deltas(), R).is_subset(isl::set(Deps.Context.ctx(), "{ [v] : v >= 0 }")) &&
             "no dependence goes back");
}

static Tiling identity(unsigned Depth) {
  Tiling Result;
  for (unsigned D = 0; D < Depth; ++D) {
    Result.Rows.emplace_back(Depth, 0);
    Result.Rows.back()[D] = 1;
  }
  Result.Along = Result.Rows;
  return Result;
}

/// Distances that matter to legality: without those that are sums of others with
/// non-negative factors this would be the cone's own rays; equal and scaled ones go.
static std::vector<Row> distances(const Dependences &Deps) {
  std::set<Row> Result;
  for (const Dependence &Dep : Deps.Vectors) {
    int64_t Factor = 0;
    for (int64_t C : Dep.Distance)
      Factor = std::gcd(Factor, C);
    Row Primitive = Dep.Distance;
    for (int64_t &C : Primitive)
      C /= Factor;
    Result.insert(Primitive);
  }
  return {Result.begin(), Result.end()};
}

namespace {

/// What a choice of rows is worth; less is better, first entries first.
struct Worth {
  unsigned Dependent;      ///< rows along which something depends on something: they need a pipeline
  long double Volume;      ///< see rowsOfLeastExchange
  int64_t Size;            ///< sum of the coefficients: simpler bounds
  bool operator<(const Worth &Other) const {
    return std::tie(Dependent, Volume, Size) < std::tie(Other.Dependent, Other.Volume, Other.Size);
  }
};

Worth worthOf(const std::vector<Row> &Rows, int64_t Det, const Dependences &Deps) {
  Worth W{0, 1 / (long double)Det, 0};
  for (const Row &R : Rows) {
    long double Crossed = 0;
    for (const Dependence &Dep : Deps.Vectors)
      Crossed += dot(R, Dep.Distance);
    W.Dependent += Crossed > 0;
    W.Volume *= Crossed > 0 ? Crossed : 1;
    for (int64_t C : R)
      W.Size += C < 0 ? -C : C;
  }
  return W;
}

/// Row d is loop d and as much of the loops around it as makes no distance go back: wavefronts of skewed loops. A distance is
/// brought forward by the loop that carries it.
std::vector<Row> skewedLoops(const Dependences &Deps, unsigned Depth) {
  std::vector<Row> Rows;
  for (unsigned D = 0; D < Depth; ++D) {
    Row R(Depth, 0);
    R[D] = 1;
    for (unsigned Carrier = D; Carrier-- > 0;)
      for (const Dependence &Dep : Deps.Vectors) {
        auto First = llvm::find_if(Dep.Distance, [](int64_t C) { return C != 0; });
        if (First - Dep.Distance.begin() == Carrier && dot(R, Dep.Distance) < 0)
          R[Carrier] += (-dot(R, Dep.Distance) + *First - 1) / *First;
      }
    Rows.push_back(std::move(R));
  }
  return Rows;
}

/// The best Depth independent rows of Legal.
class RowChooser {
public:
  RowChooser(const std::vector<Row> &Legal, const Dependences &Deps, unsigned Depth)
      : Legal(Legal), Deps(Deps), Depth(Depth) {
    std::vector<Row> Chosen;
    choose(Chosen, 0);
  }
  std::vector<Row> Best;

private:
  const std::vector<Row> &Legal;
  const Dependences &Deps;
  unsigned Depth;
  Worth Least{~0u, 0, 0};

  void choose(std::vector<Row> &Chosen, size_t From) {
    if (Chosen.size() == Depth) {
      int64_t Det = determinant(Chosen);
      Worth W = Det ? worthOf(Chosen, Det, Deps) : Least;
      if (Det && W < Least) {
        Least = W;
        Best = Chosen;
      }
      return;
    }
    for (size_t I = From; I < Legal.size(); ++I) {
      Chosen.push_back(Legal[I]);
      choose(Chosen, I + 1);
      Chosen.pop_back();
    }
  }
};

/// Rows in the order of the last loop that they mention: (1,0,0) is the first, and a row over all
/// loops the last.
void sortRows(std::vector<Row> &Rows) {
  auto LastLoop = [](const Row &R) {
    unsigned Last = 0;
    for (unsigned D = 0; D < R.size(); ++D)
      Last = R[D] ? D : Last;
    return Last;
  };
  llvm::stable_sort(Rows, [&](const Row &A, const Row &B) {
    return std::make_pair(LastLoop(A), A) < std::make_pair(LastLoop(B), B);
  });
}

} // namespace

std::vector<Row> tilepipe::raysOfCone(const IslContext &Ctx, const Dependences &Deps,
                                      unsigned Depth) {
  std::vector<Row> Known = distances(Deps);
  bool IsSmall = Known.size() <= MostDistances;
  for (const Row &D : Known)
    for (int64_t C : D)
      IsSmall &= C >= -MostDistance && C <= MostDistance;
  return IsSmall ? legalRows(Ctx, Known, Depth) : std::vector<Row>();
}

/// The volume of a tile of given size that is sent (P1 eq. 2) is
/// g * sum_i (sum_d h_i . d) / s_i, with g = prod s_i / |det h|. Over free extents s_i its
/// least value grows with (prod_i sum_d h_i . d) / |det h|, which does not change when a row is
/// scaled; the least of it is at extreme rays of the cone.
std::vector<Row> tilepipe::rowsOfLeastExchange(const IslContext &Ctx, const Dependences &Deps, unsigned Depth) {
  std::vector<Row> Rows = RowChooser(raysOfCone(Ctx, Deps, Depth), Deps, Depth).Best;
  sortRows(Rows);
  return Rows;
}

/// Rows of skewed loops; those of least exchange where they leave more rows without dependences, or where loops would be
/// skewed too far.
static std::vector<Row> skewedRows(const IslContext &Ctx, const Dependences &Deps, unsigned Depth) {
  std::vector<Row> Rays = rowsOfLeastExchange(Ctx, Deps, Depth);
  if (Rays.empty())
    return {};
  auto Dependent = [&](const std::vector<Row> &Rows) { return worthOf(Rows, determinant(Rows), Deps).Dependent; };
  std::vector<Row> Skewed = skewedLoops(Deps, Depth);
  for (const Row &R : Skewed)
    if (llvm::any_of(R, [](int64_t C) { return C > MostDistance; }))
      return Rays;
  return Dependent(Skewed) <= Dependent(Rays) ? Skewed : Rays;
}

/// The rows that `#pragma tilepipe shape(...)` asks for, if they are legal.
static llvm::Expected<Tiling> requestedTiling(const LoopNest &Nest, const Dependences &Deps) {
  Tiling Result;
  Result.Rows = Nest.Requests.Shape;
  auto Refuse = [&](const std::string &Why) {
    return refuse({"shape", Nest.Where, "", "'#pragma tilepipe shape' asks for rows " + Why,
                   "leave the shape out to see rows that are legal"});
  };
  constexpr int64_t MostCoefficient = 1000;
  for (const Row &R : Result.Rows)
    for (int64_t C : R)
      if (C < -MostCoefficient || C > MostCoefficient)
        return Refuse("with coefficients beyond " + std::to_string(MostCoefficient));
  if (determinant(Result.Rows) == 0)
    return Refuse("that are linearly dependent");
  for (const Row &R : Result.Rows)
    for (const Dependence &Dep : Deps.Vectors)
      if (dot(R, Dep.Distance) < 0)
        return Refuse("of which " + text(R) + " goes against dependence distance " +
                      text(Dep.Distance));
  Result.Along = Result.Rows;
  return Result;
}

/// The coefficients of the deepest statement's coordinates in Places = { S[j] -> [f] }.
static std::vector<Row> growth(const LoopNest &Nest, const isl::map &Places) {
  auto ByDepth = [](const Statement &A, const Statement &B) { return A.Loops.size() < B.Loops.size(); };
  const Statement &Deepest = *std::max_element(Nest.Statements.begin(), Nest.Statements.end(), ByDepth);
  isl::pw_multi_aff Values = isl::manage(isl_pw_multi_aff_from_map(Places.intersect_domain(Deepest.Domain).release()));
  std::vector<Row> Result;
  auto Read = [](isl_set *On, isl_multi_aff *Value, void *User) {
    auto &[Nest, S, Rows] = *static_cast<std::tuple<const LoopNest *, const Statement *, std::vector<Row> *> *>(User);
    isl_set_free(On);
    for (int D = 0; Rows->size() < size_t(isl_multi_aff_dim(Value, isl_dim_out)); ++D) {
      isl_aff *Place = isl_multi_aff_get_aff(Value, D);
      Row R;
      for (unsigned L : S->Loops)
        R.push_back(toInt64(isl::manage(isl_aff_get_coefficient_val(Place, isl_dim_in, int(Nest->coordinateOf(L))))));
      Rows->push_back(std::move(R));
      isl_aff_free(Place);
    }
    isl_multi_aff_free(Value);
    return isl_stat_ok;
  };
  std::tuple<const LoopNest *, const Statement *, std::vector<Row> *> State{&Nest, &Deepest, &Result};
  isl_pw_multi_aff_foreach_piece(Values.get(), Read, &State);
  return Result;
}

/// Unit vectors of the places along a band's rows, which embedding puts behind the tuple of a point.
static llvm::Expected<Tiling> bandTiling(const IslContext &Ctx, const LoopNest &Nest, const Dependences &Deps) {
  if (Nest.HasOtherReading && Deps.NonUniform)
    return refuse(*Deps.NonUniform);
  if (!Nest.Requests.Shape.empty())
    return refuse({"shape", Nest.Where, "", "'#pragma tilepipe shape' is for nests whose distances are constant", ""});
  llvm::Expected<isl::map> Places = findPlaces(Ctx, Nest, Deps);
  if (!Places)
    return Places.takeError();
  Tiling Result;
  unsigned Before = isl_map_dim(Places->get(), isl_dim_in), Count = isl_map_dim(Places->get(), isl_dim_out);
  for (unsigned D = 0; D < Count; ++D) {
    Result.Rows.emplace_back(Before + Count, 0);
    Result.Rows.back()[Before + D] = 1;
  }
  Result.Along = growth(Nest, *Places);
  Result.Places = std::move(*Places);
  return Result;
}

/// Rows of skewed loops send more than those of least exchange, and their tiles are faster: where each row mentions all
/// loops, all rows cut the innermost one, and it is short.
llvm::Expected<Tiling> tilepipe::chooseTiling(const IslContext &Ctx, const LoopNest &Nest,
                                              const Dependences &Deps) {
  if (!Deps.IsUniform)
    return bandTiling(Ctx, Nest, Deps);
  if (!Nest.Requests.Shape.empty())
    return requestedTiling(Nest, Deps);
  auto IsNegative = [](const Dependence &Dep) {
    return llvm::any_of(Dep.Distance, [](int64_t C) { return C < 0; });
  };
  auto First = llvm::find_if(Deps.Vectors, IsNegative);
  if (First == Deps.Vectors.end())
    return identity(Nest.depth());
  Tiling Result;
  if (!Nest.HasOtherReading)
    Result.Rows = skewedRows(Ctx, Deps, Nest.depth());
  const bool IsChain = llvm::any_of(Result.Rows, [](const Row &R) { return llvm::any_of(R, [](int64_t C) { return C > MostSkewed; }); });
  Refusal Why{"negative-component", Nest.Where, Nest.Arrays[First->ArrayIndex].Name,
              "dependence distance " + text(First->Distance) + " has a negative component, and no skewed tiles were found", ""};
  if (IsChain)
    Why.Scratch = scratchArrays(Nest, Deps);
  if (Result.Rows.empty() || !Why.Scratch.empty())
    return refuse(std::move(Why));
  Result.Along = Result.Rows;
  return Result;
}

std::optional<OutermostLoop> tilepipe::outermostLoop(const Tiling &Tiles) {
  if (Tiles.Places)
    return std::nullopt;
  // Cramer's rule: the weight of a row is what is left without it and without the outermost loop's column.
  OutermostLoop Result{{}, determinant(Tiles.Rows)};
  for (size_t D = 0; D < Tiles.Rows.size(); ++D) {
    std::vector<Row> Others = Tiles.Rows;
    Others.erase(Others.begin() + D);
    for (Row &R : Others)
      R.erase(R.begin());
    Result.Weights.push_back(Others.empty() ? 1 : determinant(Others));
  }
  const auto Used = llvm::count_if(Result.Weights, [](int64_t W) { return W != 0; });
  return Used > 1 && Result.Cell > 0 ? std::optional(Result) : std::nullopt;
}

std::string tilepipe::rowsInIterators(const LoopNest &Nest, const Tiling &Tiles) {
  auto ByDepth = [](const Statement &A, const Statement &B) { return A.Loops.size() < B.Loops.size(); };
  const Statement &Deepest = *std::max_element(Nest.Statements.begin(), Nest.Statements.end(), ByDepth);
  std::string Texts;
  for (const Row &R : Tiles.Along) {
    std::string Text;
    for (auto [Number, Factor] : llvm::zip(Deepest.Loops, R)) {
      const Loop &L = Nest.Loops[Number];
      if (Factor == 0)
        continue;
      Text += Factor < 0 ? "-" : Text.empty() ? "" : "+";
      Text += (std::abs(Factor) == 1 ? "" : std::to_string(std::abs(Factor))) + L.Iterator;
    }
    Texts += (Texts.empty() ? "" : ";") + Text;
  }
  return Texts;
}
