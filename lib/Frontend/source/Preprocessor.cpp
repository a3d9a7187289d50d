// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/Preprocessor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tilepipe;
using namespace clang;

/// The macro of <stdbool.h>; Clang then prints the type by this name.
static bool isBool(llvm::StringRef Definition) { return Definition == "bool _Bool"; }

/// Text is a directive of OpenMP or OpenACC that the backend ignores as Clang does.
static bool isIgnored(llvm::StringRef Text, const PreprocessorLog &Log, const LangOptions &Lang) {
  std::string Macro = macroOfDirective(Text);
  bool IsOn = Macro == "_OPENMP" && (Lang.OpenMP || Lang.OpenMPSimd);
  return !Macro.empty() && !IsOn && !Log.Differences.ByExistence.count(Macro);
}

PreprocessorFacts::PreprocessorFacts(const PreprocessorLog &Log, const SourceText &Src, bool IgnoresDirectives)
    : CompilerMacros(Log.CompilerMacros), SkipsHeaders(Log.SkipsHeaders), CompilerGroups(Log.CompilerGroups),
      OptimizeAttributes(Log.OptimizeAttributes), File(Src.file()) {
  CompilerMacros.insert(Log.Differences.ByValue.begin(), Log.Differences.ByValue.end());
  for (const PreprocessorLog::Expansion &E : Log.Expansions)
    if (tellsCompilersApart(E.Name) || CompilerMacros.count(E.Name))
      CompilerUses.push_back(E);
  size_t Before = Src.isMainFile() ? Log.Changes.size() : Log.ChangesBefore.at(Src.file());
  for (size_t I = 0; I < Log.Changes.size(); ++I) {
    const PreprocessorLog::Change &C = Log.Changes[I];
    if (std::optional<unsigned> Offset = Src.offsetInside(C.Loc))
      Changes.emplace(*Offset, Change{C.Name, C.Definition});
    else if (I >= Before)
      break;
    else if (C.Definition.empty())
      Predefined.erase(C.Name);
    else if (!isBool(C.Definition))
      Predefined.insert(C.Name);
  }
  for (const PreprocessorLog::Expansion &E : Log.Expansions)
    if (Src.isInFile(E.Loc))
      Expansions.push_back({Src.offset(E.Loc), E.Name, E.Body});
  for (const PreprocessorLog::Conditional &C : Log.Conditionals)
    if (Src.isInFile(C.Loc))
      Conditionals.push_back({Src.offset(C.Loc), C.Change, C.CompilerTest, C.AsksHeaders});
  for (SourceRange Range : Log.Skipped)
    if (Src.isInFile(Range.getBegin()) && Src.isInFile(Range.getEnd()))
      Skipped.push_back({Src.offset(Range.getBegin()), Src.offset(Range.getEnd())});
  for (const PreprocessorLog::Pragma &P : Log.Pragmas)
    if (Src.isInFile(P.Loc))
      Pragmas.push_back({Src.offset(P.Loc), Src.offset(P.Loc) + P.Length, Src.offset(P.Loc) + P.Length, P.Text,
                         IgnoresDirectives && isIgnored(P.Text, Log, Src.language())});
    else if (std::optional<unsigned> Offset = Src.offsetInside(P.Loc))
      Included.push_back({*Offset, *Offset, *Offset, P.Text});
  chainPragmas(Src);
}

unsigned PreprocessorFacts::skipConditionals(const SourceText &Src, unsigned Offset) const {
  llvm::StringRef Text = Src.text();
  auto LineEnd = [&](unsigned At) {
    if (At > 0 && Text[At - 1] == '\n')
      return At;
    size_t End = At + lengthOfDirective(Text.substr(At), Src.language());
    return unsigned(std::min(End + 1, Text.size()));
  };
  for (;;) {
    unsigned Begin = Src.skipBlank(Offset);
    // A directive may begin with `%:`, too.
    unsigned End = Begin < Text.size() ? LineEnd(Begin + 1) : Begin;
    if (llvm::none_of(Conditionals, [&](const Conditional &C) { return Begin <= C.Offset && C.Offset < End; }))
      return Begin;
    Offset = End;
    for (const TextRange &R : Skipped)
      if (Begin <= R.Begin && R.Begin < End && R.End > Offset)
        Offset = LineEnd(R.End);
  }
}

