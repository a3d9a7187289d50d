// Handlers of signals wait while their thread is in the runtime's context: it may hold locks for which a touch would wait.
extern "C" {
#include "ranks/deferral.h"
#include "util/context.h"
}

#include "gtest/gtest.h"
#include <csignal>

namespace {

volatile sig_atomic_t Came;
void note(int) { Came = Came + 1; }

TEST(Deferral, LastsAsLongAsTheContext) {
  signal(SIGUSR1, note);
  tp_deferral_begin();
  raise(SIGUSR1);
  EXPECT_EQ(Came, 1);
  tp_context Program, Inner;
  tp_context_hold(&Program);
  raise(SIGUSR1);
  EXPECT_EQ(Came, 1);
  tp_context_hold(&Inner);
  tp_context_release(&Inner, nullptr);
  tp_deferral_end();
  EXPECT_EQ(Came, 1);
  tp_context_release(&Program, nullptr);
  EXPECT_EQ(Came, 2);
}

// A tile is the program's: what it computes with may trap, and its handler jump out of it.
TEST(Deferral, IsNotInTiles) {
  tp_context Program;
  tp_effects Effects = {};
  Came = 0;
  tp_context_hold(&Program);
  tp_context_enter(&Program.floats);
  raise(SIGUSR1);
  EXPECT_EQ(Came, 1);
  tp_context_leave(&Effects);
  raise(SIGUSR1);
  EXPECT_EQ(Came, 1);
  tp_context_release(&Program, &Effects);
  EXPECT_EQ(Came, 2);
}

} // namespace
