// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The obligations about which values are where: 4, 5 and 7.
#include "Goal.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>
#include <isl/union_set.h>

#include <map>

using namespace tilepipe;
using namespace tilepipe::verify;

namespace {

/// What a relation's tuples must satisfy for a face to carry them.
class Crossing {
public:
  Crossing(const Question &Q, unsigned Crosses) : Q(Q), Crosses(Crosses) {}

  /// { [j, j', x] in Flow : j in the box, j' across the sides }
  isl::set of(const Relation &Flow) const {
    isl::set Across = inBox(isl::set::universe(Flow.Tuples.get_space()), Q.Rows, 0);
    for (unsigned D = 0; D < Q.depth(); ++D)
      Across = isCrossed(D) ? atLeast(Across, Q.Rows[D], Q.tuple(), hi(D))
                            : below(Across, Q.Rows[D], Q.tuple(), end(D));
    return withoutEmptyParts(conjunction(Flow.Tuples, conjunctionParams(Across, Q.Boxes)));
  }

  /// { [j, x] in Writes : j in the box, and no further from the sides than Farthest }
  isl::set near(const Relation &Writes, const Row &Farthest) const {
    isl::set Near = inBox(isl::set::universe(Writes.Tuples.get_space()), Q.Rows, 0);
    for (unsigned D = 0; D < Q.depth(); ++D)
      if (isCrossed(D))
        Near = reaching(Near, Q.Rows[D], Farthest[D], hi(D));
    return conjunction(Writes.Tuples, conjunctionParams(Near, Q.Boxes));
  }

  /// Flow cannot cross these sides: it does not move along one of them.
  bool isImpossible() const {
    for (unsigned D = 0; D < Q.depth(); ++D)
      if (isCrossed(D) && Q.Region.Reach[D] == 0)
        return true;
    return false;
  }

  bool isCrossed(unsigned D) const { return Crosses >> D & 1; }

  std::string name() const {
    std::string Text = "sides";
    for (unsigned D = 0; D < Q.depth(); ++D)
      Text += isCrossed(D) ? " " + std::to_string(D) : "";
    return Text;
  }

private:
  const Question &Q;
  unsigned Crosses;
};

/// Overwriting beside the sides, for many faces: which sides of a face are crossed only selects from it.
class EarlyOverwrites {
public:
  explicit EarlyOverwrites(const Question &Q) : Q(Q) {}

  /// { [j, j', x] in Overwrites : j in the box, j' neither in it nor across Sides }, in parts
  std::vector<isl::set> across(const Crossing &Sides, const Relation &Overwrites) {
    std::vector<isl::set> Parts;
    for (unsigned D = 0; D < Q.depth(); ++D)
      for (unsigned Out = 0; Sides.isCrossed(D) && Out < Q.depth(); ++Out)
        if (Out != D)
          Parts.push_back(part(Overwrites, D, Out));
    return Parts;
  }

private:
  const Question &Q;
  std::map<std::tuple<const Relation *, unsigned, unsigned>, isl::set> Known;

  /// { [j, j', x] in Overwrites : j in the box, j' below its side D and at or above its side Out }
  const isl::set &part(const Relation &Overwrites, unsigned D, unsigned Out) {
    auto At = Known.find({&Overwrites, D, Out});
    if (At != Known.end())
      return At->second;
    isl::set Early = inBox(isl::set::universe(Overwrites.Tuples.get_space()), Q.Rows, 0);
    Early = below(Early, Q.Rows[D], Q.tuple(), hi(D));
    Early = atLeast(Early, Q.Rows[Out], Q.tuple(), hi(Out));
    Early = withoutEmptyParts(conjunction(Overwrites.Tuples, conjunctionParams(Early, Q.Boxes)));
    return Known.emplace(std::tuple(&Overwrites, D, Out), Early).first->second;
  }
};

const EmittedFace *faceOf(const EmittedRegion &Region, unsigned Crosses) {
  for (const EmittedFace &F : Region.Faces)
    if (F.Crosses == Crosses)
      return &F;
  return nullptr;
}

} // namespace

