// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "explain/TileMap.h"

#include "explain/Explain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

using namespace tilepipe;

/// Points along each axis of a picture, by the number of axes. All of them can be told apart on a page.
static constexpr int64_t Widest[] = {0, 48, 24, 12, 6};
/// Tiles along an axis, where nothing asks for an extent.
static constexpr int64_t FewTiles = 5;
static constexpr unsigned MostPoints = 20'000, MostSources = 12;

int64_t TileMap::stepsOfFormula() const {
  int64_t Sum = Counts[Along];
  for (unsigned D = 0; D < Counts.size(); ++D)
    if (D != Along && Carries[D])
      Sum += (Overlaps ? 2 : 1) * (Counts[D] - 1);
  return Sum;
}

namespace {

/// What one picture is made from.
class Mapper {
public:
  Mapper(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe, const tp_settings &Shape, const ChosenSizes &Sizes)
      : Nest(Nest), Deps(Deps), Pipe(Pipe), Shape(Shape), Sizes(Sizes), Points(Nest.domain()) {}
  std::optional<TileMap> map();

private:
  const LoopNest &Nest;
  const Dependences &Deps;
  const Pipeline &Pipe;
  const tp_settings &Shape;
  const ChosenSizes &Sizes;
  isl::set Points; ///< { S[j] }, of the window
  Row Low;         ///< least place along each row of the tiling
  TileMap Result;
  std::vector<std::string> Names; ///< of the rows of the tiling; empty: all points lie at one place along it

  bool isInIterators() const { return Nest.isPerfect() && !Pipe.Tiles.Places && Nest.depth() == Pipe.Tiles.Rows.size(); }
  Row placeOf(const Row &Point) const;
  Row rowsOf(const Row &Point) const;
  Row tileOf(const Row &Point) const;
  isl::set sized(const isl::set &Set) const;
  isl::map order() const;
  bool cutWindow();
  void nameAxes();
  void chooseExtents(const std::vector<Row> &All);
  void assignCpus();
  void showPoint(const std::vector<Row> &All);
  void showTile(const std::vector<Row> &All);
};

} // namespace

Row Mapper::rowsOf(const Row &Point) const {
  Row Result;
  for (const Row &H : Pipe.Tiles.Rows)
    Result.push_back(product(H, Point));
  return Result;
}

Row Mapper::placeOf(const Row &Point) const {
  if (isInIterators())
    return Point;
  Row Result;
  for (auto [At, Name] : llvm::zip(rowsOf(Point), Names))
    if (!Name.empty())
      Result.push_back(At);
  return Result;
}

/// What the rows of the tiling and the axes of the picture are called.
void Mapper::nameAxes() {
  llvm::SmallVector<llvm::StringRef, 4> Rows;
  const std::string Text = rowsInIterators(Nest, Pipe.Tiles);
  llvm::StringRef(Text).split(Rows, ';');
  for (llvm::StringRef Name : Rows)
    Names.push_back(Name.str());
  for (unsigned D = 0; D < Names.size(); ++D)
    if (isInIterators())
      Result.Axes.push_back((Nest.Loops[D].Step == 1 ? "" : "iteration of ") + Nest.Loops[D].Iterator);
    else if (!Names[D].empty())
      Result.Axes.push_back(Names[D]);
}

Row Mapper::tileOf(const Row &Point) const {
  Row At = rowsOf(Point);
  for (unsigned D = 0; D < At.size(); ++D)
    At[D] = (At[D] - Low[D]) / Result.Extents[D];
  return At;
}

/// Set with a number for each parameter.
isl::set Mapper::sized(const isl::set &Set) const {
  isl_set *Fixed = Set.copy();
  const int64_t Usual = Widest[std::min<size_t>(Pipe.Tiles.Rows.size(), 4)];
  for (int P = int(isl_set_dim(Fixed, isl_dim_param)); P-- > 0;) {
    auto Chosen = Sizes.find(isl_set_get_dim_name(Fixed, isl_dim_param, unsigned(P)));
    const int64_t Value = Chosen == Sizes.end() ? Usual : Chosen->second;
    Fixed = isl_set_fix_val(Fixed, isl_dim_param, unsigned(P), isl_val_int_from_si(isl_set_get_ctx(Fixed), long(Value)));
    Fixed = isl_set_project_out(Fixed, isl_dim_param, unsigned(P), 1);
  }
  return isl::manage(Fixed);
}

