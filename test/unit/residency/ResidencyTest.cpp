// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who holds which bytes of an array, and what moves: against a model that asks byte for byte.
#include <gtest/gtest.h>

#include <random>
#include <vector>

extern "C" {
#include "residency/movement.h"
#include "residency/opening.h"
#include "residency/worth.h"
}

namespace {

constexpr uintptr_t Page = 16;

/// Bit R: rank R. The model's set of ranks.
using Mask = unsigned;
constexpr Mask Home = 1;

Mask maskOf(const tp_holders &Holders) {
  Mask Out = 0;
  for (int R = 0; R < 32; R++)
    Out |= Mask(tp_holders_have(&Holders, R)) << R;
  return Out;
}

/// The holders of each byte.
std::vector<Mask> bytesOf(const tp_directory &D) {
  std::vector<Mask> Out;
  for (int I = 0; I < D.count; I++)
    Out.insert(Out.end(), tp_directory_end(&D, I) - D.at[I].first, maskOf(D.at[I].holders));
  return Out;
}

struct Directory {
  tp_directory D;
  Directory(uintptr_t First, uintptr_t Past) { tp_directory_begin(&D, First, Past); }
  ~Directory() { tp_directory_free(&D); }
};

struct Transfers {
  tp_transfers T = {};
  ~Transfers() { tp_transfers_free(&T); }
};

/// One set for each rank.
struct Sets {
  std::vector<tp_spans> S;
  explicit Sets(int Ranks) : S(size_t(Ranks)) {}
  ~Sets() {
    for (tp_spans &One : S)
      tp_spans_free(&One);
  }
  void close() {
    for (tp_spans &One : S)
      tp_spans_close(&One, 1);
  }
};

TEST(Spans, JoinWhatTouches) {
  tp_spans S = {};
  tp_spans_add(&S, 30, 40);
  tp_spans_add(&S, 10, 20);
  tp_spans_add(&S, 20, 25);
  tp_spans_add(&S, 28, 30);
  tp_spans_close(&S, 1);
  ASSERT_EQ(S.count, 2);
  EXPECT_EQ(S.at[0].first, 10u);
  EXPECT_EQ(S.at[0].past, 25u);
  EXPECT_EQ(S.at[1].first, 28u);
  EXPECT_EQ(S.at[1].past, 40u);
  tp_spans_close(&S, 4);
  EXPECT_EQ(S.count, 1);
  tp_spans_free(&S);
}

TEST(Spans, Meet) {
  Sets Of(2);
  tp_spans Both = {};
  for (auto [First, Past] : {std::pair(0, 10), {20, 30}, {40, 50}, {60, 70}})
    tp_spans_add(&Of.S[0], First, Past);
  for (auto [First, Past] : {std::pair(5, 22), {25, 27}, {50, 60}, {65, 80}})
    tp_spans_add(&Of.S[1], First, Past);
  tp_spans_meet(&Of.S[0], &Of.S[1], &Both);
  std::vector<std::pair<uintptr_t, uintptr_t>> Found;
  for (int I = 0; I < Both.count; I++)
    Found.push_back({Both.at[I].first, Both.at[I].past});
  EXPECT_EQ(Found, (std::vector<std::pair<uintptr_t, uintptr_t>>{{5, 10}, {20, 22}, {25, 27}, {65, 70}}));
  tp_spans_free(&Both);
}

TEST(Spans, FillGapsThatNobodyElseOwns) {
  Sets Own(2), Filler(2);
  tp_spans_add(&Own.S[0], 0, 10);
  tp_spans_add(&Own.S[0], 12, 20);
  tp_spans_add(&Own.S[0], 24, 30);
  tp_spans_add(&Own.S[1], 22, 23);
  tp_spans_add(&Own.S[1], 40, 50);
  Own.close();
  tp_spans_fill(Own.S.data(), Filler.S.data(), 2, Page);
  ASSERT_EQ(Own.S[0].count, 2);
  EXPECT_EQ(Own.S[0].at[0].past, 20u);
  ASSERT_EQ(Filler.S[0].count, 1);
  EXPECT_EQ(Filler.S[0].at[0].first, 10u);
  EXPECT_EQ(Filler.S[0].at[0].past, 12u);
  EXPECT_EQ(Own.S[1].count, 2); // 24 .. 30 lies between
}

TEST(Holders, AreTheRanksThatWereAdded) {
  std::mt19937 Draw(1);
  tp_holders H = tp_holders_of(3);
  Mask Model = 1u << 3;
  for (int Step = 0; Step < 20000; Step++) {
    int Rank = int(Draw() % 16);
    if (Draw() % 8 == 0) {
      H = tp_holders_of(Rank);
      Model = 1u << Rank;
    } else if (Draw() % 4 == 0) {
      bool IsAlone = tp_holders_are(&H, Rank);
      tp_holders_remove(&H, Rank);
      ASSERT_TRUE(!IsAlone || maskOf(H) == Model);
      Model &= IsAlone || (tp_holders_have(&H, Rank) && maskOf(H) == Model) ? ~Mask(0) : ~(1u << Rank);
    } else {
      tp_holders_add(&H, Rank);
      Model |= 1u << Rank;
      ASSERT_TRUE(tp_holders_have(&H, Rank));
    }
    int Ranges = __builtin_popcount(Model & ~(Model << 1));
    ASSERT_EQ(maskOf(H) & ~Model, 0u);
    ASSERT_EQ(maskOf(H) & Home, Model & Home);
    ASSERT_NE(maskOf(H), 0u);
    ASSERT_EQ(tp_holders_first(&H), __builtin_ctz(maskOf(H)));
    ASSERT_EQ(tp_holders_alone(&H) >= 0, __builtin_popcount(maskOf(H)) == 1);
    if (Ranges <= TP_HOLDER_RANGES)
      ASSERT_EQ(maskOf(H), Model);
    else
      Model = maskOf(H); // some are forgotten
    tp_holders Same = tp_holders_of(tp_holders_first(&H));
    for (int R = 0; R < 16; R++)
      if (tp_holders_have(&H, R))
        tp_holders_add(&Same, R);
    ASSERT_TRUE(tp_holders_equal(&H, &Same));
  }
}

TEST(Holders, OfManyRanksAreARange) {
  tp_holders H = tp_holders_of(0);
  for (int R = 4095; R > 0; R--)
    tp_holders_add(&H, R);
  EXPECT_TRUE(tp_holders_have(&H, 4095));
  EXPECT_TRUE(tp_holders_have(&H, 1));
  EXPECT_FALSE(tp_holders_have(&H, 4096));
  EXPECT_EQ(H.range[1].past, 0);
}

TEST(Directory, AgreesWithBytes) {
  std::mt19937 Draw(1);
  Directory D(100, 400);
  std::vector<Mask> Model(300, Home);
  for (int Step = 0; Step < 3000; Step++) {
    uintptr_t First = 90 + Draw() % 310, Past = First + Draw() % 60;
    int Rank = int(Draw() % 4), IsAlone = Draw() % 2;
    (IsAlone ? tp_directory_set : tp_directory_add)(&D.D, First, Past, Rank);
    for (uintptr_t At = First; At < Past; At++)
      if (At >= 100 && At < 400)
        Model[At - 100] = (IsAlone ? 0 : Model[At - 100]) | 1u << Rank;
    ASSERT_EQ(bytesOf(D.D), Model);
    for (int I = 1; I < D.D.count; I++)
      ASSERT_FALSE(tp_holders_equal(&D.D.at[I].holders, &D.D.at[I - 1].holders));
    std::vector<long long> Alone(4), Counted(4);
    for (Mask Who : Model)
      for (size_t R = 1; R < 4; R++)
        Counted[R] += Who == 1u << R;
    tp_directory_alone(&D.D, Alone.data());
    ASSERT_EQ(Alone, Counted);
    uintptr_t At = 100 + Draw() % 300;
    ASSERT_EQ(maskOf(D.D.at[tp_directory_find(&D.D, At)].holders), Model[At - 100]);
  }
}

TEST(Directory, GrowsByHomeBytes) {
  Directory D(100, 200);
  tp_directory_set(&D.D, 100, 120, 1);
  tp_directory_set(&D.D, 190, 200, 2);
  tp_directory_grow(&D.D, 100, 200);
  EXPECT_EQ(D.D.count, 3);
  tp_directory_grow(&D.D, 95, 210);
  std::vector<Mask> Model(115, Home);
  std::fill(Model.begin() + 5, Model.begin() + 25, 2);
  std::fill(Model.begin() + 95, Model.begin() + 105, 4);
  EXPECT_EQ(bytesOf(D.D), Model);
  tp_directory_grow(&D.D, 90, 220); // neighbours are home already
  EXPECT_EQ(D.D.count, 5);
  EXPECT_EQ(D.D.first, 90u);
  EXPECT_EQ(D.D.past, 220u);
  EXPECT_EQ(bytesOf(D.D).size(), 130u);
}

/// Each rank's memory: a number for each byte, which a run makes new where the rank owns it.
struct Machine {
  static constexpr int Ranks = 12; // more than the ranges of a set
  uintptr_t First, Past;
  std::vector<std::vector<int>> Memory;
  std::vector<int> Right; // what the sequential program has
  int Next = 1;

