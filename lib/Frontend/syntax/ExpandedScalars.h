// ExpandedScalars.h - scalars that carry values along inner loops
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_SYNTAX_EXPANDEDSCALARS_H
#define TILEPIPE_LIB_FRONTEND_SYNTAX_EXPANDEDSCALARS_H

#include "syntax/FunctionFacts.h"
#include "syntax/Privates.h"

namespace tilepipe {

/// Scalars of which every iteration of a loop may have one of its own, by that loop: the innermost one of which that is
/// true. Inside, a loop hands their values from one iteration to the next:
///
///     for (i ...) { prev = row[0]; for (j ...) { d = prev + ...; prev = row[j]; row[j] = d; } }
///
/// Each iteration of i writes prev before it reads it, and nothing behind the nest reads it.
using ExpandedScalars = std::map<const clang::VarDecl *, const clang::ForStmt *>;

/// Those of the nest whose outermost loop is Outermost, which is not too deep.
ExpandedScalars findExpandedScalars(const clang::ForStmt *Outermost, const VariableUses &FunctionUses, Liveness &Live);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_SYNTAX_EXPANDEDSCALARS_H
