//===- Renaming.h - other names for emitted identifiers ---------*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emitted code and the runtime's header use names that start with tp_. A file that
// has such a name of its own gets the emitted code under other names.
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_DRIVER_RENAMING_H
#define TILEPIPE_DRIVER_RENAMING_H

#include "tilepipe/CodeGen/CodeGen.h"

#include "llvm/ADT/StringRef.h"

#include <set>
#include <string>
#include <vector>

namespace tilepipe {

using NameSet = std::set<std::string>;

/// The identifiers in C text, in order, those in comments and strings too.
std::vector<llvm::StringRef> identifiersIn(llvm::StringRef Text);

/// Names among those that the backend speaks of in Errors that can be chosen
/// otherwise: names of Header (the runtime's) or Emitted that are not known to the
/// linker. Whether they are to blame, only another compilation tells.
NameSet replaceableNames(llvm::StringRef Errors, llvm::StringRef Header,
                         const std::vector<Insertion> &Emitted);

/// The insertions (made with line directives) with each of Names replaced, also in the runtime's
/// header. The user's own text among them must not hold any of Names.
std::vector<Insertion> renamed(std::vector<Insertion> Insertions, const NameSet &Names);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_RENAMING_H
