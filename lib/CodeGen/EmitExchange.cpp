// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ConvexScan.h"
#include "Emitters.h"

#include "llvm/ADT/STLExtras.h"

using namespace tilepipe;

namespace {
/// Elements that a function enumerates on a condition; empty: always.
struct Share {
  std::string Condition;
  isl::union_set Elements;
  bool IsUnfolded; ///< of arrays with an Unfolding
};
} // namespace

/// Coordinates that the bounds of other loops do not name need no variable: what they are, by dimension; the others
/// are their iterators.
static std::vector<std::string> inlinedSingles(LoopChain &Loops) {
  std::vector<std::string> At;
  for (const LoopChain::Loop &L : Loops.Loops) {
    bool IsNamed = mentions(Loops.LeafGuard, L.Iterator) || llvm::any_of(Loops.Loops, [&](const LoopChain::Loop &O) {
      return mentions(O.Guard + " " + O.First + " " + O.Last, L.Iterator);
    });
    At.push_back(L.IsSingle && !IsNamed ? L.First : L.Iterator);
  }
  return At;
}

/// The run of elements that begins with subscripts At, to subscript Last of the last dimension; empty: one element.
static void runLine(const RegionContext &R, CodeBuffer &Out, unsigned ArrayIndex, std::vector<std::string> At,
                    const std::string &Last, const std::optional<Unfolding> &Unfolded) {
  const Array &A = R.Nest.Arrays[ArrayIndex];
  if (Unfolded)
    At[Unfolded->Dim] = "(" + At[Unfolded->Dim] + ") % " + std::to_string(Unfolded->Size);
  std::string Size = std::to_string(A.ElementSize);
  std::string Count = Last.empty() ? Size : "(" + Last + " - (" + At.back() + ") + 1) * " + Size;
  std::string Base = "tp_a->tp_base_" + A.base();
  // Compilers take a pointer of any type for what `void *` may stand for, and no other.
  for (unsigned Level = 0; Level < A.Rows; ++Level)
    Base = "((void *const *)" + Base + ")[" + At[Level] + "]";
  Out.line("tp_run(tp_s, " + std::to_string(ArrayIndex) + ", (char *)" + Base + " + " +
           R.byteOffset(A, At) + ", " + Count + ");");
}

/// All runs of one convex set of elements of array ArrayIndex.
static void runsOfPiece(const RegionContext &R, CodeBuffer &Out, unsigned ArrayIndex, LoopChain Loops,
                        const Share &Of) {
  std::string &Guard = Loops.Loops.front().Guard;
  if (!Of.Condition.empty())
    Guard = Of.Condition + (Guard.empty() ? "" : " && " + Guard);
  const LoopChain::Loop Last = Loops.Loops.back();
  std::vector<std::string> At = inlinedSingles(Loops);
  // Runs need neighbours: elements one by one where there are gaps.
  bool HasGaps = Last.Step != 1 || !Loops.LeafGuard.empty() || !R.Nest.Arrays[ArrayIndex].isContiguous();
  if (!HasGaps) {
    At.back() = Last.First;
    Loops.Loops.back().IsSingle = true;
    Loops.Loops.back().Iterator.clear();
  }
  for (unsigned D = 0; D < At.size(); ++D)
    if (At[D] != Loops.Loops[D].Iterator)
      Loops.Loops[D].Iterator.clear();
  printLoops(Out, Loops, Loops.Loops.size(), LastBound::InHead, LeafKind::Statement, [&] {
    runLine(R, Out, ArrayIndex, At, HasGaps || Last.IsSingle ? "" : Last.Last,
            Of.IsUnfolded ? R.Pipe.Unfolded[ArrayIndex] : std::nullopt);
  });
}

static std::string runsFunction(const RegionContext &R, const std::string &Name, const std::string &Parameters,
                                const std::string &Comment, const std::vector<Share> &Shares) {
  CodeBuffer Out(1);
  std::vector<std::string> Iterators;
  for (const Array &A : R.Nest.Arrays)
    for (unsigned D = Iterators.size(); D < A.Extents.size(); ++D)
      Iterators.push_back("tp_x" + std::to_string(D));
  // Arrays in the nest's order, so that both sides of a message agree on it.
  for (const Share &S : Shares)
    for (unsigned I = 0; I < R.Nest.Arrays.size(); ++I)
      S.Elements.foreach_set([&](isl::set Set) {
        if (tupleName(Set) != R.Nest.Arrays[I].Name)
          return;
        std::vector<std::string> Names(Iterators.begin(), Iterators.begin() + dims(Set));
        for (const isl::basic_set &Piece : disjointPieces(Set))
          if (std::optional<LoopChain> Loops = convexLoops(Piece, R.BoxContext, Names, supportIdentifier))
            runsOfPiece(R, Out, I, *Loops, S);
      });
  std::string Declared;
  for (const std::string &Iterator : Iterators)
    if (mentions(Out.str(), Iterator))
      Declared += (Declared.empty() ? "  tp_int " : ", ") + Iterator;
  if (!Declared.empty())
    Declared += ";\n";
  return R.function(Comment,
                    "void " + R.Prefix + "_" + Name + "(" + Parameters + "const void *tp_v, tp_stream *tp_s)",
                    Declared + Out.str());
}

static std::string faces(const RegionContext &R) {
  std::vector<Share> Shares;
  for (const Face &F : R.Pipe.Faces)
    Shares.push_back({"tp_crosses == " + std::to_string(F.Crosses), F.Elements, true});
  if (Shares.empty())
    return "";
  return runsFunction(R, "face", "int tp_crosses, const tp_box *tp_b, const tp_int *tp_end, ",
                      "Elements that flow from the box to the CPU beyond it along the dimensions in tp_crosses.",
                      Shares);
}

std::string tilepipe::emitFaceOrOwned(const RegionContext &R, unsigned D) {
  auto Across = llvm::find_if(R.Pipe.Faces, [&](const Face &F) { return F.Crosses == 1u << D; });
  if (Across == R.Pipe.Faces.end())
    return "";
  return runsFunction(R, "runs", "int tp_is_face, const tp_box *tp_b, const tp_int *tp_end, ",
                      "Elements that flow from the box to the next rank, or whose last write lies in it.",
                      {{"tp_is_face", Across->Elements, true}, {"!tp_is_face", R.Pipe.Owned, true}});
}

std::string tilepipe::emitExchange(const RegionContext &R) {
  return faces(R) +
         runsFunction(R, "livein", "const tp_box *tp_b, ", "Elements that the box reads before the nest writes them.",
                      {{"", R.Pipe.LiveIn, false}}) +
         runsFunction(R, "owned", "const tp_box *tp_b, ", "Elements whose last write lies in the box.",
                      {{"", R.Pipe.Owned, true}});
}
