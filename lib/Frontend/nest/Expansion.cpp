// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nest/Expansion.h"

#include "syntax/Types.h"

#include <isl/map.h>

using namespace tilepipe;
using namespace clang;

/// S is a declaration of a variable that Is.
static bool declaresOne(const Stmt *S, llvm::function_ref<bool(const VarDecl *)> Is) {
  auto *D = dyn_cast<DeclStmt>(S);
  return D && llvm::any_of(D->decls(), [&](const Decl *Each) {
           auto *Declared = dyn_cast<VarDecl>(Each);
           return Declared && Is(VariableUses::canonical(Declared));
         });
}

bool tilepipe::declares(const NestShape::Part &P, const VarDecl *V) {
  return llvm::any_of(P.Text, [&](const Stmt *S) { return declaresOne(S, [&](const VarDecl *Each) { return Each == V; }); });
}

bool tilepipe::namesOrDeclares(const NestShape::Part &P, const VarDecl *V) { return names(P.Body, V) || declares(P, V); }

bool tilepipe::isOf(const NestShape &Shape, const NestShape::Part &P, const ForStmt *Loop) {
  return llvm::any_of(P.Loops, [&](unsigned L) { return Shape.Loops[L] == Loop; });
}

/// Behind the text, Name is another variable than V and than in front of it.
static bool hides(const NestShape::Part &P, llvm::StringRef Name, const VarDecl *V) {
  auto IsAlike = [&](const VarDecl *Each) { return Each != V && Each->getName() == Name; };
  return llvm::any_of(P.Text, [&](const Stmt *S) { return declaresOne(S, IsAlike); }) ||
         llvm::any_of(P.Between, [&](const NestShape::Declaration &D) { return declaresOne(D.What, IsAlike); });
}

/// Statements that name or declare V.
static std::vector<unsigned> partsWith(const NestShape &Shape, const VarDecl *V) {
  std::vector<unsigned> Result;
  for (unsigned K = 0; K < Shape.Parts.size(); ++K)
    if (namesOrDeclares(Shape.Parts[K], V))
      Result.push_back(K);
  return Result;
}

/// { S[c] -> Name[value of the outermost loop's iterator] }
static isl::map elementAt(NestNames &Names, const EnclosingLoops &Around, const std::string &Name) {
  isl::pw_aff Value = Names.embed(Around.Loops.front().Read.Value, Around.depth());
  isl_map *Map = isl_map_set_tuple_name(isl_map_from_pw_aff(Value.copy()), isl_dim_out, Name.c_str());
  return isl::manage(Map).intersect_domain(Around.domain());
}

static Array arrayOf(const VarDecl *V, const std::string &Type, const ASTContext &AST) {
  Array A;
  A.Name = "tp_own_" + V->getNameAsString();
  A.BaseText = "0";
  A.ElementType = Type;
  A.ElementSize = AST.getTypeSizeInChars(V->getType()).getQuantity();
  A.IsWord = V->getType()->isIntegerType() && AST.getTypeSize(V->getType()) <= 64;
  A.IsComplex = V->getType()->isAnyComplexType();
  A.IsWritten = A.IsOwn = true;
  A.Extents.emplace_back();
  return A;
}

/// Where an inner loop has no iteration its first and its last statement follow each other, and no row of the tiling
/// has room for that and for the loop.
static void assumeIterations(NestNames &Names, const std::vector<EnclosingLoops> &Around) {
  for (const EnclosingLoops &Loops : Around) {
    isl::set None = Names.universe(0).intersect_params(isl::manage(isl_set_complement(Loops.domain().params().release())));
    Place At{Names.Syntax.where(), Loops.Loops.back().Read.Iterator};
    Names.assumeNever(None, "a loop has no iterations", refusals::imperfectNest(At, "a loop has no iterations"));
  }
}

/// A single statement has the scalar for itself: all of Own that names it is part of its text.
static bool isInOneText(const NestShape &Shape, llvm::ArrayRef<unsigned> NamedBy, const ForStmt *Own) {
  return NamedBy.size() == 1 && Shape.Loops[Shape.Parts[NamedBy.front()].Loops.back()] == Own;
}

