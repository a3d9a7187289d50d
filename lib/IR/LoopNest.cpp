// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/IR/LoopNest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

#include <set>

using namespace tilepipe;

isl::set tilepipe::convex(const isl::set &Set) {
  return isl::manage(isl_set_from_basic_set(isl_set_simple_hull(Set.coalesce().release())));
}

isl::set tilepipe::without(const isl::set &Set, const isl::set &Violation) {
  // What is convex in between keeps the parts few.
  constexpr int MostParts = 8;
  isl::set Result = Set;
  Violation.foreach_basic_set([&](const isl::basic_set &Part) {
    Result = Result.subtract(isl::set(Part));
    if (isl_set_n_basic_set(Result.get()) > MostParts)
      Result = convex(Result);
  });
  return Result;
}

static bool isHalfSpace(const isl::basic_set &Set) {
  return isl_basic_set_n_constraint(Set.get()) == 1 && isl_basic_set_dim(Set.get(), isl_dim_div) == 0;
}

unsigned LoopNest::depth() const {
  if (isPerfect() || Statements.empty())
    return Loops.size();
  size_t Result = 0;
  for (const Statement &S : Statements)
    Result = std::max(Result, S.Loops.size());
  return Result;
}

unsigned LoopNest::tupleSize() const {
  return dims(Statements.front().Domain);
}

static constexpr unsigned OpCounts::*AllCounts[] = {&OpCounts::Adds, &OpCounts::Muls, &OpCounts::Divs, &OpCounts::Roots,
                                                   &OpCounts::Calls, &OpCounts::Loads, &OpCounts::Stores, &OpCounts::Branches};

void OpCounts::add(const OpCounts &Other, unsigned Times) {
  for (unsigned OpCounts::*Count : AllCounts)
    this->*Count += Times * (Other.*Count);
}

void OpCounts::divide(unsigned By) {
  for (unsigned OpCounts::*Count : AllCounts)
    this->*Count = llvm::divideCeil(this->*Count, By);
}

unsigned LoopNest::coordinateOf(unsigned L) const {
  if (isPerfect())
    return L;
  for (const Statement &S : Statements)
    for (unsigned D = 0; D < S.Loops.size(); ++D)
      if (S.Loops[D] == L)
        return 2 * D + 1;
  llvm_unreachable("a loop without a statement");
}

bool LoopNest::hasStrides() const {
  return llvm::any_of(Loops, [](const Loop &L) { return L.Strided.has_value(); });
}

static bool areSame(const Loop::Stride &A, const Loop::Stride &B) {
  return isl_pw_aff_is_equal(A.First.get(), B.First.get()) == isl_bool_true &&
         isl_pw_aff_is_equal(A.Step.get(), B.Step.get()) == isl_bool_true;
}

isl::map LoopNest::mayBothRun(unsigned K, unsigned L) const {
  const isl::set Pairs = isl::manage(isl_map_wrap(isl_map_universe(isl_space_map_from_set(domain().get_space().release()))));
  isl::set Result = Pairs;
  const std::vector<unsigned> &Ones = Statements[K].Loops, &Others = Statements[L].Loops;
  for (size_t D = 0; D < std::min(Ones.size(), Others.size()); ++D) {
    const std::optional<Loop::Stride> &One = Loops[Ones[D]].Strided, &Other = Loops[Others[D]].Strided;
    if (!One || !Other || !areSame(*One, *Other))
      continue;
    auto Coordinate = [&](unsigned At) {
      isl_local_space *Space = isl_local_space_from_space(Pairs.get_space().release());
      return isl::manage(isl_pw_aff_from_aff(isl_aff_var_on_domain(Space, isl_dim_set, At)));
    };
    isl::pw_aff Moved = Coordinate(tupleSize() + coordinateOf(Others[D])).sub(Coordinate(coordinateOf(Ones[D])));
    isl::pw_aff Step = isl::manage(isl_pw_aff_insert_domain(One->Step.copy(), Pairs.get_space().release()));
    isl::set Same = Moved.eq_set(Moved.sub(Moved));
    Result = Result.intersect(Same.unite(Moved.ge_set(Step)).unite(Moved.neg().ge_set(Step)));
  }
  return isl::manage(isl_set_unwrap(Result.release()));
}

std::optional<int64_t> LoopNest::mostIterations(unsigned D) const {
  isl_set *Started = Prefix[D + 1].intersect_params(Context).release();
  isl_map *Pairs = isl_map_from_domain_and_range(Started, isl_set_copy(Started));
  for (unsigned Outer = 0; Outer < D; ++Outer)
    Pairs = isl_map_equate(Pairs, isl_dim_in, int(Outer), isl_dim_out, int(Outer));
  isl_val *Most = isl_set_dim_max_val(isl_map_deltas(Pairs), int(D));
  std::optional<int64_t> Count;
  if (isl_val_is_int(Most) == isl_bool_true && isl_val_cmp_si(Most, INT32_MAX) <= 0)
    Count = isl_val_get_num_si(Most) / Loops[D].Spacing + 1;
  isl_val_free(Most);
  return Count;
}

