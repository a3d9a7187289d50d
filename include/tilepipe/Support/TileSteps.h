// TileSteps.h - in which step of the papers' schedules each tile runs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_SUPPORT_TILESTEPS_H
#define TILEPIPE_SUPPORT_TILESTEPS_H

#include <cstdint>
#include <vector>

namespace tilepipe {

/// A tile by its coordinates, and the CPU that runs it. Step: the answer, from 0.
struct MappedTile {
  std::vector<int64_t> At;
  unsigned Cpu = 0;
  unsigned Step = 0;
};

/// The earliest steps (P1). Each CPU runs its tiles one after the other, first those of one place along row Along. A tile waits
/// for its lower neighbours along the rows that carry dependences. Where the schedule overlaps, a message between two CPUs takes
/// a step of its own. Tiles have different coordinates. Returns the number of steps.
unsigned assignSteps(std::vector<MappedTile> &Tiles, unsigned Along, const std::vector<bool> &Carries, bool Overlaps);

} // namespace tilepipe

#endif // TILEPIPE_SUPPORT_TILESTEPS_H
