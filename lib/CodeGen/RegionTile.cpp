//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Attempt.h"
#include "ConvexScan.h"
#include "LineMarker.h"
#include "RegionEmitter.h"
#include "tilepipe/Support/Identifiers.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/aff.h>
#include <isl/id.h>

using namespace tilepipe;

/// The user's iterator can itself be the loop variable: it counts the coordinate,
/// and no bound of ours can leave its type.
bool RegionEmitter::isDirect(unsigned D) const {
  const Loop &L = Nest.Loops[D];
  bool IsWideAndSigned = L.Type == "int" || L.Type == "long" || L.Type == "long long";
  return L.Step == 1 && IsWideAndSigned;
}

std::string RegionEmitter::loopVariable(unsigned D) const {
  return isDirect(D) ? Nest.Loops[D].Iterator : "tp_c" + std::to_string(D);
}

/// "const double (*__restrict A)[tp_A_1]"
std::string RegionEmitter::arrayDeclarator(const Array &A, bool IsRestrict) const {
  std::string Inner;
  for (const std::string &Dim : A.DeclaredDims)
    Inner += "[" + Dim + "]";
  std::string Name = (IsRestrict ? "__restrict " : "") + A.base();
  std::string Declarator = Inner.empty() ? "*" + Name : "(*" + Name + ")" + Inner;
  return (A.IsConst ? "const " : "") + A.baseType() + " " + Declarator;
}

/// Structures of which the user's text reads members.
std::string RegionEmitter::holderDeclarations() const {
  CodeBuffer Out(1);
  for (const Holder &H : Nest.Holders) {
    std::string Members;
    for (const Holder::Member &M : H.Members)
      Members += (Members.empty() ? "" : ", ") + M.Path + " = " + M.Value;
    Out.line(H.Type + " " + H.Name + " = {" + (Members.empty() ? "0" : Members) + "};");
    if (!H.Variable.empty())
      Out.line(H.Type + " *const " + H.Variable + " = &" + H.Name + ";");
  }
  return Out.str();
}

/// Function with the names of structure variables standing for what the base
/// pointers of that name point to.
std::string RegionEmitter::withObjects(const std::string &Function, bool IsReference) const {
  std::string Before, After;
  for (unsigned I : Nest.bases()) {
    const Array &A = Nest.Arrays[I];
    if (A.Object.empty() || (!IsReference && A.Kind == Array::Storage::Static))
      continue;
    Before += "#define " + A.Object + " (*" + A.base() + ")\n";
    After += "#undef " + A.Object + "\n";
  }
  return Before + Function + After;
}

/// The same as parameters of the tile's loops, and their arguments.
std::vector<RegionEmitter::Parameter> RegionEmitter::scanParameters() const {
  std::vector<Parameter> Result;
  for (const Capture &C : Nest.Captures)
    Result.push_back({C.Type + " " + C.Name, C.Name, "tp_a->" + C.Name});
  for (const Symbol &S : Nest.Symbols)
    if (isComputed(S))
      Result.push_back({"tp_int " + S.Name, S.Name, "tp_a->" + S.Name});
  // Memory reached through two names was excluded before the start.
  for (unsigned I : baseArrays())
    Result.push_back({arrayDeclarator(Nest.Arrays[I], !Nest.HasOwnNames), Nest.Arrays[I].base(),
                      "tp_a->tp_base_" + Nest.Arrays[I].base()});
  return Result;
}

/// Head and argument pointer of a function that runs the user's text.
static std::string head(const std::string &Prefix, const std::string &Name, const char *Parameters) {
  std::string Args = "const struct " + Prefix + "_args *";
  return "static void " + Prefix + Name + Parameters + " {\n  " + Args + "tp_a = (" + Args +
         ")tp_v;\n";
}

std::vector<std::string> RegionEmitter::loopVariables() const {
  std::vector<std::string> Result;
  for (unsigned D = 0; D < Nest.depth(); ++D)
    Result.push_back(loopVariable(D));
  return Result;
}

