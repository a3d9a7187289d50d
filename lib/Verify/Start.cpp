// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a region starts: the argument structure, the schedule.
//
#include "Reading.h"

#include <isl/set.h>

using namespace tilepipe;
using namespace clang;

namespace {

class StartReader {
public:
  StartReader(const RegionSource &Source, const UserNest &User, const Descriptor &Table,
              EmittedRegion &Region)
      : Source(Source), File(Source.File), Nest(Source.Nest), User(User), Table(Table),
        Region(Region), Prefix(Source.Prefix) {}

  void readRun() const;
  void readTry();
  void readLocalise() const;
  void readPipeline();
  void readStartFunction() const;

private:
  const RegionSource &Source;
  const EmittedFile &File;
  const LoopNest &Nest;
  const UserNest &User;
  const Descriptor &Table;
  EmittedRegion &Region;
  std::string Prefix;

  const FunctionDecl *function(const std::string &Suffix) const {
    const FunctionDecl *F = File.function(Prefix + Suffix);
    if (!F)
      throw std::runtime_error("region " + Nest.Name + " has no " + Prefix + Suffix);
    return F;
  }
  [[noreturn]] void fail(const Stmt *S, const llvm::Twine &What) const { File.fail(S, What); }

  void readField(llvm::StringRef Field, const Expr *Right) const;
  /// Reductions whose start is remembered; whose zeros are looked at; that are numbers before the nest; whose NaNs are
  /// looked at; whose start tiles get.
  std::set<std::string> Starts, Zeros, Numbers, Nans, Froms;
  bool HasRun = false;                 ///< tp_ran has the answer

  /// Records of ordered sums: what each member is given. Products are not fused.
  std::map<std::string, const Expr *> Records;
  bool LooksAtFusing = false;

  bool readRecord(const Stmt *S);
  void takeRecords(const Stmt *S, Evaluator &X);
  bool looksAtResults(const std::string &Condition);
  void checkLooked(const Stmt *S) const;
  bool givesStart(const std::string &Text);
  bool remembersStart(const DeclStmt *S);
  bool runs(const std::string &Text);
  bool isStart(llvm::StringRef Text) const;
  void checkFilled(const Stmt *S, const RecordDecl *Arguments, const std::set<std::string> &Filled) const;
  void readTryStatement(const Stmt *S, Evaluator &X, std::set<std::string> &Filled);
};

/// return tp_worth(...) ? tp_sweep_try(all parameters) : 0;
void StartReader::readRun() const {
  const FunctionDecl *Run = function("_run"), *Try = function("_try");
  auto *Body = cast<CompoundStmt>(Run->getBody());
  auto *Return = Body->size() == 1 ? dyn_cast<ReturnStmt>(Body->body_front()) : nullptr;
  auto *Choice = Return && Return->getRetValue() ? dyn_cast<ConditionalOperator>(stripped(Return->getRetValue())) : nullptr;
  // Declining is never wrong.
  auto *Call = Choice && File.spelling(Choice->getFalseExpr()) == "0" ? dyn_cast<CallExpr>(stripped(Choice->getTrueExpr()))
                                                                       : nullptr;
  if (!Call || !isCallOf(Call, Try->getName()) || Call->getNumArgs() != Try->getNumParams())
    fail(Body, "statement that is not understood");
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    const VarDecl *V = Evaluator::variable(Call->getArg(I));
    if (!V || V->getName() != Try->getParamDecl(I)->getName() ||
        File.ast().getCanonicalType(V->getType()) != File.ast().getCanonicalType(Try->getParamDecl(I)->getType()))
      fail(Call->getArg(I), "argument that is not understood");
  }
}

