// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RegionContext.h"

#include "Interleaving.h"
#include "Packing.h"
#include "TileText.h"
#include "tilepipe/Support/Identifiers.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/set.h>

using namespace tilepipe;

static isl::set boxContext(const isl::set &Context, unsigned Depth) {
  isl::set Result = Context;
  for (unsigned D = 0; D < Depth; ++D) {
    std::string Text =
        "[" + loParameter(D) + ", " + hiParameter(D) + "] -> { : " + loParameter(D) + " < " +
        hiParameter(D) + " }";
    Result = Result.intersect(isl::set(Context.ctx(), Text));
  }
  return Result;
}

static bool isUnitRow(const Row &R) {
  return llvm::count(R, 0) + 1 == long(R.size()) && llvm::count(R, 1) == 1;
}

/// One array of each base that the caller passes.
static std::vector<unsigned> passedBases(const LoopNest &Nest) {
  std::vector<unsigned> Result;
  for (unsigned I : Nest.bases())
    if (Nest.Arrays[I].Kind != Array::Storage::Static)
      Result.push_back(I);
  return Result;
}

/// Of points that lie on a grid the convex shadow is taken: which of its corners hold a point is
/// a question with many answers, and nobody minds a box that is a point too wide.
static std::vector<RegionContext::Span> spansOf(const LoopNest &Nest, const Tiling &Tiles) {
  isl::set Shadow = isl::manage(isl_set_remove_divs(isl::set(Nest.domain()).release()));
  std::vector<RegionContext::Span> Result;
  for (const Row &H : Tiles.Rows) {
    isl::set Image = rowImage(Shadow, H).intersect_params(Nest.Context);
    Result.push_back({dimMin(Image, 0), dimMax(Image, 0)});
  }
  return Result;
}

/// Uses what stands in front of Reachables.
static std::vector<Reachable> reachables(const RegionContext &Region) {
  std::vector<Reachable> Result;
  auto SizeOf = [&](const std::string &Field) {
    return "sizeof(((struct " + Region.Prefix + "_args *)0)->" + Field + ")";
  };
  auto Or = [](const std::string &Text, const std::string &Default) {
    return Text.empty() ? Default : Text;
  };
  for (const Capture &C : Region.Nest.Captures)
    if (C.IsReachable)
      Result.push_back({C.AddressText.empty() ? C.Name : C.CallText, C.Name,
                        C.Size ? std::to_string(C.Size) : SizeOf(C.Name),
                        Or(C.AddressText, "&" + C.Name), C.Guard, false});
  for (unsigned I : Region.BaseArrays)
    if (const Array &A = Region.Nest.Arrays[I]; A.Kind == Array::Storage::Pointer && A.IsReachable)
      Result.push_back({A.baseText(), A.base(), SizeOf("tp_base_" + A.base()),
                        Or(A.AddressText, "&" + A.baseText()), A.Guard, false});
  for (const AggregateCopy &H : Region.Nest.AggregateCopies)
    if (H.IsReachable)
      Result.push_back({H.Variable, H.Variable, "sizeof(void *)", "&" + H.Variable, {}, false});
  // A global that the body names too is already there: its memory is the same.
  for (const CalledGlobal &G : Region.Nest.CalledGlobals)
    if (G.Base.empty() &&
        llvm::none_of(Result, [&](const Reachable &Each) { return Each.Id == G.Name; }))
      Result.push_back({G.Name, G.Name, SizeOf("tp_global_" + G.Name), "&" + G.Name, {}, true});
  return Result;
}

/// Uses what stands in front of Sunk.
static SunkLoops sunkLoopsOf(const RegionContext &R) {
  if (!R.Options.HoldsValues)
    return {};
  auto Find = [&](CanPack Packs) { return sunkLoops(R.Nest, R.Deps, R.Pipe.BoxDomain, R.BoxContext, Packs); };
  SunkLoops Result = Find([&](unsigned A, unsigned L) { return packable(R, A, L).has_value(); });
  return !Result.empty() && packedReads(R, Result).empty() ? Find([](unsigned, unsigned) { return false; }) : Result;
}

/// Uses what stands in front of JammedTree.
static std::optional<JammedLoop> jammedTree(const RegionContext &R) {
  if (!R.Options.HoldsValues || !R.IsTree || R.isReordered() || !mayInterleave(R))
    return std::nullopt;
  return jammedLoop(R.Nest, R.Deps, R.Pipe.BoxDomain, R.BoxContext);
}

