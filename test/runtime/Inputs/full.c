/* Linked to a program: memory shared between ranks is full as soon as it has been tried out. */
#include "tilepipe/testing.h"

tp_int tp_test_shared = 4096;
