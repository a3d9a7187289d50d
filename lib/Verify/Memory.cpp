// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each access is a statement T<k>[c] that happens at (c, k), array by array. Where it is known which access is
// next the nearest neighbours are taken (Nearest.h), else isl searches.
#include "Memory.h"
#include "Nearest.h"

#include "tilepipe/Support/Flow.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/map.h>
#include <isl/union_map.h>

#include <map>

using namespace tilepipe;
using namespace tilepipe::verify;

namespace {

/// One array's part of a nest's memory.
class ArrayMemory {
public:
  ArrayMemory(const LoopNest &Nest, unsigned Array, Memory &Out);
  void find(bool OrderAlone);

private:
  /// What one access does at (c, Time); Relation: { S[c] -> A[x] }.
  struct Event {
    isl::map Relation;
    unsigned Time, Statement;
  };
  /// An access with the writes around it.
  struct Located {
    Touch One;
    Neighbours Writes;
  };

  const LoopNest &Nest;
  unsigned Depth, Array;
  std::string Name;
  Memory &Out;
  std::vector<Event> Reads, Writes;
  const std::optional<Unfolding> &Unfolded;

  bool findNearest() const;
  void findWithFlow() const;
  void findAllPairs() const;
  isl::union_map statements(const std::vector<Event> &Events) const;
  isl::union_map times(bool IsBackwards) const;
  void addFlow(const Located &Read) const;
  void addOrder(const char *Kind, const Neighbour &N, const isl::set &Points) const;
  isl::set differentPoints(const isl::set &Tuples) const;
  void add(std::vector<Relation> &To, const char *Kind, const isl::set &Tuples) const;
  void addWritten(std::vector<Relation> &To, const char *Kind, const isl::set &Tuples) const;
  void addOrder(const char *Kind, const isl::union_map &Between) const;
  void addFlow(const isl::union_map &Full) const;
  void addElements(std::vector<Relation> &To, const char *Kind, const isl::union_map &Map) const;
};

isl::union_map none(const isl::set &Like) { return isl::union_map(Like.ctx(), "{ }"); }

/// { [a, b] } for { T[a] -> U[b] }, nested tuples flattened too.
isl::set flat(const isl::map &Map) {
  return isl::manage(isl_set_flatten(isl_map_wrap(Map.copy())));
}

ArrayMemory::ArrayMemory(const LoopNest &Nest, unsigned Array, Memory &Out)
    : Nest(Nest), Depth(Nest.tupleSize()), Array(Array), Name(Nest.Arrays[Array].Name), Out(Out),
      Unfolded(Out.Unfolded[Array]) {
  for (unsigned I = 0; I < Nest.Accesses.size(); ++I) {
    const Access &A = Nest.Accesses[I];
    if (A.ArrayIndex != Array)
      continue;
    bool IsWrite = A.What == Access::Kind::Write;
    if (!IsWrite || A.IsConditional)
      Reads.push_back({A.Relation, 2 * I, A.StatementIndex});
    if (IsWrite)
      Writes.push_back({A.Relation, 2 * I + 1, A.StatementIndex});
  }
}

static std::string statement(unsigned Time) { return "T" + std::to_string(Time); }

/// { T<k>[c] -> A[x] }
isl::union_map ArrayMemory::statements(const std::vector<Event> &Events) const {
  isl::union_map Result = none(Out.Domain);
  for (const Event &E : Events) {
    isl::map Relation = E.Relation.intersect_domain(Out.Domain);
    Result = Result.unite(isl::union_map(withDomainName(Relation, statement(E.Time))));
  }
  return Result;
}

/// { T<k>[c] -> [c, k] }; backwards { T<k>[c] -> [-c, -k] }
isl::union_map ArrayMemory::times(bool IsBackwards) const {
  isl::union_map Result = none(Out.Domain);
  for (const std::vector<Event> *Events : {&Reads, &Writes})
    for (const Event &E : *Events) {
      isl::map Times = timestamps(Out.Domain, statement(E.Time), int(E.Time));
      Result = Result.unite(isl::union_map(IsBackwards ? isl::manage(isl_map_neg(Times.copy())) : Times));
    }
  return Result;
}

/// Tuples that begin with [j, j'], j != j'.
isl::set ArrayMemory::differentPoints(const isl::set &Tuples) const {
  isl_set *Same = isl_set_universe(isl_set_get_space(Tuples.get()));
  for (unsigned D = 0; D < Depth; ++D)
    Same = isl_set_equate(Same, isl_dim_set, int(D), isl_dim_set, int(Depth + D));
  return Tuples.subtract(isl::manage(Same));
}

void ArrayMemory::add(std::vector<Relation> &To, const char *Kind, const isl::set &Tuples) const {
  isl::set Simple = Tuples.coalesce();
  if (!Simple.is_empty())
    To.push_back({std::string(Kind) + " of " + Name, Array, Simple});
}

/// Tuples: { [j, ..., x] }, where j writes x.
void ArrayMemory::addWritten(std::vector<Relation> &To, const char *Kind, const isl::set &Tuples) const {
  if (!Unfolded)
    return add(To, Kind, Tuples);
  add(To, Kind, writtenBy(Tuples, 0, dims(Tuples) - unsigned(Nest.Arrays[Array].Extents.size()), *Unfolded));
}

/// Between: { T<k>[j] -> T<k'>[j'] }.
void ArrayMemory::addOrder(const char *Kind, const isl::union_map &Between) const {
  Between.foreach_map(
      [&](const isl::map &Map) { add(Out.Order, Kind, differentPoints(flat(Map))); });
}

/// Full: { T<k>[j] -> [T<k'>[j'] -> A[x]] }.
void ArrayMemory::addFlow(const isl::union_map &Full) const {
  Full.foreach_map([&](const isl::map &Map) {
    isl::set Tuples = differentPoints(flat(Map));
    addWritten(Out.Flow, "flow", Tuples);
    add(Out.Order, "flow", projectOut(Tuples, 2 * Depth, dims(Tuples) - 2 * Depth));
  });
}

void ArrayMemory::addElements(std::vector<Relation> &To, const char *Kind,
                              const isl::union_map &Map) const {
  Map.foreach_map([&](const isl::map &M) { add(To, Kind, flat(M)); });
}

void ArrayMemory::addOrder(const char *Kind, const Neighbour &N, const isl::set &Points) const {
  if (!N.IsSamePoint)
    add(Out.Order, Kind, withNeighbour(Points, N));
}

void ArrayMemory::addFlow(const Located &Read) const {
  auto ElementsAt = [&](const isl::set &Points) {
    return flat(Read.One.Subscripts.intersect_domain(Points));
  };
  auto Add = [&](const Neighbour &Write, const isl::set &Points) {
    if (Write.IsSamePoint)
      return;
    addWritten(Out.Flow, "flow", behindNeighbour(ElementsAt(Points), Write));
    add(Out.Order, "flow", behindNeighbour(Points, Write));
  };
  isl::set Rest = nearest(Read.One, Read.Writes.Earlier, Add);
  add(Out.LiveIn, "live-in", ElementsAt(Rest));
}

/// False: it is not known what is next, and nothing was added.
bool ArrayMemory::findNearest() const {
  auto Split = [&](const std::vector<Event> &Events) {
    std::vector<Touch> Result;
    for (const Event &E : Events)
      llvm::append_range(Result, touches(E.Relation, Out.Domain, E.Time));
    return Result;
  };
  std::vector<Touch> ReadTouches = Split(Reads), WriteTouches = Split(Writes);
  std::vector<Located> OfReads, OfWrites;
  for (auto &[From, To] : {std::pair(&ReadTouches, &OfReads), std::pair(&WriteTouches, &OfWrites)})
    for (const Touch &One : *From) {
      std::optional<Neighbours> Others = neighbours(One, WriteTouches);
      if (!Others)
        return false;
      To->push_back({One, *Others});
    }
  for (const Located &Read : OfReads) {
    addFlow(Read);
    nearest(Read.One, Read.Writes.Later,
            [&](const Neighbour &N, const isl::set &Points) { addOrder("anti", N, Points); });
  }
  for (const Located &Write : OfWrites) {
    isl::set Last = nearest(Write.One, Write.Writes.Later, [&](const Neighbour &N, const isl::set &Points) {
      addOrder("output", N, Points);
      if (!N.IsSamePoint)
        addWritten(Out.Overwrites, "overwriting",
            withNeighbour(flat(Write.One.Subscripts.intersect_domain(Points)), N));
    });
    addWritten(Out.LastWrites, "last write", flat(Write.One.Subscripts.intersect_domain(Last)));
  }
  return true;
}

void ArrayMemory::find(bool OrderAlone) {
  for (const Event &Write : Writes)
    addWritten(Out.Writes, "write", flat(Write.Relation.intersect_domain(Out.Domain)));
  if (Writes.empty()) {
    for (const Event &Read : Reads)
      add(Out.LiveIn, "live-in", flat(Read.Relation.intersect_domain(Out.Domain)));
  } else if (OrderAlone || Nest.hasStrides()) {
    findAllPairs(); // with strides it is not known which points are iterations
  } else if (!findNearest()) {
    findWithFlow();
  }
}

/// Any two points that touch an element of which one writes it, the earlier one first: the closure of the nearest
/// ones. An access that its statement repeats is asked once.
void ArrayMemory::findAllPairs() const {
  std::vector<Event> Others;
  auto AddNew = [](std::vector<Event> &To, const Event &E) {
    if (llvm::none_of(To, [&](const Event &Known) {
          return isl_map_plain_is_equal(Known.Relation.get(), E.Relation.get()) == isl_bool_true;
        }))
      To.push_back(E);
  };
  std::vector<Event> Changes;
  for (const Event &E : Writes)
    AddNew(Changes, E);
  Others = Changes;
  for (const Event &E : Reads)
    AddNew(Others, E);
  const isl::map Earlier = isl::manage(isl_map_lex_lt(Out.Domain.space().release()));
  std::map<std::pair<unsigned, unsigned>, isl::map> Pairs; // by statements
  auto Add = [&](const Event &First, const Event &Second, const isl::map &Meet) {
    isl::map Some = Meet.intersect(Earlier);
    auto [At, IsNew] = Pairs.try_emplace({First.Statement, Second.Statement}, Some);
    if (!IsNew)
      At->second = At->second.unite(Some);
  };
  for (const Event &Change : Changes)
    for (const Event &Other : Others) {
      isl::map Meet = Change.Relation.apply_range(Other.Relation.reverse());
      if (Meet.is_empty())
        continue;
      Add(Change, Other, Meet);
      Add(Other, Change, Meet.reverse());
    }
  for (const auto &[Statements, Some] : Pairs) {
    isl::map Both = Nest.hasStrides() ? Some.intersect(Nest.mayBothRun(Statements.first, Statements.second)) : Some;
    add(Out.Order, "order", flat(Both.intersect_domain(Out.Domain).intersect_range(Out.Domain)));
  }
}

void ArrayMemory::findWithFlow() const {
  isl::union_map From = statements(Reads), To = statements(Writes), Times = times(false);
  const Flow Before = flow(From, To, Times);
  addFlow(Before.Full);
  addElements(Out.LiveIn, "live-in", Before.NoSource);
  // Backwards in time the next write behind a read is the last one before it.
  addOrder("anti", flow(From, To, times(true)).pairs().reverse());
  const Flow Writers = flow(To, To, Times);
  const isl::union_map &Next = Writers.Full;
  addOrder("output", Writers.pairs());
  Next.foreach_map([&](const isl::map &Map) { addWritten(Out.Overwrites, "overwriting", differentPoints(flat(Map))); });
  // A write that another one follows is not the last.
  isl::union_map Followed = isl::manage(isl_union_map_range_factor_range(Next.copy()));
  To.subtract(Followed).foreach_map([&](const isl::map &Map) { addWritten(Out.LastWrites, "last write", flat(Map)); });
}

} // namespace

