// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TileText.h"

#include "Interleaving.h"

#include "Attempt.h"
#include "ConvexScan.h"
#include "Emitters.h"
#include "LineMarker.h"
#include "Packing.h"
#include "RowPieces.h"
#include "Results.h"
#include "StatementLoops.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <isl/aff.h>
#include <isl/id.h>

using namespace tilepipe;

static bool isWideAndSigned(const Loop &L) { return L.Type == "int" || L.Type == "long" || L.Type == "long long"; }

bool tilepipe::isDirect(const RegionContext &R, unsigned D) {
  const Loop &L = R.Nest.Loops[D];
  return L.Step == 1 && isWideAndSigned(L) && !L.Strided; // what a stride leads to may be no value of its type
}

bool tilepipe::isCoordinate(const RegionContext &R, unsigned D) {
  const Loop &L = R.Nest.Loops[D];
  return isDirect(R, D) || (L.Step == 1 && !L.Strided && llvm::StringRef(L.Type).starts_with("unsigned") && L.Type != "unsigned char" &&
                            L.Type != "unsigned short");
}

std::string tilepipe::loopVariable(const RegionContext &R, unsigned D) {
  return isDirect(R, D) ? R.Nest.Loops[D].Iterator : "tp_c" + std::to_string(D);
}

std::vector<std::string> tilepipe::loopVariables(const RegionContext &R) {
  std::vector<std::string> Result;
  for (unsigned D = 0; D < R.Nest.depth(); ++D)
    Result.push_back(loopVariable(R, D));
  return Result;
}

LoopChain tilepipe::boxLoops(const RegionContext &R) {
  if (R.IsTree)
    return {};
  // Of a nest with four skewed rows each further operation takes longer, and the nest has ten seconds for all it needs.
  constexpr unsigned long ScanQuota = 60'000;
  std::vector<std::string> Variables = loopVariables(R);
  auto Close = [&] { return scan(R.Pipe.BoxDomain, R.BoxContext, Variables, widenedIdentifier); };
  if (std::optional<LoopChain> Loops = attempt(R.Pipe.BoxDomain.ctx(), ScanQuota, Close))
    return *Loops;
  std::vector<isl::basic_set> Pieces = disjointPieces(R.Pipe.BoxDomain);
  std::vector<std::string> Widened;
  for (const std::string &Name : Variables)
    Widened.push_back(widenedIdentifier(Name));
  std::optional<LoopChain> Loops;
  if (Pieces.size() == 1)
    Loops = convexLoops(Pieces.front(), R.BoxContext, Widened, widenedIdentifier);
  for (unsigned D = 0; Loops && D < Variables.size(); ++D)
    Loops->Loops[D].Iterator = Variables[D];
  return Loops ? *Loops : Close();
}

std::string tilepipe::arrayDeclarator(const Array &A, bool IsRestrict) {
  std::string Inner;
  for (const std::string &Dim : A.DeclaredDims)
    Inner += "[" + Dim + "]";
  std::string Name = (IsRestrict ? "__restrict " : "") + A.base();
  std::string Declarator = Inner.empty() ? "*" + Name : "(*" + Name + ")" + Inner;
  return (A.IsConst ? "const " : "") + A.baseType() + " " + Declarator;
}

const Array *tilepipe::arrayOfPointer(const LoopNest &Nest, const std::string &Name) {
  for (unsigned I : Nest.bases())
    if (Nest.Arrays[I].base() == PointerCycle::base(Name))
      return &Nest.Arrays[I];
  return nullptr;
}

isl::pw_aff tilepipe::firstTurn(const LoopNest &Nest) {
  const isl::pw_aff &First = Nest.Loops.front().First; // { S[] -> [c] }
  isl_multi_id *Nothing =
      isl_multi_id_from_id_list(isl_pw_aff_get_domain_space(First.get()), isl_id_list_alloc(First.ctx().get(), 0));
  return isl::manage(isl_pw_aff_bind_domain(First.copy(), Nothing));
}

