//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The emitted text of one region, function by function. Names in emitted code:
//   tp_<region>_<function>   functions, struct tp_<region>_args
//   tp_base_<array>          base pointer of an array in the argument structure
//   tp_at_<scalar>           address of a captured scalar
//   tp_global_<name>         value of a global that called functions read
//   <capture>, <symbol>      value of a captured variable, of a symbolic expression
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_LIB_CODEGEN_REGIONEMITTER_H
#define TILEPIPE_LIB_CODEGEN_REGIONEMITTER_H

#include "AstPrinter.h"
#include "tilepipe/CodeGen/CodeGen.h"

namespace tilepipe {

class RegionEmitter {
public:
  RegionEmitter(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe,
                llvm::StringRef FileText, const CodeGenOptions &Options);

  /// Functions that enumerate what ranks exchange; the costly part.
  std::string exchange() const;
  /// Definitions that go before the user's function, these functions among them.
  std::string definitions(const std::string &Exchange) const;
  /// What goes directly before the user's nest.
  std::string call();

private:
  const LoopNest &Nest;
  const Dependences &Deps;
  const Pipeline &Pipe;
  llvm::StringRef FileText;
  const CodeGenOptions &Options;
  isl::set Context;    ///< parameters under which emitted functions run
  isl::set BoxContext; ///< the same with lo_d < hi_d for the box parameters
  std::string Prefix;  ///< "tp_sweep"
  LoopChain BoxScan;   ///< the loops over the points of a box
  unsigned Jam = 0;      ///< rows that the jammed tile function interleaves, 1: strips, 0: there is none

  // RegionTables.cpp: data
  /// A member of the argument structure.
  struct Argument {
    std::string Type, Name, Comment;
    bool IsSize; ///< the space, or what is exchanged, depends on it
  };
  /// Sizes first. Enumerators: the functions that say where iterations and elements are.
  std::vector<Argument> arguments(llvm::StringRef Enumerators) const;
  std::string argumentStruct(const std::vector<Argument> &Arguments) const;
  std::string tables() const;
  std::string descriptor(const std::vector<Argument> &Arguments, bool HasPoints) const;

  // RegionSpace.cpp: where the iterations and elements are
  /// First and last value of row D of the tiling over all iterations, where there are any.
  struct Span {
    isl::pw_aff First, Last;
  };
  const Span &span(unsigned D) const;
  mutable std::vector<Span> Spans; ///< see span
  void declineHugeSymbols(CodeBuffer &Out) const;
  bool emptiesBounds() const;
  std::string bounds() const;
  std::string points() const;
  std::string strides(unsigned Array) const;

  // RegionRanges.cpp: which bytes of each array
  std::string ranges() const;

  // RegionTile.cpp: the user's body
  std::string tile() const;
  bool hasReference() const;
  std::string reference() const;
  struct Parameter {
    std::string Declaration, Name, Argument;
  };
  /// A function of the descriptor that runs the points of a box by these loops.
  std::string tileFunction(const std::string &Name, const std::string &Comment, const std::string &Counter,
                           const std::string &Loops) const;
  std::vector<Parameter> scanParameters() const;
  std::string holderDeclarations() const;
  std::string withObjects(const std::string &Function, bool IsReference) const;
  std::string arrayDeclarator(const Array &A, bool IsRestrict) const;
  /// Loops over the points of a box; where Rows is given it prints the two innermost of them.
  void scanBox(CodeBuffer &Out, llvm::function_ref<void(CodeBuffer &Out)> Rows = nullptr) const;
  LoopChain boxLoops() const;
  /// Assigns the iterators, reads the elements in Touched, runs the body.
  void scanLeaf(CodeBuffer &Out, const std::vector<std::string> &Touched = {}) const;
  /// Range of the user's file as it stands, and Behind.
  void userText(CodeBuffer &Out, TextRange Range, const char *Behind) const;
  std::vector<std::string> loopVariables() const;
  std::string loopVariable(unsigned D) const;
  bool isDirect(unsigned D) const;

  // RegionJam.cpp: the same points with rows interleaved, and which points must not be compiled together
  bool mustKeepPointsApart() const;
  unsigned jammedRows() const;
  std::string jam() const;
  std::string strips() const;
  bool hasEqualRows() const;
  void jamRows(CodeBuffer &Out) const;
  void remainingRows(CodeBuffer &Out) const;
  std::vector<std::string> touchable() const;

  // RegionStores.cpp: which stores gcc may make up
  /// Where elements lie between two stores that gcc may combine: nowhere, between stores of
  /// different rows, or between stores of one iteration.
  enum class Gaps { None, BetweenRows, InBody };
  Gaps gaps() const;
  Gaps Gap = Gaps::None;

  // RegionRuns.cpp: what travels
  void runsOfPiece(CodeBuffer &Out, unsigned ArrayIndex, LoopChain Loops, const std::string &Condition) const;
  void runLine(CodeBuffer &Out, unsigned ArrayIndex, const std::vector<std::string> &At, const std::string &Last) const;
  std::string faces() const;
  /// Elements that a function enumerates on a condition; empty: always.
  struct Share {
    std::string Condition;
    isl::union_set Elements;
  };
  std::string runsFunction(const std::string &Name, const std::string &Parameters, const std::string &Comment,
                           const std::vector<Share> &Shares) const;

  // RegionStart.cpp: how it starts
  std::string localise() const;
  std::string pipeline() const;
  std::string tryFunction() const;
  std::string runFunction() const;
  std::string runParameters() const;
  std::string runArguments() const;
  std::string runIdentifier(llvm::StringRef Name) const;

  // RegionCall.cpp: the call in front of the nest
  std::string exitValues() const;
  bool timesLoop() const;

  // Shared pieces, RegionEmitter.cpp
  /// A function of the descriptor: its head, the declarations that Body needs, Body.
  std::string function(const std::string &Comment, const std::string &Head,
                       const std::string &Body) const;
  /// "const tp_int n = (tp_int)tp_a->n;" for each symbol that Body mentions.
  std::string symbolDeclarations(llvm::StringRef Body) const;
  /// ((x0 * E1 + x1) * E2 + x2) * 8 for the subscripts X: bytes from the base, or from
  /// the pointer to the row.
  std::string byteOffset(const Array &A, const std::vector<std::string> &X) const;
  const Symbol *findSymbol(llvm::StringRef Name) const;
  /// True when the symbol's value is an expression, not a captured variable.
  bool isComputed(const Symbol &S) const;
  std::vector<unsigned> baseArrays() const; ///< one array of each base passed by the caller
  /// A scalar or pointer variable whose memory the nest must not write.
  struct Reachable {
    std::string Name;    ///< in messages: "n", "g->n"
    std::string Id;      ///< what emitted names are made of
    std::string Size;    ///< C expression
    std::string Address; ///< C expression, at the call
    std::optional<isl::set> Guard; ///< of Address
    bool IsCalledGlobal;
  };
  std::vector<Reachable> reachables() const;
};

/// Identifiers as they are, box parameters as members of tp_b.
std::string supportIdentifier(llvm::StringRef Name);
/// The same, and variables of the user widened to tp_int.
std::string widenedIdentifier(llvm::StringRef Name);
/// "const void *" or "void *": type of A's base at the call, where a cast that takes a const away
/// would be warned of.
std::string voidPointer(const Array &A);

} // namespace tilepipe

#endif
