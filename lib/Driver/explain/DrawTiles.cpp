// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "explain/DrawTiles.h"

#include "explain/Explain.h"
#include "tilepipe/Support/Html.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace tilepipe;

static constexpr int Cell = 18, Margin = 44; // of a picture's own units, which are pixels where there is room
static constexpr size_t MostSlices = 6;

/// Each step has another colour.
static std::string colourOf(unsigned Step, unsigned Steps) {
  const double Hue = 215 - 190.0 * Step / std::max(1u, Steps - 1);
  std::string Text;
  llvm::raw_string_ostream(Text) << llvm::format("hsl(%.1f 65%% 68%%)", Hue);
  return Text;
}

/// <g> around what belongs to a tile: its colour, its step for the page's slider, and what pointing at it shows.
static void openTile(const TileMap &Map, const MappedTile &Tile, llvm::raw_ostream &OS) {
  OS << "<g class=\"tile\" data-step=\"" << Tile.Step << "\" fill=\"" << colourOf(Tile.Step, Map.Steps) << "\"><title>tile "
     << toString(Row(Tile.At)) << ", CPU " << Tile.Cpu << ", step " << Tile.Step << "</title>";
}

namespace {

/// One slice of the space: places with one Prefix, the last two axes downwards and to the right.
class Slice {
public:
  Slice(const TileMap &Map, const std::map<Row, unsigned> &TileAt, Row Prefix, llvm::raw_ostream &OS)
      : Map(Map), TileAt(TileAt), Prefix(std::move(Prefix)), OS(OS) {}
  void draw();

private:
  const TileMap &Map;
  const std::map<Row, unsigned> &TileAt;
  const Row Prefix;
  llvm::raw_ostream &OS;

  bool isFlat() const { return Map.Axes.size() == 1; }
  int64_t firstDown() const { return isFlat() ? 0 : Map.First[Map.First.size() - 2]; }
  int64_t lastDown() const { return isFlat() ? 0 : Map.Last[Map.Last.size() - 2]; }
  int x(int64_t Right) const { return Margin + int(Right - Map.First.back()) * Cell; }
  int y(int64_t Down) const { return Margin + int(Down - firstDown()) * Cell; }
  Row place(int64_t Down, int64_t Right) const;
  bool isHere(const Row &Place) const { return std::equal(Prefix.begin(), Prefix.end(), Place.begin()); }
  std::pair<double, double> middle(const Row &Place) const;
  const MappedTile *tile(int64_t Down, int64_t Right) const;
  void drawTiles();
  void drawEdges();
  void drawMarks();
  void drawAxes();
};

} // namespace

Row Slice::place(int64_t Down, int64_t Right) const {
  Row Result = Prefix;
  if (!isFlat())
    Result.push_back(Down);
  Result.push_back(Right);
  return Result;
}

const MappedTile *Slice::tile(int64_t Down, int64_t Right) const {
  auto Found = TileAt.find(place(Down, Right));
  return Found == TileAt.end() ? nullptr : &Map.Tiles[Found->second];
}

std::pair<double, double> Slice::middle(const Row &Place) const {
  return {x(Place.back()) + Cell / 2.0, y(isFlat() ? 0 : Place[Place.size() - 2]) + Cell / 2.0};
}

void Slice::drawTiles() {
  for (auto [Tile, Places] : llvm::zip(Map.Tiles, Map.Places)) {
    if (llvm::none_of(Places, [&](const Row &P) { return isHere(P); }))
      continue;
    openTile(Map, Tile, OS);
    OS << "<path d=\"";
    for (const Row &P : Places)
      if (isHere(P))
        OS << "M" << x(P.back()) << " " << y(isFlat() ? 0 : P[P.size() - 2]) << "h" << Cell << "v" << Cell << "h-" << Cell << "z";
    OS << "\"/></g>\n";
  }
}

