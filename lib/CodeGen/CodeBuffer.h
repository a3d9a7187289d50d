// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_CODEGEN_CODEBUFFER_H
#define TILEPIPE_LIB_CODEGEN_CODEBUFFER_H

#include "llvm/ADT/Twine.h"

#include <string>
#include <utility>
#include <vector>

namespace tilepipe {

/// C text that grows line by line, indented by two spaces a level.
class CodeBuffer {
public:
  explicit CodeBuffer(unsigned Indent = 0) : Level(Indent) {}

  void line(const llvm::Twine &Text) {
    std::string Line = Text.str();
    if (!Line.empty())
      Content += std::string(2 * Level, ' ') + Line;
    Content += '\n';
  }
  void indent() { ++Level; }
  void outdent() { --Level; }
  /// Text as it is, without indentation (the user's own).
  void raw(const llvm::Twine &Text) { Content += Text.str(); }

  unsigned level() const { return Level; }
  const std::string &str() const { return Content; }

private:
  std::string Content;
  unsigned Level;
};

/// Sum of terms as C text, positive ones first; one without a name is a constant.
class Sum {
public:
  void add(int64_t Factor, const std::string &What) {
    if (Factor != 0)
      Terms.push_back({Factor, What});
  }
  std::string text() const {
    std::string Text;
    for (bool IsPositive : {true, false})
      for (const auto &[Factor, What] : Terms)
        if ((Factor > 0) == IsPositive)
          append(Text, Factor, What);
    return Text.empty() ? "0" : Text;
  }

private:
  std::vector<std::pair<int64_t, std::string>> Terms;

  static void append(std::string &Text, int64_t Factor, const std::string &What) {
    std::string Size = std::to_string(Factor < 0 ? -Factor : Factor);
    std::string Term = What.empty() ? Size : Size == "1" ? What : Size + " * " + What;
    const char *Sign = Factor < 0 ? (Text.empty() ? "-" : " - ") : (Text.empty() ? "" : " + ");
    Text += Sign + Term;
  }
};

/// "type name;" or "type name = value;" with a comment behind it.
struct Variable {
  std::string Type, Name, Comment = "";
};
/// Declarations, indented; neighbours of one type that is no pointer stand on one line.
std::string declarations(const std::vector<Variable> &Variables);

/// Text as a C string literal.
std::string quoted(llvm::StringRef Text);
/// Text, which may be the user's, as a C comment; comments in it lose their stars.
std::string comment(llvm::StringRef Text);
/// True when Text contains Name as a whole identifier.
bool mentions(llvm::StringRef Text, llvm::StringRef Name);

} // namespace tilepipe

#endif
