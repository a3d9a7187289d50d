// Moving runs in bulk, reservations on workers, and the checks for arrays that overlap or must not be written.
#include "gtest/gtest.h"
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

extern "C" {
#include "comm/bulk.h"
#include "support/inprocess.h"
#include "ranks/array.h"
#include "process/cgroup.h"
#include "region/overlap.h"
#include "region/pointers.h"
}

namespace {

// --- bulk ---------------------------------------------------------------------------------------

struct Piece {
  int Array;
  tp_int At, Bytes;
};

/// One rank's memory, and the runs that both ranks enumerate.
struct Memory {
  std::vector<char> *Array;
  const std::vector<Piece> *Runs;
};

void enumerate(const tp_box *, const void *Args, tp_stream *S) {
  const auto *M = static_cast<const Memory *>(Args);
  for (const Piece &R : *M->Runs)
    tp_run(S, R.Array, M->Array[R.Array].data() + R.At, R.Bytes);
}

/// Moves the runs from rank 1 to rank 0; every byte of a run arrives, no other byte changes.
void expectMoved(const std::vector<Piece> &Runs, size_t Size) {
  std::vector<char> From[2], To[2];
  for (int A = 0; A < 2; A++) {
    From[A].resize(Size);
    To[A].assign(Size, 'x');
    for (size_t I = 0; I < Size; I++)
      From[A][I] = static_cast<char>((I * 131 + A * 17) >> 3 & 0x7f);
  }
  Memory Source{From, &Runs}, Target{To, &Runs};
  tp_world *World = tp_world_create(2, nullptr);
  tp_int Sent = 0, Received = 0;
  std::thread Sender([&] {
    Sent = tp_bulk_move(tp_world_rank(World, 1), 1, 0, TP_TAG_OWNED, enumerate, nullptr, &Source, 0);
  });
  Received = tp_bulk_move(tp_world_rank(World, 0), 0, 1, TP_TAG_OWNED, enumerate, nullptr, &Target, 0);
  Sender.join();
  EXPECT_EQ(tp_world_pending(World), 0);
  tp_world_destroy(World);
  tp_int Bytes = 0;
  for (const Piece &R : Runs) {
    Bytes += R.Bytes;
    EXPECT_EQ(std::memcmp(&To[R.Array][R.At], &From[R.Array][R.At], R.Bytes), 0);
    std::memset(&To[R.Array][R.At], 'x', R.Bytes);
  }
  EXPECT_EQ(Sent, Bytes);
  EXPECT_EQ(Received, Bytes);
  for (int A = 0; A < 2; A++)
    EXPECT_EQ(To[A], std::vector<char>(Size, 'x'));
}

TEST(Bulk, Nothing) { expectMoved({}, 16); }
TEST(Bulk, ShortRuns) {
  std::vector<Piece> Runs;
  for (tp_int I = 0; I < 50000; I++)
    Runs.push_back({static_cast<int>(I & 1), I * 100, 8 + I % 50});
  expectMoved(Runs, 5000100);
}
TEST(Bulk, LongRunIsCutIntoPieces) { expectMoved({{0, 5, 3 * TP_SEGMENT + 77}}, 4 * TP_SEGMENT); }
TEST(Bulk, AdjacentRunsAreJoinedWithinAnArrayOnly) {
  std::vector<Piece> Runs;
  for (tp_int I = 0; I < 5000; I++)
    Runs.push_back({0, I * 64, 64});
  for (tp_int I = 0; I < 10; I++)
    Runs.push_back({1, I * 64, 64});
  expectMoved(Runs, 400000);
}
TEST(Bulk, LongAndShortRunsKeepTheirPlaces) {
  std::vector<Piece> Runs;
  tp_int At = 0;
  for (tp_int I = 0; I < 60; I++) {
    tp_int Bytes = I % 3 == 0 ? 70000 + I : I % 3 == 1 ? 65535 : 3;
    Runs.push_back({static_cast<int>(I % 2), At, Bytes});
    At += Bytes + 1;
  }
  expectMoved(Runs, static_cast<size_t>(At));
}

// --- reservations and overlap -------------------------------------------------------------------

struct Args {
  char *A, *B;
  int *Scalar;
  tp_int First, Past; // of both arrays, relative to their bases
};

void ranges(const void *Data, tp_range *Out) {
  const auto *P = static_cast<const Args *>(Data);
  Out[0].tp_first = Out[1].tp_first = P->First;
  Out[0].tp_past = Out[1].tp_past = P->Past;
}
void ownNothing(const tp_box *, const void *, tp_stream *) {}

struct Fixture {
  explicit Fixture(int FlagsA = TP_ARRAY_WRITTEN, int FlagsB = 0) {
    Array[0] = {"a", 1, offsetof(Args, A), FlagsA, 1};
    Array[1] = {"b", 1, offsetof(Args, B), FlagsB, 1};
    Scalar = {"s", sizeof(int), offsetof(Args, Scalar)};
    Region.tp_arrays = 2;
    Region.tp_array = Array;
    Region.tp_scalars = 1;
    Region.tp_scalar = &Scalar;
    Region.tp_ranges = ranges;
    Region.tp_owned = ownNothing;
    Region.tp_args = sizeof(Args);
  }
  tp_array_info Array[2];
  tp_scalar_info Scalar;
  tp_region Region{};
};

TEST(Overlap, DifferentRangesRun) {
  Fixture F;
  char Memory[300];
  int S;
  const char *Why = nullptr;
  Args A{Memory, Memory + 100, &S, 0, 100};
  EXPECT_EQ(tp_overlap_check(&F.Region, &A, &Why), TP_OK);
  A.B = Memory + 99;
  EXPECT_EQ(tp_overlap_check(&F.Region, &A, &Why), TP_DECLINED);
  EXPECT_EQ(std::string(Why), "a overlaps b");
}

TEST(Overlap, NegativeOffsetsCount) {
  Fixture F;
  char Memory[300];
  int S;
  const char *Why = nullptr;
  Args A{Memory + 100, Memory + 200, &S, -60, 50};
  EXPECT_EQ(tp_overlap_check(&F.Region, &A, &Why), TP_DECLINED);
  A.First = -50;
  EXPECT_EQ(tp_overlap_check(&F.Region, &A, &Why), TP_OK);
}

TEST(Overlap, ReadOnlyArraysMayOverlap) {
  Fixture F(0, 0);
  char Memory[300];
  int S;
  const char *Why = nullptr;
  Args A{Memory, Memory, &S, 0, 100};
  EXPECT_EQ(tp_overlap_check(&F.Region, &A, &Why), TP_OK);
}

TEST(Overlap, DeclaredArraysAreDifferentObjects) {
  char Memory[300];
  int S;
  const char *Why = nullptr;
  Args A{Memory, Memory + 50, &S, 0, 100};
  Fixture Declared(TP_ARRAY_WRITTEN | TP_ARRAY_OBJECT, TP_ARRAY_STATIC);
  EXPECT_EQ(tp_overlap_check(&Declared.Region, &A, &Why), TP_OK);
  Fixture One(TP_ARRAY_WRITTEN | TP_ARRAY_OBJECT, 0);
  EXPECT_EQ(tp_overlap_check(&One.Region, &A, &Why), TP_DECLINED);
}

TEST(Overlap, ScalarInsideWhatIsWritten) {
  Fixture F;
  alignas(int) char Memory[300];
  const char *Why = nullptr;
  Args A{Memory, Memory + 200, reinterpret_cast<int *>(Memory + 96), 0, 100};
  EXPECT_EQ(tp_overlap_check(&F.Region, &A, &Why), TP_DECLINED);
  EXPECT_EQ(std::string(Why), "a overlaps variable s");
  A.Scalar = reinterpret_cast<int *>(Memory + 100);
  EXPECT_EQ(tp_overlap_check(&F.Region, &A, &Why), TP_OK);
}

TEST(Overlap, EmptyRangesMeetNothing) {
  Fixture F;
  char Memory[10];
  int S;
  const char *Why = nullptr;
  Args A{Memory, Memory, &S, 5, 5};
  EXPECT_EQ(tp_overlap_check(&F.Region, &A, &Why), TP_OK);
}

TEST(Pointers, ASetKeepsTheLastOnes) {
  tp_pointer_set Set{};
  for (unsigned long long I = 1; I <= TP_POINTERS_KEPT + 1; I++)
    for (int Again = 0; Again < 2; Again++)
      tp_pointer_set_add(&Set, I);
  EXPECT_FALSE(tp_pointer_set_has(&Set, 1));
  EXPECT_TRUE(tp_pointer_set_has(&Set, 2));
  EXPECT_TRUE(tp_pointer_set_has(&Set, TP_POINTERS_KEPT + 1));
}

/// Addresses of rank 0 that mean nothing here.
char *remote(uintptr_t At) { return reinterpret_cast<char *>(At); }

TEST(Reservation, IsCongruentWritableAndKept) {
  Fixture F;
  tp_box Box{};
  Args A{remote(0x700000123000), remote(0x700100000810), nullptr, 16, 9000000};
  ASSERT_EQ(tp_arrays_localise(&F.Region, &A, &Box, nullptr), TP_OK);
  char *First = A.A;
  EXPECT_EQ(reinterpret_cast<uintptr_t>(A.A) % 4096, 0u);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(A.B) % 4096, 0x810u);
  A.A[16] = A.A[8999999] = 1;
  A.B[16] = A.B[8999999] = 2;
  EXPECT_EQ(A.A[8999999], 1);
  A.A = remote(0x700000123000);
  A.B = remote(0x700100000810);
  A.Past = 5000; // part of what is kept
  ASSERT_EQ(tp_arrays_localise(&F.Region, &A, &Box, nullptr), TP_OK);
  EXPECT_EQ(A.A, First);
}

