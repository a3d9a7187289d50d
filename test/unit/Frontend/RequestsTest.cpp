// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses of `#pragma tilepipe` that are settings.
#include "nest/Requests.h"

#include "SettingsTable.h"
#include "tilepipe/Support/Settings.h"

#include <gtest/gtest.h>

using namespace tilepipe;

namespace {

std::string pragma(const char *Setting, const char *Text) {
  return "tilepipe " + std::string(Setting) + "(" + Text + ")";
}

TEST(Requests, EverySettingAndWordIsAClause) {
  auto Check = [](const char *Setting, const char *Text) {
    NestRequests Requests;
    std::string Why = addRequests(pragma(Setting, Text), Requests);
    if (isSetting(Setting)) {
      EXPECT_EQ(Why, "");
      EXPECT_EQ(Requests.Settings, std::string(Setting) + "=" + Text);
    } else {
      EXPECT_EQ(Why, "'" + std::string(Setting) + "(...)' is none of its clauses");
    }
  };
  for (const SettingWord &W : SettingWords)
    Check(W.Setting, W.Text);
  for (const SettingList &L : SettingLists)
    if (!strchr(L.Text, ':'))
      Check(L.Setting, L.Text);
}

TEST(Requests, SettingsAddUp) {
  NestRequests Requests;
  EXPECT_EQ(addRequests("tilepipe mesh( 2, * ) body(jam), group(*,1)", Requests), "");
  EXPECT_EQ(Requests.Settings, "mesh=2,*;body=jam;group=*,1");
}

/// A pragma is about its nest: there are no names in it.
TEST(RequestsErrors, WhatTheRuntimeRefusesAndNames) {
  auto Check = [](const char *Setting, const char *Text) {
    NestRequests Requests;
    EXPECT_EQ(addRequests(pragma(Setting, Text), Requests),
              "'" + std::string(Setting) + "(" + Text + ")': " +
                  checkSetting(Setting, Text, /*AllowsRegions=*/false));
    EXPECT_EQ(Requests.Settings, "");
  };
  for (const WrongSetting &W : WrongSettings)
    if (isSetting(W.Setting))
      Check(W.Setting, W.Text);
  for (const SettingList &L : SettingLists)
    if (strchr(L.Text, ':'))
      Check(L.Setting, L.Text);
}

} // namespace
