// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members of structures whose values are taken along.
#include "expr/RecordValues.h"

#include "expr/NestNames.h"

#include "clang/AST/ASTContext.h"
#include <isl/set.h>

using namespace tilepipe;
using namespace clang;

RecordValues::RecordValues(NestNames &Names) : Names(Names), Syntax(Names.Syntax) {}

/// "n" of ".n", "h_2" of ".grid.h[2]".
static std::string lastName(llvm::StringRef Path) {
  std::string Name;
  for (char C : Path.drop_front(Path.rfind('.') + 1))
    if (C != ']')
      Name += C == '[' ? '_' : C;
  return Name;
}

bool RecordValues::isReachable(const FieldPath &F) const {
  return F.IsArrow || F.IsCell || Syntax.isReachable(F.Root);
}

RecordValues::Object &RecordValues::object(const FieldPath &F, Place At) {
  for (std::unique_ptr<Object> &O : Objects)
    if (O->First.Owner == F.Owner)
      return *O;
  if (Syntax.isDeclaredInBody(F.Root) || Syntax.isIterator(F.Root))
    giveUp(refusals::unsupportedExpression(At, "a pointer declared inside the nest"));
  isl::set None = isl::set::empty(Names.universe(0).params().space());
  auto New = std::make_unique<Object>(Object{F, {}, None, None, At});
  AggregateCopy &H = New->Emitted;
  H.Type = Names.spellingOf(F.OwnerType, F.Root, (F.IsArrow ? "*" : "") + F.Owner, At);
  H.Name = "tp_o" + std::to_string(Objects.size());
  if (!F.OwnerPath && F.IsArrow) {
    H.Variable = F.Owner;
    H.IsReachable = Syntax.isReachable(F.Root);
  } else if (!F.IsArrow) {
    H.Name = F.Owner;
  }
  std::string Name = H.Name;
  Objects.push_back(std::move(New));
  Object &Result = *Objects.back();
  if (F.OwnerPath) {
    std::optional<FieldPath> Pointer = fieldPath(Syntax.AST, F.OwnerPath);
    assert(Pointer && "the owner is a member");
    if (Syntax.Records.model(*Pointer) == RecordModel::Memory)
      keepInMemory(*Pointer);
    else
      addMember(*Pointer, "&" + Name, At);
    // Only for the check that the nest does not overwrite it.
    std::string Copy = "tp_f" + std::to_string(Copies.size()) + "_" + lastName(Pointer->Path);
    if (Copies.try_emplace(Pointer->Text, Copy).second) {
      Capture C;
      C.Name = Copy;
      C.Type = "const void *";
      C.CallText = Pointer->Text;
      C.IsReachable = isReachable(*Pointer);
      C.AddressText = "&" + Pointer->Text;
      Names.capture(std::move(C));
      OwnerOf[Copy] = Pointer->Owner;
    }
  }
  return Result;
}

/// Structures that stay in memory hold pointers of this process.
void RecordValues::keepInMemory(const FieldPath &Pointer) {
  Names.leaveToThreads("'" + Pointer.Owner +
                       "' has both arrays and pointers that the nest uses");
}

void RecordValues::addMember(const FieldPath &F, const std::string &Value, Place At) {
  AggregateCopy &H = object(F, At).Emitted;
  for (const AggregateCopy::Member &M : H.Members)
    if (M.Path == F.Path)
      return;
  H.Members.push_back({F.Path, Value});
}

std::string RecordValues::copy(const FieldPath &F, Place At) {
  if (Syntax.Records.isWritten(F))
    giveUp(refusals::scalarWritten(At, F.Text));
  object(F, At);
  std::string Name = "tp_f" + std::to_string(Copies.size()) + "_" + lastName(F.Path);
  auto [It, IsNew] = Copies.try_emplace(F.Text, Name);
  if (!IsNew)
    return It->second;
  bool IsInteger = F.Type->isIntegerType();
  Capture C;
  C.Name = Name;
  C.Type = IsInteger ? "tp_int" : fileScopeSpelling(F.Type, Syntax.AST, At);
  C.CallText = IsInteger ? "(tp_int)" + F.Text : F.Text;
  C.IsInBody = true;
  C.IsReachable = isReachable(F);
  C.AddressText = "&" + F.Text;
  C.Size = Syntax.AST.getTypeSizeInChars(F.Type).getQuantity();
  Names.capture(std::move(C));
  OwnerOf[Name] = F.Owner;
  addMember(F, Name, At);
  if (Syntax.Records.model(F) == RecordModel::Memory)
    InMemory.push_back(F.Lvalue);
  return Name;
}

