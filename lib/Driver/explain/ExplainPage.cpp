// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "explain/ExplainPage.h"

#include "explain/DrawTiles.h"
#include "explain/Explain.h"
#include "tilepipe/Support/Html.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace tilepipe;

/// The slider: tiles of later steps fade.
static const char Slider[] = R"html(<script>
for (const slider of document.querySelectorAll("input[type=range]")) {
  const show = () => {
    const section = slider.closest("section");
    section.querySelector("output").textContent = slider.value;
    for (const tile of section.querySelectorAll(".tile"))
      tile.classList.toggle("later", Number(tile.dataset.step) > Number(slider.value));
  };
  slider.addEventListener("input", show);
}
</script>
)html";

/// The lines of Text that Range lies in.
static llvm::StringRef linesOf(llvm::StringRef Text, TextRange Range) {
  const size_t Begin = Text.take_front(Range.Begin).rfind('\n');
  return Text.take_front(Text.find('\n', Range.End)).substr(Begin == llvm::StringRef::npos ? 0 : Begin + 1);
}

static std::set<unsigned> stepsWithTiles(const TileMap &Map) {
  std::set<unsigned> Steps;
  for (const MappedTile &Tile : Map.Tiles)
    Steps.insert(Tile.Step);
  return Steps;
}

/// The number of steps by the papers' formula, with its numbers.
static void printFormula(const TileMap &Map, llvm::raw_ostream &OS) {
  std::string Sum;
  for (unsigned D = 0; D < Map.Counts.size(); ++D)
    if (D != Map.Along && Map.Carries[D])
      Sum += (Map.Overlaps ? "2 \u00b7 (" : "(") + std::to_string(Map.Counts[D]) + " \u2212 1) + ";
  if (!Sum.empty())
    Sum += std::to_string(Map.Counts[Map.Along]) + " = ";
  OS << "<p>Steps by the formula for a box of tiles: P = " << Sum << Map.stepsOfFormula() << ". In the picture: " << Map.Steps
     << ".";
  if (!Map.HasOwnCpus)
    OS << " The formula is for a CPU for each row of tiles; here CPUs have several.";
  else if (std::set<unsigned> Used = stepsWithTiles(Map); int64_t(Used.size()) < Map.stepsOfFormula())
    OS << " The space is no box, so some steps have no tile.";
  OS << "</p>\n";
}

static void printSizes(const TileMap &Map, llvm::raw_ostream &OS) {
  OS << "<p class=\"note\">Tiles of ";
  for (auto [D, Extent] : llvm::enumerate(Map.Extents))
    OS << (D ? " \u00d7 " : "") << Extent;
  OS << " places, " << (Map.Overlaps ? "overlapping" : "blocking") << " schedule, "
     << (Map.HasOwnCpus ? "a CPU for each row of tiles along" : "tiles mapped along") << " row " << Map.Along << " of the tiling.";
  if (Map.IsCut)
    OS << " Only the first places of long axes are drawn.";
  OS << " Other sizes: <code>--tp-sizes=n=30,m=20</code>, <code>--tp-tile=</code>, <code>--tp-mesh=</code>, "
        "<code>--tp-schedule=</code>.</p>\n";
}

static void printPictures(const TileMap &Map, llvm::raw_ostream &OS) {
  OS << "<h3>Tiles, coloured by step</h3>\n<figure>\n";
  drawSpace(Map, OS);
  OS << "<figcaption>";
  if (Map.Sources.empty())
    OS << "No point depends on another one.";
  else
    OS << "Arrows: what one point depends on. Dots: what the tile in the middle leaves to other tiles. Rings: what it needs of "
          "them.";
  if (!Map.HasOwnCpus)
    OS << " Thick lines: other CPUs.";
  OS << "</figcaption></figure>\n";
  if (Map.Steps > 1)
    OS << "<label>Up to step <output>" << Map.Steps - 1 << "</output> <input type=\"range\" min=\"0\" max=\"" << Map.Steps - 1
       << "\" value=\"" << Map.Steps - 1 << "\"></label>\n";
  printFormula(Map, OS);
  printSizes(Map, OS);
  OS << "<h3>Steps of each CPU</h3>\n<figure>\n";
  drawSchedule(Map, OS);
  OS << "<figcaption>Numbers: tiles along the mapped row. Steps without a tile wait for a neighbour.";
  if (Map.Cpus > MostDrawnCpus)
    OS << " The first " << MostDrawnCpus << " of " << Map.Cpus << " CPUs are drawn.";
  OS << "</figcaption></figure>\n";
}

