// Runs of a small nest with a record of its events.
#ifndef TILEPIPE_TEST_TRACED_H
#define TILEPIPE_TEST_TRACED_H

#include "rig.h"

#include "gtest/gtest.h"
#include <algorithm>
#include <functional>

inline const nest Lcs = {"lcs", 2, {1, 1}, {17, 25}, {{1, 0}, {0, 1}}, {30, 1}, 0, 3, {-30, -1, -31}, 600, {}};
inline const nest Cube = {"cube", 3, {1, 1, 1}, {9, 10, 11}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                          {130, 12, 1}, 0, 3, {-130, -12, -1}, 1500, {}};

struct Traced {
  /// Change: what else the plan is to be.
  Traced(const nest &N, int Mapped, std::vector<tp_int> Extents, std::vector<int> Mesh, std::vector<int> Group,
         const std::function<void(tp_plan &)> &Change, rig_options Options = {0, 1, 0, 0, 0, 0}) {
    Facts = nest_study(&N);
    rig_choice(&N, Facts, Mapped, Extents.data(), Mesh.data(), Group.data(), &Choice);
    Change(Choice);
    rig_run(&N, Facts, &Choice, &Options, &Result);
    EXPECT_EQ(Result.differing, 0);
    EXPECT_EQ(Result.pending, 0);
  }
  Traced(const nest &N, int Mapped, std::vector<tp_int> Extents, std::vector<int> Mesh, std::vector<int> Group,
         int Schedule, int Grouping, int Hybrid = TP_HYBRID_MULTIPLE, int Subtiles = 1)
      : Traced(N, Mapped, Extents, Mesh, Group, [&](tp_plan &C) {
          C.schedule = Schedule;
          C.grouping = Grouping;
          C.hybrid = Hybrid;
          C.subtiles = Subtiles;
        }) {}
  Traced(const Traced &) = delete;
  ~Traced() {
    rig_free(&Result);
    nest_forget(Facts);
  }
  /// Position of the first such event in the record, -1: none.
  long find(int Kind, int Rank, int Thread, tp_int K) const {
    for (long I = 0; I < Result.events; I++) {
      const rig_event &E = Result.event[I];
      if (E.kind == Kind && E.rank == Rank && E.thread == Thread && E.k == K)
        return I;
    }
    return -1;
  }
  /// Events that the predicate takes.
  long count(const std::function<bool(const rig_event &)> &Takes) const {
    return std::count_if(Result.event, Result.event + Result.events, Takes);
  }
  long count(int Kind) const {
    return count([&](const rig_event &E) { return E.kind == Kind; });
  }
  tp_int tiles() const { return Choice.tiles[Choice.mapped]; }

  nest_facts *Facts;
  tp_plan Choice;
  rig_result Result;
};

#endif
