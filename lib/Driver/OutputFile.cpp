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
  int Descriptor;
  if (std::error_code Why = fs::createUniqueFile(Target + ".tmp%%%%%%%%", Descriptor, Temporary))
    return cannotWrite(Path, Why);
  llvm::sys::RemoveFileOnSignal(Temporary);
  std::error_code Why = fs::setPermissions(Descriptor, fs::perms(Mode));
  std::error_code WriteError = writeAndClose(Descriptor, Text);
  if (!Why)
    Why = WriteError;
  if (!Why)
    Why = fs::rename(Temporary, Target);
  if (Why)
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

llvm::Expected<ScratchFolder> ScratchFolder::create() {
  llvm::SmallString<128> Dir;
  path::system_temp_directory(/*ErasedOnReboot=*/true, Dir);
  path::append(Dir, "tilepipe");
  llvm::SmallString<128> Made;
  std::error_code Why = fs::createUniqueDirectory(Dir, Made);
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
