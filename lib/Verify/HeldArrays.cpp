// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which array of a tile function a statement is about.
#include "Reading.h"

#include "llvm/ADT/STLExtras.h"

using namespace tilepipe;
using namespace clang;

HeldArrays::HeldArrays(const RegionSource &Source, const UserNest &User, const std::optional<BlockCall> &Blocks)
    : Source(Source), User(User), Blocks(Blocks) {
  All.push_back(std::make_unique<HeldValues>(Source, User, Blocks));
}

HeldValues *HeldArrays::find(const VarDecl *Array) const {
  auto Found = llvm::find_if(All, [&](const std::unique_ptr<HeldValues> &Each) { return Each->array() == Array; });
  return Array && Found != All.end() ? Found->get() : nullptr;
}

/// The variable of V[a][b].
static const VarDecl *arrayOf(const Expr *Cell) {
  Cell = Cell->IgnoreParenImpCasts();
  while (auto *Each = dyn_cast<ArraySubscriptExpr>(Cell))
    Cell = Each->getBase()->IgnoreParenImpCasts();
  return Evaluator::variable(Cell);
}

/// tp_late_rows v;
static bool isLate(const RegionSource &Source, const VarDecl *V) {
  auto *Type = V->getType()->getAs<TypedefType>();
  return Type && Type->getDecl()->getName() == "tp_late_rows" && Source.File.isRuntimes(Type->getDecl());
}

bool HeldArrays::declare(Executor &X, const VarDecl *V) {
  if (isLate(Source, V)) {
    if (V->getInit() || !V->hasLocalStorage())
      Source.File.fail(V, "variable for elements that is not understood");
    Late[V] = HeldValues::around(X);
    return true;
  }
  static constexpr llvm::StringLiteral Names[] = {"tp_held", "tp_root", "tp_packed", "tp_input"};
  if (llvm::none_of(Names, [&](llvm::StringRef Name) { return V->getName().starts_with(Name); }))
    return false;
  All.push_back(std::make_unique<HeldValues>(Source, User, Blocks));
  All.back()->declare(X, V);
  return true;
}

bool HeldArrays::standsIn(Executor &X, const VarDecl *V) {
  HeldValues *Of = All.front().get();
  if (std::optional<HeldValues::Claim> C = V->getInit() ? HeldValues::claim(V->getInit()) : std::nullopt)
    Of = find(arrayOf(C->Cell));
  else if (!V->getInit()) // it takes what is assigned, for the elements of the last one
    for (const std::unique_ptr<HeldValues> &Each : All)
      Of = Each->array() && Each->array()->getName() == "tp_held" ? Each.get() : Of;
  if (!Of)
    Source.File.fail(V, "cell that is not understood");
  return Of->standsIn(X, V);
}

bool HeldArrays::store(Executor &X, const BinaryOperator *E) {
  HeldValues *Of = E->getOpcode() == BO_Assign ? find(arrayOf(E->getLHS())) : nullptr;
  if (Of)
    Of->store(X, E);
  return Of;
}

bool HeldArrays::call(Executor &X, const CallExpr *Call) {
  if (isCallOf(Call, "tp_from_ring")) {
    storeElements(X, Call);
    return true;
  }
  for (const auto &[Name, Do] : {std::pair("tp_to_lines", &HeldValues::takeLines), std::pair("tp_from_lines", &HeldValues::storeLines)}) {
    if (!isCallOf(Call, Name))
      continue;
    HeldValues *Of = find(Evaluator::variable(Call->getArg(3)));
    if (!Of)
      X.fail(Call, "lines that are not understood");
    (Of->*Do)(X, Call);
    HasLines = true;
    return true;
  }
  if (isCallOf(Call, "tp_to_ring")) {
    HeldValues *Of = find(Evaluator::variable(Call->getArg(3)));
    if (!Of)
      X.fail(Call, "elements that are not understood");
    Of->loadElements(X, Call);
    return true;
  }
  if (!isCallOf(Call, "tp_roots"))
    return false;
  auto ArrayAt = [&](unsigned I) -> HeldValues * {
    auto *Address = dyn_cast<UnaryOperator>(stripped(Call->getArg(I)));
    return Address && Address->getOpcode() == UO_AddrOf ? find(arrayOf(Address->getSubExpr())) : nullptr;
  };
  HeldValues *To = ArrayAt(0), *From = ArrayAt(1);
  if (!To || !From || To == From)
    X.fail(Call, "roots that are not understood");
  To->takeRoots(X, Call, *From);
  return true;
}

bool HeldArrays::shiftsLanes(Executor &X, const IfStmt *S) const {
  auto *Not = dyn_cast<UnaryOperator>(S->getCond()->IgnoreParenImpCasts());
  const Expr *Call = Not && Not->getOpcode() == UO_LNot ? Not->getSubExpr()->IgnoreParenImpCasts() : nullptr;
  if (!Call || !isCallOf(Call, "tp_shift_lanes"))
    return false;
  const HeldValues *Of = find(arrayOf(cast<CallExpr>(Call)->getArg(0)));
  if (!Of || S->getElse())
    X.fail(Call, "lanes that are not understood");
  Of->checkShift(X, cast<CallExpr>(Call), S->getThen());
  return true;
}

void HeldArrays::storeElements(Executor &X, const CallExpr *Call) {
  HeldValues *Of = find(Evaluator::variable(Call->getArg(4)));
  auto *Address = dyn_cast<UnaryOperator>(stripped(Call->getArg(0)));
  auto Kept = Late.find(Address && Address->getOpcode() == UO_AddrOf ? Evaluator::variable(Address->getSubExpr()) : nullptr);
  // What it has not stored yet lives as long as the array.
  if (!Of || Kept == Late.end() || !Of->isScope(Kept->second))
    X.fail(Call, "store of elements that is not understood");
  Of->storeElements(X, Call, Kept->first);
}

void HeldArrays::body(Executor &X, const CompoundStmt *Block, unsigned First, const isl::set &Points) {
  std::vector<const HeldValues *> Takes;
  for (const std::unique_ptr<HeldValues> &Each : All)
    if (Each->body(X, Block, First, Points))
      Takes.push_back(Each.get());
  // Of loops that compilers may run side by side cells are looked at, and nothing else.
  for (const auto &[I, M] : llvm::enumerate(X.Time)) {
    if (!M.IsIndependent)
      continue;
    auto IsTaken = [&, Depth = I](const Access &A) {
      return llvm::any_of(Takes, [&](const HeldValues *Each) { return Each->isFor(A.ArrayIndex) && Depth >= Each->depth(); });
    };
    if (!llvm::all_of(Source.Nest.Accesses, [&](const Access &A) { return A.What != Access::Kind::Write || IsTaken(A); }))
      Source.File.fail(Block, "iterations that are said to be independent, and write elements");
  }
}

std::vector<StandIn> HeldArrays::standIns() const {
  std::vector<StandIn> Result;
  for (const std::unique_ptr<HeldValues> &Each : All)
    Result.insert(Result.end(), Each->standIns().begin(), Each->standIns().end());
  return Result;
}

void HeldArrays::finish() const {
  for (const std::unique_ptr<HeldValues> &Each : All) {
    auto Taker = llvm::find_if(All, [&](const std::unique_ptr<HeldValues> &Other) { return Other->takesFor(*Each); });
    Each->finish(Taker == All.end() ? nullptr : Taker->get());
  }
}
