// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NestBuilder.h"

#include "tilepipe/Analysis/Dependences.h"

#include <gtest/gtest.h>
#include <isl/map.h>
#include <isl/set.h>

using namespace tilepipe;

namespace {

struct StatementText {
  std::vector<unsigned> Loops, Places;
  std::string Domain; ///< { S[p0, c0, p1, ...] }
};

/// A nest of several statements; Accesses give the number of their statement first.
LoopNest makeTree(const IslContext &Ctx, unsigned Loops, const std::vector<StatementText> &Statements,
                  const std::vector<std::tuple<unsigned, char, std::string>> &Accesses) {
  std::vector<std::pair<char, std::string>> Plain;
  for (const auto &[K, Kind, Text] : Accesses)
    Plain.push_back({Kind, Text});
  LoopNest Nest = makeNest(Ctx, Statements.front().Domain, Plain);
  Nest.Prefix.clear();
  Nest.Statements.clear();
  Nest.Loops.resize(Loops, Nest.Loops.front());
  for (Loop &L : Nest.Loops)
    L.Value = isl::pw_aff(Ctx.get(), "{ S[p0, c0, p1, c1, p2] -> [(c0)] }");
  for (const StatementText &S : Statements)
    Nest.Statements.push_back({S.Loops, S.Places, isl::set(Ctx.get(), S.Domain), {}, {}, false});
  for (unsigned I = 0; I < Accesses.size(); ++I)
    Nest.Accesses[I].StatementIndex = std::get<0>(Accesses[I]);
  return Nest;
}

/// for t { for i: B[i] = A[i-1] + A[i+1]; for i: A[i] = B[i]; }
LoopNest jacobi(const IslContext &Ctx) {
  std::string First = "[n, m] -> { S[0, t, 0, i, 0] : 0 <= t < n and 0 < i < m }";
  std::string Second = "[n, m] -> { S[0, t, 1, i, 0] : 0 <= t < n and 0 < i < m }";
  return makeTree(Ctx, 3, {{{0, 1}, {0, 0, 0}, First}, {{0, 2}, {0, 1, 0}, Second}},
                  {{0, 'r', "{ S[0, t, 0, i, 0] -> A[i - 1] }"},
                   {0, 'r', "{ S[0, t, 0, i, 0] -> A[i + 1] }"},
                   {0, 'w', "{ S[0, t, 0, i, 0] -> B[i] }"},
                   {1, 'r', "{ S[0, t, 1, i, 0] -> B[i] }"},
                   {1, 'w', "{ S[0, t, 1, i, 0] -> A[i] }"}});
}

/// Distances of dependent points along the rows: { [d] }.
isl::set distances(const Dependences &Deps, const isl::map &Places) {
  return Deps.Order->apply_domain(Places).apply_range(Places).deltas();
}

TEST(Embedding, TwoSweepsShareRowsThatAllDependencesFollow) {
  IslContext Ctx;
  LoopNest Nest = jacobi(Ctx);
  llvm::Expected<Dependences> Deps = analyseDependences(Ctx, Nest);
  ASSERT_TRUE(bool(Deps));
  llvm::Expected<Tiling> Tiles = chooseTiling(Ctx, Nest, *Deps);
  ASSERT_TRUE(bool(Tiles));
  ASSERT_TRUE(Tiles->Places.has_value());
  isl::set Steps = distances(*Deps, *Tiles->Places);
  EXPECT_TRUE(Steps.is_subset(isl::set(Ctx.get(), "{ [a, b] : 0 <= a <= 2 and 0 <= b <= 4 }")));
  EXPECT_EQ(Tiles->Along.size(), 2u);
}

TEST(Embedding, KeepsTheOrderOfThePoints) {
  IslContext Ctx;
  LoopNest Nest = jacobi(Ctx);
  llvm::Expected<Dependences> Deps = analyseDependences(Ctx, Nest);
  ASSERT_TRUE(bool(Deps));
  llvm::Expected<Tiling> Tiles = chooseTiling(Ctx, Nest, *Deps);
  ASSERT_TRUE(bool(Tiles));
  LoopNest There = embedded(Nest, *Tiles->Places);
  EXPECT_EQ(dims(There.domain()), dims(Nest.domain()) + 2);
  isl::map Extend = extension(*Tiles->Places);
  isl::map Before = isl::manage(isl_map_lex_lt(Nest.domain().space().release()));
  isl::map After = isl::manage(isl_map_lex_lt(There.domain().space().release()));
  isl::map Moved = Before.intersect_domain(Nest.domain()).intersect_range(Nest.domain());
  EXPECT_TRUE(Moved.apply_domain(Extend).apply_range(Extend).is_subset(After));
}

TEST(Embedding, StatementsWithoutDependencesLieSideBySide) {
  IslContext Ctx;
  LoopNest Nest = makeTree(Ctx, 2,
                           {{{0}, {0, 0}, "[n] -> { S[0, i, 0, 0, 0] : 0 <= i < n }"},
                            {{0, 1}, {0, 1, 0}, "[n] -> { S[0, i, 1, j, 0] : 0 <= i < n and 0 < j < n }"}},
                           {{0, 'w', "{ S[0, i, 0, 0, 0] -> p[i] }"},
                            {1, 'r', "{ S[0, i, 1, j, 0] -> A[i, j - 1] }"},
                            {1, 'w', "{ S[0, i, 1, j, 0] -> A[i, j] }"}});
  llvm::Expected<Dependences> Deps = analyseDependences(Ctx, Nest);
  ASSERT_TRUE(bool(Deps));
  llvm::Expected<Tiling> Tiles = chooseTiling(Ctx, Nest, *Deps);
  ASSERT_TRUE(bool(Tiles));
  EXPECT_EQ(Tiles->Along.size(), 2u);
  // The first statement has no second loop.
  isl::set First = Nest.Statements.front().Domain.apply(*Tiles->Places);
  EXPECT_TRUE(First.is_subset(isl::set(Ctx.get(), "{ [i, 0] }")));
}

/// The pipeline of a nest in the space of its tiling, with what it was built from.
struct Built {
  LoopNest Nest;
  Dependences Deps;
  Pipeline Pipe;
};

Built build(const IslContext &Ctx, const LoopNest &Nest) {
  Dependences Deps = llvm::cantFail(analyseDependences(Ctx, Nest));
  Tiling Tiles = llvm::cantFail(chooseTiling(Ctx, Nest, Deps));
  LoopNest There = embedded(Nest, *Tiles.Places);
  Deps = embedded(std::move(Deps), *Tiles.Places);
  Pipeline Pipe = llvm::cantFail(buildPipeline(Ctx, There, Deps, Tiles));
  return {std::move(There), std::move(Deps), std::move(Pipe)};
}

TEST(Embedding, FacesHoldWhatFlowsAcrossTheirSides) {
  IslContext Ctx;
  Built B = build(Ctx, jacobi(Ctx));
  EXPECT_EQ(B.Pipe.ThreadsOnlyReason, "");
  EXPECT_EQ(B.Pipe.Reach, (std::vector<int64_t>{1, 2}));
  ASSERT_EQ(B.Pipe.Faces.size(), 3u);
  for (const Face &F : B.Pipe.Faces) {
    isl::set Consumers = B.Nest.domain();
    for (unsigned D = 0; D < 2; ++D)
      Consumers = F.Crosses >> D & 1 ? boundBelowByParameter(Consumers, B.Pipe.Tiles.Rows[D], hiParameter(D))
                                     : boundAboveByParameter(Consumers, B.Pipe.Tiles.Rows[D], endParameter(D));
    isl::map Across = isl::manage(isl_map_from_domain_and_range(B.Pipe.BoxDomain.copy(), Consumers.release()));
    isl::union_set Needed =
        B.Deps.Flow.intersect_range_factor_domain(isl::union_map(Across)).range().unwrap().range();
    EXPECT_FALSE(Needed.is_empty());
    // Sets of the pipeline hold where the nest runs.
    EXPECT_TRUE(Needed.intersect_params(B.Deps.Context).is_subset(F.Elements)) << F.Crosses;
  }
}

TEST(Embedding, DependencesThatReachFarLeaveTheNestToThreads) {
  IslContext Ctx;
  // for i { p[i] = p[i - 1]; for j < i: A[i, j] = p[j]; }
  LoopNest Nest = makeTree(Ctx, 2,
                           {{{0}, {0, 0}, "[n] -> { S[0, i, 0, 0, 0] : 0 < i < n }"},
                            {{0, 1}, {0, 1, 0}, "[n] -> { S[0, i, 1, j, 0] : 0 < j < i < n }"}},
                           {{0, 'r', "{ S[0, i, 0, 0, 0] -> p[i - 1] }"},
                            {0, 'w', "{ S[0, i, 0, 0, 0] -> p[i] }"},
                            {1, 'r', "{ S[0, i, 1, j, 0] -> p[j] }"},
                            {1, 'w', "{ S[0, i, 1, j, 0] -> A[i, j] }"}});
  Built B = build(Ctx, Nest);
  EXPECT_NE(B.Pipe.ThreadsOnlyReason, "");
  EXPECT_TRUE(B.Pipe.Faces.empty());
  for (int64_t R : B.Pipe.Reach)
    EXPECT_LE(R, 1);
}

TEST(Embedding, NoBandWithoutParallelism) {
  IslContext Ctx;
  // for i { for j: A[i, j] = p[n - i]; p[i] = A[i, n - 1]; p[0] = p[i]; }
  LoopNest Nest = makeTree(Ctx, 2,
                           {{{0, 1}, {0, 0, 0}, "[n] -> { S[0, i, 0, j, 0] : 0 < i < n and 0 < j < n }"},
                            {{0}, {0, 1}, "[n] -> { S[0, i, 1, 0, 0] : 0 < i < n }"}},
                           {{0, 'r', "[n] -> { S[0, i, 0, j, 0] -> p[n - i] }"},
                            {0, 'w', "{ S[0, i, 0, j, 0] -> A[i, j] }"},
                            {1, 'r', "[n] -> { S[0, i, 1, 0, 0] -> A[i, n - 1] }"},
                            {1, 'w', "{ S[0, i, 1, 0, 0] -> p[i] }"},
                            {1, 'w', "{ S[0, i, 1, 0, 0] -> p[0] }"}});
  llvm::Expected<Dependences> Deps = analyseDependences(Ctx, Nest);
  ASSERT_TRUE(bool(Deps));
  llvm::Expected<Tiling> Tiles = chooseTiling(Ctx, Nest, *Deps);
  ASSERT_FALSE(bool(Tiles));
  llvm::handleAllErrors(Tiles.takeError(), [](const RefusalError &E) { EXPECT_EQ(E.refusal().Code, "no-band"); });
}

} // namespace