/// Each point that reads by Read has surely written the same element before.
static bool readsOwnWrite(const LoopNest &Nest, size_t Read) {
  const Access &R = Nest.Accesses[Read];
  return llvm::any_of(llvm::ArrayRef(Nest.Accesses).take_front(Read), [&](const Access &W) {
    return W.What == Access::Kind::Write && !W.IsConditional && W.StatementIndex == R.StatementIndex &&
           W.ArrayIndex == R.ArrayIndex && R.Relation.is_subset(W.Relation);
  });
}

bool LoopNest::mayRunAgain() const {
  if (CalleesNameMemory || llvm::any_of(Arrays, [](const Array &A) { return A.CombinedBy.has_value(); }))
    return false;
  for (size_t I = 0; I < Accesses.size(); ++I)
    if (Accesses[I].What == Access::Kind::Read && Arrays[Accesses[I].ArrayIndex].IsWritten && !readsOwnWrite(*this, I))
      return false;
  return true;
}

bool LoopNest::standsAlone(const ExpandedScalar &E) const {
  if (Arrays[E.ArrayIndex].IsOwn)
    return true;
  auto StandsForAnother = [&](const ExpandedScalar &Other) {
    return &Other != &E && Other.ArrayIndex == E.ArrayIndex && Other.Element == E.Element && Other.NamedBy.front() <= E.NamedBy.back() &&
           E.NamedBy.front() <= Other.NamedBy.back();
  };
  if (llvm::any_of(Expanded, StandsForAnother))
    return false;
  const unsigned Last = E.NamedBy.back(), At = isPerfect() ? 0 : coordinateOf(Statements[Last].Loops.back());
  auto Written = llvm::find_if(Accesses, [&](const Access &A) {
    return A.What == Access::Kind::Write && A.StatementIndex == Last && A.ArrayIndex == E.ArrayIndex && A.Text == E.Element;
  });
  if (Written == Accesses.end())
    return false;
  return llvm::all_of(Accesses, [&](const Access &A) {
    if (A.ArrayIndex != E.ArrayIndex || A.Text == E.Element)
      return true;
    isl_map *Meet = A.Relation.apply_range(Written->Relation.reverse()).release(); // { S[c] -> S[c'] }
    for (unsigned D = 0; D <= At; ++D)
      Meet = isl_map_equate(Meet, isl_dim_in, int(D), isl_dim_out, int(D));
    return isl::manage(Meet).is_empty();
  });
}

isl::map LoopNest::coordinatesOf(unsigned K) const {
  const Statement &S = Statements[K];
  isl_space *Space = isl_space_from_domain(S.Domain.get_space().release());
  Space = isl_space_add_dims(Space, isl_dim_out, S.Loops.size());
  isl_map *Map = isl_map_universe(Space);
  for (unsigned D = 0; D < S.Loops.size(); ++D)
    Map = isl_map_equate(Map, isl_dim_in, int(coordinateOf(S.Loops[D])), isl_dim_out, int(D));
  Map = isl_map_set_tuple_name(Map, isl_dim_out, ("S" + std::to_string(K)).c_str());
  return isl::manage(isl_map_intersect_domain(Map, S.Domain.copy()));
}

isl::set LoopNest::domain() const {
  if (Statements.empty()) // the front end is still reading
    return Prefix.back();
  isl::set Result = Statements.front().Domain;
  for (const Statement &S : llvm::drop_begin(Statements))
    Result = Result.unite(S.Domain);
  return Result;
}

isl::set LoopNest::assumedContext() const {
  isl::set Result = Context.intersect(domain().params());
  // What stays convex goes first.
  for (bool OnlyHalfSpaces : {true, false})
    for (const Assumption &A : Assumptions)
      A.Violation.foreach_basic_set([&](const isl::basic_set &Part) {
        if (isHalfSpace(Part) == OnlyHalfSpaces)
          Result = without(Result, isl::set(Part));
      });
  return convex(Result);
}

std::vector<unsigned> LoopNest::bases() const {
  std::vector<unsigned> Result;
  std::set<std::string> Seen;
  for (unsigned I = 0; I < Arrays.size(); ++I)
    if (Seen.insert(Arrays[I].base()).second)
      Result.push_back(I);
  return Result;
}

