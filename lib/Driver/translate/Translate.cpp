// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file is read until nothing is learned any more: until all regions left have proofs, with called functions' bodies in loops,
// with macros expanded.
#include "tilepipe/Driver/Translate.h"

#include "translate/Translator.h"
#include "tilepipe/Frontend/LoopMacros.h"
#include "tilepipe/Support/Message.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <pthread.h>
#include <signal.h>

using namespace tilepipe;

/// CPU time for the stages of one nest, and for reading the next one; for the loops inside one that
/// has no proof: what it is made of has mostly taken its time already.
static constexpr unsigned NestSeconds = 10, InnerSeconds = 3;

std::string tilepipe::unmetRequirement(llvm::ArrayRef<const Translation *> Files) {
  bool AnyMark = false, AnyRegion = false;
  for (const Translation *File : Files) {
    AnyRegion |= !File->Regions.empty();
    for (const ParallelMark &M : File->Marks) {
      AnyMark = true;
      if (!M.IsMet)
        return "the loop nest at " + M.Where.File + ":" + std::to_string(M.Where.Line) +
               " is marked parallel, and was not parallelized";
    }
  }
  return AnyMark || AnyRegion ? "" : "no loop nest could be parallelized";
}

void tilepipe::rejectNest(Translation &Result, const Location &Where, const Refusal &Why) {
  auto IsAbout = [&](const Remark &R) { return R.Where == Where; };
  for (Remark &R : Result.Remarks)
    if (R.Kind == RemarkKind::Passed && IsAbout(R))
      R = missedRemark(Where, std::string(R.Function), Why);
  llvm::erase_if(Result.Remarks, [&](const Remark &R) {
    return R.Kind == RemarkKind::Analysis && IsAbout(R);
  });
  for (ParallelMark &M : Result.Marks)
    if (M.Where == Where)
      M.IsMet = false;
}

namespace {
/// What became of a file.
struct Outcome {
  Translation Result;
  KnownNests Known;        ///< of all its nests
  bool CallsNests = false; ///< see FrontendResult
};
} // namespace

/// The file until every region that is left has a proof: a nest without one is refused as if it had
/// not been understood, so that the loops inside it get their turn. Where only ranks have none, it is a region for
/// threads; where tile functions hold values, it is tried without them. Nests about which all is known, Known at first, stay as they are. A text of another origin
/// (--tp-verify-emitted) is read once, for what it is. Differences: none: the backend was not asked yet.
static llvm::Expected<Outcome> translateProved(const TranslateOptions &Options, llvm::StringRef FileText,
                                               const InlinedFile &Inlined, KnownNests Known,
                                               std::optional<CompilerDifferences> &Differences, llvm::raw_ostream &Pages) {
  const unsigned Most = Options.Tool->Seconds ? Options.Tool->Seconds : NestSeconds;
  for (unsigned Seconds = Most;;) {
    const CompilerDifferences Now = Differences.value_or(CompilerDifferences());
    Translator T(Options, FileText, Inlined, Known, Seconds, Now, Pages);
    llvm::Expected<Translation> Result = T.run();
    if (!Result)
      return Result.takeError();
    // Asking the backend takes as long as reading a file: only where the answer can change something.
    if (Options.BackendMacros && !Differences && !Result->Regions.empty()) {
      Differences = differences(T.AskedMacros, Options.BackendMacros(), choosesContraction(Options.ClangFlags));
      if (Differences->any()) {
        Known = {};
        continue;
      }
    }
    const bool IsLast = T.NotProved.empty() || !Options.Tool->VerifyEmitted.empty();
    for (const RefusedNest &R : T.NotProved)
      if (R.MayBePlain && !IsLast)
        Known.Plain.push_back(R);
      else
        (R.MayUseThreads && !IsLast ? Known.LeftToThreads : Known.Refused).push_back(R);
    if (IsLast) {
      for (const RefusedNest &R : Known.Refused)
        Result->Certificates += R.Certificate;
      for (const RegionText &R : Result->Regions)
        Result->Certificates += R.Certificate;
    }
    // A nest that is to be emitted in another way was refused in its first reading, perhaps, and accepted in a later one.
    auto IsTriedAgain = [&](const RefusedNest &R) {
      return llvm::any_of(T.NotProved, [&](const RefusedNest &N) {
        return N.Where == R.Where && !IsLast && (N.MayBePlain || N.MayUseThreads);
      });
    };
    llvm::copy_if(T.Refused, std::back_inserter(Known.Refused), [&](const RefusedNest &R) { return !IsTriedAgain(R); });
    Known.Proved = Result->Regions;
    Known.RefusedLoops = std::move(T.RefusedLoops);
    if (IsLast)
      return Outcome{std::move(*Result), std::move(Known), T.CallsNests};
    Seconds = std::min(Most, InnerSeconds);
  }
}

