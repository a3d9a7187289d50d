//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Members of structures whose values are taken along.
//
//===----------------------------------------------------------------------===//
#include "expr/Records.h"

#include "clang/AST/ASTContext.h"
#include <isl/set.h>

using namespace tilepipe;
using namespace clang;

/// "n" of ".n", "h_2" of ".grid.h[2]".
static std::string lastName(llvm::StringRef Path) {
  std::string Name;
  for (char C : Path.drop_front(Path.rfind('.') + 1))
    if (C != ']')
      Name += C == '[' ? '_' : C;
  return Name;
}

bool Records::isReachable(const FieldPath &F) const {
  return F.IsArrow || F.IsCell || isGlobal(F.Root) || B.FunctionUses.isAddressTaken(F.Root);
}

Records::Object &Records::object(const FieldPath &F, Place At) {
  for (std::unique_ptr<Object> &O : Objects)
    if (O->First.Owner == F.Owner)
      return *O;
  if (B.isDeclaredInBody(F.Root) || B.loopOf(F.Root))
    giveUp(refusals::unsupportedExpression(At, "a pointer declared inside the nest"));
  isl::set None = isl::set::empty(B.universe(0).params().space());
  auto New = std::make_unique<Object>(Object{F, {}, {}, None, None, At});
  Holder &H = New->Emitted;
  H.Type = B.spellingOf(F.OwnerType, F.Root, (F.IsArrow ? "*" : "") + F.Owner, At);
  H.Name = "tp_o" + std::to_string(Objects.size());
  if (!F.OwnerPath && F.IsArrow) {
    H.Variable = F.Owner;
    H.IsReachable = isGlobal(F.Root) || B.FunctionUses.isAddressTaken(F.Root);
  } else if (!F.IsArrow) {
    H.Name = F.Owner;
  }
  std::string Name = H.Name;
  Objects.push_back(std::move(New));
  Object &Result = *Objects.back();
  if (F.OwnerPath) {
    std::optional<FieldPath> Pointer = fieldPath(B.AST, F.OwnerPath);
    assert(Pointer && "the owner is a member");
    if (model(*Pointer) == RecordModel::Memory)
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
      B.Nest.Captures.push_back(std::move(C));
      OwnerOf[Copy] = Pointer->Owner;
    }
  }
  return Result;
}

/// Structures that stay in memory hold pointers of this process.
void Records::keepInMemory(const FieldPath &Pointer) {
  B.Nest.ThreadsOnlyReason =
      "'" + Pointer.Owner + "' has both arrays and pointers that the nest uses";
}

void Records::addMember(const FieldPath &F, const std::string &Value, Place At) {
  Holder &H = object(F, At).Emitted;
  for (const Holder::Member &M : H.Members)
    if (M.Path == F.Path)
      return;
  H.Members.push_back({F.Path, Value});
}

std::string Records::copy(const FieldPath &F, Place At) {
  if (isWritten(F))
    giveUp(refusals::scalarWritten(At, F.Text));
  object(F, At);
  std::string Name = "tp_f" + std::to_string(Copies.size()) + "_" + lastName(F.Path);
  auto [It, IsNew] = Copies.try_emplace(F.Text, Name);
  if (!IsNew)
    return It->second;
  bool IsInteger = F.Type->isIntegerType();
  Capture C;
  C.Name = Name;
  C.Type = IsInteger ? "tp_int" : fileScopeSpelling(F.Type, B.AST, At);
  C.CallText = IsInteger ? "(tp_int)" + F.Text : F.Text;
  C.IsInBody = true;
  C.IsReachable = isReachable(F);
  C.AddressText = "&" + F.Text;
  C.Size = B.AST.getTypeSizeInChars(F.Type).getQuantity();
  B.Nest.Captures.push_back(std::move(C));
  OwnerOf[Name] = F.Owner;
  addMember(F, Name, At);
  if (model(F) == RecordModel::Memory)
    InMemory.push_back(F.Lvalue);
  return Name;
}

