// Settings.h - run-time settings as the compiler sees them
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_SUPPORT_SETTINGS_H
#define TILEPIPE_SUPPORT_SETTINGS_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace tilepipe {

/// True for settings that bind a plan ("schedule", "tile"): they can be compiled into a region, as defaults. The table of
/// them is runtime/settings/settings.def.
bool isSetting(llvm::StringRef Key);
/// All of them, with their values for a reader: "auto|overlap|blocking".
std::vector<std::pair<std::string, std::string>> settingsThatBindPlans();

/// Empty when Value is one of the setting Key; else why not: "not understood; one of auto, overlap, blocking". Lists may
/// have entries for regions by name ("64,*;sweep:8,8") where AllowsRegions.
std::string checkSetting(llvm::StringRef Key, llvm::StringRef Value, bool AllowsRegions);

/// Both of two lists "key=value;key=value"; of one key the later counts.
std::string joinSettings(const std::string &First, const std::string &Second);

} // namespace tilepipe

#endif // TILEPIPE_SUPPORT_SETTINGS_H