/// How far values of array number I flow along each row, at most; the reach where no constant bounds it.
static Row farthestFlow(const Question &Q, unsigned I) {
  Row Result(Q.depth(), 0);
  for (const Relation &Flow : Q.Order.Flow)
    for (unsigned D = 0; D < Q.depth() && Flow.Array == I; ++D) {
      Row Moves(dims(Flow.Tuples), 0);
      for (unsigned C = 0; C < Q.tuple(); ++C) {
        Moves[C] = -Q.Rows[D][C];
        Moves[Q.tuple() + C] = Q.Rows[D][C];
      }
      isl::val Most = isl::manage(isl_set_dim_max_val(rowImage(Flow.Tuples, Moves).release(), 0));
      bool IsKnown = isl_val_is_int(Most.get()) == isl_bool_true;
      Result[D] = std::max(Result[D], IsKnown ? toInt64(Most) : Q.Region.Reach[D]);
    }
  return Result;
}

/// The same for all arrays where faces are margins; else no rows.
static std::vector<Row> farthestFlows(const Question &Q) {
  std::vector<Row> Result;
  for (unsigned I = 0; Q.hasMargins() && I < Q.Nest.Arrays.size(); ++I)
    Result.push_back(farthestFlow(Q, I));
  return Result;
}

/// All of array number I that is written near the sides is in the face: more than what flows across them.
static bool hasAllNear(const Question &Q, const Crossing &Sides, const EmittedFace &Face, unsigned I,
                       const Row &Farthest) {
  isl::set Carried = behind(part(Face.Elements, Q.Nest.Arrays[I]), Q.tuple());
  return llvm::all_of(Q.Order.Writes, [&](const Relation &Writes) {
    return Writes.Array != I || Sides.near(Writes, Farthest).is_subset(Carried);
  });
}

/// What flows across sides of a box is in the face of these sides.
static void flowsInFaces(const Question &Q, Goal &G) {
  const std::vector<Row> Farthest = farthestFlows(Q);
  for (unsigned Crosses = 1; Crosses < 1u << Q.depth(); ++Crosses) {
    Crossing Sides(Q, Crosses);
    if (Sides.isImpossible())
      continue; // by obligation 2
    const EmittedFace *Face = faceOf(Q.Region, Crosses);
    // One question for all flows of an array, where the face is a margin.
    std::vector<bool> IsThere(Q.Nest.Arrays.size());
    for (unsigned I = 0; Face && I < Farthest.size(); ++I)
      IsThere[I] = Q.Nest.Arrays[I].IsWritten && hasAllNear(Q, Sides, *Face, I, Farthest[I]);
    for (const Relation &Flow : Q.Order.Flow) {
      if (IsThere[Flow.Array]) {
        G.require("what of " + Q.Nest.Arrays[Flow.Array].Name + " is written near " + Sides.name() + " is in the face",
                  true);
        continue;
      }
      isl::set Needed = Sides.of(Flow);
      std::string What = Flow.Name + " across " + Sides.name() + " is in the face";
      if (!Face)
        G.empty(What + ", of which there is none", Needed);
      else if (!Needed.is_empty())
        G.within(What, Needed,
                 behind(part(Face->Elements, Q.Nest.Arrays[Flow.Array]), 2 * Q.tuple()));
    }
  }
}

/// Tuples of which the point lies in the box.
static isl::set heldIn(const Question &Q, const isl::set &Tuples) {
  return withoutEmptyParts(conjunctionParams(inBox(Tuples, Q.Rows, 0), Q.Boxes));
}

/// What a box needs from before the nest is in its live-in.
static void liveInIsSent(const Question &Q, Goal &G) {
  for (const Relation &Reads : Q.Order.LiveIn) {
    const Array &A = Q.Nest.Arrays[Reads.Array];
    if (A.IsConstObject || A.IsOwn)
      continue; // the same on every rank; no value from before is used
    G.within(Reads.Name + " is sent before the nest",
             heldIn(Q, Reads.Tuples),
             behind(part(Q.Region.LiveIn, A), Q.tuple()));
  }
}

/// The range of one array in a form that is asked many times.
class RangeCheck {
public:
  RangeCheck(const Question &Q, unsigned I);
  /// Tuples, whose subscripts begin at dimension At, lie between the corners of the range.
  void inside(Goal &G, const isl::set &Tuples, unsigned At, const std::string &What) const;

private:
  isl::set Without;              ///< parameters for which there is none
  std::vector<isl::set> First, Past; ///< { : tp_first = .. }, { : tp_past = .. }
  unsigned Skipped;              ///< subscripts of rows: the range is relative to each row
};

