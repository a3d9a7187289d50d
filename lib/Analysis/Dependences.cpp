// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every access is a statement of its own, scheduled at (iteration, position in
// the body). So a read before a write of the same iteration sees the value of an
// earlier iteration, and one after it does not: that one is left out.
#include "tilepipe/Analysis/Dependences.h"

#include "tilepipe/Support/Flow.h"
#include "tilepipe/Support/Parameters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <isl/map.h>
#include <isl/union_map.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <tuple>

using namespace tilepipe;

namespace {

/// More distinct distances between two references are not a small set of constant vectors. Where a loop ends at a
/// number, those that depend on its length are as many as it has iterations.
constexpr unsigned MaxDistances = 32;

/// Name of the statement that stands for access number I.
std::string accessName(unsigned I) { return "tp_access" + std::to_string(I); }

unsigned accessNumber(llvm::StringRef Name) {
  unsigned I = 0;
  bool Failed = Name.drop_front(strlen("tp_access")).getAsInteger(10, I);
  assert(!Failed && "not an access statement");
  (void)Failed;
  return I;
}

/// The nest's accesses in the form that isl's dependence analysis takes.
struct AccessMaps {
  isl::union_map Reads;    ///< { access_k[j] -> A[x] }
  isl::union_map Writes;   ///< { access_k[j] -> A[x] }
  isl::union_map Schedule; ///< { access_k[j] -> [j, k] }
  isl::union_map Backwards; ///< { access_k[j] -> [-j, -k] }
  isl::union_map Rename;   ///< { access_k[j] -> S[j] }