/// Lines between tiles; thick ones between CPUs that have several rows of tiles.
void Slice::drawEdges() {
  std::string Edges, Borders;
  llvm::raw_string_ostream OfTiles(Edges), OfCpus(Borders);
  auto Line = [&](const MappedTile *A, const MappedTile *B, int X, int Y, const char *Way) {
    if (A == B)
      return;
    const bool IsBorder = !Map.HasOwnCpus && A && B && A->Cpu != B->Cpu;
    (IsBorder ? OfCpus : OfTiles) << "M" << X << " " << Y << Way << Cell;
  };
  for (int64_t Down = firstDown() - 1; Down <= lastDown(); ++Down)
    for (int64_t Right = Map.First.back() - 1; Right <= Map.Last.back(); ++Right) {
      const MappedTile *Here = tile(Down, Right);
      Line(Here, tile(Down, Right + 1), x(Right + 1), y(Down), "v");
      Line(Here, tile(Down + 1, Right), x(Right), y(Down + 1), "h");
    }
  OS << "<path class=\"edge\" d=\"" << Edges << "\"/>\n";
  if (!Borders.empty())
    OS << "<path class=\"border\" d=\"" << Borders << "\"/>\n";
}

void Slice::drawMarks() {
  auto Circles = [&](llvm::ArrayRef<Row> Places, const char *Class, double Radius) {
    for (const Row &P : Places)
      if (isHere(P))
        OS << llvm::format("<circle class=\"%s\" cx=\"%g\" cy=\"%g\" r=\"%g\"/>", Class, middle(P).first, middle(P).second, Radius);
  };
  Circles(Map.FlowOut, "out", Cell / 6.0);
  Circles(Map.Halo, "halo", Cell / 5.0);
  OS << "\n";
  if (!Map.Point.empty() && isHere(Map.Point))
    for (const Row &Source : Map.Sources)
      if (isHere(Source)) {
        auto [FromX, FromY] = middle(Source);
        auto [ToX, ToY] = middle(Map.Point);
        OS << llvm::format("<line class=\"arrow\" x1=\"%g\" y1=\"%g\" x2=\"%g\" y2=\"%g\"/>\n", FromX, FromY, ToX, ToY);
      }
}

void Slice::drawAxes() {
  const int Right = x(Map.Last.back() + 1), Bottom = y(lastDown() + 1);
  html::label((Margin + Right) / 2.0, 14, Map.Axes.back() + " \u2192", OS);
  html::label(x(Map.First.back()) + Cell / 2.0, Margin - 8, std::to_string(Map.First.back()), OS);
  html::label(Right - Cell / 2.0, Margin - 8, std::to_string(Map.Last.back()), OS);
  if (isFlat())
    return;
  html::label(10, (Margin + Bottom) / 2.0, "\u2193", OS);
  html::label(10, (Margin + Bottom) / 2.0 - Cell, Map.Axes[Map.Axes.size() - 2], OS, "start");
  html::label(Margin - 8, y(firstDown()) + Cell * 0.7, std::to_string(firstDown()), OS, "end");
  html::label(Margin - 8, Bottom - Cell * 0.3, std::to_string(lastDown()), OS, "end");
}

void Slice::draw() {
  std::string Says = "Tiles of the space";
  for (auto [Axis, At] : llvm::zip(Map.Axes, Prefix))
    Says += ", " + Axis + " = " + std::to_string(At);
  OS << "<figure class=\"slice\">";
  html::openPicture(x(Map.Last.back() + 1) + 8, y(lastDown() + 1) + 8, Says, OS);
  drawTiles();
  drawEdges();
  drawMarks();
  drawAxes();
  OS << "</svg>";
  if (!Prefix.empty())
    OS << "<figcaption>" << html::escaped(llvm::StringRef(Says).split(", ").second) << "</figcaption>";
  OS << "</figure>\n";
}

/// Some of All at even distances, the first and the last one among them, and that of Point.
static std::set<Row> chosenSlices(const std::vector<Row> &All, const Row &Point) {
  if (All.size() <= MostSlices)
    return {All.begin(), All.end()};
  std::set<Row> Chosen;
  for (size_t I = 0; I < MostSlices; ++I)
    Chosen.insert(All[I * (All.size() - 1) / (MostSlices - 1)]);
  if (!Point.empty())
    Chosen.insert(Row(Point.begin(), Point.begin() + long(All.front().size())));
  return Chosen;
}