RangeCheck::RangeCheck(const Question &Q, unsigned I)
    : Without(Q.Parameters), Skipped(Q.Nest.Arrays[I].Rows) {
  const std::optional<EmittedRange> &Range = Q.Region.Ranges.at(I);
  if (!Range)
    return;
  auto Lacks = [&](const isl::pw_aff &Value) {
    return Q.Parameters.subtract(isDefined(Value));
  };
  Without = Q.Parameters.subtract(Range->IsTouched);
  for (unsigned D = 0; D + Skipped < Q.Nest.Arrays[I].Extents.size(); ++D) {
    const isl::pw_aff &Least = Range->First.at(D), &Most = Range->Last.at(D);
    Without = Without.unite(Lacks(Least)).unite(Lacks(Most));
    First.push_back(equals("tp_first", Least));
    Past.push_back(equals("tp_past", Most.add_constant(1)));
  }
}

void RangeCheck::inside(Goal &G, const isl::set &Tuples, unsigned At,
                        const std::string &What) const {
  G.empty(What, conjunctionParams(Tuples, Without));
  for (unsigned D = 0; D < First.size(); ++D) {
    Row Subscript(At + D + Skipped, 0);
    Subscript.push_back(1);
    isl::set All = isl::set::universe(Tuples.get_space());
    isl::set Before = boundAboveByParameter(conjunctionParams(All, First[D]), Subscript, "tp_first");
    isl::set Behind = boundBelowByParameter(conjunctionParams(All, Past[D]), Subscript, "tp_past");
    G.empty(What, conjunction(Tuples, Before));
    G.empty(What, conjunction(Tuples, Behind));
  }
}

/// { [j, x] : j accesses x }
static isl::set tuplesOf(const Question &Q, const Access &A) {
  return isl::manage(
      isl_set_flatten(isl_map_wrap(A.Relation.intersect_domain(Q.Order.Domain).release())));
}

/// Calls Visit with accesses to one array that differ from each other.
static void forEachRelation(const Question &Q, llvm::function_ref<bool(const Access &)> Counts,
                            llvm::function_ref<void(const Access &)> Visit) {
  std::vector<const Access *> Seen;
  for (const Access &A : Q.Nest.Accesses) {
    auto IsSame = [&](const Access *Other) {
      return isl_map_plain_is_equal(A.Relation.get(), Other->Relation.get()) == isl_bool_true;
    };
    if (!Counts(A) || llvm::any_of(Seen, IsSame))
      continue;
    Seen.push_back(&A);
    Visit(A);
  }
}

/// Bytes that the nest touches are those that the runtime knows of.
static void accessesInRange(const Question &Q, Goal &G) {
  for (unsigned I = 0; I < Q.Nest.Arrays.size(); ++I) {
    RangeCheck Range(Q, I);
    forEachRelation(
        Q, [&](const Access &A) { return A.ArrayIndex == I; },
        [&](const Access &A) {
          Range.inside(G, tuplesOf(Q, A), Q.tuple(), "'" + A.Text + "' is in the known bytes");
        });
  }
}

/// { A[x] : 0 <= x_d < extent d } from dimension From on; nothing where an extent is unknown.
static std::optional<isl::set> insideExtents(const Array &A, isl::set Set, unsigned From) {
  for (unsigned D = 0; D < A.Extents.size(); ++D) {
    Set = isl::manage(isl_set_lower_bound_si(Set.release(), isl_dim_set, D, 0));
    if (D < From)
      continue;
    if (!A.Extents[D].Size)
      return std::nullopt;
    Row Subscript(D, 0);
    Subscript.push_back(1);
    Set = boundAboveByParameter(Set, Subscript, "tp_size")
              .intersect_params(equals("tp_size", *A.Extents[D].Size));
    int At = isl_set_find_dim_by_name(Set.get(), isl_dim_param, "tp_size");
    Set = isl::manage(isl_set_project_out(Set.release(), isl_dim_param, At, 1));
  }
  return Set;
}

