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
  std::string First = Out.str().empty() ? "  (void)tp_v;\n"
                                        : "  " + Args + " *tp_a = (" + Args + " *)tp_v;\n";
  return "/* On a rank that did not make the arguments: this process's own static objects. */\n"
         "static void " +
         Prefix + "_localise(void *tp_v) {\n" + First + Out.str() + "}\n\n";
}

std::string RegionEmitter::pipeline() const {
  CodeBuffer Out;
  Out.line("/* The pipelined schedule; every thread of every rank runs it. */");
  Out.line("static void " + Prefix + "_pipeline(tp_cpu *tp_c, const void *tp_v) {");
  Out.indent();
  Out.line("tp_box tp_b;");
  Out.line("tp_step tp_s;");
  Out.line("for (tp_s = tp_first(tp_c); tp_more(tp_c, tp_s); tp_s = tp_next(tp_c, tp_s)) {");
  Out.indent();
  Out.line("tp_begin(tp_c, tp_s); /* receives of the next tile posted, faces of this one here */");
  Out.line("if (tp_box_at(tp_c, tp_s, &tp_b)) {");
  Out.indent();
  if (Jam) {
    Out.line("if (tp_jammed(tp_c)) /* found faster */");
    Out.line("  " + Prefix + "_jam(&tp_b, tp_v);");
    Out.line("else");
  }
  Out.line((Jam ? "  " : "") + Prefix + "_tile(&tp_b, tp_v);");
  Out.outdent();
  Out.line("}");
  Out.line("tp_end(tp_c, tp_s);   /* faces of this tile on their way, neighbours told */");
  Out.outdent();
  Out.line("}");
  Out.outdent();
  Out.line("}");
  Out.line("");
  return Out.str();
}

std::string RegionEmitter::start() const {
  std::string P = Prefix;
  return "#ifdef _OPENMP\n"
         "extern int omp_get_thread_num(void);\n"
         "extern int omp_get_num_threads(void);\n"
         "extern int omp_in_parallel(void);\n"
         "#endif\n"
         "static void " + P + "_start(tp_pipeline *tp_p, const void *tp_v) {\n"
         "#ifdef _OPENMP\n"
         "#pragma omp parallel num_threads(tp_threads(tp_p))\n"
         "  {\n"
         "    tp_cpu *tp_c = tp_join(tp_p, omp_get_thread_num(), omp_get_num_threads());\n"
         "    if (tp_c)\n"
         "      " + P + "_pipeline(tp_c, tp_v);\n"
         "  }\n"
         "#else\n"
         "  tp_team(tp_p, " + P + "_pipeline, tp_v);\n"
         "#endif\n"
         "}\n\n";
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
  for (unsigned I : Nest.bases()) {
    const Array &A = Nest.Arrays[I];
    std::string Base = A.Kind == Array::Storage::Static ? A.baseText() : "tp_base_" + A.base();
    Out.line("tp_a.tp_base_" + A.base() + " = (void *)" + Base + ";");
  }
  for (const Reachable &R : reachables())
    Out.line("tp_a.tp_at_" + R.Id + " = " + (R.IsCalledGlobal ? R.Address : "tp_at_" + R.Id) + ";");
  for (const Symbol &S : Nest.Symbols)
    if (isComputed(S))
      Out.line("tp_a." + S.Name + " = (tp_int)(" + S.Text + ");");
  for (const Capture &C : Nest.Captures)
    Out.line("tp_a." + C.Name + " = " + C.Name + ";");
  for (const CalledGlobal &G : Nest.CalledGlobals)
    if (G.Base.empty())
      Out.line("tp_a.tp_global_" + G.Name + " = " + G.Name + ";");
  if (llvm::any_of(Nest.Arrays, [](const Array &A) { return A.IsRows; })) {
    Out.line("if (!tp_rows_apart(&" + Prefix + "_region, &tp_a))");
    Out.line("  return 0;");
  }
  Out.raw("#ifdef _OPENMP\n");
  Out.line("return tp_region_run(&" + Prefix + "_region, &tp_a, omp_in_parallel());");
  Out.raw("#else\n");
  Out.line("return tp_region_run(&" + Prefix + "_region, &tp_a, 0);");
  Out.raw("#endif\n");
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
  Out.line("if (!tp_worth(&" + Prefix + "_allowed, " + Product + "))");
  Out.line("  return 0;");
  Out.line("return " + Prefix + "_try(" + runArguments() + ");");
  Out.outdent();
  Out.line("}");
  Out.line("");
  return Out.str();
}
