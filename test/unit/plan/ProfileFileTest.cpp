// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Machine profiles as files: written and read back, refused, kept in their place.
#include <gtest/gtest.h>

#include <cfenv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

extern "C" {
#include "comm/p2p.h"
#include "cache/profile_file.h"
#include "plan/profile.h"

// Without MPI, a library with a version to tidy up.
void tp_p2p_library(char *Out, size_t Size) { snprintf(Out, Size, "Some\tMPI  1.2 "); }
}

namespace {

struct ProfileFile : ::testing::Test {
  std::string Folder, File;
  tp_profile_key Key = {};
  tp_machine M = {};
  char Why[300] = "";

  void SetUp() override {
    char Name[] = "/tmp/tilepipe-profile-XXXXXX";
    ASSERT_NE(mkdtemp(Name), nullptr);
    Folder = Name;
    File = Folder + "/p.txt";
    strcpy(Key.cpu, "a CPU");
    strcpy(Key.mpi, "an MPI");
    Key.hosts = "one,two";
    tp_machine_default(1, 1, 1, &M);
    M.calibrated = TP_CALIBRATED_CPU | TP_CALIBRATED_HOST | TP_CALIBRATED_SHARED | TP_CALIBRATED_HOSTS;
    M.flags[3] = 0.123e-6;
    M.link[TP_LINK_HOST].eager = 12345;
    M.link[TP_LINK_HOST].step = 4321;
    M.link[TP_LINK_HOSTS].stream[2][9] = 77;
    M.link[TP_LINK_HOSTS].stream[3][9] = 78;
    M.operation[TP_OPERATION_SQRT] = 0.5;
  }
  void TearDown() override { std::filesystem::remove_all(Folder); }

