// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NestBuilder.h"

#include <gtest/gtest.h>
#include <isl/set.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

using namespace tilepipe;

namespace {

using Box = std::vector<std::pair<int64_t, int64_t>>; ///< [lo, hi) per row

int64_t dot(const Row &A, const Row &B) {
  return std::inner_product(A.begin(), A.end(), B.begin(), int64_t(0));
}

isl::set fixParameter(const isl::set &Set, const std::string &Name, int64_t Value) {
  int At = isl_set_find_dim_by_name(Set.get(), isl_dim_param, Name.c_str());
  if (At < 0)
    return Set;
  return isl::manage(isl_set_fix_si(Set.copy(), isl_dim_param, At, int(Value)));
}

/// The points of a set that is parametric in the box, for one box.
std::set<Row> pointsIn(isl::set Set, const Box &B, const Row &End) {
  for (unsigned D = 0; D < B.size(); ++D) {
    Set = fixParameter(Set, loParameter(D), B[D].first);
    Set = fixParameter(Set, hiParameter(D), B[D].second);
    Set = fixParameter(Set, endParameter(D), End[D]);
  }
  auto Points = enumerate(Set.project_out_all_params(), 100000);
  EXPECT_TRUE(Points.has_value());
  return {Points->begin(), Points->end()};
}

std::set<Row> pointsIn(const isl::union_set &Set, const Box &B, const Row &End) {
  std::set<Row> Result;
  Set.foreach_set([&](isl::set S) {
    std::set<Row> Points = pointsIn(S, B, End);
    Result.insert(Points.begin(), Points.end());
  });
  return Result;
}

bool isInside(const Row &J, const Box &B, const std::vector<Row> &Rows) {
  for (unsigned D = 0; D < B.size(); ++D)
    if (dot(Rows[D], J) < B[D].first || dot(Rows[D], J) >= B[D].second)
      return false;
  return true;
}

/// A 2-D in-place nest: A[i][j] = f(A[i-d0][j-d1] for each d), i and j < N.
struct Recurrence {
  int64_t N;
  std::vector<Row> Distances;

  LoopNest nest(const IslContext &Ctx) const {
    std::vector<std::pair<char, std::string>> Accesses;
    for (const Row &D : Distances)
      Accesses.push_back({'r', "{ S[i,j] -> A[i - " + std::to_string(D[0]) + ", j - " +
                                   std::to_string(D[1]) + "] }"});
    Accesses.push_back({'w', "{ S[i,j] -> A[i,j] }"});
    std::string Limit = std::to_string(N);
    return makeNest(Ctx, "{ S[i,j] : 0 <= i < " + Limit + " and 0 <= j < " + Limit + " }", Accesses);
  }

