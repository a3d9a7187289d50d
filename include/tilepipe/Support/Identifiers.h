//===- Identifiers.h - names in C text --------------------------*- C++ -*-===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEPIPE_SUPPORT_IDENTIFIERS_H
#define TILEPIPE_SUPPORT_IDENTIFIERS_H

#include "llvm/ADT/StringExtras.h"

namespace tilepipe {

/// A byte of a name, as gcc and Clang take them: `$` and letters of UTF-8 too.
inline bool isIdentifierByte(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '$' || (unsigned char)C >= 0x80;
}

} // namespace tilepipe

#endif // TILEPIPE_SUPPORT_IDENTIFIERS_H
