// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Last sources as they are found, against those of the accesses one after the other.
#include "tilepipe/Support/Flow.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>
#include <isl/map.h>

#include <map>
#include <set>

using namespace tilepipe;

namespace {

using Row = std::vector<int64_t>;
using Rows = std::set<Row>;

class FlowOf : public ::testing::Test {
protected:
  IslContext Ctx;

  /// The points of all maps with their names' numbers in front: { [k, k', a, b, c] } for { T<k>[a] -> [T<k'>[b] -> A[c]] }.
  Rows rows(const isl::union_map &Map) {
    Rows Result;
    Map.foreach_map([&](const isl::map &Part) {
      isl::set Flat = isl::manage(isl_set_flatten(isl_map_wrap(Part.copy())));
      Row Names = {number(domainName(Part))};
      if (isl_map_range_is_wrapping(Part.get()) == isl_bool_true)
        Names.push_back(number(domainName(isl::manage(isl_set_unwrap(isl_map_range(Part.copy()))))));
      const std::vector<Row> Points = *enumerate(isl::manage(isl_set_reset_tuple_id(Flat.release())), 100000);
      for (const Row &Point : Points) {
        Row Joined = Names;
        Joined.insert(Joined.end(), Point.begin(), Point.end());
        Result.insert(Joined);
      }
    });
    return Result;
  }

  static int64_t number(const std::string &Name) { return std::stol(Name.substr(1)); }

  /// Accesses { T<k>[t,i,j] -> A[x,y] } in the order of their points, then of k. Odd ones are sources.
  void check(const std::vector<std::string> &Accesses) {
    isl::union_map Sinks(Ctx.get(), "{ }"), Sources = Sinks, Times = Sinks;
    struct Event {
      Row Point;
      size_t Number;
      Row Element;
    };
    std::vector<Event> Events;
    for (size_t K = 0; K < Accesses.size(); ++K) {
      isl::map Access(Ctx.get(), Accesses[K]);
      const std::string Name = "T" + std::to_string(K);
      isl::union_map Named(withDomainName(Access, Name));
      (K % 2 ? Sources : Sinks) = (K % 2 ? Sources : Sinks).unite(Named);
      Times = Times.unite(isl::union_map(timestamps(Access.domain(), Name, int(K))));
      for (const Row &R : rows(Named))
        Events.push_back({Row(R.begin() + 1, R.begin() + 4), K, Row(R.begin() + 4, R.end())});
    }
    llvm::sort(Events, [](const Event &A, const Event &B) { return std::tie(A.Point, A.Number) < std::tie(B.Point, B.Number); });
    std::map<Row, const Event *> Last; // by element
    Rows Full, NoSource;
    for (const Event &E : Events) {
      if (E.Number % 2) {
        Last[E.Element] = &E;
        continue;
      }
      const Event *Source = Last[E.Element];
      Row Tuple = Source ? Row{int64_t(Source->Number), int64_t(E.Number)} : Row{int64_t(E.Number)};
      if (Source)
        Tuple.insert(Tuple.end(), Source->Point.begin(), Source->Point.end());
      Tuple.insert(Tuple.end(), E.Point.begin(), E.Point.end());
      Tuple.insert(Tuple.end(), E.Element.begin(), E.Element.end());
      (Source ? Full : NoSource).insert(Tuple);
    }
    const Flow Found = flow(Sinks, Sources, Times);
    EXPECT_EQ(rows(Found.Full), Full);
    EXPECT_EQ(rows(Found.NoSource), NoSource);
  }
};

/// The first source is at a number in i, which the sink is behind; the other one is in all iterations of i.
TEST_F(FlowOf, SourcesAtANumberAndInALoop) {
  const std::string Points = " : t = 0 and 0 <= i < 3 and 3 <= j < 9";
  check({"{ S[t,i,j] -> A[j+2,0]" + Points + " and i = 1 }", "{ S[t,i,j] -> A[j-1,0]" + Points + " and i = 0 }",
         "{ S[t,i,j] -> A[0,0] : false }", "{ S[t,i,j] -> A[j,0]" + Points + " }"});
}

TEST_F(FlowOf, DrawnAccesses) {
  unsigned State = 1;
  auto Draw = [&](unsigned Count) {
    State = State * 1103515245u + 12345u;
    return int(State >> 16) % int(Count);
  };
  auto Subscript = [&] {
    const char *Linear[] = {"i", "j", "t", "-i", "0", "i+j", "2j", "i", "j"};
    return std::string(Linear[Draw(9)]) + "+" + std::to_string(Draw(3) - 1);
  };
  for (int Nest = 0; Nest < 100 && !HasFailure(); ++Nest) {
    std::vector<std::string> Accesses;
    for (int A = 0, Count = 3 + Draw(4); A < Count; ++A) {
      std::string Text = "{ S[t,i,j] -> A[" + Subscript() + "," + Subscript() + "] : 0 <= t < 3 and 0 <= i < 4 and 0 <= j < 3";
      const char *Guards[] = {"", "", " and i = 0", " and i = 1", " and i = 2", " and t = 1", " and j = 1", " and t mod 2 = 0"};
      Accesses.push_back(Text + Guards[Draw(8)] + " }");
    }
    check(Accesses);
    if (HasFailure())
      for (const std::string &A : Accesses)
        ADD_FAILURE() << A;
  }
}

} // namespace
