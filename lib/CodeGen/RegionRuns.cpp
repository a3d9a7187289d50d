//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ConvexScan.h"
#include "RegionEmitter.h"

#include <isl/ast.h>
#include <isl/set.h>

using namespace tilepipe;

/// Innermost: the leaf's last coordinate is this loop's iterator and no other is.
static bool isRun(const isl::ast_node &Body, const ForParts &Parts) {
  if (isl_ast_node_get_type(Body.get()) != isl_ast_node_user || Parts.Step != 1)
    return false;
  std::vector<isl::ast_expr> X = leafArguments(Body);
  if (X.empty() || !isIdentifier(X.back(), Parts.Iterator))
    return false;
  X.pop_back();
  for (const isl::ast_expr &Other : X)
    if (mentions(printExpression(Other, [](llvm::StringRef N) { return N.str(); }),
                 Parts.Iterator))
      return false;
  return true;
}

void RegionEmitter::scanElements(CodeBuffer &Out, const isl::ast_node &Node,
                                 const LeafPrinter &Leaf) const {
  switch (isl_ast_node_get_type(Node.get())) {
  case isl_ast_node_for:
    return scanElementLoop(Out, Node, Leaf);
  case isl_ast_node_if: {
    isl::ast_expr Condition = isl::manage(isl_ast_node_if_get_cond(Node.get()));
    Out.line("if (" + printExpression(Condition, supportIdentifier) + ") {");
    Out.indent();
    scanElements(Out, isl::manage(isl_ast_node_if_get_then_node(Node.get())), Leaf);
    Out.outdent();
    if (isl_ast_node_if_has_else_node(Node.get()) == isl_bool_true) {
      Out.line("} else {");
      Out.indent();
      scanElements(Out, isl::manage(isl_ast_node_if_get_else_node(Node.get())), Leaf);
      Out.outdent();
    }
    Out.line("}");
    return;
  }
  case isl_ast_node_block: {
    isl_ast_node_list *Children = isl_ast_node_block_get_children(Node.get());
    for (int I = 0; I < isl_ast_node_list_n_ast_node(Children); ++I)
      scanElements(Out, isl::manage(isl_ast_node_list_get_ast_node(Children, I)), Leaf);
    isl_ast_node_list_free(Children);
    return;
  }
  case isl_ast_node_user:
    return Leaf(Node, nullptr);
  default:
    throw std::runtime_error("unexpected node");
  }
}

void RegionEmitter::scanElementLoop(CodeBuffer &Out, const isl::ast_node &Node,
                                    const LeafPrinter &Leaf) const {
  auto Parts = splitFor(Node);
  if (!Parts)
    throw std::runtime_error("loop without an upper bound");
  isl::ast_node Body = isl::manage(isl_ast_node_for_get_body(Node.get()));
  const std::string &It = Parts->Iterator;
  if (Parts->IsDegenerate) {
    Out.line(It + " = " + printExpression(Parts->Init, supportIdentifier) + ";");
    return scanElements(Out, Body, Leaf);
  }
  if (isRun(Body, *Parts))
    return Leaf(Body, &*Parts);
  std::string Next = Parts->Step == 1 ? It + "++" : It + " += " + std::to_string(Parts->Step);
  Out.line("for (" + It + " = " + printExpression(Parts->Init, supportIdentifier) + "; " + It +
           " <= " + printExpression(Parts->Last, supportIdentifier) + "; " + Next + ") {");
  Out.indent();
  scanElements(Out, Body, Leaf);
  Out.outdent();
  Out.line("}");
}

/// Set as a disjoint union of convex sets.
static std::vector<isl::basic_set> disjointPieces(const isl::set &Set) {
  std::vector<isl::basic_set> Pieces;
  isl::set Disjoint = isl::manage(isl_set_make_disjoint(Set.copy()));
  Disjoint.foreach_basic_set([&](isl::basic_set Piece) { Pieces.push_back(Piece); });
  return Pieces;
}

/// All runs of one convex set of elements of array ArrayIndex.
void RegionEmitter::runsOfPiece(CodeBuffer &Out, unsigned ArrayIndex, const isl::basic_set &Piece,
                                const std::vector<std::string> &Iterators) const {
  auto Convex = convexLoops(Piece, BoxContext, Iterators, supportIdentifier);
  if (!Convex)
    return scanElements(Out, scan(isl::set(Piece), BoxContext, Iterators, false),
                        [&](const isl::ast_node &Leaf, const ForParts *Innermost) {
                          runOfLeaf(Out, ArrayIndex, Leaf, Innermost);
                        });
  unsigned Opened = !Convex->Guard.empty();
  if (Opened) {
    Out.line("if (" + Convex->Guard + ") {");
    Out.indent();
  }
  std::vector<std::string> X;
  for (unsigned D = 0; D + 1 < Iterators.size(); ++D) {
    const ConvexLoops::Bounds &B = Convex->Loops[D];
    X.push_back(Iterators[D]);
    if (B.IsSingle) {
      Out.line(Iterators[D] + " = " + B.First + ";");
      continue;
    }
    Out.line("for (" + Iterators[D] + " = " + B.First + "; " + Iterators[D] + " <= " + B.Last +
             "; " + Iterators[D] + "++) {");
    Out.indent();
    ++Opened;
  }
  const ConvexLoops::Bounds &Last = Convex->Loops.back();
  X.push_back(Last.First);
  runLine(Out, ArrayIndex, X, Last.IsSingle ? "" : Last.Last);
  for (; Opened > 0; --Opened) {
    Out.outdent();
    Out.line("}");
  }
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
      if (tupleName(Set) != Nest.Arrays[I].Name || Set.is_empty())
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

void RegionEmitter::runOfLeaf(CodeBuffer &Out, unsigned ArrayIndex, const isl::ast_node &Leaf,
                              const ForParts *Innermost) const {
  std::vector<std::string> X;
  for (const isl::ast_expr &Argument : leafArguments(Leaf))
    X.push_back(printExpression(Argument, supportIdentifier));
  if (!Innermost)
    return runLine(Out, ArrayIndex, X, "");
  X.back() = printExpression(Innermost->Init, supportIdentifier);
  runLine(Out, ArrayIndex, X, printExpression(Innermost->Last, supportIdentifier));
}

/// The run from element X to the one whose last subscript is Last; empty: one element.
void RegionEmitter::runLine(CodeBuffer &Out, unsigned ArrayIndex,
                            const std::vector<std::string> &X, const std::string &Last) const {
  const Array &A = Nest.Arrays[ArrayIndex];
  std::string Size = std::to_string(A.ElementSize);
  auto Run = [&](const std::vector<std::string> &At, const std::string &Count) {
    std::string Base = "tp_a->tp_base_" + A.base();
    if (A.IsRows)
      Base = "((char *const *)" + Base + ")[" + At[0] + "]";
    Out.line("tp_run(tp_s, " + std::to_string(ArrayIndex) + ", (char *)" + Base + " + " +
             byteOffset(A, At) + ", " + Count + ");");
  };
  if (Last.empty())
    return Run(X, Size);
  if (A.isContiguous())
    return Run(X, "(" + Last + " - (" + X.back() + ") + 1) * " + Size);
  // Members of structures lie apart.
  std::string It = "tp_x" + std::to_string(X.size() - 1);
  Out.line("for (" + It + " = " + X.back() + "; " + It + " <= " + Last + "; " + It + "++)");
  std::vector<std::string> At = X;
  At.back() = It;
  Out.indent();
  Run(At, Size);
  Out.outdent();
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
