// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "body/BodyReader.h"

#include "expr/ExprReader.h"

#include "clang/AST/ASTContext.h"

using namespace tilepipe;
using namespace clang;

namespace {
/// Which points a switch sends where.
class CaseSelector {
public:
  /// Value is the condition's, where that is affine: nothing is known otherwise.
  /// Anywhere: all points.
  CaseSelector(const NestNames &Names, isl::set Anywhere, std::optional<isl::pw_aff> Value)
      : Names(Names), Anywhere(Anywhere), Value(std::move(Value)), Rest(Anywhere) {}

  Sides take(const CaseStmt *Case) {
    if (!Value)
      return {Anywhere, Anywhere};
    const Expr *Last = Case->getRHS() ? Case->getRHS() : Case->getLHS();
    isl::set True =
        Value->ge_set(constant(Case->getLHS())).intersect(Value->le_set(constant(Last)));
    Rest = Rest.subtract(True).coalesce();
    return {True, Anywhere.subtract(True)};
  }

  /// What no case takes; all of them have been taken before.
  Sides rest() const {
    return {Rest, Value ? Anywhere.subtract(Rest) : Anywhere};
  }

private:
  isl::pw_aff constant(const Expr *E) const {
    llvm::APSInt Constant = E->EvaluateKnownConstInt(Names.Syntax.AST);
    llvm::SmallString<32> Digits;
    Constant.toString(Digits, 10);
    return Names.constant(dims(Anywhere),
                      isl::manage(isl_val_read_from_str(Names.ctx().get(), Digits.c_str())));
  }

  const NestNames &Names;
  const isl::set Anywhere;
  std::optional<isl::pw_aff> Value;
  isl::set Rest;
};
} // namespace

std::optional<isl::pw_aff> BodyReader::visitSelector(const Expr *Cond) {
  if (looksAffine(Cond)) {
    ExprReader Reader(Names, Around);
    if (std::optional<isl::pw_aff> Value = Reader.affine(Cond)) {
      settleAffine(Reader, Cond);
      return Value;
    }
  }
  visitExpr(Cond);
  return std::nullopt;
}

void BodyReader::visitSwitch(const SwitchStmt *Switch) {
  ++Facts.Ops.Branches;
  CaseSelector Selects(Names, anywhere(), visitSelector(Switch->getCond()));
  // `default` may stand anywhere, but takes what the cases leave.
  std::map<const SwitchCase *, Sides> Taken;
  const SwitchCase *Default = nullptr;
  for (const SwitchCase *Case = Switch->getSwitchCaseList(); Case;
       Case = Case->getNextSwitchCase()) {
    if (auto *Labelled = dyn_cast<CaseStmt>(Case))
      Taken[Case] = Selects.take(Labelled);
    else
      Default = Case;
  }
  Taken[Default] = Selects.rest();

  PathState Before = Now;
  isl::set BrokenOutside = Broken;
  std::vector<PathState> Out, *BreaksOutside = std::exchange(Breaks, &Out);
  if (!Default)
    Out.push_back(Before.enter(Taken[nullptr]));
  Now.Where = Now.Surely = nowhere();
  auto Visit = [&](const Stmt *S) {
    while (auto *Case = dyn_cast<SwitchCase>(S)) {
      Now = joined({Now, Before.enter(Taken.at(Case))});
      Taken.erase(Case);
      S = Case->getSubStmt();
    }
    visit(S);
  };
  if (auto *Block = dyn_cast<CompoundStmt>(Switch->getBody()))
    llvm::for_each(Block->body(), Visit);
  else
    Visit(Switch->getBody());
  Out.push_back(Now);
  Breaks = BreaksOutside;
  Broken = BrokenOutside;
  meet(Before, Out);
}
