// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/Refusals.h"

using namespace tilepipe;

static Refusal make(const char *Code, Place At, std::string Message, std::string Help = "") {
  return {Code, std::move(At.Where), std::move(At.Text), std::move(Message), std::move(Help)};
}

/// The place without its text, where the sentence says it all.
static Place bare(Place At) {
  At.Text.clear();
  return At;
}

Refusal refusals::depth(Place At, unsigned Depth) {
  if (Depth == 0)
    return make(DepthCode, bare(At), "the nest has no statement");
  return make(DepthCode, bare(At),
              "the nest has depth " + std::to_string(Depth) + "; at most 5 are parallelized");
}

Refusal refusals::calledNest(Place At, std::string Callee) {
  return make("called-nest", std::move(At),
              "the loops that it repeats are in '" + Callee + "', where each nest has its own remark",
              "write them into this loop to have it in their region");
}

Refusal refusals::imperfectNest(Place At, std::string Why) {
  if (!Why.empty())
    return make(ImperfectNestCode, std::move(At), std::move(Why));
  return make(ImperfectNestCode, std::move(At),
              "statements around the inner loop make the nest imperfect",
              "move them into the innermost body or into a nest of their own");
}

Refusal refusals::roundedPairs(Place At) {
  return make("rounded-pairs", std::move(At),
              "two numbers are rounded to 'float' and used as 'double' again in one iteration, which "
              "gcc 12 may compile differently here and there",
              "compute in one type (0.5f instead of 0.5)");
}

Refusal refusals::roundedNear(Place At) {
  return make(RoundedNear, std::move(At),
              "numbers are rounded to 'float' and used as 'double' again in an iteration close by, "
              "which gcc 12 may compile differently here and there",
              "compute in one type (0.5f instead of 0.5)");
}

Refusal refusals::nonAffineSubscript(Place At) {
  return make("non-affine-subscript", std::move(At),
              "subscript is not affine in the iterators and in values fixed during the nest");
}

Refusal refusals::nonAffineBound(Place At, bool IsFixed) {
  return make("non-affine-bound", std::move(At),
              "loop bound is not affine in the outer iterators and in values fixed during the nest",
              IsFixed ? "compute it into a local variable before the nest" : "");
}

Refusal refusals::loopForm(Place At, std::string Message) {
  return make("loop-form", std::move(At), std::move(Message));
}

Refusal refusals::loopHeader(Place At, std::string Message) {
  return make("loop-form", std::move(At), std::move(Message),
              "write it as 'for (i = a; i < b; i += c)' with a constant c");
}

Refusal refusals::neverRuns(Place At) {
  return make("never-runs", std::move(At), "the nest has no iteration: nothing to parallelize");
}

Refusal refusals::notWorth(Place At, std::string Why) {
  return make("not-worth", bare(At), "a single loop " + Why + " is not worth threads");
}

Refusal refusals::iteratorModified(Place At, std::string Name) {
  return make("iterator-modified", std::move(At),
              "iterator '" + Name + "' is changed outside its loop header");
}

Refusal refusals::scalarWritten(Place At, std::string Name) {
  return make(ScalarWrittenCode, std::move(At),
              "'" + Name + "' is declared outside the nest and written in it",
              "declare it inside the innermost body, or give each iteration of the outer loop an element of an array for it");
}

Refusal refusals::reductionInOldC(Place At, std::string Name) {
  return make(ScalarWrittenCode, std::move(At),
              "'" + Name + "' accumulates in the nest, and C89 has no place for its result in front of a loop",
              "compile as C99 or newer ('-std=gnu99')");
}

Refusal refusals::takesNan(Place At, std::string Name, bool IsGreatest) {
  return make(ScalarWrittenCode, std::move(At),
              "'" + Name + "' is declared outside the nest and takes the place of a NaN in it, in the order of the iterations",
              std::string("write 'if (value ") + (IsGreatest ? ">" : "<") + " " + Name + ") " + Name + " = value;', which no NaN takes part in");
}

Refusal refusals::pointerReassigned(Place At, std::string Name) {
  return make("pointer-reassigned", std::move(At), "pointer '" + Name + "' changes inside the nest",
              "index a fixed base pointer instead");
}

Refusal refusals::controlFlow(Place At, std::string What) {
  return make("control-flow", bare(At), What + " inside the nest");
}

