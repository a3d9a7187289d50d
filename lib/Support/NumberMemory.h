// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_SUPPORT_NUMBERMEMORY_H
#define TILEPIPE_LIB_SUPPORT_NUMBERMEMORY_H

namespace tilepipe {

/// Gives GMP an allocator for short numbers: isl allocates and frees one word for nearly every coefficient.
/// To be called before the first number exists. Later calls do nothing.
void useNumberMemory();

} // namespace tilepipe

#endif
