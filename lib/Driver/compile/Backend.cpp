// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compile/Backend.h"

#include "compile/Compile.h"
#include "compile/Installation.h"
#include "tilepipe/Support/Message.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tilepipe;
using llvm::StringRef;

extern char **environ;

/// The user's word on the backend; empty: none.
static StringRef chosenBackend(StringRef Option) {
  const char *Variable = getenv("TILEPIPE_BACKEND");
  return !Option.empty() ? Option : Variable ? Variable : "";
}

llvm::Expected<Backend> Backend::find(StringRef Option) {
  llvm::SmallVector<StringRef, 4> Words;
  llvm::SplitString(chosenBackend(Option), Words);
  if (Words.empty())
    Words.push_back(defaultBackend());
  Backend Found;
  llvm::ErrorOr<std::string> Program = llvm::sys::findProgramByName(Words.front());
  if (!Program)
    return messageError("[backend]",
                        "backend compiler '" + Words.front() +
                            "' not found; name another one by --tp-backend= or TILEPIPE_BACKEND");
  Found.Program = *Program;
  for (StringRef Word : Words)
    Found.First.push_back(Word.str());
  return Found;
}

/// argv for exec; points into First and Words.
static std::vector<char *> argumentVector(llvm::ArrayRef<std::string> First,
                                          llvm::ArrayRef<std::string> Words) {
  std::vector<char *> Argv;
  for (const std::string &Word : First)
    Argv.push_back(const_cast<char *>(Word.c_str()));
  for (const std::string &Word : Words)
    Argv.push_back(const_cast<char *>(Word.c_str()));
  Argv.push_back(nullptr);
  return Argv;
}

static int cannotStart(StringRef Program, int Why) {
  llvm::errs() << "tilepipe-cc: error: cannot start '" << Program << "': " << strerror(Why) << " [backend]\n";
  return 1;
}

/// Waits for Child; its exit code, 128 + n for death by signal n.
static int exitCodeOf(pid_t Child) {
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return 1;
  return WIFSIGNALED(Status) ? 128 + WTERMSIG(Status) : WEXITSTATUS(Status);
}

int Backend::become(llvm::ArrayRef<std::string> Words) const {
  std::vector<char *> Argv = argumentVector(First, Words);
  llvm::outs().flush();
  execv(Program.c_str(), Argv.data());
  return cannotStart(Program, errno);
}

pid_t Backend::start(llvm::ArrayRef<std::string> Words) const {
  std::vector<char *> Argv = argumentVector(First, Words);
  llvm::outs().flush();
  pid_t Child;
  if (int Why = posix_spawn(&Child, Program.c_str(), nullptr, nullptr, Argv.data(), environ)) {
    cannotStart(Program, Why);
    return -1;
  }
  return Child;
}

int Backend::finish(pid_t Child) const { return Child < 0 ? 1 : exitCodeOf(Child); }

/// Everything that comes out of a pipe until its writers are gone.
static std::string drain(int Descriptor) {
  std::string Text;
  char Chunk[4096];
  ssize_t Size;
  while ((Size = read(Descriptor, Chunk, sizeof Chunk)) > 0 || (Size < 0 && errno == EINTR))
    if (Size > 0)
      Text.append(Chunk, size_t(Size));
  return Text;
}

llvm::Expected<BackendResult> Backend::runUnseen(llvm::ArrayRef<std::string> Words) const {
  return run(Words, /*Stream=*/2);
}

std::string Backend::version() const {
  llvm::Expected<BackendResult> Said = run({"--version"}, /*Stream=*/1);
  if (Said)
    return Said->Errors;
  llvm::consumeError(Said.takeError());
  return "";
}

/// Runs it without input and keeps what it writes to Stream, 1 or 2.
llvm::Expected<BackendResult> Backend::run(llvm::ArrayRef<std::string> Words, int Stream) const {
  int Pipe[2];
  if (pipe2(Pipe, O_CLOEXEC) != 0)
    return llvm::errorCodeToError(std::error_code(errno, std::generic_category()));
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  posix_spawn_file_actions_addopen(&Actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&Actions, 3 - Stream, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&Actions, Pipe[1], Stream);
  std::vector<char *> Argv = argumentVector(First, Words);
  pid_t Child;
  int Why = posix_spawn(&Child, Program.c_str(), &Actions, nullptr, Argv.data(), environ);
  posix_spawn_file_actions_destroy(&Actions);
  close(Pipe[1]);
  BackendResult Result;
  if (Why == 0) {
    Result.Errors = drain(Pipe[0]);
    Result.ExitCode = exitCodeOf(Child);
  }
  close(Pipe[0]);
  if (Why)
    return llvm::errorCodeToError(std::error_code(Why, std::generic_category()));
  return Result;
}

bool Backend::isGcc() const {
  // The program's name says nothing: mpicc and cc may be either.
  llvm::Expected<BackendResult> Result = runUnseen({"-v"});
  if (!Result) {
    llvm::consumeError(Result.takeError());
    return true;
  }
  return !StringRef(Result->Errors).contains("clang version");
}

static std::vector<std::string> wordsIn(StringRef Text, bool NamesProgram) {
  llvm::SmallVector<StringRef, 4> Words;
  llvm::SplitString(Text, Words);
  if (NamesProgram && !Words.empty())
    Words.erase(Words.begin());
  return {Words.begin(), Words.end()};
}

/// The words of an environment variable; a program's name in front is not one of them.
static std::vector<std::string> wordsOf(const char *Variable, bool NamesProgram) {
  const char *Value = getenv(Variable);
  return wordsIn(Value ? Value : "", NamesProgram);
}

std::vector<std::string> tilepipe::clangFlags(const CommandLine &Command) {
  // mpicc puts these in front of what it is given; a macro among them changes the program.
  std::vector<std::string> First = wordsIn(chosenBackend(Command.Own.Backend), true);
  if (StringRef(runtimeMpi()).starts_with("libmpich")) {
    llvm::append_range(First, wordsOf("MPICH_CC", true));
  } else {
    llvm::append_range(First, wordsOf("OMPI_CC", true));
    llvm::append_range(First, wordsOf("OMPI_CPPFLAGS", false));
    llvm::append_range(First, wordsOf("OMPI_CFLAGS", false));
  }
  std::vector<const char *> Pointers;
  for (const std::string &Word : First)
    Pointers.push_back(Word.c_str());
  std::vector<std::string> Flags;
  if (llvm::Expected<CommandLine> Hidden = parseCommandLine(Pointers))
    Flags = Hidden->frontendFlags();
  else
    llvm::consumeError(Hidden.takeError());
  llvm::append_range(Flags, Command.frontendFlags());
  for (const std::string &Dir : mpiIncludeDirs())
    llvm::append_range(Flags, std::vector<std::string>{"-idirafter", Dir});
  return Flags;
}
