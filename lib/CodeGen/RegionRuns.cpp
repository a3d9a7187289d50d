//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ConvexScan.h"
#include "RegionEmitter.h"

using namespace tilepipe;

/// All runs of one convex set of elements of array ArrayIndex.
void RegionEmitter::runsOfPiece(CodeBuffer &Out, unsigned ArrayIndex, const isl::basic_set &Piece,
                                const std::vector<std::string> &Iterators) const {
  auto Loops = convexLoops(Piece, BoxContext, Iterators, supportIdentifier);
  if (!Loops)
    return;
  printLoops(Out, *Loops, Iterators, [&](const ConvexLoops::Bounds &Last) {
    // Runs need neighbours: elements one by one where there are gaps.
    bool HasGaps = Last.Step != 1 || !Last.Condition.empty() ||
                   !Nest.Arrays[ArrayIndex].isContiguous();
    if (!HasGaps)
      return runLine(Out, ArrayIndex, Iterators, Last.First, Last.IsSingle ? "" : Last.Last);
    const std::string &It = Iterators.back();
    if (Last.IsSingle)
      Out.line(It + " = " + Last.First + ";");
    else
      Out.line("for (" + It + " = " + Last.First + "; " + It + " <= " + Last.Last + "; " + It +
               " += " + std::to_string(Last.Step) + ")");
    unsigned Level = Out.level();
    auto Indent = [&](bool Yes) {
      if (Yes)
        Out.indent();
    };
    Indent(!Last.IsSingle);
    if (!Last.Condition.empty())
      Out.line("if (" + Last.Condition + ")");
    Indent(!Last.Condition.empty());
    runLine(Out, ArrayIndex, Iterators, It, "");
    while (Out.level() > Level)
      Out.outdent();
  });
}

std::string RegionEmitter::runsFunction(const std::string &Name, const std::string &Parameters,
                                        const std::string &Comment,
                                        const isl::union_set &Elements) const {
  CodeBuffer Out(1);
  std::vector<std::string> Iterators;
  for (const Array &A : Nest.Arrays)
    for (unsigned D = Iterators.size(); D < A.Extents.size(); ++D)
      Iterators.push_back("tp_x" + std::to_string(D));
  // Arrays in the nest's order, so that both sides of a message agree on it.
  for (unsigned I = 0; I < Nest.Arrays.size(); ++I)
    Elements.foreach_set([&](isl::set Set) {
      if (tupleName(Set) != Nest.Arrays[I].Name)
        return;
      std::vector<std::string> Names(Iterators.begin(), Iterators.begin() + dims(Set));
      for (const isl::basic_set &Piece : disjointPieces(Set))
        runsOfPiece(Out, I, Piece, Names);
    });
  std::string Declared, Unused;
  for (const std::string &Iterator : Iterators)
    if (mentions(Out.str(), Iterator))
      Declared += (Declared.empty() ? "  tp_int " : ", ") + Iterator;
  if (!Declared.empty())
    Declared += ";\n";
  for (const char *Parameter : {"tp_b", "tp_end", "tp_s"})
    if (mentions(Parameters + "tp_s", Parameter) && !mentions(Out.str(), Parameter))
      Unused += "  (void)" + std::string(Parameter) + ";\n";
  return function(Comment,
                  "void " + Prefix + "_" + Name + "(" + Parameters +
                      "const void *tp_v, tp_stream *tp_s)",
                  Declared + Unused + Out.str());
}

/// The run of elements from subscript First of the last dimension to Last; empty: one element.
/// The others are at their iterators.
void RegionEmitter::runLine(CodeBuffer &Out, unsigned ArrayIndex,
                            const std::vector<std::string> &Iterators, const std::string &First,
                            const std::string &Last) const {
  const Array &A = Nest.Arrays[ArrayIndex];
  std::string Size = std::to_string(A.ElementSize);
  std::string Count = Last.empty() ? Size : "(" + Last + " - (" + First + ") + 1) * " + Size;
  std::vector<std::string> At = Iterators;
  At.back() = First;
  std::string Base = "tp_a->tp_base_" + A.base();
  // Compilers take a pointer of any type for what `void *` may stand for, and no other.
  if (A.IsRows)
    Base = "((void *const *)" + Base + ")[" + At[0] + "]";
  Out.line("tp_run(tp_s, " + std::to_string(ArrayIndex) + ", (char *)" + Base + " + " +
           byteOffset(A, At) + ", " + Count + ");");
}

std::string RegionEmitter::faces() const {
  std::string Text;
  for (const Face &F : Pipe.Faces) {
    std::string Across;
    for (unsigned D = 0; D < Nest.depth(); ++D)
      if (F.Crosses >> D & 1)
        Across += (Across.empty() ? "" : " and ") + std::to_string(D);
    Text += runsFunction("face_" + std::to_string(F.Crosses),
                         "const tp_box *tp_b, const tp_int *tp_end, ",
                         "Elements that flow from the box to the CPU beyond it along dimension " +
                             Across + ".",
                         F.Elements);
  }
  return Text;
}
