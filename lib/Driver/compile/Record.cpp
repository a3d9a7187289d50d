// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// -fsave-optimization-record: our remarks as LLVM's remark documents, where clang puts its own.
#include "compile/Compile.h"

#include "compile/SideFile.h"

#include "llvm/Remarks/Remark.h"
#include "llvm/Remarks/RemarkSerializer.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilepipe;
using llvm::StringRef;
namespace remarks = llvm::remarks;

static constexpr char Pass[] = "tilepipe";

namespace {
/// What the options of records ask for.
struct RecordOptions {
  bool IsAsked = false;
  std::string File;            ///< empty: beside the output
  std::string Format = "yaml"; ///< clang writes other formats as well
  std::string Passes;          ///< regular expression of their names; empty: all
};
} // namespace

/// As clang reads them: the last word counts, and each of them is a request.
static RecordOptions recordOptions(const CommandLine &Command) {
  RecordOptions Options;
  for (const Argument &A : Command.Arguments) {
    StringRef Word = A.Words.front();
    if (Word == "-fno-save-optimization-record") {
      Options.IsAsked = false;
      continue;
    }
    if (Word.consume_front("-foptimization-record-file="))
      Options.File = Word.str();
    else if (Word.consume_front("-foptimization-record-passes="))
      Options.Passes = Word.str();
    else if (Word.consume_front("-fsave-optimization-record="))
      Options.Format = Word.str();
    else if (Word != "-fsave-optimization-record")
      continue;
    Options.IsAsked = true;
  }
  return Options;
}

static remarks::Type typeOf(RemarkKind Kind) {
  switch (Kind) {
  case RemarkKind::Passed:
    return remarks::Type::Passed;
  case RemarkKind::Missed:
    return remarks::Type::Missed;
  case RemarkKind::Analysis:
    return remarks::Type::Analysis;
  }
  llvm_unreachable("covered switch");
}

static StringRef keyOf(RemarkPart::Role What) {
  switch (What) {
  case RemarkPart::Role::Text:
    return "String";
  case RemarkPart::Role::Expression:
    return "Expression";
  case RemarkPart::Role::Help:
    return "Help";
  case RemarkPart::Role::Obstacle:
    return "Obstacle";
  }
  llvm_unreachable("covered switch");
}

static std::optional<remarks::RemarkLocation> placeOf(const Location &Where) {
  if (Where.Line == 0)
    return std::nullopt;
  return remarks::RemarkLocation{Where.File, Where.Line, Where.Column};
}

static void emit(remarks::RemarkSerializer &Serializer, const Remark &R) {
  // Readers take UTF-8 alone; expressions are the user's bytes.
  std::vector<std::string> Texts;
  for (const RemarkPart &P : R.Parts)
    Texts.push_back(llvm::json::fixUTF8(P.Text));
  remarks::Remark Document;
  Document.RemarkType = typeOf(R.Kind);
  Document.PassName = Pass;
  Document.RemarkName = R.Code.empty() ? "Parallelized" : StringRef(R.Code);
  Document.FunctionName = R.Function;
  Document.Loc = placeOf(R.Where);
  for (size_t I = 0; I < Texts.size(); ++I)
    Document.Args.push_back({keyOf(R.Parts[I].What), Texts[I], placeOf(R.Parts[I].Where)});
  Serializer.emit(Document);
}

llvm::Error tilepipe::saveRecords(const CommandLine &Command, llvm::ArrayRef<TranslatedInput> Inputs, bool HasClangs) {
  RecordOptions Options = recordOptions(Command);
  bool IsWanted = Options.Passes.empty() || llvm::Regex(Options.Passes).match(Pass);
  if (!Options.IsAsked || Options.Format != "yaml" || !IsWanted)
    return llvm::Error::success();
  std::map<std::string, std::string> Files; // several inputs may share one
  for (const TranslatedInput &In : Inputs) {
    std::string Name = Options.File.empty() ? besideOutput(Command, *In.Input, ".opt.yaml") : Options.File;
    auto [File, IsNew] = Files.try_emplace(Name);
    if (IsNew && HasClangs)
      if (auto Written = llvm::MemoryBuffer::getFile(Name))
        File->second = (*Written)->getBuffer().str();
    llvm::raw_string_ostream OS(File->second);
    auto Serializer = llvm::cantFail(
        remarks::createRemarkSerializer(remarks::Format::YAML, remarks::SerializerMode::Standalone, OS));
    for (const Remark &R : In.Result.Remarks)
      emit(*Serializer, R);
  }
  llvm::Error Failed = llvm::Error::success();
  for (const auto &[Name, Text] : Files)
    Failed = llvm::joinErrors(std::move(Failed), writeWhole(Name, Text));
  return Failed;
}
