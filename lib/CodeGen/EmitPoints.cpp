// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Attempt.h"
#include "ConvexScan.h"
#include "Emitters.h"
#include "StatementLoops.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/map.h>
#include <isl/set.h>

#include <set>

using namespace tilepipe;

/// Operations of isl for counting the iterations of inner loops.
static constexpr unsigned long WorkQuota = 200000;

/// True when each place in the bounding box of Set is a point.
static bool isBox(const isl::set &Set, const isl::set &Context) {
  isl::set Hull = isl::set::universe(Set.get_space());
  for (unsigned D = 0; D < dims(Set); ++D) {
    isl::set Others = projectOut(projectOut(Set, D + 1, dims(Set) - D - 1), 0, D).coalesce();
    // One convex set of integers in one dimension.
    bool IsInterval = isl_set_n_basic_set(Others.get()) == 1;
    Others.foreach_basic_set([&](isl::basic_set Part) {
      IsInterval &= isl_basic_set_dim(Part.get(), isl_dim_div) == 0;
    });
    if (!IsInterval)
      return false;
    isl_set *Column = isl_set_insert_dims(Others.copy(), isl_dim_set, 0, D);
    Column = isl_set_add_dims(Column, isl_dim_set, dims(Set) - D - 1);
    Column = isl_set_set_tuple_name(Column, tupleName(Set).c_str());
    Hull = Hull.intersect(isl::manage(Column));
  }
  return Hull.intersect_params(Context).is_subset(Set);
}

/// Loops over all but the innermost dimension, whose iterations are counted at once where they can.
static void countPiece(CodeBuffer &Out, const LoopChain &Loops) {
  const LoopChain::Loop &Last = Loops.Loops.back();
  bool IsCounted = Loops.LeafGuard.empty();
  printLoops(Out, Loops, Loops.Loops.size() - IsCounted, LastBound::InHead, LeafKind::Statement, [&] {
    std::string Count = Last.Last + " - (" + Last.First + ")";
    if (Last.Step != 1)
      Count = "tp_floord(" + Count + ", " + std::to_string(Last.Step) + ")";
    Out.line(!IsCounted || Last.IsSingle ? "tp_count++;" : "tp_count += tp_max(" + Count + " + 1, 0);");
  });
}

/// The points of statement K in the box, by the coordinates of the loops around it.
static isl::set pointsOf(const RegionContext &R, unsigned K) {
  return R.IsTree ? R.Nest.coordinatesOf(K).intersect_domain(R.Pipe.BoxDomain).range().coalesce() : R.Pipe.BoxDomain;
}

static std::vector<std::string> coordinateNames(const RegionContext &R, unsigned K) {
  std::vector<std::string> Names;
  for (unsigned L : R.Nest.Statements[K].Loops)
    Names.push_back("tp_c" + std::to_string(R.Nest.coordinateOf(L)));
  return Names;
}

/// Loops add to tp_count, which Result says the value of.
static std::string counting(const char *Type, const CodeBuffer &Loops, const std::set<std::string> &Counters,
                            const std::string &Result) {
  CodeBuffer Out(1);
  Out.line(Type + std::string(" tp_count = 0;"));
  for (const std::string &Name : Counters)
    if (mentions(Loops.str(), Name))
      Out.line("tp_int " + Name + ";");
  Out.raw(Loops.str());
  Out.line("return " + Result + ";");
  return Out.str();
}

std::string tilepipe::emitPoints(const RegionContext &R) {
  if (R.Nest.hasStrides()) // not all coordinates are points: the work is counted alone
    return "";
  if (R.HasUnitRows && isBox(R.Nest.domain(), R.Nest.Context))
    return "";
  std::set<std::string> Counters;
  CodeBuffer Loops(1);
  for (unsigned K = 0; K < R.Nest.Statements.size(); ++K) {
    const std::vector<std::string> Names = coordinateNames(R, K);
    Counters.insert(Names.begin(), Names.end());
    for (const isl::basic_set &Piece : disjointPieces(pointsOf(R, K)))
      if (auto Scan = convexLoops(Piece, R.BoxContext, Names, supportIdentifier))
        countPiece(Loops, *Scan);
  }
  return R.function("Number of iterations in the box.",
                  "tp_int " + R.Prefix + "_points(const tp_box *tp_b, const void *tp_v)",
                  counting("tp_int", Loops, Counters, "tp_count"));
}