std::string RegionEmitter::tileFunction(const std::string &Name, const std::string &Comment,
                                        const std::string &Counter, const std::string &Loops) const {
  std::vector<Variable> Variables;
  for (const Loop &L : Nest.Loops)
    Variables.push_back({L.Type, L.Iterator});
  if (!Counter.empty())
    Variables.push_back({"int", Counter});
  for (unsigned D = 0; D < Nest.depth(); ++D)
    if (!isDirect(D))
      Variables.push_back({"tp_int", loopVariable(D)});
  for (const Private &P : Nest.Privates)
    Variables.push_back({P.Type, P.Name});
  std::string Parameters = "const tp_box *tp_b", Arguments = "tp_b";
  for (const Parameter &P : scanParameters()) {
    Parameters += ", " + P.Declaration;
    Arguments += ", " + P.Argument;
  }
  // Jamming puts stores of several rows into one iteration.
  bool IsJam = Name == "jam";
  const char *Attributes = Gap == Gaps::InBody || (IsJam && Gap != Gaps::None) ? "TP_STORES_APART"
                           : Gap == Gaps::BetweenRows                          ? "TP_ROWS_APART"
                                                                               : "TP_OPAQUE";
  std::string Scan = "static " + std::string(Attributes) + " void " + Prefix + "_" + Name + "_scan(" + Parameters +
                     ") {\n" + declarations(Variables) + holderDeclarations() + Loops + "}\n";
  return comment(Comment) + "\n" + withObjects(Scan, false) +
         head(Prefix, "_" + Name, "(const tp_box *tp_b, const void *tp_v)") + "  " + Prefix + "_" + Name +
         "_scan(" + Arguments + ");\n}\n\n";
}

std::string RegionEmitter::tile() const {
  CodeBuffer Scan(1);
  scanBox(Scan);
  return tileFunction("tile",
                      "The iterations of one tile, in their original order; compilers heed `restrict` in parameters.",
                      "", Scan.str());
}

/// isl's own loops have the closest bounds. Where some constraints have remainders and there are
/// many of them isl takes seconds to compare them all with each other; then the constraints
/// themselves are printed.
LoopChain RegionEmitter::boxLoops() const {
  constexpr unsigned long ScanQuota = 200'000;
  std::vector<std::string> Variables = loopVariables();
  auto Close = [&] { return scan(Pipe.BoxDomain, BoxContext, Variables, widenedIdentifier); };
  if (std::optional<LoopChain> Loops = attempt(Pipe.BoxDomain.ctx(), ScanQuota, Close))
    return *Loops;
  std::vector<isl::basic_set> Pieces = disjointPieces(Pipe.BoxDomain);
  std::vector<std::string> Widened;
  for (const std::string &Name : Variables)
    Widened.push_back(widenedIdentifier(Name));
  std::optional<LoopChain> Loops;
  if (Pieces.size() == 1)
    Loops = convexLoops(Pieces.front(), BoxContext, Widened, widenedIdentifier);
  for (unsigned D = 0; Loops && D < Variables.size(); ++D)
    Loops->Loops[D].Iterator = Variables[D];
  return Loops ? *Loops : Close();
}

void RegionEmitter::scanBox(CodeBuffer &Out, llvm::function_ref<void(CodeBuffer &Out)> Rows) const {
  unsigned Count = BoxScan.Loops.size() - (Rows ? 2 : 0);
  printLoops(Out, BoxScan, Count, LastBound::InVariable, LeafKind::Block, [&] {
    if (Rows)
      Rows(Out);
    else
      scanLeaf(Out);
  });
}

/// Loop's value { S[c] -> [v] } as C over the loop variables.
static std::string iteratorValue(const Loop &L, const std::vector<std::string> &Variables,
                                 const isl::set &Context) {
  isl::ctx Ctx = L.Value.ctx();
  isl_id_list *Ids = isl_id_list_alloc(Ctx.get(), Variables.size());
  for (const std::string &Name : Variables)
    Ids = isl_id_list_add(Ids, isl_id_alloc(Ctx.get(), Name.c_str(), nullptr));
  isl_space *Space = isl_pw_aff_get_domain_space(L.Value.get());
  isl_multi_id *Tuple = isl_multi_id_from_id_list(Space, Ids);
  isl::pw_aff Bound = isl::manage(isl_pw_aff_bind_domain(L.Value.copy(), Tuple));
  return printValue(Bound, Context, widenedIdentifier);
}