/// { S[j] -> S[j'] }: j' depends on j, both in the window.
isl::map Mapper::order() const {
  isl_map *Order = isl_map_from_domain_and_range(Points.copy(), Points.copy());
  if (Deps.Order) {
    isl_map *All = isl_map_set_tuple_id(Deps.Order->copy(), isl_dim_in, isl_map_get_tuple_id(Order, isl_dim_in));
    All = isl_map_set_tuple_id(All, isl_dim_out, isl_map_get_tuple_id(Order, isl_dim_out));
    isl::set Wrapped = sized(isl::manage(isl_map_wrap(All)));
    return isl::manage(isl_map_intersect(Order, isl_set_unwrap(Wrapped.release())));
  }
  isl_map *Steps = isl_map_empty(isl_map_get_space(Order));
  for (const Dependence &V : Deps.Vectors) {
    isl_multi_aff *To = isl_multi_aff_identity_on_domain_space(isl_space_domain(isl_map_get_space(Order)));
    for (unsigned D = 0; D < V.Distance.size(); ++D)
      To = isl_multi_aff_set_aff(To, int(D), isl_aff_add_constant_si(isl_multi_aff_get_aff(To, int(D)), int(V.Distance[D])));
    Steps = isl_map_union(Steps, isl_map_from_multi_aff(To));
  }
  return isl::manage(isl_map_intersect(Order, Steps));
}

/// A long axis is cut behind its first points. False: no points, or a space without bounds.
bool Mapper::cutWindow() {
  const int64_t Most = Widest[std::min<size_t>(Pipe.Tiles.Rows.size(), 4)];
  Points = sized(Points);
  for (unsigned D = 0; D < dims(Points); ++D) {
    if (Points.is_empty() || isl_set_dim_is_bounded(Points.get(), isl_dim_set, D) != isl_bool_true)
      return false;
    const isl::val Least = isl::manage(isl_set_dim_min_val(Points.copy(), int(D)));
    const isl::val Greatest = isl::manage(isl_set_dim_max_val(Points.copy(), int(D)));
    if (toInt64(Greatest) - toInt64(Least) < Most)
      continue;
    Result.IsCut = true;
    Points = isl::manage(isl_set_upper_bound_si(Points.release(), isl_dim_set, D, int(toInt64(Least) + Most - 1)));
  }
  return !Points.is_empty();
}

void Mapper::chooseExtents(const std::vector<Row> &All) {
  const unsigned N = Pipe.Tiles.Rows.size();
  Row High = rowsOf(All.front());
  Low = High;
  for (const Row &Point : All)
    for (auto [D, At] : llvm::enumerate(rowsOf(Point))) {
      Low[D] = std::min(Low[D], At);
      High[D] = std::max(High[D], At);
    }
  for (unsigned D = 0; D < N; ++D) {
    const int64_t Size = High[D] - Low[D] + 1, Reach = Pipe.Reach[D] == Tiling::Far ? Size : std::max<int64_t>(1, Pipe.Reach[D]);
    const bool IsAsked = int(D) < Shape.tile.count && Shape.tile.at[D] > 0;
    const int64_t Wanted = IsAsked ? Shape.tile.at[D] : llvm::divideCeilSigned(Size, FewTiles);
    Result.Extents.push_back(std::min(std::max(Wanted, Reach), Size));
    Result.Counts.push_back(llvm::divideCeilSigned(Size, Result.Extents.back()));
    Result.Carries.push_back(Pipe.Reach[D] > 0);
    // A single loop has a second row, along which nothing lies. CPUs share the loop.
    const bool IsEmpty = Names[D].empty(), IsLongest = Result.Counts[D] >= Result.Counts[Result.Along];
    if (IsEmpty || (IsLongest && !Names[Result.Along].empty()))
      Result.Along = D;
  }
}

/// Consecutive rows of tiles belong to one rank of the mesh; without a mesh each has a CPU of its own.
void Mapper::assignCpus() {
  std::map<Row, unsigned> Known;
  for (MappedTile &Tile : Result.Tiles) {
    Row Cpu;
    for (unsigned D = 0; D < Tile.At.size(); ++D) {
      if (D == Result.Along)
        continue;
      const bool HasMesh = int(D) < Shape.mesh.count && Shape.mesh.at[D] > 0;
      Result.HasOwnCpus &= !HasMesh || Shape.mesh.at[D] >= Result.Counts[D];
      Cpu.push_back(HasMesh ? Tile.At[D] / llvm::divideCeilSigned(Result.Counts[D], Shape.mesh.at[D]) : Tile.At[D]);
    }
    Tile.Cpu = Known.insert({Cpu, unsigned(Known.size())}).first->second;
  }
  Result.Cpus = unsigned(Known.size());
}

