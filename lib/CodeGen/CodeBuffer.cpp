// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeBuffer.h"

#include "tilepipe/Support/Identifiers.h"

using namespace tilepipe;

bool tilepipe::mentions(llvm::StringRef Text, llvm::StringRef Name) {
  for (size_t At = Text.find(Name); At != llvm::StringRef::npos; At = Text.find(Name, At + 1)) {
    size_t End = At + Name.size();
    if ((At == 0 || !isIdentifierByte(Text[At - 1])) && (End == Text.size() || !isIdentifierByte(Text[End])))
      return true;
  }
  return false;
}

std::string tilepipe::quoted(llvm::StringRef Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Result += '\\';
    // A line break, in the name of a file.
    if ((unsigned char)C < ' ')
      Result += {'\\', char('0' + C / 64), char('0' + C / 8 % 8), char('0' + C % 8)};
    else
      Result += C;
  }
  return Result + "\"";
}

std::string tilepipe::declarations(const std::vector<Variable> &Variables) {
  std::string Text, End;
  const Variable *Before = nullptr;
  for (const Variable &V : Variables) {
    bool IsSame = Before && Before->Type == V.Type && Before->Comment.empty() && !llvm::StringRef(V.Type).contains('*');
    Text += IsSame ? ", " + V.Name : End + "  " + V.Type + (llvm::StringRef(V.Type).ends_with("*") ? "" : " ") + V.Name;
    End = ";" + V.Comment + "\n";
    Before = &V;
  }
  return Text + End;
}

std::string tilepipe::comment(llvm::StringRef Text) {
  std::string Result;
  for (char C : Text) {
    bool IsEdge = !Result.empty() && ((Result.back() == '*' && C == '/') || (Result.back() == '/' && C == '*'));
    Result += IsEdge ? std::string(" ") + C : std::string(1, C);
  }
  return "/* " + Result + " */";
}