  bool isPoint(const Row &J) const {
    return J[0] >= 0 && J[0] < N && J[1] >= 0 && J[1] < N;
  }
  std::vector<Row> points() const {
    std::vector<Row> Result;
    for (int64_t I = 0; I < N; ++I)
      for (int64_t J = 0; J < N; ++J)
        Result.push_back({I, J});
    return Result;
  }
};

/// Face by its definition: what is written in the box and read across Crosses.
std::set<Row> bruteForceFace(const Recurrence &R, const std::vector<Row> &Rows, const Box &B,
                             unsigned Crosses, const Row &End) {
  std::set<Row> Result;
  for (const Row &J : R.points()) {
    if (!isInside(J, B, Rows))
      continue;
    for (const Row &Distance : R.Distances) {
      Row Reader = {J[0] + Distance[0], J[1] + Distance[1]};
      bool IsConsumer = R.isPoint(Reader);
      for (unsigned D = 0; D < 2; ++D) {
        int64_t At = dot(Rows[D], Reader);
        IsConsumer &= (Crosses >> D & 1) ? At >= B[D].second : At < End[D];
      }
      if (IsConsumer)
        Result.insert(J);
    }
  }
  return Result;
}

/// Margin by its definition: what is written in the box as near to the sides as anything flows along their rows.
std::set<Row> bruteForceMargin(const Recurrence &R, const std::vector<Row> &Rows, const Box &B, unsigned Crosses) {
  auto Moves = [&](const Row &Distance, unsigned D) { return dot(Rows[D], Distance); };
  auto CrossesAll = [&](const Row &Distance) {
    return (!(Crosses & 1) || Moves(Distance, 0) > 0) && (!(Crosses & 2) || Moves(Distance, 1) > 0);
  };
  std::set<Row> Result;
  if (std::none_of(R.Distances.begin(), R.Distances.end(), CrossesAll))
    return Result;
  for (const Row &J : R.points()) {
    bool IsNear = isInside(J, B, Rows);
    for (unsigned D = 0; D < 2; ++D) {
      int64_t Most = 0;
      for (const Row &Distance : R.Distances)
        Most = std::max(Most, Moves(Distance, D));
      IsNear &= !(Crosses >> D & 1) || dot(Rows[D], J) + Most >= B[D].second;
    }
    if (IsNear)
      Result.insert(J);
  }
  return Result;
}

/// What the points that Accepts reads before anything wrote it.
template <typename Fn> std::set<Row> bruteForceLiveIn(const Recurrence &R, Fn Accepts) {
  std::set<Row> Result;
  for (const Row &J : R.points())
    for (const Row &Distance : R.Distances) {
      Row Element = {J[0] - Distance[0], J[1] - Distance[1]};
      if (Accepts(J) && !R.isPoint(Element))
        Result.insert(Element);
    }
  return Result;
}

/// A box's live-ins are those of its points; skewed boxes may name others of the nest.
void checkLiveIn(const Recurrence &R, const std::vector<Row> &Rows, const Box &B,
                 const std::set<Row> &Found) {
  std::set<Row> Needed = bruteForceLiveIn(R, [&](const Row &J) { return isInside(J, B, Rows); });
  std::set<Row> All = bruteForceLiveIn(R, [](const Row &) { return true; });
  EXPECT_TRUE(std::includes(Found.begin(), Found.end(), Needed.begin(), Needed.end()));
  EXPECT_TRUE(std::includes(All.begin(), All.end(), Found.begin(), Found.end()));
  if (Rows == std::vector<Row>{{1, 0}, {0, 1}}) {
    EXPECT_EQ(Found, Needed);
  }
}

void checkAllBoxes(const Recurrence &R, const std::vector<Row> &Rows, const Row &Extents) {
  IslContext Ctx;
  LoopNest Nest = R.nest(Ctx);
  Dependences Deps = llvm::cantFail(analyseDependences(Ctx, Nest));
  Tiling Tiles{Rows};
  Tiles.verify(Deps);
  Pipeline Pipe = llvm::cantFail(buildPipeline(Ctx, Nest, Deps, Tiles));
  int64_t Far = 3 * R.N + 10;
  std::map<Row, unsigned> Scanned, Owned;
  const bool IsSkewed = std::any_of(Rows.begin(), Rows.end(), [](const Row &H) { return H[0] && H[1]; });
  for (int64_t Lo0 = -Far; Lo0 < Far; Lo0 += Extents[0])
    for (int64_t Lo1 = -Far; Lo1 < Far; Lo1 += Extents[1]) {
      Box B = {{Lo0, Lo0 + Extents[0]}, {Lo1, Lo1 + Extents[1]}};
      Row End = {B[0].second, Far}; // dimension 1 mapped
      for (const Row &J : pointsIn(Pipe.BoxDomain, B, End)) {
        ++Scanned[J];
        EXPECT_TRUE(isInside(J, B, Rows));
      }
      for (const Row &X : pointsIn(Pipe.Owned, B, End))
        ++Owned[X];
      checkLiveIn(R, Rows, B, pointsIn(Pipe.LiveIn, B, End));
      for (unsigned Crosses = 1; Crosses < 4; ++Crosses) {
        std::set<Row> Elements;
        for (const Face &F : Pipe.Faces)
          if (F.Crosses == Crosses)
            Elements = pointsIn(F.Elements, B, End);
        const std::set<Row> Flows = bruteForceFace(R, Rows, B, Crosses, End);
        EXPECT_TRUE(std::includes(Elements.begin(), Elements.end(), Flows.begin(), Flows.end()));
        EXPECT_EQ(Elements, IsSkewed ? bruteForceMargin(R, Rows, B, Crosses) : Flows) << "crosses " << Crosses;
      }
    }
  for (const Row &J : R.points()) {
    EXPECT_EQ(Scanned[J], 1u);
    EXPECT_EQ(Owned[J], 1u);
  }
}

TEST(Pipeline, UnitRowsCoverTheSpaceAndShipExactFaces) {
  checkAllBoxes({11, {{1, 0}, {0, 1}, {1, 1}}}, {{1, 0}, {0, 1}}, {4, 3});
}

TEST(Pipeline, WideDistances) {
  checkAllBoxes({11, {{2, 0}, {0, 3}, {1, 2}}}, {{1, 0}, {0, 1}}, {2, 3});
}

// H = [[1,0],[1,2]] has determinant 2: tiles of a non-unimodular lattice.
TEST(Pipeline, NonUnimodularRows) {
  checkAllBoxes({9, {{1, 0}, {0, 1}, {2, 1}}}, {{1, 0}, {1, 2}}, {3, 5});
}

// Skewed rows make a negative component legal: h . (1,-1) = 0 and 1.
TEST(Pipeline, SkewedRowsWithNegativeDistances) {
  checkAllBoxes({9, {{1, -1}, {0, 1}}}, {{1, 0}, {2, 1}}, {2, 4});
}

TEST(Tiling, ReachIsTheLongestProjection) {
  IslContext Ctx;
  LoopNest Nest = Recurrence{9, {{2, 1}, {0, 3}}}.nest(Ctx);
  Dependences Deps = llvm::cantFail(analyseDependences(Ctx, Nest));
  Tiling Unit = llvm::cantFail(chooseTiling(Ctx, Nest, Deps));
  EXPECT_EQ(Unit.Rows, (std::vector<Row>{{1, 0}, {0, 1}}));
  EXPECT_EQ(Unit.reach(Deps), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ((Tiling{{{1, 0}, {1, 2}}}).reach(Deps), (std::vector<int64_t>{2, 6}));
}

/// Rows chosen for a recurrence with these distances; empty: refused.
std::vector<Row> chosenRows(const std::vector<Row> &Distances) {
  IslContext Ctx;
  LoopNest Nest = Recurrence{9, Distances}.nest(Ctx);
  Dependences Deps = llvm::cantFail(analyseDependences(Ctx, Nest));
  auto Result = chooseTiling(Ctx, Nest, Deps);
  if (Result) {
    Result->verify(Deps);
    return Result->Rows;
  }
  llvm::handleAllErrors(Result.takeError(), [](const RefusalError &E) {
    EXPECT_EQ(E.refusal().Code, "negative-component");
  });
  return {};
}

TEST(Tiling, RowsAreSkewedLoops) {
  using Rows = std::vector<Row>;
  EXPECT_EQ(chosenRows({{1, -1}, {0, 1}}), (Rows{{1, 0}, {1, 1}}));
  EXPECT_EQ(chosenRows({{1, -2}, {0, 1}}), (Rows{{1, 0}, {2, 1}}));
  EXPECT_EQ(chosenRows({{2, -3}, {0, 1}}), (Rows{{1, 0}, {2, 1}}));
  // Of the cone's rays one has no dependence. They are not unimodular.
  EXPECT_EQ(chosenRows({{2, -1}}), (Rows{{-1, -2}, {2, -1}}));
  // Nothing depends along (1,1): there tiles need no order.
  EXPECT_EQ(chosenRows({{1, -1}}).size(), 2u);
}

// Refused only where the search for rows is hopeless.
TEST(Tiling, VeryLongNegativeDistancesAreRefused) {
  IslContext Ctx;
  LoopNest Nest = makeNest(Ctx, "{ S[i,j] : 0 <= i < 9 and 0 <= j < 9000 }",
                           {{'r', "{ S[i,j] -> A[i - 1, j + 5000] }"}, {'w', "{ S[i,j] -> A[i,j] }"}});
  Dependences Deps = llvm::cantFail(analyseDependences(Ctx, Nest));
  auto Result = chooseTiling(Ctx, Nest, Deps);
  ASSERT_FALSE(bool(Result));
  llvm::handleAllErrors(Result.takeError(), [](const RefusalError &E) {
    EXPECT_EQ(E.refusal().Code, "negative-component");
  });
}

// Chosen rows in every box of a small space: exchange and ownership against brute force.
TEST(Pipeline, ChosenRowsOfNegativeDistances) {
  for (const std::vector<Row> &D : std::vector<std::vector<Row>>{
           {{1, -1}, {0, 1}}, {{2, -3}, {0, 1}}, {{1, -2}, {1, 1}}, {{1, -1}, {1, 1}}}) {
    std::vector<Row> Rows = chosenRows(D);
    ASSERT_EQ(Rows.size(), 2u);
    Row Extents;
    for (const Row &H : Rows) {
      int64_t Reach = 1;
      for (const Row &Distance : D)
        Reach = std::max(Reach, dot(H, Distance));
      Extents.push_back(Reach + 1);
    }
    checkAllBoxes({7, D}, Rows, Extents);
  }
}

// Rank 0 must not read memory that the program would not have touched.
TEST(Pipeline, ConditionalAccessOfUnknownMemoryStaysOnThreads) {
  IslContext Ctx;
  LoopNest Nest = makeNest(Ctx, "{ S[i,j] : 0 <= i < 9 and 0 <= j < 9 }",
                           {{'r', "{ S[i,j] -> B[i + 5, j] }"}, {'w', "{ S[i,j] -> A[i,j] }"}});
  auto Build = [&] {
    Dependences Deps = llvm::cantFail(analyseDependences(Ctx, Nest));
    Tiling Tiles = llvm::cantFail(chooseTiling(Ctx, Nest, Deps));
    return llvm::cantFail(buildPipeline(Ctx, Nest, Deps, Tiles));
  };
  EXPECT_EQ(Build().ThreadsOnlyReason, "");
  Nest.Accesses[0].IsConditional = true;
  EXPECT_NE(Build().ThreadsOnlyReason, "");
  Nest.Arrays[0].Extents[0].Size = isl::pw_aff(Ctx.get(), "{ [] -> [(14)] }");
  Nest.Arrays[0].Extents[1].Size = isl::pw_aff(Ctx.get(), "{ [] -> [(9)] }");
  EXPECT_EQ(Build().ThreadsOnlyReason, "") << "inside declared extents";
  Nest.Arrays[0].Extents[0].Size = isl::pw_aff(Ctx.get(), "{ [] -> [(13)] }");
  EXPECT_NE(Build().ThreadsOnlyReason, "") << "one row too short";
}

// What lies between an array's beginning and an element that is accessed anyway exists.
TEST(Pipeline, ConditionalAccessBelowASureOneMayBeReadAhead) {
  IslContext Ctx;
  auto Reason = [&](const char *Conditional) {
    LoopNest Nest = makeNest(Ctx, "{ S[i,j] : 1 <= i < 9 and 1 <= j < 9 }",
                             {{'r', Conditional}, {'w', "{ S[i,j] -> A[i,j] }"}});
    Nest.Accesses[0].IsConditional = true;
    Nest.Arrays[0].Extents[1].Size = isl::pw_aff(Ctx.get(), "{ [] -> [(9)] }");
    Dependences Deps = llvm::cantFail(analyseDependences(Ctx, Nest));
    Tiling Tiles = llvm::cantFail(chooseTiling(Ctx, Nest, Deps));
    return llvm::cantFail(buildPipeline(Ctx, Nest, Deps, Tiles)).ThreadsOnlyReason;
  };
  EXPECT_EQ(Reason("{ S[i,j] -> A[i - 1, j - 1] }"), "");
  EXPECT_NE(Reason("{ S[i,j] -> A[i + 1, j] }"), "") << "behind the last one";
  EXPECT_NE(Reason("{ S[i,j] -> A[i - 2, j] }"), "") << "in front of the array";
}

} // namespace