Refusal refusals::sideEffect(Place At) {
  return make("side-effect", std::move(At),
              "expression has an effect beyond array elements and locals of the body");
}

Refusal refusals::unknownCall(Place At, std::string Callee, std::string Why) {
  return make("unknown-call", std::move(At), "call of '" + Callee + "': " + Why,
              "make its definition visible in this file before the loop's function");
}

Refusal refusals::foldedCall(Place At, std::string Callee) {
  return make("folded-call", std::move(At),
              "call of '" + Callee + "' with values that do not change in the nest: a compiler that knows them may compute it "
              "with another rounding",
              "assign its value to a variable in front of the nest");
}

Refusal refusals::fusedConstants(Place At) {
  return make("folded-call", std::move(At),
              "a sum of a product of values that do not change in the nest: clang rounds it once where it knows them",
              "assign it to a variable in front of the nest, or compile with -ffp-contract=off");
}

Refusal refusals::knownComplex(Place At) {
  return make("folded-call", std::move(At),
              "a product or quotient of complex values that do not change in the nest: a compiler that "
              "knows them may compute it with another rounding",
              "assign it to a variable in front of the nest");
}

Refusal refusals::impureCall(Place At, std::string Callee, std::string Why) {
  return make("impure-call", std::move(At), "call of '" + Callee + "', which " + Why);
}

Refusal refusals::isVolatile(Place At, std::string Name) {
  return make("volatile", std::move(At), "'" + Name + "' is volatile or atomic");
}

Refusal refusals::inlineAssembly(Place At) {
  return make("inline-assembly", bare(At), "inline assembly inside the nest");
}

Refusal refusals::elementType(Place At, std::string Type) {
  return make("element-type", std::move(At),
              "elements of type '" + Type + "' are not supported, only arithmetic ones");
}

Refusal refusals::localType(Place At, std::string Message, std::string Help) {
  return make("local-type", std::move(At), std::move(Message), std::move(Help));
}

Refusal refusals::unnamedType(Place At) {
  return make("local-type", std::move(At), "its type has no name", "give it a name");
}

Refusal refusals::localMacro(Place At, std::string Message) {
  return make("local-macro", std::move(At), std::move(Message));
}

Refusal refusals::hidingMacro(Place At, const std::string &Macro) {
  return make("local-macro", std::move(At), "macro '" + Macro + "' hides a keyword or a type",
              "give the macro another name");
}

Refusal refusals::macroLoop(Place At) {
  return make("macro-loop", std::move(At), "part of the nest's frame comes from a macro",
              "write the loop headers and the body's ends out");
}

Refusal refusals::pragma(Place At, std::string Message) {
  return make("pragma", bare(At), std::move(Message));
}

Refusal refusals::switchedOff(Place At) {
  return make("off", bare(At), "'#pragma tilepipe off' stands in front of it");
}

Refusal refusals::inHeader(Place At, const std::string &Why) {
  return make("in-header", bare(At), "the loop stands in a header: " + Why);
}

Refusal refusals::wrap(Place At) {
  return make("wrap", std::move(At), "the value always leaves the range of its integer type");
}

Refusal refusals::delinearisation(Place At) {
  return make("delinearisation", std::move(At), "linear subscripts of the array do not agree on dimensions",
              "subscript a pointer to rows, 'double (*A)[m]', instead");
}

Refusal refusals::leavesDimension(Place At) {
  return make("delinearisation", std::move(At), "the subscript always leaves its dimension");
}

Refusal refusals::possibleAlias(Place At, std::string Name) {
  return make("possible-alias", std::move(At),
              "nobody knows before the nest which elements of '" + Name +
                  "' are read, and they may be among those written",
              "declare '" + Name + "' restrict");
}

Refusal refusals::linkerName(Place At, std::string Name) {
  return make("possible-alias", std::move(At), "'" + Name + "' has a name of its own for the linker, and may be another variable");
}

Refusal refusals::addressTaken(Place At, std::string Message) {
  return make("address-taken", std::move(At), std::move(Message));
}

Refusal refusals::unsupportedExpression(Place At, std::string Message, std::string Help) {
  return make("unsupported-expression", std::move(At), std::move(Message), std::move(Help));
}

Refusal refusals::label(Place At) {
  return make("label", bare(At), "a label inside the nest");
}

Refusal refusals::tooComplex(Place At) {
  return make("too-complex", bare(At), "the nest's sets are too complex for the quota");
}
