// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The descriptor of a region and its tables.
//
#include "Reading.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"

using namespace tilepipe;
using namespace clang;

namespace {

/// A structure's initializer by field names.
class Fields {
public:
  Fields(const RegionSource &Source, const Expr *Init) : Source(Source) {
    auto *List = dyn_cast<InitListExpr>(Init);
    auto *Record = Init->getType()->getAs<RecordType>();
    if (!List || !Record)
      Source.File.fail(Init, "initializer that is not understood");
    unsigned I = 0;
    for (const FieldDecl *F : Record->getDecl()->fields())
      if (I < List->getNumInits())
        Values[F->getName().str()] = List->getInit(I++);
  }

  const Expr *at(const std::string &Name) const {
    auto Found = Values.find(Name);
    if (Found == Values.end())
      throw std::runtime_error("descriptor without " + Name);
    return Found->second;
  }
  int64_t number(const std::string &Name) const { return constant(at(Name)); }
  int64_t constant(const Expr *E) const {
    Expr::EvalResult Result;
    if (!E->EvaluateAsInt(Result, Source.File.ast()))
      Source.File.fail(E, "number that is not constant");
    return Result.Val.getInt().getExtValue();
  }
  /// The declaration that a field names; null: none, or 0.
  const Decl *declaration(const std::string &Name) const {
    auto *Ref = dyn_cast<DeclRefExpr>(stripped(at(Name)));
    return Ref ? Ref->getDecl() : nullptr;
  }
  /// Rows of the array that a field names; none where it names none.
  std::vector<const Expr *> rows(const std::string &Name) const {
    if (stripped(at(Name))->isIntegerConstantExpr(Source.File.ast()))
      return {};
    auto *Table = dyn_cast_or_null<VarDecl>(declaration(Name));
    auto *List = Table && Table->getInit() ? dyn_cast<InitListExpr>(Table->getInit()) : nullptr;
    if (!List || !Table->getType().isConstQualified())
      Source.File.fail(at(Name), "table that is not understood");
    return std::vector<const Expr *>(List->inits().begin(), List->inits().end());
  }

private:
  const RegionSource &Source;
  std::map<std::string, const Expr *> Values;
};

/// Flags as in tilepipe/runtime.h.
enum { Written = 1, Static = 2, Object = 4, Constant = 8, Rows = 16, Perhaps = 32, Rewritten = 64, RowsOfRows = 128 };
enum { CombinedAdd = 1 << 8, Signed = 1 << 15, Floating = 1 << 16, Own = 1 << 17, Spans = 1 << 18, Filled = 1 << 19 }; // the other operators' follow that of Add
enum { Variants = 4 };
enum { ThreadsOnly = 1, Libm = 2, TimesLoop = 4, Estimates = 8 | 16 | 31 << 5 };

class DescriptorReader {
public:
  DescriptorReader(const RegionSource &Source, EmittedRegion &Region)
      : Source(Source), Region(Region) {}

  Descriptor read() {
    const VarDecl *V = Source.File.variable(Source.Prefix + "_region");
    if (!V || !V->getType().isConstQualified())
      throw std::runtime_error("region " + Source.Nest.Name + " has no descriptor");
    Fields F(Source, V->getInit());
    size_t Depth = Source.Rows;
    if (F.number("tp_dims") != int64_t(Depth))
      Source.File.fail(V, "descriptor of another depth");
    int64_t Flags = F.number("tp_flags");
    Region.IsThreadsOnly = Flags & ThreadsOnly;
    Region.TimesLoop = Flags & TimesLoop;
    if (bool(Flags & Libm) != Source.Nest.CallsLibm || (Flags & ~(ThreadsOnly | Libm | TimesLoop | Estimates)))
      Source.File.fail(V, "descriptor with other flags");
    auto *Reach = dyn_cast<InitListExpr>(F.at("tp_reach"));
    for (unsigned D = 0; D < Depth; ++D)
      Region.Reach.push_back(Reach && D < Reach->getNumInits() ? F.constant(Reach->getInit(D)) : 0);
    checkEntry(V);
    checkSums(F);
    const RecordDecl *Arguments = argumentStruct(F);
    readArrays(F, Arguments);
    readScalars(F, Arguments);
    Descriptor Result = readFunctions(F);
    checkSizes(F, Arguments, Result);
    return Result;
  }

private:
  const RegionSource &Source;
  EmittedRegion &Region;