void RegionEmitter::scanLeaf(CodeBuffer &Out, const std::vector<std::string> &Touched) const {
  std::vector<std::string> Variables = loopVariables();
  for (unsigned D = 0; D < Nest.depth(); ++D)
    if (!BoxScan.Coordinates[D].empty())
      Out.line(Variables[D] + " = " + BoxScan.Coordinates[D] + ";");
  for (unsigned D = 0; D < Nest.depth(); ++D) {
    const Loop &L = Nest.Loops[D];
    if (isDirect(D))
      continue;
    Out.line(L.Iterator + " = (" + L.Type + ")(" + iteratorValue(L, Variables, Context) + ");");
  }
  for (const std::string &Element : Touched)
    Out.line("TP_TOUCH(" + Element + ");");
  if (mustKeepPointsApart())
    Out.line("TP_APART;");
  // Declarations begin a block, in C90 as well.
  if (!Nest.BetweenText.empty()) {
    Out.line("{");
    Out.indent();
  }
  for (TextRange R : Nest.BetweenText)
    userText(Out, R, "");
  // A loop of one iteration is none here; `continue` needs one all the same.
  if (Nest.HasContinue)
    Out.line("do");
  userText(Out, Nest.BodyText, Nest.HasContinue ? " while (0);" : "");
  if (!Nest.BetweenText.empty()) {
    Out.outdent();
    Out.line("}");
  }
}

void RegionEmitter::userText(CodeBuffer &Out, TextRange Range, const char *Behind) const {
  // Debuggers shall find the user's lines.
  if (Options.LineDirectives)
    Out.raw(userLineMarker(FileText, Range.Begin, Options.File, /*IsGenerated=*/true));
  Out.raw(std::string(2 * Out.level(), ' ') + FileText.slice(Range.Begin, Range.End).str() + Behind +
          "\n");
  if (Options.LineDirectives)
    Out.raw(generatedLineMarker());
}

/// Text has a member by this name: x.Name, x->Name.
static bool namesMember(llvm::StringRef Text, llvm::StringRef Name) {
  for (size_t At = Text.find(Name); At != llvm::StringRef::npos; At = Text.find(Name, At + 1)) {
    llvm::StringRef Before = Text.take_front(At), Behind = Text.drop_front(At + Name.size());
    bool IsWhole = Behind.empty() || !isIdentifierByte(Behind.front());
    if (IsWhole && (Before.ends_with(".") || Before.ends_with("->")))
      return true;
  }
  return false;
}

/// Not where called functions would not see the arrays that it is given, where an array's size would be that of a
/// pointer, or where a macro for a structure (withObjects) would be one for a member as well.
bool RegionEmitter::hasReference() const {
  llvm::StringRef Text = FileText.slice(Nest.NestText.Begin, Nest.NestText.End);
  return !Nest.HasOwnNames && !Nest.HasOwnSizes && llvm::none_of(Nest.bases(), [&](unsigned I) {
    const std::string &Object = Nest.Arrays[I].Object;
    return !Object.empty() && namesMember(Text, Object);
  });
}

std::string RegionEmitter::reference() const {
  if (!hasReference())
    return "";
  // Captures and arrays under the user's names.
  std::vector<Variable> Variables;
  for (const Capture &C : Nest.Captures)
    Variables.push_back({C.Type, C.Name + " = tp_a->" + C.Name});
  for (const Loop &L : Nest.Loops)
    if (L.IsDeclaredOutside)
      Variables.push_back({L.Type, L.Iterator});
  for (const Private &P : Nest.Privates)
    Variables.push_back({P.Type, P.Name});
  std::string Declarations = declarations(Variables);
  for (unsigned I : Nest.bases()) {
    const Array &A = Nest.Arrays[I];
    Array Unnamed = A;
    Unnamed.Name = Unnamed.Base = "";
    Declarations += "  " + arrayDeclarator(A, false) + " = (" + arrayDeclarator(Unnamed, false) + ")tp_a->tp_base_" +
                    A.base() + ";\n";
  }
  std::string Text = Nest.NestSource.empty()
                         ? FileText.slice(Nest.NestText.Begin, Nest.NestText.End).str()
                         : Nest.NestSource;
  return "/* The nest as it was written, on whatever arrays the arguments name; only TILEPIPE_VERIFY runs it. */\n" +
         withObjects(head(Prefix, "_reference", "(const void *tp_v)") + Declarations + holderDeclarations() + "  " +
                         Text + "\n}\n",
                     true) +
         "\n";
}
