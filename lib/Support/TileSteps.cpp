// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Support/TileSteps.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>

using namespace tilepipe;

unsigned tilepipe::assignSteps(std::vector<MappedTile> &Tiles, unsigned Along, const std::vector<bool> &Carries, bool Overlaps) {
  std::map<std::vector<int64_t>, unsigned> TileAt;
  std::map<unsigned, std::vector<unsigned>> Queues; // by CPU, in the order that it runs them
  for (unsigned T = 0; T < Tiles.size(); ++T) {
    TileAt[Tiles[T].At] = T;
    Queues[Tiles[T].Cpu].push_back(T);
  }
  for (auto &[Cpu, Queue] : Queues)
    llvm::sort(Queue, [&](unsigned A, unsigned B) {
      return std::pair(Tiles[A].At[Along], Tiles[A].At) < std::pair(Tiles[B].At[Along], Tiles[B].At);
    });
  std::vector<bool> IsDone(Tiles.size());
  // The step that it may have; nothing: a lower neighbour has none yet.
  auto StepOf = [&](const MappedTile &Tile, unsigned Earliest) -> std::optional<unsigned> {
    for (unsigned D = 0; D < Tile.At.size(); ++D) {
      std::vector<int64_t> Lower = Tile.At;
      --Lower[D];
      auto Found = TileAt.find(Lower);
      if (!Carries[D] || Found == TileAt.end())
        continue;
      if (!IsDone[Found->second])
        return std::nullopt;
      const MappedTile &Before = Tiles[Found->second];
      Earliest = std::max(Earliest, Before.Step + (Before.Cpu != Tile.Cpu && Overlaps ? 2 : 1));
    }
    return Earliest;
  };
  std::map<unsigned, size_t> Next;
  unsigned Steps = 0;
  for (bool Progresses = true; Progresses;) {
    Progresses = false;
    for (const auto &[Cpu, Queue] : Queues) {
      size_t &At = Next[Cpu];
      if (At == Queue.size())
        continue;
      MappedTile &Tile = Tiles[Queue[At]];
      std::optional<unsigned> Step = StepOf(Tile, At ? Tiles[Queue[At - 1]].Step + 1 : 0);
      if (!Step)
        continue;
      Tile.Step = *Step;
      Steps = std::max(Steps, *Step + 1);
      IsDone[Queue[At++]] = Progresses = true;
    }
  }
  assert(llvm::all_of(IsDone, [](bool Is) { return Is; }) && "lower neighbours come first along the mapped row");
  return Steps;
}
