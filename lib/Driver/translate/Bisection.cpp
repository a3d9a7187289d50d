// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/Bisection.h"

#include "llvm/ADT/STLExtras.h"

#include <deque>

using namespace tilepipe;

llvm::Error tilepipe::bisect(
    const Selection &All, const std::string &Complaint,
    llvm::function_ref<llvm::Expected<std::optional<std::string>>(const Selection &)> Try,
    llvm::function_ref<void(size_t Region, const std::string &Complaint)> Reject) {
  constexpr int MaxTries = 16;
  struct Part {
    Selection Regions;
    std::string Complaint;
  };
  std::deque<Part> Rejected = {{All, Complaint}};
  Selection Kept;
  for (int Tries = 0; !Rejected.empty();) {
    Part Bad = std::move(Rejected.front());
    Rejected.pop_front();
    if (Bad.Regions.size() == 1 || Tries >= MaxTries) {
      for (size_t R : Bad.Regions)
        Reject(R, Bad.Complaint);
      continue;
    }
    auto Middle = Bad.Regions.begin() + Bad.Regions.size() / 2;
    bool IsFirstTaken = false;
    for (const Selection &Half : {Selection(Bad.Regions.begin(), Middle),
                                  Selection(Middle, Bad.Regions.end())}) {
      // What is wrong with both is then wrong with the second.
      if (IsFirstTaken) {
        Rejected.push_back({Half, Bad.Complaint});
        break;
      }
      Selection Both = Kept;
      llvm::append_range(Both, Half);
      llvm::sort(Both);
      llvm::Expected<std::optional<std::string>> Why = Try(Both);
      if (!Why)
        return Why.takeError();
      ++Tries;
      IsFirstTaken = !*Why;
      if (IsFirstTaken)
        Kept = std::move(Both);
      else
        Rejected.push_back({Half, **Why});
    }
  }
  return llvm::Error::success();
}
