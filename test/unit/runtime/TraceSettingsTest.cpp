// Each word of the settings about messages, rows and threads shows in the record of events: in its order, or in
// the number of messages, tiles and barriers.
#include "Traced.h"

namespace {

const rig_options Free = {0, 1, 0, 0, 0, 0}, Held = {0, 1, 0, 0, 0, 1};

/// Two ranks with one thread each, in six steps.
struct Pair : Traced {
  explicit Pair(const std::function<void(tp_plan &)> &Change, const rig_options &Options = Free)
      : Traced(Lcs, 1, {8, 4}, {2, 1}, {1, 1}, Change, Options) {}
  /// A face for each step, posted and sent before it is received.
  void expectFaces() const {
    EXPECT_EQ(count(RIG_SEND), tiles());
    EXPECT_EQ(count(RIG_RECEIVED), tiles());
    EXPECT_EQ(Result.messages, tiles());
    for (tp_int K = 0; K < tiles(); K++) {
      EXPECT_LT(find(RIG_SEND, 0, 0, K), find(RIG_RECEIVED, 1, 0, K));
      EXPECT_LT(find(RIG_POST, 1, 0, K), find(RIG_RECEIVED, 1, 0, K));
    }
  }
};

// --- protocol. What one thread does and then notes, another may answer before it is noted: looked at is what that
// thread does next.

TEST(TraceProtocol, EagerSendsNeedNoReceiver) {
  for (int Schedule : {TP_SCHEDULE_OVERLAP, TP_SCHEDULE_BLOCKING}) {
    Pair T([&](tp_plan &C) { C.schedule = Schedule; }, Held);
    T.expectFaces();
    EXPECT_LT(T.find(RIG_SEND, 0, 0, T.tiles() - 2), T.find(RIG_POST, 1, 0, 0));
  }
}

TEST(TraceProtocol, SynchronousSendsWaitForTheirReceiver) {
  for (int Schedule : {TP_SCHEDULE_OVERLAP, TP_SCHEDULE_BLOCKING}) {
    Pair T([&](tp_plan &C) {
      C.schedule = Schedule;
      C.protocol = TP_PROTOCOL_SYNCHRONOUS;
    });
    T.expectFaces();
    // Blocking: before the next tile; overlap: when the buffer is needed again, two steps later.
    for (tp_int K = 0; K + 3 < T.tiles(); K++) {
      if (Schedule == TP_SCHEDULE_BLOCKING) {
        EXPECT_GT(T.find(RIG_BEGIN, 0, 0, K + 2), T.find(RIG_POST, 1, 0, K));
      }
      EXPECT_GT(T.find(RIG_SEND, 0, 0, K + 3), T.find(RIG_POST, 1, 0, K));
    }
  }
}

// --- transport

TEST(TraceTransport, EachMovesAllFacesByItself) {
  for (int Way : {TP_TRANSPORT_P2P, TP_TRANSPORT_PERSISTENT, TP_TRANSPORT_RMA, TP_TRANSPORT_SHM})
    for (int Schedule : {TP_SCHEDULE_OVERLAP, TP_SCHEDULE_BLOCKING})
      for (int Protocol : {TP_PROTOCOL_EAGER, TP_PROTOCOL_SYNCHRONOUS}) {
        Pair T([&](tp_plan &C) {
          C.transport = Way;
          C.schedule = Schedule;
          C.protocol = Protocol;
        });
        T.expectFaces();
        EXPECT_EQ(T.Result.transports, 1 << Way);
      }
}

/// Messages leave without their receiver (above); a put needs its word in any protocol.
TEST(TraceTransport, PutsWaitForTheirReceiver) {
  Pair T([](tp_plan &C) {
    C.transport = TP_TRANSPORT_RMA;
    C.schedule = TP_SCHEDULE_BLOCKING;
  });
  for (tp_int K = 0; K + 2 < T.tiles(); K++)
    EXPECT_GT(T.find(RIG_BEGIN, 0, 0, K + 2), T.find(RIG_POST, 1, 0, K));
}

/// Two buffers: nobody is further ahead than they reach.
TEST(TraceTransport, SharedMemoryIsFreeWhenItWasRead) {
  Pair T([](tp_plan &C) { C.transport = TP_TRANSPORT_SHM; });
  for (tp_int K = 0; K + 3 < T.tiles(); K++)
    EXPECT_GT(T.find(RIG_SEND, 0, 0, K + 3), T.find(RIG_RECEIVED, 1, 0, K));
}

/// Prepared or not, messages that nobody waits for.
TEST(TraceTransport, PersistentMessagesAreEagerToo) {
  Pair T([](tp_plan &C) { C.transport = TP_TRANSPORT_PERSISTENT; }, Held);
  EXPECT_LT(T.find(RIG_SEND, 0, 0, T.tiles() - 2), T.find(RIG_POST, 1, 0, 0));
}

// --- faces

TEST(TraceFaces, DirectAndPacked) {
  auto Direct = [](int Faces, int Transport, tp_int Extent, int Assign) {
    Traced T(Lcs, 1, {Extent, 4}, {2, 1}, {1, 1}, [&](tp_plan &C) {
      C.faces = Faces;
      C.transport = Transport;
      C.assign = Assign;
    });
    EXPECT_GT(T.Result.messages, 0);
    return T.Result.direct == T.Result.messages ? "all" : T.Result.direct ? "some" : "none";
  };
  EXPECT_STREQ(Direct(TP_FACES_DIRECT, TP_TRANSPORT_P2P, 8, TP_ASSIGN_BLOCK), "all");
  EXPECT_STREQ(Direct(TP_FACES_PACKED, TP_TRANSPORT_P2P, 8, TP_ASSIGN_BLOCK), "none");
  for (int Way : {TP_TRANSPORT_PERSISTENT, TP_TRANSPORT_RMA, TP_TRANSPORT_SHM})
    EXPECT_STREQ(Direct(TP_FACES_DIRECT, Way, 8, TP_ASSIGN_BLOCK), "none") << Way;
  EXPECT_STREQ(Direct(TP_FACES_DIRECT, TP_TRANSPORT_P2P, 4, TP_ASSIGN_CYCLIC), "none");
}

// --- rows

/// The k of a rank's steps, in their order.
std::vector<tp_int> order(const Traced &T, int Rank) {
  std::vector<tp_int> Out;
  for (long I = 0; I < T.Result.events; I++)
    if (T.Result.event[I].kind == RIG_BEGIN && T.Result.event[I].rank == Rank)
      Out.push_back(T.Result.event[I].k);
  return Out;
}

long sends(const Traced &T, int Rank) {
  return T.count([&](const rig_event &E) { return E.kind == RIG_SEND && E.rank == Rank; });
}

/// Four rows for two ranks: 0 0 1 1, or 0 1 0 1 in two passes.
TEST(TraceAssign, BlocksOncePassesOnceEach) {
  Traced Block(Lcs, 1, {4, 4}, {2, 1}, {1, 1}, [](tp_plan &C) { C.assign = TP_ASSIGN_BLOCK; });
  Traced Cyclic(Lcs, 1, {4, 4}, {2, 1}, {1, 1}, [](tp_plan &C) { C.assign = TP_ASSIGN_CYCLIC; });
  const std::vector<tp_int> Once = {0, 1, 2, 3, 4, 5}, Twice = {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5};
  for (int Rank : {0, 1}) {
    EXPECT_EQ(order(Block, Rank), Once);
    EXPECT_EQ(order(Cyclic, Rank), Twice);
  }
  EXPECT_EQ(sends(Block, 0), 6);
  EXPECT_EQ(sends(Block, 1), 0);
  EXPECT_EQ(sends(Cyclic, 0), 12);
  EXPECT_EQ(sends(Cyclic, 1), 6);
}

/// Two ranks of two threads share 16 rows. The parts of balanced threads are one tile each; the masters' follow bal:
/// the same for all, or that of the rank's place.
TEST(TraceBalance, PartsOfTheMaster) {
  auto Run = [](int Balance, std::vector<double> Bal, std::vector<tp_int> Rows, long Tiles) {
    Traced T(Lcs, 1, {1, 4}, {2, 1}, {2, 1}, [&](tp_plan &C) {
      C.hybrid = TP_HYBRID_COARSE;
      C.balance = Balance;
      C.cut = Balance == TP_BALANCE_NONE ? -1 : 0;
      std::copy(Bal.begin(), Bal.end(), C.bal);
    });
    for (tp_int Cpu = 0; Cpu < 4; Cpu++) {
      tp_int First, Last;
      tp_rows(&T.Choice, 0, Cpu, &First, &Last);
      EXPECT_EQ(Last - First, Rows[size_t(Cpu)]) << Cpu;
    }
    EXPECT_EQ(T.Result.tiles, Tiles * T.tiles());
    EXPECT_EQ(T.count(RIG_SEND), T.tiles());
    EXPECT_EQ(T.count([](const rig_event &E) { return E.kind == RIG_SEND && E.by == 0; }), T.tiles());
  };
  Run(TP_BALANCE_NONE, {0, 0, 0}, {4, 4, 4, 4}, 16);
  Run(TP_BALANCE_CONSTANT, {0.5, 0.5, 0.5}, {2, 6, 2, 6}, 4);
  Run(TP_BALANCE_VARIABLE, {0.5, 0.25, 0.75}, {2, 6, 3, 5}, 4);
}

// --- threads

/// Four CPUs are four ranks, each of which sends for itself; where a thread sends for its rank, two ranks have one
/// border and meet at barriers.
TEST(TraceHybrid, MpiHasOneThreadPerRank) {
  Traced Mpi(Lcs, 1, {4, 4}, {4, 1}, {1, 1}, [](tp_plan &C) { C.hybrid = TP_HYBRID_MPI; });
  Traced Coarse(Lcs, 1, {4, 4}, {2, 1}, {2, 1}, [](tp_plan &C) { C.hybrid = TP_HYBRID_COARSE; });
  EXPECT_EQ(Mpi.count(RIG_SEND), 3 * Mpi.tiles());
  EXPECT_EQ(Coarse.count(RIG_SEND), Coarse.tiles());
  EXPECT_EQ(Mpi.count(RIG_BARRIER) + Mpi.count(RIG_TEAM), 0);
  EXPECT_GT(Coarse.count(RIG_BARRIER), 0);
  EXPECT_EQ(Mpi.count([](const rig_event &E) { return E.thread != 0 || E.by != 0; }), 0);
}

/// Barriers that a thread passes between two events.
long barriers(const Traced &T, int Rank, int Thread, long From, long To) {
  EXPECT_LE(From, To);
  long Count = 0;
  for (long I = From; I < To; I++) {
    const rig_event &E = T.Result.event[I];
    Count += E.kind == RIG_BARRIER && E.rank == Rank && E.thread == Thread;
  }
  return Count;
}

/// In step with the messages a face leaves in the round after its tile, and comes in the round before it is used: two
/// steps per hop, between which the threads of a rank meet. Blocking: within the rounds of both tiles.
TEST(TraceVertical, AcrossRanks) {
  for (int Schedule : {TP_SCHEDULE_OVERLAP, TP_SCHEDULE_BLOCKING})
    for (int Protocol : {TP_PROTOCOL_EAGER, TP_PROTOCOL_SYNCHRONOUS}) {
      Traced T(Lcs, 1, {4, 4}, {2, 1}, {2, 1}, [&](tp_plan &C) {
        C.schedule = Schedule;
        C.protocol = Protocol;
        C.grouping = TP_GROUPING_VERTICAL;
        C.subtiles = 2;
      });
      int Lockstep = Schedule == TP_SCHEDULE_OVERLAP;
      EXPECT_EQ(T.count(RIG_SEND), T.tiles());
      EXPECT_EQ(T.count(RIG_BARRIER), 2 * 2 * (T.tiles() + 2 * Lockstep - 1));
      for (tp_int K = 0; K < T.tiles(); K++) {
        // All threads of a rank run the same tile, and the last one has the face.
        for (int Rank : {0, 1})
          for (int Thread : {0, 1})
            EXPECT_EQ(T.Result.event[T.find(RIG_BEGIN, Rank, Thread, K)].step, K);
        EXPECT_EQ(barriers(T, 0, 1, T.find(RIG_FINISH, 0, 1, K), T.find(RIG_SEND, 0, 1, K)), Lockstep);
        EXPECT_EQ(barriers(T, 1, 0, T.find(RIG_RECEIVED, 1, 0, K), T.find(RIG_BEGIN, 1, 0, K)), Lockstep);
      }
      for (tp_int K = 0; K + 1 < T.tiles(); K++) {
        if (Lockstep) {
          EXPECT_LT(T.find(RIG_SEND, 0, 1, K), T.find(RIG_BEGIN, 0, 1, K + 1));
          EXPECT_LT(T.find(RIG_FINISH, 1, 0, K), T.find(RIG_RECEIVED, 1, 0, K + 1));
        } else {
          EXPECT_LT(T.find(RIG_POST, 1, 0, K), T.find(RIG_RECEIVED, 1, 0, K));
          EXPECT_GT(T.find(RIG_POST, 1, 0, K + 1), T.find(RIG_FINISH, 1, 0, K));
        }
      }
    }
}

} // namespace