/// A constant pointer of the type of A's base.
static std::string constantPointer(const Array &A, const std::string &Name) {
  Array Renamed = A;
  Renamed.Base = "const " + Name;
  return arrayDeclarator(Renamed, false);
}

std::string tilepipe::placeName(unsigned Cycle, unsigned Index) {
  return "tp_at" + std::to_string(Cycle) + "_" + std::to_string(Index);
}

/// Where the pointers are when an iteration of the outermost loop begins. Counter: the variable with its coordinate.
static void printPlaces(const RegionContext &R, CodeBuffer &Out, const std::string &Counter) {
  for (unsigned I = 0; I < R.Nest.Cycles.size(); ++I) {
    const std::vector<PointerCycle::Pointer> &Pointers = R.Nest.Cycles[I].Pointers;
    if (!arrayOfPointer(R.Nest, Pointers.front().Name))
      continue;
    const size_t Size = Pointers.size();
    const std::string Turn = "tp_turn" + std::to_string(I);
    if (Size > 1) {
      const Loop &L = R.Nest.Loops.front();
      std::string Passed = "((tp_int)" + Counter + " - (" + printValue(firstTurn(R.Nest), R.Context, widenedIdentifier) + "))";
      if (L.Spacing != 1)
        Passed += " / " + std::to_string(L.Spacing);
      Out.line("const tp_int " + Turn + " = " + Passed + " % " + std::to_string(Size) + ";");
    }
    for (size_t Index = 0; Index < Size; ++Index) {
      std::string Place;
      for (size_t Rest = 0; Rest < Size; ++Rest)
        Place += (Rest + 1 < Size ? Turn + " == " + std::to_string(Rest) + " ? " : "") +
                 PointerCycle::base(Pointers[(Index + Rest) % Size].Name) + (Rest + 1 < Size ? " : " : "");
      Out.line(constantPointer(*arrayOfPointer(R.Nest, Pointers[Index].Name), placeName(I, Index)) + " = " + Place + ";");
    }
  }
}

std::string tilepipe::aggregateDeclarations(const RegionContext &R) {
  CodeBuffer Out(1);
  for (const AggregateCopy &H : R.Nest.AggregateCopies) {
    std::string Members;
    for (const AggregateCopy::Member &M : H.Members)
      Members += (Members.empty() ? "" : ", ") + M.Path + " = " + M.Value;
    Out.line(H.Type + " " + H.Name + " = {" + (Members.empty() ? "0" : Members) + "};");
    if (!H.Variable.empty())
      Out.line(H.Type + " *const " + H.Variable + " = &" + H.Name + ";");
  }
  return Out.str();
}

std::string tilepipe::withObjects(const RegionContext &R, const std::string &Function, bool IsReference) {
  std::string Before, After;
  for (unsigned I : R.Nest.bases()) {
    const Array &A = R.Nest.Arrays[I];
    if (A.Object.empty() || (!IsReference && A.Kind == Array::Storage::Static))
      continue;
    Before += "#define " + A.Object + " (*" + A.base() + ")\n";
    After += "#undef " + A.Object + "\n";
  }
  return Before + Function + After;
}

std::vector<Parameter> tilepipe::scanParameters(const RegionContext &R) {
  std::vector<Parameter> Result;
  for (const Capture &C : R.Nest.Captures)
    Result.push_back({C.Type + " " + C.Name, C.Name, "tp_a->" + C.Name});
  for (const Symbol &S : R.Nest.Symbols)
    if (R.isComputed(S))
      Result.push_back({"tp_int " + S.Name, S.Name, "tp_a->" + S.Name});
  // Memory reached through two names was excluded before the start.
  for (unsigned I : R.BaseArrays)
    Result.push_back({arrayDeclarator(R.Nest.Arrays[I], !R.Nest.CalleesNameMemory), R.Nest.Arrays[I].base(),
                      "tp_a->tp_base_" + R.Nest.Arrays[I].base()});
  if (!R.Nest.Reductions.empty())
    Result.push_back({resultsType(R) + " *tp_results", "tp_results", "tp_a->tp_results"});
  return Result;
}

