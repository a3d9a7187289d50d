// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members of structures in the body.
#include "body/BodyReader.h"

#include <isl/aff.h>

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
  Path.Levels.resize(Path.Rows--);
  Path.IsTable = true;
  Path.Members.clear();
  return Path;
}

void BodyReader::accessPath(Access::Kind What, const ElementPath &Path, const Expr *E,
                            bool IsOldValue) {
  if (Path.Rows)
    accessPath(Access::Kind::Read, tableOf(Path), E, IsOldValue);
  const NestShape &Shape = Syntax.Shape;
  const PointerSwaps::HeldBy &Held = Shape.Parts[Around.Part].Held;
  auto Here = Path.Base ? Held.find(VariableUses::canonical(Path.Base)) : Held.end();
  if (Here == Held.end())
    return accessArray(What, Path, E, IsOldValue, anywhere());
  // An exchanged pointer is one array after the other.
  const std::vector<const VarDecl *> &Cycle = Shape.Swaps.Cycles[Here->second.Cycle];
  for (unsigned Rest = 0; Rest < Cycle.size(); ++Rest) {
    ElementPath There = Path;
    There.Base = Cycle[(Here->second.Index + Rest) % Cycle.size()];
    accessArray(What, There, E, IsOldValue, turn(Rest, Cycle.size()));
  }
}

isl::set BodyReader::turn(unsigned Rest, unsigned Size) const {
  const Loop &Outermost = Around.Loops.front().Read;
  unsigned Depth = Around.depth();
  isl::pw_aff Passed = Names.coordinate(Depth, 0).sub(Names.embed(Outermost.First, Depth));
  isl::val Spacing(Names.ctx(), Outermost.Spacing);
  isl::pw_aff Number = isl::manage(isl_pw_aff_scale_down_val(Passed.copy(), Spacing.copy())).floor();
  return Number.mod(isl::val(Names.ctx(), Size)).eq_set(Names.constant(Depth, int64_t(Rest)));
}

void BodyReader::accessArray(Access::Kind What, const ElementPath &Path, const Expr *E, bool IsOldValue,
                             const isl::set &Here) {
  unsigned Raw = Table.add(What, Path, E, Around, Now.Where.intersect(Here), Now.isConditional());
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
  if (What == Access::Kind::Write)
    It->second = It->second.unite(Here).coalesce();
  if (IsOldValue)
    return;
  auto [Touched, IsFirst] = Now.Touched.try_emplace(*Element, Here);
  if (!IsFirst)
    Touched->second = Touched->second.unite(Here).coalesce();
}