void Records::copyElements(const FieldPath &F, Place At) {
  auto *Array = B.AST.getAsConstantArrayType(F.Type);
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

std::string Records::base(const FieldPath &F, Place At) {
  if (isWritten(F))
    giveUp(refusals::pointerReassigned(At, F.Text));
  if (model(F) == RecordModel::Copy)
    giveUp(refusals::unsupportedExpression(
        At, "'" + F.Owner + "' is used as a whole, and pointers in it, too",
        "copy the pointers into local variables before the nest"));
  object(F, At);
  std::string Name = "tp_p" + std::to_string(Bases.size()) + "_" + lastName(F.Path);
  auto [It, IsNew] = Bases.try_emplace(F.Text, Name);
  if (IsNew) {
    OwnerOf[Name] = F.Owner;
    if (model(F) == RecordModel::Memory)
      keepInMemory(F);
    else
      addMember(F, Name, At);
  }
  return It->second;
}

void Records::evaluated(const FieldPath &F, const isl::set &Points, bool Surely) {
  Object &O = object(F, B.Src.place(B.Headers.front().For));
  isl::set Params = Points.params();
  O.Maybe = O.Maybe.unite(Params);
  if (Surely && !Params.is_subset(O.Always))
    O.Always = O.Always.unite(Params).coalesce();
  if (F.OwnerPath)
    if (std::optional<FieldPath> Pointer = fieldPath(B.AST, F.OwnerPath))
      evaluated(*Pointer, Points, Surely);
}

void Records::readCell(const Expr *E, const isl::set &Points, bool Surely) {
  std::optional<FieldPath> Cell = cellPath(B.AST, E);
  if (Cell && !B.isDeclaredInBody(Cell->Root))
    CellReads.push_back({*Cell, Points, Surely});
}

/// Where nothing surely reads a member, the structure may not exist.
void Records::settleGuard(Object &O) {
  isl::set Unsure = O.Maybe.subtract(O.Always);
  Refusal Never = refusals::unsupportedExpression(
      O.At, "'" + O.First.Owner + "' is used under a condition only",
      "copy the member into a local variable before the nest");
  if (O.Always.is_empty())
    giveUp(Never);
  B.assumeNever(Unsure, "'" + O.First.Owner + "' may not be used at all", Never);
  // The guard is evaluated before the members: it must not need them.
  for (const auto &[Name, Owner] : OwnerOf) {
    int Position = isl_set_find_dim_by_name(O.Always.get(), isl_dim_param, Name.c_str());
    if (Owner == O.First.Owner && Position >= 0 &&
        isl_set_involves_dims(O.Always.get(), isl_dim_param, Position, 1))
      giveUp(Never);
  }
}

void Records::finish() {
  for (const CellRead &R : CellReads)
    if (Copies.count(R.Cell.Text))
      evaluated(R.Cell, R.Points, R.IsSure);
  for (std::unique_ptr<Object> &O : Objects)
    if (O->First.IsArrow)
      settleGuard(*O);
  auto GuardOf = [&](const std::string &Name) -> std::optional<isl::set> {
    auto It = OwnerOf.find(Name);
    if (It == OwnerOf.end())
      return std::nullopt;
    for (std::unique_ptr<Object> &O : Objects)
      if (O->First.Owner == It->second && O->First.IsArrow)
        return O->Always;
    return std::nullopt;
  };
  for (Capture &C : B.Nest.Captures)
    C.Guard = GuardOf(C.Name);
  for (Array &A : B.Nest.Arrays)
    if (!A.Base.empty() && !A.Guard)
      A.Guard = GuardOf(A.Base);
  // An owner's text is longer than that of the structure that points to it.
  llvm::stable_sort(Objects, [](const auto &X, const auto &Y) {
    return X->First.Owner.size() > Y->First.Owner.size();
  });
  for (std::unique_ptr<Object> &O : Objects)
    if (model(O->First) == RecordModel::Fields)
      B.Nest.Holders.push_back(O->Emitted);
}