std::string tilepipe::functionHead(const std::string &Prefix, const std::string &Name, const char *Parameters) {
  std::string Args = "const struct " + Prefix + "_args *";
  return "static void " + Prefix + Name + Parameters + " {\n  " + Args + "tp_a = (" + Args +
         ")tp_v;\n";
}

std::string tilepipe::scanAttributes(const RegionContext &R, const std::string &Name) {
  // Jamming puts stores of several rows into one iteration.
  bool IsJam = Name == "jam";
  return Name == "skew" ? (R.Lanes || (R.Lines && R.Lines->Ring) ? "TP_LANES" : "TP_LINES_APART")
         : R.Gaps == StoreGaps::InBody || (IsJam && R.Gaps != StoreGaps::None) ? "TP_STORES_APART"
         : R.Gaps == StoreGaps::BetweenRows                                  ? "TP_ROWS_APART"
                                           : "TP_OPAQUE";
}

std::string tilepipe::emitScanFunction(const RegionContext &R, const std::string &Name, const std::string &Storage,
                                       const ScanText &Scan) {
  std::vector<Variable> Variables;
  const bool HasOwnIterators = R.IsTree || R.isReordered(); // each loop declares them
  for (const Loop &L : R.Nest.Loops)
    if (!HasOwnIterators)
      Variables.push_back({L.Type, L.Iterator});
  for (const Loop &L : R.Nest.Loops)
    for (const Loop::Follower &F : L.Followers)
      if (!HasOwnIterators)
        Variables.push_back({F.Type, F.Name});
  Variables.insert(Variables.end(), Scan.Counters.begin(), Scan.Counters.end());
  for (unsigned D = 0; !HasOwnIterators && D < R.Nest.depth(); ++D)
    if (!isDirect(R, D))
      Variables.push_back({"tp_int", loopVariable(R, D)});
  for (const Private &P : R.Nest.Privates)
    if (llvm::none_of(R.Nest.Expanded, [&](const ExpandedScalar &E) { return E.Name == P.Name; }))
      Variables.push_back({P.Type, P.Name + P.Dims});
  llvm::append_range(Variables, resultVariables(R));
  // Stores to elements of type char may change the box, as far as compilers know otherwise: they load it again for each row.
  std::string Parameters = "const tp_box *__restrict tp_b";
  for (const Parameter &P : scanParameters(R))
    Parameters += ", " + P.Declaration;
  std::string Function = Storage + " void " + R.Prefix + "_" + Name + "_scan(" + Parameters + ") {\n" +
                         declarations(Variables) + aggregateDeclarations(R) + withResults(R, Scan.Loops) + "}\n";
  return withObjects(R, Function, false);
}

std::string tilepipe::scanCall(const RegionContext &R, const std::string &Name, const std::string &Box) {
  std::string Arguments = Box;
  for (const Parameter &P : scanParameters(R))
    Arguments += ", " + P.Argument;
  return R.Prefix + "_" + Name + "_scan(" + Arguments + ");";
}