  AccessMaps(const IslContext &Ctx, const LoopNest &Nest, const isl::set &Context);
};

isl::union_map emptyMap(const IslContext &Ctx) { return isl::union_map(Ctx.get(), "{ }"); }

/// One access that stands for others of its statement, array and kind, by number, and the elements of all.
struct TouchedElements {
  unsigned Number;
  isl::map Relation; ///< { S[j] -> A[x] }
  isl::map First;    ///< of the access itself
};

/// A subscript that is a number in two accesses, by dimension.
struct TwoNumbers {
  unsigned Dimension;
  bool Differ;
};

std::vector<TwoNumbers> numbersIn(const isl::map &A, const isl::map &B) {
  std::vector<TwoNumbers> Result;
  for (unsigned D = 0; D < unsigned(isl_map_dim(A.get(), isl_dim_out)); ++D) {
    const isl::val X = isl::manage(isl_map_plain_get_val_if_fixed(A.get(), isl_dim_out, D));
    const isl::val Y = isl::manage(isl_map_plain_get_val_if_fixed(B.get(), isl_dim_out, D));
    if (X.is_int() && Y.is_int())
      Result.push_back({D, !X.eq(Y)});
  }
  return Result;
}

bool differ(llvm::ArrayRef<TwoNumbers> Numbers) {
  return llvm::any_of(Numbers, [](const TwoNumbers &N) { return N.Differ; });
}

/// A and B are the same but for subscripts that are numbers in both.
bool differInNumbersAlone(const isl::map &A, const isl::map &B, llvm::ArrayRef<TwoNumbers> Numbers) {
  isl_map *X = A.copy(), *Y = B.copy();
  for (const TwoNumbers &N : Numbers) {
    X = isl_map_eliminate(X, isl_dim_out, N.Dimension, 1);
    Y = isl_map_eliminate(Y, isl_dim_out, N.Dimension, 1);
  }
  const isl::map OfX = isl::manage(X), OfY = isl::manage(Y);
  return isl_map_plain_is_equal(OfX.get(), OfY.get()) == isl_bool_true;
}

/// Known and Relation as one where isl's analysis takes no longer for it: one that holds the other; elements that differ in
/// numbers alone, as those of small matrices that are filled one by one; and, in statements with loops of their own, whose
/// accesses are such unions already, one without disjunctions.
std::optional<isl::map> asOne(const TouchedElements &Known, const isl::map &Relation, bool HasLoops) {
  const isl::map &A = Known.Relation;
  const std::vector<TwoNumbers> Numbers = numbersIn(Known.First, Relation);
  if (differ(Numbers) && differInNumbersAlone(Known.First, Relation, Numbers))
    return A.unite(Relation).coalesce();
  if (Relation.is_subset(A))
    return A;
  if (A.is_subset(Relation))
    return Relation;
  if (!HasLoops)
    return std::nullopt;
  isl::map Both = A.unite(Relation).coalesce();
  return isl_map_n_basic_map(Both.get()) == 1 ? std::optional(Both) : std::nullopt;
}

void join(std::vector<TouchedElements> &Known, unsigned Number, const isl::map &Relation, bool HasLoops) {
  for (TouchedElements &T : llvm::reverse(Known))
    if (std::optional<isl::map> Both = asOne(T, Relation, HasLoops)) {
      T.Relation = *Both;
      return;
    }
  Known.push_back({Number, Relation, Relation});
}

/// What of Relation is in none of Writes.
isl::map without(isl::map Relation, llvm::ArrayRef<TouchedElements> Writes) {
  for (const TouchedElements &W : Writes)
    if (!differ(numbersIn(W.Relation, Relation)) && !Relation.is_disjoint(W.Relation))
      Relation = Relation.subtract(W.Relation);
  return Relation;
}

/// What one statement touches of one array.
struct Touched {
  unsigned Statement, Array;
  std::vector<TouchedElements> Reads, Writes;
};

/// The nest's accesses, as few as order iterations in the same way: of each statement and array what it reads before it
/// writes it, and then what it writes. Inlined functions read and write the same elements many times.
std::vector<TouchedElements> distinctAccesses(const LoopNest &Nest) {
  std::vector<Touched> All;
  for (unsigned I = 0; I < Nest.Accesses.size(); ++I) {
    const Access &A = Nest.Accesses[I];
    if (Nest.Arrays[A.ArrayIndex].CombinedBy) // in whatever order
      continue;
    auto Found = llvm::find_if(All, [&](const Touched &T) { return T.Statement == A.StatementIndex && T.Array == A.ArrayIndex; });
    Touched &Of = Found != All.end() ? *Found : All.emplace_back(Touched{A.StatementIndex, A.ArrayIndex, {}, {}});
    const bool HasLoops = Nest.Statements[A.StatementIndex].HasLoops;
    if (A.What == Access::Kind::Write)
      join(Of.Writes, I, A.Relation, HasLoops);
    else if (isl::map Before = without(A.Relation, Of.Writes); !Before.is_empty())
      join(Of.Reads, I, Before, HasLoops);
  }
  std::vector<TouchedElements> Result;
  for (const Touched &T : All)
    for (const std::vector<TouchedElements> *Each : {&T.Reads, &T.Writes})
      llvm::append_range(Result, *Each);
  return Result;
}

/// Some domain or access of the nest involves the parameter.
bool involves(const LoopNest &Nest, const isl::id &Parameter) {
  auto IsIn = [&](const isl::map &Map) {
    int At = isl_map_find_dim_by_id(Map.get(), isl_dim_param, Parameter.get());
    return At >= 0 && isl_map_involves_dims(Map.get(), isl_dim_param, unsigned(At), 1) != isl_bool_false;
  };
  return llvm::any_of(Nest.Accesses, [&](const Access &A) { return IsIn(A.Relation); }) ||
         llvm::any_of(Nest.Statements, [&](const Statement &S) { return IsIn(S.Domain.identity()); });
}

AccessMaps::AccessMaps(const IslContext &Ctx, const LoopNest &Nest, const isl::set &Context)
    : Reads(emptyMap(Ctx)), Writes(emptyMap(Ctx)), Schedule(emptyMap(Ctx)), Backwards(emptyMap(Ctx)), Rename(emptyMap(Ctx)) {
  // Extents are other parameters, and mostly equal to those that accesses involve.
  const isl::set Known = aboutParameters(Context, [&](const isl::id &P) { return involves(Nest, P); });
  std::vector<isl::set> Domains;
  for (const Statement &S : Nest.Statements)
    Domains.push_back(S.Domain.intersect_params(Known));
  unsigned Time = 0;
  for (const TouchedElements &Each : distinctAccesses(Nest)) {
    const Access &A = Nest.Accesses[Each.Number];
    const isl::set &Domain = Domains[A.StatementIndex];
    std::string Name = accessName(Each.Number);
    isl::union_map Relation(withDomainName(Each.Relation.intersect_domain(Domain), Name));
    (A.What == Access::Kind::Read ? Reads : Writes) =
        (A.What == Access::Kind::Read ? Reads : Writes).unite(Relation);
    isl::map Times = timestamps(Domain, Name, Time++);
    Schedule = Schedule.unite(isl::union_map(Times));
    Backwards = Backwards.unite(isl::union_map(isl::manage(isl_map_neg(Times.release()))));
    Rename = Rename.unite(isl::union_map(withDomainName(Domain.identity(), Name)));
  }
}

/// { access_j[c] -> access_k[c'] } of one kind of dependence, as constant
/// distances appended to Out; refuses when they are not constant.
class DistanceCollector {
public:
  DistanceCollector(const LoopNest &Nest, std::vector<Dependence> &Out) : Nest(Nest), Out(Out) {}