/// tp_a.<Field> = Right
void StartReader::readField(llvm::StringRef Field, const Expr *Right) const {
  std::string Text = squeezed(File.text(Right));
  const VarDecl *V = Evaluator::variable(Right);
  bool IsParameter = V && isa<ParmVarDecl>(V) && V->getName() == Field;
  for (const Symbol &S : Nest.Symbols)
    if (S.Name == Field && Text == "(tp_int)(" + squeezed(S.Text) + ")")
      return;
  for (unsigned I : Nest.bases())
    if (const Array &A = Nest.Arrays[I];
        Field == "tp_base_" + A.base() && A.Kind == Array::Storage::Static &&
        Text == "(void*)" + squeezed(A.baseText()))
      return;
  llvm::StringRef Global = Field;
  // The variable itself, or the parameter that has its value.
  if (Global.consume_front("tp_global_") && V && V->getName() == Global) {
    auto *Meaning = dyn_cast_or_null<VarDecl>(User.meaning(Global));
    if (V->hasGlobalStorage() || (isa<ParmVarDecl>(V) && Meaning && Meaning->hasGlobalStorage() &&
                                  Meaning->getDeclContext()->isTranslationUnit()))
      return;
  }
  Global = Field;
  if (Global.consume_front("tp_at_") && Text == ("&" + Global).str() && !IsParameter)
    return;
  if (!IsParameter)
    fail(Right, "value that is not '" + Field + "'");
}

/// A condition under which the order of tiles may show in a result: before the region runs, or behind it.
bool StartReader::looksAtResults(const std::string &Condition) {
  using Taking = Reduction::Taking;
  for (const Reduction &R : Nest.Reductions) {
    if (!R.mayShowOrder())
      continue;
    std::string Result = "tp_results->" + R.Name, Start = "tp_start_" + R.Name;
    const bool IsStrict = R.Takes == Taking::Strict, IsMax = R.Op == Reduction::Operator::Max;
    std::string Before = "!(" + Result + (IsMax ? ">" : "<") + (IsStrict ? "=0)" : "0)");
    std::string Behind = Result + "==0" + (IsStrict ? "&&" + Start + "!=0" : "");
    std::string Nan = "tp_results->tp_nan_" + R.Name;
    std::string Replaced = Result + "!=" + Result + "||(" + Result + "==0&&__builtin_signbit(" + Result + "))";
    if (!HasRun && !IsStrict && R.HasNoSign && Condition == Replaced) {
      Zeros.insert(R.Name);
      Numbers.insert(R.Name);
    } else if (!HasRun && Condition == Before) {
      if (!R.mayTakeNan()) // what elements are is not known yet
        Zeros.insert(R.Name);
      Numbers.insert(R.Name);
    } else if (!HasRun && Condition == Result + "!=" + Result) {
      Numbers.insert(R.Name);
    } else if (HasRun && Condition == Behind && (!IsStrict || Starts.count(R.Name))) {
      Zeros.insert(R.Name);
    } else if (HasRun && R.mayTakeNan() && Condition == Nan) {
      Nans.insert(R.Name);
    } else {
      continue;
    }
    return true;
  }
  return false;
}

/// Throws at S, where _try ends, unless all has been looked at.
void StartReader::checkLooked(const Stmt *S) const {
  for (const Reduction &R : Nest.Reductions) {
    if (R.mayShowOrder() && !Zeros.count(R.Name))
      fail(S, "zeros of both signs that may meet in '" + R.Name + "'");
    // A strict extreme that is a NaN stays one.
    if (R.mayShowOrder() && R.Takes != Reduction::Taking::Strict && !Numbers.count(R.Name))
      fail(S, "'" + R.Name + "', which may be a NaN before the nest");
    if (R.mayTakeNan() && !Nans.count(R.Name))
      fail(S, "NaNs that may be taken for '" + R.Name + "'");
    if (!R.Companions.empty() && !Froms.count(R.Name))
      fail(S, "tiles that do not start from '" + R.Name + "'");
  }
}

/// tp_results->tp_sums[0].tp_first[1] = value, in front of the start
bool StartReader::readRecord(const Stmt *S) {
  auto *Assignment = dyn_cast<BinaryOperator>(S);
  if (!Assignment || Assignment->getOpcode() != BO_Assign || HasRun)
    return false;
  std::string Target = File.spelling(Assignment->getLHS());
  return llvm::StringRef(Target).starts_with("tp_results->tp_sums[") && Records.emplace(Target, Assignment->getRHS()).second;
}

