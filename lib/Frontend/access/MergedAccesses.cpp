// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A called function of some hundred statements on blocks of constant extent, such as the inverse of a 5 x 5
// matrix, accesses each element of its blocks dozens of times in one iteration. Dependence analysis compares
// all accesses with each other.
//
// Accesses with one relation touch the same element in each iteration. Where no other access of the iteration
// touches that element:
//   - a read behind a write sees that write, and an anti dependence of it has the distance of an output
//     dependence of the last write;
//   - a write in front of the last one is seen by reads of its own iteration only, and dependences on it have
//     the distances of those on the last one.
// So flow between iterations, distances, live-in and last writes stay what they are.
#include "access/MergedAccesses.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/map.h>

using namespace tilepipe;

namespace {

/// The nests that people read about in dumps keep every access.
constexpr size_t FewAccesses = 100;

/// Accesses to one array with one relation, in the order of the body.
struct Group {
  std::vector<size_t> Members;
  bool IsAlone = true; ///< no other access touches its element in the same iteration, and none is conditional
};

} // namespace

static std::vector<Group> groupsOf(const LoopNest &Nest) {
  std::vector<Group> Groups;
  std::vector<std::vector<size_t>> OfArray(Nest.Arrays.size());
  for (size_t I = 0; I < Nest.Accesses.size(); ++I) {
    const Access &A = Nest.Accesses[I];
    std::vector<size_t> &Known = OfArray[A.ArrayIndex];
    auto Same = llvm::find_if(Known, [&](size_t G) {
      const Access &First = Nest.Accesses[Groups[G].Members.front()];
      return isl_map_plain_is_equal(First.Relation.get(), A.Relation.get()) == isl_bool_true;
    });
    if (Same == Known.end()) {
      Known.push_back(Groups.size());
      Groups.emplace_back();
      Same = std::prev(Known.end());
    }
    Group &G = Groups[*Same];
    G.Members.push_back(I);
    G.IsAlone = G.IsAlone && !A.IsConditional && A.Between == 0;
  }
  for (const std::vector<size_t> &Known : OfArray)
    for (size_t I = 0; I < Known.size(); ++I)
      for (size_t J = 0; J < I; ++J) {
        Group &A = Groups[Known[I]], &B = Groups[Known[J]];
        const isl::map &Left = Nest.Accesses[A.Members.front()].Relation;
        const isl::map &Right = Nest.Accesses[B.Members.front()].Relation;
        if ((A.IsAlone || B.IsAlone) && isl_map_is_disjoint(Left.get(), Right.get()) != isl_bool_true)
          A.IsAlone = B.IsAlone = false;
      }
  return Groups;
}

void tilepipe::mergeAccesses(LoopNest &Nest) {
  if (Nest.Accesses.size() <= FewAccesses)
    return;
  std::vector<bool> Stays(Nest.Accesses.size(), true);
  for (const Group &G : groupsOf(Nest)) {
    if (!G.IsAlone)
      continue;
    auto IsWrite = [&](size_t I) { return Nest.Accesses[I].What == Access::Kind::Write; };
    auto Last = llvm::find_if(llvm::reverse(G.Members), IsWrite);
    for (size_t I : G.Members)
      Stays[I] = false;
    Stays[G.Members.front()] = !IsWrite(G.Members.front());
    if (Last != G.Members.rend())
      Stays[*Last] = true;
  }
  std::vector<Access> Merged;
  for (size_t I = 0; I < Stays.size(); ++I)
    if (Stays[I])
      Merged.push_back(std::move(Nest.Accesses[I]));
  Nest.Accesses = std::move(Merged);
}