static void printArray(llvm::raw_ostream &OS, const Array &A) {
  OS << "  array " << A.Name << " : " << A.ElementType << ' ';
  for (const Extent &E : A.Extents) {
    OS << '[' << (E.Text.empty() ? "?" : E.Text) << ']';
    if (E.Unit)
      OS << " x " << E.Unit << " bytes";
  }
  if (!A.Shift.empty())
    OS << " from " << A.Shift;
  if (!A.Base.empty())
    OS << " at " << A.baseText() << " + " << A.Offset;
  OS << (A.Kind == Array::Storage::Static ? " static" : A.Kind == Array::Storage::Object ? " object"
                                                                                           : " pointer");
  OS << (A.Rows > 1 ? " rows of rows" : A.Rows ? " rows" : "") << (A.IsConst ? " const" : "");
  OS << (A.IsWritten ? " written" : "") << (A.CombinedBy ? " combined" : "") << '\n';
}

void LoopNest::print(llvm::raw_ostream &OS) const {
  OS << "nest " << Name << " in " << Function << " at " << Where.Line << ':' << Where.Column
     << ", depth " << depth() << '\n';
  for (const Loop &L : Loops) {
    OS << "  loop " << L.Type << ' ' << L.Iterator << " step " << L.Step << ", value "
       << toString(L.Value)
       << (L.Strided ? ", strided from " + toString(L.Strided->First) + " by " + toString(L.Strided->Step) : "")
       << (L.IsDeclaredOutside ? ", declared outside" : "") << '\n';
    for (const Loop::Follower &F : L.Followers)
      OS << "    followed by " << F.Type << ' ' << F.Name << ", value " << toString(F.Value) << '\n';
  }
  if (isPerfect())
    OS << "  domain " << toString(domain()) << '\n';
  else
    for (const Statement &S : Statements)
      OS << "  statement " << toString(S.Domain) << '\n';
  for (const Symbol &S : Symbols)
    OS << "  symbol " << S.Name << " = " << S.Text << '\n';
  for (const Capture &C : Captures)
    OS << "  capture " << C.Type << ' ' << C.Name << " = " << C.CallText
       << (C.Guard ? " where " + toString(*C.Guard) : "")
       << (C.IsInBody ? " (body)" : "") << (C.IsReachable ? " (reachable)" : "") << '\n';
  for (const Private &P : Privates)
    OS << "  private " << P.Type << ' ' << P.Name << P.Dims << '\n';
  for (const ExpandedScalar &E : Expanded)
    OS << "  expanded " << E.Type << ' ' << E.Name << " = " << E.Element << '\n';
  for (const PointerCycle &C : Cycles) {
    OS << "  exchanged pointers";
    for (const PointerCycle::Pointer &P : C.Pointers)
      OS << ' ' << P.Name << (P.IsDeadBehind ? " (dead behind)" : "");
    OS << '\n';
  }
  for (const CalledGlobal &G : CalledGlobals)
    OS << "  called global " << (G.Base.empty() ? G.Type : "pointer") << ' ' << G.Name << '\n';
  if (HasOwnSizes)
    OS << "  own sizes\n";
  if (CalleesNameMemory)
    OS << "  called functions have names of their own for arrays\n";
  for (const AggregateCopy &H : AggregateCopies) {
    OS << "  aggregate " << H.Type << ' ' << H.Name << (H.Variable.empty() ? "" : " = *" + H.Variable);
    for (const AggregateCopy::Member &M : H.Members)
      OS << ' ' << M.Path << " = " << M.Value;
    OS << '\n';
  }
  for (const Array &A : Arrays)
    printArray(OS, A);
  for (const Access &A : Accesses)
    OS << "  " << (A.What == Access::Kind::Read ? "read " : "write ")
       << (A.IsConditional ? "conditional " : "") << toString(A.Relation) << '\n';
  if (!ThreadsOnlyReason.empty())
    OS << "  threads only: " << ThreadsOnlyReason << '\n';
  for (const Assumption &A : Assumptions)
    OS << "  assume not " << toString(A.Violation) << " (" << A.Reason << ")\n";
}

bool LoopNest::writesPairs() const {
  std::vector<const Access *> Writes;
  for (const Access &A : Accesses)
    if (A.What == Access::Kind::Write)
      Writes.push_back(&A);
  return llvm::any_of(Writes, [&](const Access *W) {
    return Arrays[W->ArrayIndex].IsComplex || llvm::any_of(Writes, [&](const Access *Other) {
             return Arrays[Other->ArrayIndex].base() == Arrays[W->ArrayIndex].base() &&
                    Other->Text != W->Text;
           });
  });
}

bool LoopNest::writesPerhaps(unsigned Array) const {
  return llvm::any_of(Accesses, [&](const Access &A) {
    return A.What == Access::Kind::Write && A.IsConditional && A.ArrayIndex == Array;
  });
}

