// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Support/OutputFile.h"

#include "tilepipe/Support/Message.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <unistd.h>

using namespace tilepipe;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

static std::error_code writeTo(int Descriptor, bool IsClosed, StringRef Text) {
  llvm::raw_fd_ostream OS(Descriptor, IsClosed);
  OS << Text;
  if (IsClosed)
    OS.close(); // a full disk may show here
  else
    OS.flush();
  std::error_code Why = OS.error();
  OS.clear_error();
  return Why;
}

/// Devices and pipes cannot be replaced by a rename.
static std::error_code writeInPlace(StringRef Path, StringRef Text) {
  int Descriptor = STDOUT_FILENO;
  if (Path != "-")
    if (std::error_code Why = fs::openFileForWrite(Path, Descriptor))
      return Why;
  return writeTo(Descriptor, /*IsClosed=*/true, Text);
}

static constexpr int EndingSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

static bool isIgnored(int Signal) {
  struct sigaction Now;
  return sigaction(Signal, nullptr, &Now) == 0 && Now.sa_handler == SIG_IGN;
}

/// LLVM's handlers take the place of SIG_IGN too: what is ignored (nohup, jobs in the background) stays ignored.
static llvm::Expected<fs::TempFile> createTemporary(const std::string &Model) {
  llvm::SmallVector<int, 4> Ignored;
  llvm::copy_if(EndingSignals, std::back_inserter(Ignored), isIgnored);
  llvm::Expected<fs::TempFile> File = fs::TempFile::create(Model);
  for (int Signal : Ignored)
    signal(Signal, SIG_IGN);
  return File;
}

static llvm::Error replace(const std::string &Target, StringRef Text, unsigned Mode) {
  llvm::Expected<fs::TempFile> File = createTemporary(Target + ".tmp%%%%%%%%");
  if (!File)
    return File.takeError();
  // A limit of file sizes is an error like a full disk. (A handler, since what is ignored would stay ignored in the
  // backend.)
  signal(SIGXFSZ, [](int) {});
  std::error_code Why = fs::setPermissions(File->FD, fs::perms(Mode));
  if (!Why)
    Why = writeTo(File->FD, /*IsClosed=*/false, Text);
  if (!Why)
    return File->keep(Target);
  llvm::consumeError(File->discard());
  return llvm::errorCodeToError(Why);
}

static llvm::Error write(StringRef Path, StringRef Text) {
  fs::file_status Status;
  bool Exists = !fs::status(Path, Status) && fs::exists(Status);
  if (Path == "-" || (Exists && !fs::is_regular_file(Status)))
    return llvm::errorCodeToError(writeInPlace(Path, Text));
  // Writing through a link keeps the link.
  llvm::SmallString<256> Real;
  std::string Target = fs::real_path(Path, Real) ? Path.str() : std::string(Real);
  if (Exists && !fs::can_write(Target))
    return llvm::errorCodeToError(std::make_error_code(std::errc::permission_denied));
  unsigned Mode = Exists ? unsigned(Status.permissions()) : unsigned(fs::all_read | fs::all_write) & ~fs::getUmask();
  return replace(Target, Text, Mode);
}

llvm::Error tilepipe::writeWhole(StringRef Path, StringRef Text) {
  llvm::Error Why = write(Path, Text);
  if (!Why)
    return Why;
  std::error_code Code = llvm::errorToErrorCode(std::move(Why));
  return messageError("[cannot-write]", "cannot write '" + Path + "': " + Code.message());
}

llvm::Error tilepipe::replaceWhole(StringRef From, StringRef To) {
  auto Content = llvm::MemoryBuffer::getFile(From, /*IsText=*/false,
                                             /*RequiresNullTerminator=*/false);
  if (!Content)
    return messageError("[cannot-read]", "cannot read '" + From + "'");
  return writeWhole(To, (*Content)->getBuffer());
}