/// The records of all sums and products are whole.
void StartReader::takeRecords(const Stmt *S, Evaluator &X) {
  size_t Count = 0;
  for (const Reduction &R : Nest.Reductions) {
    if (!R.hasRecord())
      continue;
    const std::string Record = recordOf(Nest, R);
    auto Given = [&](const std::string &Member) {
      auto Found = Records.find(Record + Member);
      if (Found == Records.end())
        fail(S, "sum '" + R.Name + "' without " + Member);
      ++Count;
      return Found->second;
    };
    auto *V = dyn_cast_or_null<VarDecl>(User.meaning(R.Name));
    const bool IsFloat = V && V->getType()->isSpecificBuiltinType(BuiltinType::Float);
    if (File.spelling(Given(".tp_result")) != "&tp_results->" + R.Name || File.spelling(Given(".tp_is_float")) != (IsFloat ? "1" : "0"))
      fail(S, "another sum than '" + R.Name + "'");
    if (R.IsReassociated) {
      const bool IsProduct = R.Op == Reduction::Operator::Multiply;
      if (R.IsFloat != IsFloat || File.spelling(Given(".tp_partial")) != (IsProduct ? "TP_PARTIAL_PRODUCTS" : "TP_PARTIAL_SUMS"))
        fail(S, "other partial results than those of '" + R.Name + "'");
      continue;
    }
    std::string IsFull = File.spelling(Given(".tp_is_full"));
    if (IsFull != "0" && IsFull != "1")
      fail(S, "another sum than '" + R.Name + "'");
    if (R.MayFuse && !LooksAtFusing)
      fail(S, "products that may be fused with '" + R.Name + "'");
    const size_t Loops = Nest.Statements[R.StatementIndex].Loops.size();
    if (File.spelling(Given(".tp_loops")) != std::to_string(Loops))
      fail(S, "a box of another number of sides than '" + R.Name + "' has loops around it");
    EmittedTerms Terms;
    Terms.StatementIndex = R.StatementIndex;
    Terms.IsFull = IsFull == "1";
    if (llvm::StringRef(File.spelling(Given(".tp_along"))).getAsInteger(10, Terms.Along))
      fail(S, "another sum than '" + R.Name + "'");
    for (size_t D = 0; D < Loops; ++D) {
      std::string At = "[" + std::to_string(D) + "]";
      Terms.First.push_back(X.number(Given(".tp_first" + At)).plain());
      Terms.Past.push_back(X.number(Given(".tp_past" + At)).plain());
    }
    Region.Terms.push_back(std::move(Terms));
  }
  if (Count != Records.size())
    fail(S, "records of other sums");
}

/// tp_results->tp_from_m = tp_results->m
bool StartReader::givesStart(const std::string &Text) {
  for (const Reduction &R : Nest.Reductions)
    if (!R.Companions.empty() && !HasRun && Text == "tp_results->tp_from_" + R.Name + "=tp_results->" + R.Name) {
      Froms.insert(R.Name);
      return true;
    }
  return false;
}

/// const double tp_start_m = tp_results->m; int tp_ran;
bool StartReader::remembersStart(const DeclStmt *S) {
  std::string Text = File.spelling(S);
  for (const Reduction &R : Nest.Reductions)
    if (R.mayShowOrder() && !HasRun && Text == "const" + squeezed(R.Type) + "tp_start_" + R.Name + "=tp_results->" + R.Name + ";") {
      Starts.insert(R.Name);
      return true;
    }
  return Text == "inttp_ran;";
}

/// tp_ran = tp_region_run(...): what has been written by then cannot be undone.
bool StartReader::runs(const std::string &Text) {
  if (HasRun || !Nest.mayRunAgain() || !llvm::StringRef(Text).starts_with("tp_ran="))
    return false;
  HasRun = isStart(llvm::StringRef(Text).drop_front(7));
  return HasRun;
}

/// tp_region_run(&tp_sweep_region, &tp_a, 0)
bool StartReader::isStart(llvm::StringRef Text) const {
  std::string Start = "tp_region_run(&" + Prefix + "_region,&tp_a,";
  return Text == Start + "0)" || Text == Start + "omp_in_parallel())";
}

