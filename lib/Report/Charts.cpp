// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Charts.h"

#include "tilepipe/Support/Html.h"
#include "tilepipe/Support/TileSteps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <set>

using namespace tilepipe;

static constexpr double Width = 900, Height = 22, Left = 110; // of a picture's own units
static constexpr size_t MostTracks = 32, MostSlices = 1500;   // in one picture

static std::string colour(size_t Index) {
  static constexpr const char *Colours[] = {"#4f9d69", "#d9a441", "#4c83c3", "#b05fa8", "#7c8794", "#c8553d", "#57b8b2"};
  return Colours[Index % std::size(Colours)];
}

static std::string seconds(double S) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (S >= 1)
    OS << llvm::format("%.3g s", S);
  else if (S >= 1e-3)
    OS << llvm::format("%.3g ms", S * 1e3);
  else
    OS << llvm::format("%.3g \u00b5s", S * 1e6);
  return Text;
}

static void box(double X, double Y, double Length, const std::string &Fill, llvm::StringRef Says, llvm::raw_ostream &OS) {
  OS << llvm::format("<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"", X, Y, Length, Height - 3) << Fill
     << "\"><title>" << html::escaped(Says) << "</title></rect>\n";
}

/// A picture as wide as all, with names of bars on its left.
static void openPicture(double High, llvm::StringRef Says, llvm::raw_ostream &OS) {
  html::openPicture(Left + Width + 10, High, Says, OS);
}

void tilepipe::drawBar(llvm::StringRef Says, const Parts &All, double Whole, llvm::raw_ostream &OS) {
  openPicture(Height, Says, OS);
  html::label(Left - 8, Height * 0.65, Says, OS, "end");
  double X = Left;
  for (auto [I, Part] : llvm::enumerate(All)) {
    const double Length = Whole > 0 ? Width * Part.second / Whole : 0;
    if (Length > 0)
      box(X, 1, Length, colour(I), Part.first + ", " + seconds(Part.second), OS);
    X += std::max(0.0, Length);
  }
  OS << "</svg>\n";
}

void tilepipe::drawParts(llvm::StringRef Says, const Parts &All, double Whole, llvm::raw_ostream &OS) {
  drawBar(Says, All, Whole, OS);
  OS << "<p class=\"note\">";
  for (auto [I, Part] : llvm::enumerate(All))
    if (Part.second > 0)
      OS << "<span style=\"color:" << colour(I) << "\">\u25a0</span> " << html::escaped(Part.first) << " " << seconds(Part.second)
         << " ";
  OS << "</p>\n";
}

static std::string nameOf(const ThreadOfRank &Thread) {
  return "rank " + std::to_string(Thread.first) + ", " + std::to_string(Thread.second);
}

static std::string listOf(llvm::ArrayRef<int64_t> At) {
  return "(" + llvm::join(llvm::map_range(At, [](int64_t C) { return std::to_string(C); }), ", ") + ")";
}

/// Slices from the begin on, as many as a page bears.
static double drawnEnd(const TracedRun &Run, double Begin) {
  std::vector<double> Ends;
  for (const auto &[Thread, Slices] : Run.Threads)
    for (const Slice &S : Slices)
      Ends.push_back(S.Begin + S.Length);
  llvm::sort(Ends);
  return Ends.size() > MostSlices ? Ends[MostSlices] : Ends.empty() ? Begin : Ends.back();
}

static void drawMeasured(const TracedRun &Run, llvm::raw_ostream &OS) {
  double Begin = Run.Threads.begin()->second.front().Begin;
  for (const auto &[Thread, Slices] : Run.Threads)
    Begin = std::min(Begin, Slices.front().Begin);
  const double End = drawnEnd(Run, Begin), Scale = Width / std::max(1e-9, End - Begin);
  const size_t Tracks = std::min(MostTracks, Run.Threads.size());
  openPicture(Height * double(Tracks + 1), "What each thread did", OS);
  html::label(Left, Height * 0.65, "0", OS, "start");
  html::label(Left + Width, Height * 0.65, seconds((End - Begin) * 1e-6), OS, "end");
  double Y = Height;
  for (const auto &[Thread, Slices] : llvm::make_range(Run.Threads.begin(), std::next(Run.Threads.begin(), long(Tracks)))) {
    html::label(Left - 8, Y + Height * 0.6, nameOf(Thread), OS, "end");
    for (const Slice &S : Slices) {
      if (S.Begin >= End || S.Length <= 0)
        continue;
      static constexpr const char *Names[] = {"tile", "waits", "communicates"};
      std::string Says = Names[int(S.What)] + (S.Tile.empty() ? "" : " " + listOf(S.Tile)) + ", " + seconds(S.Length * 1e-6);
      box(Left + (S.Begin - Begin) * Scale, Y, std::min(S.Length, End - S.Begin) * Scale, colour(size_t(S.What)), Says, OS);
    }
    Y += Height;
  }
  static constexpr const char *Kinds[] = {"tiles", "waiting", "packing, sending and receiving"};
  OS << "</svg>\n<p class=\"note\">";
  for (auto [I, Name] : llvm::enumerate(Kinds))
    OS << "<span style=\"color:" << colour(I) << "\">\u25a0</span> " << Name << " ";
  if (Run.Threads.size() > Tracks)
    OS << "The first " << Tracks << " of " << Run.Threads.size() << " threads. ";
  OS << "</p>\n";
}

/// Rows of the tiling are named by iterators, "i" or "i+j", of which the mesh says nothing: the mapped row is the one along
/// which each thread runs all tiles that it has.
static unsigned mappedRow(const TracedRun &Run) {
  size_t Most = 0;
  unsigned Along = 0;
  const std::vector<Slice> &Slices = Run.Threads.begin()->second;
  for (unsigned D = 0; !Slices.empty() && D < 8; ++D) {
    std::set<int64_t> Places;
    for (const Slice &S : Slices)
      if (S.What == Slice::Kind::Compute && D < S.Tile.size())
        Places.insert(S.Tile[D]);
    if (Places.size() > Most) {
      Most = Places.size();
      Along = D;
    }
  }
  return Along;
}

static void drawPredicted(const TracedRun &Run, const PlanFigures &Plan, llvm::raw_ostream &OS) {
  std::vector<MappedTile> Tiles;
  std::vector<ThreadOfRank> Threads;
  size_t Dimensions = 0;
  std::set<std::vector<int64_t>> Known;
  for (const auto &[Thread, Slices] : Run.Threads) {
    for (const Slice &S : Slices)
      if (S.What == Slice::Kind::Compute && !S.Tile.empty() && Known.insert(S.Tile).second) {
        Tiles.push_back({S.Tile, unsigned(Threads.size())});
        Dimensions = S.Tile.size();
      }
    Threads.push_back(Thread);
  }
  if (Tiles.empty() || Tiles.size() > 3 * MostSlices)
    return;
  const std::vector<bool> Carries(Dimensions, true);
  // Threads of one rank see each other's tiles at once.
  const bool HasMessages = Threads.front().first != Threads.back().first;
  const unsigned Steps = assignSteps(Tiles, mappedRow(Run), Carries, HasMessages && Plan.Schedule == "overlap");
  const double Scale = Width / Steps;
  const size_t Tracks = std::min(MostTracks, Threads.size());
  openPicture(Height * double(Tracks + 1), "Steps of the schedule", OS);
  html::label(Left, Height * 0.65, "step 0", OS, "start");
  html::label(Left + Width, Height * 0.65, "step " + std::to_string(Steps - 1), OS, "end");
  for (size_t T = 0; T < Tracks; ++T)
    html::label(Left - 8, Height * (double(T) + 1.6), nameOf(Threads[T]), OS, "end");
  for (const MappedTile &Tile : Tiles)
    if (Tile.Cpu < Tracks)
      box(Left + Tile.Step * Scale, Height * (Tile.Cpu + 1), Scale, colour(0),
          "tile " + listOf(Tile.At) + ", step " + std::to_string(Tile.Step), OS);
  OS << "</svg>\n<p class=\"note\">The same tiles in " << Steps << " steps of the " << html::escaped(Plan.Schedule)
     << " schedule, if each waits for all its lower neighbours and all take equally long.</p>\n";
}

void tilepipe::drawRun(const TracedRun &Run, const PlanFigures &Plan, llvm::raw_ostream &OS) {
  drawMeasured(Run, OS);
  drawPredicted(Run, Plan, OS);
}
