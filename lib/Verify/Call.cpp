// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The call: what it passes, and what it leaves the iterators with.
//
#include "Reading.h"

#include "tilepipe/Support/Identifiers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <isl/set.h>

using namespace tilepipe;
using namespace clang;

/// A symbol's text, where captures that are no variables of the user's stand as what they are at the call.
static std::string symbolAtCall(const LoopNest &Nest, llvm::StringRef Text) {
  std::string Result;
  for (llvm::StringRef Word : identifiersIn(Text)) {
    Result += Text.take_front(Word.begin() - Text.begin());
    Text = Text.drop_front(Word.end() - Text.begin());
    auto Is = [&](const Capture &C) { return C.Name == Word && isReserved(Word); };
    auto Known = llvm::find_if(Nest.Captures, Is);
    Result += Known == Nest.Captures.end() ? Word.str() : "((tp_int)(" + Known->CallText + "))";
  }
  return squeezed(Result + Text.str());
}

/// What the text at the call means: symbols and captures by their text, without blanks.
static std::map<std::string, std::string> spelledAtCall(const LoopNest &Nest) {
  std::map<std::string, std::string> Spelled;
  for (const Symbol &S : Nest.Symbols)
    Spelled[symbolAtCall(Nest, S.Text)] = S.Name;
  for (const Capture &C : Nest.Captures)
    if (!llvm::isDigit(C.CallText.front())) // a place that nothing is passed in
      Spelled[squeezed(C.CallText)] = C.Name;
  return Spelled;
}

namespace {

/// tp_sweep_run(n, (tp_int)(sizeof(A[0]) / sizeof(A[0][0])), (void *)A)
class ArgumentReader {
public:
  ArgumentReader(const RegionSource &Source, const UserNest &User)
      : Source(Source), File(Source.File), Nest(Source.Nest), User(User) {}

  void read(llvm::StringRef Parameter, const Expr *Argument) const;

private:
  const RegionSource &Source;
  const EmittedFile &File;
  const LoopNest &Nest;
  const UserNest &User;

