// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/Verify.md says why the obligations together imply that the region computes what
// its nest does.
#include "Goal.h"

#include "llvm/Support/raw_ostream.h"

#include <isl/set.h>

#include <ctime>

using namespace tilepipe;
using namespace tilepipe::verify;

namespace {

struct Step {
  unsigned Number;
  const char *Name;
  void (*Show)(const Question &, Goal &);
};

constexpr Step Steps[] = {
    {0, "the nest is what it seems wherever the region runs", premises},
    {1, "every dependence goes forward", goesForward},
    {2, "no dependence passes over a tile", staysInReach},
    {3, "every iteration runs exactly once", runsOnce},
    {4, "every value read is there", hasWhatItReads},
    {5, "no face carries an older value over a newer one", carriesNothingOld},
    {6, "every wait ends", waitsEnd},
    {7, "every element written is owned once", ownsOnce},
};

double cpuSeconds() {
  timespec Now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now);
  return double(Now.tv_sec) + 1e-9 * double(Now.tv_nsec);
}

/// Runs Show under a quota of its own; whatever goes wrong is a proof that failed.
void attempt(const IslContext &Ctx, unsigned long MaxOperations, Obligation &Result,
             llvm::function_ref<void()> Show) {
  double Start = cpuSeconds();
  {
    QuotaGuard Quota(Ctx, MaxOperations);
    auto Outcome = guarded<bool>(Ctx, [&] {
      try {
        Show();
        Result.IsProved = true;
      } catch (const NotProved &E) {
        Result.CounterExample = E.Why;
      }
      return true;
    });
    if (!Outcome) {
      Result.IsProved = false;
      Result.CounterExample = llvm::toString(Outcome.takeError());
    }
  }
  Result.Seconds = cpuSeconds() - Start;
}

/// Many parts make every computation slow; more parameters only mean more to prove.
isl::set simplified(const isl::set &Set) {
  constexpr int MostParts = 4;
  isl::set Result = Set.coalesce();
  return isl_set_n_basic_set(Result.get()) > MostParts ? convex(Result) : Result;
}

/// What the questions are about, where a nest is embedded in a space of more dimensions.
struct Embedded {
  LoopNest Nest;
  EmittedRegion Region;
};

/// Throws NotProved where Places would lose or repeat a point.
Embedded withPlaces(const LoopNest &Nest, const EmittedRegion &Region, const isl::map &Places) {
  if (!Nest.domain().is_subset(Places.domain()) || !Places.is_single_valued())
    throw NotProved{"every point has one place: not so"};
  Embedded Result{tilepipe::embedded(Nest, Places), Region};
  isl::map Extend = extension(Places);
  const isl::set Runs = Nest.Context.intersect(Region.Runs);
  for (EmittedScan &Scan : Result.Region.Scans) {
    // A point that is no one of the nest stays one, for the first question to find.
    if (!conjunctionParams(Scan.Points, Runs).is_subset(Places.domain()))
      throw NotProved{Scan.Function + " runs points of the nest only: not so"};
    Scan.Points = Scan.Points.apply(Extend);
    Scan.Order = Scan.Order.apply_domain(Extend);
  }
  if (Region.Counted)
    Result.Region.Counted = Region.Counted->apply(Extend);
  return Result;
}

Question questionOf(const LoopNest &Nest, const EmittedRegion &Region, llvm::ArrayRef<Row> Rows) {
  isl::set Runs = Nest.Context.intersect(Region.Runs), Some = Nest.domain().params();
  isl::set Symbols = Runs.intersect(Some);
  isl::set Parameters = simplified(Symbols);
  isl::set Boxes = Parameters;
  for (unsigned D = 0; D < Rows.size(); ++D)
    Boxes = Boxes.intersect(isl::set(Nest.Context.ctx(), "[" + lo(D) + "," + hi(D) + "] -> { : " +
                                                             lo(D) + " < " + hi(D) + " }"));
  return {Nest, Region, Rows, Runs, Symbols, Runs.subtract(Some), Parameters, Boxes,
          Memory::of(Nest, Parameters, Region.IsThreadsOnly)};
}

std::string givenUp(const std::string &Name) {
  return "given up: the order of the operations in '" + Name + "', which shows in its last bits\n";
}

std::string factsOf(const Question &Q) {
  std::string Text = "domain " + toString(Q.Order.Domain) + "\n";
  for (const Reduction &R : Q.Nest.Reductions)
    if (R.IsReassociated)
      Text += givenUp(R.Name);
  for (const Array &A : Q.Nest.Arrays)
    if (A.IsReassociated)
      Text += givenUp(A.Name);
  auto Add = [&](const char *What, const std::vector<Relation> &Relations) {
    for (const Relation &R : Relations)
      Text += std::string(What) + R.Name + " " + toString(R.Tuples) + "\n";
  };
  Add("order: ", Q.Order.Order);
  Add("", Q.Order.Flow);
  Add("", Q.Order.LiveIn);
  Add("", Q.Order.LastWrites);
  return Text;
}

} // namespace

Proof tilepipe::prove(const IslContext &Ctx, const LoopNest &Nest, const EmittedRegion &Region,
                      llvm::ArrayRef<Row> Rows, unsigned long MaxOperations,
                      const std::optional<isl::map> &Places) {
  Proof Result;
  Result.Name = Nest.Name;
  Result.Rows.assign(Rows.begin(), Rows.end());
  std::optional<Embedded> Whole;
  std::optional<Question> Q;
  for (const Step &S : Steps) {
    Obligation O;
    O.Number = S.Number;
    O.Name = S.Name;
    attempt(Ctx, MaxOperations, O, [&] {
      if (!Q && Places)
        Whole.emplace(withPlaces(Nest, Region, *Places));
      if (!Q)
        Q.emplace(questionOf(Whole ? Whole->Nest : Nest, Whole ? Whole->Region : Region, Rows));
      Goal G(O);
      S.Show(*Q, G);
    });
    Result.Obligations.push_back(std::move(O));
    if (!Q)
      break; // without dependences there is nothing to ask
  }
  if (Q)
    Result.Facts = factsOf(*Q);
  return Result;
}

void Proof::print(llvm::raw_ostream &OS) const {
  OS << "region " << Name << (isProved() ? ": proved\n" : ": not proved\n") << "rows";
  for (const Row &R : Rows) {
    OS << " (";
    for (unsigned D = 0; D < R.size(); ++D)
      OS << (D ? "," : "") << R[D];
    OS << ")";
  }
  OS << "\n" << Facts;
  for (const Obligation &O : Obligations) {
    OS << O.Number << " " << O.Name << (O.IsProved ? ": proved\n" : ": not proved\n");
    for (const std::string &Step : O.Evidence)
      OS << "    " << Step << "\n";
    if (!O.IsProved)
      OS << "  * " << O.CounterExample << "\n";
  }
}
