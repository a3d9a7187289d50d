// Requests.h - what `#pragma tilepipe` asks for
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_NEST_REQUESTS_H
#define TILEPIPE_LIB_FRONTEND_NEST_REQUESTS_H

#include "llvm/ADT/StringRef.h"
#include "tilepipe/IR/LoopNest.h"

namespace tilepipe {

/// Adds what Text, "tilepipe tile(64,64) assume(noalias)", asks for; clauses are separated by
/// blanks or commas. Empty when all of it was understood, else what was not:
/// "'tiel' is none of its clauses".
std::string addRequests(llvm::StringRef Text, NestRequests &Requests);

/// What is wrong with the pragma Text ("tilepipe tile(4)"), one of other people's with a name like ours included;
/// empty: nothing.
std::string misspelling(llvm::StringRef Text);

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_NEST_REQUESTS_H