  llvm::Error collect(DependenceKind Kind, const isl::union_map &Relation) {
    llvm::Error Result = llvm::Error::success();
    Relation.foreach_map([&](isl::map Map) {
      if (!Result)
        Result = collectOne(Kind, Map);
    });
    return Result;
  }

private:
  llvm::Error collectOne(DependenceKind Kind, const isl::map &Map) {
    const Access &Source = Nest.Accesses[accessNumber(domainName(Map))];
    const Access &Sink = Nest.Accesses[accessNumber(domainName(Map.reverse()))];
    isl::map SameSpace = withDomainName(withDomainName(Map, "S").reverse(), "S").reverse();
    isl::set Deltas = SameSpace.deltas().project_out_all_params().coalesce();
    auto Points = enumerate(Deltas, MaxDistances);
    if (!Points)
      return refuseNonUniform(Source, Sink);
    for (std::vector<int64_t> &Distance : *Points)
      if (std::any_of(Distance.begin(), Distance.end(), [](int64_t C) { return C != 0; }))
        Out.push_back({Kind, Sink.ArrayIndex, std::move(Distance)});
    return llvm::Error::success();
  }

  llvm::Error refuseNonUniform(const Access &Source, const Access &Sink) {
    std::string Message = "the distance between '" + Source.Text + "' at " +
                          std::to_string(Source.Where.Line) + ":" +
                          std::to_string(Source.Where.Column) + " and '" + Sink.Text +
                          "' is not constant";
    return refuse({"non-uniform-dependence", Sink.Where, Sink.Text, Message, ""});
  }

