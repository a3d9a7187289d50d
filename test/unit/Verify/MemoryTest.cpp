// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dependences as they are found, against those of the accesses one after the other.
//
#include "../../../lib/Verify/Nearest.h"
#include "../NestBuilder.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

using namespace tilepipe;
using namespace tilepipe::verify;

namespace {

using Tuples = std::set<Row>;

struct Found {
  std::map<std::string, Tuples> Order; ///< by kind
  Tuples Flow, LiveIn, LastWrites;
};

class MemoryOf : public ::testing::Test {
protected:
  IslContext Ctx;
  isl::set Sizes = isl::set(Ctx.get(), "[n,k] -> { : n = 6 and k = 1 }");

  std::vector<Row> points(const isl::set &Set) {
    isl_set *Fixed = isl_set_intersect_params(Set.copy(), Sizes.copy());
    Fixed = isl_set_project_out(Fixed, isl_dim_param, 0, unsigned(isl_set_dim(Fixed, isl_dim_param)));
    return *enumerate(isl::manage(isl_set_reset_tuple_id(Fixed)), 10000);
  }

  struct Event {
    Row Point;
    size_t Time;
    unsigned Array;
    Row Element;
    bool isWrite() const { return Time % 2 == 1; }
  };

  /// What the accesses do, in the program's order.
  std::vector<Event> events(const LoopNest &Nest) {
    std::vector<Event> Events;
    for (size_t I = 0; I < Nest.Accesses.size(); ++I) {
      const Access &A = Nest.Accesses[I];
      isl::map Relation = A.Relation.intersect_domain(Nest.domain());
      for (const Row &T : points(isl::manage(isl_set_flatten(isl_map_wrap(Relation.copy()))))) {
        Row Point(T.begin(), T.begin() + Nest.depth()), Element(T.begin() + Nest.depth(), T.end());
        bool IsWrite = A.What == Access::Kind::Write;
        if (!IsWrite || A.IsConditional)
          Events.push_back({Point, 2 * I, A.ArrayIndex, Element});
        if (IsWrite)
          Events.push_back({Point, 2 * I + 1, A.ArrayIndex, Element});
      }
    }
    llvm::sort(Events, [](const Event &A, const Event &B) {
      return std::tie(A.Point, A.Time) < std::tie(B.Point, B.Time);
    });
    return Events;
  }

  static Row joined(Row A, const Row &B) { return A.insert(A.end(), B.begin(), B.end()), A; }

  /// Access by access.
  Found expected(const LoopNest &Nest) {
    const std::vector<Event> Events = events(Nest);
    Found Result;
    std::map<std::pair<unsigned, Row>, Row> Writer; // by array and element
    std::map<std::pair<unsigned, Row>, std::vector<Row>> Readers;
    auto Add = [&](const char *Kind, const Row &From, const Row &To) {
      if (From != To)
        Result.Order[Kind].insert(joined(From, To));
    };
    for (const Event &E : Events) {
      const std::pair Cell(E.Array, E.Element);
      auto Before = Writer.find(Cell);
      if (E.Time % 2 == 0) {
        Readers[Cell].push_back(E.Point);
        if (Before == Writer.end()) {
          Result.LiveIn.insert(joined(E.Point, E.Element));
        } else if (Before->second != E.Point) {
          Add("flow", Before->second, E.Point);
          Result.Flow.insert(joined(joined(Before->second, E.Point), E.Element));
        }
        continue;
      }
      if (Before != Writer.end())
        Add("output", Before->second, E.Point);
      for (const Row &Reader : Readers[Cell])
        Add("anti", Reader, E.Point);
      Readers[Cell].clear();
      Writer[Cell] = E.Point;
    }
    for (const auto &[Cell, Point] : Writer)
      Result.LastWrites.insert(joined(Point, Cell.second));
    return Result;
  }

  /// { [j, j'] }: j' != j touches an element behind j, and one of them writes it.
  Tuples expectedPairs(const LoopNest &Nest) {
    const std::vector<Event> Events = events(Nest);
    Tuples Result;
    for (size_t B = 0; B < Events.size(); ++B)
      for (size_t A = 0; A < B; ++A)
        if (Events[A].Array == Events[B].Array && Events[A].Element == Events[B].Element && Events[A].Point != Events[B].Point &&
            (Events[A].isWrite() || Events[B].isWrite()))
          Result.insert(joined(Events[A].Point, Events[B].Point));
    return Result;
  }

  Tuples foundPairs(const LoopNest &Nest) {
    Tuples Result;
    for (const Relation &R : Memory::of(Nest, isl::set(Ctx.get(), "{ : }"), true).Order)
      for (const Row &T : points(R.Tuples))
        Result.insert(T);
    return Result;
  }

