// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Driver/CommandLine.h"

#include "tilepipe/Support/Message.h"
#include "tilepipe/Support/Settings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"

using namespace tilepipe;
using namespace llvm::opt;
using llvm::StringRef;

//--- the option table -------------------------------------------------------

namespace {

enum { OwnOption = 1 << 1 }; // the first visibility of Options.td that is not the default

enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

#define PREFIX(NAME, VALUE)                                                                        \
  constexpr llvm::StringLiteral NAME##_init[] = VALUE;                                             \
  constexpr llvm::ArrayRef<llvm::StringLiteral> NAME(NAME##_init, std::size(NAME##_init) - 1);
#include "Options.inc"
#undef PREFIX

constexpr OptTable::Info Infos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

class DriverTable : public GenericOptTable {
public:
  DriverTable() : GenericOptTable(Infos) { setDashDashParsing(true); }
};

} // namespace

//--- our own options --------------------------------------------------------

static llvm::Error invalid(const Arg &A, StringRef Value, StringRef Expected) {
  return messageError("[option]", "invalid value '" + Value + "' in '" + A.getSpelling() +
                                 A.getValue() + "': expected " + Expected);
}

/// The setting and the value of "--tp-<setting>=<value>".
static std::pair<StringRef, StringRef> settingOf(const Arg &A) { return StringRef(A.getValue()).split('='); }

/// False for "--tp-" with anything else behind it.
static bool isOwn(const Arg &A) {
  if (A.getOption().getID() == OPT_tp_setting)
    return StringRef(A.getValue()).contains('=') && isSetting(settingOf(A).first);
  return A.getOption().matches(OPT_OwnGroup);
}

static llvm::Error unknown(const Arg &A, const DriverTable &Table) {
  const std::string Text = A.getSpelling().str() + A.getValue();
  constexpr unsigned FarthestTypo = 3; // letters
  std::string Nearest;
  unsigned Distance = Table.findNearest(Text, Nearest);
  // The table has one row for all settings.
  auto [Key, Value] = settingOf(A);
  for (const auto &[Name, Values] : settingsThatBindPlans())
    if (unsigned Letters = Key.edit_distance(Name); Letters < Distance) {
      Distance = Letters;
      Nearest = "--tp-" + Name + "=" + Value.str();
    }
  return messageError("[option]", "unknown option '" + Text + "'" + (Distance <= FarthestTypo ? ": '" + Nearest + "'?" : ""));
}

static llvm::Expected<Stage> parseStage(const Arg &A, StringRef Name) {
  auto S = llvm::StringSwitch<std::optional<Stage>>(Name)
               .Case("frontend", Stage::Frontend)
               .Case("analysis", Stage::Analysis)
               .Case("transform", Stage::Transform)
               .Case("codegen", Stage::CodeGen)
               .Case("verify", Stage::Verify)
               .Default(std::nullopt);
  if (!S)
    return invalid(A, Name, "frontend, analysis, transform, codegen or verify");
  return *S;
}

/// Appends "Key=Value" of one setting that is compiled in.
static llvm::Error addSetting(ToolOptions &Own, const Arg &A) {
  auto [Key, Value] = settingOf(A);
  std::string Why = checkSetting(Key, Value, /*AllowsRegions=*/true);
  if (!Why.empty())
    return messageError("[option]", "invalid value '" + Value + "' in '--tp-" + Key + "=" + Value + "': " + Why);
  Own.Settings = joinSettings(Own.Settings, (Key + "=" + Value).str());
  return llvm::Error::success();
}

static llvm::Error addStage(ToolOptions &Own, const Arg &A) {
  for (StringRef Name : llvm::split(A.getValue(), ',')) {
    llvm::Expected<Stage> S = parseStage(A, Name);
    if (!S)
      return S.takeError();
    Own.Verify |= *S == Stage::Verify;
    if (A.getOption().getID() == OPT_tp_stop_after)
      Own.StopAfter = *S;
    else
      Own.PrintAfter.push_back(*S);
  }
  return llvm::Error::success();
}

/// "n=30,m=20"
static llvm::Error addSizes(ToolOptions &Own, const Arg &A) {
  for (StringRef Each : llvm::split(A.getValue(), ',')) {
    auto [Name, Text] = Each.split('=');
    int32_t Size;
    if (Name.empty() || Text.getAsInteger(10, Size))
      return invalid(A, Each, "a name and a number, as in n=30");
    Own.Sizes[Name.str()] = Size;
  }
  return llvm::Error::success();
}

/// Options that ask for no region; false: A is none of them.
static llvm::Expected<bool> addOptionForAll(ToolOptions &Own, const Arg &A) {
  switch (A.getOption().getID()) {
  case OPT_tp_version:
    Own.PrintsVersion = true;
    return true;
  case OPT_tp_help:
    Own.PrintsHelp = true;
    return true;
  case OPT_tp_complete:
    Own.Completes = A.getValue();
    return true;
  case OPT_tp_wrapper:
    Own.Wrapper = A.getValue();
    if (Own.Wrapper != "on" && Own.Wrapper != "off")
      return invalid(A, A.getValue(), "on or off");
    return true;
  case OPT_tp_backend:
    Own.Backend = A.getValue();
    if (StringRef(Own.Backend).trim().empty())
      return invalid(A, A.getValue(), "a C compiler");
    return true;
  default:
    return false;
  }
}

static llvm::Error addOwnOption(ToolOptions &Own, const Arg &A) {
  llvm::Expected<bool> IsForAll = addOptionForAll(Own, A);
  if (!IsForAll || *IsForAll)
    return IsForAll.takeError();
  Own.Any = true;
  switch (A.getOption().getID()) {
  case OPT_rpass:
    Own.RemarkPassed = true;
    break;
  case OPT_rpass_missed:
    Own.RemarkMissed = true;
    break;
  case OPT_rpass_analysis:
    Own.RemarkAnalysis = true;
    break;
  case OPT_tp_sarif:
    Own.Sarif = "";
    break;
  case OPT_tp_sarif_EQ:
    Own.Sarif = A.getValue();
    if (Own.Sarif->empty())
      return invalid(A, "", "a file");
    break;
  case OPT_werror_tilepipe:
  case OPT_tp_require:
    Own.Require = true;
    break;
  case OPT_tp_style:
    Own.IsExplicit = StringRef(A.getValue()) == "explicit";
    if (!Own.IsExplicit && StringRef(A.getValue()) != "runtime")
      return invalid(A, A.getValue(), "runtime or explicit");
    break;
  case OPT_tp_explain:
    Own.Explain = true;
    break;
  case OPT_tp_explain_EQ:
    Own.ExplainFile = A.getValue();
    if (Own.ExplainFile.empty())
      return invalid(A, "", "a file");
    break;
  case OPT_tp_sizes:
    return addSizes(Own, A);
  case OPT_tp_verify:
  case OPT_tp_no_verify:
    Own.Verify = A.getOption().getID() == OPT_tp_verify;
    break;
  case OPT_tp_emit_proof:
    Own.Verify = true;
    Own.ProofFile = A.getValue();
    if (Own.ProofFile.empty())
      return invalid(A, "", "a file");
    break;
  case OPT_tp_proof_quota:
    if (StringRef(A.getValue()).getAsInteger(10, Own.ProofQuota) || Own.ProofQuota == 0)
      return invalid(A, A.getValue(), "a positive number");
    break;
  case OPT_tp_seconds:
    if (StringRef(A.getValue()).getAsInteger(10, Own.Seconds) || Own.Seconds == 0)
      return invalid(A, A.getValue(), "a positive number");
    break;
  case OPT_tp_verify_emitted:
    Own.Verify = true;
    Own.VerifyEmitted = A.getValue();
    break;
  case OPT_tp_fp:
    if (StringRef Value = A.getValue(); Value != "exact" && Value != "backend" && Value != "reassociate")
      return invalid(A, Value, "exact, backend or reassociate");
    Own.BackendFp = StringRef(A.getValue()) == "backend";
    Own.Reassociates = StringRef(A.getValue()) == "reassociate";
    break;
  case OPT_tp_print_after:
  case OPT_tp_stop_after:
    return addStage(Own, A);
  default:
    return addSetting(Own, A);
  }
  return llvm::Error::success();
}

bool ToolOptions::printsAfter(Stage S) const { return llvm::is_contained(PrintAfter, S); }

void tilepipe::printOwnOptions(llvm::raw_ostream &OS) {
  DriverTable().printHelp(OS, "tilepipe-cc [options] file...",
                          "tilepipe-cc: runs loop nests of C programs in parallel. All options but these are the "
                          "backend's.",
                          /*ShowHidden=*/false, /*ShowAllAliases=*/false, Visibility(OwnOption));
  OS << "\nsettings, compiled in:\n";
  for (const auto &[Name, Values] : settingsThatBindPlans())
    OS << "  --tp-" << Name << "=" << Values << "\n";
}

/// "--tp-<setting>=" and, behind it, the words of the setting.
static std::vector<std::string> settingOptions(StringRef Word) {
  std::vector<std::string> Found;
  for (const auto &[Name, Values] : settingsThatBindPlans()) {
    std::string Option = "--tp-" + Name + "=";
    if (!Word.starts_with(Option))
      Found.push_back(Option + "\tas TILEPIPE_" + StringRef(Name).upper());
    else if (Values.front() != '<')
      for (StringRef Value : llvm::split(Values, '|'))
        Found.push_back(Option + Value.str());
  }
  return Found;
}

void tilepipe::printCompletions(llvm::raw_ostream &OS, StringRef Word) {
  const DriverTable Table;
  std::vector<std::string> Found = Table.findByPrefix(Word, Visibility(OwnOption), /*DisableFlags=*/0);
  if (size_t Equals = Word.find('='); Equals != StringRef::npos) {
    StringRef Option = Word.take_front(Equals + 1);
    for (const std::string &Value : Table.suggestValueCompletions(Option, Word.drop_front(Equals + 1)))
      Found.push_back((Option + Value).str());
  }
  llvm::append_range(Found, settingOptions(Word));
  // "--tp-" stands for all settings, which are listed, and nothing continues an option whose value is to come.
  const std::string Open = Word.ends_with("=") ? Word.str() + "\t" : "--tp-\t";
  llvm::erase_if(Found, [&](StringRef Line) { return Line.starts_with(Open) || !Line.starts_with(Word); });
  for (const std::string &Line : Found)
    OS << Line << "\n";
}

//--- the backend's arguments ------------------------------------------------

static ArgumentKind kindOf(const Arg &A) {
  const Option &O = A.getOption();
  switch (O.getID()) {
  case OPT_INPUT:
    return ArgumentKind::Input;
  case OPT_x:
    return ArgumentKind::Language;
  case OPT_o:
    return ArgumentKind::Output;
  case OPT_c:
    return ArgumentKind::Compile;
  case OPT_S:
    return ArgumentKind::Assemble;
  case OPT_fsanitize_EQ:
    return llvm::is_contained(A.getValues(), StringRef("thread")) ? ArgumentKind::Left
                                                                  : ArgumentKind::Other;
  case OPT_finput_charset:
  case OPT_fexec_charset:
    return StringRef(A.getValue()).equals_insensitive("utf-8") ? ArgumentKind::Other
                                                               : ArgumentKind::Left;
  default:
    break;
  }
  if (O.matches(OPT_PassGroup))
    return ArgumentKind::Pass;
  if (O.matches(OPT_SideGroup))
    return ArgumentKind::Side;
  if (O.matches(OPT_FrontendGroup))
    return ArgumentKind::Frontend;
  if (O.matches(OPT_LeftGroup))
    return ArgumentKind::Left;
  if (O.matches(OPT_LinkGroup))
    return ArgumentKind::Link;
  return ArgumentKind::Other;
}

bool Argument::isCSource() const { return isC() && Value != "-"; }

bool Argument::isC() const {
  if (Kind != ArgumentKind::Input)
    return false;
  return Language.empty() ? llvm::sys::path::extension(Value) == ".c" : Language == "c";
}

std::vector<std::string> CommandLine::words() const {
  std::vector<std::string> Words;
  for (const Argument &A : Arguments)
    llvm::append_range(Words, A.Words);
  return Words;
}

std::vector<const Argument *> CommandLine::of(ArgumentKind Kind) const {
  std::vector<const Argument *> Found;
  for (const Argument &A : Arguments)
    if (A.Kind == Kind)
      Found.push_back(&A);
  return Found;
}

bool CommandLine::hasWord(StringRef Word) const {
  return llvm::any_of(Arguments, [&](const Argument &A) {
    return A.Kind != ArgumentKind::Input && A.is(Word);
  });
}

bool tilepipe::choosesContraction(llvm::ArrayRef<std::string> Flags) {
  return llvm::any_of(Flags, [](StringRef Flag) {
    return Flag.starts_with("-ffp-contract=") || Flag == "-ffast-math" || Flag == "-Ofast" ||
           Flag == "-funsafe-math-optimizations" || Flag == "-fassociative-math" || Flag == "-freciprocal-math";
  });
}

std::vector<std::string> CommandLine::frontendFlags() const {
  std::vector<std::string> Flags, Last;
  for (const Argument &A : Arguments) {
    StringRef First = A.Words.front();
    // -Wp,-MD,file,-DX=1 is a side file too.
    if (A.Kind != ArgumentKind::Frontend && !First.starts_with("-Wp,-M"))
      continue;
    if (First == "-Xpreprocessor")
      Last.push_back(A.Value);
    else if (First.consume_front("-Wp,"))
      for (StringRef Word : llvm::split(First, ','))
        Last.push_back(Word.str());
    else if (First.starts_with("--std="))
      Flags.push_back(First.drop_front().str());
    else
      llvm::append_range(Flags, A.Words);
  }
  // Compilers append the preprocessor's own words, so that they win.
  llvm::append_range(Flags, Last);
  return Flags;
}

bool CommandLine::isSourceToSource() const {
  std::vector<const Argument *> Inputs = of(ArgumentKind::Input);
  if (Inputs.size() != 1 || !Inputs.front()->isCSource() || has(ArgumentKind::Pass) ||
      has(ArgumentKind::Left) || has(ArgumentKind::Compile) || has(ArgumentKind::Assemble))
    return false;
  // Compilers are probed with -o /dev/null: that stays a link unless we were asked for something.
  bool IsAsked = StringRef(Output).starts_with("/dev/") && Own.Any;
  return Own.StopAfter || StringRef(Output).ends_with(".c") || Output == "-" || IsAsked;
}

bool CommandLine::links() const {
  return !has(ArgumentKind::Compile) && !has(ArgumentKind::Assemble) && !has(ArgumentKind::Pass);
}

//--- parsing ----------------------------------------------------------------

/// The one or two words of A as the user spelled them.
static std::vector<std::string> spelling(const InputArgList &Args, const Arg &A) {
  // Behind "--" a name may start with a dash; backends that do not know "--" must not see it.
  const char *First = Args.getArgString(A.getIndex());
  if (A.getOption().getID() == OPT_INPUT && First[0] == '-' && First[1] != 0)
    return {std::string("./") + First};
  std::vector<std::string> Words = {First};
  bool HasSecond = A.getNumValues() == 1 && A.getOption().getID() != OPT_INPUT &&
                   A.getOption().getID() != OPT_UNKNOWN &&
                   A.getIndex() + 1 < Args.getNumInputArgStrings() &&
                   A.getValue() == Args.getArgString(A.getIndex() + 1);
  if (HasSecond)
    Words.push_back(A.getValue());
  return Words;
}

static llvm::Error collect(CommandLine &Command, const InputArgList &Args,
                           const DriverTable &Table) {
  std::string Language;
  for (const Arg *A : Args) {
    if (isOwn(*A)) {
      if (llvm::Error E = addOwnOption(Command.Own, *A))
        return E;
      continue;
    }
    Argument New;
    New.Kind = kindOf(*A);
    if (New.Kind == ArgumentKind::Left)
      New.Why = Table.getOptionHelpText(A->getOption().getID());
    New.Words = spelling(Args, *A);
    New.Value = New.Kind == ArgumentKind::Input ? New.Words.front()
                : A->getNumValues()             ? A->getValue()
                                                : "";
    if (New.Kind == ArgumentKind::Language)
      Language = New.Value == "none" ? "" : New.Value;
    if (New.Kind == ArgumentKind::Output)
      Command.Output = New.Value;
    New.Language = Language;
    Command.Arguments.push_back(std::move(New));
  }
  return llvm::Error::success();
}

llvm::Expected<CommandLine> tilepipe::parseCommandLine(llvm::ArrayRef<const char *> Words) {
  llvm::BumpPtrAllocator Storage;
  llvm::StringSaver Saver(Storage);
  llvm::SmallVector<const char *, 64> Expanded(Words.begin(), Words.end());
  CommandLine Command;
  for (const char *Word : Words)
    if (Word[0] == '@')
      Command.ResponseFiles.push_back(Word + 1);
  llvm::cl::ExpandResponseFiles(Saver, llvm::cl::TokenizeGNUCommandLine, Expanded);

  DriverTable Table;
  unsigned MissingIndex = 0, MissingCount = 0;
  InputArgList Args = Table.ParseArgs(Expanded, MissingIndex, MissingCount);
  if (llvm::Error E = collect(Command, Args, Table))
    return E;
  if (Command.Own.IsExplicit && !Command.isSourceToSource())
    return messageError("[option]", "'--tp-style=explicit' writes one C file: tilepipe-cc --tp-style=explicit in.c -o out.c");
  // Compilers refuse it in their own words.
  if (Command.isSourceToSource())
    for (const Arg *A : Args.filtered(OPT_tp_setting))
      if (!isOwn(*A))
        return unknown(*A, Table);
  // An option without its value: the backend says so in its own words.
  if (MissingCount) {
    Argument Broken;
    Broken.Kind = ArgumentKind::Pass;
    for (unsigned I = MissingIndex; I < Expanded.size(); ++I)
      Broken.Words.push_back(Expanded[I]);
    Command.Arguments.push_back(std::move(Broken));
  }
  return Command;
}
