/* split.c - part of a program that counts messages of more than a kilobyte as those longer than MPI can count. */
#include "tilepipe/testing.h"

tp_int tp_test_split = 1024;
