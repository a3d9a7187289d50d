// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/ClangSetup.h"

#include "tilepipe/Support/Message.h"

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilepipe;

/// True for the flags that decide what the preprocessor and the parser see; the
/// value of a flag in two words comes with the next call.
static bool mattersToParser(llvm::StringRef Flag) {
  static const char *const Prefixes[] = {"-I", "-D", "-U", "-std=", "-i", "-m", "-fopenmp",
                                         "-fsigned-char", "-funsigned-char", "-fno-signed-char",
                                         "-fno-unsigned-char", "-fshort-enums", "-fms-extensions",
                                         "-fgnu89-inline", "-fgnu-keywords", "-fno-asm",
                                         "-fshort-wchar", "-fwrapv", "-fno-wrapv", "-ftrapv",
                                         "-fno-trapv", "-fstrict-overflow",
                                         "-fno-strict-overflow",
                                         "-fcommon", "-fpic", "-fPIC", "-fpie", "-fPIE", "-fno-pic",
                                         "-fno-PIC", "-fno-pie", "-fno-PIE",
                                         "-fsemantic-interposition",
                                         "-fno-semantic-interposition", "-fvisibility=",
                                         "-pthread", "-ansi", "-trigraphs",
                                         "-nostdinc", "-undef", "--sysroot", "-x", "-O",
                                         "-ffast-math", "-ffreestanding", "-fno-builtin"};
  for (const char *Prefix : Prefixes)
    if (Flag.starts_with(Prefix))
      return true;
  return false;
}

static bool takesNextWord(llvm::StringRef Flag) {
  static const char *const Separate[] = {"-I", "-D", "-U", "-include", "-imacros", "-isystem",
                                         "-iquote", "-idirafter", "-iprefix", "-iwithprefix",
                                         "-isysroot", "--sysroot", "-x"};
  return llvm::is_contained(Separate, Flag);
}

/// The driver command line that describes the file to Clang.
static std::vector<std::string> commandLine(const FrontendOptions &Options) {
  // What gcc 12 takes with a warning and gives the same meaning.
  std::vector<std::string> Args = {"/usr/bin/clang", "-fsyntax-only", "-w",
                                   "-Wno-error=implicit-int",
                                   "-Wno-error=implicit-function-declaration",
                                   "-Wno-error=int-conversion",
                                   "-Wno-error=incompatible-function-pointer-types"};
  std::string Resource =
      Options.ResourceDir.empty() ? TILEPIPE_CLANG_RESOURCE_DIR : Options.ResourceDir;
  Args.insert(Args.end(), {"-resource-dir", Resource});
  bool IsValue = false, HasLanguage = false;
  for (const std::string &Flag : Options.ClangFlags) {
    if (IsValue || mattersToParser(Flag)) {
      Args.push_back(Flag);
      HasLanguage |= !IsValue && llvm::StringRef(Flag).starts_with("-x");
    }
    IsValue = !IsValue && takesNextWord(Flag);
  }
  if (!HasLanguage) {
    bool IsPreprocessed = llvm::sys::path::extension(Options.File) == ".i";
    Args.insert(Args.end(), {"-x", IsPreprocessed ? "cpp-output" : "c"});
  }
  Args.push_back("--");
  Args.push_back(Options.File);
  return Args;
}

llvm::Error tilepipe::runClang(const FrontendOptions &Options, clang::FrontendAction &Action,
                               llvm::ArrayRef<std::pair<std::string, llvm::StringRef>> Contents) {
  std::vector<std::string> Args = commandLine(Options);
  std::vector<const char *> Pointers;
  for (const std::string &Arg : Args)
    Pointers.push_back(Arg.c_str());

  // The driver's own complaints (flags that only gcc knows) are the backend's business.
  clang::IgnoringDiagConsumer Silent;
  clang::CreateInvocationOptions Setup;
  Setup.Diags = new clang::DiagnosticsEngine(new clang::DiagnosticIDs, new clang::DiagnosticOptions,
                                             &Silent, /*ShouldOwnClient=*/false);
  Setup.RecoverOnError = true;
  std::shared_ptr<clang::CompilerInvocation> Invocation =
      clang::createInvocation(Pointers, std::move(Setup));
  if (!Invocation)
    return messageError("[internal]", "clang cannot be set up for '" + Options.File + "'");

  clang::CompilerInstance Compiler;
  Compiler.setInvocation(std::move(Invocation));
  if (Options.PrintDiagnostics)
    Compiler.createDiagnostics();
  else
    Compiler.createDiagnostics(new clang::IgnoringDiagConsumer);
  Compiler.getDiagnostics().setSuppressSystemWarnings(true);
  Compiler.getDiagnostics().setIgnoreAllWarnings(true);
  Compiler.getFrontendOpts().DisableFree = false;
  if (Options.Text)
    Compiler.getPreprocessorOpts().addRemappedFile(
        Options.File, llvm::MemoryBuffer::getMemBufferCopy(*Options.Text, Options.File).release());
  for (const auto &[Name, Text] : Contents)
    Compiler.getPreprocessorOpts().addRemappedFile(
        Name, llvm::MemoryBuffer::getMemBufferCopy(Text, Name).release());
  bool Ran = Compiler.ExecuteAction(Action);
  if (!Ran || Compiler.getDiagnostics().hasErrorOccurred())
    return messageError("[source]", "'" + Options.File + "' has errors");
  return llvm::Error::success();
}
