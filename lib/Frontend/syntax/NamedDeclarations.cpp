// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syntax/NamedDeclarations.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <set>

using namespace clang;

namespace {

class Namer : public RecursiveASTVisitor<Namer> {
public:
  explicit Namer(const SourceManager &SM) : SM(SM) {}

  bool VisitDeclRefExpr(DeclRefExpr *E) { return add(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) { return add(E->getMemberDecl()); }
  bool VisitTypedefTypeLoc(TypedefTypeLoc T) { return add(T.getTypedefNameDecl()); }
  bool VisitTagTypeLoc(TagTypeLoc T) { return add(T.getDecl()); }

  std::vector<const Decl *> Found;

private:
  bool add(Decl *D) {
    if (auto *Function = dyn_cast<FunctionDecl>(D); Function && Function->getDefinition())
      D = Function->getDefinition();
    if (auto *Tag = dyn_cast<TagDecl>(D); Tag && Tag->getDefinition())
      D = Tag->getDefinition();
    // Of members and enumerators what stands in front of them counts too.
    if (isa<FieldDecl, EnumConstantDecl>(D))
      D = cast<Decl>(D->getDeclContext());
    SourceLocation Loc = D->getLocation();
    if (Loc.isInvalid() || SM.isInSystemHeader(Loc) || !Seen.insert(D).second)
      return true;
    Found.push_back(D);
    return TraverseDecl(D);
  }

  const SourceManager &SM;
  std::set<Decl *> Seen;
};

} // namespace

std::vector<const Decl *> tilepipe::namedDeclarations(const Stmt *S, const SourceManager &SM) {
  Namer Names(SM);
  Names.TraverseStmt(const_cast<Stmt *>(S));
  return Names.Found;
}

std::vector<const Decl *> tilepipe::namedDeclarations(const Decl *D, const SourceManager &SM) {
  Namer Names(SM);
  Names.TraverseDecl(const_cast<Decl *>(D));
  return Names.Found;
}