/// V, for which the program's element stands in one loop. Nothing: no statement hands its value to another.
static std::optional<ExpandedScalar> standFor(const VarDecl *V, const ElementScalar &Of, NestNames &Names, const std::vector<Access> &Accesses) {
  const NestSyntax &Syntax = Names.Syntax;
  ExpandedScalar Scalar;
  llvm::copy_if(partsWith(Syntax.Shape, V), std::back_inserter(Scalar.NamedBy),
                [&](unsigned K) { return isOf(Syntax.Shape, Syntax.Shape.Parts[K], Of.Own); });
  if (Scalar.NamedBy.empty() || isInOneText(Syntax.Shape, Scalar.NamedBy, Of.Own))
    return std::nullopt;
  Scalar.Name = V->getNameAsString();
  Place At{Syntax.where(), Scalar.Name};
  Scalar.Type = fileScopeSpelling(V->getType().getUnqualifiedType(), Syntax.AST, At);
  Scalar.Element = Syntax.Src.exactText(Of.Element).value_or("");
  for (unsigned K : Scalar.NamedBy) {
    const NestShape::Part &P = Syntax.Shape.Parts[K];
    if (llvm::is_contained(P.Text, Of.Set))
      (isa<DeclStmt>(Of.Set) ? Scalar.DeclaredBy : Scalar.SetBy).push_back(K);
    if (llvm::is_contained(P.Text, Of.Finish))
      Scalar.FinishedBy.push_back(K);
  }
  auto Written = llvm::find_if(Accesses, [&](const Access &A) {
    return A.What == Access::Kind::Write && Scalar.isGivenIn(A.StatementIndex) && A.Text == Scalar.Element;
  });
  if (Scalar.Element.empty() || Written == Accesses.end())
    giveUp(refusals::imperfectNest(At, "the element that it becomes is not understood"));
  Scalar.ArrayIndex = Written->ArrayIndex;
  return Scalar;
}

Expansion tilepipe::expandScalars(NestNames &Names, const std::vector<EnclosingLoops> &Around, unsigned First,
                                  std::vector<Access> &Accesses) {
  const NestSyntax &Syntax = Names.Syntax;
  const NestShape &Shape = Syntax.Shape;
  Expansion Result;
  std::vector<std::vector<Access>> Before(Shape.Parts.size()), Behind(Shape.Parts.size());
  // Their own order is that of addresses, which changes from run to run.
  std::vector<std::pair<const VarDecl *, const ForStmt *>> Sorted(Shape.Expanded.begin(), Shape.Expanded.end());
  llvm::sort(Sorted, [](const auto &A, const auto &B) {
    return std::pair(A.first->getName(), A.first->getLocation()) < std::pair(B.first->getName(), B.first->getLocation());
  });
  for (const auto &[V, Own] : Sorted) {
    if (Shape.Elements.count(V)) {
      for (const auto &Each : llvm::make_range(Shape.Elements.equal_range(V)))
        if (std::optional<ExpandedScalar> Scalar = standFor(V, Each.second, Names, Accesses))
          Result.Scalars.push_back(std::move(*Scalar));
      continue;
    }
    std::vector<unsigned> Parts = partsWith(Shape, V);
    if (llvm::find(Shape.Loops, Own) == Shape.Loops.end() || isInOneText(Shape, Parts, Own))
      continue;
    ExpandedScalar Scalar;
    Scalar.Name = V->getNameAsString();
    Place At{Syntax.where(), Scalar.Name};
    Scalar.Type = fileScopeSpelling(V->getType().getUnqualifiedType(), Syntax.AST, At);
    Array A = arrayOf(V, Scalar.Type, Syntax.AST);
    Scalar.ArrayIndex = First + Result.Arrays.size();
    for (unsigned K : Parts) {
      if (Around[K].Loops.front().Header->For != Own)
        giveUp(refusals::imperfectNest(At, "each iteration of several loops has its own value of it"));
      const std::string &Iterator = Around[K].Loops.front().Read.Iterator;
      for (const std::string &Name : {Scalar.Name, Iterator})
        if (hides(Shape.Parts[K], Name, V))
          giveUp(refusals::imperfectNest(At, "a statement has another variable '" + Name + "'"));
      Scalar.Element = A.Name + "[" + Iterator + "]";
      Access Each;
      Each.ArrayIndex = Scalar.ArrayIndex;
      Each.Relation = elementAt(Names, Around[K], A.Name);
      Each.Where = Syntax.where();
      Each.Text = Scalar.Name;
      Each.StatementIndex = K;
      Scalar.NamedBy.push_back(K);
      if (declares(Shape.Parts[K], V))
        Scalar.DeclaredBy.push_back(K);
      else
        Before[K].push_back(Each);
      Each.What = Access::Kind::Write;
      Behind[K].push_back(std::move(Each));
    }
    Result.Scalars.push_back(std::move(Scalar));
    Result.Arrays.push_back(std::move(A));
  }
  if (Result.Scalars.empty())
    return Result;
  assumeIterations(Names, Around);
  std::vector<Access> All;
  for (unsigned K = 0; K < Shape.Parts.size(); ++K) {
    llvm::append_range(All, std::move(Before[K]));
    for (Access &A : Accesses)
      if (A.StatementIndex == K)
        All.push_back(std::move(A));
    llvm::append_range(All, std::move(Behind[K]));
  }
  Accesses = std::move(All);
  return Result;
}
