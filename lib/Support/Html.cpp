// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Support/Html.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace tilepipe;

/// Lines of a nest that are shown.
static constexpr unsigned MostLines = 12;

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
table { border-collapse: collapse; } th, td { padding: .2rem .75rem .2rem 0; text-align: right; } th:first-child, td:first-child { text-align: left; }
.wide { overflow-x: auto; } a { color: inherit; }
input[type=range] { width: min(100%, 24rem); } .refused { border-left: 4px solid var(--mark); padding-left: .75rem; }
</style>
)html";

/// Ends of arrows, for all pictures.
static const char Shared[] = R"html(<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>
<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker>
<marker id="tip-row" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker>
</defs></svg>
)html";

std::string html::escaped(llvm::StringRef Text) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  llvm::printHTMLEscaped(Text, OS);
  return Result;
}

void html::beginPage(llvm::StringRef Title, llvm::raw_ostream &OS) {
  OS << Head << "<title>" << escaped(Title) << " - tilepipe</title>\n</head>\n<body>\n" << Shared;
}

void html::endPage(llvm::raw_ostream &OS) { OS << "</body>\n</html>\n"; }

void html::printLines(llvm::StringRef Text, unsigned First, llvm::raw_ostream &OS) {
  OS << "<pre>";
  for (unsigned Line = First; !Text.empty(); ++Line) {
    auto [Here, Rest] = Text.split('\n');
    OS << "<span class=\"n\">" << llvm::right_justify(std::to_string(Line), 5) << "</span>  " << escaped(Here.rtrim('\r')) << "\n";
    Text = Rest;
  }
  OS << "</pre>\n";
}

/// Lines of Text, which begins with a nest: to the first one that is not indented more, its last brace included.
static llvm::StringRef nestIn(llvm::StringRef Text) {
  auto Indent = [](llvm::StringRef Line) { return Line.find_first_not_of(" \t"); };
  const size_t Outside = Indent(Text);
  llvm::StringRef Rest = Text.split('\n').second;
  for (unsigned Line = 1; Line < MostLines && !Rest.empty(); ++Line) {
    const size_t Here = Indent(Rest.take_until([](char C) { return C == '\n'; }));
    const bool IsBrace = Here == Outside && (Rest[Here] == '{' || Rest[Here] == '}');
    if (Here != llvm::StringRef::npos && Here <= Outside && !IsBrace)
      break;
    const bool IsLast = IsBrace && Rest[Here] == '}';
    Rest = Rest.split('\n').second;
    if (IsLast)
      break;
  }
  return Text.drop_back(Rest.size()).rtrim();
}

void html::printNest(llvm::StringRef FileText, unsigned First, llvm::raw_ostream &OS) {
  for (unsigned Line = 1; Line < First; ++Line)
    FileText = FileText.split('\n').second;
  if (First > 0 && !FileText.empty())
    printLines(nestIn(FileText), First, OS);
}

void html::openPicture(double Width, double Height, llvm::StringRef Says, llvm::raw_ostream &OS) {
  OS << "<svg role=\"img\" aria-label=\"" << escaped(Says)
     << llvm::format("\" viewBox=\"0 0 %g %g\" width=\"%g\">\n", Width, Height, Width);
}

void html::label(double X, double Y, llvm::StringRef Text, llvm::raw_ostream &OS, const char *Anchor) {
  OS << llvm::format("<text class=\"label\" x=\"%g\" y=\"%g\" text-anchor=\"%s\">", X, Y, Anchor) << escaped(Text)
     << "</text>\n";
}
