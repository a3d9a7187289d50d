// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Support/Settings.h"

#include "tilepipe/Support/Identifiers.h"

extern "C" {
#include "settings/settings_text.h"
}

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilepipe;
using llvm::StringRef;

bool tilepipe::isSetting(StringRef Key) {
  int Setting = tp_setting_find(Key.data(), Key.size());
  return Setting >= 0 && tp_setting_table[Setting].name == Key && tp_setting_table[Setting].binds == TP_BINDS_PLAN;
}

std::vector<std::pair<std::string, std::string>> tilepipe::settingsThatBindPlans() {
  std::vector<std::pair<std::string, std::string>> Settings;
  for (const tp_setting &Row : tp_setting_table) {
    if (Row.binds != TP_BINDS_PLAN)
      continue;
    llvm::SmallVector<StringRef> Words;
    StringRef(Row.values).split(Words, ' ', -1, /*KeepEmpty=*/false);
    std::string Numbers = Row.kind == TP_KIND_LIST ? "<number>,..." : "<number>";
    Settings.push_back({Row.name, Words.empty() ? Numbers : llvm::join(Words, "|")});
  }
  return Settings;
}

/// Entries of other regions than the loop's own, or with names that end the list where it is compiled in.
static std::string checkNames(StringRef List, bool AllowsRegions) {
  for (StringRef Entry : llvm::split(List, ';')) {
    auto [Name, Numbers] = Entry.split(':');
    if (Name.size() == Entry.size())
      continue;
    if (!AllowsRegions)
      return "a pragma is about its own loop and names no region";
    if (!llvm::all_of(Name.trim(" \t"), isIdentifierByte))
      return "'" + Name.str() + "' is no region's name";
  }
  return "";
}

std::string tilepipe::checkSetting(StringRef Key, StringRef Value, bool AllowsRegions) {
  int Setting = tp_setting_find(Key.data(), Key.size());
  char Reason[256] = "";
  if (!tp_setting_check(Setting, Value.str().c_str(), Reason, sizeof Reason))
    return Reason;
  return tp_setting_table[Setting].kind == TP_KIND_LIST ? checkNames(Value, AllowsRegions) : "";
}

std::string tilepipe::joinSettings(const std::string &First, const std::string &Second) {
  return First.empty() || Second.empty() ? First + Second : First + ";" + Second;
}
