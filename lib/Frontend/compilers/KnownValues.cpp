// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that a compiler may compute itself where it knows the operands, with another rounding
// than at run time: in the program, but not in emitted functions, which get values when they run.
// Such are calls of the library, complex products and quotients, and for clang sums of products.
// A compiler knows variables, and elements and members that the text fills with numbers.
//
#include "compilers/KnownValues.h"

#include "calls/PureCalls.h"
#include "syntax/Callee.h"
#include "syntax/GivenValues.h"
#include "syntax/Types.h"

#include "clang/AST/ASTContext.h"

#include <cmath>
#include <tuple>

using namespace tilepipe;
using namespace clang;

/// Loops and nests of more iterations are not unrolled as a whole.
static constexpr int64_t LongestUnrolled = 256;

namespace {
/// What the value of an expression hangs on, besides constants.
struct Leaves {
  bool OnMemory = false;  ///< elements that nobody knows before the program runs
  bool OnCapture = false; ///< variables and elements that do not change in the nest
  bool OnUnknown = false; ///< among these some to which the text never gives a number
  std::set<unsigned> Loops;
  void add(const Leaves &Other) {
    OnMemory |= Other.OnMemory;
    OnCapture |= Other.OnCapture;
    OnUnknown |= Other.OnUnknown;
    Loops.insert(Other.Loops.begin(), Other.Loops.end());
  }
  bool operator<(const Leaves &Other) const {
    return std::tie(OnMemory, OnCapture, OnUnknown, Loops) <
           std::tie(Other.OnMemory, Other.OnCapture, Other.OnUnknown, Other.Loops);
  }
};

/// What is known of the parameters of a function in a call.
using ArgumentLeaves = std::map<const ParmVarDecl *, Leaves>;

/// What is asked about a statement.
enum class Question { Folds, Fuses, MultipliesComplex };

/// Looks for library calls with values that may be known, and for products and sums of such values.
class Folding {
public:
  explicit Folding(const NestSyntax &Syntax)
      : Syntax(Syntax), Calls(Syntax.Calls), Given(Calls.values()) {
    for (const auto &[Call, In] : Syntax.Inlined.all())
      Given.add(In.Body);
  }

  /// Call, or a call in the function that it calls, can be computed beforehand.
  bool mayFold(const CallExpr *Call, unsigned Depth = 0);
  /// The first sum in S, or in the functions that it calls, of a product that can be computed beforehand with it.
  const Expr *fusedSum(const Stmt *S) { return find(S, Question::Fuses, 0); }
  /// The first product or quotient of complex numbers, in the same way.
  const Expr *complexProduct(const Stmt *S) { return find(S, Question::MultipliesComplex, 0); }

private:
  const Expr *find(const Stmt *S, Question Asks, unsigned Depth);
  Leaves leaves(const Stmt *S);
  bool addVariable(const VarDecl *V, Leaves &Result);
  bool isKnown(const Leaves &L) const;
  std::optional<double> iterations(unsigned D) const;
  bool isShortNest() const;
  bool isShort(const VarDecl *V) const;
  bool mayBeShortExponent(const Expr *E) const;
  bool hasShortExponent(const CallExpr *Call, llvm::StringRef Name);
  bool mayFoldInside(const Stmt *S, unsigned Depth);
  bool mayBeNumber(const VarDecl *V);
  bool isGivenNumber(const VarDecl *V);
  bool mayBeNumber(const Expr *E);
  bool isFused(const BinaryOperator *Sum);
  bool isComplexProduct(const BinaryOperator *E);
  /// The answer for the body of To's definition, with what is known of its parameters.
  bool isInside(const Callee &To, Question Asks, unsigned Depth);

