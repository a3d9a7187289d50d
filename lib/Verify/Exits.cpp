//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the call leaves the iterators with: { i = (int)(...); if (...) j = (int)(...); }
//
#include "Reading.h"

#include "llvm/ADT/STLExtras.h"

using namespace tilepipe;
using namespace clang;

namespace {

class ExitReader {
public:
  ExitReader(const RegionSource &Source, const UserNest &User, EmittedRegion &Region)
      : Source(Source), Region(Region), X(Source) {
    X.Spelled = spelledAtCall(Source.Nest);
    Region.Exits.resize(Source.Nest.depth());
    for (unsigned D = 0; D < Source.Nest.depth(); ++D)
      Iterators.push_back(Source.Nest.Loops[D].IsDeclaredOutside ? User.iterator(D) : nullptr);
  }

  void read(const Stmt *S);

private:
  const RegionSource &Source;
  EmittedRegion &Region;
  Evaluator X;
  std::vector<const VarDecl *> Iterators; ///< per loop; null: it ends with the nest
  std::set<const VarDecl *> Assigned;

  const BinaryOperator *assignmentIn(const Stmt *S, isl::set &Where);
};

/// S, or what it does on a condition.
const BinaryOperator *ExitReader::assignmentIn(const Stmt *S, isl::set &Where) {
  if (auto *If = dyn_cast<IfStmt>(S); If && !If->getElse()) {
    Where = X.condition(If->getCond());
    S = If->getThen();
  }
  auto *Assignment = dyn_cast<BinaryOperator>(S);
  return Assignment && Assignment->getOpcode() == BO_Assign ? Assignment : nullptr;
}

void ExitReader::read(const Stmt *S) {
  isl::set Where = everywhere(Source.ctx());
  const BinaryOperator *Assignment = assignmentIn(S, Where);
  const VarDecl *Target = Assignment ? Evaluator::variable(Assignment->getLHS()) : nullptr;
  auto Found = Target ? llvm::find(Iterators, Target) : Iterators.end();
  if (Found == Iterators.end())
    X.fail(S, "statement that is not understood");
  if (names(S, Assigned))
    X.fail(S, "iterator that is named after it was changed");
  Assigned.insert(Target);
  // Conversions wrap, and so do the loop's own steps: the numbers before it are compared.
  auto *Cast = dyn_cast<CStyleCastExpr>(Assignment->getRHS());
  if (!Cast || Source.File.ast().getCanonicalType(Cast->getType()) !=
                   Source.File.ast().getCanonicalType(Target->getType()).getUnqualifiedType())
    X.fail(S, "value of another type than the iterator's");
  Region.Exits[Found - Iterators.begin()] = EmittedExit{Where, X.number(Cast->getSubExpr()).plain()};
}

} // namespace

void tilepipe::readExits(const RegionSource &Source, const RegionCall &Call, const UserNest &User,
                         EmittedRegion &Region) {
  ExitReader Reader(Source, User, Region);
  if (Call.Exits)
    for (const Stmt *S : Call.Exits->body())
      Reader.read(S);
  for (unsigned D = 0; D < Source.Nest.depth(); ++D)
    if (Source.Nest.Loops[D].IsDeclaredOutside && !Region.Exits[D])
      Source.File.fail(Call.Call, "iterator '" + Source.Nest.Loops[D].Iterator +
                                      "' has no value behind the nest");
}