/// The points of *tp_b: those of borders by the plain function, the others by the one of that name.
static std::string callsOfScan(const RegionContext &R, const std::string &Name, const OtherScan &Otherwise) {
  if (!Otherwise.Where.empty())
    return "  if (" + Otherwise.Where + ")\n    " + scanCall(R, Otherwise.Name, "tp_b") + "\n  else\n    " + scanCall(R, Name, "tp_b") + "\n";
  if (R.Borders.empty())
    return "  " + scanCall(R, Name, "tp_b") + "\n";
  CodeBuffer Out(1);
  auto In = [](const Border &B) { return "[" + std::to_string(B.Dimension) + "]"; };
  auto Side = [](const Border &B) { return "tp_side" + std::to_string(B.Dimension); };
  auto Some = [&](const std::string &Box) {
    std::string Text;
    for (const Border &B : R.Borders)
      Text += (Text.empty() ? "if (" : " && ") + Box + ".tp_lo" + In(B) + " < " + Box + ".tp_hi" + In(B);
    return Text + ")";
  };
  std::string Boxes = "tp_inner = *tp_b";
  for (const Border &B : R.Borders)
    Boxes += ", " + Side(B) + " = *tp_b";
  Out.line("tp_box " + Boxes + ";");
  for (auto [K, B] : llvm::enumerate(R.Borders)) {
    const std::string At = In(B), First = std::to_string(B.First);
    Out.line(Side(B) + ".tp_hi" + At + " = tp_min(tp_b->tp_hi" + At + ", " + First + ");");
    for (const Border &Other : llvm::drop_begin(R.Borders, K + 1))
      Out.line(Side(Other) + ".tp_lo" + At + " = tp_max(tp_b->tp_lo" + At + ", " + First + ");");
    Out.line("tp_inner.tp_lo" + At + " = tp_max(tp_b->tp_lo" + At + ", " + First + ");");
  }
  auto Run = [&](const std::string &Function, const std::string &Box) {
    Out.line(Some(Box));
    Out.line("  " + scanCall(R, Function, "&" + Box));
  };
  for (const Border &B : R.Borders)
    Run("tile", Side(B));
  Run(Name, "tp_inner");
  return Out.str();
}

std::string tilepipe::emitTileFunction(const RegionContext &R, const std::string &Name, const std::string &Comment,
                                       const ScanText &Scan, const OtherScan &Otherwise) {
  const char *const Box = "(const tp_box *tp_b, const void *tp_v)";
  const std::string OfBlock = Scan.Rows ? "_" + Name + "_block" : "_" + Name, Call = R.Prefix + "_" + Name;
  std::string Text = comment(Comment) + "\n" + emitScanFunction(R, Name, "static " + scanAttributes(R, Name), Scan) + functionHead(R.Prefix, OfBlock, Box) +
                     callsOfScan(R, Name, Otherwise) + "}\n";
  if (Scan.Rows)
    Text += "static void " + Call + Box + " {\n  tp_in_blocks(tp_b, " + std::to_string(Scan.Last.value_or(R.dimensions() - 1)) + ", " +
            std::to_string(Scan.Rows) + ", " + std::to_string(Scan.Points) + ", " + R.Prefix + OfBlock + ", tp_v);\n}\n";
  return Text + "\n";
}

std::string tilepipe::valueAt(const isl::pw_aff &Value, const std::vector<std::string> &Coordinates, const isl::set &Context) {
  isl::ctx Ctx = Value.ctx();
  isl_id_list *Ids = isl_id_list_alloc(Ctx.get(), Coordinates.size());
  for (const std::string &Name : Coordinates)
    Ids = isl_id_list_add(Ids, isl_id_alloc(Ctx.get(), Name.c_str(), nullptr));
  isl_space *Space = isl_pw_aff_get_domain_space(Value.get());
  isl_multi_id *Tuple = isl_multi_id_from_id_list(Space, Ids);
  isl::pw_aff Bound = isl::manage(isl_pw_aff_bind_domain(Value.copy(), Tuple));
  return printValue(Bound, Context, widenedIdentifier);
}

/// "j = (int)(i + 1);" for each variable that L steps beside its iterator.
static void setFollowers(CodeBuffer &Out, const Loop &L, const std::vector<std::string> &Variables, const isl::set &Context) {
  for (const Loop::Follower &F : L.Followers)
    Out.line(F.Name + " = (" + F.Type + ")(" + valueAt(F.Value, Variables, Context) + ");");
}

/// Vectorizing pairs gcc 12 forgets that a number went through a shorter type on its way
/// from one point to the next, and reads several points under the condition of the first.
/// It keeps to the program where points cannot share a vector.
static bool mustKeepPointsApart(const RegionContext &R) {
  return R.Nest.writesPairs() &&
         (R.Nest.RoundsToShorter ||
          llvm::any_of(R.Nest.Accesses, [](const Access &A) { return A.IsConditional; }));
}