/// Elements of array number I without those that exist for sure: declared; touched by the program
/// whatever its data; or between such an element and the array's beginning, for C knows no holes
/// in objects.
static isl::set notExisting(const Question &Q, unsigned I, isl::set Elements) {
  const Array &A = Q.Nest.Arrays[I];
  isl::set All = isl::set::universe(Elements.get_space());
  if (std::optional<isl::set> Declared = insideExtents(A, All, 0);
      Declared && A.Kind != Array::Storage::Pointer)
    Elements = Elements.subtract(*Declared);
  auto Surely = [&](const Access &Use) { return Use.ArrayIndex == I && !Use.IsConditional; };
  forEachRelation(Q, Surely, [&](const Access &Use) {
    if (!Elements.is_empty())
      Elements = Elements.subtract(elements(tuplesOf(Q, Use), Q.tuple(), A.Name));
  });
  std::optional<isl::set> InRow = insideExtents(A, All, 1);
  if (A.Rows || !A.Shift.empty() || !InRow)
    return Elements;
  forEachRelation(Q, Surely, [&](const Access &Use) {
    if (Elements.is_empty())
      return;
    isl::set Touched = elements(tuplesOf(Q, Use), Q.tuple(), A.Name);
    isl::map NotBehind = isl::manage(isl_map_lex_ge(Touched.get_space().release()));
    Elements = Elements.subtract(Touched.apply(NotBehind).intersect(*InRow));
  });
  return Elements;
}

/// Rank 0 reads live-ins ahead of the program, and workers store them: their memory must be there.
static void liveInExists(const Question &Q, Goal &G) {
  for (unsigned I = 0; I < Q.Nest.Arrays.size(); ++I) {
    isl::set LiveIn = conjunctionParams(part(Q.Region.LiveIn, Q.Nest.Arrays[I]), Q.Boxes);
    if (LiveIn.is_empty())
      continue;
    const std::string &Name = Q.Nest.Arrays[I].Name;
    if (Q.Nest.Arrays[I].IsOwn)
      G.empty("nothing of " + Name + " is from before the nest", LiveIn);
    G.empty("live-in of " + Name + " exists", notExisting(Q, I, LiveIn));
    RangeCheck(Q, I).inside(G, LiveIn, 0, "live-in of " + Name + " is in the known bytes");
  }
}

/// Set speaks of the nest's arrays only.
static void knownArrays(const Question &Q, Goal &G, const std::string &What,
                        const isl::union_set &Set) {
  Set.foreach_set([&](const isl::set &S) {
    bool IsKnown = false;
    for (const Array &A : Q.Nest.Arrays)
      IsKnown |= A.Name == tupleName(S) && A.Extents.size() == dims(S);
    G.require(What + " holds elements of the nest's arrays", IsKnown);
  });
}

/// 4: what is read in a box is there: written in it, received in a face, or live-in.
void verify::hasWhatItReads(const Question &Q, Goal &G) {
  accessesInRange(Q, G);
  if (Q.Region.IsThreadsOnly)
    return;
  knownArrays(Q, G, "the live-in", Q.Region.LiveIn);
  flowsInFaces(Q, G);
  liveInIsSent(Q, G);
  liveInExists(Q, G);
}

