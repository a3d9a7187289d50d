// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LineMarker.h"

#include "CodeBuffer.h"

using namespace tilepipe;
using llvm::StringRef;

/// Reads `#line 7 "name"` or `# 7 "name"`; Name, as written and with its quotes, stays as it is
/// where there is none.
static bool readDirective(StringRef Line, unsigned &Number, std::string &Name) {
  Line = Line.ltrim();
  if (!Line.consume_front("#"))
    return false;
  Line = Line.ltrim();
  Line.consume_front("line");
  Line = Line.ltrim();
  if (Line.consumeInteger(10, Number))
    return false;
  Line = Line.ltrim();
  size_t End = Line.size();
  for (size_t I = 1; I < Line.size() && End == Line.size(); ++I)
    if (Line[I] == '\\')
      ++I;
    else if (Line[I] == '"')
      End = I + 1;
  if (Line.starts_with("\""))
    Name = Line.take_front(End).str();
  return true;
}

std::string tilepipe::userLineMarker(StringRef FileText, unsigned Offset, StringRef File,
                                     bool IsGenerated) {
  StringRef Before = FileText.take_front(Offset);
  std::string Name = quoted(File);
  unsigned Line = 1;
  for (size_t End; (End = Before.find('\n')) != StringRef::npos;
       Before = Before.drop_front(End + 1)) {
    unsigned Next;
    Line = readDirective(Before.take_front(End), Next, Name) ? Next : Line + 1;
  }
  return "# " + std::to_string(Line) + " " + Name + (IsGenerated ? " 3\n" : "\n");
}

std::string tilepipe::generatedLineMarker() { return "# 1 \"<tilepipe>\" 3\n"; }
