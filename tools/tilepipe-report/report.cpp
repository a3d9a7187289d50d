// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A page of HTML about a run, from the files that it has written.
#include "tilepipe/Report/Otf2.h"
#include "tilepipe/Report/Report.h"
#include "tilepipe/Support/Message.h"
#include "tilepipe/Support/OutputFile.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static cl::OptionCategory Options("tilepipe-report options");
static cl::list<std::string> Files(cl::Positional, cl::OneOrMore, cl::desc("FILE.json..."), cl::cat(Options));
static cl::opt<std::string> Output("o", cl::desc("Where the page goes (default: standard output)"), cl::value_desc("FILE.html"),
                                   cl::init("-"), cl::cat(Options));
static cl::opt<std::string> Archive("otf2", cl::desc("Write the timeline as an OTF2 archive to this new folder; a page only with -o"),
                                    cl::value_desc("FOLDER"), cl::cat(Options));

/// An error where the page would replace a file that it is made of, under whatever name.
static Error checkOutput() {
  for (const std::string &Name : Files)
    // /dev/null may be both.
    if (sys::fs::is_regular_file(Name) && sys::fs::equivalent(Name, Output))
      return tilepipe::messageError("[overwritten-input]", "input file '" + Name + "' is the same as output file");
  return Error::success();
}

static Error run() {
  if (Error E = checkOutput())
    return E;
  std::vector<tilepipe::ReportInput> Inputs;
  for (const std::string &Name : Files) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getFileOrSTDIN(Name);
    if (!File)
      return tilepipe::messageError("[cannot-read]", "'" + Name + "': " + File.getError().message());
    Inputs.push_back({Name, (*File)->getBuffer().str()});
  }
  if (Archive.getNumOccurrences() > 0) {
    if (Archive.empty())
      return tilepipe::messageError("[option]", "invalid value '' in '--otf2=': expected a new folder");
    Error E = tilepipe::writeOtf2(Inputs, Archive);
    if (E || Output.getNumOccurrences() == 0)
      return E;
  }
  Expected<std::string> Page = tilepipe::reportPage(Inputs);
  return Page ? tilepipe::writeWhole(Output, *Page) : Page.takeError();
}

int main(int Argc, char **Argv) {
  cl::HideUnrelatedOptions(Options);
  cl::SetVersionPrinter([](raw_ostream &OS) { OS << "tilepipe-report " TILEPIPE_VERSION "\n"; });
  cl::ParseCommandLineOptions(Argc, Argv,
                              "A page of HTML about a run, from what it wrote under TILEPIPE_STATS=json:FILE and TILEPIPE_TRACE=FILE, and from tilepipe-cc --tp-sarif\n");
  if (Error E = run()) {
    errs() << "tilepipe-report: error: " << tilepipe::withCodes(std::move(E)) << "\n";
    return 1;
  }
  return 0;
}