  const LoopNest &Nest;
  std::vector<Dependence> &Out;
};

auto sortKey(const Dependence &D) { return std::tie(D.ArrayIndex, D.Kind, D.Distance); }

void sortAndDeduplicate(std::vector<Dependence> &Vectors) {
  llvm::sort(Vectors, [](const Dependence &A, const Dependence &B) {
    return sortKey(A) < sortKey(B);
  });
  Vectors.erase(std::unique(Vectors.begin(), Vectors.end(),
                            [](const Dependence &A, const Dependence &B) {
                              return sortKey(A) == sortKey(B);
                            }),
                Vectors.end());
}

/// { access_j[c] -> access_k[c'] }: reads since the last write before a write.
/// Backwards in time that is the last write before a read. isl finds that much faster than reads with writes between
/// them and their sink: for these it compares all reads with all writes for each sink.
isl::union_map antiOf(const AccessMaps &Maps) { return flow(Maps.Reads, Maps.Writes, Maps.Backwards).pairs().reverse(); }

/// { access_j[c] -> access_k[c'] }: consecutive writes.
isl::union_map outputOf(const AccessMaps &Maps) { return flow(Maps.Writes, Maps.Writes, Maps.Schedule).pairs(); }

/// { access_j[c] -> [access_k[c'] -> A[x]] } with both statements called S. By maps without
/// constraints: isl simplifies products of the accesses' domains and elements at length.
isl::map withStatementNames(const isl::map &Map) {
  isl_map *Result = isl_map_set_tuple_name(Map.copy(), isl_dim_in, "S");
  isl_space *Inside = isl_space_unwrap(isl_space_range(isl_map_get_space(Result)));
  isl_space *Statement = isl_space_domain(isl_space_copy(Inside));
  isl_map *Rename = isl_map_identity(isl_space_map_from_set(Statement));
  Rename = isl_map_set_tuple_name(Rename, isl_dim_out, "S");
  isl_map *Same = isl_map_identity(isl_space_map_from_set(isl_space_range(Inside)));
  return isl::manage(isl_map_apply_range(Result, isl_map_product(Rename, Same)));
}

/// Full = { access_j[c] -> [access_k[c'] -> A[x]] } with both statements renamed
/// to S, without c' = c: { S[c] -> [S[c'] -> A[x]] }.
isl::union_map betweenIterations(const isl::union_map &Full) {
  isl::union_map Renamed(Full.ctx(), "{ }");
  Full.foreach_map([&](isl::map Map) {
    Renamed = Renamed.unite(isl::union_map(withStatementNames(Map)));
  });
  isl::union_map Result(Full.ctx(), "{ }");
  Renamed.foreach_map([&](isl::map Map) {
    // c != c': compare the domain with the first factor of the wrapped range.
    isl_map *Pairs = isl_map_range_factor_domain(Map.copy());
    isl_set *Space = isl_set_universe(isl_space_domain(isl_map_get_space(Pairs)));
    isl_map *Same = isl_map_intersect(Pairs, isl_set_identity(Space));
    isl_map *Universe = isl_map_universe(isl_map_get_space(Map.get()));
    isl_map *Arrays = isl_map_range_factor_range(Universe);
    isl_map *SameFull = isl_map_range_product(Same, Arrays);
    Result = Result.unite(isl::union_map(Map.subtract(isl::manage(SameFull)).coalesce()));
  });
  return Result;
}

/// { S[j] -> S[j'] }, j' != j, of relations between accesses.
isl::map between(const LoopNest &Nest, const AccessMaps &Maps, const isl::union_map &Accesses) {
  isl_union_map *Points = Accesses.apply_domain(Maps.Rename).apply_range(Maps.Rename).release();
  isl_space *Tuple = Nest.domain().space().release();
  isl_space *Pairs = isl_space_map_from_set(Tuple);
  Pairs = isl_space_align_params(Pairs, isl_union_map_get_space(Points));
  isl::map Result = isl::manage(isl_union_map_extract_map(Points, isl_space_copy(Pairs)));
  isl_union_map_free(Points);
  return Result.subtract(isl::manage(isl_map_identity(Pairs))).coalesce();
}

/// { S[j] -> S[j'] }, j before j': all points that touch an element of which one writes it.
isl::map allPairs(const LoopNest &Nest, const isl::set &Context) {
  const isl::set Domain = Nest.domain().intersect_params(Context);
  const isl::map Earlier = isl::manage(isl_map_lex_lt(Domain.get_space().release()));
  isl::map Result = isl::map::empty(Earlier.space());
  auto IsNew = [&](size_t I) {
    return llvm::none_of(llvm::ArrayRef(Nest.Accesses).take_front(I), [&](const Access &Known) {
      return Known.What == Nest.Accesses[I].What && Known.ArrayIndex == Nest.Accesses[I].ArrayIndex &&
             isl_map_plain_is_equal(Known.Relation.get(), Nest.Accesses[I].Relation.get()) == isl_bool_true;
    });
  };
  std::vector<const Access *> Accesses;
  for (size_t I = 0; I < Nest.Accesses.size(); ++I)
    if (IsNew(I))
      Accesses.push_back(&Nest.Accesses[I]);
  for (const Access *First : Accesses)
    for (const Access *Second : Accesses) {
      bool IsOrdered = First->What == Access::Kind::Write || Second->What == Access::Kind::Write;
      if (!IsOrdered || First->ArrayIndex != Second->ArrayIndex)
        continue;
      isl::map Meet = First->Relation.apply_range(Second->Relation.reverse()).intersect(Earlier);
      Meet = Meet.intersect(Nest.mayBothRun(First->StatementIndex, Second->StatementIndex));
      Result = Result.unite(Meet.intersect_domain(Domain).intersect_range(Domain)).coalesce();
    }
  return Result;
}

/// Where a step is no constant it is not known which iteration writes an element last: their coordinates are among
/// those of the domain. Any two iterations that depend on each other are told; what flows is not.
void findOrderOfStrides(const IslContext &Ctx, const LoopNest &Nest, Dependences &Result) {
  Result.IsUniform = false;
  Result.Order = allPairs(Nest, Result.Context);
  Result.Flow = Result.LiveIn = Result.LastWrites = emptyMap(Ctx);
}

llvm::Expected<Dependences> analyse(const IslContext &Ctx, const LoopNest &Nest) {
  Dependences Result;
  Result.Context = Nest.assumedContext();
  if (Nest.hasStrides()) {
    findOrderOfStrides(Ctx, Nest, Result);
    return Result;
  }
  AccessMaps Maps(Ctx, Nest, Result.Context);
  const Flow Values = flow(Maps.Reads, Maps.Writes, Maps.Schedule);
  const std::pair<DependenceKind, isl::union_map> Kinds[] = {
      {DependenceKind::Flow, Values.pairs()},
      {DependenceKind::Anti, antiOf(Maps)},
      {DependenceKind::Output, outputOf(Maps)}};
  Result.IsUniform = Nest.isPerfect() && Nest.depth() > 1;
  DistanceCollector Distances(Nest, Result.Vectors);
  for (const auto &[Kind, Relation] : Kinds) {
    llvm::Error E = Result.IsUniform ? Distances.collect(Kind, Relation) : llvm::Error::success();
    llvm::handleAllErrors(std::move(E), [&](const RefusalError &Why) {
      Result.IsUniform = false;
      Result.NonUniform = Why.refusal();
    });
  }
  sortAndDeduplicate(Result.Vectors);
  if (!Result.IsUniform) {
    Result.Vectors.clear();
    isl::union_map All = emptyMap(Ctx);
    for (const auto &[Kind, Relation] : Kinds)
      All = All.unite(Relation);
    Result.Order = between(Nest, Maps, All);
  }

  Result.Flow = betweenIterations(Values.Full);
  Result.LiveIn = Values.NoSource.apply_domain(Maps.Rename).coalesce();
  isl::union_map WrittenBy = Maps.Writes.apply_domain(Maps.Rename).reverse();
  Result.LastWrites = WrittenBy.lexmax().reverse().coalesce();
  return Result;
}

const char *kindName(DependenceKind Kind) {
  return Kind == DependenceKind::Flow ? "flow" : Kind == DependenceKind::Anti ? "anti" : "output";
}

} // namespace

