// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Emitters.h"

#include "llvm/ADT/STLExtras.h"

using namespace tilepipe;

std::string tilepipe::emitLocalise(const RegionContext &R) {
  CodeBuffer Out(1);
  std::string Args = "struct " + R.Prefix + "_args";
  for (unsigned I : R.Nest.bases())
    if (const Array &A = R.Nest.Arrays[I]; A.Kind == Array::Storage::Static)
      Out.line("tp_a->tp_base_" + A.base() + " = (void *)" + A.baseText() + ";");
  for (const CalledGlobal &G : R.Nest.CalledGlobals)
    Out.line(G.Name + " = tp_a->" + (G.Base.empty() ? "tp_global_" + G.Name : "tp_base_" + G.Base) +
             ";");
  if (Out.str().empty())
    return "";
  return "/* On a rank that did not make the arguments: this process's own static objects. */\n"
         "static void " +
         R.Prefix + "_localise(void *tp_v) {\n  " + Args + " *tp_a = (" + Args + " *)tp_v;\n" + Out.str() + "}\n\n";
}

/// The loop over steps, and the function that starts it in each thread.
std::string tilepipe::emitPipeline(const RegionContext &R) {
  std::string Tile = R.hasChoice() ? R.Prefix + "_variants[tp_kind(tp_c)].tp_tile" : R.Prefix + "_tile";
  return "/* The pipelined schedule; every thread of every rank runs it. */\n"
         "static void " + R.Prefix + "_pipeline(tp_cpu *tp_c, const void *tp_v) {\n"
         "  tp_box tp_b; tp_step tp_s;\n"
         "  for (tp_s = tp_first(tp_c); tp_more(tp_c, tp_s); tp_s = tp_next(tp_c, tp_s)) {\n"
         "    tp_begin(tp_c, tp_s); /* receives of the next tile posted, faces of this one here */\n"
         "    if (tp_box_at(tp_c, tp_s, &tp_b)) " + Tile + "(&tp_b, tp_v);\n"
         "    tp_end(tp_c, tp_s); /* faces of this tile on their way, neighbours told */\n"
         "  }\n"
         "}\n"
         "TP_START(" + R.Prefix + ")\n\n";
}