void PreprocessorFacts::chainPragmas(const SourceText &Src) {
  llvm::sort(Pragmas, [](const PragmaUse &A, const PragmaUse &B) { return A.Offset < B.Offset; });
  for (size_t I = Pragmas.size(); I-- > 0;) {
    // `#endif` may stand between a pragma and its loop.
    unsigned Next = skipConditionals(Src, Pragmas[I].Next);
    bool IsChained = I + 1 < Pragmas.size() && Pragmas[I + 1].Offset == Next;
    Pragmas[I].Next = IsChained ? Pragmas[I + 1].Next : Next;
  }
}

bool PragmaUse::isLoopHint() const {
  llvm::StringRef Rest(Text);
  if (IsIgnored)
    return true;
  if (Rest.consume_front("clang "))
    return Rest.starts_with("loop ");
  if (Rest.consume_front("GCC "))
    return llvm::is_contained({"ivdep", "novector"}, Rest) || Rest.starts_with("unroll ");
  return llvm::StringSwitch<bool>(Rest.take_while([](char C) { return llvm::isAlpha(C) || C == '_'; }))
      .Cases("ivdep", "simd", "vector", "novector", "prefetch", "noprefetch", "loop_count", true)
      .Cases("unroll", "nounroll", "unroll_and_jam", "nounroll_and_jam", true)
      .Default(false);
}

const PragmaUse *PreprocessorFacts::pragmaBefore(unsigned Offset) const {
  for (const PragmaUse &P : Pragmas)
    if (P.Next == Offset && !P.isOurs() && !P.isDiagnostic() && !P.isLoopHint())
      return &P;
  return nullptr;
}

std::optional<unsigned> PreprocessorFacts::beginOfHints(unsigned Offset) const {
  auto First = llvm::find_if(Pragmas, [&](const PragmaUse &P) { return P.Next == Offset && P.isLoopHint(); });
  if (First == Pragmas.end())
    return Offset;
  // Under other macros the branch of a group that begins here may hold statements.
  bool IsCut = llvm::any_of(Conditionals, [&](const Conditional &C) {
    return C.Change > 0 && First->Offset < C.Offset && C.Offset < Offset;
  });
  return IsCut ? std::nullopt : std::optional(First->Offset);
}

const PragmaUse *PreprocessorFacts::hintAt(unsigned Offset) const {
  auto At = llvm::find_if(Pragmas, [&](const PragmaUse &P) { return P.Offset == Offset && P.isLoopHint(); });
  return At == Pragmas.end() ? nullptr : &*At;
}

const PragmaUse *PreprocessorFacts::openMPBefore(unsigned Offset) const {
  for (const PragmaUse &P : Pragmas)
    if (P.Next == Offset && P.isOpenMP())
      return &P;
  return nullptr;
}

bool PreprocessorFacts::isInPragma(unsigned Offset) const {
  return llvm::any_of(Pragmas, [&](const PragmaUse &P) { return !P.IsIgnored && P.Offset <= Offset && Offset < P.End; });
}

unsigned PreprocessorFacts::beforeGroups(const SourceText &Src, unsigned Begin, unsigned End) const {
  unsigned Result = Begin;
  std::vector<unsigned> Open; // offsets of `#if`
  for (const Conditional &C : Conditionals) {
    if (C.Offset >= End)
      break;
    if (C.Change > 0)
      Open.push_back(C.Offset);
    if (C.Change >= 0 || Open.empty())
      continue;
    // A group comes to its end behind those inside it.
    unsigned If = Src.lineStart(Open.back());
    Open.pop_back();
    if (If < Begin && Begin < C.Offset && skipConditionals(Src, If) == Begin)
      Result = If;
  }
  return Result;
}

bool PreprocessorFacts::isSwitchedOff(unsigned Offset) const {
  return llvm::any_of(Pragmas, [&](const PragmaUse &P) {
    return P.Next == Offset && P.Text == "tilepipe off";
  });
}

std::vector<const PragmaUse *> PreprocessorFacts::requests() const {
  std::vector<const PragmaUse *> Result;
  for (const PragmaUse &P : Pragmas)
    if (P.isRequest())
      Result.push_back(&P);
  return Result;
}

std::vector<const PragmaUse *> PreprocessorFacts::requestsBefore(unsigned Offset) const {
  std::vector<const PragmaUse *> Result = requests();
  llvm::erase_if(Result, [&](const PragmaUse *P) { return P->Next != Offset; });
  return Result;
}