  [[noreturn]] void fail(const Stmt *S, const llvm::Twine &What) const { File.fail(S, What); }
  void checkMeaning(llvm::StringRef Name, const std::string &Text, const Expr *Argument) const;
  const Expr *unguarded(const Expr *Argument, const std::optional<isl::set> &Guard) const;
  std::string addressText(llvm::StringRef Parameter, std::optional<isl::set> &Guard) const;
};

/// Where the user's text is evaluated on a condition: (condition ? text : 0), and the condition
/// is when the program itself would do so.
const Expr *ArgumentReader::unguarded(const Expr *Argument, const std::optional<isl::set> &Guard) const {
  if (!Guard)
    return Argument;
  auto *Choice = dyn_cast<ConditionalOperator>(stripped(Argument));
  if (!Choice)
    return Argument;
  Evaluator X(Source);
  X.Spelled = spelledAtCall(Nest);
  isl::set Where = X.condition(Choice->getCond()).intersect(Nest.Context);
  auto *Zero = dyn_cast<IntegerLiteral>(stripped(Choice->getFalseExpr()));
  if (!Zero || Zero->getValue() != 0 || !Where.is_equal(Guard->intersect(Nest.Context)))
    fail(Argument, "argument on a condition that is not understood");
  return Choice->getTrueExpr();
}

/// A variable that the nest's body names, too.
void ArgumentReader::checkMeaning(llvm::StringRef Name, const std::string &Text,
                               const Expr *Argument) const {
  const ValueDecl *Meaning = User.meaning(Name);
  if (!Meaning || Text != Name)
    return;
  auto *Ref = dyn_cast<DeclRefExpr>(stripped(Argument));
  if (!Ref || Ref->getDecl()->getCanonicalDecl() != Meaning->getCanonicalDecl())
    fail(Argument, "argument that is not what the nest calls '" + Name + "'");
}

/// Text at the call of the address for parameter "tp_at_<id>".
std::string ArgumentReader::addressText(llvm::StringRef Parameter,
                                     std::optional<isl::set> &Guard) const {
  Parameter.consume_front("tp_at_");
  for (const Capture &C : Nest.Captures)
    if (C.IsReachable && C.Name == Parameter) {
      Guard = C.Guard;
      return C.AddressText.empty() ? "&" + C.Name : C.AddressText;
    }
  for (const Array &A : Nest.Arrays)
    if (A.IsReachable && A.base() == Parameter) {
      Guard = A.Guard;
      return A.AddressText.empty() ? "&" + A.baseText() : A.AddressText;
    }
  return "&" + Parameter.str();
}

void ArgumentReader::read(llvm::StringRef Parameter, const Expr *Argument) const {
  for (const Capture &C : Nest.Captures)
    if (C.Name == Parameter) {
      const Expr *Plain = unguarded(Argument, C.Guard);
      if (squeezed(File.text(Plain)) != squeezed(C.CallText) &&
          squeezed(File.text(Argument)) != squeezed(C.CallText))
        fail(Argument, "argument that is not '" + C.CallText + "'");
      return checkMeaning(C.Name, C.CallText, Plain);
    }
  if (Parameter.starts_with("tp_at_")) {
    std::optional<isl::set> Guard;
    std::string Text = addressText(Parameter, Guard);
    if (squeezed(File.text(unguarded(Argument, Guard))) != squeezed(Text))
      fail(Argument, "address that is not '" + Text + "'");
    return;
  }
  for (unsigned I : Nest.bases()) {
    const Array &A = Nest.Arrays[I];
    if (Parameter != "tp_base_" + A.base())
      continue;
    auto *Cast = dyn_cast<CStyleCastExpr>(Argument->IgnoreImpCasts());
    const Expr *Plain = Cast ? unguarded(Cast->getSubExpr(), A.Guard) : nullptr;
    if (!Cast || !Cast->getType()->isVoidPointerType() ||
        (squeezed(File.text(Plain->IgnoreImpCasts())) != squeezed(A.baseText()) &&
         squeezed(File.text(Plain->IgnoreParenImpCasts())) != squeezed(A.baseText())))
      fail(Argument, "base that is not '" + A.baseText() + "'");
    return checkMeaning(A.base(), A.baseText(), Plain);
  }
  fail(Argument, "argument that nothing is known of");
}

/// { i = (int)(...); if (...) j = (int)(...); }
class ExitReader {
public:
  ExitReader(const RegionSource &Source, const UserNest &User, EmittedRegion &Region)
      : Source(Source), Region(Region), X(Source) {
    X.Spelled = spelledAtCall(Source.Nest);
    Region.Exits.resize(Source.Nest.Loops.size());
    for (unsigned D = 0; D < Source.Nest.Loops.size(); ++D)
      Iterators.push_back(Source.Nest.Loops[D].outlives() ? User.iterator(D) : nullptr);
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

/// ({ ... })
static bool isStatementExpression(const Stmt *S) {
  auto *E = dyn_cast<Expr>(S);
  while (auto *Unary = dyn_cast_or_null<UnaryOperator>(E ? E->IgnoreParens() : nullptr))
    if (Unary->getOpcode() != UO_Extension)
      return false;
    else
      E = Unary->getSubExpr();
  return E && isa<StmtExpr>(E->IgnoreParens());
}

/// &tp_results
static void checkIsResults(const RegionSource &Source, const RegionCall &Call, const Expr *Argument) {
  auto *Address = dyn_cast<UnaryOperator>(stripped(Argument));
  if (!Call.Results || !Address || Address->getOpcode() != UO_AddrOf || Evaluator::variable(Address->getSubExpr()) != Call.Results)
    Source.File.fail(Argument, "argument that is not understood");
}

void tilepipe::readCall(const RegionSource &Source, const RegionCall &Call, const UserNest &User,
                        EmittedRegion &Region) {
  const FunctionDecl *Run = Source.File.function(Source.Prefix + "_run");
  if (!Run || Call.Call->getNumArgs() != Run->getNumParams())
    Source.File.fail(Call.Call, "call with other arguments than parameters");
  // if (-1): the nest would not be run at all.
  if (Region.TimesLoop && !Call.KnowsAllAnswers)
    Source.File.fail(Call.Call, "call that does not know all answers");
  ArgumentReader Arguments(Source, User);
  for (unsigned I = 0; I < Run->getNumParams(); ++I)
    if (Run->getParamDecl(I)->getName() == "tp_results")
      checkIsResults(Source, Call, Call.Call->getArg(I));
    else
      Arguments.read(Run->getParamDecl(I)->getName(), Call.Call->getArg(I));
  checkResults(Source, Call, User);
  checkMoved(Source, Call, spelledAtCall(Source.Nest));
  ExitReader Exits(Source, User, Region);
  if (Call.Exits)
    for (const Stmt *S : Call.Exits->body())
      if (!isStatementExpression(S)) // else checkMoved looks at it
        Exits.read(S);
  for (unsigned D = 0; D < Source.Nest.Loops.size(); ++D)
    if (Source.Nest.Loops[D].outlives() && !Region.Exits[D])
      Source.File.fail(Call.Call, "iterator '" + Source.Nest.Loops[D].Iterator +
                                      "' has no value behind the nest");
}