  tp_status write() { return tp_profile_write(File.c_str(), &Key, &M, Why, sizeof Why); }
  tp_status read(tp_machine &Out, bool AnyHosts = false) {
    return tp_profile_read(File.c_str(), &Key, AnyHosts ? TP_ANY_HOSTS : 0, &Out, Why, sizeof Why);
  }
  // The reason why the file is refused; the machine must be left as it was.
  std::string refusal(bool AnyHosts = false) {
    tp_machine Out = {}, Before;
    tp_machine_default(3, 2, 1, &Out);
    Before = Out;
    EXPECT_EQ(read(Out, AnyHosts), TP_INVALID);
    EXPECT_EQ(memcmp(&Out, &Before, sizeof Out), 0);
    return Why;
  }
  std::string text() {
    std::stringstream S;
    S << std::ifstream(File).rdbuf();
    return S.str();
  }
  void put(const std::string &Text) { std::ofstream(File) << Text; }
  void replace(const std::string &Old, const std::string &New) {
    ASSERT_EQ(write(), TP_OK) << Why;
    std::string Text = text();
    size_t At = Text.find(Old);
    ASSERT_NE(At, std::string::npos) << Old;
    put(Text.replace(At, Old.size(), New));
  }
};

TEST_F(ProfileFile, ComesBackAsItWas) {
  ASSERT_EQ(write(), TP_OK) << Why;
  tp_machine Out = {};
  tp_machine_default(4, 2, 1, &Out);
  for (int K = 0; K < TP_TEAMS; K++)
    Out.flags[K] = 1;
  ASSERT_EQ(read(Out), TP_OK) << Why;
  EXPECT_EQ(Out.calibrated, M.calibrated);
  EXPECT_EQ(Out.ranks, 4);
  EXPECT_EQ(Out.link[TP_LINK_HOST].eager, 12345);
  EXPECT_EQ(Out.link[TP_LINK_HOST].step, 4321);
  EXPECT_NEAR(Out.flags[2], M.flags[2], 1e-9);
  EXPECT_NEAR(Out.link[TP_LINK_HOSTS].stream[2][9], 77, 0.01);
  EXPECT_NEAR(Out.link[TP_LINK_HOSTS].stream[3][9], 78, 0.01);
  for (int L = 0; L < TP_LINKS; L++)
    for (int K = 0; K < TP_SIZES; K++) {
      EXPECT_NEAR(Out.link[L].send[1][K] / M.link[L].send[1][K], 1, 1e-3);
      EXPECT_NEAR(Out.link[L].travel[K] / M.link[L].travel[K], 1, 1e-3);
    }
  EXPECT_NEAR(Out.operation[TP_OPERATION_SQRT], 0.5, 1e-4);
  EXPECT_NEAR(Out.copy[TP_IN_CACHE] / M.copy[TP_IN_CACHE], 1, 1e-3);
  EXPECT_NEAR(Out.touch / M.touch, 1, 1e-3);
  EXPECT_NEAR(Out.touch_small / M.touch_small, 1, 1e-3);
}

TEST_F(ProfileFile, HoldsOnlyWhatWasMeasured) {
  M.calibrated = TP_CALIBRATED_SHARED;
  ASSERT_EQ(write(), TP_OK);
  EXPECT_EQ(text().find("\ncpu."), std::string::npos);
  EXPECT_EQ(text().find("\nhost."), std::string::npos);
  tp_machine Out = {};
  tp_machine_default(1, 1, 1, &Out);
  Out.flags[3] = 9, Out.flags[4] = Out.flags[5] = Out.flags[6] = Out.flags[7] = 9;
  ASSERT_EQ(read(Out), TP_OK) << Why;
  EXPECT_EQ(Out.calibrated, TP_CALIBRATED_SHARED);
  EXPECT_EQ(Out.flags[3], 9);
}

TEST_F(ProfileFile, IsOfOneCpuLibraryAndSetOfHosts) {
  ASSERT_EQ(write(), TP_OK);
  Key.hosts = "one";
  EXPECT_EQ(refusal(), "made for the hosts 'one,two', here is 'one'");
  tp_machine Out = {};
  tp_machine_default(1, 1, 1, &Out);
  EXPECT_EQ(read(Out, true), TP_OK);
  strcpy(Key.mpi, "an MPI 2");
  EXPECT_EQ(refusal(true), "made for the mpi 'an MPI', here is 'an MPI 2'");
  strcpy(Key.cpu, "another CPU");
  EXPECT_EQ(refusal(true), "made for the cpu 'a CPU', here is 'another CPU'");
}

TEST_F(ProfileFile, OtherVersionsAreRefused) {
  replace("tilepipe profile 3", "tilepipe profile 4");
  EXPECT_EQ(refusal(), "version 4 of the format, here is 3");
  replace("tilepipe profile 3", "tilepipe plans 3");
  EXPECT_EQ(refusal(), "not a machine profile");
  put("[1, 2]");
  EXPECT_EQ(refusal(), "not a machine profile");
}

TEST_F(ProfileFile, DamagedOnesAreRefused) {
  ASSERT_EQ(write(), TP_OK);
  std::string Whole = text();
  for (size_t Length = 0; Length < Whole.size(); ++Length) {
    put(Whole.substr(0, Length));
    EXPECT_NE(refusal(), "") << Length;
  }
  put(Whole + "x");
  EXPECT_EQ(refusal(), "the file is not whole");
  replace("host.poke=", "host.poke=1e-9,");
  EXPECT_EQ(refusal(), "host.poke is not a list of 1 numbers");
  replace("\nhost.travel", "\nhost.trevel");
  EXPECT_EQ(refusal(), "host.travel is not a list of 10 numbers");
  replace("cpu.copy_bandwidth=", "cpu.copy_bandwidth=fast,");
  EXPECT_EQ(refusal(), "cpu.copy_bandwidth is not a list of 2 numbers");
  replace("host.eager=12345", "host.eager=-1");
  EXPECT_EQ(refusal(), "holds numbers that no machine has");
  replace("parts=cpu,", "parts=gpu,");
  EXPECT_EQ(refusal(), "the part 'gpu' is not known");
  M.touch = -1;
  ASSERT_EQ(write(), TP_OK);
  EXPECT_EQ(refusal(), "holds numbers that no machine has");
}

TEST_F(ProfileFile, WhatIsNoFileIsSaid) {
  tp_machine Out = {};
  EXPECT_EQ(read(Out), TP_DECLINED);
  ASSERT_EQ(mkdir(File.c_str(), 0777), 0);
  EXPECT_EQ(refusal(), "not a regular file");
  rmdir(File.c_str());
  ASSERT_EQ(mkfifo(File.c_str(), 0666), 0);
  EXPECT_EQ(refusal(), "not a regular file");
  unlink(File.c_str());
  put(std::string(2 << 20, ' '));
  EXPECT_EQ(refusal(), "File too large");
}

TEST_F(ProfileFile, IsWrittenWholeOrNotAtAll) {
  put("precious");
  std::string Wanted = File;
  File = Folder + "/missing/p.txt";
  EXPECT_EQ(write(), TP_FAILED);
  EXPECT_STREQ(Why, "No such file or directory");
  File = Folder;
  EXPECT_EQ(write(), TP_FAILED);
  File = Wanted;
  EXPECT_EQ(text(), "precious");
  int Count = 0;
  for (auto &Entry : std::filesystem::directory_iterator(Folder))
    Count += Entry.is_regular_file();
  EXPECT_EQ(Count, 1);
}

TEST_F(ProfileFile, LeavesTheProgramsFloatingPointAlone) {
  ASSERT_EQ(write(), TP_OK);
  tp_machine Out = {};
  tp_machine_default(1, 1, 1, &Out);
  fesetround(FE_UPWARD);
  feclearexcept(FE_ALL_EXCEPT);
  feenableexcept(FE_INEXACT);
  tp_status Status = read(Out);
  fedisableexcept(FE_ALL_EXCEPT);
  EXPECT_EQ(Status, TP_OK);
  EXPECT_EQ(fetestexcept(FE_ALL_EXCEPT), 0);
  EXPECT_EQ(fegetround(), FE_UPWARD);
  fesetround(FE_TONEAREST);
}

TEST_F(ProfileFile, PlaceFollowsTheKey) {
  char One[4096], Two[4096];
  setenv("XDG_CACHE_HOME", "/cache", 1);
  ASSERT_TRUE(tp_profile_place(&Key, One, sizeof One));
  EXPECT_EQ(std::string(One).substr(0, 23), "/cache/tilepipe/profile") << One;
  Key.hosts = "one";
  ASSERT_TRUE(tp_profile_place(&Key, Two, sizeof Two));
  EXPECT_STRNE(One, Two);
  unsetenv("XDG_CACHE_HOME");
  setenv("HOME", "/home/me", 1);
  ASSERT_TRUE(tp_profile_place(&Key, One, sizeof One));
  EXPECT_EQ(std::string(One).substr(0, 33), "/home/me/.cache/tilepipe/profile-") << One;
  EXPECT_FALSE(tp_profile_place(&Key, One, 40));
  unsetenv("HOME");
  EXPECT_FALSE(tp_profile_place(&Key, One, sizeof One));
}

TEST_F(ProfileFile, KeyNamesThisMachine) {
  tp_profile_key Here = {};
  tp_profile_key_of("h", &Here);
  EXPECT_STREQ(Here.mpi, "Some MPI 1.2");
  EXPECT_GT(strlen(Here.cpu), 3u);
  EXPECT_STREQ(Here.hosts, "h");
}

TEST_F(ProfileFile, HostsAreASet) {
  const char Names[4][8] = {"node2", "node10", "node2", "a"};
  char *Set = tp_profile_hosts(Names[0], 4, sizeof Names[0]);
  EXPECT_STREQ(Set, "a,node10,node2");
  free(Set);
}

} // namespace