const PragmaUse *PreprocessorFacts::pragmaInside(TextRange Range) const {
  for (const PragmaUse &P : Pragmas)
    if (Range.Begin <= P.Offset && P.Offset < Range.End && !P.isOurs() && !P.isDiagnostic() && !P.isLoopHint())
      return &P;
  return nullptr;
}

const PragmaUse *PreprocessorFacts::unpairedDiagnostic(TextRange Range) const {
  std::vector<const PragmaUse *> Pushes;
  for (const PragmaUse &P : Pragmas) {
    if (P.Offset < Range.Begin || Range.End <= P.Offset || !P.isDiagnostic())
      continue;
    bool IsPop = llvm::StringRef(P.Text).ends_with(" pop");
    if (llvm::StringRef(P.Text).ends_with(" push"))
      Pushes.push_back(&P);
    else if (Pushes.empty() || (IsPop && Pushes.back()->Text[0] != P.Text[0])) // GCC's, or clang's
      return &P;
    else if (IsPop)
      Pushes.pop_back();
  }
  return Pushes.empty() ? nullptr : Pushes.back();
}

/// Macros whose expansion depends on where it stands.
static bool dependsOnPlace(llvm::StringRef Name) {
  return Name == "__LINE__" || Name == "__COUNTER__" || Name == "__INCLUDE_LEVEL__";
}

std::string PreprocessorFacts::unstableMacro(TextRange Range) const {
  for (const Expansion &E : Expansions)
    if (Range.Begin <= E.Offset && E.Offset < Range.End &&
        (dependsOnPlace(E.Name) || tellsCompilersApart(E.Name) || CompilerMacros.count(E.Name)))
      return E.Name;
  return "";
}

std::string PreprocessorFacts::unstableDeclaration(SourceRange Text, SourceLocation Nest,
                                                   const SourceManager &SM) const {
  SourceLocation Begin = SM.getExpansionLoc(Text.getBegin());
  SourceLocation End = SM.getExpansionLoc(Text.getEnd());
  auto IsBefore = [&](SourceLocation A, SourceLocation B) {
    return SM.isBeforeInTranslationUnit(A, B);
  };
  for (SourceRange Group : CompilerGroups) {
    bool Meets = IsBefore(Group.getBegin(), End) && IsBefore(Begin, Group.getEnd());
    bool HoldsNest = Nest.isValid() && IsBefore(Group.getBegin(), Nest) && IsBefore(Nest, Group.getEnd());
    if (Meets && !HoldsNest)
      return "#if";
  }
  for (const PreprocessorLog::Expansion &E : CompilerUses)
    if (!IsBefore(E.Loc, Begin) && !IsBefore(End, E.Loc))
      return E.Name;
  return "";
}

bool PreprocessorFacts::dependsOnCompiler(SourceRange Text, const SourceManager &SM) const {
  return !unstableDeclaration(Text, SourceLocation(), SM).empty();
}

bool PreprocessorFacts::hasOptimizeAttribute(SourceRange Between, const SourceManager &SM) const {
  return llvm::any_of(OptimizeAttributes, [&](SourceLocation Loc) {
    return SM.isBeforeInTranslationUnit(Between.getBegin(), Loc) && SM.isBeforeInTranslationUnit(Loc, Between.getEnd());
  });
}

/// Identifiers of Range and of the macros that it expands.
std::set<std::string> PreprocessorFacts::namesOf(const SourceText &Src, TextRange Range) const {
  std::set<std::string> Names;
  Src.forEachIdentifier(Range, [&](llvm::StringRef Name, unsigned) { Names.insert(Name.str()); });
  for (const Expansion &E : Expansions)
    if (Range.Begin <= E.Offset && E.Offset < Range.End) {
      Names.insert(E.Name);
      Names.insert(E.Body.begin(), E.Body.end());
    }
  return Names;
}

