// What the runtime says, and how it ends, where the system gives no memory or refuses a protection.
#include "gtest/gtest.h"

extern "C" {
#include "comm/link.h"
#include "residency/protection.h"
}

#include <csignal>
#include <cstdlib>
#include <sys/mman.h>

namespace {

TEST(Errors, NoMemoryForAFace) {
  tp_transport Transport = {};
  Transport.abandon = [](tp_transport *, int Code) { _Exit(Code); };
  tp_link Link = {};
  Link.transport = &Transport;
  tp_slot Slot = {};
  EXPECT_EXIT(tp_slot_make_room(&Link, &Slot, tp_int(1) << 60), testing::ExitedWithCode(1),
              "tilepipe: no memory for a face of 1152921504606846976 bytes; smaller tiles would help \\[face-memory\\]\n$");
}

TEST(Errors, MemoryThatIsGoneCannotBeProtected) {
  size_t Bytes = 4 * size_t(tp_page_size());
  void *At = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(At, MAP_FAILED);
  ASSERT_EQ(munmap(At, Bytes), 0);
  uintptr_t First = reinterpret_cast<uintptr_t>(At);
  EXPECT_EXIT(tp_pages_open(First, First + Bytes), testing::KilledBySignal(SIGABRT),
              "tilepipe: memory of an array cannot be protected: .* \\[protection\\]\n$");
}

} // namespace
