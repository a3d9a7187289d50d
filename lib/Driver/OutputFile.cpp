//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

using namespace tilepipe;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static llvm::Error cannotWrite(StringRef Path, std::error_code Why) {
  return llvm::createStringError(Why, "cannot write '" + Path + "': " + Why.message());
}

/// Writes into an open file and closes it; a full disk may show only at the close.
static std::error_code writeAndClose(int Descriptor, StringRef Text) {
  llvm::raw_fd_ostream OS(Descriptor, /*shouldClose=*/true);
  OS << Text;
  OS.close();
  std::error_code Why = OS.error();
  OS.clear_error();
  return Why;
}

/// Devices and pipes cannot be replaced by a rename.
static llvm::Error writeInPlace(StringRef Path, StringRef Text) {
  int Descriptor = 1;
  if (Path != "-")
    if (std::error_code Why = fs::openFileForWrite(Path, Descriptor))
      return cannotWrite(Path, Why);
  if (std::error_code Why = writeAndClose(Descriptor, Text))
    return cannotWrite(Path, Why);
  return llvm::Error::success();
}

/// The file that a chain of links ends at: writing through a link keeps the link.
static std::string target(StringRef Path) {
  llvm::SmallString<256> Real;
  return fs::real_path(Path, Real) ? Path.str() : std::string(Real);
}

