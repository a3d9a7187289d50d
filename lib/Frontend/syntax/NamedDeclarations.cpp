// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syntax/NamedDeclarations.h"

#include "syntax/SyntaxVisitor.h"

#include <set>

using namespace tilepipe;
using namespace clang;

namespace {

class Namer : public SyntaxVisitor {
public:
  explicit Namer(const SourceManager &SM) : SM(SM) {}

  std::vector<const Decl *> Found;

private:
  void statement(const Stmt *S) override {
    if (auto *Ref = dyn_cast<DeclRefExpr>(S))
      add(Ref->getDecl());
    if (auto *Member = dyn_cast<MemberExpr>(S))
      add(Member->getMemberDecl());
  }
  void type(TypeLoc T) override {
    if (auto Typedef = T.getAs<TypedefTypeLoc>())
      add(Typedef.getTypedefNameDecl());
    if (auto Tag = T.getAs<TagTypeLoc>())
      add(Tag.getDecl());
  }

  void add(const Decl *D) {
    if (auto *Function = dyn_cast<FunctionDecl>(D); Function && Function->getDefinition())
      D = Function->getDefinition();
    if (auto *Tag = dyn_cast<TagDecl>(D); Tag && Tag->getDefinition())
      D = Tag->getDefinition();
    // Of members and enumerators what stands in front of them counts too.
    if (isa<FieldDecl, EnumConstantDecl>(D))
      D = cast<Decl>(D->getDeclContext());
    SourceLocation Loc = D->getLocation();
    if (Loc.isInvalid() || SM.isInSystemHeader(Loc) || !Seen.insert(D).second)
      return;
    Found.push_back(D);
    visit(D);
  }

  const SourceManager &SM;
  std::set<const Decl *> Seen;
};

} // namespace

std::vector<const Decl *> tilepipe::namedDeclarations(const Stmt *S, const SourceManager &SM) {
  Namer Names(SM);
  Names.visit(S);
  return Names.Found;
}

std::vector<const Decl *> tilepipe::namedDeclarations(const Decl *D, const SourceManager &SM) {
  Namer Names(SM);
  Names.visit(D);
  return Names.Found;
}
