//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RegionEmitter.h"

#include <isl/aff.h>
#include <isl/ast.h>
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

std::string RegionEmitter::arrayDeclaration(const Array &A, bool IsReference) const {
  std::string Inner;
  for (const std::string &Dim : A.DeclaredDims)
    Inner += "[" + Dim + "]";
  // In the tile, memory reached through two names was excluded before the start.
  std::string Name = (IsReference ? "" : "__restrict ") + A.Name;
  std::string Declarator = Inner.empty() ? "*" + Name : "(*" + Name + ")" + Inner;
  std::string Type = (A.IsConst ? "const " : "") + A.ElementType;
  std::string Cast = "(" + Type + " " + (Inner.empty() ? "*" : "(*)" + Inner) + ")";
  return Type + " " + Declarator + " = " + Cast + "tp_a->tp_base_" + A.Name + ";";
}

/// Captures and arrays under the user's names.
std::string RegionEmitter::bodyDeclarations(bool IsReference) const {
  CodeBuffer Out(1);
  auto Declare = [&](const std::string &Type, const std::string &Name) {
    Out.line(Type + " " + Name + " = tp_a->" + Name + ";");
  };
  for (const Capture &C : Nest.Captures)
    Declare(C.Type, C.Name);
  if (!IsReference)
    for (const Symbol &S : Nest.Symbols)
      if (isComputed(S))
        Declare("const tp_int", S.Name);
  for (const Array &A : Nest.Arrays)
    if (IsReference || A.Kind != Array::Storage::Static)
      Out.line(arrayDeclaration(A, IsReference));
  return Out.str();
}

static const Capture *findCapture(const LoopNest &Nest, llvm::StringRef Name) {
  for (const Capture &C : Nest.Captures)
    if (C.Name == Name)
      return &C;
  return nullptr;
}

/// The right-hand sides of declarations, and the extents on their left.
static std::string usesOf(llvm::StringRef Declarations) {
  std::string Result;
  llvm::SmallVector<llvm::StringRef> Lines;
  Declarations.split(Lines, '\n');
  for (llvm::StringRef Line : Lines) {
    llvm::StringRef Extents = Line.drop_front(std::min(Line.size(), Line.find('[')));
    Result += (Extents.empty() ? Line.split('=').second : Extents).str() + "\n";
  }
  return Result;
}

/// (void)x for what Text declares but mentions nowhere else: the nest may use it
/// through macros only.
static std::string silence(const LoopNest &Nest, llvm::StringRef Text, bool IsReference) {
  std::string Result;
  auto Use = [&](const std::string &Name) {
    if (!mentions(Text, Name))
      Result += "  (void)" + Name + ";\n";
  };
  Use("tp_a");
  for (const Capture &C : Nest.Captures)
    Use(C.Name);
  if (!IsReference)
    for (const Symbol &S : Nest.Symbols)
      if (findCapture(Nest, S.Name) == nullptr)
        Use(S.Name);
  for (const Array &A : Nest.Arrays)
    if (IsReference || A.Kind != Array::Storage::Static)
      Use(A.Name);
  for (const Loop &L : Nest.Loops)
    if (!IsReference)
      Use(L.Iterator);
  return Result;
}

/// Head and argument pointer of a function that runs the user's text.
static std::string head(const std::string &Prefix, const char *Name, const char *Parameters) {
  std::string Args = "const struct " + Prefix + "_args *";
  return "static void " + Prefix + Name + Parameters + " {\n  " + Args + "tp_a = (" + Args +
         ")tp_v;\n";
}

std::string RegionEmitter::tile() const {
  std::vector<std::string> Variables;
  CodeBuffer Iterators(1);
  for (unsigned D = 0; D < Nest.depth(); ++D) {
    Variables.push_back(loopVariable(D));
    Iterators.line(Nest.Loops[D].Type + " " + Nest.Loops[D].Iterator + ";");
    if (!isDirect(D))
      Iterators.line("tp_int " + Variables.back() + ";");
  }
  CodeBuffer Scan(1);
  LeafCount = 0;
  scanNode(Scan, scan(Pipe.BoxDomain, BoxContext, Variables, true), 0);
  if (LeafCount != 1)
    throw std::runtime_error("the iterations of a tile need more than one copy of the body");
  std::string Declarations = bodyDeclarations(false);
  return "/* The iterations of one tile, in their original order. */\n" +
         head(Prefix, "_tile", "(const tp_box *tp_b, const void *tp_v)") + Declarations +
         Iterators.str() + silence(Nest, usesOf(Declarations) + Scan.str(), false) + Scan.str() +
         "}\n\n";
}