/// Points, and the iterations of Inside at each of them: { [c, x] }.
static isl::set inside(const isl::set &Points, const isl::set &Inside) {
  isl_set *Result = isl_set_add_dims(Points.copy(), isl_dim_set, dims(Inside) - dims(Points));
  Result = isl_set_intersect(isl_set_reset_tuple_id(Result), isl_set_reset_tuple_id(Inside.copy()));
  return isl::manage(Result).coalesce();
}

/// Adds the iterations of Scan to tp_count. Innermost loops whose bounds name no iterator of each other are a product.
static void countProduct(CodeBuffer &Out, const LoopChain &Scan) {
  unsigned First = Scan.Loops.size();
  auto IsPlain = [&](unsigned D) {
    const LoopChain::Loop &L = Scan.Loops[D];
    return L.Step == 1 && L.StepText.empty() && (D + 1 == Scan.Loops.size() || Scan.Loops[D + 1].Guard.empty()) &&
           llvm::none_of(llvm::drop_begin(Scan.Loops, D + 1), [&](const LoopChain::Loop &Inner) {
             return !L.Iterator.empty() && (mentions(Inner.First, L.Iterator) || mentions(Inner.Last, L.Iterator));
           });
  };
  while (Scan.LeafGuard.empty() && First > 0 && IsPlain(First - 1))
    --First;
  std::string Product;
  for (const LoopChain::Loop &L : llvm::drop_begin(Scan.Loops, First))
    if (!L.IsSingle)
      Product += (Product.empty() ? "(double)" : " * ") + ("tp_max(" + L.Last + " - (" + L.First + ") + 1, 0)");
  printLoops(Out, Scan, First, LastBound::InHead, LeafKind::Statement, [&] {
    Out.line(Product.empty() ? "tp_count++;" : "tp_count += " + Product + ";");
  });
}

/// Chain begins with the loops around statement K. Those with a stride run their iterations, not all coordinates.
static void useStrides(const RegionContext &R, unsigned K, LoopChain &Chain) {
  const std::vector<unsigned> &Loops = R.Nest.Statements[K].Loops;
  for (unsigned D = 0; D < Loops.size(); ++D)
    if (std::optional<StrideText> Stride = strideText(R.Nest.Loops[Loops[D]], R.BoxContext, supportIdentifier);
        Stride && !Chain.Loops[D].IsSingle) {
      Chain.Loops[D].First = Stride->firstFrom(Chain.Loops[D].First);
      Chain.Loops[D].StepText = Stride->Step;
    }
}

std::string tilepipe::emitWork(const RegionContext &R) {
  std::set<std::string> Counters;
  CodeBuffer Loops(1);
  unsigned Deepest = 0, Inner = 0;
  auto Count = [&] {
    for (unsigned K = 0; K < R.Nest.Statements.size(); ++K) {
      const Statement &S = R.Nest.Statements[K];
      Deepest += S.Loops.size() == R.Nest.depth();
      std::vector<isl::set> Counted = S.Inside;
      if (Counted.empty() && R.Nest.hasStrides())
        Counted.push_back(pointsOf(R, K));
      for (const isl::set &Inside : Counted) {
        std::vector<std::string> Names = coordinateNames(R, K);
        for (unsigned D = Names.size(); D < dims(Inside); ++D)
          Names.push_back("tp_i" + std::to_string(D));
        Counters.insert(Names.begin(), Names.end());
        ++Inner;
        for (const isl::basic_set &Piece : disjointPieces(inside(pointsOf(R, K), convex(Inside))))
          if (auto Scan = convexLoops(Piece, R.BoxContext, Names, supportIdentifier)) {
            useStrides(R, K, *Scan);
            countProduct(Loops, *Scan);
          }
      }
    }
    return true;
  };
  // Not worth much: without it the planner guesses.
  if (!attempt(R.Pipe.BoxDomain.ctx(), WorkQuota, Count) || Loops.str().empty())
    return "";
  std::string Mean = "tp_count";
  if (Deepest != Inner)
    Mean += (Deepest == 1 ? "" : " * " + std::to_string(Deepest)) + (Inner == 1 ? "" : " / " + std::to_string(Inner));
  return R.function("Iterations of the loops inside statements: as often are the operations counted.",
                  "double " + R.Prefix + "_work(const tp_box *tp_b, const void *tp_v)", counting("double", Loops, Counters, Mean));
}
