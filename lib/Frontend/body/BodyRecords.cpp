// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members of structures in the body.
#include "body/BodyReader.h"

#include "clang/AST/ASTContext.h"

using namespace tilepipe;
using namespace clang;

bool BodyReader::copyMember(const Expr *E) {
  Names.records().readCell(E, Now.Where, !Now.isConditional());
  std::optional<FieldPath> F = fieldPath(Syntax.AST, E);
  if (!F || F->Type->isArrayType())
    if (std::optional<FieldPath> Array = arrayMember(Syntax.AST, E))
      F = Array;
  if (!F)
    return false;
  if (Syntax.isDeclaredInBody(F->Root) && !F->IsArrow)
    return true;
  if (Syntax.isDeclaredInBody(F->Root))
    return false;
  RecordModel Model = Syntax.Records.model(*F);
  if (Model == RecordModel::Copy)
    return true;
  if (F->Type->isRecordType() || F->Type->isPointerType())
    return false;
  if (F->IsArrow || Model == RecordModel::Fields)
    Names.records().evaluated(*F, Now.Where, !Now.isConditional());
  if (Model == RecordModel::Memory)
    return false;
  Names.records().copyElements(*F, Syntax.Src.place(E));
  return true;
}

/// Calls F for each member that E loads; Surely when E cannot be evaluated without.
static void forEachMember(const Expr *E, bool Surely,
                          llvm::function_ref<void(const Expr *, bool)> F) {
  E = E->IgnoreParens();
  if (isa<MemberExpr>(E))
    return F(E, Surely);
  auto *Logical = dyn_cast<BinaryOperator>(E);
  const Expr *First = nullptr;
  if (Logical && Logical->isLogicalOp())
    First = Logical->getLHS();
  else if (auto *Choice = dyn_cast<ConditionalOperator>(E))
    First = Choice->getCond();
  forEachChild(E, [&](const Stmt *Child) {
    if (auto *Sub = dyn_cast<Expr>(Child))
      forEachMember(Sub, Surely && (!First || Sub == First), F);
  });
}

void BodyReader::visitMembers(const Expr *Cond) {
  forEachMember(Cond, true, [&](const Expr *Member, bool Surely) {
    PathState Before = Now;
    if (!Surely)
      Now.Surely = nowhere();
    access(Access::Kind::Read, Member);
    if (!Surely)
      Now = Before;
  });
}

/// The pointers to the rows of which Path is an element.
static ElementPath tableOf(ElementPath Path) {
  Path.IsRows = false;
  Path.IsTable = true;
  Path.Levels.resize(1);
  Path.Members.clear();
  return Path;
}

void BodyReader::accessPath(Access::Kind What, const ElementPath &Path, const Expr *E,
                            bool IsOldValue) {
  if (Path.IsRows)
    accessPath(Access::Kind::Read, tableOf(Path), E, IsOldValue);
  unsigned Raw = Table.add(What, Path, E, Around, Now.Where, Now.isConditional());
  if (CallSite) {
    Table.raw(Raw).At = *CallSite;
    Table.raw(Raw).HoistedText.clear();
  }
  Table.raw(Raw).Between = Between;
  Table.raw(Raw).Converts = What == Access::Kind::Read ? IsWidened : StoresRounded;
  Table.raw(Raw).ReadsFloat =
      What == Access::Kind::Read && Roundings::widens(E->getType(), Syntax.AST.DoubleTy);
  std::optional<unsigned> Element = Table.raw(Raw).Element;
  if (!Element)
    return;
  if (What == Access::Kind::Read)
    Facts.Rounded.readElement(*Element, IsWidened, E->getType()->isAnyComplexType(), Table.raw(Raw).At);
  else if (StoresRounded)
    Facts.Rounded.storeElement(*Element);
  auto [It, IsNew] = Now.Written.try_emplace(*Element, nowhere());
  Notes.push_back({Raw, *Element, What, IsOldValue, It->second});
  // Whoever gets here from now on has passed the access.
  isl::set Everyone = anywhere();
  if (What == Access::Kind::Write)
    It->second = Everyone;
  if (!IsOldValue)
    Now.Touched.insert_or_assign(*Element, Everyone);
}
