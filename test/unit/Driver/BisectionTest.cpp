// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/Bisection.h"

#include "llvm/ADT/STLExtras.h"
#include "gmock/gmock.h"

#include <numeric>
#include <set>

using namespace tilepipe;
using testing::ElementsAre;

namespace {

/// A search among Count regions, of which Bad are not taken.
struct Search {
  std::set<size_t> Bad;
  std::vector<size_t> Rejected;
  Selection Last; ///< the last that was taken
  unsigned Tries = 0;

  Search(size_t Count, std::set<size_t> Spoilers) : Bad(std::move(Spoilers)) {
    Selection All(Count);
    std::iota(All.begin(), All.end(), 0);
    auto Try = [&](const Selection &Some) -> llvm::Expected<std::optional<std::string>> {
      ++Tries;
      EXPECT_TRUE(llvm::is_sorted(Some));
      for (size_t R : Some)
        if (Bad.count(R))
          return std::to_string(R);
      Last = Some;
      return std::nullopt;
    };
    auto Reject = [&](size_t R, const std::string &) { Rejected.push_back(R); };
    EXPECT_FALSE(bool(bisect(All, "all", Try, Reject)));
    llvm::sort(Rejected);
  }
};

} // namespace

TEST(Bisection, FindsTheOnlyOne) {
  Search S(8, {5});
  EXPECT_THAT(S.Rejected, ElementsAre(5));
  EXPECT_THAT(S.Last, ElementsAre(0, 1, 2, 3, 4, 6, 7));
  EXPECT_LE(S.Tries, 6u);
}

TEST(Bisection, FindsSeveral) {
  Search S(9, {0, 4, 8});
  EXPECT_THAT(S.Rejected, ElementsAre(0, 4, 8));
  EXPECT_THAT(S.Last, ElementsAre(1, 2, 3, 5, 6, 7));
}

TEST(Bisection, OneNeedsNoTry) {
  Search S(1, {0});
  EXPECT_THAT(S.Rejected, ElementsAre(0));
  EXPECT_EQ(S.Tries, 0u);
}

TEST(Bisection, EndsWhereNearlyAllAreBad) {
  std::set<size_t> Bad;
  for (size_t R = 0; R < 1000; R += 2)
    Bad.insert(R);
  Search S(1000, Bad);
  EXPECT_LE(S.Tries, 17u);
  for (size_t R : Bad)
    EXPECT_TRUE(llvm::is_contained(S.Rejected, R));
}

TEST(Bisection, AnErrorEndsIt) {
  auto Try = [](const Selection &) -> llvm::Expected<std::optional<std::string>> {
    return llvm::createStringError("no compiler");
  };
  llvm::Error E = bisect({0, 1}, "all", Try, [](size_t, const std::string &) {});
  EXPECT_EQ(llvm::toString(std::move(E)), "no compiler");
}