  const NestSyntax &Syntax;
  PureCalls &Calls;
  GivenValues &Given;
  const bool HasCalledLoops = llvm::any_of(Syntax.Inlined.all(), [&](const auto &Each) {
    return hasAnyLoop(Each.second.Body, Syntax.AST);
  });
  const bool HasTextLoops = llvm::any_of(Syntax.Shape.Parts, [](const NestShape::Part &P) { return P.HasLoops; });
  bool IsInCallee = false;
  ArgumentLeaves Arguments; ///< of the call that is looked into
  /// Answers of isInside(). Without them a chain of functions that call the next one twice doubles the work each time.
  std::map<std::tuple<Question, const FunctionDecl *, unsigned, ArgumentLeaves>, bool> Inside;
  std::map<const VarDecl *, bool> Numbers;         ///< answers of mayBeNumber()
  std::set<const VarDecl *> Asked;                 ///< questions of its round
};
} // namespace

/// Calls deeper than people nest them: what lies behind is taken to be known.
static constexpr unsigned Deepest = 8;

/// The value of a number, where Clang can compute it.
static std::optional<double> numberOf(const Expr *E, const ASTContext &AST) {
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->EvaluateAsRValue(Result, AST))
    return std::nullopt;
  llvm::APFloat Value(llvm::APFloat::IEEEdouble());
  bool Loses;
  if (Result.Val.isFloat())
    Value = Result.Val.getFloat();
  else if (Result.Val.isInt())
    Value.convertFromAPInt(Result.Val.getInt(), Result.Val.getInt().isSigned(), llvm::APFloat::rmNearestTiesToEven);
  else
    return std::nullopt;
  Value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &Loses);
  return Value.convertToDouble();
}

//--- what values hang on ------------------------------------------------------

Leaves Folding::leaves(const Stmt *S) {
  Leaves Result;
  std::set<const VarDecl *> Seen;
  std::vector<const Stmt *> Left = {S};
  while (!Left.empty()) {
    S = Left.back();
    Left.pop_back();
    auto *Unary = dyn_cast<UnaryOperator>(S);
    auto *Member = dyn_cast<MemberExpr>(S);
    bool IsMemory = isa<ArraySubscriptExpr>(S) || (Member && Member->isArrow()) ||
                    (Unary && Unary->getOpcode() == UO_Deref);
    // What an element hangs on besides its subscripts is found at the variable.
    Result.OnMemory |= IsMemory && !startOf(cast<Expr>(S));
    auto *Ref = dyn_cast<DeclRefExpr>(S);
    auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (V && Seen.insert(V).second && addVariable(V, Result))
      llvm::append_range(Left, Given.of(V));
    forEachChild(S, [&](const Stmt *Child) { Left.push_back(Child); });
  }
  return Result;
}

/// Adds to Result what V is to the nest; true: it hangs on what the text gives it.
bool Folding::addVariable(const VarDecl *V, Leaves &Result) {
  if (std::optional<unsigned> D = Syntax.loopOf(V)) {
    Result.Loops.insert(*D);
    if (!Syntax.isDeclaredInBody(V))
      return false;
  }
  if (auto *P = dyn_cast<ParmVarDecl>(V); P && Arguments.count(P)) {
    Result.add(Arguments[P]);
    return false;
  }
  bool HasElements = !V->getType()->isArithmeticType();
  bool IsPoints = (IsInCallee && !isGlobal(V)) || Syntax.isDeclaredInBody(V) || Syntax.mayBePrivate(V);
  if (IsPoints) {
    Result.OnMemory |= HasElements && !V->getType()->isPointerType();
    // What a loop of the text changes is known where the compiler unrolls the loop: in one place and not in another.
    Result.OnCapture |= (HasTextLoops && Syntax.BodyUses.isWritten(V)) || (HasCalledLoops && IsInCallee);
    return true;
  }
  // Emitted functions see the constants of file scope, too.
  if (isFileScope(V) && isConstantTable(V))
    return false;
  // What the nest stores is known only where all of it is unrolled.
  bool IsStored = HasElements && Syntax.Stored.count(V->getCanonicalDecl());
  if (HasElements)
    Result.OnMemory |= (IsStored && !isShortNest()) || !mayBeNumber(V);
  Result.OnCapture = true;
  Result.OnUnknown |= !mayBeNumber(V);
  return false;
}

