// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the document of refusals says of codes, as remarks for tools have it.
#include "compile/RemarkRules.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <set>

using namespace tilepipe;
using namespace testing;

TEST(RemarkRules, EachCodeHasOneWithCompleteTexts) {
  std::set<std::string> Codes;
  for (const RemarkRule &R : remarkRules()) {
    SCOPED_TRACE(R.Code + ": " + R.Short);
    EXPECT_TRUE(Codes.insert(R.Code).second);
    EXPECT_THAT(R.Code, MatchesRegex("[a-z-]+"));
    EXPECT_THAT(R.Short, MatchesRegex("[A-Z#].*\\."));
    EXPECT_THAT(R.Short, SizeIs(AllOf(Ge(15u), Le(260u))));
    EXPECT_THAT(R.Full, SizeIs(AllOf(Ge(R.Short.size()), Le(1000u))));
    EXPECT_THAT(R.Help, AllOf(HasSubstr("docs/Refusals.md"), Not(HasSubstr("]("))));
    EXPECT_THAT(R.Markdown, Not(ContainsRegex("\\]\\([^)]*\\.md|\\]\\(#")));
  }
  EXPECT_GT(Codes.size(), 45u);
}

TEST(RemarkRules, TextsAreThoseOfTheDocument) {
  RemarkRule Rule = remarkRule("scalar-written");
  EXPECT_EQ(Rule.Short, "A variable declared outside is written in the nest, and its value leaves the iteration.");
  EXPECT_THAT(Rule.Help, AllOf(HasSubstr("\n\nExample: sum += A[i][j];\n\nWhat helps: Declare it "),
                               HasSubstr("So is a static one, if no function hands it to another.")));
  EXPECT_THAT(Rule.Markdown, HasSubstr("\n\nExample: `sum += A[i][j];`\n\nWhat helps: "));
  // The head of the table, and two codes in one row.
  EXPECT_EQ(remarkRule("depth").Short, "More than 5 loops inside one another, or a nest without a statement.");
  EXPECT_EQ(remarkRule("fp-contract").Short, remarkRule("fp-backend").Short);
}

TEST(RemarkRules, AnUnknownCodeLeadsToTheDocument) {
  EXPECT_EQ(remarkRule("nothing").Code, "nothing");
  EXPECT_THAT(remarkRule("nothing").Short, HasSubstr("docs/Refusals.md"));
}
