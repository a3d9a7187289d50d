// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions as Transform decides them are proved; each fault is found by the obligation
// that is about it, and by that one alone.
#include "../NestBuilder.h"
#include "RegionBuilder.h"

#include <gtest/gtest.h>
#include <isl/union_set.h>

#include <functional>
#include <set>

using namespace tilepipe;

namespace {

using Failures = std::set<unsigned>;

/// A nest, its rows and the region that is right for it.
struct Case {
  LoopNest Nest;
  std::vector<Row> Rows;
  EmittedRegion Region;
};

class Prove : public ::testing::Test {
protected:
  IslContext Ctx;

  Case caseOf(LoopNest Nest) {
    Dependences Deps = llvm::cantFail(analyseDependences(Ctx, Nest));
    Tiling Tiles = llvm::cantFail(chooseTiling(Ctx, Nest, Deps));
    Pipeline Pipe = llvm::cantFail(buildPipeline(Ctx, Nest, Deps, Tiles));
    EmittedRegion Region = regionOf(Nest, Deps, Pipe);
    return {std::move(Nest), Tiles.Rows, std::move(Region)};
  }

  /// Flow along both loops, and across the corner.
  Case wavefront() {
    return caseOf(makeNest(Ctx, "[n,m] -> { S[i,j] : 1 <= i < n and 1 <= j < m }",
                           {{'r', "{ S[i,j] -> A[i-1,j] }"},
                            {'r', "{ S[i,j] -> A[i,j-1] }"},
                            {'r', "{ S[i,j] -> A[i-1,j-1] }"},
                            {'w', "{ S[i,j] -> A[i,j] }"}}));
  }

  /// A stencil in place with a time loop: every element is written again and again.
  Case seidel() {
    return caseOf(makeNest(Ctx, "[T,n] -> { S[t,i] : 0 <= t < T and 1 <= i < n - 1 }",
                           {{'r', "{ S[t,i] -> A[i-1] }"},
                            {'r', "{ S[t,i] -> A[i] }"},
                            {'r', "{ S[t,i] -> A[i+1] }"},
                            {'w', "{ S[t,i] -> A[i] }"}}));
  }

  Failures failures(const Case &C) {
    Failures Result;
    for (const Obligation &O : prove(Ctx, C.Nest, C.Region, C.Rows).Obligations)
      if (!O.IsProved)
        Result.insert(O.Number);
    return Result;
  }