/// Iterations of the loop where both ends are known, and so are all its values once it is unrolled. Where an end is an
/// iterator further out, as many as that one has.
std::optional<double> Folding::iterations(unsigned D) const {
  const LoopHeader &Header = Syntax.Headers[D];
  std::optional<double> Outer;
  auto NumberOf = [&](const Expr *E) -> std::optional<double> {
    E = E->IgnoreParenImpCasts();
    if (std::optional<double> Number = numberOf(E, Syntax.AST))
      return Number;
    auto *Ref = dyn_cast<DeclRefExpr>(E);
    auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    for (unsigned Around = 0; V && Around < D; ++Around)
      if (Syntax.Headers[Around].Iterator == V)
        Outer = iterations(Around);
    if (!V || V == Header.Iterator || Given.of(V).size() != 1)
      return std::nullopt;
    return numberOf(Given.of(V).front(), Syntax.AST);
  };
  auto *Cond = dyn_cast<BinaryOperator>(Header.Cond->IgnoreParenImpCasts());
  std::optional<double> First = NumberOf(Header.Init), Left, Right;
  if (Cond) {
    Left = NumberOf(Cond->getLHS());
    Right = NumberOf(Cond->getRHS());
  }
  if (Outer)
    return Outer;
  std::optional<double> Last = Left ? Left : Right;
  if (Header.CondStep)
    Last = 0;
  if (!First || !Last)
    return std::nullopt;
  return std::abs(*First - *Last) / std::abs(double(Header.Step));
}

/// Compilers may unroll the nest as a whole, and follow what it stores.
bool Folding::isShortNest() const {
  double Points = 1;
  for (unsigned D = 0; D < Syntax.Headers.size(); ++D)
    Points *= std::max(1.0, iterations(D).value_or(2 * LongestUnrolled));
  return Points <= LongestUnrolled;
}

/// One of the loops that V steps is short.
bool Folding::isShort(const VarDecl *V) const {
  for (unsigned D = 0; D < Syntax.Headers.size(); ++D)
    if (Syntax.Headers[D].steps(V) && iterations(D).value_or(2 * LongestUnrolled) <= LongestUnrolled)
      return true;
  return false;
}

bool Folding::isKnown(const Leaves &L) const {
  bool HangsOnAny = L.OnCapture || !L.Loops.empty();
  return HangsOnAny && !L.OnMemory && llvm::all_of(L.Loops, [&](unsigned D) { return isShort(Syntax.Headers[D].Iterator); });
}

//--- powers -------------------------------------------------------------------

/// E may be one of the exponents for which compilers have something shorter than a call.
bool Folding::mayBeShortExponent(const Expr *E) const {
  std::set<const VarDecl *> Seen;
  std::vector<const Expr *> Left = {E};
  while (!Left.empty()) {
    E = Left.back()->IgnoreParenCasts();
    Left.pop_back();
    double Twice = 2 * numberOf(E, Syntax.AST).value_or(0.25);
    if (Twice >= -4 && Twice <= 8 && Twice == int(Twice))
      return true;
    auto *Ref = dyn_cast<DeclRefExpr>(E);
    auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V)
      V = startOf(E);
    if (V && Seen.insert(V).second)
      llvm::append_range(Left, Given.of(V));
    if (auto *List = dyn_cast<InitListExpr>(E))
      Left.insert(Left.end(), List->inits().begin(), List->inits().end());
  }
  return false;
}

bool Folding::hasShortExponent(const CallExpr *Call, llvm::StringRef Name) {
  Name.consume_front("__builtin_");
  if ((Name != "pow" && Name != "powf" && Name != "powl") || Call->getNumArgs() != 2)
    return false;
  const Expr *Exponent = Call->getArg(1);
  // Written as a number it is known everywhere.
  if (numberOf(Exponent, Syntax.AST))
    return false;
  Leaves All = leaves(Exponent);
  return mayBeShortExponent(Exponent) || (!All.Loops.empty() && isKnown(All) && !All.OnUnknown);
}

//--- calls --------------------------------------------------------------------