void RegionEmitter::scanNode(CodeBuffer &Out, const isl::ast_node &Node, unsigned Depth) const {
  switch (isl_ast_node_get_type(Node.get())) {
  case isl_ast_node_for:
    return scanLoop(Out, Node, Depth);
  case isl_ast_node_if: {
    if (isl_ast_node_if_has_else_node(Node.get()) == isl_bool_true)
      throw std::runtime_error("unexpected else");
    isl::ast_expr Condition = isl::manage(isl_ast_node_if_get_cond(Node.get()));
    Out.line("if (" + printExpression(Condition, widenedIdentifier) + ") {");
    Out.indent();
    scanNode(Out, isl::manage(isl_ast_node_if_get_then_node(Node.get())), Depth);
    Out.outdent();
    Out.line("}");
    return;
  }
  case isl_ast_node_user:
    return scanLeaf(Out, Node);
  default:
    throw std::runtime_error("unexpected node");
  }
}

void RegionEmitter::scanLoop(CodeBuffer &Out, const isl::ast_node &Node, unsigned Depth) const {
  auto Parts = splitFor(Node);
  if (!Parts)
    throw std::runtime_error("loop without an upper bound");
  isl::ast_node Body = isl::manage(isl_ast_node_for_get_body(Node.get()));
  const std::string &It = Parts->Iterator;
  std::string Init = printExpression(Parts->Init, widenedIdentifier);
  if (Parts->IsDegenerate) {
    Out.line(It + " = " + Init + ";");
    return scanNode(Out, Body, Depth + 1);
  }
  std::string Last = "tp_last" + std::to_string(Depth);
  std::string Next = Parts->Step == 1 ? It + "++" : It + " += " + std::to_string(Parts->Step);
  Out.line("const tp_int " + Last + " = " + printExpression(Parts->Last, widenedIdentifier) + ";");
  Out.line("for (" + It + " = " + Init + "; " + It + " <= " + Last + "; " + Next + ") {");
  Out.indent();
  scanNode(Out, Body, Depth + 1);
  Out.outdent();
  Out.line("}");
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

void RegionEmitter::scanLeaf(CodeBuffer &Out, const isl::ast_node &Node) const {
  ++LeafCount;
  std::vector<isl::ast_expr> Coordinates = leafArguments(Node);
  std::vector<std::string> Variables;
  for (unsigned D = 0; D < Nest.depth(); ++D) {
    Variables.push_back(loopVariable(D));
    if (!isIdentifier(Coordinates[D], Variables[D]))
      Out.line(Variables[D] + " = " + printExpression(Coordinates[D], widenedIdentifier) + ";");
  }
  llvm::StringRef Body = FileText.slice(Nest.BodyText.Begin, Nest.BodyText.End);
  for (unsigned D = 0; D < Nest.depth(); ++D) {
    const Loop &L = Nest.Loops[D];
    if (isDirect(D))
      continue;
    Out.line(L.Iterator + " = (" + L.Type + ")(" + iteratorValue(L, Variables, Context) + ");");
    if (!mentions(Body, L.Iterator))
      Out.line("(void)" + L.Iterator + ";");
  }
  Out.raw(std::string(2 * Out.level(), ' '));
  Out.raw(Body);
  Out.raw("\n");
}

std::string RegionEmitter::reference() const {
  std::string Declarations = bodyDeclarations(true);
  std::string Iterators;
  for (const Loop &L : Nest.Loops)
    if (L.IsDeclaredOutside)
      Iterators += "  " + L.Type + " " + L.Iterator + ";\n";
  std::string Text = FileText.slice(Nest.NestText.Begin, Nest.NestText.End).str();
  return "/* The nest as it was written, on whatever arrays the arguments name; only\n"
         "   TILEPIPE_VERIFY runs it. */\n" +
         head(Prefix, "_reference", "(const void *tp_v)") + Declarations + Iterators +
         silence(Nest, usesOf(Declarations) + Text, true) + "  " + Text + "\n}\n\n";
}
