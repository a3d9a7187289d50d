// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "access/ArrayTable.h"

#include "expr/ExprReader.h"
#include "syntax/Definitions.h"
#include "syntax/PointedObjects.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace tilepipe;
using namespace clang;

unsigned ArrayTable::find(const ElementPath &Path, const Expr *Use) {
  Key K;
  std::get<0>(K) = Path.Base ? Path.Base->getCanonicalDecl() : nullptr;
  std::get<1>(K) = Path.Slot ? Path.Slot->Text : "";
  for (unsigned Level = 0; Level < Path.Rows; ++Level)
    std::get<1>(K) += "[]";
  for (const ElementPath::Member &M : Path.Members)
    std::get<2>(K).push_back({M.Level, M.Field});
  auto [It, IsNew] = Numbers.try_emplace(K, Arrays.size());
  if (IsNew) {
    Array Described = describe(Path, Use);
    Arrays.push_back(std::move(Described));
    bool IsPlain = Path.Members.empty() && !Path.Rows && !Path.IsTable;
    Variables.push_back(IsPlain ? std::get<0>(K) : nullptr);
  }
  return It->second;
}

/// Declarations of a file-scope array differ in what they know; the last one
/// before a use has it all.
static QualType completeType(const VarDecl *V) { return V->getMostRecentDecl()->getType(); }

static unsigned fieldCount(const FieldDecl *Field) {
  return std::distance(Field->getParent()->field_begin(), Field->getParent()->field_end());
}

/// Fills in what is known of a variable; answers the type behind its pointer.
QualType ArrayTable::describeVariable(Array &A, const VarDecl *V, Place At) {
  std::string Name = V->getNameAsString();
  if (V->isLocalExternDecl())
    giveUp(refusals::localType(At, "'" + Name + "' is declared extern inside the function"));
  if (V->getTLSKind() != VarDecl::TLS_None)
    giveUp(refusals::unsupportedExpression(At, "'" + Name + "' is thread-local"));
  if (hasLinkerName(V))
    giveUp(refusals::linkerName(At, Name));
  QualType Type = completeType(V);
  if (Type.isVolatileQualified() || Type->isAtomicType())
    giveUp(refusals::isVolatile(At, Name));
  A.Name = Name;
  bool IsPointer = Type->isPointerType();
  A.Kind = IsPointer ? Array::Storage::Pointer
                     : V->isFileVarDecl() ? Array::Storage::Static : Array::Storage::Object;
  if (A.Kind == Array::Storage::Static && hasTopLevelAssembly(Syntax.AST)) {
    // Memory that may have other names: compared at the start, as what pointers point to.
    A.Kind = Array::Storage::Pointer;
    Names.leaveToThreads("the file's assembler may give '" + Name + "' other names");
  }
  A.IsReachable = IsPointer && Syntax.isReachable(V);
  if (Syntax.Shape.Swaps.moves(V)) {
    A.Base = PointerCycle::base(Name);
    A.BaseText = Name;
  }
  if (Type->isRecordType()) {
    A.Base = "tp_m_" + Name;
    A.BaseText = "&" + Name;
    A.Object = Name;
  }
  if (!IsPointer)
    return Type;
  A.Extents.emplace_back();
  return Type->getPointeeType();
}

/// The same for a pointer member of a structure.
QualType ArrayTable::describeSlot(Array &A, const FieldPath &Slot, Place At) {
  A.Name = A.BaseText = Slot.Text;
  A.Base = Names.records().base(Slot, At);
  A.AddressText = "&" + Slot.Text;
  A.Kind = Array::Storage::Pointer;
  A.IsReachable = Slot.IsArrow || Syntax.isReachable(Slot.Root);
  A.Extents.emplace_back();
  return Slot.Type->getPointeeType();
}

/// Adds the dimensions of Type; answers its innermost element's type.
QualType ArrayTable::describeDimensions(Array &A, const VarDecl *V, QualType Type) {
  while (auto *Dimension = Syntax.AST.getAsArrayType(Type)) {
    A.Extents.push_back(extentOf(V, Type, A.Extents.size()));
    Type = Dimension->getElementType();
  }
  return Type;
}

static void requireStable(QualType Type, const Array &A, Place At) {
  if (Type.isVolatileQualified() || Type->isAtomicType())
    giveUp(refusals::isVolatile(At, A.Name));
}