bool Folding::isInside(const Callee &To, Question Asks, unsigned Depth) {
  ArgumentLeaves Inner;
  To.forEachArgument([&](const ParmVarDecl *P, const Expr *Argument) { Inner[P] = leaves(Argument); });
  auto [It, IsNew] = Inside.try_emplace({Asks, To.definition(), Depth, Inner}, false);
  if (!IsNew)
    return It->second;
  std::swap(Arguments, Inner);
  bool WasInCallee = std::exchange(IsInCallee, true);
  const Stmt *Body = To.definition()->getBody();
  It->second = Asks == Question::Folds ? mayFoldInside(Body, Depth) : find(Body, Asks, Depth) != nullptr;
  IsInCallee = WasInCallee;
  std::swap(Arguments, Inner);
  return It->second;
}

bool Folding::mayFoldInside(const Stmt *S, unsigned Depth) {
  if (auto *Call = dyn_cast<CallExpr>(S); Call && mayFold(Call, Depth))
    return true;
  return anyChild(S, [&](const Stmt *Child) { return mayFoldInside(Child, Depth); });
}

bool Folding::mayFold(const CallExpr *Call, unsigned Depth) {
  Callee To(Call);
  if (!To.function() || !Calls.judge(To.function()).CallsLibm)
    return false;
  if (!To.definition()) {
    Leaves All;
    for (const Expr *Argument : Call->arguments())
      All.add(leaves(Argument));
    return isKnown(All) || hasShortExponent(Call, To.function()->getName());
  }
  if (Depth > Deepest)
    return true;
  return isInside(To, Question::Folds, Depth + 1);
}

//--- products and sums --------------------------------------------------------

/// The program's text gives V, or an element of it, a number that a compiler can see. Variables that are given each
/// other's values are asked about in rounds, each variable once in a round, until no round finds another number.
bool Folding::mayBeNumber(const VarDecl *V) {
  V = V->getCanonicalDecl();
  if (auto It = Numbers.find(V); It != Numbers.end())
    return It->second;
  if (!Asked.empty())
    return Asked.insert(V).second && isGivenNumber(V);
  size_t Known;
  do {
    Known = Numbers.size();
    Asked = {V};
    isGivenNumber(V);
  } while (Numbers.size() != Known && !Numbers.count(V));
  if (!Numbers.count(V))
    for (const VarDecl *Other : Asked)
      Numbers.try_emplace(Other, false);
  Asked.clear();
  return Numbers.at(V);
}

/// The same of one that is being asked about; a "no" may be another round's "yes".
bool Folding::isGivenNumber(const VarDecl *V) {
  // What nobody writes keeps its zeros.
  bool IsZero = Given.of(V).empty() && Given.fillers(V).empty() && V->hasGlobalStorage() &&
                !V->isExternallyVisible() && !Given.isHandedOut(V);
  bool Result = IsZero ||
                llvm::any_of(Given.of(V), [&](const Expr *Value) { return mayBeNumber(Value); }) ||
                llvm::any_of(Given.fillers(V), [&](const VarDecl *P) { return mayBeNumber(P); });
  if (Result)
    Numbers[V] = true;
  return Result;
}

bool Folding::mayBeNumber(const Expr *E) {
  Expr::EvalResult Constant;
  bool IsConstantComplex = E->getType()->isAnyComplexType() && !E->isValueDependent() &&
                           E->EvaluateAsRValue(Constant, Syntax.AST);
  if (isa<ImplicitValueInitExpr>(E) || IsConstantComplex || numberOf(E, Syntax.AST))
    return true;
  E = E->IgnoreParenCasts();
  if (auto *List = dyn_cast<InitListExpr>(E))
    return List->hasArrayFiller() ||
           llvm::any_of(List->inits(), [&](const Expr *Value) { return mayBeNumber(Value); });
  if (auto *Literal = dyn_cast<CompoundLiteralExpr>(E))
    return mayBeNumber(Literal->getInitializer());
  if (auto *Call = dyn_cast<CallExpr>(E)) {
    Callee To(Call);
    bool IsSeen = To.definition() || (To.function() && Calls.judge(To.function()).IsPure);
    return IsSeen && llvm::all_of(Call->arguments(),
                                  [&](const Expr *Argument) { return mayBeNumber(Argument); });
  }
  auto *Sum = dyn_cast<BinaryOperator>(E);
  bool IsAddress = E->getType()->isPointerType() || isa<ArraySubscriptExpr, MemberExpr>(E);
  if (const VarDecl *V = IsAddress || !Sum ? startOf(E) : nullptr)
    return mayBeNumber(V);
  return isa<UnaryOperator, BinaryOperator, ConditionalOperator>(E) &&
         allChildren(E, [&](const Stmt *Child) { return mayBeNumber(cast<Expr>(Child)); });
}

