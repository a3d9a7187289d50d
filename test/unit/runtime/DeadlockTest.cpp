// The unkind world itself: what it promises, what it does not, and that a deadlock is found and told.
#include "rig.h"
#include "spawn.h"

#include "gtest/gtest.h"
#include <cstring>
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

/// A world of simulated threads that each run one function.
struct Simulation {
  explicit Simulation(int Ranks, unsigned long long Seed) {
    tp_manners Manners = {1, Seed, 0};
    World = tp_world_create(Ranks, &Manners);
    spawn_begin(World, Seed);
  }
  ~Simulation() {
    spawn_end();
    tp_world_destroy(World);
  }
  void run(void *(*Function)(void *), void *Data) { Threads.push_back(spawn(Function, Data)); }
  bool finish() {
    bool Complete = true;
    for (spawned *S : Threads)
      Complete = Complete && spawn_join(S);
    return Complete;
  }
  tp_world *World;
  std::vector<spawned *> Threads;
};

void await(tp_transport *T, tp_request *R) {
  unsigned Looks = 0;
  while (!T->test(T, R))
    spawn_look(&Looks);
}

/// Sends to the next of the ring first and receives then, as a program would that relies on buffers.
void *sendFirst(void *Data) {
  auto *T = static_cast<tp_transport *>(Data);
  int Out = T->rank, In = -1;
  tp_request S = {0, 0}, R = {0, 0};
  T->send(T, &Out, sizeof Out, (T->rank + 1) % T->ranks, 20, 0, &S);
  await(T, &S);
  T->post(T, &In, sizeof In, (T->rank + T->ranks - 1) % T->ranks, 20, &R);
  await(T, &R);
  return nullptr;
}

TEST(Deadlock, RingOfSendersIsFoundAndNamed) {
  for (unsigned long long Seed = 1; Seed < 50; Seed++) {
    Simulation S(3, Seed);
    for (int R = 0; R < 3; R++)
      S.run(sendFirst, tp_world_rank(S.World, R));
    ASSERT_FALSE(S.finish());
    char *Report = spawn_report();
    ASSERT_NE(Report, nullptr);
    std::string Text = Report;
    std::free(Report);
    EXPECT_NE(Text.find("rank 0 waits for rank 1 to receive 4 bytes, tag 20\n"), std::string::npos) << Text;
    EXPECT_NE(Text.find("rank 1 waits for rank 2 to receive"), std::string::npos) << Text;
    EXPECT_NE(Text.find("rank 2 waits for rank 0 to receive"), std::string::npos) << Text;
  }
}

struct Exchange {
  tp_transport *T;
  std::string *Log;
};

/// Sends a and b under tag 20, c under tag 21; changes each only when its send is complete.
void *sendThree(void *Data) {
  auto *T = static_cast<Exchange *>(Data)->T;
  char Text[3][5] = {"aaaa", "bbbb", "cccc"};
  tp_request R[3] = {};
  for (int I = 0; I < 3; I++)
    T->send(T, Text[I], 4, 1, I < 2 ? 20 : 21, 0, &R[I]);
  for (int I = 0; I < 3; I++) {
    await(T, &R[I]);
    std::memcpy(Text[I], "xxxx", 4);
  }
  return nullptr;
}

void *receiveThree(void *Data) {
  auto *E = static_cast<Exchange *>(Data);
  char Text[3][5] = {};
  tp_request R[3] = {};
  for (int I = 0; I < 3; I++)
    E->T->post(E->T, Text[I], 4, 0, I < 2 ? 20 : 21, &R[I]);
  bool Done[3] = {};
  unsigned Looks = 0;
  while (!Done[0] || !Done[1] || !Done[2]) {
    for (int I = 0; I < 3; I++)
      if (!Done[I] && E->T->test(E->T, &R[I])) {
        Done[I] = true;
        *E->Log += "abc"[I];
        EXPECT_EQ(std::string(Text[I]), std::string(4, "abc"[I])); // matched in the order sent
      }
    spawn_look(&Looks);
  }
  return nullptr;
}

/// Matching follows the order sent of one sender and tag, whatever arrives first; without that rule every
/// order of arrival is met.
TEST(World, MatchesInOrderAndDeliversInAny) {
  std::vector<std::string> Seen;
  for (unsigned long long Seed = 1; Seed < 400; Seed++) {
    Simulation S(2, Seed);
    std::string Log;
    Exchange Sender = {tp_world_rank(S.World, 0), nullptr}, Receiver = {tp_world_rank(S.World, 1), &Log};
    S.run(sendThree, &Sender);
    S.run(receiveThree, &Receiver);
    ASSERT_TRUE(S.finish());
    EXPECT_EQ(tp_world_pending(S.World), 0);
    if (std::find(Seen.begin(), Seen.end(), Log) == Seen.end())
      Seen.push_back(Log);
  }
  EXPECT_EQ(Seen.size(), 6u);
}

/// An unbuffered world reads the sender's memory when it delivers: whoever changes it earlier is caught.
TEST(World, TakesBytesOnlyAtDelivery) {
  tp_manners Manners = {1, 5, 0};
  tp_world *World = tp_world_create(2, &Manners);
  tp_transport *From = tp_world_rank(World, 0), *To = tp_world_rank(World, 1);
  char Out = 'a', In = 0;
  tp_request S = {0, 0}, R = {0, 0};
  From->send(From, &Out, 1, 1, 20, 0, &S);
  EXPECT_FALSE(From->test(From, &S)); // a standard send, and nobody receives
  Out = 'b';
  To->post(To, &In, 1, 0, 20, &R);
  while (!To->test(To, &R))
    ;
  EXPECT_EQ(In, 'b');
  EXPECT_TRUE(From->test(From, &S));
  tp_world_destroy(World);
}

