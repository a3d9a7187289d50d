// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Driver/Driver.h"

int main(int Argc, const char **Argv) { return tilepipe::runDriver({Argv, size_t(Argc)}); }