isl::set verify::writtenBy(const isl::set &Tuples, unsigned Point, unsigned Element, const Unfolding &By) {
  isl_set *Any = isl_set_project_out(Tuples.copy(), isl_dim_set, Element + By.Dim, 1);
  Any = isl_set_insert_dims(isl_set_reset_tuple_id(Any), isl_dim_set, Element + By.Dim, 1);
  const unsigned Size = unsigned(isl_map_dim(By.Writes.get(), isl_dim_in));
  isl_set *Written = isl_set_insert_dims(flat(By.Writes).release(), isl_dim_set, Size, Element - Point - Size);
  Written = isl_set_reset_tuple_id(isl_set_insert_dims(Written, isl_dim_set, 0, Point));
  return conjunction(isl::manage(Any), isl::manage(Written));
}

Memory Memory::of(const LoopNest &Nest, const isl::set &Parameters, bool OrderAlone) {
  Memory Result;
  Result.Domain = Nest.domain().intersect_params(Parameters);
  for (unsigned I = 0; I < Nest.Arrays.size(); ++I)
    Result.Unfolded.push_back(OrderAlone ? std::nullopt : unfoldingOf(Nest, I));
  for (unsigned I = 0; I < Nest.Arrays.size(); ++I)
    if (!Nest.Arrays[I].CombinedBy) // in whatever order (Reductions.cpp)
      ArrayMemory(Nest, I, Result).find(OrderAlone);
  return Result;
}
