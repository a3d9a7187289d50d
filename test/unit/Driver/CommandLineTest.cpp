// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Driver/CommandLine.h"

#include "SettingsTable.h"
#include "tilepipe/Support/Settings.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tilepipe;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

namespace {

CommandLine parse(std::vector<const char *> Words) {
  llvm::Expected<CommandLine> Command = parseCommandLine(Words);
  if (!Command) {
    ADD_FAILURE() << llvm::toString(Command.takeError());
    return {};
  }
  return std::move(*Command);
}

std::string errorOf(std::vector<const char *> Words) {
  llvm::Expected<CommandLine> Command = parseCommandLine(Words);
  return Command ? "" : llvm::toString(Command.takeError());
}

std::vector<std::string> inputs(const CommandLine &Command) {
  std::vector<std::string> Names;
  for (const Argument *A : Command.of(ArgumentKind::Input))
    Names.push_back(A->Value);
  return Names;
}

} // namespace

TEST(CommandLine, KeepsTheBackendsWordsInOrderAndSpelling) {
  std::vector<const char *> Words = {"-O2",  "-I", "a b", "-Ic",  "x.c",  "-unknown=1", "-lm",
                                     "-L",   "d",  "-o",  "prog", "-Wl,-rpath,/e",
                                     "-Xlinker", "-f", "-pthread", "-", "-D", "N=1"};
  EXPECT_THAT(parse(Words).words(), ElementsAreArray(Words));
}

TEST(CommandLine, KeepsOurOptionsToItself) {
  CommandLine Command = parse({"-c", "--tp-explain", "x.c", "-Rpass=tilepipe", "-Rpass=inline",
                               "--tp-tile=8,*", "--tp-mesh=2,1", "-Werror=tilepipe", "-Werror"});
  EXPECT_THAT(Command.words(), ElementsAre("-c", "x.c", "-Rpass=inline", "-Werror"));
  EXPECT_TRUE(Command.Own.Explain && Command.Own.RemarkPassed && Command.Own.Require);
  EXPECT_FALSE(Command.Own.RemarkMissed || Command.Own.RemarkAnalysis);
  EXPECT_EQ(Command.Own.Settings, "tile=8,*;mesh=2,1");
}

TEST(CommandLine, TellsValuesFromInputs) {
  CommandLine Command =
      parse({"-MF", "d.c", "-MT", "t.c", "-include", "i.c", "-isystem", "s.c", "-u", "u.c", "-T",
             "l.c", "--param", "p.c", "-Xlinker", "x.c", "-o", "o.c", "real.c"});
  EXPECT_THAT(inputs(Command), ElementsAre("real.c"));
}

TEST(CommandLine, LanguageHoldsForTheInputsBehindIt) {
  CommandLine Command = parse({"a.c", "-x", "c", "b.txt", "c.c", "-xc++", "d.c", "-x", "none", "e.c",
                               "f.o", "-"});
  std::vector<bool> IsC;
  for (const Argument *A : Command.of(ArgumentKind::Input))
    IsC.push_back(A->isCSource());
  EXPECT_THAT(IsC, ElementsAre(true, true, true, false, true, false, false));
}

TEST(CommandLine, BehindTwoDashesEverythingIsAnInput) {
  CommandLine Command = parse({"-o", "p", "--", "-a.c", "-O2"});
  EXPECT_THAT(inputs(Command), ElementsAre("./-a.c", "./-O2"));
  EXPECT_THAT(Command.words(), ElementsAre("-o", "p", "./-a.c", "./-O2"));
}

TEST(CommandLine, FlagsOfTheLanguageAreForClangToo) {
  CommandLine Command = parse({"-DA", "-U", "B", "-O2", "-g", "-Wall", "-std=c99", "-march=native",
                               "-lm", "-fopenmp", "x.c"});
  EXPECT_THAT(Command.frontendFlags(), ElementsAre("-DA", "-U", "B", "-O2", "-std=c99",
                                                   "-march=native", "-fopenmp"));
}

