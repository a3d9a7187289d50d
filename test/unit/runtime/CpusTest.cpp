// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
extern "C" {
#include "process/cgroup.h"
}

#include "gtest/gtest.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace fs = std::filesystem;

namespace {

/// A folder that stands for /sys/fs/cgroup.
class Cpus : public testing::Test {
protected:
  void SetUp() override {
    char Name[] = "/tmp/tilepipe-cpus-XXXXXX";
    Root = mkdtemp(Name);
  }
  void TearDown() override { fs::remove_all(Root); }
  void write(const std::string &File, const std::string &Text) {
    fs::create_directories((Root / File).parent_path());
    std::ofstream(Root / File) << Text << "\n";
  }
  int quota(const std::string &Groups) {
    write("self", Groups);
    return tp_cgroup_cpus((Root / "self").c_str(), Root.c_str());
  }

  fs::path Root;
};

TEST_F(Cpus, NoLimit) {
  EXPECT_EQ(quota("0::/\n"), 0);
  EXPECT_EQ(quota(""), 0);
  EXPECT_EQ(quota("nonsense\n:\n::\n1:cpu\n"), 0);
  write("cpu.max", "max 100000");
  write("cpu/cpu.cfs_quota_us", "-1");
  write("cpu/cpu.cfs_period_us", "100000");
  EXPECT_EQ(quota("0::/\n"), 0);
  EXPECT_EQ(quota("3:cpu,cpuacct:/\n0::/\n"), 0);
}

TEST_F(Cpus, SecondVersion) {
  write("cpu.max", "150000 100000");
  EXPECT_EQ(quota("0::/\n"), 1);
  write("cpu.max", "400000 100000");
  EXPECT_EQ(quota("0::/\n"), 4);
  write("cpu.max", "10000 100000");
  EXPECT_EQ(quota("0::/\n"), 1) << "a part of a CPU is one thread";
}

TEST_F(Cpus, FirstVersion) {
  write("cpu/cpu.cfs_quota_us", "300000");
  write("cpu/cpu.cfs_period_us", "100000");
  EXPECT_EQ(quota("4:memory:/\n3:cpuacct,cpu:/\n0::/\n"), 3);
  EXPECT_EQ(quota("1:cpuacct:/\n2:cpuset:/\n"), 0) << "other controllers";
}

TEST_F(Cpus, TheLeastOfNestedGroupsCounts) {
  write("job/cpu.max", "200000 100000");
  write("job/step/cpu.max", "max 100000");
  write("job/step/task/cpu.max", "800000 100000");
  EXPECT_EQ(quota("0::/job/step/task\n"), 2);
  write("job/step/task/cpu.max", "100000 100000");
  EXPECT_EQ(quota("0::/job/step/task\n"), 1);
}

TEST_F(Cpus, PathOutsideOfTheContainer) {
  write("cpu.max", "100000 100000");
  EXPECT_EQ(quota("0::/docker/0123456789\n"), 1);
}

} // namespace
