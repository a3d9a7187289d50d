// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Verify/Verify.h"

#include <gtest/gtest.h>

using namespace tilepipe;

static Obligation obligation(unsigned Number, bool IsProved) {
  Obligation O;
  O.Number = Number;
  O.IsProved = IsProved;
  return O;
}

TEST(Proof, NothingShownIsNoProof) {
  Proof P;
  EXPECT_FALSE(P.isProved());
}

TEST(Proof, OneFailureIsNoProof) {
  Proof P;
  P.Obligations = {obligation(1, true), obligation(2, false), obligation(3, false)};
  EXPECT_FALSE(P.isProved());
  ASSERT_NE(P.failed(), nullptr);
  EXPECT_EQ(P.failed()->Number, 2u);
}

TEST(Proof, AllProved) {
  Proof P;
  P.Obligations = {obligation(1, true), obligation(2, true)};
  EXPECT_TRUE(P.isProved());
  EXPECT_EQ(P.failed(), nullptr);
}
