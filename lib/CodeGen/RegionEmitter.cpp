//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RegionEmitter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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

RegionEmitter::RegionEmitter(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe,
                             llvm::StringRef FileText, const CodeGenOptions &Options)
    : Nest(Nest), Deps(Deps), Pipe(Pipe), FileText(FileText), Options(Options),
      Context(Nest.assumedContext()), BoxContext(boxContext(Context, Nest.depth())),
      Prefix("tp_" + Nest.Name), BoxScan(scan(Pipe.BoxDomain, BoxContext, loopVariables(), true)),
      Jam(jammedRows()) {}

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

const Symbol *RegionEmitter::findSymbol(llvm::StringRef Name) const {
  auto Found = llvm::find_if(Nest.Symbols, [&](const Symbol &S) { return S.Name == Name; });
  return Found == Nest.Symbols.end() ? nullptr : &*Found;
}

bool RegionEmitter::isComputed(const Symbol &S) const {
  return llvm::none_of(Nest.Captures, [&](const Capture &C) { return C.Name == S.Name; });
}

std::vector<unsigned> RegionEmitter::baseArrays() const {
  std::vector<unsigned> Result;
  for (unsigned I = 0; I < Nest.Arrays.size(); ++I)
    if (Nest.Arrays[I].Kind != Array::Storage::Static)
      Result.push_back(I);
  return Result;
}

std::vector<RegionEmitter::Reachable> RegionEmitter::reachables() const {
  std::vector<Reachable> Result;
  for (const Capture &C : Nest.Captures)
    if (C.IsReachable)
      Result.push_back({C.Name, C.Name, false});
  for (const Array &A : Nest.Arrays)
    if (A.Kind == Array::Storage::Pointer && A.IsReachable)
      Result.push_back({A.Name, "tp_base_" + A.Name, false});
  // A global that the body names too is already there: its memory is the same.
  for (const CalledGlobal &G : Nest.CalledGlobals)
    if (llvm::none_of(Result, [&](const Reachable &R) { return R.Name == G.Name; }))
      Result.push_back({G.Name, "tp_global_" + G.Name, true});
  return Result;
}

std::string RegionEmitter::symbolDeclarations(llvm::StringRef Body) const {
  std::string Text;
  auto Declare = [&](const std::string &Name) {
    if (mentions(Body, Name))
      Text += "  const tp_int " + Name + " = (tp_int)tp_a->" + Name + ";\n";
  };
  for (const Symbol &S : Nest.Symbols)
    Declare(S.Name);
  for (const Capture &C : Nest.Captures)
    if (!findSymbol(C.Name))
      Declare(C.Name);
  return Text;
}

std::string RegionEmitter::function(const std::string &Comment, const std::string &Head,
                                    const std::string &Body) const {
  std::string Declarations = symbolDeclarations(Body);
  bool NeedsArguments = !Declarations.empty() || mentions(Body, "tp_a");
  std::string Text = "/* " + Comment + " */\nstatic " + Head + " {\n";
  if (NeedsArguments)
    Text += "  const struct " + Prefix + "_args *tp_a = (const struct " + Prefix + "_args *)tp_v;\n";
  Text += Declarations;
  if (!NeedsArguments)
    Text += "  (void)tp_v;\n";
  return Text + Body + "}\n\n";
}

std::string RegionEmitter::linearIndex(const Array &A, const std::vector<std::string> &X) const {
  auto IsSimple = [](llvm::StringRef T) {
    return llvm::all_of(T, [](char C) { return llvm::isAlnum(C) || C == '_'; });
  };
  auto Factor = [&](const std::string &T) { return IsSimple(T) ? T : "(" + T + ")"; };
  std::string Text = X[0];
  for (unsigned D = 1; D < X.size(); ++D)
    Text = Factor(Text) + " * " + Factor(A.Extents[D].Text) + " + " + X[D];
  return Text;
}

std::string RegionEmitter::definitions() {
  std::string Text = "#include <tilepipe/runtime.h>\n\n";
  Text += argumentStruct();
  Text += bounds() + points() + ranges() + subscripts();
  Text += tile() + jam() + reference();
  Text += faces();
  Text += runsFunction("livein", "const tp_box *tp_b, ",
                       "Elements that the box reads before the nest writes them.", Pipe.LiveIn);
  Text += runsFunction("owned", "const tp_box *tp_b, ",
                       "Elements whose last write lies in the box.", Pipe.Owned);
  Text += localise() + pipeline() + start();
  Text += tables() + descriptor();
  Text += tryFunction() + runFunction();
  return Text;
}