/// Of the main file's text, as it is now.
static void moveInsertions(RegionText &R, const EditedText &Now) {
  for (std::vector<Insertion> *Each : {&R.Insertions, &R.Explicit})
    for (Insertion &I : *Each)
      I.Offset = Now.offset(I.Offset);
}

/// What is known of the nests of a file, for the text with inlined loops.
static KnownNests knownOf(KnownNests Known, const InlinedFile &File) {
  const std::vector<Location> Changed = changedLoops(File);
  llvm::erase_if(Known.Refused, [&](RefusedNest &R) {
    R.Certificate.clear(); // has been said
    return llvm::is_contained(Changed, R.Where);
  });
  llvm::erase_if(Known.RefusedLoops, [&](const RefusedLoop &L) { return llvm::is_contained(Changed, L.Where); });
  for (RegionText &R : Known.Proved)
    moveInsertions(R, File);
  return Known;
}

/// Lines of Text that differ from the file's.
static void printChanges(llvm::StringRef FileText, llvm::StringRef Text, llvm::raw_ostream &Pages) {
  for (unsigned Line = 1; !Text.empty(); ++Line) {
    auto [Old, OldRest] = FileText.split('\n');
    auto [New, NewRest] = Text.split('\n');
    if (Old != New)
      Pages << "// calls replaced in line " << Line << "\n" << New << "\n";
    FileText = OldRest;
    Text = NewRest;
  }
}

/// What is known of the nests of a file, for the text with macros expanded.
static KnownNests knownOf(const KnownNests &Known, const ExpandedFile &File) {
  KnownNests Result;
  llvm::copy_if(Known.RefusedLoops, std::back_inserter(Result.RefusedLoops),
                [&](const RefusedLoop &L) { return !File.Functions.count(L.Function); });
  llvm::copy_if(Known.Proved, std::back_inserter(Result.Proved),
                [&](const RegionText &R) { return !File.Functions.count(R.Function); });
  for (RegionText &R : Result.Proved)
    moveInsertions(R, File);
  return Result;
}

/// The same. Loops that are no regions, and call functions whose nests are, are translated again with the functions' bodies
/// inside, and stay so where that makes them regions. Known: at first of the nests of FileText, then of all of them.
static llvm::Expected<Translation> translateWithCallees(const TranslateOptions &Options, llvm::StringRef FileText,
                                                        KnownNests &Known, std::optional<CompilerDifferences> &Differences,
                                                        llvm::raw_ostream &Pages) {
  llvm::Expected<Outcome> Plain = translateProved(Options, FileText, {}, Known, Differences, Pages);
  if (!Plain)
    return Plain.takeError();
  Known = Plain->Known;
  // Files with regions in headers are compiled in a way that needs the file as it is.
  if (!Plain->CallsNests || Options.KeepsCalls || Plain->Result.Regions.empty() || Options.Tool->StopAfter || !Plain->Result.Headers.empty())
    return std::move(Plain->Result);
  std::vector<Location> Regions;
  for (const RegionText &R : Plain->Result.Regions)
    Regions.push_back(R.Where);
  TranslateOptions Quiet = Options; // errors of such a text are not the user's
  Quiet.PrintDiagnostics = false;
  const FrontendOptions Front = frontendOptions(Quiet, Differences.value_or(CompilerDifferences()));
  // At first all such loops hold the bodies, then those that are regions so: other loops keep their calls.
  for (std::optional<std::vector<Location>> Only;;) {
    llvm::Expected<InlinedFile> File = inlineNests(Front, FileText, Regions, Only);
    if (!File)
      return File.takeError();
    if (File->Loops.empty())
      return std::move(Plain->Result);
    std::string Printed;
    llvm::raw_string_ostream Out(Printed);
    if (Options.Tool->printsAfter(Stage::Frontend))
      printChanges(FileText, File->Text, Out);
    llvm::Expected<Outcome> With = translateProved(Quiet, File->Text, *File, knownOf(Known, *File), Differences, Out);
    if (!With) { // the user's file is all right
      llvm::consumeError(With.takeError());
      return std::move(Plain->Result);
    }
    std::vector<Location> Found = changedLoops(*File);
    llvm::erase_if(Found, [&](const Location &L) {
      return llvm::none_of(With->Result.Regions, [&](const RegionText &R) { return R.Where == L; });
    });
    const bool AreWhole = llvm::all_of(File->Loops, [&](const InlinedLoop &L) { return llvm::is_contained(Found, L.Where); });
    if (AreWhole) {
      Pages << Printed;
      With->Result.HasBodies = true;
      return std::move(With->Result);
    }
    Only = std::move(Found);
  }
}

