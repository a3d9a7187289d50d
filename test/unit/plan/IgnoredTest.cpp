// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Settings that make no difference to the plan are known as such, and no others.
#include <gtest/gtest.h>

#include <string>
#include <vector>

extern "C" {
#include "settings/settings_text.h"
#include "plan/ignored.h"
}

namespace {

enum { SHM = 1 << TP_TRANSPORT_SHM, RMA = 1 << TP_TRANSPORT_RMA };

struct Where {
  int Ranks = 1, Threads = 1, Hosts = 1;
  tp_int Reach = 1;
  int JamRows = 0, LineRows = 0;
};

// What of "protocol=eager faces=direct" a plan for a cube ignores, as its statistics say it.
std::string ignored(const Where &W, const std::string &Asked) {
  tp_problem Problem = {};
  tp_shape &Shape = Problem.shape;
  tp_machine &Machine = Problem.machine;
  tp_settings &Settings = Problem.settings;
  tp_plan Plan = {};
  const char *Why = "";
  Shape.dims = 3;
  Shape.point = 2e-9;
  Shape.points = 200 * 200 * 200;
  Shape.contiguous_dim = 2;
  Shape.kinds.jam_rows = W.JamRows;
  Shape.kinds.line_rows = W.LineRows;
  Shape.line[1] = W.LineRows > 0;
  for (int D = 0; D < 3; D++) {
    Shape.hi[D] = 200;
    Shape.reach[D] = W.Reach;
    Shape.load[D] = W.Reach ? 8 : 0;
  }
  tp_machine_default(W.Ranks, W.Threads, W.Hosts, &Machine);
  Machine.transports = SHM | RMA;
  for (size_t At = 0; At < Asked.size();) {
    size_t End = std::min(Asked.find(' ', At), Asked.size()), Is = Asked.find('=', At);
    int Setting = tp_setting_find(&Asked[At], Is - At);
    std::string Value = Asked.substr(Is + 1, End - Is - 1);
    char Reason[256] = "";
    EXPECT_GE(Setting, 0) << Asked;
    EXPECT_TRUE(tp_setting_check(Setting, Value.c_str(), Reason, sizeof Reason)) << Reason;
    tp_setting_apply(Setting, Value.c_str(), nullptr, &Settings);
    At = End + 1;
  }
  Settings.always = 1;
  EXPECT_EQ(tp_plan_choose(&Problem, &Plan, &Why), TP_OK) << Why;
  Plan.ignored |= tp_ignored(&Problem, &Plan);
  char Text[1024];
  tp_plan_print(&Plan, nullptr, Text, sizeof Text);
  std::string Line = Text;
  size_t At = Line.find(" ignored=");
  return At == std::string::npos ? "" : Line.substr(At + 9);
}

const Where Alone, Threads = {1, 4}, Ranks = {4, 1}, Both = {2, 4}, Hosts = {4, 1, 2};

struct Row {
  Where W;
  const char *Asked, *Ignored;
};

TEST(Ignored, NothingThatWasNotAskedFor) {
  for (const Where &W : {Alone, Threads, Ranks, Both, Hosts})
    EXPECT_EQ(ignored(W, ""), "");
}

TEST(Ignored, Messages) {
  const Row Table[] = {
      // Nothing travels: one rank, or nothing that the ranks depend on.
      {Threads, "schedule=blocking protocol=eager transport=p2p faces=packed",
       "schedule,protocol,transport,faces"},
      {{4, 1, 1, 0}, "schedule=overlap protocol=synchronous transport=rma faces=direct",
       "schedule,protocol,transport,faces"},
      {Ranks, "transport=p2p schedule=blocking protocol=synchronous faces=direct", ""},
      {Ranks, "transport=persistent schedule=blocking protocol=eager", ""},
      {Ranks, "transport=persistent faces=direct", "faces"},
      {Ranks, "transport=rma protocol=synchronous", "protocol"},
      {Ranks, "transport=rma protocol=eager faces=packed", "protocol,faces"},
      {Ranks, "data=stay", ""},
      {Threads, "data=stay", "data"},
      {Ranks, "transport=shm faces=direct", "faces"},
      {Ranks, "faces=direct", "faces"}, // one host: shm
      {Hosts, "transport=shm faces=direct", ""}, // messages between the hosts
      {Ranks, "transport=p2p assign=cyclic tile=10,10,10 faces=direct", "faces"},
      // An eager face in shared memory is sent at once.
      {Both, "transport=shm protocol=eager grouping=dataflow schedule=blocking", "schedule"},
      {Both, "transport=shm protocol=synchronous grouping=dataflow schedule=blocking", ""},
      {Both, "transport=shm protocol=eager grouping=hyperplane schedule=overlap", ""},
      {Both, "transport=p2p protocol=eager grouping=dataflow schedule=blocking", ""},
      {{4, 4, 2}, "transport=shm protocol=eager grouping=dataflow schedule=blocking", ""},
  };
  for (const Row &R : Table)
    EXPECT_EQ(ignored(R.W, R.Asked), R.Ignored) << R.Asked;
}

TEST(Ignored, Threads) {
  const Row Table[] = {
      {Alone, "grouping=hyperplane hybrid=fine", "grouping,hybrid"},
      {Threads, "grouping=hyperplane hybrid=fine", ""},
      {Threads, "hybrid=coarse", "hybrid"}, // nobody communicates
      {Threads, "hybrid=multiple", ""},
      {Threads, "hybrid=mpi", ""},
      {Ranks, "hybrid=mpi", ""},
      {Ranks, "hybrid=coarse", "hybrid"},
      {Ranks, "grouping=vertical schedule=overlap", ""}, // the papers' schedule, two steps per hop
      {Ranks, "grouping=vertical schedule=blocking transport=p2p", "grouping"},
      {Both, "grouping=vertical schedule=blocking hybrid=coarse transport=p2p", ""},
  };
  for (const Row &R : Table)
    EXPECT_EQ(ignored(R.W, R.Asked), R.Ignored) << R.Asked;
}

TEST(Ignored, Parts) {
  const Row Table[] = {
      {Both, "balance=constant hybrid=coarse mesh=2,1,1 group=4,1,1", ""},
      {Both, "balance=variable hybrid=coarse mesh=2,1,1 group=4,1,1", ""},
      {Both, "balance=none hybrid=fine mesh=2,1,1 group=4,1,1", ""},
      {Both, "balance=constant hybrid=multiple", "balance"},
      {Both, "balance=constant hybrid=coarse mesh=2,1,1 group=2,2,1", "balance"},
      {Both, "balance=constant hybrid=coarse mesh=2,1,1 group=4,1,1 assign=cyclic", "balance"},
      {Threads, "balance=variable hybrid=fine", "balance"},
      {Ranks, "balance=constant hybrid=mpi", "balance"},
      {Ranks, "assign=cyclic tile=10,10,10", ""},
      {Ranks, "assign=cyclic tile=200,200,10", "assign"},
      {Ranks, "assign=block tile=200,200,10", ""},
      {Alone, "body=jam", "body"},
      {Alone, "body=plain", ""},
      {{1, 1, 1, 1, 6}, "body=jam", ""},
      {{1, 1, 1, 1, 6}, "body=plain", ""},
      {{1, 1, 1, 1, 6}, "body=skew", "body"},
      {{1, 1, 1, 1, 0, 12}, "body=skew", ""},
      {{1, 1, 1, 1, 0, 12}, "body=jam", "body"},
      {Alone, "body=skew", "body"},
  };
  for (const Row &R : Table)
    EXPECT_EQ(ignored(R.W, R.Asked), R.Ignored) << R.Asked;
}

TEST(Ignored, Lists) {
  EXPECT_EQ(ignored(Both, "tile=8,8 mesh=1,2,1,1 group=4 protocol=eager transport=rma"),
            "tile,mesh,group,protocol");
}

} // namespace