void RecordValues::copyElements(const FieldPath &F, Place At) {
  auto *Array = Syntax.AST.getAsConstantArrayType(F.Type);
  if (!Array) {
    copy(F, At);
    return;
  }
  for (uint64_t I = 0; I < Array->getZExtSize(); ++I) {
    FieldPath Element = F;
    Element.Path += "[" + std::to_string(I) + "]";
    Element.Text += "[" + std::to_string(I) + "]";
    Element.Type = Array->getElementType();
    copyElements(Element, At);
  }
}

std::string RecordValues::base(const FieldPath &F, Place At) {
  if (Syntax.Records.isWritten(F))
    giveUp(refusals::pointerReassigned(At, F.Text));
  if (Syntax.Records.model(F) == RecordModel::Copy)
    giveUp(refusals::unsupportedExpression(
        At, "'" + F.Owner + "' is used as a whole, and pointers in it, too",
        "copy the pointers into local variables before the nest"));
  object(F, At);
  std::string Name = "tp_p" + std::to_string(Bases.size()) + "_" + lastName(F.Path);
  auto [It, IsNew] = Bases.try_emplace(F.Text, Name);
  if (IsNew) {
    OwnerOf[Name] = F.Owner;
    if (Syntax.Records.model(F) == RecordModel::Memory)
      keepInMemory(F);
    else
      addMember(F, Name, At);
  }
  return It->second;
}

void RecordValues::evaluated(const FieldPath &F, const isl::set &Points, bool Surely) {
  Object &O = object(F, Syntax.Src.place(Syntax.Shape.Loops.front()));
  isl::set Params = Points.params();
  O.Maybe = O.Maybe.unite(Params);
  if (Surely && !Params.is_subset(O.Always))
    O.Always = O.Always.unite(Params).coalesce();
  if (F.OwnerPath)
    if (std::optional<FieldPath> Pointer = fieldPath(Syntax.AST, F.OwnerPath))
      evaluated(*Pointer, Points, Surely);
}

void RecordValues::readCell(const Expr *E, const isl::set &Points, bool Surely) {
  std::optional<FieldPath> Cell = cellPath(Syntax.AST, E);
  if (Cell && !Syntax.isDeclaredInBody(Cell->Root))
    CellReads.push_back({*Cell, Points, Surely});
}

/// Where nothing surely reads a member, the structure may not exist.
void RecordValues::settleGuard(Object &O) {
  isl::set Unsure = O.Maybe.subtract(O.Always);
  Refusal Never = refusals::unsupportedExpression(
      O.At, "'" + O.First.Owner + "' is used under a condition only",
      "copy the member into a local variable before the nest");
  if (O.Always.is_empty())
    giveUp(Never);
  Names.assumeNever(Unsure, "'" + O.First.Owner + "' may not be used at all", Never);
  // The guard is evaluated before the members: it must not need them.
  for (const auto &[Name, Owner] : OwnerOf) {
    int Position = isl_set_find_dim_by_name(O.Always.get(), isl_dim_param, Name.c_str());
    if (Owner == O.First.Owner && Position >= 0 &&
        isl_set_involves_dims(O.Always.get(), isl_dim_param, Position, 1))
      giveUp(Never);
  }
}

std::vector<AggregateCopy> RecordValues::settle() {
  for (const CellRead &R : CellReads)
    if (Copies.count(R.Cell.Text))
      evaluated(R.Cell, R.Points, R.IsSure);
  for (std::unique_ptr<Object> &O : Objects)
    if (O->First.IsArrow)
      settleGuard(*O);
  // An owner's text is longer than that of the structure that points to it.
  llvm::stable_sort(Objects, [](const auto &X, const auto &Y) {
    return X->First.Owner.size() > Y->First.Owner.size();
  });
  std::vector<AggregateCopy> AggregateCopies;
  for (std::unique_ptr<Object> &O : Objects)
    if (Syntax.Records.model(O->First) == RecordModel::Fields)
      AggregateCopies.push_back(O->Emitted);
  return AggregateCopies;
}

std::optional<isl::set> RecordValues::guardOf(const std::string &Name) const {
  auto It = OwnerOf.find(Name);
  if (It != OwnerOf.end())
    for (const std::unique_ptr<Object> &O : Objects)
      if (O->First.Owner == It->second && O->First.IsArrow)
        return O->Always;
  return std::nullopt;
}