/// What A's base points to, where that is not the element: Type, of which "c[0][0]" is one.
void ArrayTable::describeBase(Array &A, const ElementPath &Path, QualType Type, Place At) {
  std::string Name = Path.Slot ? A.BaseText : A.Name, Object = Name;
  for (unsigned I = 0; I < A.Extents.size(); ++I)
    Object += "[0]";
  const VarDecl *Root = Path.Slot ? Path.Slot->Root : Path.Base;
  A.BaseType = Names.spellingOf(Type, Root, Object, At);
  if (A.Base.empty())
    A.Base = A.BaseText = A.Name;
}

/// Pointers to rows, Type each, and what they point to; answers the type of that.
QualType ArrayTable::describeRows(Array &A, const ElementPath &Path, QualType Type, Place At) {
  if (A.Extents.size() != 1 || !Type->isPointerType())
    giveUp(refusals::unsupportedExpression(At, "pointers to pointers in more dimensions"));
  A.BaseType = fileScopeSpelling(Type, Syntax.AST, At);
  A.IsConst = false;
  if (A.Base.empty())
    A.Base = A.BaseText = A.Name;
  for (A.Rows = 0; A.Rows < Path.Rows; ++A.Rows) {
    A.Name += "[]";
    A.Extents.emplace_back();
    Type = Type->getPointeeType();
    requireStable(Type, A, At);
  }
  if (Path.IsTable) {
    A.ElementType = fileScopeSpelling(Type, Syntax.AST, At);
    A.ElementSize = Syntax.AST.getTypeSizeInChars(Type).getQuantity();
  }
  return Type;
}

/// Member M of elements of Type, where the dimensions from First on belong to the member
/// before; answers its innermost element's type.
QualType ArrayTable::describeMember(Array &A, const ElementPath &Path, const ElementPath::Member &M,
                                    QualType Type, unsigned First, Place At) {
  unsigned Dims = A.Extents.size();
  bool IsOutermost = &M == &Path.Members[0];
  if (M.Level != Dims)
    giveUp(refusals::unsupportedExpression(At, "a row of an array is used as a whole"));
  if (M.Field->getParent()->isUnion() || M.Field->isBitField())
    giveUp(refusals::elementType(At, M.Field->isBitField() ? "bit field" : "union"));
  bool IsArrow = Dims == 1 && Path.Base && Path.Base->getType()->isPointerType() && IsOutermost;
  if (Dims > First || (Dims && IsOutermost))
    A.Extents.back().Unit = Syntax.AST.getTypeSizeInChars(Type).getQuantity();
  for (unsigned I = IsArrow ? Dims : (IsOutermost ? Path.Rows : First); I < Dims; ++I)
    A.Name += "[]";
  A.Name += IsArrow ? "->" : ".";
  A.Name += M.Field->getNameAsString();
  A.Offset += Syntax.AST.toCharUnitsFromBits(Syntax.AST.getFieldOffset(M.Field)).getQuantity();
  Type = describeDimensions(A, nullptr, M.Field->getType());
  // The array behind the last member, however it is declared.
  if (A.Extents.size() > Dims && M.Field->getFieldIndex() + 1 == fieldCount(M.Field) &&
      (A.Extents[Dims].Text == "0" || A.Extents[Dims].Text == "1"))
    A.Extents[Dims] = {};
  requireStable(Type, A, At);
  return Type;
}

void ArrayTable::describeElement(Array &A, QualType Type, Place At) {
  if (!isElementType(Type) || A.Extents.empty())
    giveUp(refusals::elementType(At, Type.getAsString(Syntax.AST.getPrintingPolicy())));
  A.ElementType = fileScopeSpelling(Type, Syntax.AST, At);
  A.IsComplex = Type->isAnyComplexType();
  A.IsWord = Type->isIntegerType() && Syntax.AST.getTypeSize(Type) <= 64;
  A.ElementSize = Syntax.AST.getTypeSizeInChars(Type).getQuantity();
  // The padding of an extended float is never written, so it does not travel either.
  constexpr uint64_t ExtendedBytes = 10;
  if (Type->isRealFloatingType() &&
      &Syntax.AST.getFloatTypeSemantics(Type) == &llvm::APFloat::x87DoubleExtended()) {
    if (!A.Extents.back().Unit)
      A.Extents.back().Unit = A.ElementSize;
    A.ElementSize = ExtendedBytes;
  }
}

