// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "explain/ExplainPage.h"

#include "explain/DrawTiles.h"
#include "explain/Explain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace tilepipe;

/// Lines of a loop that stays the user's, of which only the begin is known.
static constexpr unsigned FewLines = 8;

static const char Head[] = R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>
:root { --ink: #1b1f24; --soft: #59636e; --paper: #ffffff; --panel: #f3f5f8; --line: #c9d1d9; --mark: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --soft: #9aa5b1; --paper: #11151a; --panel: #1a2027; --line: #39424c; --mark: #ff8a80; }
}
body { margin: 0 auto; padding: 1rem; max-width: 64rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
h3 { font-size: 1rem; margin-bottom: .25rem; } code, pre { font: .85rem/1.45 ui-monospace, monospace; }
pre { background: var(--panel); padding: .75rem; overflow-x: auto; border-radius: .4rem; } pre .n { color: var(--soft); }
figure { margin: 0 0 1rem; } figcaption, .note { color: var(--soft); font-size: .9rem; }
.slices { display: flex; flex-wrap: wrap; gap: 1rem; } .slice { max-width: 100%; }
svg { max-width: 100%; height: auto; } .label { font: 11px ui-monospace, monospace; fill: var(--ink); }
.tile text, svg .box { stroke: none; } .tile.later { opacity: .12; } .tile + .label { fill: #1b1f24; }
.edge { stroke: #1b1f24; stroke-width: 1.5; fill: none; } .border { stroke: var(--mark); stroke-width: 3; fill: none; }
@media (prefers-color-scheme: dark) { .edge { stroke: #e6edf3; } }
.arrow { stroke: #1b1f24; stroke-width: 2; marker-end: url(#tip); } .row { stroke: var(--mark); stroke-width: 2; marker-end: url(#tip-row); }
.out { fill: #1b1f24; } .halo { fill: none; stroke: #1b1f24; stroke-width: 1.5; }
.cone .arrow { stroke: var(--ink); } .legal { fill: #3f9c6d; } .other { fill: var(--line); }
input[type=range] { width: min(100%, 24rem); } .refused { border-left: 4px solid var(--mark); padding-left: .75rem; }
</style>
)html";

/// Markers for all pictures, and the slider: tiles of later steps fade.
static const char Shared[] = R"html(<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>
<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker>
<marker id="tip-row" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker>
</defs></svg>
)html";
static const char Tail[] = R"html(<script>
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
</body>
</html>
)html";

static std::string escaped(llvm::StringRef Text) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  llvm::printHTMLEscaped(Text, OS);
  return Result;
}

/// Lines of Text with their numbers, from First on.
static void printLines(llvm::StringRef Text, unsigned First, llvm::raw_ostream &OS) {
  OS << "<pre>";
  for (unsigned Line = First; !Text.empty(); ++Line) {
    auto [Here, Rest] = Text.split('\n');
    OS << "<span class=\"n\">" << llvm::right_justify(std::to_string(Line), 5) << "</span>  " << escaped(Here.rtrim('\r')) << "\n";
    Text = Rest;
  }
  OS << "</pre>\n";
}

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
  OS << "<figcaption>Numbers: tiles along the mapped row. Steps without a tile wait for a neighbour.</figcaption></figure>\n";
}

std::string tilepipe::explainInPictures(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe,
                                        const std::string &Settings, const ChosenSizes &Sizes) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  tp_settings Shape;
  if (std::string Wrong = compiledSettings(Nest, Settings, int(Pipe.Tiles.Rows.size()), Shape); !Wrong.empty())
    OS << "<p class=\"note\">" << escaped(Wrong) << "</p>\n";
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
  return "<details><summary>In words, with sets and plans</summary>\n<pre>" + escaped(Words) + "</pre>\n</details>\n";
}

static void printRegion(const RegionText &Region, llvm::raw_ostream &OS) {
  OS << "<section class=\"region\">\n<h2>" << escaped(Region.Name) << " <span class=\"note\">" << escaped(Region.Where.File) << ":"
     << Region.Where.Line << ", function " << escaped(Region.Function) << "</span></h2>\n";
  for (const Remark &R : Region.Remarks)
    OS << "<p>" << escaped(R.Message) << "</p>\n";
  OS << Region.Explanation << "</section>\n";
}

/// A nest that stays as it is, and the begin of its text, if that is the file's.
static void printRefused(const Remark &Why, const ExplainedFile &File, llvm::raw_ostream &OS) {
  OS << "<section class=\"refused\">\n<h2>Left as it is <span class=\"note\">" << escaped(Why.Where.File) << ":" << Why.Where.Line
     << "</span></h2>\n<p>" << escaped(Why.Message) << "</p>\n";
  llvm::StringRef Text = File.second->Original;
  if (Why.Where.File == File.first && Why.Where.Line > 0) {
    for (unsigned Line = 1; Line < Why.Where.Line; ++Line)
      Text = Text.split('\n').second;
    llvm::StringRef Rest = Text;
    for (unsigned Line = 0; Line < FewLines; ++Line)
      Rest = Rest.split('\n').second;
    printLines(Text.drop_back(Rest.size()), Why.Where.Line, OS);
  }
  OS << "</section>\n";
}

std::string tilepipe::sourceLines(const LoopNest &Nest, llvm::StringRef FileText) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printLines(linesOf(FileText, Nest.NestText), Nest.Where.Line, OS);
  return Text;
}

std::string tilepipe::explainPage(llvm::ArrayRef<ExplainedFile> Files) {
  std::string Text = Head;
  llvm::raw_string_ostream OS(Text);
  std::string Names = llvm::join(llvm::map_range(Files, [](auto &F) { return llvm::sys::path::filename(F.first).str(); }), ", ");
  OS << "<title>" << escaped(Names) << " - tilepipe</title>\n</head>\n<body>\n" << Shared;
  for (const ExplainedFile &File : Files) {
    const Translation &T = *File.second;
    const auto Refused = llvm::count_if(T.Remarks, [](const Remark &R) { return R.Kind == RemarkKind::Missed; });
    OS << "<h1>" << escaped(File.first) << "</h1>\n<p>Nests that run as pipelines: " << T.Regions.size()
       << ". Left as they are: " << Refused << ".</p>\n";
    for (const Remark &R : T.Remarks) {
      auto Region = llvm::find_if(T.Regions, [&](const RegionText &Each) { return Each.Where == R.Where; });
      if (R.Kind == RemarkKind::Passed && Region != T.Regions.end())
        printRegion(*Region, OS);
      else if (R.Kind == RemarkKind::Missed)
        printRefused(R, File, OS);
    }
  }
  OS << Tail;
  return Text;
}
