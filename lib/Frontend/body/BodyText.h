// BodyText.h - what emitted text may repeat
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_BODY_BODYTEXT_H
#define TILEPIPE_LIB_FRONTEND_BODY_BODYTEXT_H

#include "expr/NestNames.h"

namespace tilepipe {

/// Checks what the text of a nest's body names and does: everything must mean the
/// same in a function of its own before the user's. Records captures. Refuses
/// statements and writes that no later stage could keep in order.
void checkBodyText(NestNames &Names);
/// Why the call can be neither a value nor read in place; nothing where it can.
std::optional<Refusal> callObstacle(const NestSyntax &Syntax, const clang::CallExpr *Call);
/// The nest is refused because of Why; adds the calls in S that stand in the way too, as far as there is room.
void addCallObstacles(const NestSyntax &Syntax, const clang::Stmt *S, Refusal &Why);
/// The same for the headers, once they have been read: one emitted function repeats
/// the whole nest. True: see LoopNest::HasOwnSizes.
bool checkHeaderText(NestNames &Names);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_BODY_BODYTEXT_H