RegionContext::RegionContext(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe,
                             llvm::StringRef FileText, const CodeGenOptions &Options, std::vector<Border> Borders)
    : Nest(Nest), Deps(Deps), Pipe(Pipe), FileText(FileText), Options(Options), Context(Deps.Context),
      BoxContext(boxContext(Context, Pipe.Tiles.Rows.size())), Prefix("tp_" + Nest.Name), Spans(spansOf(Nest, Pipe.Tiles)),
      IsTree(!Deps.IsUniform), HasUnitRows(!IsTree && llvm::all_of(Pipe.Tiles.Rows, isUnitRow)), BaseArrays(passedBases(Nest)),
      Reachables(reachables(*this)), BoxScan(boxLoops(*this)), Sunk(sunkLoopsOf(*this)), Packed(packedReads(*this, Sunk)), Memo(memoCalls(*this)),
      Held(heldElements(*this)), JammedTree(jammedTree(*this)), Jam(jammedRows(*this)), Lanes(laneScan(*this)),
      Lines(Lanes ? std::nullopt : lineScan(*this)), Blocks(cacheBlocks(*this)), Gaps(!Sunk.empty() ? StoreGaps::InBody : storeGaps(*this)),
      Borders(std::move(Borders)) {}

std::string tilepipe::supportIdentifier(llvm::StringRef Name) {
  auto Member = [&](llvm::StringRef Parameter, const char *Text) -> std::string {
    llvm::StringRef Index = Name;
    unsigned D;
    if (!Index.consume_front(Parameter) || Index.getAsInteger(10, D))
      return "";
    return Text + Index.str() + "]";
  };
  for (auto [Parameter, Text] : {std::pair("tp_lo", "tp_b->tp_lo["),
                                 std::pair("tp_hi", "tp_b->tp_hi["), std::pair("tp_end", "tp_end[")})
    if (std::string Result = Member(Parameter, Text); !Result.empty())
      return Result;
  return Name.str();
}

std::string tilepipe::widenedIdentifier(llvm::StringRef Name) {
  return Name.starts_with("tp_") ? supportIdentifier(Name) : "(tp_int)" + Name.str();
}

const Symbol *RegionContext::findSymbol(llvm::StringRef Name) const {
  auto Found = llvm::find_if(Nest.Symbols, [&](const Symbol &S) { return S.Name == Name; });
  return Found == Nest.Symbols.end() ? nullptr : &*Found;
}

bool RegionContext::isComputed(const Symbol &S) const {
  return llvm::none_of(Nest.Captures, [&](const Capture &C) { return C.Name == S.Name; });
}

std::string RegionContext::symbolDeclarations(llvm::StringRef Body) const {
  std::string Text;
  auto Declare = [&](const std::string &Name) {
    if (mentions(Body, Name))
      Text += (Text.empty() ? "  const tp_int " : ", ") + Name + " = (tp_int)tp_a->" + Name;
  };
  for (const Symbol &S : Nest.Symbols)
    Declare(S.Name);
  for (const Capture &C : Nest.Captures)
    if (!findSymbol(C.Name))
      Declare(C.Name);
  return Text.empty() ? "" : Text + ";\n";
}

std::string RegionContext::function(const std::string &Comment, const std::string &Head,
                                    const std::string &Body) const {
  std::string Declarations = symbolDeclarations(Body);
  std::string Text = comment(Comment) + "\nstatic " + Head + " {\n";
  if (!Declarations.empty() || mentions(Body, "tp_a"))
    Text += "  const struct " + Prefix + "_args *tp_a = (const struct " + Prefix + "_args *)tp_v;\n";
  return Text + Declarations + Body + "}\n\n";
}

uint64_t tilepipe::largestNumber(llvm::StringRef Text) {
  uint64_t Largest = 0;
  while (!(Text = Text.drop_until([](char C) { return isIdentifierByte(C); })).empty()) {
    llvm::StringRef Word = Text.take_while(isIdentifierByte);
    uint64_t Number = 0;
    if (!Word.getAsInteger(10, Number))
      Largest = std::max(Largest, Number);
    Text = Text.drop_front(Word.size());
  }
  return Largest;
}

std::string RegionContext::byteOffset(const Array &A, const std::vector<std::string> &X) const {
  auto IsSimple = [](llvm::StringRef T) {
    return llvm::all_of(T, isIdentifierByte);
  };
  auto Factor = [&](const std::string &T) { return IsSimple(T) ? T : "(" + T + ")"; };
  std::string Sum, Text;
  long double Most = 0; // of the numbers in it
  for (unsigned D = A.Rows; D < X.size(); ++D) {
    Most = Most * largestNumber(A.Extents[D].Text) + largestNumber(X[D]);
    Text = Text.empty() ? X[D] : Factor(Text) + " * " + Factor(A.Extents[D].Text) + " + " + X[D];
    bool IsLast = D + 1 == X.size();
    if (!IsLast && !A.Extents[D].Unit)
      continue;
    uint64_t Unit = A.Extents[D].Unit ? A.Extents[D].Unit : A.ElementSize;
    if ((Most + 1) * Unit > INT32_MAX)
      Text = "(tp_int)" + Text;
    Most = 0;
    if (Sum.empty() && !A.Shift.empty())
      Text += " + " + A.Shift;
    Sum += (Sum.empty() ? "" : " + ") + ("(" + Text + ") * " + std::to_string(Unit));
    Text.clear();
  }
  return A.Offset ? Sum + " + " + std::to_string(A.Offset) : Sum;
}