/// A file without a name in the folder of Target: whatever ends us leaves nothing behind. -1: the file
/// system has none.
static int openNameless(StringRef Target) {
  StringRef Dir = path::parent_path(Target);
  return open(Dir.empty() ? "." : Dir.str().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

/// Gives the nameless file a name beside Target, for the moment until it is renamed.
static std::error_code nameIt(int Descriptor, StringRef Target,
                              llvm::SmallVectorImpl<char> &Temporary) {
  std::string Self = "/proc/self/fd/" + std::to_string(Descriptor);
  for (int Try = 0; Try < 100; ++Try) {
    fs::createUniquePath(Target + ".tmp%%%%%%%%", Temporary, /*MakeAbsolute=*/false);
    Temporary.push_back(0);
    Temporary.pop_back();
    if (linkat(AT_FDCWD, Self.c_str(), AT_FDCWD, Temporary.data(), AT_SYMLINK_FOLLOW) == 0)
      return {};
    if (errno != EEXIST)
      break;
  }
  return {errno, std::generic_category()};
}

/// Writes Text to a new file beside Target and yields its name.
static std::error_code writeBeside(StringRef Target, StringRef Text, unsigned Mode,
                                   llvm::SmallVectorImpl<char> &Temporary) {
  // A limit of file sizes is an error like a full disk. (A handler, since what is ignored would stay
  // ignored in the backend.)
  signal(SIGXFSZ, [](int) {});
  int Descriptor = openNameless(Target);
  bool IsNameless = Descriptor >= 0;
  if (!IsNameless)
    if (std::error_code Why =
            fs::createUniqueFile(Target + ".tmp%%%%%%%%", Descriptor, Temporary))
      return Why;
  if (!IsNameless)
    llvm::sys::RemoveFileOnSignal(StringRef(Temporary.data(), Temporary.size()));
  int Kept = IsNameless ? fcntl(Descriptor, F_DUPFD_CLOEXEC, 0) : -1;
  std::error_code Why = fs::setPermissions(Descriptor, fs::perms(Mode));
  std::error_code WriteError = writeAndClose(Descriptor, Text);
  if (!Why)
    Why = WriteError;
  if (!Why && IsNameless)
    Why = nameIt(Kept, Target, Temporary);
  if (Kept >= 0)
    close(Kept);
  return Why;
}

llvm::Error tilepipe::writeWhole(StringRef Path, StringRef Text) {
  fs::file_status Status;
  bool Exists = !fs::status(Path, Status) && fs::exists(Status);
  if (Path == "-" || (Exists && !fs::is_regular_file(Status)))
    return writeInPlace(Path, Text);

  std::string Target = target(Path);
  unsigned Mode = Exists ? unsigned(Status.permissions())
                         : unsigned(fs::all_read | fs::all_write) & ~fs::getUmask();
  if (Exists && !fs::can_write(Target))
    return cannotWrite(Path, std::make_error_code(std::errc::permission_denied));
  llvm::SmallString<256> Temporary;
  std::error_code Why = writeBeside(Target, Text, Mode, Temporary);
  if (!Why)
    Why = fs::rename(Temporary, Target);
  if (Why && !Temporary.empty())
    fs::remove(Temporary);
  llvm::sys::DontRemoveFileOnSignal(Temporary);
  return Why ? cannotWrite(Path, Why) : llvm::Error::success();
}

llvm::Error tilepipe::replaceWhole(StringRef From, StringRef To) {
  auto Content = llvm::MemoryBuffer::getFile(From, /*IsText=*/false,
                                             /*RequiresNullTerminator=*/false);
  if (!Content)
    return llvm::createStringError(Content.getError(), "cannot read '" + From + "'");
  return writeWhole(To, (*Content)->getBuffer());
}

//--- scratch folders --------------------------------------------------------

/// What to remove when a signal ends us: only async-signal-safe means may be used then, hence plain
/// storage. Later entries lie inside earlier ones.
static constexpr int MaxScratch = 512;
static const char *ScratchPaths[MaxScratch];
static volatile sig_atomic_t ScratchCount = 0;

static void removeScratch() {
  for (int I = ScratchCount; I-- > 0;)
    if (unlink(ScratchPaths[I]) != 0)
      rmdir(ScratchPaths[I]);
}

static void removeScratchAndDie(int Signal) {
  removeScratch();
  signal(Signal, SIG_DFL);
  raise(Signal);
}

static std::error_code rememberScratch(StringRef Path) {
  if (ScratchCount == MaxScratch)
    return std::make_error_code(std::errc::not_enough_memory);
  if (ScratchCount == 0)
    for (int Signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
      // One that is ignored (nohup) stays ignored.
      if (signal(Signal, removeScratchAndDie) == SIG_IGN)
        signal(Signal, SIG_IGN);
  ScratchPaths[ScratchCount] = strdup(Path.str().c_str());
  ScratchCount = ScratchCount + 1;
  return {};
}

/// A process that outlives us whatever ends us, and then removes what is left of Folder. It sees our end
/// by that of the pipe, which only we hold.
static void startCleaner(StringRef Folder) {
  int Pipe[2];
  if (pipe2(Pipe, O_CLOEXEC) != 0)
    return;
  std::string Name = Folder.str();
  if (fork() == 0) {
    // Nobody shall wait for this process because it holds his pipe, or kill it with its group.
    setsid();
    for (int D = 0; D < 1024; ++D)
      if (D != Pipe[0])
        close(D);
    char Unused;
    while (read(Pipe[0], &Unused, 1) < 0 && errno == EINTR)
      continue;
    fs::remove_directories(Name);
    _exit(0);
  }
  close(Pipe[0]);
}

llvm::Expected<ScratchFolder> ScratchFolder::create() {
  llvm::SmallString<128> Dir;
  path::system_temp_directory(/*ErasedOnReboot=*/true, Dir);
  path::append(Dir, "tilepipe");
  llvm::SmallString<128> Made;
  std::error_code Why = fs::createUniqueDirectory(Dir, Made);
  if (!Why)
    startCleaner(Made);
  if (!Why)
    Why = rememberScratch(Made);
  if (Why)
    return llvm::createStringError(Why, "cannot make a temporary folder: " + Why.message());
  return ScratchFolder(std::string(Made));
}

ScratchFolder::ScratchFolder(ScratchFolder &&Other) : Path(std::move(Other.Path)), Count(Other.Count) {
  Other.Path.clear();
}

ScratchFolder::~ScratchFolder() {
  if (!Path.empty())
    fs::remove_directories(Path);
}

llvm::Expected<std::string> ScratchFolder::place(StringRef Name) {
  llvm::SmallString<128> File(Path);
  path::append(File, std::to_string(Count++));
  std::error_code Why = fs::create_directory(File);
  if (!Why)
    Why = rememberScratch(File);
  path::append(File, Name);
  if (!Why)
    Why = rememberScratch(File);
  if (Why)
    return llvm::createStringError(Why, "cannot use '" + File.str() + "': " + Why.message());
  return std::string(File);
}