void tilepipe::drawSpace(const TileMap &Tiles, llvm::raw_ostream &OS) {
  std::map<Row, unsigned> TileAt;
  std::set<Row> Prefixes;
  const size_t Drawn = std::min<size_t>(2, Tiles.Axes.size());
  for (unsigned T = 0; T < Tiles.Tiles.size(); ++T)
    for (const Row &Place : Tiles.Places[T]) {
      TileAt[Place] = T;
      Prefixes.insert(Row(Place.begin(), Place.end() - long(Drawn)));
    }
  OS << "<div class=\"slices\">\n";
  for (const Row &Prefix : chosenSlices({Prefixes.begin(), Prefixes.end()}, Tiles.Point))
    Slice(Tiles, TileAt, Prefix, OS).draw();
  OS << "</div>\n";
}

void tilepipe::drawSchedule(const TileMap &Tiles, llvm::raw_ostream &OS) {
  const unsigned Rows = std::min(Tiles.Cpus, MostDrawnCpus);
  const int Left = Margin + Cell, Top = Margin;
  html::openPicture(Left + int(Tiles.Steps) * Cell + 8, Top + int(Rows) * Cell + 8, "Steps of each CPU", OS);
  html::label(Left + Tiles.Steps * Cell / 2.0, 14, "step \u2192", OS);
  html::label(Left + Cell / 2.0, Top - 8, "0", OS);
  if (Tiles.Steps > 1)
    html::label(Left + (Tiles.Steps - 0.5) * Cell, Top - 8, std::to_string(Tiles.Steps - 1), OS);
  for (unsigned Cpu = 0; Cpu < Rows; ++Cpu)
    html::label(Left - 6, Top + (Cpu + 0.7) * Cell, "CPU " + std::to_string(Cpu), OS, "end");
  for (const MappedTile &Tile : Tiles.Tiles) {
    if (Tile.Cpu >= Rows)
      continue;
    openTile(Tiles, Tile, OS);
    OS << "<rect class=\"box\" x=\"" << Left + int(Tile.Step) * Cell << "\" y=\"" << Top + int(Tile.Cpu) * Cell << "\" width=\""
       << Cell << "\" height=\"" << Cell << "\"/></g>\n";
    html::label(Left + (Tile.Step + 0.5) * Cell, Top + (Tile.Cpu + 0.7) * Cell, std::to_string(Tile.At[Tiles.Along]), OS);
  }
  OS << "</svg>\n";
}

void tilepipe::drawLegalRows(llvm::ArrayRef<Row> Distances, llvm::ArrayRef<Row> Rows, llvm::raw_ostream &OS) {
  constexpr int64_t Most = 8;
  int64_t Size = 2;
  for (llvm::ArrayRef<Row> All : {Distances, Rows})
    for (const Row &R : All)
      for (int64_t C : R)
        Size = std::max(Size, std::min(Most, C < 0 ? -C : C));
  constexpr int Distance = 2 * Cell;
  const int Middle = int(Size + 1) * Distance;
  auto At = [&](int64_t C) { return Middle + int(C) * Distance; };
  html::openPicture(2 * Middle, 2 * Middle, "Dependences, legal rows, and the rows of the tiling", OS);
  for (int64_t X = -Size; X <= Size; ++X)
    for (int64_t Y = -Size; Y <= Size; ++Y) {
      const bool IsLegal = llvm::all_of(Distances, [&](const Row &D) { return product({X, Y}, D) >= 0; });
      OS << "<circle class=\"" << (IsLegal ? "legal" : "other") << "\" cx=\"" << At(Y) << "\" cy=\"" << At(X) << "\" r=\""
         << (IsLegal ? 4 : 2) << "\"/>";
    }
  OS << "\n";
  auto Arrows = [&](llvm::ArrayRef<Row> All, const char *Class) {
    for (const Row &R : All)
      if (llvm::all_of(R, [&](int64_t C) { return C >= -Size && C <= Size; }))
        OS << "<line class=\"" << Class << "\" x1=\"" << Middle << "\" y1=\"" << Middle << "\" x2=\"" << At(R[1]) << "\" y2=\""
           << At(R[0]) << "\"/>\n";
  };
  Arrows(Distances, "arrow");
  Arrows(Rows, "row");
  OS << "</svg>\n";
}