/// The same. A file in which macros frame loops is translated again with these macros expanded, and stays so where that
/// makes more regions.
static llvm::Expected<Translation> translateWithMacros(const TranslateOptions &Options, llvm::StringRef FileText,
                                                       llvm::raw_ostream &Pages) {
  KnownNests Known;
  std::optional<CompilerDifferences> Differences;
  llvm::Expected<Translation> Plain = translateWithCallees(Options, FileText, Known, Differences, Pages);
  if (!Plain || Options.Tool->StopAfter || !Plain->Headers.empty() || !Plain->HasLoopMacros)
    return Plain;
  auto Compare = [&](const std::map<std::string, std::optional<std::string>> &Asked) {
    return Options.BackendMacros ? differences(Asked, Options.BackendMacros(), choosesContraction(Options.ClangFlags))
                                 : CompilerDifferences();
  };
  FrontendOptions Quiet = frontendOptions(Options, {});
  Quiet.PrintDiagnostics = false;
  llvm::Expected<std::optional<ExpandedFile>> Expanded = expandLoopMacros(Quiet, FileText, Compare);
  if (!Expanded) { // the user's file is all right
    llvm::consumeError(Expanded.takeError());
    return Plain;
  }
  if (!*Expanded)
    return Plain;
  std::string Printed;
  llvm::raw_string_ostream Out(Printed);
  TranslateOptions Again = Options;
  Again.HasExpandedMacros = true;
  Known = knownOf(Known, **Expanded);
  llvm::Expected<Translation> With = translateWithCallees(Again, (*Expanded)->Text, Known, Differences, Out);
  if (!With) { // the user's file is all right
    llvm::consumeError(With.takeError());
    return Plain;
  }
  const bool IsBetter = With->Regions.size() > Plain->Regions.size() || !Options.Tool->VerifyEmitted.empty();
  if (!IsBetter || !With->Headers.empty())
    return Plain;
  Pages << Printed;
  return With;
}

/// True if a thread with such a stack can be created. LLVM ends the process where it cannot.
static bool canCreateThread(size_t StackSize) {
  pthread_attr_t Attributes;
  pthread_t Thread;
  if (pthread_attr_init(&Attributes) != 0)
    return false;
  bool IsCreated = pthread_attr_setstacksize(&Attributes, StackSize) == 0 &&
                   pthread_create(&Thread, &Attributes, [](void *) -> void * { return nullptr; }, nullptr) == 0;
  pthread_attr_destroy(&Attributes);
  return IsCreated && pthread_join(Thread, nullptr) == 0;
}

namespace {
/// A stack for handlers of signals: a thread that has used up its own has no room for them.
class SignalStack {
public:
  SignalStack() : Memory(new char[Size]) {
    stack_t Now = {};
    Now.ss_sp = Memory.get();
    Now.ss_size = Size;
    sigaltstack(&Now, nullptr);
  }
  ~SignalStack() {
    stack_t None = {};
    None.ss_flags = SS_DISABLE;
    sigaltstack(&None, nullptr);
  }

private:
  static constexpr size_t Size = 64 << 10;
  std::unique_ptr<char[]> Memory;
};
} // namespace

/// LLVM's handlers would use the stack of the thread that has crashed.
static void handleOnSignalStack() {
  for (int Signal : {SIGSEGV, SIGBUS}) {
    struct sigaction Handler;
    sigaction(Signal, nullptr, &Handler);
    Handler.sa_flags |= SA_ONSTACK;
    sigaction(Signal, &Handler, nullptr);
  }
}

llvm::Expected<Translation> tilepipe::translate(const TranslateOptions &Options,
                                                llvm::raw_ostream &Pages) {
  auto File = llvm::MemoryBuffer::getFile(Options.File);
  if (!File)
    return messageError("[cannot-read]", "cannot read '" + Options.File +
                                                        "': " + File.getError().message());
  // A defect of ours must not cost the user his build: a crash is a file without regions. Clang
  // recurses deeply, hence a thread with a stack of its own.
  constexpr unsigned StackSize = 64 << 20;
  if (!canCreateThread(StackSize))
    return messageError("[memory]", "too little memory to translate '" + Options.File + "'");
  TranslateOptions Once = Options;
  if (Options.BackendMacros)
    Once.BackendMacros = [&, Known = std::optional<std::map<std::string, std::string>>()]() mutable {
      if (!Known)
        Known = Options.BackendMacros();
      return *Known;
    };
  std::optional<llvm::Expected<Translation>> Result;
  llvm::CrashRecoveryContext::Enable();
  handleOnSignalStack();
  llvm::CrashRecoveryContext Safely;
  bool IsDone = Safely.RunSafelyOnThread(
      [&] {
        SignalStack OfThisThread;
        Result.emplace(translateWithMacros(Once, (*File)->getBuffer(), Pages));
      },
      StackSize);
  llvm::CrashRecoveryContext::Disable();
  if (!IsDone)
    return messageError("[internal]", "internal error while translating '" + Options.File + "'");
  return std::move(*Result);
}