  /// The runtime finds it in its section.
  void checkEntry(const VarDecl *Table) const {
    const VarDecl *Entry = Source.File.variable(Source.Prefix + "_region_entry");
    auto *Section = Entry ? Entry->getAttr<SectionAttr>() : nullptr;
    auto *Address = Entry ? dyn_cast<UnaryOperator>(stripped(Entry->getInit())) : nullptr;
    if (!Section || Section->getName() != "tp_regions" || !Address ||
        Address->getOpcode() != UO_AddrOf || !Evaluator::variable(Address->getSubExpr()) ||
        Evaluator::variable(Address->getSubExpr())->getCanonicalDecl() != Table->getCanonicalDecl())
      Source.File.fail(Table, "descriptor that the runtime does not find");
  }

  const RecordDecl *argumentStruct(const Fields &F) const {
    const Expr *Size = F.at("tp_args");
    for (const Decl *D : Source.File.ast().getTranslationUnitDecl()->decls())
      if (auto *R = dyn_cast<RecordDecl>(D);
          R && R->getIdentifier() && R->getName() == Source.Prefix + "_args" && R->isCompleteDefinition()) {
        QualType T = Source.File.ast().getRecordType(R);
        if (F.number("tp_args") != Source.File.ast().getTypeSizeInChars(T).getQuantity())
          Source.File.fail(Size, "size of other arguments");
        return R;
      }
    Source.File.fail(Size, "arguments that are not found");
  }

  /// The runtime adds the terms of as many sums, and finds them.
  void checkSums(const Fields &F) const {
    const int64_t Count = llvm::count_if(Source.Nest.Reductions, [](const Reduction &R) { return R.hasRecord(); });
    const bool Joins = !Source.Nest.Reductions.empty() && !Region.IsThreadsOnly;
    bool IsRight = F.number("tp_sums") == Count && !(Joins && Count > 0);
    const RecordDecl *Results = Joins || Count > 0 ? structure("_results") : nullptr;
    if (Results)
      IsRight &= F.number("tp_results") == offsetOf(structure("_args"), "tp_results");
    IsRight &= F.number("tp_results_size") ==
               (Joins ? Source.File.ast().getTypeSizeInChars(Source.File.ast().getRecordType(Results)).getQuantity() : 0);
    if (Count > 0) {
      IsRight &= F.number("tp_first_sum") == offsetOf(Results, "tp_sums");
      for (const FieldDecl *Field : Results->fields())
        if (auto *Sums = Field->getName() == "tp_sums" ? Source.File.ast().getAsConstantArrayType(Field->getType()) : nullptr)
          IsRight &= Sums->getSize() == uint64_t(Count) && Sums->getElementType().getAsString() == "tp_sum";
    }
    if (!IsRight)
      Source.File.fail(F.at("tp_sums"), "other sums than the nest's");
  }

  const RecordDecl *structure(const std::string &Suffix) const {
    for (const Decl *D : Source.File.ast().getTranslationUnitDecl()->decls())
      if (auto *R = dyn_cast<RecordDecl>(D); R && R->getIdentifier() && R->getName() == Source.Prefix + Suffix && R->isCompleteDefinition())
        return R;
    throw std::runtime_error("region " + Source.Nest.Name + " has no " + Source.Prefix + Suffix);
  }

  int64_t offsetOf(const RecordDecl *R, const std::string &Field) const {
    const ASTContext &AST = Source.File.ast();
    for (const FieldDecl *F : R->fields())
      if (F->getName() == Field)
        return AST.getASTRecordLayout(R).getFieldOffset(F->getFieldIndex()) / AST.getCharWidth();
    Source.File.fail(R, "arguments without " + Field);
  }