PreprocessorFacts::Meaning PreprocessorFacts::meaningAt(const SourceText &Src, TextRange Range,
                                                        TextRange Body, unsigned Before) const {
  Meaning Result;
  std::set<std::string> Names = namesOf(Src, Range), Inside;
  std::map<std::string, std::string> Definitions; // at the beginning of Range, where changed
  for (auto It = Changes.lower_bound(Before); It != Changes.end() && It->first < Range.End; ++It) {
    const auto &[Offset, C] = *It;
    if (!Names.count(C.Name))
      continue;
    if (Offset < Range.Begin) {
      Definitions[C.Name] = C.Definition;
      continue;
    }
    // The body is repeated: what it defines must not meet an earlier use in it. Its own
    // `#define` names the macro as well.
    unsigned Line = Src.lineStart(Offset);
    bool IsFirst = Inside.insert(C.Name).second;
    bool IsUsed = IsFirst && namesOf(Src, {Range.Begin, Line}).count(C.Name);
    Definitions.try_emplace(C.Name, "");
    if (!Body.contains({Offset, Offset}) || IsUsed)
      Result.Clash = C.Name;
  }
  for (const auto &[Name, Definition] : Definitions) {
    Result.Set += "#pragma push_macro(\"" + Name + "\")\n#undef " + Name + "\n";
    if (!Definition.empty())
      Result.Set += "#define " + Definition + "\n";
    Result.Restore += "#pragma pop_macro(\"" + Name + "\")\n";
  }
  return Result;
}

bool PreprocessorFacts::meansTheSameAt(const SourceText &Src, TextRange Range, unsigned Other) const {
  std::set<std::string> Names = namesOf(Src, Range);
  auto First = Changes.lower_bound(std::min(Range.Begin, Other)), Last = Changes.lower_bound(std::max(Range.End, Other));
  return !SkipsHeaders && llvm::none_of(Names, [&](const std::string &Name) { return CompilerMacros.count(Name) > 0; }) &&
         std::none_of(First, Last, [&](const auto &C) { return Names.count(C.second.Name) > 0; });
}

bool PreprocessorFacts::compilesTheSameAt(unsigned One, unsigned Other) const {
  auto Changes = [&](const PragmaUse &P) {
    const bool IsBetween = std::min(One, Other) <= P.Offset && P.Offset < std::max(One, Other);
    return IsBetween && !P.isOurs() && !P.isDiagnostic() && !P.isLoopHint() && !P.isOpenMP();
  };
  return OptimizeAttributes.empty() && llvm::none_of(Pragmas, Changes) && llvm::none_of(Included, Changes);
}

std::string PreprocessorFacts::macroAmong(const std::set<std::string> &Names, unsigned Before,
                                          TextRange Range) const {
  std::set<std::string> Macros;
  for (const std::string &Name : Names)
    if (Predefined.count(Name))
      Macros.insert(Name);
  for (const auto &[Offset, C] : Changes) {
    if (Offset >= Range.End)
      break;
    if (!Names.count(C.Name))
      continue;
    if (!C.Definition.empty() && !isBool(C.Definition))
      Macros.insert(C.Name);
    else if (Offset < Before)
      Macros.erase(C.Name);
  }
  return Macros.empty() ? "" : *Macros.begin();
}

std::string PreprocessorFacts::textWithoutConditionals(const SourceText &Src,
                                                       TextRange Range) const {
  llvm::StringRef Text = Src.text();
  // Positions of lines to leave out: directives themselves and what they skip.
  std::vector<TextRange> Out = Skipped;
  for (const Conditional &C : Conditionals)
    Out.push_back({C.Offset, C.Offset + unsigned(lengthOfDirective(Text.substr(C.Offset), Src.language()))});
  std::string Result;
  unsigned Position = Range.Begin;
  while (Position < Range.End) {
    unsigned Next = std::min<size_t>(Text.find('\n', Position), Range.End - 1) + 1;
    llvm::StringRef Line = Text.slice(Position, Next);
    bool IsOut = llvm::any_of(Out, [&](const TextRange &R) { return R.Begin < Next && R.End > Position; });
    if (!IsOut)
      Result += Line;
    Position = Next;
  }
  return Result;
}

bool PreprocessorFacts::hasWholeConditionals(TextRange Range) const {
  int Open = 0;
  for (const Conditional &C : Conditionals) {
    if (C.Offset < Range.Begin || C.Offset >= Range.End)
      continue;
    if (C.Change <= 0 && Open == 0)
      return false;
    Open += C.Change;
  }
  return Open == 0;
}

std::string PreprocessorFacts::compilerTest(TextRange Range) const {
  for (const Conditional &C : Conditionals)
    if (Range.Begin <= C.Offset && C.Offset < Range.End && !C.CompilerTest.empty())
      return C.CompilerTest;
  return "";
}

bool PreprocessorFacts::asksHeaders(TextRange Range) const {
  return llvm::any_of(Conditionals, [&](const Conditional &C) {
    return Range.Begin <= C.Offset && C.Offset < Range.End && C.AsksHeaders;
  });
}
