//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RegionEmitter.h"

#include "llvm/ADT/STLExtras.h"

using namespace tilepipe;

std::string RegionEmitter::localise() const {
  CodeBuffer Out(1);
  std::string Args = "struct " + Prefix + "_args";
  for (unsigned I : Nest.bases())
    if (const Array &A = Nest.Arrays[I]; A.Kind == Array::Storage::Static)
      Out.line("tp_a->tp_base_" + A.base() + " = (void *)" + A.baseText() + ";");
  for (const CalledGlobal &G : Nest.CalledGlobals)
    Out.line(G.Name + " = tp_a->" + (G.Base.empty() ? "tp_global_" + G.Name : "tp_base_" + G.Base) +
             ";");
  if (Out.str().empty())
    return "";
  return "/* On a rank that did not make the arguments: this process's own static objects. */\n"
         "static void " +
         Prefix + "_localise(void *tp_v) {\n  " + Args + " *tp_a = (" + Args + " *)tp_v;\n" + Out.str() + "}\n\n";
}

/// The loop over steps, and the function that starts it in each thread.
std::string RegionEmitter::pipeline() const {
  std::string Tile = Jam ? "(tp_jammed(tp_c) ? " + Prefix + "_jam : " + Prefix + "_tile)" : Prefix + "_tile";
  return "/* The pipelined schedule; every thread of every rank runs it. */\n"
         "static void " + Prefix + "_pipeline(tp_cpu *tp_c, const void *tp_v) {\n"
         "  tp_box tp_b; tp_step tp_s;\n"
         "  for (tp_s = tp_first(tp_c); tp_more(tp_c, tp_s); tp_s = tp_next(tp_c, tp_s)) {\n"
         "    tp_begin(tp_c, tp_s); /* receives of the next tile posted, faces of this one here */\n"
         "    if (tp_box_at(tp_c, tp_s, &tp_b))\n"
         "      " + Tile + "(&tp_b, tp_v);\n"
         "    tp_end(tp_c, tp_s); /* faces of this tile on their way, neighbours told */\n"
         "  }\n"
         "}\n"
         "TP_START(" + Prefix + ")\n\n";
}

std::string tilepipe::voidPointer(const Array &A) { return A.IsConst ? "const void *" : "void *"; }

std::string RegionEmitter::runParameters() const {
  std::string Text;
  auto Add = [&](const std::string &Parameter) { Text += (Text.empty() ? "" : ", ") + Parameter; };
  for (const Capture &C : Nest.Captures)
    Add(C.Type + " " + C.Name);
  for (unsigned I : baseArrays())
    Add(voidPointer(Nest.Arrays[I]) + "tp_base_" + Nest.Arrays[I].base());
  for (const Reachable &R : reachables())
    if (!R.IsCalledGlobal)
      Add("const void *tp_at_" + R.Id);
  return Text.empty() ? "void" : Text;
}

std::string RegionEmitter::runArguments() const {
  std::string Text;
  auto Add = [&](const std::string &Parameter) { Text += (Text.empty() ? "" : ", ") + Parameter; };
  for (const Capture &C : Nest.Captures)
    Add(C.Name);
  for (unsigned I : baseArrays())
    Add("tp_base_" + Nest.Arrays[I].base());
  for (const Reachable &R : reachables())
    if (!R.IsCalledGlobal)
      Add("tp_at_" + R.Id);
  return Text;
}

/// Identifiers in run functions: captures are parameters of the user's types,
/// computed symbols are spelled out.
std::string RegionEmitter::runIdentifier(llvm::StringRef Name) const {
  if (const Symbol *S = findSymbol(Name); S && isComputed(*S))
    return "(tp_int)(" + S->Text + ")";
  return widenedIdentifier(Name);
}

/// All that is done before a region that is worth it: assumptions of the analysis
/// checked, the argument structure filled.
std::string RegionEmitter::tryFunction() const {
  auto Name = [&](llvm::StringRef N) { return runIdentifier(N); };
  CodeBuffer Out;
  Out.line("static TP_SELDOM int " + Prefix + "_try(" + runParameters() + ") {");
  Out.indent();
  Out.line("struct " + Prefix + "_args tp_a;");
  for (const Assumption &A : Nest.Assumptions) {
    std::string Condition = printCondition(A.Violation, Nest.Context, Name);
    Out.line("if (" + Condition + ") " + comment(A.Reason));
    Out.line("  return 0;");
  }
  Out.line("__builtin_memset(&tp_a, 0, sizeof tp_a); /* padding too: plans are cached by its bytes */");
  std::string Line;
  auto Set = [&](const std::string &Member, const std::string &Value) {
    constexpr unsigned Columns = 90;
    if (Line.size() > Columns) {
      Out.line(Line);
      Line.clear();
    }
    Line += (Line.empty() ? "tp_a." : " tp_a.") + Member + " = " + Value + ";";
  };
  for (unsigned I : Nest.bases()) {
    const Array &A = Nest.Arrays[I];
    Set("tp_base_" + A.base(), "(void *)" + (A.Kind == Array::Storage::Static ? A.baseText() : "tp_base_" + A.base()));
  }
  for (const Reachable &R : reachables())
    Set("tp_at_" + R.Id, R.IsCalledGlobal ? R.Address : "tp_at_" + R.Id);
  for (const Symbol &S : Nest.Symbols)
    if (isComputed(S))
      Set(S.Name, "(tp_int)(" + S.Text + ")");
  for (const Capture &C : Nest.Captures)
    Set(C.Name, C.Name);
  for (const CalledGlobal &G : Nest.CalledGlobals)
    if (G.Base.empty())
      Set("tp_global_" + G.Name, G.Name);
  if (!Line.empty())
    Out.line(Line);
  if (llvm::any_of(Nest.Arrays, [](const Array &A) { return A.IsRows; })) {
    Out.line("if (!tp_rows_apart(&" + Prefix + "_region, &tp_a))");
    Out.line("  return 0;");
  }
  Out.line("return tp_region_run(&" + Prefix + "_region, &tp_a, TP_IN_PARALLEL);");
  Out.outdent();
  Out.line("}");
  Out.line("");
  return Out.str();
}

std::string RegionEmitter::runFunction() const {
  auto Name = [&](llvm::StringRef N) { return runIdentifier(N); };
  CodeBuffer Out;
  Out.line("/* 1: the nest has been run. 0: it has not, run it yourself. */");
  Out.line("static __inline__ int " + Prefix + "_run(" + runParameters() + ") {");
  Out.indent();
  std::string Product;
  for (unsigned D = 0; D < Nest.depth(); ++D)
    Product += (D ? " * " : "") + ("tp_extent(" + printValue(span(D).First, Nest.Context, Name) +
                                   ", " + printValue(span(D).Last, Nest.Context, Name) + ")");
  Out.line("return tp_worth(&" + Prefix + "_allowed, " + Product + ") ? " + Prefix + "_try(" + runArguments() + ") : 0;");
  Out.outdent();
  Out.line("}");
  return Out.str();
}
