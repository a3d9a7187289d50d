// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "explain/ExplainMachine.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cstdlib>
#include <cstring>
#include <vector>

extern "C" {
#include "comm/p2p.h"
#include "cache/profile_file.h"
#include "plan/profile.h"

/// The compiler runs without MPI.
void tp_p2p_library(char *Out, size_t Size) {
  if (Size > 0)
    *Out = 0;
}
}

using namespace tilepipe;
using llvm::StringRef;

/// Reads a profile of this CPU, whatever its MPI library and hosts. Empty: done; else why not.
static std::string readProfile(const std::string &File, tp_machine &Numbers) {
  tp_profile_key Key;
  char Why[300] = "";
  tp_profile_key_of("", &Key);
  return tp_profile_read(File.c_str(), &Key, TP_ANY_HOSTS | TP_ANY_MPI, &Numbers, Why, sizeof Why) == TP_OK ? "" : Why;
}

/// Where programs of this user look for profiles; empty: nowhere.
static std::string cacheFolder() {
  const char *Cache = std::getenv("XDG_CACHE_HOME"), *Home = std::getenv("HOME");
  llvm::SmallString<128> Folder;
  if (Cache && *Cache == '/')
    llvm::sys::path::append(Folder, Cache, "tilepipe");
  else if (Home && *Home == '/')
    llvm::sys::path::append(Folder, Home, ".cache", "tilepipe");
  return Folder.str().str();
}

/// Profiles in the folder, the latest first.
static std::vector<std::string> profilesIn(const std::string &Folder) {
  std::vector<std::pair<llvm::sys::TimePoint<>, std::string>> Found;
  std::error_code Error;
  for (llvm::sys::fs::directory_iterator I(Folder, Error), End; !Error && I != End; I.increment(Error)) {
    StringRef Name = llvm::sys::path::filename(I->path());
    llvm::ErrorOr<llvm::sys::fs::basic_file_status> Status = I->status();
    if (Name.starts_with("profile-") && Name.ends_with(".txt") && Status)
      Found.push_back({Status->getLastModificationTime(), I->path()});
  }
  std::sort(Found.rbegin(), Found.rend());
  std::vector<std::string> Names;
  for (const auto &[Time, Name] : Found)
    Names.push_back(Name);
  return Names;
}

static std::string describe(const std::string &File, int Calibrated) {
  std::string Text = "those of " + File;
  static constexpr std::pair<int, const char *> Parts[] = {{TP_CALIBRATED_CPU, "the CPU"},
                                                           {TP_CALIBRATED_HOST, "messages on a host"},
                                                           {TP_CALIBRATED_SHARED, "its shared memory"},
                                                           {TP_CALIBRATED_HOSTS, "messages between hosts"}};
  const char *Between = "; built-in for ";
  for (auto [Part, Name] : Parts)
    if (!(Calibrated & Part)) {
      Text += std::string(Between) + Name;
      Between = ", ";
    }
  return Text;
}

KnownMachine tilepipe::findMachine() {
  KnownMachine Known = {{}, "built-in numbers"};
  tp_machine_default(1, 1, 1, &Known.Numbers);
  const char *Named = std::getenv("TILEPIPE_PROFILE");
  bool IsNamed = Named && *Named;
  if (IsNamed && std::strcmp(Named, TP_PROFILE_BUILT_IN) == 0)
    return Known;
  for (const std::string &File : IsNamed ? std::vector<std::string>{Named} : profilesIn(cacheFolder())) {
    std::string Why = readProfile(File, Known.Numbers);
    if (Why.empty())
      return {Known.Numbers, describe(File, Known.Numbers.calibrated)};
    Known.Source = "built-in numbers (not " + File + ": " + Why + ")";
  }
  return Known;
}