  Found found(const LoopNest &Nest) {
    Memory M = Memory::of(Nest, isl::set(Ctx.get(), "{ : }"), false);
    Found Result;
    auto Add = [&](Tuples &To, const Relation &R) {
      for (const Row &T : points(R.Tuples))
        To.insert(T);
    };
    for (const Relation &R : M.Order) {
      Tuples Here;
      Add(Here, R);
      if (!Here.empty())
        Result.Order[R.Name.substr(0, R.Name.find(' '))].insert(Here.begin(), Here.end());
    }
    for (const Relation &R : M.Flow)
      Add(Result.Flow, R);
    for (const Relation &R : M.LiveIn)
      Add(Result.LiveIn, R);
    for (const Relation &R : M.LastWrites)
      Add(Result.LastWrites, R);
    return Result;
  }

  void check(const LoopNest &Nest) {
    Found Right = expected(Nest);
    EXPECT_FALSE(Right.LastWrites.empty());
    const Found Here = found(Nest);
    EXPECT_EQ(Here.Order, Right.Order);
    EXPECT_EQ(Here.Flow, Right.Flow);
    EXPECT_EQ(Here.LiveIn, Right.LiveIn);
    EXPECT_EQ(Here.LastWrites, Right.LastWrites);
    EXPECT_EQ(foundPairs(Nest), expectedPairs(Nest));
  }