static isl::set pointSet(const isl::set &Space, const Row &Point) {
  isl_set *Set = isl_set_universe(isl_set_get_space(Space.get()));
  for (unsigned D = 0; D < Point.size(); ++D)
    Set = isl_set_fix_val(Set, isl_dim_set, D, isl_val_int_from_si(isl_set_get_ctx(Set), long(Point[D])));
  return isl::manage(Set);
}

void Mapper::showPoint(const std::vector<Row> &All) {
  const isl::map Before = order().reverse();
  // The middle one of those that depend on most.
  std::vector<Row> Best;
  size_t Most = 0;
  for (size_t I = All.size() / 2, Step = std::max<size_t>(1, All.size() / 16); I < All.size(); I += Step) {
    isl::set Sources = pointSet(Points, All[I]).apply(Before);
    std::optional<std::vector<Row>> Found = enumerate(Sources, MostSources);
    if (Found && Found->size() > Most) {
      Most = Found->size();
      Best = *Found;
      Result.Point = placeOf(All[I]);
    }
  }
  for (const Row &Source : Best)
    Result.Sources.push_back(placeOf(Source));
}

void Mapper::showTile(const std::vector<Row> &All) {
  // A tile in the middle with all neighbours.
  Row Middle;
  for (int64_t Count : Result.Counts)
    Middle.push_back(Count / 2);
  auto Found = llvm::find_if(Result.Tiles, [&](const MappedTile &T) { return T.At == Middle; });
  const Row At = Found == Result.Tiles.end() ? Result.Tiles[Result.Tiles.size() / 2].At : Middle;
  isl::set Inside = isl::set::empty(Points.space());
  for (const Row &Point : All)
    if (tileOf(Point) == At)
      Inside = Inside.unite(pointSet(Points, Point));
  Inside = Inside.coalesce();
  const isl::set Outside = Points.subtract(Inside);
  const isl::map Order = order();
  auto Places = [&](const isl::set &Set, std::vector<Row> &To) {
    if (std::optional<std::vector<Row>> Each = enumerate(Set, MostPoints))
      for (const Row &Point : *Each)
        To.push_back(placeOf(Point));
    llvm::sort(To);
    To.erase(std::unique(To.begin(), To.end()), To.end());
  };
  Places(Order.intersect_domain(Inside).intersect_range(Outside).domain(), Result.FlowOut);
  Places(Order.intersect_range(Inside).intersect_domain(Outside).domain(), Result.Halo);
}

std::optional<TileMap> Mapper::map() {
  if (!cutWindow())
    return std::nullopt;
  std::optional<std::vector<Row>> All = enumerate(Points, MostPoints);
  if (!All || All->empty())
    return std::nullopt;
  llvm::sort(*All);
  nameAxes();
  Result.Overlaps = Shape.schedule != TP_SCHEDULE_BLOCKING;
  chooseExtents(*All);
  Result.First = Result.Last = placeOf(All->front());
  std::map<Row, std::vector<Row>> PlacesOf; // by tile
  for (const Row &Point : *All) {
    const Row Place = placeOf(Point);
    std::vector<Row> &Places = PlacesOf[tileOf(Point)];
    if (!llvm::is_contained(Places, Place)) // several statements have one
      Places.push_back(Place);
    for (unsigned D = 0; D < Place.size(); ++D) {
      Result.First[D] = std::min(Result.First[D], Place[D]);
      Result.Last[D] = std::max(Result.Last[D], Place[D]);
    }
  }
  for (auto &[At, Places] : PlacesOf) {
    Result.Tiles.push_back({At});
    Result.Places.push_back(std::move(Places));
  }
  assignCpus();
  Result.Steps = assignSteps(Result.Tiles, Result.Along, Result.Carries, Result.Overlaps);
  showPoint(*All);
  showTile(*All);
  return std::move(Result);
}

std::optional<TileMap> tilepipe::mapTiles(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe,
                                          const tp_settings &Shape, const ChosenSizes &Sizes) {
  return Mapper(Nest, Deps, Pipe, Shape, Sizes).map();
}