/// Text has Of at At, as an expression of its own that is not taken the address of.
static bool hasAt(llvm::StringRef Text, size_t At, llvm::StringRef Of) {
  llvm::StringRef Before = Text.take_front(At);
  if (!Text.substr(At).starts_with(Of) || (!Before.empty() && (llvm::isAlnum(Before.back()) || Before.back() == '_')))
    return false;
  Before = Before.rtrim();
  const bool IsMember = Before.ends_with(".") || Before.ends_with("->"), IsAddress = Before.ends_with("&") && !Before.ends_with("&&");
  return !IsMember && !IsAddress;
}

static std::string withReplacements(const RegionContext &R, TextRange Range, llvm::ArrayRef<Replacement> Replaced) {
  llvm::StringRef Text = R.FileText.slice(Range.Begin, Range.End);
  std::string Result;
  for (size_t At = 0; At < Text.size();) {
    const Replacement *Here = llvm::find_if(Replaced, [&](const Replacement &Each) { return hasAt(Text, At, Each.Of); });
    Result += Here == Replaced.end() ? std::string(1, Text[At]) : Here->Text;
    At += Here == Replaced.end() ? 1 : Here->Of.size();
  }
  return Result;
}

static void userText(const RegionContext &R, CodeBuffer &Out, TextRange Range, const char *Behind,
                     llvm::ArrayRef<Replacement> Replaced = {}) {
  std::vector<Replacement> All = Replaced.vec();
  for (const std::string &Name : R.Nest.Extrema)
    All.push_back({Name + "(", "tp_" + Name + "("});
  // Debuggers shall find the user's lines.
  if (R.Options.LineDirectives)
    Out.raw(userLineMarker(R.FileText, Range.Begin, R.Options.File, /*IsGenerated=*/true));
  Out.raw(std::string(2 * Out.level(), ' ') + withReplacements(R, Range, All) + Behind +
          "\n");
  if (R.Options.LineDirectives)
    Out.raw(generatedLineMarker());
}

/// The user's text of statement K. Scalars that are arrays are taken from there in front of it, and put there behind it.
static void printText(const RegionContext &R, CodeBuffer &Out, unsigned K, llvm::ArrayRef<Replacement> Replaced) {
  const Statement &S = R.Nest.Statements[K];
  for (const ExpandedScalar &E : R.Nest.Expanded)
    if (llvm::is_contained(E.NamedBy, K) && !llvm::is_contained(E.DeclaredBy, K))
      Out.line(E.Type + " " + E.Name + (E.isGivenIn(K) ? "" : " = " + E.Element) + ";");
  // Declarations begin a block, in C90 as well.
  if (!S.BetweenText.empty()) {
    Out.line("{");
    Out.indent();
  }
  for (TextRange Part : S.BetweenText)
    userText(R, Out, Part, "", Replaced);
  // A loop of one iteration is none here; `continue` needs one all the same. Its body may be several statements.
  if (S.HasContinue)
    Out.line("do {");
  userText(R, Out, S.Text, S.HasContinue ? " } while (0);" : "", Replaced);
  for (const ExpandedScalar &E : R.Nest.Expanded)
    if (llvm::is_contained(E.NamedBy, K) && !llvm::is_contained(E.FinishedBy, K))
      Out.line(E.Element + " = " + E.Name + ";");
  if (!S.BetweenText.empty()) {
    Out.outdent();
    Out.line("}");
  }
}

/// Statement K, whose loops have these coordinates.
static void printStatement(const RegionContext &R, CodeBuffer &Out, unsigned K, llvm::ArrayRef<std::string> Coordinates,
                           llvm::ArrayRef<Replacement> Replaced = {}) {
  if (mustKeepPointsApart(R))
    Out.line("TP_COMPILER_BARRIER;");
  printWatched(R, Out, K, Coordinates, [&] { printText(R, Out, K, Replaced); });
}

