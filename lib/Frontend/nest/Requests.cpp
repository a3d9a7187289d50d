// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nest/Requests.h"

#include "tilepipe/Support/Settings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilepipe;
using llvm::StringRef;

namespace {

/// One clause: its name, and what stands between its parentheses, without blanks.
struct Clause {
  std::string Name, Argument;
  bool HasArgument = false;
};

} // namespace

static std::string quoted(const llvm::Twine &Text) { return ("'" + Text + "'").str(); }

/// Takes the first clause off Rest; false when its parentheses are not closed.
static bool takeClause(StringRef &Rest, Clause &Out) {
  Out = Clause();
  Out.Name = Rest.take_until([](char C) { return C == '(' || C == ' ' || C == ','; }).str();
  Rest = Rest.drop_front(Out.Name.size());
  StringRef Behind = Rest.ltrim();
  if (!Behind.starts_with("("))
    return true;
  Out.HasArgument = true;
  int Open = 0;
  for (size_t I = 0; I < Behind.size(); ++I) {
    Open += (Behind[I] == '(') - (Behind[I] == ')');
    if (Open == 0) {
      Rest = Behind.drop_front(I + 1);
      return true;
    }
    if (I > 0 && Behind[I] != ' ')
      Out.Argument += Behind[I];
  }
  return false;
}

static std::string addAssumption(StringRef Text, NestRequests &Requests) {
  if (Text == "noalias") {
    Requests.AssumesNoAlias = true;
    return "";
  }
  if (!Text.consume_front("pure:") || Text.empty())
    return "it assumes neither 'noalias' nor 'pure: <functions>'";
  for (StringRef Name : llvm::split(Text, ','))
    Requests.Pure.push_back(Name.str());
  return "";
}

/// "(1,0),(1,1)"
static std::string addShape(StringRef Text, NestRequests &Requests) {
  constexpr const char *Expected = "its shape is not of the form (1,0),(1,1)";
  Requests.Shape.clear();
  while (!Text.empty()) {
    if (!Requests.Shape.empty() && !Text.consume_front(","))
      return Expected;
    size_t End = Text.find(')');
    if (!Text.consume_front("(") || End == StringRef::npos)
      return Expected;
    std::vector<int64_t> Row;
    for (StringRef Entry : llvm::split(Text.take_front(End - 1), ',')) {
      int32_t Value;
      if (Entry.getAsInteger(10, Value))
        return Expected;
      Row.push_back(Value);
    }
    Requests.Shape.push_back(std::move(Row));
    Text = Text.drop_front(End);
  }
  return Requests.Shape.empty() ? Expected : "";
}

static std::string addClause(const Clause &C, NestRequests &Requests) {
  if (C.Name == "parallel" && !C.HasArgument) {
    Requests.IsRequired = true;
    return "";
  }
  if (C.Name == "assume" && C.HasArgument)
    return addAssumption(C.Argument, Requests);
  if (C.Name == "shape" && C.HasArgument)
    return addShape(C.Argument, Requests);
  if (!isSetting(C.Name) || !C.HasArgument)
    return quoted(C.Name + (C.HasArgument ? "(...)" : "")) + " is none of its clauses";
  std::string Why = checkSetting(C.Name, C.Argument, /*AllowsRegions=*/false);
  if (!Why.empty())
    return quoted(C.Name + "(" + C.Argument + ")") + ": " + Why;
  if (C.Name == "tile")
    Requests.Tile = C.Argument;
  Requests.Settings = joinSettings(Requests.Settings, C.Name + "=" + C.Argument);
  return "";
}

std::string tilepipe::addRequests(StringRef Text, NestRequests &Requests) {
  StringRef Rest = Text;
  Rest.consume_front("tilepipe");
  bool IsEmpty = true;
  while (!(Rest = Rest.ltrim(" ,")).empty()) {
    Clause C;
    if (!takeClause(Rest, C))
      return "a parenthesis is not closed";
    std::string Why = addClause(C, Requests);
    if (!Why.empty())
      return Why;
    IsEmpty = false;
  }
  return IsEmpty ? "it says nothing" : "";
}

std::string tilepipe::misspelling(StringRef Text) {
  StringRef Name = Text.take_until([](char C) { return C == ' ' || C == '('; });
  if (Name != "tilepipe") {
    constexpr unsigned Typos = 2;
    bool IsLikeOurs = Name.size() > Typos && StringRef("tilepipe").edit_distance_insensitive(Name, true, Typos) <= Typos;
    return IsLikeOurs ? "'#pragma " + Text.str() + "' is none of tilepipe's; did you mean '#pragma tilepipe'?" : "";
  }
  NestRequests Unused;
  std::string Why = Text == "tilepipe off" ? "" : addRequests(Text, Unused);
  return Why.empty() ? "" : "'#pragma " + Text.str() + "' is not understood: " + Why;
}
