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

bool operator==(const Found &A, const Found &B) {
  return A.Order == B.Order && A.Flow == B.Flow && A.LiveIn == B.LiveIn && A.LastWrites == B.LastWrites;
}

class MemoryOf : public ::testing::Test {
protected:
  IslContext Ctx;
  isl::set Sizes = isl::set(Ctx.get(), "[n,k] -> { : n = 6 and k = 1 }");

  std::vector<Row> points(const isl::set &Set) {
    isl_set *Fixed = isl_set_intersect_params(Set.copy(), Sizes.copy());
    Fixed = isl_set_project_out(Fixed, isl_dim_param, 0, unsigned(isl_set_dim(Fixed, isl_dim_param)));
    return *enumerate(isl::manage(isl_set_reset_tuple_id(Fixed)), 10000);
  }

  /// Access by access, in the program's order.
  Found expected(const LoopNest &Nest) {
    struct Event {
      Row Point;
      size_t Time;
      Row Element;
    };
    std::vector<Event> Events;
    for (size_t I = 0; I < Nest.Accesses.size(); ++I) {
      const Access &A = Nest.Accesses[I];
      isl::map Relation = A.Relation.intersect_domain(Nest.domain());
      for (const Row &T : points(isl::manage(isl_set_flatten(isl_map_wrap(Relation.copy()))))) {
        Row Point(T.begin(), T.begin() + Nest.depth()), Element(T.begin() + Nest.depth(), T.end());
        bool IsWrite = A.What == Access::Kind::Write;
        if (!IsWrite || A.IsConditional)
          Events.push_back({Point, 2 * I, Element});
        if (IsWrite)
          Events.push_back({Point, 2 * I + 1, Element});
      }
    }
    llvm::sort(Events, [](const Event &A, const Event &B) {
      return std::tie(A.Point, A.Time) < std::tie(B.Point, B.Time);
    });
    Found Result;
    std::map<Row, Row> Writer;
    std::map<Row, std::vector<Row>> Readers;
    auto Joined = [](Row A, const Row &B) { return A.insert(A.end(), B.begin(), B.end()), A; };
    auto Add = [&](const char *Kind, const Row &From, const Row &To) {
      if (From != To)
        Result.Order[Kind].insert(Joined(From, To));
    };
    for (const Event &E : Events) {
      auto Before = Writer.find(E.Element);
      if (E.Time % 2 == 0) {
        Readers[E.Element].push_back(E.Point);
        if (Before == Writer.end()) {
          Result.LiveIn.insert(Joined(E.Point, E.Element));
        } else if (Before->second != E.Point) {
          Add("flow", Before->second, E.Point);
          Result.Flow.insert(Joined(Joined(Before->second, E.Point), E.Element));
        }
        continue;
      }
      if (Before != Writer.end())
        Add("output", Before->second, E.Point);
      for (const Row &Reader : Readers[E.Element])
        Add("anti", Reader, E.Point);
      Readers[E.Element].clear();
      Writer[E.Element] = E.Point;
    }
    for (const auto &[Element, Point] : Writer)
      Result.LastWrites.insert(Joined(Point, Element));
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
    EXPECT_TRUE(found(Nest) == Right);
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

TEST_F(MemoryOf, DistancesThatAreNotConstant) {
  EXPECT_FALSE(neighbours(touch("{ S[i] -> A[i] }", 0), {touch("{ S[i] -> A[2i] }", 1)}));
  EXPECT_FALSE(neighbours(touch("{ S[i,j] -> A[i] }", 0), {touch("{ S[i,j] -> A[i] }", 1)}));
  EXPECT_FALSE(neighbours(touch("[n] -> { S[i] -> A[i] }", 0), {touch("[n] -> { S[i] -> A[i+n] }", 1)}));
  EXPECT_FALSE(neighbours(touch("{ S[i] -> A[i] }", 0), {touch("{ S[i] -> A[x] : i <= x <= i + 1 }", 1)}));
}

TEST_F(MemoryOf, NeighboursOfAPoint) {
  EXPECT_TRUE(neighbours(touch("{ S[i] -> A[2i] }", 0), {touch("{ S[i] -> A[2i+1] }", 1)})->empty());
  auto Same = neighbours(touch("[k] -> { S[i] -> A[i,0] }", 0), {touch("[k] -> { S[i] -> A[i+2,k] }", 1)});
  ASSERT_TRUE(Same && Same->size() == 1);
  EXPECT_EQ(Same->front().Distance, Row{-2});
  EXPECT_TRUE(Same->front().Points.is_equal(isl::set(Ctx.get(), "[k] -> { S[i] : k = 0 }")));
}

} // namespace
