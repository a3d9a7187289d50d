// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text is read by Clang and compiled by the backend: where it hangs on a predefined macro that both
// have, but not alike, they see different programs.
#include "translate/CompilerDifferences.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdlib>

using namespace tilepipe;
using llvm::StringRef;

/// The number that Text is, as its type holds it: `((double)1.5L)`, `3.4e+38F`, `0x7fU`.
static std::optional<long double> numberIn(StringRef Text) {
  Text = Text.trim("() ");
  bool IsDouble = Text.consume_front("double)"), IsHex = Text.starts_with("0x");
  bool IsInteger = !IsDouble && (IsHex || !Text.contains_insensitive("e")) && !Text.contains('.');
  StringRef Digits = Text.rtrim(IsInteger ? "uUlL" : "lLfF");
  if (Digits.empty() || !llvm::isDigit(Digits.front()))
    return std::nullopt;
  std::string Spelled = Digits.str();
  char *End = nullptr;
  long double Value = IsInteger ? (long double)std::strtoull(Spelled.c_str(), &End, 0) : std::strtold(Spelled.c_str(), &End);
  if (*End)
    return std::nullopt;
  StringRef Suffix = Text.drop_front(Digits.size());
  if (!IsInteger && Suffix.equals_insensitive("f"))
    return float(Value);
  return IsInteger || (Suffix.equals_insensitive("l") && !IsDouble) ? Value : double(Value);
}

/// The words of a type or of any other text; `long unsigned int` and `unsigned long` are one type.
static std::vector<StringRef> wordsIn(StringRef Text) {
  llvm::SmallVector<StringRef, 8> Found;
  llvm::SplitString(Text, Found, " ()");
  std::vector<StringRef> Words(Found.begin(), Found.end());
  if (Words.size() > 1)
    llvm::erase(Words, "int");
  bool IsType = llvm::all_of(Words, [](StringRef Word) {
    return Word == "long" || Word == "unsigned" || Word == "short" || Word == "signed" || Word == "char";
  });
  if (IsType)
    llvm::sort(Words);
  return Words;
}

static bool meanTheSame(StringRef A, StringRef B) {
  std::optional<long double> First = numberIn(A), Second = numberIn(B);
  if (First && Second)
    return *First == *Second;
  return wordsIn(A) == wordsIn(B);
}

CompilerDifferences tilepipe::differences(const std::map<std::string, std::optional<std::string>> &Asked,
                                          const std::map<std::string, std::string> &Backend,
                                          bool ChoosesContraction) {
  CompilerDifferences Result;
  Result.FusesConstants = Backend.count("__clang__") && !Backend.count("__FMA__") && !ChoosesContraction;
  if (Backend.empty()) // not told
    return Result;
  for (const auto &[Name, Clang] : Asked) {
    auto It = Backend.find(Name);
    bool IsThere = It != Backend.end();
    if (!IsThere && !Clang)
      continue;
    if (IsThere != Clang.has_value())
      Result.ByExistence.insert(Name);
    else if (meanTheSame(It->second, *Clang))
      continue;
    Result.ByValue.insert(Name);
  }
  return Result;
}