void tilepipe::printIterators(const RegionContext &R, CodeBuffer &Out) {
  const std::vector<std::string> Variables = loopVariables(R);
  for (unsigned D = 0; D < R.Nest.depth(); ++D) {
    const Loop &L = R.Nest.Loops[D];
    if (!isDirect(R, D))
      Out.line(L.Iterator + " = (" + L.Type + ")(" + valueAt(L.Value, Variables, R.Context) + ");");
    setFollowers(Out, L, Variables, R.Context);
  }
}

/// The point whose iterators are set.
static void printPoint(const RegionContext &R, CodeBuffer &Out, const std::vector<std::string> &Touched,
                       llvm::ArrayRef<Replacement> Replaced) {
  for (const std::string &Element : Touched)
    Out.line("TP_FORCE_READ(" + Element + ");");
  printStatement(R, Out, 0, loopVariables(R), Replaced);
}

void tilepipe::printLeaf(const RegionContext &R, CodeBuffer &Out, const std::vector<std::string> &Coordinates,
                         const std::vector<std::string> &Touched) {
  for (unsigned D = 0; D < R.Nest.depth(); ++D)
    if (!Coordinates[D].empty())
      Out.line(loopVariable(R, D) + " = " + Coordinates[D] + ";");
  printIterators(R, Out);
  printPoint(R, Out, Touched, {});
}

/// Conditions of the text that no point of the nest meets, but points of its borders. With them in the text no compiler makes
/// vectors of the points.
static std::vector<std::string> falseConditions(const RegionContext &R) {
  std::vector<std::string> Result;
  if (R.Borders.empty())
    return Result;
  for (const Statement::Condition &C : R.Nest.Statements.front().Conditions)
    if (C.Where.intersect(R.Nest.domain()).is_empty() && !llvm::is_contained(Result, C.Text))
      Result.push_back(C.Text);
  return Result;
}

/// Declarations begin a block, in C90 as well.
static void openBlock(CodeBuffer &Out) {
  Out.line("{");
  Out.indent();
}

static void closeBlock(CodeBuffer &Out) {
  Out.outdent();
  Out.line("}");
}

/// Variables that have the values of parts of the user's text, and stand there.
static std::vector<Replacement> declareHeld(CodeBuffer &Out, const std::string &Type, const std::string &Macro,
                                            llvm::ArrayRef<HeldValue> Held) {
  std::vector<Replacement> Result;
  for (const auto &[Number, Value] : llvm::enumerate(Held)) {
    const std::string Name = "tp_value" + std::to_string(Number);
    Out.line("const " + (Value.Type.empty() ? Type : Value.Type) + " " + Name + " = " + Macro + "(" + Value.Of + ", " + Value.Cell + ");");
    Result.push_back({Value.Of, Name});
  }
  return Result;
}

void tilepipe::printLeafWithHeld(const RegionContext &R, CodeBuffer &Out, const std::string &Type, const std::string &Macro,
                                 llvm::ArrayRef<HeldValue> Held, llvm::ArrayRef<Replacement> Others) {
  std::vector<Replacement> Replaced;
  printIterators(R, Out);
  openBlock(Out);
  for (const std::string &Condition : falseConditions(R)) {
    const std::string Name = "tp_never" + std::to_string(Replaced.size());
    Out.line("const int " + Name + " = TP_NEVER(" + Condition + ");");
    Replaced.push_back({"(" + Condition + ")", "(" + Name + ")"});
  }
  llvm::append_range(Replaced, declareHeld(Out, Type, Macro, Held));
  Replaced.insert(Replaced.end(), Others.begin(), Others.end());
  std::vector<std::string> Touched = touchable(R);
  llvm::erase_if(Touched, [&](const std::string &Text) {
    return llvm::any_of(Held, [&](const HeldValue &Value) { return Value.Of == Text; });
  });
  printPoint(R, Out, Touched, Replaced);
  closeBlock(Out);
}