TEST(Reservation, OverlappingReadOnlyArraysBothStay) {
  Fixture F(0, 0);
  tp_box Box{};
  // The second covers the first, which this region still uses.
  Args A{remote(0x710000000000), remote(0x70fffffff000), nullptr, 0, 9000};
  ASSERT_EQ(tp_arrays_localise(&F.Region, &A, &Box, nullptr), TP_OK);
  std::memset(A.A, 1, 9000);
  std::memset(A.B, 2, 9000);
}

TEST(Reservation, ManyArraysRecycleReservations) {
  Fixture F;
  tp_box Box{};
  for (uintptr_t I = 0; I < 300; I++) {
    Args A{remote(0x600000000000 + I * 0x100000000), remote(0x500000000000 + I * 0x100000000),
           nullptr, 0, 1 << 20};
    ASSERT_EQ(tp_arrays_localise(&F.Region, &A, &Box, nullptr), TP_OK);
    A.A[0] = A.B[(1 << 20) - 1] = 1;
  }
}

/// Arrays A and B, which stay: A with room in which B lies, B behind it. Both are an area each.
TEST(Reservation, WhatAnAreaHoldsIsItsOwn) {
  Fixture F;
  tp_box Box{};
  const uintptr_t At = 0x720000000000, Size = 1 << 20;
  const tp_area Areas[] = {{0, 0, 101, remote(At), Size, 4 * Size, remote(At), Size},
                           {1, 0, 102, remote(At + 2 * Size), Size, 0, remote(At + 2 * Size), Size}};
  const int AreaOf[] = {0, 1};
  char *Held[TP_AREAS_MOST] = {};
  tp_placement P{};
  P.head.arrays = P.head.areas = 2;
  P.area_of = AreaOf;
  P.area = Areas;
  P.at = Held;
  Args A{remote(At), remote(At + 2 * Size), nullptr, 0, Size};
  ASSERT_EQ(tp_arrays_localise(&F.Region, &A, &Box, &P), TP_OK);
  A.A[Size - 1] = 7;
  tp_arrays_release_held(&Areas[0], 1); // B is no area any more
  tp_arrays_drop();
  EXPECT_EQ(A.A[Size - 1], 7);
  tp_arrays_release_held(nullptr, 0);
}