llvm::Expected<Dependences> tilepipe::analyseDependences(const IslContext &Ctx,
                                                         const LoopNest &Nest) {
  QuotaGuard Quota(Ctx, StageQuota);
  auto Result = guarded<Dependences>(Ctx, [&] { return analyse(Ctx, Nest); });
  if (!Result)
    return refuseUnlessRefused(Result.takeError(), Nest.Where, "the dependences of the nest");
  return Result;
}

/// Number of loops around all statements that access array I.
static unsigned loopsAroundAll(const LoopNest &Nest, unsigned I) {
  const std::vector<unsigned> *Common = nullptr;
  size_t Depth = 0;
  for (const Access &A : Nest.Accesses) {
    if (A.ArrayIndex != I)
      continue;
    const std::vector<unsigned> &Loops = Nest.Statements[A.StatementIndex].Loops;
    if (!Common)
      Depth = Loops.size();
    Common = Common ? Common : &Loops;
    Depth = std::min(Depth, size_t(std::mismatch(Common->begin(), Common->end(), Loops.begin(), Loops.end()).first - Common->begin()));
  }
  return Depth;
}

/// Map = { S[j] -> [S[j'] -> A[x]] } leads to another iteration of the Depth outermost loops of Nest.
static bool leavesIteration(const LoopNest &Nest, const isl::map &Map, unsigned Depth) {
  isl_map *Pairs = isl_map_range_factor_domain(Map.copy());
  isl_map *Same = isl_map_universe(isl_map_get_space(Pairs));
  for (unsigned D = 0; D < Depth; ++D) {
    const int At = Nest.isPerfect() ? D : 2 * D + 1;
    Same = isl_map_equate(Same, isl_dim_in, At, isl_dim_out, At);
  }
  return !isl::manage(isl_map_subtract(Pairs, Same)).is_empty();
}