  void readArrays(const Fields &F, const RecordDecl *Arguments) {
    const std::vector<Array> &Arrays = Source.Nest.Arrays;
    std::vector<const Expr *> Table = F.rows("tp_array");
    if (F.number("tp_arrays") != int64_t(Arrays.size()) || Table.size() < Arrays.size())
      Source.File.fail(F.at("tp_arrays"), "table of other arrays");
    for (size_t I = 0; I < Arrays.size(); ++I) {
      const Array &A = Arrays[I];
      Fields Row(Source, Table[I]);
      int64_t Flags = Row.number("tp_flags");
      // What the region writes into memory of its own meets nothing of the program's.
      Region.IsWritten.push_back(Flags & Written || A.IsOwn);
      int64_t Expected = (A.Kind == Array::Storage::Static ? Static : 0) |
                         (A.Kind != Array::Storage::Pointer ? Object : 0) |
                         (A.IsOwn ? Own : 0) | (A.IsConstObject ? Constant : 0) | (A.Rows ? Rows : 0) | (A.Rows > 1 ? RowsOfRows : 0) |
                         (Source.Nest.writesPerhaps(I) ? Perhaps : 0) |
                         (Source.Nest.writesPerhaps(I) && Source.Nest.writesAgain(I) ? Rewritten : 0) | (Source.Nest.spansStructures(I) ? Spans : 0) |
                         (A.CombinedBy ? CombinedAdd << unsigned(*A.CombinedBy) | (A.IsSigned ? Signed : 0) | (A.IsReassociated ? Floating : 0) : 0);
      if (A.CombinedBy && !Region.IsThreadsOnly)
        Source.File.fail(Table[I], A.Name + " is combined, by ranks");
      if (A.IsOwn && Flags & Written)
        Source.File.fail(Table[I], A.Name + " is no array of the region's own");
      // Filled says what memory may be made present: no result depends on it.
      if ((Flags & ~(Written | Filled)) != Expected || Row.number("tp_element") != int64_t(A.ElementSize) ||
          Row.number("tp_field") != offsetOf(Arguments, "tp_base_" + A.base()) ||
          Row.number("tp_rank") != int64_t(A.Extents.size()))
        Source.File.fail(Table[I], "row that does not describe " + A.Name);
    }
  }

  /// Each variable that a stray store could change: member with its address, and its size.
  std::map<std::string, int64_t> reachable(const RecordDecl *Arguments) const {
    std::map<std::string, int64_t> Result;
    const LoopNest &Nest = Source.Nest;
    const ASTContext &AST = Source.File.ast();
    auto SizeOf = [&](const std::string &Field) -> int64_t {
      for (const FieldDecl *F : Arguments->fields())
        if (F->getName() == Field)
          return AST.getTypeSizeInChars(F->getType()).getQuantity();
      return -1;
    };
    for (const Capture &C : Nest.Captures)
      if (C.IsReachable)
        Result["tp_at_" + C.Name] = C.Size ? int64_t(C.Size) : SizeOf(C.Name);
    int64_t Pointer = AST.getTypeSizeInChars(AST.VoidPtrTy).getQuantity();
    for (unsigned I : Nest.bases())
      if (const Array &A = Nest.Arrays[I]; A.Kind == Array::Storage::Pointer && A.IsReachable)
        Result["tp_at_" + A.base()] = Pointer;
    for (const AggregateCopy &H : Nest.AggregateCopies)
      if (H.IsReachable)
        Result["tp_at_" + H.Variable] = Pointer;
    for (const CalledGlobal &G : Nest.CalledGlobals)
      if (G.Base.empty())
        Result.emplace("tp_at_" + G.Name, SizeOf("tp_global_" + G.Name));
    return Result;
  }

  void readScalars(const Fields &F, const RecordDecl *Arguments) const {
    std::vector<const Expr *> Table = F.rows("tp_scalar");
    std::map<int64_t, int64_t> Sizes;
    for (int64_t I = 0; I < F.number("tp_scalars") && I < int64_t(Table.size()); ++I) {
      Fields Row(Source, Table[I]);
      int64_t &Size = Sizes[Row.number("tp_field")];
      Size = std::max(Size, Row.number("tp_size"));
    }
    for (const auto &[Field, Size] : reachable(Arguments))
      if (Sizes[offsetOf(Arguments, Field)] < Size || Size <= 0)
        Source.File.fail(F.at("tp_scalar"), "table without " + Field);
  }

