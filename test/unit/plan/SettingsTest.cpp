// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Settings: every run of a child process reads the environment anew, as a program does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <set>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "SettingsTable.h"

namespace {

using Variables = std::vector<std::pair<const char *, const char *>>;

struct Result {
  int Exit;         // exit code of the child
  std::string Text; // what it wrote to stderr
};

// Whoever runs the tests may have settings of their own.
void clearSettings() {
  std::vector<std::string> Names;
  for (char **V = environ; *V; V++)
    if (strncmp(*V, "TILEPIPE_", 9) == 0)
      Names.emplace_back(*V, strcspn(*V, "="));
  for (const std::string &Name : Names)
    unsetenv(Name.c_str());
}

// Runs Body in a child with these variables and none else of TILEPIPE_*.
Result inChild(const Variables &Environment, const std::function<void()> &Body) {
  int Pipe[2];
  EXPECT_EQ(pipe(Pipe), 0);
  pid_t Child = fork();
  if (Child == 0) {
    dup2(Pipe[1], 2);
    clearSettings();
    for (auto [Name, Value] : Environment)
      setenv(Name, Value, 1);
    Body();
    exit(0);
  }
  close(Pipe[1]);
  Result R{0, ""};
  char Buffer[256];
  for (ssize_t N; (N = read(Pipe[0], Buffer, sizeof Buffer)) > 0;)
    R.Text.append(Buffer, size_t(N));
  close(Pipe[0]);
  int Status;
  waitpid(Child, &Status, 0);
  R.Exit = WIFEXITED(Status) ? WEXITSTATUS(Status) : -1;
  return R;
}

// What the check at start says about these variables; "": nothing.
std::string check(const Variables &Environment) {
  return inChild(Environment, [] {
           const char *Why = "";
           if (tp_settings_check(&Why) != TP_OK)
             fprintf(stderr, "%s", Why);
         }).Text;
}

tp_region region(const char *Name, int Dims, const char *Compiled = "") {
  tp_region R = {};
  R.tp_name = Name;
  R.tp_file = "a.c";
  R.tp_line = 12;
  R.tp_dims = Dims;
  R.tp_settings = Compiled;
  return R;
}

std::string text(const tp_list &L) {
  std::string Out;
  for (int D = 0; D < L.count; D++)
    Out += (D ? "," : "") + (L.at[D] ? std::to_string(L.at[D]) : "*");
  return Out;
}

// The child's view of a region's settings, as text.
void show(const tp_region &R) {
  tp_settings S;
  const char *Why = "";
  if (tp_settings_for(&R, &S, &Why) != TP_OK)
    fprintf(stderr, "[%s]", Why);
  else
    fprintf(stderr, "[%d %d %d %s %s %s %d%d%d %d]", S.schedule, S.protocol, S.grouping,
            text(S.tile).c_str(), text(S.mesh).c_str(), text(S.group).c_str(), S.always, S.verify,
            S.stats.set != 0, S.watchdog);
}

std::string settings(const Variables &Environment, tp_region R) {
  return inChild(Environment, [&] { show(R); }).Text;
}

std::string tile(const Variables &Environment, tp_region R) {
  return inChild(Environment, [&] {
           tp_settings S;
           const char *Why;
           if (tp_settings_for(&R, &S, &Why) == TP_OK)
             fprintf(stderr, "%s", text(S.tile).c_str());
         }).Text;
}

// --- the environment

TEST(Environment, Defaults) { EXPECT_EQ(settings({}, region("tp_x", 2)), "[0 0 0    000 300]"); }

TEST(Environment, EverySettingIsRead) {
  EXPECT_EQ(settings({{"TILEPIPE_SCHEDULE", "blocking"},
                      {"TILEPIPE_PROTOCOL", "synchronous"},
                      {"TILEPIPE_GROUPING", "hyperplane"},
                      {"TILEPIPE_TILE", "64, *"},
                      {"TILEPIPE_MESH", "4,1"},
                      {"TILEPIPE_GROUP", "*,1"},
                      {"TILEPIPE_ALWAYS", "1"},
                      {"TILEPIPE_VERIFY", "1"},
                      {"TILEPIPE_STATS", "1"},
                      {"TILEPIPE_WATCHDOG", "0"},
                      {"TILEPIPE_TRANSPORT", "p2p"},
                      {"TILEPIPE_HYBRID", "auto"},
                      {"TILEPIPE_BACKEND", "gcc"},
                      {"TILEPIPE_WRAPPER", "off"},
                      {"TILEPIPE_CC", "/usr/bin/tilepipe-cc"}},
                     region("tp_x", 2)),
            "[2 2 2 64,* 4,1 *,1 111 0]");
}

TEST(Environment, EmptyMeansNotSet) {
  EXPECT_EQ(check({{"TILEPIPE_SCHEDULE", ""}, {"TILEPIPE_TILE", ""}}), "");
}

TEST(EnvironmentErrors, NameVariableValueAndReason) {
  EXPECT_EQ(check({{"TILEPIPE_SCHEDULE", "fast"}}),
            "TILEPIPE_SCHEDULE=fast: not understood; one of auto, overlap, blocking");
  EXPECT_EQ(check({{"TILEPIPE_STATS", "yes"}}), "TILEPIPE_STATS=yes: not understood; one of 0, 1, table, ranks, json:FILE");
  EXPECT_EQ(check({{"TILEPIPE_WATCHDOG", "-1"}}),
            "TILEPIPE_WATCHDOG=-1: not a number from 0 to 2147483647");
  EXPECT_EQ(check({{"TILEPIPE_WATCHDOG", "10s"}}),
            "TILEPIPE_WATCHDOG=10s: not a number from 0 to 2147483647");
  EXPECT_EQ(check({{"TILEPIPE_TILE", "0,8"}}), "TILEPIPE_TILE=0,8: 0 is not positive");
  EXPECT_EQ(check({{"TILEPIPE_TILE", "-4"}}), "TILEPIPE_TILE=-4: -4 is not positive");
  EXPECT_EQ(check({{"TILEPIPE_TILE", "8,,8"}}),
            "TILEPIPE_TILE=8,,8: not understood; numbers or * separated by commas");
  EXPECT_EQ(check({{"TILEPIPE_TILE", "8x8"}}),
            "TILEPIPE_TILE=8x8: not understood; numbers or * separated by commas");
  EXPECT_EQ(check({{"TILEPIPE_TILE", ":8,8"}}),
            "TILEPIPE_TILE=:8,8: a region's name is missing before ':'");
  EXPECT_EQ(check({{"TILEPIPE_MESH", "99999999999999999999"}}),
            "TILEPIPE_MESH=99999999999999999999: not understood; numbers or * separated by commas");
  EXPECT_EQ(check({{"TILEPIPE_MESH", "1,1,1,1,1,1"}}),
            "TILEPIPE_MESH=1,1,1,1,1,1: more than 5 entries, which no region has dimensions for");
}

TEST(EnvironmentErrors, WordsAreRefusedByName) {
  EXPECT_EQ(check({{"TILEPIPE_HYBRID", "each"}}),
            "TILEPIPE_HYBRID=each: not understood; one of auto, mpi, fine, coarse, multiple");
  EXPECT_EQ(check({{"TILEPIPE_TRANSPORT", "shm+p2p"}}),
            "TILEPIPE_TRANSPORT=shm+p2p: not understood; one of auto, p2p, persistent, rma, shm");
  EXPECT_EQ(check({{"TILEPIPE_BALANCE", "even"}}),
            "TILEPIPE_BALANCE=even: not understood; one of auto, none, constant, variable");
  EXPECT_EQ(check({{"TILEPIPE_ASSIGN", "row"}}),
            "TILEPIPE_ASSIGN=row: not understood; one of auto, block, cyclic");
  EXPECT_EQ(check({{"TILEPIPE_TUNE", "soon"}}),
            "TILEPIPE_TUNE=soon: not a number from 0 to 2147483647");
}

TEST(EnvironmentErrors, TypingMistakesAreTold) {
  EXPECT_EQ(check({{"TILEPIPE_SHEDULE", "overlap"}}), "TILEPIPE_SHEDULE: no such setting");
  EXPECT_EQ(check({{"TILEPIPE_tile", "1,1"}}), "TILEPIPE_tile: no such setting");
  EXPECT_EQ(check({{"TILEPIPE_RANKS", "2"}}), "TILEPIPE_RANKS: no such setting");
}

TEST(EnvironmentErrors, StayOneLine) {
  EXPECT_EQ(check({{"TILEPIPE_SCHEDULE", "a\nb"}}),
            "TILEPIPE_SCHEDULE=a?b: not understood; one of auto, overlap, blocking");
  std::string Long(5000, 'x');
  EXPECT_LT(check({{"TILEPIPE_SCHEDULE", Long.c_str()}}).size(), 300u);
}

TEST(EnvironmentErrors, ReachARegionThatAsksFirst) {
  EXPECT_EQ(settings({{"TILEPIPE_STATS", "2"}}, region("tp_x", 2)),
            "[TILEPIPE_STATS=2: not understood; one of 0, 1, table, ranks, json:FILE [setting]]");
}

// --- every setting from every source

enum Source { FromEnvironment, FromCall, FromRegionCall, CompiledIn, Sources };

std::string variable(const char *Setting) {
  std::string Name = "TILEPIPE_";
  for (const char *At = Setting; *At; At++)
    Name += char(toupper(*At));
  return Name;
}

// Gives a setting to the region tp_x and shows what it has then, or the error.
Result give(int From, const char *Setting, const std::string &Text,
            const std::function<std::string(const tp_settings &)> &Show) {
  std::string Name = variable(Setting), Compiled = std::string(Setting) + "=" + Text;
  Variables Environment;
  if (From == FromEnvironment)
    Environment = {{Name.c_str(), Text.c_str()}};
  tp_region X = region("tp_x", 2, From == CompiledIn ? Compiled.c_str() : "");
  return inChild(Environment, [&] {
    if (From == FromCall)
      tp_set(Setting, Text.c_str());
    if (From == FromRegionCall)
      tp_set_region("tp_x", Setting, Text.c_str());
    tp_settings S;
    const char *Why = "";
    fprintf(stderr, "%s", tp_settings_for(&X, &S, &Why) == TP_OK ? Show(S).c_str() : Why);
  });
}

TEST(Sources, EveryWordArrives) {
  for (const SettingWord &W : SettingWords)
    for (int From = 0; From < Sources; From++)
      EXPECT_EQ(give(From, W.Setting, W.Text,
                     [&](const tp_settings &S) { return std::to_string(S.*W.Field); }).Text,
                std::to_string(W.Value))
          << W.Setting << "=" << W.Text << " from " << From;
}

TEST(Sources, EveryListArrives) {
  for (const SettingList &L : SettingLists)
    for (int From = 0; From < Sources; From++)
      EXPECT_EQ(give(From, L.Setting, L.Text, [&](const tp_settings &S) { return text(S.*L.Field); }).Text, L.Value)
          << L.Setting << "=" << L.Text << " from " << From;
}

TEST(Sources, EveryFileArrives) {
  for (const SettingFile &F : SettingFiles)
    for (int From = 0; From < Sources; From++)
      EXPECT_EQ(give(From, F.Setting, F.Text,
                     [&](const tp_settings &S) { return std::string(S.*F.Field); }).Text,
                F.Text)
          << F.Setting << "=" << F.Text << " from " << From;
}

// A trace begins with the program.
TEST(Sources, ATraceIsAskedForByTheEnvironment) {
  auto Show = [](const tp_settings &S) { return std::string(S.trace); };
  EXPECT_EQ(give(FromEnvironment, "trace", "/tmp/run.json", Show).Text, "/tmp/run.json");
  for (int From : {FromCall, FromRegionCall}) {
    Result R = give(From, "trace", "/tmp/run.json", Show);
    EXPECT_EQ(R.Exit, 2);
    EXPECT_NE(R.Text.find("too late; it is read from the environment when the program starts"), std::string::npos) << R.Text;
  }
}

TEST(Sources, FormsArrive) {
  for (const SettingForms &F : SettingsOfForms)
    for (int From = 0; From < Sources; From++)
      EXPECT_EQ(give(From, F.Setting, F.Text,
                     [&](const tp_settings &S) { return std::to_string((S.*F.Field).set) + " " + (S.*F.Field).file; }).Text,
                std::to_string(F.Set) + " " + F.File)
          << F.Setting << "=" << F.Text << " from " << From;
}

// The table above has every setting, and every word of it.
TEST(Sources, TheTableIsComplete) {
  std::set<std::string> Tested;
  for (const SettingWord &W : SettingWords)
    Tested.insert(std::string(W.Setting) + "=" + W.Text), Tested.insert(W.Setting);
  for (const SettingList &L : SettingLists)
    Tested.insert(L.Setting);
  for (const SettingFile &F : SettingFiles)
    Tested.insert(F.Setting);
  for (const SettingForms &F : SettingsOfForms) {
    std::string Given = std::string(F.Setting) + "=" + F.Text;
    Tested.insert({F.Setting, Given, Given.substr(0, Given.find(':') + 1)});
  }
  Tested.insert({"ranks", "threads"});  // TestsMayLimitRanksAndThreads
  Tested.insert("trace");               // ATraceIsAskedForByTheEnvironment
  for (const tp_setting &S : tp_setting_table) {
    EXPECT_TRUE(Tested.count(S.name)) << S.name;
    forEachWord(S, [&](const std::string &Word) {
      EXPECT_TRUE(Tested.count(std::string(S.name) + "=" + Word)) << S.name << "=" << Word;
    });
  }
  std::set<std::string> Wrong = {"profile", "plans", "trace", "ranks", "threads"};
  for (const WrongSetting &W : WrongSettings)
    Wrong.insert(W.Setting);
  EXPECT_EQ(Wrong.size(), size_t(TP_SETTING_COUNT));
}

TEST(SourcesErrors, EveryMistakeIsNamed) {
  auto Nothing = [](const tp_settings &) { return std::string(); };
  for (const WrongSetting &W : WrongSettings) {
    std::string Reason = std::string(": ") + W.Reason, Given = std::string(W.Setting) + "=" + W.Text;
    std::string Call = "(\"" + std::string(W.Setting) + "\", \"" + W.Text + "\")";
    EXPECT_EQ(give(FromEnvironment, W.Setting, W.Text, Nothing).Text,
              variable(W.Setting) + "=" + W.Text + Reason + " [setting]");
    EXPECT_EQ(give(CompiledIn, W.Setting, W.Text, Nothing).Text,
              Given + " (compiled into region tp_x, a.c:12)" + Reason + " [setting]");
    Result R = give(FromCall, W.Setting, W.Text, Nothing);
    EXPECT_EQ(R.Exit, 2) << Given;
    EXPECT_EQ(R.Text, "tilepipe: tp_set" + Call + Reason + " [setting]\n");
    R = give(FromRegionCall, W.Setting, W.Text, Nothing);
    EXPECT_EQ(R.Exit, 2) << Given;
    EXPECT_EQ(R.Text, "tilepipe: tp_set_region(\"tp_x\", " + Call.substr(1) + Reason + " [setting]\n");
  }
}

// --- tile lists

TEST(Tile, EntryOfTheRegionsDepth) {
  Variables V = {{"TILEPIPE_TILE", "8,8;16,16,16"}};
  EXPECT_EQ(tile(V, region("tp_x", 2)), "8,8");
  EXPECT_EQ(tile(V, region("tp_x", 3)), "16,16,16");
  EXPECT_EQ(tile(V, region("tp_x", 4)), "16,16,16"); // kept, so that the plan can say it is ignored
}

TEST(Tile, NamedEntryWinsForItsRegionOnly) {
  for (const char *Text : {"8,8;sweep:4,4", "sweep:4,4;8,8", "tp_sweep:4,4;8,8"}) {
    Variables V = {{"TILEPIPE_TILE", Text}};
    EXPECT_EQ(tile(V, region("tp_sweep", 2)), "4,4") << Text;
    EXPECT_EQ(tile(V, region("tp_other", 2)), "8,8") << Text;
  }
  EXPECT_EQ(tile({{"TILEPIPE_TILE", "sweep:4,4"}}, region("tp_other", 2)), "");
  EXPECT_EQ(tile({{"TILEPIPE_TILE", "8,8;sweep:4,4,4"}}, region("sweep", 2)), "8,8");
}

// --- precedence

TEST(Precedence, CallThenEnvironmentThenCompiledIn) {
  tp_region R = region("tp_x", 2, "schedule=blocking;tile=4,4;5,5,5;grouping=hyperplane");
  EXPECT_EQ(settings({}, R), "[2 0 2 4,4   000 300]");
  EXPECT_EQ(settings({{"TILEPIPE_SCHEDULE", "overlap"}}, R), "[1 0 2 4,4   000 300]");
  Result Called = inChild({{"TILEPIPE_SCHEDULE", "overlap"}, {"TILEPIPE_TILE", "6,6"}}, [&] {
    tp_set("schedule", "auto");
    tp_set("tile", "7,7");
    show(R);
    tp_set("tile", "");
    show(R);
  });
  EXPECT_EQ(Called.Text, "[0 0 2 7,7   000 300][0 0 2 6,6   000 300]");
}

TEST(Precedence, AListOfAnotherDepthHidesNothing) {
  EXPECT_EQ(tile({{"TILEPIPE_TILE", "6,6,6"}}, region("tp_x", 2, "tile=4,4")), "4,4");
}

TEST(Precedence, RegionCallBeforeGeneralCall) {
  tp_region X = region("tp_x", 2), Y = region("tp_y", 2);
  Result Called = inChild({}, [&] {
    tp_set_region("tp_x", "schedule", "blocking");
    tp_set("schedule", "overlap");
    show(X);
    show(Y);
  });
  EXPECT_EQ(Called.Text, "[2 0 0    000 300][1 0 0    000 300]");
}

TEST(Precedence, TestsMayLimitRanksAndThreads) {
  tp_region X = region("tp_x", 2);
  Result Called = inChild({}, [&] {
    tp_settings S;
    const char *Why;
    tp_set("ranks", "3");
    tp_set("threads", "2");
    tp_settings_for(&X, &S, &Why);
    fprintf(stderr, "%d %d", S.ranks, S.threads);
  });
  EXPECT_EQ(Called.Text, "3 2");
}

TEST(CompiledErrors, NameTheRegion) {
  EXPECT_EQ(settings({}, region("tp_x", 2, "schedule=fast")),
            "[schedule=fast (compiled into region tp_x, a.c:12): not understood; one of auto, "
            "overlap, blocking [setting]]");
  EXPECT_EQ(settings({}, region("tp_x", 2, "shedule=fast")),
            "[shedule=fast (compiled into region tp_x, a.c:12): no such setting [setting]]");
}

TEST(CallErrors, OneLineAndExitCode2) {
  Result R = inChild({}, [] { tp_set("schedule", "fast"); });
  EXPECT_EQ(R.Exit, 2);
  EXPECT_EQ(R.Text, "tilepipe: tp_set(\"schedule\", \"fast\"): not understood; one of auto, overlap, "
                    "blocking [setting]\n");
  R = inChild({}, [] { tp_set("shedule", "x"); });
  EXPECT_EQ(R.Exit, 2);
  EXPECT_EQ(R.Text, "tilepipe: tp_set(\"shedule\", \"x\"): no such setting [setting]\n");
  R = inChild({}, [] { tp_set_region("tp_x", "tile", "0"); });
  EXPECT_EQ(R.Exit, 2);
  EXPECT_EQ(R.Text, "tilepipe: tp_set_region(\"tp_x\", \"tile\", \"0\"): 0 is not positive [setting]\n");
  R = inChild({}, [] { tp_set(nullptr, nullptr); });
  EXPECT_EQ(R.Exit, 2);
}

// --- tp_always, generation, hash

TEST(Always, FollowsCallsAndEnvironment) {
  Result R = inChild({{"TILEPIPE_ALWAYS", "1"}}, [] {
    tp_set("stats", "0"); // reads the environment
    fprintf(stderr, "%d", tp_always);
    tp_set("always", "0");
    fprintf(stderr, "%d", tp_always);
    tp_set_region("tp_x", "always", "1");
    fprintf(stderr, "%d", tp_always);
    tp_set_region("tp_x", "always", "0");
    fprintf(stderr, "%d", tp_always);
    tp_set("always", "");
    fprintf(stderr, "%d", tp_always);
  });
  EXPECT_EQ(R.Text, "10101");
}

TEST(Always, IsKnownBeforeMain) {
  const char *Always = getenv("TILEPIPE_ALWAYS");
  EXPECT_EQ(tp_always, Always && strcmp(Always, "1") == 0);
  if (getenv("TILEPIPE_TEST_CHILD"))
    return;
  // The same test again as a new program, which has the variable from its start.
  std::string Self(4096, 0);
  Self.resize(size_t(std::max<ssize_t>(readlink("/proc/self/exe", &Self[0], Self.size()), 0)));
  Result R = inChild({{"TILEPIPE_ALWAYS", "1"}, {"TILEPIPE_TEST_CHILD", "1"}}, [&] {
    int Null = dup(2);
    dup2(Null, 1);
    execl(Self.c_str(), Self.c_str(), "--gtest_filter=Always.IsKnownBeforeMain", nullptr);
  });
  EXPECT_EQ(R.Exit, 0);
  EXPECT_NE(R.Text.find("[  PASSED  ] 1 test"), std::string::npos) << R.Text;
}

TEST(Generation, ChangesWithEveryCall) {
  Result R = inChild({}, [] {
    unsigned long Before = tp_settings_generation();
    tp_set("tile", "8,8");
    fprintf(stderr, "%d", tp_settings_generation() != Before);
  });
  EXPECT_EQ(R.Text, "1");
}

std::string hash(const Variables &Environment) {
  return inChild(Environment, [] { fprintf(stderr, "%llx", tp_settings_hash()); }).Text;
}

TEST(Hash, SeesWhatShapesAPlan) {
  std::string None = hash({});
  EXPECT_EQ(None, hash({}));
  EXPECT_EQ(None, hash({{"TILEPIPE_STATS", "1"}}));
  EXPECT_NE(None, hash({{"TILEPIPE_TILE", "8,8"}}));
  EXPECT_NE(hash({{"TILEPIPE_MESH", "2,1"}}), hash({{"TILEPIPE_GROUP", "2,1"}}));
  EXPECT_EQ(hash({{"TILEPIPE_MESH", "2,1"}, {"TILEPIPE_TILE", "8,8"}}),
            hash({{"TILEPIPE_TILE", "8,8"}, {"TILEPIPE_MESH", "2,1"}}));
}

TEST(Speed, AskingAgainIsCheap) {
  tp_region X = region("tp_x", 2);
  Result R = inChild({{"TILEPIPE_TILE", "8,8;sweep:4,4"}}, [&] {
    tp_settings S;
    const char *Why;
    double Best = 1;
    for (int Try = 0; Try < 50; Try++) {
      timespec Start, End;
      clock_gettime(CLOCK_MONOTONIC, &Start);
      for (int K = 0; K < 1000; K++)
        tp_settings_for(&X, &S, &Why);
      clock_gettime(CLOCK_MONOTONIC, &End);
      double Seconds = double(End.tv_sec - Start.tv_sec) + 1e-9 * double(End.tv_nsec - Start.tv_nsec);
      Best = std::min(Best, Seconds / 1000);
    }
    fprintf(stderr, "%g", Best * 1e9);
  });
  EXPECT_LT(std::stod(R.Text), 200) << "nanoseconds a call";
}

} // namespace
