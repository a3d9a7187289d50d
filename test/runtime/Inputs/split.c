/* split.c - part of a program whose messages travel in pieces of at most a kilobyte. */
#include "tilepipe/testing.h"

tp_int tp_test_split = 1024;
