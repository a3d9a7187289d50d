// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Frontend/Parse.h"

#include "source/ClangSetup.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"

using namespace tilepipe;
using namespace clang;

namespace {

class Consumer : public ASTConsumer {
public:
  explicit Consumer(ParsedFileAction &Action) : Action(Action) {}
  void HandleTranslationUnit(ASTContext &AST) override {
    if (!AST.getDiagnostics().hasErrorOccurred())
      Action.finish(AST);
  }
  bool shouldSkipFunctionBody(Decl *D) override {
    auto *F = dyn_cast<FunctionDecl>(D);
    return F && !Action.needsBody(F);
  }

private:
  ParsedFileAction &Action;
};

class TextAction : public ASTFrontendAction {
public:
  explicit TextAction(ParsedFileAction &Action) : Action(Action) {}

private:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 llvm::StringRef) override {
    Compiler.getFrontendOpts().SkipFunctionBodies = true;
    Action.begin(Compiler);
    return std::make_unique<Consumer>(Action);
  }

  ParsedFileAction &Action;
};

} // namespace

llvm::Error tilepipe::parseText(const tilepipe::FrontendOptions &Options, llvm::StringRef Text,
                                llvm::ArrayRef<std::pair<std::string, std::string>> Headers,
                                ParsedFileAction &Action) {
  std::vector<std::pair<std::string, llvm::StringRef>> Contents = {{Options.File, Text}};
  for (const auto &[Name, HeaderText] : Headers)
    Contents.push_back({Name, HeaderText});
  TextAction Parse(Action);
  return runClang(Options, Parse, Contents);
}
