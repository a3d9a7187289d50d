//===----------------------------------------------------------------------===//
//
// Part of tilepipe, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tilepipe/Support/Settings.h"

#include "tilepipe/Support/Identifiers.h"
#include "tilepipe/runtime.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <climits>

using namespace tilepipe;
using llvm::StringRef;

/// The words of settings that are words; as the runtime knows them.
static StringRef wordsOf(StringRef Key) {
  return llvm::StringSwitch<StringRef>(Key)
      .Case("schedule", "auto, overlap or blocking")
      .Case("protocol", "auto, eager or synchronous")
      .Case("grouping", "auto, hyperplane, vertical or dataflow")
      .Case("hybrid", "auto, mpi, fine, coarse or multiple")
      .Case("transport", "auto, p2p, persistent, rma or shm")
      .Case("balance", "auto, none, constant or variable")
      .Case("assign", "auto, block or cyclic")
      .Case("faces", "auto, packed or direct")
      .Case("body", "auto, plain or jam")
      .Default("");
}

static bool isList(StringRef Key) { return Key == "tile" || Key == "mesh" || Key == "group"; }

bool tilepipe::isSetting(StringRef Key) {
  return !wordsOf(Key).empty() || isList(Key) || Key == "piece";
}

/// "64,*,256" with entries of at least 1.
static bool isNumberList(StringRef Text) {
  int Count = 0;
  for (StringRef Entry : llvm::split(Text, ',')) {
    unsigned Value = 0;
    if (Entry.trim(" \t") != "*" && (Entry.trim(" \t").getAsInteger(10, Value) || Value == 0))
      return false;
    ++Count;
  }
  return Count <= TP_DIMS;
}

/// "64,*;sweep:8,8"
static bool isListOfRegions(StringRef Text) {
  for (StringRef Entry : llvm::split(Text, ';')) {
    if (Entry.contains(':')) {
      auto [Name, Numbers] = Entry.split(':');
      if (Name.empty() || !llvm::all_of(Name, isIdentifierByte))
        return false;
      Entry = Numbers;
    }
    if (!isNumberList(Entry))
      return false;
  }
  return true;
}

std::string tilepipe::checkSetting(StringRef Key, StringRef Value, bool AllowsRegions) {
  StringRef Words = wordsOf(Key);
  if (Key == "piece") {
    unsigned Bytes = 0;
    return Value.getAsInteger(10, Bytes) || Bytes > INT_MAX ? "a number of bytes" : "";
  }
  if (isList(Key)) {
    if (AllowsRegions ? isListOfRegions(Value) : isNumberList(Value))
      return "";
    return Key == "tile" ? "extents such as 64,*,256" : "numbers such as 4,*";
  }
  llvm::SmallVector<StringRef> Known;
  Words.split(Known, ' ');
  for (StringRef Word : Known)
    if (Word.trim(',') == Value && Value != "or")
      return "";
  return Words.str();
}

std::string tilepipe::joinSettings(const std::string &First, const std::string &Second) {
  return First.empty() || Second.empty() ? First + Second : First + ";" + Second;
}
