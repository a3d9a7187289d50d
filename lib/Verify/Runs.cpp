// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that enumerate elements for ranks: faces, live-in, owned.
//
#include "Reading.h"

#include <isl/set.h>
#include <isl/union_set.h>

using namespace tilepipe;
using namespace clang;

namespace {

std::string subscript(unsigned D) { return "tp_x" + std::to_string(D); }

class RunHooks : public Executor::Hooks {
public:
  RunHooks(const RegionSource &Source, llvm::ArrayRef<std::optional<Unfolding>> Unfolded)
      : Elements(isl::manage(isl_union_set_empty_ctx(Source.ctx().get()))), Source(Source), Unfolded(Unfolded) {}

  isl::union_set Elements;

  /// tp_run(tp_s, array, address, bytes)
  bool call(Executor &X, const CallExpr *Call) override {
    if (!isCallOf(Call, "tp_run") || Call->getNumArgs() != 4)
      return false;
    auto Stream = X.Vars.find(Evaluator::variable(Call->getArg(0)));
    auto Index = X.number(Call->getArg(1)).asConstant();
    if (Stream == X.Vars.end() || Stream->second.Is != Binding::What::Stream || !Index ||
        *Index < 0 || *Index >= int64_t(Source.Nest.Arrays.size()))
      X.fail(Call, "run that is not understood");
    const Array &A = Source.Nest.Arrays[*Index];
    Subscripts First = address(X, A, Call->getArg(2));
    if (!Unfolded.empty() && Unfolded[*Index]) {
      Value &Folded = First[Unfolded[*Index]->Dim];
      Folded = unfolded(X, Folded, Unfolded[*Index]->Size, Call->getArg(2));
    }
    // Runs of no bytes, or of fewer, are nothing.
    isl::set Here = X.Path;
    for (unsigned D = 0; D + 1 < First.size(); ++D)
      Here = conjunction(Here, at(D).equals(First[D]));
    Value Start = First.back(), Last = lastOf(X, A, Start, Call->getArg(3));
    Value At = at(First.size() - 1);
    Here = conjunction(conjunction(Here, At.atLeast(Start)), Last.atLeast(At));
    std::vector<std::string> Names;
    for (unsigned D = 0; D < First.size(); ++D)
      Names.push_back(subscript(D));
    isl::set Set = withoutParameters(parametersAsTuple(Here, Names, A.Name), Evaluator::isFresh);
    // Once here instead of in each question about them.
    Set = isl::manage(isl_set_compute_divs(Set.coalesce().release()));
    Elements = Elements.unite(isl::union_set(Set));
    return true;
  }

private:
  const RegionSource &Source;
  llvm::ArrayRef<std::optional<Unfolding>> Unfolded;

  /// The number of which Folded is the remainder by Size, and which is not negative: it stands so in Address.
  Value unfolded(Executor &X, const Value &Folded, int64_t Size, const Expr *Address) const {
    std::optional<Value> Found;
    auto Visit = [&](auto &&Self, const Stmt *S) -> void {
      auto *Remainder = dyn_cast<BinaryOperator>(S);
      if (Remainder && Remainder->getOpcode() == BO_Rem && X.number(Remainder->getRHS()).asConstant() == Size &&
          X.number(Remainder).isSame(Folded))
        Found = X.number(Remainder->getLHS());
      for (const Stmt *Child : S->children())
        Self(Self, Child);
    };
    Visit(Visit, Address);
    if (!Found || !conjunction(X.Path, Source.Known).is_subset(Found->atLeast(Value::constant(Source.ctx(), 0))))
      X.fail(Address, "subscript that is not the remainder of a number");
    return *Found;
  }

  Value at(unsigned D) const { return Value::parameter(Source.ctx(), subscript(D)); }

  /// (char *)tp_a->tp_base_A + offset, (char *)((void *const *)tp_a->tp_base_A)[row] + offset, and so on
  Subscripts address(Executor &X, const Array &A, const Expr *E) const {
    std::vector<Term> Terms = termsOf(E);
    const Expr *Pointer = Terms.front().E->IgnoreParenImpCasts();
    Subscripts Result;
    for (unsigned Level = 0; Level < A.Rows; ++Level) {
      auto *Row = dyn_cast<ArraySubscriptExpr>(Level ? Pointer->IgnoreParenCasts() : Pointer);
      if (!Row || !Row->getType()->isPointerType())
        X.fail(E, "address without a row");
      Result.insert(Result.begin(), X.number(Row->getIdx()));
      Pointer = Row->getBase();
    }
    bool IsChars = Terms.front().E->getType()->isPointerType() &&
                   Terms.front().E->getType()->getPointeeType()->isCharType();
    if (!IsChars || X.fieldOf(Pointer) != "tp_base_" + A.base())
      X.fail(E, "address that is not in " + A.Name);
    for (Value &V : readOffset(X, A, llvm::ArrayRef<Term>(Terms).drop_front(), 0, E))
      Result.push_back(std::move(V));
    return Result;
  }

  /// The last subscript of a run from Start: its bytes are size, or (last - (start) + 1) * size.
  Value lastOf(Executor &X, const Array &A, const Value &Start, const Expr *Bytes) const {
    int64_t Size = A.ElementSize;
    if (auto *One = dyn_cast<IntegerLiteral>(stripped(Bytes)); One && One->getValue() == Size)
      return Start;
    auto *Product = dyn_cast<BinaryOperator>(Bytes->IgnoreParenImpCasts());
    if (!A.isContiguous() || !Product || Product->getOpcode() != BO_Mul ||
        X.number(Product->getRHS()).asConstant() != Size)
      X.fail(Bytes, "length that is not one of elements of " + A.Name);
    std::vector<Term> Terms = termsOf(Product->getLHS());
    for (size_t I = 0; I < Terms.size(); ++I)
      if (Terms[I].IsNegative && X.number(Terms[I].E).isSame(Start)) {
        Terms.erase(Terms.begin() + I);
        return sumOf(X, Terms) + -1;
      }
    return Start + X.number(Product->getLHS()) + -1;
  }
};

} // namespace

isl::union_set tilepipe::readRuns(const RegionSource &Source, llvm::ArrayRef<std::optional<Unfolding>> Unfolded,
                                  const FunctionDecl *Function, std::optional<unsigned> Crosses) {
  RunHooks Hooks(Source, Unfolded);
  Executor X(Source, Hooks);
  if (Crosses)
    X.Vars[Function->getParamDecl(0)].Number = Value::constant(Source.ctx(), *Crosses);
  X.bindParameters(Function);
  X.runBody(Function);
  return Hooks.Elements;
}