/// Loop number L of a tree has the user's iterator for its variable. One that counts down has it, too: compilers do not know
/// how elements follow each other where an iterator is computed from another variable.
static bool stepsIterator(const RegionContext &R, unsigned L) {
  const Loop &Here = R.Nest.Loops[L];
  return isDirect(R, L) || (Here.Step == -1 && isWideAndSigned(Here) && !Here.Strided);
}

std::string tilepipe::treeLoops(const RegionContext &R, PointOrder Order, RowsBegin Rows) {
  const LoopNest &Nest = R.Nest;
  const bool IsOfTiles = Order == PointOrder::Tiles;
  std::vector<Counter> Counters;
  std::vector<std::string> Coordinates; // names for the tuple of a point
  for (unsigned I = 0; I < Nest.tupleSize(); ++I)
    Coordinates.push_back("tp_c" + std::to_string(I));
  for (unsigned L = 0; L < Nest.Loops.size(); ++L)
    Counters.push_back(stepsIterator(R, L) ? Counter{{Nest.Loops[L].Type, Nest.Loops[L].Iterator}, !isDirect(R, L)}
                                           : Counter{{"tp_int", "tp_n" + std::to_string(L)}});
  auto CoordinatesOf = [&](unsigned K) {
    std::vector<std::string> Names = Coordinates;
    for (unsigned L : Nest.Statements[K].Loops)
      Names[Nest.coordinateOf(L)] = Counters[L].coordinate();
    return Names;
  };
  auto Leaf = [&](CodeBuffer &Text, unsigned K) {
    const Statement &S = Nest.Statements[K];
    const std::vector<std::string> Names = CoordinatesOf(K);
    std::vector<Variable> Computed;
    std::vector<std::string> Around;
    for (unsigned L : S.Loops) {
      Around.push_back(Counters[L].coordinate());
      if (!stepsIterator(R, L))
        Computed.push_back({Nest.Loops[L].Type, Nest.Loops[L].Iterator});
      for (const Loop::Follower &F : Nest.Loops[L].Followers)
        Computed.push_back({F.Type, F.Name});
    }
    openBlock(Text);
    for (const Variable &V : Computed)
      Text.line(V.Type + " " + V.Name + ";");
    for (unsigned L : S.Loops) {
      if (const Loop &Here = Nest.Loops[L]; !stepsIterator(R, L))
        Text.line(Here.Iterator + " = (" + Here.Type + ")(" + valueAt(Here.Value, Names, R.Context) + ");");
      setFollowers(Text, Nest.Loops[L], Names, R.Context);
    }
    for (const Statement::Exchanged &P : S.Pointers)
      Text.line(constantPointer(*arrayOfPointer(Nest, P.Name), P.Name) + " = " + placeName(P.Cycle, P.Index) + ";");
    if (Nest.Statements.size() > 1)
      Text.line("TP_STATEMENT(" + std::to_string(K) + ");");
    const std::vector<HeldValue> Packed = IsOfTiles ? packedValues(R, K) : std::vector<HeldValue>();
    if (!Packed.empty())
      openBlock(Text);
    printStatement(R, Text, K, Around, declareHeld(Text, "", "TP_HELD", Packed));
    if (!Packed.empty())
      closeBlock(Text);
    closeBlock(Text);
  };
  CodeBuffer Out(1);
  auto Turn = [&](CodeBuffer &Text) { printPlaces(R, Text, Counters.front().coordinate()); };
  std::vector<std::optional<StrideText>> Strides;
  for (const Loop &L : Nest.Loops)
    Strides.push_back(strideText(L, R.BoxContext, widenedIdentifier));
  auto FirstInRow = [&](unsigned L, llvm::ArrayRef<unsigned> Statements) {
    return Rows == RowsBegin::AtLines ? firstInRow(R, L, Statements, CoordinatesOf) : "";
  };
  printStatementLoops(Out, Nest, R.Pipe.BoxDomain, R.BoxContext, IsOfTiles ? R.Sunk : SunkLoops(), Order == PointOrder::Jammed ? R.JammedTree : std::nullopt, Counters, Strides, widenedIdentifier, Leaf, Turn, FirstInRow);
  return Out.str();
}