std::vector<std::vector<std::string>> tilepipe::scratchArrays(const LoopNest &Nest, const Dependences &Deps) {
  std::map<unsigned, std::vector<std::string>, std::greater<unsigned>> ByDepth;
  if (Nest.hasStrides()) // what flows is not known
    return {};
  for (unsigned I = 0; I < Nest.Arrays.size(); ++I) {
    const Array &A = Nest.Arrays[I];
    bool IsScratch = A.Kind == Array::Storage::Object && A.IsWritten && !A.CombinedBy;
    Deps.LiveIn.foreach_map([&](isl::map Map) { IsScratch &= domainName(Map.reverse()) != A.Name || Map.is_empty(); });
    unsigned Depth = loopsAroundAll(Nest, I);
    Deps.Flow.foreach_map([&](isl::map Map) {
      isl::map Elements = isl::manage(isl_map_range_factor_range(Map.copy()));
      IsScratch = IsScratch && (domainName(Elements.reverse()) != A.Name || !leavesIteration(Nest, Map, Depth));
    });
    if (IsScratch)
      ByDepth[Depth].push_back(A.Name);
  }
  std::vector<std::vector<std::string>> Result;
  for (const auto &[Depth, Names] : ByDepth) {
    Result.push_back(Result.empty() ? std::vector<std::string>() : Result.back());
    llvm::append_range(Result.back(), Names);
  }
  return Result;
}

void Dependences::print(llvm::raw_ostream &OS) const {
  for (const Dependence &D : Vectors) {
    OS << "  " << kindName(D.Kind) << " array " << D.ArrayIndex << " (";
    for (unsigned I = 0; I < D.Distance.size(); ++I)
      OS << (I ? "," : "") << D.Distance[I];
    OS << ")\n";
  }
  if (Order)
    OS << "  order " << toString(*Order) << '\n';
  OS << "  live-in " << toString(LiveIn) << "\n  last writes " << toString(LastWrites) << '\n';
}

void Dependences::verify(const LoopNest &Nest) const {
  for (const Dependence &D : Vectors) {
    assert(D.Distance.size() == Nest.depth() && "one component per loop");
    auto First = std::find_if(D.Distance.begin(), D.Distance.end(), [](int64_t C) { return C; });
    assert(First != D.Distance.end() && *First > 0 && "dependences go forward in time");
    (void)First;
  }
}