  Touch touch(const char *Relation, unsigned Time) {
    isl::map Map(Ctx.get(), Relation);
    return Touch(Map, Map.domain(), Time);
  }
};

TEST_F(MemoryOf, OneWriteOfEachElement) {
  check(makeNest(Ctx, "[n] -> { S[i,j] : 1 <= i < n and 1 <= j <= i }",
                 {{'r', "{ S[i,j] -> A[i-1,j] }"},
                  {'r', "{ S[i,j] -> A[i+1,j-1] }"},
                  {'w', "{ S[i,j] -> A[i,j] }"},
                  {'r', "{ S[i,j] -> A[i,j] }"}}));
}

TEST_F(MemoryOf, NearerWritesHideFartherOnes) {
  check(makeNest(Ctx, "[n] -> { S[i,j] : 0 <= i < n and 0 <= j < n }",
                 {{'w', "{ S[i,j] -> A[i-1,2j] }"},
                  {'r', "{ S[i,j] -> A[i-2,2j] }"},
                  {'r', "{ S[i,j] -> A[i,2j+1] }"},
                  {'w', "{ S[i,j] -> A[i,2j] : j > 2 }"},
                  {'w', "{ S[i,j] -> A[i-1,2j+2] }"},
                  {'r', "{ S[i,j] -> A[i,2j] }"}}));
}

TEST_F(MemoryOf, WritesThatMayNotHappenAreReadsToo) {
  LoopNest Nest = makeNest(Ctx, "[n] -> { S[i,j] : 0 <= i < n and 0 <= j < n }",
                           {{'r', "{ S[i,j] -> A[j-i] }"},
                            {'w', "{ S[i,j] -> B[i,j-1] }"},
                            {'w', "{ S[i,j] -> B[i,j] }"},
                            {'w', "{ S[i,j] -> A[j-i] }"}});
  Nest.Accesses[2].IsConditional = Nest.Accesses[3].IsConditional = true;
  check(Nest);
}

TEST_F(MemoryOf, ElementsWrittenAgainAndAgain) {
  check(makeNest(Ctx, "[n] -> { S[t,i] : 0 <= t < n and 1 <= i < n }",
                 {{'r', "{ S[t,i] -> A[i-1] }"}, {'w', "{ S[t,i] -> A[i] }"}}));
}

TEST_F(MemoryOf, ElementsThatAreOneForSomeSizesOnly) {
  check(makeNest(Ctx, "[n,k] -> { S[i] : 0 <= i < n }",
                 {{'r', "[k] -> { S[i] -> A[i,0] }"},
                  {'w', "[k] -> { S[i] -> A[i,k] }"},
                  {'w', "[k] -> { S[i] -> A[i,k-1] }"}}));
}

TEST_F(MemoryOf, SweepsOfTwoStatements) {
  check(makeNest(Ctx, "[n] -> { S[t,s,i] : 0 <= t < n and 0 <= s <= 1 and 1 <= i < n - 1 }",
                 {{'r', "{ S[t,0,i] -> A[i-1] }"},
                  {'r', "{ S[t,0,i] -> A[i+1] }"},
                  {'w', "{ S[t,0,i] -> B[i] }"},
                  {'r', "{ S[t,1,i] -> B[i-1] }"},
                  {'r', "{ S[t,1,i] -> A[i] }"},
                  {'w', "{ S[t,1,i] -> A[i] }"}}));
}

TEST_F(MemoryOf, ArraysThatAlternate) {
  check(makeNest(Ctx, "[n] -> { S[t,i] : 0 <= t < n and 1 <= i < n - 1 }",
                 {{'r', "{ S[t,i] -> A[i-1] : t mod 2 = 0 }"},
                  {'w', "{ S[t,i] -> B[i] : t mod 2 = 0 }"},
                  {'r', "{ S[t,i] -> B[i+1] : t mod 2 = 1 }"},
                  {'w', "{ S[t,i] -> A[i] : t mod 2 = 1 }"}}));
}

TEST_F(MemoryOf, LoopsThatCountDownBehindLoopsThatCountUp) {
  check(makeNest(Ctx, "[n] -> { S[s,i] : (s = 0 and 1 <= i < n) or (s = 1 and -n < i <= -1) }",
                 {{'r', "{ S[0,i] -> A[i-1] }"},
                  {'w', "{ S[0,i] -> A[i] }"},
                  {'r', "{ S[1,i] -> A[-i] }"},
                  {'w', "{ S[1,i] -> A[-i-1] }"}}));
}

/// Accesses of two statements drawn at random, some to several elements.
TEST_F(MemoryOf, DrawnAccesses) {
  unsigned State = 1;
  auto Draw = [&](unsigned Count) {
    State = State * 1103515245u + 12345u;
    return int(State >> 16) % int(Count);
  };
  auto Subscript = [&](bool IsOfThree) {
    const char *Linear[] = {"i", "j", "t", "-i", "0", "i+j", "2j", "i", "j"};
    return std::string(Linear[Draw(IsOfThree ? 9 : 2)]) + "+" + std::to_string(Draw(3) - 1);
  };
  const char *Domains[] = {"[n] -> { S[t,s,i,j] : 0 <= t < 3 and 0 <= s <= 1 and 0 <= i < 4 and 0 <= j < 3 }",
                           "[n] -> { S[t,s,i,j] : 0 <= t < 4 and 0 <= s <= 1 and t <= i < 4 and 0 <= j <= i }",
                           "[n] -> { S[t,s,i,j] : 0 <= t < n - 3 and 0 <= s <= 1 and 0 <= i < n - 2 and 0 <= j < n - 4 }",
                           "[n] -> { S[t,s,i,j] : 0 <= t < 3 and 0 <= s <= 1 and 0 <= i < 3 and s <= j < 3 - s }"};
  for (int Number = 0; Number < 80 && !HasFailure(); ++Number) {
    std::vector<std::pair<char, std::string>> Accesses;
    for (int A = 0, Count = 2 + Draw(4); A < Count; ++A) {
      const bool IsOfThree = Draw(3) != 0;
      const std::string First = Subscript(IsOfThree), Second = Subscript(IsOfThree);
      std::string Text = "{ S[t,s,i,j] -> A[" + First + ",x] : " + Second + " <= x <= " + Second + (Draw(6) ? "" : " + 2");
      Text += Draw(4) ? " and s = " + std::to_string(Draw(2)) : "";
      Text += Draw(6) ? "" : " and t mod 2 = 0";
      Text += Draw(6) ? "" : " and i = 1";
      Accesses.push_back({A == 0 || Draw(2) ? 'w' : 'r', Text + " }"});
    }
    LoopNest Nest = makeNest(Ctx, Domains[Draw(4)], Accesses);
    Nest.Accesses.back().IsConditional = Draw(4) == 0 && Accesses.back().first == 'w';
    check(Nest);
    for (const auto &[Kind, Relation] : Accesses)
      if (HasFailure())
        ADD_FAILURE() << Kind << ' ' << Relation;
  }
}

TEST_F(MemoryOf, NeighboursThatAreNotKnown) {
  EXPECT_FALSE(neighbours(touch("{ S[i] -> A[x] : i <= x <= i + 1 }", 0), {}));
  // Which of both is nearer depends on j.
  EXPECT_FALSE(neighbours(touch("{ S[i,j] -> A[j,i] : i = 0 }", 0), {touch("{ S[i,j] -> A[j,0] : i = 1 }", 1), touch("{ S[i,j] -> A[5-j,0] : i = 1 }", 3)}));
  EXPECT_FALSE(neighbours(touch("{ S[i] -> A[i] }", 0), {touch("{ S[i] -> A[x] : i <= x <= i + 1 }", 1)}));
}

TEST_F(MemoryOf, NeighboursOfAPoint) {
  auto None = neighbours(touch("{ S[i] -> A[2i] }", 0), {touch("{ S[i] -> A[2i+1] }", 1)});
  EXPECT_TRUE(None && None->Earlier.empty() && None->Later.empty());
  auto Same = neighbours(touch("[k] -> { S[i] -> A[i,0] }", 0), {touch("[k] -> { S[i] -> A[i+2,k] }", 1)});
  ASSERT_TRUE(Same && Same->Later.empty() && Same->Earlier.size() == 1);
  EXPECT_TRUE(Same->Earlier.front().Next.is_equal(isl::map(Ctx.get(), "[k] -> { S[i] -> S[i - 2] : k = 0 }")));
  EXPECT_TRUE(Same->Earlier.front().Points.is_equal(isl::set(Ctx.get(), "[k] -> { S[i] : k = 0 }")));
}

} // namespace