  /// Starts that agree in the sizes share a plan: what is enumerated depends on nothing else but where arrays are.
  void checkSizes(const Fields &F, const RecordDecl *Arguments, const Descriptor &D) const {
    const int64_t Sizes = F.number("tp_sizes");
    std::vector<const FunctionDecl *> Enumerators;
    for (const char *Name : {"tp_bounds", "tp_points", "tp_work", "tp_ranges", "tp_face", "tp_livein", "tp_owned"})
      if (auto Known = D.Functions.find(Name); Known != D.Functions.end())
        Enumerators.push_back(Known->second);
    for (const FunctionDecl *Enumerator : Enumerators)
      forEachMember(Enumerator->getBody(), [&](const MemberExpr *M) {
        auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl());
        if (!Field || Field->getParent()->getCanonicalDecl() != Arguments->getCanonicalDecl() ||
            Field->getName().starts_with("tp_base_"))
          return;
        int64_t Bytes = Source.File.ast().getTypeSizeInChars(Field->getType()).getQuantity();
        if (offsetOf(Arguments, Field->getName().str()) + Bytes > Sizes)
          Source.File.fail(M, Field->getName().str() + " is not among the sizes");
      });
  }

  static void forEachMember(const Stmt *S, llvm::function_ref<void(const MemberExpr *)> Visit) {
    if (auto *M = dyn_cast<MemberExpr>(S))
      Visit(M);
    for (const Stmt *Child : S->children())
      if (Child)
        forEachMember(Child, Visit);
  }

  const FunctionDecl *function(const Fields &F, const std::string &Name) const {
    auto *Named = dyn_cast_or_null<FunctionDecl>(F.declaration(Name));
    return Named ? Source.File.function(Named->getName()) : nullptr;
  }

  /// Each row of the table is a tile function, or none; the first is one.
  void readVariants(const Fields &F, Descriptor &Result) const {
    Result.Variants = dyn_cast_or_null<VarDecl>(F.declaration("tp_variants"));
    auto *Table = Result.Variants ? Source.File.ast().getAsConstantArrayType(Result.Variants->getType()) : nullptr;
    const std::vector<const Expr *> Rows = F.rows("tp_variants");
    if (!Table || Table->getSize() != Variants || Rows.size() != Variants)
      Source.File.fail(F.at("tp_variants"), "table of tile functions that is not understood");
    for (const Expr *Each : Rows) {
      Fields Row(Source, Each);
      if (const FunctionDecl *Tile = function(Row, "tp_tile"))
        Result.Tiles.push_back(Tile);
      else if (Result.Tiles.empty() || !stripped(Row.at("tp_tile"))->isIntegerConstantExpr(Source.File.ast()))
        Source.File.fail(Each, "row without a tile function");
    }
  }

  Descriptor readFunctions(const Fields &F) const {
    Descriptor Result;
    for (const char *Name : {"tp_bounds", "tp_points", "tp_work", "tp_ranges", "tp_face", "tp_livein",
                             "tp_owned", "tp_localise", "tp_start", "tp_part", "tp_join"}) {
      bool IsNeeded = !llvm::is_contained({"tp_points", "tp_work", "tp_face", "tp_localise", "tp_part", "tp_join"}, llvm::StringRef(Name));
      if (const FunctionDecl *Found = function(F, Name))
        Result.Functions[Name] = Found;
      else if (IsNeeded || !stripped(F.at(Name))->isIntegerConstantExpr(Source.File.ast()))
        Source.File.fail(F.at(Name), std::string("descriptor without ") + Name);
    }
    readVariants(F, Result);
    auto *Crosses = dyn_cast<InitListExpr>(F.at("tp_crosses"));
    int64_t Count = F.number("tp_faces");
    if (!Crosses || Count < 0 || (Count > 0 && !Result.Functions.count("tp_face")))
      Source.File.fail(F.at("tp_crosses"), "faces that are not understood");
    for (int64_t I = 0; I < Count; ++I)
      Result.Faces.push_back(I < Crosses->getNumInits() ? F.constant(Crosses->getInit(I)) : 0);
    return Result;
  }
};

} // namespace

Descriptor tilepipe::readDescriptor(const RegionSource &Source, EmittedRegion &Region) {
  return DescriptorReader(Source, Region).read();
}
