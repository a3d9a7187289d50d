//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <fcntl.h>
#include <map>
#include <sys/stat.h>

using namespace tilepipe;
using llvm::StringRef;
namespace path = llvm::sys::path;

RegionCompiler::RegionCompiler(const CommandLine &Command, const Backend &Compiler,
                               const Installation &Files, ScratchFolder &Scratch)
    : Command(Command), Compiler(Compiler), Files(Files), Scratch(Scratch) {
  // gcc contracts differently in differently shaped loops; clang only within an expression.
  ForbidsContraction = !Command.Own.BackendFp && !choosesContraction() && Compiler.isGcc();
}

/// The user has said how a * b + c is computed.
bool RegionCompiler::choosesContraction() const {
  return llvm::any_of(Command.Arguments, [](const Argument &A) {
    return A.Kind == ArgumentKind::Frontend &&
           (StringRef(A.Words.front()).starts_with("-ffp-contract=") || A.is("-ffast-math") ||
            A.is("-Ofast"));
  });
}

/// The user's command for one file: inputs, output, linking and side files left out.
std::vector<std::string> RegionCompiler::words(StringRef Source, StringRef Object) const {
  std::vector<std::string> Words;
  for (const Argument &A : Command.Arguments) {
    bool IsAboutCompiling = A.Kind == ArgumentKind::Frontend || A.Kind == ArgumentKind::Other;
    if (IsAboutCompiling)
      llvm::append_range(Words, A.Words);
  }
  llvm::append_range(Words, std::vector<std::string>{
                                Command.has(ArgumentKind::Assemble) ? "-S" : "-c", "-o",
                                Object.str(), "-x", "c", Source.str()});
  return Words;
}

/// Inserted blocks are marked by line markers, which only pedants mind: the user's own text has been
/// compiled with his flags before.
std::vector<std::string> RegionCompiler::toleratedMarkers() const {
  for (StringRef Word : {"-pedantic", "--pedantic", "-Wpedantic", "-pedantic-errors",
                         "--pedantic-errors", "-Werror=pedantic"})
    if (Command.hasWord(Word))
      return {"-Wno-pedantic"};
  if (Command.hasWord("-Weverything"))
    return {"-Wno-gnu-line-marker"};
  return {};
}

/// Diagnostics of the transformed file are harmless when the user's own file has them all.
static bool isContainedIn(StringRef Text, StringRef All) {
  std::map<StringRef, int> Count;
  for (StringRef Line : llvm::split(All, '\n'))
    ++Count[Line];
  return llvm::all_of(llvm::split(Text, '\n'), [&](StringRef Line) {
    return Line.empty() || Count[Line]-- > 0;
  });
}

std::string tilepipe::complaintIn(StringRef Errors) {
  for (StringRef Line : llvm::split(Errors, '\n'))
    if (Line.contains("error: ") || Line.contains("warning: ") || Line.contains("cannot "))
      return Line.str();
  return Errors.split('\n').first.str();
}

/// Makes __FILE__, diagnostics and debug information those of the user's file.
static std::string lineDirective(StringRef File) {
  std::string Text = "#line 1 \"";
  for (char C : File) {
    if (C == '"' || C == '\\')
      Text += '\\';
    Text += C;
  }
  return Text + "\"\n";
}

/// __TIMESTAMP__ is the time of the file that is compiled. Best effort.
static void keepTime(StringRef From, const std::string &To) {
  struct stat Status;
  if (stat(From.str().c_str(), &Status) != 0)
    return;
  struct timespec Times[2] = {Status.st_atim, Status.st_mtim};
  (void)utimensat(AT_FDCWD, To.c_str(), Times, 0);
}

llvm::Expected<std::string> RegionCompiler::compile(const TranslatedInput &In,
                                                    std::string &Rejection) {
  StringRef Original = In.Input->Value;
  // The folder is ours alone, so that no file of others beside it can be included by its name.
  llvm::Expected<std::string> Source = Scratch.place(path::filename(Original));
  if (!Source)
    return Source.takeError();
  // A byte order mark counts only where a file begins.
  StringRef Text = In.Result.Text;
  Text.consume_front("\xEF\xBB\xBF");
  if (llvm::Error E = writeWhole(*Source, lineDirective(Original) + Text.str()))
    return E;
  keepTime(Original, *Source);
  llvm::Expected<std::string> Object = Scratch.place(path::stem(Original).str() + ".o");
  if (!Object)
    return Object.takeError();

  // Names in quotes are looked up beside the user's file first, as ever.
  StringRef Dir = path::parent_path(Original);
  std::vector<std::string> Words = {"-iquote", Dir.empty() ? "." : Dir.str()};
  llvm::append_range(Words, words(*Source, *Object));
  llvm::append_range(Words, std::vector<std::string>{"-isystem", Files.IncludeDir,
                                                     "-ffile-prefix-map=" + *Source + "=" +
                                                         Original.str()});
  if (ForbidsContraction)
    Words.push_back("-ffp-contract=off");
  llvm::append_range(Words, toleratedMarkers());
  llvm::Expected<BackendResult> Made = Compiler.runUnseen(Words);
  if (!Made)
    return Made.takeError();
  bool IsQuiet = Made->Errors.empty();
  if (Made->ExitCode == 0 && !IsQuiet) {
    llvm::Expected<std::string> Unused = Scratch.place("original.o");
    if (!Unused)
      return Unused.takeError();
    llvm::Expected<BackendResult> Alone = Compiler.runUnseen(words(Original, *Unused));
    if (!Alone)
      return Alone.takeError();
    IsQuiet = isContainedIn(Made->Errors, Alone->Errors);
  }
  if (Made->ExitCode == 0 && IsQuiet)
    return *Object;
  Rejection = complaintIn(Made->Errors);
  return std::string();
}

void RegionCompiler::remarkContraction(TranslatedInput &In) const {
  const char *Message = nullptr;
  if (ForbidsContraction)
    Message = "file compiled with -ffp-contract=off, so that results keep their bits in every "
              "schedule; --tp-fp=backend leaves contraction to the backend [tp-fp-contract]";
  else if (choosesContraction() || Command.Own.BackendFp)
    Message = "contraction is the backend's choice here: last bits may differ from the sequential "
              "program as between any two builds [tp-fp-backend]";
  if (!Message || In.Result.Remarks.empty())
    return;
  Location Where = In.Result.Remarks.front().Where;
  for (const Remark &R : llvm::reverse(In.Result.Remarks))
    if (R.Kind == RemarkKind::Passed)
      Where = R.Where;
  In.Result.Remarks.push_back({RemarkKind::Analysis, Where, Message});
}