/// Where a worker has `bytes` of an array of rank 0 now; null: no memory.
char *place(Fixture &F, uintptr_t At, tp_int Bytes) {
  tp_box Box{};
  Args A{remote(At), remote(At), nullptr, 0, Bytes};
  return tp_arrays_localise(&F.Region, &A, &Box, nullptr) == TP_OK ? A.A : nullptr;
}

/// 1: the address is mapped.
bool isMapped(char *At) {
  unsigned char In;
  auto Page = reinterpret_cast<uintptr_t>(At) & ~uintptr_t(4095);
  return mincore(reinterpret_cast<void *>(Page), 4096, &In) == 0;
}

TEST(Reservation, NewArraysPushOutWhatIsNotAskedFor) {
  Fixture F;
  tp_int Bytes = 1 << 20;
  char *First = place(F, 0x400000000000, Bytes);
  ASSERT_TRUE(First && isMapped(First));
  *First = 1;
  for (uintptr_t I = 1; I < 10; I++)
    ASSERT_TRUE(place(F, 0x400000000000 + I * 0x100000000, Bytes));
  EXPECT_TRUE(!isMapped(First) || *First == 0); // another array may be there
}

TEST(Reservation, ArraysThatTakeTurnsStay) {
  Fixture F;
  tp_int Bytes = 1 << 20;
  char *At[8] = {};
  for (int Round = 0; Round < 6; Round++)
    for (uintptr_t I = 0; I < 8; I++)
      At[I] = place(F, 0x410000000000 + I * 0x100000000, Bytes);
  for (uintptr_t I = 0; I < 8; I++)
    EXPECT_EQ(place(F, 0x410000000000 + I * 0x100000000, Bytes), At[I]);
}