  Machine(uintptr_t First, uintptr_t Past)
      : First(First), Past(Past), Memory(Ranks, std::vector<int>(Past - First, -1)), Right(Past - First, 0) {
    Memory[0] = Right;
  }
  void move(const tp_transfers &T) {
    auto Before = Memory;
    for (int I = 0; I < T.count; I++)
      for (uintptr_t At = T.at[I].first; At < T.at[I].past; At++)
        Memory[size_t(T.at[I].to)][At - First] = Before[size_t(T.at[I].from)][At - First];
  }
  /// Ranks compute what they own and spoil what others own.
  void run(const Sets &Own) {
    for (int R = 0; R < Ranks; R++)
      for (int I = 0; I < Own.S[size_t(R)].count; I++)
        for (uintptr_t At = Own.S[size_t(R)].at[I].first; At < Own.S[size_t(R)].at[I].past; At++) {
          for (auto &M : Memory)
            M[At - First] = -2;
          Right[At - First] = Memory[size_t(R)][At - First] = Next++;
        }
  }
  /// What the directory says is held is right.
  void check(const tp_directory &D) {
    std::vector<Mask> Holders = bytesOf(D);
    ASSERT_EQ(Holders.size(), Right.size());
    for (size_t At = 0; At < Right.size(); At++) {
      ASSERT_NE(Holders[At], 0u);
      for (int R = 0; R < Ranks; R++)
        if (Holders[At] >> R & 1) {
          ASSERT_EQ(Memory[size_t(R)][At], Right[At]) << "rank " << R << ", byte " << At;
        }
    }
  }
};

/// Of a page in the area that others hold all of, rank 0 holds all or nothing; other pages are home.
void checkPages(const tp_directory &D) {
  std::vector<Mask> Holders = bytesOf(D);
  for (uintptr_t First = D.first / Page * Page; First < D.past; First += Page) {
    Mask All = ~Mask(0), Any = 0, Others = ~Mask(0);
    for (uintptr_t At = std::max(First, D.first); At < std::min(First + Page, D.past); At++) {
      Mask Who = Holders[At - D.first];
      All &= Who;
      Any |= Who;
      Others &= (Who & ~Home) ? ~Mask(0) : 0;
    }
    bool IsWhole = First >= D.first && First + Page <= D.past;
    ASSERT_EQ(IsWhole ? Home : Any, Home);
    ASSERT_EQ(IsWhole && Others ? All & Home : 0, IsWhole && Others ? Any & Home : 0);
  }
}

void draw(std::mt19937 &Draw, const Machine &M, Sets &Need, Sets &Own) {
  uintptr_t At = M.First;
  while (At < M.Past) {
    uintptr_t Bytes = 1 + Draw() % 70, Past = std::min(At + Bytes, M.Past);
    if (Draw() % 4)
      tp_spans_add(&Own.S[Draw() % Machine::Ranks], At, Past);
    At = Past;
  }
  for (int I = 0; I < 6; I++) {
    uintptr_t First = M.First + Draw() % (M.Past - M.First);
    tp_spans_add(&Need.S[Draw() % Machine::Ranks], First, std::min(M.Past, First + Draw() % 90));
  }
  Need.close();
  Own.close();
}

TEST(Movement, EverybodyHoldsTheRightBytes) {
  for (unsigned Seed = 0; Seed < 300; Seed++) {
    std::mt19937 Draw(Seed);
    uintptr_t First = 160 + Draw() % 20, Past = First + 200 + Draw() % 200;
    Machine M(First, Past);
    Directory D(First, Past);
    for (int Step = 0; Step < 12; Step++) {
      Sets Need(Machine::Ranks), Own(Machine::Ranks);
      Transfers Before, After, Brought;
      draw(Draw, M, Need, Own);
      int IsWritten = Draw() % 4 > 0;
      tp_movement_before(0, Need.S.data(), Machine::Ranks, IsWritten, Page, &D.D, &Before.T);
      M.move(Before.T);
      M.check(D.D);
      for (int R = 0; R < Machine::Ranks; R++) // it has what it needs
        for (int I = 0; I < Need.S[size_t(R)].count; I++)
          for (uintptr_t At = Need.S[size_t(R)].at[I].first; At < Need.S[size_t(R)].at[I].past; At++)
            ASSERT_EQ(M.Memory[size_t(R)][At - First], M.Right[At - First]);
      for (int I = 0; !IsWritten && I < Need.S[0].count; I++) // its tiles may look at the pages
        for (uintptr_t At = Need.S[0].at[I].first; At < Need.S[0].at[I].past; At++)
          if (At / Page * Page >= First && At / Page * Page + Page <= Past) {
            ASSERT_NE(tp_access_of(&D.D, At / Page * Page, Page), TP_ACCESS_NONE);
          }
      M.run(Own);
      tp_movement_after(0, Own.S.data(), Machine::Ranks, Page, &D.D, &After.T);
      for (int I = 0; I < After.T.count; I++)
        ASSERT_EQ(After.T.at[I].to, 0);
      M.move(After.T);
      M.check(D.D);
      checkPages(D.D);
      if (Draw() % 2) { // the program reads some pages, and perhaps writes them
        uintptr_t Low = (First + Draw() % 100) / Page * Page, High = Low + Page * (1 + Draw() % 5);
        tp_movement_home(0, Low, High, &D.D, &Brought.T);
        M.move(Brought.T);
        if (Draw() % 2)
          tp_directory_set(&D.D, Low, High, 0);
        M.check(D.D);
      }
    }
  }
}

/// The protection of each page that lies in the area.
std::vector<tp_access> accessOf(const tp_directory &D) {
  std::vector<tp_access> Out;
  for (uintptr_t At = (D.first + Page - 1) / Page * Page; At + Page <= D.past; At += Page)
    Out.push_back(tp_access_of(&D, At, Page));
  return Out;
}

TEST(Opening, OpensWhatIsTouchedAndClosesWhatIsAway) {
  for (unsigned Seed = 0; Seed < 300; Seed++) {
    std::mt19937 Draw(Seed);
    uintptr_t First = 160 + Draw() % 20, Past = First + 200 + Draw() % 200, Low = (First + Page - 1) / Page * Page;
    Machine M(First, Past);
    Directory D(First, Past), Before(First, Past);
    for (int Step = 0; Step < 6; Step++) {
      Sets Need(Machine::Ranks), Own(Machine::Ranks);
      Transfers First2, Last;
      draw(Draw, M, Need, Own);
      tp_directory_copy(&Before.D, &D.D);
      tp_movement_before(0, Need.S.data(), Machine::Ranks, 1, Page, &D.D, &First2.T);
      tp_movement_after(0, Own.S.data(), Machine::Ranks, Page, &D.D, &Last.T);
      tp_changes Open = {}, Close = {};
      tp_changes_for(&Before.D, &D.D, &Own.S[0], Page, &Open, &Close);
      std::vector<tp_access> Is = accessOf(Before.D), Was = Is;
      std::vector<bool> HadSome, HasSome;
      for (size_t I = 0; I < Is.size(); I++) {
        HadSome.push_back(!tp_page_is_away(&Before.D, Low + I * Page, Page));
        HasSome.push_back(!tp_page_is_away(&D.D, Low + I * Page, Page));
      }
      auto change = [&](const tp_changes &C) {
        for (int I = 0; I < C.count; I++)
          for (uintptr_t At = C.at[I].first; At < C.at[I].past; At += Page) {
            ASSERT_NE(Is[(At - Low) / Page], C.at[I].access);
            Is[(At - Low) / Page] = C.at[I].access;
          }
      };
      change(Open);
      std::vector<bool> IsTouched(Is.size());
      for (int I = 0; I < Own.S[0].count; I++)
        for (uintptr_t At = Own.S[0].at[I].first; At < Own.S[0].at[I].past; At++)
          if (At >= Low && (At - Low) / Page < Is.size())
            IsTouched[(At - Low) / Page] = true;
      for (size_t I = 0; I < Is.size(); I++)
        ASSERT_EQ(Is[I], IsTouched[I] ? TP_ACCESS_WRITE : Was[I]);
      change(Close);
      ASSERT_EQ(Is, accessOf(D.D));
      for (int I = 0; I < Close.count; I++)
        for (size_t P = (Close.at[I].first - Low) / Page; P < (Close.at[I].past - Low) / Page; P++)
          ASSERT_EQ(Close.at[I].given != 0, HadSome[P] && !HasSome[P]);
      tp_changes_free(&Open);
      tp_changes_free(&Close);
    }
  }
}

/// Calls of one start that takes a second where arrays go back, whose arrays take `Price` to move there and back.
struct Program {
  tp_worth W = {};
  double Price, Spent = 0;
  bool IsMoving;
  double Part = -1, Predicted = 0; // what a survey finds, and what is predicted; none is made below 0
  bool IsThere = false; // the arrays are on the ranks
  int Stays = 0;