bool LoopNest::writesAgain(unsigned Array) const {
  isl_map *Writes = nullptr; // { S[c] -> A[x] }
  for (const Access &A : Accesses) {
    if (A.What != Access::Kind::Write || A.ArrayIndex != Array)
      continue;
    isl::map One = A.Relation.intersect_domain(domain());
    Writes = Writes ? isl_map_union(Writes, One.release()) : One.release();
  }
  isl_bool Once = Writes ? isl_map_is_injective(Writes) : isl_bool_true;
  isl_map_free(Writes);
  return Once != isl_bool_true;
}

bool LoopNest::spansStructures(unsigned Array) const {
  for (auto [D, E] : llvm::enumerate(Arrays[Array].Extents)) {
    std::optional<isl::val> Only;
    for (const Access &A : Accesses) {
      if (!E.Unit || E.Unit == Arrays[Array].ElementSize || A.ArrayIndex != Array)
        continue;
      isl::set Elements = A.Relation.range();
      isl::val Value = isl::manage(isl_set_plain_get_val_if_fixed(Elements.get(), isl_dim_set, D));
      if (Value.is_nan() || (Only && !Only->eq(Value)))
        return true;
      Only = Value;
    }
  }
  return false;
}

isl::map tilepipe::extension(const isl::map &Places) {
  isl_map *Map = isl_map_flat_range_product(
      isl_map_reset_tuple_id(isl_set_identity(isl_map_domain(Places.copy())), isl_dim_out), Places.copy());
  return isl::manage(isl_map_set_tuple_name(Map, isl_dim_out, domainName(Places).c_str()));
}

LoopNest tilepipe::embedded(LoopNest Nest, const isl::map &Places) {
  isl::map Extend = extension(Places);
  auto OfSet = [&](const isl::set &Set) { return Set.apply(Extend); };
  unsigned Before = isl_map_dim(Places.get(), isl_dim_in), More = isl_map_dim(Places.get(), isl_dim_out);
  for (Statement &S : Nest.Statements)
    S.Domain = OfSet(S.Domain);
  for (Access &A : Nest.Accesses)
    A.Relation = A.Relation.apply_domain(Extend);
  // A loop has its value wherever its coordinate has one.
  auto OfValue = [&](isl::pw_aff &Of) {
    isl_pw_aff *Value = isl_pw_aff_insert_dims(Of.copy(), isl_dim_in, Before, More);
    Of = isl::manage(isl_pw_aff_set_tuple_id(Value, isl_dim_in, isl_set_get_tuple_id(Nest.Statements.front().Domain.get())));
  };
  for (Loop &L : Nest.Loops) {
    OfValue(L.Value);
    for (Loop::Follower &F : L.Followers)
      OfValue(F.Value);
  }
  return Nest;
}

void LoopNest::verify() const {
  assert(!Loops.empty() && !Statements.empty() && "loops around statements");
  assert(InsertAt <= CallAt && CallAt <= NestText.Begin && "text ranges nest");
  if (isPerfect()) {
    assert(Prefix.size() == Loops.size() + 1 && Statements.size() == 1 && "one prefix per depth");
    for (unsigned D = 0; D <= Loops.size(); ++D)
      assert(dims(Prefix[D]) == D && "prefix d has d dimensions");
  }
  assert((!hasStrides() || (!isPerfect() && !ThreadsOnlyReason.empty())) && "threads only");
  for (const Statement &S : Statements) {
    assert(NestText.contains(S.Text) && "text ranges nest"), (void)S;
    assert(S.Places.size() == S.Loops.size() + 1 && dims(S.Domain) == dims(domain()));
  }
  for (const Access &A : Accesses) {
    assert(A.ArrayIndex < Arrays.size() && "access to an array of the nest");
    assert(A.StatementIndex < Statements.size() && "access of a statement");
    assert(isl_map_dim(A.Relation.get(), isl_dim_in) == isl_size(dims(domain())));
    assert(isl_map_dim(A.Relation.get(), isl_dim_out) ==
           isl_size(Arrays[A.ArrayIndex].Extents.size()));
    assert((A.What == Access::Kind::Read || Arrays[A.ArrayIndex].IsWritten) && "written arrays");
    (void)A;
  }
  for (const ExpandedScalar &E : Expanded)
    for (unsigned K : E.NamedBy) {
      auto Does = [&](Access::Kind What) {
        return llvm::any_of(Accesses, [&](const Access &A) {
          return A.What == What && A.ArrayIndex == E.ArrayIndex && A.StatementIndex == K && !A.IsConditional;
        });
      };
      assert(Does(Access::Kind::Write) && (Does(Access::Kind::Read) || E.isGivenIn(K)));
      (void)Does;
    }
}