TEST(Reservation, AllAreGivenBackWhereMemoryIsShort) {
  Fixture F;
  char *At = place(F, 0x420000000000, 1 << 20);
  ASSERT_TRUE(At);
  EXPECT_GT(tp_arrays_drop(), 0);
  EXPECT_FALSE(isMapped(At));
  EXPECT_EQ(tp_arrays_drop(), 0);
}

/// Control groups as files: { path, content }.
double groupsFree(const std::vector<std::pair<std::string, std::string>> &Files) {
  std::string Root = testing::TempDir() + "/groups" + std::to_string(getpid());
  std::filesystem::remove_all(Root);
  for (const auto &[Path, Text] : Files) {
    std::filesystem::create_directories(std::filesystem::path(Root + Path).parent_path());
    std::ofstream(Root + Path) << Text;
  }
  double Free = tp_cgroup_free((Root + "/self").c_str(), Root.c_str());
  std::filesystem::remove_all(Root);
  return Free;
}

TEST(ControlGroups, TheLeastOfAllLevelsCounts) {
  EXPECT_EQ(groupsFree({}), -1);
  EXPECT_EQ(groupsFree({{"/self", "0::/a/b\n"}, {"/a/b/memory.max", "max\n"}, {"/a/b/memory.current", "5\n"}}), -1);
  EXPECT_EQ(groupsFree({{"/self", "0::/a/b\n"}, {"/a/b/memory.max", "max\n"}, {"/a/b/memory.current", "5\n"},
                        {"/a/memory.max", "1000\n"}, {"/a/memory.current", "300\n"}}), 700);
  EXPECT_EQ(groupsFree({{"/self", "0::/\n"}, {"/memory.max", "100\n"}, {"/memory.current", "300\n"}}), 0);
  // Pages of files can be taken back.
  EXPECT_EQ(groupsFree({{"/self", "0::/a\n"}, {"/a/memory.max", "1000\n"}, {"/a/memory.current", "900\n"},
                        {"/a/memory.stat", "anon 100\ninactive_file 400\n"}}), 500);
}

TEST(ControlGroups, VersionOneHasAFolderPerController) {
  EXPECT_EQ(groupsFree({{"/self", "9:cpu:/x\n4:memory,cpuset:/a\n"}, {"/memory/a/memory.limit_in_bytes", "800\n"},
                        {"/memory/a/memory.usage_in_bytes", "200\n"}}), 600);
  EXPECT_EQ(groupsFree({{"/self", "4:memory:/a\n"}, {"/memory/a/memory.limit_in_bytes", "9223372036854771712\n"},
                        {"/memory/a/memory.usage_in_bytes", "200\n"}}), -1);
}

TEST(Reservation, StaticArraysStayWhatTheyAre) {
  Fixture F(TP_ARRAY_WRITTEN | TP_ARRAY_STATIC, TP_ARRAY_CONSTANT | TP_ARRAY_STATIC);
  tp_box Box{};
  char Mine[10];
  Args A{Mine, Mine, nullptr, 0, 10};
  ASSERT_EQ(tp_arrays_localise(&F.Region, &A, &Box, nullptr), TP_OK);
  EXPECT_EQ(A.A, Mine);
  EXPECT_EQ(A.B, Mine);
}

} // namespace
