// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NestBuilder.h"

#include <gtest/gtest.h>

using namespace tilepipe;

namespace {

const std::string Square = "[n, m] -> { S[i,j] : 1 <= i < n and 1 <= j < m }";

TEST(Dependences, WavefrontHasItsTwoFlowDistances) {
  IslContext Ctx;
  LoopNest Nest = makeNest(Ctx, Square,
                           {{'r', "{ S[i,j] -> A[i-1,j] }"},
                            {'r', "{ S[i,j] -> A[i,j-1] }"},
                            {'w', "{ S[i,j] -> A[i,j] }"}});
  auto Deps = llvm::cantFail(analyseDependences(Ctx, Nest));
  EXPECT_EQ(distances(Deps, DependenceKind::Flow), (std::vector<Row>{{0, 1}, {1, 0}}));
  EXPECT_TRUE(distances(Deps, DependenceKind::Anti).empty());
  EXPECT_TRUE(distances(Deps, DependenceKind::Output).empty());
}

TEST(Dependences, GaussSeidelSweepHasFlowAndAnti) {
  IslContext Ctx;
  LoopNest Nest = makeNest(Ctx, Square,
                           {{'r', "{ S[i,j] -> A[i-1,j] }"},
                            {'r', "{ S[i,j] -> A[i+1,j] }"},
                            {'r', "{ S[i,j] -> A[i,j-1] }"},
                            {'r', "{ S[i,j] -> A[i,j+1] }"},
                            {'w', "{ S[i,j] -> A[i,j] }"}});
  auto Deps = llvm::cantFail(analyseDependences(Ctx, Nest));
  std::vector<Row> Both = {{0, 1}, {1, 0}};
  EXPECT_EQ(distances(Deps, DependenceKind::Flow), Both);
  EXPECT_EQ(distances(Deps, DependenceKind::Anti), Both);
}

// Only the last write counts: asking for all pairs would give unbounded distances.
TEST(Dependences, TimeLoopSeesConsecutiveWritesOnly) {
  IslContext Ctx;
  LoopNest Nest = makeNest(Ctx, "[n, t] -> { S[k,i] : 0 <= k < t and 0 <= i < n }",
                           {{'r', "{ S[k,i] -> A[i] }"}, {'w', "{ S[k,i] -> A[i] }"}});
  auto Deps = llvm::cantFail(analyseDependences(Ctx, Nest));
  EXPECT_EQ(distances(Deps, DependenceKind::Flow), (std::vector<Row>{{1, 0}}));
  EXPECT_EQ(distances(Deps, DependenceKind::Output), (std::vector<Row>{{1, 0}}));
  EXPECT_TRUE(distances(Deps, DependenceKind::Anti).empty()) << "same iteration only";
}

TEST(Dependences, ReadAfterWriteInOneIterationIsNoDependence) {
  IslContext Ctx;
  LoopNest Nest = makeNest(Ctx, Square,
                           {{'w', "{ S[i,j] -> B[i,j] }"},
                            {'r', "{ S[i,j] -> B[i,j] }"},
                            {'w', "{ S[i,j] -> A[i,j] }"}});
  auto Deps = llvm::cantFail(analyseDependences(Ctx, Nest));
  EXPECT_TRUE(Deps.Vectors.empty());
  EXPECT_TRUE(Deps.LiveIn.is_empty());
}

TEST(Dependences, LiveInIsWhatNoIterationWroteBefore) {
  IslContext Ctx;
  LoopNest Nest = makeNest(Ctx, "{ S[i,j] : 1 <= i < 10 and 0 <= j < 5 }",
                           {{'r', "{ S[i,j] -> A[i-1,j] }"}, {'w', "{ S[i,j] -> A[i,j] }"}});
  auto Deps = llvm::cantFail(analyseDependences(Ctx, Nest));
  isl::union_map Expected(Ctx.get(), "{ S[1,j] -> A[0,j] : 0 <= j < 5 }");
  EXPECT_TRUE(Deps.LiveIn.is_equal(Expected));
}

TEST(Dependences, LastWritesPartitionWhatIsWritten) {
  IslContext Ctx;
  LoopNest Nest = makeNest(Ctx, "{ S[i,j] : 0 <= i < 6 and 0 <= j < 6 }",
                           {{'w', "{ S[i,j] -> A[i + j] }"}});
  auto Deps = llvm::cantFail(analyseDependences(Ctx, Nest));
  isl::union_map Reverse = Deps.LastWrites.reverse();
  EXPECT_TRUE(Reverse.is_single_valued());
  EXPECT_TRUE(Reverse.domain().is_equal(isl::union_set(Ctx.get(), "{ A[x] : 0 <= x <= 10 }")));
}

TEST(Dependences, ReductionIsUniformAlongItsLoop) {
  IslContext Ctx;
  LoopNest Nest = makeNest(
      Ctx, "[n] -> { S[i,j,k] : 0 <= i < n and 0 <= j < n and 0 <= k < n }",
      {{'r', "{ S[i,j,k] -> B[i,k] }"}, {'r', "{ S[i,j,k] -> C[i,j] }"},
       {'w', "{ S[i,j,k] -> C[i,j] }"}});
  auto Deps = llvm::cantFail(analyseDependences(Ctx, Nest));
  EXPECT_EQ(distances(Deps, DependenceKind::Flow), (std::vector<Row>{{0, 0, 1}}));
}

/// The relation of all dependent points takes the place of the distances.
void expectNonUniform(const IslContext &Ctx, const LoopNest &Nest) {
  llvm::Expected<Dependences> Deps = analyseDependences(Ctx, Nest);
  ASSERT_TRUE(bool(Deps));
  EXPECT_FALSE(Deps->IsUniform);
  EXPECT_TRUE(Deps->Vectors.empty());
  ASSERT_TRUE(Deps->NonUniform && Deps->Order);
  EXPECT_EQ(Deps->NonUniform->Code, "non-uniform-dependence");
  EXPECT_TRUE(isl::union_map(*Deps->Order).is_subset(isl::union_map(Ctx.get(), "{ S[i,j] -> S[k,l] : k > i or (k = i and l > j) }")));
  EXPECT_FALSE(Deps->Order->is_empty());
}

TEST(Dependences, ScalarReductionIsNotUniform) {
  IslContext Ctx;
  LoopNest Nest =
      makeNest(Ctx, Square, {{'r', "{ S[i,j] -> s[] }"}, {'w', "{ S[i,j] -> s[] }"}});
  expectNonUniform(Ctx, Nest);
}

TEST(Dependences, TransposedReadIsNotUniform) {
  IslContext Ctx;
  LoopNest Nest =
      makeNest(Ctx, Square, {{'r', "{ S[i,j] -> A[j,i] }"}, {'w', "{ S[i,j] -> A[i,j] }"}});
  expectNonUniform(Ctx, Nest);
}

TEST(Dependences, SymbolicDistanceIsNotUniform) {
  IslContext Ctx;
  LoopNest Nest = makeNest(Ctx, Square,
                           {{'r', "[n] -> { S[i,j] -> A[i - n, j] }"},
                            {'r', "[w] -> { S[i,j] -> A[i - w, j] }"},
                            {'w', "{ S[i,j] -> A[i,j] }"}});
  expectNonUniform(Ctx, Nest);
}

} // namespace
