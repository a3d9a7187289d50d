// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compile/SideFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace tilepipe;
using llvm::StringRef;
namespace path = llvm::sys::path;

std::string tilepipe::besideOutput(const CommandLine &Command, const Argument &Input, StringRef Extension) {
  StringRef Output = Command.Output;
  bool IsNamed = !Output.empty() && Output != "-" && !Output.starts_with("/dev/");
  bool IsByOutput = IsNamed && (!Command.links() || Command.isSourceToSource());
  llvm::SmallString<128> Name(IsByOutput ? Output : Input.Value == "-" ? "stdin" : path::stem(Input.Value));
  path::replace_extension(Name, Extension);
  return std::string(Name);
}
