// Refusals.h - why the front end leaves a loop alone
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SOURCE_REFUSALS_H
#define TILEPIPE_LIB_FRONTEND_SOURCE_REFUSALS_H

#include "source/SourceText.h"

namespace tilepipe {

/// A refusal on its way out of the readers of one nest. It is thrown and caught
/// inside this stage, between frames of this stage only; the stage's interface
/// knows Refusal values alone.
struct Refused {
  Refusal Why;
};

[[noreturn]] inline void giveUp(Refusal Why) { throw Refused{std::move(Why)}; }

/// One factory per stable code. Where several things end in the same code, the
/// factory takes the sentence.
namespace refusals {
Refusal depth(Place At, unsigned Depth);
/// A single loop around a call whose nest is one of its own.
Refusal calledNest(Place At, std::string Callee);
Refusal roundedPairs(Place At);
inline constexpr char RoundedNear[] = "rounded-near";
inline constexpr char DepthCode[] = "depth";
inline constexpr char ImperfectNestCode[] = "imperfect-nest";
inline constexpr char ScalarWrittenCode[] = "scalar-written";
Refusal roundedNear(Place At);
Refusal imperfectNest(Place At, std::string Why = "");
Refusal nonAffineSubscript(Place At);
/// IsFixed: the same value for all iterations of the nest.
Refusal nonAffineBound(Place At, bool IsFixed);
Refusal loopForm(Place At, std::string Message);
/// The same of a header that only has to be written otherwise.
Refusal loopHeader(Place At, std::string Message);
Refusal neverRuns(Place At);
Refusal notWorth(Place At, std::string Why);
Refusal iteratorModified(Place At, std::string Name);
Refusal scalarWritten(Place At, std::string Name);
Refusal reductionInOldC(Place At, std::string Name);
Refusal takesNan(Place At, std::string Name, bool IsGreatest);
Refusal pointerReassigned(Place At, std::string Name);
Refusal controlFlow(Place At, std::string What);
Refusal sideEffect(Place At);
Refusal unknownCall(Place At, std::string Callee, std::string Why);
Refusal foldedCall(Place At, std::string Callee);
Refusal impureCall(Place At, std::string Callee, std::string Why);
Refusal isVolatile(Place At, std::string Name);
Refusal inlineAssembly(Place At);
Refusal elementType(Place At, std::string Type);
Refusal localType(Place At, std::string Message, std::string Help = "declare it at file scope");
Refusal unnamedType(Place At);
Refusal localMacro(Place At, std::string Message);
Refusal hidingMacro(Place At, const std::string &Macro);
Refusal macroLoop(Place At);
Refusal pragma(Place At, std::string Message);
Refusal switchedOff(Place At);
Refusal inHeader(Place At, const std::string &Why);
Refusal wrap(Place At);
Refusal delinearisation(Place At);
Refusal leavesDimension(Place At);
Refusal possibleAlias(Place At, std::string Name);
Refusal fusedConstants(Place At);
Refusal knownComplex(Place At);
Refusal linkerName(Place At, std::string Name);
Refusal addressTaken(Place At, std::string Message);
Refusal unsupportedExpression(Place At, std::string Message, std::string Help = "");
Refusal label(Place At);
Refusal tooComplex(Place At);
} // namespace refusals

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SOURCE_REFUSALS_H