/// The product that E is, with a sign or without.
static const BinaryOperator *productIn(const Expr *E) {
  E = E->IgnoreParens();
  if (auto *Sign = dyn_cast<UnaryOperator>(E); Sign && Sign->getOpcode() == UO_Minus)
    E = Sign->getSubExpr()->IgnoreParens();
  auto *Product = dyn_cast<BinaryOperator>(E);
  return Product && Product->getOpcode() == BO_Mul ? Product : nullptr;
}

/// Of numbers that it knows clang computes `w * h + k` with one rounding, on machines that have two as well.
bool Folding::isFused(const BinaryOperator *Sum) {
  bool IsCompound = Sum->getOpcode() == BO_AddAssign || Sum->getOpcode() == BO_SubAssign;
  if ((!Sum->isAdditiveOp() && !IsCompound) || !Sum->getType()->isRealFloatingType())
    return false;
  const BinaryOperator *Product = IsCompound ? nullptr : productIn(Sum->getLHS());
  if (!Product)
    Product = productIn(Sum->getRHS());
  if (!Product)
    return false;
  auto IsExact = [&](const Expr *Factor) {
    int Exponent;
    std::optional<double> Number = numberOf(Factor, Syntax.AST);
    return Number && std::abs(std::frexp(*Number, &Exponent)) == 0.5;
  };
  if (IsExact(Product->getLHS()) || IsExact(Product->getRHS()))
    return false;
  Leaves All = leaves(Sum);
  return isKnown(All) && !All.OnUnknown;
}

/// Of complex numbers that it knows gcc computes products and quotients with one rounding.
bool Folding::isComplexProduct(const BinaryOperator *E) {
  bool IsProduct = E->isMultiplicativeOp() || E->getOpcode() == BO_MulAssign ||
                   E->getOpcode() == BO_DivAssign;
  auto IsComplex = [](const Expr *Operand) { return Operand->getType()->isAnyComplexType(); };
  if (!IsProduct || !IsComplex(E->getLHS()) || !IsComplex(E->getRHS()))
    return false;
  Leaves All = leaves(E);
  return isKnown(All) && !All.OnUnknown;
}

const Expr *Folding::find(const Stmt *S, Question Asks, unsigned Depth) {
  if (auto *Operator = dyn_cast<BinaryOperator>(S))
    if (Asks == Question::Fuses ? isFused(Operator) : isComplexProduct(Operator))
      return Operator;
  auto *Call = dyn_cast<CallExpr>(S);
  if (Call && Callee(Call).definition() && Depth < Deepest && isInside(Callee(Call), Asks, Depth + 1))
    return Call;
  const Expr *Found = nullptr;
  forEachChild(S, [&](const Stmt *Child) { Found = Found ? Found : find(Child, Asks, Depth); });
  return Found;
}

void tilepipe::checkKnownValues(const NestSyntax &Syntax) {
  const Stmt *Body = Syntax.Shape.Body;
  if (const Expr *E = Folding(Syntax).complexProduct(Body))
    giveUp(refusals::knownComplex(Syntax.Src.place(E)));
  if (const Expr *Sum = Syntax.FusesConstants ? Folding(Syntax).fusedSum(Body) : nullptr)
    giveUp(refusals::fusedConstants(Syntax.Src.place(Sum)));
}

void tilepipe::checkFolding(const NestSyntax &Syntax, const CallExpr *Call, const std::string &Name) {
  if (Folding(Syntax).mayFold(Call))
    giveUp(refusals::foldedCall(Syntax.Src.place(Call), Name));
}