void StartReader::readTryStatement(const Stmt *S, Evaluator &X, std::set<std::string> &Filled) {
  if (auto *If = dyn_cast<IfStmt>(S)) {
    if (If->getElse() || File.spelling(If->getThen()) != (HasRun ? "tp_results->tp_unsure=1" : "return0"))
      fail(S, "statement that is not understood");
    if (looksAtResults(File.spelling(If->getCond())))
      return;
    // Whatever this compiler would do: the emitted text is for another one.
    if (auto *Call = dyn_cast<CallExpr>(If->getCond()); Call && isCallOf(Call, "tp_fuses_sums") && File.isRuntimes(Call->getDirectCallee())) {
      LooksAtFusing |= !HasRun;
      return;
    }
    if (HasRun)
      fail(S, "statement that is not understood");
    Region.Runs = Region.Runs.subtract(X.condition(If->getCond()));
    return;
  }
  if (isa<CallExpr>(S)) {
    if (!isCallOf(cast<CallExpr>(S), "__builtin_memset") || !Filled.empty())
      fail(S, "statement that is not understood");
    return;
  }
  auto *Assignment = dyn_cast<BinaryOperator>(S);
  auto *Member = Assignment && Assignment->getOpcode() == BO_Assign
                     ? dyn_cast<MemberExpr>(stripped(Assignment->getLHS()))
                     : nullptr;
  const VarDecl *Target = Member && !Member->isArrow() ? Evaluator::variable(Member->getBase())
                                                       : nullptr;
  if (!Target || Target->getName() != "tp_a")
    fail(S, "statement that is not understood");
  llvm::StringRef Field = Member->getMemberDecl()->getName();
  if (isConverted(Assignment->getRHS()))
    fail(S, "'" + Field + "' has another type than its value");
  readField(Field, Assignment->getRHS());
  Filled.insert(Field.str());
}

/// At the start S all of the argument structure has a value.
void StartReader::checkFilled(const Stmt *S, const RecordDecl *Arguments, const std::set<std::string> &Filled) const {
  if (!Arguments)
    fail(S, "statement that is not understood");
  for (const FieldDecl *F : Arguments->fields())
    if (!Filled.count(F->getName().str()) && F->getName() != "tp_unused")
      fail(S, "'" + F->getName() + "' has no value");
}

void StartReader::readTry() {
  const FunctionDecl *Try = function("_try");
  auto *Body = cast<CompoundStmt>(Try->getBody());
  Evaluator X(Source);
  for (const Symbol &S : Nest.Symbols)
    X.Spelled[squeezed(S.Text)] = S.Name;
  for (const ParmVarDecl *P : Try->parameters()) {
    Binding B;
    B.Field = P->getName().str();
    if (P->getType()->isIntegerType())
      B.Number = Value::parameter(Source.ctx(), B.Field);
    X.Vars[P] = B;
  }
  const RecordDecl *Arguments = nullptr;
  std::set<std::string> Filled;
  for (const Stmt *S : Body->body()) {
    if (auto *D = dyn_cast<DeclStmt>(S); D && D->isSingleDecl() && !Arguments) {
      auto *V = dyn_cast<VarDecl>(D->getSingleDecl());
      auto *Type = V && !V->getInit() ? V->getType()->getAs<RecordType>() : nullptr;
      if (!Type || Type->getDecl()->getName() != Prefix + "_args")
        fail(S, "statement that is not understood");
      Arguments = Type->getDecl();
      continue;
    }
    if (auto *D = dyn_cast<DeclStmt>(S); D && Filled.empty() && remembersStart(D))
      continue;
    auto *Return = dyn_cast<ReturnStmt>(S);
    if (!Return && Filled.empty() && (givesStart(File.spelling(S)) || readRecord(S)))
      continue;
    if (!Return && runs(File.spelling(S))) {
      checkFilled(S, Arguments, Filled);
      continue;
    }
    if (!Return) {
      if (HasRun && !isa<IfStmt>(S))
        fail(S, "statement that is not understood");
      readTryStatement(S, X, Filled);
      continue;
    }
    std::string Text = File.spelling(S);
    if (HasRun ? Text != "returntp_results->tp_unsure&&tp_ran==1?0:tp_ran" : !isStart(llvm::StringRef(Text).drop_front(llvm::StringRef("return").size())))
      fail(S, "statement that is not understood");
    checkLooked(S);
    takeRecords(S, X);
    if (!HasRun)
      checkFilled(S, Arguments, Filled);
    return;
  }
  File.fail(Try, "function that does not start the region");
}