TEST(CommandLine, SourceToSourceIsOneFileIntoAnother) {
  EXPECT_TRUE(parse({"a.c", "-o", "b.c"}).isSourceToSource());
  EXPECT_TRUE(parse({"a.c", "-ob.c"}).isSourceToSource());
  EXPECT_TRUE(parse({"a.c", "-o", "-"}).isSourceToSource());
  EXPECT_TRUE(parse({"a.c", "--tp-stop-after=analysis"}).isSourceToSource());
  EXPECT_TRUE(parse({"a.c", "-o", "/dev/null", "-Rpass=tilepipe"}).isSourceToSource());
  EXPECT_FALSE(parse({"a.c", "-o", "/dev/null"}).isSourceToSource());
  EXPECT_FALSE(parse({"a.c", "-o", "b"}).isSourceToSource());
  EXPECT_FALSE(parse({"-c", "a.c", "-o", "b.c"}).isSourceToSource());
  EXPECT_FALSE(parse({"-E", "a.c", "-o", "b.c"}).isSourceToSource());
  EXPECT_FALSE(parse({"a.c", "d.c", "-o", "b.c"}).isSourceToSource());
  EXPECT_FALSE(parse({"a.o", "-o", "b.c"}).isSourceToSource());
}

TEST(CommandLine, LinksUnlessToldToStop) {
  EXPECT_TRUE(parse({"a.c"}).links());
  EXPECT_TRUE(parse({"a.o", "-shared"}).links());
  EXPECT_FALSE(parse({"-c", "a.c"}).links());
  EXPECT_FALSE(parse({"-S", "a.c"}).links());
  EXPECT_FALSE(parse({"-E", "a.c"}).links());
}

TEST(CommandLine, MissingValueIsLeftToTheBackend) {
  CommandLine Command = parse({"a.c", "-o"});
  EXPECT_THAT(Command.words(), ElementsAre("a.c", "-o"));
  EXPECT_TRUE(Command.has(ArgumentKind::Pass));
}

TEST(CommandLine, StagesCanBePrintedTogether) {
  CommandLine Command = parse({"a.c", "--tp-print-after=frontend,codegen"});
  EXPECT_TRUE(Command.Own.printsAfter(Stage::Frontend));
  EXPECT_FALSE(Command.Own.printsAfter(Stage::Analysis));
  EXPECT_TRUE(Command.Own.printsAfter(Stage::CodeGen));
  EXPECT_FALSE(Command.Own.stopsAfter(Stage::Frontend));
}

TEST(CommandLineErrors, NameOptionValueAndWhatIsExpected) {
  EXPECT_EQ(errorOf({"--tp-fp=x"}), "invalid value 'x' in '--tp-fp=x': expected exact, backend or reassociate");
  EXPECT_EQ(errorOf({"--tp-tile="}),
            "invalid value '' in '--tp-tile=': not understood; numbers or * separated by commas");
  EXPECT_EQ(errorOf({"--tp-tile=0"}),
            "invalid value '0' in '--tp-tile=0': 0 is not positive");
  EXPECT_EQ(errorOf({"--tp-mesh=4,"}),
            "invalid value '4,' in '--tp-mesh=4,': not understood; numbers or * separated by commas");
  EXPECT_EQ(errorOf({"--tp-grouping=flat"}), "invalid value 'flat' in '--tp-grouping=flat': not understood; one of auto, dataflow, hyperplane, vertical");
  EXPECT_EQ(errorOf({"--tp-stop-after=link"}), "invalid value 'link' in '--tp-stop-after=link': "
                                               "expected frontend, analysis, transform, codegen or verify");
}

/// Options are defaults of settings: what the runtime takes of those that shape a plan, the tool takes too.
TEST(CommandLine, EverySettingAndWordIsAnOption) {
  auto Check = [](const char *Setting, const char *Text) {
    std::string Given = std::string(Setting) + "=" + Text, Option = "--tp-" + Given;
    if (isSetting(Setting)) {
      EXPECT_EQ(parse({Option.c_str()}).Own.Settings, Given);
    } else { // the backend's: it will not know it
      EXPECT_THAT(parse({Option.c_str()}).words(), ElementsAre(Option));
    }
  };
  for (const SettingWord &W : SettingWords)
    Check(W.Setting, W.Text);
  for (const SettingList &L : SettingLists)
    Check(L.Setting, L.Text);
  EXPECT_EQ(parse({"--tp-tile=8,8;x:4,*", "--tp-body=jam", "--tp-tile=y:2,2"}).Own.Settings,
            "tile=8,8;x:4,*;body=jam;tile=y:2,2");
}

TEST(CommandLineErrors, WhatTheRuntimeRefusesOptionsRefuse) {
  for (const WrongSetting &W : WrongSettings) {
    std::string Option = "--tp-" + std::string(W.Setting) + "=" + W.Text;
    if (isSetting(W.Setting)) {
      EXPECT_THAT(errorOf({Option.c_str()}),
                  testing::StrEq("invalid value '" + std::string(W.Text) + "' in '" + Option + "': " + W.Reason));
    }
  }
}
