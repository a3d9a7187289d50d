// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Byte offsets back to subscripts. The spelling is followed, for products of symbols are not
// affine; whatever subscripts come out, their element has that offset.
//
#include "Reading.h"

#include "llvm/ADT/STLExtras.h"

using namespace tilepipe;
using namespace clang;

std::vector<Term> tilepipe::termsOf(const Expr *Sum) {
  const Expr *E = Sum->IgnoreParenImpCasts();
  auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || (Binary->getOpcode() != BO_Add && Binary->getOpcode() != BO_Sub))
    return {{Sum, false}};
  std::vector<Term> Result;
  const Expr *Left = Binary->getLHS()->IgnoreImpCasts();
  if (isa<BinaryOperator>(Left))
    Result = termsOf(Left);
  else
    Result.push_back({Left, false});
  Result.push_back({Binary->getRHS(), Binary->getOpcode() == BO_Sub});
  return Result;
}

Value tilepipe::sumOf(Evaluator &X, llvm::ArrayRef<Term> Terms) {
  Value Sum = Value::constant(X.Source.ctx(), 0);
  for (const Term &T : Terms)
    Sum = T.IsNegative ? Sum - X.number(T.E) : Sum + X.number(T.E);
  return Sum;
}

/// Every name in E is that of what it holds.
static bool hasOwnNames(const Evaluator &X, const Stmt *E) {
  if (auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl())) {
      auto Known = X.Vars.find(V);
      if (Known == X.Vars.end() || Known->second.Field != V->getName())
        return false;
    }
  return llvm::all_of(E->children(), [&](const Stmt *Child) { return hasOwnNames(X, Child); });
}

bool tilepipe::isExtent(Evaluator &X, const Expr *E, const Extent &Size) {
  const Expr *Inner = E->IgnoreParenImpCasts();
  if (squeezed(X.Source.File.text(Inner)) == squeezed(Size.Text) ||
      squeezed(X.Source.File.text(E)) == squeezed(Size.Text))
    return hasOwnNames(X, Inner);
  if (!Size.Size)
    return false;
  isl::set Same = Value(*Size.Size).equals(X.number(E));
  return X.Source.Nest.Context.is_subset(Same);
}

/// What E converts to a type of 64 bits, where that keeps the number; else E.
static const Expr *unwidened(Evaluator &X, const Expr *E) {
  auto *Cast = dyn_cast<CStyleCastExpr>(E->IgnoreParenImpCasts());
  if (!Cast || !Cast->getType()->isSignedIntegerType() || !Cast->getSubExpr()->getType()->isSignedIntegerType())
    return E;
  const ASTContext &AST = X.Source.File.ast();
  if (AST.getTypeSize(Cast->getType()) < 64)
    return E;
  if (AST.getTypeSize(Cast->getSubExpr()->getType()) <= 32)
    X.exactNumber(Cast->getSubExpr()); // which such a type has to have
  return Cast->getSubExpr();
}

/// (x0 * E1 + x1) * E2 + x2 for dimensions First to Last, Last first into Result. Terms of the
/// text Shift at its end are what the linear index is larger by.
static void readSum(Evaluator &X, const Array &A, std::vector<Term> Terms, unsigned First,
                    unsigned Last, llvm::StringRef Shift, Subscripts &Result, const Expr *Where) {
  if (!Shift.empty()) {
    std::string Rest;
    while (Terms.size() > 1 && squeezed(Rest) != squeezed(Shift)) {
      const Term &T = Terms.back();
      Rest = X.Source.File.text(T.E).str() + Rest;
      if (T.IsNegative || squeezed(Rest) != squeezed(Shift))
        Rest = (T.IsNegative ? "-" : "+") + Rest;
      bool IsAll = squeezed(Rest) == squeezed(Shift);
      if (!hasOwnNames(X, T.E))
        X.fail(T.E, "distance of the array's first element that is not understood");
      Terms.pop_back();
      if (IsAll)
        break;
    }
    if (squeezed(Rest) != squeezed(Shift))
      X.fail(Where, "offset without the distance of the array's first element");
  }
  std::vector<Value> Reversed;
  for (unsigned D = Last; D > First; --D) {
    auto *Product = dyn_cast<BinaryOperator>(Terms.front().E->IgnoreParenImpCasts());
    if (!Product || Product->getOpcode() != BO_Mul || Terms.size() < 2 ||
        !isExtent(X, Product->getRHS(), A.Extents[D]))
      X.fail(Where, "offset that is not one of an element of " + A.Name);
    Reversed.push_back(sumOf(X, llvm::ArrayRef<Term>(Terms).drop_front()));
    Terms = termsOf(unwidened(X, Product->getLHS()));
  }
  Result.push_back(sumOf(X, Terms));
  Result.insert(Result.end(), Reversed.rbegin(), Reversed.rend());
}

Subscripts tilepipe::readOffset(Evaluator &X, const Array &A, llvm::ArrayRef<Term> Terms,
                                uint64_t Extra, const Expr *Where) {
  Subscripts Result;
  unsigned Next = 0;
  for (unsigned First = A.Rows, Last; First < A.Extents.size(); First = Last + 1) {
    for (Last = First; Last + 1 < A.Extents.size() && !A.Extents[Last].Unit; ++Last) {
    }
    uint64_t Unit = A.Extents[Last].Unit ? A.Extents[Last].Unit : A.ElementSize;
    auto *Product = Next < Terms.size()
                        ? dyn_cast<BinaryOperator>(Terms[Next].E->IgnoreParenImpCasts())
                        : nullptr;
    if (!Product || Product->getOpcode() != BO_Mul || Terms[Next].IsNegative ||
        X.number(Product->getRHS()).asConstant() != int64_t(Unit))
      X.fail(Where, "offset that is not one of an element of " + A.Name);
    bool IsFirst = First == A.Rows;
    if (X.Source.File.ast().getTypeSize(Product->getType()) <= 32)
      X.number(Product); // which such a type has to have
    readSum(X, A, termsOf(Product->getLHS()), First, Last, IsFirst ? A.Shift : "", Result, Where);
    ++Next;
  }
  auto Rest = sumOf(X, Terms.drop_front(Next)).asConstant();
  if (Rest != int64_t(A.Offset + Extra))
    X.fail(Where, "offset that is not one of an element of " + A.Name);
  return Result;
}