  isl::set set(const char *Text) { return isl::set(Ctx.get(), Text); }
  isl::union_set unionSet(const char *Text) { return isl::union_set(Ctx.get(), Text); }
};

//--- what is right

TEST_F(Prove, WavefrontIsProved) { EXPECT_EQ(failures(wavefront()), Failures{}); }
TEST_F(Prove, TimeLoopIsProved) { EXPECT_EQ(failures(seidel()), Failures{}); }

TEST_F(Prove, TriangleWithWideDistancesIsProved) {
  EXPECT_EQ(failures(caseOf(makeNest(Ctx, "[n] -> { S[i,j] : 2 <= i < n and 3 <= j <= i }",
                                     {{'r', "{ S[i,j] -> A[i-2,j] }"},
                                      {'r', "{ S[i,j] -> A[i,j-3] }"},
                                      {'r', "{ S[i,j] -> B[j] }"},
                                      {'w', "{ S[i,j] -> A[i,j] }"}}))),
            Failures{});
}

TEST_F(Prove, NothingToSendIsProved) {
  EXPECT_EQ(failures(caseOf(makeNest(
                Ctx, "[n] -> { S[i,j] : 0 <= i < n and 0 <= j < n }",
                {{'r', "{ S[i,j] -> B[i,j] }"}, {'w', "{ S[i,j] -> A[i,j] }"}}))),
            Failures{});
}

TEST_F(Prove, ConditionalWriteIsProved) {
  LoopNest Nest = makeNest(Ctx, "[n] -> { S[i,j] : 1 <= i < n and 0 <= j < n }",
                           {{'r', "{ S[i,j] -> A[i-1,j] }"},
                            {'r', "{ S[i,j] -> A[i,j] }"},
                            {'w', "{ S[i,j] -> A[i,j] }"}});
  Nest.Accesses.back().IsConditional = true;
  EXPECT_EQ(failures(caseOf(Nest)), Failures{});
}

TEST_F(Prove, ThreadsNeedNoExchange) {
  Case C = wavefront();
  C.Region.IsThreadsOnly = true;
  C.Region.Faces.clear();
  C.Region.LiveIn = C.Region.Owned = unionSet("{ }");
  EXPECT_EQ(failures(C), Failures{});
}

//--- 0

TEST_F(Prove, AssumptionNotChecked) {
  Case C = wavefront();
  C.Nest.Assumptions.push_back({set("[n,m] -> { : m = 17 }"), "17 is unlucky"});
  EXPECT_EQ(failures(C), Failures{0});
  C.Region.Runs = C.Region.Runs.subtract(set("[n,m] -> { : m = 17 }"));
  EXPECT_EQ(failures(C), Failures{});
}

TEST_F(Prove, WrittenArrayNotCheckedForOverlap) {
  Case C = wavefront();
  C.Region.IsWritten[0] = false;
  EXPECT_EQ(failures(C), Failures{0});
}

TEST_F(Prove, DataThatRanksCannotHave) {
  Case C = wavefront();
  C.Nest.ThreadsOnlyReason = "a global of its own";
  EXPECT_EQ(failures(C), Failures{0});
}

//--- 1

TEST_F(Prove, RowsRunBackwards) {
  Case C = wavefront();
  C.Region.Scans[0].Order = isl::map(Ctx.get(), "{ S[i,j] -> [i,-j] }");
  EXPECT_EQ(failures(C), Failures{1});
}

TEST_F(Prove, LoopsInterchangedIsNoFaultHere) {
  Case C = wavefront();
  C.Region.Scans[0].Order = isl::map(Ctx.get(), "{ S[i,j] -> [j,i] }");
  EXPECT_EQ(failures(C), Failures{});
}

TEST_F(Prove, JamOfRowsThatNeedEachOther) {
  Case C = seidel();
  // Both rows of a pair at once: (t+1, i) needs (t, i+1), which has not run.
  C.Region.Scans.push_back({"jam", C.Region.Scans[0].Points,
                            isl::map(Ctx.get(), "{ S[t,i] -> [floor(t/2), i, t mod 2] }")});
  EXPECT_EQ(failures(C), Failures{1});
  Case W = wavefront();
  W.Region.Scans.push_back({"jam", W.Region.Scans[0].Points,
                            isl::map(Ctx.get(), "{ S[i,j] -> [floor(i/6), j, i mod 6] }")});
  EXPECT_EQ(failures(W), Failures{});
}

// Pieces of an order are compared two by two: the wrong ones are numbers in front, in the middle, or apart by a step.
TEST_F(Prove, PiecesInTheWrongOrder) {
  for (const char *Order : {"{ S[i,j] -> [1,i,j] : i <= 4; S[i,j] -> [0,i,j] : i > 4 }",
                            "{ S[i,j] -> [i,1,j] : j <= 4; S[i,j] -> [i,0,j] : j > 4 }",
                            "{ S[i,j] -> [i,-j,0] : j <= 4; S[i,j] -> [i,j,1] : j > 4 }",
                            "{ S[i,j] -> [i,floor(j/2),1] : j mod 2 = 0; S[i,j] -> [i,floor(j/2),0] : j mod 2 = 1 }"}) {
    Case C = wavefront();
    C.Region.Scans[0].Order = isl::map(Ctx.get(), Order);
    EXPECT_EQ(failures(C), Failures{1}) << Order;
  }
  for (const char *Order : {"{ S[i,j] -> [0,i,j] : i <= 4; S[i,j] -> [1,i,j] : i > 4 }",
                            "{ S[i,j] -> [i,floor(j/2),0] : j mod 2 = 0; S[i,j] -> [i,floor(j/2),1] : j mod 2 = 1 }"}) {
    Case C = wavefront();
    C.Region.Scans[0].Order = isl::map(Ctx.get(), Order);
    EXPECT_EQ(failures(C), Failures{}) << Order;
  }
}

//--- 2

TEST_F(Prove, ReachTooSmall) {
  Case C = seidel();
  ASSERT_EQ(C.Rows, (std::vector<Row>{{1, 0}, {1, 1}}));
  for (unsigned D = 0; D < 2; ++D) {
    Case Short = C;
    --Short.Region.Reach[D];
    EXPECT_EQ(failures(Short), Failures{2}) << D;
  }
}

TEST_F(Prove, ReachTooLargeIsNoFault) {
  Case C = seidel();
  ++C.Region.Reach[1];
  EXPECT_EQ(failures(C), Failures{});
}

//--- 3

TEST_F(Prove, TileOnePointShort) {
  Case C = wavefront();
  EmittedScan &Scan = C.Region.Scans[0];
  Scan.Points = Scan.Points.intersect(set("[tp_hi1] -> { S[i,j] : j < tp_hi1 - 1 }"));
  EXPECT_EQ(failures(C), Failures{3});
}

TEST_F(Prove, TileOnePointLong) {
  Case C = wavefront();
  C.Region.Scans[0].Points = set("[n,m,tp_lo0,tp_hi0,tp_lo1,tp_hi1] -> { S[i,j] : 1 <= i < n and "
                                 "1 <= j < m and tp_lo0 <= i < tp_hi0 and tp_lo1 <= j <= tp_hi1 }");
  EXPECT_EQ(failures(C), Failures{3});
}

TEST_F(Prove, PointsThatRunTwice) {
  Case C = wavefront();
  C.Region.Scans[0].Order = isl::map(Ctx.get(), "{ S[i,j] -> [i,j,k] : 0 <= k <= 1 }");
  EXPECT_EQ(failures(C), Failures{3});
}

TEST_F(Prove, PiecesThatRunTwice) {
  Case C = wavefront();
  C.Region.Scans[0].Order = isl::map(Ctx.get(), "{ S[i,j] -> [i,j,0] : j <= 5; S[i,j] -> [i,j,1] : j >= 5 }");
  EXPECT_EQ(failures(C), Failures{3});
}

// Points that do not depend on each other may not run at the same time either: the text runs one after the other.
TEST_F(Prove, PiecesThatRunAtOnce) {
  Case C = wavefront();
  C.Region.Scans[0].Order = isl::map(Ctx.get(), "{ S[i,j] -> [i+j,0] : j <= 4; S[i,j] -> [i+j,1] : j > 4 }");
  EXPECT_EQ(failures(C), Failures{3});
}

TEST_F(Prove, BoundsOffByOne) {
  Case C = wavefront();
  C.Region.Hi[1] = C.Region.Hi[1].add_constant(-1);
  EXPECT_EQ(failures(C), Failures{3});
  C = wavefront();
  C.Region.Lo[0] = C.Region.Lo[0].add_constant(1);
  EXPECT_EQ(failures(C), Failures{3});
}

TEST_F(Prove, PointsNotCounted) {
  Case C = wavefront();
  C.Region.Counted = set("{ S[i,j] }");
  EXPECT_EQ(failures(C), Failures{});
  C.Region.Counted = set("[tp_lo0] -> { S[i,j] : i > tp_lo0 }");
  EXPECT_EQ(failures(C), Failures{3});
}

//--- 4

TEST_F(Prove, FaceOneShort) {
  for (unsigned F = 0; F < 2; ++F) {
    Case C = wavefront();
    isl::union_set &Elements = C.Region.Faces[F].Elements;
    Elements = Elements.subtract(unionSet(F ? "[tp_lo0] -> { A[tp_lo0,j] }"
                                            : "[tp_lo1] -> { A[i,tp_lo1] }"));
    EXPECT_EQ(failures(C), Failures{4}) << F;
  }
}

TEST_F(Prove, CornerFaceMissing) {
  Case C = wavefront();
  ASSERT_EQ(C.Region.Faces.back().Crosses, 3u);
  C.Region.Faces.pop_back();
  EXPECT_EQ(failures(C), Failures{4});
}

TEST_F(Prove, LiveInOneShort) {
  Case C = wavefront();
  C.Region.LiveIn = C.Region.LiveIn.subtract(unionSet("[tp_lo0] -> { A[tp_lo0,0] }"));
  EXPECT_EQ(failures(C), Failures{4});
}

TEST_F(Prove, OldValueNotSent) {
  LoopNest Nest = makeNest(Ctx, "[n] -> { S[i,j] : 0 <= i < n and 0 <= j < n }",
                           {{'r', "{ S[i,j] -> B[i,j] }"}, {'w', "{ S[i,j] -> A[i,j] }"}});
  Case C = caseOf(Nest);
  EXPECT_EQ(failures(C), Failures{});
  C.Nest.Accesses.back().IsConditional = true;
  EXPECT_EQ(failures(C), Failures{4});
}

TEST_F(Prove, LiveInThatMayNotExist) {
  Case C = wavefront();
  C.Region.LiveIn = C.Region.LiveIn.unite(unionSet("[n] -> { A[n,0] }"));
  EXPECT_EQ(failures(C), Failures{4});
}

// Sending what nobody needs is safe: it is the value from before the nest.
TEST_F(Prove, MoreLiveInIsNoFault) {
  Case C = wavefront();
  C.Region.LiveIn = C.Region.LiveIn.unite(
      unionSet("[n,m] -> { A[i,j] : 1 <= i < n and 1 <= j < m }"));
  EXPECT_EQ(failures(C), Failures{});
}

TEST_F(Prove, RangeOneShort) {
  Case C = wavefront();
  isl::pw_aff &Last = C.Region.Ranges[0]->Last[1];
  Last = Last.add_constant(-1);
  EXPECT_EQ(failures(C), Failures{4});
}

//--- 5

TEST_F(Prove, FaceWithMoreThanFlows) {
  Case C = seidel();
  for (EmittedFace &F : C.Region.Faces) {
    // All that the box writes, as a generous slab would be.
    isl::set Slab = C.Region.Scans[0].Points.apply(isl::map(Ctx.get(), "{ S[t,i] -> A[i] }"));
    F.Elements = F.Elements.unite(isl::union_set(Slab));
  }
  EXPECT_EQ(failures(C), Failures{5});
}

TEST_F(Prove, FaceWithElementsOfAnotherArray) {
  Case C = wavefront();
  C.Region.Faces[0].Elements = C.Region.Faces[0].Elements.unite(unionSet("{ Z[0] }"));
  EXPECT_EQ(failures(C), Failures{5});
}

//--- 6

TEST_F(Prove, StepsOutOfOrder) {
  using P = PipelineCall;
  for (std::vector<P> Steps : {std::vector<P>{P::Box, P::Tile, P::End},
                               {P::Box, P::Tile, P::Begin, P::End},
                               {P::Begin, P::End, P::Box, P::Tile},
                               {P::Begin, P::Box, P::Tile}}) {
    Case C = wavefront();
    C.Region.Pipeline = Steps;
    EXPECT_EQ(failures(C), Failures{6});
  }
}

// A CPU would send to itself and wait for ever.
TEST_F(Prove, FaceThatCrossesNothing) {
  Case C = wavefront();
  C.Region.Faces.push_back({0, unionSet("{ }")});
  EXPECT_EQ(failures(C), Failures{6});
}

// Two messages with the same tag.
TEST_F(Prove, TwoFacesForTheSameSides) {
  Case C = wavefront();
  C.Region.Faces.push_back(C.Region.Faces[0]);
  EXPECT_EQ(failures(C), Failures{6});
}

//--- 7

TEST_F(Prove, OwnerForgotten) {
  Case C = wavefront();
  C.Region.Owned = C.Region.Owned.subtract(unionSet("[tp_lo0] -> { A[tp_lo0,j] }"));
  EXPECT_EQ(failures(C), Failures{7});
}

// In a time loop the first writer is not the last.
TEST_F(Prove, OwnerIsTheFirstWriter) {
  Case C = seidel();
  isl::set First = C.Region.Scans[0].Points.intersect(set("{ S[0,i] }"));
  C.Region.Owned = isl::union_set(First.apply(isl::map(Ctx.get(), "{ S[t,i] -> A[i] }")));
  EXPECT_EQ(failures(C), Failures{7});
}

//--- doubt

TEST_F(Prove, BoundWithoutValue) {
  Case C = wavefront();
  C.Region.Hi[0] = isl::pw_aff(Ctx.get(), "[n] -> { [] -> [(n)] : n >= 10 }");
  EXPECT_EQ(failures(C), Failures{3});
}

TEST_F(Prove, OtherRowsThanTheText) {
  Case C = seidel();
  C.Rows = {{1, 0}, {2, 1}};
  EXPECT_EQ(failures(C).count(3), 1u);
}

TEST_F(Prove, ExhaustedQuotaIsNoProof) {
  Case C = wavefront();
  for (unsigned long Operations : {1, 100, 1000, 3000}) {
    Proof Result = prove(Ctx, C.Nest, C.Region, C.Rows, Operations);
    EXPECT_FALSE(Result.isProved()) << Operations;
  }
  EXPECT_EQ(failures(C), Failures{}); // the context has recovered
}

} // namespace