  Program(double Price, bool IsMoving) : Price(Price), IsMoving(IsMoving) {}
  void call(double Staying, double Touches) {
    if (tp_worth_wants_prediction(&W, 7))
      tp_worth_predicted(&W, 7, Predicted);
    bool Is = tp_worth_stays(&W, 7, 0);
    double Seconds = Is ? Staying + (IsThere ? 0 : Price / 2) : 1 + (IsThere && !IsMoving ? Price / 2 : 0);
    IsThere = Is;
    Stays += Is;
    tp_worth_ran(&W, 7, Is, Seconds, Price, IsMoving, 1);
    if (Part >= 0 && tp_worth_wants_survey(&W, 7))
      tp_worth_surveyed(&W, 7, Part);
    Spent += Seconds;
    if (Is) {
      tp_worth_spent(&W, Touches);
      Spent += Touches;
    }
  }
};

TEST(Worth, WithoutASurveyArraysStayWhenAnAttemptIsCheap) {
  Program Alone(2, false);
  for (int Call = 0; Call < 1000; Call++)
    Alone.call(0.5, 0);
  EXPECT_EQ(Alone.Stays, 1000 - 129); // 64 times two seconds have passed
}

TEST(Worth, WithASurveyArraysStayWhenThatWouldHavePaid) {
  Program Moves(0.4, true), Alone(2, false), Touched(2, false), Slow(2, false), None(2, false);
  Moves.Part = Alone.Part = Slow.Part = None.Part = 0.001;
  Touched.Part = 0.45; // half of what a call saves
  Moves.Predicted = 0.1, Alone.Predicted = Touched.Predicted = 0.1, Slow.Predicted = 1.1, None.Predicted = 0;
  for (int Call = 0; Call < 100; Call++) {
    Moves.call(0.1, 0);
    Alone.call(0.1, 0);
    Touched.call(0.1, 0.45);
    Slow.call(1.1, 0);
    None.call(1.1, 0);
  }
  EXPECT_EQ(Moves.Stays, 100 - TP_WORTH_CALLS);
  EXPECT_EQ(Alone.Stays, 100 - 5);   // twice two seconds, 0.9 with each call
  EXPECT_EQ(Touched.Stays, 100 - 9); // 0.45
  EXPECT_EQ(Slow.Stays + None.Stays, 0);
}

TEST(Worth, SurveysOfProgramsThatTouchEverythingPreventAttempts) {
  Program P(1, false);
  P.Part = 1;
  P.Predicted = 0.6;
  for (int Call = 0; Call < 60; Call++)
    P.call(0.6, 0.5);
  EXPECT_EQ(P.Stays, 0);
}

TEST(Worth, CallsThatNobodyLookedAtCount) {
  tp_worth W = {};
  tp_worth_ran(&W, 7, 0, 1, 4, 0, 1);
  EXPECT_FALSE(tp_worth_wants_survey(&W, 7));
  tp_worth_ran(&W, 7, 0, 1, 4, 0, 19);
  ASSERT_TRUE(tp_worth_wants_survey(&W, 7));
  tp_worth_surveyed(&W, 7, 0);
  EXPECT_FALSE(tp_worth_wants_survey(&W, 7));
  ASSERT_TRUE(tp_worth_wants_prediction(&W, 7));
  tp_worth_predicted(&W, 7, 0.5);
  EXPECT_TRUE(tp_worth_stays(&W, 7, 0)); // twenty calls would have saved ten seconds
}

TEST(Worth, ProgramsThatTouchEverythingLoseLittle) {
  for (bool IsMoving : {false, true})
    for (double Price : {0.1, 0.5, 1.0, 4.0})
      for (double Part : {0.6, 1.0}) // of the price: half of it would be a fetch as quick as gathering
        for (int Calls : {100, 400, 2000}) {
          if (IsMoving && Price > 1)
            continue; // a call moves as much
          Program P(Price, IsMoving);
          for (int Call = 0; Call < Calls; Call++)
            P.call(1 - 0.3 * Part * std::min(Price, 1.0), Part * Price);
          EXPECT_LT(P.Spent, 1.05 * Calls) << IsMoving << " " << Price << " " << Part << " " << Calls;
        }
}

TEST(Worth, AProgramThatChangesIsFollowed) {
  Program P(1, false);
  for (int Call = 0; Call < 200; Call++)
    P.call(0.5, 0);
  EXPECT_GT(P.Stays, 100);
  double Before = P.Spent;
  P.Stays = 0;
  for (int Call = 0; Call < 200; Call++)
    P.call(0.5, 3);
  EXPECT_LT(P.Stays, 20);
  EXPECT_LT(P.Spent - Before, 200 + 20);
  P.Stays = 0;
  for (int Call = 0; Call < 1000; Call++)
    P.call(0.5, 0);
  EXPECT_GT(P.Stays, 500);
}

TEST(Worth, ArraysWithoutRoomElsewhereStayWhateverThatCosts) {
  tp_worth W = {};
  EXPECT_FALSE(tp_worth_knows(&W, 1));
  tp_worth_must_stay(&W);
  for (int Call = 0; Call < 50; Call++) {
    EXPECT_TRUE(tp_worth_stays(&W, 1, 0));
    EXPECT_TRUE(tp_worth_stays(&W, 2, 0));
    tp_worth_ran(&W, 1, 1, 1 + Call, 0.01, 0, 1);
    tp_worth_spent(&W, 10);
  }
  EXPECT_TRUE(tp_worth_knows(&W, 1));
}

TEST(Worth, AllStartsStayTogether) {
  tp_worth W = {};
  int Last = 0;
  for (int Call = 0; Call < 200; Call++)
    for (long long Start = 1; Start <= 3; Start++) {
      bool Is = tp_worth_stays(&W, Start, 0);
      if (Call > Last && Is && Start == 2)
        Last = Call;
      tp_worth_ran(&W, Start, Is, Is ? 0.5 : 1, 1, 0, 1);
    }
  EXPECT_EQ(W.staying, 1);
  EXPECT_EQ(W.price, 3);
  EXPECT_EQ(Last, 199);
}

TEST(Movement, SteadyLoopsMoveTheSame) {
  Directory D(160, 160 + 64 * Page);
  tp_directory Seen = {};
  for (int Call = 0; Call < 5; Call++) {
    Sets Need(2), Own(2);
    Transfers Before, After;
    tp_spans_add(&Need.S[0], 160, 160 + 34 * Page);
    tp_spans_add(&Need.S[1], 160 + 30 * Page, 160 + 64 * Page);
    tp_spans_add(&Own.S[0], 160, 160 + 32 * Page);
    tp_spans_add(&Own.S[1], 160 + 32 * Page, 160 + 64 * Page);
    tp_movement_before(0, Need.S.data(), 2, 1, Page, &D.D, &Before.T);
    tp_movement_after(0, Own.S.data(), 2, Page, &D.D, &After.T);
    if (Call > 0) {
      ASSERT_EQ(Before.T.count, 2);
      EXPECT_EQ(Before.T.at[0].past - Before.T.at[0].first, 2 * Page);
      EXPECT_EQ(Before.T.at[1].past - Before.T.at[1].first, 2 * Page);
      EXPECT_TRUE(tp_directory_equal(&Seen, &D.D));
    }
    EXPECT_EQ(tp_directory_away(&D.D), 32 * Page);
    tp_directory_copy(&Seen, &D.D);
  }
  tp_directory_free(&Seen);
}

} // namespace
