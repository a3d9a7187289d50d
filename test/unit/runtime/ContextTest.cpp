// errno and floating-point exceptions around tiles, and those of many tiles as one.
extern "C" {
#include "util/context.h"
}

#include "gtest/gtest.h"
#include <cerrno>
#include <cfenv>

namespace {

volatile double One = 1, Zero = 0;
volatile long double Three = 3, Wide;
volatile double Third;

// Rounded up or down, as the mode is.
bool roundsUp() {
  Third = One / 3;
  return Third > 0x1.5555555555555p-2;
}

TEST(Context, HoldsWhatTheProgramHas) {
  feclearexcept(FE_ALL_EXCEPT);
  fesetround(FE_UPWARD);
  errno = EINTR;
  tp_context Program;
  tp_context_hold(&Program);
  EXPECT_FALSE(roundsUp());
  errno = EDOM;
  tp_context_release(&Program, nullptr);
  EXPECT_EQ(fegetround(), FE_UPWARD);
  EXPECT_EQ(fetestexcept(FE_ALL_EXCEPT), 0);
  EXPECT_EQ(errno, EINTR);
  EXPECT_TRUE(roundsUp());
  fesetround(FE_TONEAREST);
}

TEST(Context, CollectsWhatTilesDo) {
  feclearexcept(FE_ALL_EXCEPT);
  feraiseexcept(FE_UNDERFLOW);
  fesetround(FE_UPWARD);
  tp_context Program;
  tp_effects Effects = {};
  tp_context_hold(&Program);
  tp_context_enter(&Program.floats);
  EXPECT_EQ(fetestexcept(FE_ALL_EXCEPT), 0);
  EXPECT_EQ(fegetround(), FE_UPWARD);
  Wide = 1 / Three;
  tp_context_leave(&Effects);
  EXPECT_EQ(Effects.error, 0);
  EXPECT_FALSE(roundsUp());
  tp_context_enter(&Program.floats);
  One = One / Zero;
  errno = ERANGE;
  tp_context_leave(&Effects);
  EXPECT_EQ(Effects.error, ERANGE);
  tp_context_release(&Program, &Effects);
  EXPECT_EQ(fetestexcept(FE_ALL_EXCEPT), FE_UNDERFLOW | FE_INEXACT | FE_DIVBYZERO);
  EXPECT_TRUE(roundsUp());
  fesetround(FE_TONEAREST);
  One = 1;
}

TEST(Context, SeesTraps) {
  tp_context Program;
  tp_context_hold(&Program);
  EXPECT_FALSE(tp_float_traps(&Program.floats));
  tp_context_release(&Program, nullptr);
  feclearexcept(FE_ALL_EXCEPT);
  ASSERT_EQ(feenableexcept(FE_INEXACT), 0);
  tp_context_hold(&Program);
  EXPECT_TRUE(tp_float_traps(&Program.floats));
  Third = One / 3;
  tp_context_release(&Program, nullptr);
  EXPECT_EQ(fedisableexcept(FE_ALL_EXCEPT), FE_INEXACT);
}

TEST(Context, TilesWithoutErrorsKeepErrno) {
  tp_effects Sum = {}, Set = {FE_INEXACT, EDOM}, None = {FE_INVALID, 0};
  tp_effects_add(&Sum, &Set);
  tp_effects_add(&Sum, &None);
  EXPECT_EQ(Sum.error, EDOM);
  EXPECT_EQ(Sum.raised, unsigned(FE_INEXACT | FE_INVALID));
}

} // namespace