/// tp_a->tp_base_A = (void *)A; damping = tp_a->tp_global_damping;
void StartReader::readLocalise() const {
  std::set<std::string> Expected, Found;
  for (unsigned I : Nest.bases())
    if (const Array &A = Nest.Arrays[I]; A.Kind == Array::Storage::Static)
      Expected.insert("tp_a->tp_base_" + A.base() + "=(void*)" + squeezed(A.baseText()));
  for (const CalledGlobal &G : Nest.CalledGlobals)
    Expected.insert(G.Name + "=tp_a->" +
                    (G.Base.empty() ? "tp_global_" + G.Name : "tp_base_" + G.Base));
  auto Localise = Table.Functions.find("tp_localise");
  if (Localise == Table.Functions.end()) {
    if (!Expected.empty())
      throw std::runtime_error("region " + Nest.Name + " has no " + Prefix + "_localise");
    return;
  }
  for (const Stmt *S : cast<CompoundStmt>(Localise->second->getBody())->body())
    if (isa<BinaryOperator>(S))
      Found.insert(squeezed(File.text(S)));
    else if (std::string Text = File.spelling(S);
             Text != "struct" + Prefix + "_args*tp_a=(struct" + Prefix + "_args*)tp_v;")
      fail(S, "statement that is not understood");
  if (Found != Expected)
    File.fail(Localise->second, "other objects than the nest's are set");
}

/// for (tp_s = tp_first(tp_c); tp_more(tp_c, tp_s); tp_s = tp_next(tp_c, tp_s)) { calls }
void StartReader::readPipeline() {
  const FunctionDecl *F = function("_pipeline");
  const std::string Tile = Table.Tiles.front()->getName().str(), Arguments = "(&tp_b,tp_v)";
  const std::string Choice = Table.Variants->getName().str() + "[tp_kind(tp_c)].tp_tile";
  const ForStmt *For = nullptr;
  for (const Stmt *S : cast<CompoundStmt>(F->getBody())->body()) {
    if (auto *Loop = dyn_cast<ForStmt>(S); Loop && !For)
      For = Loop;
    else if (!isa<DeclStmt>(S))
      fail(S, "statement that is not understood");
  }
  if (!For || !For->getInit() || !For->getCond() || !For->getInc() ||
      File.spelling(For->getInit()) != "tp_s=tp_first(tp_c)" ||
      File.spelling(For->getCond()) != "tp_more(tp_c,tp_s)" ||
      File.spelling(For->getInc()) != "tp_s=tp_next(tp_c,tp_s)" || !isa<CompoundStmt>(For->getBody()))
    File.fail(F, "schedule that is not understood");
  for (const Stmt *S : cast<CompoundStmt>(For->getBody())->body()) {
    std::string Text = File.spelling(S);
    auto *If = dyn_cast<IfStmt>(S);
    if (Text == "tp_begin(tp_c,tp_s)")
      Region.Pipeline.push_back(PipelineCall::Begin);
    else if (Text == "tp_end(tp_c,tp_s)")
      Region.Pipeline.push_back(PipelineCall::End);
    else if (If && !If->getElse() && File.spelling(If->getCond()) == "tp_box_at(tp_c,tp_s,&tp_b)" &&
             (File.spelling(If->getThen()) == Choice + Arguments || File.spelling(If->getThen()) == Tile + Arguments))
      Region.Pipeline.insert(Region.Pipeline.end(), {PipelineCall::Box, PipelineCall::Tile});
    else
      fail(S, "step that is not understood");
  }
}

/// TP_START(tp_sweep), of tilepipe/runtime.h
void StartReader::readStartFunction() const {
  const FunctionDecl *F = Table.Functions.at("tp_start");
  if (!File.isMadeBy(F, "TP_START", Prefix) || F->getName() != Prefix + "_start")
    File.fail(F, "start that is not understood");
}

} // namespace

void tilepipe::readStart(const RegionSource &Source, const UserNest &User,
                         const Descriptor &Table, EmittedRegion &Region) {
  StartReader Reader(Source, User, Table, Region);
  Reader.readRun();
  Reader.readTry();
  Reader.readLocalise();
  Reader.readPipeline();
  Reader.readStartFunction();
}