std::string tilepipe::explainInPictures(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe,
                                        const std::string &Settings, const ChosenSizes &Sizes) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  tp_settings Shape;
  if (std::string Wrong = compiledSettings(Nest, Settings, int(Pipe.Tiles.Rows.size()), Shape); !Wrong.empty())
    OS << "<p class=\"note\">" << html::escaped(Wrong) << "</p>\n";
  if (std::optional<TileMap> Map = mapTiles(Nest, Deps, Pipe, Shape, Sizes))
    printPictures(*Map, OS);
  else
    OS << "<p class=\"note\">No picture: with these sizes the nest has no points, or too many.</p>\n";
  const std::vector<Row> Distances = distinctDistances(Deps);
  const bool IsPlane = Pipe.Tiles.Rows.size() == 2 && Deps.IsUniform && !Distances.empty() && Distances.front().size() == 2;
  if (IsPlane) {
    OS << "<h3>Why these tiles</h3>\n<figure class=\"cone\">\n";
    drawLegalRows(Distances, Pipe.Tiles.Rows, OS);
    OS << "<figcaption>Red arrows: the rows of the tiling. Other arrows: distances of dependences. Green: rows along which none "
          "goes back.</figcaption></figure>\n";
  }
  return Text;
}

std::string tilepipe::explainInWords(const IslContext &Ctx, const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe,
                                     const std::string &Settings) {
  std::string Words;
  llvm::raw_string_ostream OS(Words);
  explain(Ctx, Nest, Deps, Pipe, Settings, OS);
  return "<details><summary>In words, with sets and plans</summary>\n<pre>" + html::escaped(Words) + "</pre>\n</details>\n";
}

static void printRegion(const RegionText &Region, llvm::raw_ostream &OS) {
  OS << "<section class=\"region\">\n<h2>" << html::escaped(Region.Name) << " <span class=\"note\">"
     << html::escaped(Region.Where.File) << ":" << Region.Where.Line << ", function " << html::escaped(Region.Function) << "</span></h2>\n";
  for (const Remark &R : Region.Remarks)
    OS << "<p>" << html::escaped(R.messageWithCode()) << "</p>\n";
  OS << Region.Explanation << "</section>\n";
}

/// A nest that stays as it is, and the begin of its text, if that is the file's.
static void printRefused(const Remark &Why, const ExplainedFile &File, llvm::raw_ostream &OS) {
  OS << "<section class=\"refused\">\n<h2>Left as it is <span class=\"note\">" << html::escaped(Why.Where.File) << ":" << Why.Where.Line
     << "</span></h2>\n<p>" << html::escaped(Why.messageWithCode()) << "</p>\n";
  if (Why.Where.File == File.first)
    html::printNest(File.second->Original, Why.Where.Line, OS);
  OS << "</section>\n";
}

std::string tilepipe::sourceLines(const LoopNest &Nest, llvm::StringRef FileText) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  html::printLines(linesOf(FileText, Nest.NestText), Nest.Where.Line, OS);
  return Text;
}

std::string tilepipe::explainPage(llvm::ArrayRef<ExplainedFile> Files) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  std::string Names = llvm::join(llvm::map_range(Files, [](auto &F) { return llvm::sys::path::filename(F.first).str(); }), ", ");
  html::beginPage(Names, OS);
  for (const ExplainedFile &File : Files) {
    const Translation &T = *File.second;
    const auto Refused = llvm::count_if(T.Remarks, [](const Remark &R) { return R.Kind == RemarkKind::Missed; });
    OS << "<h1>" << html::escaped(File.first) << "</h1>\n<p>Nests that run as pipelines: " << T.Regions.size()
       << ". Left as they are: " << Refused << ".</p>\n";
    for (const Remark &R : T.Remarks) {
      auto Region = llvm::find_if(T.Regions, [&](const RegionText &Each) { return Each.Where == R.Where; });
      if (R.Kind == RemarkKind::Passed && Region != T.Regions.end())
        printRegion(*Region, OS);
      else if (R.Kind == RemarkKind::Missed)
        printRefused(R, File, OS);
    }
  }
  OS << Slider;
  html::endPage(OS);
  return Text;
}