/// Two in a row under one tag, in each kind of world.
TEST(World, MessagesOfATagKeepTheirOrder) {
  for (unsigned long long Seed : {0, 7})
    for (tp_int Bytes : {0, 1, 1024, 10000}) {
      tp_manners Manners = {Seed != 0, Seed, 0};
      tp_world *World = tp_world_create(2, &Manners);
      tp_transport *From = tp_world_rank(World, 0), *To = tp_world_rank(World, 1);
      std::vector<char> Out(static_cast<size_t>(Bytes) + 1, 'x'), In(Out.size(), 'y');
      for (tp_int I = 0; I < Bytes; I++)
        Out[static_cast<size_t>(I)] = static_cast<char>(I % 127);
      tp_request S[2] = {}, R[2] = {};
      for (int I = 0; I < 2; I++)
        From->send(From, Out.data() + (Bytes ? I : 0), Bytes ? Bytes - I : 0, 1, 20, I, &S[I]);
      std::vector<char> Second(Out.size(), 'y');
      To->post(To, In.data(), Bytes, 0, 20, &R[0]);
      To->post(To, Second.data(), Bytes ? Bytes - 1 : 0, 0, 20, &R[1]);
      for (int I = 0; I < 2; I++)
        while (!To->test(To, &R[I]) || !From->test(From, &S[I]))
          ;
      Out.back() = 'y';
      EXPECT_EQ(In, Out) << Bytes;
      if (Bytes > 1) {
        EXPECT_EQ(std::memcmp(Second.data(), Out.data() + 1, static_cast<size_t>(Bytes) - 1), 0) << Bytes;
      }
      EXPECT_EQ(tp_world_pending(World), 0);
      tp_world_destroy(World);
    }
}

const nest Five = {"five", 5, {1, 1, 1, 1, 1}, {3, 3, 3, 3, 8},
                   {{1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 0, 1, 0}, {0, 0, 0, 0, 1}},
                   {512, 128, 32, 8, 1}, 0, 3, {-512, -680, -1}, 2048, {}};

/// Every transport, with one thread that sends for all of a group: where the producer waits for buffers that
/// the consumer has to unpack, there are enough of them.
TEST(Deadlock, BuffersSufficeForOneThreadThatSendsForAll) {
  nest_facts *Facts = nest_study(&Five);
  const tp_int Extents[] = {1, 1, 1, 1, 1};
  const int Mesh[] = {2, 1, 1, 1, 1}, Group[] = {1, 2, 2, 2, 1};
  tp_plan C;
  rig_choice(&Five, Facts, 4, Extents, Mesh, Group, &C);
  C.grouping = TP_GROUPING_HYPERPLANE;
  for (int Transport = TP_TRANSPORT_P2P; Transport <= TP_TRANSPORT_SHM; Transport++)
    for (int Schedule : {TP_SCHEDULE_OVERLAP, TP_SCHEDULE_BLOCKING})
      for (int Protocol : {TP_PROTOCOL_EAGER, TP_PROTOCOL_SYNCHRONOUS})
        for (int Hybrid : {TP_HYBRID_MULTIPLE, TP_HYBRID_COARSE, TP_HYBRID_FINE})
          for (unsigned long long Seed = 1; Seed <= 3; Seed++) {
            C.transport = Transport;
            C.schedule = Schedule;
            C.protocol = Protocol;
            C.hybrid = Hybrid;
            rig_options O = {Seed == 3, 2, Seed, 0, 0, 0};
            rig_result R;
            rig_run(&Five, Facts, &C, &O, &R);
            ASSERT_FALSE(R.stuck) << Transport << Schedule << Protocol << Hybrid << R.report;
            EXPECT_EQ(R.differing, 0);
            EXPECT_EQ(R.pending, 0);
            rig_free(&R);
          }
  nest_forget(Facts);
}

/// Groups over three dimensions march up to three steps apart. Were receives not posted as far ahead,
/// some order would make them wait in a circle: it is found, and every thread says for whom it waits.
TEST(Deadlock, GroupsNeedReceivesPostedAhead) {
  nest_facts *Facts = nest_study(&Five);
  const tp_int Extents[] = {1, 1, 1, 1, 1};
  const int Mesh[] = {2, 1, 1, 1, 1}, Group[] = {1, 2, 2, 2, 1};
  tp_plan C;
  rig_choice(&Five, Facts, 4, Extents, Mesh, Group, &C);
  C.schedule = TP_SCHEDULE_BLOCKING;
  C.grouping = TP_GROUPING_HYPERPLANE;
  std::string Report;
  int Stuck = 0;
  for (int Behind : {0, 1})
    for (unsigned long long Seed = 1; Seed <= 20 && !Stuck; Seed++) {
      rig_options O = {0, 1, Seed, Behind, 0, 0};
      rig_result R;
      rig_run(&Five, Facts, &C, &O, &R);
      if (!Behind) {
        EXPECT_FALSE(R.stuck) << R.report;
        EXPECT_EQ(R.differing, 0);
      }
      Stuck += R.stuck;
      Report = R.report ? R.report : "";
      rig_free(&R);
    }
  EXPECT_EQ(Stuck, 1);
  EXPECT_NE(Report.find("no progress"), std::string::npos) << Report;
  EXPECT_NE(Report.find("waits for a face"), std::string::npos) << Report;
  EXPECT_NE(Report.find("waits for its group at step"), std::string::npos) << Report;
  EXPECT_NE(Report.find("waits for rank"), std::string::npos) << Report;
  nest_forget(Facts);
}

} // namespace