Array ArrayTable::describe(const ElementPath &Path, const Expr *Use) {
  Place At = Syntax.Src.place(Use);
  Array A;
  QualType Type = Path.Slot ? describeSlot(A, *Path.Slot, At) : describeVariable(A, Path.Base, At);
  unsigned First = A.Extents.size();
  Type = describeDimensions(A, Path.Base, Type);
  for (unsigned I = std::max(First, 1u); I < A.Extents.size(); ++I)
    A.DeclaredDims.push_back(A.Extents[I].Text);
  A.IsConst = Type.isConstQualified();
  requireStable(Type, A, At);
  if (Path.Rows || Path.IsTable) {
    Type = describeRows(A, Path, Type, At);
    if (Path.IsTable)
      return A;
    First = Path.Rows + 1;
  } else if (!Path.Members.empty() || A.Object.size()) {
    describeBase(A, Path, Type, At);
  }
  for (const ElementPath::Member &M : Path.Members) {
    unsigned Dims = A.Extents.size();
    Type = describeMember(A, Path, M, Type, First, At);
    First = Dims;
  }
  if (A.Extents.empty() && !Path.Members.empty())
    A.Extents.push_back({"1", Names.affineAlone(Polynomial::constant(1))});
  A.Subscripts = unsigned(A.Extents.size());
  describeElement(A, Type, At);
  // Wherever it is defined: every rank runs the same program.
  A.IsConstObject = A.IsConst && A.Kind == Array::Storage::Static;
  return A;
}

Extent ArrayTable::extentOf(const VarDecl *V, QualType Dimension, unsigned Level) {
  if (auto *Constant = Syntax.AST.getAsConstantArrayType(Dimension)) {
    int64_t Size = Constant->getSize().getSExtValue();
    return {std::to_string(Size), Names.affineAlone(Polynomial::constant(Size))};
  }
  auto *Variable = Syntax.AST.getAsVariableArrayType(Dimension);
  // The first extent is asked for only where a whole array is read.
  if (!Variable || Level == 0 || !V)
    return {};
  std::string Name = V->getNameAsString(), Inner = Name;
  std::string Symbol = "tp_" + Name + "_" + std::to_string(Level);
  for (unsigned I = 0; I < Level; ++I)
    Inner += "[0]";
  Names.extentSymbol(Symbol, "(tp_int)(sizeof(" + Inner + ") / sizeof(" + Inner + "[0]))");
  equateExtent(Symbol, Variable->getSizeExpr());
  return {Symbol, Names.parameterAlone(Symbol)};
}

/// Visits the variables that E names.
static bool allVariables(const Stmt *E, llvm::function_ref<bool(const VarDecl *)> Holds) {
  if (auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      return Holds(V);
  return allChildren(E, [&](const Stmt *Child) { return allVariables(Child, Holds); });
}

/// An extent equals the expression that declared it as long as no variable of
/// that expression has changed since. It helps proofs, so only symbols that the
/// nest has anyway are brought in.
void ArrayTable::equateExtent(const std::string &Name, const Expr *Size) {
  if (!Size || !allVariables(Size, [&](const VarDecl *V) {
        return Names.isSymbol(V) && !isGlobal(V) && Syntax.Uses.isFixed(V);
      }))
    return;
  ExprReader Reader(Names, {});
  std::optional<Polynomial> P = Reader.settled(Size);
  if (P && P->degree() <= 1 && Names.isSymbolic(*P) && Reader.wrapped().is_empty())
    Names.constrainContext(Names.parameterAlone(Name).eq_set(Names.affineAlone(*P)).params());
}

bool ArrayTable::completeExtents(unsigned Number) {
  Array &A = Arrays[Number];
  if (A.Extents.front().Size)
    return true;
  if (!Variables[Number] || !Syntax.AST.getAsVariableArrayType(Variables[Number]->getType()))
    return false;
  std::string Symbol = "tp_" + A.Name + "_0";
  Names.extentSymbol(Symbol, "(tp_int)(sizeof(" + A.Name + ") / sizeof(" + A.Name + "[0]))");
  A.Extents.front() = {Symbol, Names.parameterAlone(Symbol)};
  return true;
}

bool ArrayTable::isUnaliased(unsigned Number) const {
  auto IsRestrict = [&](unsigned I) {
    return Variables[I] && Variables[I]->getType().isRestrictQualified();
  };
  if (IsRestrict(Number) || Arrays[Number].Kind != Array::Storage::Pointer)
    return true;
  auto IsApart = [&](unsigned I) {
    return Variables[I] && Variables[Number] && Syntax.Objects.areApart(Variables[I], Variables[Number]);
  };
  for (unsigned I = 0; I < Arrays.size(); ++I)
    if (Arrays[I].IsWritten && !IsRestrict(I) && !IsApart(I))
      return false;
  return true;
}
