// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NumberMemory.h"

#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <gmp.h>

namespace {

constexpr size_t WordSize = 8;
constexpr size_t LongestKept = 8; // words; longer numbers are rare
constexpr size_t ChunkSize = 1 << 16;

/// A free block holds the address of the next free one of its length.
union Block {
  Block *Next;
  char Word[WordSize];
};

/// Per thread: blocks that another thread frees stay with that one.
thread_local Block *FreeBlocks[LongestKept + 1];
thread_local char *Chunk, *ChunkEnd;

size_t words(size_t Size) { return std::max<size_t>((Size + WordSize - 1) / WordSize, 1); }

void *allocated(void *Memory) {
  if (!Memory)
    llvm::report_bad_alloc_error("no memory for a number");
  return Memory;
}

void *carve(size_t Size) {
  if (static_cast<size_t>(ChunkEnd - Chunk) < Size) {
    Chunk = static_cast<char *>(allocated(malloc(ChunkSize)));
    ChunkEnd = Chunk + ChunkSize;
  }
  char *Result = Chunk;
  Chunk += Size;
  return Result;
}

void *allocate(size_t Size) {
  const size_t Words = words(Size);
  if (Words > LongestKept)
    return allocated(malloc(Size));
  Block *First = FreeBlocks[Words];
  if (!First)
    return carve(Words * WordSize);
  FreeBlocks[Words] = First->Next;
  return First;
}

void release(void *Memory, size_t Size) {
  const size_t Words = words(Size);
  if (Words > LongestKept)
    return free(Memory);
  Block *First = static_cast<Block *>(Memory);
  First->Next = FreeBlocks[Words];
  FreeBlocks[Words] = First;
}

void *reallocate(void *Memory, size_t OldSize, size_t NewSize) {
  if (words(OldSize) > LongestKept && words(NewSize) > LongestKept)
    return allocated(realloc(Memory, NewSize));
  if (words(OldSize) == words(NewSize))
    return Memory;
  void *Result = allocate(NewSize);
  memcpy(Result, Memory, std::min(OldSize, NewSize));
  release(Memory, OldSize);
  return Result;
}

} // namespace

void tilepipe::useNumberMemory() {
  static const bool IsUsed = (mp_set_memory_functions(allocate, reallocate, release), true);
  (void)IsUsed;
}
