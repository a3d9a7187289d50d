// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compile/ScratchFolder.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"

#include <climits>
#include <csignal>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

using namespace tilepipe;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// LLVM removes files on signals, but no folders. Plain storage, for handlers: empty: there is none.
static char Current[PATH_MAX];
static struct sigaction Before[NSIG];

static void removeScratchAndDie(int Signal) {
  pid_t Remover = Current[0] ? _Fork() : -1;
  if (Remover == 0) {
    execl("/bin/rm", "rm", "-rf", "--", Current, nullptr);
    _exit(1);
  }
  if (Remover > 0)
    waitpid(Remover, nullptr, 0);
  llvm::sys::RunInterruptHandlers(); // removes unfinished outputs
  sigaction(Signal, &Before[Signal], nullptr);
  raise(Signal);
}

/// LLVM's handler is removed when it is called, before its first statement. timeout(1) sends a signal to the tool, and a second
/// one to its group, which would end the process there. So LLVM's handler is installed first, and this one in its place: it
/// blocks the second signal.
static void watchSignals() {
  constexpr int Ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  struct sigaction Ours = {}, Now[NSIG];
  Ours.sa_handler = removeScratchAndDie;
  for (int Signal : Ends) {
    sigaddset(&Ours.sa_mask, Signal);
    sigaction(Signal, nullptr, &Now[Signal]);
  }
  llvm::sys::SetInterruptFunction(nullptr);
  for (int Signal : Ends) {
    if (Now[Signal].sa_handler == SIG_IGN) { // nohup, jobs in the background
      signal(Signal, SIG_IGN);
    } else if (Now[Signal].sa_handler != removeScratchAndDie) {
      sigaction(Signal, nullptr, &Before[Signal]);
      sigaction(Signal, &Ours, nullptr);
    }
  }
}

llvm::Expected<ScratchFolder> ScratchFolder::create() {
  llvm::SmallString<128> Dir, Made;
  path::system_temp_directory(/*ErasedOnReboot=*/true, Dir);
  path::append(Dir, "tilepipe");
  std::error_code Why = fs::createUniqueDirectory(Dir, Made);
  if (!Why && Made.size() >= sizeof Current)
    Why = std::make_error_code(std::errc::filename_too_long);
  if (Why)
    return llvm::createStringError(Why, "cannot make a temporary folder: " + Why.message());
  assert(!Current[0] && "one scratch folder at a time");
  strcpy(Current, Made.c_str());
  watchSignals();
  return ScratchFolder(std::string(Made));
}

ScratchFolder::ScratchFolder(ScratchFolder &&Other) : Path(std::move(Other.Path)), Count(Other.Count) {
  Other.Path.clear();
}

ScratchFolder::~ScratchFolder() {
  if (Path.empty())
    return;
  fs::remove_directories(Path);
  Current[0] = 0;
}

llvm::Expected<std::string> ScratchFolder::place(StringRef Name) {
  llvm::SmallString<128> File(Path);
  path::append(File, std::to_string(Count++));
  if (std::error_code Why = fs::create_directory(File))
    return llvm::createStringError(Why, "cannot use '" + File.str() + "': " + Why.message());
  path::append(File, Name);
  return std::string(File);
}