/// Carried, of array number I, has been written in the box, and is overwritten there or beyond the sides only. False: it
/// is not so, which fails the goal where points have places.
static bool carriesHarmless(const Question &Q, Goal &G, const Crossing &Sides, unsigned I, const Row &Farthest,
                            const isl::set &Carried, EarlyOverwrites &Early) {
  const std::string &Name = Q.Nest.Arrays[I].Name;
  auto IsEmpty = [&](const std::string &What, const isl::set &Bad) {
    const bool IsShown = Bad.is_empty();
    if (IsShown)
      G.require(What, true);
    else if (Q.isEmbedded())
      G.empty(What, Bad);
    return IsShown;
  };
  if (Q.isEmbedded())
    G.require("values flow along all of " + Sides.name(), !Sides.isImpossible());
  isl::set Near = isl::set::empty(Carried.get_space()), Written = Near;
  for (const Relation &Writes : Q.Order.Writes)
    if (Writes.Array == I) {
      Near = Near.unite(elements(Sides.near(Writes, Farthest), Q.tuple(), Name));
      Written = Written.unite(elements(heldIn(Q, Writes.Tuples), Q.tuple(), Name));
    }
  // Those near the sides are mostly all that there is, and have its bounds.
  const isl::set Others = Carried.is_subset(Near) ? isl::set::empty(Carried.get_space()) : Carried.subtract(Written);
  if (!IsEmpty("the face of " + Sides.name() + " carries only what of " + Name + " is written in the box", Others))
    return false;
  for (const Relation &Overwrites : Q.Order.Overwrites)
    if (Overwrites.Array == I)
      for (const isl::set &Part : Early.across(Sides, Overwrites))
        if (!IsEmpty("of the face of " + Sides.name() + " nothing of " + Name + " is overwritten before them",
                     conjunction(Part, behind(Carried, 2 * Q.tuple()))))
          return false;
  if (!Q.Order.Unfolded[I])
    return true;
  // Memory holds what was written last. Of an unfolded element that is overwritten in the box, that is another one.
  for (const Relation &Overwrites : Q.Order.Overwrites)
    if (Overwrites.Array == I) {
      isl::set Both = inBox(inBox(isl::set::universe(Overwrites.Tuples.get_space()), Q.Rows, 0), Q.Rows, Q.tuple());
      Both = conjunction(Overwrites.Tuples, conjunctionParams(Both, Q.Boxes));
      Both = conjunction(Both, behind(Carried, 2 * Q.tuple()));
      const isl::set Then = writtenBy(Both, Q.tuple(), 2 * Q.tuple(), *Q.Order.Unfolded[I]);
      if (!IsEmpty("the face of " + Sides.name() + " carries what overwrites its elements of " + Name + " in the box",
                   elements(Then, 2 * Q.tuple(), Name).subtract(Carried)))
        return false;
    }
  return true;
}

/// 5: a face holds nothing but what flows across its sides, or what can be there without harm.
void verify::carriesNothingOld(const Question &Q, Goal &G) {
  if (Q.Region.IsThreadsOnly)
    return;
  const std::vector<Row> Farthest = farthestFlows(Q);
  EarlyOverwrites Early(Q);
  for (const EmittedFace &Face : Q.Region.Faces) {
    Crossing Sides(Q, Face.Crosses);
    knownArrays(Q, G, "the face of " + Sides.name(), Face.Elements);
    for (unsigned I = 0; I < Q.Nest.Arrays.size(); ++I) {
      const Array &A = Q.Nest.Arrays[I];
      isl::set Carried = conjunctionParams(part(Face.Elements, A), Q.Boxes);
      if (Carried.is_empty())
        continue;
      if (Q.hasMargins() && carriesHarmless(Q, G, Sides, I, Farthest[I], Carried, Early))
        continue;
      isl::set Flows = isl::set::empty(Carried.get_space());
      for (const Relation &Flow : Q.Order.Flow)
        if (Flow.Array == I)
          Flows = Flows.unite(elements(Sides.of(Flow), 2 * Q.tuple(), A.Name));
      G.within("the face of " + Sides.name() + " carries only what of " + A.Name + " crosses them",
               Carried, Flows.coalesce());
    }
  }
}

/// 7: a box owns the elements whose last writer it holds.
void verify::ownsOnce(const Question &Q, Goal &G) {
  if (Q.Region.IsThreadsOnly)
    return;
  knownArrays(Q, G, "the owned set", Q.Region.Owned);
  for (unsigned I = 0; I < Q.Nest.Arrays.size(); ++I) {
    const Array &A = Q.Nest.Arrays[I];
    isl::set Owned = conjunctionParams(part(Q.Region.Owned, A), Q.Boxes);
    if (A.IsOwn) { // every rank has it for itself
      G.empty(A.Name + " is no result", Owned);
      continue;
    }
    isl::set Last = isl::set::empty(Owned.get_space());
    for (const Relation &Writes : Q.Order.LastWrites)
      if (Writes.Array == I) {
        isl::set Here = heldIn(Q, Writes.Tuples);
        G.within(Writes.Name + " in the box is owned", Here, behind(Owned, Q.tuple()));
        Last = Last.unite(elements(Here, Q.tuple(), A.Name));
      }
    G.within("of " + A.Name + " nothing else is owned", Owned, Last.coalesce());
  }
}
